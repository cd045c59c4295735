# Cortex-M55 with its double-precision unit, and without Helium: its vectors flush numbers below the smallest normal one
# to zero, and GCC takes them at -O3 without being asked.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR cortex-m55)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_C_FLAGS_INIT "-mcpu=cortex-m55+nomve -mthumb -mfloat-abi=hard -mfpu=auto")
set(CMAKE_CXX_FLAGS_INIT "-mcpu=cortex-m55+nomve -mthumb -mfloat-abi=hard -mfpu=auto")
# CMake's test programs cannot be linked before a board is chosen.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

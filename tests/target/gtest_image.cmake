# Unit tests as images for QEMU's boards: newlib over semihosting, a heap, printf; none of
# what the firmware does without. Startup and memory map are those of the firmware, the
# sections those of tests/target/sections.ld.

target_compile_definitions(gtest PUBLIC
  GTEST_HAS_EXCEPTIONS=0 GTEST_HAS_RTTI=0 GTEST_HAS_STREAM_REDIRECTION=0 GTEST_HAS_DEATH_TEST=0
  GTEST_HAS_POSIX_RE=0 _POSIX_C_SOURCE=200809L _POSIX_PATH_MAX=256)
target_compile_options(gtest PUBLIC -fno-exceptions -fno-rtti)
target_link_libraries(gtest PRIVATE footing_image_flags)
target_compile_options(gtest PRIVATE -O1 -g0)

add_library(footing_test_board OBJECT ${CMAKE_CURRENT_LIST_DIR}/board.cpp ${CMAKE_CURRENT_LIST_DIR}/main.cpp
                                      ${PROJECT_SOURCE_DIR}/hal/cortex_m/semihosting.cpp)
target_link_libraries(footing_test_board PRIVATE footing_hal gtest footing_image_flags footing_target_warnings)

set(backend qemu_mps2)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL cortex-m4f)
  set(machine mps2-an386)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL cortex-m7)
  set(machine mps2-an500)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL cortex-m33)
  set(machine mps2-an505)
else()
  set(machine mps3-an547)
  set(backend qemu_mps3)
endif()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^cortex-m(33|55)$")
  set(armv8 ON)
endif()

function(footing_gtest_image target)
  set(sections ${PROJECT_SOURCE_DIR}/tests/target)
  target_link_libraries(${target} PRIVATE footing_cortex_m footing_test_board footing_image_flags)
  target_link_options(${target} PRIVATE
    -nostartfiles --specs=rdimon.specs -Wl,--gc-sections
    -T ${PROJECT_SOURCE_DIR}/hal/${backend}/${machine}.ld -L ${sections}
    -Wl,--defsym=footing_stack_bytes=262144)
  set_target_properties(${target} PROPERTIES SUFFIX .elf LINK_DEPENDS ${sections}/sections.ld)
endfunction()

# Firmware images: the firmware library, one board, no heap.

# Objects that end up in an image. The call graphs are for tools/stack_report.py.
add_library(footing_image_flags INTERFACE)
target_compile_options(footing_image_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions;-fno-rtti;-fno-threadsafe-statics;-fno-use-cxa-atexit>
  -ffunction-sections -fdata-sections -fstack-usage -fcallgraph-info=su,da)

add_library(footing_cortex_m OBJECT ../hal/cortex_m/startup.cpp)
add_library(footing_hal_qemu_mps2 OBJECT ../hal/qemu_mps2/board.cpp ../hal/qemu_mps2/semihosting.cpp)
add_library(footing_hal_stm32_linkcheck OBJECT ../hal/stm32_linkcheck/board.cpp)
foreach(board_objects footing_cortex_m footing_hal_qemu_mps2 footing_hal_stm32_linkcheck)
  target_link_libraries(${board_objects} PRIVATE footing_hal footing_image_flags footing_target_warnings)
endforeach()

# footing_link_image(TARGET BACKEND SCRIPT STACK_BYTES)
function(footing_link_image target backend script stack_bytes)
  set(sections ${PROJECT_SOURCE_DIR}/hal/cortex_m)
  target_link_libraries(${target} PRIVATE footing_cortex_m footing_hal_${backend} footing_hal_stream
                                          footing_no_heap footing_image_flags footing_target_warnings)
  target_link_options(${target} PRIVATE
    -nostartfiles --specs=nano.specs -Wl,--gc-sections -Wl,--fatal-warnings
    -T ${PROJECT_SOURCE_DIR}/hal/${backend}/${script}.ld -L ${sections}
    -Wl,--defsym=footing_stack_bytes=${stack_bytes} -Wl,-Map=$<TARGET_FILE:${target}>.map)
  set_target_properties(${target} PROPERTIES SUFFIX .elf LINK_DEPENDS
    "${PROJECT_SOURCE_DIR}/hal/${backend}/${script}.ld;${sections}/sections.ld")
endfunction()

add_custom_target(demo)  # what tools/demo needs of a preset
function(footing_image backend board scalar stack_bytes)
  set(image ${board}-${scalar})
  add_dependencies(demo ${image})
  set(firmware footing_firmware_${scalar})
  add_executable(${image} main.cpp)
  target_compile_definitions(${image} PRIVATE FOOTING_SCALAR=${scalar})
  target_link_libraries(${image} PRIVATE ${firmware})
  footing_link_image(${image} ${backend} ${board} ${stack_bytes})
  foreach(part ${image} ${firmware} footing_hal_stream footing_cortex_m footing_hal_${backend})
    list(APPEND objects $<TARGET_OBJECTS:${part}>)
  endforeach()
  file(GENERATE OUTPUT ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${image}.elf.objects
       CONTENT "$<JOIN:${objects},\n>\n")
endfunction()

# An archive that refers to what the firmware may not use is not left standing.
function(footing_refuse_symbols archive scalar)
  add_custom_command(TARGET ${archive} POST_BUILD VERBATIM
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/gates/undefined_symbols.py
            --nm ${CMAKE_NM} --scalar ${scalar} $<TARGET_FILE:${archive}>)
endfunction()

foreach(scalar float double)
  target_link_libraries(footing_firmware_${scalar} PRIVATE footing_image_flags)
  footing_refuse_symbols(footing_firmware_${scalar} ${scalar})
endforeach()

# QEMU's images have stack to spare, so that a tick that needs too much can be measured.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL cortex-m4f)
  set_target_properties(footing_firmware_double PROPERTIES EXCLUDE_FROM_ALL ON)
  footing_image(qemu_mps2 mps2-an386 float 32768)
  footing_image(stm32_linkcheck stm32f405 float 8192)
else()
  footing_image(qemu_mps2 mps2-an500 float 32768)
  footing_image(qemu_mps2 mps2-an500 double 32768)
  footing_image(stm32_linkcheck stm32h743 float 8192)
  footing_image(stm32_linkcheck stm32h743 double 16384)
endif()

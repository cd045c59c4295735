# Firmware images: the firmware library, one board, no heap.

# Objects that end up in an image. The call graphs are for tools/images/stack_report.py.
add_library(footing_image_flags INTERFACE)
target_compile_options(footing_image_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions;-fno-rtti;-fno-threadsafe-statics;-fno-use-cxa-atexit>
  -ffunction-sections -fdata-sections -fstack-usage -fcallgraph-info=su,da)

add_library(footing_cortex_m OBJECT ../hal/cortex_m/startup.cpp)
target_link_libraries(footing_cortex_m PRIVATE footing_hal footing_image_flags footing_target_warnings)

# footing_backend(NAME SOURCE...), from a board.cmake; sources relative to its folder.
function(footing_backend name)
  set(backend footing_hal_${name})
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_LIST_DIR})
    list(APPEND sources ${source})
  endforeach()
  add_library(${backend} OBJECT ${sources})
  target_link_libraries(${backend} PRIVATE footing_hal footing_image_flags footing_target_warnings)
  set_target_properties(${backend} PROPERTIES FOOTING_FOLDER ${CMAKE_CURRENT_LIST_DIR})
endfunction()
# Sources of a backend for QEMU, which then adds StartWorkCount and WorkCount.
set(footing_semihosting ${PROJECT_SOURCE_DIR}/hal/cortex_m/semihosting.cpp
                        ${PROJECT_SOURCE_DIR}/hal/cortex_m/semihosting_board.cpp)

# footing_link_image(TARGET BACKEND SCRIPT STACK_BYTES); the script is SCRIPT.ld in the backend's folder.
function(footing_link_image target backend script stack_bytes)
  get_target_property(folder footing_hal_${backend} FOOTING_FOLDER)
  set(script ${folder}/${script}.ld)
  set(sections ${PROJECT_SOURCE_DIR}/hal/cortex_m)
  target_link_libraries(${target} PRIVATE footing_cortex_m footing_hal_${backend} footing_hal_stream
                                          footing_no_heap footing_image_flags footing_target_warnings)
  target_link_options(${target} PRIVATE
    -nostartfiles --specs=nano.specs -Wl,--gc-sections -Wl,--fatal-warnings -T ${script} -L ${sections}
    -Wl,--defsym=footing_stack_bytes=${stack_bytes} -Wl,-Map=$<TARGET_FILE:${target}>.map)
  set_target_properties(${target} PROPERTIES SUFFIX .elf LINK_DEPENDS "${script};${sections}/sections.ld")
endfunction()

# footing_robot_images(BACKEND BOARD CPU STACK_BYTES): BOARD-float_ROBOT.elf of each robot but FOOTING_ROBOT.
function(footing_robot_images backend board cpu stack_bytes)
  foreach(robot ${footing_robots})
    if(NOT robot STREQUAL FOOTING_ROBOT)
      footing_image(${backend} ${board} ${cpu} float_${robot} ${stack_bytes})
    endif()
  endforeach()
endfunction()

add_custom_target(demo)  # what tools/demo needs of a preset
# footing_image(BACKEND BOARD CPU NAME STACK_BYTES), from a board.cmake: BOARD-NAME.elf, where a toolchain of that
# CPU is at work. NAME: float, double, float_dantzig, of FOOTING_ROBOT; float_ROBOT of another robot, which is built
# where its target is named or FOOTING_IMAGE_ROBOTS has the robot.
function(footing_image backend board cpu name stack_bytes)
  if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL cpu)
    return()
  endif()
  set(image ${board}-${name})
  set(firmware footing_firmware_${name})
  if(name STREQUAL float_dantzig)
    list(APPEND firmware footing_firmware_float)
  endif()
  footing_program(${image} ${name})
  footing_share_headers(footing_main_${name})
  string(REGEX REPLACE "^float_" "" robot ${name})
  if(NOT robot IN_LIST footing_robots)
    add_dependencies(demo ${image})
  elseif(NOT robot IN_LIST FOOTING_IMAGE_ROBOTS)
    set_target_properties(${image} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  footing_link_image(${image} ${backend} ${board} ${stack_bytes})
  foreach(part footing_main_${name} ${firmware} footing_firmware_common footing_hal_stream footing_cortex_m footing_hal_${backend})
    list(APPEND objects $<FILTER:$<TARGET_OBJECTS:${part}>,EXCLUDE,[.]gch$>)
  endforeach()
  file(GENERATE OUTPUT ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${image}.elf.objects
       CONTENT "$<JOIN:${objects},\n>\n")
endfunction()

# An archive that refers to what the firmware may not use is not left standing. What another archive of the
# firmware defines may be given as further arguments, --beside FILE.
function(footing_refuse_symbols archive scalar)
  add_custom_command(TARGET ${archive} POST_BUILD VERBATIM
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/gates/undefined_symbols.py
            --nm ${CMAKE_NM} --scalar ${scalar} ${ARGN} $<TARGET_FILE:${archive}>)
endfunction()

target_link_libraries(footing_firmware_common PRIVATE footing_image_flags)
# What all ticks share is read once.
target_precompile_headers(footing_firmware_common PRIVATE ${PROJECT_SOURCE_DIR}/core/estimation/foot_tracker.hpp)
function(footing_share_headers target)
  target_link_libraries(${target} PRIVATE footing_image_flags)
  target_precompile_headers(${target} REUSE_FROM footing_firmware_common)
endfunction()
# Built where an image asks for it: in double not for a processor that has float alone.
foreach(name float double float_dantzig)
  footing_share_headers(footing_firmware_${name})
  set_target_properties(footing_firmware_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
endforeach()
foreach(robot ${footing_robots})
  if(NOT robot STREQUAL FOOTING_ROBOT)
    footing_share_headers(footing_firmware_float_${robot})
    footing_refuse_symbols(footing_firmware_float_${robot} float)
  endif()
endforeach()
footing_refuse_symbols(footing_firmware_float float)
footing_refuse_symbols(footing_firmware_double double)
add_dependencies(footing_firmware_float_dantzig footing_firmware_float)
footing_refuse_symbols(footing_firmware_float_dantzig float --beside $<TARGET_FILE:footing_firmware_float>)

# Each folder with a board.cmake is a backend, whose images it names.
file(GLOB boards CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/hal/*/board.cmake)
foreach(folder ${FOOTING_BOARDS})
  list(APPEND boards ${folder}/board.cmake)
endforeach()
foreach(board ${boards})
  include(${board})
endforeach()

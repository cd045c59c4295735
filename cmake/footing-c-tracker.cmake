# The tracker for C, a library for each robot. Installed beside footing-config.cmake. FOOTING_HEADERS, a global
# property, is the folder that `core` stands in.

# footing_read_robot(MODEL): robot_name, robot_struct, robot_joints, robot_feet and robot_points of a model.hpp.
function(footing_read_robot model)
  cmake_path(GET model PARENT_PATH folder)
  cmake_path(GET folder FILENAME name)
  set(robot_name ${name} PARENT_SCOPE)
  file(STRINGS ${model} line REGEX "^struct [A-Za-z0-9_]+ {" LIMIT_COUNT 1)
  string(REGEX REPLACE "^struct ([A-Za-z0-9_]+) {.*" "\\1" struct "${line}")
  set(robot_struct "${struct}" PARENT_SCOPE)
  foreach(count Joints Feet Points)
    file(STRINGS ${model} line REGEX "static constexpr int k${count} = [0-9]+;" LIMIT_COUNT 1)
    if(NOT line MATCHES "= ([0-9]+)" OR NOT struct)
      message(FATAL_ERROR "${model} is no robot's model: `footing robot NAME.urdf --out FOLDER` makes one")
    endif()
    string(TOLOWER robot_${count} variable)
    set(${variable} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${model})
endfunction()

# footing_add_c_tracker(FOLDER): footing::c_tracker_NAME, of the robot whose model.hpp is in FOLDER; NAME is the
# folder's. It is compiled where something links it.
function(footing_add_c_tracker folder)
  cmake_path(ABSOLUTE_PATH folder NORMALIZE)
  if(NOT EXISTS ${folder}/model.hpp)
    message(FATAL_ERROR "footing_add_c_tracker: ${folder} has no model.hpp. `footing robot NAME.urdf --out FOLDER` makes it.")
  endif()
  footing_read_robot(${folder}/model.hpp)
  set(library footing_c_tracker_${robot_name})
  if(TARGET ${library})
    message(FATAL_ERROR "footing_add_c_tracker: ${folder}: there is a robot ${robot_name} already")
  endif()
  get_property(headers GLOBAL PROPERTY FOOTING_HEADERS)
  add_library(${library} STATIC EXCLUDE_FROM_ALL ${headers}/core/c_api/tracker_f32.cpp
              ${headers}/core/c_api/tracker_f64.cpp ${headers}/core/c_api/tracker_names.cpp)
  add_library(footing::c_tracker_${robot_name} ALIAS ${library})
  target_link_libraries(${library} PRIVATE footing::exact)
  target_include_directories(${library} PUBLIC ${headers})
  target_compile_options(${library} PRIVATE -fno-exceptions -fno-rtti)
  target_compile_definitions(${library} PUBLIC FOOTING_TRACKER_ROBOT=${robot_name} FOOTING_TRACKER_JOINTS=${robot_joints}
                                               FOOTING_TRACKER_FEET=${robot_feet} FOOTING_TRACKER_POINTS=${robot_points}
                                        PRIVATE FOOTING_ROBOT_MODEL="${folder}/model.hpp" FOOTING_ROBOT=${robot_struct})
endfunction()

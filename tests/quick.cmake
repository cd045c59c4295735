# What makes the quick check quick, beside clang: Eigen's headers are read once. The interface for C is left out.

set_target_properties(footing_instances PROPERTIES CXX_EXTENSIONS OFF)  # as in all that shares a header
# The firmware runs in float here. Its few sources share the headers that cost most.
set_target_properties(footing_replay_float footing_replay_double footing_firmware_double PROPERTIES EXCLUDE_FROM_ALL ON)
set_target_properties(footing_firmware_float PROPERTIES UNITY_BUILD ON)

# One precompiled header for what has exceptions and one for what has not.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/empty.cpp CONTENT "")
foreach(owner footing_eigen footing_eigen_alone)
  add_library(${owner} OBJECT ${PROJECT_BINARY_DIR}/empty.cpp)
  target_link_libraries(${owner} PRIVATE footing_exact)
  target_precompile_headers(${owner} PRIVATE <Eigen/Core> <Eigen/Geometry> <array> <cmath>)
endforeach()
target_compile_options(footing_eigen_alone PRIVATE -fno-exceptions -fno-rtti)
target_precompile_headers(footing_instances REUSE_FROM footing_eigen)
target_precompile_headers(footing_firmware_float REUSE_FROM footing_eigen_alone)

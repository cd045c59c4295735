# What makes the quick check quick, beside clang: Eigen's headers are read once. The interface for C is left out.

set_target_properties(footing_instances PROPERTIES CXX_EXTENSIONS OFF)  # as in all that shares a header
# The firmware runs in float here. Its few sources share the headers that cost most.
set_target_properties(footing_replay_float footing_replay_double footing_replay_float_dantzig footing_firmware_double
                      footing_firmware_float_dantzig PROPERTIES EXCLUDE_FROM_ALL ON)
set_target_properties(footing_firmware_float PROPERTIES UNITY_BUILD ON)

# One precompiled header for what has exceptions, and one for the firmware, which has not.
foreach(library footing_instances footing_firmware_float)
  target_precompile_headers(${library} PRIVATE <Eigen/Core> <Eigen/Geometry> <array> <cmath>)
endforeach()

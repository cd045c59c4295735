# Finds Eigen 3.4 or later, or Eigen 5, unless the project around has one. A version file of Eigen accepts
# requests for its own major version alone, so each is asked for by itself.
foreach(version 3.4 5)
  if(NOT TARGET Eigen3::Eigen)
    find_package(Eigen3 ${version} QUIET NO_MODULE)
  endif()
endforeach()
if(TARGET Eigen3::Eigen)
  set(Eigen3_FOUND TRUE)
endif()

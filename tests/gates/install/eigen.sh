#!/usr/bin/env bash
# eigen.sh SOURCE BUILD WORK: Eigen 3.4 and Eigen 5 are taken, an older one is not, and where there is none the
# command that installs it is named. Eigen 5 is stood in for by its version alone: this
# shows that the rule for versions takes it, not that the code compiles with it.
set -euo pipefail
source=$1 build=$2 work=$3
rm -rf "$work"
cmake --install "$build" --prefix "$work/prefix" >/dev/null

# eigen VERSION: a package of that version, with Eigen's rule: the same major version.
eigen() {
  mkdir -p "$work/eigen-$1"
  cat >"$work/eigen-$1/make.cmake" <<END
include(CMakePackageConfigHelpers)
write_basic_package_version_file($work/eigen-$1/Eigen3ConfigVersion.cmake VERSION $1 COMPATIBILITY SameMajorVersion
                                 ARCH_INDEPENDENT)
END
  cmake -P "$work/eigen-$1/make.cmake"
  cat >"$work/eigen-$1/Eigen3Config.cmake" <<'END'
if(NOT TARGET Eigen3::Eigen)
  add_library(Eigen3::Eigen INTERFACE IMPORTED)
  set_target_properties(Eigen3::Eigen PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${CMAKE_CURRENT_LIST_DIR}")
endif()
END
}

# configure NAME ARGUMENT...: a user's project that does not see the Eigen of the system.
of_system=$(sed -n 's/^Eigen3_DIR:PATH=//p' "$build/CMakeCache.txt")
configure() {
  cmake -S "$source/tests/gates/install/project" -B "$work/$1" -DEXAMPLES="$source/examples" \
    -DCMAKE_IGNORE_PATH="$of_system" "${@:2}" >"$work/$1.said" 2>&1
}

for version in 3.4.0 5.0.1; do
  eigen "$version"
  configure "installed-$version" -DCMAKE_PREFIX_PATH="$work/prefix;$work/eigen-$version"
  grep -q "^Eigen3_DIR:PATH=$work/eigen-$version$" "$work/installed-$version/CMakeCache.txt"
  configure "subfolder-$version" -DFOOTING_SOURCE="$source" -DCMAKE_PREFIX_PATH="$work/eigen-$version"
  grep -q "^Eigen3_DIR:PATH=$work/eigen-$version$" "$work/subfolder-$version/CMakeCache.txt"
done
eigen 3.3.9
mkdir "$work/eigen-none"
for version in 3.3.9 none; do
  ! configure "installed-$version" -DCMAKE_PREFIX_PATH="$work/prefix;$work/eigen-$version" || exit 1
  grep -q 'apt-get install libeigen3-dev' "$work/installed-$version.said"
  ! configure "subfolder-$version" -DFOOTING_SOURCE="$source" -DCMAKE_PREFIX_PATH="$work/eigen-$version" || exit 1
  grep -q 'apt-get install libeigen3-dev' "$work/subfolder-$version.said"
done

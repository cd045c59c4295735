#!/usr/bin/env bash
# missing.sh SOURCE WORK: a missing package is named with the command that installs it. One that only the tests
# need leaves the program to build, and the tests fail in so many words.
set -euo pipefail
source=$1 work=$2
rm -rf "$work"
mkdir -p "$work"

# configure NAME ARGUMENT...
configure() { cmake -S "$source" -B "$work/$1" -G Ninja "${@:2}" >"$work/$1.said" 2>&1; }
has_program() { [[ $(ninja -C "$work/$1" -t targets all | grep -c '^footing: ') -gt 0 ]]; }

for pair in CLI11:libcli11-dev nlohmann_json:nlohmann-json3-dev tinyxml2:libtinyxml2-dev Eigen3:libeigen3-dev \
    Python3:python3; do
  package=${pair%:*}
  ! configure "$package" -DCMAKE_DISABLE_FIND_PACKAGE_"$package"=TRUE || { echo "configured without $package"; exit 1; }
  grep -q "apt-get install ${pair#*:}" "$work/$package.said"
done

none=(-DCMAKE_DISABLE_FIND_PACKAGE_rapidcheck=TRUE
      -DCMAKE_DISABLE_FIND_PACKAGE_benchmark=TRUE -DCMAKE_DISABLE_FIND_PACKAGE_GTest=TRUE -Dgoogletest="$work/none")
configure program "${none[@]}"
has_program program
wanted='apt-get install googletest librapidcheck-dev'
grep -q "$wanted" "$work/program.said"
! ctest --test-dir "$work/program" -R tests_left_out --output-on-failure >"$work/left_out.said" || exit 1
grep -q "$wanted" "$work/left_out.said"
configure no_tests "${none[@]}" -DFOOTING_TESTS=OFF
has_program no_tests
! grep -q 'apt-get' "$work/no_tests.said" || exit 1

# GoogleTest as an installed package: what the unit tests link.
if [[ -n $(find /usr/lib -name GTestConfig.cmake -print -quit) ]]; then
  configure package -Dgoogletest="$work/none"
  ! grep -q 'left out' "$work/package.said" || exit 1
  [[ $(ninja -C "$work/package" -t commands unit_tests | grep -c 'libgtest_main') -gt 0 ]]
fi

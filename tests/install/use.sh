#!/usr/bin/env bash
# use.sh find_package|add_subdirectory SOURCE BUILD WORK: builds and runs tests/install/project.
set -euo pipefail
way=$1 source=$2 build=$3 work=$4
rm -rf "$work"
if [[ $way == find_package ]]; then
  cmake --install "$build" --prefix "$work/prefix" >/dev/null
  arguments=(-DCMAKE_PREFIX_PATH="$work/prefix")
else
  arguments=(-DFOOTING_SOURCE="$source")
fi
cmake -S "$source/tests/install/project" -B "$work/build" -G Ninja "${arguments[@]}"
cmake --build "$work/build"
"$work/build/user"
"$work/build/c_user"
# Firmware, tools and tests are not a guest's business.
[[ $(ls "$work/build" | grep -c '^tests$') == 0 ]]

#!/usr/bin/env bash
# use.sh find_package|add_subdirectory SOURCE BUILD WORK: builds and runs tests/gates/install/project.
set -euo pipefail
way=$1 source=$2 build=$3 work=$4
rm -rf "$work"
if [[ $way == find_package ]]; then
  cmake --install "$build" --prefix "$work/prefix" >/dev/null
  arguments=(-DCMAKE_PREFIX_PATH="$work/prefix")
  kinds=(c4 c4_newton c4_dantzig c8 c16)
  # A project in C alone is told what is missing.
  mkdir "$work/c"
  printf 'cmake_minimum_required(VERSION 3.22)\nproject(c LANGUAGES C)\nfind_package(footing REQUIRED)\n' \
    >"$work/c/CMakeLists.txt"
  ! cmake -S "$work/c" -B "$work/c/build" "${arguments[@]}" 2>"$work/c/said" || exit 1
  grep -q 'language CXX' "$work/c/said"
  # A folder without a model is refused.
  ! cmake -S "$source/tests/gates/install/project" -B "$work/none" -G Ninja -DEXAMPLES="$source/examples" \
    "${arguments[@]}" -DROBOT_FOLDER="$work/none" 2>"$work/c/said" || exit 1
  tr -s '\n ' ' ' <"$work/c/said" | grep -q 'has no model.hpp'  # it breaks lines where it likes
  # A robot's model comes with core, and needs nothing else.
  [[ -f $work/prefix/include/footing/firmware/robots/a1/model.hpp && ! -e $work/prefix/include/footing/hal ]]
  # clang, if there is one, compiles in half the time; the subfolder takes the default compiler.
  if command -v clang++ >/dev/null; then
    arguments+=(-DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++)
  fi
else
  arguments=(-DFOOTING_SOURCE="$source")
  kinds=(c4)  # the others are built from the same lines
fi
# A robot outside the tree, under a name of its own.
mkdir -p "$work/biped"
cp "$source/firmware/robots/bolt/model.hpp" "$work/biped"
arguments+=(-DROBOT_FOLDER="$work/biped")
cmake -S "$source/tests/gates/install/project" -B "$work/build" -G Ninja -DEXAMPLES="$source/examples" "${arguments[@]}"
cmake --build "$work/build" --target user "${kinds[@]/%/_user}"
"$work/build/user"
if [[ $way == find_package ]]; then
  cmake --build "$work/build" --target mixed tracker_user c_tracker_user instances_user
  "$work/build/mixed"
  "$work/build/tracker_user" "$source/examples/trot.csv" | grep -q '1.604 s  sticks.*open.*open.*sticks'
  "$work/build/c_tracker_user"
  "$work/build/instances_user"
fi
for kind in "${kinds[@]}"; do
  "$work/build/${kind}_user"
done
# A program that takes the library for another kind, or for another capacity, does not link; with the right one it does.
mapfile -t library < <(find "$work/build" -name 'libfooting_c4.a' -o -name 'libfooting_c4_f64.a')
link() {
  cc "$@" -I "$source" "$source/tests/gates/install/project/main.c" "${library[@]}" -lm -o "$work/linked" 2>"$work/said"
}
link
! link -DFOOTING_NEWTON_ONLY=1 || exit 1
grep -q 'footing_init_4_newton_f64' "$work/said"
! link -DFOOTING_CONTACTS=8 || exit 1
grep -q 'footing_init_8_f64' "$work/said"
# Nor does one that allocates, with footing::no_heap.
! cmake --build "$work/build" --target allocates >"$work/said" || exit 1
grep -q '__wrap_malloc' "$work/said"
# Firmware, tools and tests are not a guest's business.
[[ $(ls "$work/build" | grep -c '^tests$') == 0 ]]

#!/usr/bin/env bash
# headers_alone.sh ROOT HEADER... -- COMPILER...: each header, included twice and with nothing before it, must
# compile. COMPILER is clang with its flags; headers in C are read as C too. A header that includes Eigen gets it
# precompiled, which takes a third of the time: it does include it, and what Eigen includes it gets anyway.
set -uo pipefail
root=$1
shift
headers=()
while [[ $1 != -- ]]; do headers+=("$1"); shift; done
shift
((${#headers[@]})) || { echo "no headers"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for module in Core Geometry; do
  echo "#include <Eigen/$module>" >"$work/$module.hpp"
  "$@" -std=c++20 -x c++-header "$work/$module.hpp" -o "$work/$module.pch" || exit 1
done

failed=0
# alone HEADER COMPILER...
alone() {
  local header=$1 text
  shift
  text=$(printf '#include "%s"\n#include "%s"\n' "$header" "$header")
  # -Wmissing-prototypes: a function that is neither inline nor a template is there twice in a program
  "$@" -Wall -Wextra -Werror -Wmissing-prototypes -fsyntax-only -I "$root" - <<<"$text" && return
  echo "refused: $header does not compile alone"
  failed=1
}
# What of Eigen a header includes: Geometry, which includes Core, or Core, or nothing. Headers of the system are not
# read for that.
eigen_of() {
  "$2" -std=c++20 -x c++ -M -MG -nostdinc -I "$root" "$root/$1" 2>/dev/null |
    grep -o 'Eigen/\(Core\|Geometry\)\b' | sort | tail -1
}
for header in "${headers[@]}"; do
  eigen=$(eigen_of "$header" "$@")
  alone "$header" "$@" -std=c++20 ${eigen:+-include-pch "$work/${eigen#Eigen/}.pch"} -x c++
  [[ $header == *.hpp ]] || alone "$header" "$@" -std=c11 -x c
done
exit $failed

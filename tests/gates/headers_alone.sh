#!/usr/bin/env bash
# headers_alone.sh ROOT HEADER... -- COMPILER...: each header, included twice and with nothing before it, must
# compile. COMPILER is clang with its flags; headers in C are read as C too.
set -uo pipefail
root=$1
shift
headers=()
while [[ $1 != -- ]]; do headers+=("$1"); shift; done
shift
((${#headers[@]})) || { echo "no headers"; exit 1; }

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
for header in "${headers[@]}"; do
  alone "$header" "$@" -std=c++20 -x c++
  [[ $header == *.hpp ]] || alone "$header" "$@" -std=c11 -x c
done
exit $failed

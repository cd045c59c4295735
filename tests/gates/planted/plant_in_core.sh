#!/usr/bin/env bash
# plant_in_core.sh SOURCE PRESET WORK: builds the images of a copy of the project with the
# ordinary commands after planting a call of malloc in the core. Fails as that build should.
set -euo pipefail
source=$1 preset=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
(cd "$source" && tar cf - --exclude=./build --exclude=./.git --exclude=./demo .) | tar xf - -C "$work"

# Into the body of SinCos, under a condition that the compiler cannot decide.
sed -i -e 's|#include <cmath>|#include <cmath>\n#include <cstdlib>|' \
       -e 's|^  const Scalar scaled = .*|&\n  if (scaled > Scalar(900)) *static_cast<volatile char*>(std::malloc(8)) = 1;|' \
  "$work/core/scalar.hpp"
cmp -s "$source/core/scalar.hpp" "$work/core/scalar.hpp" && { echo "nothing was planted"; exit 0; }

cd "$work"
cmake --preset "$preset"
cmake --build --preset "$preset" -j2 --target mps2-an386-float

#!/usr/bin/env bash
# planted_bits.sh ROOT BUILD WORK: builds the firmware with fused multiply-adds and hands it to same_bits.sh as
# one more platform. Fails as same_bits.sh should.
set -euo pipefail
cmake --build "$2" --target footing_replay_float planted_bits >/dev/null || { echo "does not build"; exit 0; }
exec "$1/tests/across/same_bits.sh" "$1" float 1 "$3" "$2/tests/gates/planted_bits"

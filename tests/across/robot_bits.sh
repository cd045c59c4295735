#!/usr/bin/env bash
# robot_bits.sh ROOT ROBOT WORK [PROGRAM]: the short course of a robot: its images must print the hash that the program
# footing prints. PROGRAM, one more to compare, is for a planted violation.
set -euo pipefail
root=$1 robot=$2 work=$3 planted=${4-}
run=$root/hal/qemu_mps2/run
stream=$work/$robot.stream
footing=$root/build/host-release/bin/footing
source "$root/tests/across/compare.sh"
"$footing" simulate --robot "$robot" --duration 3 --quiet --stream "$stream" >/dev/null
compare host-release "$footing" replay "$stream"
m4f=$root/build/qemu-m4f/bin/mps2-an386-float_$robot.elf m7=$root/build/qemu-m7/bin/mps2-an500-float_$robot.elf
if [[ $robot != bolt && $robot != g1 ]]; then
  compare cortex-m4f "$run" mps2-an386 "$m4f" "$stream"
fi
compare cortex-m7 "$run" mps2-an500 "$m7" "$stream"
if [[ $planted ]]; then
  compare planted "$run" mps2-an500 "$planted" "$stream"
fi

#!/usr/bin/env bash
# same_bits.sh ROOT SCALAR SEED WORK [PROGRAM]: every build must print the same line "hash ...", that for
# simulation its own.
# SEED trot: the recorded short course, held against tests/golden.txt; else pseudo-random content.
# SCALAR: float, double, or float_dantzig, the tick with the other solver.
# PROGRAM, one more to compare, is held against the first build alone: for a planted violation.
set -euo pipefail
root=$1 scalar=$2 seed=$3 work=$4 planted=${5-}
run=$root/hal/qemu_mps2/run
stream=$work/$scalar.$seed.stream
expected=
if [[ $seed == trot ]]; then
  golden() { sed -n "s/^$1  *//p" "$root/tests/golden.txt"; }
  "$root/build/host-release/bin/footing" simulate --duration 3 --quiet --stream "$stream" >/dev/null
  checksum=$(python3 "$root/tests/across/stream_checksum.py" "$stream")
  [[ $checksum == "$(golden stream)" ]] || { echo "not the golden stream: $checksum"; exit 1; }
  expected="hash $(golden "$scalar")"
  printf '%-12s %s\n' golden "$expected"
else
  python3 "$root/tests/target/make_stream.py" --records 300 --seed "$seed" "$stream"
fi

source "$root/tests/across/compare.sh"
if [[ $planted ]]; then
  compare host-release "$root/build/host-release/bin/footing_replay_$scalar"
  compare planted "$planted"
  exit 0
fi
for preset in host-release host-asan host-clang; do
  compare "$preset" "$root/build/$preset/bin/footing_replay_$scalar"
done
compare aarch64 qemu-aarch64 -L /usr/aarch64-linux-gnu "$root/build/aarch64/bin/footing_replay_$scalar"
if [[ $scalar == float* ]]; then
  compare cortex-m4f "$run" mps2-an386 "$root/build/qemu-m4f/bin/mps2-an386-$scalar.elf" "$stream"
fi
if [[ $scalar == float ]]; then
  compare own_board "$run" netduinoplus2 "$root/build/qemu-m4f/bin/netduinoplus2-float.elf" "$stream"
fi
compare cortex-m7 "$run" mps2-an500 "$root/build/qemu-m7/bin/mps2-an500-$scalar.elf" "$stream"
if [[ $scalar == float ]]; then
  compare cortex-m33 "$run" mps2-an505 "$root/build/qemu-m33/bin/mps2-an505-float.elf" "$stream"
  compare cortex-m55 "$run" mps3-an547 "$root/build/qemu-m55/bin/mps3-an547-float.elf" "$stream"
fi

# The build for simulation has bits of its own.
[[ $seed == trot && $scalar != float_dantzig ]] || exit 0
if grep -q -w avx2 /proc/cpuinfo; then
  expected="hash $(golden "simd-$scalar")"
  printf '%-12s %s\n' golden "$expected"
  compare host-simd "$root/build/host-simd/bin/footing_replay_$scalar"
else
  echo 'host-simd    not run: this processor has no AVX2'
fi

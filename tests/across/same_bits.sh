#!/usr/bin/env bash
# same_bits.sh ROOT SCALAR SEED WORK: every build must print the same line "hash ...".
set -euo pipefail
root=$1 scalar=$2 seed=$3 work=$4
run=$root/hal/qemu_mps2/run
stream=$work/$scalar.$seed.stream
python3 "$root/tests/target/make_stream.py" --records 300 --seed "$seed" "$stream"

# compare PLATFORM COMMAND...: says the platform's hash, and holds it against the first one's.
expected=
compare() {
  local platform=$1 hash
  shift
  hash=$("$@" <"$stream" | grep '^hash ')
  printf '%-12s %s\n' "$platform" "$hash"
  [[ -n $hash && $hash == "${expected:=$hash}" ]] || { echo "not the same bits"; exit 1; }
}
for preset in host-release host-asan host-clang; do
  compare "$preset" "$root/build/$preset/bin/footing_replay_$scalar"
done
compare aarch64 qemu-aarch64 -L /usr/aarch64-linux-gnu "$root/build/aarch64/bin/footing_replay_$scalar"
[[ $scalar == double ]] ||
  compare cortex-m4f "$run" mps2-an386 "$root/build/qemu-m4f/bin/mps2-an386-$scalar.elf" "$stream"
compare cortex-m7 "$run" mps2-an500 "$root/build/qemu-m7/bin/mps2-an500-$scalar.elf" "$stream"

#!/usr/bin/env bash
# fault_registers.sh ADDR2LINE IMAGE EXPECTED RUN... STREAM
# A halt's line of code, the caller's file, and the fault registers must be EXPECTED.
set -euo pipefail
addr2line=$1 image=$2 expected=$3 machine=("${@:4:$#-4}") stream=${!#}
halt=$("${machine[@]}" "$image" "$stream" | grep '^pc ') || true
read -r _ pc _ lr registers <<<"$halt"
at() { basename "$("$addr2line" -e "$image" "$(printf %x $(($1)))")"; }
line=$(at "0x$pc") caller=$(at "0x$lr - 2")
found="$line ${caller%%:*} $registers"
[[ $found == "$expected" ]] || { echo "$halt: $found"; exit 1; }

#!/usr/bin/env bash
# stack_of_object.sh BUILD TARGET OBJECTS STACK_REPORT: builds TARGET, then weighs its stack.
set -euo pipefail
cmake --build "$1" --target "$2" >/dev/null || { echo "the planted program does not build"; exit 0; }
exec python3 "$4" --root main --limit 8192 "$3"

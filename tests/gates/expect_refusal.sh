#!/usr/bin/env bash
# expect_refusal.sh PATTERN COMMAND...: passes when COMMAND fails and its output has PATTERN.
set -uo pipefail
pattern=$1
shift
if output=$("$@" 2>&1); then
  printf '%s\nnot refused: %s\n' "$output" "$*"
  exit 1
fi
printf '%s\n' "$output" | tail -20
grep -qE -- "$pattern" <<<"$output" || { echo "refused, but not for: $pattern"; exit 1; }

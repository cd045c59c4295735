# For sourcing, with $stream and what is $expected, or nothing.
# compare PLATFORM COMMAND...: says the platform's hash, and holds it against the expected one.
compare() {
  local platform=$1 hash
  shift
  hash=$("$@" <"$stream" | grep '^hash ')
  printf '%-12s %s\n' "$platform" "$hash"
  [[ -n $hash && $hash == "${expected:=$hash}" ]] || { echo "not the same bits"; exit 1; }
}

void Check(int x) {
  if (x < 0) throw x;
}

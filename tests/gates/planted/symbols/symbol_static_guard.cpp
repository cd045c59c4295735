int Read();
int Once() {
  static const int value = Read();
  return value;
}
int Read() { return 1; }

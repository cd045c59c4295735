volatile int source = 3;
const int kCopied = source;

int main() { return kCopied; }

#include "tools/footing/files/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace footing::tools {

namespace {

// An open file, closed at the end of its scope.
class Descriptor {
 public:
  // With O_NONBLOCK opening a pipe returns at once.
  explicit Descriptor(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int fd() const { return fd_; }

 private:
  int fd_;
};

std::string SystemError() { return std::string("cannot be read: ") + std::strerror(errno); }

}  // namespace

bool ReadRegularFile(const std::string& path, std::string* text, std::string* error) {
  text->clear();
  const Descriptor file(path);
  struct stat status {};
  if (file.fd() < 0 || fstat(file.fd(), &status) != 0) {
    *error = SystemError();
    return false;
  }
  if (!S_ISREG(status.st_mode)) {
    *error = S_ISDIR(status.st_mode) ? "is a directory" : "is not a regular file";
    return false;
  }
  std::array<char, 1 << 16> block;
  for (;;) {
    const ssize_t size = read(file.fd(), block.data(), block.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) *error = SystemError();
    if (size <= 0) return size == 0;
    text->append(block.data(), static_cast<std::size_t>(size));
  }
}

}  // namespace footing::tools

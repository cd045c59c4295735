// Reads a regular file whole. Pipes, devices and folders are refused at once: opening a pipe would wait for a
// writer, and a device may have no end.
#pragma once

#include <string>

namespace footing::tools {

// True: *text is the content of the file. False: *error says why not, without the file's name.
bool ReadRegularFile(const std::string& path, std::string* text, std::string* error);

}  // namespace footing::tools

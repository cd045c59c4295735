// Runs the tests of an image with gtest's flags from the command line.

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "hal/cortex_m/semihosting.hpp"

int main() {
  static std::array<char, 1024> text{};
  static std::array<char*, 16> words{};
  static char image[] = "image";
  words[0] = image;
  int count = 1;
  if (footing::semihosting::CommandLine(text.data(), text.size())) {
    for (char* word = std::strtok(text.data(), " "); word != nullptr && count < 15;
         word = std::strtok(nullptr, " ")) {
      words[static_cast<std::size_t>(count++)] = word;
    }
  }
  testing::InitGoogleTest(&count, words.data());
  return RUN_ALL_TESTS();
}

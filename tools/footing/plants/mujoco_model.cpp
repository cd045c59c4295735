#include "tools/footing/plants/mujoco_model.hpp"

#include <array>
#include <cstring>
#include <mutex>
#include <stdexcept>

namespace footing::tools {

MujocoModel LoadMjcf(const std::string& mjcf) {
  static std::mutex mutex;  // mj_loadXML keeps the last model's text for all threads
  const std::lock_guard lock(mutex);
  constexpr const char* kName = "footing.xml";
  const auto files = std::make_unique<mjVFS>();  // 2 MB: too large for the stack
  mj_defaultVFS(files.get());
  std::array<char, 1000> error{};
  MujocoModel model;
  if (mj_makeEmptyFileVFS(files.get(), kName, static_cast<int>(mjcf.size())) == 0) {
    const int file = mj_findFileVFS(files.get(), kName);
    std::memcpy(files->filedata[file], mjcf.data(), mjcf.size());
    model.reset(mj_loadXML(kName, files.get(), error.data(), static_cast<int>(error.size())));
  }
  mj_deleteVFS(files.get());
  if (!model) throw std::runtime_error(std::string("MuJoCo refused the model: ") + error.data());
  return model;
}

}  // namespace footing::tools

// Owning pointers to MuJoCo's model and data.
#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <string>

namespace footing::tools {

struct MujocoModelDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct MujocoDataDeleter {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using MujocoModel = std::unique_ptr<mjModel, MujocoModelDeleter>;
using MujocoData = std::unique_ptr<mjData, MujocoDataDeleter>;

// Throws std::runtime_error with MuJoCo's message if the text is not a model.
MujocoModel LoadMjcf(const std::string& mjcf);

}  // namespace footing::tools

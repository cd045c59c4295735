// Pictures of a run at equal times.
#pragma once

#include "tools/footing/run/scene_run.hpp"

namespace footing::tools {

// Key frames in rows of four, as SVG. In space the view is along (−1, 2, −1), z up.
class KeyFrames {
 public:
  void Add(const SceneRun& run);
  std::string Svg() const;

 private:
  struct Frame {
    Scene scene;
    std::vector<SceneTouch> touches;
    std::vector<Point> force;  // N, world
  };
  std::vector<Frame> frames_;
};

}  // namespace footing::tools

#include "tests/survey/peer.hpp"

#include <array>

namespace footing::survey {

const Peer* InstalledPeers(int* count) {
  // One more than needed, for a machine without any.
  static constexpr Peer kPeers[] = {
#if FOOTING_HAS_ODELCP
    {"DART Dantzig (ODE)", FrictionShape::kBox, DartDantzig},
#endif
#if FOOTING_HAS_DART
    {"DART PGS", FrictionShape::kBox, DartGaussSeidel},
#endif
#if FOOTING_HAS_BULLET
    {"Bullet Dantzig", FrictionShape::kBox, BulletDantzig},
    {"Bullet PGS", FrictionShape::kBox, BulletGaussSeidel},
    {"Bullet Lemke", FrictionShape::kPyramid4, BulletLemke},
#endif
#if FOOTING_HAS_SICONOS
    {"Siconos NSGS", FrictionShape::kCircle, SiconosGaussSeidel},
    {"Siconos Newton AC", FrictionShape::kCircle, SiconosNewton},
    {"Siconos Lemke", FrictionShape::kPyramid4, SiconosLemke},
#endif
    {"", FrictionShape::kCircle, nullptr},
  };
  *count = static_cast<int>(std::size(kPeers)) - 1;
  return kPeers;
}

}  // namespace footing::survey

#include "tests/research/peers/peer.hpp"

#include <array>

namespace footing::survey {

const Peer* InstalledPeers(int* count) {
  // The array has one entry more than needed, for a machine without any peer.
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

const Peer* OwnDantzigOfOde() {
#if FOOTING_HAS_ODE
  static constexpr Peer kOwn = {"ODE Dantzig", FrictionShape::kBox, OdeDantzig};
  return &kOwn;
#else
  return nullptr;
#endif
}

const Peer* SoftDantzigOfOde() {
#if FOOTING_HAS_ODE
  static constexpr Peer kSoft = {"ODE Dantzig, CFM 1e-5", FrictionShape::kBox, OdeSoftDantzig};
  return &kSoft;
#else
  return nullptr;
#endif
}

const Peer* SoftDantzigOfDart() {
#if FOOTING_HAS_ODELCP
  static constexpr Peer kSoft = {"DART Dantzig (ODE), CFM 1e-5", FrictionShape::kBox, DartSoftDantzig};
  return &kSoft;
#else
  return nullptr;
#endif
}

const Peer* LemkeOfEight() {
#if FOOTING_HAS_SICONOS
  static constexpr Peer kEight = {"Siconos Lemke", FrictionShape::kPyramid8, SiconosLemke8};
  return &kEight;
#else
  return nullptr;
#endif
}

const LcpPeer* InstalledLcpPeers(int* count) {
  static constexpr LcpPeer kPeers[] = {
#if FOOTING_HAS_ODE
    {"ODE Dantzig", OdeDantzigLcp},
#endif
#if FOOTING_HAS_ODELCP
    {"DART Dantzig (ODE)", DartDantzigLcp},
#endif
#if FOOTING_HAS_BULLET
    {"Bullet Dantzig", BulletDantzigLcp},
#endif
#if FOOTING_HAS_SICONOS
    {"Siconos Lemke", SiconosLemkeLcp},
#endif
    {"", nullptr},
  };
  *count = static_cast<int>(std::size(kPeers)) - 1;
  return kPeers;
}

}  // namespace footing::survey

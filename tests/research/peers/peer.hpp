// Contact solvers of other projects behind one plain interface. No Eigen type crosses it, because Eigen's
// layout depends on how each project was compiled.
#pragma once

namespace footing::survey {

// Rows n, t1, t2 of each contact. The contact velocity at the step's end is delassus · impulse +
// free_velocity.
struct PeerProblem {
  int contacts;
  const double* delassus;       // rows × rows, 1/kg
  const double* free_velocity;  // m/s
  const double* friction;       // of each contact
  const double* normal_bias;    // m/s
  int rows() const { return 3 * contacts; }
};

// The set in which a solver keeps a contact's friction, for a normal force f_n.
enum class FrictionShape {
  kCircle,    // |f_t| ≤ μ f_n
  kBox,       // each tangent separately within ±μ f_n
  kPyramid4,  // the convex hull of four directions ±t1, ±t2
  kPyramid8   // of eight, the first along t1
};

struct Peer {
  const char* name;
  FrictionShape shape;
  // Returns true if the solver says that it solved. It writes rows() impulses [N s] in either case.
  bool (*solve)(const PeerProblem& problem, double* impulse);
};

// The peers that were installed when this was compiled, `*count` of them.
const Peer* InstalledPeers(int* count);

// Further peers for the benchmark: ODE's own kernel; ODE's and DART's kernels with kOdeCfm added to the
// diagonal, where A_nn is one; Siconos' Lemke on eight directions. Null where the project is not installed.
inline constexpr double kOdeCfm = 1e-5;
const Peer* OwnDantzigOfOde();
const Peer* SoftDantzigOfOde();
const Peer* SoftDantzigOfDart();
const Peer* LemkeOfEight();

// w = a z + b, 0 ≤ w ⟂ z ≥ 0, a symmetric, rows × rows.
struct PeerLcp {
  int rows;
  const double* a;
  const double* b;
};

struct LcpPeer {
  const char* name;
  bool (*solve)(const PeerLcp& problem, double* z);  // returns true if the solver says that it solved
};
const LcpPeer* InstalledLcpPeers(int* count);

// The adapters of these peers.
bool DartDantzig(const PeerProblem& problem, double* impulse);
bool OdeDantzig(const PeerProblem& problem, double* impulse);
bool OdeSoftDantzig(const PeerProblem& problem, double* impulse);
bool OdeDantzigLcp(const PeerLcp& problem, double* z);
bool DartSoftDantzig(const PeerProblem& problem, double* impulse);
bool DartDantzigLcp(const PeerLcp& problem, double* z);
bool DartGaussSeidel(const PeerProblem& problem, double* impulse);
bool BulletDantzig(const PeerProblem& problem, double* impulse);
bool BulletDantzigLcp(const PeerLcp& problem, double* z);
bool BulletGaussSeidel(const PeerProblem& problem, double* impulse);
bool BulletLemke(const PeerProblem& problem, double* impulse);
bool SiconosGaussSeidel(const PeerProblem& problem, double* impulse);
bool SiconosNewton(const PeerProblem& problem, double* impulse);
bool SiconosLemke(const PeerProblem& problem, double* impulse);
bool SiconosLemke8(const PeerProblem& problem, double* impulse);
bool SiconosLemkeLcp(const PeerLcp& problem, double* z);

}  // namespace footing::survey

// Complementarity and contact problems in JSON, one for each file; docs/reference/solve.md says what they
// hold. All that a solver would refuse is refused here, with field and index.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace footing::tools {

struct Scene;
struct SceneRows;

inline constexpr int kLargestRows = 256;     // of lcp and boxed
inline constexpr int kLargestDof = 192;      // of contact
inline constexpr int kLargestContacts = 64;  // of contact

using Rows = std::vector<std::vector<double>>;

// w = A z + q, 0 ≤ w ⟂ z ≥ 0.
struct LcpFile {
  Rows A;
  std::vector<double> q;
};

// w = A x + b; x = lo → w ≥ 0, x = hi → w ≤ 0, between them w = 0. If findex[i] = k ≥ 0, row i has the bounds
// ±|hi_i x_k| instead.
struct BoxedFile {
  Rows A;
  std::vector<double> b;
  std::vector<double> lo;
  std::vector<double> hi;
  std::vector<int> findex;
};

struct FileContact {
  std::vector<double> normal;  // a row of the contact Jacobian
  Rows tangents;               // none, one or two rows
  double friction = 0;
  double normal_bias = 0;  // m/s
};

// M v = τ* + dt Σ (Nᵀ f_n + Tᵀ f_t), 0 ≤ f_n ⟂ N v + bias ≥ 0, Coulomb friction.
struct ContactFile {
  Rows M;  // symmetric, positive definite
  std::vector<double> tau_star;
  double dt = 0;  // s
  std::vector<FileContact> contacts;
};

// Bodies, contacts and joints (tools/footing/scene), or their rows as a matrix.
using SceneFile = std::shared_ptr<const Scene>;
using MatrixFile = std::shared_ptr<const SceneRows>;

struct ProblemFile {
  std::string kind;                // lcp, boxed, contact, scene or delassus
  std::vector<std::string> notes;  // one line for each field that looks misspelt
  std::variant<LcpFile, BoxedFile, ContactFile, SceneFile, MatrixFile> problem;
};

// Its text is one line: where in the file, and what is wrong.
class ProblemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads a problem. A contact file of `level` acceleration holds an LCP. Throws ProblemError, whose text does
// not name the file.
ProblemFile ReadProblem(const std::string& path);

// The same from the text of a file.
ProblemFile ParseProblem(const std::string& text);

}  // namespace footing::tools

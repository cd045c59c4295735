// The feasible combinations of the contacts' modes, each with its cone of external wrenches.
//
// From rest M a = Σ J^T c + w (h = 0): a combination constrains a and c apart from each other, and so its
// cone is M {a} − J^T {c}, span form and face form of Berard, Egan, Trinkle, eqs. 14 and 15. A combination is
// feasible where its strict conditions on a have a solution; forces never hinder, w is free. Everything is
// decided in exact arithmetic. Where rounding in the file could change what is decided, the scene is refused:
// two rows that agree, or a wrench that lies on a face, to within 1e-9 but not exactly.
#pragma once

#include <string>

#include "tools/modes/contact_letters.hpp"
#include "tools/modes/exact/polyhedral_cone.hpp"
#include "tools/solve/problem_file.hpp"

namespace footing::tools {

inline constexpr std::size_t kMostPartialModes = 20000;  // combinations of the first contacts, all counted
inline constexpr std::size_t kMostModes = 1000;          // feasible combinations

struct Mode {
  std::vector<std::string> letters;  // by contact
  PolyhedralCone cone;
  // The same in doubles, lines and equalities as opposite pairs. Generators have Σ (weight_k g_k)² = 1 and
  // faces Σ (f_k / weight_k)² = 1 with the scene's length_weight.
  DoubleRows generators;
  DoubleRows faces;
  std::vector<std::size_t> overlaps;  // other modes whose relative interior this one's meets, ascending

  std::string name() const;
};

// Rounding in the file could change what is decided.
class DegenerateScene : public ProblemError {
 public:
  using ProblemError::ProblemError;
};

// In the letters' order s, n, l, r or d1…dk or s, a, the last contact's changing first. `directions` is k.
// Throws ProblemError: too many combinations; DegenerateScene.
std::vector<Mode> ListModes(const ModesScene& scene, int directions);

}  // namespace footing::tools

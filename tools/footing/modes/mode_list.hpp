// The feasible combinations of the contacts' modes, each with its cone of external wrenches.
//
// From rest M a = Σ J^T c + w (h = 0). A combination constrains a and c separately, so its cone is
// M {a} − J^T {c}, in the span form and the face form of Berard, Egan, Trinkle, eqs. 14 and 15. A combination
// is feasible if its strict conditions on a have a solution. The forces never prevent that, because w is
// free. Everything is decided in exact arithmetic. A scene is refused if rounding in the file could change a
// decision: two rows agree, or a wrench lies on a face, within 1e-9 but not exactly.
#pragma once

#include <string>

#include "tools/footing/modes/drawing/contact_letters.hpp"
#include "tools/footing/modes/exact/polyhedral_cone.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

inline constexpr std::size_t kMostPartialModes = 20000;  // combinations of the first contacts, all counted
inline constexpr std::size_t kMostModes = 1000;          // feasible combinations

struct Mode {
  std::vector<std::string> letters;  // by contact
  PolyhedralCone cone;
  // The cone in doubles; lines and equalities are opposite pairs. Generators have Σ (weight_k g_k)² = 1 and
  // faces Σ (f_k / weight_k)² = 1 with the scene's length_weight.
  DoubleRows generators;
  DoubleRows faces;
  std::vector<std::size_t> overlaps;  // other modes whose relative interior meets this one's, ascending

  std::string name() const;
};

// Rounding in the file could change a decision.
class DegenerateScene : public ProblemError {
 public:
  using ProblemError::ProblemError;
};

// The order is that of the letters: s, n, l, r (or d1…dk, e1…ek), or s, a, o; the last contact's letter changes
// first. `directions` is k. Throws ProblemError if there are too many combinations, and DegenerateScene.
std::vector<Mode> ListModes(const ModesScene& scene, int directions);

}  // namespace footing::tools

#include "tools/footing/modes/mode_list.hpp"

#include <cmath>

#include "tools/footing/modes/exact/overlap.hpp"
#include "tools/footing/modes/exact/strict_system.hpp"

namespace footing::tools {

namespace {

using Combination = std::vector<const ContactLetter*>;

std::string NameOf(const Combination& combination) {
  std::string name;
  for (const ContactLetter* letter : combination) name += letter->name;
  return name;
}

[[noreturn]] void RefuseNear(const Combination& combination, const std::string& why) {
  std::string contacts;
  for (std::size_t i = 0; i < combination.size(); ++i)
    contacts.append(i == 0 ? "" : ", ").append(std::to_string(i));
  throw DegenerateScene("contacts " + contacts + " as " + NameOf(combination) +
                        ": degenerate within rounding, " + why);
}

// The conditions on the acceleration.
StrictSystem MotionOf(const Combination& combination) {
  StrictSystem system;
  for (const ContactLetter* letter : combination) {
    Append(letter->equalities, &system.equalities);
    Append(letter->strict, &system.strict);
  }
  return system;
}

// Stores the closure of the motions in `accelerations`.
bool IsFeasible(const Combination& combination, const ExactVector& scale, Span* accelerations) {
  Decision decision = Decide(MotionOf(combination), scale);
  if (decision.solvable == Solvable::kNear)
    RefuseNear(combination, "its motion hangs on digits beyond the ninth");
  *accelerations = std::move(decision.closure);
  return decision.solvable == Solvable::kYes;
}

struct Feasible {
  Combination combination;
  Span accelerations;
};

// Adds one contact after another. An infeasible combination of the first contacts is not continued.
std::vector<Feasible> FeasibleCombinations(const ModesScene& scene,
                                           const std::vector<std::vector<ContactLetter>>& letters) {
  std::vector<Feasible> known(1);
  std::size_t tried = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    std::vector<Feasible> longer;
    for (const Feasible& first : known) {
      for (const ContactLetter& letter : letters[i]) {
        if (++tried > kMostPartialModes) {
          throw ProblemError("contacts: more than " + std::to_string(kMostPartialModes) +
                             " combinations of modes to try, at contact " + std::to_string(i) + " of " +
                             std::to_string(letters.size()));
        }
        Feasible next{first.combination, {}};
        next.combination.push_back(&letter);
        if (!IsFeasible(next.combination, scene.mass_scale, &next.accelerations)) continue;
        longer.push_back(std::move(next));
        // Another contact never makes the list shorter: every motion fits one of its letters.
        if (longer.size() > kMostModes) {
          throw ProblemError("contacts: more than " + std::to_string(kMostModes) +
                             " feasible modes of the first " + std::to_string(i + 1));
        }
      }
    }
    known = std::move(longer);
  }
  return known;
}

// A gap that keeps its speed is a mode of its own only where contacts tie it. Elsewhere it is the border of s and
// a, whose closed cones hold its wrenches.
bool TiesItsGaps(const Combination& combination, const ExactVector& scale) {
  StrictSystem tied;
  for (const ContactLetter* letter : combination) {
    if (!letter->gap_stays) Append(letter->equalities, &tied.equalities);
  }
  for (const ContactLetter* letter : combination) {
    if (!letter->gap_stays) continue;
    tied.strict = letter->equalities;
    if (Decide(tied, scale).solvable != Solvable::kNo) return false;
  }
  return true;
}

ExactRows WrenchesOf(const ExactRows& M, const ExactRows& accelerations) {
  ExactRows wrenches;
  for (const ExactVector& a : accelerations) {
    ExactVector wrench;
    for (const ExactVector& row : M) wrench.push_back(Dot(row, a));
    wrenches.push_back(std::move(wrench));
  }
  return wrenches;
}

// No generator may be nearly on a face: the cone's faces would depend on rounding.
void CheckIncidence(const Combination& combination, const PolyhedralCone& cone, const ExactRows& rays,
                    const ExactVector& mass_scale) {
  const DoubleVector scale = ToDoubles(mass_scale);
  const DoubleRows faces = ScaledUnits(cone.faces, Inverse(scale));
  const DoubleRows wrenches = ScaledUnits(rays, scale);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    for (std::size_t j = 0; j < wrenches.size(); ++j) {
      if (std::abs(Dot(faces[i], wrenches[j])) < kNear && Dot(cone.faces[i], rays[j]) != 0) {
        RefuseNear(combination, "a generator of its cone is all but on a face");
      }
    }
  }
}

// Nearly dependent generators or faces are refused: as doubles they would not span the exact space.
void CheckRank(const Combination& combination, const PolyhedralCone& cone, const ExactVector& mass_scale) {
  ExactRows generators = cone.rays;
  Append(cone.lines, &generators);
  ExactRows faces = cone.faces;
  Append(cone.equalities, &faces);
  if (NearlyDependent(generators, mass_scale) || NearlyDependent(faces, Inverse(mass_scale))) {
    RefuseNear(combination, "generators or faces of its cone are all but dependent");
  }
}

PolyhedralCone ConeOf(const ModesScene& scene, const Combination& combination, const Span& accelerations,
                      const ExactVector& metric) {
  if (NearlyDependent(MotionOf(combination).equalities, scene.mass_scale)) {
    RefuseNear(combination, "the rows that it holds at zero are all but dependent");
  }
  ExactRows forces;
  for (const ContactLetter* letter : combination) {
    for (const ExactVector& force : letter->forces) forces.push_back(Negative(force));
  }
  ExactRows rays = WrenchesOf(scene.M, accelerations.rays);
  Append(forces, &rays);
  PolyhedralCone cone = ConeOfSpan(rays, WrenchesOf(scene.M, accelerations.lines), metric);
  PreferRays(forces, &cone);
  CheckIncidence(combination, cone, rays, scene.mass_scale);
  CheckRank(combination, cone, scene.mass_scale);
  return cone;
}

DoubleRows Normalized(const ExactRows& one_sided, const ExactRows& two_sided, const DoubleVector& weight) {
  DoubleRows rows;
  for (const ExactVector& row : one_sided) rows.push_back(UnitDoubles(row, weight));
  for (const ExactVector& row : two_sided) {
    rows.push_back(UnitDoubles(row, weight));
    rows.push_back(rows.back());
    for (double& entry : rows.back()) entry = entry == 0 ? 0 : -entry;
  }
  return rows;
}

}  // namespace

std::string Mode::name() const {
  std::string name;
  for (const std::string& letter : letters) name += letter;
  return name;
}

std::vector<Mode> ListModes(const ModesScene& scene, int directions) {
  const ExactRows even = EvenDirections(directions);
  std::vector<std::vector<ContactLetter>> letters;
  for (const SceneContact& contact : scene.contacts) letters.push_back(LettersOf(contact, even));

  ExactVector metric;
  const DoubleVector inverse_weight = Inverse(scene.length_weight);
  for (const double weight : scene.length_weight) {
    const Exact exact = SimplestFraction(weight, 0);
    metric.push_back(exact * exact);
  }
  std::vector<Mode> modes;
  for (const auto& [combination, accelerations] : FeasibleCombinations(scene, letters)) {
    if (!TiesItsGaps(combination, scene.mass_scale)) continue;
    Mode& mode = modes.emplace_back();
    for (const ContactLetter* letter : combination) mode.letters.push_back(letter->name);
    mode.cone = ConeOf(scene, combination, accelerations, metric);
    mode.generators = Normalized(mode.cone.rays, mode.cone.lines, scene.length_weight);
    mode.faces = Normalized(mode.cone.faces, mode.cone.equalities, inverse_weight);
  }
  FindOverlaps(scene.mass_scale, &modes);
  return modes;
}

}  // namespace footing::tools

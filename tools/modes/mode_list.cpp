#include "tools/modes/mode_list.hpp"

#include <cmath>

#include "tools/modes/overlap.hpp"
#include "tools/modes/strict_system.hpp"

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

void Append(const RationalRows& rows, RationalRows* to) { to->insert(to->end(), rows.begin(), rows.end()); }

// The conditions on the acceleration; those on the nearest direction as weak ones.
StrictSystem MotionOf(const Combination& combination) {
  StrictSystem system;
  for (const ContactLetter* letter : combination) {
    Append(letter->equalities, &system.equalities);
    Append(letter->strict, &system.strict);
    Append(letter->nearest, &system.weak);
  }
  return system;
}

// With every contact's letter known, a direction is strictly the most opposed one, unless the equalities tie
// it.
StrictSystem WithoutTies(const StrictSystem& system) {
  StrictSystem result{system.equalities, {}, system.strict};
  const RationalRows basis = EchelonBasis(system.equalities);
  for (const RationalVector& row : system.weak) {
    if (!InSpan(basis, row)) result.strict.push_back(row);
  }
  return result;
}

bool IsFeasible(const Combination& combination, const StrictSystem& motion, const RationalVector& scale) {
  const Solvable answer = Decide(motion, scale);
  if (answer == Solvable::kNear) RefuseNear(combination, "its motion hangs on digits beyond the ninth");
  return answer == Solvable::kYes;
}

// Contact by contact; what the first contacts cannot do is not continued.
std::vector<Combination> FeasibleCombinations(const ModesScene& scene,
                                              const std::vector<std::vector<ContactLetter>>& letters) {
  std::vector<Combination> known = {{}};
  std::size_t tried = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    std::vector<Combination> longer;
    for (const Combination& first : known) {
      for (const ContactLetter& letter : letters[i]) {
        if (++tried > kMostPartialModes) {
          throw ProblemError("contacts: more than " + std::to_string(kMostPartialModes) +
                             " combinations of modes to try, at contact " + std::to_string(i) + " of " +
                             std::to_string(letters.size()));
        }
        Combination combination = first;
        combination.push_back(&letter);
        StrictSystem motion = MotionOf(combination);
        if (i + 1 == letters.size()) motion = WithoutTies(motion);
        if (!IsFeasible(combination, motion, scene.mass_scale)) continue;
        longer.push_back(std::move(combination));
        // Another contact never makes them fewer: every motion is one of its letters.
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

RationalRows WrenchesOf(const RationalRows& M, const RationalRows& accelerations) {
  RationalRows wrenches;
  for (const RationalVector& a : accelerations) {
    RationalVector wrench;
    for (const RationalVector& row : M) wrench.push_back(Dot(row, a));
    wrenches.push_back(std::move(wrench));
  }
  return wrenches;
}

// No generator may be nearly on a face: the cone's faces would hang on rounding.
void CheckIncidence(const Combination& combination, const PolyhedralCone& cone, const RationalRows& rays,
                    const RationalVector& mass_scale) {
  std::vector<double> of_wrench;
  std::vector<double> of_face;
  for (const Rational& scale : mass_scale) {
    of_wrench.push_back(scale.get_d());
    of_face.push_back(1 / scale.get_d());
  }
  const auto unit_rows = [](const RationalRows& rows, const std::vector<double>& weight) {
    std::vector<std::vector<double>> unit;
    for (const RationalVector& row : rows) unit.push_back(UnitDoubles(row, weight));
    return unit;
  };
  const auto faces = unit_rows(cone.faces, of_face);
  const auto wrenches = unit_rows(rays, of_wrench);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    for (std::size_t j = 0; j < wrenches.size(); ++j) {
      if (std::abs(Dot(faces[i], wrenches[j])) < kNear && Dot(cone.faces[i], rays[j]) != 0) {
        RefuseNear(combination, "a generator of its cone is all but on a face");
      }
    }
  }
}

// Doubles that all but lie in fewer dimensions than what they stand for would not span it.
void CheckRank(const Combination& combination, const PolyhedralCone& cone, const RationalVector& mass_scale) {
  RationalVector inverse;
  for (const Rational& scale : mass_scale) inverse.push_back(1 / scale);
  RationalRows generators = cone.rays;
  Append(cone.lines, &generators);
  RationalRows faces = cone.faces;
  Append(cone.equalities, &faces);
  if (NearlyDependent(generators, mass_scale) || NearlyDependent(faces, inverse)) {
    RefuseNear(combination, "generators or faces of its cone are all but dependent");
  }
}

PolyhedralCone ConeOf(const ModesScene& scene, const Combination& combination, const RationalVector& metric) {
  StrictSystem motion = MotionOf(combination);
  if (NearlyDependent(motion.equalities, scene.mass_scale)) {
    RefuseNear(combination, "the rows that it holds at zero are all but dependent");
  }
  RationalRows bounds;
  for (const RationalRows* rows : {&motion.strict, &motion.weak}) {
    for (RationalVector row : *rows) {
      for (Rational& entry : row) entry = -entry;
      bounds.push_back(std::move(row));
    }
  }
  const Span accelerations = SpanOfFaces(bounds, motion.equalities, scene.dof());
  RationalRows forces;
  for (const ContactLetter* letter : combination) {
    for (RationalVector force : letter->forces) {
      for (Rational& entry : force) entry = -entry;
      forces.push_back(std::move(force));
    }
  }
  RationalRows rays = WrenchesOf(scene.M, accelerations.rays);
  Append(forces, &rays);
  PolyhedralCone cone = ConeOfSpan(rays, WrenchesOf(scene.M, accelerations.lines), metric);
  PreferRays(forces, &cone);
  CheckIncidence(combination, cone, rays, scene.mass_scale);
  CheckRank(combination, cone, scene.mass_scale);
  return cone;
}

std::vector<std::vector<double>> Normalized(const RationalRows& one_sided, const RationalRows& two_sided,
                                            const std::vector<double>& weight) {
  std::vector<std::vector<double>> rows;
  for (const RationalVector& row : one_sided) rows.push_back(UnitDoubles(row, weight));
  for (const RationalVector& row : two_sided) {
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
  const RationalRows even = EvenDirections(directions);
  std::vector<std::vector<ContactLetter>> letters;
  for (const SceneContact& contact : scene.contacts) letters.push_back(LettersOf(contact, even));

  RationalVector metric;
  std::vector<double> inverse_weight;
  for (const double weight : scene.length_weight) {
    metric.emplace_back(Rational(weight) * Rational(weight));
    inverse_weight.push_back(1 / weight);
  }
  std::vector<Mode> modes;
  for (const Combination& combination : FeasibleCombinations(scene, letters)) {
    Mode& mode = modes.emplace_back();
    for (const ContactLetter* letter : combination) mode.letters.push_back(letter->name);
    mode.cone = ConeOf(scene, combination, metric);
    mode.generators = Normalized(mode.cone.rays, mode.cone.lines, scene.length_weight);
    mode.faces = Normalized(mode.cone.faces, mode.cone.equalities, inverse_weight);
  }
  FindOverlaps(scene.mass_scale, &modes);
  return modes;
}

}  // namespace footing::tools

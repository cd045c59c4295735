#include "tools/footing/modes/drawing/contact_letters.hpp"

#include <numeric>
#include <utility>

namespace footing::tools {

namespace {

// The row of the tangents along a direction in their plane.
ExactVector Along(const SceneContact& contact, const ExactVector& direction) {
  ExactVector row(contact.normal.size(), 0);
  for (std::size_t t = 0; t < contact.tangents.size(); ++t) row = Sum(row, direction[t], contact.tangents[t]);
  return row;
}

ExactVector EdgeForce(const SceneContact& contact, const Exact& friction, const ExactVector& direction) {
  return Sum(contact.normal, friction, Along(contact, direction));
}

// Directions of the friction force. In the plane: first −t, which belongs to sliding left, then t.
ExactRows ForceDirections(const SceneContact& contact, const ExactRows& directions) {
  if (contact.tangents.empty()) return {};
  if (contact.tangents.size() == 1) return {{-1}, {1}};
  return directions;
}

std::string Numbered(char letter, std::size_t j) { return letter + std::to_string(j + 1); }

std::string SlideName(const SceneContact& contact, std::size_t j) {
  if (contact.tangents.size() == 1) return j == 0 ? "l" : "r";
  return Numbered('d', j);
}

// The row that is above zero where d_j is more opposed to a_t than d_i.
ExactVector MoreOpposed(const SceneContact& contact, const ExactVector& d_j, const ExactVector& d_i) {
  return Along(contact, Sum(d_i, -1, d_j));
}

ContactLetter Sliding(const SceneContact& contact, const ExactRows& directions, std::size_t j) {
  ContactLetter letter;
  letter.name = SlideName(contact, j);
  letter.equalities = {contact.normal};
  letter.strict = {Negative(Along(contact, directions[j]))};
  if (const std::size_t k = directions.size(); k > 2) {
    for (const std::size_t i : {(j + 1) % k, (j + k - 1) % k})
      letter.strict.push_back(MoreOpposed(contact, directions[j], directions[i]));
  }
  letter.forces = {EdgeForce(contact, contact.kinetic_friction, directions[j])};
  return letter;
}

// a_t is opposed to d_j and to the next direction equally. So it is opposed to all others less.
ContactLetter SlidingBetween(const SceneContact& contact, const ExactRows& directions, std::size_t j) {
  const ExactVector& first = directions[j];
  const ExactVector& second = directions[(j + 1) % directions.size()];
  ContactLetter letter;
  letter.name = Numbered('e', j);
  letter.equalities = {contact.normal, MoreOpposed(contact, first, second)};
  letter.strict = {Negative(Along(contact, first))};
  for (const ExactVector& direction : {first, second})
    letter.forces.push_back(EdgeForce(contact, contact.kinetic_friction, direction));
  return letter;
}

// Eq. 30: each tangent has a bound of its own. `sign` of a_t along t1 and t2; 0: rolls along that axis, with
// any force within its bound.
ContactLetter SlidingByAxes(const SceneContact& contact, int first, int second) {
  ContactLetter letter;
  letter.name = "q";
  letter.equalities = {contact.normal};
  letter.forces = {contact.normal};
  for (std::size_t t = 0; t < 2; ++t) {
    const int sign = t == 0 ? first : second;
    const ExactVector& tangent = contact.tangents[t];
    letter.name += sign > 0 ? '+' : sign < 0 ? '-' : '0';
    if (sign == 0) {
      letter.equalities.push_back(tangent);
    } else {
      letter.strict.push_back(sign > 0 ? tangent : Negative(tangent));
    }
    ExactRows corners;
    for (const ExactVector& force : letter.forces) {
      const Exact& friction = contact.kinetic_friction;
      if (sign >= 0) corners.push_back(Sum(force, -friction, tangent));
      if (sign <= 0) corners.push_back(Sum(force, friction, tangent));
    }
    letter.forces = corners;
  }
  return letter;
}

ContactLetter Rolling(const SceneContact& contact, const ExactRows& directions) {
  ContactLetter letter;
  letter.name = "n";
  letter.equalities = contact.tangents;
  letter.equalities.push_back(contact.normal);
  for (const ExactVector& direction : directions) {
    letter.forces.push_back(EdgeForce(contact, contact.friction, direction));
  }
  if (directions.empty()) letter.forces = {contact.normal};
  return letter;
}

// The letter of a contact that keeps sliding. Its force is along the unit vector against the slip, and its
// name is that of the nearest direction. If the two agree, the exact direction is used.
ContactLetter KeepsSliding(const SceneContact& contact, const ExactRows& directions) {
  const ExactVector against = Negative(contact.slip);
  if (directions.empty()) {
    ContactLetter letter;
    letter.name = "m";
    letter.equalities = {contact.normal};
    const ExactVector unit = ReadRow(UnitDoubles(against, DoubleVector(against.size(), 1.0)));
    letter.forces = {EdgeForce(contact, contact.kinetic_friction, unit)};
    return letter;
  }
  std::size_t nearest = 0;
  for (std::size_t j = 1; j < directions.size(); ++j) {
    if (Dot(directions[j], against) > Dot(directions[nearest], against)) nearest = j;
  }
  const ExactVector& direction = directions[nearest];
  const bool same = IsZero(Sum(against, -Dot(direction, against), direction));
  const ExactVector unit =
      same ? direction : ReadRow(UnitDoubles(against, DoubleVector(against.size(), 1.0)));
  ContactLetter letter;
  letter.name = SlideName(contact, nearest);
  letter.equalities = {contact.normal};
  letter.forces = {EdgeForce(contact, contact.kinetic_friction, unit)};
  return letter;
}

}  // namespace

ExactRows EvenDirections(int count) {
  if (count == 0) return {};
  const int parts = std::lcm(4, count);
  const ExactVector cosines = CosinesOfCircle(parts);
  ExactRows directions;
  for (int j = 0; j < count; ++j) {
    const int at = j * (parts / count);
    const int sine = (at + 3 * (parts / 4)) % parts;  // sin φ = cos(φ − π / 2)
    directions.push_back({cosines[static_cast<std::size_t>(at)], cosines[static_cast<std::size_t>(sine)]});
  }
  return directions;
}

std::vector<ContactLetter> LettersOf(const SceneContact& contact, const ExactRows& even_directions) {
  ContactLetter separates;
  separates.name = "s";
  separates.strict = {contact.normal};
  if (contact.state == ContactState::kOpen) {
    ContactLetter approaches;
    approaches.name = "a";
    approaches.strict = {Negative(contact.normal)};
    ContactLetter stays;
    stays.name = "o";
    stays.equalities = {contact.normal};
    stays.gap_stays = true;
    return {separates, approaches, stays};
  }
  const ExactRows directions = ForceDirections(contact, even_directions);
  if (contact.state == ContactState::kSliding) return {separates, KeepsSliding(contact, directions)};
  if (contact.tangents.size() == 2 && directions.empty()) {
    // The roll's force: the four corners of n ± μ t1 ± μ t2.
    ContactLetter rolls = Rolling(contact, {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}});
    std::vector<ContactLetter> letters = {separates, rolls};
    for (const auto& [first, second] :
         {std::pair{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}})
      letters.push_back(SlidingByAxes(contact, first, second));
    return letters;
  }
  std::vector<ContactLetter> letters = {separates, Rolling(contact, directions)};
  for (std::size_t j = 0; j < directions.size(); ++j) letters.push_back(Sliding(contact, directions, j));
  if (directions.size() > 2) {
    for (std::size_t j = 0; j < directions.size(); ++j)
      letters.push_back(SlidingBetween(contact, directions, j));
  }
  return letters;
}

}  // namespace footing::tools

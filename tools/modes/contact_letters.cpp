#include "tools/modes/contact_letters.hpp"

#include <cmath>
#include <numbers>

namespace footing::tools {

namespace {

RationalVector Negative(RationalVector row) {
  for (Rational& entry : row) entry = -entry;
  return row;
}

// cos(2π part / whole); the eighths of the circle share their numbers.
Rational Cosine(int part, int whole) {
  part %= whole;
  if (2 * part > whole) part = whole - part;
  const bool beyond = 4 * part > whole;
  if (beyond) {
    part = whole - 2 * part;
    whole *= 2;
  }
  const double turn = 2 * std::numbers::pi / whole;
  const double value = 8 * part > whole ? std::sin(turn * (0.25 * whole - part)) : std::cos(turn * part);
  return SimplestFraction(beyond ? -value : value, 0x1p-51);
}

// The tangents' rows along a direction in their plane.
RationalVector Along(const SceneContact& contact, const RationalVector& direction) {
  RationalVector row(contact.normal.size(), 0);
  for (std::size_t t = 0; t < contact.tangents.size(); ++t) row = Sum(row, direction[t], contact.tangents[t]);
  return row;
}

RationalVector EdgeForce(const SceneContact& contact, const Rational& friction,
                         const RationalVector& direction) {
  return Sum(contact.normal, friction, Along(contact, direction));
}

// Directions of the friction force; in the plane −t, which is sliding left, then t.
RationalRows ForceDirections(const SceneContact& contact, const RationalRows& directions) {
  if (contact.tangents.empty()) return {};
  if (contact.tangents.size() == 1) return {{-1}, {1}};
  return directions;
}

std::string SlideName(const SceneContact& contact, std::size_t j) {
  if (contact.tangents.size() == 1) return j == 0 ? "l" : "r";
  std::string name = "d";
  return name += std::to_string(j + 1);
}

ContactLetter Sliding(const SceneContact& contact, const RationalRows& directions, std::size_t j) {
  ContactLetter letter;
  letter.name = SlideName(contact, j);
  letter.equalities = {contact.normal};
  letter.strict = {Negative(Along(contact, directions[j]))};
  for (std::size_t i = 0; i < directions.size() && directions.size() > 2; ++i) {
    if (i != j) letter.nearest.push_back(Along(contact, Sum(directions[i], -1, directions[j])));
  }
  letter.forces = {EdgeForce(contact, contact.kinetic_friction, directions[j])};
  return letter;
}

ContactLetter Rolling(const SceneContact& contact, const RationalRows& directions) {
  ContactLetter letter;
  letter.name = "n";
  letter.equalities = contact.tangents;
  letter.equalities.push_back(contact.normal);
  for (const RationalVector& direction : directions) {
    letter.forces.push_back(EdgeForce(contact, contact.friction, direction));
  }
  if (directions.empty()) letter.forces = {contact.normal};
  return letter;
}

// The unit vector against the slip, and the letter of the direction next to it.
ContactLetter KeepsSliding(const SceneContact& contact, const RationalRows& directions) {
  RationalVector against = Negative(contact.slip);
  const std::vector<double> unit = UnitDoubles(against, std::vector<double>(against.size(), 1.0));
  std::size_t nearest = 0;
  for (std::size_t j = 1; j < directions.size(); ++j) {
    if (Dot(directions[j], against) > Dot(directions[nearest], against)) nearest = j;
  }
  ContactLetter letter;
  letter.name = SlideName(contact, nearest);
  letter.equalities = {contact.normal};
  letter.forces = {EdgeForce(contact, contact.kinetic_friction, ReadRow(unit))};
  return letter;
}

}  // namespace

RationalRows EvenDirections(int count) {
  RationalRows directions;
  for (int j = 0; j < count; ++j) {
    // sin(2π j / k) = cos(2π (1/4 − j / k))
    directions.push_back({Cosine(j, count), Cosine((5 * count - 4 * j), 4 * count)});
  }
  return directions;
}

std::vector<ContactLetter> LettersOf(const SceneContact& contact, const RationalRows& even_directions) {
  ContactLetter separates;
  separates.name = "s";
  separates.strict = {contact.normal};
  if (contact.state == ContactState::kOpen) {
    ContactLetter approaches;
    approaches.name = "a";
    approaches.strict = {Negative(contact.normal)};
    return {separates, approaches};
  }
  const RationalRows directions = ForceDirections(contact, even_directions);
  if (contact.state == ContactState::kSliding) return {separates, KeepsSliding(contact, directions)};
  std::vector<ContactLetter> letters = {separates, Rolling(contact, directions)};
  for (std::size_t j = 0; j < directions.size(); ++j) letters.push_back(Sliding(contact, directions, j));
  return letters;
}

}  // namespace footing::tools

// The modes that one contact can have, tables I and II of Berard, Egan, Trinkle and section VI-B in space:
//
//   s       a_n > 0, no force                        separates
//   n       a_n = 0, a_t = 0, force in the cone μ    rolls (sticks); without tangents: stays
//   l, r    a_n = 0, a_t > 0 or < 0, c_t = ∓ μ c_n   slides
//   d1…dk   a_n = 0, force along n + μ d_j, where d_j alone is the direction most opposed to a_t
//   e1…ek   a_n = 0, force between n + μ d_j and n + μ d_j+1, both opposed to a_t equally (e_k: d_k, d_1)
//   q±±     a_n = 0, a_t in that quadrant            slides, eq. 30: c_t = −μ along each axis by its own
//   sign;
//           q+0, q-0, q0+, q0- roll along one axis, and slide along the other
//   a       a_n < 0, no force                        approaches, from an open gap
//   o       a_n = 0, no force                        an open gap that keeps its speed
//
// Of the letters of a contact at rest, every motion that keeps it or separates it has exactly one. The paper
// calls e1…ek degenerate. But the edge of forces makes up for the plane of motions, so their cones have full
// dimension.
//
// Departures: a sliding letter uses the file's mu_kinetic. A contact that already slides keeps its direction:
// it has s and one sliding letter. The force of this letter opposes the slip itself, not the nearest d_j.
#pragma once

#include <string>

#include "tools/footing/modes/contacts/modes_scene.hpp"

namespace footing::tools {

// Rows act on the acceleration of the m coordinates; forces are the rays J^T c of the contact force.
struct ContactLetter {
  std::string name;
  ExactRows equalities;  // r · a = 0
  ExactRows strict;      // r · a > 0
  ExactRows forces;
  bool gap_stays = false;  // the letter o
};

// k directions, 3 or more, evenly spaced from the first tangent toward the second. 0: none, which stands for
// the pyramid of two axes (section VI-A).
ExactRows EvenDirections(int count);

std::vector<ContactLetter> LettersOf(const SceneContact& contact, const ExactRows& directions);

}  // namespace footing::tools

// A contact problem in the form that the modes' cones need: exact numbers, and what the wrench acts on.
// docs/reference/modes.md describes the file.
#pragma once

#include <string>

#include "tools/footing/modes/exact/exact_rows.hpp"

namespace footing::tools {

inline constexpr int kLargestSceneDof = 24;
inline constexpr int kLargestSceneContacts = 12;

enum class ContactState { kRest, kSliding, kOpen };

struct SceneContact {
  ContactState state = ContactState::kRest;
  ExactVector normal;  // a row of the contact Jacobian
  ExactRows tangents;  // none, one or two rows
  Exact friction = 0;
  Exact kinetic_friction = 0;
  ExactVector slip;  // of a sliding contact: its velocities along the tangents, not all zero

  const Exact& acting_friction() const {
    return state == ContactState::kSliding ? kinetic_friction : friction;
  }
};

// Only for the drawing: a circle or a polygon, of the part or of a fixed body.
struct DrawnShape {
  bool fixed = false;
  double x = 0, y = 0, radius = 0;  // of a circle [m]
  DoubleRows points;                // of a polygon [m]
};

struct ModesScene {
  ExactRows M;  // symmetric, positive definite
  std::vector<SceneContact> contacts;
  std::string body, point, frame;    // where the wrench acts; empty: the file's coordinates
  double length = 1;                 // m; a moment τ counts as the force τ / length
  std::vector<std::size_t> moments;  // coordinates of w that are moments
  std::vector<DrawnShape> shapes;
  DoubleVector length_weight;      // of w's coordinates: 1, or 1 / length for moments
  ExactVector mass_scale;          // about 1 / √M_kk, powers of two: makes accelerations comparable
  std::vector<std::string> notes;  // on fields that look misspelt, a line each

  std::size_t dof() const { return M.size(); }
};

// Sets M and mass_scale. An entry is the mean of both triangles, each read within `tolerance`, relative. One
// up to `tolerance` √(M_ii M_jj) becomes zero.
void SetMass(const DoubleRows& rows, double tolerance, ModesScene* scene);

// Throws ProblemError, whose text does not name a file.
ModesScene ParseModesScene(const std::string& text);

}  // namespace footing::tools

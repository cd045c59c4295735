// Seeded contact problems of many families, in long double. (seed, family, index) always gives the same
// problem. Biases are gaps, never negative, and free velocities are those of bodies: a solution exists.
#pragma once

#include "tests/research/budget/drawn_contacts.hpp"

namespace footing::budget {

enum class Family {
  kBodies,         // 1 to 3 bodies on 1 to 4 contacts
  kManyContacts,   // the same on 5 to 8
  kMassRatio,      // 2 or 3 bodies, masses to 1e6 apart, 1 to 8 contacts
  kRankDeficient,  // one body on 3 to 8 contacts, some of them copies
  kWedge,          // a body between planes that lean together
  kHighFriction,   // as kBodies with 1 to 8 contacts, μ to 10
  kBoxAtRest,      // a box on four corners, at rest, pushed
  kSlidingBody,    // a body that slides on four coplanar feet
};
inline constexpr int kFamilies = 8;

constexpr const char* Name(Family family) {
  switch (family) {
    case Family::kBodies: return "bodies, 1 to 4 contacts";
    case Family::kManyContacts: return "bodies, 5 to 8 contacts";
    case Family::kMassRatio: return "mass ratios to 1e6";
    case Family::kRankDeficient: return "rank-deficient";
    case Family::kWedge: return "wedges";
    case Family::kHighFriction: return "μ to 10";
    case Family::kBoxAtRest: return "box at rest";
    case Family::kSlidingBody: return "body sliding on four feet";
  }
  return "?";
}

namespace families_internal {

inline Triple RandomTriple(double size, Random& random) {
  Triple a{};
  for (Wide& x : a) x = Wide(random.Uniform(-size, size));
  return a;
}

inline Triple RandomNormal(double most_tilt, Random& random) {
  const Wide tilt = Wide(random.Uniform(0, most_tilt)), turn = Wide(random.Uniform(-3.14, 3.14));
  return {std::sin(tilt) * std::cos(turn), std::sin(tilt) * std::sin(turn), std::cos(tilt)};
}

inline Triple RandomPoint(const DrawnBody& body, Random& random) {
  Triple p{};
  for (unsigned k = 0; k < 3; ++k) p[k] = body.half[k] * Wide(random.Uniform(-1, 1));
  return p;
}

inline double RandomMu(double most, Random& random) {
  const double mu = random.Uniform(-0.1 * most, most);
  return mu < 0 ? 0 : mu;
}

inline void DrawGaps(double share, Random& random, DrawnContacts* drawn) {
  const bool open = Chance(share, random);
  for (int c = 0; c < drawn->contacts; ++c) {
    const bool opens = open && Chance(0.4, random);
    drawn->bias[DrawnContacts::Index(c)] = opens ? UniformInLogarithm(1e-6, 2e-3, random) / drawn->dt : 0;
  }
}

inline void DrawBodies(int bodies, int contacts, double ratio, double most_mu, Random& random,
                       DrawnContacts* drawn) {
  std::array<DrawnBody, 3> body;
  const double mass = UniformInLogarithm(0.2, 20, random);
  for (int b = 0; b < bodies; ++b) {
    auto& at = body[static_cast<unsigned>(b)];
    at = DrawBody(b == 0 ? mass : mass * UniformInLogarithm(1 / ratio, 1, random), random);
    const double speed = Chance(0.3, random) ? 1e-3 : 1;
    Triple velocity = RandomTriple(speed, random);
    velocity[2] -= Wide(9.81) * Wide(drawn->dt) + Wide(Chance(0.5, random) ? 0 : random.Uniform(0, 1));
    SetMotion(at, b, velocity, RandomTriple(2 * speed, random), drawn);
  }
  drawn->contacts = contacts;
  for (int c = 0; c < contacts; ++c) {
    const int b = c < bodies ? c : random.Integer(bodies);
    const int other = bodies > 1 && Chance(0.5, random) ? (b + 1) % bodies : -1;
    const auto frame = FrameAbout(RandomNormal(0.8, random), random.Uniform(-3, 3));
    const auto& at = body[static_cast<unsigned>(b)];
    AttachBody(at, b, 1, RandomPoint(at, random), frame, c, drawn);
    if (other >= 0) {
      const auto& below = body[static_cast<unsigned>(other)];
      AttachBody(below, other, -1, RandomPoint(below, random), frame, c, drawn);
    }
    drawn->mu[DrawnContacts::Index(c)] = RandomMu(most_mu, random);
  }
  DrawGaps(0.2, random, drawn);
}

inline void DrawRankDeficient(Random& random, DrawnContacts* drawn) {
  DrawBodies(1, 3 + random.Integer(6), 1, 1.2, random, drawn);
  for (int c = 1; c < drawn->contacts; ++c) {
    if (!Chance(0.3, random)) continue;
    const int from = random.Integer(c);
    for (int k = 0; k < 3; ++k) drawn->common.row(3 * c + k) = drawn->common.row(3 * from + k);
    drawn->mu[DrawnContacts::Index(c)] = drawn->mu[DrawnContacts::Index(from)];
    drawn->bias[DrawnContacts::Index(c)] = drawn->bias[DrawnContacts::Index(from)];
  }
}

inline void DrawWedge(Random& random, DrawnContacts* drawn) {
  const DrawnBody body = DrawBody(UniformInLogarithm(0.2, 20, random), random);
  Triple velocity = RandomTriple(0.3, random);
  velocity[2] -= Wide(random.Uniform(0, 1));
  SetMotion(body, 0, velocity, RandomTriple(1, random), drawn);
  drawn->contacts = 2 + random.Integer(5);
  const Wide lean = Wide(random.Uniform(0.5, 1.5)), other = Wide(random.Uniform(0.5, 1.5));
  const double mu = RandomMu(1.2, random);
  for (int c = 0; c < drawn->contacts; ++c) {
    const bool left = c % 2 == 0;
    const Triple normal{left ? std::sin(lean) : -std::sin(other), 0, std::cos(left ? lean : other)};
    Triple point = RandomPoint(body, random);
    point[0] = left ? -body.half[0] : body.half[0];
    AttachBody(body, 0, 1, point, FrameAbout(normal, random.Uniform(-3, 3)), c, drawn);
    drawn->mu[DrawnContacts::Index(c)] = mu;
  }
  DrawGaps(0.1, random, drawn);
}

// Four feet in one plane, with tangents turned at random or all alike.
inline void DrawOnFourFeet(bool slides, Random& random, DrawnContacts* drawn) {
  DrawnBody body = DrawBody(UniformInLogarithm(0.5, 50, random), random);
  const bool any = slides && Chance(0.7, random);  // feet anywhere in the plane, below a body of any height
  if (any) {
    body.half[2] = Wide(random.Uniform(0.05, 0.5));
    for (Wide& x : body.inertia) x = body.mass * Wide(UniformInLogarithm(0.003, 0.1, random));
  }
  const double mu = slides ? random.Uniform(0.05, 0.9) : random.Uniform(0.2, 1);
  Triple velocity{}, spin{};
  if (slides) {
    const double speed = UniformInLogarithm(0.05, 3, random), turn = random.Uniform(-3.14, 3.14);
    velocity = {Wide(speed * std::cos(turn)), Wide(speed * std::sin(turn)), 0};
    spin = {0, 0, Wide(Chance(0.5, random) ? random.Uniform(-8, 8) : 0)};
    if (Chance(0.6, random)) {  // it also lands or tips
      spin = RandomTriple(UniformInLogarithm(0.01, 3, random), random);
      velocity[2] -= Wide(UniformInLogarithm(0.001, 0.5, random));
    }
  }
  const double push = Chance(0.3, random) ? 0 : random.Uniform(0, 0.8 * mu);
  const double turn = random.Uniform(-3.14, 3.14);
  velocity[0] += Wide(drawn->dt) * Wide(9.81 * push * std::cos(turn));
  velocity[1] += Wide(drawn->dt) * Wide(9.81 * push * std::sin(turn));
  velocity[2] -= Wide(drawn->dt) * Wide(9.81);
  const double moment = Chance(0.5, random) ? 0 : 2;
  const Triple by = RandomTriple(moment, random);  // N m per kg m²
  for (unsigned k = 0; k < 3; ++k) spin[k] += Wide(drawn->dt) * by[k];
  SetMotion(body, 0, velocity, spin, drawn);
  drawn->contacts = 4;
  const bool alike = Chance(0.5, random);
  for (int c = 0; c < 4; ++c) {
    Triple at{c % 2 == 0 ? body.half[0] : -body.half[0], c < 2 ? body.half[1] : -body.half[1], -body.half[2]};
    if (any) at[0] *= Wide(random.Uniform(0.3, 1)), at[1] *= Wide(random.Uniform(0.3, 1));
    AttachBody(body, 0, 1, at, FrameAbout({0, 0, 1}, alike ? 0 : random.Uniform(-3, 3)), c, drawn);
    drawn->mu[DrawnContacts::Index(c)] = mu;
  }
}

}  // namespace families_internal

inline void Draw(Family family, std::uint64_t seed, std::uint64_t index, DrawnContacts* drawn) {
  using namespace families_internal;
  Random random((seed * 64 + static_cast<std::uint64_t>(family)) * 100'000'007ULL + index);
  for (int k = 0; k < 4; ++k) static_cast<void>(random.Integer(2));  // neighbouring seeds part
  drawn->Begin();
  drawn->dt = Chance(0.7, random) ? 1e-3 : UniformInLogarithm(1e-4, 5e-3, random);
  switch (family) {
    case Family::kBodies:
      return DrawBodies(1 + random.Integer(3), 1 + random.Integer(4), 10, 1.2, random, drawn);
    case Family::kManyContacts:
      return DrawBodies(1 + random.Integer(3), 5 + random.Integer(4), 10, 1.2, random, drawn);
    case Family::kMassRatio:
      return DrawBodies(2 + random.Integer(2), 1 + random.Integer(8), 1e6, 1.2, random, drawn);
    case Family::kRankDeficient: return DrawRankDeficient(random, drawn);
    case Family::kWedge: return DrawWedge(random, drawn);
    case Family::kHighFriction:
      return DrawBodies(1 + random.Integer(3), 1 + random.Integer(8), 10, 10, random, drawn);
    case Family::kBoxAtRest: return DrawOnFourFeet(false, random, drawn);
    case Family::kSlidingBody: return DrawOnFourFeet(true, random, drawn);
  }
}

}  // namespace footing::budget

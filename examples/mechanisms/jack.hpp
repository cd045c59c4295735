// A double-action jack (the idea is from Baraff 1994, figure 2; the geometry is not): a crank rocks a
// lever with two pawls. They lift a rack in turn: while one lifts, the other slips down over the teeth.
// The load lies on the rack's head, held by friction alone. Metres, y up:
//
//        [ load ]
//       ==========       head of the rack; guides at y = ±0.25 … ±0.30
//   n<|    | |    |>n    teeth every 16 mm, 10 mm deep, flat below; pawls with noses n
//     |____|_|____|
//     o-----O-----o      lever about (0, 0), pins at ±0.055, third arm down to (0, −0.12)
//           |
//           o----------o crank at (0.25, −0.12), radius 0.041, rod 0.25
#pragma once

#include "mechanism.hpp"

namespace mechanisms {

struct Jack {
  static constexpr double kPitch = 0.016;   // m, of the teeth
  static constexpr double kTurn = 1.6;      // s, two strokes
  static constexpr double kMotorOff = 8.4;  // s
  static constexpr int kTeeth = 36;         // a side
  static constexpr double kShank = 0.020;   // m, half the rack's width
  static constexpr double kDepth = 0.010;   // m, of a tooth
  static constexpr double kArm = 0.055;     // m, lever's centre to a pin
  static constexpr double kReach = 0.10;    // m, pin to nose

  Mechanism mechanism;
  int rack, load, lever, left, right, crank;

  Jack() {
    Mechanism& m = mechanism;
    const double friction = 0.3;
    // Levels: 1 rack and guides, 2 teeth and pawls, 4 load and head, 0 only drawn.
    rack = m.AddBody(2.0, 0.15, {0, 0});
    m.shapes.push_back({rack, 1, 0.1, Box(-kShank, -0.75, kShank, 0.36), "#e08a2e"});
    m.shapes.push_back({rack, 4, friction, Box(-0.10, 0.36, 0.10, 0.38), "#e08a2e"});
    for (const double below : {-0.30, 0.25}) {
      m.shapes.push_back({kWorld, 1, 0.1, Box(kShank + 2e-4, below, kShank + 0.03, below + 0.05), "#222222"});
      m.shapes.push_back(
          {kWorld, 1, 0.1, Box(-kShank - 0.03, below, -kShank - 2e-4, below + 0.05), "#222222"});
    }
    // Tooth k's flat underside is at y = 0.102 − 16 mm k on the rack. A nose starts a little below one.
    for (int k = -6; k < kTeeth - 6; ++k) {
      const double y = 0.102 - kPitch * k;
      m.shapes.push_back(
          {rack, 2, friction, {{kShank, y}, {kShank + kDepth, y}, {kShank, y + kPitch}}, "#c7741d"});
      m.shapes.push_back(
          {rack, 2, friction, {{-kShank, y}, {-kShank, y + kPitch}, {-kShank - kDepth, y}}, "#c7741d"});
    }

    const double load_mass = 10;
    load = m.AddBody(load_mass, load_mass * (0.16 * 0.16 + 0.10 * 0.10) / 12, {0.012, 0.43});
    m.shapes.push_back({load, 4, friction, Box(-0.08, -0.05, 0.08, 0.05), "#3f9b58"});

    lever = m.AddBody(0.8, 0.002, {0, 0});
    left = AddPawl(-1, friction);
    right = AddPawl(1, friction);

    const Point arm_end(0, -0.12), crank_center(0.25, -0.12);
    const double radius = 0.041, rod_length = 0.25;
    crank = m.AddBody(0.5, 0.001, crank_center, footing::kPi<double> / 2);
    // The lever starts level. The crank's pin starts almost straight above the crank's centre, at the angle
    // where the rod fits.
    const double cosine = (rod_length * rod_length - 0.25 * 0.25 - radius * radius) / (2 * 0.25 * radius);
    const double angle = std::acos(cosine);
    m.bodies[Index(crank)].pose[2] = angle;
    const Point pin = crank_center + radius * Point(std::cos(angle), std::sin(angle));
    const Point middle = 0.5 * (pin + arm_end);
    const Point along = pin - arm_end;
    const int rod =
        m.AddBody(0.2, 0.2 * rod_length * rod_length / 12, middle, std::atan2(along.y(), along.x()));
    m.hinges.push_back({lever, kWorld, {0, 0}, {0, 0}});
    m.hinges.push_back({crank, kWorld, {0, 0}, crank_center});
    m.hinges.push_back({rod, lever, {-rod_length / 2, 0}, arm_end});
    m.hinges.push_back({rod, crank, {rod_length / 2, 0}, {radius, 0}});
    m.motors = {{crank, kWorld, 15.0, 2 * footing::kPi<double> / kTurn}};

    m.shapes.push_back({lever, 0, 0, Box(-kArm - 0.01, -0.008, kArm + 0.01, 0.008), "#7d5ba6"});
    m.shapes.push_back({lever, 0, 0, Box(-0.008, -0.13, 0.008, 0), "#7d5ba6"});
    m.shapes.push_back(
        {rod, 0, 0, Box(-rod_length / 2 - 0.008, -0.005, rod_length / 2 + 0.008, 0.005), "#3b7dbd"});
    m.shapes.push_back({crank, 0, 0, Box(-0.012, -0.01, radius + 0.01, 0.01), "#7d5ba6"});
  }

  template <typename Solve>
  footing::SolveStatus Step(Solve&& solve) {
    if (mechanism.time >= kMotorOff) mechanism.motors.clear();
    return mechanism.Step(solve);
  }

  double Height(int body) const { return mechanism.bodies[Index(body)].pose[1]; }

 private:
  static std::size_t Index(int i) { return static_cast<std::size_t>(i); }

  // The pawl at the lever's pin on `side`, −1 or 1: an arm and a nose that a weak spring presses inward.
  int AddPawl(double side, double friction) {
    Mechanism& m = mechanism;
    const Point pin(side * kArm, 0);
    const Point center(-side * 0.008, 0.055);  // of mass, from the pin
    const int pawl = m.AddBody(0.15, 1.5e-4, pin + center);
    const auto part = [&](Polygon from_pin) {
      for (Point& p : from_pin) p = Point(-side * p.x(), p.y()) - center;
      if (side > 0) std::reverse(from_pin.begin(), from_pin.end());  // counter-clockwise again
      m.shapes.push_back({pawl, 2, friction, from_pin, "#3b7dbd"});
    };
    part({{-0.006, -0.006}, {0.006, -0.006}, {0.021, 0.080}, {0.021, kReach}, {0.009, kReach}});
    part({{0.021, kReach}, {0.021, kReach - 0.014}, {0.033, kReach}});
    m.hinges.push_back({pawl, lever, -center, pin});
    m.springs.push_back({pawl, lever, side * 0.04});
    return pawl;
  }
};

}  // namespace mechanisms

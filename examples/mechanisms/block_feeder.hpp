// A block feeder (the idea is from Baraff 1994, figure 1; the geometry is not): a crank, a rod and a
// pusher that runs in a channel under a hopper. Each turn pushes the lowest block through the gate.
// This block pushes those in front of it along the channel and off its end. Metres, y up:
//
//            |   | hopper, x = 0 … 0.102
//   ---------|   |          gate: y < 0.066
//   =[pusher]→[ ]  →  [ ]   channel's floor y = 0, to x = 0.26
//   ----------------------
//   crank at (−0.385, 0.029), radius 0.075; rod 0.25; the pusher's tip runs from −0.03 to 0.12
#pragma once

#include "mechanism.hpp"

namespace mechanisms {

struct BlockFeeder {
  static constexpr int kBlocks = 6;
  static constexpr double kWidth = 0.10;   // m, of a block
  static constexpr double kHeight = 0.06;  // m
  static constexpr double kPusherHeight = 0.058;
  static constexpr double kPusherLength = 0.20;
  static constexpr double kGate = 0.145;       // m; a block whose middle is beyond it has been fed
  static constexpr double kChannelEnd = 0.26;  // m
  static constexpr double kTurn = 1.6;         // s

  Mechanism mechanism;
  int crank, pusher;
  int block[kBlocks];
  double fed_at[kBlocks];   // s; negative before it happens
  double fell_at[kBlocks];  // s, off the channel's end

  BlockFeeder() {
    Mechanism& m = mechanism;
    const double friction = 0.3;
    const Point crank_center(-0.385, 0.029);
    const double radius = 0.075, rod_length = 0.25;

    // The crank starts at its dead centre, with the pusher drawn back.
    const double tip = -0.03;
    crank = m.AddBody(0.5, 0.002, crank_center, footing::kPi<double>);
    const Point pin = crank_center + Point(-radius, 0);
    const int rod = m.AddBody(0.2, 0.2 * rod_length * rod_length / 12, pin + Point(rod_length / 2, 0));
    pusher = m.AddBody(0.6, 0.6 * kPusherLength * kPusherLength / 12,
                       {tip - kPusherLength / 2, kPusherHeight / 2});
    m.hinges = {{crank, kWorld, {0, 0}, crank_center},
                {rod, crank, {-rod_length / 2, 0}, {radius, 0}},
                {pusher, rod, {0.02 - kPusherLength / 2, 0}, {rod_length / 2, 0}}};
    m.motors = {{crank, kWorld, 4.0, 2 * footing::kPi<double> / kTurn}};

    // Level 1: shapes that make contact; level 0: shapes that are only drawn.
    const Polygon bar = Box(-kPusherLength / 2, -kPusherHeight / 2, kPusherLength / 2, kPusherHeight / 2);
    m.shapes.push_back({pusher, 1, friction, bar, "#e08a2e"});
    for (const Polygon& part : {Box(-0.26, -0.03, kChannelEnd, 0), Box(-0.26, 0.0585, 0, 0.09),
                                Box(-0.03, 0.0901, 0, 0.40), Box(0.102, 0.066, 0.132, 0.40)}) {
      m.shapes.push_back({kWorld, 1, friction, part, "#222222"});
    }
    for (int i = 0; i < kBlocks; ++i) {
      const double mass = 0.5;
      // The lowest block lies on the floor, since the pusher is drawn back. Each is a little beside the next.
      const Point center(0.051 + (i % 2 == 0 ? 0.0004 : -0.0004), kHeight * (i + 0.5));
      block[i] = m.AddBody(mass, mass * (kWidth * kWidth + kHeight * kHeight) / 12, center);
      m.shapes.push_back(
          {block[i], 1, friction, Box(-kWidth / 2, -kHeight / 2, kWidth / 2, kHeight / 2), "#3f9b58"});
      fed_at[i] = fell_at[i] = -1;
    }
    m.shapes.push_back(
        {rod, 0, 0, Box(-rod_length / 2 - 0.01, -0.008, rod_length / 2 + 0.01, 0.008), "#7d5ba6"});
    m.shapes.push_back({crank, 0, 0, Box(-0.03, -0.018, radius + 0.015, 0.018), "#e08a2e"});
  }

  template <typename Solve>
  footing::SolveStatus Step(Solve&& solve) {
    const footing::SolveStatus status = mechanism.Step(solve);
    for (int i = 0; i < kBlocks; ++i) {
      Body& b = mechanism.bodies[static_cast<std::size_t>(block[i])];
      if (fed_at[i] < 0 && b.pose[0] > kGate) fed_at[i] = mechanism.time;
      if (fell_at[i] < 0 && b.pose[1] < -0.05) fell_at[i] = mechanism.time;
      if (b.pose[1] < -0.3) b.gone = true;
    }
    return status;
  }
};

}  // namespace mechanisms

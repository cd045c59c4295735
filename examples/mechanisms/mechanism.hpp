// A planar mechanism in maximal coordinates: rigid bodies (x, y, angle), hinges, motors and contacts
// with friction. One mixed solve steps it each millisecond. Parts of different levels do not collide.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/assembly/delassus.hpp"
#include "core/assembly/joint_rows.hpp"
#include "planar_contact.hpp"

namespace mechanisms {

using footing::kWorld;

constexpr double kStep = 0.001;    // s
constexpr double kGravity = 9.81;  // m/s², along −y
constexpr int kDof = 27;
constexpr int kContacts = 28;
constexpr int kJointRows = 16;

struct Body {
  double mass = 1;                                 // kg
  double inertia = 1;                              // kg·m², about the centre of mass
  Eigen::Vector3d pose = Eigen::Vector3d::Zero();  // m, m, rad: of the centre of mass
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  bool gone = false;  // it has left the scene

  Point World(const Point& local) const {
    const double c = std::cos(pose[2]), s = std::sin(pose[2]);
    return {pose[0] + c * local.x() - s * local.y(), pose[1] + s * local.x() + c * local.y()};
  }
};

struct Shape {
  int body = kWorld;
  unsigned levels = 1;  // two shapes can collide if they share a bit
  double friction = 0;  // μ of a pair is the smaller of the two
  Polygon corners;      // body coordinates
  std::string fill;     // of the drawing
};

struct Hinge {
  int a;
  int b;             // kWorld allowed
  Point at_a, at_b;  // body coordinates
};

// Turns `a` against `b` at `rate` with no more than `torque`.
struct Motor {
  int a;
  int b;
  double torque;  // N·m
  double rate;    // rad/s
};

// Constant torque on `a` and its opposite on `b`: a weak spring.
struct Spring {
  int a;
  int b;
  double torque;  // N·m
};

struct Touch {  // a contact of the solve
  int a;
  int b;
  PlanarContact contact;
  double friction;
};

class Mechanism {
 public:
  using Stack = footing::SystemStack<double, kDof, kContacts, kJointRows>;
  using Problem = footing::ContactProblem<double, kContacts, kJointRows>;
  using Solution = footing::ContactSolution<double, kContacts, kJointRows>;

  std::vector<Body> bodies;
  std::vector<Shape> shapes;
  std::vector<Hinge> hinges;
  std::vector<Motor> motors;
  std::vector<Spring> springs;
  double time = 0;             // s
  std::vector<Touch> touches;  // of the last step
  bool overflow = false;       // a step had more contacts than the solver holds

  int AddBody(double mass, double inertia, const Point& center, double angle = 0) {
    Body body;
    body.mass = mass;
    body.inertia = inertia;
    body.pose = {center.x(), center.y(), angle};
    bodies.push_back(body);
    return static_cast<int>(bodies.size()) - 1;
  }

  Point World(int body, const Point& local) const {
    return body == kWorld ? local : bodies[Index(body)].World(local);
  }

  // Steps by one millisecond. Returns the status of `solve(problem, &solution)`, or of the assembly if it
  // fails.
  template <typename Solve>
  footing::SolveStatus Step(Solve&& solve) {
    FillStack();
    const footing::SolveStatus assembled = Assemble(stack_, kStep, work_, problem_);
    if (assembled != footing::SolveStatus::kSolved) return assembled;
    const footing::SolveStatus status = solve(problem_, &solution_);
    NextVelocity(stack_, work_, kStep, solution_.force, solution_.joint_force, next_);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies[i].gone) continue;
      bodies[i].velocity = next_.segment<3>(system_[i]);
      bodies[i].pose += kStep * bodies[i].velocity;
    }
    time += kStep;
    return status;
  }

  const Problem& problem() const { return problem_; }
  const Solution& solution() const { return solution_; }

  // Largest distance between the two halves of a hinge [m].
  double HingeError() const {
    double worst = 0;
    for (const Hinge& h : hinges) worst = std::max(worst, (World(h.a, h.at_a) - World(h.b, h.at_b)).norm());
    return worst;
  }

  // Deepest overlap of two shapes that can collide [m].
  double Penetration() const {
    double worst = 0;
    ForPairs(0.0, [&](const Shape&, const Shape&, const Polygon& p, const Polygon& q) {
      worst = std::max(worst, -std::max(FarthestFace(p, q).distance, FarthestFace(q, p).distance));
    });
    return worst;
  }

  Polygon Placed(const Shape& shape) const {
    Polygon placed = shape.corners;
    for (Point& corner : placed) corner = World(shape.body, corner);
    return placed;
  }

  bool Gone(int body) const { return body != kWorld && bodies[Index(body)].gone; }

 private:
  static std::size_t Index(int i) { return static_cast<std::size_t>(i); }

  // Velocity of the body's point that is now at `point`.
  Point Velocity(int body, const Point& point) const {
    if (body == kWorld) return {0, 0};
    const Body& b = bodies[Index(body)];
    const Point r = point - b.pose.head<2>();
    return {b.velocity[0] - b.velocity[2] * r.y(), b.velocity[1] + b.velocity[2] * r.x()};
  }

  // Calls `use` for the pairs of shapes that can collide and whose bounding boxes are within `margin`.
  template <typename Use>
  void ForPairs(double margin, Use&& use) const {
    std::vector<Polygon> placed;
    std::vector<Eigen::AlignedBox2d> box;
    for (const Shape& shape : shapes) {
      placed.push_back(Placed(shape));
      Eigen::AlignedBox2d around;
      for (const Point& corner : placed.back()) around.extend(corner);
      around.min().array() -= margin;
      box.push_back(around);
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      for (std::size_t j = i + 1; j < shapes.size(); ++j) {
        if (shapes[i].body == shapes[j].body || (shapes[i].levels & shapes[j].levels) == 0) continue;
        if (Gone(shapes[i].body) || Gone(shapes[j].body) || !box[i].intersects(box[j])) continue;
        use(shapes[i], shapes[j], placed[i], placed[j]);
      }
    }
  }

  // Contacts that are closed or may close in this step: gaps up to 0.3 mm plus twice the approach of a step.
  void FindTouches() {
    constexpr double kNear = 3e-4;
    constexpr double kFar = 3e-3;
    touches.clear();
    std::vector<PlanarContact> found;
    ForPairs(kFar, [&](const Shape& a, const Shape& b, const Polygon& p, const Polygon& q) {
      found.clear();
      FindContacts(p, q, kFar, &found);
      for (const PlanarContact& c : found) {
        const double approach = c.normal.dot(Velocity(a.body, c.point) - Velocity(b.body, c.point));
        if (c.gap > kNear + std::max(0.0, -2 * approach * kStep)) continue;
        touches.push_back({a.body, b.body, c, std::min(a.friction, b.friction)});
      }
    });
  }

  footing::JointSide<double> Side(int body, const Point& point) const {
    footing::JointSide<double> side;
    side.point = {point.x(), point.y(), 0};
    if (body == kWorld) return side;
    side.system = system_[Index(body)];
    side.center = {bodies[Index(body)].pose[0], bodies[Index(body)].pose[1], 0};
    return side;
  }

  void FillStack() {
    stack_.Clear();
    system_.assign(bodies.size(), kWorld);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Body& body = bodies[i];
      if (body.gone) continue;
      Eigen::Vector3d force(0, -body.mass * kGravity, 0);
      for (const Spring& spring : springs) {
        if (Index(spring.a) == i) force[2] += spring.torque;
        if (Index(spring.b) == i) force[2] -= spring.torque;
      }
      Eigen::Matrix3d mass = Eigen::Matrix3d::Zero();
      mass.diagonal() << body.mass, body.mass, body.inertia;
      system_[i] = stack_.AddSystem(mass, body.velocity, force, [](int) { return -1; });
    }

    const footing::JointRowOptions<double> joint_options{.error_reduction = 0.2, .largest_correction = 0.5};
    for (const Hinge& hinge : hinges) {
      footing::AddHinge<3>(Side(hinge.a, World(hinge.a, hinge.at_a)),
                           Side(hinge.b, World(hinge.b, hinge.at_b)), kStep, joint_options, &stack_);
    }
    for (const Motor& motor : motors) {
      footing::AddTurnRow<3>(Side(motor.a, {0, 0}), Side(motor.b, {0, 0}), footing::Vector3<double>(0, 0, 1),
                             -motor.torque, motor.torque, motor.rate, &stack_);
    }

    FindTouches();
    const footing::NormalBiasOptions<double> contact_options{.error_reduction = 0.2, .largest_push = 0.1};
    for (const Touch& touch : touches) {
      const PlanarContact& c = touch.contact;
      const double approach = c.normal.dot(Velocity(touch.a, c.point) - Velocity(touch.b, c.point));
      const int contact = stack_.AddContact({c.normal.x(), c.normal.y(), 0}, touch.friction,
                                            footing::NormalBias(c.gap, approach, kStep, contact_options));
      overflow |= contact < 0;
      for (const int body : {touch.a, touch.b}) {
        const footing::JointSide<double> side = Side(body, c.point);
        stack_.Attach(contact, side.system, body == touch.a ? 1.0 : -1.0,
                      footing::BodyPointJacobian<3>(footing::Vector3<double>(side.point - side.center)));
      }
    }
  }

  std::vector<int> system_;  // of each body
  Stack stack_;
  footing::DelassusWorkspace<Stack> work_;
  Problem problem_;
  Solution solution_;
  Eigen::Matrix<double, kDof, 1> next_;
};

inline Polygon Box(double left, double bottom, double right, double top) {
  return {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
}

}  // namespace mechanisms

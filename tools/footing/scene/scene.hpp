// Rigid bodies with shapes, contacts, joints and motors, in physical words: what a scene file holds
// (docs/reference/scene.md). In a plane scene bodies move in x and y and turn about z.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <string>
#include <vector>

#include "core/assembly/joint_rows.hpp"
#include "core/assembly/normal_bias.hpp"
#include "core/assembly/rigid_contact.hpp"

namespace footing::tools {

using Point = Eigen::Vector3d;

inline constexpr int kSceneBodies = 32;
inline constexpr int kSceneContacts = 64;
inline constexpr int kSceneJointRows = 64;

struct SceneShape {
  enum class Kind { kPolygon, kCircle, kPoints, kBox, kSphere, kPlane };
  Kind kind = Kind::kPlane;
  int body = kWorld;
  std::vector<Point> points;      // of a polygon (convex, counter-clockwise) and of points, m
  Point center = Point::Zero();   // of a circle, a sphere or a box; a point of a plane, m
  Point half = Point::Zero();     // half edges of a box, m
  Point normal = Point::UnitY();  // of a plane, out of the ground; unit
  double radius = 0;              // m
  double friction = 0;            // μ_s; a pair of shapes takes the smaller one
  double kinetic_friction = 0;    // μ_k
  Point belt = Point::Zero();     // velocity of the surface beside the body's own, m/s, in the shape's axes
  unsigned levels = 1;            // two shapes can touch if they share a bit
};

struct SceneBody {
  std::string name;
  double mass = 1;                                               // kg
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity();         // in the body's axes, kg·m²
  Point position = Point::Zero();                                // of the centre of mass, m
  Eigen::Quaterniond attitude = Eigen::Quaterniond::Identity();  // body to world
  Point velocity = Point::Zero();                                // m/s
  Point spin = Point::Zero();                                    // angular velocity, world axes, rad/s
  Point force = Point::Zero();                                   // beside gravity, world axes, N
  Point torque = Point::Zero();                                  // N·m

  Point World(const Point& local) const { return position + attitude * local; }
  Point VelocityAt(const Point& world) const { return velocity + spin.cross(world - position); }
  // About z, of a body in the plane, −π to π.
  double Angle() const {
    const Point x = attitude * Point::UnitX();
    return std::atan2(x.y(), x.x());
  }
  Eigen::Matrix3d WorldInertia() const {
    const Eigen::Matrix3d turn = attitude.toRotationMatrix();
    return turn * inertia * turn.transpose();
  }
};

struct SceneJoint {
  enum class Kind { kPoint, kHinge, kMotor, kStop, kTorque };
  Kind kind = Kind::kHinge;
  int first = 0;
  int second = kWorld;
  Point at_first = Point::Zero();  // of a point joint or hinge, in the axes of each body, m
  Point at_second = Point::Zero();
  Point axis_first = Point::UnitZ();  // of all but a point joint
  Point axis_second = Point::UnitZ();
  Point across_second = Point::UnitX();  // ⟂ axis_second: the angle of the first body is zero along it
  Point across_first = Point::UnitX();
  double rate = 0;                   // of a motor, rad/s
  double torque = 0;                 // of a motor: the limit; of a torque: its value, N·m
  double gain = 0;                   // of a motor: > 0 makes it the torque gain (rate − ω), N·m·s/rad
  double angle = 0;                  // of a stop, rad
  int sign = 1;                      // of a stop: 1 holds the angle above, −1 below
  double until = kInfinity<double>;  // of a motor or torque, s
};

// Where two bodies touch, or may touch within a step. Vectors are in world axes.
struct SceneTouch {
  RigidContact<double> contact;  // kind, bodies, point, normal toward the first, edges
  double gap = 0;                // m, negative where they overlap
  double friction = 0;
  double kinetic_friction = 0;
  Point tangent = Point::Zero();  // the first tangent, if the file names one
  Point belt = Point::Zero();     // velocity of the second's surface less that of the first's, m/s
  bool first_round = false;       // the surface is a sphere's or a circle's, about …_center
  bool second_round = false;
  Point first_center = Point::Zero();
  Point second_center = Point::Zero();
};

struct SceneOptions {
  double dt = 0.001;                  // s
  NormalBiasOptions<double> contact;  // restitution and error reduction of contacts and stops
  JointRowOptions<double> joint;      // error reduction of joints
  double touching = 1e-4;             // m: at accelerations, a gap below it is a contact
  double open_gap = 0.01;             // m: of footing modes, wider gaps do not count
  // At accelerations, m/s: faster slides, and a faster approach is an impact. A file's preset is |gravity|
  // dt.
  double slip_speed = 1e-3;
  double impact_speed = 1e-3;
};

struct Scene {
  bool plane = false;
  Point gravity = Point::Zero();  // m/s²
  SceneOptions options;
  std::vector<SceneBody> bodies;
  std::vector<SceneShape> shapes;
  std::vector<SceneJoint> joints;
  bool lists_contacts = false;  // then `listed` are all; else they are found from the shapes
  std::vector<SceneTouch> listed;
  std::vector<std::string> notes;  // on fields that look misspelt, a line each
  double length = 1;               // m: of footing modes, a moment counts as the force moment / length
  std::vector<double> view;        // of the pictures of a plane scene: left, bottom, right, top; else empty
  double time = 0;                 // s

  const SceneBody* At(int body) const {
    return body == kWorld ? nullptr : &bodies[static_cast<std::size_t>(body)];
  }
  std::string NameOf(int body) const { return body == kWorld ? "world" : At(body)->name; }
  Point ToWorld(int body, const Point& local) const {
    return body == kWorld ? local : At(body)->World(local);
  }
  Point Turned(int body, const Point& local) const {
    return body == kWorld ? local : At(body)->attitude * local;
  }
  Point VelocityAt(int body, const Point& world) const {
    return body == kWorld ? Point(Point::Zero()) : At(body)->VelocityAt(world);
  }
  Point SpinOf(int body) const { return body == kWorld ? Point(Point::Zero()) : At(body)->spin; }
  // The angle of a joint's first body against its second about the axis, −π to π.
  double AngleOf(const SceneJoint& joint) const {
    const Point axis = Turned(joint.second, joint.axis_second);
    const Point zero = Turned(joint.second, joint.across_second);
    const Point now = Turned(joint.first, joint.across_first);
    return std::atan2(axis.dot(zero.cross(now)), zero.dot(now));
  }
};

}  // namespace footing::tools

#include "tools/footing/scene/scene_rows.hpp"

#include <algorithm>
#include <cmath>

namespace footing::tools {

namespace {

using JointKind = SceneJoint::Kind;

// ω × (ω × r): the part of a point's acceleration that its body's turning makes.
Point Centripetal(const Scene& scene, int body, const Point& point) {
  if (body == kWorld) return Point::Zero();
  const SceneBody& b = *scene.At(body);
  return b.spin.cross(b.spin.cross(point - b.position));
}

// Without what rounding has left of a component that should be zero: rows that are coupled by 1e-16 alone have no
// scale of their own.
Point Lever(const Point& lever) {
  const double floor = 8 * kEpsilon<double> * lever.norm();
  return lever.unaryExpr([floor](double x) { return std::abs(x) <= floor ? 0.0 : x; });
}

class RowsBuilder {
 public:
  RowsBuilder(const Scene& scene, bool correct, SceneRows* rows)
      : scene_(scene), correct_(correct), rows_(*rows) {}

  SolveStatus Fill(const std::vector<SceneTouch>& touches) {
    rows_.plane = scene_.plane;
    rows_.touches = touches;
    rows_.frames.clear();
    rows_.velocity.clear();
    rows_.slides.clear();
    rows_.kinetic_friction.clear();
    rows_.correction.clear();
    rows_.problem.contacts = rows_.problem.joint_rows = 0;
    rows_.stack.Clear();
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) AddBody(static_cast<int>(i));
    for (SceneTouch& touch : rows_.touches) {
      const SolveStatus status = AddContact(&touch);
      if (status != SolveStatus::kSolved) return status;
    }
    for (const SceneJoint& joint : scene_.joints) AddJoint(joint);
    return Assemble(rows_.stack, Step(), rows_.work, rows_.problem);
  }

 private:
  using Side = JointSide<double>;

  bool AtVelocities() const { return rows_.level == SceneLevel::kVelocity; }
  bool AtAccelerations() const { return rows_.level == SceneLevel::kAcceleration; }
  double Step() const { return AtVelocities() ? scene_.options.dt : 1; }
  // 1/s, of the error reduction of accelerations.
  double Alpha() const { return correct_ ? scene_.options.joint.error_reduction / scene_.options.dt : 0; }

  // Torques of motors with a gain and of constant torques, on one body.
  Point JointTorque(int body) const {
    Point torque = Point::Zero();
    for (const SceneJoint& joint : scene_.joints) {
      const bool law =
          joint.kind == JointKind::kTorque || (joint.kind == JointKind::kMotor && joint.gain > 0);
      if (!law || scene_.time >= joint.until || (joint.first != body && joint.second != body)) continue;
      const Point axis = scene_.Turned(joint.second, joint.axis_second);
      double value = joint.torque;
      if (joint.kind == JointKind::kMotor) {
        const double rate = axis.dot(scene_.SpinOf(joint.first) - scene_.SpinOf(joint.second));
        value = std::clamp(joint.gain * (joint.rate - rate), -joint.torque, joint.torque);
      }
      torque += (joint.first == body ? value : -value) * axis;
    }
    return torque;
  }

  void AddBody(int body) {
    const SceneBody& b = *scene_.At(body);
    const Eigen::Matrix3d inertia = b.WorldInertia();
    Point force = b.force + b.mass * scene_.gravity;
    Point torque = b.torque + JointTorque(body) - b.spin.cross(inertia * b.spin);
    if (rows_.level == SceneLevel::kImpact) force = torque = Point::Zero();
    const bool moves = !AtAccelerations();
    const auto parent = [](int i) { return i - 1; };
    if (scene_.plane) {
      const Eigen::Matrix3d mass = Point(b.mass, b.mass, inertia(2, 2)).asDiagonal();
      const Point velocity = moves ? Point(b.velocity.x(), b.velocity.y(), b.spin.z()) : Point(Point::Zero());
      rows_.stack.AddSystem(mass, velocity, Point(force.x(), force.y(), torque.z()), parent);
      return;
    }
    Eigen::Matrix<double, 6, 6> mass = Eigen::Matrix<double, 6, 6>::Zero();
    mass.topLeftCorner<3, 3>() = b.mass * Eigen::Matrix3d::Identity();
    mass.bottomRightCorner<3, 3>() = inertia;
    Eigen::Matrix<double, 6, 1> velocity, wrench;
    velocity << b.velocity, b.spin;
    wrench << force, torque;
    if (!moves) velocity.setZero();
    rows_.stack.AddSystem(mass, velocity, wrench, parent);
  }

  int System(int body) const { return body == kWorld ? kWorld : body * rows_.dof(); }

  SolveStatus AddContact(SceneTouch* touch) {
    RigidContact<double>& contact = touch->contact;
    if (contact.kind == RigidContactKind::kEdges) {
      MovingNormal<double> normal;
      const SolveStatus status = FindNormal(contact, Vector3<double>(Vector3<double>::Zero()),
                                            Vector3<double>(Vector3<double>::Zero()), normal);
      if (status != SolveStatus::kSolved) return status;
      contact.normal = normal.normal;
    }
    const Eigen::Matrix3d frame = FrameOf(scene_, *touch);
    const Point moving = frame.transpose() * RelativeVelocity(scene_, *touch);
    rows_.frames.push_back(frame);
    rows_.velocity.push_back(moving);
    rows_.slides.push_back(std::hypot(moving.y(), moving.z()) > scene_.options.slip_speed);
    const double bias =
        AtVelocities() ? NormalBias(touch->gap, moving.x(), scene_.options.dt, scene_.options.contact) : 0;
    const int c = rows_.stack.AddContact(contact.normal, touch->friction, bias);
    if (c < 0) return SolveStatus::kBadSize;
    rows_.stack.frame[static_cast<std::size_t>(c)] << frame;
    for (const int body : {contact.first, contact.second}) {
      if (body == kWorld) continue;
      const Vector3<double> lever(Lever(contact.point - scene_.At(body)->position));
      const double sign = body == contact.first ? 1 : -1;
      if (scene_.plane) {
        rows_.stack.Attach(c, System(body), sign, BodyPointJacobian<3>(lever));
      } else {
        rows_.stack.Attach(c, System(body), sign, BodyPointJacobian<6>(lever));
      }
    }
    rows_.kinetic_friction.push_back(touch->kinetic_friction);
    rows_.correction.push_back(AtAccelerations() ? NormalCorrection(*touch, moving) : 0);
    const Point offset = ContactOffset(*touch, frame, moving);
    for (int k = 0; k < 3; ++k) rows_.stack.velocity_offset[3 * c + k] = offset[k];
    return SolveStatus::kSolved;
  }

  // What is added to J q̇⁺, or to J q̈, along n, t1, t2.
  Point ContactOffset(const SceneTouch& touch, const Eigen::Matrix3d& frame, const Point& moving) const {
    const Point belt = -frame.transpose() * touch.belt;
    if (AtVelocities()) return belt;
    if (!AtAccelerations()) {
      const NormalBiasOptions<double> bounce{scene_.options.contact.restitution,
                                             scene_.options.contact.restitution_threshold, 0, 0};
      return belt + Point(NormalBias(0.0, moving.x(), 1.0, bounce), 0, 0);
    }
    Point rates = RowRates(scene_, touch, frame);
    rates.x() += NormalCorrection(touch, moving);
    rates.tail<2>() += Alpha() * moving.tail<2>();
    if (scene_.plane) rates.z() = 0;
    return rates;
  }

  // a_n ≥ α (c − v_n) where the contact is slower than c, the speed that removes an overlap; else a_n ≥ 0.
  double NormalCorrection(const SceneTouch& touch, const Point& moving) const {
    const double c = std::min(-Alpha() * std::min(touch.gap, 0.0), scene_.options.contact.largest_push);
    return Alpha() * std::min(moving.x() - c, 0.0);
  }

  Side SideOf(int body, const Point& at, const Point& axis) const {
    Side side;
    side.system = System(body);
    side.point << scene_.ToWorld(body, at);
    side.axis << scene_.Turned(body, axis);
    if (body != kWorld) side.center << scene_.At(body)->position;
    return side;
  }

  void AddJoint(const SceneJoint& joint) {
    const Side a = SideOf(joint.first, joint.at_first, joint.axis_first);
    const Side b = SideOf(joint.second, joint.at_second, joint.axis_second);
    if (joint.kind == JointKind::kPoint || joint.kind == JointKind::kHinge) return AddBilateral(joint, a, b);
    if (joint.kind == JointKind::kMotor && !(joint.gain > 0) && scene_.time < joint.until)
      AddTurn(a, b, b.axis, -joint.torque, joint.torque, joint.rate);
    if (joint.kind == JointKind::kStop) {
      const double gap = joint.sign * (scene_.AngleOf(joint) - joint.angle);
      const double rate =
          joint.sign * Point(b.axis).dot(scene_.SpinOf(joint.first) - scene_.SpinOf(joint.second));
      const double wanted =
          AtVelocities() ? LimitVelocity(gap, rate, scene_.options.dt, scene_.options.contact) : 0;
      AddTurn(a, b, joint.sign * b.axis, 0, kInfinity<double>, wanted);
    }
  }

  void AddTurn(const Side& a, const Side& b, const Vector3<double>& axis, double least, double most,
               double wanted) {
    if (scene_.plane) {
      AddTurnRow<3>(a, b, axis, least, most, wanted, &rows_.stack);
    } else {
      AddTurnRow<6>(a, b, axis, least, most, wanted, &rows_.stack);
    }
  }

  void AddBilateral(const SceneJoint& joint, const Side& a, const Side& b) {
    JointRowOptions<double> options;
    if (AtVelocities()) options = scene_.options.joint;
    const int from = rows_.stack.joint_rows;
    const double dt = scene_.options.dt;
    if (scene_.plane) {
      AddPointJoint<3>(a, b, dt, options, &rows_.stack);
    } else if (joint.kind == JointKind::kPoint) {
      AddPointJoint<6>(a, b, dt, options, &rows_.stack);
    } else {
      AddHinge<6>(a, b, dt, options, &rows_.stack);
    }
    if (!AtAccelerations() || rows_.stack.overfull) return;
    const int axes = scene_.plane ? 2 : 3;
    const Point point_a = a.point, point_b = b.point;
    const Point apart = point_a - point_b;
    const Point rate = Centripetal(scene_, joint.first, point_a) - Centripetal(scene_, joint.second, point_b);
    const Point speed = scene_.VelocityAt(joint.first, point_a) - scene_.VelocityAt(joint.second, point_b);
    const double alpha = Alpha();  // a = −2 α v − α² x
    for (int k = 0; k < axes; ++k)
      SetOffset(from + k, rate[k] + 2 * alpha * speed[k] + alpha * alpha * apart[k]);
    if (rows_.stack.joint_rows == from + axes) return;
    const Eigen::Matrix3d frame = ContactFrame(a.axis);
    const Point error = Point(b.axis).cross(Point(a.axis));
    const Point turning = scene_.SpinOf(joint.first) - scene_.SpinOf(joint.second);
    for (int k = 1; k < 3; ++k) {
      const Point across = frame.col(k);
      const double turned = scene_.SpinOf(joint.first).cross(across).dot(turning);
      SetOffset(from + 2 + k, turned + 2 * alpha * across.dot(turning) + alpha * alpha * across.dot(error));
    }
  }

  void SetOffset(int row, double value) {
    rows_.stack.velocity_offset[SceneRows::Stack::kFirstJointRow + row] = value;
  }

  const Scene& scene_;
  const bool correct_;
  SceneRows& rows_;
};

}  // namespace

Point RowRates(const Scene& scene, const SceneTouch& touch, const Eigen::Matrix3d& frame) {
  const RigidContact<double>& contact = touch.contact;
  const int a = contact.first, b = contact.second;
  const Point normal = frame.col(0);
  // Where the gap is measured: a round surface's centre, else the point of contact.
  const bool both = touch.first_round && touch.second_round;
  Point at_a = contact.point, at_b = contact.point;
  if (touch.first_round) at_a = at_b = touch.first_center;
  if (touch.second_round) at_b = touch.second_center;
  if (touch.second_round && !both) at_a = touch.second_center;
  const Point apart = at_a - at_b;
  const Point moving = scene.VelocityAt(a, at_a) - scene.VelocityAt(b, at_b);

  Point normal_rate = Point::Zero();
  if (both) {
    normal_rate = (moving - normal.dot(moving) * normal) / apart.norm();
  } else {
    RigidContact<double> face = contact;
    if (touch.first_round) face.kind = RigidContactKind::kFaceOfSecond;
    if (touch.second_round) face.kind = RigidContactKind::kFaceOfFirst;
    MovingNormal<double> found;
    (void)FindNormal(face, Vector3<double>(scene.SpinOf(a)), Vector3<double>(scene.SpinOf(b)), found);
    normal_rate = found.rate;
  }
  // How the point of contact moves: with a vertex or an edge, or along a round surface.
  Point point_rate = scene.VelocityAt(contact.kind == RigidContactKind::kFaceOfFirst ? b : a, contact.point);
  if (touch.first_round) {
    const Point lever = contact.point - touch.first_center;
    point_rate = scene.VelocityAt(a, touch.first_center) + normal.dot(lever) * normal_rate;
  } else if (touch.second_round) {
    const Point lever = contact.point - touch.second_center;
    point_rate = scene.VelocityAt(b, touch.second_center) + normal.dot(lever) * normal_rate;
  }
  const auto carried = [&](int body) {
    return body == kWorld ? Point(Point::Zero()) : scene.SpinOf(body).cross(point_rate - scene.At(body)->velocity);
  };
  Point rates = frame.transpose() * (carried(a) - carried(b));
  rates.x() = normal.dot(Centripetal(scene, a, at_a) - Centripetal(scene, b, at_b)) +
              (both ? 1 : 2) * normal_rate.dot(moving);
  return rates;
}

SolveStatus FillRows(const Scene& scene, const std::vector<SceneTouch>& touches, SceneLevel level,
                     bool correct, SceneRows* rows) {
  rows->level = level;
  return RowsBuilder(scene, correct, rows).Fill(touches);
}

}  // namespace footing::tools

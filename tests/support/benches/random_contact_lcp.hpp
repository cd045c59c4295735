// Contact LCPs of known kind, without the robot code: the standard form of Tan, Siu and Liu (eq. 15), z =
// (f_n; f_d contact by contact; λ), four directions a contact, n = 6 p.
//   * a box on flat ground with its four lower corners; above four contacts also the corners scaled by 0.5
//     and 0.25 (rank-deficient);
//   * a legged body: base and four three-joint legs in random posture.
// E and μ are multiplied by dt (spec: scaling). Only products and sums, in the problem's scalar.
#pragma once

#include "core/lcp/problem.hpp"
#include "tests/support/random.hpp"

namespace footing::test {

enum class Motion { kRest, kSlide, kTumble, kImpact };

template <typename Scalar, int kCapacity>
class ContactLcp {
 public:
  static constexpr int kMaxContacts = 16;
  static constexpr int kDof = 18;

  // The four lower corners of a box. Further contacts are the corners scaled by 0.5 and 0.25, so the rank
  // stays.
  void Box(int contacts, Motion motion, Random& random) {
    Clear(contacts, 6);
    const Scalar mass = random.Uniform(Scalar(1), Scalar(20));
    const Scalar half[3] = {random.Uniform(Scalar(0.1), Scalar(0.4)),
                            random.Uniform(Scalar(0.1), Scalar(0.4)),
                            random.Uniform(Scalar(0.05), Scalar(0.3))};
    for (int k = 0; k < 3; ++k) {
      inverse_mass_[k] = Scalar(1) / mass;
      const Scalar a = half[(k + 1) % 3];
      const Scalar b = half[(k + 2) % 3];
      inverse_mass_[3 + k] = Scalar(3) / (mass * (a * a + b * b));
    }
    for (int c = 0; c < contacts; ++c) {
      const Scalar inner = c < 4 ? Scalar(1) : (c < 8 ? Scalar(0.5) : Scalar(0.25));
      SetPoint(c, (c & 1 ? half[0] : -half[0]) * inner, (c & 2 ? half[1] : -half[1]) * inner, -half[2]);
    }
    SetVelocity(motion, random);
  }

  // Four feet. The joints' inertias are about a tenth of the base's.
  void Legged(Motion motion, Random& random) {
    Clear(4, kDof);
    for (int k = 0; k < 3; ++k) {
      inverse_mass_[k] = Scalar(1) / Scalar(12);
      inverse_mass_[3 + k] = Scalar(1) / random.Uniform(Scalar(0.05), Scalar(0.4));
    }
    for (int k = 6; k < kDof; ++k) inverse_mass_[k] = Scalar(1) / random.Uniform(Scalar(0.005), Scalar(0.05));
    for (int c = 0; c < 4; ++c) {
      SetPoint(c, c & 1 ? Scalar(0.18) : Scalar(-0.18), c & 2 ? Scalar(0.13) : Scalar(-0.13), Scalar(-0.27));
      for (int axis = 0; axis < 3; ++axis) {
        for (int joint = 0; joint < 3; ++joint) {
          jacobian_[c][axis][6 + 3 * c + joint] = random.Uniform(Scalar(-0.25), Scalar(0.25));
        }
      }
    }
    SetVelocity(motion, random);
  }

  // Fills the leading 6·contacts rows.
  void Assemble(Scalar friction, LcpProblem<Scalar, kCapacity>& problem) const {
    const int p = contacts_;
    problem.size = 6 * p;
    problem.A.setZero();
    problem.b.setZero();
    for (int r = 0; r < 5 * p; ++r) {
      for (int c = 0; c < 5 * p; ++c) {
        Scalar sum = Scalar(0);
        for (int k = 0; k < dof_; ++k) sum += Direction(r, k) * inverse_mass_[k] * Direction(c, k);
        problem.A(r, c) = kStep * sum;
      }
      for (int k = 0; k < dof_; ++k) problem.b[r] += Direction(r, k) * velocity_[k];
    }
    for (int c = 0; c < p; ++c) {
      problem.A(5 * p + c, c) = friction * kStep;
      for (int k = 0; k < 4; ++k) {
        problem.A(p + 4 * c + k, 5 * p + c) = kStep;
        problem.A(5 * p + c, p + 4 * c + k) = -kStep;
      }
    }
  }

 private:
  static constexpr Scalar kStep = Scalar(0.001);

  void Clear(int contacts, int dof) {
    contacts_ = contacts;
    dof_ = dof;
    for (auto& point : jacobian_) {
      for (auto& axis : point) {
        for (Scalar& entry : axis) entry = Scalar(0);
      }
    }
  }

  void SetPoint(int c, Scalar x, Scalar y, Scalar z) {
    for (int axis = 0; axis < 3; ++axis) jacobian_[c][axis][axis] = Scalar(1);
    jacobian_[c][0][4] = z;
    jacobian_[c][0][5] = -y;
    jacobian_[c][1][3] = -z;
    jacobian_[c][1][5] = x;
    jacobian_[c][2][3] = y;
    jacobian_[c][2][4] = -x;
  }

  void SetVelocity(Motion motion, Random& random) {
    for (int k = 0; k < kDof; ++k) {
      const Scalar reach = k < 6 ? Scalar(1) : Scalar(4);
      const Scalar any = random.Uniform(-reach, reach);
      velocity_[k] = motion == Motion::kTumble || motion == Motion::kImpact ? any : Scalar(0);
    }
    if (motion == Motion::kSlide) velocity_[0] = Scalar(0.5);
    velocity_[2] = motion == Motion::kImpact ? Scalar(-2) : velocity_[2] - Scalar(9.81) * kStep;
  }

  // Row r of (N B)ᵀ: first the normals, then +x −x +y −y of each contact.
  Scalar Direction(int r, int k) const {
    if (r < contacts_) return jacobian_[r][2][k];
    const int tangent = (r - contacts_) % 4;
    const Scalar entry = jacobian_[(r - contacts_) / 4][tangent / 2][k];
    return tangent % 2 == 0 ? entry : -entry;
  }

  int contacts_ = 0;
  int dof_ = 6;
  Scalar inverse_mass_[kDof] = {};
  Scalar velocity_[kDof] = {};
  Scalar jacobian_[kMaxContacts][3][kDof] = {};
};

}  // namespace footing::test

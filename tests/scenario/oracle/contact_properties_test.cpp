// Properties of SolveContacts on random and on shrunk, degenerate contact problems. The answer must not
// depend on the order of contacts, the units, the tangents' turn, a contact far away or the start. Without
// friction the velocities are unique and must agree. With friction the certificate must accept both answers.
// The answers themselves: contact_answers_test.cpp.
// RC_PARAMS="seed=… max_success=…" in the environment runs other cases.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "core/contact/solve_contacts.hpp"
#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "tests/support/oracles/certificate.hpp"

namespace footing::contact_properties_test {

// The same cases in every run, unless the environment says otherwise.
[[maybe_unused]] const int kSeeded = ::setenv("RC_PARAMS", "seed=20 max_success=300", 0);

constexpr int kContacts = 4;
using Problem = ContactProblem<double, kContacts>;
using Solution = ContactSolution<double, kContacts>;
using State = ContactSolverState<double, kContacts>;

// The numbers of a problem as whole thousandths, so that rapidcheck can shrink them.
struct Draw {
  int contacts = 1;
  int dof = 6;
  bool friction = true;
  std::vector<int> numbers;
  std::size_t next = 0;

  double Take() { return 1e-3 * numbers[next++ % numbers.size()]; }
};

// Uniform for any size that rapidcheck has reached; shrinks to `low`.
int Between(int low, int above) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, above)); }

Draw AnyDraw() {
  Draw draw;
  draw.contacts = Between(1, kContacts);  // one is left for a contact far away
  draw.dof = Between(1, 13);              // below 3 p the contacts depend on each other
  draw.friction = *rc::gen::arbitrary<bool>();
  const int count = (3 * draw.contacts + 1) * draw.dof + 2 * draw.contacts;
  const auto thousandth = rc::gen::map(rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, 2001)),
                                       [](int i) { return i % 2 == 0 ? i / 2 : -(i + 1) / 2; });
  draw.numbers = *rc::gen::container<std::vector<int>>(static_cast<std::size_t>(count), thousandth);
  return draw;
}

// G = J Jᵀ and b = J v, so that with bias ≥ 0 there is an answer.
Problem Make(Draw draw) {
  Problem problem;
  problem.contacts = draw.contacts;
  problem.dt = 0.01;
  const int rows = 3 * draw.contacts;
  Eigen::MatrixXd jacobian(rows, draw.dof);
  Eigen::VectorXd velocity(draw.dof);
  for (int j = 0; j < draw.dof; ++j) {
    velocity[j] = draw.Take();
    for (int r = 0; r < rows; ++r) jacobian(r, j) = draw.Take();
  }
  for (int r = 0; r < rows; ++r) {
    problem.free_velocity[r] = jacobian.row(r).dot(velocity);
    for (int s = 0; s <= r; ++s)
      problem.delassus(r, s) = problem.delassus(s, r) = jacobian.row(r).dot(jacobian.row(s));
  }
  for (int c = 0; c < draw.contacts; ++c) {
    problem.friction[c] = draw.friction ? std::abs(draw.Take()) : 0.0;
    problem.normal_bias[c] = std::max(draw.Take(), 0.0);
  }
  return problem;
}

State& Cold() {
  static State state;
  state.warm = false;
  return state;
}

Solution Solve(const Problem& problem, State& state) {
  Solution solution;
  RC_ASSERT(SolveContacts(problem, {}, state, solution) == SolveStatus::kSolved);
  RC_ASSERT(Certify(problem, solution).HoldsCircular(kCertificateTolerance<double>));
  return solution;
}

double SpeedOf(const Problem& problem, const Solution& solution) {
  return static_cast<double>(Certify(problem, solution).velocity_scale);
}

using Vectors = std::array<Vector3<double>, kContacts>;

// `other` holds forces of the same problem, converted back to its terms. Unique velocities must agree.
void ExpectSameAnswer(const Problem& problem, const Solution& solution, const Vectors& other) {
  Solution mapped = solution;
  mapped.force = other;
  RC_ASSERT(Certify(problem, mapped).HoldsCircular(Real(10) * kCertificateTolerance<double>));
  for (int c = 0; c < problem.contacts; ++c) {
    if (problem.friction[c] > 0.0) return;
  }
  UpdateVelocities(problem, &mapped);
  const double slack = 1e-6 * SpeedOf(problem, solution);
  for (unsigned c = 0; c < static_cast<unsigned>(problem.contacts); ++c) {
    for (int k = 0; k < 3; ++k) RC_ASSERT(Abs(mapped.velocity[c][k] - solution.velocity[c][k]) <= slack);
  }
}

RC_GTEST_PROP(ContactProperties, OrderOfContactsDoesNotMatter, ()) {
  const Problem problem = Make(AnyDraw());
  const int p = problem.contacts;
  std::vector<int> order;
  for (int c = 0; c < p; ++c) order.push_back((c + 1) % p);
  if (*rc::gen::arbitrary<bool>()) std::swap(order.front(), order.back());
  Problem permuted = problem;
  for (int r = 0; r < 3 * p; ++r) {
    const int from = 3 * order[static_cast<unsigned>(r / 3)] + r % 3;
    permuted.free_velocity[r] = problem.free_velocity[from];
    permuted.friction[r / 3] = problem.friction[from / 3];
    permuted.normal_bias[r / 3] = problem.normal_bias[from / 3];
    for (int s = 0; s < 3 * p; ++s)
      permuted.delassus(r, s) = problem.delassus(from, 3 * order[static_cast<unsigned>(s / 3)] + s % 3);
  }
  const Solution solution = Solve(problem, Cold());
  const Solution other = Solve(permuted, Cold());
  Vectors back = other.force;
  for (unsigned c = 0; c < static_cast<unsigned>(p); ++c)
    back[static_cast<unsigned>(order[c])] = other.force[c];
  ExpectSameAnswer(problem, solution, back);
}

RC_GTEST_PROP(ContactProperties, UnitsOfMassLengthAndTimeDoNotMatter, ()) {
  const Problem problem = Make(AnyDraw());
  const auto unit = [] { return 1e-3 * Between(1, 100001); };  // 1/1000 to 100
  const double mass = unit();
  const double length = unit();
  const double time = unit();
  Problem scaled = problem;
  scaled.dt *= time;
  scaled.delassus /= mass;
  scaled.free_velocity *= length / time;
  scaled.normal_bias *= length / time;
  const Solution solution = Solve(problem, Cold());
  const Solution other = Solve(scaled, Cold());
  Vectors back = other.force;
  for (auto& f : back) f /= mass * length / (time * time);
  ExpectSameAnswer(problem, solution, back);
}

RC_GTEST_PROP(ContactProperties, TurningTheTangentsDoesNotMatter, ()) {
  const Problem problem = Make(AnyDraw());
  const int rows = 3 * problem.contacts;
  Eigen::MatrixXd turn = Eigen::MatrixXd::Identity(rows, rows);
  for (int r = 1; r < rows; r += 3) {
    const double angle = 1e-3 * Between(0, 6284);
    turn(r, r) = turn(r + 1, r + 1) = std::cos(angle);
    turn(r, r + 1) = std::sin(angle);
    turn(r + 1, r) = -std::sin(angle);
  }
  Problem turned = problem;
  turned.free_velocity.head(rows) = turn * problem.free_velocity.head(rows);
  const Eigen::MatrixXd g = turn * problem.delassus.topLeftCorner(rows, rows) * turn.transpose();
  turned.delassus.topLeftCorner(rows, rows) = 0.5 * (g + g.transpose());
  const Solution solution = Solve(problem, Cold());
  const Solution other = Solve(turned, Cold());
  Vectors back = other.force;
  for (int c = 0; c < problem.contacts; ++c)
    back[static_cast<unsigned>(c)] =
        turn.block<3, 3>(3 * c, 3 * c).transpose() * other.force[static_cast<unsigned>(c)];
  ExpectSameAnswer(problem, solution, back);
}

RC_GTEST_PROP(ContactProperties, AContactFarAwayStaysOpenAndChangesNothing, ()) {
  Draw draw = AnyDraw();
  const Problem problem = Make(draw);
  draw.numbers.insert(draw.numbers.end(), draw.numbers.begin(), draw.numbers.end());
  const int p = problem.contacts;
  Problem more = problem;
  more.contacts = p + 1;
  // Its rows mix the first contact's rows and the last's, so that it feels all the forces.
  Eigen::MatrixXd mix = Eigen::MatrixXd::Zero(3 * p + 3, 3 * p);
  mix.topRows(3 * p).setIdentity();
  for (int k = 0; k < 3; ++k) mix(3 * p + k, k) = 1.0, mix(3 * p + k, 3 * p - 1 - k) -= 0.5;
  const int rows = 3 * p + 3;
  more.delassus.topLeftCorner(rows, rows) =
      (mix * problem.delassus.topLeftCorner(3 * p, 3 * p) * mix.transpose()).selfadjointView<Eigen::Lower>();
  more.free_velocity.head(rows) = mix * problem.free_velocity.head(3 * p);
  more.friction[p] = 0.5;
  more.normal_bias[p] = 1e6;
  const Solution solution = Solve(problem, Cold());
  const Solution other = Solve(more, Cold());
  RC_ASSERT(other.force[static_cast<unsigned>(p)].norm() == 0.0);
  RC_ASSERT(other.mode[static_cast<unsigned>(p)] == ContactMode::kSeparate);
  ExpectSameAnswer(problem, solution, other.force);
}

RC_GTEST_PROP(ContactProperties, WarmAndColdStartsAgree, ()) {
  const Draw draw = AnyDraw();
  Draw changed = draw;
  for (int& number : changed.numbers) number += Between(0, 201) - 100;
  const Problem problem = Make(draw);
  const Solution cold = Solve(problem, Cold());
  State& state = Cold();
  Solve(Make(changed), state);
  RC_ASSERT(state.warm);
  const Solution warm = Solve(problem, state);
  ExpectSameAnswer(problem, cold, warm.force);
  const Solution again = Solve(problem, state);  // from its own answer
  ExpectSameAnswer(problem, cold, again.force);
}

// Without friction SolveContacts, the polyhedral solver and Dantzig's pivoting on the normals solve the
// same problem.
RC_GTEST_PROP(ContactProperties, WithoutFrictionAllSolversAgree, ()) {
  Draw draw = AnyDraw();
  draw.friction = false;
  const Problem problem = Make(draw);
  const Solution solution = Solve(problem, Cold());
  static PolyhedralState<double, kContacts, 4> polyhedral;
  polyhedral.warm_contacts = 0;
  Solution other;
  RC_ASSERT(SolvePolyhedral(problem, {{300}}, polyhedral, other) == SolveStatus::kSolved);
  for (auto& f : other.force) {  // Lemke's tangents are zero to rounding, which no cone of μ = 0 allows
    RC_ASSERT(Abs(f[1]) + Abs(f[2]) <= 1e-9 * (1.0 + f[0]));
    f[1] = f[2] = 0.0;
  }
  ExpectSameAnswer(problem, solution, other.force);
  static BoxedLcpProblem<double, kContacts> normals;
  static LcpSolution<double, kContacts> pivoted;
  static DantzigWorkspace<double, kContacts> dantzig;
  normals.size = problem.contacts;
  for (int i = 0; i < problem.contacts; ++i) {
    for (int j = 0; j < problem.contacts; ++j) normals.A(i, j) = problem.dt * problem.delassus(3 * i, 3 * j);
    normals.b[i] = problem.free_velocity[3 * i] + problem.normal_bias[i];
    normals.lo[i] = 0.0;
    normals.hi[i] = kInfinity<double>;
  }
  RC_ASSERT(SolveDantzig(normals, {200}, dantzig, pivoted) == SolveStatus::kSolved);
  Vectors force{};
  for (int c = 0; c < kContacts; ++c)
    force[static_cast<unsigned>(c)] = {c < problem.contacts ? pivoted.z[c] : 0.0, 0.0, 0.0};
  ExpectSameAnswer(problem, solution, force);
}

}  // namespace footing::contact_properties_test

// Target: the interface for C. The bytes choose a block's solves, readings and resets, in any order. No call
// writes past its output, each status is one that footing.h lists, and a success is finite.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/claims.hpp"
#include "tests/support/benches/c_api_types.hpp"

namespace footing::fuzz {
namespace {

template <typename Api>
class Session {
 public:
  using Scalar = typename Api::Scalar;

  explicit Session(ByteReader* bytes) : bytes_(*bytes), kind_(static_cast<NumberKind>(bytes->Below(3))) {
    std::memset(&memory_, 0, sizeof memory_);
    Claim(Api::ReadModes(&memory_, modes_) == FOOTING_BAD_MEMORY, "an uninitialised block is refused");
    Claim(Api::Init(&memory_) == FOOTING_SOLVED, "a block is initialised");
    Claim(Api::ReadModes(&memory_, modes_) == FOOTING_NO_SOLUTION, "nothing was solved yet");
  }

  void Run() {
    for (int call = 0; call < 12 && bytes_.left() > 0; ++call) {
      switch (bytes_.Below(6)) {
        case 0:
        case 1: Solve(); break;
        case 2: Claim(Api::Reset(&memory_) == FOOTING_SOLVED, "a block is reset"); break;
        case 3: ReadModes(); break;
        case 4: ReadMargins(); break;
        default: FindWrenchMargin(); break;
      }
    }
  }

 private:
  Scalar Number() { return bytes_.Number<Scalar>(kind_); }

  void Solve() {
    static typename Api::Problem problem;
    typename Api::Solution solution;
    footing_options options{bytes_.Byte(), 0};
    problem.contacts = bytes_.Below(FOOTING_CONTACTS + 3) - 1;
    const bool gram = bytes_.Below(4) > 0;
    problem.dt = gram ? Scalar(1e-3L) : Number();
    Scalar J[FOOTING_ROWS][6];
    for (auto& row : J) {
      for (Scalar& entry : row) entry = Number();
    }
    for (int i = 0; i < FOOTING_ROWS; ++i) {
      for (int j = 0; j <= i; ++j) {
        Scalar sum = 0;
        for (int k = 0; k < 6; ++k) sum += J[i][k] * J[j][k];
        problem.delassus[i][j] = problem.delassus[j][i] = gram ? sum : J[i][j % 6];
      }
      problem.free_velocity[i] = Number();
    }
    for (int c = 0; c < FOOTING_CONTACTS; ++c) {
      problem.friction[c] = Number();
      if (gram) problem.friction[c] = std::abs(problem.friction[c]);
      problem.normal_bias[c] = Number();
    }
    const int status =
        Api::Solve(&memory_, &problem, options.budget > 200 ? nullptr : &options, &solution);
    solved_ = true;
    status_ = status;
    Claim(status == solution.status, "the status returned is the solution's");
    Claim(status <= FOOTING_PARALLEL_EDGES && status != FOOTING_RAY && status != FOOTING_BAD_BOUNDS &&
              status != FOOTING_SINGULAR && status != FOOTING_PARALLEL_EDGES,
          "the status is one of those listed");
    for (int c = 0; c < FOOTING_CONTACTS; ++c) {
      Claim(AllFinite(solution.force[c], 3), "forces are finite");
      Claim(status != FOOTING_SOLVED || AllFinite(solution.velocity[c], 3), "velocities are finite");
      Claim(solution.mode[c] >= FOOTING_SEPARATE && solution.mode[c] <= FOOTING_AMBIGUOUS, "a mode is one");
    }
  }

  int Expected() const { return solved_ ? status_ : static_cast<int>(FOOTING_NO_SOLUTION); }

  void ReadModes() {
    Claim(Api::ReadModes(&memory_, modes_) == Expected(), "reading modes gives the last solve's status");
    if (Expected() != FOOTING_SOLVED) return;
    for (const auto& mode : modes_) {
      Claim(mode.mode >= FOOTING_SEPARATE && mode.mode <= FOOTING_AMBIGUOUS && mode.meets < 32u,
            "a mode is one");
      Claim(std::isfinite(mode.slip_speed) && AllFinite(mode.slip, 2) && std::isfinite(mode.slip_angle),
            "a slip is finite");
    }
  }

  void ReadMargins() {
    typename Api::Margin margins[FOOTING_CONTACTS];
    Claim(Api::ReadMargins(&memory_, margins) == Expected(), "reading margins gives the last solve's status");
    if (Expected() != FOOTING_SOLVED) return;
    for (const auto& margin : margins) {
      Claim(std::isfinite(margin.lift_off) && std::isfinite(margin.slip) &&
                std::isfinite(margin.slip_share) && std::isfinite(margin.slip_speed),
            "a margin is finite");
    }
  }

  void FindWrenchMargin() {
    typename Api::Wrench wrench;
    typename Api::WrenchMargin margin;
    wrench.length = std::abs(Number());
    for (auto& row : wrench.velocity) {
      for (Scalar& entry : row) entry = Number();
    }
    const int status = Api::FindWrenchMargin(&memory_, &wrench, &margin);
    if (!solved_) return Claim(status == FOOTING_NO_SOLUTION, "no margin without a solve");
    Claim(status == FOOTING_SOLVED || status == FOOTING_INACCURATE || status == FOOTING_NOT_FINITE,
          "the status is one of those listed");
    if (status != FOOTING_SOLVED) return Claim(margin.size == 0 && margin.contact == -1, "no margin");
    Claim(margin.size >= 0, "a margin is not negative");
    Claim(AllFinite(margin.wrench, 6), "a wrench is finite");
    Claim(margin.contact >= -1 && margin.contact < FOOTING_CONTACTS, "a contact changes, or none");
  }

  ByteReader& bytes_;
  NumberKind kind_;
  typename Api::Memory memory_;
  typename Api::Mode modes_[FOOTING_CONTACTS];
  bool solved_ = false;
  int status_ = 0;
};

}  // namespace
}  // namespace footing::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace footing::fuzz;
  ByteReader bytes(data, size);
  if (bytes.Below(2) == 0) {
    Session<footing::F32>(&bytes).Run();
  } else {
    Session<footing::F64>(&bytes).Run();
  }
  return 0;
}

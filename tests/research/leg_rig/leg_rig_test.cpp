// A real leg, with torques measured at its joints, against a force sensor under its foot: the tracker on the
// recordings of shared/data/leg_rig. Its options are those of all robots; what is judged never enters it.
// The model: footing robot teststand.urdf --feet contact --lock joint_z --drives
// firmware/robots/solo12/drives.json
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "core/estimation/foot_tracker.hpp"
#include "tests/research/leg_rig/model.hpp"
#include "tests/research/leg_rig/rig_record.hpp"

namespace footing::leg_rig::leg_rig_test {

constexpr double kLoaded = 1;  // N on the sensor: above its noise in flight, 0.45 N; 15 % of the weight
constexpr int kBegin = 100;    // rows: the filters settle
constexpr int kHolds = 10;     // ms, of an event

using Tracker = FootTracker<robots::LegRig, double>;
using Loads = std::vector<char>;

struct Judged {
  Loads sensed, said;         // loaded or not, of each judged row
  std::vector<double> force;  // N, vertical, estimated
  std::vector<double> truth;  // N, of the sensor
  std::vector<double> still;  // N, −J⁻ᵀ τ
};

Tracker::Measurement MeasurementOf(const RigRecord& record, int row) {
  Tracker::Measurement measured;
  measured.position = {record.At("q_hfe", row), record.At("q_kfe", row)};
  measured.velocity_valid = record.Has("qd_hfe");
  if (measured.velocity_valid) measured.velocity = {record.At("qd_hfe", row), record.At("qd_kfe", row)};
  measured.torque = {record.At("tau_hfe", row), record.At("tau_kfe", row)};
  measured.commanded = measured.torque;
  if (record.Has("tau_target_hfe"))
    measured.commanded = {record.At("tau_target_hfe", row), record.At("tau_target_kfe", row)};
  measured.attitude = {1, 0, 0, 0};
  measured.acceleration = {0, 0, 9.81 + Acceleration(record, row)};
  measured.dt = 0.001;
  return measured;
}

Judged Track(const RigRecord& record) {
  Tracker::Options options = Tracker::Usual();
  options.imu_repeats = 0;  // the attitude is no measurement: it repeats
  // The rig has no accelerometer: what stands for one is made of the rail's position, or of the leg's joints,
  // and hands push the base. So the balance knows nothing, and a foot that stands tells the base's velocity.
  options.contact.balance.vertical_sigma = options.contact.balance.along_sigma =
      options.contact.balance.roll_sigma = 100;
  options.base.off_sigma = options.base.hold_sigma;
  options.base.fastest_give = 0;
  Tracker tracker(options);
  Judged run;
  for (int row = 0; row < record.rows(); ++row) {
    const auto& now = tracker.Update(MeasurementOf(record, row));
    EXPECT_EQ(now.flags & kNotMeasured, 0U) << row;
    if (row < kBegin) continue;
    run.truth.push_back(record.At("fz", row));
    run.sensed.push_back(run.truth.back() > kLoaded);
    run.said.push_back(now.feet[0].state != ContactState::kOpen);
    run.force.push_back(now.feet[0].force[2]);
    run.still.push_back(StaticForce(record, row));
  }
  return run;
}

double Right(const Loads& truth, const Loads& said) {
  int right = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) right += truth[i] == said[i] ? 1 : 0;
  return 100.0 * right / static_cast<double>(truth.size());
}

Loads Above(const std::vector<double>& force, double threshold) {
  Loads loads;
  for (const double f : force) loads.push_back(f > threshold);
  return loads;
}

double BestThreshold(const Judged& run) {  // N, in hindsight
  double best = 0, most = -1;
  for (int step = 0; step <= 80; ++step) {
    const double right = Right(run.sensed, Above(run.force, 0.1 * step));
    if (right > most) most = right, best = 0.1 * step;
  }
  return best;
}

double StanceError(const Judged& run, const std::vector<double>& force) {  // N, root mean square
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < run.truth.size(); ++i) {
    if (!run.sensed[i]) continue;
    sum += (force[i] - run.truth[i]) * (force[i] - run.truth[i]);
    ++count;
  }
  return std::sqrt(sum / count);
}

// Rows at which a change to `loaded` begins that holds.
std::vector<int> Changes(const Loads& loads, bool loaded) {
  std::vector<int> rows;
  const int count = static_cast<int>(loads.size());
  bool state = loads.front() != 0;
  for (int i = 1; i + kHolds <= count; ++i) {
    const auto* begin = loads.data() + i;
    if ((*begin != 0) == state || std::count(begin, begin + kHolds, *begin) < kHolds) continue;
    state = !state;
    if (state == loaded) rows.push_back(i);
  }
  return rows;
}

// ms, of each change that the sensor saw to the nearest that was said.
std::vector<int> Delays(const Judged& run, bool loaded) {
  const std::vector<int> said = Changes(run.said, loaded);
  std::vector<int> delays;
  for (const int row : Changes(run.sensed, loaded)) {
    const auto nearer = [row](int a, int b) { return std::abs(a - row) < std::abs(b - row); };
    const auto nearest = std::min_element(said.begin(), said.end(), nearer);
    if (nearest != said.end()) delays.push_back(*nearest - row);
  }
  return delays;
}

void PrintDelays(const char* what, std::vector<int> delays) {
  std::printf("; %s", what);
  for (const int delay : delays) std::printf(" %d", delay);
  std::printf(" ms");
}

TEST(LegRig, ARealLegIsJudgedByTheSensorUnderItsFoot) {
  const std::string folder = FOOTING_DATA_DIR "/leg_rig";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no recordings in " << folder;
  int records = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".csv") continue;
    SCOPED_TRACE(entry.path().filename().string());
    RigRecord record;
    ASSERT_TRUE(record.Read(entry.path().string()));
    ASSERT_GT(record.rows(), 1000);
    const Judged run = Track(record);
    const double right = Right(run.sensed, run.said);
    const double threshold = BestThreshold(run);
    const double rival = Right(run.sensed, Above(run.force, threshold));
    const double error = StanceError(run, run.force), still = StanceError(run, run.still);
    std::printf(
        "%s: right %.2f %%, best threshold %.2f %% at %.1f N; force in stance %.2f N, of statics %.2f N",
        entry.path().stem().c_str(), right, rival, threshold, error, still);
    PrintDelays("touch-down", Delays(run, true));
    PrintDelays("lift-off", Delays(run, false));
    std::printf("\n");
    EXPECT_GE(right, rival - 2);
    EXPECT_GE(right, 95);
    // Torque does not tell the friction of the gears: statics show how much that is.
    EXPECT_LT(error, 1.5 * still);
    ++records;
  }
  EXPECT_GT(records, 0) << folder;
}

}  // namespace footing::leg_rig::leg_rig_test

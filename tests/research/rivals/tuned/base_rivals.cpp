#include "tests/research/rivals/tuned/base_rivals.hpp"

#include <algorithm>
#include <cmath>

#include "tests/research/rivals/tuned/search.hpp"
#include "tools/footing/commands/output/format.hpp"
#include "tools/footing/simulate/figures/state_figures.hpp"

namespace footing::rivals {
namespace {

constexpr std::uint64_t kSeed = 11;                            // of the search
constexpr double kImuAttitude = 0.3 * 3.14159265358979 / 180;  // rad, what the IMU's maker says of it
constexpr double kLeastDrift = 1e-3;  // of the way: less is luck, and its logarithm would outweigh the rest

using Vector = Eigen::Vector3d;

template <std::size_t kSize>
std::array<float, kSize> Narrow(const std::array<double, kSize>& from) {
  std::array<float, kSize> to;
  for (std::size_t k = 0; k < kSize; ++k) to[k] = static_cast<float>(from[k]);
  return to;
}

std::array<float, 3> Narrow(const Vector& v) { return {float(v[0]), float(v[1]), float(v[2])}; }

// The base's pose and velocity from those of the IMU on it.
void Write(const InvariantFilter<kFeet>& filter, const ImuModel<double>& imu, const Vector& gyro,
           tools::TickSample* tick) {
  const auto& a = imu.attitude;
  const Eigen::Quaterniond mount(a[0], a[1], a[2], a[3]);
  const Eigen::Matrix3d attitude = filter.attitude() * mount.toRotationMatrix().transpose();
  const Vector arm = attitude * Vector(imu.position.data());
  const Vector turn = filter.attitude() * (gyro - filter.gyro_bias());
  const Eigen::Quaterniond q(attitude);
  tick->estimated_base_attitude = Narrow<4>({q.w(), q.x(), q.y(), q.z()});
  tick->estimated_base_position = Narrow(Vector(filter.position() - arm));
  tick->estimated_base_velocity = Narrow(Vector(filter.velocity() - turn.cross(arm)));
}

double ScoreOf(const std::vector<BaseRun>& base_runs, const std::vector<Loads>& contacts,
               const BaseRivalOptions& options) {
  double sum = 0;
  for (std::size_t i = 0; i < base_runs.size(); ++i) {
    tools::RunLog log = base_runs[i].log;
    RunBaseRival(base_runs[i].stream, contacts[i], options, &log);
    const tools::StateFigures figures = tools::JudgeState(log);
    sum += std::log(figures.velocity.Rmse()) + std::log(figures.tilt.Rmse()) +
           std::log(std::max(figures.drift / figures.way, kLeastDrift));
  }
  return -sum / static_cast<double>(3 * base_runs.size());
}

BaseRivalOptions OptionsOf(const Values& v, bool with_attitude) {
  return {.filter = {.gyro_density = v[0],
                     .accelerometer_density = v[1],
                     .gyro_bias_density = v[2],
                     .accelerometer_bias_density = v[3],
                     .foot_density = v[4],
                     .foot_sigma = v[5],
                     .accelerometer_bias = v[6]},
          .settle_ticks = static_cast<int>(v[7]),
          .attitude_sigma = with_attitude ? v[8] : 0};
}

std::string TextOf(const BaseRivalOptions& o) {
  std::string text = tools::Format(
      "densities per √Hz: gyro %.2g rad/s, accelerometer %.2g m/s², their biases %.2g rad/s² and %.2g m/s³, "
      "foot %.2g m/s; kinematics %.2g m; accelerometer bias at the start %.2g m/s²; a contact counts after "
      "%d ticks",
      o.filter.gyro_density, o.filter.accelerometer_density, o.filter.gyro_bias_density,
      o.filter.accelerometer_bias_density, o.filter.foot_density, o.filter.foot_sigma,
      o.filter.accelerometer_bias, o.settle_ticks);
  if (o.attitude_sigma > 0) text += tools::Format("; attitude %.2g rad", o.attitude_sigma);
  return text;
}

// In the order of the values.
constexpr Range kRanges[] = {{"gyro", 1e-4, 1e-1, true},
                             {"accelerometer", 1e-3, 3, true},
                             {"gyro bias's walk", 1e-6, 1e-2, true},
                             {"accelerometer bias's walk", 1e-5, 1e-1, true},
                             {"foot", 1e-4, 1, true},
                             {"kinematics", 1e-4, 3e-2, true},
                             {"accelerometer bias", 0.01, 1, true},
                             {"settle", 0, 30},
                             {"attitude", 1e-3, 1, true}};

struct Kind {
  const char* name;
  bool by_footing, with_attitude;
};
constexpr Kind kKinds[] = {{"InEKF, Footing's contacts", true, false},
                           {"InEKF, Schmitt trigger's contacts", false, false},
                           {"InEKF, Footing's contacts, IMU's attitude", true, true}};

TunedBaseRival RivalOf(const Kind& kind, const Values& values) {
  const BaseRivalOptions options = OptionsOf(values, kind.with_attitude);
  return {kind.name, TextOf(options), values, 0, kind.by_footing, options};
}

}  // namespace

Loads FootingSticks(const FootStream& stream) {
  Loads sticks;
  for (const FootTick& tick : stream.foot) sticks.push_back(tick.sticks);
  return sticks;
}

void RunBaseRival(const FootStream& stream, const Loads& contacts, const BaseRivalOptions& options,
                  tools::RunLog* log) {
  if (stream.Ticks() == 0) return;
  // Up to the first judged tick the robot stands: the IMU's attitude says where the vertical and the heading
  // are. From there on the paper's filter has gyro, accelerometer and feet alone.
  bool walks = false;
  InvariantFilter<kFeet> filter(options.filter, stream.base.front().attitude.toRotationMatrix());
  std::array<int, kFeet> age{};
  for (std::size_t t = 0; t < stream.Ticks(); ++t) {
    const BaseTick& tick = stream.base[t];
    walks = walks || stream.judged[t];
    filter.Predict(tick.gyro, tick.acceleration, stream.period);
    const double sigma = options.attitude_sigma > 0 ? options.attitude_sigma : walks ? 0 : kImuAttitude;
    if (sigma > 0) filter.CorrectAttitude(tick.attitude.toRotationMatrix(), sigma);
    std::array<bool, kFeet> contact{};
    std::array<Vector, kFeet> turn = tick.turn;
    for (std::size_t i = 0; i < kFeet; ++i) {
      age[i] = contacts[t * kFeet + i] ? age[i] + 1 : 0;
      contact[i] = age[i] > options.settle_ticks;
      turn[i] += stream.period * (tick.gyro - filter.gyro_bias());
    }
    filter.Roll(turn, stream.radius);
    filter.CorrectFeet(tick.centre, contact);
    Write(filter, stream.imu, tick.gyro, &log->ticks[t]);
  }
}

std::vector<TunedBaseRival> TuneBaseRivals(const std::vector<BaseRun>& base_runs, const TunedRival& schmitt,
                                           int runs, int jobs) {
  const std::vector<Range> ranges(std::begin(kRanges), std::end(kRanges));
  std::vector<Loads> sticks, loads;
  for (const BaseRun& run : base_runs) {
    sticks.push_back(FootingSticks(run.stream));
    loads.push_back(schmitt.loads(run.stream));
  }
  std::vector<TunedBaseRival> rivals;
  for (const Kind& kind : kKinds) {
    const Found found = RandomSearch(ranges, runs, kSeed, jobs, [&](const Values& values) {
      return ScoreOf(base_runs, kind.by_footing ? sticks : loads, OptionsOf(values, kind.with_attitude));
    });
    rivals.push_back(RivalOf(kind, found.values));
    rivals.back().runs = found.runs;
  }
  return rivals;
}

std::vector<TunedBaseRival> BaseRivalsOf(const Known& values) {
  std::vector<TunedBaseRival> rivals;
  for (const Kind& kind : kKinds) rivals.push_back(RivalOf(kind, values(kind.name, std::size(kRanges))));
  return rivals;
}

}  // namespace footing::rivals

#include "tools/footing/campaign/campaign_run.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "firmware/fnv1a.hpp"
#include "tools/footing/commands/output/format.hpp"
#include "tools/footing/files/regular_file.hpp"

namespace footing::tools {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct Run {
  std::size_t scenario, robot, seed;
  Json key;
  fs::path file;
};

std::string Hash(const std::string& bytes) {
  Fnv1a hash;
  for (const char c : bytes) hash.Add(static_cast<std::uint8_t>(c));
  return Format("%016llx", static_cast<unsigned long long>(hash.value()));
}

// Figures of another program are not this one's.
std::string ThisProgram() {
  std::string bytes, error;
  if (!ReadRegularFile("/proc/self/exe", &bytes, &error)) throw std::runtime_error("/proc/self/exe " + error);
  return Hash(bytes);
}

std::vector<Run> RunsOf(const Campaign& campaign, const fs::path& folder) {
  const std::string program = ThisProgram();
  std::vector<Run> runs;
  for (std::size_t s = 0; s < campaign.scenarios.size(); ++s) {
    for (std::size_t r = 0; r < campaign.robots.size(); ++r) {
      for (std::size_t k = 0; k < campaign.seeds.size(); ++k) {
        const Json key = {{"program", program},
                          {"robot", campaign.robots[r]},
                          {"seed", campaign.seeds[k]},
                          {"options", campaign.scenarios[s].words}};
        runs.push_back({s, r, k, key, folder / (Hash(key.dump()) + ".json")});
      }
    }
  }
  return runs;
}

std::optional<RunRecord> Kept(const Run& run) {
  std::string text, error;
  if (!ReadRegularFile(run.file.string(), &text, &error)) return {};
  try {
    const Json json = Json::parse(text);
    if (json.at("key") == run.key) return RecordFrom(json.at("figures"));
  } catch (const Json::exception&) {  // damaged: as if it were not there
  }
  return {};
}

// Under another name first: a file with its name is whole, whenever the program is stopped.
void Keep(const Run& run, const RunRecord& record) {
  const fs::path part = run.file.string() + ".part";
  std::ofstream file(part, std::ios::binary);
  file << Json{{"key", run.key}, {"figures", ToJson(record)}}.dump() << "\n";
  file.close();
  std::error_code error;
  if (file) fs::rename(part, run.file, error);
  if (!file || error) throw std::runtime_error(run.file.string() + ": cannot be written");
}

class Workers {
 public:
  Workers(const Campaign& campaign, std::vector<Run> runs, const std::function<void(double)>& progress,
          CampaignResult* result)
      : campaign_(campaign),
        runs_(std::move(runs)),
        shares_(runs_.size()),
        progress_(progress),
        result_(result) {}

  void Work() {
    for (std::size_t i = next_++; i < runs_.size() && !stop_; i = next_++) {
      try {
        Do(i);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!broken_) broken_ = std::current_exception();
        stop_ = true;
      }
    }
  }

  void Join(int jobs) {
    std::vector<std::thread> threads;
    for (int i = 0; i < jobs; ++i) threads.emplace_back([this] { Work(); });
    for (std::thread& thread : threads) thread.join();
    if (broken_) std::rethrow_exception(broken_);
  }

 private:
  void Do(std::size_t i) {
    const Run& run = runs_[i];
    std::optional<RunRecord>& place = result_->records[run.scenario][run.robot][run.seed];
    place = Kept(run);
    const bool kept = place.has_value();
    if (!kept) {
      place = Make(i);
      if (place) Keep(run, *place);
    }
    const std::lock_guard lock(mutex_);
    if (kept) ++result_->kept;
    if (!kept && place) ++result_->made;
    Show(i, 1);
  }

  // Nothing where the plant gives up; the other runs go on.
  std::optional<RunRecord> Make(std::size_t i) {
    const Run& run = runs_[i];
    SimulationOptions options = campaign_.scenarios[run.scenario].options[run.robot];
    options.seed = campaign_.seeds[run.seed];
    options.progress = [this, i](double share) {
      const std::lock_guard lock(mutex_);
      Show(i, share);
    };
    try {
      const Simulation simulation = Simulate(options);
      return RecordOf(Judge(simulation.log), simulation.log.fell);
    } catch (const std::exception& error) {
      const std::lock_guard lock(mutex_);
      result_->failures.push_back(campaign_.scenarios[run.scenario].name + ", " + options.robot + ", seed " +
                                  std::to_string(options.seed) + ": " + error.what());
      return {};
    }
  }

  void Show(std::size_t i, double share) {
    shares_[i] = share;
    const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
    if (progress_) progress_(sum / static_cast<double>(shares_.size()));
  }

  const Campaign& campaign_;
  std::vector<Run> runs_;
  std::vector<double> shares_;
  const std::function<void(double)>& progress_;
  CampaignResult* result_;
  std::mutex mutex_;  // of all that the threads share
  std::exception_ptr broken_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
};

}  // namespace

CampaignResult RunCampaign(const Campaign& campaign, const std::string& folder, int jobs,
                           const std::function<void(double share)>& progress) {
  CampaignResult result;
  result.records.assign(
      campaign.scenarios.size(),
      {campaign.robots.size(), std::vector<std::optional<RunRecord>>(campaign.seeds.size())});
  const fs::path runs = fs::path(folder) / "runs";
  std::error_code error;
  fs::create_directories(runs, error);
  if (error) throw std::runtime_error(runs.string() + ": cannot be made: " + error.message());
  Workers workers(campaign, RunsOf(campaign, runs), progress, &result);
  workers.Join(jobs);
  return result;
}

}  // namespace footing::tools

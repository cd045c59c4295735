#include "tools/footing/solve/file/result_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

#include "tools/footing/commands/output/json_line.hpp"
#include "tools/footing/run/scene_answer_file.hpp"

namespace footing::tools {

namespace {

// JSON has no infinity, but the residual of a refused problem is infinite.
OrderedJson Number(double value) { return std::isfinite(value) ? OrderedJson(value) : OrderedJson("inf"); }

bool AreFinite(double number) { return std::isfinite(number); }

template <typename List>
bool AreFinite(const List& list) {
  return std::all_of(list.begin(), list.end(), [](const auto& entry) { return AreFinite(entry); });
}

// Sets a list, or a list of lists, if all its numbers are finite. Otherwise sets nothing, because JSON would
// say null.
template <typename List>
void AddNumbers(const char* key, const List& list, OrderedJson* json) {
  if (AreFinite(list)) (*json)[key] = list;
}

void AddContact(const SolveRequest& request, const SolveAnswer& answer, OrderedJson* json) {
  (*json)["model"] = Name(ModelOf(request.solver));
  AddNumbers("forces", answer.contact.forces, json);
  AddNumbers("v", answer.contact.v, json);
  if (!answer.contact.certified) return;
  (*json)["cone_violation"] = Number(answer.contact.cone_violation);
  (*json)["slip_error"] = Number(answer.contact.slip_error);
  if (request.solver == SolverChoice::kCone) (*json)["rank"] = answer.contact.rank;
  OrderedJson& stages = (*json)["pivots_by_stage"] = OrderedJson::object();
  for (const auto& [stage, pivots] : answer.contact.stage_pivots) stages[stage] = pivots;
}

}  // namespace

std::string ResultText(const ProblemFile& file, const SolveRequest& request, const SolveAnswer& answer) {
  OrderedJson json;
  json["status"] = StatusWords(answer.status);
  json["kind"] = file.kind;
  json["solver"] = Name(SolverOf(file, request));
  json["stage"] = answer.stage;
  json["pivots"] = answer.pivots;
  json["residual"] = Number(answer.residual);
  json["epsilon"] = request.epsilon;
  if (std::holds_alternative<LcpFile>(file.problem)) AddNumbers("z", answer.z, &json);
  if (std::holds_alternative<BoxedFile>(file.problem)) AddNumbers("x", answer.z, &json);
  if (std::holds_alternative<ContactFile>(file.problem)) AddContact(request, answer, &json);
  if (answer.rows) {
    const auto* scene = std::get_if<SceneFile>(&file.problem);
    AddRows(scene == nullptr ? nullptr : scene->get(), *answer.rows, &json);
  }
  if (!answer.proof.empty()) AddNumbers("proof", answer.proof, &json);
  return JsonLine(json);
}

std::string RefusalText(const std::string& error) {
  return JsonLine({{"status", "refused"}, {"error", error}});
}

std::string WriteResult(const std::string& path, const std::string& text) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << text << std::flush;
  return stream ? "" : std::string("cannot be written: ") + std::strerror(errno);
}

}  // namespace footing::tools

// seeds DIRECTORY EXAMPLES writes the inputs that each target begins with, DIRECTORY/TARGET/NUMBER. All of
// them are made here except the JSON files, which come from EXAMPLES.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/assembly/delassus.hpp"
#include "tests/scenario/robot/streams/stream_bytes.hpp"
#include "tests/support/scenes/random_contacts.hpp"

namespace footing::fuzz {
namespace {

using Bytes = std::vector<std::uint8_t>;

class Corpus {
 public:
  explicit Corpus(const std::filesystem::path& folder) : folder_(folder) {
    std::filesystem::create_directories(folder);
  }
  template <typename Data>
  void Add(const Data& data) {
    std::ofstream file(folder_ / std::to_string(count_++), std::ios::binary);
    file.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
    if (!file) std::exit(1);
  }

 private:
  std::filesystem::path folder_;
  int count_ = 0;
};

template <typename Scalar>
void Append(Scalar number, Bytes* bytes) {
  std::uint8_t raw[sizeof number];
  std::memcpy(raw, &number, sizeof number);
  bytes->insert(bytes->end(), raw, raw + sizeof raw);
}

// A box on the ground that slides, falls or rests, as target `contacts` reads it: the bits of its numbers.
template <typename Scalar>
Bytes BoxProblem(int flavour, Random& random) {
  using Stack = SystemStack<Scalar, 6, 4>;
  static Stack stack;
  static DelassusWorkspace<Stack> workspace;
  static ContactProblem<Scalar, 4> problem;
  BoxOnGround(4, random, &stack);
  if (Assemble(stack, Scalar(1e-3L), workspace, problem) != SolveStatus::kSolved) std::exit(1);
  // Flavour, contacts, joint rows, shape as read, rank, budget, one more solve, bits, dt of 1 ms.
  Bytes bytes = {static_cast<std::uint8_t>(flavour), 4, 0, 0, 0, 0, 1, 0, 2};
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) Append(problem.delassus(i, j), &bytes);
  }
  for (int i = 0; i < 12; ++i) Append(problem.free_velocity[i], &bytes);
  for (int c = 0; c < 4; ++c) {
    Append(problem.friction[c], &bytes);
    Append(problem.normal_bias[c], &bytes);
  }
  for (int i = 0; i < 12; ++i) Append(random.Uniform<Scalar>(Scalar(-0.01L), Scalar(0.01L)), &bytes);
  return bytes;
}

// Random problems of `flavours` kinds. `header` bytes precede the numbers; the byte `kind` of them says how
// numbers are stored.
void AddRandom(int flavours, std::size_t header, std::size_t kind, Corpus* corpus) {
  Random random(1);
  for (int flavour = 0; flavour < flavours; ++flavour) {
    for (int variant = 0; variant < 12; ++variant) {
      Bytes bytes(header + 320);
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.Integer(256));
      bytes[kind] = static_cast<std::uint8_t>(variant % 3);
      bytes[0] = static_cast<std::uint8_t>(flavour);
      corpus->Add(bytes);
    }
  }
}

void AddJson(const std::filesystem::path& examples, Corpus* corpus) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    corpus->Add(std::string{std::istreambuf_iterator<char>(file), {}});
  }
  corpus->Add(std::string(R"({"kind":"lcp","n":2,"A":[[2,-1],[-1,2e0]],"q":[-1,0.5]})"));
  corpus->Add(std::string(
      R"({"kind":"boxed","A":[[2,1],[1,2]],"b":[-1,3],"lo":[0,"-inf"],"hi":["inf",0.5],"findex":[-1,0]})"));
  corpus->Add(std::string(R"({"kind":"contact","level":"acceleration","lcp":{"A":[[1]],"q":[-1]}})"));
  corpus->Add(std::string(
      R"({"kind":"contact","m":2,"M":[[1,0],[0,2]],"tau_star":[0,-0.01],"dt":1e-3,"v_minus":[1,0],"body":"b",)"
      R"("point":"p","frame":"f","length":0.5,"moments":[1],"contacts":[{"normal_jacobian":[0,1],)"
      R"("tangent_jacobians":[[1,0]],"mu":0.5,"mu_kinetic":0.4,"normal_bias":0,"state":"sliding"}],)"
      R"("shapes":[{"fixed":true,"polygon":[[0,0],[1,0]]},{"circle":[0,0,1]}]})"));
}

// Streams of both versions, whole, cut and spoilt; and lists of changes, as target `streams` reads them.
void AddStreams(Corpus* corpus) {
  for (const std::uint32_t joints : {0u, 3u, 12u}) {
    for (const std::uint32_t count : {0u, 1u, 3u}) {
      std::string bytes = footing::Bytes("robot", SomeNames(joints), SomeRecords(joints, count));
      corpus->Add(bytes);
      corpus->Add(bytes.substr(0, bytes.size() - 1));
      bytes[bytes.size() / 2] ^= 1;
      corpus->Add(bytes);
    }
  }
  for (const std::uint32_t count : {0u, 1u, 3u}) {
    const std::string bytes = BytesOfVersion1(SomeRecords(12, count));
    corpus->Add(bytes);
    corpus->Add(bytes.substr(0, bytes.size() - 1));
  }
  Random random(2);
  for (int k = 0; k < 40; ++k) {
    Bytes changes(2 + 4 * 4);
    for (std::uint8_t& byte : changes) byte = static_cast<std::uint8_t>(random.Integer(256));
    corpus->Add(changes);
  }
}

int Write(const std::filesystem::path& folder, const std::filesystem::path& examples) {
  Corpus contacts(folder / "contacts");
  Random random(1);
  for (int k = 0; k < 8; ++k) {
    contacts.Add(BoxProblem<float>(0, random));
    contacts.Add(BoxProblem<double>(1, random));
  }
  AddRandom(8, 9, 7, &contacts);
  Corpus boxes(folder / "boxes");
  AddRandom(10, 5, 3, &boxes);
  Corpus c_api(folder / "c_api");
  AddRandom(2, 2, 1, &c_api);
  Corpus json(folder / "json");
  AddJson(examples, &json);
  Corpus streams(folder / "streams");
  AddStreams(&streams);
  return 0;
}

}  // namespace
}  // namespace footing::fuzz

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "seeds DIRECTORY EXAMPLES\n");
    return 2;
  }
  return footing::fuzz::Write(argv[1], argv[2]);
}

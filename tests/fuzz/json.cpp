// Target: any text, given to the readers of problem files and of mode scenes. A text is either refused with
// one printable line, or it gives a problem that no solver has to refuse.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/claims.hpp"
#include "tools/footing/modes/contacts/modes_scene.hpp"
#include "tools/footing/scene/scene_rows.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::fuzz {
namespace {

using tools::Rows;

void ClaimNumbers(const std::vector<double>& numbers, std::size_t size) {
  Claim(numbers.size() == size, "a list is as long as the problem");
  Claim(AllFinite(numbers.data(), static_cast<int>(size)), "numbers are finite");
}

void ClaimSquare(const Rows& rows, std::size_t largest) {
  Claim(rows.size() <= largest, "a problem is at most as large as the limit");
  for (const auto& row : rows) ClaimNumbers(row, rows.size());
}

void ClaimGood(const tools::LcpFile& file) {
  ClaimSquare(file.A, tools::kLargestRows);
  ClaimNumbers(file.q, file.A.size());
}

void ClaimGood(const tools::BoxedFile& file) {
  const std::size_t n = file.A.size();
  ClaimSquare(file.A, tools::kLargestRows);
  ClaimNumbers(file.b, n);
  Claim(file.lo.size() == n && file.hi.size() == n && file.findex.size() == n, "each row has bounds");
  for (std::size_t i = 0; i < n; ++i) {
    const int normal = file.findex[i];
    Claim(normal >= -1 && normal < static_cast<int>(n) && normal != static_cast<int>(i),
          "findex is another row");
    if (normal >= 0) {
      Claim(std::isfinite(file.hi[i]) && file.findex[static_cast<std::size_t>(normal)] < 0,
            "a coupled row hangs on a plain one by a finite factor");
    } else {
      Claim(file.lo[i] <= file.hi[i] && file.lo[i] < HUGE_VAL && file.hi[i] > -HUGE_VAL, "bounds leave room");
    }
  }
}

void ClaimGood(const tools::ContactFile& file) {
  const std::size_t dof = file.M.size();
  Claim(dof > 0 && file.contacts.size() <= tools::kLargestContacts, "sizes are within the limits");
  ClaimSquare(file.M, tools::kLargestDof);
  for (std::size_t i = 0; i < dof; ++i) Claim(file.M[i][i] > 0, "M has a positive diagonal");
  ClaimNumbers(file.tau_star, dof);
  Claim(std::isfinite(file.dt) && file.dt > 0, "dt is above 0");
  for (const auto& contact : file.contacts) {
    ClaimNumbers(contact.normal, dof);
    Claim(contact.tangents.size() <= 2, "two tangents at most");
    for (const auto& tangent : contact.tangents) ClaimNumbers(tangent, dof);
    Claim(std::isfinite(contact.friction) && contact.friction >= 0, "friction is not negative");
    Claim(std::isfinite(contact.normal_bias), "the bias is finite");
  }
}

void ClaimGood(const tools::SceneFile& file) {
  Claim(!file->bodies.empty() && file->bodies.size() <= tools::kSceneBodies, "bodies are within the limit");
  const auto names_a_body = [&](int body) {
    return body >= footing::kWorld && body < static_cast<int>(file->bodies.size());
  };
  for (const auto& body : file->bodies) {
    Claim(body.mass > 0 && body.inertia.diagonal().minCoeff() > 0, "mass and inertia are above 0");
    Claim(body.position.allFinite() && body.velocity.allFinite() && body.spin.allFinite(),
          "numbers are finite");
    Claim(std::abs(body.attitude.norm() - 1) < 1e-9, "an attitude is a rotation");
  }
  for (const auto& shape : file->shapes) {
    Claim(names_a_body(shape.body) && shape.friction >= 0, "a shape has a body and friction");
    Claim(std::abs(shape.normal.norm() - 1) < 1e-9, "a normal is a unit vector");
  }
  for (const auto& joint : file->joints) {
    Claim(names_a_body(joint.first) && names_a_body(joint.second) && joint.first != joint.second,
          "a joint has two bodies");
  }
  for (const auto& touch : file->listed) {
    Claim(names_a_body(touch.contact.first) && names_a_body(touch.contact.second),
          "a contact has two bodies");
    Claim(std::abs(touch.contact.normal.norm() - 1) < 1e-9 && touch.friction >= 0, "a contact is good");
  }
}

void ClaimGood(const tools::MatrixFile& file) {
  const auto& problem = file->problem;
  Claim(problem.contacts <= tools::kSceneContacts && problem.joint_rows <= tools::kSceneJointRows,
        "rows are within the limits");
  for (int i = 0; i < problem.rows(); ++i) {
    Claim(std::isfinite(problem.free_velocity[i]) && problem.delassus(i, i) >= 0, "a row is good");
    for (int j = 0; j < problem.rows(); ++j)
      Claim(std::isfinite(problem.delassus(i, j)), "numbers are finite");
  }
}

void ClaimGood(const tools::ModesScene& scene) {
  const std::size_t dof = scene.dof();
  Claim(dof > 0 && dof <= tools::kLargestSceneDof, "dof is within the limit");
  Claim(!scene.contacts.empty() && scene.contacts.size() <= tools::kLargestSceneContacts,
        "contacts are within the limit");
  for (std::size_t i = 0; i < dof; ++i) {
    Claim(scene.M[i].size() == dof && scene.M[i][i] > 0, "M is square with a positive diagonal");
    for (std::size_t j = 0; j < i; ++j) Claim(scene.M[i][j] == scene.M[j][i], "M is symmetric");
  }
  Claim(scene.mass_scale.size() == dof && scene.length_weight.size() == dof,
        "each coordinate has its scales");
  Claim(scene.length > 0 && std::isfinite(scene.length), "the length is above 0");
  for (const auto& scale : scene.mass_scale) Claim(scale > 0, "mass scales are above 0");
  for (const std::size_t k : scene.moments) Claim(k < dof, "moments are coordinates");
  for (const auto& contact : scene.contacts) {
    Claim(contact.normal.size() == dof && !tools::IsZero(contact.normal), "a normal is not zero");
    Claim(contact.tangents.size() <= 2, "two tangents at most");
    for (const auto& tangent : contact.tangents) {
      Claim(tangent.size() == dof && !tools::IsZero(tangent), "a tangent is not zero");
    }
    Claim(contact.friction >= 0 && contact.kinetic_friction >= 0, "friction is not negative");
    if (contact.state == tools::ContactState::kSliding) {
      Claim(contact.slip.size() == contact.tangents.size() && !tools::IsZero(contact.slip),
            "what slides has a direction");
    }
  }
  for (const auto& shape : scene.shapes) {
    Claim(shape.radius > 0 || shape.points.size() >= 2, "a shape is a circle or a polygon");
  }
}

void ClaimOneLine(const std::string& text) {
  Claim(!text.empty() && text.size() < 1000, "an error is one line");
  for (const char c : text) Claim(c != '\n' && c != '\r' && c != '\0', "an error is one line");
}

}  // namespace
}  // namespace footing::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace footing;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const tools::ProblemFile file = tools::ParseProblem(text);
    std::visit([](const auto& problem) { fuzz::ClaimGood(problem); }, file.problem);
  } catch (const tools::ProblemError& error) {
    fuzz::ClaimOneLine(error.what());
  }
  try {
    fuzz::ClaimGood(tools::ParseModesScene(text));
  } catch (const tools::ProblemError& error) {
    fuzz::ClaimOneLine(error.what());
  }
  return 0;
}

#include "tools/footing/solve/file/problem_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "tools/footing/scene/delassus_file.hpp"
#include "tools/footing/scene/scene_file.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {

namespace {

std::string Text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

// Checks the size that a file may state beside its matrix.
void CheckSize(const Field& root, const char* key, const char* matrix, std::size_t rows) {
  if (!root.Has(key) || root.At(key).Integer() == static_cast<long>(rows)) return;
  root.At(key).Fail("is " + std::to_string(root.At(key).Integer()) + ", " + matrix + " has " +
                    std::to_string(rows) + " rows");
}

LcpFile ReadLcp(const Field& root) {
  LcpFile lcp;
  lcp.A = root.At("A").Square(kLargestRows);
  CheckSize(root, "n", "A", lcp.A.size());
  lcp.q = root.At("q").Numbers(lcp.A.size());
  return lcp;
}

BoxedFile ReadBoxed(const Field& root) {
  BoxedFile boxed;
  boxed.A = root.At("A").Square(kLargestRows);
  const std::size_t n = boxed.A.size();
  CheckSize(root, "n", "A", n);
  boxed.b = root.At("b").Numbers(n);
  const auto limit = [](const Field& entry) { return entry.Limit(); };
  boxed.lo = root.At("lo").List(n, limit);
  boxed.hi = root.At("hi").List(n, limit);
  boxed.findex.assign(n, -1);
  if (root.Has("findex")) {
    boxed.findex = root.At("findex").List(n, [n](const Field& entry) {
      const long row = entry.Integer();
      if (row < -1 || row >= static_cast<long>(n)) {
        entry.Fail("must be -1 or a row, 0 to " + std::to_string(n - 1) + ", is " + std::to_string(row));
      }
      return static_cast<int>(row);
    });
  }
  for (std::size_t i = 0; i < n; ++i) {
    const int bounding = boxed.findex[i];
    const Field lo = root.At("lo").At(i);
    const Field hi = root.At("hi").At(i);
    if (bounding < 0) {
      if (boxed.lo[i] == std::numeric_limits<double>::infinity()) lo.Fail("must not be inf");
      if (boxed.hi[i] == -std::numeric_limits<double>::infinity()) hi.Fail("must not be -inf");
      if (boxed.lo[i] > boxed.hi[i]) {
        lo.Fail("is " + Text(boxed.lo[i]) + ", above hi[" + std::to_string(i) + "], which is " +
                Text(boxed.hi[i]));
      }
      continue;
    }
    const Field findex = root.At("findex").At(i);
    if (!std::isfinite(boxed.hi[i])) hi.Fail("must be finite, it is the factor of x[findex]");
    if (bounding == static_cast<int>(i)) findex.Fail("a row cannot bound itself");
    if (boxed.findex[static_cast<std::size_t>(bounding)] >= 0) {
      findex.Fail("row " + std::to_string(bounding) + " is bounded by another row itself");
    }
  }
  return boxed;
}

// Checks symmetry to the accuracy of a matrix that was printed with nine digits.
void CheckSymmetric(const Field& matrix, const Rows& M) {
  for (std::size_t i = 0; i < M.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double size = std::max({std::abs(M[i][j]), std::abs(M[j][i]), std::min(M[i][i], M[j][j])});
      if (std::abs(M[i][j] - M[j][i]) <= 1e-9 * size) continue;
      matrix.At(i).At(j).Fail("must be symmetric, is " + Text(M[i][j]) + " and across the diagonal " +
                              Text(M[j][i]));
    }
  }
}

// Checks with Cholesky's factorization. A pivot that rounding alone can leave does not count as positive.
void CheckPositiveDefinite(const Field& matrix, Rows M) {
  const std::size_t n = M.size();
  for (std::size_t k = 0; k < n; ++k) {
    const double diagonal = M[k][k];
    for (std::size_t j = 0; j < k; ++j) {
      for (std::size_t i = 0; i < j; ++i) M[k][j] -= M[k][i] * M[j][i];
      M[k][j] /= M[j][j];
      M[k][k] -= M[k][j] * M[k][j];
    }
    if (!(M[k][k] > static_cast<double>(n) * std::numeric_limits<double>::epsilon() * diagonal)) {
      matrix.Fail("must be positive definite, its first " +
                  (k == 0 ? "row is not" : std::to_string(k + 1) + " rows are not"));
    }
    M[k][k] = std::sqrt(M[k][k]);
  }
}

ContactFile ReadContact(const Field& root) {
  ContactFile file;
  file.M = ReadMassMatrix(root, kLargestDof);
  const std::size_t dof = file.M.size();
  file.tau_star = root.At("tau_star").Numbers(dof);
  file.dt = root.At("dt").Number();
  if (!(file.dt > 0)) root.At("dt").Fail("must be above 0, is " + Text(file.dt));

  root.At("contacts").CheckLimit(" contacts", kLargestContacts);
  file.contacts = root.At("contacts").List(root.At("contacts").Count(), [dof](const Field& entry) {
    FileContact contact;
    contact.normal = entry.At("normal_jacobian").Numbers(dof);
    const Field tangents = entry.At("tangent_jacobians");
    tangents.CheckTangents();
    contact.tangents = tangents.List(tangents.Count(), [dof](const Field& row) { return row.Numbers(dof); });
    contact.friction = entry.At("mu").Number();
    if (contact.friction < 0) entry.At("mu").Fail("must not be negative, is " + Text(contact.friction));
    if (entry.Has("normal_bias")) contact.normal_bias = entry.At("normal_bias").Number();
    return contact;
  });
  return file;
}

}  // namespace

Rows ReadMassMatrix(const Field& root, int largest_dof) {
  const Field mass = root.At("M");
  Rows M = mass.Square(largest_dof);
  if (M.empty()) mass.Fail("no rows");
  CheckSize(root, "m", "M", M.size());
  CheckSymmetric(mass, M);
  CheckPositiveDefinite(mass, M);
  return M;
}

ProblemFile ParseProblem(const std::string& text) {
  const Json json = ParseJson(text);
  const Field root(json, "");
  ProblemFile file;
  const Field kind = root.At("kind");
  file.kind = kind.Text();
  if (file.kind == "lcp") {
    file.problem = ReadLcp(root);
  } else if (file.kind == "boxed") {
    file.problem = ReadBoxed(root);
    NoteMisspelt(root, {"findex"}, &file.notes);
  } else if (file.kind == "contact") {
    const std::string level = root.Has("level") ? root.At("level").Text() : "velocity";
    if (level == "acceleration") {
      file.problem = ReadLcp(root.At("lcp"));
    } else if (level == "velocity") {
      file.problem = ReadContact(root);
      NoteMisspelt(root, {"level"}, &file.notes);
      NoteMisspelt(root.At("contacts"), {"normal_bias"}, &file.notes);
    } else {
      root.At("level").FailAs("\"velocity\" or \"acceleration\"");
    }
  } else if (file.kind == "scene") {
    const auto scene = std::make_shared<const Scene>(ParseScene(text));
    file.notes = scene->notes;
    file.problem = SceneFile(scene);
  } else if (file.kind == "delassus") {
    const auto rows = std::make_shared<SceneRows>();
    ReadDelassus(root, rows.get(), &file.notes);
    file.problem = MatrixFile(rows);
  } else {
    kind.FailAs("\"lcp\", \"boxed\", \"contact\", \"scene\" or \"delassus\"");
  }
  return file;
}

ProblemFile ReadProblem(const std::string& path) { return ParseProblem(ReadText(path)); }

}  // namespace footing::tools

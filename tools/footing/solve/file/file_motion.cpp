#include "tools/footing/solve/file/file_motion.hpp"

#include <algorithm>

namespace footing::tools {

namespace {

// The row of the file for row r, 0 to 2, of a contact; null if it has no such tangent.
const std::vector<double>* RowOf(const FileContact& contact, std::size_t r) {
  if (r == 0) return &contact.normal;
  return r <= contact.tangents.size() ? &contact.tangents[r - 1] : nullptr;
}

}  // namespace

FileMotion::FileMotion(const ContactFile& file) : file_(file), u_(3 * file.contacts.size(), 0) {
  const std::size_t n = file.M.size();
  for (const auto& row : file.M) factor_.emplace_back(row.begin(), row.end());
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) {
      factor_[i][k] /= factor_[k][k];
      for (std::size_t j = k + 1; j < n; ++j) factor_[i][j] -= factor_[i][k] * factor_[k][j];
    }
  }
}

void FileMotion::Apply(const ContactForces& forces) {
  const std::size_t n = file_.M.size();
  std::vector<Real> v(file_.tau_star.begin(), file_.tau_star.end());
  const auto each_row = [this](const auto& visit) {
    for (std::size_t c = 0; c < file_.contacts.size(); ++c) {
      for (std::size_t r = 0; r < 3; ++r) {
        if (const auto* row = RowOf(file_.contacts[c], r)) visit(c, r, *row);
      }
    }
  };
  each_row([&](std::size_t c, std::size_t r, const std::vector<double>& row) {
    const Real impulse = static_cast<Real>(file_.dt) * forces.force[c][static_cast<int>(r)];
    for (std::size_t j = 0; j < n; ++j) v[j] += row[j] * impulse;
  });
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) v[i] -= factor_[i][k] * v[k];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) v[i] -= factor_[i][k] * v[k];
    v[i] /= factor_[i][i];
  }
  each_row([&](std::size_t c, std::size_t r, const std::vector<double>& row) {
    Real sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += row[j] * v[j];
    u_[3 * c + r] = static_cast<long double>(sum);
  });
  v_.assign(v.begin(), v.end());
}

}  // namespace footing::tools

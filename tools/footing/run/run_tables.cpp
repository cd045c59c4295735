#include "tools/footing/run/run_tables.hpp"

#include <cmath>
#include <iomanip>

namespace footing::tools {

namespace {

std::ostream& operator<<(std::ostream& out, const Point& v) {
  return out << v.x() << ',' << v.y() << ',' << v.z();
}

// A name as a field of a CSV.
std::string Quoted(const std::string& name) {
  if (name.find_first_of(",\"") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

PoseTable::PoseTable(std::ostream& out, const Scene& scene) : out_(out) {
  out_ << std::setprecision(17) << "time";
  const std::vector<std::string> columns =
      scene.plane ? std::vector<std::string>{"x", "y", "angle", "vx", "vy", "spin"}
                  : std::vector<std::string>{"x",  "y",  "z",  "qw", "qx", "qy", "qz",
                                             "vx", "vy", "vz", "wx", "wy", "wz"};
  for (const SceneBody& body : scene.bodies) {
    for (const std::string& column : columns) out_ << ',' << Quoted(body.name + '.' + column);
  }
  out_ << ",contacts,status,energy\n";
}

void PoseTable::Add(const SceneRun& run) {
  const Scene& scene = run.scene();
  out_ << scene.time;
  for (const SceneBody& body : scene.bodies) {
    const Eigen::Quaterniond& q = body.attitude;
    if (scene.plane) {
      out_ << ',' << body.position.x() << ',' << body.position.y() << ',' << body.Angle() << ','
           << body.velocity.x() << ',' << body.velocity.y() << ',' << body.spin.z();
    } else {
      out_ << ',' << body.position << ',' << q.w() << ',' << q.x() << ',' << q.y() << ',' << q.z() << ','
           << body.velocity << ',' << body.spin;
    }
  }
  const bool first = run.tally().steps == 0;
  out_ << ',' << (first ? 0 : run.rows().problem.contacts) << ',' << (first ? "-" : Name(run.answer().status))
       << ',' << run.Energy() << '\n';
}

ForceTable::ForceTable(std::ostream& out) : out_(out) {
  out_ << std::setprecision(17)
       << "time,first,second,px,py,pz,nx,ny,nz,force_n,force_t1,force_t2,motion_n,motion_t1,motion_t2\n";
}

void ForceTable::Add(const SceneRun& run) {
  for (std::size_t c = 0; c < run.rows().touches.size(); ++c) {
    const RigidContact<double>& contact = run.rows().touches[c].contact;
    out_ << run.scene().time << ',' << Quoted(run.scene().NameOf(contact.first)) << ','
         << Quoted(run.scene().NameOf(contact.second)) << ',' << Point(contact.point) << ',' << Point(contact.normal)
         << ',' << run.answer().force[c] << ',' << run.answer().motion[c] << '\n';
  }
}

}  // namespace footing::tools

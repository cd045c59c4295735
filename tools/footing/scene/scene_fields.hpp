// Values of a scene file in the scene's dimension, and its bodies by name.
#pragma once

#include <map>
#include <string>

#include "tools/footing/scene/scene.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {

// Every read throws a ProblemError that says where. The scene must outlive this object.
class SceneFields {
 public:
  explicit SceneFields(Scene* scene) : scene_(*scene) {}

  static double Optional(const Field& entry, const char* key, double preset,
                         double least = -kInfinity<double>, double most = kInfinity<double>) {
    if (!entry.Has(key)) return preset;
    const double value = entry.At(key).Number();
    if (value < least) entry.At(key).FailAs(least == 0 ? "0 or more" : "larger");
    if (value > most) entry.At(key).FailAs("1 or less");
    return value;
  }
  static double Positive(const Field& field) {
    const double value = field.Number();
    if (!(value > 0)) field.FailAs("above 0");
    return value;
  }

  Point Vector(const Field& field) const {
    const std::vector<double> v = field.Numbers(scene_.plane ? 2 : 3);
    return {v[0], v[1], scene_.plane ? 0 : v[2]};
  }
  // About z in the plane: one number.
  Point Turn(const Field& field) const { return scene_.plane ? Point(0, 0, field.Number()) : Vector(field); }
  Point Unit(const Field& field) const {
    const Point v = Vector(field);
    if (v.isZero(0)) field.Fail("must not be zero");
    return v.stableNormalized();
  }

  void Name(const Field& entry, int body) {
    const std::string name = entry.At("name").Line();
    if (name.empty()) entry.At("name").Fail("must not be empty");
    if (name == "world" || !names_.emplace(name, body).second)
      entry.At("name").Fail("\"" + name + "\" is taken");
  }
  int Body(const Field& field) const {
    const std::string name = field.Text();
    if (name == "world") return kWorld;
    const auto found = names_.find(name);
    if (found == names_.end()) field.Fail("there is no body \"" + name + "\"");
    return found->second;
  }
  void ReadPair(const Field& entry, int* first, int* second) const {
    const Field pair = entry.At("bodies");
    if (pair.Count() != 2) pair.Fail("2 names expected");
    *first = Body(pair.At(std::size_t{0}));
    *second = Body(pair.At(1));
    if (*first == *second) pair.Fail("both are the same");
    if (*first == kWorld) pair.At(std::size_t{0}).Fail("the first must be a body that moves");
  }

  Scene& scene() const { return scene_; }

 private:
  Scene& scene_;
  std::map<std::string, int> names_;
};

}  // namespace footing::tools

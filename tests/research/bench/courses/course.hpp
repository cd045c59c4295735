// A class of seeded problems and those that solve them, in one process, problem by problem.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace footing::bench {

// Beyond it an answer is wrong, whatever its solver says of it.
inline constexpr long double kRightTo = 1e-6L;

// An answer, seen by an evaluator in long double that knows the problem and the answer alone.
struct Verdict {
  bool right = false;   // solves what was asked
  bool own = false;     // solves it with the solver's own friction law
  bool claims = false;  // its solver says that it solved
  double cone =
      0;  // how far outside of the asked cone, |f_t| / (μ f_n) − 1; pull, where there is no friction
};

enum class Role { kFooting, kPeer, kYardstick };

struct Contestant {
  std::string name;
  Role role;
  std::function<void()> prepare;     // not timed: conversion of the problem at hand
  std::function<void()> solve;       // watched by KernelWatch, once
  std::function<Verdict()> judge;    // of the last answer; none of a yardstick
  std::function<void()> begin = {};  // before the first problem of a sequence
};

class Course {
 public:
  virtual ~Course() = default;
  virtual int size() const = 0;      // problems
  virtual void Load(int index) = 0;  // makes one the problem at hand
  // Problems are in sequences of so many, each to be solved in order.
  virtual int sequence() const { return 1; }
  // A sequence goes to one contestant as a whole before the next has it, not problem by problem.
  virtual bool alone() const { return false; }
  const std::string& name() const { return name_; }  // short, without spaces
  const std::string& title() const { return title_; }
  const std::vector<Contestant>& contestants() const { return contestants_; }
  // Leaves those whose name begins so, for a profiler.
  void Keep(const std::string& beginning) {
    std::erase_if(contestants_, [&](const Contestant& one) { return !one.name.starts_with(beginning); });
  }

 protected:
  Course(std::string name, std::string title) : name_(std::move(name)), title_(std::move(title)) {}
  std::vector<Contestant> contestants_;

 private:
  std::string name_;
  std::string title_;
};

}  // namespace footing::bench

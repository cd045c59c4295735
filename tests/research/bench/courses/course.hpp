// A class of seeded problems and the contestants that solve them, in one process, problem by problem.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace footing::bench {

// An answer with a larger error is wrong, whatever its solver says of it.
inline constexpr long double kRightTo = 1e-6L;

// The judgement of an answer by an evaluator in long double that knows only the problem and the answer.
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
  std::function<void()> solve;       // once, inside a KernelWatch
  std::function<Verdict()> judge;    // of the last answer; a yardstick has none
  std::function<void()> begin = {};  // before the first problem of a sequence
};

class Course {
 public:
  virtual ~Course() = default;
  virtual int size() const = 0;      // problems
  virtual void Load(int index) = 0;  // makes problem `index` the current one
  // The length of a sequence. The problems of a sequence are solved in order.
  virtual int sequence() const { return 1; }
  // If true, one contestant solves a whole sequence before the next contestant starts on it.
  virtual bool alone() const { return false; }
  const std::string& name() const { return name_; }  // short, without spaces
  const std::string& title() const { return title_; }
  const std::vector<Contestant>& contestants() const { return contestants_; }
  // Keeps only the contestants whose name begins so, for a profiler.
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

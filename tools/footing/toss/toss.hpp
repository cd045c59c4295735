// Recorded cube tosses: read from CSV, replayed by simulation, and compared with it. The measures are those
// of Acosta, Yang, Posa (2022): the whole trajectory is simulated from the first measured state, and errors
// are averaged over the samples.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/footing/plants/thrown_cube.hpp"

namespace footing::tools {

struct TossSample {
  double time = 0;  // s
  CubeState state;
};

using Toss = std::vector<TossSample>;

// Reads the columns t,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz under one header line; z is up, v in world axes, ω
// in body axes. False: *error is one line that names file and line, and *toss is of no use.
bool ReadToss(const std::string& path, Toss* toss, std::string* error);

struct TossErrors {
  double position = 0;  // mean distance of the centres, % of the cube's width
  double rotation = 0;  // mean angle of the relative rotation, degrees
};

// Mean errors over the samples after the first, which is the start. `toss` must be as ReadToss leaves it.
TossErrors ReplayToss(const Toss& toss, const CubeOptions& options, SolveTally* tally);

struct TossSummary {
  struct Entry {
    std::string name;
    TossErrors errors;
    long unsolved = 0;
  };
  std::vector<Entry> tosses;
  std::vector<std::string> file_errors;  // one line each
  SolveTally tally;
  double wall_time = 0;  // s
};

// Replays every *.csv in `directory` in the order of the names. Files that cannot be read are left out and
// named. `progress`, if there is one, gets the share that is done. False: there is no such directory, or no
// *.csv in it; *error says which.
bool ReplayTosses(const std::string& directory, const CubeOptions& options,
                  const std::function<void(double)>& progress, TossSummary* summary, std::string* error);

struct MeanAndDeviation {
  double mean = 0;
  double deviation = 0;  // of the sample, n − 1
};

MeanAndDeviation PositionError(const TossSummary& summary);
MeanAndDeviation RotationError(const TossSummary& summary);

// Prints the errors beside the published ones, and what the solver did.
void PrintTosses(std::ostream& out, const CubeOptions& options, const TossSummary& summary);

}  // namespace footing::tools

// The names of the statuses, and that the numbers of footing.h are the core's.
#include "core/c_api/footing.h"

#include "core/contact/contact_problem.hpp"
#include "core/status.hpp"

namespace footing {
namespace {

template <typename Ours, typename Theirs>
constexpr bool Same(Ours ours, Theirs theirs) {
  return static_cast<int>(ours) == static_cast<int>(theirs);
}

static_assert(Same(SolveStatus::kSolved, FOOTING_SOLVED));
static_assert(Same(SolveStatus::kPivotBudget, FOOTING_PIVOT_BUDGET));
static_assert(Same(SolveStatus::kRay, FOOTING_RAY));
static_assert(Same(SolveStatus::kInaccurate, FOOTING_INACCURATE));
static_assert(Same(SolveStatus::kNotFinite, FOOTING_NOT_FINITE));
static_assert(Same(SolveStatus::kBadSize, FOOTING_BAD_SIZE));
static_assert(Same(SolveStatus::kBadBounds, FOOTING_BAD_BOUNDS));
static_assert(Same(SolveStatus::kNotSymmetric, FOOTING_NOT_SYMMETRIC));
static_assert(Same(SolveStatus::kBadFriction, FOOTING_BAD_FRICTION));
static_assert(Same(SolveStatus::kSingular, FOOTING_SINGULAR));
static_assert(Same(SolveStatus::kInfeasible, FOOTING_INFEASIBLE));
static_assert(Same(SolveStatus::kParallelEdges, FOOTING_PARALLEL_EDGES));
static_assert(Same(SolveStatus::kOutOfOrder, FOOTING_OUT_OF_ORDER));
static_assert(Same(SolveStatus::kBadNormal, FOOTING_BAD_NORMAL));
static_assert(kStatusCount == FOOTING_BAD_NORMAL + 1 && kStatusCount <= FOOTING_NULL_POINTER);

static_assert(Same(ContactMode::kSeparate, FOOTING_SEPARATE));
static_assert(Same(ContactMode::kStick, FOOTING_STICK));
static_assert(Same(ContactMode::kSlide, FOOTING_SLIDE));
static_assert(Same(ContactMode::kApproach, FOOTING_APPROACH));
static_assert(Same(ContactMode::kAmbiguous, FOOTING_AMBIGUOUS));
static_assert(kModeCount == FOOTING_AMBIGUOUS + 1);

static_assert(Same(SolveStage::kNone, FOOTING_STAGE_NONE));
static_assert(Same(SolveStage::kModes, FOOTING_STAGE_MODES));
static_assert(Same(SolveStage::kLemke, FOOTING_STAGE_LEMKE));
static_assert(Same(SolveStage::kProximal, FOOTING_STAGE_PROXIMAL));
static_assert(Same(SolveStage::kFrictionless, FOOTING_STAGE_FRICTIONLESS));
static_assert(Same(SolveStage::kProof, FOOTING_STAGE_PROOF));
static_assert(Same(SolveStage::kDantzig, FOOTING_STAGE_DANTZIG));
static_assert(kStageCount == FOOTING_STAGE_DANTZIG + 1);

}  // namespace
}  // namespace footing

const char* footing_mode_name(int mode) {
  return mode >= 0 && mode < footing::kModeCount ? footing::Name(static_cast<footing::ContactMode>(mode))
                                                 : "?";
}

const char* footing_status_name(int status) {
  if (status >= 0 && status < footing::kStatusCount) {
    return footing::Name(static_cast<footing::SolveStatus>(status));
  }
  switch (status) {
    case FOOTING_NULL_POINTER: return "null pointer";
    case FOOTING_BAD_MEMORY: return "bad memory";
    case FOOTING_NO_SOLUTION: return "no solution";
    case FOOTING_MISALIGNED: return "misaligned";
    default: return "?";
  }
}

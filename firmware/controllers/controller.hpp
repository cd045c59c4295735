// The example controller of a robot: the trot where the robot can trot, else balance.
#pragma once

#include <type_traits>

#include "firmware/controllers/balance/balance.hpp"
#include "firmware/controllers/trot/trot.hpp"

namespace footing {

template <typename Robot, typename Scalar>
using ControllerOf =
    typename std::conditional<kTrots<Robot>, std::type_identity<TrotController<Robot, Scalar>>,
                              std::type_identity<BalanceController<Robot, Scalar>>>::type::type;

}  // namespace footing

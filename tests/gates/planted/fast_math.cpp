#include "core/scalar.hpp"

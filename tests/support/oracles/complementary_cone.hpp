// The complementary cones of an LCP y = B z + b (Berard, Egan, Trinkle eqs. 26 to 29). One member of each
// pair may be positive, and the others are zero. Then b = G ν, ν ≥ 0, where G has the columns of [I −B] that
// belong to the chosen members. A mode of all contacts together is such a choice. b is in pos(G) exactly if
// the LCP has a solution of that mode or on its border.
// G may be singular. It is singular for every choice with a separation (a⁺ and a⁻ cancel) or with a roll
// under k sides (the shares c_j cancel). So test b ∈ pos(G) by nonnegative least squares or a similar method,
// never by G⁻¹.
#pragma once

#include "core/papers/berard/lcp_modes.hpp"

namespace footing {

// kTurned: −y of a normal pair may be positive. This is the approach of bodies not yet in contact
// (section V-A C).
enum class PairMember : std::uint8_t { kY, kZ, kTurned };

template <typename Scalar, int kCapacity>
struct ComplementaryCone {
  int size = 0;
  std::array<PairMember, static_cast<unsigned>(kCapacity)> member{};
  BoundedMatrix<Scalar, kCapacity> G;  // the leading block: generators as columns
};

// Sets the members of `contact` to the mode, and changes no other field of *cone. False, with nothing set, if
// the contact is not in the LCP or if its model does not have the mode. The letters are those of ReadModes,
// and 'a'. For a contact of S in the plane, l and r both mean that it goes on sliding. Call this for every
// contact. Reads the LCP's pairs twice.
template <typename Scalar, int kTangents, int kCapacity>
bool ChooseMode(const ModeLcp<Scalar, kTangents, kCapacity>& lcp, int contact, const LcpMode& mode,
                ComplementaryCone<Scalar, kCapacity>* cone) {
  const auto pairs = static_cast<unsigned>(lcp.lcp.size);
  bool there = false;
  bool slacks = false;
  bool polygon = false;
  int sides = 0;
  for (unsigned i = 0; i < pairs; ++i) {
    if (lcp.pair[i].contact != contact) continue;
    there = true;
    slacks |= lcp.pair[i].kind == PairKind::kPlus;
    polygon |= lcp.pair[i].kind == PairKind::kCone;
    sides += lcp.pair[i].kind == PairKind::kDirection ? 1 : 0;
  }
  std::array<std::int8_t, 2> sign = mode.sign;
  const bool apart = mode.letter == 's' || mode.letter == 'a';
  const bool before = !slacks && !polygon;
  bool known = apart;
  switch (mode.letter) {
    case 'n':
      sign = {};
      known = !before;
      break;
    case 'l':
    case 'r':
      sign[0] = mode.letter == 'l' ? 1 : -1;
      known = kTangents == 1 && !polygon;
      break;
    case 'q': known = kTangents == 2 && slacks && (sign[0] != 0 || sign[1] != 0); break;
    case 'd': known = polygon && mode.direction >= 0 && mode.direction < sides && mode.second < sides; break;
    case 'm': known = kTangents == 2 && before; break;
    default: break;
  }
  if (!there || !known) return false;

  for (unsigned i = 0; i < pairs; ++i) {
    const auto& pair = lcp.pair[i];
    if (pair.contact != contact) continue;
    const auto axis = static_cast<unsigned>(pair.axis);
    bool y = apart;
    switch (pair.kind) {
      case PairKind::kNormal: break;
      case PairKind::kPlus: y = apart || sign[axis] > 0; break;
      case PairKind::kMinus: y = !apart && sign[axis] >= 0; break;
      case PairKind::kDirection:
        y = apart || (mode.letter == 'd' && pair.axis != mode.direction && pair.axis != mode.second);
        break;
      case PairKind::kCone: y = mode.letter == 'n'; break;
    }
    const bool turned = mode.letter == 'a' && pair.kind == PairKind::kNormal;
    cone->member[i] = turned ? PairMember::kTurned : y ? PairMember::kY : PairMember::kZ;
  }
  return true;
}

// Fills G for the present members of *cone. Its size is that of the LCP. size² copies.
template <typename Scalar, int kCapacity>
void FillCone(const LcpProblem<Scalar, kCapacity>& lcp, ComplementaryCone<Scalar, kCapacity>* cone) {
  cone->size = lcp.size;
  for (int j = 0; j < lcp.size; ++j) {
    const PairMember member = cone->member[static_cast<unsigned>(j)];
    const Scalar unit = Scalar(member == PairMember::kTurned ? -1 : 1);
    for (int i = 0; i < lcp.size; ++i)
      cone->G(i, j) = member == PairMember::kZ ? -lcp.A(i, j) : i == j ? unit : Scalar(0);
  }
}

}  // namespace footing

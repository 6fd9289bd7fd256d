// What one strain under one rule set is to the search: strength, points and duties, with the suits relabelled so that trumps
// are suit 0 and every suit's cards stand in the order of strength. Rules come in as numbers (door.hpp); none is known here.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "door.hpp"

namespace pilotta {

using Hand = std::uint32_t;  // a set of relabelled cards, bit 8 * suit + strength

inline constexpr Hand suit_cards(unsigned suit) { return Hand{0xFF} << (8 * suit); }
inline constexpr Hand suit_of(unsigned card) { return suit_cards(card >> 3); }
inline unsigned lowest(Hand hand) { return static_cast<unsigned>(std::countr_zero(hand)); }

struct Game {
    std::array<std::uint8_t, 32> points{};   // by relabelled card
    std::array<Hand, 32> beaters{};          // the cards that win over this one when it is the best of a trick
    std::array<std::uint8_t, 32> inward{};   // a card's number outside to the one in here
    std::array<std::uint8_t, 32> outward{};  // and back
    Hand trumps = 0;
    Hand must_beat = 0;  // all cards of the suits in which one has to beat
    std::uint8_t must_trump = 0;
    bool must_over = false;
    bool must_under = false;
    int last_trick = 0;
    int each_trick = 0;

    // Points of the cards of suit s whose set is m, and the same card by card, weakest in the lowest byte.
    std::array<std::array<std::uint16_t, 256>, 4> sum{};
    std::array<std::array<std::uint64_t, 256>, 4> spread{};

    // Reads the bytes of the door; false where they are no game.
    bool read(const std::uint8_t* bytes) noexcept;

    int points_in(Hand hand) const {
        return sum[0][hand & 255] + sum[1][hand >> 8 & 255] + sum[2][hand >> 16 & 255] + sum[3][hand >> 24];
    }

    // The legal cards of a hand where `led` leads the trick and `best` wins it so far.
    Hand legal(Hand hand, unsigned led, unsigned best, bool partner_wins) const {
        if (const Hand follow = hand & suit_of(led)) {
            if (follow & must_beat) {
                const Hand higher = follow & beaters[best];
                return higher ? higher : follow;
            }
            return follow;
        }
        const Hand cut = hand & trumps;
        if (!cut || must_trump == 0 || (must_trump == 1 && partner_wins)) return hand;
        if (!(trumps >> best & 1)) return cut;
        if (const Hand higher = cut & beaters[best]) return must_over ? higher : cut;
        return must_under ? cut : hand;
    }

    Hand relabelled(std::uint32_t cards) const {
        Hand hand = 0;
        for (; cards; cards &= cards - 1) hand |= Hand{1} << inward[lowest(cards)];
        return hand;
    }
};

}  // namespace pilotta

// Which card to try first. Nothing here can change a value, only how soon it is found.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "position.hpp"

namespace pilotta {

// What a lead is worth, in no unit. Found by hill climbing on the number of nodes: docs/solver.md tells how.
struct LeadWeights {
    int sure, sure_value;        // no opponent can beat it
    int partner, partner_value;  // ... but partner can beat whoever does
    int lost, lost_value;
    int rank;
    int draws;   // a sure trump, for each trump that the opponents hold
    int trump;   // any other trump
    int length;  // for each card that the leader holds of the suit
    int history;
};

// What an answer is worth to the second, third or last player. `ours`: our side takes the trick if everybody tries to.
struct FollowWeights {
    int ours, our_pot, their_pot;
    int our_rank, their_rank;
    int wins;  // it beats the best card so far
    int ruff;
    int discard_length;  // a discard, for each card held of its suit
    int discard_master;  // a discard that nobody could beat in its suit
    int history;
};

struct Weights {
    LeadWeights lead;
    std::array<FollowWeights, 3> follow;
};

#ifdef PILOTTA_TUNE
extern Weights SUIT_WEIGHTS, EQUAL_WEIGHTS;
#else
// With a trump suit; and where all suits are equal, without trumps and with all trumps.
inline constexpr Weights SUIT_WEIGHTS{{95, 6, 177, 17, -34, 43, 7, -30, -65, -23, 336},
                                      {{{36, -3, 17, 9, -27, 12, -68, 9, 0, 87},
                                        {116, 17, 51, -11, 15, -6, -204, -8, -28, 155},
                                        {14, 10, 89, -4, -14, 13, 27, -4, -16, 213}}}};
inline constexpr Weights EQUAL_WEIGHTS{{43, 13, 158, 17, -22, 14, 12, -4, -18, -8, 335},
                                       {{{131, -5, 20, 16, -29, 13, -25, 16, 8, 51},
                                         {68, 8, 26, -4, 8, -8, -298, -15, -7, 125},
                                         {83, 10, 65, -6, -24, -1, 30, -14, -14, 361}}}};
#endif

// How well each card did where it was tried: up to 1024 for one that refuted what came before, down to -1024. Half of the way
// at each step, so that it is much like a killer move.
class History {
   public:
    using Row = std::array<std::int16_t, 32>;

    void clear() {
        leads_ = {};
        answers_ = {};
    }

    Row& lead(unsigned seat, Hand hand) { return leads_[late(hand)][seat]; }
    Row& answer(unsigned seat, Hand hand, const Trick& trick) {
        return answers_[late(hand)][trick.laid - 1][trick.led >> 3][(trick.best_seat ^ seat) & 1][seat];
    }

    static void praise(std::int16_t& card) { card = static_cast<std::int16_t>(card + (1024 - card) / 2); }
    static void blame(std::int16_t& card) { card = static_cast<std::int16_t>(card - (1024 + card) / 2); }

   private:
    static unsigned late(Hand hand) { return std::popcount(hand) > 4; }

    std::array<std::array<Row, 4>, 2> leads_;
    std::array<std::array<std::array<std::array<std::array<Row, 4>, 2>, 4>, 3>, 2> answers_;
};

// The cards to try at a node. Cards of the same group are neighbours in the hand.
struct Moves {
    unsigned count = 0;
    std::array<int, 8> score;
    std::array<std::uint8_t, 8> card;
    std::array<std::uint8_t, 8> group;

    void add(unsigned each, int worth, unsigned among) {
        card[count] = static_cast<std::uint8_t>(each);
        group[count] = static_cast<std::uint8_t>(among);
        score[count++] = worth;
    }
    void drop_last() { --count; }

    void sort() {
        for (unsigned i = 1; i < count; ++i) {
            const std::uint8_t each = card[i], among = group[i];
            const int worth = score[i];
            unsigned at = i;
            for (; at && score[at - 1] < worth; --at) {
                score[at] = score[at - 1];
                card[at] = card[at - 1];
                group[at] = group[at - 1];
            }
            score[at] = worth;
            card[at] = each;
            group[at] = among;
        }
    }
};

// The cards of a hand that would beat `best` in a trick where `led` was led.
inline Hand beating(const Game& game, Hand hand, unsigned led, unsigned best) {
    const Hand follow = hand & suit_of(led);
    return (follow ? follow : hand & game.trumps) & game.beaters[best];
}

inline unsigned highest(Hand hand) { return 31 - static_cast<unsigned>(std::countl_zero(hand)); }

// Whether two cards of one hand are neighbours: none of `between`, the cards that could tell them apart, lies between them.
inline bool neighbours(unsigned low, unsigned high, Hand between) {
    return !((low ^ high) >> 3) && !(between & ((Hand{1} << high) - (Hand{2} << low)));
}

}  // namespace pilotta

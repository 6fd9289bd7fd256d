// Which card to try first. Nothing here can change a value, only how soon it is found.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "position.hpp"

// The weights are constants, but for the program that looks for better ones (native/tune.cpp).
#ifndef PILOTTA_WEIGHTS
#define PILOTTA_WEIGHTS const
#endif

namespace pilotta {

// What a lead is worth, in no unit. Found by hill climbing on the number of nodes: benchmarks/ordering.py does that again.
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

// With a trump suit; and where all suits are equal, without trumps and with all trumps.
struct AllWeights {
    Weights suit, equal;
};
extern PILOTTA_WEIGHTS AllWeights WEIGHTS;

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

class Ordering {
   public:
    Ordering(const Game& game, std::uint32_t options)
        : game_(game), off_(options), weights_(game.trumps ? WEIGHTS.suit : WEIGHTS.equal) {}

    void forget();

    // The cards that are worth trying for a seat that may play `legal`, best first; without those that are like another one.
    // LAID: how many cards lie on the table.
    template <unsigned LAID>
    void arrange(const std::array<Hand, 4>& hands, Hand legal, unsigned seat, const Trick& trick, Moves& moves) const;

    // Move number `cut` of a seat with this hand has refuted what came before, and those before it have not.
    void learn(Hand hand, unsigned seat, const Trick& trick, const Moves& moves, unsigned cut);
    void praise(Hand hand, unsigned seat, const Trick& trick, unsigned card);

   private:
    // How well each card did where it was tried: up to 1024 for one that refuted what came before, down to -1024. Half of the
    // way at each step, so that it is much like a killer move.
    using Row = std::array<std::int16_t, 32>;

    static unsigned late(Hand hand) { return std::popcount(hand) > 4; }
    const Row& row(Hand hand, unsigned seat, const Trick& trick) const {
        if (!trick.laid) return leads_[late(hand)][seat];
        return answers_[late(hand)][trick.laid - 1][trick.led >> 3][(trick.best_seat ^ seat) & 1][seat];
    }
    Row& row(Hand hand, unsigned seat, const Trick& trick) {
        return const_cast<Row&>(static_cast<const Ordering*>(this)->row(hand, seat, trick));
    }

    const Game& game_;
    const std::uint32_t off_;
    const Weights& weights_;
    std::array<std::array<Row, 4>, 2> leads_;
    std::array<std::array<std::array<std::array<std::array<Row, 4>, 2>, 4>, 3>, 2> answers_;
};

inline unsigned highest(Hand hand) { return 31 - static_cast<unsigned>(std::countl_zero(hand)); }

// Whether two cards of one hand are neighbours: none of `between`, the cards that could tell them apart, lies between them.
inline bool neighbours(unsigned low, unsigned high, Hand between) {
    return !((low ^ high) >> 3) && !(between & ((Hand{1} << high) - (Hand{2} << low)));
}

}  // namespace pilotta

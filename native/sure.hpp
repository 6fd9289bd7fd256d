// Points that a side is sure of at the start of a trick, seen without any search.
#pragma once

#include <array>
#include <bit>

#include "position.hpp"
#include "table.hpp"

namespace pilotta {

// The part of a byte above the highest bit of another: cards that none of these can beat.
inline unsigned above(unsigned set) { return 0xFFu & ~((1u << std::bit_width(set & 0xFFu)) - 1); }

// What the leader can cash, what the top trumps will bring to whoever holds them, and so how many points NS gets at least and
// at most out of `total`. It holds under every duty that a rule set may know: whoever has a card of the suit led follows, the
// leader plays what he likes, and nothing else is used.
inline Bounds sure(const Game& game, const std::array<Hand, 4>& hands, unsigned leader, int total) {
    const Hand own = hands[leader], next = hands[(leader + 1) & 3], partner = hands[(leader + 2) & 3],
               previous = hands[(leader + 3) & 3];
    const Hand others = next | partner | previous;
    int points = 0, tricks = 0;  // the leader's side is sure of
    int lost = 0;                // his opponents are sure of
    unsigned suit = 0;
    bool safe = true;  // nobody else has a trump left when he cashes
    if (game.trumps) {
        suit = 1;
        const unsigned mine = own & 255, foes = (next | previous) & 255, ours = (own | partner) & 255;
        const unsigned run = mine & above(others & 255);
        const int length = std::popcount(run);
        const auto drawn = [length](Hand hand) { return std::popcount(hand & 255) <= length; };
        safe = drawn(next) && drawn(partner) && drawn(previous);
        // A trump that only one's own side could beat is worth its points to that side, whoever leads what.
        unsigned caught = ours & above(foes);
        tricks = length;
        if (length) {
            for (const Hand hand : {next, partner, previous})
                if (drawn(hand)) caught |= hand & 255;
            if (safe) {
                caught |= mine;
                tricks = std::popcount(mine);
            }
        }
        points = game.sum[0][caught];
        const unsigned theirs = foes & above(ours);
        lost = game.sum[0][theirs];
        if (theirs && game.each_trick)
            lost += game.each_trick * std::max(std::popcount(theirs & next), std::popcount(theirs & previous));
    }
    for (; suit < 4; ++suit) {
        const unsigned at = 8 * suit;
        const unsigned mine = own >> at & 255, rest = others >> at & 255;
        unsigned run = mine & above(rest);
        if (!run) continue;
        int length = std::popcount(run);
        const auto held = [at](Hand hand) { return std::popcount(hand >> at & 255); };
        if (safe) {
            if (held(next) <= length && held(partner) <= length && held(previous) <= length) {
                points += game.sum[suit][rest];
                run = mine;
                length = std::popcount(mine);
            }
        } else {
            // As long as whoever has a trump can follow; then he might ruff.
            int most = length;
            for (const Hand hand : {next, partner, previous})
                if (hand & 255) most = std::min(most, held(hand));
            for (; length > most; --length) run &= run - 1;
        }
        points += game.sum[suit][run];
        tricks += length;
    }
    const int least = tricks >= std::popcount(own) ? total : points + tricks * game.each_trick;
    return leader & 1 ? Bounds{lost, total - least} : Bounds{least, total - lost};
}

}  // namespace pilotta

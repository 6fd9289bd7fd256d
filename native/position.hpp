// Where a deal stands: who holds what, and the trick on the table.
#pragma once

#include <array>
#include <cstdint>

#include "game.hpp"

namespace pilotta {

// A running trick. Without a card on the table only `pot` has a meaning.
struct Trick {
    unsigned laid = 0;       // cards on the table, 0 to 3
    unsigned led = 0;        // the card that was led
    unsigned best = 0;       // the card that wins so far
    unsigned best_seat = 0;  // who played it
    int pot = 0;             // points on the table, and what every trick is worth
};

struct Position {
    std::array<Hand, 4> hands{};
    unsigned turn = 0;
    Trick trick;

    Hand left() const { return hands[0] | hands[1] | hands[2] | hands[3]; }

    Hand legal(const Game& game) const {
        const Hand hand = hands[turn];
        if (!trick.laid) return hand;
        return game.legal(hand, trick.led, trick.best, !((trick.best_seat ^ turn) & 1));
    }

    // Plays a card of the seat whose turn it is. Returns the points that side NS wins by it, which is nothing before a trick is
    // full.
    int play(const Game& game, unsigned card) {
        hands[turn] ^= Hand{1} << card;
        if (!trick.laid) {
            trick = {1, card, card, turn, game.each_trick + game.points[card]};
        } else {
            if (game.beaters[trick.best] >> card & 1) {
                trick.best = card;
                trick.best_seat = turn;
            }
            trick.pot += game.points[card];
            ++trick.laid;
        }
        if (trick.laid < 4) {
            turn = (turn + 1) & 3;
            return 0;
        }
        turn = trick.best_seat;
        const int won = trick.pot + (hands[turn] ? 0 : game.last_trick);
        trick = {};
        return turn & 1 ? 0 : won;
    }
};

}  // namespace pilotta

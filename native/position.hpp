// Where a deal stands: who holds what, and the trick on the table.
#pragma once

#include <array>
#include <bit>
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

    // All points from here on: on the table, in the hands, and what tricks are worth.
    int to_come(const Game& game) const {
        const Hand cards = left();
        if (!cards) return 0;
        const int tricks = (std::popcount(cards) + 3) / 4 - (trick.laid ? 1 : 0);
        return game.points_in(cards) + trick.pot + tricks * game.each_trick + game.last_trick;
    }

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

// Who takes a trick to which each seat has one card left.
inline unsigned last_winner(const Game& game, const std::array<Hand, 4>& hands, unsigned leader) {
    unsigned best = lowest(hands[leader]), winner = leader;
    for (unsigned i = 1; i < 4; ++i) {
        const unsigned seat = (leader + i) & 3;
        if (game.beaters[best] & hands[seat]) {
            best = lowest(hands[seat]);
            winner = seat;
        }
    }
    return winner;
}

}  // namespace pilotta

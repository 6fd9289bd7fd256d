// The last two tricks, played out without the search's machinery: for so few cards it costs more than it saves.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "position.hpp"

namespace pilotta {

class Ending {
   public:
    // `total`: all points that are left, with what the tricks are worth.
    Ending(const Game& game, const std::array<Hand, 4>& hands, int total) : game_(game), hands_(hands), total_(total) {}

    // What NS takes when `leader` leads: exactly if alpha < result < beta, else a bound on that side.
    int value(unsigned leader, int alpha, int beta) {
        return leader & 1 ? next<false, 0>(leader, 0, 0, 0, game_.each_trick, alpha, beta)
                          : next<true, 0>(leader, 0, 0, 0, game_.each_trick, alpha, beta);
    }

    std::uint64_t nodes() const { return nodes_; }

   private:
    template <bool NS, unsigned LAID>
    int next(unsigned seat, unsigned led, unsigned best, unsigned best_seat, int pot, int alpha, int beta) {
        const Hand hand = hands_[seat];
        int found = NS ? -1 : MOST_POINTS + 1;
        for (Hand legal = LAID ? game_.legal(hand, led, best, LAID > 1 && !((best_seat ^ seat) & 1)) : hand; legal;
             legal &= legal - 1) {
            const unsigned card = lowest(legal);
            const bool wins = !LAID || (game_.beaters[best] >> card & 1);
            const unsigned winner = wins ? seat : best_seat;
            const int table = pot + game_.points[card];
            ++nodes_;
            hands_[seat] = hand ^ Hand{1} << card;
            int value;
            if constexpr (LAID == 3) {
                value = (winner & 1 ? 0 : table) + (last_winner(game_, hands_, winner) & 1 ? 0 : total_ - table);
            } else {
                value = next<!NS, LAID + 1>((seat + 1) & 3, LAID ? led : card, wins ? card : best, winner, table, alpha, beta);
            }
            if constexpr (NS) {
                found = std::max(found, value);
                alpha = std::max(alpha, value);
            } else {
                found = std::min(found, value);
                beta = std::min(beta, value);
            }
            if (alpha >= beta) break;
        }
        hands_[seat] = hand;
        return found;
    }

    const Game& game_;
    std::array<Hand, 4> hands_;
    const int total_;
    std::uint64_t nodes_ = 0;
};

}  // namespace pilotta

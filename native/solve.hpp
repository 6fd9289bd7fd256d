// Whole answers from searches: exact values, every card's value, a line of best play.
#pragma once

#include <array>

#include "search.hpp"

namespace pilotta {

class Solver {
   public:
    Solver(const Game& game, TranspositionTable& table, const Limits& limits) : game_(game), search_(game, table, limits) {}

    // What NS takes from here on under best play.
    int value(const Position& position);

    // Whether NS can take so many points from here on.
    bool reaches(const Position& position, int points);

    // What NS takes from here on for each card of the seat to play, by card; -1 for those that are not legal.
    std::array<int, 32> moves(const Position& position);

    // The cards of a line of best play; returns how many there are.
    int line(Position position, std::array<unsigned, 32>& cards);

    std::uint64_t nodes() const { return search_.nodes(); }
    bool stopped() const { return search_.stopped(); }

   private:
    int between(const Position& position, int low, int high, int guess);

    const Game& game_;
    Search search_;
};

}  // namespace pilotta

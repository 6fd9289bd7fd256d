// The game without any cleverness: counting positions, trying every line.
#pragma once

#include <cstdint>

#include "position.hpp"
#include "search.hpp"

namespace pilotta {

// In how many ways the next `depth` cards can be played; fewer are left at the end of a deal.
std::uint64_t perft(const Game& game, const Position& position, unsigned depth);

// What NS takes under best play, found by trying every line to its end.
class Brute {
   public:
    explicit Brute(const Limits& limits) : limits_(limits) {}
    int value(const Game& game, const Position& position);

    std::uint64_t nodes = 0;
    bool stopped = false;

   private:
    const Limits limits_;
};

}  // namespace pilotta

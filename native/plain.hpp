// The game without any cleverness: counting positions, trying every line.
#pragma once

#include <cstdint>

#include "position.hpp"
#include "search.hpp"

namespace pilotta {

// Trying every line, as far as the limits let it.
class Brute {
   public:
    explicit Brute(const Limits& limits) : limits_(limits) {}

    // What NS takes under best play. Worthless once stopped.
    int value(const Game& game, const Position& position);

    // In how many ways the next `depth` cards can be played: none where fewer are left. Worthless once stopped.
    std::uint64_t ways(const Game& game, const Position& position, unsigned depth);

    std::uint64_t nodes = 0;
    bool stopped = false;

   private:
    void count();

    const Limits limits_;
};

}  // namespace pilotta

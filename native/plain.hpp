// The game without any cleverness: counting positions, trying every line, playing at random.
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

// Numbers by chance from a seed (splitmix64): the same everywhere.
class Chance {
   public:
    explicit Chance(std::uint64_t seed) : state_(seed) {}

    // Evenly 0 to n - 1, for n up to 8.
    unsigned below(unsigned n) {
        if (bits_ < 32) {
            state_ += 0x9E3779B97F4A7C15u;
            std::uint64_t mixed = state_;
            mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
            mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
            pool_ = mixed ^ mixed >> 31;
            bits_ = 64;
        }
        // The upper half of a product with 32 random bits; uneven by less than one in half a thousand million.
        const std::uint64_t product = (pool_ & 0xFFFFFFFFu) * n;
        pool_ >>= 32;
        bits_ -= 32;
        return static_cast<unsigned>(product >> 32);
    }

   private:
    std::uint64_t state_;
    std::uint64_t pool_ = 0;
    unsigned bits_ = 0;
};

// What NS takes when everybody plays any legal card, each as likely as the others.
int playout(const Game& game, Position position, Chance& chance);

}  // namespace pilotta

// Information-set Monte Carlo tree search for one observer (Cowling, Powley, Whitehouse 2012), as a yardstick: one tree over the
// cards that all see, each iteration in another deal that fits what the player to move knows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pilotta {

inline constexpr std::uint32_t MOST_ITERATIONS = 1 << 20;  // 36 bytes each, and up to some two seconds that nothing ends

struct Ismcts {
    const std::uint8_t* game;       // GAME_BYTES
    const std::uint32_t* question;  // QUESTION_WORDS; its hands are the cards that each seat may hold, the player's his own
    const double* payoff;           // what it is worth to NS to take 0, 1, ... to all points from here on; all tricks; none
    std::size_t payoff_count;
    std::uint32_t iterations;  // 1 to MOST_ITERATIONS
    std::uint64_t seed;
};

// Writes for each card (32 of each) how often the search played it, and what it was worth to NS on average; zeros for cards
// that it may not play. Returns nothing, or in words what is wrong with what was asked.
const char* ismcts(const Ismcts& asked, std::uint32_t* visits, double* worth) noexcept;

}  // namespace pilotta

// Rows of the flat interface (door.hpp) answered one after the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "door.hpp"
#include "game.hpp"
#include "position.hpp"
#include "search.hpp"
#include "table.hpp"

namespace pilotta {

// Reads a question's position; false where no deal can come to it.
bool read(const Game& game, const std::uint32_t* question, Position& position);

// One a thread: it keeps its table, which costs something to make.
class Worker {
   public:
    explicit Worker(unsigned table_kib) : table_(table_kib) {}

    // `games` are `game_count` games one after the other; the answer is written whole, whatever the question.
    void answer(const std::uint8_t* games, std::size_t game_count, const std::uint32_t* question, std::int32_t* answer,
                const Limits& limits) noexcept;

   private:
    bool load(const std::uint8_t* bytes);

    TranspositionTable table_;
    Game game_;
    std::array<std::uint8_t, GAME_BYTES> loaded_{};
    bool usable_ = false;  // game_ holds what loaded_ says
};

// Plays a question's position to the end at random, so many times; `results` gets what NS takes from there on: the part from
// number `first` on of a series that depends on the seed alone. Returns the status that a worker would give.
Status playouts(const std::uint8_t* game, const std::uint32_t* question, std::uint64_t first, std::size_t count,
                std::uint64_t seed, std::uint16_t* results) noexcept;

}  // namespace pilotta

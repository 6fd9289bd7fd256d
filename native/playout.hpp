// Random legal playouts of one position, by the million.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "position.hpp"

namespace pilotta {

// A position made ready to be played out. A card is known by its place in its hand, so that a hand is a byte; what is legal
// comes from small tables, without a branch that a processor could guess wrong.
class Playouts {
   public:
    Playouts(const Game& game, const Position& position);

    // Plays on `count` times, everybody any legal card, each as likely as the others: what NS takes from here on. These are
    // the results from number `first` on of a series that depends on the seed alone.
    void run(std::uint64_t first, std::size_t count, std::uint64_t seed, std::uint16_t* results) const;

   private:
    using Word = std::uint32_t;  // a card in a trick: its rank there, its turn and its points, so that the greater one wins
    using Places = std::uint8_t;

    // What the winning card so far may be: 17 ranks, 4 turns.
    static constexpr std::size_t BESTS = 17 * 4;

    // A trick of one leader and one suit led. Turns are 0, the leader's, to 3.
    struct alignas(64) TrickTable {
        std::array<std::array<Word, 8>, 4> word{};        // by turn and place
        std::array<std::array<Places, BESTS>, 4> cut{};   // by turn and best card: trumps, where there is a duty to play one
        std::array<std::array<Places, BESTS>, 4> beat{};  // ... the cards that beat it, where there is a duty to
        std::array<Places, 4> follow{};                   // by turn: cards of the suit led
    };

    // Playouts that advance together, at the start of a trick: while one waits for its tables the others are worked on.
    template <std::size_t LANES> struct Lanes {
        std::array<std::uint32_t, LANES> hands;  // a byte of places each in turn, the leader's lowest
        std::array<std::uint32_t, LANES> leader;
        std::array<std::uint32_t, LANES> points;  // what NS has taken
    };

    template <bool ANY_TRUMP> void run_all(std::size_t count, std::uint64_t chance, std::uint16_t* results) const;
    template <bool ANY_TRUMP, std::size_t LANES> void play(std::uint64_t chance, std::uint16_t* results) const;
    template <bool ANY_TRUMP, unsigned LAID, bool LAST, std::size_t LANES>
    void trick(Lanes<LANES>& lanes, std::uint64_t chance) const;
    void fill(TrickTable& table, const Game& game, unsigned first, unsigned led) const;

    std::array<TrickTable, 16> tables_;                   // by leader and suit led, 4 * leader + suit
    std::array<std::array<std::uint8_t, 8>, 4> cards_{};  // by seat and place
    std::array<std::array<std::uint8_t, 8>, 4> lead_{};   // ... and the table when it is led
    std::array<unsigned, 4> held_{};                      // cards in hand
    unsigned leader_ = 0, laid_ = 0, led_ = 0, tricks_ = 0;
    Word best_ = 0, pot_ = 0;  // of the running trick
    std::uint32_t each_ = 0, last_ = 0, hands_ = 0;
    bool any_trump_ = false;  // who can over-trump has to trump, but no higher, and nobody has to go under
};

}  // namespace pilotta

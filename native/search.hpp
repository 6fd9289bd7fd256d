// Alpha-beta over the cards of a deal that everybody can see.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "ordering.hpp"
#include "position.hpp"
#include "table.hpp"

namespace pilotta {

// When to give up: 0 nodes or no flag for never.
struct Limits {
    std::uint64_t nodes = 0;
    const std::atomic<bool>* stop = nullptr;
    std::uint32_t options = 0;  // reductions switched off: see `off` in door.hpp
};

class Search {
   public:
    Search(const Game& game, TranspositionTable& table, const Limits& limits);

    // Every position asked about from now on comes from these hands.
    void begin(const std::array<Hand, 4>& hands);

    // Points for side NS from here on: exactly, if alpha < result < beta; else a bound on that side. Worthless once stopped.
    int run(const Position& position, int alpha, int beta);

    // Cards tried so far. One that is only looked up counts, and so does a last trick, which leaves no choice.
    std::uint64_t nodes() const { return nodes_; }
    bool stopped() const { return stopped_; }

   private:
    // NS: whether the seat to play is on that side, and so wants many points.
    template <bool NS> int lead(unsigned seat, const TranspositionTable::Key& key, Bounds known, int alpha, int beta);
    template <bool NS, unsigned LAID> int follow(unsigned seat, const Trick& trick, int alpha, int beta);
    template <bool NS> int fourth(unsigned seat, const Trick& trick, int alpha, int beta);
    int open(unsigned leader, int alpha, int beta);

    Bounds probe(unsigned leader, int alpha, int beta, TranspositionTable::Key& key);
    TranspositionTable::Key key(unsigned leader) const;

    void poll();

    bool on(std::uint32_t reduction) const { return !(off_ & reduction); }

    const Game& game_;
    TranspositionTable& table_;
    const Limits limits_;
    const std::uint32_t off_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_poll_ = 0;
    bool stopped_ = false;
    std::array<Hand, 4> hands_{};
    int total_ = 0;  // points to be had in tricks that have not begun: cards in hand, what tricks are worth
    std::array<std::array<std::uint16_t, 256>, 4> owners_;  // for each set of a suit's cards, who holds them
    Ordering ordering_;
};

}  // namespace pilotta

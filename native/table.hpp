// The transposition table: what is known of positions at the start of a trick.
//
// A position is known by the order of its owners: for each suit, who holds the weakest card that is left, who the next, and so
// on. Two positions with the same owners and leader are played alike, whatever the cards are; only their points differ. An
// entry keeps the cards it was made from, and its bounds serve other cards shifted by at most what these are worth more or less.
// Nothing is hashed away: an entry holds its whole position, so two positions are never taken for each other.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "game.hpp"

namespace pilotta {

// Points for side NS from here on: at least `lower`, at most `upper`.
struct Bounds {
    int lower;
    int upper;

    // Whether they answer a search with this window.
    bool settle(int alpha, int beta) const { return lower >= beta || upper <= alpha || lower == upper; }
    void meet(int low, int high) {
        lower = std::max(lower, low);
        upper = std::min(upper, high);
    }
};

class TranspositionTable {
   public:
    struct Key {
        std::uint64_t owners;  // 16 bits a suit: two for each card that is left, the weakest lowest, and a one above them
        Hand cards;            // all that is left
        unsigned leader;
    };

    explicit TranspositionTable(unsigned kib);

    // Forgets everything, at once.
    void new_generation();

    // Narrows the bounds by what is known of the position. `relative`: entries of other cards serve too.
    void find(const Game& game, const Key& key, bool relative, Bounds& bounds) const;
    void keep(const Key& key, Bounds bounds);

   private:
    struct Entry {
        std::uint64_t owners;
        Hand cards;
        unsigned lower : 9;
        unsigned upper : 9;
        unsigned leader : 2;
        unsigned generation : 12;
    };
    static_assert(sizeof(Entry) == 16);
    static constexpr unsigned GENERATIONS = 1u << 12;
    struct alignas(64) Line {
        Entry ways[4];
    };

    std::size_t place(const Key& key) const {
        const std::uint64_t mixed = (key.owners ^ key.leader * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
        return static_cast<std::size_t>(mixed >> shift_);
    }

    unsigned shift_;
    unsigned generation_ = 1;
    std::size_t size_;
    std::unique_ptr<Line[]> lines_;
};

// How much more the cards of one spread may be worth than those of another in the same places, in four parts of 16 bits.
inline std::uint64_t gain(std::uint64_t theirs, std::uint64_t ours) {
    constexpr std::uint64_t EVEN = 0x00FF00FF00FF00FF, ONE = 0x0100010001000100;
    const auto half = [](std::uint64_t a, std::uint64_t b) {
        const std::uint64_t difference = (b | ONE) - a;
        return difference & (((difference & ONE) >> 8) * 0xFF);
    };
    return half(theirs & EVEN, ours & EVEN) + half(theirs >> 8 & EVEN, ours >> 8 & EVEN);
}

inline void TranspositionTable::find(const Game& game, const Key& key, bool relative, Bounds& bounds) const {
    for (const Entry& entry : lines_[place(key)].ways) {
        if (entry.owners != key.owners || entry.leader != key.leader || entry.generation != generation_) continue;
        int low = static_cast<int>(entry.lower), high = static_cast<int>(entry.upper);
        if (const Hand differ = entry.cards ^ key.cards) {
            if (!relative) continue;
            std::uint64_t more = 0;
            for (unsigned suit = 0; suit < 4; ++suit) {
                const unsigned at = 8 * suit;
                if (differ >> at & 255)
                    more += gain(game.spread[suit][entry.cards >> at & 255], game.spread[suit][key.cards >> at & 255]);
            }
            const int up = static_cast<int>(more * 0x0001000100010001 >> 48);
            low += game.points_in(key.cards) - game.points_in(entry.cards) - up;
            high += up;
        }
        bounds.meet(low, high);
    }
}

inline void TranspositionTable::keep(const Key& key, Bounds bounds) {
    Entry* victim = nullptr;
    unsigned least = ~0u;
    for (Entry& entry : lines_[place(key)].ways) {
        const bool fresh = entry.generation == generation_;
        if (fresh && entry.owners == key.owners && entry.leader == key.leader && entry.cards == key.cards) {
            victim = &entry;
            break;
        }
        const unsigned worth = fresh ? 1 + static_cast<unsigned>(std::popcount(entry.cards)) : 0;
        if (worth < least) {
            least = worth;
            victim = &entry;
        }
    }
    victim->owners = key.owners;
    victim->cards = key.cards;
    victim->lower = static_cast<unsigned>(bounds.lower) & 511;
    victim->upper = static_cast<unsigned>(bounds.upper) & 511;
    victim->leader = key.leader & 3;
    victim->generation = generation_ & (GENERATIONS - 1);
}

}  // namespace pilotta

#include "plain.hpp"

#include <algorithm>

namespace pilotta {

void Brute::count() {
    ++nodes;
    if (limits_.nodes && nodes > limits_.nodes) stopped = true;
    if (!(nodes & 4095) && limits_.stop && limits_.stop->load(std::memory_order_relaxed)) stopped = true;
}

std::uint64_t Brute::ways(const Game& game, const Position& position, unsigned depth) {
    Hand legal = position.legal(game);
    if (depth <= 1) return static_cast<std::uint64_t>(std::popcount(legal));
    std::uint64_t found = 0;
    for (; legal && !stopped; legal &= legal - 1) {
        count();
        Position next = position;
        next.play(game, lowest(legal));
        found += ways(game, next, depth - 1);
    }
    return found;
}

int Brute::value(const Game& game, const Position& position) {
    Hand legal = position.legal(game);
    if (!legal) return 0;
    const bool ns = !(position.turn & 1);
    int best = ns ? -1 : MOST_POINTS + 1;
    for (; legal && !stopped; legal &= legal - 1) {
        count();
        Position next = position;
        const int gained = next.play(game, lowest(legal));
        const int points = gained + value(game, next);
        best = ns ? std::max(best, points) : std::min(best, points);
    }
    return best;
}

}  // namespace pilotta

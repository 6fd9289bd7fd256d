#include "solve.hpp"

#include <algorithm>
#include <cstdlib>

namespace pilotta {

namespace {

// A guess at the value, from who holds the best cards. Least squares on the values of random deals; off by 16 points a deal.
int guess(const Game& game, const Position& position, int total) {
    struct Weights {
        int lead, first, second, third;  // in sixteenths of a point
    };
    constexpr Weights trump{112, 350, 130, 64}, plain{0, 195, 46, 15}, equal{176, 325, 84, 32};
    constexpr int LENGTH = 29, TRUMP = -16, VOID = 56;

    const auto& hands = position.hands;
    const Hand ns = hands[0] | hands[2];
    int sum = 0;
    for (unsigned suit = 0; suit < 4; ++suit) {
        const Weights& weights = !game.trumps ? equal : suit ? plain : trump;
        Hand left = position.left() & suit_cards(suit);
        for (const int weight : {weights.first, weights.second, weights.third}) {
            if (!left) break;
            const Hand top = Hand{1} << highest(left);
            sum += ns & top ? weight : -weight;
            left ^= top;
        }
    }
    sum += (game.trumps ? trump : equal).lead * (position.turn & 1 ? -1 : 1);
    if (game.trumps) {
        for (unsigned seat = 0; seat < 4; ++seat) {
            const int trumps = std::popcount(hands[seat] & game.trumps);
            int ruffs = 0;
            for (unsigned suit = 1; suit < 4; ++suit)
                if (!(hands[seat] & suit_cards(suit))) ruffs += std::min(trumps, 2);
            const int worth = LENGTH * trumps * trumps + TRUMP * trumps + VOID * ruffs;
            sum += seat & 1 ? -worth : worth;
        }
    }
    constexpr int FITTED = 162;  // points of the deals that the weights were found for
    return std::clamp(total / 2 + sum * total / (16 * FITTED), 0, total);
}

}  // namespace

// The value, which is known to lie from low to high: a window around the guess, moved and widened until the value is inside.
int Solver::between(const Position& position, int low, int high, int guess) {
    int width = 1 + (high - low) / 11;
    int alpha = guess - width, beta = guess + width;
    while (low < high) {
        alpha = std::max(alpha, low - 1);
        beta = std::min(beta, high + 1);
        const int value = search_.run(position, alpha, beta);
        if (search_.stopped()) return 0;
        width *= 2;
        if (value <= alpha) {
            high = value;
            beta = value + 1;
            alpha = value - width;
        } else if (value >= beta) {
            low = value;
            alpha = value - 1;
            beta = value + width;
        } else {
            return value;
        }
    }
    return low;
}

int Solver::value(const Position& position) {
    search_.begin(position.hands);
    const int total = position.to_come(game_);
    return between(position, 0, total, guess(game_, position, total));
}

bool Solver::reaches(const Position& position, int points) {
    if (points <= 0) return true;
    if (points > position.to_come(game_)) return false;
    search_.begin(position.hands);
    return search_.run(position, points - 1, points) >= points;
}

std::array<int, 32> Solver::moves(const Position& position) {
    std::array<int, 32> values;
    values.fill(-1);
    search_.begin(position.hands);
    const Hand own = position.hands[position.turn], legal = position.legal(game_);
    Hand others = position.left() & ~own;
    if (position.trick.laid) others |= Hand{1} << position.trick.best;

    const unsigned none = 32;
    unsigned before = none;
    for (Hand rest = legal; rest && !search_.stopped(); rest &= rest - 1) {
        const unsigned card = lowest(rest);
        Position next = position;
        const int gained = next.play(game_, card);
        const int total = next.to_come(game_);
        int low = 0, high = total, expected = 0;
        if (before == none) {
            expected = guess(game_, next, total);
        } else {
            // Most cards of a hand are worth about the same, and a neighbour's value is at most as far away as its points.
            expected = std::clamp(values[before] - gained, 0, total);
            if (neighbours(before, card, others)) {
                const int apart = std::abs(game_.points[card] - game_.points[before]);
                low = std::max(low, values[before] - gained - apart);
                high = std::min(high, values[before] - gained + apart);
            }
        }
        values[card] = gained + between(next, low, high, expected);
        before = card;
    }
    return values;
}

int Solver::line(Position position, std::array<unsigned, 32>& cards) {
    search_.begin(position.hands);
    int count = 0, total = position.to_come(game_);
    int left = between(position, 0, total, guess(game_, position, total));
    while (position.left() && !search_.stopped()) {
        // A card that keeps the value; the last candidate needs no proof.
        const bool ns = !(position.turn & 1);
        for (Hand rest = position.legal(game_); rest; rest &= rest - 1) {
            const unsigned card = lowest(rest);
            Position next = position;
            const int gained = next.play(game_, card);
            const int wanted = left - gained;
            const bool keeps = !(rest & (rest - 1)) || (ns ? wanted <= 0 || search_.run(next, wanted - 1, wanted) >= wanted
                                                           : search_.run(next, wanted, wanted + 1) <= wanted);
            if (!keeps) continue;
            cards[static_cast<std::size_t>(count++)] = card;
            position = next;
            left = wanted;
            break;
        }
    }
    return count;
}

}  // namespace pilotta

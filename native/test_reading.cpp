// Tests of the deals that fit what one player knows.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "game.hpp"
#include "position.hpp"
#include "reading.hpp"
#include "test_luck.hpp"

namespace pilotta {
namespace {

// A deal by chance, played on by legal cards by chance, as one of the players to move sees it.
struct Scene {
    Game game;
    Position position;
    std::vector<std::uint8_t> plays;
    std::array<double, 128> weights{};
    std::vector<double> shapes = std::vector<double>(16 * SHAPES);
    std::vector<double> cells = std::vector<double>(CELLS);
    Seen seen;

    explicit Scene(Luck& luck) {
        const GameBytes bytes = any_game(luck);
        check(game.read(bytes.data()), "a game by chance is read");
        std::array<unsigned, 32> cards{};
        std::iota(cards.begin(), cards.end(), 0U);
        luck.shuffle(cards);
        for (unsigned i = 0; i < 32; ++i) position.hands[i & 3] |= Hand{1} << cards[i];
        position.turn = luck.below(4);
        for (std::uint32_t left = luck.below(31); left > 0; --left) {
            std::vector<unsigned> legal;
            for (Hand rest = position.legal(game); rest; rest &= rest - 1) legal.push_back(lowest(rest));
            const unsigned card = legal[luck.below(static_cast<std::uint32_t>(legal.size()))];
            plays.push_back(static_cast<std::uint8_t>(position.turn));
            plays.push_back(game.outward[card]);
            position.play(game, card);
        }
        seen.me = position.turn;
        seen.declarer = luck.below(5);
        std::uint32_t hidden = 0;
        for (unsigned seat = 0; seat < 4; ++seat) {
            seen.left[seat] = static_cast<std::uint8_t>(std::popcount(position.hands[seat]));
            (seat == seen.me ? seen.hand : hidden) |= outside(position.hands[seat]);
        }
        // Where a card lies it may lie; elsewhere perhaps.
        for (unsigned card = 0; card < 32; ++card) {
            for (unsigned seat = 0; seat < 4; ++seat) {
                const bool there = outside(position.hands[seat]) >> card & 1;
                if (seat != seen.me && (hidden >> card & 1) && (there || luck.below(3)))
                    weights[4 * card + seat] = 1 + luck.below(4);
            }
        }
        for (double& each : shapes) each = 0.1 + luck.below(10);
        for (double& each : cells) each = 0.1 + luck.below(10);
        seen.plays = plays.data();
        seen.play_count = plays.size() / 2;
        seen.weights = weights.data();
        seen.shapes = shapes.data();
        seen.cells = luck.below(4) ? cells.data() : nullptr;
        seen.doubt = 0.05;
    }
    Scene(const Scene&) = delete;

    std::uint32_t outside(Hand hand) const {
        std::uint32_t cards = 0;
        for (; hand; hand &= hand - 1) cards |= std::uint32_t{1} << game.outward[lowest(hand)];
        return cards;
    }
};

void deals_fit_and_repeat() {
    Luck luck(7);
    for (int round = 0; round < 2000; ++round) {
        const Scene scene(luck);
        Reading reading;
        check(reading.open(scene.game, scene.seen), "what is seen fits together");
        constexpr std::size_t COUNT = 5, TRIES = 20;
        std::array<std::uint32_t, 4 * TRIES> drawn{};
        std::array<double, TRIES> likely{};
        std::array<std::uint32_t, 4 * COUNT> first{}, second{};
        const double worth = reading.deals(COUNT, TRIES, 99, drawn.data(), likely.data(), first.data());
        check(worth >= 0.999 && worth <= TRIES + 0.001, "the deals are worth between one and all");
        reading.deals(COUNT, TRIES, 99, drawn.data(), likely.data(), second.data());
        check(first == second, "the same seed draws the same deals");
        for (std::size_t number = 0; number < COUNT; ++number) {
            std::uint32_t all = 0;
            for (unsigned seat = 0; seat < 4; ++seat) {
                const std::uint32_t hand = first[4 * number + seat];
                check(!(all & hand), "no card lies twice");
                all |= hand;
                check(std::popcount(hand) == scene.seen.left[seat], "each hand has its number of cards");
                for (std::uint32_t rest = hand; seat != scene.seen.me && rest; rest &= rest - 1) {
                    check(scene.weights[4 * lowest(rest) + seat] > 0, "a card lies where it may");
                }
            }
            check(first[4 * number + scene.seen.me] == scene.seen.hand, "the player holds what he holds");
        }
    }
}

void what_cannot_be_is_refused() {
    Luck luck(8);
    for (int round = 0; round < 2000; ++round) {
        const Scene scene(luck);
        const auto refuses = [&](auto spoil, const char* what) {
            Seen seen = scene.seen;
            spoil(seen);
            Reading reading;
            check(!reading.open(scene.game, seen), what);
        };
        refuses([](Seen& seen) { seen.me = 4; }, "no fifth seat");
        refuses([](Seen& seen) { seen.declarer = 5; }, "no fifth declarer");
        refuses([](Seen& seen) { seen.hand ^= 1; }, "no card more or less in hand");
        refuses([](Seen& seen) { seen.left[1] ^= 1; }, "no card more or less elsewhere");
        refuses([](Seen& seen) { seen.left[2] = 255; }, "not so many cards");
        if (scene.seen.play_count > 0) {
            refuses([](Seen& seen) { --seen.play_count; }, "no play left out");
            std::vector<std::uint8_t> plays = scene.plays;
            plays[1] = 32;
            refuses([&](Seen& seen) { seen.plays = plays.data(); }, "no card 32");
            plays = scene.plays;
            plays[0] = (plays[0] + 1) & 3;
            refuses([&](Seen& seen) { seen.plays = plays.data(); }, "nobody out of turn");
        }
        if (std::popcount(scene.seen.hand) < std::popcount(scene.position.left())) {
            const std::array<double, 128> nowhere{};
            refuses([&](Seen& seen) { seen.weights = nowhere.data(); }, "nowhere to lie");
        }
    }
}

// Two hidden cards, two places: the shares are those of the weights.
void shares_are_those_of_the_weights() {
    Luck luck(9);
    for (int round = 0; round < 20; ++round) {
        const Scene scene(luck);
        Reading reading;
        check(reading.open(scene.game, scene.seen), "what is seen fits together");
        std::uint64_t chance = 1;
        std::vector<FourCards> found;
        for (int i = 0; i < 4000; ++i) found.push_back(reading.draw(chance));
        const auto product = [&](const FourCards& deal) {
            double weight = 1;
            for (unsigned seat = 0; seat < 4; ++seat)
                for (std::uint32_t rest = deal[seat]; seat != scene.seen.me && rest; rest &= rest - 1)
                    weight *= scene.weights[4 * lowest(rest) + seat];
            return weight;
        };
        // Of two deals that were drawn often, the one that weighs more was drawn more often.
        std::sort(found.begin(), found.end());
        double most = 0, least = 1e30;
        std::size_t of_most = 0, of_least = 0;
        for (std::size_t i = 0; i < found.size();) {
            std::size_t end = i;
            while (end < found.size() && found[end] == found[i]) ++end;
            const double weight = product(found[i]);
            check(weight > 0, "only deals that weigh something are drawn");
            if (weight > most) most = weight, of_most = end - i;
            if (weight < least) least = weight, of_least = end - i;
            i = end;
        }
        if (of_most + of_least > 400 && most > 2 * least) check(of_most > of_least, "what weighs more is drawn more often");
    }
}

}  // namespace

void test_reading() {
    deals_fit_and_repeat();
    what_cannot_be_is_refused();
    shares_are_those_of_the_weights();
}

}  // namespace pilotta

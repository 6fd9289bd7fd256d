// What the native tests share: a check that is counted, and games and questions by chance.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <span>
#include <utility>

#include "door.hpp"

namespace pilotta {

inline int failures = 0;

inline void check(bool holds, const char* what) {
    if (holds) return;
    std::printf("FAILED: %s\n", what);
    ++failures;
}

using GameBytes = std::array<std::uint8_t, GAME_BYTES>;
using Question = std::array<std::uint32_t, QUESTION_WORDS>;

class Luck {
   public:
    explicit Luck(std::uint64_t seed) : numbers_(seed) {}
    // The standard's own distributions differ between libraries.
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(numbers_() % n); }
    std::uint8_t byte(std::uint32_t n) { return static_cast<std::uint8_t>(below(n)); }
    template <class Items> void shuffle(Items&& items) {
        for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
    }

   private:
    std::mt19937_64 numbers_;
};

inline GameBytes any_game(Luck& luck) {
    GameBytes game{};
    // Few or many points, and often the same for several cards.
    const std::uint32_t dear = 1 + luck.below(14);
    for (std::size_t suit = 0; suit < 4; ++suit) {
        const auto strengths = std::span(game).subspan(game_field::strength + 8 * suit, 8);
        std::iota(strengths.begin(), strengths.end(), std::uint8_t{0});
        luck.shuffle(strengths);
        for (std::size_t card = 8 * suit; card < 8 * suit + 8; ++card)
            game[game_field::points + card] = luck.below(2) ? luck.byte(dear) : std::uint8_t{0};
    }
    const std::uint8_t trump = luck.byte(6);
    game[game_field::trump] = trump < 4 ? trump : NO_SUIT;
    game[game_field::must_beat] = luck.byte(16);
    game[game_field::must_trump] = luck.byte(3);
    game[game_field::must_over] = luck.byte(2);
    game[game_field::must_under] = luck.byte(2);
    game[game_field::last_trick] = luck.byte(30);
    game[game_field::each_trick] = luck.below(3) ? std::uint8_t{0} : luck.byte(7);
    return game;
}

// Each seat has so many cards; those that lie on the table are any, as the core is not told how they came there.
inline Question any_question(Luck& luck, Kind kind, unsigned size, unsigned laid) {
    std::array<std::uint32_t, 32> deck;
    std::iota(deck.begin(), deck.end(), 0U);
    luck.shuffle(deck);
    Question question{};
    question[question_word::kind] = static_cast<std::uint32_t>(kind);
    const std::uint32_t leader = luck.below(4);
    question[question_word::leader] = leader;
    question[question_word::laid] = laid;
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::size_t first = std::size_t{i} * 8;
        std::uint32_t hand = 0;
        for (std::size_t card = first; card < first + size; ++card) hand |= std::uint32_t{1} << deck[card];
        if (i < laid) {
            hand ^= std::uint32_t{1} << deck[first];
            question[question_word::table] |= deck[first] << 8 * i;
        }
        question[question_word::hands + ((leader + i) & 3)] = hand;
    }
    return question;
}

// The tests of test_ismcts.cpp.
void test_ismcts();
void test_reading();

}  // namespace pilotta

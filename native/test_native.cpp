// Tests of the core without Python between, under the address and undefined-behaviour sanitizers: `make test-native`.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "batch.hpp"
#include "door.hpp"
#include "worker.hpp"

namespace {

using namespace pilotta;

int failures = 0;

void check(bool holds, const char* what) {
    if (holds) return;
    std::printf("FAILED: %s\n", what);
    ++failures;
}

using GameBytes = std::array<std::uint8_t, GAME_BYTES>;
using Question = std::array<std::uint32_t, QUESTION_WORDS>;
using Answer = std::array<std::int32_t, ANSWER_WORDS>;

// No trump, a card as strong as its number says, ten points for the last trick and one for every ace (rank 7).
GameBytes plain_game() {
    GameBytes game{};
    for (std::size_t card = 0; card < 32; ++card) {
        game[game_field::points + card] = card % 8 == 7 ? 1 : 0;
        game[game_field::strength + card] = static_cast<std::uint8_t>(card % 8);
    }
    game[game_field::trump] = NO_SUIT;
    game[game_field::last_trick] = 10;
    return game;
}

// One suit to each seat, South leads: he takes every trick.
Question suit_each() {
    Question question{};
    for (std::size_t seat = 0; seat < 4; ++seat) question[question_word::hands + seat] = std::uint32_t{0xFF} << (8 * seat);
    return question;
}

void a_seat_that_nobody_can_follow_takes_all() {
    const GameBytes game = plain_game();
    const Question question = suit_each();
    Answer answer{};
    Worker worker(64);
    worker.answer(game.data(), 1, question.data(), answer.data(), Limits{});
    check(answer[answer_word::status] == 0, "a whole deal is answered");
    check(answer[answer_word::result] == 14, "South takes four aces and the last trick");
}

void nonsense_is_refused() {
    const GameBytes game = plain_game();
    Answer answer{};
    Worker worker(64);
    Question question = suit_each();
    question[question_word::game] = 1;
    worker.answer(game.data(), 1, question.data(), answer.data(), Limits{});
    check(answer[answer_word::status] == static_cast<int>(Status::bad_question), "a game that is not there is refused");
    question = suit_each();
    question[question_word::hands] |= 1U << 8;
    worker.answer(game.data(), 1, question.data(), answer.data(), Limits{});
    check(answer[answer_word::status] == static_cast<int>(Status::bad_question), "a card in two hands is refused");
}

void a_batch_is_the_same_on_any_number_of_threads() {
    const GameBytes game = plain_game();
    constexpr std::size_t rows = 40;
    std::vector<std::uint32_t> questions;
    for (std::size_t row = 0; row < rows; ++row) {
        const Question question = suit_each();
        questions.insert(questions.end(), question.begin(), question.end());
    }
    std::vector<std::int32_t> expected;
    for (const unsigned threads : {1U, 2U, 5U}) {
        std::vector<std::int32_t> answers(rows * ANSWER_WORDS, -1);
        const Batch batch{game.data(), 1, questions.data(), rows, answers.data()};
        const std::size_t done = run_batch(batch, Settings{threads, 0, 0, 0, 64}, [](std::size_t) { return true; });
        check(done == rows, "all rows are dealt with");
        if (expected.empty()) expected = answers;
        check(answers == expected, "answers do not depend on threads");
    }
}

}  // namespace

int main() {
    a_seat_that_nobody_can_follow_takes_all();
    nonsense_is_refused();
    a_batch_is_the_same_on_any_number_of_threads();
    if (failures == 0) std::puts("native tests passed");
    return failures == 0 ? 0 : 1;
}

// Tests of the core without Python between, under the address and undefined-behaviour sanitizers: `make test-native`.
// Games and positions come by chance from a fixed seed: any rules that bytes can say, not only those that people play.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <vector>

#include "batch.hpp"
#include "door.hpp"
#include "test_luck.hpp"
#include "worker.hpp"

namespace {

using namespace pilotta;

using Answer = std::array<std::int32_t, ANSWER_WORDS>;

// Every reduction left out. The order of cards is none, and without it whole deals do not end.
constexpr std::uint32_t PLAIN = off::all & ~off::ordering;

// ---- asking

Answer ask(Worker& worker, const GameBytes& game, const Question& question, const Limits& limits = {}) {
    Answer answer;
    answer.fill(-7);
    worker.answer(game.data(), 1, question.data(), answer.data(), limits);
    return answer;
}

Answer ask(Worker& worker, const GameBytes& game, Question question, Kind kind, std::uint32_t options,
           std::uint32_t argument = 0) {
    question[question_word::kind] = static_cast<std::uint32_t>(kind);
    question[question_word::argument] = argument;
    return ask(worker, game, question, Limits{0, nullptr, options});
}

int result(const Answer& answer) {
    check(answer[answer_word::status] == static_cast<int>(Status::done), "an answer is given");
    return answer[answer_word::result];
}

std::span<const std::int32_t> listed(const Answer& answer) {
    return std::span(answer).subspan(answer_word::list, static_cast<std::size_t>(answer[answer_word::count]));
}

bool is(const Answer& answer, Status status) { return answer[answer_word::status] == static_cast<int>(status); }

// All kinds of questions about one position, against its value.
void check_answers(Worker& worker, const GameBytes& game, const Question& question, int value, std::uint32_t options) {
    check(result(ask(worker, game, question, Kind::value, options)) == value, "a value does not depend on reductions");
    const auto points = static_cast<std::uint32_t>(value);
    check(result(ask(worker, game, question, Kind::reaches, options, points)) == 1, "the value is reached");
    check(result(ask(worker, game, question, Kind::reaches, options, points + 1)) == 0, "no more than the value is reached");

    const Answer moves = ask(worker, game, question, Kind::moves, options);
    check(result(moves) == value, "the best card brings the value");
    const Answer ways = ask(worker, game, question, Kind::perft, 0, 1);
    check(result(ways) == moves[answer_word::count], "there is a value for each legal card");

    const Answer line = ask(worker, game, question, Kind::line, options);
    check(result(line) == value, "a line comes to the value");
    std::uint32_t left = 0;
    for (std::size_t seat = 0; seat < 4; ++seat) left |= question[question_word::hands + seat];
    for (const std::int32_t card : listed(line)) {
        check(left >> card & 1, "a line plays each card once");
        left &= ~(std::uint32_t{1} << card);
    }
    check(left == 0, "a line comes to the end");
}

// ---- the tests

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
Question suit_each(Kind kind = Kind::value) {
    Question question{};
    question[question_word::kind] = static_cast<std::uint32_t>(kind);
    for (std::size_t seat = 0; seat < 4; ++seat) question[question_word::hands + seat] = std::uint32_t{0xFF} << (8 * seat);
    return question;
}

void a_seat_that_nobody_can_follow_takes_all() {
    Worker worker(64);
    check(result(ask(worker, plain_game(), suit_each())) == 14, "South takes four aces and the last trick");
}

// The same worker throughout, so that its table meets games and deals of all sorts, and its generations begin anew.
void endings_are_what_trying_everything_gives() {
    Luck luck(1);
    Worker worker(16);
    for (unsigned number = 0; number < 4000; ++number) {
        const GameBytes game = any_game(luck);
        const unsigned size = number % 16 == 0 ? 4 : 1 + luck.below(3);
        const Question question = any_question(luck, Kind::value, size, luck.below(4));
        const int value = result(ask(worker, game, question, Kind::brute, 0));
        for (const std::uint32_t options : {0U, PLAIN, luck.below(off::all + 1)})
            check_answers(worker, game, question, value, options);
    }
}

void longer_deals_are_the_same_without_reductions() {
    Luck luck(2);
    for (const unsigned kib : {1U, 512U}) {
        Worker worker(kib);
        for (unsigned number = 0; number < 120; ++number) {
            const GameBytes game = any_game(luck);
            const Question question = any_question(luck, Kind::value, 5 + number % 2, luck.below(4));
            check_answers(worker, game, question, result(ask(worker, game, question, Kind::value, PLAIN)), 0);
        }
    }
    Worker worker(512);
    for (unsigned number = 0; number < 24; ++number) {
        const GameBytes game = any_game(luck);
        const Question question = any_question(luck, Kind::value, 8, luck.below(4));
        const int value = result(ask(worker, game, question, Kind::value, off::relative | off::equals));
        check_answers(worker, game, question, value, 0);
    }
}

void rows_that_are_none_are_refused() {
    Luck luck(3);
    Worker worker(64);
    const GameBytes game = plain_game();
    const Question good = any_question(luck, Kind::value, 4, 2);
    const auto refused = [&](std::size_t word, std::uint32_t value, const char* what) {
        Question question = good;
        question[word] = value;
        const Answer answer = ask(worker, game, question);
        check(is(answer, Status::bad_question), what);
        check(std::all_of(answer.begin() + 1, answer.end(), [](std::int32_t each) { return each == 0; }),
              "a refusal says nothing else");
    };
    check(is(ask(worker, game, good), Status::done), "the row itself is good");
    refused(question_word::kind, 6, "a kind that does not exist is refused");
    refused(question_word::kind, ~0U, "a kind far from all others is refused");
    refused(question_word::game, 1, "a game that is not there is refused");
    refused(question_word::game, ~0U, "a game far behind all others is refused");
    refused(question_word::leader, 4, "a leader who does not exist is refused");
    refused(question_word::leader, (good[question_word::leader] + 1) & 3, "a leader whose card does not lie there is refused");
    refused(question_word::laid, 4, "a whole trick on the table is refused");
    refused(question_word::laid, 1, "a card too many on the table is refused");
    refused(question_word::laid, 3, "a card too few on the table is refused");
    refused(question_word::table, 0x2020, "a card that does not exist is refused");
    refused(question_word::table, good[question_word::table] | 1U << 24, "something behind the cards is refused");
    refused(question_word::table, (good[question_word::table] & 255) * 0x101, "a card twice on the table is refused");
    for (std::size_t seat = 0; seat < 4; ++seat) {
        const std::size_t word = question_word::hands + seat, other = question_word::hands + ((seat + 1) & 3);
        const std::uint32_t hand = good[word], shared = good[other] & (0U - good[other]);
        refused(word, hand & (hand - 1), "a hand with a card too few is refused");
        refused(word, (hand & (hand - 1)) | shared, "a card in two hands is refused");
        const std::uint32_t laid = std::uint32_t{1} << (good[question_word::table] & 31);
        refused(word, (hand & (hand - 1)) | laid, "a card both in a hand and on the table is refused");
    }
    refused(question_word::argument + 1, 1, "a word that means nothing is zero");
    refused(question_word::argument + 2, 1, "and so is the last one");
    check(is(ask(worker, game, good, Kind::perft, 0, 0), Status::bad_question), "no cards are no count");
    check(is(ask(worker, game, good, Kind::perft, 0, 33), Status::bad_question), "33 cards are no count");
    // Nine cards in a hand are more than a deal has, though all 32 be there only once.
    Question nine{};
    nine[question_word::hands] = 0x1FF;
    check(is(ask(worker, game, nine), Status::bad_question), "nine cards in a hand are refused");

    const auto no_game = [&](std::size_t at, std::uint8_t value, const char* what) {
        GameBytes bytes = game;
        bytes[at] = value;
        check(is(ask(worker, bytes, good), Status::bad_game), what);
        std::uint16_t one = 0;
        check(playouts(bytes.data(), good.data(), 0, 1, 1, &one) == Status::bad_game, "playouts refuse it too");
    };
    no_game(game_field::trump, 4, "a trump suit that does not exist is refused");
    no_game(game_field::must_beat, 16, "a fifth suit to beat in is refused");
    no_game(game_field::must_trump, 3, "a duty to trump that does not exist is refused");
    no_game(game_field::must_over, 2, "a truth value is 0 or 1");
    no_game(game_field::must_under, 255, "and so is the other one");
    no_game(game_field::reserved, 1, "a byte that means nothing is zero");
    no_game(game_field::strength, 8, "a strength beyond seven is refused");
    no_game(game_field::strength + 31, 0, "two cards as strong as each other are refused");
    no_game(game_field::each_trick, 62, "more points than bounds can hold are refused");
    check(is(ask(worker, game, good), Status::done), "a worker goes on after what it has refused");
}

// Words and bytes by chance: a row is answered or refused, and nothing is read that is not there.
void nonsense_does_no_harm() {
    Luck luck(4);
    Worker worker(1);
    std::array<int, 4> seen{};
    for (unsigned number = 0; number < 30000; ++number) {
        GameBytes game = any_game(luck);
        if (luck.below(8) == 0) game[luck.below(GAME_BYTES)] = luck.byte(256);
        Question question = any_question(luck, static_cast<Kind>(luck.below(6)), 1 + luck.below(8), luck.below(4));
        question[question_word::argument] = luck.below(34);
        for (std::uint32_t changes = luck.below(3); changes; --changes)
            question[luck.below(QUESTION_WORDS)] ^= std::uint32_t{1} << luck.below(32);
        const Answer answer = ask(worker, game, question, Limits{300, nullptr, luck.below(off::all + 1)});
        const std::int32_t status = answer[answer_word::status], count = answer[answer_word::count];
        check(0 <= status && status <= 3 && 0 <= count && count <= 32, "an answer keeps its form");
        ++seen[static_cast<std::size_t>(status & 3)];
        std::array<std::uint16_t, 3> points{};
        const Status played = playouts(game.data(), question.data(), 0, points.size(), number, points.data());
        check(played == Status::done || played == Status::bad_game || played == Status::bad_question, "so do playouts");
    }
    check(*std::min_element(seen.begin(), seen.end()) > 300, "every status has been met");
}

struct Rows {
    std::vector<std::uint8_t> games;
    std::vector<std::uint32_t> questions;
    std::vector<std::int32_t> answers;

    void add(const GameBytes& game, Question question) {
        question[question_word::game] = static_cast<std::uint32_t>(count());
        games.insert(games.end(), game.begin(), game.end());
        questions.insert(questions.end(), question.begin(), question.end());
        answers.insert(answers.end(), ANSWER_WORDS, -7);
    }
    std::size_t count() const { return questions.size() / QUESTION_WORDS; }
    Batch batch() { return {games.data(), count(), questions.data(), count(), answers.data()}; }
    int status(std::size_t row) const { return answers[row * ANSWER_WORDS + answer_word::status]; }
};

Rows mixed_rows(std::size_t count, unsigned most) {
    Luck luck(5);
    Rows rows;
    for (std::size_t row = 0; row < count; ++row) {
        const auto kind = static_cast<Kind>(row % 4);
        Question question = any_question(luck, kind, 2 + luck.below(most - 1), luck.below(4));
        question[question_word::argument] = kind == Kind::reaches ? luck.below(80) : 0;
        rows.add(any_game(luck), question);
    }
    return rows;
}

constexpr auto GO_ON = [](std::size_t) { return true; };

void a_batch_is_the_same_on_any_number_of_threads() {
    Rows rows = mixed_rows(120, 6);
    std::vector<std::int32_t> expected;
    for (const unsigned threads : {1U, 2U, 5U, 200U}) {
        check(run_batch(rows.batch(), Settings{threads, 0, 0, 0, 64}, GO_ON) == rows.count(), "all rows are dealt with");
        if (expected.empty()) expected = rows.answers;
        check(rows.answers == expected, "answers do not depend on threads");
        std::fill(rows.answers.begin(), rows.answers.end(), -7);
    }
    check(run_batch(rows.batch(), Settings{2, 40, 0, 0, 64}, GO_ON) == rows.count(), "those given up are dealt with too");
    const auto statuses = [&](Status wanted) {
        std::size_t found = 0;
        for (std::size_t row = 0; row < rows.count(); ++row) found += rows.status(row) == static_cast<int>(wanted);
        return found;
    };
    check(statuses(Status::unfinished) > 10 && statuses(Status::done) > 10, "a limit of nodes gives up the long ones only");
    check(statuses(Status::unfinished) + statuses(Status::done) == rows.count(), "and nothing is refused");
}

// Trying everything in a whole deal ends in no lifetime, and counting everything neither.
void a_batch_can_be_stopped() {
    const GameBytes game = plain_game();
    for (const unsigned threads : {1U, 2U, 4U}) {
        Rows rows;
        rows.add(game, suit_each());
        for (unsigned i = 0; i < 4; ++i) {
            Question endless = suit_each(i % 2 ? Kind::perft : Kind::brute);
            endless[question_word::argument] = i % 2 ? 32 : 0;
            rows.add(game, endless);
        }
        const auto only_the_first_is_done = [&](std::size_t done) {
            check(done == 1 && rows.status(0) == static_cast<int>(Status::done), "what is done is told");
            for (std::size_t row = 1; row < rows.count(); ++row) {
                check(rows.status(row) == static_cast<int>(Status::unfinished), "what is not done is told");
                check(rows.answers[row * ANSWER_WORDS + answer_word::result] == 0, "and has no result");
            }
            std::fill(rows.answers.begin(), rows.answers.end(), -7);
        };
        only_the_first_is_done(run_batch(rows.batch(), Settings{threads, 0, 0.05, 0, 64}, GO_ON));
        only_the_first_is_done(run_batch(rows.batch(), Settings{threads, 0, 0, 0, 64}, [](std::size_t) { return false; }));
        bool thrown = false;
        try {
            run_batch(rows.batch(), Settings{threads, 0, 0, 0, 64},
                      [](std::size_t) -> bool { throw std::runtime_error("enough"); });
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        check(thrown, "what a tick throws passes on");
    }
}

void playouts_are_what_the_seed_says() {
    Luck luck(6);
    for (unsigned number = 0; number < 200; ++number) {
        const GameBytes game = any_game(luck);
        const Question question = any_question(luck, Kind::value, 1 + luck.below(8), luck.below(4));
        std::array<std::uint16_t, 64> first, again;
        check(playouts(game.data(), question.data(), 0, first.size(), number, first.data()) == Status::done,
              "playouts are played");
        check(playouts(game.data(), question.data(), 0, again.size(), number, again.data()) == Status::done, "and once more");
        check(first == again, "the same seed gives the same playouts");
        check(*std::max_element(first.begin(), first.end()) <= MOST_POINTS, "nobody takes more than there is");
    }
}

}  // namespace

int main() {
    a_seat_that_nobody_can_follow_takes_all();
    endings_are_what_trying_everything_gives();
    longer_deals_are_the_same_without_reductions();
    rows_that_are_none_are_refused();
    nonsense_does_no_harm();
    a_batch_is_the_same_on_any_number_of_threads();
    a_batch_can_be_stopped();
    playouts_are_what_the_seed_says();
    test_ismcts();
    test_reading();
    if (failures == 0) std::puts("native tests passed");
    return failures == 0 ? 0 : 1;
}

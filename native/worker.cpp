#include "worker.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "plain.hpp"
#include "playout.hpp"
#include "solve.hpp"

namespace pilotta {

namespace {

void put(std::int32_t* answer, std::size_t word, std::uint64_t value) {
    answer[word] = static_cast<std::int32_t>(std::min<std::uint64_t>(value, 0x7FFFFFFF));
}

}  // namespace

bool read(const Game& game, const std::uint32_t* question, Position& position) {
    const std::uint32_t leader = question[question_word::leader], laid = question[question_word::laid];
    if (leader > 3 || laid > 3) return false;
    std::uint32_t seen = 0;
    int most = 0;
    for (unsigned seat = 0; seat < 4; ++seat) {
        const std::uint32_t cards = question[question_word::hands + seat];
        if (seen & cards) return false;
        seen |= cards;
        most = std::max(most, std::popcount(cards));
        position.hands[seat] = game.relabelled(cards);
    }
    if (most > 8 || (laid && !most)) return false;
    for (unsigned i = 0; i < 4; ++i) {
        const int held = std::popcount(position.hands[(leader + i) & 3]);
        if (held != most - (i < laid ? 1 : 0)) return false;
    }
    position.turn = leader;
    const std::uint32_t table = question[question_word::table];
    if (std::uint64_t{table} >> 8 * laid) return false;
    for (std::size_t word = question_word::argument + 1; word < QUESTION_WORDS; ++word)
        if (question[word]) return false;
    for (unsigned i = 0; i < laid; ++i) {
        const std::uint32_t card = table >> 8 * i & 255;
        if (card > 31 || seen >> card & 1) return false;
        seen |= std::uint32_t{1} << card;
        // Back into the hand, and played from it.
        position.turn = (leader + i) & 3;
        position.hands[position.turn] |= Hand{1} << game.inward[card];
        position.play(game, game.inward[card]);
    }
    return true;
}

bool Worker::load(const std::uint8_t* bytes) {
    if (!usable_ || std::memcmp(bytes, loaded_.data(), GAME_BYTES) != 0) {
        std::memcpy(loaded_.data(), bytes, GAME_BYTES);
        usable_ = game_.read(bytes);
    }
    return usable_;
}

void Worker::answer(const std::uint8_t* games, std::size_t game_count, const std::uint32_t* question, std::int32_t* answer,
                    const Limits& limits) noexcept {
    std::fill_n(answer, ANSWER_WORDS, 0);
    const auto give = [&](Status status) { answer[answer_word::status] = static_cast<std::int32_t>(status); };
    const std::size_t index = question[question_word::game];
    if (index >= game_count) return give(Status::bad_question);
    if (!load(games + index * GAME_BYTES)) return give(Status::bad_game);
    Position position;
    const auto kind = static_cast<Kind>(question[question_word::kind]);
    if (kind > Kind::brute || !read(game_, question, position)) return give(Status::bad_question);
    const std::uint32_t argument = question[question_word::argument];

    std::int32_t* const list = answer + answer_word::list;
    const auto result = [&](int points) { answer[answer_word::result] = points; };
    bool stopped = false;
    if (kind == Kind::perft && (argument < 1 || argument > 32)) return give(Status::bad_question);
    if (kind == Kind::perft || kind == Kind::brute) {
        Brute brute(limits);
        if (kind == Kind::perft) {
            const std::uint64_t ways = brute.ways(game_, position, argument);
            answer[answer_word::result] = static_cast<std::int32_t>(ways & 0x7FFFFFFF);
            answer[answer_word::count] = 1;
            list[0] = static_cast<std::int32_t>(ways >> 31);
        } else {
            result(brute.value(game_, position));
        }
        put(answer, answer_word::nodes, brute.nodes);
        stopped = brute.stopped;
    } else {
        Solver solver(game_, table_, limits);
        if (kind == Kind::value) {
            result(solver.value(position));
        } else if (kind == Kind::reaches) {
            result(solver.reaches(position, static_cast<int>(std::min<std::uint32_t>(argument, MOST_POINTS + 1))));
        } else if (kind == Kind::moves) {
            const auto values = solver.moves(position);
            const bool ns = !(position.turn & 1);
            int best = ns ? -1 : MOST_POINTS + 1;
            std::int32_t count = 0;
            for (unsigned card = 0; card < 32; ++card) {
                const int points = values[game_.inward[card]];
                if (points < 0) continue;
                list[count++] = points;
                best = ns ? std::max(best, points) : std::min(best, points);
            }
            answer[answer_word::count] = count;
            result(count ? best : 0);
        } else {
            std::array<unsigned, 32> cards{};
            const int count = solver.line(position, cards);
            Position at = position;
            int points = 0;
            for (int i = 0; i < count; ++i) {
                const unsigned card = cards[static_cast<std::size_t>(i)];
                points += at.play(game_, card);
                list[i] = game_.outward[card];
            }
            answer[answer_word::count] = count;
            result(points);
        }
        put(answer, answer_word::nodes, solver.nodes());
        stopped = solver.stopped() || (limits.nodes && solver.nodes() > limits.nodes);
    }
    if (stopped) {
        // Nothing of an unfinished answer is a bound worth having.
        std::fill_n(answer + answer_word::result, ANSWER_WORDS - answer_word::result, 0);
        give(Status::unfinished);
    }
}

Status playouts(const std::uint8_t* bytes, const std::uint32_t* question, std::uint64_t first, std::size_t count,
                std::uint64_t seed, std::uint16_t* results) noexcept {
    Game game;
    if (!game.read(bytes)) return Status::bad_game;
    Position position;
    if (!read(game, question, position)) return Status::bad_question;
    Playouts(game, position).run(first, count, seed, results);
    return Status::done;
}

}  // namespace pilotta

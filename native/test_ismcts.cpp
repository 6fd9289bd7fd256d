// Tests of the information-set search and of the deals that it searches in.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

#include "door.hpp"
#include "game.hpp"
#include "hidden.hpp"
#include "ismcts.hpp"
#include "position.hpp"
#include "test_luck.hpp"
#include "worker.hpp"

namespace pilotta {

namespace {

using Visits = std::array<std::uint32_t, 32>;
using Worths = std::array<double, 32>;

struct Found {
    const char* wrong;
    Visits visits;
    Worths worth;
};

Found search(const GameBytes& game, const Question& question, const std::vector<double>& payoff, std::uint32_t iterations,
             std::uint64_t seed) {
    Found found{};
    found.visits.fill(77);
    const Ismcts asked{game.data(), question.data(), payoff.data(), payoff.size(), iterations, seed};
    found.wrong = ismcts(asked, found.visits.data(), found.worth.data());
    return found;
}

unsigned player(const Question& question) { return (question[question_word::leader] + question[question_word::laid]) & 3; }

// The same question, asked by one who has an idea only of where the other cards are.
Question veiled(Luck& luck, Question question) {
    const unsigned me = player(question);
    std::uint32_t hidden = 0;
    for (unsigned seat = 0; seat < 4; ++seat)
        if (seat != me) hidden |= question[question_word::hands + seat];
    for (unsigned seat = 0; seat < 4; ++seat) {
        if (seat == me) continue;
        const std::uint32_t guessed = luck.below(2) ? ~0U : luck.below(1U << 31) << 1 | luck.below(2);
        question[question_word::hands + seat] |= guessed & hidden;
    }
    return question;
}

struct Table {
    Game game;
    Position position;

    Table(const GameBytes& bytes, const Question& question) {
        check(game.read(bytes.data()), "a game by chance is one");
        check(read(game, question.data(), position), "a question by chance is one");
    }

    // Every point worth itself, a capot no more than the points.
    std::vector<double> points() const {
        const int most = position.to_come(game);
        std::vector<double> payoff(static_cast<std::size_t>(most) + 1);
        std::iota(payoff.begin(), payoff.end(), 0.0);
        payoff.push_back(most);
        payoff.push_back(0);
        return payoff;
    }

    std::uint32_t legal() const {
        std::uint32_t cards = 0;
        for (Hand left = position.legal(game); left; left &= left - 1) cards |= std::uint32_t{1} << game.outward[lowest(left)];
        return cards;
    }
};

void each_deal_has_a_number_of_its_own() {
    Luck luck(11);
    for (unsigned number = 0; number < 300; ++number) {
        const Question dealt = any_question(luck, Kind::value, 1 + luck.below(3), luck.below(4));
        const Question question = veiled(luck, dealt);
        const unsigned me = player(dealt);
        std::array<Hand, 4> may{};
        std::array<unsigned, 4> held{};
        Hand all = 0;
        for (unsigned seat = 0; seat < 4; ++seat) {
            may[seat] = question[question_word::hands + seat];
            held[seat] = static_cast<unsigned>(std::popcount(dealt[question_word::hands + seat]));
            all |= may[seat];
        }
        const HiddenDeals deals(me, may, held);
        std::set<std::array<Hand, 4>> found;
        for (std::uint64_t i = 0; i < deals.count(); ++i) {
            const std::array<Hand, 4> deal = deals.deal(i);
            Hand seen = 0;
            for (unsigned seat = 0; seat < 4; ++seat) {
                check(!(deal[seat] & ~may[seat]), "a seat gets what it may hold");
                check(static_cast<unsigned>(std::popcount(deal[seat])) == held[seat], "and so many cards as it holds");
                check(!(seen & deal[seat]), "no card is dealt twice");
                seen |= deal[seat];
            }
            check(seen == all, "all cards are dealt");
            found.insert(deal);
        }
        check(found.size() == deals.count(), "no two numbers are the same deal");
        // By trying: each of the hidden cards to each of the three.
        const Hand hidden = all & ~may[me];
        const auto fits = [&](auto&& self, Hand left, std::array<unsigned, 4> places) -> std::uint64_t {
            if (!left) return 1;
            std::uint64_t ways = 0;
            for (unsigned seat = 0; seat < 4; ++seat) {
                if (seat == me || !places[seat] || !(may[seat] >> lowest(left) & 1)) continue;
                --places[seat];
                ways += self(self, left & (left - 1), places);
                ++places[seat];
            }
            return ways;
        };
        check(deals.count() == fits(fits, hidden, held), "no deal is missing");
    }
    check(HiddenDeals(0, {0xFF, ~0xFFU, ~0xFFU, ~0xFFU}, {8, 8, 8, 8}).count() == 9465511770, "24 cards to three hands of eight");
}

void a_search_plays_legal_cards_and_the_same_again() {
    Luck luck(12);
    for (unsigned number = 0; number < 400; ++number) {
        const GameBytes game = any_game(luck);
        const Question dealt = any_question(luck, Kind::value, 1 + luck.below(8), luck.below(4));
        const Table table(game, dealt);
        const std::vector<double> payoff = table.points();
        const Question question = veiled(luck, dealt);
        const Found found = search(game, question, payoff, 150, number);
        check(found.wrong == nullptr, "a search is made");
        check(std::accumulate(found.visits.begin(), found.visits.end(), 0U) == 150, "each iteration plays one card");
        for (unsigned card = 0; card < 32; ++card) {
            check((found.visits[card] > 0) == (table.legal() >> card & 1), "every legal card is tried, and no other");
            check(found.worth[card] >= 0 && found.worth[card] <= table.position.to_come(table.game), "worth is a mean");
        }
        const Found again = search(game, question, payoff, 150, number);
        check(found.visits == again.visits && found.worth == again.worth, "the same seed finds the same");
    }
}

// With all hands open the search is one of a game without secrets, and comes to what trying everything gives.
void where_nothing_is_hidden_it_comes_to_the_solution() {
    Luck luck(13);
    Worker worker(64);
    for (unsigned number = 0; number < 60; ++number) {
        const GameBytes game = any_game(luck);
        Question question = any_question(luck, Kind::moves, 3, luck.below(4));
        const Table table(game, question);
        std::array<std::int32_t, ANSWER_WORDS> answer;
        worker.answer(game.data(), 1, question.data(), answer.data(), Limits{});
        const auto finds_it = [&](std::uint32_t iterations) {
            const Found found = search(game, question, table.points(), iterations, number);
            const auto most = std::max_element(found.visits.begin(), found.visits.end()) - found.visits.begin();
            std::size_t at = answer_word::list;
            for (unsigned card = 0; card < static_cast<unsigned>(most); ++card) at += table.legal() >> card & 1;
            return answer[at] == answer[answer_word::result];
        };
        // A refutation that looks bad at first is found late.
        check(finds_it(20000) || finds_it(MOST_ITERATIONS), "the card played most is the best one");
    }
}

void what_is_no_search_is_refused() {
    Luck luck(14);
    const GameBytes game = any_game(luck);
    const Question good = any_question(luck, Kind::value, 4, 2);
    const std::vector<double> payoff = Table(game, good).points();
    const auto refused = [&](const GameBytes& bytes, const Question& question, const std::vector<double>& worths,
                             const char* expected) {
        const Found found = search(bytes, question, worths, 10, 1);
        check(found.wrong != nullptr && std::strstr(found.wrong, expected), expected);
        check(found.visits[0] == 77, "a refusal writes nothing");
    };
    check(search(game, good, payoff, 10, 1).wrong == nullptr, "what is good is searched");
    GameBytes no_game = game;
    no_game[game_field::must_trump] = 3;
    refused(no_game, good, payoff, "the game is malformed");
    const auto changed = [&](std::size_t word, std::uint32_t value) {
        Question question = good;
        question[word] = value;
        return question;
    };
    refused(game, changed(question_word::leader, 4), payoff, "the question is malformed");
    refused(game, changed(question_word::laid, 4), payoff, "the question is malformed");
    refused(game, changed(question_word::table, 0x2020), payoff, "the question is malformed");
    refused(game, changed(question_word::hands + player(good), 0), payoff, "the question is malformed");
    refused(game, changed(question_word::hands + ((player(good) + 1) & 3), 0), payoff, "no deal fits the question");
    refused(game, changed(question_word::laid, 1), payoff, "no deal fits the question");
    std::vector<double> other = payoff;
    other.pop_back();
    refused(game, good, other, "payoff must hold a number for 0 to all points");
    refused(game, good, {}, "payoff must hold a number for 0 to all points");
    for (const double none : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -2e9}) {
        other = payoff;
        other[1] = none;
        refused(game, good, other, "payoff must hold numbers from -1e9 to 1e9");
    }
}

void nonsense_is_refused_or_searched() {
    Luck luck(15);
    unsigned searched = 0;
    for (unsigned number = 0; number < 20000; ++number) {
        const GameBytes game = any_game(luck);
        const Question dealt = any_question(luck, Kind::value, 1 + luck.below(8), luck.below(4));
        const std::vector<double> payoff = Table(game, dealt).points();
        Question question = veiled(luck, dealt);
        for (std::uint32_t changes = luck.below(3); changes; --changes)
            question[luck.below(QUESTION_WORDS)] ^= std::uint32_t{1} << luck.below(32);
        searched += search(game, question, payoff, 3, number).wrong == nullptr;
    }
    check(searched > 2000 && searched < 18000, "both have been met");
}

}  // namespace

void test_ismcts() {
    each_deal_has_a_number_of_its_own();
    a_search_plays_legal_cards_and_the_same_again();
    where_nothing_is_hidden_it_comes_to_the_solution();
    what_is_no_search_is_refused();
    nonsense_is_refused_or_searched();
}

}  // namespace pilotta

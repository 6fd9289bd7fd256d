// Tells how many nodes questions take with other weights of the ordering: what benchmarks/ordering.py climbs down.
//
//     tune GAMES QUESTIONS < weights > nodes
//
// GAMES and QUESTIONS are files of rows (door.hpp). Each line of weights holds all numbers of AllWeights, in their order; each
// line of the output the nodes that all questions take with them.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "ordering.hpp"
#include "worker.hpp"

namespace {

template <typename Number> std::vector<Number> rows_of(const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    std::copy_n(bytes.data(), numbers.size() * sizeof(Number), reinterpret_cast<char*>(numbers.data()));
    return numbers;
}

}  // namespace

int main(int count, char** words) {
    using namespace pilotta;
    if (count != 3) {
        std::fputs("usage: tune GAMES QUESTIONS < weights > nodes\n", stderr);
        return 2;
    }
    const auto games = rows_of<std::uint8_t>(words[1]);
    const auto questions = rows_of<std::uint32_t>(words[2]);
    constexpr std::size_t NUMBERS = sizeof(AllWeights) / sizeof(int);
    static_assert(sizeof(AllWeights) == NUMBERS * sizeof(int));
    Worker worker(512);
    for (;;) {
        std::array<int, NUMBERS> numbers;
        for (int& number : numbers)
            if (std::scanf("%d", &number) != 1) return 0;
        std::memcpy(&WEIGHTS, numbers.data(), sizeof WEIGHTS);
        std::uint64_t nodes = 0;
        for (std::size_t at = 0; at + QUESTION_WORDS <= questions.size(); at += QUESTION_WORDS) {
            std::array<std::int32_t, ANSWER_WORDS> answer;
            worker.answer(games.data(), games.size() / GAME_BYTES, &questions[at], answer.data(), Limits{});
            nodes += static_cast<std::uint64_t>(answer[answer_word::nodes]);
        }
        std::printf("%llu\n", static_cast<unsigned long long>(nodes));
        std::fflush(stdout);
    }
}

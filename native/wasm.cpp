// The core as a WebAssembly module without imports: what bindings.cpp is to Python, for one thread and without a clock.
// The caller lays games and questions into memory that it got from `alloc`, and reads the answers from there.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "door.hpp"
#include "reading.hpp"
#include "worker.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

// The library's own allocation functions would bring along messages, and with them imports to print them.
namespace {
void* checked(void* pointer) {
    if (pointer == nullptr) __builtin_trap();
    return pointer;
}
}  // namespace

void* operator new(std::size_t bytes) { return checked(std::malloc(bytes)); }
void* operator new[](std::size_t bytes) { return checked(std::malloc(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t line) {
    return checked(std::aligned_alloc(static_cast<std::size_t>(line), bytes));
}
void* operator new[](std::size_t bytes, std::align_val_t line) { return operator new(bytes, line); }
void operator delete(void* pointer) noexcept { std::free(pointer); }
void operator delete[](void* pointer) noexcept { std::free(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { std::free(pointer); }
void operator delete[](void* pointer, std::size_t) noexcept { std::free(pointer); }
void operator delete(void* pointer, std::align_val_t) noexcept { std::free(pointer); }
void operator delete[](void* pointer, std::align_val_t) noexcept { std::free(pointer); }
void operator delete(void* pointer, std::size_t, std::align_val_t) noexcept { std::free(pointer); }
void operator delete[](void* pointer, std::size_t, std::align_val_t) noexcept { std::free(pointer); }

EXPORT("alloc") void* pilotta_alloc(std::size_t bytes) { return std::malloc(bytes); }

EXPORT("release") void pilotta_release(void* pointer) { std::free(pointer); }

// Answers all questions, in turn. A caller who wants to stop or to report calls with a part of them.
EXPORT("run")
void pilotta_run(const std::uint8_t* games, std::size_t game_count, const std::uint32_t* questions, std::size_t count,
                 std::int32_t* answers, std::uint64_t node_limit, std::uint32_t options, std::uint32_t table_kib) {
    using namespace pilotta;
    // Kept between calls, as its table takes longer to make than a small question to answer.
    static Worker* worker = nullptr;
    static std::uint32_t asked_kib = 0;
    if (worker == nullptr || asked_kib != table_kib) {
        // Not to be found again if there is no memory for the new one.
        delete std::exchange(worker, nullptr);
        asked_kib = 0;
        worker = new Worker(table_kib);
        asked_kib = table_kib;
    }
    const Limits limits{node_limit, nullptr, options};
    for (std::size_t row = 0; row < count; ++row) {
        worker->answer(games, game_count, questions + row * QUESTION_WORDS, answers + row * ANSWER_WORDS, limits);
    }
}

// Returns the status of an answer: 0, or what is wrong.
EXPORT("playouts")
int pilotta_playouts(const std::uint8_t* game, const std::uint32_t* question, std::size_t count, std::uint64_t seed,
                     std::uint16_t* results) {
    return static_cast<int>(pilotta::playouts(game, question, 0, count, seed, results));
}

// Returns how many equally likely deals those in `hands` were drawn from are worth, or the negated status of what is wrong: a
// game
// (-3), or what is seen (-2). `cells` may be null.
EXPORT("deals")
double pilotta_deals(const std::uint8_t* game, const std::uint32_t* seen, const std::uint8_t* plays, std::size_t play_count,
                     const double* weights, const double* shapes, const double* cells, double doubt, std::size_t tries,
                     std::uint64_t seed, std::uint32_t* hands, std::size_t count) {
    pilotta::Seen known;
    known.plays = plays;
    known.play_count = play_count;
    known.weights = weights;
    known.shapes = shapes;
    known.cells = cells;
    known.doubt = doubt;
    // Too large for the stack, and used by one call at a time.
    static pilotta::Reading reading;
    const auto status = reading.open(game, seen, known);
    if (status != pilotta::Status::done) return -static_cast<double>(status);
    auto* const drawn = static_cast<std::uint32_t*>(checked(std::malloc(4 * sizeof(std::uint32_t) * tries)));
    auto* const likely = static_cast<double*>(checked(std::malloc(sizeof(double) * tries)));
    const double worth = reading.deals(count, tries, seed, drawn, likely, hands);
    std::free(likely);
    std::free(drawn);
    return worth;
}

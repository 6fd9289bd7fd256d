// Many questions on several threads, with a limit of time, a report on how far it is, and a way to stop.
// For native programs only: a WebAssembly instance has one thread, and asks the worker itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace pilotta {

inline constexpr double MOST_SECONDS = 1e9;  // what a clock can add; 30 years

struct Batch {
    const std::uint8_t* games;  // game_count games of GAME_BYTES
    std::size_t game_count;
    const std::uint32_t* questions;  // count questions of QUESTION_WORDS
    std::size_t count;
    std::int32_t* answers;  // count answers of ANSWER_WORDS
};

struct Settings {
    unsigned threads;          // at least 1
    std::uint64_t node_limit;  // a question; 0: none
    double seconds;            // the whole batch, up to MOST_SECONDS; 0: none
    std::uint32_t options;     // reductions to leave out (door.hpp, `off`)
    unsigned table_kib;        // transposition table of each thread
};

// Called on the caller's own thread about ten times a second, with the number of questions dealt with so far.
// False ends the batch, and so does whatever it throws, which passes on once all threads have ended.
using Tick = std::function<bool(std::size_t)>;

// Answers the questions and returns how many it has dealt with: answered, refused, or given up at the node limit.
// The rest, for want of time or by the wish of `tick`, keep the status `unfinished`.
// Throws std::bad_alloc or std::system_error where there is no memory or no thread to be had.
std::size_t run_batch(const Batch& batch, const Settings& settings, const Tick& tick);

}  // namespace pilotta

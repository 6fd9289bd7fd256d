// The Python module pilotta.engine._native: the flat interface over Python's buffers. The only file that knows Python.
// Its stub, src/pilotta/engine/_native.pyi, is made from the signatures and docstrings in here: `make generate`.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "door.hpp"
#include "ismcts.hpp"
#include "reading.hpp"
#include "worker.hpp"

namespace nb = nanobind;

namespace {

constexpr unsigned MOST_THREADS = 1024;
constexpr unsigned MOST_TABLE_KIB = 65536;
constexpr std::size_t PLAYOUTS_AT_ONCE = 1 << 20;  // a tenth of a second, between two looks for Ctrl-C

[[noreturn]] void refuse(const std::string& what) { throw nb::value_error(what.c_str()); }

// What a Python object lends as one piece of memory, for as long as this lives.
class Buffer {
   public:
    Buffer(nb::handle object, const char* name, bool writable = false) : name_(name) {
        if (!PyObject_CheckBuffer(object.ptr())) {
            const std::string what =
                name_ + " must be a buffer such as bytes or array, not " + nb::type_name(object.type()).c_str();
            throw nb::type_error(what.c_str());
        }
        if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_C_CONTIGUOUS | (writable ? PyBUF_WRITABLE : 0)) != 0) {
            PyErr_Clear();
            refuse(name_ + (writable ? " must be contiguous and writable" : " must be contiguous"));
        }
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { PyBuffer_Release(&view_); }

    // How many rows of so many numbers it holds; there must be no rest, and the numbers must lie as in an array.
    template <typename Number> std::size_t rows(std::size_t numbers) const {
        const std::size_t bytes = numbers * sizeof(Number), length = static_cast<std::size_t>(view_.len);
        if (length % bytes != 0) {
            refuse(name_ + " must hold rows of " + std::to_string(bytes) + " bytes, not " + std::to_string(length) + " bytes");
        }
        if (length != 0 && reinterpret_cast<std::uintptr_t>(view_.buf) % alignof(Number) != 0) {
            refuse(name_ + " must begin at a multiple of " + std::to_string(alignof(Number)) + " bytes in memory");
        }
        return length / bytes;
    }

    template <typename Number> Number* data() const { return static_cast<Number*>(view_.buf); }

   private:
    std::string name_;
    Py_buffer view_{};
};

// Work without Python's lock, which is given back when this starts and taken again when it ends.
//
// Python (before 3.14) ends a thread that wants the lock while the interpreter shuts down by unwinding its stack, which C++ does
// not survive. So from `close` on, which the interpreter calls before it shuts down, a thread that has given the lock back sleeps
// instead of wanting it again, and nobody gives it back any more.
class Unlocked {
   public:
    Unlocked() { give(); }
    ~Unlocked() { take(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    // Does something for which the lock is needed.
    template <typename Work> auto locked(const Work& work) {
        struct Again {
            Unlocked& unlocked;
            ~Again() { unlocked.give(); }
        };
        take();
        const Again again{*this};
        return work();
    }

    static void close() {
        closing_ = true;
        PyThreadState* const state = PyEval_SaveThread();
        while (taking_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        PyEval_RestoreThread(state);
    }

    // In a child, where only the thread that forked is left.
    static void forked() { taking_ = 0; }

   private:
    void give() {
        if (!closing_) state_ = PyEval_SaveThread();
    }
    void take() {
        if (state_ == nullptr) return;
        ++taking_;
        if (closing_) {
            --taking_;
            for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
        }
        PyEval_RestoreThread(std::exchange(state_, nullptr));
        --taking_;
    }

    static inline std::atomic<bool> closing_{false};
    static inline std::atomic<int> taking_{0};  // threads on their way to the lock
    PyThreadState* state_ = nullptr;
};

void check_range(const char* name, std::uint64_t value, std::uint64_t most) {
    if (value < 1 || value > most) {
        refuse(std::string(name) + " must be 1 to " + std::to_string(most) + ", not " + std::to_string(value));
    }
}

std::size_t run(nb::handle games, nb::handle questions, nb::handle answers, std::uint64_t threads, std::uint64_t node_limit,
                double seconds, std::uint32_t options, std::uint64_t table_kib, nb::handle progress) {
    check_range("threads", threads, MOST_THREADS);
    check_range("table_kib", table_kib, MOST_TABLE_KIB);
    if (!(seconds >= 0 && seconds <= pilotta::MOST_SECONDS)) refuse("seconds must be 0 to 1e9");
    const Buffer game_buffer(games, "games"), question_buffer(questions, "questions"), answer_buffer(answers, "answers", true);

    pilotta::Batch batch{};
    batch.games = game_buffer.data<const std::uint8_t>();
    batch.game_count = game_buffer.rows<std::uint8_t>(pilotta::GAME_BYTES);
    batch.questions = question_buffer.data<const std::uint32_t>();
    batch.count = question_buffer.rows<std::uint32_t>(pilotta::QUESTION_WORDS);
    batch.answers = answer_buffer.data<std::int32_t>();
    if (const std::size_t rows = answer_buffer.rows<std::int32_t>(pilotta::ANSWER_WORDS); rows != batch.count) {
        refuse("answers must hold as many rows as questions, " + std::to_string(batch.count) + ", not " + std::to_string(rows));
    }
    const pilotta::Settings settings{static_cast<unsigned>(threads), node_limit, seconds, options,
                                     static_cast<unsigned>(table_kib)};

    Unlocked unlocked;
    return pilotta::run_batch(batch, settings, [&](std::size_t done) {
        return unlocked.locked([&] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            return progress.is_none() || !progress(done).is(nb::bool_(false));
        });
    });
}

void playouts(nb::handle game, nb::handle question, std::size_t count, std::uint64_t seed, nb::handle results) {
    const Buffer game_buffer(game, "game"), question_buffer(question, "question"), result_buffer(results, "results", true);
    if (game_buffer.rows<std::uint8_t>(pilotta::GAME_BYTES) != 1) refuse("game must hold one row");
    if (question_buffer.rows<std::uint32_t>(pilotta::QUESTION_WORDS) != 1) refuse("question must hold one row");
    if (const std::size_t rows = result_buffer.rows<std::uint16_t>(1); rows != count) {
        refuse("results must hold " + std::to_string(count) + " numbers, not " + std::to_string(rows));
    }
    const auto played = [&] {
        Unlocked unlocked;
        for (std::size_t first = 0;; first += PLAYOUTS_AT_ONCE) {
            const std::size_t left = count - first;
            const auto status =
                pilotta::playouts(game_buffer.data<const std::uint8_t>(), question_buffer.data<const std::uint32_t>(), first,
                                  std::min(left, PLAYOUTS_AT_ONCE), seed, result_buffer.data<std::uint16_t>() + first);
            if (status != pilotta::Status::done || left <= PLAYOUTS_AT_ONCE) return status;
            unlocked.locked([] {
                if (PyErr_CheckSignals() != 0) throw nb::python_error();
            });
        }
    }();
    if (played == pilotta::Status::bad_game) refuse("the game is malformed");
    if (played != pilotta::Status::done) refuse("the question is malformed");
}

// So many numbers, or none where nothing may be given.
template <typename Number>
const Number* exactly(const Buffer& buffer, const char* name, std::size_t count, bool may_lack = false) {
    const std::size_t rows = buffer.rows<Number>(1);
    if (may_lack && rows == 0) return nullptr;
    if (rows != count)
        refuse(std::string(name) + " must hold " + std::to_string(count) + " numbers, not " + std::to_string(rows));
    return buffer.data<const Number>();
}

// What a player knows, as it comes from Python.
struct Known {
    Buffer game, seen, plays, weights, shapes, cells;

    std::unique_ptr<pilotta::Reading> open(double doubt) const {
        const std::uint8_t* read = exactly<std::uint8_t>(game, "game", pilotta::GAME_BYTES);
        const std::uint32_t* words = exactly<std::uint32_t>(seen, "seen", pilotta::SEEN_WORDS);
        if (!(doubt > 0 && doubt <= 1)) refuse("doubt must be above 0 and at most 1");
        pilotta::Seen known;
        known.play_count = plays.rows<std::uint8_t>(2);
        known.plays = plays.data<const std::uint8_t>();
        known.weights = exactly<double>(weights, "weights", pilotta::CARD_WEIGHTS);
        known.shapes = exactly<double>(shapes, "shapes", 16 * pilotta::SHAPES);
        known.cells = exactly<double>(cells, "cells", pilotta::CELLS, true);
        known.doubt = doubt;
        auto reading = std::make_unique<pilotta::Reading>();
        const auto status = reading->open(read, words, known);
        if (status == pilotta::Status::bad_game) refuse("the game is malformed");
        if (status != pilotta::Status::done) {
            refuse("what is seen does not fit together: seats, cards, plays, numbers of cards or weights");
        }
        return reading;
    }
};

double deals(nb::handle game, nb::handle seen, nb::handle plays, nb::handle weights, nb::handle shapes, nb::handle cells,
             double doubt, std::size_t tries, std::uint64_t seed, nb::handle hands) {
    const Known known{{game, "game"},       {seen, "seen"},     {plays, "plays"},
                      {weights, "weights"}, {shapes, "shapes"}, {cells, "cells"}};
    const Buffer hands_buffer(hands, "hands", true);
    const std::size_t count = hands_buffer.rows<std::uint32_t>(4);
    check_range("tries", tries, pilotta::MOST_TRIES);
    const auto reading = known.open(doubt);
    std::vector<std::uint32_t> drawn(4 * tries);
    std::vector<double> likely(tries);
    Unlocked unlocked;
    return reading->deals(count, tries, seed, drawn.data(), likely.data(), hands_buffer.data<std::uint32_t>());
}

void ismcts(nb::handle game, nb::handle question, nb::handle payoff, std::uint64_t iterations, std::uint64_t seed,
            nb::handle visits, nb::handle worth) {
    check_range("iterations", iterations, pilotta::MOST_ITERATIONS);
    const Buffer game_buffer(game, "game"), question_buffer(question, "question"), payoff_buffer(payoff, "payoff");
    const Buffer visit_buffer(visits, "visits", true), worth_buffer(worth, "worth", true);
    if (game_buffer.rows<std::uint8_t>(pilotta::GAME_BYTES) != 1) refuse("game must hold one row");
    if (question_buffer.rows<std::uint32_t>(pilotta::QUESTION_WORDS) != 1) refuse("question must hold one row");
    if (visit_buffer.rows<std::uint32_t>(32) != 1) refuse("visits must hold 32 numbers");
    if (worth_buffer.rows<double>(32) != 1) refuse("worth must hold 32 numbers");
    const pilotta::Ismcts asked{game_buffer.data<const std::uint8_t>(), question_buffer.data<const std::uint32_t>(),
                                payoff_buffer.data<const double>(),     payoff_buffer.rows<double>(1),
                                static_cast<std::uint32_t>(iterations), seed};
    const char* const wrong = [&] {
        const Unlocked unlocked;
        return pilotta::ismcts(asked, visit_buffer.data<std::uint32_t>(), worth_buffer.data<double>());
    }();
    if (wrong != nullptr) refuse(wrong);
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The exact solver's C++ core behind its flat interface: integers in, integers out.";
    module.attr("kind") = "native";
    module.attr("GAME_BYTES") = pilotta::GAME_BYTES;
    module.attr("QUESTION_WORDS") = pilotta::QUESTION_WORDS;
    module.attr("ANSWER_WORDS") = pilotta::ANSWER_WORDS;
    module.attr("SEEN_WORDS") = pilotta::SEEN_WORDS;

    // Before the interpreter shuts down, while all threads may still have the lock.
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&Unlocked::close));
    if (const nb::module_ os = nb::module_::import_("os"); nb::hasattr(os, "register_at_fork")) {
        os.attr("register_at_fork")(nb::arg("after_in_child") = nb::cpp_function(&Unlocked::forked));
    }

    using namespace nb::literals;
    module.def("run", &run, "games"_a, "questions"_a, "answers"_a, nb::kw_only(), "threads"_a = 1, "node_limit"_a = 0,
               "seconds"_a = 0.0, "options"_a = 0, "table_kib"_a = 256, "progress"_a = nb::none(),
               nb::sig("def run(games: typing_extensions.Buffer, questions: typing_extensions.Buffer, "
                       "answers: typing_extensions.Buffer, *, threads: int = 1, node_limit: int = 0, seconds: float = 0.0, "
                       "options: int = 0, table_kib: int = 256, "
                       "progress: collections.abc.Callable[[int], object] | None = None) -> int"),
               R"(Answer each row of `questions` into the same row of `answers`, and return how many were dealt with.

Dealt with is a row that was answered, refused, or given up at `node_limit` (nodes of one question; 0: none).
The call ends early after `seconds` (0: never), when `progress` returns False or raises, or on Ctrl-C; rows that
it has not come to keep the status 1, and what was raised passes on once the threads have ended. `progress` is
called about ten times a second, on the calling thread, with the number of rows dealt with so far. `options` is
a set of reductions to leave out, `table_kib` the size of each thread's table in KiB.

Raises ValueError for buffers of the wrong length or form and for numbers out of range.)");
    module.def("playouts", &playouts, "game"_a, "question"_a, "count"_a, "seed"_a, "results"_a,
               nb::sig("def playouts(game: typing_extensions.Buffer, question: typing_extensions.Buffer, count: int, "
                       "seed: int, results: typing_extensions.Buffer) -> None"),
               R"(Play one position to its end `count` times at random, and write what North and South take from there.

`results` holds `count` unsigned 16-bit numbers. The same seed (64 bits) gives the same results.
Raises ValueError for a malformed game or question, and for buffers of the wrong length or form.)");
    module.def("deals", &deals, "game"_a, "seen"_a, "plays"_a, "weights"_a, "shapes"_a, "cells"_a, nb::kw_only(), "doubt"_a,
               "tries"_a, "seed"_a, "hands"_a,
               nb::sig("def deals(game: typing_extensions.Buffer, seen: typing_extensions.Buffer, "
                       "plays: typing_extensions.Buffer, weights: typing_extensions.Buffer, shapes: typing_extensions.Buffer, "
                       "cells: typing_extensions.Buffer, *, doubt: float, tries: int, seed: int, "
                       "hands: typing_extensions.Buffer) -> float"),
               R"(Draw deals that fit what a player knows into `hands`, four words each, as often as they are likely.

`seen` are 7 words: the player's seat, what he holds, the declarer's seat (4: none), and how many cards each seat has
left. `plays` are pairs of a seat and a card, in turn. `weights` are doubles, four for each card: what it weighs in each
hand, all 0 where it is not hidden. `shapes` and `cells` (or nothing) are the tables of pilotta.bots.sight.reading, `doubt` its
constant. `tries` deals are drawn by the weights, and those in `hands` from among them by what the tables say.
Returns how many equally likely deals these were worth. The same seed (64 bits) gives the same deals.

Raises ValueError for buffers of the wrong length, and where what is seen does not fit together.)");
    module.def("ismcts", &ismcts, "game"_a, "question"_a, "payoff"_a, "iterations"_a, "seed"_a, "visits"_a, "worth"_a,
               nb::sig("def ismcts(game: typing_extensions.Buffer, question: typing_extensions.Buffer, "
                       "payoff: typing_extensions.Buffer, iterations: int, seed: int, visits: typing_extensions.Buffer, "
                       "worth: typing_extensions.Buffer) -> None"),
               R"(Search for a card by information-set Monte Carlo tree search (one observer, UCB1, random playouts).

The hands of `question` are the cards that each seat may hold, for the seat to play its own hand; each of the
`iterations` (1 to 1048576) is in one of the deals that fit, all equally likely. `payoff` (64-bit floats) is what
it is worth to North and South to take 0, 1, ... to all points that are to come, then all tricks from here on, then
none. For each card, `visits` (32 unsigned 32-bit numbers) gets how often it was played, `worth` (32 64-bit
floats) what that brought North and South on average. The same seed (64 bits) gives the same.
Raises ValueError for a malformed game, question or payoff, a question that no deal fits, and for buffers of the
wrong length or form.)");
}

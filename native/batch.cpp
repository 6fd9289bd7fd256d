#include "batch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

#include "door.hpp"
#include "worker.hpp"

namespace pilotta {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto TICK = std::chrono::milliseconds(100);

// How long a question may keep the caller's own thread, where nothing can interrupt it: some 30 milliseconds.
constexpr std::uint64_t NODES_WITHOUT_THREAD = 1 << 18;

// A worker's table takes longer to allocate than a small question to answer, so workers are kept between calls.
class Pool {
   public:
    // Giving back must not want memory.
    Pool() { free_.reserve(most_); }

    std::unique_ptr<Worker> take(unsigned table_kib) {
        {
            const std::scoped_lock lock(mutex_);
            const auto found =
                std::find_if(free_.rbegin(), free_.rend(), [&](const Kept& kept) { return kept.table_kib == table_kib; });
            if (found != free_.rend()) {
                auto worker = std::move(found->worker);
                free_.erase(std::next(found).base());
                return worker;
            }
        }
        return std::make_unique<Worker>(table_kib);
    }

    void lock() { mutex_.lock(); }
    void unlock() { mutex_.unlock(); }

    void give_back(std::unique_ptr<Worker> worker, unsigned table_kib) {
        std::unique_ptr<Worker> oldest;  // goes after the lock
        const std::scoped_lock lock(mutex_);
        if (free_.size() == most_) {
            oldest = std::move(free_.front().worker);
            free_.erase(free_.begin());
        }
        free_.push_back({std::move(worker), table_kib});
    }

   private:
    struct Kept {
        std::unique_ptr<Worker> worker;
        unsigned table_kib;
    };

    std::mutex mutex_;
    std::vector<Kept> free_;  // the last one returned stands last
    std::size_t most_ = std::max(2U, std::thread::hardware_concurrency());
};

// Made when the program is loaded, so that no fork can come in between, and never destroyed: a daemon thread may still be at work
// while the process ends.
Pool& pool = *new Pool;

#if defined(__unix__) || defined(__APPLE__)
// A child must not inherit a lock whose holder it does not inherit.
[[maybe_unused]] const int at_fork = pthread_atfork([] { pool.lock(); }, [] { pool.unlock(); }, [] { pool.unlock(); });
#endif

class Borrowed {
   public:
    explicit Borrowed(unsigned table_kib) : table_kib_(table_kib), worker_(pool.take(table_kib)) {}
    Borrowed(Borrowed&&) = default;
    ~Borrowed() {
        if (worker_) pool.give_back(std::move(worker_), table_kib_);
    }
    Worker& operator*() const { return *worker_; }

   private:
    unsigned table_kib_;
    std::unique_ptr<Worker> worker_;
};

bool unfinished(const std::int32_t* answer) {
    return answer[answer_word::status] == static_cast<std::int32_t>(Status::unfinished);
}

class Run {
   public:
    Run(const Batch& batch, const Settings& settings, const Tick& tick) : batch_(batch), settings_(settings), tick_(tick) {}

    // Answers on the caller's own thread, which is quickest for few and small questions.
    // Leaves the loop where a question turns out to be a long one.
    void inline_rows() {
        const Borrowed worker(settings_.table_kib);
        const std::uint64_t wanted = settings_.node_limit;
        const bool shortened = wanted == 0 || wanted > NODES_WITHOUT_THREAD;
        const Limits limits{shortened ? NODES_WITHOUT_THREAD : wanted, nullptr, settings_.options};
        auto next_tick = Clock::now() + TICK;
        for (; next_ < batch_.count; ++next_, ++done_) {
            if (unfinished(answer(*worker, next_, limits)) && shortened) {
                clear(next_);
                return;
            }
            if (const auto now = Clock::now(); now >= next_tick) {
                if (!tick_(done_ + 1)) {
                    ++done_;
                    stop_ = true;
                    return;
                }
                next_tick = now + TICK;
            }
        }
    }

    // Answers the rows from `next_` on, on threads of its own, while the caller's watches clock and tick.
    void threaded_rows() {
        const bool timed = settings_.seconds > 0;
        const auto deadline =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(settings_.seconds));
        const std::size_t left = batch_.count - next_;
        const std::size_t threads = std::min<std::size_t>(settings_.threads, left);
        // Before the first thread, so that want of memory is met by one that can say so.
        std::vector<Borrowed> workers;
        workers.reserve(threads);
        while (workers.size() < threads) workers.emplace_back(settings_.table_kib);

        Joined joined{*this, {}};
        joined.threads.reserve(threads);
        at_work_ = threads;
        for (const Borrowed& worker : workers) joined.threads.emplace_back([this, &worker] { serve(*worker); });

        auto next_tick = Clock::now() + TICK;
        std::unique_lock lock(mutex_);
        while (at_work_ > 0) {
            idle_.wait_until(lock, timed ? std::min(next_tick, deadline) : next_tick);
            if (at_work_ == 0) break;
            const auto now = Clock::now();
            if (timed && now >= deadline) break;
            if (now < next_tick) continue;
            next_tick = now + TICK;
            lock.unlock();
            const bool go_on = tick_(done_);
            lock.lock();
            if (!go_on) break;
        }
    }

    // Status `unfinished` and nothing else.
    void clear(std::size_t row) {
        std::int32_t* answer = batch_.answers + row * ANSWER_WORDS;
        std::fill_n(answer, ANSWER_WORDS, 0);
        answer[answer_word::status] = static_cast<std::int32_t>(Status::unfinished);
    }

    bool over() const { return stop_ || next_ >= batch_.count; }
    std::size_t done() const { return done_; }

   private:
    // Stops and awaits the threads however the scope is left.
    struct Joined {
        Run& run;
        std::vector<std::thread> threads;
        ~Joined() {
            run.stop_ = true;
            for (std::thread& thread : threads) thread.join();
        }
    };

    const std::int32_t* answer(Worker& worker, std::size_t row, const Limits& limits) {
        std::int32_t* answer = batch_.answers + row * ANSWER_WORDS;
        worker.answer(batch_.games, batch_.game_count, batch_.questions + row * QUESTION_WORDS, answer, limits);
        return answer;
    }

    void serve(Worker& worker) noexcept {
        const Limits limits{settings_.node_limit, &stop_, settings_.options};
        while (!stop_) {
            const std::size_t row = next_++;
            if (row >= batch_.count) break;
            // A question that the stop has cut short counts as not reached.
            if (!unfinished(answer(worker, row, limits)) || !stop_) ++done_;
        }
        // Under the lock: once the caller sees the last one go, it may end.
        const std::scoped_lock lock(mutex_);
        --at_work_;
        idle_.notify_one();
    }

    const Batch& batch_;
    const Settings& settings_;
    const Tick& tick_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> done_{0};
    std::atomic<bool> stop_{false};
    std::mutex mutex_;
    std::condition_variable idle_;  // a thread has found no more to do
    std::size_t at_work_ = 0;       // threads; guarded by mutex_
};

}  // namespace

std::size_t run_batch(const Batch& batch, const Settings& settings, const Tick& tick) {
    Run run(batch, settings, tick);
    for (std::size_t row = 0; row < batch.count; ++row) run.clear(row);
    // A limit of time needs a thread that looks at the clock during a question.
    if ((settings.threads == 1 || batch.count == 1) && settings.seconds == 0) run.inline_rows();
    if (!run.over()) run.threaded_rows();
    return run.done();
}

}  // namespace pilotta

#include "ismcts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>

#include "door.hpp"
#include "hidden.hpp"
#include "position.hpp"
#include "worker.hpp"

namespace pilotta {

namespace {

// How much is tried that does not look best, for rewards from 0 to 1: what the authors of the search use.
constexpr double EXPLORATION = 0.7;

// What a payoff may be, so that differences and shares are numbers.
constexpr double MOST_WORTH = 1e9;

// Random numbers from a count (splitmix64).
class Chance {
   public:
    explicit Chance(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
        return mixed ^ mixed >> 31;
    }

    // One of these cards.
    unsigned card(Hand cards) {
        const auto count = static_cast<std::uint64_t>(std::popcount(cards));
        for (std::uint64_t skipped = (next() >> 32) * count >> 32; skipped; --skipped) cards &= cards - 1;
        return lowest(cards);
    }

   private:
    std::uint64_t state_;
};

// A position with what came of it since the search began.
struct Line {
    Position at;
    int points = 0;       // NS's
    unsigned takers = 0;  // bit 0: NS has taken a trick; bit 1: EW has

    bool over() const { return !at.trick.laid && !at.hands[at.turn]; }

    void play(const Game& game, unsigned card) {
        points += at.play(game, card);
        if (!at.trick.laid) takers |= 1u << (at.turn & 1);
    }
};

// What everybody has seen played up to a point. Its children are all cards that followed there in any deal.
struct Node {
    Hand tried = 0;                     // its children's cards
    std::uint32_t first = 0, next = 0;  // child and sibling; 0, the root, is none
    std::uint32_t visits = 0;
    std::uint32_t available = 0;  // how often it could have been visited: its card was legal in the deal of the iteration
    std::uint32_t card = 0;
    double reward = 0;  // sum, of the side that played the card
};

class Tree {
   public:
    Tree(const Game& game, const Ismcts& asked, const Position& root, const HiddenDeals& deals)
        : game_(game),
          payoff_(asked.payoff),
          most_(asked.payoff_count - 3),
          root_(root),
          deals_(deals),
          chance_(asked.seed),
          nodes_(std::make_unique<Node[]>(std::size_t{asked.iterations} + 1)),
          logarithms_(std::make_unique<float[]>(std::size_t{asked.iterations} + 1)) {
        const auto [low, high] = std::minmax_element(asked.payoff, asked.payoff + asked.payoff_count);
        least_ = *low;
        range_ = *high > *low ? *high - *low : 1;
        for (std::uint32_t i = 1; i <= asked.iterations; ++i) logarithms_[i] = static_cast<float>(std::log(i));
    }

    void iterate() {
        Line line{root_};
        // A remainder favours no deal by more than one part in 2^30, as there are fewer than 2^34.
        line.at.hands = deals_.deal(chance_.next() % deals_.count());
        std::array<std::uint32_t, 32> path;  // the nodes after the root
        std::array<bool, 32> by_ns;
        std::size_t length = 0;
        for (bool grown = false; !grown && !line.over();) {
            const std::uint32_t parent = length ? path[length - 1] : 0;
            const Hand legal = line.at.legal(game_);
            const Hand untried = legal & ~nodes_[parent].tried;
            grown = untried != 0;
            const std::uint32_t node = grown ? grow(parent, chance_.card(untried)) : best(parent, legal);
            for (std::uint32_t child = nodes_[parent].first; child; child = nodes_[child].next)
                nodes_[child].available += legal >> nodes_[child].card & 1;
            by_ns[length] = !(line.at.turn & 1);
            path[length++] = node;
            line.play(game_, nodes_[node].card);
        }
        while (!line.over()) line.play(game_, chance_.card(line.at.legal(game_)));
        const double reward = (worth(line) - least_) / range_;
        for (std::size_t i = 0; i < length; ++i) {
            Node& node = nodes_[path[i]];
            ++node.visits;
            node.reward += by_ns[i] ? reward : 1 - reward;
        }
    }

    void tell(std::uint32_t* visits, double* worth) const {
        const bool ns = !(root_.turn & 1);
        for (std::uint32_t child = nodes_[0].first; child; child = nodes_[child].next) {
            const Node& node = nodes_[child];
            const unsigned card = game_.outward[node.card];
            const double mean = node.reward / node.visits;
            visits[card] = node.visits;
            worth[card] = least_ + range_ * (ns ? mean : 1 - mean);
        }
    }

   private:
    std::uint32_t grow(std::uint32_t parent, unsigned card) {
        const std::uint32_t child = ++count_;
        nodes_[child].card = card;
        nodes_[child].next = nodes_[parent].first;
        nodes_[parent].first = child;
        nodes_[parent].tried |= Hand{1} << card;
        return child;
    }

    // The legal child with the highest upper confidence bound (UCB1), over the times at which it could be chosen.
    std::uint32_t best(std::uint32_t parent, Hand legal) const {
        std::uint32_t found = 0;
        double highest = -1;
        for (std::uint32_t child = nodes_[parent].first; child; child = nodes_[child].next) {
            const Node& node = nodes_[child];
            if (!(legal >> node.card & 1)) continue;
            const double visits = node.visits;
            const double bound = node.reward / visits + EXPLORATION * std::sqrt(logarithms_[node.available] / visits);
            if (bound > highest) {
                highest = bound;
                found = child;
            }
        }
        return found;
    }

    double worth(const Line& line) const {
        if (line.takers == 1) return payoff_[most_ + 1];
        if (line.takers == 2) return payoff_[most_ + 2];
        return payoff_[line.points];
    }

    const Game& game_;
    const double* payoff_;
    std::size_t most_;  // points that are to come
    Position root_;
    const HiddenDeals& deals_;
    Chance chance_;
    std::unique_ptr<Node[]> nodes_;
    std::unique_ptr<float[]> logarithms_;
    std::uint32_t count_ = 0;
    double least_ = 0, range_ = 1;
};

}  // namespace

const char* ismcts(const Ismcts& asked, std::uint32_t* visits, double* worth) noexcept {
    constexpr const char* MALFORMED = "the question is malformed";
    Game game;
    if (!game.read(asked.game)) return "the game is malformed";
    std::array<std::uint32_t, QUESTION_WORDS> question;
    std::copy_n(asked.question, QUESTION_WORDS, question.begin());
    const std::uint32_t leader = question[question_word::leader], laid = question[question_word::laid];
    if (leader > 3 || laid > 3) return MALFORMED;
    const unsigned me = (leader + laid) & 3;
    std::array<Hand, 4> may{};
    std::array<unsigned, 4> held{};
    for (unsigned seat = 0; seat < 4; ++seat) may[seat] = game.relabelled(question[question_word::hands + seat]);
    const auto mine = static_cast<unsigned>(std::popcount(may[me]));
    if (!mine) return MALFORMED;
    for (unsigned i = 0; i < 4; ++i) held[(leader + i) & 3] = mine - (i < laid ? 1 : 0);
    const HiddenDeals deals(me, may, held);
    if (!deals.count()) return "no deal fits the question";
    // All that holds of one deal's question holds of all, so the first is asked what is on the table.
    const std::array<Hand, 4> first = deals.deal(0);
    for (unsigned seat = 0; seat < 4; ++seat) {
        std::uint32_t& hand = question[question_word::hands + seat] = 0;
        for (Hand left = first[seat]; left; left &= left - 1) hand |= std::uint32_t{1} << game.outward[lowest(left)];
    }
    Position root;
    if (!read(game, question.data(), root)) return MALFORMED;
    if (asked.payoff_count != static_cast<std::size_t>(root.to_come(game)) + 3)
        return "payoff must hold a number for 0 to all points that are to come, and two for all tricks and for none";
    if (!std::all_of(asked.payoff, asked.payoff + asked.payoff_count, [](double each) { return std::abs(each) <= MOST_WORTH; }))
        return "payoff must hold numbers from -1e9 to 1e9";
    std::fill_n(visits, 32, 0u);
    std::fill_n(worth, 32, 0.0);
    Tree tree(game, asked, root, deals);
    for (std::uint32_t i = 0; i < asked.iterations; ++i) tree.iterate();
    tree.tell(visits, worth);
    return nullptr;
}

}  // namespace pilotta

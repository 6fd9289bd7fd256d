#include "search.hpp"

#include <algorithm>
#include <cstdlib>

#include "ending.hpp"
#include "sure.hpp"

namespace pilotta {

namespace {

constexpr std::uint64_t POLL_EVERY = 4096;

// Principal variation search: the first card with the whole window, the others asked whether they are better at all, and
// searched again only if they are.
template <bool NS, class Child> int scout(const Child& child, bool first, int alpha, int beta) {
    if (first || beta - alpha <= 1) return child(alpha, beta);
    if constexpr (NS) {
        const int value = child(alpha, alpha + 1);
        return alpha < value && value < beta ? child(value - 1, beta) : value;
    } else {
        const int value = child(beta - 1, beta);
        return alpha < value && value < beta ? child(alpha, value + 1) : value;
    }
}

// What has been found of the cards tried so far at one node.
template <bool NS> struct Found {
    const Game& game;
    const Moves& moves;
    std::array<int, 8> value;
    int best = NS ? -1 : MOST_POINTS + 1;

    // Whether card i need not be tried, because a neighbour that was, a few points dearer or cheaper, was too bad.
    bool hopeless(unsigned i, int alpha, int beta) {
        for (unsigned j = 0; j < i; ++j) {
            if (moves.group[j] != moves.group[i]) continue;
            const int apart = std::abs(game.points[moves.card[i]] - game.points[moves.card[j]]);
            const int limit = NS ? value[j] + apart : value[j] - apart;
            if (NS ? limit <= alpha : limit >= beta) {
                value[i] = limit;
                best = NS ? std::max(best, limit) : std::min(best, limit);
                return true;
            }
        }
        return false;
    }

    // Takes in a value; true if it refutes what came before.
    bool take(unsigned i, int points, int& alpha, int& beta) {
        value[i] = points;
        if (NS ? points > best : points < best) {
            best = points;
            if constexpr (NS) {
                alpha = std::max(alpha, points);
            } else {
                beta = std::min(beta, points);
            }
        }
        return alpha >= beta;
    }
};

// The bound that may refute: what NS gets at least for its own seats, at most for the others.
template <bool NS> int side_bound(Bounds bounds) { return NS ? bounds.lower : bounds.upper; }

int answer_of(Bounds bounds, int beta) { return bounds.lower >= beta ? bounds.lower : bounds.upper; }

}  // namespace

Search::Search(const Game& game, TranspositionTable& table, const Limits& limits)
    : game_(game), table_(table), limits_(limits), off_(limits.options), ordering_(game, limits.options) {
    poll();
}

void Search::poll() {
    next_poll_ = nodes_ + POLL_EVERY;
    if (limits_.nodes) {
        if (nodes_ > limits_.nodes) stopped_ = true;
        next_poll_ = std::min(next_poll_, limits_.nodes + 1);
    }
    if (limits_.stop && limits_.stop->load(std::memory_order_relaxed)) stopped_ = true;
}

void Search::begin(const std::array<Hand, 4>& hands) {
    table_.new_generation();
    ordering_.forget();
    for (unsigned suit = 0; suit < 4; ++suit) {
        std::array<std::uint16_t, 8> owner{};
        for (std::uint16_t seat = 1; seat < 4; ++seat)
            for (Hand held = hands[seat] >> 8 * suit & 255; held; held &= held - 1) owner[lowest(held)] = seat;
        // All sets of the cards that are there, smaller numbers first.
        const unsigned present = (hands[0] | hands[1] | hands[2] | hands[3]) >> 8 * suit & 255;
        auto& owners = owners_[suit];
        owners[0] = 1;
        for (unsigned set = (0 - present) & present; set; set = (set - present) & present)
            owners[set] = static_cast<std::uint16_t>(owners[set & (set - 1)] << 2 | owner[lowest(set)]);
        // Eight owners leave no room for the one above them. A deal has a single such order, and nothing else is ever 0.
        owners[255] = 0;
    }
}

int Search::run(const Position& position, int alpha, int beta) {
    hands_ = position.hands;
    const Trick& trick = position.trick;
    total_ = position.to_come(game_) - trick.pot;
    const bool ns = !(position.turn & 1);
    switch (trick.laid) {
        case 0: return position.left() ? open(position.turn, alpha, beta) : 0;
        case 1:
            return ns ? follow<true, 1>(position.turn, trick, alpha, beta) : follow<false, 1>(position.turn, trick, alpha, beta);
        case 2:
            return ns ? follow<true, 2>(position.turn, trick, alpha, beta) : follow<false, 2>(position.turn, trick, alpha, beta);
        default: return ns ? fourth<true>(position.turn, trick, alpha, beta) : fourth<false>(position.turn, trick, alpha, beta);
    }
}

TranspositionTable::Key Search::key(unsigned leader) const {
    const Hand all = hands_[0] | hands_[1] | hands_[2] | hands_[3];
    const auto owners = [&](unsigned suit) { return std::uint64_t{owners_[suit][all >> 8 * suit & 255]} << 16 * suit; };
    return {owners(0) | owners(1) | owners(2) | owners(3), all, leader};
}

// What is known at the start of a trick without searching; `key` is filled in unless that settles the window.
Bounds Search::probe(unsigned leader, int alpha, int beta, TranspositionTable::Key& key) {
    Bounds bounds{0, total_};
    if (bounds.settle(alpha, beta)) return bounds;
    const Hand hand = hands_[leader];
    if (on(off::endings)) {
        if (!(hand & (hand - 1))) {
            ++nodes_;
            bounds.lower = bounds.upper = last_winner(game_, hands_, leader) & 1 ? 0 : total_;
            return bounds;
        }
    }
    if (on(off::table)) {
        key = this->key(leader);
        table_.find(game_, key, on(off::relative), bounds);
        if (bounds.settle(alpha, beta)) return bounds;
    }
    if (on(off::sure)) {
        const Bounds more = sure(game_, hands_, leader, total_);
        bounds.meet(more.lower, more.upper);
        if (bounds.settle(alpha, beta)) return bounds;
    }
    const Hand rest = hand & (hand - 1);
    if (on(off::endings) && !(rest & (rest - 1))) {
        Ending ending(game_, hands_, total_);
        const int value = ending.value(leader, alpha, beta);
        nodes_ += ending.nodes();
        if (value > alpha) bounds.lower = value;
        if (value < beta) bounds.upper = value;
        if (on(off::table)) table_.keep(key, bounds);
    }
    return bounds;
}

int Search::open(unsigned leader, int alpha, int beta) {
    TranspositionTable::Key here{};
    const Bounds known = probe(leader, alpha, beta, here);
    if (known.settle(alpha, beta)) return answer_of(known, beta);
    return leader & 1 ? lead<false>(leader, here, known, alpha, beta) : lead<true>(leader, here, known, alpha, beta);
}

template <bool NS> int Search::lead(unsigned seat, const TranspositionTable::Key& here, Bounds known, int alpha, int beta) {
    if (nodes_ >= next_poll_) poll();
    if (stopped_) return 0;
    const int first_alpha = alpha, first_beta = beta;
    const Hand hand = hands_[seat];
    Moves moves;
    ordering_.arrange<0>(hands_, hand, seat, Trick{}, moves);
    Found<NS> found{game_, moves, {}};
    for (unsigned i = 0; i < moves.count; ++i) {
        if (found.hopeless(i, alpha, beta)) continue;
        const unsigned card = moves.card[i];
        const Trick trick{1, card, card, seat, game_.points[card] + game_.each_trick};
        ++nodes_;
        total_ -= trick.pot;
        hands_[seat] ^= Hand{1} << card;
        const auto child = [&](int a, int b) { return follow<!NS, 1>((seat + 1) & 3, trick, a, b); };
        const int value = scout<NS>(child, i == 0, alpha, beta);
        hands_[seat] ^= Hand{1} << card;
        total_ += trick.pot;
        if (stopped_) return 0;
        if (found.take(i, value, alpha, beta)) {
            if (moves.count > 1) ordering_.learn(hand, seat, Trick{}, moves, i);
            break;
        }
    }
    const int best = std::clamp(found.best, known.lower, known.upper);
    if (on(off::table)) {
        if (best > first_alpha) known.lower = best;
        if (best < first_beta) known.upper = best;
        table_.keep(here, known);
    }
    return best;
}

template <bool NS, unsigned LAID> int Search::follow(unsigned seat, const Trick& trick, int alpha, int beta) {
    const Hand hand = hands_[seat];
    const bool partner_wins = LAID == 2 && !((trick.best_seat ^ seat) & 1);
    const Hand legal = game_.legal(hand, trick.led, trick.best, partner_wins);
    Moves moves;
    if (legal & (legal - 1)) {
        ordering_.arrange<LAID>(hands_, legal, seat, trick, moves);
    } else {
        moves.add(lowest(legal), 0, 0);
    }
    Found<NS> found{game_, moves, {}};
    for (unsigned i = 0; i < moves.count; ++i) {
        if (found.hopeless(i, alpha, beta)) continue;
        const unsigned card = moves.card[i];
        const bool wins = game_.beaters[trick.best] >> card & 1;
        const int points = game_.points[card];
        const Trick longer{LAID + 1, trick.led, wins ? card : trick.best, wins ? seat : trick.best_seat, trick.pot + points};
        ++nodes_;
        total_ -= points;
        hands_[seat] ^= Hand{1} << card;
        const auto child = [&](int a, int b) {
            if constexpr (LAID == 2) {
                return fourth<!NS>((seat + 1) & 3, longer, a, b);
            } else {
                return follow<!NS, LAID + 1>((seat + 1) & 3, longer, a, b);
            }
        };
        const int value = scout<NS>(child, i == 0, alpha, beta);
        hands_[seat] ^= Hand{1} << card;
        total_ += points;
        if (stopped_) return 0;
        if (found.take(i, value, alpha, beta)) {
            if (moves.count > 1) ordering_.learn(hand, seat, trick, moves, i);
            break;
        }
    }
    return found.best;
}

// The last player ends the trick, so what is known of the next one's start can be looked up before anything is searched.
template <bool NS> int Search::fourth(unsigned seat, const Trick& trick, int alpha, int beta) {
    const Hand hand = hands_[seat];
    const bool partner_wins = !((trick.best_seat ^ seat) & 1);
    const Hand legal = game_.legal(hand, trick.led, trick.best, partner_wins);
    Moves moves;
    if (legal & (legal - 1)) {
        ordering_.arrange<3>(hands_, legal, seat, trick, moves);
    } else {
        moves.add(lowest(legal), 0, 0);
    }

    struct Child {
        unsigned winner;
        int gained;
        Bounds known;
        TranspositionTable::Key key;
    };
    std::array<Child, 8> children;
    const auto step = [&](unsigned i, auto&& inside) {
        const unsigned card = moves.card[i];
        const int points = game_.points[card];
        total_ -= points;
        hands_[seat] ^= Hand{1} << card;
        inside(children[i], points);
        hands_[seat] ^= Hand{1} << card;
        total_ += points;
    };
    const auto look = [&](unsigned i, int a, int b) {
        ++nodes_;
        step(i, [&](Child& child, int points) {
            child.winner = game_.beaters[trick.best] >> moves.card[i] & 1 ? seat : trick.best_seat;
            child.gained = child.winner & 1 ? 0 : trick.pot + points;
            if (hands_[child.winner]) {
                child.known = probe(child.winner, a - child.gained, b - child.gained, child.key);
            } else {
                const int end = child.winner & 1 ? 0 : total_;
                child.known = {end, end};
            }
        });
        const int sure = side_bound<NS>(children[i].known) + children[i].gained;
        return NS ? sure >= b : sure <= a;
    };

    const bool peek = on(off::peek);
    if (peek) {
        for (unsigned i = 0; i < moves.count; ++i) {
            if (look(i, alpha, beta)) {
                if (moves.count > 1) ordering_.praise(hand, seat, trick, moves.card[i]);
                return side_bound<NS>(children[i].known) + children[i].gained;
            }
        }
    }
    Found<NS> found{game_, moves, {}};
    for (unsigned i = 0; i < moves.count; ++i) {
        if (found.hopeless(i, alpha, beta)) continue;
        if (!peek) look(i, alpha, beta);
        const Child& child = children[i];
        int value = 0;
        if (child.known.settle(alpha - child.gained, beta - child.gained)) {
            value = child.gained + answer_of(child.known, beta - child.gained);
        } else {
            step(i, [&](Child& it, int) {
                const auto search = [&](int a, int b) {
                    a -= it.gained;
                    b -= it.gained;
                    if (it.known.settle(a, b)) return it.gained + answer_of(it.known, b);
                    return it.gained + (it.winner & 1 ? lead<false>(it.winner, it.key, it.known, a, b)
                                                      : lead<true>(it.winner, it.key, it.known, a, b));
                };
                value = scout<NS>(search, i == 0, alpha, beta);
            });
        }
        if (stopped_) return 0;
        if (found.take(i, value, alpha, beta)) {
            if (moves.count > 1) ordering_.learn(hand, seat, trick, moves, i);
            break;
        }
    }
    return found.best;
}

}  // namespace pilotta

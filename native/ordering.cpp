#include "ordering.hpp"

#include "door.hpp"

namespace pilotta {

PILOTTA_WEIGHTS AllWeights WEIGHTS{{{95, 6, 177, 17, -34, 43, 7, -30, -65, -23, 336},
                                    {{{36, -3, 17, 9, -27, 12, -68, 9, 0, 87},
                                      {116, 17, 51, -11, 15, -6, -204, -8, -28, 155},
                                      {14, 10, 89, -4, -14, 13, 27, -4, -16, 213}}}},
                                   {{43, 13, 158, 17, -22, 14, 12, -4, -18, -8, 335},
                                    {{{131, -5, 20, 16, -29, 13, -25, 16, 8, 51},
                                      {68, 8, 26, -4, 8, -8, -298, -15, -7, 125},
                                      {83, 10, 65, -6, -24, -1, 30, -14, -14, 361}}}}};

namespace {

// The cards of a hand that would beat `best` in a trick where `led` was led.
Hand beating(const Game& game, Hand hand, unsigned led, unsigned best) {
    const Hand follow = hand & suit_of(led);
    return (follow ? follow : hand & game.trumps) & game.beaters[best];
}

void towards(std::int16_t& card, int goal) { card = static_cast<std::int16_t>(card + (goal - card) / 2); }

}  // namespace

void Ordering::forget() {
    leads_ = {};
    answers_ = {};
}

void Ordering::learn(Hand hand, unsigned seat, const Trick& trick, const Moves& moves, unsigned cut) {
    Row& tried = row(hand, seat, trick);
    towards(tried[moves.card[cut]], 1024);
    for (unsigned i = 0; i < cut; ++i) towards(tried[moves.card[i]], -1024);
}

void Ordering::praise(Hand hand, unsigned seat, const Trick& trick, unsigned card) {
    towards(row(hand, seat, trick)[card], 1024);
}

template <unsigned LAID>
void Ordering::arrange(const std::array<Hand, 4>& hands, Hand legal, unsigned seat, const Trick& trick, Moves& moves) const {
    const Hand mine = hands[seat], next = hands[(seat + 1) & 3], partner = hands[(seat + 2) & 3],
               previous = hands[(seat + 3) & 3];
    const Hand others = next | partner | previous;
    const bool merge = !(off_ & off::equals), settle = !(off_ & off::settled), order = !(off_ & off::ordering);
    const Hand between = LAID ? others | Hand{1} << trick.best : others;

    const Row& tried = row(mine, seat, trick);
    const int history = LAID ? weights_.follow[LAID ? LAID - 1 : 0].history : weights_.lead.history;
    // How the trick stands for a card that does not win it: our side takes it if all try to; theirs does, whatever happens.
    bool saved = false, given = false;
    if constexpr (LAID > 0) {
        saved = !((trick.best_seat ^ seat) & 1);
        given = !saved;
        if constexpr (LAID < 3) {
            const Hand foes = beating(game_, next, trick.led, trick.best);
            if constexpr (LAID == 1) {
                if (const Hand friends = beating(game_, partner, trick.led, trick.best)) {
                    saved = !(foes & game_.beaters[highest(friends)]);
                    given = false;
                }
            } else if (foes) {
                saved = false;
            }
        }
    }

    // What neighbours have in common.
    int base = 0, by_value = 0, by_rank = 0;
    bool ours = false, theirs = false;  // the trick is settled
    const auto weigh_lead = [&](unsigned card) {
        const LeadWeights& weights = weights_.lead;
        const bool trump = game_.trumps >> card & 1;
        const Hand foes = beating(game_, next, card, card) | beating(game_, previous, card, card);
        ours = !foes;
        base = weights.length * std::popcount(mine & suit_of(card));
        by_rank = weights.rank;
        if (ours) {
            base += weights.sure;
            by_value = weights.sure_value;
            if (trump) base += weights.draws * std::popcount((next | previous) & game_.trumps);
            return;
        }
        if (trump) base += weights.trump;
        const Hand friends = beating(game_, partner, card, card);
        if (friends && !(foes & game_.beaters[highest(friends)])) {
            base += weights.partner;
            by_value = weights.partner_value;
        } else {
            base += weights.lost;
            by_value = -weights.lost_value;
        }
    };
    const auto weigh_answer = [&](unsigned card) {
        const FollowWeights& weights = weights_.follow[LAID ? LAID - 1 : 0];
        bool good = saved;
        base = 0;
        if (game_.beaters[trick.best] >> card & 1) {
            base = weights.wins;
            theirs = false;
            const Hand foes = LAID < 3 ? beating(game_, next, trick.led, card) : 0;
            ours = good = !foes;
            if (LAID == 1 && foes) {
                const Hand friends = beating(game_, partner, trick.led, card);
                good = friends && !(foes & game_.beaters[highest(friends)]);
            }
        } else {
            theirs = given;
            ours = LAID > 1 && saved;
        }
        if ((card ^ trick.led) >> 3) {
            if (game_.trumps >> card & 1) {
                base += weights.ruff;
            } else {
                base += weights.discard_length * std::popcount(mine & suit_of(card));
                if (!(others & game_.beaters[card] & suit_of(card))) base += weights.discard_master;
            }
        }
        by_value = good ? weights.our_pot : -weights.their_pot;
        by_rank = good ? weights.our_rank : weights.their_rank;
        base += by_value * trick.pot + (good ? weights.ours : 0);
    };

    unsigned group = 0, last = 32;
    for (; legal; legal &= legal - 1) {
        const unsigned card = lowest(legal);
        const int value = game_.points[card];
        const bool alike = merge && last < 32 && neighbours(last, card, between);
        last = card;
        if (alike) {
            // Of two neighbours worth the same one is enough; where the trick's winner is settled, the dearer for our own side
            // and the cheaper for theirs.
            const int dearer = value - game_.points[moves.card[moves.count - 1]];
            if (dearer == 0) continue;
            if (settle && (ours || theirs)) {
                if (ours == (dearer < 0)) continue;
                moves.drop_last();
            }
        } else {
            ++group;
            if (order || settle) {
                if constexpr (LAID == 0) {
                    weigh_lead(card);
                } else {
                    weigh_answer(card);
                }
            }
        }
        int score = 0;
        if (order) score = base + by_value * value + by_rank * static_cast<int>(card & 7) + (tried[card] * history >> 10);
        moves.add(card, score, group);
    }
    if (order) moves.sort();
}

using Hands = std::array<Hand, 4>;
template void Ordering::arrange<0>(const Hands&, Hand, unsigned, const Trick&, Moves&) const;
template void Ordering::arrange<1>(const Hands&, Hand, unsigned, const Trick&, Moves&) const;
template void Ordering::arrange<2>(const Hands&, Hand, unsigned, const Trick&, Moves&) const;
template void Ordering::arrange<3>(const Hands&, Hand, unsigned, const Trick&, Moves&) const;

}  // namespace pilotta

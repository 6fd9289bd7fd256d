#include "reading.hpp"

#include <algorithm>
#include <bit>

namespace pilotta {
namespace {

constexpr std::uint32_t ACES = 0x80808080, TENS = 0x08080808;
constexpr int LOUD = 10;  // points on the table from which a trick is worth fighting for

// Random numbers from a count (splitmix64), as a share of one.
double share(std::uint64_t& chance) {
    chance += 0x9E3779B97F4A7C15;
    std::uint64_t mixed = chance;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    mixed ^= mixed >> 31;
    return static_cast<double>(mixed >> 11) * 0x1p-53;
}

}  // namespace

bool Reading::open(const Game& game, const Seen& seen) {
    game_ = game;
    seen_ = seen;
    if (seen.me > 3 || seen.declarer > NOBODY || seen.play_count > 32) return false;
    for (unsigned i = 0; i < 3; ++i) others_[i] = (seen.me + i + 1) & 3;
    aces_ = game.relabelled(ACES);
    tens_ = game.relabelled(TENS);
    return read_plays() && weigh();
}

Status Reading::open(const std::uint8_t* game, const std::uint32_t* words, Seen seen) {
    Game read;
    if (!read.read(game)) return Status::bad_game;
    seen.me = words[seen_word::me];
    seen.hand = words[seen_word::hand];
    seen.declarer = words[seen_word::declarer];
    for (unsigned seat = 0; seat < 4; ++seat) {
        seen.left[seat] = static_cast<std::uint8_t>(std::min(words[seen_word::left + seat], 9U));
    }
    return open(read, seen) ? Status::done : Status::bad_question;
}

std::uint8_t Reading::role(unsigned seat) const {
    if (seen_.declarer == NOBODY || ((seat ^ seen_.declarer) & 1)) return 0;
    return seat == seen_.declarer ? 1 : 2;
}

Reading::Moment Reading::moment(unsigned seat, const Trick& trick, unsigned number, Hand gone) const {
    const bool leads = trick.laid == 0;
    Moment at{};
    at.role = role(seat);
    at.turn = static_cast<std::uint8_t>(trick.laid);
    at.number = static_cast<std::uint8_t>(number);
    at.leads = leads;
    at.gone = gone;
    if (leads) return at;
    at.led = static_cast<std::uint8_t>(trick.led);
    at.best = static_cast<std::uint8_t>(trick.best);
    at.partner = !((seat ^ trick.best_seat) & 1);
    at.loud = trick.pot - game_.each_trick >= LOUD;
    at.ace_led = (aces_ >> trick.led & 1) != 0;
    return at;
}

bool Reading::read_plays() {
    Position at;
    Hand gone = 0;
    played_ = {};
    if (seen_.play_count) at.turn = seen_.plays[0];
    for (std::size_t i = 0; i < seen_.play_count; ++i) {
        const unsigned seat = seen_.plays[2 * i], outside = seen_.plays[2 * i + 1];
        if (seat != at.turn || outside > 31) return false;
        const unsigned card = game_.inward[outside];
        if (gone >> card & 1) return false;
        plays_[i] = {static_cast<std::uint8_t>(seat), static_cast<std::uint8_t>(card),
                     moment(seat, at.trick, static_cast<unsigned>(i / 4), gone)};
        played_[seat] |= std::uint32_t{1} << outside;
        gone |= Hand{1} << card;
        at.play(game_, card);
    }
    return seen_.play_count == 0 || at.turn == seen_.me;
}

bool Reading::weigh() {
    std::uint32_t taken = seen_.hand;
    for (const std::uint32_t cards : played_) {
        if (taken & cards) return false;
        taken |= cards;
    }
    if (std::popcount(seen_.hand) != seen_.left[seen_.me]) return false;
    for (unsigned seat = 0; seat < 4; ++seat) {
        if (std::popcount(played_[seat]) + seen_.left[seat] != 8) return false;
    }
    hidden_ = 0;
    for (unsigned card = 0; card < 32; ++card) {
        if (taken >> card & 1) continue;
        if (hidden_ == cards_.size()) return false;
        for (unsigned i = 0; i < 3; ++i) {
            const double weight = seen_.weights[4 * card + others_[i]];
            if (!(weight >= 0 && weight <= 1e6)) return false;
            weight_[hidden_][i] = weight;
        }
        cards_[hidden_++] = static_cast<std::uint8_t>(card);
    }
    first_ = seen_.left[others_[0]];
    second_ = seen_.left[others_[1]];
    rest_[hidden_] = {};
    rest_[hidden_][0][0] = 1;
    for (std::size_t number = hidden_; number-- > 0;) {
        const auto& later = rest_[number + 1];
        const auto& [one, two, three] = weight_[number];
        const std::size_t left = hidden_ - number;
        rest_[number] = {};
        for (std::size_t a = 0; a <= std::min<std::size_t>(first_, left); ++a) {
            for (std::size_t b = 0; b <= std::min<std::size_t>(second_, left - a); ++b) {
                double total = a + b < left ? three * later[a][b] : 0;
                if (a) total += one * later[a - 1][b];
                if (b) total += two * later[a][b - 1];
                rest_[number][a][b] = total;
            }
        }
    }
    return rest_[0][first_][second_] > 0;
}

FourCards Reading::draw(std::uint64_t& chance) const {
    FourCards hands{};
    hands[seen_.me] = seen_.hand;
    std::size_t a = first_, b = second_;
    for (std::size_t number = 0; number < hidden_; ++number) {
        const auto& later = rest_[number + 1];
        const double to_one = a ? weight_[number][0] * later[a - 1][b] : 0;
        const double to_two = b ? weight_[number][1] * later[a][b - 1] : 0;
        const double to_three = weight_[number][2] * later[a][b];
        // Summed up here, not read off the table: rounding must not give a card to a hand that cannot hold it.
        const double at = share(chance) * (to_one + to_two + to_three);
        const std::uint32_t card = std::uint32_t{1} << cards_[number];
        if (at < to_one) {
            hands[others_[0]] |= card;
            --a;
        } else if (at < to_one + to_two || to_three == 0) {
            hands[others_[to_two == 0 ? 0 : 1]] |= card;
            --(to_two == 0 ? a : b);
        } else {
            hands[others_[2]] |= card;
        }
    }
    return hands;
}

std::size_t Reading::cell(Hand hand, unsigned card, const Moment& at) const {
    const Hand one = Hand{1} << card, suit = suit_of(card);
    const unsigned trump = game_.trumps >> card & 1, strength = card & 7;
    if (at.leads) {
        const unsigned phase = at.number == 0 ? 0 : at.number < 4 ? 1 : 2;
        const unsigned master = !(game_.beaters[card] & suit & ~(hand | at.gone));
        const unsigned alone = (hand & suit) == one;
        return ((((at.role * 3 + phase) * 2 + trump) * 8 + strength) * 2 + master) * 2 + alone;
    }
    const unsigned kind = card >> 3 == static_cast<unsigned>(at.led) >> 3 ? trump : trump ? 2 : 3;
    const Hand beside = hand & suit & ~one;
    const bool extra = kind == 3                               ? (beside & aces_) != 0
                       : kind == 0 && at.partner && at.ace_led ? (beside & tens_) != 0
                                                               : at.loud;
    const unsigned beats = game_.beaters[at.best] >> card & 1;
    const unsigned index = (((kind * 2 + (at.turn == 3)) * 2 + at.partner) * 2 + beats) * 2 + extra;
    return LEAD_CELLS + (index * 8 + strength) * 2 + (at.role > 0);
}

double Reading::correction(const FourCards& hands) const {
    FourCards held{};
    double likely = 1;
    for (const unsigned seat : others_) {
        const std::uint32_t dealt = hands[seat] | played_[seat];
        const unsigned aces = static_cast<unsigned>(std::popcount(dealt & ACES));
        for (unsigned suit = 0; suit < 4; ++suit) {
            const unsigned cards = dealt >> (8 * suit) & 255;
            const unsigned aside = std::min(aces - (cards >> 7), 2U);
            likely *= seen_.shapes[(seat * 4 + suit) * SHAPES + cards * 3 + aside];
        }
        if (seen_.cells) held[seat] = game_.relabelled(dealt);
    }
    if (!seen_.cells) return likely;
    for (std::size_t i = 0; i < seen_.play_count; ++i) {
        const auto& [seat, card, at] = plays_[i];
        if (seat == seen_.me) continue;
        Hand& hand = held[seat];
        const Hand legal = at.leads ? hand : game_.legal(hand, at.led, at.best, at.partner);
        double every = 0;
        for (Hand rest = legal; rest; rest &= rest - 1) every += seen_.cells[cell(hand, lowest(rest), at)];
        likely *= seen_.doubt + (1 - seen_.doubt) * seen_.cells[cell(hand, card, at)] / every;
        hand &= ~(Hand{1} << card);
    }
    return likely;
}

double Reading::deals(std::size_t count, std::size_t tries, std::uint64_t seed, std::uint32_t* drawn, double* likely,
                      std::uint32_t* hands) const {
    std::uint64_t chance = seed;
    double total = 0, squares = 0;
    for (std::size_t number = 0; number < tries; ++number) {
        const FourCards found = draw(chance);
        std::copy(found.begin(), found.end(), drawn + 4 * number);
        const double weight = correction(found);
        total += weight;
        squares += weight * weight;
        likely[number] = total;
    }
    if (!(total > 0)) return 0;
    // Evenly spaced over the sum of all: what weighs k times the spacing is taken k times, give or take one.
    const double spacing = total / static_cast<double>(count), start = share(chance) * spacing;
    std::size_t at = 0;
    for (std::size_t number = 0; number < count; ++number) {
        const double wanted = start + static_cast<double>(number) * spacing;
        while (at + 1 < tries && likely[at] <= wanted) ++at;
        std::copy_n(drawn + 4 * at, 4, hands + 4 * number);
    }
    return total * total / squares;
}

}  // namespace pilotta

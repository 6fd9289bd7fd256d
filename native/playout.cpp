#include "playout.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace pilotta {

namespace {

// Parts of a word: points in the lowest half, so that four words can be added up; turn; rank.
constexpr unsigned TURN = 16, RANK = 18;

// The rank of a card in a trick, where a higher one wins: 1 to 8 in the suit led, 9 to 16 in trumps, 0 elsewhere.
unsigned rank(const Game& game, unsigned card, unsigned led) {
    if (game.trumps >> card & 1) return 9 + (card & 7);
    return card >> 3 == led ? 1 + (card & 7) : 0;
}

std::uint32_t word(const Game& game, unsigned card, unsigned led, unsigned turn) {
    return rank(game, card, led) << RANK | turn << TURN | game.points[card];
}

// The n-th of these places, the lowest being number 0.
constexpr auto NTH = [] {
    std::array<std::array<std::uint8_t, 8>, 256> nth{};
    for (unsigned places = 0; places < 256; ++places) {
        std::size_t n = 0;
        for (unsigned place = 0; place < 8; ++place)
            if (places >> place & 1) nth[places][n++] = static_cast<std::uint8_t>(place);
    }
    return nth;
}();

// So many playouts fill the time that each waits for its tables, and their numbers still fit into registers, more or less.
constexpr std::size_t TOGETHER = 4;

// Random numbers from a count (splitmix64): each trick of each playout has its own, so any may come first.
constexpr std::uint64_t STEP = 0x9E3779B97F4A7C15u, PLAYOUT = 8 * STEP;

std::uint64_t mixed(std::uint64_t state) {
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9u;
    state = (state ^ state >> 27) * 0x94D049BB133111EBu;
    return state ^ state >> 31;
}

// These places, or all where there are none: a duty that nobody can obey is waived.
std::uint32_t or_all(std::uint32_t places) { return places - (places == 0 ? 1u : 0u); }

// All places where there is one of these.
std::uint32_t all_if(std::uint32_t places) { return (0u - places) >> 8; }

// All ones where this seat is one of North and South.
std::uint32_t for_ns(std::uint32_t seat) { return (seat & 1) - 1; }

// One of these places, each as likely as the others. `chance` keeps what it does not use up, which is enough for a second.
std::uint32_t pick(std::uint32_t places, std::uint32_t& chance) {
    const std::uint64_t product = std::uint64_t{chance} * static_cast<std::uint32_t>(std::popcount(places));
    chance = static_cast<std::uint32_t>(product);
    return NTH[places][product >> 32];
}

}  // namespace

Playouts::Playouts(const Game& game, const Position& position)
    : leader_((position.turn - position.trick.laid) & 3),
      laid_(position.trick.laid),
      each_(static_cast<std::uint32_t>(game.each_trick)),
      last_(static_cast<std::uint32_t>(game.last_trick)),
      any_trump_(!game.must_over && !game.must_under) {
    for (unsigned seat = 0; seat < 4; ++seat) {
        for (Hand hand = position.hands[seat]; hand; hand &= hand - 1) {
            const unsigned card = lowest(hand), place = held_[seat]++;
            cards_[seat][place] = static_cast<std::uint8_t>(card);
            lead_[seat][place] = static_cast<std::uint8_t>(4 * seat + (card >> 3));
        }
        tricks_ = std::max(tricks_, held_[seat]);
    }
    for (unsigned turn = 0; turn < 4; ++turn) hands_ |= ((1u << held_[(leader_ + turn) & 3]) - 1) << 8 * turn;
    if (laid_) {
        led_ = position.trick.led >> 3;
        best_ = word(game, position.trick.best, led_, (position.trick.best_seat - leader_) & 3);
        pot_ = static_cast<std::uint32_t>(position.trick.pot);
    }
    for (unsigned first = 0; first < 4; ++first)
        for (unsigned led = 0; led < 4; ++led) fill(tables_[4 * first + led], game, first, led);
}

void Playouts::fill(TrickTable& table, const Game& game, unsigned first, unsigned led) const {
    const bool must_beat = game.must_beat & suit_cards(led), trump_led = game.trumps & suit_cards(led);
    for (unsigned turn = 0; turn < 4; ++turn) {
        const unsigned seat = (first + turn) & 3;
        std::array<Places, 18> by_rank{};
        Places follow = 0, trumps = 0;
        for (unsigned place = 0; place < held_[seat]; ++place) {
            const unsigned card = cards_[seat][place];
            const Places bit = static_cast<Places>(1u << place);
            table.word[turn][place] = word(game, card, led, turn);
            by_rank[rank(game, card, led)] = bit;
            if (card >> 3 == led) follow |= bit;
            if (game.trumps >> card & 1) trumps |= bit;
        }
        table.follow[turn] = follow;
        if (turn == 0) continue;
        Places higher = 0;
        for (unsigned best = 16; best > 0; --best) {
            // Who follows beats by the rule of this suit, who cuts by the one for over-trumping.
            const Places beat =
                static_cast<Places>((must_beat ? higher & follow : 0) | (game.must_over || any_trump_ ? higher & ~follow : 0));
            // Under a trump that is too high one may have to go under, or be free.
            Places cut = game.must_trump ? trumps : 0;
            if (best > 8 && !trump_led && !game.must_under && !any_trump_) cut &= higher;
            for (unsigned by = 0; by < 4; ++by) {
                const bool free = game.must_trump == 1 && by == ((turn + 2) & 3);
                table.cut[turn][best * 4 + by] = free ? Places{0} : cut;
                table.beat[turn][best * 4 + by] = beat;
            }
            higher |= by_rank[best];
        }
    }
}

template <bool ANY_TRUMP, unsigned LAID, bool LAST, std::size_t LANES>
inline void Playouts::trick(Lanes<LANES>& lanes, std::uint64_t chance) const {
    std::array<const TrickTable*, LANES> tables;
    std::array<std::uint32_t, LANES> best, pot, chance_a, chance_b;
    for (std::size_t lane = 0; lane < LANES; ++lane) {
        if constexpr (!LAST) {
            const std::uint64_t drawn = mixed(chance + lane * PLAYOUT);
            chance_a[lane] = static_cast<std::uint32_t>(drawn);
            chance_b[lane] = static_cast<std::uint32_t>(drawn >> 32);
        }
        if constexpr (LAID > 0) {
            tables[lane] = &tables_[4 * lanes.leader[lane] + led_];
            best[lane] = best_;
            pot[lane] = pot_;
        } else {
            const std::uint32_t leader = lanes.leader[lane], hand = lanes.hands[lane] & 255;
            const std::uint32_t place = LAST ? NTH[hand][0] : pick(hand, chance_a[lane]);
            tables[lane] = &tables_[lead_[leader][place]];
            lanes.hands[lane] ^= 1u << place;
            best[lane] = tables[lane]->word[0][place];
            pot[lane] = best[lane] + each_;
        }
    }
    const auto follow = [&]<unsigned NOW>(std::integral_constant<unsigned, NOW>) {
        if constexpr (NOW > 0 && NOW >= LAID) {
            for (std::size_t lane = 0; lane < LANES; ++lane) {
                const TrickTable& table = *tables[lane];
                const std::uint32_t hand = lanes.hands[lane] >> 8 * NOW & 255;
                std::uint32_t place;
                if constexpr (LAST) {
                    place = NTH[hand][0];
                } else {
                    const std::uint32_t at = best[lane] >> TURN;
                    const std::uint32_t suit = hand & table.follow[NOW];
                    std::uint32_t cut = hand & table.cut[NOW][at];
                    if constexpr (ANY_TRUMP) cut &= all_if(cut & table.beat[NOW][at]);
                    const std::uint32_t duty = suit | (cut & ~all_if(suit));
                    const std::uint32_t beat = (ANY_TRUMP ? suit : duty) & table.beat[NOW][at];
                    const std::uint32_t legal = hand & or_all(duty & or_all(beat));
                    place = pick(legal, NOW < 2 ? chance_a[lane] : chance_b[lane]);
                }
                const std::uint32_t word = table.word[NOW][place];
                lanes.hands[lane] ^= 1u << (place + 8 * NOW);
                best[lane] = std::max(best[lane], word);
                pot[lane] += word;
            }
        }
    };
    follow(std::integral_constant<unsigned, 1>{});
    follow(std::integral_constant<unsigned, 2>{});
    follow(std::integral_constant<unsigned, 3>{});
    for (std::size_t lane = 0; lane < LANES; ++lane) {
        const std::uint32_t turn = best[lane] >> TURN & 3;
        const std::uint32_t winner = (lanes.leader[lane] + turn) & 3;
        lanes.leader[lane] = winner;
        lanes.hands[lane] = std::rotr(lanes.hands[lane], static_cast<int>(8 * turn));
        lanes.points[lane] += pot[lane] & 0xFFFF & for_ns(winner);
    }
}

template <bool ANY_TRUMP, std::size_t LANES> void Playouts::play(std::uint64_t chance, std::uint16_t* results) const {
    Lanes<LANES> lanes;
    lanes.hands.fill(hands_);
    lanes.leader.fill(leader_);
    lanes.points.fill(0);
    unsigned left = tricks_;
    if (laid_) {
        if (laid_ == 1) trick<ANY_TRUMP, 1, false>(lanes, chance);
        if (laid_ == 2) trick<ANY_TRUMP, 2, false>(lanes, chance);
        if (laid_ == 3) trick<ANY_TRUMP, 3, false>(lanes, chance);
        --left;
    }
    for (; left > 1; --left) trick<ANY_TRUMP, 0, false>(lanes, chance += STEP);
    if (left) trick<ANY_TRUMP, 0, true>(lanes, 0);
    for (std::size_t lane = 0; lane < LANES; ++lane)
        results[lane] = static_cast<std::uint16_t>(lanes.points[lane] + (last_ & for_ns(lanes.leader[lane])));
}

template <bool ANY_TRUMP> void Playouts::run_all(std::size_t count, std::uint64_t chance, std::uint16_t* results) const {
    std::size_t done = 0;
    for (; done + TOGETHER <= count; done += TOGETHER, chance += TOGETHER * PLAYOUT)
        play<ANY_TRUMP, TOGETHER>(chance, results + done);
    for (; done < count; ++done, chance += PLAYOUT) play<ANY_TRUMP, 1>(chance, results + done);
}

void Playouts::run(std::uint64_t first, std::size_t count, std::uint64_t seed, std::uint16_t* results) const {
    const std::uint64_t chance = mixed(seed) + first * PLAYOUT;
    if (!tricks_) {
        std::fill_n(results, count, std::uint16_t{0});
    } else if (any_trump_) {
        run_all<true>(count, chance, results);
    } else {
        run_all<false>(count, chance, results);
    }
}

}  // namespace pilotta

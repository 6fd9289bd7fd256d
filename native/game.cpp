#include "game.hpp"

namespace pilotta {

bool Game::read(const std::uint8_t* bytes) noexcept {
    const std::uint8_t trump = bytes[game_field::trump];
    const std::uint8_t beat = bytes[game_field::must_beat];
    must_trump = bytes[game_field::must_trump];
    const std::uint8_t over = bytes[game_field::must_over], under = bytes[game_field::must_under];
    if ((trump > 3 && trump != NO_SUIT) || beat > 15 || must_trump > 2 || over > 1 || under > 1 || bytes[game_field::reserved])
        return false;
    must_over = over != 0;
    must_under = under != 0;
    last_trick = bytes[game_field::last_trick];
    each_trick = bytes[game_field::each_trick];

    // Trumps move to suit 0, and the suits before them move up by one.
    must_beat = 0;
    int total = last_trick + 8 * each_trick;
    for (unsigned suit = 0; suit < 4; ++suit) {
        const unsigned inner = trump == NO_SUIT || suit > trump ? suit : suit == trump ? 0 : suit + 1;
        if (beat >> suit & 1) must_beat |= suit_cards(inner);
        unsigned seen = 0;
        for (unsigned card = 8 * suit; card < 8 * suit + 8; ++card) {
            const unsigned strength = bytes[game_field::strength + card];
            if (strength > 7 || seen >> strength & 1) return false;
            seen |= 1u << strength;
            const unsigned in = 8 * inner + strength;
            inward[card] = static_cast<std::uint8_t>(in);
            outward[in] = static_cast<std::uint8_t>(card);
            points[in] = bytes[game_field::points + card];
            total += points[in];
        }
    }
    if (total > MOST_POINTS) return false;

    trumps = trump == NO_SUIT ? 0 : suit_cards(0);
    for (unsigned card = 0; card < 32; ++card) {
        const Hand bit = Hand{1} << card;
        beaters[card] = (suit_of(card) & ~(bit | (bit - 1))) | (trumps & bit ? 0 : trumps);
    }
    for (unsigned suit = 0; suit < 4; ++suit) {
        sum[suit][0] = 0;
        spread[suit][0] = 0;
        for (unsigned set = 1; set < 256; ++set) {
            const unsigned rest = set & (set - 1);
            const std::uint8_t value = points[8 * suit + lowest(set)];
            sum[suit][set] = static_cast<std::uint16_t>(sum[suit][rest] + value);
            spread[suit][set] = spread[suit][rest] << 8 | value;
        }
    }
    return true;
}

}  // namespace pilotta

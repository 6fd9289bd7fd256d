// The hidden cards of a player's view, dealt out: every deal that gives each seat cards that it may hold, and so many of them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "game.hpp"

namespace pilotta {

// Deals have numbers, so that one by chance is a number by chance, and each is exactly as likely as the others.
class HiddenDeals {
   public:
    // What each seat may hold, and how many cards it holds. `me` sees his hand; every other card is in one of the other hands.
    HiddenDeals(unsigned me, const std::array<Hand, 4>& may, const std::array<unsigned, 4>& held) : me_(me), mine_(may[me]) {
        const std::array<unsigned, 3> others{(me + 1) & 3, (me + 2) & 3, (me + 3) & 3};
        const Hand cards = may[others[0]] | may[others[1]] | may[others[2]];
        const unsigned places = held[others[0]] + held[others[1]] + held[others[2]];
        size_ = static_cast<unsigned>(std::popcount(cards));
        const auto too_many = [&](unsigned seat) { return held[seat] > 8; };
        if (static_cast<unsigned>(std::popcount(mine_)) != held[me] || mine_ & cards || size_ != places || too_many(others[0]) ||
            too_many(others[1]) || too_many(others[2]))
            return;
        std::size_t number = 0;
        for (Hand left = cards; left; left &= left - 1, ++number) {
            card_[number] = left & (0 - left);
            for (std::size_t i = 0; i < 3; ++i) allowed_[number][i] = may[others[i]] & card_[number] ? ~std::uint64_t{0} : 0;
        }
        first_ = held[others[0]];
        second_ = held[others[1]];
        ways_[size_][1][1] = 1;
        for (std::size_t at = size_; at-- > 0;) {
            const std::size_t left = size_ - at;
            for (std::size_t a = 0; a <= first_ && a <= left; ++a)
                for (std::size_t b = 0; b <= second_ && a + b <= left; ++b) {
                    const Split split = split_at(at, a, b);
                    ways_[at][a + 1][b + 1] = split.first + split.second + split.third;
                }
        }
        count_ = ways_[0][first_ + 1][second_ + 1];
    }

    // How many there are; none where the numbers do not fit together.
    std::uint64_t count() const { return count_; }

    // The deal of this number below the count.
    std::array<Hand, 4> deal(std::uint64_t number) const {
        std::array<Hand, 3> hands{};
        std::size_t a = first_, b = second_;
        for (std::size_t at = 0; at < size_; ++at) {
            const Split split = split_at(at, a, b);
            if (number < split.first) {
                hands[0] |= card_[at];
                --a;
                continue;
            }
            number -= split.first;
            if (number < split.second) {
                hands[1] |= card_[at];
                --b;
                continue;
            }
            number -= split.second;
            hands[2] |= card_[at];
        }
        std::array<Hand, 4> all{};
        all[me_] = mine_;
        for (unsigned i = 0; i < 3; ++i) all[(me_ + 1 + i) & 3] = hands[i];
        return all;
    }

   private:
    static constexpr std::size_t MOST = 24;

    // In how many of the deals a card goes to each of the three others.
    struct Split {
        std::uint64_t first, second, third;
    };

    // Where the third hand has no place left, so many places of the other two are more than the cards behind: no way.
    Split split_at(std::size_t at, std::size_t a, std::size_t b) const {
        const auto& later = ways_[at + 1];
        return {later[a][b + 1] & allowed_[at][0], later[a + 1][b] & allowed_[at][1], later[a + 1][b + 1] & allowed_[at][2]};
    }

    unsigned me_;
    Hand mine_;
    unsigned size_ = 0;
    std::size_t first_ = 0, second_ = 0;  // places in the first and in the second of the other hands
    std::uint64_t count_ = 0;
    std::array<Hand, MOST> card_{};
    std::array<std::array<std::uint64_t, 3>, MOST> allowed_{};  // all ones where that hand may hold it
    // In how many ways the cards from this one on go into so many places of the first and of the second hand, less one each
    // (none below nothing), and the rest into the third.
    std::array<std::array<std::array<std::uint64_t, 10>, 10>, MOST + 1> ways_{};
};

}  // namespace pilotta

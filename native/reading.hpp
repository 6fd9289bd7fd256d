// Deals that fit what one player knows, drawn as often as they are likely: by where each card may lie, by what the calls said of
// the hands, and by how plausible each card was that the others played. What is likely is learned and comes in as tables; the
// shape of the tables and the cells of the cards are those of src/pilotta/bots/sight/reading.py, which says the same in Python.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "door.hpp"
#include "position.hpp"

namespace pilotta {

using FourCards = std::array<std::uint32_t, 4>;  // what each seat holds, as the world outside numbers the cards

// What a player knows, in outside numbers.
struct Seen {
    unsigned me = 0;
    std::uint32_t hand = 0;               // what the player still holds
    unsigned declarer = NOBODY;           // the declarer's seat
    std::array<std::uint8_t, 4> left{};   // cards that each seat still holds
    const std::uint8_t* plays = nullptr;  // the cards played, in turn, each as a seat and a card
    std::size_t play_count = 0;
    const double* weights = nullptr;  // 4 by card: what the card weighs in each hand; all 0 where it is not hidden
    const double* shapes = nullptr;   // SHAPES for each seat and suit: how likely its calls are
    const double* cells = nullptr;    // CELLS: how willingly a card of that kind is played; null to look at no play
    double doubt = 0;                 // the share of plays that nobody could foresee
};

class Reading {
   public:
    // False where this cannot be: a seat or a card that is none, plays that are no tricks, hands that do not add up, no deal that
    // fits.
    bool open(const Game& game, const Seen& seen);

    // The same with a game's bytes and SEEN_WORDS words, which say who `seen` is, what he holds and how many cards are left.
    Status open(const std::uint8_t* game, const std::uint32_t* words, Seen seen);

    // One deal out of all that fit, as often as the product of its cards' weights says; `chance` is used up.
    FourCards draw(std::uint64_t& chance) const;

    // How much likelier than its weights say this deal is by the calls and the plays.
    double correction(const FourCards& hands) const;

    // Fills `hands` with `count` deals (4 words each), drawn with their corrections from `tries` first ones, which `drawn` (4
    // words each) and `likely` have room for. Returns how many equally likely deals the first ones were worth.
    double deals(std::size_t count, std::size_t tries, std::uint64_t seed, std::uint32_t* drawn, double* likely,
                 std::uint32_t* hands) const;

   private:
    // What everybody saw before a card was played, relabelled.
    struct Moment {
        std::uint8_t role, turn, number, led, best;
        bool leads, partner, loud, ace_led;
        Hand gone;
    };
    struct Play {
        std::uint8_t seat, card;
        Moment at;
    };

    bool read_plays();
    bool weigh();
    std::uint8_t role(unsigned seat) const;
    Moment moment(unsigned seat, const Trick& trick, unsigned number, Hand gone) const;
    std::size_t cell(Hand hand, unsigned card, const Moment& at) const;

    Game game_;
    Seen seen_;
    std::array<unsigned, 3> others_{};
    std::array<std::uint32_t, 4> played_{};  // by seat, outside numbers
    std::array<std::uint8_t, 24> cards_{};   // the hidden ones
    std::array<std::array<double, 3>, 24> weight_{};
    std::size_t hidden_ = 0;
    unsigned first_ = 0, second_ = 0;  // places in the first and the second hand
    // What all ways to deal the cards from a number on weigh together, by places left in the first and the second hand.
    std::array<std::array<std::array<double, 9>, 9>, 25> rest_{};
    std::array<Play, 32> plays_{};
    Hand aces_ = 0, tens_ = 0;
};

}  // namespace pilotta

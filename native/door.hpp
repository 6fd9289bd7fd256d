// The flat interface of the core: integers in, integers out. The Python module, the WebAssembly exports and the plain
// reference in Python all speak it; src/pilotta/engine/rows.py describes it field by field.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pilotta {

inline constexpr std::size_t GAME_BYTES = 72;
inline constexpr std::size_t QUESTION_WORDS = 12;
inline constexpr std::size_t ANSWER_WORDS = 36;

// What the points of a game may add up to: bounds are kept in nine bits.
inline constexpr int MOST_POINTS = 500;

// Offsets in a game's bytes.
namespace game_field {
inline constexpr std::size_t points = 0;       // 32, by card
inline constexpr std::size_t strength = 32;    // 32, by card: 0 weakest to 7 within its suit
inline constexpr std::size_t trump = 64;       // suit 0 to 3, or NO_SUIT
inline constexpr std::size_t must_beat = 65;   // bit s: who follows a lead of suit s has to beat its best card if he can
inline constexpr std::size_t must_trump = 66;  // 0 never, 1 unless partner wins, 2 always
inline constexpr std::size_t must_over = 67;   // 0 or 1
inline constexpr std::size_t must_under = 68;  // 0 or 1
inline constexpr std::size_t last_trick = 69;  // points of the last trick
inline constexpr std::size_t each_trick = 70;  // points of every trick
inline constexpr std::size_t reserved = 71;    // 0
}  // namespace game_field
inline constexpr std::uint8_t NO_SUIT = 255;

// Offsets in a question's words.
namespace question_word {
inline constexpr std::size_t kind = 0;
inline constexpr std::size_t game = 1;      // index in the list of games
inline constexpr std::size_t hands = 2;     // four: what S, E, N, W still hold
inline constexpr std::size_t leader = 6;    // of the running trick
inline constexpr std::size_t laid = 7;      // how many cards lie on the table, 0 to 3
inline constexpr std::size_t table = 8;     // these cards, one a byte, the first lowest
inline constexpr std::size_t argument = 9;  // reaches: points; perft: how many cards are to be played; two zeros follow
}  // namespace question_word

enum class Kind : std::uint32_t { value, reaches, moves, line, perft, brute };

enum class Status : std::int32_t { done, unfinished, bad_question, bad_game };

// Offsets in an answer's words.
namespace answer_word {
inline constexpr std::size_t status = 0;
inline constexpr std::size_t nodes = 1;
inline constexpr std::size_t result = 2;
inline constexpr std::size_t count = 3;
inline constexpr std::size_t list = 4;
}  // namespace answer_word

// Offsets in the words that say what a player knows, for drawing deals.
inline constexpr std::size_t SEEN_WORDS = 7;
inline constexpr unsigned NOBODY = 4;
namespace seen_word {
inline constexpr std::size_t me = 0;        // the player's seat
inline constexpr std::size_t hand = 1;      // what he still holds
inline constexpr std::size_t declarer = 2;  // the declarer's seat, or NOBODY
inline constexpr std::size_t left = 3;      // four: how many cards S, E, N, W still hold
}  // namespace seen_word

// The tables that deals are drawn by, all of doubles.
inline constexpr std::size_t CARD_WEIGHTS = 32 * 4;  // by card and hand
inline constexpr std::size_t SHAPES = 256 * 3;  // for each seat and suit: by the suit's cards and the aces beside it (0, 1, more)
inline constexpr std::size_t LEAD_CELLS = 3 * 3 * 2 * 8 * 2 * 2;
inline constexpr std::size_t CELLS = LEAD_CELLS + 4 * 2 * 2 * 2 * 2 * 8 * 2;
inline constexpr std::size_t MOST_TRIES = 1 << 20;  // deals drawn to choose from

// Bits that switch a reduction off, for cross-checks and for measuring what each is worth.
namespace off {
inline constexpr std::uint32_t table = 1;       // no transposition table at all
inline constexpr std::uint32_t relative = 2;    // table entries serve their own cards only, not the same order of owners
inline constexpr std::uint32_t equals = 4;      // neighbouring cards of a hand are all tried
inline constexpr std::uint32_t settled = 8;     // ... also where the trick's winner is settled
inline constexpr std::uint32_t peek = 16;       // the last player does not look his cards up in the table first
inline constexpr std::uint32_t endings = 32;    // last tricks are searched like any other
inline constexpr std::uint32_t sure = 64;       // points that a side is sure of are not looked for
inline constexpr std::uint32_t ordering = 128;  // cards are tried as they lie in the hand
inline constexpr std::uint32_t all = 255;
}  // namespace off

}  // namespace pilotta

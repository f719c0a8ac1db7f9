// Quarto. Rules: docs/rules/quarto.md; ids in comments (QT1 …) are those of that page.
//
// The pieces on the board are one word: four lanes of 16 bits, a lane a feature (lane i is bit i of
// a piece's number), a bit a space (a1, b1, … d4). A bit is set where the piece has the feature's
// second value: hollow, short, square, dark.
// Move numbers: 0 to 15 give a piece, 16 to 31 place on a space; in spoken games 32 to 50 call an
// alignment and 51 is silence.
#pragma once

#include <algorithm>

#include "../game.hpp"
#include "../table.hpp"

namespace quintet {

/// Proves what boards are worth (search/provers/quarto_proof.hpp).
template <int Words>
class QuartoProof;

/// Looks up boards with few pieces (solve/quarto/openings.hpp).
class QuartoOpenings;

/// `Spoken`: an alignment wins only when a player calls it; otherwise the program calls (QT16).
/// `Common`: how many features the pieces of an alignment must share, 1 or 2 (QT18).
template <bool Spoken, int Common = 1>
struct Quarto {
    static constexpr int vocabulary = Spoken ? 52 : 32;
    static constexpr int seat_count = 2;
    static constexpr int cell_count = 16;
    static constexpr int field_count = Spoken ? 4 : 1;  // hand; last, used, call

    struct Rules {
        u64 counted;  // the lanes of the features that count, all ones (QT9)
        bool squares;
        bool false_call_loses;

        /// `features` has the bits of a piece's number that count.
        constexpr Rules(int features, bool its_squares, bool its_false_call_loses)
            : counted(spread(static_cast<u64>(features)) * 0xffff),
              squares(its_squares),
              false_call_loses(its_false_call_loses) {}
    };

    struct Position {
        u64 features;
        u64 state;  // from bit 0: occupied spaces, pool; then what the constants below name
    };

    static constexpr int pool_at = 16;    // 16 bits: the pieces not given yet (QT1)
    static constexpr int hand_at = 32;    // 5 bits: 1 + the piece given and not placed yet, or 0
    static constexpr int last_at = 37;    // 5 bits: 1 + the space placed last, or 0; spoken only
    static constexpr int used_at = 42;    // 2 bits: the seats that used up their call; spoken only
    static constexpr int call_at = 44;    // 5 bits: 1 + the call that ended the game, or 0
    static constexpr int reason_at = 49;  // 3 bits: why the game is over, or 0
    static constexpr int winner_at = 52;  // 1 bit

    static constexpr u64 full_board = 0xffff;
    static constexpr u64 occupied(u64 state) { return state & full_board; }
    static constexpr u64 pool(u64 state) { return state >> pool_at & 0xffff; }
    static constexpr u64 hand(u64 state) { return state >> hand_at & 31; }

    static constexpr int first_place = 16;
    static constexpr int first_call = 32;
    static constexpr int silent = 51;

    // The spaces of every alignment in the order of the calls: rows, columns, diagonals (QT3), then
    // squares by their lower left space (QT10).
    static constexpr std::array<u16, 19> make_alignments() {
        return {0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
                0x0033, 0x0066, 0x00cc, 0x0330, 0x0660, 0x0cc0, 0x3300, 0x6600, 0xcc00};
    }

    static constexpr Table<make_alignments> alignments{};

    static constexpr Position start(const Rules&) { return {0, 0xffffULL << pool_at}; }

    /// Every gift passes the turn (QT2); after the last piece the starter's silence does (QT14).
    static constexpr int seat(const Rules&, const Position& position) {
        const u64 state = position.state;
        int seat = count_bits(pool(state)) & 1;
        if constexpr (Spoken) {
            if (occupied(state) == full_board) seat |= static_cast<int>(state >> used_at & 1);
        }
        return seat;
    }

    static constexpr MoveSet<vocabulary> legal(const Rules& rules, const Position& position) {
        MoveSet<vocabulary> moves;
        const u64 state = position.state;
        if (over(state)) return moves;
        const u64 empty = ~state & full_board;
        moves.add_block(0, hand(state) != 0 ? empty << first_place : pool(state));
        if constexpr (Spoken) {
            // All calls or none, whatever stands on the board, so that nothing leaks (QT15).
            if (may_call(rules, position)) {
                moves.add_block(first_call, rules.squares ? 0x7ffff : 0x003ff);  // QT10
            }
            if (empty == 0) moves.add(silent);
        }
        return moves;
    }

    static constexpr Position play(const Rules& rules, const Position& position, int move) {
        if (move < first_place) return give(position, move);
        if constexpr (Spoken) {
            if (move == silent) return use_up(rules, position);
            if (move >= first_call) return call(rules, position, move - first_call);
        }
        return place(rules, position, move - first_place);
    }

    static constexpr Outcome outcome(const Rules&, const Position& position) {
        Outcome outcome;
        outcome.reason = static_cast<Reason>(position.state >> reason_at & 7);
        if (outcome.reason == Reason::full) {
            outcome.halves = {1, 1};
        } else if (outcome.over()) {
            outcome.halves[position.state >> winner_at & 1] = 2;
        }
        return outcome;
    }

    /// The least of all positions that are the same up to the symmetries of the board (32 that keep
    /// the lines, 8 that keep the squares, too) and of the features that count: each may exchange
    /// its two values, and they may be exchanged for one another. Pieces that differ only in
    /// features that do not count stand for one another.
    static constexpr Position canonical(const Rules& rules, const Position& position) {
        const u64 state = position.state;
        const u64 held = hand(state) != 0 ? lanes(1) : 0;
        const u64 in_hand = held & rules.counted & spread(hand(state) - 1);
        const Images spaces =
            images(rules, occupied(state) | last_space(state) << 16 | called_spaces(state) << 32);
        const Images features = images(rules, position.features & rules.counted);
        const std::size_t count = rules.squares ? 8 : 32;
        u64 least = spaces[0];
        for (std::size_t i = 1; i < count; ++i) least = std::min(least, spaces[i]);
        Pattern best{~0ULL, 0, 0};
        for (std::size_t i = 0; i < count; ++i) {
            if (spaces[i] != least) continue;
            best = std::min(best, pattern(least, features[i], in_hand, held));
        }
        return named(rules, best, state);
    }

    /// A word that no other board has, nothing being in hand and at least two spaces empty. Pieces
    /// that differ only in features that do not count are the same; which features count does not
    /// matter, only how many.
    static constexpr u64 code(const Rules& rules, const Position& position) {
        const u64 board = occupied(position.state);
        const u64 counted = gather(rules.counted);
        if (counted == 15) {
            // Empty spaces hold copies of a piece of the pool: the only one that is there twice.
            const u64 filling = spread(static_cast<u64>(std::countr_zero(pool(position.state))));
            return position.features | (filling * 0xffff & lanes(~board & full_board));
        }
        u64 code = 0;
        int lane = 0;
        each_bit(counted, [&](int feature) {
            code |= (position.features >> 16 * feature & 0xffff) << 16 * lane++;
        });
        return code | board << 16 * lane;
    }

    /// The features that count of the piece in hand, as the lowest bits of a number. In a canonical
    /// position, gifts have the same number only if they are the same up to symmetry: what is in
    /// hand changes nothing on the canonical board.
    static constexpr u8 code_in_hand(const Rules& rules, const Position& position) {
        const u64 piece = hand(position.state) - 1;
        u64 code = 0;
        int bit = 0;
        each_bit(gather(rules.counted),
                 [&](int feature) { code |= (piece >> feature & 1) << bit++; });
        return static_cast<u8>(code);
    }

    /// Cells hold 0, or 1 + piece. Fields: hand, last, used, call, as in the state.
    static constexpr Facts facts(const Rules&, const Position& position) {
        Facts facts;
        each_bit(occupied(position.state), [&](int space) {
            facts.cells[static_cast<std::size_t>(space)] =
                static_cast<u8>(1 + gather(position.features >> space));
        });
        facts.fields[0] = static_cast<int>(hand(position.state));
        if constexpr (Spoken) {
            facts.fields[1] = static_cast<int>(position.state >> last_at & 31);
            facts.fields[2] = static_cast<int>(position.state >> used_at & 3);
            facts.fields[3] = static_cast<int>(position.state >> call_at & 31);
        }
        return facts;
    }

    static constexpr Position from_facts(const Rules& rules, const Facts& facts) {
        Position position = start(rules);
        for (unsigned space = 0; space < 16; ++space) {
            if (facts.cells[space] == 0) continue;
            const u64 piece = facts.cells[space] - 1u;
            position.features |= spread(piece) << space;
            position.state |= 1ULL << space;
            position.state &= ~(1ULL << (pool_at + piece));
        }
        const auto field = [&](std::size_t number) {
            return static_cast<u64>(facts.fields[number]);
        };
        if (field(0) != 0) {
            position.state &= ~(1ULL << (pool_at + field(0) - 1));
            position.state |= field(0) << hand_at;
        }
        if constexpr (Spoken) position.state |= field(1) << last_at | field(2) << used_at;
        return completed(rules, position, facts.fields[3]);
    }

    /// Whether words from outside are a position: what `from_facts` makes of its facts, told
    /// faster.
    static constexpr bool is_sound(const Rules& rules, const Position& position) {
        const u64 state = position.state;
        const u64 board = occupied(state);
        const u64 last = state >> last_at & 31;
        const u64 called = state >> call_at & 31;
        if ((position.features & ~lanes(board)) != 0 || hand(state) > 16) return false;
        if (last > 16 || called > alignments.size()) return false;
        const u64 in_hand = (1ULL << hand(state)) >> 1;
        const u64 placed = pieces_on(board, position.features);
        // Every piece is there once (QT1).
        if (count_bits(placed) != count_bits(board) || (placed & in_hand) != 0) return false;
        const u64 all = 0xffff & ~(placed | in_hand);
        u64 plain = board | all << pool_at | hand(state) << hand_at;
        if constexpr (Spoken) plain |= last << last_at | (state & 3ULL << used_at);
        const Position whole =
            completed(rules, {position.features, plain}, static_cast<int>(called));
        return whole.state == state;
    }

private:
    friend struct Evaluator<Quarto>;
    template <int>
    friend class QuartoProof;
    friend class QuartoOpenings;
    friend struct QuartoCalls;

    static constexpr bool over(u64 state) { return (state >> reason_at & 7) != 0; }

    /// A position as it was given, with how the game stands there: ended by a call, if that is not
    /// 0 (1 + its number), or by what is on the board.
    static constexpr Position completed(const Rules& rules, const Position& position,
                                        [[maybe_unused]] int its_call) {
        const u64 board = occupied(position.state);
        if constexpr (Spoken) {
            if (its_call != 0) return call(rules, position, its_call - 1);
            const bool finished = board == full_board && (position.state >> used_at & 3) == 3;
            return finished ? ended(position, Reason::full, 0) : position;
        } else {
            const u64 ones = position.features & rules.counted;
            const u64 zeros = ~position.features & rules.counted & lanes(board);
            return settled(rules, position, lines(ones, zeros), squares(ones, zeros));
        }
    }

    /// The set of the pieces on a board, by their numbers.
    static constexpr u64 pieces_on(u64 board, u64 features) {
        // The spaces of pieces with the same two low bits, and the same two high bits.
        std::array<u64, 4> low{}, high{};
        for (unsigned bits = 0; bits < 4; ++bits) {
            const auto agreeing = [&](unsigned lane, unsigned bit) {
                return features >> 16 * lane ^ (u64{bit} - 1);
            };
            low[bits] = board & agreeing(0, bits & 1) & agreeing(1, bits >> 1);
            high[bits] = agreeing(2, bits & 1) & agreeing(3, bits >> 1);
        }
        u64 pieces = 0;
        for (unsigned piece = 0; piece < 16; ++piece) {
            pieces |= u64{(low[piece & 3] & high[piece >> 2]) != 0} << piece;
        }
        return pieces;
    }

    /// The space placed last and the spaces of the call that ended the game, as boards.
    static constexpr u64 last_space(u64 state) { return (1ULL << (state >> last_at & 31)) >> 1; }
    static constexpr u64 called_spaces(u64 state) {
        const u64 call = state >> call_at & 31;
        return call == 0 ? 0 : alignments[call - 1];
    }

    // The four bits of a piece in the lowest bits of the lanes, and back.
    static constexpr u64 spread(u64 piece) { return piece * 0x0000'2000'4000'8001ULL & lanes(1); }
    static constexpr u64 gather(u64 x) {
        return (x & lanes(1)) * 0x0001'0002'0004'0008ULL >> 48 & 15;
    }

    // Heads of the lines and squares that are all ones, lane by lane.
    static constexpr u64 rows(u64 x) {
        const u64 along = x & x >> 1;
        return along & along >> 2 & lanes(0x1111);
    }
    static constexpr u64 columns(u64 x) {
        const u64 up = x & x >> 4;
        return up & up >> 8 & lanes(0x000f);
    }
    static constexpr u64 rising_diagonals(u64 x) {
        const u64 rising = x & x >> 5;
        return rising & rising >> 10 & lanes(0x0001);
    }
    static constexpr u64 falling_diagonals(u64 x) {
        const u64 falling = x >> 3 & x >> 6;
        return falling & falling >> 6 & lanes(0x0001);
    }
    static constexpr u64 blocks(u64 x) {
        const u64 along = x & x >> 1;
        return along & along >> 4 & lanes(0x0777);
    }

    /// Of the heads of alignments of one kind, lane by lane, those set in `Common` lanes (QT18).
    static constexpr u64 in_enough_lanes(u64 heads) {
        if constexpr (Common == 1) return heads;
        const u64 either = heads | heads >> 32;
        const u64 both = heads & heads >> 32;
        return (both | both >> 16 | (either & either >> 16)) & 0xffff;
    }

    // Heads of the alignments on a board: nonzero if there is any.
    static constexpr u64 lines(u64 ones, u64 zeros) {
        if constexpr (Common == 1) return lines(ones) | lines(zeros);
        // Lines of different kinds may have the same head, so that each kind is counted by itself.
        return in_enough_lanes(rows(ones) | rows(zeros)) |
               in_enough_lanes(columns(ones) | columns(zeros)) |
               in_enough_lanes(rising_diagonals(ones) | rising_diagonals(zeros)) |
               in_enough_lanes(falling_diagonals(ones) | falling_diagonals(zeros));
    }
    static constexpr u64 lines(u64 agreeing) {
        if constexpr (Common != 1) return lines(agreeing, 0);
        return rows(agreeing) | columns(agreeing) | rising_diagonals(agreeing) |
               falling_diagonals(agreeing);
    }
    static constexpr u64 squares(u64 ones, u64 zeros) {
        return in_enough_lanes(blocks(ones) | blocks(zeros));
    }
    static constexpr u64 squares(u64 agreeing) { return squares(agreeing, 0); }

    static constexpr Position ended(Position position, Reason reason, int winner) {
        position.state |= static_cast<u64>(reason) << reason_at;
        position.state |= static_cast<u64>(winner) << winner_at;
        return position;
    }

    static constexpr Position give(Position position, int piece) {
        position.state &= ~(1ULL << (pool_at + piece));
        position.state |= static_cast<u64>(piece + 1) << hand_at;
        return position;
    }

    static constexpr Position place(const Rules& rules, Position position, int space) {
        const u64 piece = spread(hand(position.state) - 1);
        position.features |= piece << space;
        position.state &= ~(31ULL << hand_at);
        position.state |= 1ULL << space;
        if constexpr (Spoken) {
            // The windows of the piece before are closed, and those of this one open (QT5, QT6).
            position.state &= ~(31ULL << last_at | 3ULL << used_at);
            position.state |= static_cast<u64>(space + 1) << last_at;
            return position;
        } else {
            // A new alignment holds this piece, so it is made of pieces that agree with it.
            const u64 agreeing = ~(position.features ^ piece * 0xffff) & rules.counted &
                                 lanes(occupied(position.state));
            return settled(rules, position, lines(agreeing), squares(agreeing));
        }
    }

    /// The position after a placement where the program calls (QT16), given the heads of all
    /// alignments: they win for the placer, and a full board without any is a draw (QT8).
    static constexpr Position settled(const Rules& rules, const Position& position, u64 its_lines,
                                      u64 its_squares) {
        const int placer = count_bits(pool(position.state)) & 1;
        if (its_lines != 0) return ended(position, Reason::line, placer);
        if (rules.squares && its_squares != 0) return ended(position, Reason::square, placer);
        if (occupied(position.state) == full_board) return ended(position, Reason::full, 0);
        return position;
    }

    /// A window is open from the first placement on, for one attempt a seat (QT12, QT13).
    static constexpr bool may_call(const Rules& rules, const Position& position) {
        const u64 used = position.state >> used_at;
        return occupied(position.state) != 0 && (used >> seat(rules, position) & 1) == 0;
    }

    static constexpr Position call(const Rules& rules, Position position, int alignment) {
        const int caller = seat(rules, position);
        const bool right = is_live(rules, position, alignment);
        if (!right && !rules.false_call_loses) return use_up(rules, position);  // QT13
        position.state |= static_cast<u64>(alignment + 1) << call_at;
        return right ? ended(position, Reason::called, caller)  // QT4
                     : ended(position, Reason::false_call, 1 - caller);
    }

    /// Whether an alignment is complete, shares enough values that count and holds the space placed
    /// last (QT7, QT18).
    static constexpr bool is_live(const Rules& rules, const Position& position, int alignment) {
        const u64 spaces = alignments[static_cast<std::size_t>(alignment)];
        const u64 missing = spaces & ~occupied(position.state);
        if (missing != 0 || (spaces & last_space(position.state)) == 0) return false;
        int shared = 0;
        for (int lane = 0; lane < 64; lane += 16) {
            const u64 ones = position.features >> lane & spaces;
            shared += (rules.counted >> lane & 1) != 0 && (ones == 0 || ones == spaces);
        }
        return shared >= Common;
    }

    /// The position after the acting seat has used up its call. After the last piece that closes
    /// its window, and a draw follows when both are closed (QT8, QT14).
    static constexpr Position use_up(const Rules& rules, Position position) {
        position.state |= 1ULL << (used_at + seat(rules, position));
        const bool finished =
            occupied(position.state) == full_board && (position.state >> used_at & 3) == 3;
        return finished ? ended(position, Reason::full, 0) : position;
    }

    /// A position as it looks: boards of the spaces that matter (occupied, last, called), and the
    /// features in an order and with values that any other order and values would be turned into.
    struct Pattern {
        u64 spaces;
        u64 features;
        u64 in_hand;  // in the lowest bits of the lanes

        friend constexpr auto operator<=>(const Pattern&, const Pattern&) = default;
    };

    /// `features` and `in_hand` are 0 in the lanes that do not count; `held` has the lowest bit of
    /// every lane set when a piece is in hand.
    static constexpr Pattern pattern(u64 spaces, u64 features, u64 in_hand, u64 held) {
        // Values are exchanged so that the first piece has none but 0.
        const u64 board = spaces & full_board;
        const u64 first = board == 0 ? in_hand : features >> std::countr_zero(board) & lanes(1);
        features ^= first * 0xffff & lanes(board);
        in_hand ^= first & held;
        // Lanes in ascending order: those that do not count, being 0, come first.
        std::array<u32, 4> keys;
        for (unsigned lane = 0; lane < 4; ++lane) {
            const u64 key = (features >> (16 * lane) & 0xffff) << 1 | (in_hand >> (16 * lane) & 1);
            keys[lane] = static_cast<u32>(key);
        }
        const auto order = [&](std::size_t a, std::size_t b) {
            const u32 low = std::min(keys[a], keys[b]);
            keys[b] = std::max(keys[a], keys[b]);
            keys[a] = low;
        };
        order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
        Pattern sorted{spaces, 0, 0};
        for (unsigned lane = 0; lane < 4; ++lane) {
            sorted.features |= static_cast<u64>(keys[lane] >> 1) << (16 * lane);
            sorted.in_hand |= static_cast<u64>(keys[lane] & 1) << (16 * lane);
        }
        return sorted;
    }

    /// The position of a pattern: its lanes put back where features count, and pieces that look
    /// alike numbered in the order of the spaces, the one in hand last. What no symmetry changes
    /// (used up calls, how the game ended) is taken from `state`.
    static constexpr Position named(const Rules& rules, const Pattern& pattern, u64 state) {
        const unsigned counted = static_cast<unsigned>(gather(rules.counted));
        u64 features = 0;
        unsigned in_hand = 0;
        int from = 64 - 16 * count_bits(counted);
        for (int lane = 0; lane < 4; ++lane) {
            if ((counted >> lane & 1) == 0) continue;
            features |= (pattern.features >> from & 0xffff) << (16 * lane);
            in_hand |= static_cast<unsigned>(pattern.in_hand >> from & 1) << lane;
            from += 16;
        }
        // By look: the features that do not count, of the next such piece.
        std::array<u8, 16> next{};
        const auto tell_apart = [&](unsigned look) {
            const unsigned rest = next[look];
            next[look] = static_cast<u8>(((rest | counted) + 1) & ~counted & 15);
            return look | rest;
        };
        u64 all = 0xffff;
        each_bit(pattern.spaces & full_board, [&](int space) {
            const unsigned piece = tell_apart(static_cast<unsigned>(gather(features >> space)));
            features |= spread(piece) << space;
            all &= ~(1ULL << piece);
        });
        u64 result = state & ~((1ULL << used_at) - 1) & ~(31ULL << call_at);
        result |= pattern.spaces & full_board;
        if (hand(state) != 0) {
            const unsigned piece = tell_apart(in_hand);
            all &= ~(1ULL << piece);
            result |= static_cast<u64>(piece + 1) << hand_at;
        }
        result |= all << pool_at;
        const u64 last = pattern.spaces >> 16 & 0xffff;
        if (last != 0) result |= static_cast<u64>(std::countr_zero(last) + 1) << last_at;
        const u64 called = pattern.spaces >> 32;
        for (std::size_t call = 0; call < alignments.size(); ++call) {
            if (alignments[call] == called) result |= static_cast<u64>(call + 1) << call_at;
        }
        return {features, result};
    }

    /// The board moved by one of five generators; three make the 8 symmetries of a square.
    template <int Generator>
    static constexpr u64 symmetry(u64 x) {
        switch (Generator) {
            case 0:  // files reversed
                return swap_bits(swap_bits(x, lanes(0x1111), 3), lanes(0x2222), 1);
            case 1:  // ranks reversed
                return swap_bits(swap_bits(x, lanes(0x000f), 12), lanes(0x00f0), 4);
            case 2:  // files with ranks
                return swap_bits(swap_bits(x, lanes(0x0a0a), 3), lanes(0x00cc), 6);
            case 3:  // files a and b, c and d, ranks 1 and 2, 3 and 4
                return swap_bits(swap_bits(x, lanes(0x5555), 1), lanes(0x0f0f), 4);
            default:  // files b and c, ranks 2 and 3
                return swap_bits(swap_bits(x, lanes(0x2222), 1), lanes(0x00f0), 4);
        }
    }

    using Images = std::array<u64, 32>;

    /// A board moved by all symmetries: each generator doubles the images there are, in one plain
    /// loop that compilers turn into vector instructions. With squares only 8 are made.
    static constexpr Images images(const Rules& rules, u64 x) {
        Images made{x};
        grow<0>(made), grow<1>(made), grow<2>(made);
        if (!rules.squares) grow<3>(made), grow<4>(made);
        return made;
    }

    template <int Generator>
    static constexpr void grow(Images& made) {
        constexpr std::size_t known = std::size_t{1} << Generator;
        for (std::size_t i = 0; i < known; ++i) made[known + i] = symmetry<Generator>(made[i]);
    }
};

static_assert(Game<Quarto<false>>);
static_assert(Game<Quarto<true>>);

}  // namespace quintet

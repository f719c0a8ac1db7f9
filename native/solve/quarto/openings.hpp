// Boards of Quarto with few pieces, for lookups of many: the stored values written out by the
// spaces and looks of the pieces, so that no canonical form is needed.
#pragma once

#include <functional>
#include <vector>

#include "table.hpp"

namespace quintet {

class QuartoOpenings {
    using G = Quarto<false>;

public:
    QuartoOpenings(const G::Rules& rules, const QuartoTable& table)
        : rules_(rules),
          counted_(static_cast<u32>(G::gather(rules.counted))),
          table_(table),
          spaces_(std::size_t{1} << 16) {
        for (u32 board = 0; board < spaces_.size(); ++board) {
            if (std::popcount(board) > max_pieces || spaces_[board] != 0) continue;
            number_images(board);
            add_values(board);
        }
    }

    Verdict operator()(const G::Position& position) const {
        const u64 board = G::occupied(position.state);
        if (std::popcount(board) > max_pieces) return late(position);
        const u32 spaces = spaces_[board];
        const auto look = [&](int number) {
            return static_cast<u32>(G::gather(position.features >> (spaces >> 4 * number & 15))) &
                   counted_;
        };
        const u32 first = look(0);
        const auto hand = static_cast<u32>(G::hand(position.state));
        const u32 gift = hand == 0 ? no_gift : ((hand - 1) & counted_) ^ first;
        return values_[place(spaces >> class_at, gift, look(1) ^ first, look(2) ^ first)];
    }

private:
    static constexpr int max_pieces = 3;
    static constexpr u32 no_gift = 16;
    static constexpr int class_at = 12;
    static constexpr std::size_t class_size = 17 * 256;

    /// Where the value of a board stands, by its class and what its gift and its second and third
    /// piece differ in from the first.
    static constexpr std::size_t place(u32 its_class, u32 gift, u32 second, u32 third) {
        return its_class * class_size + (gift << 8 | second << 4 | third);
    }

    /// With more pieces than are stored, a value is known where every placement ends the game.
    Verdict late(const G::Position& position) const {
        const bool places = G::hand(position.state) != 0 && !G::over(position.state);
        if (!places || std::popcount(G::occupied(position.state)) < table_.layer_count())
            return table_(position);
        const u64 empty = ~position.state & G::full_board;
        const auto next = G::play(rules_, position, G::first_place + std::countr_zero(empty));
        return G::over(next.state) ? table_(position) : verdict::unknown;
    }

    /// Numbers the boards that are the same up to symmetry with the next class, and lists their
    /// pieces in one order: in place of those that a board does not have, its first.
    void number_images(u32 board) {
        std::array<G::Images, max_pieces> images;
        images.fill(G::images(rules_, board & -board));
        std::size_t count = 0;
        each_bit(board, [&](int space) { images[count++] = G::images(rules_, 1ULL << space); });
        for (std::size_t i = 0; i < (rules_.squares ? 8 : 32); ++i) {
            u64 image = 0;
            u32 spaces = class_count_ << class_at;
            for (std::size_t number = 0; board != 0 && number < images.size(); ++number) {
                image |= images[number][i];
                spaces |= static_cast<u32>(std::countr_zero(images[number][i])) << 4 * number;
            }
            spaces_[image] = spaces;
        }
        ++class_count_;
    }

    void add_values(u32 board) {
        values_.resize(class_count_ * class_size, verdict::unknown);
        Verdict* const values = values_.data() + place(class_count_ - 1, 0, 0, 0);
        for (u32 gift = 0; gift <= no_gift; ++gift) {
            for (u32 second = 0; second < 16; ++second) {
                for (u32 third = 0; third < 16; ++third) {
                    const std::array<u32, 3> looks{gift, second, third};
                    if (((gift % 16 | second | third) & ~counted_) != 0) continue;
                    const std::array<u32, 3> least = least_order(looks);
                    values[place(0, gift, second, third)] =
                        least == looks ? value_of(board, looks)
                                       : values[place(0, least[0], least[1], least[2])];
                }
            }
        }
    }

    /// The looks with the features that count in the order that makes them least: the value stays.
    std::array<u32, 3> least_order(const std::array<u32, 3>& looks) const {
        std::array<u32, 4> columns{};  // those that do not count are 0 and stay last
        std::size_t count = 0;
        each_bit(counted_, [&](int feature) {
            columns[count++] = (looks[0] >> feature & 1) << 2 | (looks[1] >> feature & 1) << 1 |
                               (looks[2] >> feature & 1);
        });
        std::sort(columns.begin(), columns.end(), std::greater<>());
        std::array<u32, 3> ordered{looks[0] & no_gift, 0, 0};
        count = 0;
        each_bit(counted_, [&](int feature) {
            for (std::size_t i = 0; i < 3; ++i) {
                ordered[i] |= (columns[count] >> (2 - i) & 1) << feature;
            }
            ++count;
        });
        return ordered;
    }

    /// The value of a board whose first piece looks like piece 0; unknown if there are not enough
    /// pieces that look alike.
    Verdict value_of(u32 board, const std::array<u32, 3>& looks) const {
        G::Position position = G::start(rules_);
        bool possible = true;
        const auto take = [&](u32 look) {
            u64 alike = 0;
            for (u32 piece = 0; piece < 16; ++piece) {
                if ((piece & counted_) == look) alike |= 1ULL << (G::pool_at + piece);
            }
            alike &= position.state;
            possible = possible && alike != 0;
            position.state &= ~(alike & -alike);
            return static_cast<u64>(std::countr_zero(alike) - G::pool_at);
        };
        const std::array<u32, 3> in_turn{0, looks[1], looks[2]};
        std::size_t number = 0;
        each_bit(board, [&](int space) {
            const u64 piece = take(in_turn[number++]);
            if (!possible) return;
            position.features |= G::spread(piece) << space;
            position.state |= 1ULL << space;
        });
        if (looks[0] != no_gift && possible) {
            const u64 piece = take(looks[0]);
            position.state |= (piece + 1) << G::hand_at;
        }
        return possible ? table_(position) : verdict::unknown;
    }

    G::Rules rules_;
    u32 counted_;
    const QuartoTable& table_;
    u32 class_count_ = 0;
    std::vector<u32> spaces_;  // by board: its class, then the spaces of its pieces
    std::vector<Verdict> values_;
};

}  // namespace quintet

// The transposition table of the verification of Quarto: symmetric boards share an entry.
#pragma once

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "check_board.hpp"

namespace quintet {

/// Makes keys. Spaces may be renamed as long as alignments stay alignments, features may change
/// places, and any of them may be turned round.
class QuartoCheckKeys {
    using Names = std::array<u8, 16>;

public:
    explicit QuartoCheckKeys(const QuartoCheckRules& rules) : features_(rules.features()) {
        std::array<std::size_t, 4> rows{0, 1, 2, 3};
        do {
            std::array<std::size_t, 4> columns{0, 1, 2, 3};
            do {
                add_spaces(rules, rows, columns, false);
                add_spaces(rules, rows, columns, true);
            } while (std::next_permutation(columns.begin(), columns.end()));
        } while (std::next_permutation(rows.begin(), rows.end()));
        std::array<int, 4> features{0, 1, 2, 3};
        do add_looks(features);
        while (std::next_permutation(features.begin(), features.end()));
    }

    /// The least of all keys of boards that are the same.
    QuartoCheckKey canonical(const QuartoCheckBoard& board) const {
        QuartoCheckKey least{~u64{0}, 0xffff};
        for (const Names& space : spaces_) {
            const QuartoCheckKey plain = key(board, space);
            if (plain.empty > least.empty) continue;
            if (plain.empty < least.empty) least = {~u64{0}, plain.empty};
            for (const Names& look : looks_) {
                u64 looks = 0;
                for (unsigned pieces = 0xffffU & ~plain.empty; pieces != 0; pieces &= pieces - 1) {
                    const int at = 4 * std::countr_zero(pieces);
                    looks |= u64{look[plain.looks >> at & 15]} << at;
                }
                least.looks = std::min(least.looks, looks);
            }
        }
        return least;
    }

    /// One that is least of only few.
    QuartoCheckKey plain(const QuartoCheckBoard& board) const { return key(board, spaces_[0]); }

private:
    /// With spaces renamed, and features turned round so that the first piece has none.
    QuartoCheckKey key(const QuartoCheckBoard& board, const Names& space) const {
        QuartoCheckKey found;
        int first = -1;
        for (std::size_t i = 0; i < 16; ++i) {
            const int piece = board.pieces[space[i]];
            if (first < 0 && piece >= 0) first = piece;
            const int look = piece < 0 ? 0 : (piece ^ first) & features_;
            found.looks |= static_cast<u64>(look) << 4 * i;
            found.empty |= static_cast<u16>((piece < 0 ? 1 : 0) << i);
        }
        return found;
    }

    void add_spaces(const QuartoCheckRules& rules, const std::array<std::size_t, 4>& rows,
                    const std::array<std::size_t, 4>& columns, bool turned) {
        Names names{};
        for (std::size_t space = 0; space < 16; ++space) {
            const std::size_t row = rows[space / 4];
            const std::size_t column = columns[space % 4];
            names[space] = static_cast<u8>(turned ? 4 * column + row : 4 * row + column);
        }
        const auto spaces_of = [](const auto& alignment, const auto& name) {
            unsigned spaces = 0;
            for (const std::size_t space : alignment) spaces |= 1U << name(space);
            return spaces;
        };
        const auto& all = rules.alignments();
        const bool keeps = std::all_of(all.begin(), all.end(), [&](const auto& each) {
            const unsigned renamed = spaces_of(each, [&](std::size_t i) { return names[i]; });
            return std::any_of(all.begin(), all.end(), [&](const auto& other) {
                return spaces_of(other, [](std::size_t i) { return i; }) == renamed;
            });
        });
        if (keeps) spaces_.push_back(names);
    }

    void add_looks(const std::array<int, 4>& features) {
        Names names{};
        unsigned counted = 0;
        for (int feature = 0; feature < 4; ++feature) {
            const int to = features[static_cast<std::size_t>(feature)];
            if ((features_ >> feature & 1) == 0) continue;
            counted |= 1U << to;
            for (unsigned look = 0; look < 16; ++look) {
                if ((look >> feature & 1) != 0) names[look] |= static_cast<u8>(1 << to);
            }
        }
        const bool known = std::find(looks_.begin(), looks_.end(), names) != looks_.end();
        if (static_cast<int>(counted) == features_ && !known) looks_.push_back(names);
    }

    int features_;
    std::vector<Names> spaces_;  // the first leaves all as it is
    std::vector<Names> looks_;
};

/// Results by board, shared by threads. New entries replace old ones.
class QuartoCheckTable {
public:
    struct Question {
        QuartoCheckKey key;
        int placements;
        bool to_win;

        friend bool operator==(const Question&, const Question&) = default;
    };

    explicit QuartoCheckTable(std::size_t bytes)
        : answers_(std::bit_floor(std::max(bytes / sizeof(Answer), lock_count))) {}

    std::optional<bool> find(const Question& question) const {
        const std::size_t at = place_of(question);
        const std::scoped_lock alone(locks_[at % lock_count]);
        if (answers_[at].question != question) return {};
        return answers_[at].is;
    }

    void keep(const Question& question, bool is) {
        const std::size_t at = place_of(question);
        const std::scoped_lock alone(locks_[at % lock_count]);
        answers_[at] = {question, is};
    }

private:
    struct Answer {
        Question question{};
        bool is = false;
    };

    static constexpr std::size_t lock_count = 1024;

    std::size_t place_of(const Question& question) const {
        const u64 rest = u64{question.key.empty} << 16 |
                         static_cast<u64>(question.placements) << 1 | u64{question.to_win};
        return mix(mix(question.key.looks) ^ rest) % answers_.size();
    }

    mutable std::array<std::mutex, lock_count> locks_;
    std::vector<Answer> answers_;
};

}  // namespace quintet

// Solving every position of Qomet from Python, wave by wave, in memory that Python owns.

#include <nanobind/stl/map.h>

#include "../solve/qomet/complete/host.hpp"
#include "../solve/qomet/complete/session.hpp"
#include "solving.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace quintet {

// Files have cells of three bytes a board.
static_assert(sizeof(qomet_cell::First) == sizeof(u8));
static_assert(sizeof(qomet_cell::Second) == sizeof(u16));

namespace {

int checked_stars(int stars) {
    if (stars < 0 || stars > QometBoard::max_stars)
        throw nb::value_error("a side has at most seven stars");
    return stars;
}

/// The first cells of all boards, then the second ones.
QometCells cells_in(u8* memory, std::size_t size, const QometIndex& index) {
    if (size != index.size * (sizeof(u8) + sizeof(u16)))
        throw nb::value_error("there are not as many values as numbers of boards");
    if (reinterpret_cast<std::uintptr_t>(memory) % alignof(u16) != 0)
        throw nb::value_error("the values are not aligned");
    return {memory, reinterpret_cast<u16*>(memory + index.size)};
}

/// What is counted of a class: boards by verdict, up to symmetry and in all; by result and result
/// with the other side to move; by result and result with the only best move banned.
nb::object counts_of(const QometCounts& counts, const QometClass& its) {
    std::map<int, u64> different;
    std::map<int, u64> all;
    for (int cell = 0; cell < qomet_cell::empty; ++cell) {
        const u64 count = counts.different[its.own][its.other][cell];
        if (count == 0) continue;
        const int verdict = qomet_cell::verdict_of(static_cast<u8>(cell));
        different[verdict] = count;
        all[verdict] = counts.all[its.own][its.other][cell];
    }
    const auto rows = [&](const auto& matrix) {
        std::vector<std::vector<u64>> lists;
        for (const auto& row : matrix[its.own][its.other]) {
            lists.emplace_back(std::begin(row), std::end(row));
        }
        return lists;
    };
    return nb::make_tuple(different, all, rows(counts.turns), rows(counts.bans));
}

class BoundQometWaves {
public:
    BoundQometWaves(WritableBytes values, int stars, int threads, int strict_undo, int rays_only)
        : values_(std::move(values)),
          numbering_(checked_stars(stars)),
          host_(threads, none_),
          session_({strict_undo != 0, rays_only != 0}, numbering_,
                   cells_in(values_.data(), values_.size(), numbering_.index()), host_) {}

    u64 chunks() const { return numbering_.index().size / QometIndex::chunk; }

    void begin(Progress& progress) {
        run(progress, [&] { session_.solver().begin(); });
    }

    void take_back(int plies, Progress& progress) {
        run(progress, [&] { session_.solver().take_back(plies); });
    }

    /// How many boards, and boards with a ban, are decided in so many plies.
    std::pair<u64, u64> wave(int plies, Progress& progress) {
        typename QometSession<QometHost>::Solver::Wave wave;
        run(progress, [&] { wave = session_.solver().wave(plies); });
        return {wave.decided, wave.decided_with_ban};
    }

    nb::object count(Progress& progress) {
        std::unique_ptr<QometSummary> summary;
        run(progress, [&] { summary = session_.count(); });
        nb::dict classes;
        for (int own = 0; own <= numbering_.index().stars; ++own) {
            for (int other = 0; other <= numbering_.index().stars; ++other) {
                classes[nb::make_tuple(own, other)] =
                    counts_of(summary->counts, numbering_.index().classes[own][other]);
            }
        }
        return classes;
    }

private:
    template <class Work>
    void run(Progress& progress, Work work) {
        host_.attach(progress);
        run_freely(progress, [&] {
            work();
            return true;
        });
    }

    WritableBytes values_;
    QometNumbering numbering_;
    Progress none_;
    QometHost host_;
    QometSession<QometHost> session_;
};

class BoundQometCompleteTable final : public AnyTable {
public:
    BoundQometCompleteTable(const Variant* variant, Bytes values, int stars, int strict_undo,
                            int rays_only)
        : AnyTable(variant),
          variant_(variant),
          rules_{strict_undo != 0, rays_only != 0},
          values_(std::move(values)),
          numbering_(checked_stars(stars)),
          // Nothing here writes to the values.
          cells_(cells_in(const_cast<u8*>(values_.data()), values_.size(), numbering_.index())) {}

    /// Checks a class: how many positions (boards with and without bans), how many mistakes, and a
    /// wrong board.
    nb::object verify(int own, int other, int threads, Progress& progress) const {
        const QometIndex& index = numbering_.index();
        if (own < 0 || other < 0 || own > index.stars || other > index.stars)
            throw nb::value_error("there is no such class");
        const QometChecked checked = run_freely(progress, [&] {
            QometHost host(threads, progress);
            QometSession<QometHost> session(rules_, numbering_, cells_, host);
            return session.check(index.classes[own][other]);
        });
        nb::object wrong = nb::none();
        if (checked.wrong != 0) {
            const u64 number = checked.wrong - 1;
            Words words{};
            words[0] = index.board(number, index.class_of(number));
            wrong = make_position(variant_, words);
        }
        return nb::make_tuple(checked.states, checked.mistakes, wrong);
    }

protected:
    Verdict value(const Words& words) const override {
        return value_of(unpack_words<Qomet>(words));
    }

    void values(const u64* rows, std::size_t count, Verdict* out) const override {
        for (std::size_t i = 0; i < count; ++i) out[i] = value_of(row<Qomet>(rows, i));
    }

private:
    Verdict value_of(const Qomet::Position& position) const {
        const Outcome outcome = Qomet::outcome(rules_, position);
        if (outcome.over()) return verdict::of_outcome(outcome, Qomet::seat(rules_, position));
        const u64 board = QometBoard::of(rules_, position);
        const int stars = numbering_.index().stars;
        if (count_bits(QometBoard::own(board)) > stars ||
            count_bits(QometBoard::other(board)) > stars)
            return verdict::unknown;
        const u8 cell = cells_.value(numbering_.index()(board), QometBoard::ban(position));
        // The board goes on, so its cell is no end.
        return qomet_cell::is_board(cell) ? qomet_cell::verdict_of(cell) : verdict::damaged;
    }

    const Variant* variant_;
    const Qomet::Rules rules_;
    Bytes values_;
    QometNumbering numbering_;
    QometCells cells_;
};

u64 bytes(int stars) {
    return QometNumbering(checked_stars(stars)).index().size * (sizeof(u8) + sizeof(u16));
}

}  // namespace

void add_qomet_complete_solving(nb::module_& module) {
    nb::class_<BoundQometCompleteTable, AnyTable>(module, "QometCompleteTable")
        .def(nb::init<const Variant*, Bytes, int, int, int>(), "variant"_a, "values"_a, "stars"_a,
             nb::kw_only(), "strict_undo"_a, "rays_only"_a)
        .def("verify", &BoundQometCompleteTable::verify, "own"_a, "other"_a, "threads"_a,
             "progress"_a);
    nb::class_<BoundQometWaves>(module, "QometWaves")
        .def(nb::init<WritableBytes, int, int, int, int>(), "values"_a, "stars"_a, "threads"_a,
             nb::kw_only(), "strict_undo"_a, "rays_only"_a)
        .def_prop_ro("chunks", &BoundQometWaves::chunks)
        .def("begin", &BoundQometWaves::begin, "progress"_a)
        .def("take_back", &BoundQometWaves::take_back, "plies"_a, "progress"_a)
        .def("wave", &BoundQometWaves::wave, "plies"_a, "progress"_a)
        .def("count", &BoundQometWaves::count, "progress"_a);
    module.def("qomet_complete_bytes", &bytes, "stars"_a);
}

}  // namespace quintet

// Solves all boards of Qomet, wave by wave, with an executor: threads of this machine (host.hpp) or
// a device (device.cuh).
#pragma once

#include <stdexcept>
#include <vector>

#include "waves.hpp"

namespace quintet {

template <class Executor>
class QometCompleteSolver {
public:
    /// What a wave found.
    struct Wave {
        u64 decided = 0;
        u64 decided_with_ban = 0;
    };

    /// The cells belong to the caller, in memory of the executor.
    QometCompleteSolver(const Qomet::Rules& rules, const QometNumbering& numbering,
                        const QometCells& cells, Executor& executor)
        : executor_(executor), size_(numbering.index().size) {
        graph_.moves = {rules, numbering.index().stars};
        graph_.index = executor.install(numbering);
        graph_.cells = cells;
        graph_.marks = executor.template allocate<u32>(size_ / 32);
        graph_.recent = executor.template allocate<qomet_cell::First>(chunks());
        graph_.found = executor.template allocate<u64>(executor.slots() * QometGraph::slot_size);
        executor.fill(reinterpret_cast<u8*>(graph_.recent), 0xff,
                      chunks() * sizeof(*graph_.recent));
    }

    const QometGraph& graph() const { return graph_; }
    u64 chunks() const { return size_ / QometIndex::chunk; }

    void begin() { run(QometBegin{graph_}); }

    /// Takes back what an interrupted wave has written.
    void take_back(int plies) { run(QometTakeBack{graph_, static_cast<qomet_cell::First>(plies)}); }

    /// Finds all wins, or losses, in so many plies. All waves before must be done.
    Wave wave(int plies) {
        if (plies > qomet_cell::max_plies) throw std::overflow_error("a win takes too long");
        const auto now = static_cast<qomet_cell::First>(plies);
        // The first waves decide so much that marks would be set nearly everywhere.
        const bool all = plies <= 2;
        if (!all) {
            executor_.clear(graph_.marks, size_ / 32);
            run(QometMark{graph_, static_cast<qomet_cell::First>(plies - 1)});
        }
        executor_.clear(graph_.found, executor_.slots() * QometGraph::slot_size);
        if (plies % 2 == 1) {
            run(QometFindWins{{graph_, now, all}});
        } else {
            run(QometFindLosses{{graph_, now, all}});
        }
        return sum();
    }

private:
    template <class Work>
    void run(const Work& work) {
        executor_.run(graph_.index, 0, chunks(), work);
    }

    Wave sum() const {
        std::vector<u64> found(executor_.slots() * QometGraph::slot_size);
        executor_.copy_out(found.data(), graph_.found, found.size());
        Wave wave;
        for (u64 slot = 0; slot < executor_.slots(); ++slot) {
            const u64* its = found.data() + slot * QometGraph::slot_size;
            wave.decided += its[QometGraph::decided];
            wave.decided_with_ban += its[QometGraph::decided_with_ban];
            if (its[QometGraph::impossible] != 0)
                throw std::logic_error("a side has nothing but moves that make the other's square");
        }
        return wave;
    }

    Executor& executor_;
    u64 size_;
    QometGraph graph_{};
};

}  // namespace quintet

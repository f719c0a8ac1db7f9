// The positions of a game so far, and which of them draw it when they come up again (H1).
#pragma once

#include <algorithm>
#include <vector>

#include "bits.hpp"

namespace quintet {

class Repetitions {
public:
    /// Adds a position by its hash; whether it has come up for the third time, which is a draw.
    bool add(u64 hash) {
        met_.push_back(hash);
        return times(hash) >= 3;
    }

    /// Those that came up twice.
    std::vector<u64> drawn() const {
        std::vector<u64> found;
        for (const u64 hash : met_)
            if (times(hash) >= 2) found.push_back(hash);
        return found;
    }

private:
    std::ptrdiff_t times(u64 hash) const { return std::count(met_.begin(), met_.end(), hash); }

    std::vector<u64> met_;
};

}  // namespace quintet

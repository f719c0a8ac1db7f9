// Numbers the boards of Qomet that are the same up to turning and mirroring, class by class. A
// class holds the boards with so many stars of the side to move and so many of the other.
//
// A class's boards are ordered by the stars of the side to move, of which only the least of those
// that are the same up to symmetry stand (their orbit), and then by the other's among the points
// left. Where the first have a symmetry of their own, of several equal boards the first is the one
// in use; the numbers of the others stay empty, and so do those that fill up a class's last chunk.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "../../subsets.hpp"
#include "board.hpp"

namespace quintet {

struct QometClass {
    int own;
    int other;
    u64 first;         // number of its first board
    u64 count;         // numbers, empty ones included, less those that fill up the last chunk
    u32 arrangements;  // of the other's stars, for each orbit
};

/// What numbers all boards: a view of memory that a device can have a copy of.
struct QometIndex {
    using Board = QometBoard;

    static constexpr int sizes = Board::max_stars + 1;
    static constexpr u64 chunk = 8192;  // numbers that are worked on together

    const SubsetNumbers* numbers;
    const u32* orbits;  // by size and number of a side's stars: how they become the least ones
    const u32* least;   // by size and orbit: its least stars
    int stars;
    u32 first_orbit_entry[sizes];
    u32 first_least[sizes];
    u32 below[sizes][Board::cells + 1];  // subsets of a size of the first things
    QometClass classes[sizes][sizes];
    u64 size;  // numbers in all

    // What stands in `orbits`: the number of the orbit, whether its stars have a symmetry of their
    // own, and the symmetry that leads to the least.
    static constexpr u32 symmetry_bits = 7;
    static constexpr u32 symmetric_bit = 8;
    static constexpr int orbit_shift = 4;

    /// Where a board stands, and the symmetries that lead there, one after the other.
    struct Place {
        u64 number;
        int symmetry;
        int then;

        /// A ban on the board, as a ban on the one that stands for it.
        constexpr int moved(int ban) const {
            return Board::moved_ban(Board::moved_ban(ban, symmetry), then);
        }
    };

    constexpr Place operator()(u64 board) const {
        const QometClass& its =
            classes[count_bits(Board::own(board))][count_bits(Board::other(board))];
        const u32 entry = orbits[first_orbit_entry[its.own] + (*numbers)(Board::own(board))];
        const u32 orbit = entry >> orbit_shift;
        const u32 own = least[first_least[its.own] + orbit];
        const int symmetry = static_cast<int>(entry & symmetry_bits);
        const u32 other = Board::moved(Board::other(board), symmetry);
        u32 arrangement = arrangement_of(own, other);
        int then = 0;
        if ((entry & symmetric_bit) != 0) {
            for (int image = 1; image < Board::symmetry_count; ++image) {
                if (Board::moved(own, image) != own) continue;
                const u32 its_number = arrangement_of(own, Board::moved(other, image));
                if (its_number >= arrangement) continue;
                arrangement = its_number;
                then = image;
            }
        }
        return {its.first + u64{orbit} * its.arrangements + arrangement, symmetry, then};
    }

    /// The class of a number, or of the chunk it is in.
    constexpr const QometClass& class_of(u64 number) const {
        int own = stars;
        int other = stars;
        while (own > 0 && classes[own][0].first > number) --own;
        while (other > 0 && classes[own][other].first > number) --other;
        return classes[own][other];
    }

    constexpr u64 board(u64 number, const QometClass& its) const {
        const u64 place = number - its.first;
        const u32 own = least[first_least[its.own] + place / its.arrangements];
        u32 left = static_cast<u32>(place % its.arrangements);
        // The subset with this number, spread over the points that are free, from above.
        u32 free = ~own & Board::points;
        u32 other = 0;
        int thing = Board::cells - its.own;
        int wanted = its.other;
        for (u32 point = 1U << (Board::cells - 1); wanted > 0; point >>= 1) {
            if ((free & point) == 0) continue;
            --thing;
            if (below[wanted][thing] > left) continue;
            left -= below[wanted][thing];
            --wanted;
            other |= point;
        }
        return Board::joined(own, other);
    }

private:
    constexpr u32 arrangement_of(u32 own, u32 other) const {
#if defined(QUINTET_BMI2)
        return (*numbers)(static_cast<u32>(gather_bits(other, ~own & Board::points)));
#else
        u32 sum = 0;
        int lower = 0;
        for (; other != 0; other &= other - 1) {
            sum += below[++lower][count_bits(~own & ((other & -other) - 1))];
        }
        return sum;
#endif
    }
};

/// The memory of an index on the host.
class QometNumbering {
public:
    using Board = QometBoard;

    explicit QometNumbering(int stars) : numbers_(std::make_unique<SubsetNumbers>()) {
        index_.stars = stars;
        for (int size = 0; size <= stars; ++size) find_orbits(size);
        index_.numbers = numbers_.get();
        index_.orbits = orbits_.data();
        index_.least = least_.data();
        for (int size = 0; size < QometIndex::sizes; ++size) {
            for (int things = 0; things <= Board::cells; ++things) {
                index_.below[size][things] = static_cast<u32>(subset_count(things, size));
            }
        }
        for (int own = 0; own <= stars; ++own) {
            for (int other = 0; other <= stars; ++other) add_class(own, other);
        }
    }

    const QometIndex& index() const { return index_; }
    const SubsetNumbers& numbers() const { return *numbers_; }
    const std::vector<u32>& orbits() const { return orbits_; }
    const std::vector<u32>& least() const { return least_; }

private:
    void add_class(int own, int other) {
        const u64 last = own < index_.stars ? index_.first_least[own + 1] : least_.size();
        const u64 orbits = last - index_.first_least[own];
        const u64 arrangements = subset_count(Board::cells - own, other);
        const u64 count = orbits * arrangements;
        index_.classes[own][other] = {own, other, index_.size, count,
                                      static_cast<u32>(arrangements)};
        index_.size += (count + QometIndex::chunk - 1) / QometIndex::chunk * QometIndex::chunk;
    }

    /// In ascending order the least of an orbit comes first.
    void find_orbits(int size) {
        const u64 first_entry = orbits_.size();
        const u64 first_least = least_.size();
        index_.first_orbit_entry[size] = static_cast<u32>(first_entry);
        index_.first_least[size] = static_cast<u32>(first_least);
        u32 set = (1U << size) - 1;
        const u64 count = subset_count(Board::cells, size);
        for (u64 number = 0; number < count; ++number, set = next_subset(set)) {
            u32 least = set;
            u32 to_least = 0;
            u32 symmetric = 0;
            for (int symmetry = 1; symmetry < Board::symmetry_count; ++symmetry) {
                const u32 image = Board::moved(set, symmetry);
                if (image == set) symmetric = QometIndex::symmetric_bit;
                if (image >= least) continue;
                least = image;
                to_least = static_cast<u32>(symmetry);
            }
            const u32 orbit =
                least == set ? static_cast<u32>(least_.size() - first_least)
                             : orbits_[first_entry + (*numbers_)(least)] >> QometIndex::orbit_shift;
            if (least == set) least_.push_back(set);
            orbits_.push_back(orbit << QometIndex::orbit_shift | symmetric | to_least);
        }
    }

    std::unique_ptr<SubsetNumbers> numbers_;
    std::vector<u32> orbits_;
    std::vector<u32> least_;
    QometIndex index_{};
};

}  // namespace quintet

// Boards and moves of Qomet as text, for programs without Python (docs/rules/notation.md).
#pragma once

#include <string>

#include "board.hpp"

namespace quintet::qomet_text {

/// The place of a point on the plane, from 0 to 6 each way.
struct Spot {
    int x;
    int y;
};

constexpr Spot spot_of(int point) {
    constexpr int xs[] = {-1, 0, 1, 1, 1, 0, -1, -1};
    constexpr int ys[] = {-1, -1, -1, 0, 1, 1, 1, 0};
    if (point == QometBoard::cells - 1) return {3, 3};
    const int size = 3 - point / 8;
    return {3 + size * xs[point % 8], 3 + size * ys[point % 8]};
}

inline std::string point(int place) {
    const Spot spot = spot_of(place);
    return {static_cast<char>('a' + spot.x), static_cast<char>('1' + spot.y)};
}

inline std::string move(int move) {
    const qomet::Step step = qomet::step(move);
    if (step.from == 0) return point(lowest_bit(step.to));
    return point(lowest_bit(step.from)) + "-" + (step.to == 0 ? "off" : point(lowest_bit(step.to)));
}

/// A position text with x to move.
inline std::string position(u64 board, int ban) {
    std::string text;
    for (int y = 6; y >= 0; --y) {
        for (int x = 0; x < 7; ++x) {
            for (int place = 0; place < QometBoard::cells; ++place) {
                if (spot_of(place).x != x || spot_of(place).y != y) continue;
                const bool own = (board >> place & 1) != 0;
                text += own ? 'x' : (board >> (32 + place) & 1) != 0 ? 'o' : '.';
            }
        }
        if (y > 0) text += '/';
    }
    return text + " x " + (ban == 0 ? "-" : move(QometBoard::banned_move(ban)));
}

}  // namespace quintet::qomet_text

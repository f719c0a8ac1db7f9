// A batch on a device: what `BatchOf` (native/env/batch.hpp) does with random legal moves and a
// reset in the same step, a thread a game. The arrays have the same layout.
#pragma once

#include "env/batch.hpp"

namespace quintet::device {

inline constexpr int block = 128;  // games; arrays are made for whole blocks

/// A batch's arrays, and what it remembers. All of it is on the device.
struct Games {
    BatchArrays out;
    Random* randoms;
    u64* positions;   // by ply, word and game, if repetition counts
    u16* signatures;  // by ply and game
};

/// A few bits of a hash, which are quick to compare: most positions differ in them.
template <class Position>
constexpr u16 signature(const Position& position) {
    return static_cast<u16>(hash_of(position) >> 48);
}

/// A game's memory of its positions (H1). Games next to each other are next to each other here, so
/// that the threads of a warp read whole lines.
template <Game G>
class Memory {
    static constexpr std::size_t words = sizeof(typename G::Position) / sizeof(u64);

public:
    constexpr Memory(const Games& games, std::size_t count, std::size_t game)
        : positions_(games.positions + game), signatures_(games.signatures + game), count_(count) {}

    constexpr void add(int ply, const typename G::Position& position) {
        const auto row = static_cast<std::size_t>(ply);
        const auto its_words = words_of(position);
        for (std::size_t i = 0; i < words; ++i) {
            positions_[(row * words + i) * count_] = its_words[i];
        }
        signatures_[row * count_] = signature(position);
    }

    /// Whether a position that is new after so many plies came up twice before.
    constexpr bool is_third(int ply, const typename G::Position& position) const {
        const u16 sought = signature(position);
        int alike = 0;
        for (int i = 0; i < ply; ++i) {
            alike += signatures_[static_cast<std::size_t>(i) * count_] == sought;
        }
        return alike >= 2 && times(ply, position) >= 2;
    }

private:
    constexpr int times(int ply, const typename G::Position& position) const {
        const auto sought = words_of(position);
        int times = 0;
        for (int i = 0; i < ply; ++i) {
            bool same = true;
            for (std::size_t word = 0; word < words; ++word) {
                const std::size_t row = static_cast<std::size_t>(i) * words + word;
                same = same && positions_[row * count_] == sought[word];
            }
            times += same;
        }
        return times;
    }

    u64* positions_;
    u16* signatures_;
    std::size_t count_;
};

/// Rows of bits that a block writes as rows of bytes: all threads together, eight bytes each, so
/// that stores are whole and aligned.
template <int Width>
struct Rows {
    static constexpr int words = (Width + 63) / 64;
    static_assert(Width >= 8);  // so that eight bytes belong to two rows at most

    u64 bits[block][words];

    /// Up to eight bits of a row.
    constexpr u64 eight(int row, int from) const {
        const int word = from / 64;
        const int shift = from % 64;
        u64 found = bits[row][word] >> shift;
        if (shift > 56 && word + 1 < words) found |= bits[row][word + 1] << (64 - shift);
        return found;
    }

    __device__ void write(u8* out) const {
        u64* const to = reinterpret_cast<u64*>(out + std::size_t{blockIdx.x} * block * Width);
        for (int i = static_cast<int>(threadIdx.x); i < block * Width / 8; i += block) {
            const int row = 8 * i / Width;
            const int from = 8 * i % Width;
            u64 found = eight(row, from);
            if (from + 8 > Width) found |= eight(row + 1, 0) << (Width - from);
            to[i] = bytes_of_bits(found);
        }
    }
};

/// The rows of a block in memory that its threads share.
template <Game G>
struct Shown {
    static constexpr int observed = Observation<G>::planes * G::cell_count;

    Rows<G::vocabulary> masks;
    Rows<observed> observations;

    __device__ void show(const typename G::Rules& rules, const typename G::Position& position,
                         const MoveSet<G::vocabulary>& moves, const BatchArrays& out) {
        const auto row = threadIdx.x;
        for (int i = 0; i < masks.words; ++i) masks.bits[row][i] = moves.word(i);
        for (u64& word : observations.bits[row]) word = 0;
        const int seat = G::seat(rules, position);
        Observation<G>::write(rules, position, seat, observations.bits[row]);
        out.seats[std::size_t{blockIdx.x} * block + row] = static_cast<i8>(seat);
        __syncthreads();
        masks.write(out.masks);
        observations.write(out.observations);
    }
};

template <class Position>
constexpr void store(u64* states, std::size_t game, const Position& position) {
    const auto words = words_of(position);
    for (std::size_t i = 0; i < words.size(); ++i) states[game * words.size() + i] = words[i];
}

template <class Position>
constexpr Position load(const u64* states, std::size_t game) {
    std::array<u64, sizeof(Position) / sizeof(u64)> words{};
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = states[game * words.size() + i];
    return std::bit_cast<Position>(words);
}

/// The reward of a seat (see `Rewards`, whose arithmetic is done on the host).
struct RewardTable {
    float of_halves[3];
};

template <Game G>
__global__ void begin(typename G::Rules rules, BatchSettings settings, Games games, u64 seed) {
    __shared__ Shown<G> shown;
    const std::size_t game = std::size_t{blockIdx.x} * block + threadIdx.x;
    const auto position = G::start(rules);
    games.randoms[game] = Random(mix(seed) ^ game);
    games.out.plies[game] = 0;
    store(games.out.states, game, position);
    if (settings.repetition) Memory<G>(games, settings.games, game).add(0, position);
    shown.show(rules, position, G::legal(rules, position), games.out);
}

/// Plays a random legal move in every game.
template <Game G>
__global__ void step(typename G::Rules rules, BatchSettings settings, RewardTable rewards,
                     Games games) {
    __shared__ Shown<G> shown;
    const std::size_t game = std::size_t{blockIdx.x} * block + threadIdx.x;
    const BatchArrays& out = games.out;
    Memory<G> memory(games, settings.games, game);
    auto position = load<typename G::Position>(out.states, game);
    auto moves = G::legal(rules, position);
    const int rank = games.randoms[game].below(moves.count());
    position = G::play(rules, position, moves.nth(rank));
    moves = G::legal(rules, position);
    int plies = out.plies[game] + 1;
    u8 reason = 0;
    Outcome outcome;
    if (moves.empty()) {
        outcome = G::outcome(rules, position);
        reason = static_cast<u8>(outcome.reason);
    } else if (settings.repetition && memory.is_third(plies, position)) {
        reason = ended_by_repetition;
    } else if (plies >= settings.limit) {
        reason = ended_by_limit;
    }
    out.reasons[game] = reason;
    out.truncated[game] = reason == ended_by_limit;
    out.terminated[game] = reason != 0 && reason != ended_by_limit;
    for (int seat = 0; seat < G::seat_count; ++seat) {
        const int halves = outcome.halves[static_cast<std::size_t>(seat)];
        out.rewards[game * G::seat_count + static_cast<std::size_t>(seat)] =
            outcome.over() ? rewards.of_halves[halves] : 0;
    }
    if (reason != 0) {
        store(out.final_states, game, position);
        position = G::start(rules);
        moves = G::legal(rules, position);
        plies = 0;
    }
    if (settings.repetition) memory.add(plies, position);
    out.plies[game] = plies;
    store(out.states, game, position);
    shown.show(rules, position, moves, out);
}

}  // namespace quintet::device

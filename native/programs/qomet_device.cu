// Qomet on a device: plays the same random games on device and host, numbers the canonical
// positions of all moves, and compares the sums. Reports whether they agree, or that there is no
// device. To build it:
//
//   nvcc -std=c++20 --expt-relaxed-constexpr -I native native/programs/qomet_device.cu

#include <cstdio>
#include <memory>
#include <vector>

#include "games/qomet.hpp"
#include "playout.hpp"
#include "solve/subsets.hpp"

namespace quintet {
namespace {

constexpr int games = 4096;
constexpr int max_game_plies = 200;
constexpr int block = 128;

/// The number of a position among those with as many stars of either side and the same ban: the
/// starter's stars among all points, then the other's among the points left.
constexpr u64 number_of(const SubsetNumbers& numbers, const Qomet::Position& position) {
    constexpr u64 points = (1ULL << Qomet::cell_count) - 1;
    const u64 starter = position.word & points;
    const u64 other = position.word >> 32 & points;
    const u64 left = points & ~starter;
    const u64 arrangements = subset_count(count_bits(left), count_bits(other));
    return numbers(static_cast<u32>(starter)) * arrangements +
           numbers(static_cast<u32>(gather_bits(other, left)));
}

/// Plays a random game; sums up the numbers of all its moves' positions, up to symmetry.
constexpr u64 walk(const Qomet::Rules& rules, const SubsetNumbers& numbers, u64 seed) {
    Random random(seed);
    Qomet::Position position = Qomet::start(rules);
    u64 sum = 0;
    for (int ply = 0; ply < max_game_plies; ++ply) {
        const auto moves = Qomet::legal(rules, position);
        if (moves.empty()) break;
        moves.each([&](int move) {
            const auto next = Qomet::canonical(rules, Qomet::play(rules, position, move));
            sum = mix(sum ^ number_of(numbers, next)) + hash_of(next);
        });
        position = Qomet::play(rules, position, moves.nth(random.below(moves.count())));
    }
    return sum + Qomet::outcome(rules, position).halves[0];
}

__global__ void walk_all(Qomet::Rules rules, const SubsetNumbers* numbers, u64* sums) {
    const int game = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (game < games) sums[game] = walk(rules, *numbers, static_cast<u64>(game));
}

/// The sums as the device finds them; none if something fails there.
std::vector<u64> found_there(const Qomet::Rules& rules, const SubsetNumbers& numbers) {
    std::vector<u64> sums(games);
    const std::size_t size = sums.size() * sizeof(u64);
    SubsetNumbers* numbers_there = nullptr;
    u64* sums_there = nullptr;
    cudaMalloc(&numbers_there, sizeof numbers);
    cudaMalloc(&sums_there, size);
    cudaMemcpy(numbers_there, &numbers, sizeof numbers, cudaMemcpyHostToDevice);
    walk_all<<<(games + block - 1) / block, block>>>(rules, numbers_there, sums_there);
    cudaMemcpy(sums.data(), sums_there, size, cudaMemcpyDeviceToHost);
    cudaFree(numbers_there);
    cudaFree(sums_there);
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return sums;
    std::printf("%s\n", cudaGetErrorString(error));
    return {};
}

std::vector<u64> found_here(const Qomet::Rules& rules, const SubsetNumbers& numbers) {
    std::vector<u64> sums;
    for (u64 game = 0; game < games; ++game) sums.push_back(walk(rules, numbers, game));
    return sums;
}

}  // namespace
}  // namespace quintet

int main() {
    using namespace quintet;
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::puts("There is no device.");
        return 0;
    }
    const auto numbers = std::make_unique<SubsetNumbers>();
    for (const bool strict : {false, true}) {
        for (const bool rays : {false, true}) {
            const Qomet::Rules rules{strict, rays};
            if (found_there(rules, *numbers) != found_here(rules, *numbers)) {
                std::printf("strict %d, rays %d: the device says something else.\n", strict, rays);
                return 1;
            }
        }
    }
    std::printf("%d games of each kind: the device says the same.\n", games);
    return 0;
}

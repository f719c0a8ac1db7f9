// Steps a second of batches on a device, checked against `BatchOf` on the host: after every so many
// steps all arrays must be the same, byte for byte. Prints a line of JSON a game and size.
//
//   nvcc -std=c++20 -O3 --expt-relaxed-constexpr -arch=native -I native bench/device/steps.cu
//   ./a.out STEPS GAMES...       the host plays along in the first size only
//
// Ends with 1 if something differs, with 2 if there is no device.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "batch.cuh"
#include "env/observations/cubulus.hpp"
#include "env/observations/qomet.hpp"
#include "env/observations/quantik.hpp"
#include "env/observations/quarto.hpp"
#include "env/observations/quixo.hpp"

namespace quintet::device {
namespace {

constexpr u64 seed = 7;
constexpr int limit = 400;  // as `quintet.env.Batch`
constexpr int rounds = 5;
constexpr int steps_checked = 500;  // more than the limit

void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(2);
}

/// An array on the device.
template <class Item>
class Array {
public:
    explicit Array(std::size_t size) : size_(size) {
        check(cudaMalloc(&items_, size * sizeof(Item)));
        check(cudaMemset(items_, 0, size * sizeof(Item)));
    }
    ~Array() { cudaFree(items_); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    Item* get() const { return items_; }

    bool equals(const std::vector<Item>& expected) const {
        std::vector<Item> found(size_);
        check(cudaMemcpy(found.data(), items_, size_ * sizeof(Item), cudaMemcpyDeviceToHost));
        return found == expected;
    }

private:
    Item* items_ = nullptr;
    std::size_t size_;
};

/// The arrays of a batch, in memory of one kind.
template <template <class> class Memory, Game G>
struct Arrays {
    static constexpr std::size_t words = sizeof(typename G::Position) / sizeof(u64);

    explicit Arrays(std::size_t n)
        : states(n * words),
          final_states(n * words),
          observations(n * Shown<G>::observed),
          masks(n * G::vocabulary),
          seats(n),
          rewards(n * G::seat_count),
          terminated(n),
          truncated(n),
          reasons(n),
          plies(n) {}

    Memory<u64> states, final_states;
    Memory<u8> observations, masks;
    Memory<i8> seats;
    Memory<float> rewards;
    Memory<u8> terminated, truncated, reasons;
    Memory<i32> plies;
};

template <class Item>
using OnHost = std::vector<Item>;

template <class All, class Get>
BatchArrays pointers(All& all, Get get) {
    return {get(all.states),  get(all.final_states), get(all.observations), get(all.masks),
            get(all.seats),   get(all.rewards),      get(all.terminated),   get(all.truncated),
            get(all.reasons), get(all.plies)};
}

/// Games on the device.
template <Game G>
class DeviceBatch {
public:
    DeviceBatch(const typename G::Rules& rules, const BatchSettings& settings)
        : rules_(rules),
          settings_(settings),
          arrays_(settings.games),
          randoms_(settings.games),
          positions_(remembered() * sizeof(typename G::Position) / sizeof(u64)),
          signatures_(remembered()),
          games_{pointers(arrays_, [](auto& array) { return array.get(); }),
                 reinterpret_cast<Random*>(randoms_.get()), positions_.get(), signatures_.get()} {
        static_assert(sizeof(Random) == sizeof(u64));
        const Rewards rewards(settings.sides);
        for (std::size_t i = 0; i < 3; ++i) rewards_.of_halves[i] = rewards.of_halves[i];
        begin<G><<<blocks(), block>>>(rules_, settings_, games_, seed);
        check(cudaDeviceSynchronize());
    }

    void play(int steps) {
        for (int i = 0; i < steps; ++i) {
            step<G><<<blocks(), block>>>(rules_, settings_, rewards_, games_);
        }
        check(cudaDeviceSynchronize());
    }

    bool equals(const Arrays<OnHost, G>& host) const {
        return arrays_.states.equals(host.states) &&
               arrays_.final_states.equals(host.final_states) &&
               arrays_.observations.equals(host.observations) && arrays_.masks.equals(host.masks) &&
               arrays_.seats.equals(host.seats) && arrays_.rewards.equals(host.rewards) &&
               arrays_.terminated.equals(host.terminated) &&
               arrays_.truncated.equals(host.truncated) && arrays_.reasons.equals(host.reasons) &&
               arrays_.plies.equals(host.plies);
    }

private:
    unsigned blocks() const { return static_cast<unsigned>(settings_.games / block); }

    std::size_t remembered() const {
        return settings_.repetition ? settings_.games * (limit + 1) : 1;
    }

    typename G::Rules rules_;
    BatchSettings settings_;
    Arrays<Array, G> arrays_;
    Array<u64> randoms_;
    Array<u64> positions_;
    Array<u16> signatures_;
    Games games_;
    RewardTable rewards_{};
};

template <class Run>
double seconds(Run run) {
    const auto began = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

/// Games on the host, by one thread.
template <Game G>
class HostBatch {
public:
    HostBatch(const typename G::Rules& rules, const BatchSettings& settings)
        : arrays(settings.games),
          actions_(settings.games),
          batch_(rules, settings, pointers(arrays, [](auto& array) { return array.data(); })) {
        batch_.reset(seed);
    }

    void play(int steps) {
        for (int i = 0; i < steps; ++i) {
            batch_.sample(actions_.data());
            batch_.step(actions_.data(), nullptr);
        }
    }

    Arrays<OnHost, G> arrays;

private:
    std::vector<i64> actions_;
    BatchOf<G> batch_;
};

/// Plays the same games on both; returns the host's steps a second, or 0 if something differs.
template <Game G>
double compare(const typename G::Rules& rules, const BatchSettings& settings) {
    DeviceBatch<G> there(rules, settings);
    HostBatch<G> here(rules, settings);
    double spent = 0;
    for (const int steps : {1, 2, steps_checked}) {
        there.play(steps);
        spent = seconds([&] { here.play(steps); });
        if (!there.equals(here.arrays)) return 0;
    }
    return static_cast<double>(settings.games) * steps_checked / spent;
}

template <Game G>
double measure(const typename G::Rules& rules, const BatchSettings& settings, int steps) {
    DeviceBatch<G> there(rules, settings);
    there.play(steps_checked);  // by then games have different lengths
    double best = 0;
    for (int i = 0; i < rounds; ++i) {
        const double spent = seconds([&] { there.play(steps); });
        best = std::max(best, static_cast<double>(settings.games) * steps / spent);
    }
    return best;
}

struct Request {
    int steps;
    std::vector<std::size_t> sizes;
};

/// Whether the device played the same games as the host.
template <Game G>
bool report(const char* name, const typename G::Rules& rules, int sides, bool repetition,
            const Request& request) {
    BatchSettings settings{0, 1, sides, limit, 0, repetition, Autoreset::same_step};
    bool same = true;
    for (const std::size_t games : request.sizes) {
        settings.games = games;
        const bool first = games == request.sizes.front();
        const double host = first ? compare<G>(rules, settings) : -1;
        same = same && host != 0;
        const double device = measure<G>(rules, settings, request.steps);
        std::printf("{\"game\": \"%s\", \"games\": %zu, \"device\": %.0f", name, games, device);
        if (first) std::printf(", \"host\": %.0f, \"same\": %s", host, same ? "true" : "false");
        std::puts("}");
        std::fflush(stdout);
    }
    return same;
}

bool report_all(const Request& request) {
    bool same = report<Quantik>("quantik", {}, 2, false, request);
    same &= report<Quarto<false>>("quarto", {15, false, false}, 2, false, request);
    same &= report<Quarto<true>>("quarto spoken", {15, false, false}, 2, false, request);
    same &= report<Qomet>("qomet", {}, 2, true, request);
    same &= report<Cubulus<2>>("cubulus", {}, 2, true, request);
    same &= report<Cubulus<3>>("cubulus for three", {}, 3, true, request);
    same &= report<Quixo<3, 2>>("quixo 3x3", {}, 2, true, request);
    same &= report<Quixo<4, 2>>("quixo 4x4", {}, 2, true, request);
    same &= report<Quixo<5, 2>>("quixo 5x5", {}, 2, true, request);
    same &= report<Quixo<5, 4>>("quixo for four", {}, 2, true, request);
    return same;
}

}  // namespace
}  // namespace quintet::device

int main(int count, char** arguments) {
    using namespace quintet::device;
    Request request{count > 1 ? std::atoi(arguments[1]) : 100, {}};
    for (int i = 2; i < count; ++i) {
        const auto games = static_cast<std::size_t>(std::strtoull(arguments[i], nullptr, 10));
        request.sizes.push_back((games + block - 1) / block * block);
    }
    if (request.sizes.empty()) request.sizes = {8192};
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::puts("There is no device.");
        return 2;
    }
    return report_all(request) ? 0 : 1;
}

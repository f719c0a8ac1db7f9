// Where the passes of a solver run: on the threads of this machine, or on a CUDA device. A pass is
// a function object that can be copied there and called there, so that one source serves both.
#pragma once

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "portable.hpp"
#include "workers.hpp"

namespace quintet {

/// The threads of this machine.
class HostExecutor {
public:
    explicit HostExecutor(int threads) : threads_(threads) {}

    std::string name() const { return "host, " + std::to_string(threads_) + " threads"; }

    template <class Value>
    Value* allocate(u64 count) {
        return static_cast<Value*>(::operator new(count * sizeof(Value)));
    }
    template <class Value>
    void release(Value* values) {
        ::operator delete(values);
    }
    template <class Value>
    void write(Value* there, const Value* here, u64 count) {
        std::memcpy(there, here, count * sizeof(Value));
    }
    template <class Value>
    void read(Value* here, const Value* there, u64 count) {
        std::memcpy(here, there, count * sizeof(Value));
    }
    template <class Value>
    void clear(Value* there, u64 count) {
        std::memset(there, 0, count * sizeof(Value));
    }

    /// Calls `pass(number)` for all numbers below `count`.
    template <class Pass>
    void each(u64 count, const Pass& pass) {
        share_work(count, chunk, threads_, progress_, [&](u64 from, u64 to, int) {
            for (u64 number = from; number < to; ++number) pass(number);
        });
    }

    /// Calls `pass.use(number)` for the numbers below `count` for which `pass.test(number)` holds.
    template <class Pass>
    void each_chosen(u64 count, const Pass& pass) {
        share_work(count, chunk, threads_, progress_, [&](u64 from, u64 to, int) {
            for (u64 number = from; number < to; ++number) {
                if (pass.test(number)) pass.use(number);
            }
        });
    }

    /// How many numbers below `count` fall into each of so many bins, by `pass(number)`; those for
    /// which it says `bin_count` or more into none.
    template <class Pass>
    std::vector<u64> tally(u64 count, std::size_t bin_count, const Pass& pass) {
        std::vector<std::vector<u64>> shares(static_cast<std::size_t>(threads_),
                                             std::vector<u64>(bin_count));
        share_work(count, chunk, threads_, progress_, [&](u64 from, u64 to, int worker) {
            auto& bins = shares[static_cast<std::size_t>(worker)];
            for (u64 number = from; number < to; ++number) {
                const auto bin = static_cast<std::size_t>(pass(number));
                if (bin < bin_count) ++bins[bin];
            }
        });
        std::vector<u64> sum(bin_count);
        for (const auto& bins : shares) {
            for (std::size_t bin = 0; bin < bin_count; ++bin) sum[bin] += bins[bin];
        }
        return sum;
    }

private:
    static constexpr u64 chunk = 4096;

    int threads_;
    Progress progress_;
};

#if defined(__CUDACC__)

namespace device {

inline constexpr int block = 256;
inline constexpr int tile = 4096;  // numbers that a block looks through at a time

template <class Pass>
__global__ void each(u64 count, Pass pass) {
    const u64 step = u64{gridDim.x} * blockDim.x;
    for (u64 number = u64{blockIdx.x} * blockDim.x + threadIdx.x; number < count; number += step) {
        pass(number);
    }
}

/// Few numbers are chosen in most passes, so a block gathers those of a tile before it works on
/// them: all its threads are busy then.
template <class Pass>
__global__ void each_chosen(u64 count, Pass pass) {
    __shared__ unsigned short chosen[tile];
    __shared__ unsigned size;
    const u64 tiles = (count + tile - 1) / tile;
    for (u64 at = blockIdx.x; at < tiles; at += gridDim.x) {
        const u64 first = at * tile;
        if (threadIdx.x == 0) size = 0;
        __syncthreads();
        for (int offset = static_cast<int>(threadIdx.x); offset < tile; offset += block) {
            const u64 number = first + static_cast<u64>(offset);
            if (number < count && pass.test(number)) {
                chosen[atomicAdd(&size, 1U)] = static_cast<unsigned short>(offset);
            }
        }
        __syncthreads();
        for (unsigned i = threadIdx.x; i < size; i += block) pass.use(first + chosen[i]);
        __syncthreads();
    }
}

template <class Pass>
__global__ void tally(u64 count, unsigned bin_count, u64* sums, Pass pass) {
    extern __shared__ unsigned bins[];
    for (unsigned bin = threadIdx.x; bin < bin_count; bin += block) bins[bin] = 0;
    __syncthreads();
    const u64 step = u64{gridDim.x} * blockDim.x;
    for (u64 number = u64{blockIdx.x} * blockDim.x + threadIdx.x; number < count; number += step) {
        const unsigned bin = pass(number);
        if (bin < bin_count) atomicAdd(&bins[bin], 1U);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < bin_count; bin += block) {
        if (bins[bin] != 0) shared::fetch_add(&sums[bin], bins[bin]);
    }
}

}  // namespace device

/// A CUDA device.
class DeviceExecutor {
public:
    DeviceExecutor() {
        cudaDeviceProp properties{};
        check(cudaGetDeviceProperties(&properties, 0));
        name_ = properties.name;
        blocks_ = static_cast<unsigned>(properties.multiProcessorCount) * 32;
    }

    const std::string& name() const { return name_; }

    template <class Value>
    Value* allocate(u64 count) {
        Value* values = nullptr;
        check(cudaMalloc(&values, count * sizeof(Value)));
        return values;
    }
    template <class Value>
    void release(Value* values) {
        check(cudaFree(values));
    }
    template <class Value>
    void write(Value* there, const Value* here, u64 count) {
        check(cudaMemcpy(there, here, count * sizeof(Value), cudaMemcpyHostToDevice));
    }
    template <class Value>
    void read(Value* here, const Value* there, u64 count) {
        check(cudaMemcpy(here, there, count * sizeof(Value), cudaMemcpyDeviceToHost));
    }
    template <class Value>
    void clear(Value* there, u64 count) {
        check(cudaMemset(there, 0, count * sizeof(Value)));
    }
    template <class Pass>
    void each(u64 count, const Pass& pass) {
        device::each<<<blocks_, device::block>>>(count, pass);
        finish();
    }
    template <class Pass>
    void each_chosen(u64 count, const Pass& pass) {
        device::each_chosen<<<blocks_, device::block>>>(count, pass);
        finish();
    }

    template <class Pass>
    std::vector<u64> tally(u64 count, std::size_t bin_count, const Pass& pass) {
        u64* sums = allocate<u64>(bin_count);
        clear(sums, bin_count);
        device::tally<<<blocks_, device::block, bin_count * sizeof(unsigned)>>>(
            count, static_cast<unsigned>(bin_count), sums, pass);
        finish();
        std::vector<u64> found(bin_count);
        read(found.data(), sums, bin_count);
        release(sums);
        return found;
    }

private:
    static void finish() {
        check(cudaGetLastError());
        check(cudaDeviceSynchronize());
    }

    static void check(cudaError_t error) {
        if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
    }

    std::string name_;
    unsigned blocks_ = 1;
};

#endif

}  // namespace quintet

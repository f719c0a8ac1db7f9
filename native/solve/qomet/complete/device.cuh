// Runs works over all numbers of Qomet's boards on a CUDA device.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "index.hpp"

namespace quintet {

namespace qomet_device {

inline constexpr u32 threads = 256;
inline constexpr u64 slot_count = 64;

/// A block a chunk: first all threads look which numbers need work, then they share these, so that
/// none waits for others where few do.
template <class Work>
__global__ void run_chunks(const QometIndex* index, u64 first_chunk, Work work) {
    __shared__ u16 wanted[QometIndex::chunk];
    __shared__ u32 count;
    const u64 chunk = first_chunk + blockIdx.x;
    if (work.skips(chunk)) return;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    const u64 first = chunk * QometIndex::chunk;
    for (u32 i = threadIdx.x; i < QometIndex::chunk; i += threads) {
        if (work.wants(first + i)) wanted[atomicAdd(&count, 1U)] = static_cast<u16>(i);
    }
    __syncthreads();
    if (count == 0) return;
    const QometClass its = index->class_of(first);
    for (u32 i = threadIdx.x; i < count; i += threads) {
        work.use(first + wanted[i], its, blockIdx.x % slot_count);
    }
}

template <class Work>
__global__ void run_each(u64 total, Work work) {
    const u64 i = u64{blockIdx.x} * threads + threadIdx.x;
    if (i < total) work(i, blockIdx.x % slot_count);
}

}  // namespace qomet_device

class QometDevice {
public:
    static constexpr const char* name = "cuda";

    QometDevice() = default;
    ~QometDevice() {
        for (void* memory : memory_) cudaFree(memory);
    }
    QometDevice(const QometDevice&) = delete;
    QometDevice& operator=(const QometDevice&) = delete;

    static u64 slots() { return qomet_device::slot_count; }

    /// Memory that works can use, all zero; it is freed with the executor.
    template <class Item>
    Item* allocate(u64 count) {
        void* memory = nullptr;
        check(cudaMalloc(&memory, count * sizeof(Item)));
        memory_.push_back(memory);
        check(cudaMemset(memory, 0, count * sizeof(Item)));
        return static_cast<Item*>(memory);
    }

    template <class Item>
    static void clear(Item* items, u64 count) {
        check(cudaMemset(items, 0, count * sizeof(Item)));
    }

    static void fill(u8* items, u8 value, u64 count) { check(cudaMemset(items, value, count)); }

    template <class Item>
    static void copy_in(Item* to, const Item* from, u64 count) {
        check(cudaMemcpy(to, from, count * sizeof(Item), cudaMemcpyHostToDevice));
    }

    template <class Item>
    static void copy_out(Item* to, const Item* from, u64 count) {
        check(cudaMemcpy(to, from, count * sizeof(Item), cudaMemcpyDeviceToHost));
    }

    /// An index that works can use.
    const QometIndex* install(const QometNumbering& numbering) {
        QometIndex there = numbering.index();
        there.numbers = copied(&numbering.numbers(), 1);
        there.orbits = copied(numbering.orbits().data(), numbering.orbits().size());
        there.least = copied(numbering.least().data(), numbering.least().size());
        return copied(&there, 1);
    }

    /// Runs a work over the numbers of some chunks.
    template <class Work>
    void run(const QometIndex* index, u64 first_chunk, u64 chunks, const Work& work) {
        if (chunks == 0) return;
        qomet_device::run_chunks<<<static_cast<u32>(chunks), qomet_device::threads>>>(
            index, first_chunk, work);
        finish();
    }

    /// Calls `work(i, slot)` for all i below a count.
    template <class Work>
    void each(u64 count, const Work& work) {
        if (count == 0) return;
        const u64 blocks = (count + qomet_device::threads - 1) / qomet_device::threads;
        qomet_device::run_each<<<static_cast<u32>(blocks), qomet_device::threads>>>(count, work);
        finish();
    }

private:
    template <class Item>
    Item* copied(const Item* items, u64 count) {
        Item* there = allocate<Item>(count);
        copy_in(there, items, count);
        return there;
    }

    static void finish() {
        check(cudaGetLastError());
        check(cudaDeviceSynchronize());
    }

    static void check(cudaError_t error) {
        if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
    }

    std::vector<void*> memory_;
};

}  // namespace quintet

// Tables that are made when compiling, and that code for a device can look up, too.
#pragma once

#include <array>

namespace quintet {

template <auto make>
inline constexpr auto table_here = make();

// Code for a device (a CUDA compiler's) sees no variables but the device's own.
#if defined(__CUDACC__)
template <auto make>
__device__ constexpr auto table_there = make();
#endif

/// What the function `make` returns, worked out once. The function must be public.
template <auto make>
struct Table {
    static constexpr std::size_t size() { return std::tuple_size_v<decltype(make())>; }

    constexpr const auto& operator[](std::size_t index) const {
#if defined(__CUDA_ARCH__)
        return table_there<make>[index];
#else
        return table_here<make>[index];
#endif
    }
};

}  // namespace quintet

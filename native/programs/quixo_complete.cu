// Solves all of Quixo on a CUDA device; see quixo_complete.hpp. To build it:
//
//   nvcc -std=c++20 -O3 --expt-relaxed-constexpr -arch=native -I native -o quixo_complete \
//       native/programs/quixo_complete.cu

#include "quixo_complete.hpp"

int main(int argc, char** argv) {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::puts("There is no device.");
        return 3;
    }
    return quintet::quixo_complete::main_of(argc, argv, quintet::DeviceExecutor());
}

// The complete tablebase of Qomet on a CUDA device. To build it:
//
//   nvcc -std=c++20 -O3 --expt-relaxed-constexpr -arch=native -I native
//   native/programs/qomet_complete.cu
#include "qomet_complete.hpp"

#include "solve/qomet/complete/device.cuh"

int main(int count, char** words) {
    using namespace quintet;
    return run_qomet_program(count, words, [](const QometProgramOptions& options) {
        QometDevice device;
        return QometProgram<QometDevice>(options, device).run();
    });
}

// The complete tablebase of Qomet on the threads of this machine. To build it:
//
//   g++ -std=c++20 -O3 -march=native -pthread -I native native/programs/qomet_complete.cpp
#include "qomet_complete.hpp"

#include "solve/qomet/complete/host.hpp"

int main(int count, char** words) {
    using namespace quintet;
    return run_qomet_program(count, words, [](const QometProgramOptions& options) {
        Progress progress;
        QometHost host(options.threads, progress);
        return QometProgram<QometHost>(options, host).run();
    });
}

// Solves all of Quixo on the threads of this machine; see quixo_complete.hpp.

#include "quixo_complete.hpp"

#include <thread>

int main(int argc, char** argv) {
    const int threads = static_cast<int>(std::thread::hardware_concurrency());
    return quintet::quixo_complete::main_of(argc, argv, quintet::HostExecutor(threads));
}

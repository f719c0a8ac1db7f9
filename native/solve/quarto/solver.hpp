// Solves the openings of Quarto: all boards with so many pieces are proved one by one, and those
// with fewer follow from them.
#pragma once

#include "../../search/provers/quarto.hpp"
#include "../function_maker.hpp"
#include "table.hpp"

namespace quintet {

class QuartoSolver {
    using G = Quarto<false>;

public:
    using Board = G::Position;
    using Boards = std::vector<Board>;

    QuartoSolver(const G::Rules& rules, int threads, Progress& progress)
        : rules_(rules), threads_(threads), progress_(progress) {}

    /// All boards up to symmetry that come from these by giving and placing a piece, and on which
    /// the game goes on.
    Boards next_layer(const Boards& boards) {
        std::vector<Words> found;
        for (const Board& board : boards) {
            each_child(board, [&](const Board& child) { found.push_back(words_of(child)); });
            progress_.done.fetch_add(1, std::memory_order_relaxed);
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        Boards next;
        for (const Words& words : found) next.push_back(std::bit_cast<Board>(words));
        return next;
    }

    /// The numbers (QuartoNumber) of some boards, each proved by itself; threads share
    /// the transposition table in `shared`.
    std::vector<u8> prove(const Boards& boards, SharedSearch& shared) {
        std::vector<u8> numbers(boards.size());
        const Cancellable cancellable(shared, progress_);
        share_work(boards.size(), 1, threads_, progress_, [&](u64 board, u64, int) {
            Worker worker(shared);
            worker.begin();
            Prover<G> prover(rules_, shared, worker);
            numbers[board] = number_of(exact_score(prover, worker, boards[board]));
        });
        return numbers;
    }

    /// For each of some boards a gift that keeps its value, as G::code_in_hand has it. Call it
    /// right after their proofs, while the transposition table holds them.
    std::vector<u8> gifts(const Boards& boards, const u8* numbers, SharedSearch& shared) {
        std::vector<u8> found(boards.size());
        const Cancellable cancellable(shared, progress_);
        share_work(boards.size(), 1, threads_, progress_, [&](u64 board, u64, int) {
            Worker worker(shared);
            worker.begin();
            const int score = score_of(QuartoNumber::verdict(numbers[board]));
            const int gift = Prover<G>(rules_, shared, worker).gift(boards[board], score);
            const Board given = G::play(rules_, boards[board], gift);
            found[board] = G::code_in_hand(rules_, G::canonical(rules_, given));
        });
        return found;
    }

    /// The numbers of some boards by those of the boards with one piece more.
    std::vector<u8> derive(const Boards& boards, const QuartoTable& table) {
        std::vector<u8> numbers(boards.size());
        share_work(boards.size(), 16, threads_, progress_, [&](u64 from, u64 to, int) {
            for (u64 board = from; board < to; ++board) {
                numbers[board] = QuartoNumber::of(derived_verdict<G>(rules_, boards[board], table));
            }
        });
        return numbers;
    }

    /// The bytes of the function from the codes of boards to their numbers.
    std::vector<u8> function_of(const Boards& boards, const u8* numbers) {
        std::vector<KeyAndNumber> entries;
        u32 greatest = 1;
        for (std::size_t board = 0; board < boards.size(); ++board) {
            entries.push_back({G::code(rules_, boards[board]), numbers[board]});
            greatest = std::max(greatest, u32{numbers[board]});
        }
        const auto bits = static_cast<u32>(std::bit_width(greatest));
        return FunctionMaker(std::move(entries), bits).make(threads_, progress_);
    }

private:
    /// While in scope, stopping the work stops the proofs.
    struct Cancellable {
        Cancellable(SharedSearch& its_shared, const Progress& progress) : shared(its_shared) {
            shared.cancelled = &progress.stopped;
        }
        ~Cancellable() { shared.cancelled = nullptr; }
        Cancellable(const Cancellable&) = delete;
        Cancellable& operator=(const Cancellable&) = delete;

        SharedSearch& shared;
    };

    using Words = std::array<u64, 2>;

    template <class Use>
    void each_child(const Board& board, Use use) const {
        G::legal(rules_, board).each([&](int gift) {
            const Board given = G::play(rules_, board, gift);
            G::legal(rules_, given).each([&](int space) {
                const Board child = G::play(rules_, given, space);
                if (!G::outcome(rules_, child).over()) use(G::canonical(rules_, child));
            });
        });
    }

    /// First won, drawn or lost, then how fast.
    static int exact_score(Prover<G>& prover, const Worker& worker, const Board& board) {
        int score = prover.bound(board, 1);
        if (score <= 0) score = prover.bound(board, 0);
        if (score == 0) return 0;
        while (!worker.stopped()) {
            const int next = prover.bound(board, score > 0 ? score + 1 : score);
            if (score > 0 ? next <= score : next >= score) return score;
            score = next;
        }
        return 0;
    }

    static int score_of(Verdict verdict) {
        if (!verdict::is_decided(verdict)) return 0;
        const int score = win_score - verdict::plies(verdict);
        return verdict::is_win(verdict) ? score : -score;
    }

    static u8 number_of(int score) {
        return static_cast<u8>(score == 0 ? 0 : (win_score - std::abs(score)) / 2);
    }

    const G::Rules rules_;
    int threads_;
    Progress& progress_;
};

}  // namespace quintet

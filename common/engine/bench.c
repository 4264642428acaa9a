#include "bench.h"

#include <assert.h>
#include <string.h>

#include "fen.h"

/* Openings, middlegames, tactics, endings with and without pawns, mates, and a stalemate nearby. */
static const char *const positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 1 5",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8",
    "2r2rk1/pb1nqppp/1p2pn2/3p4/2PP4/P1Q1PN2/1P1NBPPP/2R2RK1 w - - 0 15",
    "3r1rk1/p1q2ppp/1pn1b3/4p3/4P3/1P2BN2/P1Q2PPP/3R1RK1 b - - 0 19",
    "r2q1rk1/1b2bppp/p1np1n2/1p2p3/4P3/1BN1BN2/PPP1QPPP/R2R2K1 b - - 5 13",
    "r4rk1/1b3ppp/pq2pn2/1p6/3N4/P2B4/1PQ2PPP/R4RK1 b - - 3 18",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1k1p1p/p1p2P1P/P1P1K3/1P6/8/8 w - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "6k1/5p2/6p1/8/3B4/2n3P1/5P2/6K1 w - - 0 40",
    "8/5pk1/4p1p1/3pP2p/1r3P1P/6P1/R5K1/8 w - - 0 45",
    "8/8/8/8/3k4/3p4/8/3K4 w - - 0 1",
    "8/8/8/4k3/8/8/4BN2/4K3 w - - 0 1",
    "8/8/4k3/8/8/3K4/3R4/8 w - - 0 1",
    "6k1/pp3ppp/8/2q5/8/1Q6/PP3PPP/4R1K1 w - - 0 25",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
};

void bench_run(Engine *engine, Table *table, int depth, BenchResult *result)
{
    *result = (BenchResult){.positions = sizeof positions / sizeof positions[0]};
    for (int i = 0; i < result->positions; i++) {
        Position pos;
        Line line;
        FenError error = fen_parse(positions[i], strlen(positions[i]), &pos, NULL);
        assert(error == FEN_OK);
        line_init(&line, &pos, NULL, 0);
        table_clear(table);
        engine_clear(engine);
        EngineLimits limits = {.depth = depth};
        EngineResult found;
        engine_think(engine, &line, &limits, NULL, &found);
        result->nodes += found.nodes;
    }
}

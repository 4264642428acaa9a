/* chess_rig.h - what the tests of the rules share: positions and moves from text, random games, the runner.
 *
 * Included by one test program each. Randomness is a seed in the test, printed when it fails. */
#pragma once

#include "check_rig.h"
#include "fen.h"
#include "movegen.h"
#include "notation.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For what is checked millions of times: libcheck reports each of its own assertions through a pipe. */
#define HOLDS(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg(__VA_ARGS__);                                                             \
    } while (0)

/* Sanitizers make the rules twenty times slower: then less is counted and played. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if !defined(SANITIZED) && (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__))
#define SANITIZED 1
#elif !defined(SANITIZED)
#define SANITIZED 0
#endif

#define START_FEN    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define KIWIPETE     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define COUNT(array) (sizeof(array) / sizeof *(array))

static inline Position position_from(const char *fen)
{
    Position pos;
    size_t place;
    FenError error = fen_parse(fen, strlen(fen), &pos, &place);
    ck_assert_msg(!error, "%s: %s at %zu", fen, fen_error_text(error), place);
    return pos;
}

static inline Move move_from_uci(const Position *pos, const char *uci)
{
    Move move;
    NotationError error = uci_parse(pos, uci, strlen(uci), &move);
    ck_assert_msg(!error, "%s: %s", uci, notation_error_text(error));
    return move;
}

/* xorshift64*: the state is the seed and never 0. */
static inline uint64_t random_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1dull;
}

/* Plays a random legal move; false when there is none. */
static inline bool random_move(Position *pos, uint64_t *state, Move *played)
{
    Moves moves;
    movegen_legal(pos, &moves);
    if (moves.count == 0)
        return false;
    *played = moves.at[random_next(state) % (unsigned)moves.count];
    position_play(pos, *played);
    return true;
}

static inline bool moves_have(const Moves *moves, Move move)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->at[i] == move)
            return true;
    return false;
}

static inline int run_tests(const char *name, const TTest *const *tests, size_t count)
{
    attacks_init();
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 120);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

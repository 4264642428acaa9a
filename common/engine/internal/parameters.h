/* parameters.h - the numbers of the search that are tuned by games: margins in centipawns, reductions in quarters of a
 * ply, weights of histories. Inside the engine only.
 *
 * They are constants. Only in a build with CASTLED_TUNE they are variables, which castled-uci has an option for each, so
 * that tests/bench/match/spsa can tune them together. */
#pragma once

/* Name, value, the range within which it makes sense, and the step by which tuning tries it in the end. */
#define SEARCH_PARAMETERS(X)                                                                       \
    X(REVERSE_FUTILITY_MARGIN, 57, 20, 200, 6)                                                     \
    X(RAZORING_BASE, 150, 0, 500, 20)                                                              \
    X(RAZORING_MARGIN, 103, 20, 500, 12)                                                           \
    X(NULL_MOVE_EVAL, 105, 0, 300, 15)                                                             \
    X(NULL_MOVE_DIVISOR, 120, 20, 500, 8)                                                          \
    X(PROB_CUT_MARGIN, 150, 20, 400, 10)                                                           \
    X(PROB_CUT_IMPROVING, 22, 0, 100, 6)                                                           \
    X(SEE_CAPTURES_MARGIN, 88, 20, 250, 10)                                                        \
    X(SEE_QUIETS_MARGIN, 12, 5, 80, 3)                                                             \
    X(LATE_MOVES_BASE, 5, 1, 20, 1)                                                                \
    X(LATE_MOVES_SQUARE, 15, 5, 40, 2) /* tenths of a move */                                      \
    X(FUTILITY_BASE, 100, 0, 300, 12)                                                              \
    X(FUTILITY_MARGIN, 80, 20, 250, 8)                                                             \
    X(FUTILITY_HISTORY, 300, 50, 1000, 25)                                                         \
    X(HISTORY_PRUNING_MARGIN, 4200, 500, 10000, 300)                                               \
    X(SINGULAR_MARGIN, 28, 4, 80, 4) /* sixteenths of a centipawn for a ply */                     \
    X(DOUBLE_EXTENSION_MARGIN, 18, 0, 80, 4)                                                       \
    X(DOUBLE_EXTENSION_PV, 30, 0, 120, 6)                                                          \
    X(REDUCTION_WAS_PV, 6, 0, 10, 1)                                                               \
    X(REDUCTION_NOT_IMPROVING, 4, 0, 10, 1)                                                        \
    X(REDUCTION_CUT, 4, 0, 12, 1)                                                                  \
    X(REDUCTION_TABLE_CAPTURE, 4, 0, 10, 1)                                                        \
    X(REDUCTION_CUTOFFS, 3, 0, 10, 1)                                                              \
    X(REDUCTION_SINGULAR, 4, 0, 10, 1)                                                             \
    X(REDUCTION_CHECK, 4, 0, 10, 1)                                                                \
    X(REDUCTION_REFUTATION, 3, 0, 10, 1)                                                           \
    X(REDUCTION_CAPTURE, 4, 0, 10, 1)                                                              \
    X(REDUCTION_HISTORY, 2900, 500, 8000, 200)                                                     \
    X(DEEPER_MARGIN, 32, 5, 150, 6)                                                                \
    X(SHALLOWER_MARGIN, 4, 0, 50, 3)                                                               \
    X(BONUS_SQUARE, 13, 0, 40, 3)                                                                  \
    X(BONUS_DEPTH, 310, 30, 400, 15)                                                               \
    X(BONUS_LESS, 380, 0, 400, 15)                                                                 \
    X(BONUS_MOST, 1500, 500, 4000, 120)                                                            \
    X(BONUS_HIGH_MARGIN, 55, 10, 300, 10)                                                          \
    X(THREAT_TO_MINOR, 10000, 0, 60000, 1500)                                                      \
    X(THREAT_TO_ROOK, 17500, 0, 60000, 2500)                                                       \
    X(THREAT_TO_QUEEN, 35000, 0, 90000, 5000)                                                      \
    X(QUIET_CHECK, 8000, 0, 30000, 1000)                                                           \
    X(QUIESCENCE_FUTILITY, 310, 30, 400, 12)                                                       \
    X(ASPIRATION_WIDTH, 12, 4, 60, 2)

enum {
#define X(name, value, least, most, step) PARAMETER_##name,
    SEARCH_PARAMETERS(X)
#undef X
        PARAMETER_COUNT
};

#if defined(CASTLED_TUNE)
typedef struct {
    const char *name;
    int value, least, most, step;
} Parameter;
/* Set between searches only. */
extern Parameter parameters[PARAMETER_COUNT];
#define PARAMETER(name) (parameters[PARAMETER_##name].value)
#else
enum {
#define X(name, value, least, most, step) VALUE_OF_##name = (value),
    SEARCH_PARAMETERS(X)
#undef X
};
#define PARAMETER(name) ((int)VALUE_OF_##name)
#endif

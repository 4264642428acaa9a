/* The weights are part of a format: every legal move must have one, and they must be the same everywhere. */
#include "move_model.h"

#include "chess_rig.h"

#include <math.h>

START_TEST(every_legal_move_has_a_weight)
{
    uint64_t seed = 3;
    for (int game = 0; game < (SANITIZED ? 20 : 300); game++) {
        Position pos;
        Move last = MOVE_NONE, own = MOVE_NONE, played;
        position_start960(&pos, (int)(random_next(&seed) % 960));
        for (int ply = 0; ply < 300; ply++) {
            Moves moves, legal;
            uint32_t weights[MOVES_MAX], sum = 0;
            move_model_weigh(&pos, last, own, &moves, weights);
            movegen_legal(&pos, &legal);
            HOLDS(moves.count == legal.count, "game %d, ply %d", game, ply);
            for (int i = 0; i < moves.count; i++) {
                HOLDS(moves_have(&legal, moves.at[i]) && (i == 0 || moves.at[i - 1] < moves.at[i]),
                      "game %d, ply %d: order", game, ply);
                HOLDS(weights[i] >= MOVE_MODEL_LEAST && weights[i] <= MOVE_MODEL_MOST, "weight %u",
                      weights[i]);
                sum += weights[i];
            }
            HOLDS(moves.count == 0 || sum >= MOVE_MODEL_MOST, "the likeliest move has the most");
            if (!random_move(&pos, &seed, &played))
                break;
            own = last;
            last = played;
        }
    }
}
END_TEST

/* Petrovic's 218 moves, the maximum, and three positions with only one. */
START_TEST(extremes_have_weights)
{
    static const struct {
        const char *fen;
        int count;
    } EXTREMES[] = {{"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218},
                    {"7k/8/8/8/8/8/6q1/7K w - - 0 1", 1},
                    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0}};
    for (size_t i = 0; i < COUNT(EXTREMES); i++) {
        Position pos = position_from(EXTREMES[i].fen);
        Moves moves;
        uint32_t weights[MOVES_MAX];
        move_model_weigh(&pos, MOVE_NONE, MOVE_NONE, &moves, weights);
        ck_assert_int_eq(moves.count, EXTREMES[i].count);
    }
}
END_TEST

/* Not our own output: any player would agree. */
START_TEST(likely_moves_are_likely)
{
    static const struct {
        const char *fen, *last, *likely, *unlikely;
    } GUESSES[] = {
        {START_FEN, NULL, "e2e4", "g2g4"},
        {"rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "e4d5", "d8d5", "d8d6"},
        {"7k/P7/8/8/8/8/8/K7 w - - 0 1", NULL, "a7a8q", "a7a8b"},
    };
    for (size_t i = 0; i < COUNT(GUESSES); i++) {
        Position pos = position_from(GUESSES[i].fen);
        Moves moves;
        uint32_t weights[MOVES_MAX], likely = 0, unlikely = 0;
        Move last = GUESSES[i].last ? move_of(SQ_E4, SQ_D5, MOVE_NORMAL) : MOVE_NONE;
        move_model_weigh(&pos, last, MOVE_NONE, &moves, weights);
        for (int j = 0; j < moves.count; j++) {
            if (moves.at[j] == move_from_uci(&pos, GUESSES[i].likely))
                likely = weights[j];
            if (moves.at[j] == move_from_uci(&pos, GUESSES[i].unlikely))
                unlikely = weights[j];
        }
        ck_assert_msg(likely > 4 * unlikely, "%s: %u, %u", GUESSES[i].fen, likely, unlikely);
    }
}
END_TEST

/* Rows that were written last year must stay readable: if this fails, the archive needs a new version. */
START_TEST(the_weights_never_change)
{
    uint64_t seed = 11, sum = 14695981039346656037u;
    Position pos;
    Move last = MOVE_NONE, own = MOVE_NONE, played;
    position_start(&pos);
    for (int i = 0; i < 2000; i++) {
        Moves moves;
        uint32_t weights[MOVES_MAX];
        move_model_weigh(&pos, last, own, &moves, weights);
        for (int j = 0; j < moves.count; j++)
            sum = (sum ^ (moves.at[j] * 65537u + weights[j])) * 1099511628211u;
        own = last;
        last = played = MOVE_NONE;
        if (random_move(&pos, &seed, &played)) {
            last = played;
        } else {
            position_start(&pos);
            own = MOVE_NONE;
        }
    }
    ck_assert_msg(sum == UINT64_C(0x5e427fe3ee7ea661), "0x%llx", (unsigned long long)sum);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {every_legal_move_has_a_weight, extremes_have_weights,
                            likely_moves_are_likely, the_weights_never_change};
    return run_tests("move_model", tests, COUNT(tests));
}

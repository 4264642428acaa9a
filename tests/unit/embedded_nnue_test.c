#include "embedded_nnue.h"

#include "chess_rig.h"

static _Alignas(64) Nnue net;

START_TEST(the_net_in_the_program_is_the_file)
{
    size_t size, length = 0;
    const unsigned char *bytes = embedded_nnue_bytes(&size);
    FILE *file = fopen(EMBEDDED_NNUE, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_lt(size, 1 << 20);
    for (int c; (c = getc(file)) != EOF; length++)
        HOLDS(length < size && bytes[length] == c, "byte %zu", length);
    fclose(file);
    ck_assert_uint_eq(length, size);
    embedded_nnue_load(&net);
    ck_assert_int_eq(nnue_parse(bytes, size, &net), NNUE_OK);
}
END_TEST

/* A side that is a piece ahead is better, whatever else the net has learned. */
START_TEST(it_knows_what_pieces_are_worth)
{
    static const struct {
        const char *fen;
        int least, most;
    } rows[] = {
        {START_FEN, -100, 150},
        {"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 500, 5000},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", -900, -150},
        {"4k3/pppp4/8/8/8/8/PPPP4/R3K3 b - - 0 1", -3000, -300},
    };
    embedded_nnue_load(&net);
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen);
        int value = nnue_evaluate(&net, &pos);
        ck_assert_msg(value >= rows[i].least && value <= rows[i].most, "%s: %d", rows[i].fen,
                      value);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {the_net_in_the_program_is_the_file,
                                  it_knows_what_pieces_are_worth};
    return run_tests("embedded_nnue", tests, COUNT(tests));
}

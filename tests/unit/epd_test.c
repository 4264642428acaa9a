#include "epd.h"

#include "chess_rig.h"

/* All operations of a line: opcode, operands in brackets; an error by its text and place. */
static const char *told(const char *line)
{
    static char text[1024];
    Epd epd;
    EpdOperation operation;
    EpdError error;
    size_t used = 0;
    text[0] = '\0';
    FenError fen = epd_open(&epd, line, strlen(line));
    if (fen) {
        snprintf(text, sizeof text, "%s at %zu", fen_error_text(fen), epd.place);
        return text;
    }
    while ((error = epd_next(&epd, &operation)) != EPD_END && used < 900) {
        if (error) {
            used +=
                (size_t)snprintf(text + used, 200, "!%s at %zu ", epd_error_text(error), epd.place);
            continue;
        }
        used += (size_t)snprintf(text + used, 100, "%.*s", (int)operation.opcode_length,
                                 operation.opcode);
        const char *operand;
        size_t length;
        while (epd_operand(&operation, &operand, &length))
            used += (size_t)snprintf(text + used, 100, "[%.*s]", (int)length, operand);
        used += (size_t)snprintf(text + used, 100, " ");
    }
    snprintf(text + used, 100, "%d %d", epd.pos.halfmove, epd.pos.fullmove);
    return text;
}

#define KINGS "4k3/8/8/8/8/8/8/4K3 w - -"

START_TEST(operations_are_reported_in_order)
{
    static const struct {
        const char *line, *told;
    } rows[] = {
        {KINGS, "0 1"},
        {KINGS " bm Kd2 Ke2; id \"a; b\";", "bm[Kd2][Ke2] id[a; b] 0 1"},
        {KINGS "  bm  Kd2  ;  ", "bm[Kd2] 0 1"},
        {KINGS " bm Kd2", "bm[Kd2] 0 1"},
        {KINGS " noop;", "noop 0 1"},
        {KINGS " hmvc 7; fmvn 31;", "hmvc[7] fmvn[31] 7 31"},
        {KINGS " fmvn 0;", "fmvn[0] 0 1"},
        {KINGS " 7 31", "7 31"},
        {KINGS " 7 31 bm Kd2;", "bm[Kd2] 7 31"},
        {KINGS " 0 1 ;D1 5 ;D2 25", "D1[5] D2[25] 0 1"},
        {KINGS " c0 \"\"; ce -120;", "c0[] ce[-120] 0 1"},
        {"", "a rank does not have eight squares at 0"},
        {"4k3/8/8/8/8/8/8/4K3 x - - bm Kd2;", "the side to move is not w or b at 20"},
        {KINGS " \"x\";",
         "!an opcode is not a letter, then letters, digits, hyphens or underscores at 26 0 1"},
        {KINGS " 1234567890123456;", "the halfmove clock is no number from 0 to 65535 at 26"},
        {KINGS " abcdefghijklmnop; ok;",
         "!an opcode is not a letter, then letters, digits, hyphens or underscores at 26 ok 0 1"},
        {KINGS " id \"open; bm Kd2;", "!a string has no closing quote at 26 0 1"},
        {KINGS " hmvc x; noop;", "!hmvc or fmvn is no number from 0 to 65535 at 26 noop 0 1"},
        {KINGS " fmvn 65536;", "!hmvc or fmvn is no number from 0 to 65535 at 26 0 1"},
        {KINGS " hmvc;", "!hmvc or fmvn is no number from 0 to 65535 at 26 0 1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        ck_assert_msg(strcmp(told(rows[i].line), rows[i].told) == 0, "%s: %s", rows[i].line,
                      told(rows[i].line));
}
END_TEST

START_TEST(a_position_survives_print_and_read)
{
    uint64_t state = 3;
    Position pos;
    position_start(&pos);
    Move move;
    while (pos.fullmove < 100 && random_move(&pos, &state, &move)) {
        char line[EPD_MAX];
        size_t length = epd_print(&pos, line);
        ck_assert_uint_eq(length, strlen(line));
        Epd epd;
        EpdOperation operation;
        ck_assert_int_eq(epd_open(&epd, line, length), FEN_OK);
        ck_assert_int_eq(epd_next(&epd, &operation), EPD_OK);
        ck_assert_int_eq(epd_next(&epd, &operation), EPD_OK);
        ck_assert_int_eq(epd_next(&epd, &operation), EPD_END);
        ck_assert_mem_eq(&epd.pos, &pos, sizeof pos);
    }
}
END_TEST

START_TEST(errors_have_their_texts)
{
    for (int error = 0; error < EPD_ERROR_COUNT; error++)
        ck_assert_int_gt(strlen(epd_error_text((EpdError)error)), 5);
    ck_assert_str_eq(epd_error_text(EPD_ERROR_COUNT), "unknown");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        operations_are_reported_in_order,
        a_position_survives_print_and_read,
        errors_have_their_texts,
    };
    return run_tests("epd", tests, COUNT(tests));
}

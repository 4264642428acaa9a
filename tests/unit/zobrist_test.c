/* The numbers of the position key are a format: databases contain keys of named openings. tests/data/golden/zobrist_v1.txt
 * has them, and keys of positions, as another program computed them; it never changes. */
#include "zobrist.h"

#include "chess_rig.h"

enum { LINE_MOST = 256, PIECE_ROWS = 12 * 8, POSITIONS = 7 };

/* Calls 'each' with every line of the file that is not a comment. Returns their number. */
static int walk_lines(bool (*each)(const char *line))
{
    FILE *file = fopen(TEST_DATA "/golden/zobrist_v1.txt", "r");
    ck_assert_ptr_nonnull(file);
    char line[LINE_MOST];
    int count = 0;
    while (fgets(line, sizeof line, file))
        count += line[0] != '#' && each(line);
    fclose(file);
    return count;
}

/* The numbers that a line is about, and how many; NULL when it is about a position. */
static const uint64_t *numbers_of(const char *name, int *count)
{
    static const char LETTERS[] = " PNBRQK  pnbrqk";
    *count = 8;
    if (strcmp(name, "ep") == 0)
        return zobrist.ep;
    if (strncmp(name, "castling", 8) == 0)
        return &zobrist.castling[(name[8] - '1') * 8];
    const char *letter = strlen(name) == 2 ? strchr(LETTERS, name[0]) : NULL;
    if (letter)
        return &zobrist.piece[letter - LETTERS][(name[1] - '1') * 8];
    *count = 1;
    return strcmp(name, "black") == 0 ? &zobrist.black : NULL;
}

static bool check_numbers(const char *line)
{
    char name[20];
    int at, count;
    ck_assert_int_eq(sscanf(line, "%19s%n", name, &at), 1);
    const uint64_t *numbers = numbers_of(name, &count);
    for (int i = 0; numbers && i < count; i++) {
        char *end;
        uint64_t wanted = strtoull(line + at, &end, 16);
        ck_assert_msg(end > line + at && numbers[i] == wanted, "%s, number %d", name, i);
        at = (int)(end - line);
    }
    return numbers != NULL;
}

START_TEST(the_numbers_never_change)
{
    ck_assert_int_eq(walk_lines(check_numbers), PIECE_ROWS + 8 + 1 + 1);
}
END_TEST

static bool check_position(const char *line)
{
    char *fen;
    uint64_t wanted = strtoull(line, &fen, 16);
    if (fen != line + 16 || !strchr(line, '/'))
        return false;
    char text[LINE_MOST];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(fen + 1, "\n"), fen + 1);
    Position pos = position_from(text);
    ck_assert_msg(pos.key == wanted, "%s", text);
    return true;
}

START_TEST(keys_of_positions_never_change)
{
    ck_assert_int_eq(walk_lines(check_position), POSITIONS);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {the_numbers_never_change, keys_of_positions_never_change};
    return run_tests("zobrist", tests, COUNT(tests));
}

#include "tablebase_class.h"

#include "chess_rig.h"

static TablebaseGeometry geometry;

/* Every class and number: placed and numbered again it is the same, unless it is another's mirror image or two pieces
 * are on one square. */
static void check_numbers(int number)
{
    size_t size = tablebase_class_size(number), used = 0;
    for (size_t index = 0; index<size; index += size> 100000 ? 7 : 1) {
        TablebasePieces pieces, kept;
        bool own, flipped;
        tablebase_place(&geometry, number, index, &pieces);
        kept = pieces;
        HOLDS(!tablebase_kings_touch(&geometry, pieces.king[WHITE], pieces.king[BLACK]), "%zu",
              index);
        HOLDS(tablebase_normalise(&pieces, &flipped) == number && !flipped, "class %d", number);
        size_t again = tablebase_index(&geometry, number, &pieces, &own);
        HOLDS(again <= index, "class %d, %zu: %zu", number, index, again);
        used += again == index;
        tablebase_place(&geometry, number, again, &pieces);
        HOLDS(tablebase_index(&geometry, number, &pieces, &own) == again, "class %d", number);
        HOLDS(pieces.count == kept.count, "class %d", number);
    }
    ck_assert_uint_gt(used, 0);
}

START_TEST(a_position_has_one_number)
{
    for (int number = 0; number < TABLEBASE_CLASSES; number++)
        check_numbers(number);
}
END_TEST

static int mirrored(int square, int how)
{
    if (how & 1)
        square ^= 7;
    if (how & 2)
        square ^= 56;
    return how & 4 ? (square & 7) << 3 | square >> 3 : square;
}

/* Without pawns the board has eight symmetries, with pawns two. */
static void check_images(int number)
{
    size_t size = tablebase_class_size(number);
    for (size_t index = 0; index < size; index += 1009)
        for (int how = 1; how < (tablebase_class_has_pawns(number) ? 2 : 8); how++) {
            TablebasePieces pieces, image;
            bool own, own_too;
            tablebase_place(&geometry, number, index, &pieces);
            image = pieces;
            for (int color = WHITE; color <= BLACK; color++)
                image.king[color] = (uint8_t)mirrored(pieces.king[color], how);
            for (int i = 0; i < pieces.count; i++)
                image.square[i] = (uint8_t)mirrored(pieces.square[i], how);
            HOLDS(tablebase_index(&geometry, number, &pieces, &own) ==
                      tablebase_index(&geometry, number, &image, &own_too),
                  "class %d, %zu", number, index);
            HOLDS(own == own_too, "class %d, %zu", number, index);
        }
}

START_TEST(mirror_images_have_the_same_number)
{
    for (int number = 0; number < TABLEBASE_CLASSES; number++)
        check_images(number);
}
END_TEST

START_TEST(classes_are_named_by_their_pieces)
{
    static const struct {
        const char *name;
        bool pawns, even;
    } classes[] = {
        {"KPK", true, false},  {"KNK", false, false},  {"KBK", false, false},
        {"KRK", false, false}, {"KQK", false, false},  {"KPPK", true, false},
        {"KNPK", true, false}, {"KNNK", false, false}, {"KQQK", false, false},
        {"KPKP", true, true},  {"KNKP", true, false},  {"KNKN", false, true},
        {"KQKQ", false, true},
    };
    size_t found = 0;
    for (int number = 0; number < TABLEBASE_CLASSES; number++) {
        char name[TABLEBASE_NAME_MAX];
        tablebase_class_name(number, name);
        for (size_t i = 0; i < COUNT(classes); i++) {
            if (strcmp(classes[i].name, name) != 0)
                continue;
            found++;
            ck_assert_int_eq(tablebase_class_has_pawns(number), classes[i].pawns);
            ck_assert_int_eq(tablebase_class_is_even(number), classes[i].even);
        }
    }
    ck_assert_uint_eq(found, COUNT(classes));
}
END_TEST

/* Black's stronger side becomes white's, the board turned for the pawns. */
START_TEST(the_stronger_side_is_white)
{
    TablebasePieces pieces = {.king = {SQ_E1, SQ_E8},
                              .count = 2,
                              .type = {PAWN, ROOK},
                              .color = {WHITE, BLACK},
                              .square = {SQ_C7, SQ_A2}};
    char name[TABLEBASE_NAME_MAX];
    bool flipped;
    tablebase_class_name(tablebase_normalise(&pieces, &flipped), name);
    ck_assert_str_eq(name, "KRKP");
    ck_assert(flipped);
    ck_assert_int_eq(pieces.square[0], SQ_A7);
    ck_assert_int_eq(pieces.square[1], SQ_C2);
    ck_assert_int_eq(pieces.color[1], BLACK);
    ck_assert_int_eq(pieces.king[WHITE], SQ_E1);
    pieces.count = 0;
    ck_assert_int_eq(tablebase_normalise(&pieces, &flipped), -1);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        a_position_has_one_number,
        mirror_images_have_the_same_number,
        classes_are_named_by_their_pieces,
        the_stronger_side_is_white,
    };
    tablebase_geometry_init(&geometry);
    return run_tests("tablebase_class", tests, COUNT(tests));
}

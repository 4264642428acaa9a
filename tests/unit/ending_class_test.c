#include "ending_class.h"

#include "chess_rig.h"

static EndingGeometry geometry;

/* Every class and number: placed and numbered again it is the same, unless it is another's mirror image or two men
 * stand on one square. */
static void check_numbers(int number)
{
    size_t size = ending_class_size(number), used = 0;
    for (size_t index = 0; index<size; index += size> 100000 ? 7 : 1) {
        EndingMen men, kept;
        bool own, flipped;
        ending_place(&geometry, number, index, &men);
        kept = men;
        HOLDS(!ending_kings_touch(&geometry, men.king[WHITE], men.king[BLACK]), "%zu", index);
        HOLDS(ending_normalise(&men, &flipped) == number && !flipped, "class %d", number);
        size_t again = ending_index(&geometry, number, &men, &own);
        HOLDS(again <= index, "class %d, %zu: %zu", number, index, again);
        used += again == index;
        ending_place(&geometry, number, again, &men);
        HOLDS(ending_index(&geometry, number, &men, &own) == again, "class %d", number);
        HOLDS(men.count == kept.count, "class %d", number);
    }
    ck_assert_uint_gt(used, 0);
}

START_TEST(a_position_has_one_number)
{
    for (int number = 0; number < ENDING_CLASSES; number++)
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
    size_t size = ending_class_size(number);
    for (size_t index = 0; index < size; index += 1009)
        for (int how = 1; how < (ending_class_has_pawns(number) ? 2 : 8); how++) {
            EndingMen men, image;
            bool own, own_too;
            ending_place(&geometry, number, index, &men);
            image = men;
            for (int color = WHITE; color <= BLACK; color++)
                image.king[color] = (uint8_t)mirrored(men.king[color], how);
            for (int i = 0; i < men.count; i++)
                image.square[i] = (uint8_t)mirrored(men.square[i], how);
            HOLDS(ending_index(&geometry, number, &men, &own) ==
                      ending_index(&geometry, number, &image, &own_too),
                  "class %d, %zu", number, index);
            HOLDS(own == own_too, "class %d, %zu", number, index);
        }
}

START_TEST(mirror_images_have_the_same_number)
{
    for (int number = 0; number < ENDING_CLASSES; number++)
        check_images(number);
}
END_TEST

START_TEST(classes_are_named_by_their_men)
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
    for (int number = 0; number < ENDING_CLASSES; number++) {
        char name[ENDING_NAME_MAX];
        ending_class_name(number, name);
        for (size_t i = 0; i < COUNT(classes); i++) {
            if (strcmp(classes[i].name, name) != 0)
                continue;
            found++;
            ck_assert_int_eq(ending_class_has_pawns(number), classes[i].pawns);
            ck_assert_int_eq(ending_class_is_even(number), classes[i].even);
        }
    }
    ck_assert_uint_eq(found, COUNT(classes));
}
END_TEST

/* Black's stronger side becomes white's, the board turned for the pawns. */
START_TEST(the_stronger_side_is_white)
{
    EndingMen men = {.king = {SQ_E1, SQ_E8},
                     .count = 2,
                     .type = {PAWN, ROOK},
                     .color = {WHITE, BLACK},
                     .square = {SQ_C7, SQ_A2}};
    char name[ENDING_NAME_MAX];
    bool flipped;
    ending_class_name(ending_normalise(&men, &flipped), name);
    ck_assert_str_eq(name, "KRKP");
    ck_assert(flipped);
    ck_assert_int_eq(men.square[0], SQ_A7);
    ck_assert_int_eq(men.square[1], SQ_C2);
    ck_assert_int_eq(men.color[1], BLACK);
    ck_assert_int_eq(men.king[WHITE], SQ_E1);
    men.count = 0;
    ck_assert_int_eq(ending_normalise(&men, &flipped), -1);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        a_position_has_one_number,
        mirror_images_have_the_same_number,
        classes_are_named_by_their_men,
        the_stronger_side_is_white,
    };
    ending_geometry_init(&geometry);
    return run_tests("ending_class", tests, COUNT(tests));
}

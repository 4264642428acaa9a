/* FIDE's Dutch system: rounds that bbpPairings 6.0.0 paired (tests/data/dutch), random tournaments, the rules' edges. */
#include "check_rig.h"
#include "dutch.h"
#include "generator.h"
#include "swiss_card.h"
#include "trf.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MIN = 90, FILE_SIZE = 1 << 17 };

typedef struct {
    Tournament t;
    void *memory, *work;
    RoundPair *pairs;
} Loaded;

static Loaded load(const char *text, size_t length)
{
    Loaded loaded;
    TrfProblem problem;
    char message[TRF_MESSAGE_MAX];
    TournamentSize size = trf_measure(text, length);
    loaded.memory = malloc(tournament_memory(size));
    tournament_open(&loaded.t, loaded.memory, size);
    bool read = trf_read(text, length, &loaded.t, &problem);
    trf_explain(&problem, message);
    ck_assert_msg(read, "%s", message);
    loaded.work = malloc(dutch_memory(loaded.t.player_count));
    loaded.pairs = malloc(((size_t)loaded.t.player_count + 1) * sizeof *loaded.pairs);
    return loaded;
}

static void unload(Loaded *loaded)
{
    free(loaded->memory);
    free(loaded->work);
    free(loaded->pairs);
}

typedef DutchError (*Pairer)(const Tournament *, int, void *, RoundPair *, int *);

/* The file's round is what comes out, player by player. */
static void check_round(const char *name, Loaded *l, int round, Pairer pair)
{
    int count, paired = 0;
    ck_assert_msg(pair(&l->t, round, l->work, l->pairs, &count) == DUTCH_OK, "%s, round %d", name,
                  round + 1);
    for (int i = 0; i < l->t.player_count; i++)
        paired += tournament_is_present(&l->t, i, round);
    ck_assert_msg(count == (paired + 1) / 2, "%s, round %d: %d boards", name, round + 1, count);
    for (int i = 0; i < count; i++) {
        RoundPair p = l->pairs[i];
        const RoundGame *game = tournament_game(&l->t, tournament_find(&l->t, p.white), round);
        bool same = p.black ? game->opponent == p.black && game->colour == SIDE_WHITE
                            : game->result == RESULT_PAIRING_BYE;
        ck_assert_msg(same, "%s, round %d: %d - %d", name, round + 1, p.white, p.black);
    }
}

static void check_file(const char *name, const char *text, size_t length)
{
    Loaded l = load(text, length);
    int count;
    for (int round = 0; round < l.t.played; round++) {
        check_round(name, &l, round, dutch_pair);
        check_round(name, &l, round, dutch_pair_plainly);
    }
    bool ends = !strncmp(text, "### bbpPairings: no valid pairing", 33);
    if (ends)
        ck_assert_msg(dutch_pair(&l.t, l.t.played, l.work, l.pairs, &count) == DUTCH_NO_PAIRING,
                      "%s", name);
    unload(&l);
}

START_TEST(rounds_are_paired_as_bbpPairings_does)
{
    static char text[FILE_SIZE];
    DIR *folder = opendir(TEST_DATA "/dutch");
    ck_assert_ptr_nonnull(folder);
    int files = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[512];
        if (!strstr(entry->d_name, ".trf"))
            continue;
        snprintf(path, sizeof path, "%s/dutch/%s", TEST_DATA, entry->d_name);
        FILE *file = fopen(path, "rb");
        ck_assert_ptr_nonnull(file);
        size_t length = fread(text, 1, sizeof text - 1, file);
        fclose(file);
        text[length] = 0;
        check_file(entry->d_name, text, length);
        files++;
    }
    closedir(folder);
    ck_assert_int_ge(files, FILES_MIN);
}
END_TEST

/* The short cuts never change a pairing, and one seed makes one tournament. */
START_TEST(short_cuts_change_nothing)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        GeneratorOptions options = generator_draw(seed, 2, 40);
        TournamentSize size = generator_size(&options);
        Tournament t;
        void *memory = malloc(tournament_memory(size)),
             *work = malloc(dutch_memory(options.players));
        RoundPair pairs[41], plain[41];
        int count, plain_count;
        tournament_open(&t, memory, size);
        generator_make(&options, &t, work, pairs);
        for (int round = 0; round < t.played; round++) {
            ck_assert_int_eq(dutch_pair(&t, round, work, pairs, &count), DUTCH_OK);
            ck_assert_int_eq(dutch_pair_plainly(&t, round, work, plain, &plain_count), DUTCH_OK);
            ck_assert_int_eq(count, plain_count);
            ck_assert_mem_eq(pairs, plain, (size_t)count * sizeof *pairs);
        }
        free(memory);
        free(work);
    }
}
END_TEST

#define PLAYER(id, points, games)                                                                  \
    "001 " id "                                                                        " points    \
    "     " games "\n"

static const char FOUR[] =
    "142 3\n152 W\n" PLAYER("   1", " 1.0", "     2 w 1") PLAYER("   2", " 0.0", "     1 b 0")
        PLAYER("   3", " 1.0", "     4 b +") PLAYER("   4", " 0.0", "     3 w -");

/* 1.4.3 (2026): a win by forfeit is a downfloat, a loss by forfeit is none. C2: it bars from the bye. */
START_TEST(forfeits_give_floats_and_bar_from_the_bye)
{
    Loaded l = load(FOUR, sizeof FOUR - 1);
    SwissCard cards[4];
    ck_assert_int_eq(swiss_cards(&l.t, 1, cards), 4);
    ck_assert_int_eq(cards[1].player, 2);
    ck_assert_int_eq(cards[1].floats[0], FLOAT_DOWN);
    ck_assert(!cards[1].may_have_bye);
    ck_assert_int_eq(cards[1].strength, PREFERENCE_NONE);
    ck_assert_int_eq(cards[3].floats[0], FLOAT_NONE);
    ck_assert(cards[3].may_have_bye);
    ck_assert_int_eq(cards[0].preferred, SIDE_BLACK);
    ck_assert_int_eq(cards[0].strength, PREFERENCE_STRONG);
    unload(&l);
}
END_TEST

/* A game that was lost by forfeit may be paired again: it was not played (C1). */
START_TEST(a_forfeited_game_may_be_paired_again)
{
    Loaded l = load(FOUR, sizeof FOUR - 1);
    int count;
    ck_assert_int_eq(dutch_pair(&l.t, 1, l.work, l.pairs, &count), DUTCH_OK);
    ck_assert_int_eq(count, 2);
    ck_assert_int_eq(l.pairs[0].white, 3);
    ck_assert_int_eq(l.pairs[0].black, 1);
    unload(&l);
}
END_TEST

START_TEST(the_initial_colour_has_to_be_known)
{
    static const char NEW[] = "142 3\n" PLAYER("   1", " 0.0", "") PLAYER("   2", " 0.0", "");
    Loaded l = load(NEW, sizeof NEW - 1);
    int count;
    ck_assert_int_eq(dutch_pair(&l.t, 0, l.work, l.pairs, &count), DUTCH_NO_COLOUR);
    l.t.initial = SIDE_BLACK;
    ck_assert_int_eq(dutch_pair(&l.t, 0, l.work, l.pairs, &count), DUTCH_OK);
    ck_assert_int_eq(l.pairs[0].white, 2);
    ck_assert_int_eq(l.pairs[0].black, 1);
    unload(&l);
}
END_TEST

/* C.04.7: the first half is rounded up to an even number; half the rounds, rounded up, and a win in half of those. */
START_TEST(baku_acceleration)
{
    static const struct {
        int players, favoured, rounds, full, accelerated;
    } cases[] = {{6, 4, 9, 3, 5},  {7, 4, 8, 2, 4}, {8, 4, 7, 2, 4},
                 {9, 6, 11, 3, 6}, {2, 2, 1, 1, 1}, {161, 82, 9, 3, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TournamentSize size = {cases[i].players, cases[i].rounds + 1, 0, 0};
        Tournament t;
        void *memory = malloc(tournament_memory(size));
        tournament_open(&t, memory, size);
        t.player_count = cases[i].players;
        t.rounds = cases[i].rounds;
        ck_assert(tournament_accelerate(&t));
        for (int p = 0; p < t.player_count; p++)
            for (int r = 0; r < t.rounds; r++)
                ck_assert_int_eq(tournament_pairing_points(&t, p, r),
                                 p >= cases[i].favoured || r >= cases[i].accelerated ? 0
                                 : r < cases[i].full                                 ? 10
                                                                                     : 5);
        t.points.loss = 5;
        ck_assert(!tournament_accelerate(&t));
        free(memory);
    }
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("dutch");
    TCase *dutch = tcase_create("dutch");
    tcase_add_test(dutch, rounds_are_paired_as_bbpPairings_does);
    tcase_add_test(dutch, short_cuts_change_nothing);
    tcase_add_test(dutch, forfeits_give_floats_and_bar_from_the_bye);
    tcase_add_test(dutch, a_forfeited_game_may_be_paired_again);
    tcase_add_test(dutch, the_initial_colour_has_to_be_known);
    tcase_add_test(dutch, baku_acceleration);
    suite_add_tcase(s, dutch);
    return s;
}

int main(void)
{
    return run_suite(suite());
}

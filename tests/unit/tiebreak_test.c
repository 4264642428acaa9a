/* Tie-breaks: FIDE TEC's "Exercises in Tie-Breaking" (tec.fide.com/2024/03/18/tie-break-exercise) and those of Pierre
 * Lapeyre for the rules of 2026. Where 16.4 of March 2026 caps the dummy, the exercise's values are less than they
 * were: BH, BH/C1, FB, AOB, SB and SB/C1 are those that Sharly Chess gives, which were computed by hand. */
#include "check_rig.h"
#include "performance.h"
#include "tiebreak.h"
#include "trf.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MAX = 20, TEXT_MAX = 8192, NONE = INT_MIN };

typedef struct {
    Tournament t;
    void *memory, *work;
    TieBreakInput input;
} Loaded;

static Loaded load(const char *name)
{
    static char text[TEXT_MAX];
    char path[256], message[TRF_MESSAGE_MAX];
    Loaded l;
    TrfProblem problem;
    snprintf(path, sizeof path, "%s/tiebreak/%s.trf", TEST_DATA, name);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    TournamentSize size = trf_measure(text, length);
    l.memory = malloc(tournament_memory(size));
    tournament_open(&l.t, l.memory, size);
    bool read = trf_read(text, length, &l.t, &problem);
    trf_explain(&problem, message);
    ck_assert_msg(read, "%s: %s", name, message);
    l.work = malloc(tiebreak_memory(l.t.player_count));
    l.input = (TieBreakInput){.rounds = l.t.played, .is_round_robin = !strcmp(name, "round_robin")};
    return l;
}

static void unload(Loaded *l)
{
    free(l->memory);
    free(l->work);
}

static TieBreak parse(const char *code)
{
    TieBreak tiebreak;
    ck_assert_msg(tiebreak_parse(code, strlen(code), &tiebreak) == TIEBREAK_OK, "%s", code);
    return tiebreak;
}

/* Values of FIDE's exercise, with what the rules of 2026 change. */
static const struct {
    const char *file, *code;
    int values[PLAYERS_MAX];
} EXERCISES[] = {
    {"swiss",
     "PTS",
     {350, 400, 350, 350, 250, 300, 150, 250, 150, 100, 250, 200, 150, 200, 200, 350}},
    {"swiss",
     "WIN",
     {200, 300, 200, 200, 200, 300, 100, 200, 100, 100, 200, 200, 100, 200, 200, 300}},
    {"swiss", "WON", {200, 300, 200, 200, 200, 200, 100, 200, 0, 100, 100, 0, 100, 200, 200, 300}},
    {"swiss",
     "BPG",
     {200, 300, 200, 200, 200, 200, 300, 200, 100, 300, 200, 0, 300, 200, 300, 200}},
    {"swiss", "BWG", {100, 100, 100, 100, 0, 100, 0, 0, 0, 100, 0, 0, 100, 100, 100, 100}},
    {"swiss",
     "REP",
     {500, 500, 500, 400, 500, 500, 500, 500, 300, 500, 500, 300, 500, 300, 500, 500}},
    {"swiss",
     "STD",
     {350, 400, 350, 350, 250, 300, 150, 250, 150, 100, 250, 200, 150, 200, 200, 350}},
    {"swiss",
     "PS",
     {1100, 1300, 1100, 1150, 500, 600, 600, 850, 250, 400, 550, 700, 700, 600, 700, 1050}},
    {"swiss",
     "PS/C1",
     {1000, 1200, 1050, 1050, 500, 600, 500, 800, 250, 400, 500, 700, 600, 500, 700, 1000}},
    {"swiss",
     "BH",
     {1250, 1300, 1550, 1400, 850, 1150, 1450, 1350, 900, 1300, 1250, 1150, 1400, 1100, 1200,
      1250}},
    {"swiss",
     "BH/C1",
     {1100, NONE, 1300, 1150, 750, NONE, 1250, 1200, 750, NONE, 1100, 950, 1200, 900, 1100, 1100}},
    {"swiss",
     "FB",
     {1350, 1350, 1500, 1450, 1000, 1200, 1350, 1250, 950, 1250, 1200, 1100, 1350, 1050, 1200,
      1350}},
    {"swiss",
     "AOB",
     {1240, 1360, 1290, 1338, 1320, 1325, 1170, 1290, 1275, 1080, 1275, 1400, 1190, 1300, 1220,
      1310}},
    {"swiss",
     "SB",
     {800, 950, 1050, 925, 425, 600, 325, 525, 225, 150, 475, 400, 425, 450, 350, 725}},
    {"swiss",
     "SB/C1",
     {725, 850, 925, 775, 325, 500, 125, 375, 225, 0, 325, 400, 425, 300, 250, 575}},
    {"swiss",
     "ARO",
     {182000, 188000, 194000, 188800, 169000, 181300, 176000, 173000, 197500, 188000, 186300,
      205000, 193000, 180000, 186000, 182000}},
    {"swiss",
     "ARO/C1",
     {190000, 198800, 200000, 198300, 173800, 190000, 183800, 180000, 220000, 197500, 200000, 0,
      202500, 190000, 196300, 190000}},
    {"swiss",
     "TPR",
     {196900, 212000, 208900, 208100, 169000, 181300, 161100, 173000, 117500, 164000, 177600,
      125000, 178100, 192500, 178800, 196900}},
    {"swiss",
     "APRO",
     {178900, 185600, 190400, 177200, 171900, 184600, 186900, 191500, 180500, 171700, 184000,
      208100, 187900, 177500, 177600, 180500}},
    {"swiss",
     "PTP",
     {202900, 221600, 211200, 216800, 168900, 181000, 153100, 171500, 95000, 157500, 176300, 125000,
      174400, 194200, 176800, 201300}},
    {"swiss",
     "APPO",
     {176900, 185200, 193400, 178400, 167600, 183600, 189000, 192400, 180200, 168700, 183600,
      216800, 190900, 175600, 176700, 179900}},
    {"swiss",
     "RTNG",
     {220000, 215000, 210000, 205000, 200000, 195000, 190000, 185000, 180000, 175000, 170000,
      165000, 160000, 155000, 150000, 145000}},
    {"swiss",
     "RTNG/R",
     {-220000, -215000, -210000, -205000, -200000, -195000, -190000, -185000, -180000, -175000,
      -170000, -165000, -160000, -155000, -150000, -145000}},
    {"swiss",
     "TPN",
     {-100, -200, -300, -400, -500, -600, -700, -800, -900, -1000, -1100, -1200, -1300, -1400,
      -1500, -1600}},
    {"swiss",
     "TPN/R",
     {100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600}},
    {"round_robin", "SB", {925, 625, 625, 425, 325, 225}},
    {"round_robin", "SB/C1", {925, 475, 475, 425, 325, 150}},
    {"round_robin", "KS", {200, 50, 50, 100, 50, 0}},
    {"lapeyre", "PS", {1100, 1250, 950, 950, 1250, 1050, 800, 300, 450, 550, 850, 150, 250, 600}},
    {"lapeyre",
     "BH",
     {1450, 1500, 1400, 1450, 1350, 1350, 1350, 1050, 1150, 1100, 1300, 1000, 900, 1100}},
    {"lapeyre",
     "BH/C1",
     {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 1000, NONE, NONE, 950, NONE, NONE}},
};

START_TEST(values_of_the_exercises)
{
    for (size_t i = 0; i < sizeof EXERCISES / sizeof *EXERCISES; i++) {
        Loaded l = load(EXERCISES[i].file);
        int32_t values[PLAYERS_MAX];
        TieBreak tiebreak = parse(EXERCISES[i].code);
        l.input.tournament = &l.t;
        ck_assert_int_eq(tiebreak_compute(&l.input, &tiebreak, NULL, l.work, values), TIEBREAK_OK);
        for (int p = 0; p < l.t.player_count; p++)
            ck_assert_msg(EXERCISES[i].values[p] == NONE || values[p] == EXERCISES[i].values[p],
                          "%s %s: player %d has %d, not %d", EXERCISES[i].file, EXERCISES[i].code,
                          p + 1, (int)values[p], EXERCISES[i].values[p]);
        unload(&l);
    }
}
END_TEST

/* Pages 6 and 43 of the exercises: ranks after points and direct encounter. In the Swiss 6 has beaten 1, 2 and 4, who are
 * ordered by what is left; the others have not met often enough. */
START_TEST(direct_encounter)
{
    static const struct {
        const char *file;
        int ranks[PLAYERS_MAX];
    } cases[] = {{"round_robin", {1, 2, 2, 6, 5, 4}},
                 {"swiss_nine_rounds", {3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6}}};
    TieBreak list[] = {parse("PTS"), parse("DE")};
    for (size_t i = 0; i < 2; i++) {
        Loaded l = load(cases[i].file);
        uint16_t ranks[PLAYERS_MAX], order[PLAYERS_MAX];
        l.input.tournament = &l.t;
        ck_assert_int_eq(tiebreak_rank(&l.input, list, 2, l.work, ranks, order, NULL), TIEBREAK_OK);
        for (int p = 0; p < l.t.player_count; p++) {
            ck_assert_msg(ranks[p] == cases[i].ranks[p], "%s: player %d is at %d", cases[i].file,
                          p + 1, ranks[p]);
            ck_assert(p == 0 || ranks[order[p - 1]] <= ranks[order[p]]);
        }
        unload(&l);
    }
}
END_TEST

/* As many as there can be, who have drawn all games: each meets whoever sits as far away as the round's number. Looking for each
 * of them among all others would take minutes. */
START_TEST(thousands_who_are_tied_are_told_apart_by_their_own_rounds)
{
    TournamentSize size = {.players = 9998, .rounds = TOURNAMENT_ROUNDS_MAX};
    int half = size.players / 2;
    void *memory = malloc(tournament_memory(size)), *work = malloc(tiebreak_memory(size.players));
    uint16_t *ranks = malloc(2 * (size_t)size.players * sizeof *ranks);
    Tournament t;
    tournament_open(&t, memory, size);
    t.player_count = size.players;
    t.played = size.rounds;
    for (int i = 0; i < size.players; i++)
        t.players[i].id = (uint16_t)(i + 1);
    ck_assert(tournament_index(&t));
    for (int round = 0; round < size.rounds; round++)
        for (int i = 0; i < half; i++) {
            int other = half + (i + round) % half;
            *tournament_game(&t, i, round) =
                (RoundGame){t.players[other].id, SIDE_WHITE, RESULT_DRAW};
            *tournament_game(&t, other, round) =
                (RoundGame){t.players[i].id, SIDE_BLACK, RESULT_DRAW};
        }
    TieBreakInput input = {.tournament = &t, .rounds = t.played};
    TieBreak list[] = {parse("PTS"), parse("DE"), parse("TPN")};
    ck_assert_int_eq(tiebreak_rank(&input, list, 2, work, ranks, ranks + size.players, NULL),
                     TIEBREAK_OK);
    for (int i = 0; i < size.players; i++)
        ck_assert_uint_eq(ranks[i], 1);
    ck_assert_int_eq(tiebreak_rank(&input, list, 3, work, ranks, ranks + size.players, NULL),
                     TIEBREAK_OK);
    for (int i = 0; i < size.players; i++)
        ck_assert_int_eq(ranks[i], i + 1);
    free(memory);
    free(work);
    free(ranks);
}
END_TEST

/* As computed one at a time; DE is about those who are tied so far. */
START_TEST(ranking_tells_the_values_of_the_whole_list)
{
    static const char *const CODES[] = {"PTS", "DE", "BH/C1", "TPR", "FB", "SB", "DE"};
    enum { COUNT = sizeof CODES / sizeof *CODES };
    Loaded l = load("swiss_nine_rounds");
    TieBreak list[COUNT];
    int32_t all[COUNT * PLAYERS_MAX], one[PLAYERS_MAX];
    uint16_t ranks[PLAYERS_MAX], order[PLAYERS_MAX];
    l.input.tournament = &l.t;
    for (int i = 0; i < COUNT; i++)
        list[i] = parse(CODES[i]);
    ck_assert_int_eq(tiebreak_rank(&l.input, list, COUNT, l.work, ranks, order, all), TIEBREAK_OK);
    for (int i = 0; i < COUNT; i++) {
        tiebreak_rank(&l.input, list, i, l.work, ranks, order, NULL);
        tiebreak_compute(&l.input, &list[i], ranks, l.work, one);
        for (int p = 0; p < l.t.player_count; p++)
            ck_assert_msg(all[i * l.t.player_count + p] == one[p], "%s of player %d: %d, not %d",
                          CODES[i], p + 1, (int)all[i * l.t.player_count + p], (int)one[p]);
    }
    unload(&l);
}
END_TEST

/* FIDE Rating Regulations (B.02), 8.1. */
START_TEST(tables_of_ratings)
{
    ck_assert_int_eq(performance_difference(0), -800);
    ck_assert_int_eq(performance_difference(35), -110);
    ck_assert_int_eq(performance_difference(50), 0);
    ck_assert_int_eq(performance_difference(99), 677);
    ck_assert_int_eq(performance_difference(100), 800);
    static const int expected[][2] = {{0, 50},   {3, 50},    {4, 51},  {344, 88}, {345, 89},
                                      {735, 99}, {736, 100}, {-4, 49}, {-735, 1}, {-736, 0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        ck_assert_int_eq(performance_expected(expected[i][0]), expected[i][1]);
}
END_TEST

START_TEST(codes_that_are_refused)
{
    static const struct {
        const char *code;
        TieBreakError error;
    } cases[] = {{"", TIEBREAK_UNKNOWN},
                 {"BX", TIEBREAK_UNKNOWN},
                 {"bh", TIEBREAK_UNKNOWN},
                 {"BH/", TIEBREAK_BAD_MODIFIER},
                 {"BH/C", TIEBREAK_BAD_MODIFIER},
                 {"BH/C0", TIEBREAK_BAD_MODIFIER},
                 {"BH/C100", TIEBREAK_BAD_MODIFIER},
                 {"BH/R", TIEBREAK_BAD_MODIFIER},
                 {"WIN/C1", TIEBREAK_BAD_MODIFIER},
                 {"SB/M1", TIEBREAK_BAD_MODIFIER},
                 {"KS/L", TIEBREAK_BAD_MODIFIER},
                 {"KS/L101", TIEBREAK_BAD_MODIFIER},
                 {"ARO/U0", TIEBREAK_BAD_MODIFIER},
                 {"TPN/RR", TIEBREAK_BAD_MODIFIER}};
    TieBreak tiebreak;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(tiebreak_parse(cases[i].code, strlen(cases[i].code), &tiebreak) ==
                          cases[i].error,
                      "%s", cases[i].code);
}
END_TEST

/* VCL4THP 104 and 105. */
START_TEST(round_robins_offer_no_Buchholz)
{
    int count = 0;
    for (const char *const *code = tiebreak_round_robin_codes(); *code; code++, count++) {
        TieBreak tiebreak = parse(*code);
        ck_assert_int_eq(tiebreak_check(&tiebreak, true), TIEBREAK_OK);
    }
    ck_assert_int_eq(count, 18);
    static const char *const forbidden[] = {"BH", "BH/C1", "FB", "AOB"};
    Loaded l = load("round_robin");
    int32_t values[PLAYERS_MAX];
    l.input.tournament = &l.t;
    for (int i = 0; i < 4; i++) {
        TieBreak tiebreak = parse(forbidden[i]);
        ck_assert_int_eq(tiebreak_compute(&l.input, &tiebreak, NULL, l.work, values),
                         TIEBREAK_FORBIDDEN);
        ck_assert_int_eq(tiebreak_check(&tiebreak, false), TIEBREAK_OK);
    }
    unload(&l);
}
END_TEST

START_TEST(ratings_have_to_be_known)
{
    Loaded l = load("swiss");
    int32_t values[PLAYERS_MAX];
    TieBreak tiebreak = parse("ARO"), given = parse("ARO/U1400");
    l.input.tournament = &l.t;
    l.t.players[3].rating = 0;
    ck_assert_int_eq(tiebreak_compute(&l.input, &tiebreak, NULL, l.work, values),
                     TIEBREAK_NEEDS_RATINGS);
    ck_assert_int_eq(tiebreak_compute(&l.input, &given, NULL, l.work, values), TIEBREAK_OK);
    unload(&l);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("tiebreak");
    TCase *tiebreak = tcase_create("tiebreak");
    tcase_add_test(tiebreak, values_of_the_exercises);
    tcase_add_test(tiebreak, direct_encounter);
    tcase_add_test(tiebreak, thousands_who_are_tied_are_told_apart_by_their_own_rounds);
    tcase_add_test(tiebreak, ranking_tells_the_values_of_the_whole_list);
    tcase_add_test(tiebreak, tables_of_ratings);
    tcase_add_test(tiebreak, codes_that_are_refused);
    tcase_add_test(tiebreak, round_robins_offer_no_Buchholz);
    tcase_add_test(tiebreak, ratings_have_to_be_known);
    suite_add_tcase(s, tiebreak);
    return s;
}

int main(void)
{
    return run_suite(suite());
}

/* Tie-breaks of teams against another program's: tests/data/team_tiebreaks.txt says whose, and how it is written. */
#include "check_rig.h"
#include "team_tiebreak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEAMS_MOST = 16, ROUNDS_MOST = 12, LINE_MOST = 512 };

static TeamRound rounds[TEAMS_MOST * ROUNDS_MOST];
static TeamField field;
static int round_at;

static void begin(const char *line)
{
    int teams, boards, count, robin;
    ck_assert_int_eq(sscanf(line, "tournament %d %d %d %d", &teams, &boards, &count, &robin), 4);
    ck_assert(teams <= TEAMS_MOST && count <= ROUNDS_MOST && boards <= TEAM_BOARDS_MAX);
    memset(rounds, 0, sizeof rounds);
    round_at = 0;
    field = (TeamField){teams, count, boards, 20, 10, robin != 0, rounds};
}

static int worth(char letter)
{
    return letter == '1' ? 10 : letter == '=' ? 5 : 0;
}

static void enter(int home, int away, const char *results)
{
    TeamRound *one = &rounds[(home - 1) * field.rounds + round_at];
    if (!away) {
        if (!field.is_round_robin)
            *one = (TeamRound){.kind = TEAM_BYE, .points = 10, .game_points = 5 * field.boards};
        return;
    }
    TeamRound *other = &rounds[(away - 1) * field.rounds + round_at];
    *one = (TeamRound){.opponent = (uint16_t)away, .kind = TEAM_PLAYED};
    *other = (TeamRound){.opponent = (uint16_t)home, .kind = TEAM_PLAYED};
    for (int board = 0; board < field.boards; board++) {
        one->board[board] = (int16_t)worth(results[board]);
        other->board[board] = (int16_t)(10 - worth(results[board]));
        one->game_points += one->board[board];
        other->game_points += other->board[board];
    }
    int difference = one->game_points - other->game_points;
    one->points = difference > 0 ? 20 : difference == 0 ? 10 : 0;
    other->points = 20 - one->points;
}

static void enter_round(char *line)
{
    char results[TEAM_BOARDS_MAX + 1];
    for (char *word = strtok(line + 6, " \n"); word; word = strtok(NULL, " \n")) {
        int home, away;
        results[0] = '\0';
        ck_assert_int_ge(sscanf(word, "%d-%d:%20s", &home, &away, results), 2);
        enter(home, away, results);
    }
    round_at++;
}

static void compare_values(TeamTieBreak code, char *numbers)
{
    int32_t values[TEAMS_MOST];
    team_tiebreak_compute(&field, code, NULL, values);
    for (int team = 0; team < field.teams; team++) {
        double expected = strtod(numbers, &numbers);
        int hundredths = (int)(expected * 100 + 0.5);
        int found = code == TEAM_TIEBREAK_BC ? -values[team] : values[team];
        ck_assert_msg(found == hundredths, "%s of team %d: %d, not %d", team_tiebreak_code(code),
                      team + 1, found, hundredths);
    }
}

/* By match points, game points and the code, or by match points, the code and game points. */
static void compare_ranks(TeamTieBreak code, bool is_before, char *numbers)
{
    uint16_t ranks[TEAM_FIELD_MAX];
    TeamTieBreak list[] = {code, TEAM_TIEBREAK_MPVGP};
    team_tiebreak_rank(&field, list, is_before ? 2 : 1, ranks, NULL);
    for (int team = 0; team < field.teams; team++) {
        long expected = strtol(numbers, &numbers, 10);
        ck_assert_msg(ranks[team] == expected, "%s: team %d has rank %d, not %ld",
                      team_tiebreak_code(code), team + 1, ranks[team], expected);
    }
}

START_TEST(they_are_those_of_another_program)
{
    char line[LINE_MOST], word[16];
    int compared = 0;
    FILE *file = fopen(TEST_DATA "/team_tiebreaks.txt", "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        int at = 0;
        TeamTieBreak code;
        if (strncmp(line, "tournament ", 11) == 0)
            begin(line);
        else if (strncmp(line, "round ", 6) == 0)
            enter_round(line);
        else if (sscanf(line, "value %15s%n", word, &at) == 1) {
            ck_assert(team_tiebreak_parse(word, strlen(word), &code));
            compare_values(code, line + at);
            compared++;
        } else if (sscanf(line, "rank %15s%n", word, &at) == 1) {
            ck_assert(team_tiebreak_parse(word, strlen(word), &code));
            compare_ranks(code, false, line + at);
            compared++;
        } else if (sscanf(line, "before %15s%n", word, &at) == 1) {
            ck_assert(team_tiebreak_parse(word, strlen(word), &code));
            compare_ranks(code, true, line + at);
            compared++;
        }
    }
    fclose(file);
    ck_assert_int_ge(compared, 198);
}
END_TEST

START_TEST(other_words_are_no_codes)
{
    static const char *const WORDS[] = {"", "EMMSBX", "EMMS", "ede", "BH/C1", "PTS"};
    TeamTieBreak code;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        ck_assert(!team_tiebreak_parse(WORDS[i], strlen(WORDS[i]), &code));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("team_tiebreak");
    TCase *tcase = tcase_create("team_tiebreak");
    tcase_add_test(tcase, they_are_those_of_another_program);
    tcase_add_test(tcase, other_words_are_no_codes);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

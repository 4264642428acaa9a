/* Any bytes as a tournament report file: read to the end, taken or refused with a place; what is taken can be paired and
 * written, and reads the same again. Its teams are read as well. */
#include "dutch.h"
#include "tiebreak.h"
#include "trf_teams.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MAX = 30, TEAMS_MAX = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void pair_all(const Tournament *t)
{
    void *work = malloc(dutch_memory(t->player_count));
    RoundPair pairs[PLAYERS_MAX + 1];
    int count;
    for (int round = 0; round <= t->played; round++) {
        if (dutch_pair(t, round, work, pairs, &count) != DUTCH_OK)
            continue;
        assert(count <= (t->player_count + 1) / 2);
        for (int i = 0; i < count; i++) {
            assert(tournament_find(t, pairs[i].white) >= 0);
            assert(!pairs[i].black || tournament_find(t, pairs[i].black) >= 0);
        }
    }
    free(work);
}

/* Every tie-break of a tournament of any kind, and standings by them. */
static void break_ties(const Tournament *t, bool is_round_robin)
{
    TieBreakInput input = {t, t->played, is_round_robin, false};
    TieBreak list[2 * TIEBREAK_COUNT];
    uint16_t ranks[PLAYERS_MAX], order[PLAYERS_MAX];
    int count = 0;
    for (int code = 0; code < TIEBREAK_COUNT; code++)
        for (int cut = 0; cut < 2; cut++) {
            TieBreak tiebreak = {.code = (TieBreakCode)code,
                                 .limit_percent = 50,
                                 .unrated = 1400,
                                 .cut_low = cut,
                                 .cut_high = cut,
                                 .counts_forfeits = cut};
            if (tiebreak_check(&tiebreak, is_round_robin) == TIEBREAK_OK)
                list[count++] = tiebreak;
        }
    void *work = malloc(tiebreak_memory(t->player_count));
    assert(tiebreak_rank(&input, list, count, work, ranks, order, NULL) == TIEBREAK_OK);
    for (int i = 1; i < t->player_count; i++)
        assert(ranks[order[i]] > ranks[order[i - 1]]); /* pairing numbers differ */
    free(work);
}

static void write_again(const Tournament *t, TrfFormat format)
{
    TrfHeader header = {.name = "again"};
    size_t length = trf_write(t, format, &header, NULL, 0);
    char *text = malloc(length + 1);
    assert(trf_write(t, format, &header, text, length + 1) == length && strlen(text) == length);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    TournamentSize room = trf_measure(text, size);
    void *memory = malloc(tournament_memory(room));
    Tournament t;
    TrfProblem problem;
    char message[TRF_MESSAGE_MAX];
    tournament_open(&t, memory, room);
    if (trf_read(text, size, &t, &problem)) {
        assert(t.player_count > 0 && t.played < t.room.rounds);
        if (t.player_count <= PLAYERS_MAX) {
            pair_all(&t);
            break_ties(&t, false);
            break_ties(&t, true);
        }
        write_again(&t, TRF_16);
        write_again(&t, TRF_26);
    } else {
        trf_explain(&problem, message);
        assert(problem.error != TRF_OK && strlen(message) < TRF_MESSAGE_MAX);
    }
    free(memory);
    TrfTeam teams[TEAMS_MAX];
    int count;
    assert(trf_read_teams(text, size, teams, TEAMS_MAX, &count, &problem) ==
           (problem.error == TRF_OK));
    return 0;
}

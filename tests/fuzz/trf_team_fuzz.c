/* Any bytes as a report file of teams: read to the end, taken or refused with a place; what is taken can be paired and written, and what
 * was written is read again as the same. */
#include "team_swiss.h"
#include "trf_team_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TEAMS_MOST = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void pair_all(TrfTeamFile *file)
{
    void *work = malloc(team_swiss_memory(file->count));
    RoundPair pairs[TEAMS_MOST];
    int count;
    for (int round = 0; round <= file->field.rounds; round++) {
        trf_team_round(file, round);
        if (team_swiss_pair(&file->swiss, work, pairs, &count) != TEAM_SWISS_OK)
            continue;
        assert(count <= (file->count + 1) / 2);
        for (int i = 0; i < count; i++)
            assert(pairs[i].white && pairs[i].white <= file->count &&
                   pairs[i].black <= file->count);
    }
    free(work);
}

static char *write_again(const TrfTeamFile *file, size_t *length)
{
    TrfHeader header = {.name = "again"};
    *length = trf_write_team_file(file, &header, NULL, 0);
    char *text = malloc(*length + 1);
    assert(trf_write_team_file(file, &header, text, *length + 1) == *length);
    assert(strlen(text) == *length);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    void *memory = malloc(trf_team_file_memory(text, size));
    TrfTeamFile file;
    TrfProblem problem;
    char message[TRF_MESSAGE_MAX];
    trf_is_of_teams(text, size);
    if (trf_read_team_file(text, size, memory, &file, &problem)) {
        size_t length;
        if (file.count <= TEAMS_MOST)
            pair_all(&file);
        free(write_again(&file, &length));
    } else {
        trf_explain(&problem, message);
        assert(problem.error != TRF_OK && strlen(message) < TRF_MESSAGE_MAX);
    }
    free(memory);
    return 0;
}

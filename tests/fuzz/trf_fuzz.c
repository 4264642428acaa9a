/* Any bytes as a tournament report file: read to the end, taken or refused with a place; what is taken can be paired and
 * written, and reads the same again. */
#include "dutch.h"
#include "trf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MAX = 30 };

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
        if (t.player_count <= PLAYERS_MAX)
            pair_all(&t);
        write_again(&t, TRF_16);
        write_again(&t, TRF_26);
    } else {
        trf_explain(&problem, message);
        assert(problem.error != TRF_OK && strlen(message) < TRF_MESSAGE_MAX);
    }
    free(memory);
    return 0;
}

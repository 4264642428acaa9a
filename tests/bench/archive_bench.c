/* archive_bench - how many bytes a game's events take in the archive, and how long packing takes.
 *
 * usage: archive_bench [GAMES [FILE.pgn]]    (100 games by our engine; see sample_games.h)
 * Every game is packed, unpacked and compared. Beside it are the bytes of the journal, and the entropy of the
 * moves if every legal move were equally likely. */
#include "archive.h"
#include "memory.h"
#include "movegen.h"
#include "sample_games.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    unsigned games, plies, events;
    double journal, story, receipts, moves, uniform; /* bytes */
    double pack, unpack;                             /* s */
} Sum;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void measure(const SampleGame *sample, ArchivePly *plies, Sum *sum)
{
    static Event again[SAMPLE_PLIES_MAX + 1];
    static unsigned char bytes[2][ARCHIVE_HEAD_MAX + ARCHIVE_EVENT_MAX * (SAMPLE_PLIES_MAX + 1)];
    Position start;
    position_start(&start);
    ArchiveGame game = {.start = &start,
                        .control = &sample->control,
                        .events = (Event *)sample->events,
                        .count = sample->count,
                        .plies = plies};
    ArchivePart story = {bytes[0], sizeof bytes[0]}, receipts = {bytes[1], sizeof bytes[1]};
    double began = now();
    bool packed = archive_pack(&game, &story, &receipts);
    double between = now();
    game.events = again;
    if (!packed || archive_unpack(&game, &story, &receipts) != ARCHIVE_OK ||
        memcmp(again, sample->events, sample->count * sizeof *again) != 0) {
        fprintf(stderr, "archive_bench: game %u does not come back\n", sum->games + 1);
        exit(1);
    }
    sum->pack += between - began;
    sum->unpack += now() - between;
    sum->games++;
    sum->plies += sample->plies;
    sum->events += sample->count;
    sum->story += (double)story.size;
    sum->receipts += (double)receipts.size;
}

/* The same moves without a clock: the part of the data that is moves. */
static void measure_moves(const SampleGame *sample, ArchivePly *plies, Sum *sum)
{
    static Event events[SAMPLE_PLIES_MAX + 1];
    static unsigned char bytes[2][ARCHIVE_HEAD_MAX + ARCHIVE_EVENT_MAX * (SAMPLE_PLIES_MAX + 1)];
    Position pos;
    position_start(&pos);
    for (uint32_t i = 0; i < sample->count; i++) {
        unsigned char packed[EVENT_PACKED_MAX];
        sum->journal += (double)event_pack(&sample->events[i], packed);
        events[i] = sample->events[i];
        events[i].clock[WHITE] = events[i].clock[BLACK] = 0;
        if (events[i].kind != EV_MOVE)
            continue;
        sum->uniform += log2(movegen_count(&pos)) / 8;
        position_play(&pos, events[i].move.move);
    }
    position_start(&pos);
    ArchiveGame game = {.start = &pos,
                        .control = &(TimeControl){0},
                        .events = events,
                        .count = sample->count,
                        .plies = plies};
    ArchivePart story = {bytes[0], sizeof bytes[0]}, receipts = {bytes[1], sizeof bytes[1]};
    if (archive_pack(&game, &story, &receipts))
        sum->moves += (double)story.size;
}

int main(int count, char **words)
{
    unsigned wanted = count > 1 ? (unsigned)atoi(words[1]) : 100;
    SampleGames *games = sample_games_open(count > 2 ? words[2] : NULL, 1);
    SampleGame *sample = memory_new(sizeof *sample);
    ArchivePly *plies = memory_array(SAMPLE_PLIES_MAX + 2, sizeof *plies);
    Sum sum = {0};
    if (!games) {
        fprintf(stderr, "archive_bench: %s cannot be read\n", words[2]);
        return 1;
    }
    while (sum.games < wanted && sample_games_next(games, sample)) {
        measure(sample, plies, &sum);
        measure_moves(sample, plies, &sum);
    }
    double n = sum.games;
    printf("%u games, %.1f plies each (%s)\n", sum.games, sum.plies / n,
           count > 2 ? words[2] : "our engine with itself, times as people take them");
    printf("a game: journal %.1f B, story %.1f B of which moves %.1f B (all alike: %.1f B), "
           "receipts %.1f B\n",
           sum.journal / n, sum.story / n, sum.moves / n, sum.uniform / n, sum.receipts / n);
    printf("a ply: %.2f bits for the move, %.2f for the clock; pack %.0f ns, unpack %.0f ns\n",
           8 * sum.moves / sum.plies, 8 * (sum.story - sum.moves) / sum.plies,
           1e9 * sum.pack / sum.plies, 1e9 * sum.unpack / sum.plies);
    sample_games_close(games);
    free(sample);
    free(plies);
    return 0;
}

#include "pictures.h"

#include "memory.h"
#include "replay.h"

#include <stdlib.h>
#include <string.h>

/* A picture that is kept: a game's after so many events. */
typedef struct Kept Kept;
struct Kept {
    Kept *next;
    GameId game;
    uint32_t events;
    size_t length;
    unsigned char bytes[];
};

typedef struct Job Job;
struct Job {
    uv_work_t work;
    Pictures *pictures;
    Job *next;
    StoredGame *game;
    PictureDone done;
    void *context;
    size_t length;
    unsigned char *bytes; /* NULL: not drawn */
};

struct Pictures {
    uv_loop_t *loop;
    const PagePiece *pieces;
    PictureDraw draw;
    Job *first; /* is being drawn */
    size_t waiting;
    Kept *oldest, **newest; /* in the order in which they were drawn */
    size_t kept, kept_most;
    bool closing;
};

/* ---- what is kept ---- */

static void drop_oldest(Pictures *pictures)
{
    Kept *kept = pictures->oldest;
    pictures->oldest = kept->next;
    if (!pictures->oldest)
        pictures->newest = &pictures->oldest;
    pictures->kept -= sizeof *kept + kept->length;
    free(kept);
}

static const Kept *find(const Pictures *pictures, const StoredGame *game)
{
    for (const Kept *kept = pictures->oldest; kept; kept = kept->next)
        if (kept->events == game->count &&
            memcmp(kept->game.text, game->game.id.text, GAME_ID_LENGTH) == 0)
            return kept;
    return NULL;
}

static void keep(Pictures *pictures, const Job *job)
{
    size_t size = sizeof(Kept) + job->length;
    if (size > pictures->kept_most)
        return;
    while (pictures->oldest && pictures->kept + size > pictures->kept_most)
        drop_oldest(pictures);
    Kept *kept = memory_new(size);
    kept->game = job->game->game.id;
    kept->events = job->game->count;
    kept->length = job->length;
    memcpy(kept->bytes, job->bytes, job->length);
    *pictures->newest = kept;
    pictures->newest = &kept->next;
    pictures->kept += size;
}

/* ---- drawing ---- */

/* On the worker's thread: it touches nothing but its job and the pieces, which are constant. */
static void do_job(uv_work_t *work)
{
    Job *job = work->data;
    void *memory;
    unsigned plies;
    uint32_t bad;
    const Room *room = replay_room(job->game, &memory, &plies, NULL, &bad);
    if (!room)
        return;
    job->bytes = job->pictures->draw(job->pictures->pieces, room_line(room), &job->length);
    free(memory);
}

static void start_first(Pictures *pictures);

static void job_end(Job *job)
{
    stored_game_free(job->game);
    free(job->bytes);
    free(job);
}

static void drawn(uv_work_t *work, int status)
{
    Job *job = work->data;
    Pictures *pictures = job->pictures;
    (void)status;
    pictures->first = job->next;
    pictures->waiting--;
    if (job->bytes)
        keep(pictures, job);
    job->done(job->context, job->bytes, job->length);
    job_end(job);
    start_first(pictures);
}

static void start_first(Pictures *pictures)
{
    Job *job = pictures->first;
    if (job && uv_queue_work(pictures->loop, &job->work, do_job, drawn) != 0)
        abort(); /* refused only for a bug of ours */
}

bool pictures_draw(Pictures *pictures, StoredGame *game, PictureDone done, void *context)
{
    const Kept *kept = find(pictures, game);
    if (kept || pictures->closing || pictures->waiting == PICTURES_WAITING_MAX) {
        if (kept)
            done(context, kept->bytes, kept->length);
        stored_game_free(game);
        return kept != NULL;
    }
    Job *job = memory_new(sizeof *job), **last = &pictures->first;
    job->work.data = job;
    job->pictures = pictures;
    job->game = game;
    job->done = done;
    job->context = context;
    while (*last)
        last = &(*last)->next;
    *last = job;
    if (pictures->waiting++ == 0)
        start_first(pictures);
    return true;
}

/* ---- beginning and end ---- */

Pictures *pictures_new(uv_loop_t *loop, const PagePiece pieces[PAGE_PIECES], PictureDraw draw,
                       size_t kept_most)
{
    Pictures *pictures = memory_new(sizeof *pictures);
    pictures->loop = loop;
    pictures->pieces = pieces;
    pictures->draw = draw;
    pictures->kept_most = kept_most;
    pictures->newest = &pictures->oldest;
    return pictures;
}

/* The one that is being drawn ends by itself. */
void pictures_close(Pictures *pictures)
{
    pictures->closing = true;
    while (pictures->first && pictures->first->next) {
        Job *job = pictures->first->next;
        pictures->first->next = job->next;
        pictures->waiting--;
        job->done(job->context, NULL, 0);
        job_end(job);
    }
}

void pictures_free(Pictures *pictures)
{
    while (pictures->oldest)
        drop_oldest(pictures);
    free(pictures);
}

size_t pictures_kept(const Pictures *pictures)
{
    return pictures->kept;
}

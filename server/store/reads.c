#include "reads.h"

#include "lines.h"
#include "memory.h"
#include "reading_inside.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Read {
    Read *next;
    int64_t number;
    StoreGameDone done;
    void *context;
    StoreError error;
    StoredGame *game;
    /* Of lines instead of a game: 'lines_done' is set. */
    StoreLinesDone lines_done;
    StoreLines what;
    char key[STORE_PLAYER_ID_MAX + 1];
    Lines lines;
    /* Of work instead of any of these: 'work' is set. */
    StoreWork work;
    StoreWorkDone work_done;
    bool patient;
    /* Of sleeping games instead: 'due_done' is set, 'number' is the instant. */
    StoreDueDone due_done;
    int due_count;
    int64_t due[]; /* STORE_DUE_MAX numbers, with due_done */
};

/* ---- the thread ---- */

static void queue_init(ReadQueue *queue)
{
    *queue = (ReadQueue){.end = &queue->first};
}

static void queue_push(ReadQueue *queue, Read *read)
{
    read->next = NULL;
    *queue->end = read;
    queue->end = &read->next;
}

static Read *queue_pop(ReadQueue *queue)
{
    Read *read = queue->first;
    if (!read)
        return NULL;
    queue->first = read->next;
    if (!queue->first)
        queue->end = &queue->first;
    return read;
}

static StoreError answer(Reader *reader, Read *read, char *line)
{
    if (read->work) {
        reading_do(reader, read->work, read->context);
        return STORE_OK;
    }
    if (read->lines_done)
        return lines_read(reader->db, read->what, read->key, &read->lines);
    if (read->due_done)
        return reader_due(reader, read->number, read->due, STORE_DUE_MAX, &read->due_count, line);
    return reader_game(reader, read->number, &read->game, line);
}

static void answer_all(void *argument)
{
    Reads *reads = argument;
    char line[STORE_LINE_MAX];
    uv_mutex_lock(&reads->mutex);
    for (;;) {
        Read *read = queue_pop(&reads->asked);
        if (!read)
            read = queue_pop(&reads->patient);
        if (!read && reads->closing)
            break;
        if (!read) {
            uv_cond_wait(&reads->wake, &reads->mutex);
            continue;
        }
        if (reads->closing) {
            read->error = STORE_CLOSED;
        } else {
            uv_mutex_unlock(&reads->mutex);
            read->error = answer(&reads->reader, read, line);
            uv_mutex_lock(&reads->mutex);
        }
        queue_push(&reads->answered, read);
        uv_async_send(reads->async);
    }
    uv_mutex_unlock(&reads->mutex);
}

/* ---- the loop ---- */

static void tell_due(const Reads *reads, const Read *read)
{
    GameId ids[STORE_DUE_MAX];
    for (int i = 0; i < read->due_count; i++)
        ids[i] = game_number_print(read->due[i], reads->reader.id_key);
    read->due_done(read->context, read->error, ids, read->due_count);
}

void reads_tell(Reads *reads)
{
    uv_mutex_lock(&reads->mutex);
    Read *read = reads->answered.first;
    queue_init(&reads->answered);
    uv_mutex_unlock(&reads->mutex);
    while (read) {
        Read *next = read->next;
        --*(read->patient ? &reads->patient_count : &reads->count);
        if (read->work)
            read->work_done(read->context, read->error);
        else if (read->lines_done)
            read->lines_done(read->context, read->error, read->lines.text, read->lines.length);
        else if (read->due_done)
            tell_due(reads, read);
        else
            read->done(read->context, read->error, read->game);
        free(read->lines.text);
        free(read);
        read = next;
    }
}

StoreError reads_open(Reads *reads, const char *path, const unsigned char *id_key, char *line)
{
    sqlite3 *db = NULL;
    StoreError error = database_open_reader(&db, path, line);
    if (error == STORE_OK)
        error = reader_init(&reads->reader, db, path, id_key, line);
    if (error != STORE_OK)
        sqlite3_close(db);
    return error;
}

void reads_close(Reads *reads)
{
    sqlite3 *db = reads->reader.db;
    reader_clear(&reads->reader);
    sqlite3_close(db);
    if (!reads->async)
        return;
    uv_cond_destroy(&reads->wake);
    uv_mutex_destroy(&reads->mutex);
}

void reads_start(Reads *reads, uv_async_t *async)
{
    reads->async = async;
    queue_init(&reads->asked);
    queue_init(&reads->patient);
    queue_init(&reads->answered);
    /* Without threads there is no going on, as without memory. */
    if (uv_mutex_init(&reads->mutex) < 0 || uv_cond_init(&reads->wake) < 0 ||
        uv_thread_create(&reads->thread, answer_all, reads) < 0)
        abort();
}

void reads_stop(Reads *reads)
{
    uv_mutex_lock(&reads->mutex);
    reads->closing = true;
    uv_cond_signal(&reads->wake);
    uv_mutex_unlock(&reads->mutex);
    uv_thread_join(&reads->thread);
}

/* NULL when too many are under way. */
static Read *new_read(Store *store, size_t more, void *context)
{
    Reads *reads = store_reads(store);
    if (reads->count == STORE_READS_MAX)
        return NULL;
    Read *read = memory_new(sizeof *read + more);
    read->context = context;
    read->number = -1;
    reads->count++;
    return read;
}

/* To the thread; or, when the answer is known already, to be told with the next turn. */
static void send_read(Store *store, Read *read, bool is_known)
{
    Reads *reads = store_reads(store);
    uv_mutex_lock(&reads->mutex);
    queue_push(is_known ? &reads->answered : read->patient ? &reads->patient : &reads->asked, read);
    uv_cond_signal(&reads->wake);
    uv_async_send(reads->async);
    uv_mutex_unlock(&reads->mutex);
}

bool store_read(Store *store, StoreWork work, StoreWorkDone done, void *context)
{
    Read *read = new_read(store, 0, context);
    if (!read)
        return false;
    read->work = work;
    read->work_done = done;
    send_read(store, read, false);
    return true;
}

bool store_read_patiently(Store *store, StoreWork work, StoreWorkDone done, void *context)
{
    Reads *reads = store_reads(store);
    if (reads->patient_count == STORE_READS_MAX)
        return false;
    Read *read = memory_new(sizeof *read);
    reads->patient_count++;
    *read = (Read){.context = context, .work = work, .work_done = done, .patient = true};
    send_read(store, read, false);
    return true;
}

bool store_read_lines(Store *store, StoreLines what, const char *key, StoreLinesDone done,
                      void *context)
{
    Read *read = new_read(store, 0, context);
    if (!read)
        return false;
    read->lines_done = done;
    read->what = what;
    assert(strlen(key) < sizeof read->key);
    memcpy(read->key, key, strlen(key));
    send_read(store, read, false);
    return true;
}

bool store_read_changes(Store *store, const GameId *game, StoreLinesDone done, void *context)
{
    char key[24];
    int64_t number = -1;
    if (!game_number_parse(&number, game, store_reads(store)->reader.id_key))
        number = -1;
    snprintf(key, sizeof key, "%lld", (long long)number);
    return store_read_lines(store, LINES_CHANGES, key, done, context);
}

bool store_read_game(Store *store, const GameId *id, StoreGameDone done, void *context)
{
    Read *read = new_read(store, 0, context);
    if (!read)
        return false;
    read->done = done;
    send_read(store, read,
              !game_number_parse(&read->number, id, store_reads(store)->reader.id_key));
    return true;
}

bool store_read_due(Store *store, int64_t by, StoreDueDone done, void *context)
{
    Read *read = new_read(store, STORE_DUE_MAX * sizeof *read->due, context);
    if (!read)
        return false;
    read->due_done = done;
    read->number = by;
    send_read(store, read, false);
    return true;
}

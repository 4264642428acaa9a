#define _POSIX_C_SOURCE 200809L
#include "tablebase_maker.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "retrograde.h"
#include "tablebase.h"
#include "tablebase_pack.h"

enum { TABLEBASE_PATH_MAX = 4096 };

typedef struct {
    Retrograde *retrograde;
    TablebasePacked packed[TABLEBASE_CLASSES][2];
    pthread_mutex_t mutex;
    int rank;
    int next; /* the next class to solve */
} Plan;

static void make(Plan *plan, int number)
{
    retrograde_solve(plan->retrograde, number);
    for (int turn = WHITE; turn <= BLACK; turn++)
        if (turn == WHITE || !tablebase_class_is_even(number))
            plan->packed[number][turn] =
                tablebase_pack(retrograde_values(plan->retrograde, number, (Color)turn),
                               tablebase_class_size(number));
}

/* -1 when there are no more of this rank. Those with queens and pawns, the slow ones, come first. */
static int take(Plan *plan)
{
    int number = -1;
    pthread_mutex_lock(&plan->mutex);
    while (plan->next >= 0 && number < 0) {
        if (retrograde_rank(plan->next) == plan->rank)
            number = plan->next;
        plan->next--;
    }
    pthread_mutex_unlock(&plan->mutex);
    return number;
}

static void *work(void *argument)
{
    int number;
    while ((number = take(argument)) >= 0)
        make(argument, number);
    return NULL;
}

static void make_all(Plan *plan, int threads)
{
    pthread_t thread[TABLEBASE_THREADS_MAX];
    for (plan->rank = 0; plan->rank < RETROGRADE_RANKS; plan->rank++) {
        int started = 0;
        plan->next = TABLEBASE_CLASSES - 1;
        while (started < threads - 1 && pthread_create(&thread[started], NULL, work, plan) == 0)
            started++;
        work(plan);
        while (started > 0)
            pthread_join(thread[--started], NULL);
    }
}

static int longest(const Plan *plan, int number, Color turn)
{
    const uint8_t *values = retrograde_values(plan->retrograde, number, turn);
    int most = 0;
    for (size_t i = tablebase_class_size(number); i-- > 0;)
        if (values[i] != TABLEBASE_UNUSED && tablebase_is_win(values[i]) && values[i] > most)
            most = values[i];
    return most / 2;
}

static void tell(const Plan *plan, FILE *out)
{
    for (int number = 0; number < TABLEBASE_CLASSES; number++) {
        char name[TABLEBASE_NAME_MAX];
        tablebase_class_name(number, name);
        fprintf(out, "%-5s %2d %2d\n", name, longest(plan, number, WHITE),
                longest(plan, number, BLACK));
    }
}

static void put_number(uint8_t *bytes, uint64_t number, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

static bool write_all(const Plan *plan, FILE *out)
{
    uint8_t head[TABLEBASE_TABLES_BEGIN] = TABLEBASE_MAGIC, end[TABLEBASE_CHECKSUM];
    size_t at = TABLEBASE_TABLES_BEGIN;
    for (int i = 0; i < TABLEBASE_TABLES; i++) {
        const TablebasePacked *packed = &plan->packed[i / 2][i % 2];
        put_number(head + TABLEBASE_HEAD + 8 * i, at, 4);
        put_number(head + TABLEBASE_HEAD + 8 * i + 4, packed->size, 4);
        at += packed->size;
    }
    put_number(head + 16, TABLEBASE_VERSION_NOW, 4);
    put_number(head + 20, TABLEBASE_TABLES, 4);
    put_number(head + 24, at + TABLEBASE_CHECKSUM, 8);
    uint64_t sum = tablebase_checksum(TABLEBASE_CHECKSUM_START, head, sizeof head);
    bool written = fwrite(head, sizeof head, 1, out) == 1;
    for (int i = 0; i < TABLEBASE_TABLES && written; i++) {
        const TablebasePacked *packed = &plan->packed[i / 2][i % 2];
        if (packed->size == 0)
            continue;
        sum = tablebase_checksum(sum, packed->bytes, packed->size);
        written = fwrite(packed->bytes, packed->size, 1, out) == 1;
    }
    put_number(end, sum, sizeof end);
    return written && fwrite(end, sizeof end, 1, out) == 1;
}

/* The file is on disk before it has its name. */
static bool save(const Plan *plan, FILE *out, const char *partial, const char *path)
{
    int error = 0;
    if (!write_all(plan, out) || fflush(out) != 0 || fsync(fileno(out)) != 0)
        error = errno ? errno : EIO;
    if (fclose(out) != 0 && !error)
        error = errno;
    if (!error && rename(partial, path) != 0)
        error = errno;
    if (error)
        (void)remove(partial);
    errno = error;
    return error == 0;
}

static void make_plan(Plan *plan, int threads)
{
    pthread_mutex_init(&plan->mutex, NULL);
    plan->retrograde = retrograde_new();
    make_all(plan, threads);
}

static void free_plan(Plan *plan)
{
    for (int i = 0; i < TABLEBASE_TABLES; i++)
        free(plan->packed[i / 2][i % 2].bytes);
    retrograde_free(plan->retrograde);
    pthread_mutex_destroy(&plan->mutex);
}

bool tablebase_make(const char *path, int threads, FILE *longest_mates)
{
    char partial[TABLEBASE_PATH_MAX];
    int length = snprintf(partial, sizeof partial, "%s.%ld", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof partial) {
        errno = ENAMETOOLONG;
        return false;
    }
    FILE *out = fopen(partial, "wb");
    if (!out)
        return false;
    Plan plan = {.next = 0};
    make_plan(&plan, threads);
    if (longest_mates)
        tell(&plan, longest_mates);
    bool is_saved = save(&plan, out, partial, path);
    int error = errno;
    free_plan(&plan);
    errno = error;
    return is_saved;
}

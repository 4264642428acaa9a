#include "migrate_command.h"

#include "command_line.h"
#include "game_pgn.h"
#include "game_receipt.h"
#include "migrate.h"
#include "store_address.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FAULTS_SHOWN = 50, SHOWS_EVERY = 5 /* s */, CHECKS_SHOWN = 1000 };

static const CommandForm FORM = {
    .program = "castled migrate",
    .usage =
        "usage: castled migrate to-postgres --store URL [--data DIR]\n"
        "       castled migrate to-sqlite --store URL [--data DIR]\n"
        "       castled migrate check --store URL [--data DIR]\n"
        "Moves everything from SQLite's file, castled.db, to an empty database of PostgreSQL, or "
        "back into a\n"
        "directory without castled.db; or compares both. No server may use either meanwhile. What "
        "was moved is\n"
        "compared row by row and game by game before it is kept; what it was moved from stays as "
        "it is.\n",
    .words_least = 1,
    .words_most = 1,
    .has_store = true,
};

typedef struct {
    uint64_t shown, checked;
    time_t next; /* when people are told again how far it is */
} Teller;

/* ---- what is told ---- */

static int fail(const char *line)
{
    fprintf(stderr, "castled: %s\n", line);
    return EXIT_FAILURE;
}

static void show_fault(void *context, const char *line)
{
    Teller *teller = context;
    if (teller->shown++ < FAULTS_SHOWN)
        fail(line);
}

static time_t seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static bool is_time(Teller *teller)
{
    time_t now = seconds();
    if (now < teller->next)
        return false;
    teller->next = now + SHOWS_EVERY;
    return true;
}

static void show_progress(void *context, const char *doing, const char *table, uint64_t done,
                          uint64_t all)
{
    if (!is_time(context))
        return;
    fprintf(stderr, "castled: %s: %llu of %llu %s%s\n", table ? table : "games",
            (unsigned long long)done, (unsigned long long)all, table ? "rows " : "", doing);
}

/* ---- games ---- */

static bool is_sound(void *context, const StoredGame *game)
{
    Teller *teller = context;
    if (++teller->checked % CHECKS_SHOWN == 0 && is_time(teller))
        fprintf(stderr, "castled: games: %llu checked\n", (unsigned long long)teller->checked);
    return game_receipt_is_sound(game);
}

static bool has_same_events(const StoredGame *one, const StoredGame *other)
{
    bool same = one->count == other->count;
    for (uint32_t i = 0; i < one->count && same; i++) {
        const StoredEvent *a = &one->events[i], *b = &other->events[i];
        same = a->seq == b->seq && a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
    }
    return same;
}

/* Moves, clocks, result and players, as both games are rebuilt. */
static bool has_same_pgn(const StoredGame *one, const StoredGame *other)
{
    Text first, second;
    text_init(&first);
    text_init(&second);
    bool same = game_pgn(one, &first) && game_pgn(other, &second) &&
                first.length == second.length &&
                memcmp(first.bytes, second.bytes, first.length) == 0;
    text_clear(&first);
    text_clear(&second);
    return same;
}

static bool is_same(void *context, const StoredGame *one, const StoredGame *other)
{
    (void)context;
    return has_same_events(one, other) && has_same_pgn(one, other);
}

/* ---- the command ---- */

static bool find_task(const char *word, MigrateTask *task)
{
    static const char *const WORDS[] = {[MIGRATE_TO_POSTGRES] = "to-postgres",
                                        [MIGRATE_FROM_POSTGRES] = "to-sqlite",
                                        [MIGRATE_COMPARE] = "check"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(word, WORDS[i]) == 0) {
            *task = (MigrateTask)i;
            return true;
        }
    return false;
}

static int tell_end(const MigrateTerms *terms, const Migrated *migrated)
{
    if (migrated->faults) {
        fprintf(stderr, "castled: the databases differ, or are damaged: %llu faults\n",
                (unsigned long long)migrated->faults);
        return EXIT_FAILURE;
    }
    printf("%s: %d tables with %llu rows, %llu games\n",
           terms->task == MIGRATE_COMPARE ? "both are the same" : "everything has been moved",
           migrated->tables, (unsigned long long)migrated->rows,
           (unsigned long long)migrated->games);
    if (terms->task == MIGRATE_TO_POSTGRES)
        printf("start castled with --store from now on; %s/castled.db is no longer used\n",
               terms->directory);
    if (terms->task == MIGRATE_FROM_POSTGRES)
        puts("start castled without --store from now on; what is in PostgreSQL is no longer used");
    return EXIT_SUCCESS;
}

int migrate_command(int argc, char *const argv[])
{
    CommandLine arguments;
    Migrated migrated;
    char line[STORE_LINE_MAX];
    int status;
    if (!command_line_read(&arguments, &FORM, argc, argv, &status))
        return status;
    Teller teller = {.next = seconds() + SHOWS_EVERY};
    MigrateTerms terms = {.directory = arguments.directory,
                          .server = arguments.server,
                          .check = {.context = &teller, .is_sound = is_sound, .damage = show_fault},
                          .is_same = is_same,
                          .progress = show_progress};
    if (!find_task(arguments.words.words[0], &terms.task) || !arguments.server ||
        !store_address_is_good(arguments.server)) {
        fputs(FORM.usage, stderr);
        return COMMAND_USAGE;
    }
    if (store_migrate(&terms, &migrated, line) != STORE_OK)
        return fail(line);
    return tell_end(&terms, &migrated);
}

/* history_bench - what finished games cost in the database, and how long it takes to find some among many.
 *
 * usage: history_bench [GAMES [DIRECTORY [FILE.pgn]]]    (20,000 in /tmp; the directory is left empty)
 * 200 sample games (sample_games.h) stand for all of them, with other numbers, players and dates; they are archived
 * roughly in the order of their numbers, as games end. Then a store is opened on them and asked as a server asks
 * it; and commits are measured, alone and while 3,000 games are being archived. With a fourth argument the
 * directory is kept. */
#include "archive_row.h"
#include "game_number.h"
#include "game_opening.h"
#include "memory.h"
#include "sample_games.h"
#include "snapshot.h"

#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES = 200, PLAYERS = 1000, SHUFFLED = 64, ROUNDS = 50, ENDED = 3000, COMMITS = 3000 };
static const int64_t FIRST_DAY = 1700000000000;

typedef struct {
    StoredGame *game;
    ArchiveRow row;
    uint32_t opening;
} Sample;

static Sample samples[SAMPLES];
static uint64_t chance = 88172645463325252u;

static uint64_t draw(void)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return chance;
}

static void insist(sqlite3 *db, int rc)
{
    if (rc == SQLITE_OK || rc == SQLITE_ROW || rc == SQLITE_DONE)
        return;
    fprintf(stderr, "history_bench: %s\n", sqlite3_errmsg(db));
    exit(1);
}

static void run(sqlite3 *db, const char *sql)
{
    insist(db, sqlite3_exec(db, sql, NULL, NULL, NULL));
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;
    insist(db, sqlite3_prepare_v2(db, sql, -1, &statement, NULL));
    return statement;
}

/* ---- the games ---- */

static StoredGame *stored_of(const SampleGame *sample)
{
    StoredGame *game = memory_new(sizeof *game + sample->count * sizeof(StoredEvent));
    const Event *end = &sample->events[sample->count - 1];
    game->game =
        (StoreGame){.seat = {{.player = "p", .rating = 1500}, {.player = "q", .rating = 1480}},
                    .control = sample->control,
                    .rated = true,
                    .first_move = time_control_first_move(&sample->control, false),
                    .created = 5000000,
                    .made = FIRST_DAY,
                    .ended = FIRST_DAY + end->at,
                    .status = end->end.status,
                    .winner = end->end.winner,
                    .reason = end->end.reason};
    game->count = sample->count;
    for (uint32_t i = 0; i < sample->count; i++) {
        game->events[i].seq = i + 1;
        game->events[i].size = (unsigned char)event_pack(&sample->events[i], game->events[i].bytes);
    }
    return game;
}

static double make_samples(const char *pgn)
{
    SampleGames *games = sample_games_open(pgn, 7);
    SampleGame *sample = memory_new(sizeof *sample);
    double plies = 0;
    for (int i = 0; i < SAMPLES; i++) {
        if (!games || !sample_games_next(games, sample)) {
            fprintf(stderr, "history_bench: there are not enough games\n");
            exit(1);
        }
        samples[i].game = stored_of(sample);
        archive_row_pack(samples[i].game, &samples[i].row);
        samples[i].opening = game_opening_key(samples[i].game);
        plies += sample->plies;
    }
    sample_games_close(games);
    free(sample);
    return plies / SAMPLES;
}

static void put_played(sqlite3_stmt *statement, int64_t player, int64_t other, int color,
                       int64_t number, int64_t made, const Sample *sample)
{
    const StoreGame *game = &sample->game->game;
    const int64_t values[] = {player,
                              number,
                              made,
                              other,
                              color,
                              game->status,
                              game->winner,
                              1,
                              0,
                              game->control.initial,
                              game->control.increment,
                              0,
                              sample->opening};
    for (int i = 0; i < (int)(sizeof values / sizeof *values); i++)
        sqlite3_bind_int64(statement, i + 1, values[i]);
    sqlite3_step(statement);
    sqlite3_reset(statement);
}

static void put_game(sqlite3_stmt **statements, int64_t number)
{
    const Sample *sample = &samples[draw() % SAMPLES];
    int64_t made = FIRST_DAY + number * 20000, white = 1 + (int64_t)(draw() % PLAYERS);
    int64_t black = 1 + (white + (int64_t)(draw() % (PLAYERS - 1))) % PLAYERS;
    sqlite3_bind_int64(statements[0], 1, number);
    sqlite3_bind_int64(statements[0], 2, white);
    sqlite3_bind_int64(statements[0], 3, black);
    sqlite3_bind_int64(statements[0], 4, made + (int64_t)(draw() % 1000));
    sqlite3_bind_int(statements[0], 5, archive_result(&sample->game->game));
    sqlite3_bind_blob(statements[0], 6, sample->row.data, (int)sample->row.data_size,
                      SQLITE_STATIC);
    sqlite3_step(statements[0]);
    sqlite3_reset(statements[0]);
    sqlite3_bind_int64(statements[1], 1, number);
    sqlite3_bind_blob(statements[1], 2, sample->row.receipts, (int)sample->row.receipts_size,
                      SQLITE_STATIC);
    sqlite3_step(statements[1]);
    sqlite3_reset(statements[1]);
    put_played(statements[2], 0, black, WHITE, number, made, sample);
    put_played(statements[2], white, black, WHITE, number, made, sample);
    put_played(statements[2], black, white, BLACK, number, made, sample);
}

/* Games that end at about the same time may end in any order. */
static void put_games(sqlite3 *db, int64_t count)
{
    sqlite3_stmt *statements[] = {
        prepare(db, "INSERT INTO archive VALUES (?, ?, ?, ?, ?, ?)"),
        prepare(db, "INSERT INTO receipts VALUES (?, ?)"),
        prepare(db, "INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)"),
    };
    run(db, "BEGIN");
    for (int64_t first = 0; first < count; first += SHUFFLED) {
        int64_t order[SHUFFLED] = {0};
        for (int i = 0; i < SHUFFLED; i++) {
            int at = (int)(draw() % (unsigned)(i + 1));
            order[i] = order[at];
            order[at] = first + i;
        }
        for (int i = 0; i < SHUFFLED; i++)
            put_game(statements, order[i]);
    }
    run(db, "COMMIT");
    for (int i = 0; i < 3; i++)
        sqlite3_finalize(statements[i]);
}

static void fill(const char *directory, int64_t count)
{
    char path[512];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/castled.db", directory);
    insist(NULL, sqlite3_open(path, &db));
    run(db, "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -400000");
    run(db, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
            " INSERT INTO players (number, id, name, guest, made)"
            " SELECT i, 'p' || i, 'Player ' || i, 0, 0 FROM n");
    put_games(db, count);
    run(db, "PRAGMA wal_checkpoint(TRUNCATE)");
    static const char *const TABLES[] = {"archive", "receipts", "played"};
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        sqlite3_stmt *statement = prepare(
            db, "SELECT sum(pgsize), sum(payload) FROM dbstat WHERE name = ? AND aggregate = TRUE");
        sqlite3_bind_text(statement, 1, TABLES[i], -1, SQLITE_STATIC);
        if (sqlite3_step(statement) == SQLITE_ROW)
            printf("%-9s %6.1f bytes a game in the file, %6.1f of them content\n", TABLES[i],
                   sqlite3_column_double(statement, 0) / (double)count,
                   sqlite3_column_double(statement, 1) / (double)count);
        sqlite3_finalize(statement);
    }
    sqlite3_close(db);
}

/* ---- the questions ---- */

static bool no_opening(const void *context, uint32_t key)
{
    (void)context;
    return key == 1;
}

static bool some_opening(const void *context, uint32_t key)
{
    return key == *(const uint32_t *)context;
}

typedef struct {
    StoreSearch search;
    StoreFound found;
    double took; /* ms, in the read thread: the search and the heads of what it found */
    bool done;
} Question;

static void ask(void *context, StoreSnapshot *reading)
{
    Question *question = context;
    char line[STORE_LINE_MAX];
    StoreGame head;
    uint64_t began = uv_hrtime();
    if (snapshot_search(reading, &question->search, &question->found, line) != STORE_OK)
        abort();
    for (int i = 0; i < question->found.count; i++)
        snapshot_head(reading, question->found.at[i].number, &head, line);
    question->took = (double)(uv_hrtime() - began) / 1e6;
}

static void on_asked(void *context, StoreError error)
{
    ((Question *)context)->done = error == STORE_OK;
}

static void measure(Store *store, uv_loop_t *loop, const char *name, StoreSearch search)
{
    double sum = 0, most = 0;
    int found = 0;
    for (int i = 0; i < ROUNDS; i++) {
        Question question = {.search = search};
        question.search.from = SEARCH_NEWEST;
        question.search.most = 30;
        if (search.player[0])
            snprintf(question.search.player, sizeof question.search.player, "p%d",
                     1 + (int)(draw() % PLAYERS));
        if (!store_read(store, ask, on_asked, &question))
            abort();
        while (!question.done)
            uv_run(loop, UV_RUN_ONCE);
        sum += question.took;
        most = question.took > most ? question.took : most;
        found += question.found.count;
    }
    printf("%-44s %7.2f ms on average, %7.2f at most, %4.1f found\n", name, sum / ROUNDS, most,
           (double)found / ROUNDS);
}

static void measure_all(Store *store, uv_loop_t *loop)
{
    static const TimeControl BULLET = {.timed = true, .initial = 60000};
    uint32_t opening = samples[0].opening;
    measure(store, loop, "a player's newest 30", (StoreSearch){.player = "p"});
    measure(store, loop, "a player's against another",
            (StoreSearch){.player = "p", .opponent = "p7"});
    measure(store, loop, "a player's drawn with black",
            (StoreSearch){.player = "p", .white = SEARCH_NO, .score = SEARCH_DRAWN});
    measure(store, loop, "a player's of one opening",
            (StoreSearch){.player = "p", .opening = some_opening, .opening_context = &opening});
    measure(store, loop, "a player's by clock", (StoreSearch){.player = "p", .control = &BULLET});
    measure(
        store, loop, "a player's of a day long ago",
        (StoreSearch){.player = "p", .since = FIRST_DAY, .until = FIRST_DAY + 24 * 60 * 60 * 1000});
    measure(store, loop, "a player's, all looked at, none found",
            (StoreSearch){.player = "p", .opening = no_opening});
    measure(store, loop, "everybody's newest 30", (StoreSearch){0});
    measure(store, loop, "everybody's of one opening",
            (StoreSearch){.opening = some_opening, .opening_context = &opening});
    measure(store, loop, "everybody's, 10,000 looked at, none found",
            (StoreSearch){.opening = no_opening});
}

static void on_commit(void *context, uint64_t number)
{
    *(uint64_t *)context = number;
}

static void on_failure(void *context, StoreError error, const char *line)
{
    (void)context, (void)error;
    fprintf(stderr, "history_bench: %s\n", line);
}

static void on_recovered(void *context)
{
    (void)context;
}

static Store *open_store(const char *directory, uv_loop_t *loop, int64_t archive_after)
{
    static uint64_t committed;
    char line[STORE_LINE_MAX];
    Store *store;
    StoreOptions options = {.directory = directory,
                            .loop = loop,
                            .durability = DURABILITY_POWER,
                            .archive_after = archive_after,
                            .context = &committed,
                            .on_commit = on_commit,
                            .on_failure = on_failure,
                            .on_recovered = on_recovered};
    if (store_open(&store, &options, line) == STORE_OK)
        return store;
    fprintf(stderr, "history_bench: %s\n", line);
    exit(1);
}

/* ---- commits ---- */

/* Games that have just ended, with their journals. */
static void put_ended(const char *directory, int64_t first)
{
    char path[512];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/castled.db", directory);
    insist(NULL, sqlite3_open(path, &db));
    sqlite3_stmt *row = prepare(
        db,
        "INSERT INTO games (number, id, white, black, white_level, black_level, white_rating,"
        " black_rating, variant, initial, increment, rated, first_move, created, made, ended,"
        " status, winner, reason) SELECT ?1, ?8, 1, 2, 0, 0, 1500, 1480, 0, ?2, ?3, 1, 25000, 0,"
        " ?4, ?4, ?5, ?6, ?7");
    sqlite3_stmt *owner = prepare(db, "SELECT id_key FROM castled");
    insist(db, sqlite3_step(owner));
    const unsigned char *key = sqlite3_column_blob(owner, 0);
    sqlite3_stmt *journal = prepare(db, "INSERT INTO events VALUES (?, ?, ?)");
    run(db, "BEGIN");
    for (int64_t i = 0; i < ENDED; i++) {
        const StoredGame *game = samples[i % SAMPLES].game;
        const int64_t values[] = {
            first + i,        game->game.control.initial, game->game.control.increment,
            FIRST_DAY,        game->game.status,          game->game.winner,
            game->game.reason};
        for (int at = 0; at < 7; at++)
            sqlite3_bind_int64(row, at + 1, values[at]);
        GameId id = game_number_print(first + i, key);
        sqlite3_bind_text(row, 8, id.text, -1, SQLITE_STATIC);
        sqlite3_step(row);
        insist(db, sqlite3_reset(row));
        for (uint32_t event = 0; event < game->count; event++) {
            sqlite3_bind_int64(journal, 1, first + i);
            sqlite3_bind_int64(journal, 2, event + 1);
            sqlite3_bind_blob(journal, 3, game->events[event].bytes, game->events[event].size,
                              SQLITE_STATIC);
            sqlite3_step(journal);
            insist(db, sqlite3_reset(journal));
        }
    }
    run(db, "COMMIT");
    sqlite3_finalize(row);
    sqlite3_finalize(owner);
    sqlite3_finalize(journal);
    sqlite3_close(db);
}

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

/* One commit after the other, as for a server's heartbeat: from put to reported, and the time of the loop itself. */
static void measure_commits(Store *store, uv_loop_t *loop, const char *name)
{
    static double took[COMMITS];
    double held = 0;
    for (int i = 0; i < COMMITS; i++) {
        uint64_t began = uv_hrtime(), number = store_put_axis(store, i);
        store_flush(store);
        double put = (double)(uv_hrtime() - began) / 1e6;
        held = put > held ? put : held;
        while (store_committed(store) < number)
            uv_run(loop, UV_RUN_ONCE);
        took[i] = (double)(uv_hrtime() - began) / 1e6;
    }
    qsort(took, COMMITS, sizeof *took, compare);
    printf("%-44s %7.2f ms half of them, %7.2f 99 in 100, %7.2f at most; put and flush %.2f\n",
           name, took[COMMITS / 2], took[COMMITS / 100 * 99], took[COMMITS - 1], held);
}

static void clear(const char *directory)
{
    static const char *const FILES[] = {"castled.db", "castled.db-wal", "castled.db-shm",
                                        "castled.lock"};
    char path[512];
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, FILES[i]);
        unlink(path);
    }
    rmdir(directory);
}

int main(int count, char **words)
{
    int64_t games = (count > 1 ? atoll(words[1]) : 20000) / SHUFFLED * SHUFFLED;
    const char *directory = count > 2 ? words[2] : "/tmp/castled-history-bench";
    uv_loop_t loop;
    uv_loop_init(&loop);
    clear(directory);
    double plies = make_samples(count > 3 ? words[3] : NULL);
    store_close(open_store(directory, &loop, 0));
    uv_run(&loop, UV_RUN_DEFAULT);
    printf("%lld games of %d players, %.1f plies each (%s)\n", (long long)games, PLAYERS, plies,
           count > 3 ? words[3] : "our engine with itself");
    uint64_t began = uv_hrtime();
    fill(directory, games);
    printf("filled in %.1f s\n", (double)(uv_hrtime() - began) / 1e9);
    Store *store = open_store(directory, &loop, 0);
    measure_all(store, &loop);
    measure_commits(store, &loop, "a commit");
    store_close(store);
    uv_run(&loop, UV_RUN_DEFAULT);
    put_ended(directory, games);
    store = open_store(directory, &loop, 1000);
    measure_commits(store, &loop, "a commit while games are archived");
    store_close(store);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    if (count <= 4)
        clear(directory);
    return 0;
}

/* The store on real files: what is put comes back, in order, and is not reported before it is durable. */
#define RIG_KEEPS_TABLES
#include "snapshot.h"
#include "soak.h"
#include "store_rig.h"

#include <signal.h>
#include <sys/wait.h>

static Rig rig;

static void setup(void)
{
    rig_init(&rig);
    rig_open(&rig, DURABILITY_POWER);
}

static void teardown(void)
{
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_clear(&rig);
}

static void reopen(void)
{
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_open(&rig, DURABILITY_POWER);
}

START_TEST(the_secret_stays_and_the_epoch_grows)
{
    unsigned char secret[STORE_SECRET_SIZE], none[STORE_SECRET_SIZE] = {0};
    memcpy(secret, store_secret(rig.store), sizeof secret);
    ck_assert_mem_ne(secret, none, sizeof secret);
    ck_assert_uint_eq(store_epoch(rig.store), 1);
    reopen();
    ck_assert_mem_eq(secret, store_secret(rig.store), sizeof secret);
    ck_assert_uint_eq(store_epoch(rig.store), 2);
}
END_TEST

START_TEST(two_databases_have_two_secrets)
{
    Rig other;
    rig_init(&other);
    rig_open(&other, DURABILITY_PROCESS);
    ck_assert_mem_ne(store_secret(rig.store), store_secret(other.store), STORE_SECRET_SIZE);
    ck_assert_int_eq(rig_close(&other), STORE_OK);
    rig_clear(&other);
}
END_TEST

START_TEST(only_the_servers_user_can_read_the_files)
{
    char command[128];
    rig_commit(&rig, store_put_axis(rig.store, 1));
    snprintf(command, sizeof command, "test -z \"$(find %s -type f -perm /077)\"", rig.directory);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

START_TEST(the_axis_comes_back)
{
    ck_assert_int_eq(store_axis(rig.store), 0);
    rig_commit(&rig, store_put_axis(rig.store, 123456789012345));
    reopen();
    ck_assert_int_eq(store_axis(rig.store), 123456789012345);
}
END_TEST

START_TEST(a_game_id_is_never_drawn_again)
{
    GameId first = rig_put_game(&rig);
    store_flush(rig.store);
    reopen();
    for (int i = 0; i < 100; i++)
        ck_assert_str_ne(store_draw_game_id(rig.store).text, first.text);
}
END_TEST

/* ---- loading ---- */

typedef struct {
    int count;
    StoredGame *games[8];
} Loaded;

static void keep_game(void *context, const StoredGame *game)
{
    Loaded *loaded = context;
    ck_assert_int_lt(loaded->count, 8);
    size_t size = sizeof *game + game->count * sizeof *game->events;
    loaded->games[loaded->count] = malloc(size);
    memcpy(loaded->games[loaded->count++], game, size);
}

static Loaded load_games(void)
{
    Loaded loaded = {0};
    StoreError error = store_load_games(rig.store, keep_game, &loaded, rig.line);
    ck_assert_msg(error == STORE_OK, "%s", rig.line);
    return loaded;
}

static void free_games(Loaded *loaded)
{
    for (int i = 0; i < loaded->count; i++)
        free(loaded->games[i]);
}

START_TEST(every_member_of_a_game_comes_back)
{
    StorePlayer ann = rig_player("ann", "Ann"), bob = rig_player("bob", "Bob");
    bob.guest = false;
    store_put_player(rig.store, &ann);
    store_put_player(rig.store, &bob);
    StoreGame put = {.seat = {[WHITE] = {.player = "bob", .rating = 1650},
                              [BLACK] = {.player = "ann", .rating = 1400}},
                     .variant = 1,
                     .fen = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1",
                     .control = {.timed = true, .initial = 300000, .increment = 3000},
                     .rated = true,
                     .first_move = 30000,
                     .created = 77,
                     .made = 1793000000001};
    put.id = store_draw_game_id(rig.store);
    store_put_game(rig.store, &put);
    reopen();
    Loaded loaded = load_games();
    ck_assert_int_eq(loaded.count, 1);
    const StoreGame *got = &loaded.games[0]->game;
    ck_assert_str_eq(got->id.text, put.id.text);
    ck_assert_str_eq(got->seat[WHITE].player, "bob");
    ck_assert_str_eq(got->seat[WHITE].name, "Bob");
    ck_assert(!got->seat[WHITE].guest && got->seat[BLACK].guest);
    ck_assert_str_eq(got->seat[BLACK].player, "ann");
    ck_assert_str_eq(got->seat[BLACK].name, "Ann");
    ck_assert_int_eq(got->seat[WHITE].rating, 1650);
    ck_assert_int_eq(got->seat[BLACK].rating, 1400);
    ck_assert_int_eq(got->seat[WHITE].level, 0);
    ck_assert_int_eq(got->variant, 1);
    ck_assert_str_eq(got->fen, put.fen);
    ck_assert(got->control.timed && got->rated);
    ck_assert_int_eq(got->control.initial, 300000);
    ck_assert_int_eq(got->control.increment, 3000);
    ck_assert_int_eq(got->first_move, 30000);
    ck_assert_int_eq(got->created, 77);
    ck_assert_int_eq(got->made, 1793000000001);
    ck_assert_int_eq(got->ended, 0);
    ck_assert_uint_eq(loaded.games[0]->count, 0);
    free_games(&loaded);
}
END_TEST

START_TEST(a_game_without_clock_against_a_computer_comes_back)
{
    StorePlayer ann = rig_player("ann", "Ann");
    store_put_player(rig.store, &ann);
    StoreGame put = {
        .id = store_draw_game_id(rig.store),
        .seat = {[WHITE] = {.kind = STORE_SEAT_LEVEL, .level = 13}, [BLACK] = {.player = "ann"}}};
    store_put_game(rig.store, &put);
    reopen();
    Loaded loaded = load_games();
    ck_assert_int_eq(loaded.count, 1);
    const StoreGame *got = &loaded.games[0]->game;
    ck_assert_int_eq(got->seat[WHITE].level, 13);
    ck_assert_str_eq(got->seat[WHITE].player, "");
    ck_assert_str_eq(got->seat[WHITE].name, "");
    ck_assert(!got->control.timed);
    ck_assert_str_eq(got->fen, "");
    free_games(&loaded);
}
END_TEST

START_TEST(engines_come_back_with_their_names)
{
    StoreGame put = {
        .id = store_draw_game_id(rig.store),
        .seat = {{.kind = STORE_SEAT_ENGINE, .engine = "stockfish", .rating = 1320},
                 {.kind = STORE_SEAT_ENGINE, .engine = "0123456789abcdef", .step = 7}}};
    store_put_game(rig.store, &put);
    StoreGame old = {.id = store_draw_game_id(rig.store),
                     .seat = {{.kind = STORE_SEAT_ENGINE, .engine_number = 123456, .rating = 1320},
                              {.kind = STORE_SEAT_LEVEL, .level = 1}}};
    store_put_game(rig.store, &old);
    reopen();
    Loaded loaded = load_games();
    ck_assert_int_eq(loaded.count, 2);
    const StoreGame *got = &loaded.games[0]->game;
    ck_assert_int_eq(got->seat[WHITE].kind, STORE_SEAT_ENGINE);
    ck_assert_str_eq(got->seat[WHITE].engine, "stockfish");
    ck_assert_int_eq(got->seat[WHITE].rating, 1320);
    ck_assert_int_eq(got->seat[WHITE].step, 0);
    ck_assert_str_eq(got->seat[BLACK].engine, "0123456789abcdef");
    ck_assert_int_eq(got->seat[BLACK].rating, 0);
    ck_assert_int_eq(got->seat[BLACK].step, 7);
    got = &loaded.games[1]->game;
    ck_assert_int_eq(got->seat[WHITE].kind, STORE_SEAT_ENGINE);
    ck_assert_str_eq(got->seat[WHITE].engine, "");
    ck_assert_int_eq(got->seat[WHITE].engine_number, 123456);
    ck_assert_int_eq(got->seat[WHITE].rating, 1320);
    free_games(&loaded);
}
END_TEST

START_TEST(every_kind_of_clock_comes_back)
{
    static const TimeControl CONTROLS[] = {
        {.timed = true, .initial = 300000, .increment = 3000, .bonus = BONUS_BRONSTEIN},
        {.timed = true, .initial = 0, .increment = 3000, .bonus = BONUS_DELAY},
        {.timed = true, .days = 14},
        {.timed = true,
         .initial = 300000,
         .increment = 3000,
         .odds = TIME_ODDS_WHITE,
         .odds_initial = 60000},
        {.timed = true,
         .initial = 0,
         .increment = 3000,
         .bonus = BONUS_DELAY,
         .odds = TIME_ODDS_BLACK,
         .odds_initial = 1,
         .odds_increment = 180000},
    };
    enum { COUNT = sizeof CONTROLS / sizeof *CONTROLS };
    for (int i = 0; i < COUNT; i++) {
        StoreGame put = {.id = store_draw_game_id(rig.store),
                         .seat = {{.kind = STORE_SEAT_LEVEL, .level = 13},
                                  {.kind = STORE_SEAT_LEVEL, .level = 1}},
                         .control = CONTROLS[i]};
        store_put_game(rig.store, &put);
    }
    reopen();
    Loaded loaded = load_games();
    ck_assert_int_eq(loaded.count, COUNT);
    for (int i = 0; i < COUNT; i++)
        ck_assert(time_control_equal(&loaded.games[i]->game.control, &CONTROLS[i]));
    free_games(&loaded);
}
END_TEST

START_TEST(a_player_put_again_gets_the_new_name)
{
    rig_put_game(&rig);
    StorePlayer ann = rig_player("ann", "Ann the Second");
    store_put_player(rig.store, &ann);
    reopen();
    Loaded loaded = load_games();
    ck_assert_str_eq(loaded.games[0]->game.seat[WHITE].name, "Ann the Second");
    free_games(&loaded);
}
END_TEST

START_TEST(unfinished_games_come_back_oldest_first_with_their_events_in_order)
{
    GameId ids[3];
    for (int i = 0; i < 3; i++)
        ids[i] = rig_put_game(&rig);
    for (uint32_t seq = 1; seq <= 200; seq++)
        for (int i = 2; i >= 0; i--)
            rig_put_event(&rig, &ids[i], seq);
    Event end = {.kind = EV_END, .end = {STATUS_MATE, WINNER_WHITE, REASON_NONE, MOVE_NONE}};
    store_put_end(rig.store, &ids[1], &end, 1793000099999);
    reopen();
    Loaded loaded = load_games();
    ck_assert_int_eq(loaded.count, 2);
    ck_assert_str_eq(loaded.games[0]->game.id.text, ids[0].text);
    ck_assert_str_eq(loaded.games[1]->game.id.text, ids[2].text);
    for (int i = 0; i < 2; i++) {
        ck_assert_uint_eq(loaded.games[i]->count, 200);
        for (uint32_t seq = 1; seq <= 200; seq++) {
            const StoredEvent *event = &loaded.games[i]->events[seq - 1];
            unsigned char bytes[8] = {1, 2, 3};
            memcpy(bytes + 4, &seq, sizeof seq);
            ck_assert_uint_eq(event->seq, seq);
            ck_assert_uint_eq(event->size, 8);
            ck_assert_mem_eq(event->bytes, bytes, 8);
        }
    }
    free_games(&loaded);
}
END_TEST

static void keep_account(void *context, const StorePlayer *player)
{
    StorePlayer **next = context;
    *(*next)++ = *player;
}

static void keep_rating(void *context, const StoreRating *rating)
{
    StoreRating **next = context;
    *(*next)++ = *rating;
}

START_TEST(accounts_and_their_ratings_come_back)
{
    StorePlayer bob = rig_player("bob", "Bob"), accounts[4], *account = accounts;
    bob.guest = false;
    bob.balance = -2;
    store_put_player(rig.store, &bob);
    GameId game = rig_put_game(&rig); /* of a guest: no account */
    StoreRating before = {"bob", 2, 150000, 50000, 90000, 0, 0, {0}, 0};
    StoreRating after = {"bob", 2, 174123, 39650, 89998, 1, 1793000000001, {0}, 0};
    store_put_rating(rig.store, &before);
    store_put_rating(rig.store, &after); /* replaces */
    store_put_rating_change(rig.store, &(StoreRatingChange){game, before, after});
    for (int i = 1; i <= STORE_RECENT_MAX; i++) {
        StoreRating later = after;
        later.rating += i;
        later.games += i;
        store_put_rating_change(rig.store, &(StoreRatingChange){rig_put_game(&rig), after, later});
    }
    reopen();
    StoreRating ratings[4], *rating = ratings;
    ck_assert_int_eq(store_load_accounts(rig.store, keep_account, &account, rig.line), STORE_OK);
    ck_assert_int_eq(store_load_ratings(rig.store, keep_rating, &rating, rig.line), STORE_OK);
    ck_assert_int_eq(account - accounts, 1);
    ck_assert_str_eq(accounts[0].id, "bob");
    ck_assert_str_eq(accounts[0].name, "Bob");
    ck_assert_int_eq(accounts[0].balance, -2);
    ck_assert_int_eq(accounts[0].made, 1793000000000);
    ck_assert_int_eq(rating - ratings, 1);
    ck_assert_str_eq(ratings[0].player, "bob");
    ck_assert_int_eq(ratings[0].category, 2);
    ck_assert_int_eq(ratings[0].rating, 174123);
    ck_assert_int_eq(ratings[0].deviation, 39650);
    ck_assert_int_eq(ratings[0].volatility, 89998);
    ck_assert_int_eq(ratings[0].games, 1);
    ck_assert_int_eq(ratings[0].at, 1793000000001);
    ck_assert_uint_eq(ratings[0].recents, STORE_RECENT_MAX);
    for (int i = 0; i < STORE_RECENT_MAX; i++)
        ck_assert_int_eq(ratings[0].recent[i], 174123 + STORE_RECENT_MAX - i);
    ck_assert_int_eq(rig_ask(&rig, "SELECT rating_before FROM rating_changes WHERE games = 1"),
                     150000);
}
END_TEST

static void keep_challenge(void *context, const StoreChallenge *challenge)
{
    StoreChallenge **next = context;
    *(*next)++ = *challenge;
}

START_TEST(open_challenges_come_back_and_expired_ones_go)
{
    StoreChallenge put[4] = {{.id = "late", .made = 3, .expires = 5000, .size = STORE_TERMS_MAX},
                             {.id = "old", .made = 1, .expires = 1000, .size = 3},
                             {.id = "gone", .made = 2, .expires = 5000, .size = 3},
                             {.id = "bare", .made = 2, .expires = 5000}};
    memset(put[0].terms, 0xa5, STORE_TERMS_MAX);
    for (int i = 0; i < 4; i++)
        store_put_challenge(rig.store, &put[i]);
    store_delete_challenge(rig.store, "gone");
    store_delete_challenge(rig.store, "never there");
    put[3].made = 4; /* put again: replaced */
    store_put_challenge(rig.store, &put[3]);
    reopen();
    StoreChallenge got[8], *next = got;
    ck_assert_int_eq(store_load_challenges(rig.store, 1000, keep_challenge, &next, rig.line),
                     STORE_OK);
    ck_assert_int_eq(next - got, 2);
    ck_assert_str_eq(got[0].id, "late");
    ck_assert_uint_eq(got[0].size, STORE_TERMS_MAX);
    ck_assert_mem_eq(got[0].terms, put[0].terms, STORE_TERMS_MAX);
    ck_assert_str_eq(got[1].id, "bare");
    ck_assert_int_eq(got[1].made, 4);
    reopen();
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM challenges"), 2);
}
END_TEST

/* ---- commits ---- */

START_TEST(the_number_grows_with_each_flush_only)
{
    GameId id = rig_put_game(&rig);
    uint64_t first = rig_put_event(&rig, &id, 1);
    ck_assert_uint_eq(rig_put_event(&rig, &id, 2), first);
    store_flush(rig.store);
    store_flush(rig.store); /* nothing was put: nothing to number */
    ck_assert_uint_eq(rig_put_event(&rig, &id, 3), first + 1);
    rig_commit(&rig, first + 1);
    ck_assert_uint_eq(store_committed(rig.store), first + 1);
}
END_TEST

START_TEST(nothing_is_reported_before_it_can_be_read_from_the_file)
{
    GameId id = rig_put_game(&rig);
    for (uint32_t seq = 1; seq <= 100; seq++) {
        uint64_t number = rig_put_event(&rig, &id, seq); /* turn n brings event n */
        ck_assert_uint_eq(number, seq);
        store_flush(rig.store);
        uv_run(&rig.loop, seq % 3 ? UV_RUN_NOWAIT : UV_RUN_ONCE);
        uint64_t told = rig.committed;
        ck_assert_int_ge(rig_ask(&rig, "SELECT count(*) FROM events"), (int64_t)told);
    }
    rig_commit(&rig, 100);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 100);
}
END_TEST

START_TEST(callbacks_come_only_while_the_loop_runs)
{
    uint64_t number = store_put_axis(rig.store, 5);
    store_flush(rig.store);
    while (rig_ask(&rig, "SELECT axis FROM castled") != 5)
        uv_sleep(1);
    ck_assert_uint_eq(rig.committed, 0);
    rig_commit(&rig, number);
}
END_TEST

START_TEST(turns_that_wait_for_the_disk_share_a_commit)
{
    rig_lock(&rig); /* while a thousand turns pass */
    GameId id = rig_put_game(&rig);
    uint64_t number = 0;
    for (uint32_t seq = 1; seq <= 1000; seq++) {
        number = rig_put_event(&rig, &id, seq);
        store_flush(rig.store);
    }
    uv_run(&rig.loop, UV_RUN_NOWAIT);
    ck_assert_int_eq(rig.commits, 0);
    ck_assert_uint_gt(store_backlog(rig.store), 1000 * EVENT_PACKED_MAX);
    rig_unlock(&rig);
    rig_commit(&rig, number);
    ck_assert_int_le(rig.commits, 2); /* the first turn's and one for all the others */
    ck_assert_uint_eq(store_backlog(rig.store), 0);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 1000);
}
END_TEST

START_TEST(a_backlog_is_reported_and_passes)
{
    enum { SIZE = 64 * 1024 };
    char text[SIZE], id[STORE_BROADCAST_ID + 1];
    uint64_t number = 0;
    memset(text, 'x', SIZE);
    rig_lock(&rig);
    for (int i = 0; i < STORE_BACKLOG_MAX / SIZE; i++) {
        ck_assert(!store_is_behind(rig.store));
        snprintf(id, sizeof id, "b%d", i);
        number = store_put_broadcast(rig.store, id, "", text, SIZE);
        store_flush(rig.store);
    }
    ck_assert(store_is_behind(rig.store));
    rig_unlock(&rig);
    rig_commit(&rig, number);
    ck_assert(!store_is_behind(rig.store));
}
END_TEST

START_TEST(closing_commits_what_was_put)
{
    GameId id = rig_put_game(&rig);
    uint64_t number = rig_put_event(&rig, &id, 1); /* not even flushed */
    reopen();
    ck_assert_uint_eq(number, 1);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 1);
}
END_TEST

/* ---- kill -9 ---- */

enum { KILLED_GAMES = 3, KILLS = 12, KILLS_WITH_POSTGRES = 2, KILLS_SIMULATED = 3 };

static int kills(void)
{
#ifdef TEST_SIMULATED_POSTGRES
    return soak() > 1 ? KILLS : KILLS_SIMULATED;
#else
    return getenv("CASTLED_TEST_STORE") ? KILLS_WITH_POSTGRES : KILLS;
#endif
}

/* Writes turns for ever, one event for each of three games per turn, and reports each acknowledged turn. */
static void write_until_killed(Durability durability, int told)
{
    rig_open(&rig, durability);
    GameId ids[KILLED_GAMES];
    for (int i = 0; i < KILLED_GAMES; i++)
        ids[i] = rig_put_game(&rig);
    uint64_t written = 0;
    for (uint32_t seq = 1;; seq++) {
        for (int i = 0; i < KILLED_GAMES; i++)
            rig_put_event(&rig, &ids[i], seq);
        store_flush(rig.store);
        uv_run(&rig.loop, seq % 8 ? UV_RUN_NOWAIT : UV_RUN_ONCE);
        if (rig.committed > written && write(told, &rig.committed, sizeof rig.committed) < 0)
            _exit(1);
        written = rig.committed;
    }
}

/* The newest turn that the child reported: waits for that many, then kills it and reads the rest. */
static uint64_t kill_after(pid_t child, int pipe_end, int tells)
{
    uint64_t number, newest = 0;
    while (read(pipe_end, &number, sizeof number) == (ssize_t)sizeof number) {
        newest = number;
        if (--tells == 0)
            kill(child, SIGKILL);
    }
    waitpid(child, NULL, 0);
    return newest;
}

static void kill_once(Durability durability, int tells)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        write_until_killed(durability, ends[1]);
    }
    close(ends[1]);
    uint64_t told = kill_after(child, ends[0], tells);
    close(ends[0]);
    ck_assert_uint_ge(told, 1);

    rig_open(&rig, durability);
    Loaded loaded = load_games();
    ck_assert_int_eq(loaded.count, KILLED_GAMES);
    for (int i = 0; i < loaded.count; i++) {
        ck_assert_uint_ge(loaded.games[i]->count, told); /* nothing reported was lost */
        ck_assert_uint_eq(loaded.games[i]->count, loaded.games[0]->count); /* no half turn */
    }
    free_games(&loaded);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_clear(&rig);
}

START_TEST(reported_turns_survive_kill_9_and_none_is_halved)
{
    Durability durability = _i % 2 ? DURABILITY_POWER : DURABILITY_PROCESS;
    rig_init(&rig);
    kill_once(durability, 1 + _i * _i * 3);
}
END_TEST

/* ---- reads ---- */

typedef struct {
    int count;
    StoreError error;
    StoredGame *game;
} Answer;

static void on_game(void *context, StoreError error, StoredGame *game)
{
    Answer *answer = context;
    answer->count++;
    answer->error = error;
    answer->game = game;
}

static StoredGame *read_game(const GameId *id)
{
    Answer answer = {0};
    ck_assert(store_read_game(rig.store, id, on_game, &answer));
    ck_assert_int_eq(answer.count, 0); /* never within the call */
    while (answer.count == 0)
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_int_eq(answer.error, STORE_OK);
    return answer.game;
}

START_TEST(a_finished_game_is_read_by_its_id)
{
    GameId id = rig_put_game(&rig);
    rig_put_event(&rig, &id, 1);
    rig_put_event(&rig, &id, 2);
    Event end = {.kind = EV_END, .end = {STATUS_DRAW, WINNER_NONE, REASON_FIFTY, MOVE_NONE}};
    rig_commit(&rig, store_put_end(rig.store, &id, &end, 1793000099999));
    StoredGame *got = read_game(&id);
    ck_assert_ptr_nonnull(got);
    ck_assert_str_eq(got->game.id.text, id.text);
    ck_assert_uint_eq(got->count, 2);
    ck_assert_int_eq(got->game.status, STATUS_DRAW);
    ck_assert_int_eq(got->game.winner, WINNER_NONE);
    ck_assert_int_eq(got->game.reason, REASON_FIFTY);
    ck_assert_int_eq(got->game.ended, 1793000099999);
    stored_game_free(got);
}
END_TEST

static void must_have(const GameId *id, Color seat, const char *bytes, size_t size)
{
    StoredGame *got = read_game(id);
    ck_assert_uint_eq(got->conditional_size[seat], size);
    ck_assert_int_eq(got->conditional[seat] != NULL, bytes != NULL);
    if (bytes)
        ck_assert_mem_eq(got->conditional[seat], bytes, size);
    stored_game_free(got);
}

START_TEST(conditional_moves_come_back_with_their_game)
{
    GameId id = rig_put_game(&rig), other = rig_put_game(&rig);
    rig_commit(&rig, store_put_conditional(rig.store, &id, WHITE, "white", 5));
    must_have(&id, WHITE, "white", 5);
    must_have(&id, BLACK, NULL, 0);
    must_have(&other, WHITE, NULL, 0);
    store_put_conditional(rig.store, &id, BLACK, "black", 5);
    rig_commit(&rig, store_put_conditional(rig.store, &id, WHITE, "w", 1)); /* replaces them */
    reopen();
    must_have(&id, WHITE, "w", 1);
    must_have(&id, BLACK, "black", 5);
    store_delete_conditional(rig.store, &other, WHITE); /* deletes them */
    rig_commit(&rig, store_delete_conditional(rig.store, &id, WHITE));
    must_have(&id, WHITE, NULL, 0);
    must_have(&id, BLACK, "black", 5);
}
END_TEST

START_TEST(damaged_conditional_moves_are_recognised_and_the_game_is_read)
{
    static const char *const DAMAGE[] = {"data = CAST(x'78' || substr(data, 2) AS BLOB)",
                                         "data = x''", "game = 1", "color = 1"};
    static const char *const DAMAGE_POSTGRES[] = {"data = set_byte(data, 0, 120)", "data = ''",
                                                  "game = 1", "color = 1"};
    GameId ids[2] = {rig_put_game(&rig), rig_put_game(&rig)};
    char sql[120];
    rig_commit(&rig, store_put_conditional(rig.store, &ids[0], WHITE, "white", 5));
    snprintf(sql, sizeof sql, "UPDATE conditional_moves SET %s",
             rig_is_postgres() ? DAMAGE_POSTGRES[_i] : DAMAGE[_i]);
    rig_ask(&rig, sql);
    must_have(&ids[_i == 2], _i == 3 ? BLACK : WHITE, "", 0);
}
END_TEST

START_TEST(an_unknown_id_is_not_an_error)
{
    GameId id = rig_put_game(&rig), strange = {"no id"}, never = store_draw_game_id(rig.store);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    ck_assert_ptr_null(read_game(&strange));
    ck_assert_ptr_null(read_game(&never));
    StoredGame *got = read_game(&id);
    ck_assert_uint_eq(got->count, 1);
    stored_game_free(got);
}
END_TEST

START_TEST(reads_are_answered_while_a_writer_locks_the_file)
{
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    rig_lock(&rig);
    uint64_t number = rig_put_event(&rig, &id, 2);
    store_flush(rig.store);
    StoredGame *got = read_game(&id);
    ck_assert_uint_eq(got->count, 1); /* as far as it is durable */
    ck_assert_uint_eq(rig.committed, 1);
    stored_game_free(got);
    rig_unlock(&rig);
    rig_commit(&rig, number);
}
END_TEST

/* Work that records the order in which it is done; the first waits until everything has been asked for. */
typedef struct {
    uv_sem_t begun, go;
    char order[8];
    int count, told;
} Order;

typedef struct {
    Order *order;
    char name;
} Task;

static void do_task(void *context, StoreSnapshot *snapshot)
{
    Task *task = context;
    (void)snapshot;
    if (task->name == '0') {
        uv_sem_post(&task->order->begun);
        uv_sem_wait(&task->order->go);
    }
    task->order->order[task->order->count++] = task->name;
}

static void task_done(void *context, StoreError error)
{
    Task *task = context;
    ck_assert_int_eq(error, STORE_OK);
    task->order->told++;
}

/* Days of January 2026, by category: the changes of which there are too many are blitz's (2); the others, and those of an older game that
 * ended later, count all the same. */
static void put_change(const GameId *game, int category, int games, int day)
{
    StoreRating before = {.player = "bob"}, after = {.player = "bob"};
    after.category = before.category = category;
    after.rating = 100000 + games;
    after.games = games;
    after.at = (INT64_C(20454) + day) * 24 * 60 * 60 * 1000 + games;
    store_put_rating_change(rig.store, &(StoreRatingChange){*game, before, after});
}

static char history_text[128];

static void note_history(void *context, StoreError error, const StoreRatingDay *days, size_t count)
{
    int *order = context;
    ck_assert_int_eq(error, STORE_OK);
    history_text[0] = '\0';
    for (size_t i = 0; i < count && i < 8; i++)
        snprintf(history_text + strlen(history_text), 40, "%d:%d-%d-%d=%d ", days[i].category,
                 days[i].year, days[i].month, days[i].day, days[i].rating);
    *order = *order * 10 + 1;
}

static void note_other(void *context, StoreError error)
{
    int *order = context;
    ck_assert_int_eq(error, STORE_OK);
    *order = *order * 10 + 2;
}

static void no_work(void *context, StoreSnapshot *snapshot)
{
    (void)context, (void)snapshot;
}

START_TEST(of_a_long_history_of_ratings_the_newest_part_is_read_and_others_do_not_wait_for_it)
{
    StorePlayer bob = rig_player("bob", "Bob");
    GameId old = store_draw_game_id(rig.store), game;
    int order = 0;
    bob.guest = false;
    store_put_player(rig.store, &bob);
    for (int i = 0; i <= STORE_HISTORY_MAX; i++) {
        game = store_draw_game_id(rig.store);
        put_change(&game, 2, i, i == 0 ? 1 : i < STORE_HISTORY_MAX / 2 ? 3 : 4);
        if (i < 2)
            put_change(&game, 0, i, 2);
    }
    put_change(&old, 0, 2, 2);
    store_flush(rig.store);
    rig_commit(&rig, 1);
    ck_assert(store_read_rating_history(rig.store, "bob", note_history, &order));
    ck_assert(store_read(rig.store, no_work, note_other, &order));
    while (order < 10)
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_int_eq(order, 21);
    ck_assert_str_eq(history_text, "0:2026-1-3=100002 2:2026-1-4=124999 2:2026-1-5=150000 ");
}
END_TEST

START_TEST(background_work_waits_for_all_reads_asked_meanwhile)
{
    Order order = {.count = 0};
    Task tasks[] = {{&order, '0'}, {&order, 'a'}, {&order, 'b'}, {&order, '1'}, {&order, '2'}};
    ck_assert_int_eq(uv_sem_init(&order.begun, 0), 0);
    ck_assert_int_eq(uv_sem_init(&order.go, 0), 0);
    ck_assert(store_read_in_background(rig.store, do_task, task_done, &tasks[0]));
    uv_sem_wait(&order.begun);
    for (int i = 1; i < 3; i++)
        ck_assert(store_read_in_background(rig.store, do_task, task_done, &tasks[i]));
    for (int i = 3; i < 5; i++)
        ck_assert(store_read(rig.store, do_task, task_done, &tasks[i]));
    uv_sem_post(&order.go);
    while (order.told < 5)
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_str_eq(order.order, "012ab");
    uv_sem_destroy(&order.begun);
    uv_sem_destroy(&order.go);
}
END_TEST

static void nothing(void *context, StoreSnapshot *snapshot)
{
    (void)context;
    (void)snapshot;
}

START_TEST(background_work_has_a_limit_of_its_own)
{
    Order order = {.count = 0};
    Task first = {&order, '0'};
    ck_assert_int_eq(uv_sem_init(&order.begun, 0), 0);
    ck_assert_int_eq(uv_sem_init(&order.go, 0), 0);
    ck_assert(store_read_in_background(rig.store, do_task, task_done, &first));
    uv_sem_wait(&order.begun);
    static Answer answers[STORE_READS_MAX + 1];
    GameId id = rig_put_game(&rig);
    for (int i = 0; i < STORE_READS_MAX; i++)
        ck_assert(store_read_game(rig.store, &id, on_game, &answers[i]));
    ck_assert(!store_read_game(rig.store, &id, on_game, &answers[STORE_READS_MAX]));
    Order none = {.count = 0};
    static Task rest[STORE_READS_MAX];
    for (int i = 1; i < STORE_READS_MAX; i++) {
        rest[i] = (Task){&none, 'x'};
        ck_assert(store_read_in_background(rig.store, nothing, task_done, &rest[i]));
    }
    ck_assert(!store_read_in_background(rig.store, nothing, task_done, &rest[0]));
    uv_sem_post(&order.go);
    while (none.told < STORE_READS_MAX - 1)
        uv_run(&rig.loop, UV_RUN_ONCE);
    for (int i = 0; i < STORE_READS_MAX; i++)
        ck_assert_int_eq(answers[i].count, 1);
    uv_sem_destroy(&order.begun);
    uv_sem_destroy(&order.go);
}
END_TEST

START_TEST(too_many_reads_are_refused_and_closing_answers_waiting_ones)
{
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    static Answer answers[STORE_READS_MAX + 1];
    for (int i = 0; i < STORE_READS_MAX; i++)
        ck_assert(store_read_game(rig.store, &id, on_game, &answers[i]));
    ck_assert(!store_read_game(rig.store, &id, on_game, &answers[STORE_READS_MAX]));
    reopen();
    for (int i = 0; i < STORE_READS_MAX; i++) {
        ck_assert_int_eq(answers[i].count, 1);
        ck_assert((answers[i].error == STORE_OK) == (answers[i].game != NULL));
        ck_assert(answers[i].error == STORE_OK || answers[i].error == STORE_CLOSED);
        stored_game_free(answers[i].game);
    }
    ck_assert_int_eq(answers[STORE_READS_MAX].count, 0);
}
END_TEST

/* ---- searches ---- */

typedef struct {
    StoreSearch search;
    StoreFound found;
    bool done;
} Search;

static void run_search(void *context, StoreSnapshot *snapshot)
{
    char line[STORE_LINE_MAX];
    Search *search = context;
    ck_assert_int_eq(snapshot_search(snapshot, &search->search, &search->found, line), STORE_OK);
}

static void search_done(void *context, StoreError error)
{
    ck_assert_int_eq(error, STORE_OK);
    ((Search *)context)->done = true;
}

static GameId put_ended_game(Bonus bonus)
{
    StoreGame game = {
        .id = store_draw_game_id(rig.store),
        .seat = {[WHITE] = {.player = "ann"}, [BLACK] = {.kind = STORE_SEAT_LEVEL, .level = 4}},
        .control = {.timed = true, .initial = 300000, .increment = 3000},
        .made = 1793000000001};
    Event end = {.kind = EV_END, .end = {STATUS_RESIGN, WINNER_BLACK, REASON_NONE, MOVE_NONE}};
    game.control.bonus = bonus;
    store_put_game(rig.store, &game);
    store_put_end(rig.store, &game.id, &end, 1793000000002);
    return game.id;
}

/* 5+3 of every kind is 300000 and 3000 in the index. */
START_TEST(a_search_for_a_clock_finds_only_games_with_that_increment)
{
    StorePlayer ann = rig_player("ann", "Ann");
    store_put_player(rig.store, &ann);
    GameId ids[] = {put_ended_game(BONUS_FISCHER), put_ended_game(BONUS_BRONSTEIN),
                    put_ended_game(BONUS_DELAY)};
    rig_commit(&rig, store_put_axis(rig.store, 1));
    for (Bonus bonus = BONUS_FISCHER; bonus <= BONUS_DELAY; bonus++) {
        const TimeControl control = {
            .timed = true, .initial = 300000, .increment = 3000, .bonus = bonus};
        Search search = {.search = {.player = "ann",
                                    .control = &control,
                                    .from = SEARCH_NEWEST,
                                    .most = SEARCH_FOUND_MAX}};
        ck_assert(store_read(rig.store, run_search, search_done, &search));
        while (!search.done)
            uv_run(&rig.loop, UV_RUN_ONCE);
        ck_assert_int_eq(search.found.count, 1);
        ck_assert_int_eq(search.found.looked, sizeof ids / sizeof *ids);
        StoredGame *game = read_game(&ids[bonus]);
        ck_assert_int_eq(game->game.control.bonus, bonus);
        ck_assert_int_eq(search.found.at[0].number,
                         rig_ask(&rig, "SELECT min(number) FROM games") + bonus);
        stored_game_free(game);
    }
}
END_TEST

typedef struct {
    const char *player, *opponent;
    StoreScore score;
    bool done;
} Pairing;

static void run_score(void *context, StoreSnapshot *snapshot)
{
    char line[STORE_LINE_MAX];
    Pairing *pair = context;
    ck_assert_int_eq(snapshot_score(snapshot, pair->player, pair->opponent, &pair->score, line),
                     STORE_OK);
}

static void score_done(void *context, StoreError error)
{
    ck_assert_int_eq(error, STORE_OK);
    ((Pairing *)context)->done = true;
}

static StoreScore score_of(const char *player, const char *opponent)
{
    Pairing pair = {.player = player, .opponent = opponent};
    ck_assert(store_read(rig.store, run_score, score_done, &pair));
    while (!pair.done)
        uv_run(&rig.loop, UV_RUN_ONCE);
    return pair.score;
}

static void put_game_between(const char *white, const char *black, Status status, Winner winner)
{
    StoreGame game = {.id = store_draw_game_id(rig.store), .made = 1793000000001};
    Event end = {.kind = EV_END, .end = {status, winner, REASON_NONE, MOVE_NONE}};
    snprintf(game.seat[WHITE].player, sizeof game.seat[WHITE].player, "%s", white);
    snprintf(game.seat[BLACK].player, sizeof game.seat[BLACK].player, "%s", black);
    store_put_game(rig.store, &game);
    store_put_end(rig.store, &game.id, &end, 1793000000002);
}

START_TEST(a_score_counts_wins_and_draws_with_both_colours_but_not_aborted_games)
{
    StorePlayer players[] = {rig_player("ann", "Ann"), rig_player("bob", "Bob"),
                             rig_player("cid", "Cid")};
    for (int i = 0; i < 3; i++)
        store_put_player(rig.store, &players[i]);
    put_game_between("ann", "bob", STATUS_RESIGN, WINNER_WHITE);
    put_game_between("bob", "ann", STATUS_MATE, WINNER_BLACK);
    put_game_between("bob", "ann", STATUS_RESIGN, WINNER_WHITE);
    put_game_between("ann", "bob", STATUS_DRAW, WINNER_NONE);
    put_game_between("ann", "bob", STATUS_ABORTED, WINNER_NONE);
    put_game_between("ann", "bob", STATUS_NOSTART, WINNER_NONE);
    put_game_between("ann", "cid", STATUS_RESIGN, WINNER_WHITE);
    rig_commit(&rig, store_put_axis(rig.store, 1));
    StoreScore score = score_of("ann", "bob");
    ck_assert_int_eq(score.games, 4);
    ck_assert_int_eq(score.halves, 5);
    score = score_of("bob", "ann");
    ck_assert_int_eq(score.games, 4);
    ck_assert_int_eq(score.halves, 3);
    ck_assert_int_eq(score_of("bob", "cid").games, 0);
    ck_assert_int_eq(score_of("ann", "nobody").games, 0);
}
END_TEST

/* What was told of a tournament: on another thread each act, then on the loop the end. */
typedef struct {
    uv_thread_t loop;
    char texts[64];
    uint32_t most; /* that are wanted */
    bool is_done;
    StoreError error;
} ActsTold;

static bool on_tournament_act(void *context, uint32_t seq, const char *text, size_t size)
{
    ActsTold *told = context;
    uv_thread_t here = uv_thread_self();
    ck_assert(!uv_thread_equal(&here, &told->loop));
    snprintf(told->texts + strlen(told->texts), sizeof told->texts - strlen(told->texts),
             "%u:%.*s ", seq, (int)size, text);
    return seq < told->most;
}

static void on_tournament_read(void *context, StoreError error)
{
    ActsTold *told = context;
    uv_thread_t here = uv_thread_self();
    ck_assert(uv_thread_equal(&here, &told->loop));
    told->error = error;
    told->is_done = true;
}

static ActsTold read_tournament(const char *id, uint32_t most)
{
    ActsTold told = {.loop = uv_thread_self(), .most = most};
    ck_assert(
        store_read_tournament(rig.store, id, on_tournament_act, &told, on_tournament_read, &told));
    while (!told.is_done)
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_int_eq(told.error, STORE_OK);
    return told;
}

START_TEST(what_happened_in_a_tournament_is_read_in_order_on_another_thread)
{
    static const char *const IDS[] = {"Ab12Cd34", "Xy12Cd34"};
    for (int i = 0; i < 2; i++) {
        StoreTournament tournament = {.made = 1, .over = 2};
        memcpy(tournament.id, IDS[i], sizeof tournament.id);
        store_put_tournament(rig.store, &tournament);
    }
    store_put_tournament_act(rig.store, IDS[0], 2, "{\"b\"}", 5);
    store_put_tournament_act(rig.store, IDS[0], 1, "{}", 2);
    store_put_tournament_act(rig.store, IDS[1], 1, "{\"x\"}", 5);
    rig_commit(&rig, store_put_tournament_act(rig.store, IDS[0], 3, "{\"c\"}", 5));
    ck_assert_str_eq(read_tournament(IDS[0], 9).texts, "1:{} 2:{\"b\"} 3:{\"c\"} ");
    ck_assert_str_eq(read_tournament(IDS[0], 2).texts, "1:{} 2:{\"b\"} ");
    ck_assert_str_eq(read_tournament("nobody12", 9).texts, "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store");
    TCase *open = tcase_create("open store");
    tcase_add_checked_fixture(open, setup, teardown);
    tcase_set_timeout(open, 60);
    tcase_add_test(open, the_secret_stays_and_the_epoch_grows);
    tcase_add_test(open, two_databases_have_two_secrets);
    tcase_add_test(open, only_the_servers_user_can_read_the_files);
    tcase_add_test(open, the_axis_comes_back);
    tcase_add_test(open, a_game_id_is_never_drawn_again);
    tcase_add_test(open, every_member_of_a_game_comes_back);
    tcase_add_test(open, a_game_without_clock_against_a_computer_comes_back);
    tcase_add_test(open, engines_come_back_with_their_names);
    tcase_add_test(open, every_kind_of_clock_comes_back);
    tcase_add_test(open, a_player_put_again_gets_the_new_name);
    tcase_add_test(open, unfinished_games_come_back_oldest_first_with_their_events_in_order);
    tcase_add_test(open, accounts_and_their_ratings_come_back);
    tcase_add_test(open, open_challenges_come_back_and_expired_ones_go);
    tcase_add_test(open, the_number_grows_with_each_flush_only);
    tcase_add_test(open, nothing_is_reported_before_it_can_be_read_from_the_file);
    tcase_add_test(open, callbacks_come_only_while_the_loop_runs);
    tcase_add_test(open, turns_that_wait_for_the_disk_share_a_commit);
    tcase_add_test(open, a_backlog_is_reported_and_passes);
    tcase_add_test(open, closing_commits_what_was_put);
    tcase_add_test(open, a_finished_game_is_read_by_its_id);
    tcase_add_test(open, conditional_moves_come_back_with_their_game);
    tcase_add_loop_test(open, damaged_conditional_moves_are_recognised_and_the_game_is_read, 0, 4);
    tcase_add_test(open, an_unknown_id_is_not_an_error);
    tcase_add_test(open, reads_are_answered_while_a_writer_locks_the_file);
    tcase_add_test(open, background_work_waits_for_all_reads_asked_meanwhile);
    tcase_add_test(
        open, of_a_long_history_of_ratings_the_newest_part_is_read_and_others_do_not_wait_for_it);
    tcase_add_test(open, background_work_has_a_limit_of_its_own);
    tcase_add_test(open, a_search_for_a_clock_finds_only_games_with_that_increment);
    tcase_add_test(open, a_score_counts_wins_and_draws_with_both_colours_but_not_aborted_games);
    tcase_add_test(open, what_happened_in_a_tournament_is_read_in_order_on_another_thread);
    tcase_add_test(open, too_many_reads_are_refused_and_closing_answers_waiting_ones);
    suite_add_tcase(suite, open);
    TCase *killed = tcase_create("kill -9");
    tcase_set_timeout(killed, 60);
    tcase_add_loop_test(killed, reported_turns_survive_kill_9_and_none_is_halved, 0, kills());
    suite_add_tcase(suite, killed);
    return rig_run_suite(suite);
}

/* Who may write to a database that several castleds use, step by step at random: they take the leases, write, renew, lose an
 * answer, fall silent, go and come back, and the database's clock jumps. What each step answers follows from what is written
 * here in place of a database, and PostgreSQL and the simulated one (tests/sim/postgres) both have to answer so. */
#define RIG_KEEPS_TABLES
#include "store_rig.h"

#include "postgres_open.h"
#include "postgres_parts.h"
#include "postgres_watch.h"
#include "sql.h"

#include "random.h"

#include <poll.h>
#include <sys/socket.h>

enum { NODES = 3, NOBODY = -1, TOLERANCE = 1 << 30 };
#ifdef TEST_POSTGRES
enum { SEEDS = 2, STEPS = 120 };
#else
enum { SEEDS = 3, STEPS = 120 };
#endif

typedef struct {
    char name[16];
    Db *db, *readers[2]; /* NULL: it has no store */
    PostgresWatch *watch;
    unsigned char secret[CLUSTER_SECRET_SIZE];
    int64_t epoch;    /* of the leases, as it knows it */
    uint64_t number;  /* its newest batch */
    int64_t axis;     /* which that writes */
    bool is_in_doubt; /* whether that one was committed */
    bool is_alive;    /* as the database sees it */
} LeaseNode;

static Rig rig;
static Random chance;
static LeaseNode nodes[NODES];
static atomic_bool is_over;

/* What the database has. */
static int owner;
static int64_t lease_epoch, opened, axis;
static uint64_t committed; /* the owner's newest batch */

static bool draw(uint64_t once_in)
{
    return random_once_in(&chance, once_in);
}

/* ---- the database's clock: a lease lasts until a step says that it has ended ---- */

static void set_alive(const LeaseNode *node, bool is_alive)
{
    char sql[160];
#ifdef TEST_POSTGRES
    const char *until = is_alive ? "'3000-01-01'" : "'2000-01-01'";
#else
    const char *until = is_alive ? "9000000000000" : "0";
#endif
    snprintf(sql, sizeof sql, "UPDATE nodes SET alive = %s WHERE node = '%.15s'", until,
             node->name);
    rig_ask(&rig, sql);
}

static void note_sign(LeaseNode *node)
{
    node->is_alive = true;
    set_alive(node, true);
}

/* It is later than all of them have said, or an hour earlier. */
static void jump_clock(void)
{
    bool is_forward = draw(2);
    for (int i = 0; i < NODES; i++)
        if (nodes[i].is_alive && is_forward) {
            nodes[i].is_alive = false;
            set_alive(&nodes[i], false);
        }
#ifdef TEST_POSTGRES
    if (!is_forward)
        rig_ask(&rig, "UPDATE nodes SET alive = alive + interval '1 hour'");
#else
    if (!is_forward)
        rig_ask(&rig, "UPDATE nodes SET alive = alive + 3600000 WHERE alive > 0");
#endif
}

static bool is_free_for(int number)
{
    return owner == NOBODY || owner == number || !nodes[owner].is_alive;
}

/* ---- stores that come and go ---- */

static void take(int number)
{
    LeaseNode *node = &nodes[number];
    Owner own;
    char path[DATABASE_PATH_MAX], line[STORE_LINE_MAX];
    const PostgresTerms terms = {.address = rig.server, .node = node->name};
    StoreError error = postgres_open(&node->db, node->readers, &terms, &own, path, line);
    bool is_free = is_free_for(number);
    ck_assert_msg((error == STORE_OK) == is_free, "node %d takes the leases: %s", number,
                  is_free ? line : "it was refused before");
    if (is_free) {
        owner = number;
        committed = 0;
        lease_epoch++;
        opened++;
        node->epoch = lease_epoch;
        node->number = 0;
        node->is_in_doubt = false;
        ck_assert_int_eq(own.epoch, opened);
        ck_assert_int_eq(own.axis, axis);
        int64_t left = db_lease_left(node->db);
        ck_assert(left <= POSTGRES_LEASE);
        note_sign(node);
    } else {
        ck_assert_msg(error == STORE_LOCKED, "%s", line);
        ck_assert_ptr_null(node->db);
    }
}

/* It gives back what it has, whether or not that is the leases; without a connection it cannot say so. */
static void leave(int number)
{
    LeaseNode *node = &nodes[number];
    bool is_heard = ((PostgresDb *)node->db)->connection != NULL;
    for (int i = 0; i < 2; i++)
        db_close(node->readers[i]);
    db_close(node->db);
    node->db = NULL;
    if (is_heard)
        node->is_alive = false;
}

/* As when the process dies: nothing is said. */
static void die(int number)
{
    PostgresDb *db = (PostgresDb *)nodes[number].db;
    if (db->connection)
        postgres_lose(db, "it has died");
    leave(number);
}

/* ---- writes ---- */

static int socket_of(const PGconn *connection)
{
    for (int i = 0; i < NODES; i++) {
        const PostgresDb *db = (PostgresDb *)nodes[i].db;
        if (db && db->connection == connection)
            return db->library.socket(connection);
    }
    return -1;
}

/* The answer has come, and is never read. */
static int lose_answer(PGconn *connection)
{
    struct pollfd wanted = {.fd = socket_of(connection), .events = POLLIN};
    poll(&wanted, 1, -1);
    return 1;
}

static int refuse(PGconn *connection)
{
    (void)connection;
    return 0;
}

/* Nothing gets through; libpq would send what is queued when it closes the connection. */
static int cut(PGconn *connection)
{
    shutdown(socket_of(connection), SHUT_RDWR);
    return 0;
}

typedef enum { WRITE_ANSWERED, WRITE_ANSWER_LOST, WRITE_LOST } Fate;

static DbResult commit(Db *base, Fate fate)
{
    PostgresDb *db = (PostgresDb *)base;
    const LibPq library = db->library;
    if (fate == WRITE_LOST)
        db->library.pipelineSync = cut;
    if (fate == WRITE_ANSWER_LOST) {
        db->library.isBusy = lose_answer;
        db->library.consumeInput = refuse;
    }
    DbResult result = db_commit(base);
    if (result != DB_OK)
        db_rollback(base);
    db->library = library;
    return result;
}

static DbResult put_axis(Db *db, int64_t value)
{
    DbStatement *statement;
    DbResult result = db_prepare(db, SQL_PUT_AXIS, false, &statement);
    ck_assert_int_eq(result, DB_OK);
    db_bind_int(statement, 1, value);
    result = db_run(statement);
    db_finalize(statement);
    return result;
}

static bool holds(int number)
{
    return owner == number && nodes[number].epoch == lease_epoch;
}

/* The rules, when a transaction of that batch reaches the database. */
static void carry_out(int number)
{
    LeaseNode *node = &nodes[number];
    axis = node->axis;
    committed = node->number;
    note_sign(node);
}

/* One batch, or again the one in doubt. */
static void write_batch(int number)
{
    LeaseNode *node = &nodes[number];
    DbScope scope = {{0}};
    Fate fate = draw(4) ? WRITE_ANSWER_LOST : draw(6) ? WRITE_LOST : WRITE_ANSWERED;
    bool was_in_doubt = node->is_in_doubt;
    db_scope_add(&scope, draw(2) ? DB_LOBBY : (int)random_below(&chance, DB_PARTITIONS));
    if (!was_in_doubt) {
        node->number++;
        node->axis = (int64_t)random_below(&chance, 1 << 20);
    }
    DbResult result = db_begin_write(node->db, &scope, node->number);
    if (was_in_doubt && owner != number) {
        ck_assert_int_eq(result, DB_TAKEN);
        leave(number);
        return;
    }
    if (was_in_doubt) {
        node->epoch = ++lease_epoch; /* to keep out what may still be under way */
        node->is_in_doubt = false;
        if (committed == node->number) {
            ck_assert_int_eq(result, DB_DONE);
            return;
        }
    }
    ck_assert_int_eq(result, DB_OK);
    result = put_axis(node->db, node->axis);
    ck_assert_int_eq(result, DB_OK);
    result = commit(node->db, fate);
    if (fate != WRITE_ANSWERED) {
        ck_assert_int_eq(result, DB_FAILED);
        if (fate == WRITE_ANSWER_LOST && holds(number))
            carry_out(number);
        node->is_in_doubt = true;
        return;
    }
    ck_assert_int_eq(result, holds(number) ? DB_OK : DB_TAKEN);
    if (result == DB_OK)
        carry_out(number);
    else
        leave(number);
}

static void renew(int number)
{
    LeaseNode *node = &nodes[number];
    ((PostgresDb *)node->db)->alive_at = 0; /* it is due */
    DbResult result = db_idle(node->db);
    ck_assert_int_eq(result, holds(number) ? DB_OK : DB_TAKEN);
    if (result == DB_OK)
        note_sign(node);
    else
        leave(number);
}

/* ---- looking ---- */

static void look(int number)
{
    LeaseNode *node = &nodes[number];
    ClusterView view;
    postgres_watch_look(node->watch, draw(2), &view);
    ck_assert_msg(view.state == CLUSTER_SEEN, "%s", view.line);
    ck_assert_uint_eq(view.epoch, (uint64_t)opened);
    ck_assert_str_eq(view.owner, owner == NOBODY ? "" : nodes[owner].name);
    ck_assert_int_eq(view.is_own, owner == number);
    ck_assert_int_eq(view.is_free, is_free_for(number));
    ck_assert_mem_eq(node->secret, nodes[0].secret, CLUSTER_SECRET_SIZE);
    int64_t there = rig_ask(&rig, "SELECT axis FROM castled");
    ck_assert_int_eq(there, axis);
}

static void step(void)
{
    int number = (int)random_below(&chance, NODES);
    LeaseNode *node = &nodes[number];
    uint64_t kind = random_below(&chance, 20);
    if (kind < 4) {
        look(number);
    } else if (kind == 4) {
        jump_clock();
    } else if (kind < 7 && node->is_alive) { /* it is silent for too long, and does not know */
        node->is_alive = false;
        set_alive(node, false);
    } else if (!node->db) {
        take(number);
    } else if (kind == 7) {
        die(number);
    } else if (kind == 8) {
        leave(number);
    } else if (kind < 12 && !node->is_in_doubt) {
        renew(number);
    } else {
        write_batch(number);
    }
}

static void begin(uint64_t seed)
{
    char line[STORE_LINE_MAX];
    chance = random_stream(seed, 0);
    owner = NOBODY;
    lease_epoch = opened = axis = 0;
    for (int i = 0; i < NODES; i++) {
        nodes[i] = (LeaseNode){.db = NULL};
        snprintf(nodes[i].name, sizeof nodes[i].name, "node-%d", i);
        nodes[i].watch = postgres_watch_new(&(PostgresWatchTerms){.address = rig.server,
                                                                  .node = nodes[i].name,
                                                                  .version = "0",
                                                                  .clock_tolerance = TOLERANCE,
                                                                  .secret = nodes[i].secret,
                                                                  .is_over = &is_over},
                                            line);
        ck_assert_ptr_nonnull(nodes[i].watch);
    }
    for (int i = 0; i < NODES; i++)
        look(i); /* the first makes the tables */
}

static void end(void)
{
    for (int i = 0; i < NODES; i++) {
        postgres_watch_free(nodes[i].watch);
        if (nodes[i].db)
            leave(i);
    }
}

START_TEST(each_step_answers_what_follows_from_those_before)
{
    uint64_t seed = 1 + (uint64_t)_i;
    fprintf(stderr, "seed %llu\n", (unsigned long long)seed);
    rig_init(&rig);
    begin(seed);
    for (int i = 0; i < STEPS; i++)
        step();
    ck_assert_int_gt(opened, 2);
    end();
    rig_clear(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lease steps");
    TCase *steps = tcase_create("at random");
    setenv("CK_FORK", "no", 1);
#ifdef TEST_POSTGRES
    setenv("CASTLED_TEST_STORE", "postgres", 1);
#endif
    tcase_add_loop_test(steps, each_step_answers_what_follows_from_those_before, 0, SEEDS);
    suite_add_tcase(suite, steps);
    return rig_run_suite(suite);
}

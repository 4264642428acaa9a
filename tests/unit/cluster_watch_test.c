/* Several castleds on one database: what each of them sees of who owns it, while PostgreSQL, the database and the owner come
 * and go. */
#include "store_rig.h"

#include "cluster_watch.h"
#include "postgres_proxy.h"
#include "schema.h"
#include "sql.h"

static Rig rig;

/* A castled that does nothing but watch. */
typedef struct {
    char directory[80];
    uv_loop_t loop;
    ClusterWatch *watch;
    ClusterView view; /* the newest */
    int views;
    char line[STORE_LINE_MAX];
} Node;

static void on_view(void *context, const ClusterView *view)
{
    Node *node = context;
    node->view = *view;
    node->views++;
    ck_assert_ptr_null(strchr(view->line, '\n'));
    ck_assert_int_eq(view->state == CLUSTER_SEEN, view->line[0] == '\0');
    ck_assert(view->state != CLUSTER_SEEN || cluster_watch_secret(node->watch) != NULL);
    ck_assert(!view->is_clock_off && view->clock_ahead == 0); /* PostgreSQL runs here */
}

static StoreError try_to_open(Node *node, const char *name, const char *server)
{
    *node = (Node){.views = 0};
    snprintf(node->directory, sizeof node->directory, "%.60s-%s", rig.directory, name);
    ck_assert_int_eq(uv_loop_init(&node->loop), 0);
    return cluster_watch_open(&node->watch,
                              &(ClusterWatchOptions){.loop = &node->loop,
                                                     .directory = node->directory,
                                                     .server = server,
                                                     .version = "9.9.9",
                                                     .context = node,
                                                     .changed = on_view},
                              node->line);
}

static void node_open(Node *node, const char *name)
{
    StoreError error = try_to_open(node, name, rig.server);
    ck_assert_msg(error == STORE_OK, "%s", node->line);
}

/* Also of one that was refused. */
static void node_close(Node *node)
{
    char path[128];
    if (node->watch)
        cluster_watch_close(node->watch);
    uv_run(&node->loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&node->loop), 0);
    snprintf(path, sizeof path, "%s/castled.lock", node->directory);
    unlink(path);
    ck_assert_int_eq(rmdir(node->directory), 0);
}

/* Runs the loop until what is wanted is so. */
#define WAIT_FOR(node, what)                                                                       \
    while (!(what))                                                                                \
    uv_run(&(node)->loop, UV_RUN_ONCE)

static void setup(void)
{
    rig_init(&rig);
}

static void teardown(void)
{
    rig_clear(&rig);
}

static void kill_server(void)
{
    postgres_rig_forget(&rig.connection);
    postgres_rig_kill(&rig_postgres, SIGQUIT);
}

/* ---- an empty database ---- */

START_TEST(castleds_on_an_empty_database_share_a_secret_and_see_each_other)
{
    Node a, b;
    node_open(&a, "a");
    ck_assert_ptr_null(cluster_watch_secret(a.watch));
    node_open(&b, "b");
    ck_assert_str_ne(cluster_watch_node(a.watch), cluster_watch_node(b.watch));
    WAIT_FOR(&a, a.view.nodes == 2);
    WAIT_FOR(&b, b.view.nodes == 2);
    ck_assert_mem_eq(cluster_watch_secret(a.watch), cluster_watch_secret(b.watch),
                     CLUSTER_SECRET_SIZE);
    ck_assert_int_eq(a.view.state, CLUSTER_SEEN);
    ck_assert_str_eq(a.view.owner, "");
    ck_assert(a.view.is_free && !a.view.is_own);
    ck_assert_uint_eq(a.view.epoch, 0);
    ck_assert_int_eq(a.view.on_bus, 0);
    cluster_watch_set_bus(a.watch, true);
    WAIT_FOR(&b, b.view.on_bus == 1);
    cluster_watch_set_bus(b.watch, true);
    WAIT_FOR(&a, a.view.on_bus == 2);
    cluster_watch_set_bus(a.watch, false);
    WAIT_FOR(&b, b.view.on_bus == 1);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM members WHERE version = '9.9.9'"), 2);
    node_close(&b); /* which says so */
    WAIT_FOR(&a, a.view.nodes == 1);
    node_close(&a);
}
END_TEST

START_TEST(one_that_is_silent_for_long_is_not_counted)
{
    Node a;
    node_open(&a, "a");
    WAIT_FOR(&a, a.view.nodes == 1);
    rig_ask(&rig,
            "INSERT INTO members VALUES ('other', '1', 1, clock_timestamp() + interval '1 s')");
    WAIT_FOR(&a, a.view.nodes == 2);
    WAIT_FOR(&a, a.view.nodes == 1);
    node_close(&a);
}
END_TEST

/* ---- owners ---- */

/* The store of a node that watches: the directory and its lock are the same. */
static void own(Rig *owner, const Node *node)
{
    *owner = (Rig){.lock = NULL};
    memcpy(owner->directory, node->directory, sizeof owner->directory);
    memcpy(owner->server, rig.server, sizeof owner->server);
    owner->watch = node->watch;
    rig_open(owner, DURABILITY_POWER);
}

START_TEST(all_see_the_owner_and_when_the_leases_are_free)
{
    Node a, b;
    Rig owner;
    node_open(&a, "a");
    node_open(&b, "b");
    WAIT_FOR(&a, a.view.is_free);
    own(&owner, &a);
    ck_assert_mem_eq(store_secret(owner.store), cluster_watch_secret(a.watch), STORE_SECRET_SIZE);
    WAIT_FOR(&a, a.view.is_own && a.view.epoch == 1);
    WAIT_FOR(&b, b.view.epoch == 1);
    ck_assert_str_eq(b.view.owner, cluster_watch_node(a.watch));
    ck_assert(!b.view.is_free && !b.view.is_own && !b.view.owner_has_bus);
    cluster_watch_set_bus(a.watch, true);
    WAIT_FOR(&b, b.view.owner_has_bus);
    ck_assert_int_eq(rig_close(&owner), STORE_OK); /* gives them back */
    WAIT_FOR(&b, b.view.is_free);
    own(&owner, &b);
    WAIT_FOR(&a, a.view.epoch == 2);
    ck_assert_str_eq(a.view.owner, cluster_watch_node(b.watch));
    ck_assert(!a.view.is_own && !a.view.is_free);
    rig_ask(&rig, "UPDATE nodes SET alive = '-infinity'"); /* as if it had died a while ago */
    WAIT_FOR(&a, a.view.is_free);
    WAIT_FOR(&a, !a.view.is_free); /* it has not */
    ck_assert_int_eq(rig_close(&owner), STORE_OK);
    node_close(&a);
    node_close(&b);
}
END_TEST

/* ---- what somebody else has locked ---- */

/* A transaction in which PostgreSQL works until it is cancelled. */
static PGconn *hold(const char *lock)
{
    char sql[200];
    PGconn *connection = PQconnectdb(rig.server);
    snprintf(sql, sizeof sql, "BEGIN; SET search_path TO castled; %s; SELECT pg_sleep(100000)",
             lock);
    ck_assert_int_eq(PQsendQuery(connection, sql), 1);
    while (rig_ask(&rig, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == 0)
        usleep(10000);
    return connection;
}

static void let_go(PGconn *connection)
{
    rig_ask(&rig, "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE wait_event "
                  "= 'PgSleep'");
    PQfinish(connection);
}

#define SCHEMA_LOCK "SELECT pg_advisory_xact_lock(7166478)"
#define LEASE_LOCK  "SELECT count(*) FROM (SELECT 1 FROM leases FOR UPDATE) AS locked"

START_TEST(tables_that_somebody_else_is_making_are_waited_for_by_looking_again)
{
    Node a;
    PGconn *other = hold(SCHEMA_LOCK);
    node_open(&a, "a");
    WAIT_FOR(&a, a.views == 1);
    ck_assert_int_eq(a.view.state, CLUSTER_AWAY);
    ck_assert_int_eq(a.view.error, STORE_LOCKED);
    ck_assert_ptr_nonnull(strstr(a.view.line, "is making its tables"));
    node_close(&a); /* at once */
    node_open(&a, "a");
    WAIT_FOR(&a, a.view.state == CLUSTER_AWAY);
    let_go(other);
    WAIT_FOR(&a, a.view.state == CLUSTER_SEEN);
    node_close(&a);
}
END_TEST

static StoreError try_to_own(Rig *owner, const Node *node, const char *server)
{
    *owner = (Rig){.watch = node->watch};
    memcpy(owner->directory, node->directory, sizeof owner->directory);
    snprintf(owner->server, sizeof owner->server, "%s", server);
    return rig_try_open(owner, DURABILITY_POWER);
}

/* The loop of a front, which has clients, tries again later. */
START_TEST(a_front_does_not_wait_for_locks_of_others)
{
    static const char *const LOCKS[] = {SCHEMA_LOCK, LEASE_LOCK, "LOCK TABLE players"};
    Node a;
    Rig owner;
    Proxy proxy;
    char server[sizeof rig.server];
    node_open(&a, "a");
    WAIT_FOR(&a, a.view.is_free);
    memcpy(server, rig.server, sizeof server);
    proxy_begin(&proxy, server, sizeof server);
    proxy.counts = "7166478";
    for (int i = 0; i < 3; i++) {
        PGconn *other = hold(LOCKS[i]);
        proxy.counted = 0;
        StoreError error = try_to_own(&owner, &a, server);
        ck_assert_msg(error == (i < 2 ? STORE_LOCKED : STORE_SERVER), "%s", owner.line);
        ck_assert_int_le(proxy.counted, 4); /* one try */
        let_go(other);
    }
    StoreError error = try_to_own(&owner, &a, server);
    ck_assert_msg(error == STORE_OK, "%s", owner.line);
    ck_assert_int_eq(rig_close(&owner), STORE_OK);
    proxy_end(&proxy);
    node_close(&a);
}
END_TEST

/* It has the lock while it reads a file, for as long as that takes. */
START_TEST(castled_migrate_is_not_taken_for_one_that_hangs)
{
    Node a;
    Rig owner;
    node_open(&a, "a");
    WAIT_FOR(&a, a.view.is_free);
    void *migrate = NULL;
    postgres_rig_ask(&migrate, rig.server, "SET application_name TO 'castled migrate'");
    postgres_rig_ask(&migrate, rig.server, "BEGIN");
    postgres_rig_ask(&migrate, rig.server, SCHEMA_LOCK);
    do
        ck_assert_int_eq(try_to_own(&owner, &a, rig.server), STORE_LOCKED);
    while (rig_ask(&rig, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'castled "
                         "migrate' AND xact_start < clock_timestamp() - interval '4 s'") == 0);
    postgres_rig_ask(&migrate, rig.server, "COMMIT");
    postgres_rig_forget(&migrate);
    node_close(&a);
}
END_TEST

/* ---- PostgreSQL goes away ---- */

START_TEST(a_server_that_is_away_is_waited_for)
{
    Node a;
    kill_server();
    node_open(&a, "a");
    WAIT_FOR(&a, a.views == 1);
    ck_assert_int_eq(a.view.state, CLUSTER_AWAY);
    ck_assert_int_eq(a.view.error, STORE_SERVER);
    ck_assert_ptr_nonnull(strstr(a.view.line, rig_postgres.directory));
    ck_assert_ptr_null(cluster_watch_secret(a.watch));
    postgres_rig_start(&rig_postgres);
    WAIT_FOR(&a, a.view.state == CLUSTER_SEEN);
    unsigned char secret[CLUSTER_SECRET_SIZE];
    memcpy(secret, cluster_watch_secret(a.watch), sizeof secret);
    kill_server();
    WAIT_FOR(&a, a.view.state == CLUSTER_AWAY);
    ck_assert(!a.view.is_free);
    ck_assert_int_eq(a.view.nodes, 1); /* as it was */
    postgres_rig_start(&rig_postgres);
    WAIT_FOR(&a, a.view.state == CLUSTER_SEEN && a.view.is_free);
    ck_assert_mem_eq(cluster_watch_secret(a.watch), secret, sizeof secret);
    node_close(&a);
}
END_TEST

START_TEST(one_that_ends_does_not_wait_for_a_server_that_is_away)
{
    Node a;
    kill_server();
    node_open(&a, "a");
    WAIT_FOR(&a, a.views == 1);
    node_close(&a);
    postgres_rig_start(&rig_postgres);
}
END_TEST

/* Everybody who may connect does. */
enum { CROWD_MAX = 100 };

static int crowd_in(PGconn *crowd[CROWD_MAX])
{
    int count = 0;
    do
        crowd[count] = PQconnectdb(rig.server);
    while (PQstatus(crowd[count]) == CONNECTION_OK && ++count < CROWD_MAX);
    ck_assert_int_lt(count, CROWD_MAX);
    ck_assert_ptr_nonnull(strstr(PQerrorMessage(crowd[count]), "too many clients"));
    return count + 1;
}

START_TEST(a_server_without_room_is_waited_for)
{
    Node a;
    PGconn *crowd[CROWD_MAX];
    int count = crowd_in(crowd);
    node_open(&a, "a");
    WAIT_FOR(&a, a.views == 1);
    ck_assert_int_eq(a.view.state, CLUSTER_AWAY);
    ck_assert_ptr_nonnull(strstr(a.view.line, "too many clients"));
    while (count > 0)
        PQfinish(crowd[--count]);
    WAIT_FOR(&a, a.view.state == CLUSTER_SEEN);
    node_close(&a);
}
END_TEST

/* ---- what is lost on the way ---- */

/* A node by a proxy. */
static void open_by(Proxy *proxy, Node *node)
{
    char server[sizeof rig.server];
    memcpy(server, rig.server, sizeof server);
    proxy_begin(proxy, server, sizeof server);
    ck_assert_int_eq(try_to_open(node, "a", server), STORE_OK);
}

START_TEST(a_statement_of_connecting_that_is_lost_is_not_waited_for_without_end)
{
    Proxy proxy;
    Node a;
    open_by(&proxy, &a);
    WAIT_FOR(&a, a.view.state == CLUSTER_SEEN);
    proxy_swallow(&proxy, "search_path");
    rig_ask(&rig, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE "
                  "pid <> pg_backend_pid() AND backend_type = 'client backend'");
    WAIT_FOR(&a, proxy.swallowed > 0 && a.view.state == CLUSTER_AWAY);
    WAIT_FOR(&a, strstr(a.view.line, "the server does not answer"));
    proxy_swallow(&proxy, NULL);
    WAIT_FOR(&a, a.view.state == CLUSTER_SEEN);
    proxy_swallow(&proxy, "search_path");
    rig_ask(&rig, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE "
                  "pid <> pg_backend_pid() AND backend_type = 'client backend'");
    int swallowed = proxy.swallowed;
    while (proxy.swallowed == swallowed)
        usleep(10000);
    node_close(&a); /* ends nevertheless */
    proxy_end(&proxy);
}
END_TEST

START_TEST(a_server_that_sends_a_byte_now_and_then_is_not_waited_for_without_end)
{
    Proxy proxy;
    Node a;
    open_by(&proxy, &a);
    WAIT_FOR(&a, a.view.state == CLUSTER_SEEN);
    proxy.is_dripping = true;
    WAIT_FOR(&a, a.view.state == CLUSTER_AWAY);
    proxy.is_dripping = false;
    WAIT_FOR(&a, a.view.state == CLUSTER_SEEN);
    node_close(&a);
    proxy_end(&proxy);
}
END_TEST

/* ---- what is wrong and stays so ---- */

static void expect_refusal(const char *server, StoreError error, const char *words)
{
    Node a;
    ck_assert_int_eq(try_to_open(&a, "a", server), STORE_OK);
    WAIT_FOR(&a, a.views == 1);
    ck_assert_msg(a.view.state == CLUSTER_REFUSED, "%s", a.view.line);
    ck_assert_int_eq(a.view.error, error);
    ck_assert_msg(strstr(a.view.line, words) != NULL, "%s", a.view.line);
    ck_assert_ptr_null(cluster_watch_secret(a.watch));
    node_close(&a);
}

START_TEST(a_database_that_is_of_no_use_is_refused)
{
    char server[256];
    postgres_rig_address(&rig_postgres, "nothing", server, sizeof server);
    expect_refusal(server, STORE_SERVER, "\"nothing\" does not exist");
    rig_ask(&rig, "DROP ROLE IF EXISTS visitor");
    rig_ask(&rig, "CREATE ROLE visitor LOGIN");
    snprintf(server, sizeof server, "postgresql://visitor@%s", strchr(rig.server, '@') + 1);
    expect_refusal(server, STORE_SERVER, "permission denied");
    rig_ask(&rig, "CREATE SCHEMA castled");
    rig_ask(&rig, "CREATE TABLE castled.theirs (x INT)");
    expect_refusal(rig.server, STORE_FOREIGN, "another program");
    rig_ask(&rig, "DROP SCHEMA castled CASCADE");
}
END_TEST

START_TEST(an_address_that_is_none_is_refused_at_once)
{
    Node a;
    ck_assert_int_eq(try_to_open(&a, "a", "postgresql://me:secret@[::1/games"), STORE_SERVER);
    ck_assert_ptr_null(a.watch);
    ck_assert_ptr_nonnull(strstr(a.line, "no address"));
    ck_assert_ptr_null(strstr(a.line, "secret"));
    node_close(&a);
}
END_TEST

START_TEST(a_directory_has_one_castled)
{
    Node a, b;
    node_open(&a, "a");
    ck_assert_int_eq(try_to_open(&b, "a", rig.server), STORE_LOCKED);
    ck_assert_int_eq(uv_loop_close(&b.loop), 0);
    WAIT_FOR(&a, a.views > 0);
    node_close(&a);
}
END_TEST

/* ---- other versions ---- */

START_TEST(a_castled_that_is_too_old_for_the_tables_is_told)
{
    Node a;
    node_open(&a, "a");
    WAIT_FOR(&a, a.view.state == CLUSTER_SEEN);
    rig_ask(&rig, "UPDATE castled SET version = 99"); /* while it watches */
    WAIT_FOR(&a, a.view.state == CLUSTER_REFUSED);
    ck_assert_int_eq(a.view.error, STORE_NEWER);
    node_close(&a);
    expect_refusal(rig.server, STORE_NEWER, "its version is 99");
}
END_TEST

/* Before step 27 there was no table of members, and before step 28 none of keys. */
START_TEST(tables_of_an_older_castled_are_left_to_the_next_owner)
{
    Node a;
    Rig owner;
    node_open(&a, "a");
    WAIT_FOR(&a, a.view.nodes == 1);
    node_close(&a);
    rig_ask(&rig, "UPDATE castled SET version = 26");
    rig_ask(&rig, "DROP TABLE members, request_keys, page_files"); /* of later versions */
    node_open(&a, "a");
    WAIT_FOR(&a, a.view.state == CLUSTER_SEEN);
    ck_assert(a.view.is_free && a.view.nodes == 0);
    ck_assert_int_eq(rig_ask(&rig, "SELECT version FROM castled"), 26);
    own(&owner, &a);
    ck_assert_int_eq(rig_ask(&rig, "SELECT version FROM castled"),
                     schema_version(postgres_schema_sql));
    WAIT_FOR(&a, a.view.nodes == 1);
    ck_assert_int_eq(rig_close(&owner), STORE_OK);
    node_close(&a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cluster_watch");
    TCase *tcase = tcase_create("cluster_watch");
    setenv("CK_FORK", "no", 1); /* the server that a test starts again is for all of them */
    setenv("CASTLED_TEST_STORE", "postgres", 1);
    const TTest *tests[] = {castleds_on_an_empty_database_share_a_secret_and_see_each_other,
                            one_that_is_silent_for_long_is_not_counted,
                            all_see_the_owner_and_when_the_leases_are_free,
                            tables_that_somebody_else_is_making_are_waited_for_by_looking_again,
                            a_front_does_not_wait_for_locks_of_others,
                            castled_migrate_is_not_taken_for_one_that_hangs,
                            a_server_that_is_away_is_waited_for,
                            one_that_ends_does_not_wait_for_a_server_that_is_away,
                            a_server_without_room_is_waited_for,
                            a_statement_of_connecting_that_is_lost_is_not_waited_for_without_end,
                            a_server_that_sends_a_byte_now_and_then_is_not_waited_for_without_end,
                            a_database_that_is_of_no_use_is_refused,
                            an_address_that_is_none_is_refused_at_once,
                            a_directory_has_one_castled,
                            a_castled_that_is_too_old_for_the_tables_is_told,
                            tables_of_an_older_castled_are_left_to_the_next_owner};
    tcase_add_checked_fixture(tcase, setup, teardown);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return rig_run_suite(suite);
}

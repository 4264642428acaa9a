/* table_rig.h - what the tests of the core's parts share: a core for each test, and a game between persons 0 and
 * 1. */
#pragma once

#include "core_rig.h"

static CoreRig rig;

static inline void setup(void)
{
    rig_open(&rig);
}

static inline void teardown(void)
{
    rig_close(&rig);
}

static inline const char *game_id(void)
{
    static char id[9];
    const char *at = rig_heard(&rig, 0, "\"t\":\"start\",\"game\":\"");
    ck_assert_ptr_nonnull(at);
    snprintf(id, sizeof id, "%s", at + strlen("\"t\":\"start\",\"game\":\""));
    return id;
}

/* Person 0 has white, person 1 black. */
static inline const char *begin_game(void)
{
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_say(&rig, 0, "{\"t\":\"seek\",\"id\":1,\"clock\":{\"initial\":60000},\"color\":\"white\"}");
    rig_say(&rig, 1, "{\"t\":\"seek\",\"id\":1,\"clock\":{\"initial\":60000}}");
    rig_settle(&rig);
    return game_id();
}

static inline void move(int person, const char *game, int ply, const char *uci)
{
    char text[128];
    snprintf(text, sizeof text,
             "{\"t\":\"move\",\"id\":%d,\"game\":\"%s\",\"ply\":%d,\"uci\":\"%s\"}", 10 + ply, game,
             ply, uci);
    rig_say(&rig, person, text);
}

static inline void ask(int person, const char *game, const char *kind, const char *more)
{
    char text[160];
    snprintf(text, sizeof text, "{\"t\":\"%s\",\"id\":99,\"game\":\"%s\"%s}", kind, game, more);
    rig_say(&rig, person, text);
}

/* Lets that many seconds pass. */
static inline void let_pass(double seconds)
{
    usleep((useconds_t)(seconds * 1e6));
    uv_update_time(&rig.loop);
    rig_settle(&rig);
}

static inline int run_at_table(const char *name, const TTest *const *tests, size_t count)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

#include "engine_queue.h"

#include "chess_rig.h"

#include <stdlib.h>

static EngineQueue queue;
static Line line;

static void put(const char *game, uint64_t by)
{
    Search search = {.by = by};
    snprintf(search.game.text, sizeof search.game.text, "%s", game);
    engine_queue_put(&queue, engine_question_new(&search, &line));
}

static void expect_next(const char *game)
{
    EngineQuestion *question = engine_queue_take(&queue);
    ck_assert_ptr_nonnull(question);
    ck_assert_str_eq(question->search.game.text, game);
    free(question);
}

static void setup(void)
{
    queue = (EngineQueue){NULL};
    line = (Line){.plies = 0};
}

static void teardown(void)
{
    engine_queue_clear(&queue);
}

START_TEST(the_most_urgent_question_comes_first)
{
    ck_assert_ptr_null(engine_queue_take(&queue));
    put("later", 30);
    put("first", 10);
    put("second", 20);
    put("after", 20); /* equally urgent ones in the order in which they came */
    expect_next("first");
    put("newest", 15);
    expect_next("newest");
    expect_next("second");
    expect_next("after");
    expect_next("later");
    ck_assert_ptr_null(engine_queue_take(&queue));
}
END_TEST

START_TEST(a_forgotten_game_is_not_asked_about)
{
    put("gone", 10);
    put("here", 20);
    put("gone", 30);
    engine_queue_forget(&queue, &(GameId){"gone"});
    expect_next("here");
    ck_assert_ptr_null(engine_queue_take(&queue));
    put("gone", 40); /* asked again */
    expect_next("gone");
}
END_TEST

START_TEST(what_waits_is_freed) /* which the leak check would notice */
{
    put("one", 1);
    put("two", 2);
    engine_queue_forget(&queue, &(GameId){"one"});
    engine_queue_clear(&queue);
    ck_assert_ptr_null(engine_queue_take(&queue));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engine_queue");
    TCase *tcase = tcase_create("engine_queue");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, the_most_urgent_question_comes_first);
    tcase_add_test(tcase, a_forgotten_game_is_not_asked_about);
    tcase_add_test(tcase, what_waits_is_freed);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

#include "engine_rig.h"

static SkillMove choose(const Line *line, int rating, uint64_t seed)
{
    SkillMove chosen;
    engine_fresh();
    skill_choose(rig_engine, line, &(SkillRequest){.rating = rating, .seed = seed}, &chosen);
    return chosen;
}

START_TEST(levels_are_named_by_their_ratings)
{
    for (int level = 1; level < SKILL_LEVEL_MAX; level++)
        ck_assert_int_eq(skill_rating(level), 200 + 200 * level);
    ck_assert_int_eq(skill_rating(SKILL_LEVEL_MAX), SKILL_RATING_FULL);
}
END_TEST

START_TEST(line_level_and_seed_determine_the_move)
{
    static const char *const fens[] = {START_FEN, KIWIPETE};
    for (size_t i = 0; i < COUNT(fens); i++) {
        Line line = line_from(fens[i], "");
        for (int level = 1; level < SKILL_LEVEL_MAX; level++) {
            SkillMove first = choose(&line, skill_rating(level), 99);
            /* An earlier game leaves no trace, nor does a larger table. */
            choose(&line, 2000, 1);
            SkillMove second = choose(&line, skill_rating(level), 99);
            ck_assert_uint_eq(first.move, second.move);
            ck_assert_uint_eq(first.nodes, second.nodes);
            ck_assert_int_eq(first.score, second.score);
        }
    }
}
END_TEST

static EngineResult think_on(const Line *line)
{
    EngineResult result;
    engine_clear(rig_engine);
    engine_think(rig_engine, line, &(EngineLimits){.nodes = 20000}, NULL, &result);
    return result;
}

START_TEST(a_full_search_is_not_affected_by_a_level_before_it)
{
    Line line = line_from(KIWIPETE, "");
    engine_fresh();
    EngineResult alone = think_on(&line);
    choose(&line, 2000, 1);
    EngineResult after = think_on(&line);
    ck_assert_uint_eq(after.move, alone.move);
    ck_assert_uint_eq(after.nodes, alone.nodes);
    ck_assert_int_eq(after.score, alone.score);
}
END_TEST

START_TEST(the_budget_is_never_passed)
{
    Line line = line_from(KIWIPETE, "");
    for (int rating = SKILL_RATING_MIN; rating <= SKILL_RATING_MAX; rating += 150) {
        SkillMove chosen = choose(&line, rating, 5);
        ck_assert_uint_le(chosen.nodes, skill_nodes(rating));
        ck_assert(!chosen.cut);
        ck_assert(position_is_legal(&line.now, chosen.move));
    }
}
END_TEST

START_TEST(stronger_levels_think_at_least_as_long)
{
    for (int rating = SKILL_RATING_MIN; rating < SKILL_RATING_MAX; rating += 10)
        ck_assert_uint_le(skill_nodes(rating), skill_nodes(rating + 10));
    /* 20 ms up to 2000, 200 ms up to 2600: at half a million nodes a second. */
    ck_assert_uint_le(skill_nodes(2000), 10000);
    ck_assert_uint_le(skill_nodes(2600), 100000);
}
END_TEST

START_TEST(games_do_not_all_open_alike)
{
    Line line = line_from(START_FEN, "");
    static const int ratings[] = {400, 1600, 2600, SKILL_RATING_MAX};
    for (size_t i = 0; i < COUNT(ratings); i++) {
        Moves seen = {.count = 0};
        for (uint64_t seed = 0; seed < 12; seed++) {
            Move move = choose(&line, ratings[i], seed).move;
            if (!moves_have(&seen, move))
                seen.at[seen.count++] = move;
        }
        ck_assert_int_ge(seen.count, 2);
    }
}
END_TEST

/* A queen to be won for nothing, and a mate in one. Weak players find them most of the time. */
static int times_seen(const char *fen, const char *uci, int rating)
{
    Line line = line_from(fen, "");
    Move move = move_from_uci(&line.now, uci);
    int seen = 0;
    for (uint64_t seed = 0; seed < 40; seed++)
        seen += choose(&line, rating, seed).move == move;
    return seen;
}

START_TEST(even_the_weakest_mostly_take_hanging_pieces_and_mate_in_one)
{
    const char *hanging = "r1b1kbnr/pppp1ppp/2n5/4p1q1/4P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 1";
    const char *mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    ck_assert_int_ge(times_seen(hanging, "f3g5", 400) + times_seen(hanging, "c1g5", 400), 28);
    ck_assert_int_ge(times_seen(mate, "a1a8", 400), 20);
    ck_assert_int_ge(times_seen(mate, "a1a8", 1200), 32);
    ck_assert_int_eq(times_seen(mate, "a1a8", 2600), 40);
}
END_TEST

static bool at_once(void *context, uint64_t nodes)
{
    (void)context;
    (void)nodes;
    return true;
}

START_TEST(a_search_that_is_cut_short_says_so)
{
    EngineHooks hooks = {.poll = at_once};
    SkillRequest request = {.rating = 2600, .seed = 1, .hooks = &hooks};
    SkillMove chosen;
    Line line = line_from(KIWIPETE, "");
    engine_fresh();
    skill_choose(rig_engine, &line, &request, &chosen);
    ck_assert(chosen.cut);
    ck_assert(position_is_legal(&line.now, chosen.move));
}
END_TEST

static void remember(SkillMemory *memory, int score, int times)
{
    for (int i = 0; i < times; i++)
        skill_remember(memory, &(SkillMove){.move = 1, .score = score});
}

START_TEST(only_hopeless_games_are_resigned_and_only_late)
{
    Line early = {.plies = 20}, late = {.plies = 60};
    SkillMemory memory = {0};
    remember(&memory, -1500, 5);
    ck_assert(!skill_resigns(&memory, &late, 2600));
    remember(&memory, -1500, 20);
    ck_assert(skill_resigns(&memory, &late, 2600));
    ck_assert(skill_resigns(&memory, &late, 1000));
    ck_assert(!skill_resigns(&memory, &early, 2600));
    ck_assert_msg(!skill_resigns(&memory, &late, 600), "beginners play to mate");
    remember(&memory, -200, 1);
    ck_assert_msg(!skill_resigns(&memory, &late, 2600), "hope came back");
}
END_TEST

START_TEST(fair_draws_are_accepted_and_others_refused)
{
    Line early = {.plies = 10}, late = {.plies = 60};
    SkillMemory memory = {0};
    ck_assert_msg(!skill_accepts_draw(&memory, &late), "before the first move");
    remember(&memory, 150, 10);
    ck_assert(!skill_accepts_draw(&memory, &late));
    remember(&memory, 0, 1);
    ck_assert_msg(!skill_accepts_draw(&memory, &late), "only just even");
    remember(&memory, 0, 5);
    ck_assert(skill_accepts_draw(&memory, &late));
    ck_assert(!skill_accepts_draw(&memory, &early));
    remember(&memory, -300, 1);
    ck_assert(skill_accepts_draw(&memory, &late));
}
END_TEST

START_TEST(a_draw_is_offered_rarely)
{
    Line late = {.plies = 100}, early = {.plies = 50};
    SkillMemory memory = {0};
    remember(&memory, 0, 7);
    ck_assert(!skill_offers_draw(&memory, &late));
    remember(&memory, 3, 2);
    ck_assert(!skill_offers_draw(&memory, &early));
    ck_assert(skill_offers_draw(&memory, &late));
    skill_note_offer(&memory);
    ck_assert(!skill_offers_draw(&memory, &late));
    remember(&memory, 0, 24);
    ck_assert(!skill_offers_draw(&memory, &late));
    remember(&memory, 0, 1);
    ck_assert(skill_offers_draw(&memory, &late));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        levels_are_named_by_their_ratings,
        line_level_and_seed_determine_the_move,
        a_full_search_is_not_affected_by_a_level_before_it,
        the_budget_is_never_passed,
        stronger_levels_think_at_least_as_long,
        games_do_not_all_open_alike,
        even_the_weakest_mostly_take_hanging_pieces_and_mate_in_one,
        a_search_that_is_cut_short_says_so,
        only_hopeless_games_are_resigned_and_only_late,
        fair_draws_are_accepted_and_others_refused,
        a_draw_is_offered_rarely,
    };
    return run_tests("skill", tests, COUNT(tests));
}

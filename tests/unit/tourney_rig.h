/* tourney_rig.h - a tournament that is driven by a test, act by act, with a copy that is folded from the stored form of each. */
#pragma once

#include "check_rig.h"
#include "memory.h"
#include "tourney.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Tourney *tourney, *copy; /* the copy is folded from the stored form of each act */
    Text stored;             /* all acts */
    int64_t now;
    uint64_t chance;
    uint32_t away; /* a player who has just gone; 0: nobody */
} Desk;

static inline uint32_t draw(Desk *desk, uint32_t below)
{
    desk->chance = desk->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(desk->chance >> 33) % below;
}

static inline void apply(Desk *desk, TourneyAct *act)
{
    TourneyAct again;
    Text text;
    act->seq = desk->tourney->seq + 1;
    act->at = desk->now += 1000;
    text_init(&text);
    tourney_act_print(act, true, &text);
    ck_assert_msg(tourney_fold(desk->tourney, act), "%s", text.bytes);
    ck_assert_msg(tourney_act_parse(&again, text.bytes, text.length), "%s", text.bytes);
    ck_assert_msg(tourney_fold(desk->copy, &again), "%s", text.bytes);
    text_append(&desk->stored, text.bytes, text.length);
    tourney_act_clear(&again);
    tourney_act_clear(act);
    text_clear(&text);
}

static inline void create(Desk *desk, Format format, uint64_t seed)
{
    *desk = (Desk){.tourney = tourney_new(), .copy = tourney_new(), .chance = seed};
    desk->now = INT64_C(1795000000000);
    text_init(&desk->stored);
    TourneyAct act = {.kind = ACT_CREATED, .id = {"Ab12Cd34"}, .by = "ada", .by_name = "Ada"};
    act.settings = memory_new(sizeof *act.settings);
    tourney_settings_usual(act.settings, format);
    strcpy(act.settings->name, "Club evening");
    apply(desk, &act);
}

static inline void discard(Desk *desk)
{
    tourney_free(desk->tourney);
    tourney_free(desk->copy);
    text_clear(&desk->stored);
}

static inline void join(Desk *desk, int players)
{
    for (int i = 0; i < players; i++) {
        TourneyAct act = {.kind = ACT_ADD, .by = "ada", .by_name = "Ada"};
        act.person.kind = TOURNEY_NAME;
        act.person.rating = 1000 + (int32_t)draw(desk, 1000);
        snprintf(act.person.name, sizeof act.person.name, "Player %d", i + 1);
        apply(desk, &act);
    }
}

static inline void simple(Desk *desk, TourneyActKind kind)
{
    TourneyAct act = {.kind = kind, .seed = desk->chance};
    act.rules = kind == ACT_START ? TOURNEY_RULES : RULES_FIRST;
    apply(desk, &act);
}

static inline void enter_results(Desk *desk)
{
    static const BoardResult RESULTS[] = {BOARD_WHITE, BOARD_BLACK, BOARD_DRAW, BOARD_WHITE,
                                          BOARD_FORFEIT_BLACK};
    for (uint32_t i = 0; i < desk->tourney->boards_count; i++) {
        if (desk->tourney->boards[i].state != STATE_PLAYING)
            continue;
        TourneyAct act = {.kind = ACT_RESULT, .board = i + 1, .plies = 40, .by_play = true};
        act.result = RESULTS[draw(desk, 5)];
        apply(desk, &act);
    }
}

static inline bool pair_round(Desk *desk)
{
    TourneyAct act;
    Tourney *tourney = desk->tourney;
    if (tourney_is_swiss(tourney)) {
        SwissRound *round = swiss_round_new(tourney);
        bool found = tourney_wants_pairing(tourney) && swiss_round_pair(round);
        if (found)
            swiss_round_act(round, tourney, &act);
        swiss_round_free(round);
        if (!found)
            return false;
    } else if (!tourney_pair(tourney, &act)) {
        return false;
    }
    apply(desk, &act);
    if (tourney->round_state == ROUND_PAIRED)
        simple(desk, ACT_ROUND);
    return true;
}

static inline void must_be_same(const Desk *desk)
{
    Standings one = {.rows = NULL}, other = {.rows = NULL};
    standings_compute(&one, desk->tourney);
    standings_compute(&other, desk->copy);
    ck_assert_uint_eq(one.count, other.count);
    ck_assert_mem_eq(one.rows, other.rows, one.count * sizeof *one.rows);
    ck_assert_uint_eq(desk->tourney->boards_count, desk->copy->boards_count);
    for (uint32_t i = 0; i < one.count; i++)
        ck_assert_uint_ge(one.rows[i].rank, i ? one.rows[i - 1].rank : 1);
    standings_clear(&one);
    standings_clear(&other);
}

/* Somebody has gone while the others were being paired. */
static inline bool may_be_paired(void *context, uint32_t player)
{
    const Desk *desk = context;
    return player != desk->away;
}

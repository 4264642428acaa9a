/* Acts that may be done: numbered, stored, folded, told. */
#include "running.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void put_head(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    StoreTournament stored = {.made = tourney->made_at,
                              .over = tourney_is_over(tourney) ? tourney->over_at : 0};
    memcpy(stored.id, running->id.text, sizeof stored.id);
    running->number = journal_note(tournaments->options.journal,
                                   store_put_tournament(tournaments->options.store, &stored));
}

static void put_act(Tournaments *tournaments, Running *running, const TourneyAct *act)
{
    Text text;
    text_init(&text);
    tourney_act_print(act, true, &text);
    running->number =
        journal_note(tournaments->options.journal,
                     store_put_tournament_act(tournaments->options.store, running->id.text,
                                              act->seq, text.bytes, text.length));
    running_keep_text(running, act->seq, text.bytes, text.length);
    text_clear(&text);
}

_Static_assert((int)TOURNEY_ACT_SIZE_MAX == (int)STORE_TOURNAMENT_ACT_MAX &&
                   (int)TOURNEY_ID_LENGTH == (int)STORE_TOURNAMENT_ID,
               "every act can be stored");

/* Games that are none of the tournament's after this act. */
static void forget_games(Tournaments *tournaments, Running *running, const TourneyAct *act)
{
    const Tourney *tourney = running->tourney;
    const TourneyBoard *board = NULL;
    if (act->kind == ACT_RESULT || act->kind == ACT_ANNUL)
        board = tourney_board(tourney, act->board);
    if (board)
        begin_forget(tournaments, board, !act->by_play);
    if (board)
        played_note_past(tournaments, running, board);
    bool drops = act->kind == ACT_UNPAIR;
    bool ends = act->kind == ACT_FINISH || act->kind == ACT_CANCEL;
    uint32_t first = drops ? tourney->rounds[tourney->round].first : 0; /* of the one taken back */
    for (uint32_t i = first; (drops || ends) && i < tourney->boards_count; i++)
        if (ends || tourney->boards[i].state == STATE_DROPPED)
            begin_forget(tournaments, &tourney->boards[i], drops || act->kind == ACT_CANCEL);
    for (uint32_t i = 0; ends && i < tourney->boards_count; i++)
        played_note_past(tournaments, running, &tourney->boards[i]);
}

static void tell_news(const Tournaments *tournaments, const Running *running,
                      TournamentChange change)
{
    const Tourney *tourney = running->tourney;
    if (!tournaments->options.hooks.changed)
        return;
    tournaments->options.hooks.changed(
        tournaments->options.hooks.context,
        &(TournamentNews){.change = change,
                          .id = tourney->id.text,
                          .name = tourney->settings.name,
                          .format = format_word((Format)tourney->settings.format),
                          .players = tourney->active_count,
                          .round = tourney->round,
                          .rounds = tourney->rounds_count,
                          .cancelled = tourney->status == TOURNEY_CANCELLED,
                          .number = running->number});
}

/* What others hear of: rounds that begin and end, and the end. */
static void tell_others(const Tournaments *tournaments, const Running *running, RoundState state,
                        bool was_over)
{
    const Tourney *tourney = running->tourney;
    if (tourney->round_state == ROUND_PLAYING && state != ROUND_PLAYING)
        tell_news(tournaments, running, TOURNAMENT_ROUND_BEGAN);
    if (tourney->round_state == ROUND_OVER && state == ROUND_PLAYING && !tourney_is_over(tourney))
        tell_news(tournaments, running, TOURNAMENT_ROUND_ENDED);
    if (tourney_is_over(tourney) && !was_over)
        tell_news(tournaments, running, TOURNAMENT_ENDED);
}

void running_apply(Tournaments *tournaments, Running *running, TourneyAct *act, const Person *by)
{
    Tourney *tourney = running->tourney;
    uint32_t boards_before = tourney->boards_count;
    RoundState state = tourney->round_state;
    bool was_over = tourney_is_over(tourney);
    act->seq = tourney->seq + 1;
    act->at = tournaments->time->wall;
    if (by) {
        snprintf(act->by, sizeof act->by, "%s", by->id);
        snprintf(act->by_name, sizeof act->by_name, "%s", by->name);
    }
    bool is_folded = tourney_fold(tourney, act);
    assert(is_folded);
    (void)is_folded;
    put_act(tournaments, running, act);
    if (act->kind == ACT_CREATED || (tourney_is_over(tourney) && !was_over))
        put_head(tournaments, running);
    if (act->kind == ACT_CREATED)
        running_count(tournaments, running);
    if (tourney_is_over(tourney) && !was_over) {
        running_uncount(tournaments, running);
        running->asked_at = tournaments->time->now;
        tournaments->must_trim = true;
    }
    forget_games(tournaments, running, act);
    tell_note_act(running, act, boards_before);
    tell_others(tournaments, running, state, was_over);
    running_plan(tournaments, running, tournaments->time->wall);
}

void apply_fill_start(TourneyAct *act)
{
    randombytes_buf(&act->seed, sizeof act->seed);
    act->rules = TOURNEY_RULES;
}

void running_do(Tournaments *tournaments, Running *running, TourneyActKind kind, const char *reason)
{
    TourneyAct act = {.kind = kind};
    if (reason)
        snprintf(act.reason, sizeof act.reason, "%s", reason);
    if (kind == ACT_START)
        apply_fill_start(&act);
    running_apply(tournaments, running, &act, NULL);
}

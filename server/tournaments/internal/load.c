/* What there was when the server went down. */
#include "array.h"
#include "running.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- their heads, then the acts of each ---- */

typedef struct {
    StoreTournament *at;
    size_t count, size;
    size_t ended;
} Heads;

typedef struct {
    Running *running;
    bool is_sound;
    size_t *acts;
} Loading;

static bool take_act(void *context, uint32_t seq, const char *text, size_t size)
{
    Loading *loading = context;
    TourneyAct act;
    loading->is_sound = tourney_act_parse(&act, text, size);
    if (!loading->is_sound)
        return false;
    loading->is_sound = act.seq == seq && tourney_fold(loading->running->tourney, &act);
    tourney_act_clear(&act);
    if (loading->is_sound)
        running_keep_text(loading->running, seq, text, size);
    ++*loading->acts;
    return loading->is_sound;
}

static bool load_one(Tournaments *tournaments, const StoreTournament *head, size_t *acts,
                     char *line)
{
    TourneyId id;
    memcpy(id.text, head->id, sizeof id.text);
    Running *running = running_add(tournaments, &id);
    Loading loading = {running, true, acts};
    if (store_load_tournament_acts(tournaments->options.store, id.text, take_act, &loading, line) !=
        STORE_OK)
        return false;
    bool is_whole = loading.is_sound && running->tourney->seq > 0 &&
                    strcmp(running->tourney->id.text, id.text) == 0 &&
                    tourney_is_over(running->tourney) == (head->over != 0);
    if (!is_whole) {
        snprintf(line, STORE_LINE_MAX, "tournament %s is damaged: act %u cannot follow", id.text,
                 running->tourney->seq + 1);
        return false;
    }
    const Tourney *tourney = running->tourney;
    for (uint32_t i = 0; i < tourney->boards_count; i++)
        played_note_past(tournaments, running, &tourney->boards[i]);
    for (uint32_t i = 0; i < tourney->boards_count; i++)
        if (tourney->boards[i].state != STATE_OVER && tourney->boards[i].pair.game.text[0])
            store_keep_game_id(tournaments->options.store, &tourney->boards[i].pair.game);
    return true;
}

static bool take_head(void *context, const StoreTournament *head)
{
    Heads *heads = context;
    heads->ended += head->over != 0;
    if (heads->ended > TOURNAMENTS_KEPT_MAX)
        return false;
    heads->at = array_reserve(heads->at, &heads->size, heads->count + 1, sizeof *heads->at);
    heads->at[heads->count++] = *head;
    return true;
}

bool tournaments_load(Tournaments *tournaments, char *line)
{
    Heads heads = {.at = NULL};
    size_t acts = 0;
    bool is_good =
        store_load_tournaments(tournaments->options.store, take_head, &heads, line) == STORE_OK;
    for (size_t i = 0; is_good && i < heads.count; i++) {
        const StoreTournament *head = &heads.at[i];
        if (head->over && acts > TOURNAMENTS_ACTS_MAX)
            break;
        is_good = load_one(tournaments, head, &acts, line);
    }
    free(heads.at);
    Running *running;
    for (size_t at = 0; is_good && (running = hash_table_next(&tournaments->running, &at));) {
        if (tourney_is_over(running->tourney))
            continue;
        running_count(tournaments, running);
        running->must_seek = true;
        running_plan(tournaments, running, 0);
    }
    return is_good;
}

/* What there was when the server went down. */
#include "array.h"
#include "running.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the acts of one ---- */

bool acts_take(void *context, uint32_t seq, const char *text, size_t size)
{
    ActsReading *reading = context;
    TourneyAct act;
    reading->is_sound = tourney_act_parse(&act, text, size);
    if (!reading->is_sound)
        return false;
    reading->is_sound = act.seq == seq && tourney_fold(reading->running->tourney, &act);
    tourney_act_clear(&act);
    if (reading->is_sound)
        running_keep_text(reading->running, seq, text, size);
    return reading->is_sound;
}

bool acts_are_whole(const ActsReading *reading, bool is_over)
{
    const Tourney *tourney = reading->running->tourney;
    return reading->is_sound && tourney->seq > 0 &&
           strcmp(tourney->id.text, reading->running->id.text) == 0 &&
           tourney_is_over(tourney) == is_over;
}

/* ---- their heads, then the acts of each ---- */

typedef struct {
    StoreTournament *at;
    size_t count, size;
    size_t ended;
} Heads;

/* NULL, and 'line' says why, when it cannot be read. */
static Running *read_one(Tournaments *tournaments, const StoreTournament *head, char *line)
{
    TourneyId id;
    memcpy(id.text, head->id, sizeof id.text);
    ActsReading reading = {running_new(tournaments, &id), true};
    Running *running = reading.running;
    if (store_load_tournament_acts(tournaments->options.store, id.text, acts_take, &reading,
                                   line) == STORE_OK) {
        if (acts_are_whole(&reading, head->over != 0))
            return running;
        snprintf(line, STORE_LINE_MAX, "tournament %s is damaged: act %u cannot follow", id.text,
                 running->tourney->seq + 1);
    }
    running_free(running);
    return NULL;
}

static void put(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    running_put(tournaments, running);
    for (uint32_t i = 0; i < tourney->boards_count; i++)
        if (tourney->boards[i].state != STATE_OVER && tourney->boards[i].pair.game.text[0])
            store_keep_game_id(tournaments->options.store, &tourney->boards[i].pair.game);
    if (tourney_is_over(tourney))
        return;
    running_count(tournaments, running);
    running->must_seek = true;
    running_plan(tournaments, running, 0);
}

static bool take_head(void *context, const StoreTournament *head)
{
    Heads *heads = context;
    heads->ended += head->over != 0;
    if (heads->ended > TOURNAMENTS_LOOKED_AT_MAX)
        return false;
    heads->at = array_reserve(heads->at, &heads->size, heads->count + 1, sizeof *heads->at);
    heads->at[heads->count++] = *head;
    return true;
}

bool tournaments_load(Tournaments *tournaments, char *line)
{
    Heads heads = {.at = NULL};
    size_t acts = 0, kept = 0;
    bool is_good =
        store_load_tournaments(tournaments->options.store, take_head, &heads, line) == STORE_OK;
    for (size_t i = 0; is_good && i < heads.count; i++) {
        bool is_over = heads.at[i].over != 0;
        if (is_over && (acts > TOURNAMENTS_ACTS_MAX || kept == TOURNAMENTS_KEPT_MAX))
            break;
        Running *running = read_one(tournaments, &heads.at[i], line);
        is_good = running != NULL;
        if (!is_good)
            break;
        acts += is_over ? running->tourney->seq : 0;
        if (tourney_is_moot(running->tourney)) {
            running_free(running);
            continue;
        }
        running->asked_at = -(int64_t)kept; /* the newest comes first */
        kept += is_over;
        put(tournaments, running);
    }
    free(heads.at);
    return is_good;
}

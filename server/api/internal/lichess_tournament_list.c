#include "lichess_tournament_list.h"

#include "array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_other_team(void *context, const char *id)
{
    return strcmp(id, context) != 0;
}

/* Only its members may join, or it is one of the rivals. */
static bool is_for_team(const Tourney *tourney, const char *team)
{
    char id[TOURNEY_TEAM_ID_LENGTH + 1];
    snprintf(id, sizeof id, "%s", team);
    return !tourney_settings_each_team(&tourney->settings, is_other_team, id);
}

static bool has_name(const Tourney *tourney, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = tourney->settings.name; *at; at++)
        if (strncasecmp(at, name, length) == 0)
            return true;
    return length == 0;
}

static bool is_wanted(const LichessList *list, const Tourney *tourney)
{
    if ((Format)tourney->settings.format != list->format || !(list->status & 1 << tourney->status))
        return false;
    if ((list->maker && strcmp(tourney->organiser.user, list->maker) != 0) ||
        (list->team && !is_for_team(tourney, list->team)) ||
        (list->name && !has_name(tourney, list->name)))
        return false;
    return !list->player ||
           (tourney->started_at && tourney_player_of(tourney, list->player) != NULL);
}

static void take(void *context, const Tourney *tourney)
{
    LichessList *list = context;
    if (!is_wanted(list, tourney))
        return;
    list->at = array_reserve(list->at, &list->size, list->count + 1, sizeof(const Tourney *));
    list->at[list->count++] = tourney;
}

static int64_t start_of(const Tourney *tourney)
{
    int64_t at = tourney->started_at ? tourney->started_at : tourney->settings.starts_at;
    return at ? at : INT64_MAX;
}

/* Last starting first. */
static int compare(const void *one, const void *other)
{
    const Tourney *a = *(const Tourney *const *)one, *b = *(const Tourney *const *)other;
    if (start_of(a) != start_of(b))
        return start_of(a) > start_of(b) ? -1 : 1;
    return strcmp(a->id.text, b->id.text);
}

void lichess_list_gather(const Call *call, LichessList *list)
{
    tournaments_each(core_tournaments(call->server->core), take, list);
    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, compare);
}

LichessTournament lichess_listed(Call *call, const Tourney *tourney)
{
    Tournaments *tournaments = core_tournaments(call->server->core);
    uint64_t number = tournaments_number(tournaments, tourney);
    if (number > call->asker.number)
        call->asker.number = number;
    return (LichessTournament){call, tourney, tournaments_standings(tournaments, tourney)};
}

bool lichess_list_most(Call *call, const char *field, int64_t usual, int64_t *most)
{
    char sentence[80];
    *most = usual;
    if (!params_find(&call->params, field) ||
        params_integer(&call->params, field, 1, INT32_MAX, most))
        return true;
    snprintf(sentence, sizeof sentence, "%s: must be a number above 0", field);
    answer_refusal(&call->asker, 400, "bad_field", sentence);
    return false;
}

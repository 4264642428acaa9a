#include "game_query.h"

#include "game_json.h"
#include "openings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* ---- words ---- */

/* A bit for each word in a list with commas; false when a word is unknown. */
static bool read_set(const char *text, int (*find)(const char *word, size_t length), unsigned *set)
{
    *set = 0;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ",");
        int number = find(at, length);
        if (number < 0)
            return false;
        *set |= 1u << number;
        at += length + (at[length] == ',');
    }
    return true;
}

static int find_status(const char *word, size_t length)
{
    Status status;
    return status_read(word, length, &status) && status >= STATUS_ABORTED ? (int)status : -1;
}

static int find_variant(const char *word, size_t length)
{
    for (int variant = 0; variant < 3; variant++) {
        const char *name = game_variant_word(variant);
        if (strlen(name) == length && strncmp(name, word, length) == 0)
            return variant;
    }
    return -1;
}

static SearchChoice choice_of(const Params *params, const char *name)
{
    if (!params_find(params, name))
        return SEARCH_ANY;
    return params_flag(params, name, false) ? SEARCH_YES : SEARCH_NO;
}

/* ---- openings ---- */

bool opening_wish_read(OpeningWish *wish, const char *text)
{
    char first[4] = "", last[4] = "";
    size_t length = strlen(text);
    if (length == 0 || length > GAME_QUERY_WISH_MAX)
        return false;
    *wish = (OpeningWish){.from = -1, .to = -1};
    memcpy(wish->name, text, length + 1);
    if (length == 1 && *text >= 'A' && *text <= 'E') {
        wish->from = (*text - 'A') * 100;
        wish->to = wish->from + 99;
    } else if (length == 3 || (length == 7 && text[3] == '-')) {
        memcpy(first, text, 3);
        memcpy(last, text + length - 3, 3);
        wish->from = opening_eco_number(first);
        wish->to = opening_eco_number(last);
        if (wish->from < 0 || wish->to < 0)
            wish->from = wish->to = -1;
    }
    return true;
}

bool opening_wish_matches(const void *context, uint32_t key)
{
    const OpeningWish *wish = context;
    Opening opening;
    if (!opening_of_key(key, &opening))
        return false;
    if (wish->from < 0)
        return strcasestr(opening.name, wish->name) != NULL;
    int number = opening_eco_number(opening.eco);
    return number >= wish->from && number <= wish->to;
}

/* ---- clocks and dates ---- */

/* "300+3" in seconds, "7d" in days, "none". */
static bool read_control(const char *text, TimeControl *control)
{
    int initial, increment, days, end = 0;
    char between;
    *control = (TimeControl){0};
    if (strcmp(text, "none") == 0)
        return true;
    /* In a query a plus is a blank. */
    if (sscanf(text, "%6d%c%4d%n", &initial, &between, &increment, &end) == 3 &&
        text[end] == '\0' && (between == '+' || between == ' ') && initial >= 0 && increment >= 0) {
        *control =
            (TimeControl){.timed = true, .initial = initial * 1000, .increment = increment * 1000};
        return true;
    }
    if (sscanf(text, "%3dd%n", &days, &end) == 1 && end > 0 && text[end] == '\0' && days > 0) {
        *control = (TimeControl){.timed = true, .days = days};
        return true;
    }
    return false;
}

/* Milliseconds since 1970, or a day (UTC), of which it is the first or the last millisecond. */
static bool read_instant(const char *text, bool at_end, int64_t *instant)
{
    struct tm day = {0};
    int end = 0;
    if (sscanf(text, "%4d-%2d-%2d%n", &day.tm_year, &day.tm_mon, &day.tm_mday, &end) == 3 &&
        text[end] == '\0' && day.tm_year >= 1970 && day.tm_mon >= 1 && day.tm_mon <= 12 &&
        day.tm_mday >= 1 && day.tm_mday <= 31) {
        day.tm_year -= 1900;
        day.tm_mon -= 1;
        *instant = (int64_t)timegm(&day) * 1000 + (at_end ? 24 * 60 * 60 * 1000 - 1 : 0);
        return true;
    }
    char *stop;
    *instant = strtoll(text, &stop, 10);
    return *text >= '0' && *text <= '9' && *stop == '\0' && strlen(text) <= 15;
}

/* ---- the query ---- */

void game_query_name(const char *name, AccountRef refs[2])
{
    refs[0] = account_ref_name(name);
    refs[1] = account_ref_id(name);
}

bool game_query_player(char id[STORE_PLAYER_ID_MAX + 1], const char *name,
                       const AccountInfo found[2])
{
    bool is_name = account_is_found(&found[0]);
    if (!is_name && (strlen(name) > STORE_PLAYER_ID_MAX || found[1].closed))
        return false;
    snprintf(id, STORE_PLAYER_ID_MAX + 1, "%s", is_name ? found[0].id : name);
    return true;
}

static const char *find_opponent(const Params *params)
{
    const char *other = params_find(params, "vs");
    return other ? other : params_find(params, "opponent");
}

void game_query_refs(const Params *params, const char *path, AccountRef refs[NAMED_COUNT])
{
    game_query_name(params_find(params, "player"), &refs[NAMED_PLAYER]);
    game_query_name(find_opponent(params), &refs[NAMED_OPPONENT]);
    game_query_name(path, &refs[NAMED_IN_PATH]);
}

static const char *read_sets(GameQuery *query, const Params *params)
{
    StoreSearch *search = &query->search;
    const char *speeds = params_find(params, "speed"), *text;
    if (!speeds)
        speeds = params_find(params, "perfType");
    if (speeds && !read_set(speeds, game_speed_of_word, &search->speeds))
        return "speed: must be one of ultraBullet, bullet, blitz, rapid, classical, correspondence";
    if ((text = params_find(params, "status")) && !read_set(text, find_status, &search->statuses))
        return "status: must be one that a game can end with";
    if ((text = params_find(params, "variant")) && !read_set(text, find_variant, &search->variants))
        return "variant: must be one of standard, chess960, fromPosition";
    return NULL;
}

static const char *read_side(GameQuery *query, const Params *params)
{
    const char *color = params_find(params, "color"), *result = params_find(params, "result");
    if (color && strcmp(color, "white") != 0 && strcmp(color, "black") != 0)
        return "color: must be white or black";
    if (color)
        query->search.white = *color == 'w' ? SEARCH_YES : SEARCH_NO;
    if (!result)
        return NULL;
    query->search.score = strcmp(result, "won") == 0     ? SEARCH_WON
                          : strcmp(result, "lost") == 0  ? SEARCH_LOST
                          : strcmp(result, "drawn") == 0 ? SEARCH_DRAWN
                                                         : SEARCH_ALL;
    return query->search.score == SEARCH_ALL ? "result: must be won, lost or drawn" : NULL;
}

static const char *read_people(GameQuery *query, const Params *params,
                               const AccountInfo named[NAMED_COUNT])
{
    const char *player = params_find(params, "player"), *other = find_opponent(params);
    if (player && !game_query_player(query->search.player, player, &named[NAMED_PLAYER]))
        return "player: not found";
    if (other && !game_query_player(query->search.opponent, other, &named[NAMED_OPPONENT]))
        return "opponent: not found";
    return NULL;
}

static const char *read_times(GameQuery *query, const Params *params)
{
    const char *since = params_find(params, "since"), *until = params_find(params, "until");
    const char *clock = params_find(params, "clock"), *opening = params_find(params, "opening");
    if (since && !read_instant(since, false, &query->search.since))
        return "since: must be a day such as 2026-01-31, or milliseconds";
    if (until && !read_instant(until, true, &query->search.until))
        return "until: must be a day such as 2026-01-31, or milliseconds";
    query->has_control = clock != NULL;
    if (clock && !read_control(clock, &query->control))
        return "clock: must be seconds such as 300+3, days such as 7d, or none";
    bool is_switch = opening && (strcasecmp(opening, "true") == 0 ||
                                 strcasecmp(opening, "false") == 0); /* of an export */
    query->has_opening = opening && !is_switch;
    if (query->has_opening && !opening_wish_read(&query->opening, opening))
        return "opening: must be a code such as B90, codes such as B90-B99, or a part of a name";
    return NULL;
}

static const char *read_page(GameQuery *query, const Params *params)
{
    const char *from = params_find(params, "before"), *sort = params_find(params, "sort");
    query->max = -1;
    if (params_find(params, "max") && !params_integer(params, "max", 1, INT32_MAX, &query->max))
        return "max: must be a number above 0";
    if (from && strlen(from) != GAME_ID_LENGTH)
        return "before: must be a game's id";
    if (from)
        memcpy(query->from, from, sizeof query->from);
    query->search.oldest_first = sort && strcmp(sort, "dateAsc") == 0;
    query->search.from = query->search.oldest_first ? SEARCH_OLDEST : SEARCH_NEWEST;
    return NULL;
}

const char *game_query_read(GameQuery *query, const Params *params,
                            const AccountInfo named[NAMED_COUNT], GameShow show)
{
    *query = (GameQuery){.show = show};
    query->search.rated = choice_of(params, "rated");
    query->search.computer = choice_of(params, "computer");
    query->search.finished = choice_of(params, "finished");
    query->show.moves = params_flag(params, "moves", show.moves);
    query->show.tags = params_flag(params, "tags", show.tags);
    query->show.clocks = params_flag(params, "clocks", show.clocks);
    query->show.opening = params_flag(params, "opening", show.opening);
    query->show.pgn = params_flag(params, "pgnInJson", show.pgn);
    const char *fault = read_people(query, params, named);
    if (!fault)
        fault = read_sets(query, params);
    if (!fault)
        fault = read_side(query, params);
    if (!fault)
        fault = read_times(query, params);
    return fault ? fault : read_page(query, params);
}

void game_query_link(GameQuery *query)
{
    query->search.control = query->has_control ? &query->control : NULL;
    query->search.opening = query->has_opening ? opening_wish_matches : NULL;
    query->search.opening_context = &query->opening;
}

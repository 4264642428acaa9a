/* Broadcasts, rounds and games as the Lichess API shows them in JSON. */
#include "broadcast_lichess.h"
#include "broadcast_state.h"
#include "movegen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- where a round is ---- */

static bool is_over(const Round *round)
{
    bool has_all = round->games.count > 0;
    for (uint32_t i = 0; i < round->games.count && has_all; i++)
        has_all = round->games.at[i].result != PGN_UNKNOWN;
    return round->is_over || has_all;
}

static bool goes_on(const Round *round, int64_t now)
{
    bool has_begun = round->games.count || (round->starts_at && round->starts_at <= now);
    return has_begun && !is_over(round);
}

static bool is_live(const Broadcast *broadcast, int64_t now)
{
    for (uint32_t i = 0; i < broadcast->rounds_count; i++)
        if (goes_on(broadcast->rounds[i], now))
            return true;
    return false;
}

static bool is_active(const Broadcast *broadcast, int64_t now)
{
    for (uint32_t i = 0; i < broadcast->rounds_count; i++)
        if (broadcast->rounds[i]->starts_at > now && !is_over(broadcast->rounds[i]))
            return true;
    return is_live(broadcast, now);
}

/* The first that goes on, else the last that has begun, else the first. */
static const Round *round_to_show(const Broadcast *broadcast, int64_t now)
{
    const Round *shown = broadcast->rounds_count ? broadcast->rounds[0] : NULL;
    for (uint32_t i = 0; i < broadcast->rounds_count; i++) {
        const Round *round = broadcast->rounds[i];
        if (goes_on(round, now))
            return round;
        if (is_over(round))
            shown = round;
    }
    return shown;
}

/* ---- found ---- */

static bool has_words(const char *name, const char *words)
{
    size_t length = strlen(words);
    for (const char *at = name; *at; at++)
        if (strncasecmp(at, words, length) == 0)
            return true;
    return length == 0;
}

static bool fits(const Broadcast *broadcast, const BroadcastFilter *filter, int64_t now)
{
    return (!filter->owner || strcmp(broadcast->owner, filter->owner) == 0) &&
           (!filter->words || has_words(broadcast->name, filter->words)) &&
           (!filter->is_live || is_live(broadcast, now));
}

void broadcasts_find(const Broadcasts *broadcasts, const BroadcastFilter *filter,
                     BroadcastsFound *found)
{
    const Broadcast *list[BROADCASTS_MAX];
    int64_t now = broadcasts->options.time->wall;
    size_t count = broadcast_sort(broadcasts, list);
    found->count = 0;
    for (size_t i = 0; i < count; i++)
        if (fits(list[i], filter, now) && is_active(list[i], now))
            found->id[found->count++] = list[i]->id;
    found->active = found->count;
    for (size_t i = 0; i < count; i++)
        if (fits(list[i], filter, now) && !is_active(list[i], now))
            found->id[found->count++] = list[i]->id;
}

/* ---- printed ---- */

/* "City championship": city-championship */
static void print_slug(const char *name, Text *text)
{
    char slug[BROADCAST_NAME_SIZE + 1];
    size_t length = 0;
    for (; *name; name++) {
        bool is_capital = *name >= 'A' && *name <= 'Z';
        char letter = is_capital ? (char)(*name - 'A' + 'a') : *name;
        bool is_kept = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (is_kept)
            slug[length++] = letter;
        else if (length && slug[length - 1] != '-')
            slug[length++] = '-';
    }
    while (length && slug[length - 1] == '-')
        length--;
    slug[length] = '\0';
    text_string(text, "slug", length ? slug : "-");
}

static void print_url(const Broadcast *broadcast, const char *base, Text *text)
{
    char url[BROADCAST_URL_SIZE];
    broadcast_page(broadcast, base, url);
    text_string(text, "url", url);
}

static void print_round(const Round *round, const char *base, int64_t now, Text *text)
{
    text_string(text, "id", round->id);
    text_string(text, "name", round->name);
    print_slug(round->name, text);
    text_integer(text, "createdAt", round->made_at);
    text_bool(text, "rated", false);
    if (goes_on(round, now))
        text_bool(text, "ongoing", true);
    if (round->starts_at)
        text_integer(text, "startsAt", round->starts_at);
    if (is_over(round)) {
        text_integer(text, "finishedAt", round->changed_at);
        text_bool(text, "finished", true);
    }
    print_url(round->of, base, text);
}

static void print_owner(const Broadcast *broadcast, Text *text)
{
    char handle[PERSON_NAME_MAX + 1], name[PERSON_NAME_MAX + 1];
    snprintf(name, sizeof name, "%.*s", PERSON_NAME_MAX, broadcast->owner_name);
    text_open(text, "communityOwner", '{');
    text_string(text, "id", name_handle(name, handle));
    text_string(text, "name", name);
    text_close(text, '}');
}

/* Its first and its last day, as far as its rounds say. */
static void print_dates(const Broadcast *broadcast, Text *text)
{
    int64_t first = 0, last = 0;
    for (uint32_t i = 0; i < broadcast->rounds_count; i++) {
        const Round *round = broadcast->rounds[i];
        int64_t at = round->starts_at ? round->starts_at : round->made_at;
        first = !first || at < first ? at : first;
        last = at > last ? at : last;
    }
    if (!first)
        return;
    text_open(text, "dates", '[');
    text_integer(text, NULL, first);
    if (last != first)
        text_integer(text, NULL, last);
    text_close(text, ']');
}

static void print_tour(const Broadcast *broadcast, const char *base, Text *text)
{
    text_open(text, "tour", '{');
    text_string(text, "id", broadcast->id);
    text_string(text, "name", broadcast->name);
    print_slug(broadcast->name, text);
    text_open(text, "info", '{');
    text_close(text, '}');
    text_integer(text, "createdAt", broadcast->made_at);
    print_url(broadcast, base, text);
    print_dates(broadcast, text);
    if (broadcast->description[0])
        text_string(text, "description", broadcast->description);
    print_owner(broadcast, text);
    text_close(text, '}');
}

bool broadcasts_lichess_json(const Broadcasts *broadcasts, const char *id, BroadcastForm form,
                             const BroadcastReader *reader, Text *text)
{
    const Broadcast *broadcast = broadcast_find(broadcasts, id);
    int64_t now = broadcasts->options.time->wall;
    const Round *shown = broadcast ? round_to_show(broadcast, now) : NULL;
    if (!broadcast)
        return false;
    text_open(text, NULL, '{');
    print_tour(broadcast, reader->base, text);
    if (form == BROADCAST_WITH_LAST_ROUND && shown) {
        text_open(text, "round", '{');
        print_round(shown, reader->base, now, text);
        text_close(text, '}');
    }
    if (form == BROADCAST_WITH_ROUNDS) {
        text_open(text, "rounds", '[');
        for (uint32_t i = 0; i < broadcast->rounds_count; i++) {
            text_open(text, NULL, '{');
            print_round(broadcast->rounds[i], reader->base, now, text);
            text_close(text, '}');
        }
        text_close(text, ']');
        if (shown)
            text_string(text, "defaultRoundId", shown->id);
    }
    text_close(text, '}');
    return true;
}

/* ---- a round with its games ---- */

static void print_player(const BroadcastSide *side, Text *text)
{
    text_open(text, NULL, '{');
    text_string(text, "name", side->name[0] ? side->name : "?");
    if (side->title[0])
        text_string(text, "title", side->title);
    if (side->rating)
        text_integer(text, "rating", side->rating);
    if (side->federation[0])
        text_string(text, "fed", side->federation);
    if (side->clock >= 0)
        text_integer(text, "clock", side->clock / 10);
    text_close(text, '}');
}

static void print_check(const char *fen, Text *text)
{
    Position position;
    if (fen_parse(fen, strlen(fen), &position, NULL) == FEN_OK && position_is_check(&position))
        text_string(text, "check", movegen_any(&position) ? "+" : "#");
}

static void print_game(const Round *round, uint32_t number, int64_t now, Text *text)
{
    const BroadcastBoard *board = &round->games.at[number - 1];
    const char *white = board->side[WHITE].name, *black = board->side[BLACK].name;
    char id[BROADCAST_ID_LENGTH + 8], name[2 * BROADCAST_TAG_SIZE + 8];
    bool goes = board->result == PGN_UNKNOWN;
    snprintf(id, sizeof id, "%s-%u", round->id, (unsigned)number);
    snprintf(name, sizeof name, "%s - %s", *white ? white : "?", *black ? black : "?");
    text_open(text, NULL, '{');
    text_string(text, "id", id);
    text_string(text, "name", name);
    text_string(text, "fen", board->fen);
    text_open(text, "players", '[');
    print_player(&board->side[WHITE], text);
    print_player(&board->side[BLACK], text);
    text_close(text, ']');
    if (board->last[0])
        text_string(text, "lastMove", board->last);
    print_check(board->fen, text);
    if (goes && board->moved_at)
        text_integer(text, "thinkTime", now > board->moved_at ? (now - board->moved_at) / 1000 : 0);
    text_string(text, "status", board->result == PGN_DRAW ? "½-½" : pgn_result_text(board->result));
    text_close(text, '}');
}

static void print_study(const Broadcast *broadcast, const BroadcastPerson *by, Text *text)
{
    text_open(text, "study", '{');
    text_bool(text, "writeable", broadcast_is_own(broadcast, by));
    text_open(text, "features", '{');
    text_bool(text, "chat", false);
    text_bool(text, "computer", true);
    text_bool(text, "explorer", false);
    text_close(text, '}');
    text_close(text, '}');
}

/* What a round has everywhere. */
static void print_head(const Round *round, const BroadcastReader *reader, int64_t now, Text *text)
{
    text_open(text, "round", '{');
    print_round(round, reader->base, now, text);
    text_close(text, '}');
    print_tour(round->of, reader->base, text);
    print_study(round->of, &reader->by, text);
}

bool broadcasts_lichess_round_json(const Broadcasts *broadcasts, const char *id,
                                   const BroadcastReader *reader, Text *text)
{
    const Round *round = broadcast_round(broadcasts, id);
    int64_t now = broadcasts->options.time->wall;
    if (!round)
        return false;
    text_open(text, NULL, '{');
    print_head(round, reader, now, text);
    text_open(text, "games", '[');
    for (uint32_t i = 1; i <= round->games.count; i++)
        print_game(round, i, now, text);
    text_close(text, ']');
    text_open(text, "photos", '{');
    text_close(text, '}');
    text_bool(text, "isSubscribed", false);
    text_close(text, '}');
    return true;
}

static uint32_t place_of(const Round *round)
{
    uint32_t place = 0;
    while (round->of->rounds[place] != round)
        place++;
    return place;
}

/* Of those that were made within a millisecond, too, the later one of a broadcast comes first. */
static int compare_newest(const void *one, const void *other)
{
    const Round *a = *(const Round *const *)one, *b = *(const Round *const *)other;
    if (a->made_at != b->made_at)
        return a->made_at > b->made_at ? -1 : 1;
    if (a != b && a->of == b->of)
        return place_of(a) > place_of(b) ? -1 : 1;
    return strcmp(a->id, b->id);
}

void broadcasts_lichess_own_json(const Broadcasts *broadcasts, const BroadcastReader *reader,
                                 size_t most, Text *text)
{
    const Round *own[BROADCASTS_OWNER_MAX * BROADCAST_ROUNDS_MAX], *round;
    size_t count = 0;
    for (size_t at = 0; (round = hash_table_next(&broadcasts->rounds, &at));)
        if (strcmp(round->of->owner, reader->by.id) == 0 && count < sizeof own / sizeof *own)
            own[count++] = round;
    if (count)
        qsort(own, count, sizeof *own, compare_newest);
    for (size_t i = 0; i < count && i < most; i++) {
        text_open(text, NULL, '{');
        print_head(own[i], reader, broadcasts->options.time->wall, text);
        text_close(text, '}');
        text_append(text, "\n", 1);
    }
}

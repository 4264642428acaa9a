/* Seeks: open as long as the connection that made them; one with days for each move stays without it. */
#include "message.h"
#include "play_call.h"
#include "play_routes.h"

#include <cJSON.h>

#include <stdlib.h>
#include <string.h>

static bool has_days(const Call *call)
{
    return params_find(&call->params, "days") != NULL;
}

static void answer_id(Call *call, const char *id)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "id", id);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void on_reader_gone(void *owner)
{
    Player *player = owner;
    player->seek_dropped = true;
    player_stream_gone(player);
}

/* One seek for each token: one that was asked for in the same turn ends, as those before do in seek_create. */
static void take_place(Player *player, const LobbyId *id)
{
    stream_end(player->seek_stream);
    player_drop_seek(player);
    player->seek = *id;
}

static void sought(Player *player, Call *call, const AskedAnswer *answer)
{
    LobbyId id;
    if (!answer->message || !lobby_id_parse(&id, message_text(answer->message, "seek"))) {
        play_refuse(call, answer);
        return;
    }
    take_place(player, &id);
    StreamUse use = {.owner = player, .place = &player->seek_stream, .gone = on_reader_gone};
    if (has_days(call))
        answer_id(call, id.text);
    else if (!player_open_stream(player, call, use)) /* whoever asked is gone */
        player_drop_seek(player);
}

/* "1500-1800" */
static bool read_range(const char *text, int64_t range[2])
{
    char *end;
    range[0] = strtol(text, &end, 10);
    if (end == text || *end != '-')
        return false;
    range[1] = strtol(end + 1, &end, 10);
    return !*end && range[0] >= 0 && range[0] <= range[1] && range[1] <= RATING_MAX;
}

static void print_seek(Call *call, const TimeControl *control, const int64_t *range, Text *text)
{
    play_print_terms(call, control, text);
    text_bool(text, "rated", params_flag(&call->params, "rated", false));
    text_null(text, "fallback"); /* people only */
    if (!range)
        return;
    text_open(text, "rating", '[');
    text_integer(text, NULL, range[0]);
    text_integer(text, NULL, range[1]);
    text_close(text, ']');
}

void seek_create(Call *call)
{
    static const PlayClock NAMES = {"time", "increment", true};
    const char *wanted = params_find(&call->params, "ratingRange");
    int64_t range[2];
    TimeControl control;
    bool has_range = wanted && *wanted;
    if (!play_is_right_api(call) || !play_read_control(call, &NAMES, &control))
        return;
    if (has_range && !read_range(wanted, range)) {
        answer_error(&call->asker, 400, "ratingRange: must be as 1500-1800");
        return;
    }
    Player *player = player_of(play_lichess(call), call);
    stream_end(player->seek_stream);
    player_drop_seek(player);
    Text text;
    player_begin_ask(player, &text, REQ_SEEK, NULL);
    print_seek(call, &control, has_range ? range : NULL, &text);
    player_ask(player, &text, call, sought);
}

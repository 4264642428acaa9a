#include "print.h"

#include "message_parts.h"

#include <assert.h>
#include <string.h>

static void print_you(Text *text, const Welcome *welcome)
{
    message_open_person(text, "you", welcome->you);
    if (!welcome->you->guest) {
        text_open(text, "ratings", '{');
        for (size_t i = 0; i < welcome->ratings_count; i++) {
            const RatingView *view = &welcome->ratings[i];
            text_open(text, category_word(view->category), '{');
            text_integer(text, "rating", view->rating);
            if (view->provisional)
                text_bool(text, "provisional", true);
            text_integer(text, "games", view->games);
            text_close(text, '}');
        }
        text_close(text, '}');
    }
    text_close(text, '}');
}

void print_ok(Text *text, const Request *request, const Ok *ok)
{
    static const Ok NOTHING;
    ok = ok ? ok : &NOTHING;
    bool tells = ok->seek || ok->challenge || ok->game || ok->room;
    if (!tells && !request->has_id)
        return;
    message_answer(text, "ok", request);
    if (ok->seek)
        text_string(text, "seek", ok->seek->text);
    if (ok->challenge)
        text_string(text, "challenge", ok->challenge->text);
    if (ok->url)
        text_string(text, "url", ok->url);
    if (ok->game)
        text_string(text, "game", ok->game->text);
    if (ok->room) {
        text_integer(text, "at", ok->axis - room_setup(ok->room).created);
        text_integer(text, "now", ok->wall);
        text_integer(text, "seq", room_seq(ok->room));
        message_clock(text, ok->room, ok->axis, false);
    }
    message_end(text);
}

void print_error(Text *text, const Request *request, Code code, const char *why)
{
    assert(code != CODE_OK);
    message_answer(text, "error", request);
    text_string(text, "code", code_word(code));
    text_string(text, "message", why ? why : code_text(code));
    message_end(text);
}

static void print_elsewhere(Text *text, const Welcome *welcome)
{
    if (welcome->seeks_elsewhere == 0)
        return;
    text_open(text, "elsewhere", '[');
    for (size_t i = welcome->seeks_count - welcome->seeks_elsewhere; i < welcome->seeks_count; i++)
        text_string(text, NULL, welcome->seeks[i].text);
    text_close(text, ']');
}

void print_welcome(Text *text, const Welcome *welcome)
{
    message_begin(text, "welcome");
    print_you(text, welcome);
    text_string(text, "token", welcome->token);
    text_open(text, "playing", '[');
    for (size_t i = 0; i < welcome->playing_count; i++)
        text_string(text, NULL, welcome->playing[i].text);
    text_close(text, ']');
    text_open(text, "seeks", '[');
    for (size_t i = 0; i < welcome->seeks_count; i++)
        text_string(text, NULL, welcome->seeks[i].text);
    text_close(text, ']');
    print_elsewhere(text, welcome);
    text_integer(text, "now", welcome->wall);
    if (welcome->fallback == SEEK_FALLBACK_NEVER)
        text_null(text, "fallback");
    else
        text_integer(text, "fallback", welcome->fallback);
    if (welcome->quiet)
        text_bool(text, "quiet", true);
    if (welcome->casual)
        text_bool(text, "casual", true);
    message_end(text);
}

void print_pong(Text *text, const Request *ping, int64_t wall)
{
    message_begin(text, "pong");
    if (ping->ping.has_c)
        text_integer(text, "c", ping->ping.c);
    text_integer(text, "now", wall);
    message_end(text);
}

void print_warning(Text *text, const char *words)
{
    message_begin(text, "notice");
    text_string(text, "text", words);
    text_bool(text, "warning", true);
    message_end(text);
}

void print_notice(Text *text, const char *words)
{
    message_begin(text, "notice");
    text_string(text, "text", words);
    message_end(text);
}

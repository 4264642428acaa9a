#include "webhook_event.h"

#include "instant.h"
#include "message_parts.h"

#include <stdio.h>
#include <string.h>

enum { URL_MAX = 400 };

static const char *const WORDS[] = {
#define X(name, type) type,
    WEBHOOK_EVENTS(X)
#undef X
        "webhook.test",
};

const char *webhook_event_word(WebhookEvent event)
{
    return WORDS[event];
}

static bool add_word(const char *word, size_t length, uint32_t *events)
{
    for (int i = 0; i < WEBHOOK_EVENTS_COUNT; i++)
        if (strlen(WORDS[i]) == length && memcmp(WORDS[i], word, length) == 0) {
            *events |= 1u << i;
            return true;
        }
    return false;
}

bool webhook_events_parse(const char *text, uint32_t *events)
{
    *events = 0;
    if (strcmp(text, "all") == 0) {
        *events = WEBHOOK_EVENTS_ALL;
        return true;
    }
    for (;; text++) {
        size_t length = strcspn(text, ",");
        if (!add_word(text, length, events))
            return false;
        text += length;
        if (!*text)
            return true;
    }
}

void webhook_events_print(uint32_t events, char text[WEBHOOK_EVENTS_TEXT])
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < WEBHOOK_EVENTS_COUNT; i++)
        if (events & 1u << i)
            length += (size_t)snprintf(text + length, WEBHOOK_EVENTS_TEXT - length, "%s%s",
                                       length ? "," : "", WORDS[i]);
}

WebhookEvent webhook_event_of(TournamentChange change)
{
    static const WebhookEvent EVENTS[] = {
        [TOURNAMENT_ROUND_BEGAN] = WEBHOOK_ROUND_BEGAN,
        [TOURNAMENT_ROUND_ENDED] = WEBHOOK_ROUND_ENDED,
        [TOURNAMENT_ENDED] = WEBHOOK_TOURNAMENT_ENDED,
    };
    return EVENTS[change];
}

/* ---- JSON ---- */

static void begin(Text *text, WebhookEvent event, int64_t now)
{
    text_reset(text);
    text_open(text, NULL, '{');
    text_string(text, "type", WORDS[event]);
    text_instant(text, "timestamp", now);
    text_open(text, "data", '{');
}

static void end(Text *text)
{
    text_close(text, '}');
    text_close(text, '}');
}

static void print_url(Text *text, const char *base, const char *path, const char *id)
{
    char url[URL_MAX];
    if (!*base)
        return;
    snprintf(url, sizeof url, "%s/%s%s", base, path, id);
    text_string(text, "url", url);
}

static void print_terms(Text *text, const TimeControl *control, Variant variant, bool rated)
{
    text_string(text, "variant", variant_word(variant));
    text_bool(text, "rated", rated);
    message_control(text, control);
}

void webhook_print_game(Text *text, const char *base, int64_t now, const GameNews *news)
{
    begin(text, WEBHOOK_GAME_ENDED, now);
    text_string(text, "game", news->id.text);
    message_person(text, "white", &news->seat[WHITE]);
    message_person(text, "black", &news->seat[BLACK]);
    print_terms(text, &news->control, news->variant, news->rated);
    text_instant(text, "began", news->made);
    text_string(text, "status", status_word(news->status));
    text_string(text, "winner",
                news->winner == WINNER_NONE
                    ? NULL
                    : color_word(news->winner == WINNER_WHITE ? WHITE : BLACK));
    text_integer(text, "plies", news->plies);
    print_url(text, base, "", news->id.text);
    end(text);
}

void webhook_print_tournament(Text *text, const char *base, int64_t now, const TournamentNews *news)
{
    begin(text, webhook_event_of(news->change), now);
    text_string(text, "tournament", news->id);
    text_string(text, "name", news->name);
    text_string(text, "format", news->format);
    text_integer(text, "players", news->players);
    if (news->change == TOURNAMENT_ENDED)
        text_string(text, "status", news->cancelled ? "cancelled" : "finished");
    else
        text_integer(text, "round", news->round);
    if (news->rounds)
        text_integer(text, "rounds", news->rounds);
    print_url(text, base, "tournament/", news->id);
    end(text);
}

void webhook_print_seek(Text *text, int64_t now, const Seek *seek)
{
    begin(text, WEBHOOK_SEEK_OPENED, now);
    text_string(text, "seek", seek->id.text);
    message_person(text, "person", &seek->person);
    print_terms(text, &seek->terms.control, seek->terms.variant, seek->terms.rated);
    text_bool(text, "pool", seek->pool);
    end(text);
}

void webhook_print_test(Text *text, int64_t now, const char *webhook)
{
    begin(text, WEBHOOK_TEST, now);
    text_string(text, "webhook", webhook);
    end(text);
}

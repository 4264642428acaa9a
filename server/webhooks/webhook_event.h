/* webhook_event.h - the kinds of events that webhooks are sent, and their JSON: {"type","timestamp","data"}, as Standard Webhooks
 * has it. What each "data" holds is in README.md. */
#pragma once

#include "game_news.h"
#include "seek.h"
#include "text.h"
#include "tournament_news.h"

/* X(name, type). Stored as bits in this order: new ones come last. */
#define WEBHOOK_EVENTS(X)                                                                          \
    X(GAME_ENDED, "game.ended")                                                                    \
    X(ROUND_BEGAN, "round.began")                                                                  \
    X(ROUND_ENDED, "round.ended")                                                                  \
    X(TOURNAMENT_ENDED, "tournament.ended")                                                        \
    X(SEEK_OPENED, "seek.opened")

typedef enum {
#define X(name, type) WEBHOOK_##name,
    WEBHOOK_EVENTS(X)
#undef X
        WEBHOOK_TEST, /* nobody chooses it */
} WebhookEvent;

enum {
    WEBHOOK_EVENTS_COUNT = WEBHOOK_TEST,
    WEBHOOK_EVENTS_ALL = (1 << WEBHOOK_EVENTS_COUNT) - 1,
    WEBHOOK_EVENTS_TEXT = 128, /* of all of them in words, with the NUL */
};

const char *webhook_event_word(WebhookEvent event);
WebhookEvent webhook_event_of(TournamentChange change);
/* "all", or words with commas between; false for anything else. */
bool webhook_events_parse(const char *text, uint32_t *events);
void webhook_events_print(uint32_t events, char text[WEBHOOK_EVENTS_TEXT]);

/* 'base' is what links to this server begin with, "" when it is not known; 'now' the wall clock, ms. */
void webhook_print_game(Text *text, const char *base, int64_t now, const GameNews *news);
void webhook_print_tournament(Text *text, const char *base, int64_t now,
                              const TournamentNews *news);
void webhook_print_seek(Text *text, int64_t now, const Seek *seek);
void webhook_print_test(Text *text, int64_t now, const char *webhook);

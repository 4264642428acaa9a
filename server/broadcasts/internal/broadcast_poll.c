/* The address of a round: asked again and again, with what the last answer said about its version (RFC 9110, 13). */
#include "broadcast_state.h"

#include "crc32c.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULTS_KNOWN = 60 }; /* seconds between two looks when all games are over */

/* What is waited for: the round may be gone when it comes. */
typedef struct {
    Broadcasts *broadcasts;
    char round[BROADCAST_ID_LENGTH + 1];
} Asked;

static bool has_all_results(const Round *round)
{
    for (uint32_t i = 0; i < round->games.count; i++)
        if (round->games.at[i].result == PGN_UNKNOWN)
            return false;
    return round->games.count > 0;
}

static int64_t latest(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

void broadcast_plan_asking(Broadcasts *broadcasts, Round *round)
{
    int64_t now = broadcasts->options.time->wall;
    int64_t from = round->starts_at ? round->starts_at - BROADCAST_EARLY : round->made_at;
    int64_t until =
        latest(latest(round->starts_at, round->made_at), round->changed_at) + BROADCAST_IDLE;
    int64_t period = round->period;
    round->ask_at = INT64_MAX;
    if (!round->url[0] || round->is_over || !broadcasts->options.outbound || round->asked ||
        now >= until)
        return;
    if (has_all_results(round) && period < RESULTS_KNOWN)
        period = RESULTS_KNOWN;
    int64_t wait = period * 1000;
    for (uint32_t i = 0; i < round->failures && wait < BROADCAST_RETRY_MAX; i++)
        wait *= 2;
    if (round->failures && wait > BROADCAST_RETRY_MAX && period * 1000 < BROADCAST_RETRY_MAX)
        wait = BROADCAST_RETRY_MAX;
    round->ask_at = latest(from, round->asked_at ? round->asked_at + wait : now);
    broadcast_plan(broadcasts, round->ask_at);
}

/* ---- what comes ---- */

static void keep_version(Round *round, const OutboundAnswer *answer)
{
    const char *etag = outbound_header(answer, "ETag");
    snprintf(round->etag, sizeof round->etag, "%s",
             etag && strlen(etag) < sizeof round->etag ? etag : "");
    const char *modified = outbound_header(answer, "Last-Modified");
    snprintf(round->modified, sizeof round->modified, "%s",
             modified && strlen(modified) < sizeof round->modified ? modified : "");
}

static const char *take_text(Broadcasts *broadcasts, Round *round, const OutboundAnswer *answer)
{
    BroadcastGames came;
    BroadcastMerged merged[BROADCAST_BOARDS_MAX];
    uint32_t sum = crc32c(0, answer->body, answer->length);
    bool is_same = round->body_length == answer->length && round->body_sum == sum;
    if (!broadcast_may_read(broadcasts, round, is_same ? 0 : answer->length))
        return "too much comes for your broadcasts: it is read later";
    if (is_same)
        return "";
    if (broadcasts->size + answer->length > BROADCASTS_BYTES_MAX)
        return "there is no room for more games on this server";
    if (!broadcast_games_read(&came, answer->body, answer->length))
        return "the text has no games";
    broadcast_take(broadcasts, round, &came, merged);
    round->body_length = answer->length;
    round->body_sum = sum;
    return "";
}

static const char *take_answer(Broadcasts *broadcasts, Round *round, const OutboundAnswer *answer,
                               char *words)
{
    if (answer->result != OUTBOUND_OK)
        return answer->words[0] ? answer->words : "it cannot be reached";
    if (answer->status == 304)
        return "";
    if (answer->status != 200) {
        snprintf(words, BROADCAST_WORDS_SIZE, "it answers %d", answer->status);
        return words;
    }
    const char *fault = take_text(broadcasts, round, answer);
    if (!*fault)
        keep_version(round, answer);
    return fault;
}

static void answered(void *context, const OutboundAnswer *answer)
{
    Asked *asked = context;
    Broadcasts *broadcasts = asked->broadcasts;
    Round *round = broadcast_round(broadcasts, asked->round);
    char words[BROADCAST_WORDS_SIZE];
    free(asked);
    server_time_read(broadcasts->options.time);
    round->asked = 0;
    round->asked_at = broadcasts->options.time->wall;
    snprintf(round->words, sizeof round->words, "%s",
             take_answer(broadcasts, round, answer, words));
    round->failures = round->words[0] ? round->failures + 1 : 0;
    broadcast_plan_asking(broadcasts, round);
}

/* ---- asked ---- */

void broadcast_ask(Broadcasts *broadcasts, Round *round)
{
    char etag[OUTBOUND_WORDS_MAX + 16], modified[96];
    const char *headers[4] = {"Accept: application/x-chess-pgn, text/plain, */*"};
    int count = 1;
    snprintf(etag, sizeof etag, "If-None-Match: %s", round->etag);
    snprintf(modified, sizeof modified, "If-Modified-Since: %s", round->modified);
    if (round->etag[0])
        headers[count++] = etag;
    else if (round->modified[0])
        headers[count++] = modified;
    Asked *asked = memory_new(sizeof *asked);
    *asked = (Asked){.broadcasts = broadcasts};
    memcpy(asked->round, round->id, sizeof asked->round);
    round->asked = outbound_ask(broadcasts->options.outbound,
                                &(OutboundRequest){.method = OUTBOUND_GET,
                                                   .url = round->url,
                                                   .headers = headers,
                                                   .answer_max = BROADCAST_PGN_MAX,
                                                   .time_max = BROADCAST_FETCH_TIME,
                                                   .hops_max = 3,
                                                   .person = round->of->owner},
                                answered, asked);
    round->ask_at = INT64_MAX;
    round->context = asked;
    if (round->asked)
        return;
    free(asked);
    round->asked_at = broadcasts->options.time->wall;
    broadcast_plan_asking(broadcasts, round);
}

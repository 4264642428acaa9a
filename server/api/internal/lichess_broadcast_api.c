/* Broadcasts as the Lichess API has them: lists, rounds, games as PGN. */
#include "broadcast_call.h"
#include "broadcast_lichess.h"
#include "routes.h"

#include <stdio.h>

enum { OFFICIAL_USUAL = 20, OFFICIAL_MOST = 100, PAGE = 20, PAGES_MAX = 20 };

static BroadcastReader reader_of(const Call *call)
{
    return (BroadcastReader){.by = broadcast_asker(call),
                             .base = call->http->base ? call->http->base : ""};
}

static bool read_number(Call *call, const char *field, int64_t most, int64_t *number)
{
    char sentence[80];
    if (!params_find(&call->params, field) || params_integer(&call->params, field, 1, most, number))
        return true;
    snprintf(sentence, sizeof sentence, "%s: must be a number from 1 to %lld", field,
             (long long)most);
    answer_refusal(&call->asker, 400, "bad_field", sentence);
    return false;
}

/* ---- lists ---- */

void lichess_broadcasts(Call *call)
{
    BroadcastReader reader = reader_of(call);
    const Broadcasts *broadcasts = broadcasts_of(call);
    BroadcastFilter filter = {.is_live = params_flag(&call->params, "live", false)};
    BroadcastsFound found;
    int64_t most = OFFICIAL_USUAL;
    Text text;
    if (!read_number(call, "nb", OFFICIAL_MOST, &most))
        return;
    broadcasts_find(broadcasts, &filter, &found);
    text_init(&text);
    for (size_t i = 0; i < found.count && (int64_t)i < most; i++) {
        broadcasts_lichess_json(broadcasts, found.id[i], BROADCAST_WITH_ROUNDS, &reader, &text);
        text_append(&text, "\n", 1);
    }
    answer_lines(&call->asker, &text);
    text_clear(&text);
}

/* Those from 'first' to 'end' of what was found, a page of them, with what says where the page is. */
static void print_page(Call *call, const BroadcastsFound *found, size_t first, int64_t page,
                       BroadcastForm form, Text *text)
{
    BroadcastReader reader = reader_of(call);
    size_t at = first + (size_t)(page - 1) * PAGE, end = at + PAGE;
    text_integer(text, "currentPage", page);
    text_integer(text, "maxPerPage", PAGE);
    text_open(text, "currentPageResults", '[');
    for (size_t i = at; i < end && i < found->count; i++)
        broadcasts_lichess_json(broadcasts_of(call), found->id[i], form, &reader, text);
    text_close(text, ']');
    if (page > 1)
        text_integer(text, "previousPage", page - 1);
    else
        text_null(text, "previousPage");
    if (end < found->count)
        text_integer(text, "nextPage", page + 1);
    else
        text_null(text, "nextPage");
}

void lichess_broadcasts_top(Call *call)
{
    BroadcastReader reader = reader_of(call);
    BroadcastFilter filter = {.is_live = false};
    BroadcastsFound found;
    int64_t page = 1;
    Text text;
    if (!read_number(call, "page", PAGES_MAX, &page))
        return;
    broadcasts_find(broadcasts_of(call), &filter, &found);
    text_init(&text);
    text_open(&text, NULL, '{');
    text_open(&text, "active", '[');
    for (size_t i = 0; i < found.active && page == 1; i++)
        broadcasts_lichess_json(broadcasts_of(call), found.id[i], BROADCAST_WITH_LAST_ROUND,
                                &reader, &text);
    text_close(&text, ']');
    text_open(&text, "upcoming", '[');
    text_close(&text, ']');
    text_open(&text, "past", '{');
    print_page(call, &found, found.active, page, BROADCAST_WITH_LAST_ROUND, &text);
    text_close(&text, '}');
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void answer_page(Call *call, const BroadcastFilter *filter, BroadcastForm form,
                        bool is_counted)
{
    BroadcastsFound found;
    int64_t page = 1;
    Text text;
    if (!read_number(call, "page", PAGES_MAX, &page))
        return;
    broadcasts_find(broadcasts_of(call), filter, &found);
    text_init(&text);
    text_open(&text, NULL, '{');
    print_page(call, &found, 0, page, form, &text);
    if (is_counted) {
        text_integer(&text, "nbResults", (int64_t)found.count);
        text_integer(&text, "nbPages", (int64_t)(found.count + PAGE - 1) / PAGE);
    }
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void lichess_broadcasts_search(Call *call)
{
    BroadcastFilter filter = {.words = params_find(&call->params, "q")};
    answer_page(call, &filter, BROADCAST_WITH_LAST_ROUND, false);
}

static void owner_found(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    BroadcastFilter filter = {.owner = account ? account->id : NULL};
    if (account)
        answer_page(call, &filter, BROADCAST_ALONE, true);
}

void lichess_broadcasts_by(Call *call)
{
    call_find(call, 0, owner_found);
}

void lichess_broadcasts_own_rounds(Call *call)
{
    BroadcastReader reader = reader_of(call);
    int64_t most = BROADCASTS_OWNER_MAX * BROADCAST_ROUNDS_MAX;
    Text text;
    if (!read_number(call, "nb", INT32_MAX, &most))
        return;
    text_init(&text);
    broadcasts_lichess_own_json(broadcasts_of(call), &reader, (size_t)most, &text);
    answer_lines(&call->asker, &text);
    text_clear(&text);
}

/* ---- one ---- */

void lichess_broadcast_show(Call *call)
{
    BroadcastReader reader = reader_of(call);
    Text text;
    text_init(&text);
    broadcast_answer_found(call,
                           broadcasts_lichess_json(broadcasts_of(call), call->parts[0],
                                                   BROADCAST_WITH_ROUNDS, &reader, &text),
                           &text);
}

/* The names before the id are only to be read by people. */
void lichess_broadcast_round_show(Call *call)
{
    BroadcastReader reader = reader_of(call);
    Text text;
    text_init(&text);
    broadcast_answer_found(
        call, broadcasts_lichess_round_json(broadcasts_of(call), call->parts[2], &reader, &text),
        &text);
}

/* ---- PGN ---- */

static void answer_pgn(Call *call, const char *const *rounds, size_t count)
{
    BroadcastReader reader = reader_of(call);
    bool clocks = params_flag(&call->params, "clocks", true), is_there = count > 0;
    Text text;
    text_init(&text);
    for (size_t i = 0; i < count; i++)
        is_there &=
            broadcasts_lichess_pgn(broadcasts_of(call), rounds[i], clocks, reader.base, &text);
    if (is_there)
        answer_send(&call->asker, &(HttpAnswer){.status = 200,
                                                .type = "application/x-chess-pgn",
                                                .body = text.bytes ? text.bytes : "",
                                                .length = text.length,
                                                .cache = "no-store",
                                                .cors = true,
                                                .file = "games.pgn"});
    else
        answer_refusal(&call->asker, 404, "not_found", "There is no such broadcast.");
    text_clear(&text);
}

void lichess_broadcast_round_pgn(Call *call)
{
    const char *round = call->parts[0];
    answer_pgn(call, &round, 1);
}

void lichess_broadcast_pgn(Call *call)
{
    const char *rounds[BROADCAST_ROUNDS_MAX];
    if (call_is_allowed(call, LIMIT_EXPORT, call->http->address))
        answer_pgn(call, rounds, broadcasts_rounds(broadcasts_of(call), call->parts[0], rounds));
}

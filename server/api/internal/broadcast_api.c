/* Broadcasts: games of another place, shown, made, and pushed. */
#include "broadcast_call.h"
#include "routes.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_USUAL = 50, LISTED_MOST = 200 };

Broadcasts *broadcasts_of(const Call *call)
{
    return core_broadcasts(call->server->core);
}

BroadcastPerson broadcast_asker(const Call *call)
{
    const Identity *identity = &call->identity;
    bool is_nobody = identity->who == WHO_NOBODY;
    return (BroadcastPerson){.id = is_nobody ? "" : identity->person.id,
                             .name = is_nobody ? "" : identity->person.name,
                             .is_operator = identity->who == WHO_BROWSER &&
                                            account_is_found(&identity->account) &&
                                            identity->account.is_operator};
}

static void refuse(Call *call, const BroadcastRefusal *refusal)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "error", refusal->why);
    text_string(&text, "code", refusal->code);
    if (refusal->field[0])
        text_string(&text, "field", refusal->field);
    text_close(&text, '}');
    answer_json(&call->asker, refusal->status, &text);
    text_clear(&text);
}

/* What was printed when it was done, else why not. */
static void answer(Call *call, int status, bool is_done, Text *text,
                   const BroadcastRefusal *refusal)
{
    if (is_done)
        answer_json(&call->asker, status, text);
    else
        refuse(call, refusal);
    text_clear(text);
}

void broadcast_answer_found(Call *call, bool is_there, Text *text)
{
    if (is_there)
        answer_json(&call->asker, 200, text);
    else
        answer_refusal(&call->asker, 404, "not_found", "There is no such broadcast.");
    text_clear(text);
}

/* ---- shown ---- */

void broadcast_list(Call *call)
{
    BroadcastPerson by = broadcast_asker(call);
    int64_t most = LISTED_USUAL;
    Text text;
    if (params_find(&call->params, "nb") &&
        !params_integer(&call->params, "nb", 1, LISTED_MOST, &most)) {
        answer_refusal(&call->asker, 400, "bad_field", "nb: must be a number from 1 to 200");
        return;
    }
    text_init(&text);
    broadcasts_print_list(broadcasts_of(call), &by, (size_t)most, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void broadcast_show(Call *call)
{
    BroadcastPerson by = broadcast_asker(call);
    Text text;
    text_init(&text);
    broadcast_answer_found(call, broadcasts_print(broadcasts_of(call), call->parts[0], &by, &text),
                           &text);
}

void broadcast_round_show(Call *call)
{
    BroadcastPerson by = broadcast_asker(call);
    Text text;
    text_init(&text);
    broadcast_answer_found(
        call, broadcasts_print_round(broadcasts_of(call), call->parts[0], &by, &text), &text);
}

static void answer_pgn(Call *call, uint32_t board)
{
    Text text;
    text_init(&text);
    if (broadcasts_print_pgn(broadcasts_of(call), call->parts[0], board, &text))
        answer_send(&call->asker, &(HttpAnswer){.status = 200,
                                                .type = "application/x-chess-pgn",
                                                .body = text.bytes ? text.bytes : "",
                                                .length = text.length,
                                                .cache = "no-store",
                                                .file = "games.pgn"});
    else
        answer_refusal(&call->asker, 404, "not_found", "There is no such game.");
    text_clear(&text);
}

void broadcast_round_pgn(Call *call)
{
    answer_pgn(call, 0);
}

void broadcast_board_pgn(Call *call)
{
    const char *part = call->parts[1];
    bool is_number = strlen(part) < 5 && strspn(part, "0123456789") == strlen(part);
    long board = is_number ? strtol(part, NULL, 10) : 0;
    answer_pgn(call, board > 0 ? (uint32_t)board : UINT32_MAX);
}

/* ---- made and changed ---- */

void broadcast_create(Call *call)
{
    BroadcastPerson by = broadcast_asker(call);
    BroadcastRefusal refusal;
    Text text;
    if (!call_is_allowed(call, LIMIT_TOURNAMENT, by.id))
        return;
    text_init(&text);
    bool is_done = broadcasts_create(broadcasts_of(call), &call->params, &by, &text,
                                     &call->asker.number, &refusal);
    answer(call, 201, is_done, &text, &refusal);
}

typedef bool (*Change)(Broadcasts *broadcasts, const char *id, const Params *fields,
                       const BroadcastPerson *by, Text *text, uint64_t *number,
                       BroadcastRefusal *refusal);

/* What the path names is changed by the fields, or a round added to it. */
static void change(Call *call, int status, Change change_by)
{
    BroadcastPerson by = broadcast_asker(call);
    BroadcastRefusal refusal;
    Text text;
    text_init(&text);
    bool is_done = change_by(broadcasts_of(call), call->parts[0], &call->params, &by, &text,
                             &call->asker.number, &refusal);
    answer(call, status, is_done, &text, &refusal);
}

void broadcast_change(Call *call)
{
    change(call, 200, broadcasts_change);
}

void broadcast_round_add(Call *call)
{
    change(call, 201, broadcasts_add_round);
}

void broadcast_round_change(Call *call)
{
    change(call, 200, broadcasts_change_round);
}

void broadcast_round_push(Call *call)
{
    BroadcastPerson by = broadcast_asker(call);
    BroadcastRefusal refusal;
    Text text;
    text_init(&text);
    bool is_done = broadcasts_push(broadcasts_of(call), call->parts[0], call->http->body,
                                   call->http->length, &by, &text, &call->asker.number, &refusal);
    if (!is_done && refusal.status == 429) {
        answer_flood(&call->asker, core_limit_wait(call->server->core, LIMIT_BROADCAST) / 1000 + 1);
        text_clear(&text);
    } else {
        answer(call, 200, is_done, &text, &refusal);
    }
}

typedef bool (*Delete)(Broadcasts *broadcasts, const char *id, const BroadcastPerson *by,
                       uint64_t *number, BroadcastRefusal *refusal);

static void take_away(Call *call, Delete delete_it)
{
    BroadcastPerson by = broadcast_asker(call);
    BroadcastRefusal refusal;
    Text text;
    bool is_done =
        delete_it(broadcasts_of(call), call->parts[0], &by, &call->asker.number, &refusal);
    text_init(&text);
    text_open(&text, NULL, '{');
    text_bool(&text, "ok", true);
    text_close(&text, '}');
    answer(call, 200, is_done, &text, &refusal);
}

void broadcast_delete(Call *call)
{
    take_away(call, broadcasts_delete);
}

void broadcast_round_delete(Call *call)
{
    take_away(call, broadcasts_delete_round);
}

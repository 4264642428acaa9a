#include "retries.h"

#include "array.h"
#include "tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Called while some part is answering a request, so the others go on at the end of the turn. */
static void on_resume(void *context, SessionId session)
{
    Core *core = context;
    core->retrying = array_reserve(core->retrying, &core->retrying_size, core->retrying_count + 1,
                                   sizeof *core->retrying);
    core->retrying[core->retrying_count++] = session;
}

static uint64_t on_answered(void *context, SessionId session, const Request *request, Code code,
                            const Ok *ok, uint64_t number)
{
    Core *core = context;
    Client client;
    if (!clients_find(core->clients, session, &client))
        return number;
    if (code == CODE_OK)
        return request_keys_answer(core->keys, client.person.id, request, session, ok, number);
    request_keys_refuse(core->keys, client.person.id, request, session);
    return number;
}

RequestKeys *retries_new_keys(Core *core, const SipKey *sip)
{
    clients_on_answered(core->clients, on_answered, core);
    return request_keys_new(&(RequestKeysOptions){.store = core->options.store,
                                                  .journal = core->journal,
                                                  .time = &core->time,
                                                  .sip = sip,
                                                  .context = core,
                                                  .resume = on_resume});
}

/* A seek ends with its connection, or with the server, and then nothing came of it. */
static bool is_in_vain(const Core *core, const RequestKey *key)
{
    LobbyId seek;
    return key->row.seek[0] && !key->row.game[0] && !key->is_withdrawn &&
           lobby_id_parse(&seek, key->row.seek) && !matchmaker_has_seek(core->matchmaker, &seek);
}

static void answer_again(Core *core, const Client *client, const Request *request,
                         const RequestKey *key)
{
    const StoreRequestKey *row = &key->row;
    LobbyId seek, challenge;
    GameId game;
    char url[sizeof "/challenge/" + STORE_CHALLENGE_ID_MAX];
    memcpy(game.text, row->game, sizeof game.text);
    snprintf(url, sizeof url, "/challenge/%s", row->challenge);
    Ok ok = {
        .seek = lobby_id_parse(&seek, row->seek) ? &seek : NULL,
        .challenge = lobby_id_parse(&challenge, row->challenge) ? &challenge : NULL,
        .url = row->link ? url : NULL,
        .game = row->game[0] ? &game : NULL,
    };
    tell_ok(core->clients, client->session, request, &ok, key->number);
}

static bool start(Core *core, const Client *client, const Request *request)
{
    if (request_keys_start(core->keys, client->person.id, request, client->session))
        return true;
    tell_error(core->clients, client->session, request, CODE_NOT_NOW,
               "too many of your requests are under way", 0);
    return false;
}

bool retries_admit(Core *core, const Client *client, const Request *request, const char *text,
                   size_t length)
{
    const RequestKey *key = request_keys_find(core->keys, client->person.id, request->key);
    if (key && key->row.content != (int64_t)request->content) {
        tell_error(core->clients, client->session, request, CODE_BAD_REQUEST,
                   "key: was given to another request", 0);
        return false;
    }
    if (key && key->session) {
        request_keys_wait(core->keys, key, client->session);
        inbox_hold_again(core->inbox, client->session, text, length);
        return false;
    }
    if (key && is_in_vain(core, key)) {
        request_keys_forget(core->keys, key);
        key = NULL;
    }
    if (!key)
        return start(core, client, request);
    answer_again(core, client, request, key);
    return false;
}

void retries_connection_ends(Core *core, const Client *client)
{
    request_keys_drop(core->keys, client->person.id, client->session);
}

int64_t retries_due(const Core *core)
{
    return core->retrying_count ? core->time.now : INT64_MAX;
}

void retries_tick(Core *core)
{
    SessionId *sessions = core->retrying;
    size_t count = core->retrying_count;
    core->retrying = NULL;
    core->retrying_count = core->retrying_size = 0;
    for (size_t i = 0; i < count; i++)
        if (inbox_is_held(core->inbox, sessions[i])) /* it has not ended */
            inbox_release(core->inbox, sessions[i]);
    free(sessions);
}

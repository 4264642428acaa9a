/* What is sent about those who look for a game. */
#include "print.h"

#include "fen.h"
#include "message_parts.h"

#include <assert.h>

static void print_terms(Text *text, const Terms *terms, const Position *start)
{
    static const char *const WISHES[] = {
        [WISH_RANDOM] = "random", [WISH_WHITE] = "white", [WISH_BLACK] = "black"};
    message_control(text, &terms->control);
    text_string(text, "variant", variant_word(terms->variant));
    if (start) {
        char fen[FEN_MAX];
        fen_print(start, fen);
        text_string(text, "fen", fen);
    }
    text_bool(text, "rated", terms->rated);
    text_string(text, "color", WISHES[terms->color]);
}

static void print_seek(Text *text, const Seek *seek)
{
    text_open(text, NULL, '{');
    text_string(text, "seek", seek->id.text);
    message_person(text, "person", &seek->person);
    print_terms(text, &seek->terms, NULL);
    if (seek->pool)
        text_bool(text, "pool", true);
    if (seek->rating.least == 0 && seek->rating.most == RATING_MAX) {
        text_null(text, "rating");
    } else {
        text_open(text, "rating", '[');
        text_integer(text, NULL, seek->rating.least);
        text_integer(text, NULL, seek->rating.most);
        text_close(text, ']');
    }
    text_close(text, '}');
}

void print_lobby(Text *text, const Lobby *lobby)
{
    size_t count = lobby_count(lobby);
    message_begin(text, "lobby");
    text_integer(text, "count", (int64_t)count);
    text_open(text, "seeks", '[');
    for (size_t i = 0; i < count && i < LOBBY_SHOWN; i++)
        print_seek(text, lobby_at(lobby, i));
    text_close(text, ']');
    message_end(text);
}

void print_pools(Text *text, const PoolsView *view)
{
    message_begin(text, "pools");
    text_integer(text, "here", view->here);
    text_open(text, "people", '[');
    for (size_t i = 0; i < view->accounts_count && i < PEOPLE_SHOWN; i++)
        message_person(text, NULL, view->accounts[i]);
    text_close(text, ']');
    text_open(text, "pools", '[');
    for (int pool = 0; pool < POOLS; pool++) {
        int32_t took = lobby_typical_wait(view->lobby, pool, view->now);
        text_open(text, NULL, '{');
        message_control(text, &POOL_CONTROLS[pool]);
        text_integer(text, "waiting", lobby_waiting(view->lobby, pool));
        if (took >= 0)
            text_integer(text, "took", took);
        else
            text_null(text, "took");
        text_close(text, '}');
    }
    text_close(text, ']');
    message_end(text);
}

static void print_engine(Text *text, const EngineView *engine)
{
    text_open(text, NULL, '{');
    text_string(text, "name", engine->name);
    text_string(text, "title", engine->title);
    if (engine->strength) {
        text_open(text, "strength", '{');
        text_string(text, "by", engine->strength);
        text_integer(text, "least", engine->least);
        text_integer(text, "most", engine->most);
        text_close(text, '}');
    } else {
        text_null(text, "strength");
    }
    text_bool(text, "chess960", engine->chess960);
    text_close(text, '}');
}

void print_engines(Text *text, const Request *request, const EngineView *engines, size_t count)
{
    message_answer(text, "engines", request);
    text_open(text, "engines", '[');
    for (size_t i = 0; i < count; i++)
        print_engine(text, &engines[i]);
    text_close(text, ']');
    message_end(text);
}

void print_found(Text *text, const LobbyId *seek, const LobbyId *other, const Person *person)
{
    message_begin(text, "found");
    text_string(text, "seek", seek->text);
    text_string(text, "other", other->text);
    message_person(text, "person", person);
    message_end(text);
}

static void print_open(Text *text, const OpenSeats *seats)
{
    text_bool(text, "open", true);
    if (seats->title[0])
        text_string(text, "title", seats->title);
    if (seats->named) {
        text_open(text, "players", '[');
        message_person(text, NULL, &seats->player[0]);
        message_person(text, NULL, &seats->player[1]);
        text_close(text, ']');
    }
    text_open(text, "joined", '[');
    for (int place = 0; place < 2; place++)
        if (seats->joined[place])
            message_person(text, NULL, &seats->player[place]);
    text_close(text, ']');
}

void print_challenge(Text *text, const Challenge *challenge, const ChallengeFate *fate)
{
    static const char *const STATES[] = {
#define X(name, word) #word,
        CHALLENGE_STATES(X)
#undef X
    };
    assert((size_t)fate->state < sizeof STATES / sizeof *STATES);
    message_begin(text, "challenge");
    text_string(text, "challenge", challenge->id.text);
    text_string(text, "state", STATES[fate->state]);
    text_string(text, "to", challenge->link ? "link" : "user");
    message_person(text, "from", &challenge->from);
    if (!challenge->link)
        message_person(text, "user", &challenge->to);
    print_terms(text, &challenge->terms, challenge->has_start ? &challenge->start : NULL);
    message_rules(text, challenge->rules);
    if (challenge->open)
        print_open(text, &challenge->seats);
    text_integer(text, "expires", challenge->expires);
    if (fate->game)
        text_string(text, "game", fate->game->text);
    if (fate->state == STATE_DECLINED)
        text_string(text, "reason", decline_reason_word(fate->reason));
    message_end(text);
}

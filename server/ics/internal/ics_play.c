/* Of ics_state.h: commands for games - moves, offers, challenges, watching. */
#include "ics_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "typed_line.h"

/* The own game that is played; NULL, and said so. */
static IcsGame *need_game(IcsClient *client)
{
    IcsGame *game = ics_current(client);
    if (!game)
        ics_say(client, "You are not playing a game.\n");
    return game;
}

static void ask_game(IcsClient *client, RequestKind kind, const IcsGame *game, IcsNext next)
{
    ics_request(client, kind, &game->heard.id);
    ics_await(client, NULL, NULL, next);
}

/* ---- moves ---- */

static void moved(IcsClient *client, const cJSON *message, bool ok)
{
    const IcsGame *game = ics_current(client);
    const char *code = message_text(message, "code");
    bool is_illegal = strcmp(code, "illegal_move") == 0;
    if (ok && game && game->is_adjourned) {
        ics_say(client, "Your move %s is sealed.\n", client->words);
    } else if (ok) {
        return;
    } else if (strcmp(code, "not_your_turn") == 0) {
        ics_say(client, "It is not your move.\n");
    } else {
        if (is_illegal)
            ics_say(client, "Illegal move (%s). ", client->words);
        ics_say_refusal(client, message);
        if (!is_illegal && game) /* programs show what was played until they are told otherwise */
            ics_show_board(client, game, client->variables.setting[ICS_SET_STYLE]);
    }
}

static NotationError read_move(const IcsClient *client, const Position *pos, const char *text,
                               Move *move, char why[TYPED_REASON_MAX])
{
    size_t length = strlen(text);
    if (client->variables.on[ICS_SWITCH_MOVECASE] && *text == 'b' && !strchr("12345678", text[1])) {
        NotationError error = san_parse(pos, text, length, move);
        snprintf(why, TYPED_REASON_MAX, "%s.", notation_error_text(error));
        return error;
    }
    return typed_move(pos, text, length, move, why);
}

static void play(IcsClient *client, const IcsGame *game, Move move)
{
    char uci[UCI_MAX];
    uci_print(&game->heard.now, move, uci);
    ics_request(client, REQ_MOVE, &game->heard.id);
    text_integer(&client->ask, "ply", game->heard.plies);
    text_string(&client->ask, "uci", uci);
    ics_await(client, NULL, NULL, moved);
}

static bool looks_like_a_move(const char *text)
{
    San san;
    size_t length = strlen(text);
    if (length >= 4 && strspn(text, "abcdefghABCDEFGH12345678-") >= 4 && text[1] >= '1' &&
        text[1] <= '8')
        return true;
    return strspn(text, "oO0-") == length ? length >= 2
                                          : san_parse_syntax(text, length, &san) == NOTATION_OK;
}

bool ics_try_move(IcsClient *client, const char *text)
{
    char why[TYPED_REASON_MAX];
    Move move;
    Position start;
    IcsGame *game = ics_current(client);
    position_start(&start);
    const Position *pos = game ? &game->heard.now : &start;
    NotationError error = read_move(client, pos, text, &move, why);
    if (error == NOTATION_SYNTAX && !looks_like_a_move(text))
        return false;
    client->block_code = 1;
    if (!game && !looks_like_a_move(text))
        return false;
    snprintf(client->words, sizeof client->words, "%.20s", text);
    if (!game)
        ics_say(client, "You are not playing a game.\n");
    else if (heard_game_turn(&game->heard) != game->seat)
        ics_say(client, "It is not your move.\n");
    else if (error == NOTATION_AMBIGUOUS)
        ics_say(client, "Ambiguous move (%s). %s\n", client->words, why);
    else if (error)
        ics_say(client, "Illegal move (%s). %s\n", client->words, why);
    else
        play(client, game, move);
    return true;
}

/* ---- in a game ---- */

void ics_run_resign(IcsClient *client, char *rest)
{
    (void)rest;
    IcsGame *game = need_game(client);
    if (game)
        ask_game(client, REQ_RESIGN, game, ics_just_done);
}

static void aborted(IcsClient *client, const cJSON *message, bool ok)
{
    if (!ok && strcmp(message_text(message, "code"), "not_now") == 0)
        ics_say(client, "A game can be aborted until both sides have moved; after that, offer a "
                        "draw or resign.\n");
    else
        ics_just_done(client, message, ok);
}

void ics_run_abort(IcsClient *client, char *rest)
{
    (void)rest;
    IcsGame *game = need_game(client);
    if (game)
        ask_game(client, REQ_ABORT, game, aborted);
}

static void draw_offered(IcsClient *client, const cJSON *message, bool ok)
{
    if (ok)
        ics_say(client, "Draw request sent.\n");
    else
        ics_say_refusal(client, message);
}

static void offer_draw(IcsClient *client)
{
    IcsGame *game = ics_current(client);
    if (game)
        ask_game(client, REQ_DRAW, game, draw_offered);
}

static void fifty_claimed(IcsClient *client, const cJSON *message, bool ok)
{
    (void)message;
    if (!ok)
        offer_draw(client);
}

static void claim(IcsClient *client, const IcsGame *game, const char *what, IcsNext next)
{
    ics_request(client, REQ_CLAIM, &game->heard.id);
    text_string(&client->ask, "what", what);
    ics_await(client, NULL, NULL, next);
}

static void threefold_claimed(IcsClient *client, const cJSON *message, bool ok)
{
    IcsGame *game = ics_current(client);
    (void)message;
    if (!ok && game)
        claim(client, game, "fifty", fifty_claimed);
}

/* As on FICS: accepts an offer, else claims a draw that is due, else offers one. */
void ics_run_draw(IcsClient *client, char *rest)
{
    (void)rest;
    IcsGame *game = need_game(client);
    if (!game)
        return;
    uint32_t offer = game->heard.draw[color_other(game->seat)];
    if (offer) {
        ics_request(client, REQ_DRAW, &game->heard.id);
        text_integer(&client->ask, "offer", offer);
        ics_await(client, NULL, NULL, ics_just_done);
    } else if (heard_game_turn(&game->heard) == game->seat) {
        claim(client, game, "threefold", threefold_claimed);
    } else {
        offer_draw(client);
    }
}

static void takeback_sent(IcsClient *client, const cJSON *message, bool ok)
{
    if (ok)
        ics_say(client, "Takeback request sent.\n");
    else
        ics_say_refusal(client, message);
}

void ics_run_takeback(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, true);
    IcsGame *game = need_game(client);
    int wanted = *word ? ics_number(word) : 0;
    if (!game)
        return;
    uint32_t offer = game->heard.takeback[color_other(game->seat)];
    int plies = heard_game_turn(&game->heard) == game->seat ? 2 : 1;
    if (!offer && game->heard.plies < (uint32_t)(wanted > 0 ? wanted : plies)) {
        if (game->heard.plies)
            ics_say(client, "There are only %d half moves in your game.\n", (int)game->heard.plies);
        else
            ics_say(client, "There are no half moves in your game.\n");
        return;
    }
    if (!offer && wanted && wanted != plies) {
        ics_say(client, "A takeback is of your last move: here \"takeback %d\".\n", plies);
        return;
    }
    ics_request(client, REQ_TAKEBACK, &game->heard.id);
    if (offer)
        text_integer(&client->ask, "offer", offer);
    ics_await(client, NULL, NULL, offer ? ics_just_done : takeback_sent);
}

static void flagged(IcsClient *client, const cJSON *message, bool ok)
{
    (void)message;
    if (!ok)
        ics_say(client, "Opponent is not out of time, wait for server autoflag.\n");
}

/* Flags fall by themselves: what can be claimed is the game of an opponent who has left. */
void ics_run_flag(IcsClient *client, char *rest)
{
    (void)rest;
    IcsGame *game = need_game(client);
    if (game)
        claim(client, game, "win", flagged);
}

void ics_run_moretime(IcsClient *client, char *rest)
{
    (void)rest;
    IcsGame *game = need_game(client);
    if (game)
        ask_game(client, REQ_MORETIME, game, ics_just_done);
}

static void rematch_sent(IcsClient *client, const cJSON *message, bool ok)
{
    if (ok)
        ics_say(client, "Rematch offer sent.\n");
    else
        ics_say_refusal(client, message);
}

void ics_run_rematch(IcsClient *client, char *rest)
{
    (void)rest;
    IcsGame *game = client->last.text[0] ? ics_game(client, &client->last) : NULL;
    if (ics_current(client)) {
        ics_say(client, "You are playing a game.\n");
        return;
    }
    if (!game) {
        ics_say(client, "You have no game to play again: nothing since you signed in.\n");
        return;
    }
    uint32_t offer = game->rematch[color_other(game->seat)];
    ics_request(client, REQ_REMATCH, &game->heard.id);
    if (offer)
        text_integer(&client->ask, "offer", offer);
    ics_await(client, NULL, NULL, offer ? ics_just_done : rematch_sent);
}

/* ---- games in progress ---- */

void ics_run_stored(IcsClient *client, char *rest)
{
    char name[ICS_NAME_MAX + 1];
    int count = 0;
    (void)rest;
    for (const IcsGame *game = client->games; game; game = game->next) {
        const HeardGame *heard = &game->heard;
        if (!game->is_own || !heard->is_known || heard_game_is_over(heard))
            continue;
        ics_say(client, "%3d: %-17s %c [%c%c %3d %3d] move %d, %s\n", game->number,
                ics_opponent(game, name), game->seat == WHITE ? 'W' : 'B',
                ics_kind_letter(&heard->control, heard->variant), heard->rated ? 'r' : 'u',
                ics_minutes(&heard->control), ics_increment(&heard->control), heard->now.fullmove,
                heard_game_turn(heard) == game->seat ? "your turn" : "their turn");
        count++;
    }
    if (!count)
        ics_say(client, "%s has no adjourned games.\n", ics_name(&client->you, name));
    else
        ics_say(client, "\"resume NUMBER\" goes on with one of them.\n");
}

void ics_run_resume(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, false);
    IcsGame *game = *word ? ics_game_named(client, word) : NULL;
    if (!*word) {
        ics_run_stored(client, rest);
        return;
    }
    if (!game || !game->is_own || heard_game_is_over(&game->heard)) {
        ics_say(client, "You have no such game in progress; \"stored\" lists them.\n");
        return;
    }
    client->current = game->heard.id;
    game->is_resumed = true;
    ics_tell_game(client, game);
}

/* ---- challenges ---- */

/* A name and the terms behind it. */
static bool read_match(IcsClient *client, char *rest, const char *word)
{
    client->match = (Person){.kind = PERSON_HUMAN};
    snprintf(client->words, sizeof client->words, "%s", word);
    return ics_read_terms(client, rest, NULL);
}

static void issued(IcsClient *client, const cJSON *message, bool ok)
{
    if (!ok) {
        if (strcmp(message_text(message, "code"), "no_such_player") == 0)
            ics_say(client, "%s is not logged in.\n", client->words);
        else
            ics_say_refusal(client, message);
        return;
    }
    const IcsOffer *offer = ics_offer_of_challenge(client, message_text(message, "challenge"));
    if (offer)
        ics_say(client, "Issuing: %s.\n", offer->words);
}

static void match_person(IcsClient *client, char *rest, const char *word)
{
    char meant[PERSON_NAME_MAX + 1];
    if (!read_match(client, rest, word))
        return;
    ics_request(client, REQ_CHALLENGE, NULL);
    text_string(&client->ask, "to", "user");
    text_string(&client->ask, "name", ics_name_meant(word, meant));
    ics_ask_terms(client, &client->terms);
    ics_await(client, "challenge", NULL, issued);
}

static void match_computer(IcsClient *client, char *rest, int level)
{
    if (!read_match(client, rest, "computer"))
        return;
    client->terms.rated = false;
    ics_request(client, REQ_CHALLENGE, NULL);
    text_string(&client->ask, "to", "computer");
    text_integer(&client->ask, "level", level);
    ics_ask_terms(client, &client->terms);
    ics_await(client, NULL, NULL, ics_just_done);
}

void ics_run_match(IcsClient *client, char *rest)
{
    char *word = ics_word(&rest, false);
    int level = ics_name_level(word);
    bool is_computer = level || strcasecmp(word, "computer") == 0;
    if (is_computer && !level)
        level = ics_number(ics_word(&rest, false));
    if (!*word)
        ics_say(client,
                "match NAME [minutes seconds] [rated] [white|black] [960], or match computer "
                "LEVEL …\n");
    else if (is_computer && (level < 1 || level > LEVEL_MAX))
        ics_say(client, "match computer LEVEL: a level from 1 to %d.\n", LEVEL_MAX);
    else if (is_computer)
        match_computer(client, rest, level);
    else
        match_person(client, rest, word);
}

/* ---- watching ---- */

static void observed(IcsClient *client, const cJSON *message, bool ok)
{
    IcsGame *game = ics_game(client, &client->watched);
    if (ok)
        return;
    if (game && !game->is_own && !game->heard.is_known)
        ics_game_drop(client, game);
    if (strcmp(message_text(message, "code"), "no_such_game") == 0)
        ics_say(client, "There is no such game.\n");
    else
        ics_say_refusal(client, message);
}

static void observe(IcsClient *client, const GameId *id)
{
    IcsGame *game = ics_game(client, id);
    if (game && game->is_own && !heard_game_is_over(&game->heard)) {
        ics_say(client, "You are playing game %d.\n", game->number);
        return;
    }
    if (game && game->is_wanted) {
        ics_say(client, "You are already observing game %d.\n", game->number);
        return;
    }
    if (ics_observed(client) >= ICS_OBSERVED_MAX) {
        ics_say(client, "You are already observing the maximum number of games, %d.\n",
                ICS_OBSERVED_MAX);
        return;
    }
    if (!game)
        game = ics_game_add(client, id);
    game->is_wanted = true;
    game->is_asked = true;
    client->watched = *id;
    ics_request(client, REQ_WATCH, id);
    ics_await(client, "game", id, observed);
}

static void found_playing(IcsClient *client, const IcsAnswer *answer)
{
    if (answer->refusal)
        ics_say(client, "%s\n", answer->refusal);
    else
        observe(client, &answer->game);
}

/* The best of all games, when none is named. */
static void observe_best(IcsClient *client, const cJSON *message, bool ok)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(message, "games");
    const cJSON *first = cJSON_GetArrayItem(list, 0);
    GameId id = message_game_id(first, "game");
    if (!ok)
        ics_say_refusal(client, message);
    else if (!id.text[0])
        ics_say(client, "There are no games in progress.\n");
    else
        observe(client, &id);
}

static bool read_game_id(const char *word, GameId *id)
{
    size_t length = strlen(word);
    *id = (GameId){""};
    if (length != GAME_ID_LENGTH ||
        strspn(word, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") != length)
        return false;
    memcpy(id->text, word, length);
    return true;
}

void ics_run_observe(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, false);
    int number = ics_number(word);
    const char *known = ics_number_id(client->game_numbers, number);
    GameId id;
    if (!*word || *word == '/') {
        ics_request(client, REQ_GAMES, NULL);
        ics_await(client, "games", NULL, observe_best);
    } else if (number >= 0 && !known) {
        ics_say(client, "There is no game %d.\n", number);
    } else if (number >= 0) {
        read_game_id(known, &id);
        observe(client, &id);
    } else {
        IcsAsk ask = {.kind = ICS_ASK_PLAYING};
        ics_name_meant(word, ask.name);
        read_game_id(word, &ask.game); /* if nobody has that name */
        ics_query(client, &ask, found_playing);
    }
}

static void unobserve(IcsClient *client, IcsGame *game)
{
    ics_say(client, "Removing game %d from observation list.\n", game->number);
    ics_request(client, REQ_UNWATCH, &game->heard.id);
    ics_send(client);
    ics_game_drop(client, game);
}

void ics_run_unobserve(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, false);
    IcsGame *named = *word ? ics_game_named(client, word) : NULL;
    int count = 0;
    if (named && !named->is_own) {
        unobserve(client, named);
        return;
    }
    if (*word) {
        ics_say(client, "You are not observing game %s.\n", word);
        return;
    }
    for (IcsGame *game = client->games, *next; game; game = next) {
        next = game->next;
        if (!game->is_own && game->heard.is_known) {
            unobserve(client, game);
            count++;
        }
    }
    if (!count)
        ics_say(client, "You are not observing any games.\n");
}

/* The game that is meant: a named one, the own, the only one that is observed. */
static IcsGame *meant(IcsClient *client, const char *word)
{
    IcsGame *game = *word ? ics_game_named(client, word) : ics_current(client);
    for (IcsGame *each = client->games; !game && !*word && each; each = each->next)
        if (!each->is_own && each->heard.is_known)
            game = each;
    return game;
}

void ics_run_refresh(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, false);
    IcsGame *game = meant(client, word);
    if (!game) {
        ics_say(client, *word ? "You are neither playing nor observing that game.\n"
                              : "You are neither playing nor observing a game.\n");
        return;
    }
    ics_show_board(client, game, client->variables.setting[ICS_SET_STYLE]);
}

void ics_run_flip(IcsClient *client, char *rest)
{
    client->variables.setting[ICS_SET_FLIP] = !client->variables.setting[ICS_SET_FLIP];
    ics_say(client, "Boards are shown from %s side.\n",
            client->variables.setting[ICS_SET_FLIP] ? "the other" : "your");
    if (meant(client, ""))
        ics_run_refresh(client, rest);
}

void ics_run_moves(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, false);
    IcsGame *game = meant(client, word);
    int number = ics_number(word);
    const char *known = game ? NULL : ics_number_id(client->game_numbers, number);
    IcsAsk ask = {.kind = ICS_ASK_MOVES,
                  .thousandths = client->variables.on[ICS_SWITCH_MS],
                  .startpos = client->variables.on[ICS_SWITCH_STARTPOS]};
    if (!game && !*word && client->last.text[0])
        game = ics_game(client, &client->last);
    if (!game && !known && !read_game_id(word, &ask.game)) {
        ics_say(client, *word ? "There is no such game.\n"
                              : "You are neither playing nor observing a game.\n");
        return;
    }
    if (game) {
        ask.game = game->heard.id;
        ask.number = game->number;
    } else if (known) {
        read_game_id(known, &ask.game);
        ask.number = number;
    }
    ics_query(client, &ask, ics_show_answer);
}

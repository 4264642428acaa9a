/* Of ics_state.h: the games that an IcsClient plays or observes. */
#include "ics_state.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

IcsGame *ics_game(const IcsClient *client, const GameId *id)
{
    IcsGame *game = client->games;
    while (game && strcmp(game->heard.id.text, id->text) != 0)
        game = game->next;
    return game;
}

IcsGame *ics_game_add(IcsClient *client, const GameId *id)
{
    IcsGame *game = memory_new(sizeof *game);
    game->heard.id = *id;
    game->number = ics_number_of(client->game_numbers, id->text);
    ics_number_hold(client->game_numbers, game->number);
    IcsGame **end = &client->games;
    while (*end)
        end = &(*end)->next;
    *end = game;
    return game;
}

static void free_game(IcsClient *client, IcsGame *game)
{
    ics_number_release(client->game_numbers, game->number);
    heard_game_clear(&game->heard);
    free(game);
}

void ics_game_drop(IcsClient *client, IcsGame *game)
{
    IcsGame **at = &client->games;
    while (*at != game)
        at = &(*at)->next;
    *at = game->next;
    free_game(client, game);
}

void ics_games_free(IcsClient *client)
{
    while (client->games) {
        IcsGame *game = client->games;
        client->games = game->next;
        free_game(client, game);
    }
}

IcsGame *ics_current(const IcsClient *client)
{
    IcsGame *game = client->current.text[0] ? ics_game(client, &client->current) : NULL;
    return game && game->heard.is_known && !heard_game_is_over(&game->heard) ? game : NULL;
}

IcsGame *ics_game_named(const IcsClient *client, const char *word)
{
    int number = ics_number(word);
    for (IcsGame *game = client->games; game; game = game->next) {
        if (!game->heard.is_known)
            continue;
        if (number >= 0 ? game->number == number
                        : ics_name_is(word, &game->heard.seat[WHITE]) ||
                              ics_name_is(word, &game->heard.seat[BLACK]) ||
                              strcmp(word, game->heard.id.text) == 0)
            return game;
    }
    return NULL;
}

int ics_observed(const IcsClient *client)
{
    int count = 0;
    for (const IcsGame *game = client->games; game; game = game->next)
        count += !game->is_own && game->is_wanted;
    return count;
}

void ics_watch(IcsClient *client, const GameId *id)
{
    IcsGame *game = ics_game(client, id);
    if (!game)
        game = ics_game_add(client, id);
    if (game->is_asked)
        return;
    game->is_asked = true;
    ics_request(client, REQ_WATCH, id);
    ics_send(client);
}

/* ---- shown ---- */

IcsRelation ics_relation(const IcsGame *game)
{
    if (heard_game_is_over(&game->heard))
        return ICS_ISOLATED;
    if (!game->is_own)
        return ICS_OBSERVING;
    return heard_game_turn(&game->heard) == game->seat ? ICS_MINE : ICS_OPPONENTS;
}

const char *ics_opponent(const IcsGame *game, char out[ICS_NAME_MAX + 1])
{
    return ics_name(&game->heard.seat[color_other(game->seat)], out);
}

void ics_show_board(IcsClient *client, const IcsGame *game, int style)
{
    bool black_below = game->is_own && game->seat == BLACK;
    IcsView view = {.game = &game->heard,
                    .number = game->number,
                    .relation = ics_relation(game),
                    .flipped = black_below != (client->variables.setting[ICS_SET_FLIP] == 1),
                    .thousandths = client->variables.on[ICS_SWITCH_MS],
                    .elapsed = game->elapsed,
                    .lag = client->lag,
                    .now = client->now};
    ics_board(style, &view, client->sink);
}

/* "ann (1500) bob (++++) unrated blitz 5 3" */
static void print_pairing(const IcsGame *game, Text *out)
{
    char name[2][ICS_NAME_MAX + 1], rating[2][ICS_RATING_MAX];
    const HeardGame *heard = &game->heard;
    for (Color side = WHITE; side <= BLACK; side++) {
        ics_name(&heard->seat[side], name[side]);
        ics_rating(&heard->seat[side], rating[side]);
    }
    ics_put(out, "%s (%s) %s (%s) %srated %s %d %d", name[WHITE], rating[WHITE], name[BLACK],
            rating[BLACK], heard->rated ? "" : "un", ics_kind(&heard->control, heard->variant),
            ics_minutes(&heard->control), ics_increment(&heard->control));
}

/* FICS, "help iv_gameinfo". */
static void print_info(const IcsClient *client, const IcsGame *game)
{
    const HeardGame *heard = &game->heard;
    TimeControl white = time_control_of(&heard->control, WHITE),
                black = time_control_of(&heard->control, BLACK);
    char rating[2][ICS_RATING_MAX];
    if (!client->variables.on[ICS_SWITCH_GAMEINFO])
        return;
    ics_put(client->sink,
            "\n<g1> %d p=0 t=%s r=%d u=%d,%d it=%d,%d i=%d,%d pt=0 rt=%s,%s ts=0,0 m=2 n=0\n",
            game->number, ics_kind(&heard->control, heard->variant), heard->rated,
            heard->seat[WHITE].guest, heard->seat[BLACK].guest, ics_minutes(&white) * 60,
            ics_minutes(&black) * 60, ics_increment(&white), ics_increment(&black),
            ics_rating(&heard->seat[WHITE], rating[WHITE]),
            ics_rating(&heard->seat[BLACK], rating[BLACK]));
}

static void tell_own(IcsClient *client, const IcsGame *game)
{
    char white[ICS_NAME_MAX + 1], black[ICS_NAME_MAX + 1];
    const HeardGame *heard = &game->heard;
    ics_say(client, "Creating: ");
    print_pairing(game, client->sink);
    ics_say(client, "%s\n{Game %d (%s vs. %s) %s %srated %s match.}\n",
            game->is_resumed ? " (adjourned)" : "", game->number,
            ics_name(&heard->seat[WHITE], white), ics_name(&heard->seat[BLACK], black),
            game->is_resumed ? "Continuing" : "Creating", heard->rated ? "" : "un",
            ics_kind(&heard->control, heard->variant));
}

void ics_tell_game(IcsClient *client, IcsGame *game)
{
    game->is_shown = true;
    if (game->is_own) {
        tell_own(client, game);
    } else {
        ics_say(client, "You are now observing game %d.\nGame %d: ", game->number, game->number);
        print_pairing(game, client->sink);
        ics_say(client, "\n");
    }
    print_info(client, game);
    ics_say(client, "\n");
    ics_show_board(client, game, client->variables.setting[ICS_SET_STYLE]);
}

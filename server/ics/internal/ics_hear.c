/* Of ics_state.h: what the server says. */
#include "ics_state.h"

#include <stdio.h>
#include <string.h>

static IcsGame *find(const IcsClient *client, const cJSON *message)
{
    GameId id = message_game_id(message, "game");
    return ics_game(client, &id);
}

static bool is_current(const IcsClient *client, const IcsGame *game)
{
    return strcmp(client->current.text, game->heard.id.text) == 0;
}

/* Whether its moves are shown: of the game that they are playing, and of those that they observe. */
static bool is_followed(const IcsClient *client, const IcsGame *game)
{
    return game->is_shown && (!game->is_own || is_current(client, game));
}

/* ---- signing in ---- */

static void greet(IcsClient *client)
{
    char name[ICS_NAME_MAX + 1];
    ics_say(client, "**** Starting FICS session as %s%s ****\n\n", ics_name(&client->you, name),
            client->you.guest ? "(U)" : "");
    ics_say(client, "This is castled. People on its page and in other programs play here, too.\n"
                    "\"help\" lists the commands; \"match computer 3\" plays the computer.\n");
}

static void hear_welcome(IcsClient *client, const cJSON *message)
{
    const cJSON *each;
    const char *token = message_text(message, "token");
    client->you = message_read_person(message, "you");
    client->is_welcome = true;
    greet(client);
    if (*token)
        ics_say(client,
                "To come back as this guest, give this at \"login:\" instead of a name:\n%s\n",
                token);
    if (message_flag(message, "quiet"))
        ics_say(client, "On this server people say only what \"help say\" lists.\n");
    cJSON_ArrayForEach(each, cJSON_GetObjectItemCaseSensitive(message, "playing"))
    {
        GameId id = {""};
        if (!cJSON_IsString(each) || strlen(each->valuestring) != GAME_ID_LENGTH ||
            client->resumed == ICS_OWN_GAMES_MAX)
            continue;
        memcpy(id.text, each->valuestring, GAME_ID_LENGTH);
        ics_watch(client, &id);
        ics_game(client, &id)->is_resumed = true;
        client->resumed++;
    }
    cJSON_ArrayForEach(each, cJSON_GetObjectItemCaseSensitive(message, "seeks"))
        ics_seek_is_own(client, cJSON_IsString(each) ? each->valuestring : "", false);
    ics_seeks_settle(client);
}

/* ---- how games end ---- */

static const char *draw_words(const IcsGame *game, char out[160])
{
    char name[2][ICS_NAME_MAX + 1];
    const char *reason = game->reason;
    for (Color side = WHITE; side <= BLACK; side++)
        ics_name(&game->heard.seat[side], name[side]);
    if (game->heard.status == STATUS_STALEMATE)
        return "Game drawn by stalemate";
    if (strcmp(reason, "agreement") == 0)
        return "Game drawn by mutual agreement";
    if (strcmp(reason, "threefold") == 0 || strcmp(reason, "fivefold") == 0)
        return "Game drawn by repetition";
    if (strcmp(reason, "fifty") == 0)
        return "Game drawn by the 50 move rule";
    if (strcmp(reason, "seventyfive") == 0)
        return "Game drawn by the 75 move rule";
    for (Color side = WHITE; side <= BLACK; side++)
        if (game->heard.control.timed && game->heard.left[side] == 0) {
            snprintf(out, 160, "%s ran out of time and %s has no material to mate", name[side],
                     name[color_other(side)]);
            return out;
        }
    return "Neither player has mating material";
}

static const char *end_words(const IcsGame *game, char out[160])
{
    char loser[ICS_NAME_MAX + 1];
    const HeardGame *heard = &game->heard;
    if (heard->status == STATUS_ABORTED || heard->status == STATUS_NOSTART) {
        snprintf(out, 160, "Game aborted on move %d", heard->now.fullmove);
        return out;
    }
    if (heard->winner == WINNER_NONE)
        return draw_words(game, out);
    ics_name(&heard->seat[heard->winner == WINNER_WHITE ? BLACK : WHITE], loser);
    snprintf(out, 160, "%s %s", loser,
             heard->status == STATUS_MATE        ? "checkmated"
             : heard->status == STATUS_RESIGN    ? "resigns"
             : heard->status == STATUS_OUTOFTIME ? "forfeits on time"
                                                 : "forfeits by disconnection");
    return out;
}

static const char *result_of(const HeardGame *heard)
{
    if (heard->status == STATUS_ABORTED || heard->status == STATUS_NOSTART)
        return "*";
    return heard->winner == WINNER_WHITE   ? "1-0"
           : heard->winner == WINNER_BLACK ? "0-1"
                                           : "1/2-1/2";
}

static void tell_end(IcsClient *client, const IcsGame *game)
{
    char words[160], white[ICS_NAME_MAX + 1], black[ICS_NAME_MAX + 1];
    ics_say(client, "{Game %d (%s vs. %s) %s} %s\n", game->number,
            ics_name(&game->heard.seat[WHITE], white), ics_name(&game->heard.seat[BLACK], black),
            end_words(game, words), result_of(&game->heard));
}

/* ---- games begin ---- */

static void leave(IcsClient *client, IcsGame *game)
{
    ics_request(client, REQ_UNWATCH, &game->heard.id);
    ics_send(client);
    ics_offers_of_game(client, &game->heard.id);
    ics_game_drop(client, game);
}

static bool is_last(const IcsClient *client, const IcsGame *game)
{
    return strcmp(game->heard.id.text, client->last.text) == 0;
}

/* Of their own games that are over, the newest stays: they can still talk and play again. */
static void drop_old(IcsClient *client)
{
    for (IcsGame *game = client->games, *next; game; game = next) {
        next = game->next;
        if (game->is_own && game->heard.is_known && heard_game_is_over(&game->heard) &&
            !is_last(client, game))
            leave(client, game);
    }
}

static void hear_start(IcsClient *client, const cJSON *message)
{
    drop_old(client);
    GameId id = message_game_id(message, "game");
    IcsGame *game = ics_game(client, &id);
    if (!game)
        game = ics_game_add(client, &id);
    game->is_asked = true; /* its snapshot follows */
    game->is_own = true;
    game->is_new = true;
    ics_seek_is_gone(client, message_text(message, "seek"));
}

static bool has_clock(const IcsGame *game)
{
    return game->heard.control.timed && !game->heard.control.days;
}

static void name_game(IcsClient *client, const IcsGame *game)
{
    char name[ICS_NAME_MAX + 1];
    ics_say(client, "You play game %d with %s; \"resume %d\" goes on with it.\n", game->number,
            ics_opponent(game, name), game->number);
}

/* The clocks of other games have gone on. They are not gone on with at once: what is typed now may be meant for the one that has
 * just ended. */
static void name_others(IcsClient *client)
{
    for (const IcsGame *game = client->games; game; game = game->next)
        if (game->is_own && game->heard.is_known && !heard_game_is_over(&game->heard) &&
            has_clock(game))
            name_game(client, game);
}

/* What they type is for one game, so another that they play already is not interrupted. */
static void begin(IcsClient *client, IcsGame *game)
{
    game->is_new = false;
    if (ics_current(client)) {
        name_game(client, game);
    } else {
        client->current = game->heard.id;
        ics_tell_game(client, game);
    }
    if (has_clock(game))
        ics_seeks_withdraw(client);
}

/* A game with a clock is gone on with at once; others are only named. */
static void resume(IcsClient *client, IcsGame *game)
{
    game->is_resumed = true;
    game->is_wanted = false;
    if (has_clock(game) && !ics_current(client)) {
        client->current = game->heard.id;
        ics_tell_game(client, game);
    } else {
        name_game(client, game);
    }
}

/* A snapshot of a game that is over: it is shown once, or they are told that their own has ended meanwhile. */
static void show_finished(IcsClient *client, IcsGame *game)
{
    if (game->is_wanted || is_followed(client, game))
        ics_show_board(client, game, client->variables.setting[ICS_SET_STYLE]);
    tell_end(client, game);
    if (game->is_shown && !game->is_own)
        ics_say(client, "\nRemoving game %d from observation list.\n", game->number);
    game->is_wanted = game->is_new = false;
    if (is_current(client, game)) {
        client->current = (GameId){""};
        client->last = game->heard.id;
        name_others(client);
    }
    if (!is_last(client, game))
        leave(client, game);
}

/* Whoever is to move has to seal their move (FIDE's Guidelines on adjourned games, I.1). */
static void tell_adjourned(IcsClient *client, const IcsGame *game, const cJSON *message)
{
    char name[ICS_NAME_MAX + 1], date[ICS_DATE_MAX];
    Color turn = heard_game_turn(&game->heard);
    int64_t until = message_integer(message, "until");
    ics_say(client, "An arbiter adjourns game %d%s%s.\n", game->number, until ? " until " : "",
            until ? ics_date(until, date) : "");
    if (game->is_own && game->seat == turn)
        ics_say(client, "Your next move is sealed");
    else
        ics_say(client, "The next move of %s is sealed", ics_name(&game->heard.seat[turn], name));
    ics_say(client, ": nobody sees it before the game goes on.\n");
}

static void hear_game(IcsClient *client, const cJSON *message)
{
    const char *halted = message_text(message, "halted");
    IcsGame *game = find(client, message);
    if (!game)
        return;
    heard_game_read(&game->heard, message, client->now, client->wall);
    game->is_own = heard_game_seat(&game->heard, client->you.id, &game->seat);
    game->turn_at = message_integer(message, "at");
    game->is_adjourned = strcmp(halted, "sealing") == 0 || strcmp(halted, "adjourned") == 0;
    snprintf(game->reason, sizeof game->reason, "%s", message_text(message, "reason"));
    ics_offers_sync(client, game);
    if (game->is_resumed && client->resumed > 0)
        client->resumed--;
    if (heard_game_is_over(&game->heard)) {
        show_finished(client, game);
        return;
    }
    if (game->is_shown)
        ics_show_board(client, game, client->variables.setting[ICS_SET_STYLE]);
    else if (game->is_own && game->is_new)
        begin(client, game);
    else if (game->is_own && (game->is_resumed || game->is_wanted))
        resume(client, game);
    else if (!game->is_own && game->is_wanted)
        ics_tell_game(client, game);
    if (strcmp(halted, "sealing") == 0)
        tell_adjourned(client, game, message);
}

/* ---- games go on ---- */

static void tell_move(IcsClient *client, IcsGame *game, const cJSON *message)
{
    char name[ICS_NAME_MAX + 1];
    bool is_mine = game->is_own && heard_game_turn(&game->heard) != game->seat;
    if (is_followed(client, game)) {
        if (client->variables.setting[ICS_SET_BELL] && game->is_own && !is_mine)
            ics_say(client, "\a");
        ics_show_board(client, game, client->variables.setting[ICS_SET_STYLE]);
    } else if (game->is_own && !is_mine) {
        ics_say(client, "Game %d: %s has played %s.\n", game->number, ics_opponent(game, name),
                message_text(message, "san"));
    }
}

static void hear_move(IcsClient *client, IcsGame *game, const cJSON *message)
{
    int64_t at = message_integer(message, "at");
    heard_game_hear(&game->heard, message, client->now);
    game->elapsed = game->heard.plies > 2 && at > game->turn_at ? at - game->turn_at : 0;
    game->turn_at = at;
    ics_offers_sync(client, game);
    tell_move(client, game, message);
}

static const char *by_name(const IcsGame *game, const cJSON *message, char out[ICS_NAME_MAX + 1])
{
    bool is_white = strcmp(message_text(message, "by"), "white") == 0;
    return ics_name(&game->heard.seat[is_white ? WHITE : BLACK], out);
}

/* To people who observe; players hear of offers from the list of offers. */
static void tell_offer(IcsClient *client, const IcsGame *game, const cJSON *message,
                       const char *kind)
{
    char name[ICS_NAME_MAX + 1];
    if (game->is_own || !is_followed(client, game))
        return;
    by_name(game, message, name);
    if (strcmp(kind, "draw") == 0)
        ics_say(client, "Game %d: %s offers a draw.\n", game->number, name);
    else
        ics_say(client, "Game %d: %s would like to take back a move.\n", game->number, name);
}

static void hear_offer(IcsClient *client, IcsGame *game, const cJSON *message, const char *kind)
{
    bool is_done = message_has(message, "ply");
    char name[ICS_NAME_MAX + 1];
    heard_game_hear(&game->heard, message, client->now);
    ics_offers_sync(client, game);
    if (!is_done) {
        tell_offer(client, game, message, kind);
        return;
    }
    game->turn_at = message_integer(message, "at");
    game->elapsed = 0;
    if (!is_followed(client, game))
        return;
    ics_say(client, "%s accepts the takeback request.\n\n", by_name(game, message, name));
    ics_show_board(client, game, client->variables.setting[ICS_SET_STYLE]);
}

static void hear_rematch(IcsClient *client, IcsGame *game, const cJSON *message)
{
    bool is_white = strcmp(message_text(message, "by"), "white") == 0;
    if (message_has(message, "next"))
        game->rematch[WHITE] = game->rematch[BLACK] = 0;
    else
        game->rematch[is_white ? WHITE : BLACK] = (uint32_t)message_integer(message, "seq");
    ics_offers_sync(client, game);
}

static void hear_refusal(IcsClient *client, IcsGame *game, const cJSON *message)
{
    uint32_t offer = (uint32_t)message_integer(message, "offer");
    const char *what = NULL;
    char name[ICS_NAME_MAX + 1];
    Color by = strcmp(message_text(message, "by"), "white") == 0 ? WHITE : BLACK, from = WHITE;
    for (Color side = WHITE; side <= BLACK; side++) {
        const char *found = game->heard.draw[side] == offer       ? "draw"
                            : game->heard.takeback[side] == offer ? "takeback"
                            : game->rematch[side] == offer        ? "rematch"
                                                                  : NULL;
        if (found) {
            what = found;
            from = side;
        }
        if (game->rematch[side] == offer)
            game->rematch[side] = 0;
    }
    heard_game_hear(&game->heard, message, client->now);
    ics_offers_sync(client, game);
    if (what && game->is_own && by != game->seat)
        ics_say(client, "%s %s the %s request.\n", by_name(game, message, name),
                by == from ? "withdraws" : "declines", what);
}

static void hear_moretime(IcsClient *client, IcsGame *game, const cJSON *message)
{
    char name[2][ICS_NAME_MAX + 1];
    bool by_white = strcmp(message_text(message, "by"), "white") == 0;
    heard_game_hear(&game->heard, message, client->now);
    if (!is_followed(client, game))
        return;
    int seconds = (int)(message_integer(message, "given") / 1000);
    const char *whose = ics_name(&game->heard.seat[by_white ? BLACK : WHITE], name[1]);
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(message, "berserk")))
        ics_say(client, "%s goes berserk: half of the time, for one more point.\n\n", whose);
    else if (seconds < 0)
        ics_say(client, "An arbiter took %d seconds from %s's clock.\n\n", -seconds, whose);
    else if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(message, "arbiter")))
        ics_say(client, "An arbiter added %d seconds to %s's clock.\n\n", seconds, whose);
    else
        ics_say(client, "%s added %d seconds to %s's clock.\n\n", by_name(game, message, name[0]),
                seconds, whose);
    ics_show_board(client, game, client->variables.setting[ICS_SET_STYLE]);
}

static void hear_pause(IcsClient *client, IcsGame *game, const cJSON *message)
{
    bool pauses = strcmp(message_text(message, "t"), "pause") == 0;
    char name[ICS_NAME_MAX + 1];
    heard_game_hear(&game->heard, message, client->now);
    game->is_adjourned &= pauses;
    if (game->is_own && !is_followed(client, game) && !pauses)
        name_game(client, game);
    if (!is_followed(client, game))
        return;
    if (strcmp(message_text(message, "why"), "adjourned") == 0)
        ics_say(client, "Game %d: %s has sealed a move.\n", game->number,
                ics_name(&game->heard.seat[heard_game_turn(&game->heard)], name));
    ics_say(client, "Game %d: Game clock %s.\n\n", game->number, pauses ? "paused" : "resumed");
    ics_show_board(client, game, client->variables.setting[ICS_SET_STYLE]);
}

static void hear_adjournment(IcsClient *client, IcsGame *game, const cJSON *message)
{
    game->is_adjourned = true;
    if (game->is_own || is_followed(client, game))
        tell_adjourned(client, game, message);
}

/* ---- the end ---- */

static void hear_end(IcsClient *client, IcsGame *game, const cJSON *message)
{
    bool followed = is_followed(client, game);
    heard_game_hear(&game->heard, message, client->now);
    snprintf(game->reason, sizeof game->reason, "%s", message_text(message, "reason"));
    ics_offers_sync(client, game);
    if (followed || game->is_own)
        tell_end(client, game);
    if (game->is_own) {
        client->last = game->heard.id;
        if (is_current(client, game)) {
            client->current = (GameId){""};
            name_others(client);
        }
        return;
    }
    if (followed)
        ics_say(client, "\nRemoving game %d from observation list.\n", game->number);
    leave(client, game);
}

/* "blitz rating adjustment: 1500 --> 1512" */
static void hear_rated(IcsClient *client, IcsGame *game, const cJSON *message)
{
    const cJSON *own =
        cJSON_GetObjectItemCaseSensitive(message, game->seat == WHITE ? "white" : "black");
    const char *category = message_text(message, "category");
    if (!game->is_own || !cJSON_IsObject(own) || !*category)
        return;
    ics_say(client, "%c%s rating adjustment: %d --> %d\n",
            *category >= 'a' && *category <= 'z' ? *category - 'a' + 'A' : *category, category + 1,
            (int)message_integer(own, "before"), (int)message_integer(own, "after"));
}

static void hear_crowd(IcsClient *client, IcsGame *game, const cJSON *message)
{
    char name[ICS_NAME_MAX + 1];
    heard_game_hear(&game->heard, message, client->now);
    if (!game->is_own || !is_followed(client, game) || heard_game_is_over(&game->heard))
        return;
    bool gone = !game->heard.present[color_other(game->seat)];
    int64_t claim_in = message_integer_or(message, "claimIn", -1);
    ics_opponent(game, name);
    if (gone && claim_in >= 0 && (!game->gone || claim_in == 0))
        ics_say(client, "%s is not here; in %d seconds you may claim the game by \"flag\".\n", name,
                (int)((claim_in + 999) / 1000));
    else if (gone && !game->gone)
        ics_say(client, "%s is not here.\n", name);
    else if (!gone && game->gone)
        ics_say(client, "%s is back.\n", name);
    game->gone = gone;
}

/* ---- talk ---- */

static void hear_chat(IcsClient *client, IcsGame *game, const cJSON *message)
{
    Person from = message_read_person(message, "from");
    char name[ICS_NAME_MAX + 1], rating[ICS_RATING_MAX];
    const char *words = message_text(message, "text"), *guest = from.guest ? "(U)" : "";
    bool is_players = strcmp(message_text(message, "room"), "players") == 0;
    if (strcmp(from.id, client->you.id) == 0)
        return;
    ics_name(&from, name);
    if (is_players)
        ics_say(client, "%s%s[%d] says: %s\n", name, guest, game->number, words);
    else if (client->variables.setting[ICS_SET_KIBITZ])
        ics_say(client, "%s%s(%s)[%d] kibitzes: %s\n", name, guest, ics_rating(&from, rating),
                game->number, words);
}

static void hear_mute(IcsClient *client, const cJSON *message)
{
    const char *id = message_text(message, "person");
    if (message_flag(message, "on"))
        return;
    for (size_t i = 0; i < client->censored_count; i++)
        if (strcmp(client->censored[i].id, id) == 0)
            client->censored[i--] = client->censored[--client->censored_count];
}

/* ---- all ---- */

static void hear_of_game(IcsClient *client, const cJSON *message, const char *kind)
{
    static const struct {
        const char *kind;
        void (*hear)(IcsClient *client, IcsGame *game, const cJSON *message);
    } KINDS[] = {
        {"move", hear_move},    {"rematch", hear_rematch},     {"refuse", hear_refusal},
        {"end", hear_end},      {"moretime", hear_moretime},   {"pause", hear_pause},
        {"resume", hear_pause}, {"rated", hear_rated},         {"crowd", hear_crowd},
        {"chat", hear_chat},    {"adjourn", hear_adjournment},
    };
    IcsGame *game = find(client, message);
    if (!game || !game->heard.is_known)
        return;
    if (strcmp(kind, "draw") == 0 || strcmp(kind, "takeback") == 0)
        hear_offer(client, game, message, kind);
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (strcmp(KINDS[i].kind, kind) == 0) {
            KINDS[i].hear(client, game, message);
            return;
        }
}

void ics_hear(IcsClient *client, const cJSON *message)
{
    static const struct {
        const char *kind;
        void (*hear)(IcsClient *client, const cJSON *message);
    } KINDS[] = {
        {"welcome", hear_welcome},
        {"start", hear_start},
        {"game", hear_game},
        {"lobby", ics_hear_lobby},
        {"challenge", ics_hear_challenge},
        {"mute", hear_mute},
    };
    const char *kind = message_text(message, "t");
    if (!client->is_welcome && strcmp(kind, "welcome") != 0)
        return;
    if (strcmp(kind, "notice") == 0)
        ics_say(client, "**ANNOUNCEMENT** %s\n", message_text(message, "text"));
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (strcmp(KINDS[i].kind, kind) == 0) {
            KINDS[i].hear(client, message);
            return;
        }
    hear_of_game(client, message, kind);
}

#include "tell_streams.h"

#include "tournaments.h"

#include <string.h>

static FormPerson about(const Lichess *lichess, const Person *person)
{
    const Core *core = lichess->options.core;
    return (FormPerson){.bot = core_is_bot(core, person->id),
                        .online = core_is_here(core, person->id)};
}

FormGame tell_form_game(const PlayerGame *game)
{
    const Lichess *lichess = game->player->lichess;
    const Person *seat = game->heard.seat;
    const Tourney *tourney =
        tournaments_played_in(core_tournaments(lichess->options.core), &game->heard.id);
    bool is_swiss = tourney && tourney->settings.format == FORMAT_SWISS;
    return (FormGame){
        .game = &game->heard,
        .seat = game->seat,
        .person = {about(lichess, &seat[WHITE]), about(lichess, &seat[BLACK])},
        .now = lichess_now(lichess),
        .arena = tourney && !is_swiss ? tourney->id.text : NULL,
        .swiss = is_swiss ? tourney->id.text : NULL,
    };
}

FormChallenge tell_form_challenge(const Lichess *lichess, const char *base,
                                  const Challenge *challenge)
{
    const OpenSeats *seats = &challenge->seats;
    return (FormChallenge){
        .challenge = challenge,
        .base = base,
        .status = "created",
        .from = about(lichess, &challenge->from),
        .to = about(lichess, &challenge->to),
        .joined = about(lichess, &seats->player[seats->joined[0] ? 0 : 1]),
    };
}

/* ---- the event stream ---- */

static void tell_game_event(PlayerGame *game, const char *type)
{
    Player *player = game->player;
    FormGame form = tell_form_game(game);
    if (!player->events || !player->events_begun)
        return;
    form_game_event(&player->lichess->text, type, &form);
    stream_tell(player->events, &player->lichess->text);
}

static void tell_start(PlayerGame *game)
{
    if (game->is_told || !game->is_own || heard_game_is_over(&game->heard))
        return;
    game->is_told = game->player->events && game->player->events_begun;
    tell_game_event(game, "gameStart");
}

static void tell_challenge_form(Player *player, const char *type, const FormChallenge *form)
{
    if (!player->events || !player->events_begun || form->challenge->link)
        return;
    form_challenge_event(&player->lichess->text, type, form);
    stream_tell(player->events, &player->lichess->text);
}

void tell_challenge(Player *player, const char *type, const Challenge *challenge,
                    const char *status, const char *reason)
{
    FormChallenge form = tell_form_challenge(player->lichess, player->base, challenge);
    form.status = status;
    form.reason = reason;
    tell_challenge_form(player, type, &form);
}

void tell_rematch_offer(const PlayerChallenge *challenge)
{
    Player *player = challenge->player;
    FormChallenge form = tell_form_challenge(player->lichess, player->base, &challenge->challenge);
    form.rematch_of = &challenge->rematch_of;
    tell_challenge_form(player, "challenge", &form);
}

static void tell_open(PlayerChallenge *challenge)
{
    Player *player = challenge->player;
    if (challenge->is_told)
        return;
    challenge->is_told = true;
    if (challenge->rematch_of.text[0])
        tell_rematch_offer(challenge);
    else if (person_is(&challenge->challenge.to, &player->person))
        tell_challenge(player, "challenge", &challenge->challenge, "created", NULL);
}

/* Also when its reader is gone. */
static bool has_enough(const Player *player)
{
    return !player->events || stream_is_full(player->events);
}

void tell_more_events(Player *player)
{
    PlayerGame *game = player->games;
    PlayerChallenge *challenge = player->challenges;
    for (; game && !has_enough(player); game = game->next)
        if (game->heard.is_known)
            tell_start(game);
    for (; challenge && !has_enough(player); challenge = challenge->next)
        tell_open(challenge);
    player->events_more = game || challenge;
}

/* In pieces: 200 games are more than may wait for a reader. */
void tell_begin_events(Player *player)
{
    player->events_begun = true;
    for (PlayerGame *game = player->games; game; game = game->next)
        game->is_told = false;
    for (PlayerChallenge *each = player->challenges; each; each = each->next)
        each->is_told = false;
    tell_more_events(player);
}

void tell_challenge_done(PlayerChallenge *challenge, const char *fate)
{
    Text *text = &challenge->player->lichess->text;
    if (!challenge->stream)
        return;
    text_open(text, NULL, '{');
    text_string(text, "done", fate);
    text_close(text, '}');
    stream_tell(challenge->stream, text);
    stream_end(challenge->stream);
}

/* ---- a game's stream ---- */

static void tell_line(PlayerGame *game)
{
    Text *text = &game->player->lichess->text;
    if (game->stream)
        stream_tell(game->stream, text);
    text_reset(text);
}

/* Whether the opponent has left the game so that it may be claimed. */
static void tell_gone(PlayerGame *game)
{
    const HeardGame *heard = &game->heard;
    bool gone = !heard->present[color_other(game->seat)] && heard->claim_at >= 0;
    if (!game->stream || !game->is_own || (!gone && !game->gone_told))
        return;
    int64_t left = heard->claim_at - lichess_now(game->player->lichess);
    game->gone_told = gone;
    form_opponent_gone(&game->player->lichess->text, gone, left > 0 ? left : 0);
    tell_line(game);
}

static void tell_position(PlayerGame *game)
{
    game->plies_told = game->heard.plies;
    form_watched_position(&game->player->lichess->text, &game->heard,
                          lichess_now(game->player->lichess));
    tell_line(game);
}

static void tell_summary(PlayerGame *game)
{
    FormGame form = tell_form_game(game);
    form_watched_game(&game->player->lichess->text, &form);
    tell_line(game);
}

static void tell_state(PlayerGame *game)
{
    form_game_state(&game->player->lichess->text, NULL, &game->heard,
                    lichess_now(game->player->lichess));
    tell_line(game);
}

bool tell_is_watched(const PlayerGame *game)
{
    return !game->player->key[0];
}

static bool tell_past_line(void *context, Text *line)
{
    PlayerGame *game = context;
    stream_tell(game->stream, line);
    return game->stream && !stream_is_full(game->stream);
}

static void tell_newest(PlayerGame *game)
{
    tell_position(game);
    if (heard_game_is_over(&game->heard)) {
        tell_summary(game);
        stream_end(game->stream);
    }
}

/* In pieces: 600 moves are more than may wait for a reader. What comes meanwhile is told behind them. */
static void tell_past(PlayerGame *game)
{
    game->past_told = form_watched_past(&game->player->lichess->text, &game->heard, game->past_told,
                                        tell_past_line, game);
    game->past_more = game->stream && game->past_told < game->heard.plies;
    if (!game->past_more)
        tell_newest(game);
}

void tell_more_past(Player *player)
{
    for (PlayerGame *game = player->games; game; game = game->next) {
        if (!game->stream || !game->past_more)
            continue;
        tell_past(game);
        player_wake(player); /* a game that is over has been told */
    }
}

static void tell_begin_watching(PlayerGame *game)
{
    game->past_told = 0;
    tell_summary(game);
    tell_past(game);
}

void tell_begin_game(PlayerGame *game)
{
    FormGame form = tell_form_game(game);
    if (tell_is_watched(game)) {
        tell_begin_watching(game);
        return;
    }
    form_game_full(&game->player->lichess->text, &form);
    tell_line(game);
    game->gone_told = false;
    tell_gone(game);
    if (heard_game_is_over(&game->heard))
        stream_end(game->stream);
}

void tell_game_known(PlayerGame *game)
{
    if (game->player->tv)
        game->player->tv_hooks->known(game);
    tell_start(game);
}

/* A guest who watches sees positions. */
static void tell_watched(PlayerGame *game, unsigned news)
{
    if (game->past_more)
        return;
    if (news & 1u << HEARD_STATE && game->plies_told != game->heard.plies)
        tell_position(game);
    if (news & 1u << HEARD_END) {
        tell_summary(game);
        stream_end(game->stream);
    }
}

void tell_game_news(PlayerGame *game, unsigned news)
{
    if (game->player->tv) {
        game->player->tv_hooks->hear(game, news);
        return;
    }
    if (tell_is_watched(game)) {
        tell_watched(game, news);
        return;
    }
    if (news & (1u << HEARD_STATE | 1u << HEARD_END))
        tell_state(game);
    if (news & 1u << HEARD_CROWD)
        tell_gone(game);
    if (news & 1u << HEARD_END) {
        stream_end(game->stream);
        if (game->is_own)
            tell_game_event(game, "gameFinish");
    }
}

void tell_chat(PlayerGame *game, const FormChat *chat)
{
    if (tell_is_watched(game))
        return;
    form_chat_line(&game->player->lichess->text, chat);
    tell_line(game);
}

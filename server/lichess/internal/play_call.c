#include "play_call.h"

#include "base62.h"
#include "message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

Lichess *play_lichess(const Call *call)
{
    return call->server->lichess;
}

bool play_is_right_api(Call *call)
{
    static const char BOT[] = "/api/bot/";
    bool is_bot_api = strncmp(call->route->path, BOT, sizeof BOT - 1) == 0;
    if (is_bot_api == call->identity.account.bot)
        return true;
    answer_error(&call->asker, 400,
                 is_bot_api ? "This endpoint can only be used with a Bot account."
                            : "This endpoint cannot be used with a Bot account.");
    return false;
}

bool play_game_id(Call *call, int part, GameId *id)
{
    snprintf(id->text, sizeof id->text, "%.*s", (int)GAME_ID_LENGTH, call->parts[part]);
    if (base62_is(id->text, GAME_ID_LENGTH))
        return true;
    answer_error(&call->asker, 404, "No such game");
    return false;
}

/* ---- answers ---- */

/* What was refused for a moment only is worth another try: the clients repeat what failed with 5xx. */
static int status_of(const Call *call, const AskedAnswer *answer)
{
    static const struct {
        const char *code;
        int status;
    } STATUSES[] = {
        {"signed_out", 401},   {"missing_scope", 403},  {"no_such_game", 404},
        {"not_a_player", 404}, {"no_such_player", 404}, {"too_fast", 429},
    };
    if (strcmp(answer->code, "not_now") == 0 && core_health(call->server->core) != CORE_READY)
        return 503;
    for (size_t i = 0; i < sizeof STATUSES / sizeof *STATUSES; i++)
        if (strcmp(STATUSES[i].code, answer->code) == 0)
            return STATUSES[i].status;
    return 400;
}

void play_refuse(Call *call, const AskedAnswer *answer)
{
    int status = status_of(call, answer);
    if (status == 429)
        answer_flood(&call->asker, core_limit_wait(call->server->core, LIMIT_CHALLENGE) / 1000 + 1);
    else if (status == 503)
        answer_busy_for(&call->asker, 1, answer->why);
    else
        answer_error(&call->asker, status, answer->why);
}

void play_done(Player *player, Call *call, const AskedAnswer *answer)
{
    (void)player;
    if (answer->message)
        answer_ok(&call->asker);
    else
        play_refuse(call, answer);
}

bool play_has_game(Call *call, const PlayerGame *game)
{
    if (game && game->is_own)
        return true;
    answer_error(&call->asker, 404, game ? "Not your game" : "No such game");
    return false;
}

bool play_is_yes(const char *word)
{
    return strcasecmp(word, "yes") == 0 || strcasecmp(word, "true") == 0 || strcmp(word, "1") == 0;
}

/* ---- terms ---- */

/* A number, perhaps with a fraction, as clients print it; in thousandths. */
static bool read_thousandths(const char *text, int64_t *thousandths)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value) || value < 0 || value > 1e6)
        return false;
    *thousandths = llround(value * 1000);
    return true;
}

static bool refuse_clock(Call *call)
{
    answer_error(&call->asker, 400, "The time control cannot be played.");
    return false;
}

bool play_read_control(Call *call, const PlayClock *names, TimeControl *control)
{
    const char *limit = params_find(&call->params, names->limit);
    const char *increment = params_find(&call->params, names->increment);
    const char *days = params_find(&call->params, "days");
    int64_t initial = 0, bonus = 0, each = 0;
    *control = (TimeControl){.timed = limit || increment || days};
    if (days) {
        if (!params_integer(&call->params, "days", 1, CLOCK_DAYS_MAX, &each))
            return refuse_clock(call);
        control->days = (int32_t)each;
    } else if (control->timed) {
        if ((limit && !read_thousandths(limit, &initial)) ||
            (increment && !read_thousandths(increment, &bonus)))
            return refuse_clock(call);
        initial *= names->in_minutes ? 60 : 1;
        if (initial > CLOCK_INITIAL_MAX || bonus > CLOCK_INCREMENT_MAX)
            return refuse_clock(call);
        control->initial = (int32_t)initial;
        control->increment = (int32_t)bonus;
    }
    return time_control_is_valid(control) || refuse_clock(call);
}

bool play_read_rules(Call *call, unsigned *rules)
{
    const char *at = params_find(&call->params, "rules");
    char word[16];
    *rules = 0;
    while (at && *at) {
        size_t length = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), at);
        unsigned rule = game_rule_read(word);
        if (!rule) {
            answer_error(&call->asker, 400,
                         "rules: must be noAbort, noRematch, noGiveTime, noClaimWin or "
                         "noEarlyDraw, with commas between");
            return false;
        }
        *rules |= rule;
        at += length + (at[length] == ',');
    }
    return true;
}

void play_print_terms(const Call *call, const TimeControl *control, Text *text)
{
    const char *variant = params_find(&call->params, "variant");
    const char *fen = params_find(&call->params, "fen");
    bool has_fen = fen && *fen;
    ask_control(text, control);
    if (has_fen)
        text_string(text, "fen", fen);
    if (variant && *variant && !(has_fen && strcmp(variant, "standard") == 0))
        text_string(text, "variant", variant);
}

void play_print_color(const Call *call, Text *text)
{
    const char *color = params_find(&call->params, "color");
    if (color && *color)
        text_string(text, "color", color);
}

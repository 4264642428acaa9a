#include "game_commands.h"

#include <stdlib.h>
#include <string.h>

/* Seconds that are added or taken at a time: as many as a game's clock can have. */
enum { SECONDS_MAX = CLOCK_MOST / 1000 };

static const char *reason(RoomError error)
{
    switch (error) {
    case ROOM_OVER: return "That game is over.";
    case ROOM_FORBIDDEN: return "That game has no clock.";
    case ROOM_FULL: return "That game is too long.";
    default: return NULL;
    }
}

/* True when it is done; else the command is refused, with 'not_now' where the game itself does not allow it now. */
static bool arbitrate(AdminCall *call, const ArbiterAct *act, const char *not_now)
{
    GameId game = {0};
    RoomError error;
    if (!call->target.core) {
        admin_refuse(call, "The server is not running: no game goes on.");
        return false;
    }
    if (strlen(call->words[0]) == GAME_ID_LENGTH)
        memcpy(game.text, call->words[0], GAME_ID_LENGTH);
    if (!core_arbitrate(call->target.core, &game, act, &error, &call->result.number)) {
        admin_refuse(call, "That game is not in memory.");
        return false;
    }
    if (error != ROOM_OK)
        admin_refuse(call, reason(error) ? reason(error) : not_now);
    return error == ROOM_OK;
}

void admin_add_time(AdminCall *call)
{
    char *end;
    bool is_black;
    long seconds = strtol(call->words[2], &end, 10);
    if (!admin_read_choice(call, 1, "black", "white", &is_black))
        return;
    if (*end || seconds == 0 || seconds > SECONDS_MAX || seconds < -SECONDS_MAX) {
        admin_refuse(call, "Give a number of seconds; with a minus sign to take time.");
        return;
    }
    ArbiterAct act = {
        .kind = ARBITER_TIME, .side = is_black ? BLACK : WHITE, .given = (int32_t)seconds * 1000};
    if (arbitrate(call, &act, "That would leave no time, or more than twenty days."))
        admin_say(call->out, "%s has %ld seconds %s.", is_black ? "Black" : "White", labs(seconds),
                  seconds < 0 ? "less" : "more");
}

void admin_pause_game(AdminCall *call)
{
    if (arbitrate(call, &(ArbiterAct){.kind = ARBITER_STOP}, "Its clocks stand already."))
        admin_say(call->out, "Both clocks stand until \"castled admin resume\".");
}

void admin_resume_game(AdminCall *call)
{
    if (arbitrate(call, &(ArbiterAct){.kind = ARBITER_RESUME}, "No arbiter has stopped that game."))
        admin_say(call->out, "The game goes on.");
}

void admin_adjourn_game(AdminCall *call)
{
    ArbiterAct act = {.kind = ARBITER_ADJOURN};
    if (!admin_read_until(call, 1, &act.until))
        return;
    if (act.until == INT64_MAX)
        act.until = 0;
    if (!arbitrate(
            call, &act,
            "It cannot be adjourned now: both sides must have moved, and the clocks must not "
            "stand."))
        return;
    if (act.until) {
        char until[ADMIN_TIME_MAX];
        admin_print_time(act.until, until);
        admin_say(call->out, "The player to move seals a move; the game goes on at %s.", until);
    } else {
        admin_say(call->out, "The player to move seals a move; the game goes on with \"castled "
                             "admin resume\".");
    }
}

void admin_annul_game(AdminCall *call)
{
    if (arbitrate(call, &(ArbiterAct){.kind = ARBITER_ANNUL}, ""))
        admin_say(call->out, "The game is over without a result.");
}

/* play_call.h - what the routes of this folder have in common: whose player asks, which game is meant, and the answers. */
#pragma once

#include "player.h"

Lichess *play_lichess(const Call *call);
/* Whether the API that is asked, for bots or for boards, is the right one for the account; if not the call is
 * answered. */
bool play_is_right_api(Call *call);
/* The game whose id is the path's part: its first eight letters. False, and answered, when it can be none. */
bool play_game_id(Call *call, int part, GameId *id);

/* Answers {"ok":true}, or why not: what most requests end with (AskedDone). */
void play_done(Player *player, Call *call, const AskedAnswer *answer);
void play_refuse(Call *call, const AskedAnswer *answer);
/* False, and answered, when there is no such game, or it is not the player's. */
bool play_has_game(Call *call, const PlayerGame *game);

/* "yes", "true" and "1"; anything else is no. */
bool play_is_yes(const char *word);

/* A clock as challenges and seeks ask for it: 'limit' and 'increment' are names of parameters, in seconds or, when
 * 'in_minutes', the limit in minutes; "days". False, and answered, when it can be none. */
typedef struct {
    const char *limit, *increment;
    bool in_minutes;
} PlayClock;
bool play_read_control(Call *call, const PlayClock *names, TimeControl *control);
/* The field "rules", words with commas between, as a sum of RULE_. False, and answered, when there is another word. */
bool play_read_rules(Call *call, unsigned *rules);
/* The members that challenges and seeks share: clock and variant; and whoever makes one may wish for a colour. */
void play_print_terms(const Call *call, const TimeControl *control, Text *text);
void play_print_color(const Call *call, Text *text);

/* mail_turns.h - whose turn it is in which correspondence game, of people with an address, and when they are reminded. */
#pragma once

#include "mail_letter.h"

void mail_turns_init(Mail *mail, const SipKey *sip);
void mail_turns_clear(Mail *mail);
/* One that was stored. */
void mail_turns_take(Mail *mail, const StoreMailTurn *stored);
/* It is that colour's turn. */
void mail_turn_begins(Mail *mail, const GameNews *news, Color color);
/* It still is, but its time has changed, or whether it runs. Whoever has been reminded of it is not reminded again, unless their time
 * stood meanwhile. */
void mail_turn_goes_on(Mail *mail, const GameNews *news, Color color);
/* The game is over, or nobody's turn any more. */
void mail_turn_ends(Mail *mail, const GameId *game);
/* All of somebody who is not reminded any more at all. */
void mail_turns_forget(Mail *mail, const char *player);
/* What somebody wants may have changed. */
void mail_turns_look(Mail *mail);
/* Whether it is still that turn. */
bool mail_turn_is(const Mail *mail, const GameId *game, int64_t since);
/* A reminder of it has been sent, or given up; without 'is_sent' it could not be queued, and is tried again an hour later. */
void mail_turn_is_over(Mail *mail, const GameId *game, int64_t since, bool is_sent);

/* When somebody is reminded of a turn that lasts from 'since' to 'ends'; INT64_MAX: never. Pure. */
int64_t mail_turn_due(int64_t since, int64_t ends, int32_t hours);

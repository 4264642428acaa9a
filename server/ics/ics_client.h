/* ics_client.h - somebody at an Internet Chess Server's prompt: what they type becomes requests of castled.v1, and what the
 * server says becomes lines of text.
 *
 * It knows neither sockets nor clocks: lines and messages go in, and come out by hooks and ics_client_output. Its hooks may
 * be called from within any function here, and call back only ics_client_answered. One command is carried out at a time:
 * while ics_client_is_busy, its answer has not come yet, and no line may be given. ics_client_free frees. */
#pragma once

#include "ics_hooks.h"
#include "ics_numbers.h"
#include "text.h"

/* Numbers of games and seeks are borrowed; 'shouts': the operator allows shouting. */
IcsClient *ics_client_new(const IcsHooks *hooks, IcsNumbers *games, IcsNumbers *seeks, bool shouts);
void ics_client_free(IcsClient *client);

/* ms of a clock that does not jump, and of the wall clock: call it before any of the following. */
void ics_client_set_time(IcsClient *client, int64_t now, int64_t wall);
/* The interface variables that a client has asked for before it signed in, as 0 and 1 in the order of "help iset". */
void ics_client_preset(IcsClient *client, const char *switches);

/* A line of UTF-8 without its end. Not while it is busy. */
void ics_client_line(IcsClient *client, const char *line, size_t length);
bool ics_client_is_busy(const IcsClient *client);
/* A line was too long, or comes too fast: it is refused with these words. */
void ics_client_refuse(IcsClient *client, const char *words);
/* A message of castled.v1. */
void ics_client_received(IcsClient *client, const char *text, size_t length);
void ics_client_answered(IcsClient *client, const IcsAnswer *answer);

/* Somebody has told this one something, or shouts. False when they do not want to hear it. */
bool ics_client_told(IcsClient *client, const Person *from, const char *words);
bool ics_client_shouted(IcsClient *client, const Person *from, const char *words);
bool ics_client_hears_shouts(const IcsClient *client);

/* Whether the terminal program is one that answers telnet commands, by what it calls itself (set interface). */
bool ics_client_speaks_telnet(const IcsClient *client);
/* The round trip to whoever plays, for style 12. */
void ics_client_set_lag(IcsClient *client, int32_t ms);

/* What is to be shown; emptied by whoever has sent it. Lines end with CR LF. */
Text *ics_client_output(IcsClient *client);

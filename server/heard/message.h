/* message.h - the messages of castled.v1, from a client's side: what it is told is read, what it asks is printed.
 *
 * What is read was printed by this server (print.h), so a member that is absent or of another type is a fault of ours; it
 * reads as 0, false or "". */
#pragma once

#include "request.h"
#include "text.h"

struct cJSON;

int64_t message_integer(const struct cJSON *message, const char *name);
/* 'otherwise' when it is absent or no number. */
int64_t message_integer_or(const struct cJSON *message, const char *name, int64_t otherwise);
bool message_flag(const struct cJSON *message, const char *name);
/* Lent as long as the message lives. */
const char *message_text(const struct cJSON *message, const char *name);
bool message_has(const struct cJSON *message, const char *name);
GameId message_game_id(const struct cJSON *message, const char *name);
Person message_read_person(const struct cJSON *message, const char *name);
/* Of a game: odds are given to a colour. */
TimeControl message_read_control(const struct cJSON *message, const char *name);

/* {"t":kind,"id":id, and the game unless it is NULL: left open for more members. */
void ask_begin(Text *text, RequestKind kind, int64_t id, const GameId *game);
void ask_end(Text *text);
/* The member "clock". */
void ask_control(Text *text, const TimeControl *control);

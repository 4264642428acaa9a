/* chat_log.h - the newest lines of a game's spectators, for those who ask for them. In memory only, as long as the game is.
 *
 * NULL is an empty one. chat_log_free frees. */
#pragma once

#include "print.h"

enum { CHAT_LOG_MAX = 30 };

typedef struct ChatLog ChatLog;

/* Keeps what was said; *log is made if it was NULL. */
void chat_log_add(ChatLog **log, const Chat *chat);
/* Appends an array of {"text","user"}, oldest first. */
void chat_log_print(const ChatLog *log, Text *text);
void chat_log_free(ChatLog *log);

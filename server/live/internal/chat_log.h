/* chat_log.h - the newest lines of a game's spectators, for those who ask for them, or of its players, for those who report
 * one. In memory only, as long as the game is.
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
/* The newest lines of both, as many as fit, as a JSON array of {"text","user","room"}, the players' first; "" when nothing
 * was said. 'size' is at least 2048. */
void chat_log_copy(const ChatLog *players, const ChatLog *spectators, char *to, size_t size);
void chat_log_free(ChatLog *log);

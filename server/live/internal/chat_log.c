#include "chat_log.h"

#include "memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MORE = sizeof ",\"room\":\"spectator\"}," };

struct ChatLog {
    char *line[CHAT_LOG_MAX]; /* JSON objects, oldest first */
    size_t count;
};

void chat_log_add(ChatLog **log, const Chat *chat)
{
    Text text;
    if (!*log)
        *log = memory_new(sizeof **log);
    ChatLog *kept = *log;
    if (kept->count == CHAT_LOG_MAX) {
        free(kept->line[0]);
        kept->count--;
        memmove(kept->line, kept->line + 1, kept->count * sizeof *kept->line);
    }
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "text", chat->preset ? chat_preset_text(chat->preset) : chat->words);
    text_string(&text, "user", chat->from->name);
    text_close(&text, '}');
    kept->line[kept->count++] = text.bytes; /* which has a NUL behind it */
}

void chat_log_print(const ChatLog *log, Text *text)
{
    text_append(text, "[", 1);
    for (size_t i = 0; log && i < log->count; i++) {
        if (i > 0)
            text_append(text, ",", 1);
        text_append(text, log->line[i], strlen(log->line[i]));
    }
    text_append(text, "]", 1);
}

/* How many of the newest lines fit, each with what is added to it. */
static size_t count_fitting(const ChatLog *log, size_t room)
{
    size_t fitting = 0, used = 0;
    while (log && fitting < log->count) {
        used += strlen(log->line[log->count - 1 - fitting]) + LINE_MORE;
        if (used > room)
            break;
        fitting++;
    }
    return fitting;
}

static size_t copy_lines(const ChatLog *log, const char *in, char *to, size_t size)
{
    size_t length = 0, fitting = count_fitting(log, size);
    for (size_t i = 0; i < fitting; i++) {
        const char *line = log->line[log->count - fitting + i];
        length += (size_t)snprintf(to + length, size - length, "%.*s,\"room\":\"%s\"},",
                                   (int)strlen(line) - 1, line, in);
    }
    return length;
}

void chat_log_copy(const ChatLog *players, const ChatLog *spectators, char *to, size_t size)
{
    size_t half = (size - 2) / 2,
           length = 1; /* each room has its half, with room for "[" and "]" */
    assert(size >= 2048);
    to[0] = '[';
    length += copy_lines(players, "player", to + length, half);
    length += copy_lines(spectators, "spectator", to + length, half);
    to[length - 1] = ']'; /* in place of the last comma */
    to[length > 1 ? length : 0] = '\0';
}

void chat_log_free(ChatLog *log)
{
    for (size_t i = 0; log && i < log->count; i++)
        free(log->line[i]);
    free(log);
}

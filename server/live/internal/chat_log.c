#include "chat_log.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

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

void chat_log_free(ChatLog *log)
{
    for (size_t i = 0; log && i < log->count; i++)
        free(log->line[i]);
    free(log);
}

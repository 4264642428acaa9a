#include "trace.h"

#include "log.h"
#include "memory.h"
#include "rfc3339.h"
#include "wall_clock.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LINE_SIZE = sizeof(TraceFrame) + 128 };

struct Trace {
    int file;
    bool is_failing; /* and the log has been told */
    TraceFrame frame;
    char line[LINE_SIZE];
};

/* ---- masking ---- */

/* The bytes of a frame, and how far it has been read. */
typedef struct {
    const char *text;
    size_t length, at;
    TraceFrame *out;
    size_t used;
    int depth;
} Masking;

static void put(Masking *masking, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length && masking->used < TRACE_FRAME_MAX; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        char *place = &masking->out->text[masking->used++];
        /* C1 controls, too, which are U+0080 to U+009F: a terminal may obey them. */
        bool is_c1 = masking->used > 1 && place[-1] == '\xc2' && byte >= 0x80 && byte < 0xa0;
        *place = byte < 0x20 || byte == 0x7f || is_c1 ? '?' : bytes[i];
    }
}

/* The end of the string that begins at 'at', or of the frame. */
static size_t end_of_string(const Masking *masking, size_t at)
{
    for (at++; at < masking->length && masking->text[at] != '"'; at++)
        if (masking->text[at] == '\\')
            at++;
    return at < masking->length ? at + 1 : masking->length;
}

static size_t skip_blanks(const Masking *masking, size_t at)
{
    while (at < masking->length && memchr(" \t\r\n", masking->text[at], 4))
        at++;
    return at;
}

/* A name with an escape in it could be any. */
static bool is_secret(const char *name, size_t length)
{
    static const char *const SECRETS[] = {"token",  "password", "secret",
                                          "cookie", "key",      "credential"};
    if (memchr(name, '\\', length))
        return true;
    for (size_t i = 0; i < sizeof SECRETS / sizeof *SECRETS; i++)
        if (strlen(SECRETS[i]) == length && strncasecmp(name, SECRETS[i], length) == 0)
            return true;
    return false;
}

static void note_game(TraceFrame *out, const char *value, size_t length)
{
    if (length != TRACE_GAME_LENGTH || out->game[0] != '-')
        return;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)value[i]))
            return;
    memcpy(out->game, value, length);
    out->game[length] = '\0';
}

/* The value of a secret member, at whose first byte we are: a string, a number or a word. An object or array is gone
 * into, where members are looked at by their own names. */
static void mask_value(Masking *masking)
{
    size_t from = masking->at;
    if (from == masking->length || memchr("{}[],", masking->text[from], 5))
        return;
    if (masking->text[from] == '"')
        masking->at = end_of_string(masking, from);
    else
        while (masking->at < masking->length && !memchr("{}[],\"", masking->text[masking->at], 6))
            masking->at++;
    put(masking, "\"***\"", 5);
}

/* A string, and what it is the name of. */
static void read_string(Masking *masking)
{
    const char *text = masking->text;
    size_t from = masking->at, end = end_of_string(masking, from);
    size_t colon = skip_blanks(masking, end);
    put(masking, text + from, end - from);
    masking->at = end;
    if (colon == masking->length || text[colon] != ':' || end - from < 2)
        return;
    const char *name = text + from + 1;
    size_t length = end - from - 2;
    masking->at = skip_blanks(masking, colon + 1);
    put(masking, ":", 1);
    if (is_secret(name, length)) {
        mask_value(masking);
    } else if (length == 4 && memcmp(name, "game", 4) == 0 && masking->depth == 1 &&
               masking->at < masking->length && text[masking->at] == '"') {
        size_t behind = end_of_string(masking, masking->at);
        if (behind - masking->at >= 2)
            note_game(masking->out, text + masking->at + 1, behind - masking->at - 2);
    }
}

void trace_mask(const char *text, size_t length, TraceFrame *frame)
{
    Masking masking = {.text = text, .length = length, .out = frame};
    memcpy(frame->game, "-", 2);
    while (masking.at < length && masking.used < TRACE_FRAME_MAX) {
        char c = text[masking.at];
        if (c == '"') {
            read_string(&masking);
            continue;
        }
        masking.depth += c == '{' || c == '[';
        masking.depth -= c == '}' || c == ']';
        put(&masking, &c, 1);
        masking.at++;
    }
    size_t room = sizeof frame->text - masking.used;
    if (masking.used == TRACE_FRAME_MAX)
        snprintf(frame->text + masking.used, room, "... (%zu bytes)", length);
    else
        frame->text[masking.used] = '\0';
}

/* ---- lines ---- */

/* Frames that cannot be written are missing, and the log says so once. */
static void write_line(Trace *trace, int length)
{
    size_t size = (size_t)length < sizeof trace->line ? (size_t)length : sizeof trace->line - 1;
    bool is_written = write(trace->file, trace->line, size) == (ssize_t)size;
    if (!is_written && !trace->is_failing)
        log_warning("the trace cannot be written, so frames will be missing from it");
    trace->is_failing = !is_written;
}

void trace_opened(Trace *trace, SessionId session, const char *id, const char *name,
                  const char *address)
{
    char time[RFC3339_SIZE];
    rfc3339_print(wall_clock(), time);
    write_line(trace, snprintf(trace->line, sizeof trace->line, "%s session %llu = %s (%s) at %s\n",
                               time, session_number(session), name, id, address));
}

void trace_frame(Trace *trace, SessionId session, TraceWay way, const char *text, size_t length)
{
    char time[RFC3339_SIZE];
    rfc3339_print(wall_clock(), time);
    trace_mask(text, length, &trace->frame);
    write_line(trace, snprintf(trace->line, sizeof trace->line, "%s session %llu %c %s %s\n", time,
                               session_number(session), way == TRACE_IN ? '>' : '<',
                               trace->frame.game, trace->frame.text));
}

void trace_closed(Trace *trace, SessionId session)
{
    char time[RFC3339_SIZE];
    rfc3339_print(wall_clock(), time);
    write_line(trace, snprintf(trace->line, sizeof trace->line, "%s session %llu closed\n", time,
                               session_number(session)));
}

/* ---- opening and closing ---- */

Trace *trace_open(const char *path)
{
    bool is_stderr = strcmp(path, "-") == 0;
    int file = is_stderr ? STDERR_FILENO
                         : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
    if (file < 0)
        return NULL;
    Trace *trace = memory_new(sizeof *trace);
    trace->file = file;
    return trace;
}

void trace_close(Trace *trace)
{
    if (trace && trace->file != STDERR_FILENO)
        close(trace->file);
    free(trace);
}

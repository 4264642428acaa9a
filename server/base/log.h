/* log.h - lines for the operator, on stderr. The journal (systemd, docker) adds the time.
 *
 * One line per call, and never a secret in it. Lines for single moves or requests are LOG_LEVEL_DEBUG. As text a line is
 * "castled: warning: words [request ID]", as JSON {"time":"2026-11-22T18:30:00.123Z","level":"warning","message":"words","request":"ID"}:
 * an object on a line of its own (RFC 8259), the time in UTC (RFC 3339), "request" only where there is one. */
#pragma once

#include <stdbool.h>

#if defined(__GNUC__)
#define LOG_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define LOG_FORMAT
#endif

typedef enum { LOG_LEVEL_DEBUG, LOG_LEVEL_INFO, LOG_LEVEL_WARNING } LogLevel;

/* Of the whole process: called once at the start, before there are threads. LOG_LEVEL_INFO until then. */
void log_set_level(LogLevel level);

typedef enum { LOG_FORM_TEXT, LOG_FORM_JSON } LogForm;

/* Likewise; LOG_FORM_TEXT until then. */
void log_set_form(LogForm chosen);

enum { LOG_REQUEST_MAX = 64 };

typedef struct {
    char id[LOG_REQUEST_MAX + 1]; /* "": none */
} LogRequest;

/* The lines of this thread are about the request with this id from now on, which is copied. Gives the one before, for
 * log_leave_request, after which they are about that. */
LogRequest log_enter_request(const char *id);
void log_leave_request(LogRequest before);
/* Its id; "" when the lines are about none. Lent until the next of these calls. */
const char *log_request_id(void);

/* What a developer looks for: connections, requests, games. */
void log_debug(const char *format, ...) LOG_FORMAT;
void log_info(const char *format, ...) LOG_FORMAT;
/* Something that the operator should look at. */
void log_warning(const char *format, ...) LOG_FORMAT;

/* telnet.h - what comes by telnet (RFC 854, 855): lines of text, and options that are negotiated.
 *
 * Pure. Any bytes are safe: what a terminal sends besides text is left out, a line that is too long is reported as such and
 * never cut into something else. A line is ended by LF, CR LF or CR NUL. Zeroed is a reader that has heard nothing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    TELNET_LINE_MAX = 1024, /* bytes of a line, without its end */
    TELNET_REPLY_MAX = 3,   /* bytes of an answer */
    TELNET_OPTIONS_MAX =
        64,          /* options that are refused on a connection; later ones are not answered */
    TELNET_ECHO = 1, /* RFC 857 */
    TELNET_SUPPRESS_GO_AHEAD = 3, /* RFC 858 */
    TELNET_TIMING_MARK = 6,       /* RFC 860 */
    TELNET_IAC = 255,
    TELNET_WILL = 251,
    TELNET_WONT = 252,
    TELNET_DO = 253,
    TELNET_DONT = 254,
};

typedef enum {
    TELNET_NOTHING,   /* all bytes were read */
    TELNET_LINE,      /* a whole line, in 'line' */
    TELNET_LONG_LINE, /* one that had more than TELNET_LINE_MAX bytes */
    TELNET_REPLY,     /* 'reply' is to be sent */
    TELNET_MARK,      /* the other side has read up to our timing mark */
} TelnetNews;

typedef struct {
    char line[TELNET_LINE_MAX + 1]; /* with a NUL, after TELNET_LINE */
    size_t length;
    bool is_long, is_done;
    bool after_return; /* a CR has just ended a line */
    unsigned char command, state;
    unsigned refused;
    bool speaks; /* the other side has sent a telnet command */
    unsigned char reply[TELNET_REPLY_MAX];
} TelnetReader;

/* Reads up to the next news; *used of the bytes. */
TelnetNews telnet_read(TelnetReader *reader, const unsigned char *bytes, size_t length,
                       size_t *used);

/* outbound_request.h - what is asked of another server, and what comes back: plain values (outbound.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    OUTBOUND_AT_ONCE = 16,   /* requests that run; of mail as many more */
    OUTBOUND_OF_HOST = 2,    /* of these, to the same host, whatever the port */
    OUTBOUND_OF_PERSON = 3,  /* on behalf of the same person */
    OUTBOUND_OF_PEOPLE = 12, /* on behalf of anybody: there is room for the server's own */
    OUTBOUND_MAX = 512,      /* requests that run or wait for their turn */
    OUTBOUND_MAX_OF_PERSON = 64,
    OUTBOUND_MAX_OF_PEOPLE = 448,
    OUTBOUND_URL_MAX = 2048, /* bytes */
    OUTBOUND_BODY_MAX = 64 * 1024,
    OUTBOUND_ANSWER_MAX = 16 * 1024 * 1024,
    OUTBOUND_HEADERS_MAX = 32 * 1024, /* of an answer, all of them */
    OUTBOUND_HOPS_MAX = 5,            /* redirects that are followed */
    OUTBOUND_CONNECT_TIME = 10000,    /* ms */
    OUTBOUND_TIME_MAX = 120000,       /* ms */
    OUTBOUND_REPLY_TIME = 30,         /* s: for each reply of a mail server */
    OUTBOUND_WORDS_MAX = 256,         /* bytes, with the NUL */
};

typedef enum {
    OUTBOUND_OK,          /* there is an answer, with whatever status */
    OUTBOUND_OFF,         /* the operator has turned it off */
    OUTBOUND_NO_LIBRARY,  /* libcurl is not installed */
    OUTBOUND_BAD_URL,     /* not http or https (of mail: smtp or smtps), or no URL */
    OUTBOUND_FORBIDDEN,   /* it leads to an address that may not be reached */
    OUTBOUND_UNREACHABLE, /* no such name, no connection, a certificate that is not trusted, … */
    OUTBOUND_LATE,        /* no whole answer in time */
    OUTBOUND_TOO_LARGE,   /* the answer */
    OUTBOUND_REDIRECTED,  /* more often than is followed */
} OutboundResult;

typedef enum {
    OUTBOUND_GET,
    OUTBOUND_POST,
    OUTBOUND_MAIL, /* the body is handed to an SMTP server: smtp or smtps */
} OutboundMethod;

/* Of OUTBOUND_MAIL (RFC 5321). */
typedef struct {
    const char *from, *to;       /* addresses, without brackets */
    const char *hello;           /* the name by which this server greets */
    const char *user, *password; /* NULL: none */
    bool has_tls;                /* with smtp: STARTTLS, or nothing is sent (RFC 3207) */
} OutboundMail;

/* All is copied by outbound_ask. */
typedef struct {
    OutboundMethod method;
    const char *url;
    const char *const *headers; /* "Name: value", the last one followed by NULL; may be NULL */
    const void *body;           /* of a POST */
    size_t body_length;         /* at most OUTBOUND_BODY_MAX */
    size_t answer_max;          /* bytes; at most OUTBOUND_ANSWER_MAX */
    unsigned time_max; /* ms for all of it, redirects included; at most OUTBOUND_TIME_MAX */
    unsigned
        hops_max; /* redirects that are followed, with GET, to web ports; at most OUTBOUND_HOPS_MAX */
    OutboundMail mail; /* of OUTBOUND_MAIL: the body has the lines that end with CRLF */
    /* Whose wish it is, by id: an address that they gave may never answer. NULL: the server's own. */
    const char *person;
    bool is_named; /* the operator named this URL: it may lead anywhere. Its redirects may not */
} OutboundRequest;

/* Lent for the call. */
typedef struct {
    OutboundResult result;
    const char *words; /* what went wrong, for the log; "" when nothing did */
    int status; /* RFC 9110, 15; 0 unless the result is OUTBOUND_OK. Of mail the last reply (RFC 5321,
                 * 4.2), also of what was refused; 0: none */
    const char *body; /* with a NUL behind it */
    size_t length;
    const void *source; /* for outbound_header */
} OutboundAnswer;

typedef void (*OutboundDone)(void *context, const OutboundAnswer *answer);

/* The first header of that name in an answer; NULL without. Lent until the next call. */
const char *outbound_header(const OutboundAnswer *answer, const char *name);

/* Whether the text could be asked for: http or https, a host, no user, no blanks or control characters, at most
 * OUTBOUND_URL_MAX bytes. Any bytes are safe. */
bool outbound_url_is_good(const char *url, size_t length);
/* Whether such a URL is of the usual ports of http and https, or of one from 1024 on: what people name, and all that redirects lead
 * to, must be, so that the server is nobody's scanner of ports. */
bool outbound_url_has_web_port(const char *url);
/* The same for mail: smtp or smtps, a host, perhaps a port, and nothing behind it. */
bool outbound_mail_url_is_good(const char *url, size_t length);

/* mail_message.h - a letter as it goes over the wire: headers and body by RFC 5322, 2045 and 2047. Pure. */
#pragma once

#include "text.h"

/* Texts are UTF-8; line ends of the body are "\n". */
typedef struct {
    const char *from, *to; /* addresses */
    const char *name;      /* of the sender */
    const char *subject, *body;
    const char *id;       /* unique letters and digits, for the Message-ID */
    const char *language; /* a tag such as "de" */
    const char *stop;     /* a URL that ends such letters (RFC 2369); NULL: none */
    bool has_one_click;   /* by a POST (RFC 8058): it is https */
    int64_t now;          /* wall clock, ms */
} MailMessage;

/* Appends it, with CRLF. No line has more than 998 bytes (RFC 5322, 2.1.1), whatever the texts are; and no text makes a header. */
void mail_message_print(const MailMessage *message, Text *out);

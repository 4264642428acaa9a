#include "mail_transfer.h"

#include "memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- copies ---- */

static const char *copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

void mail_copy(OutboundMail *mail)
{
    mail->from = copy(mail->from);
    mail->to = copy(mail->to);
    mail->hello = copy(mail->hello);
    mail->user = copy(mail->user);
    mail->password = copy(mail->password);
}

static void forget(const char *text)
{
    char *own = (char *)(uintptr_t)text;
    if (own)
        memory_wipe(own, strlen(own));
    free(own);
}

void mail_forget(OutboundMail *mail)
{
    forget(mail->from);
    forget(mail->to);
    forget(mail->hello);
    forget(mail->user);
    forget(mail->password);
}

/* ---- the handle ---- */

/* More of the body; libcurl doubles the dots that lines begin with (RFC 5321, 4.5.2). */
static size_t on_read(char *bytes, size_t size, size_t count, void *context)
{
    MailBody *body = context;
    size_t left = body->length - body->sent, length = size * count < left ? size * count : left;
    memcpy(bytes, body->bytes + body->sent, length);
    body->sent += length;
    return length;
}

/* The path is the name by which libcurl says EHLO. */
static void set_url(const CurlLibrary *curl, CURL *easy, const char *server, const char *hello)
{
    char url[OUTBOUND_URL_MAX + 1];
    snprintf(url, sizeof url, "%s/%s", server, hello);
    curl->easy_setopt(easy, CURLOPT_URL, url);
}

bool mail_transfer_set(const CurlLibrary *curl, CURL *easy, const char *url,
                       const OutboundMail *mail, MailBody *body, struct curl_slist **lines)
{
    CURLcode (*set)(CURL *, CURLoption, ...) = curl->easy_setopt;
    *lines = curl->slist_append(NULL, mail->to);
    if (!*lines)
        return false;
    body->sent = 0;
    set_url(curl, easy, url, mail->hello);
    set(easy, CURLOPT_MAIL_FROM, mail->from);
    set(easy, CURLOPT_MAIL_RCPT, *lines);
    set(easy, CURLOPT_USE_SSL, (long)(mail->has_tls ? CURLUSESSL_ALL : CURLUSESSL_NONE));
    if (mail->user && mail->password) {
        set(easy, CURLOPT_USERNAME, mail->user);
        set(easy, CURLOPT_PASSWORD, mail->password);
    }
    set(easy, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)OUTBOUND_REPLY_TIME);
    set(easy, CURLOPT_UPLOAD, 1L);
    set(easy, CURLOPT_READFUNCTION, (curl_read_callback)on_read);
    set(easy, CURLOPT_READDATA, body);
    set(easy, CURLOPT_INFILESIZE, (long)body->length);
    return true;
}

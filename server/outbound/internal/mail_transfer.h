/* mail_transfer.h - what a transfer of mail is, beside one of HTTP: who it is from and for, TLS, the body that is sent. */
#pragma once

#include "curl_library.h"
#include "outbound_request.h"

/* What is sent, and how much of it has been; lent to libcurl. */
typedef struct {
    const char *bytes;
    size_t length, sent;
} MailBody;

/* Its texts become copies; mail_forget wipes and frees them. */
void mail_copy(OutboundMail *mail);
void mail_forget(OutboundMail *mail);
/* Of a new handle, with the server's URL. *lines, which the caller frees, outlives the transfer. False when there is no memory for
 * it. */
bool mail_transfer_set(const CurlLibrary *curl, CURL *easy, const char *url,
                       const OutboundMail *mail, MailBody *body, struct curl_slist **lines);

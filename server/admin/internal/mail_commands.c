#include "mail_commands.h"

static bool is_running(AdminCall *call)
{
    if (!call->target.mail)
        admin_refuse(call, "The server is not running: only it sends e-mail.");
    return call->target.mail != NULL;
}

static void row_mail(AdminCall *call, const MailState *mail)
{
    Text *row = &call->row;
    admin_row(call);
    text_string(row, "server", mail->server);
    text_integer(row, "waiting", (int64_t)mail->waiting);
    text_integer(row, "addresses", (int64_t)mail->addresses);
    text_bool(row, "failing", mail->is_failing);
    if (mail->last) {
        text_integer(row, "last", mail->last);
        text_string(row, "outcome", mail->words);
    }
    admin_row_end(call);
}

void admin_mail(AdminCall *call)
{
    MailState mail;
    char last[ADMIN_TIME_MAX];
    if (!is_running(call))
        return;
    mail_state(call->target.mail, &mail);
    if (call->target.json) {
        row_mail(call, &mail);
        return;
    }
    if (!mail.server) {
        admin_say(call->out, "No e-mail is sent: castled help mail says how to set it up.");
        return;
    }
    admin_say(call->out, "server     %s", mail.server);
    admin_say(call->out, "addresses  %zu people have one", mail.addresses);
    admin_say(call->out, "waiting    %zu letters", mail.waiting);
    if (mail.last) {
        admin_print_time(mail.last, last);
        admin_say(call->out, "last       %s: %s", last, mail.words);
    }
}

void admin_mail_test(AdminCall *call)
{
    if (!is_running(call))
        return;
    MailError error = mail_test(call->target.mail, call->words[0]);
    if (error == MAIL_OK)
        admin_say(call->out, "A letter is on its way; castled admin mail shows what comes of it.");
    else if (error == MAIL_OFF)
        admin_refuse(call, "No e-mail is sent: castled help mail says how to set it up.");
    else
        admin_refuse(call, mail_error_text(error));
}

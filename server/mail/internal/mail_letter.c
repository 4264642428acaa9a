#include "mail_letter.h"

#include "base62.h"
#include "log.h"
#include "mail_message.h"
#include "memory.h"
#include "wall_clock.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MINUTE = 60 * 1000, /* ms */
    ID_LETTERS = 22,
    LINK_MAX = 600,
    ANSWER_MAX = 4 * 1024,
};

/* ---- the queue ---- */

static void free_letter(MailLetter *letter)
{
    memory_wipe(letter->text, letter->length); /* it may have a link */
    free(letter->text);
    free(letter);
}

static void unlink_letter(Mail *mail, MailLetter **link)
{
    MailLetter *letter = *link;
    *link = letter->next;
    if (mail->last == &letter->next)
        mail->last = link;
    mail->count--;
}

static void drop(Mail *mail, MailLetter *letter)
{
    MailLetter **link = &mail->letters;
    while (*link != letter)
        link = &(*link)->next;
    unlink_letter(mail, link);
    free_letter(letter);
}

void mail_letters_clear(Mail *mail)
{
    while (mail->letters) {
        MailLetter *letter = mail->letters;
        if (letter->request)
            outbound_cancel(mail->options.outbound, letter->request);
        mail->letters = letter->next;
        free_letter(letter);
    }
    mail->last = &mail->letters;
    mail->count = mail->running = 0;
}

/* NULL when too many wait. */
static MailLetter *add_letter(Mail *mail, MailKind kind, const char *to, const char *language,
                              const MailValues *values)
{
    char id[ID_LETTERS + 1];
    if (mail->count >= MAIL_WAITING_MAX || mail->is_closed || !mail->options.server)
        return NULL;
    text_reset(&mail->subject);
    text_reset(&mail->body);
    text_reset(&mail->message);
    mail_words_print(kind, language, values, &mail->subject, &mail->body);
    base62_draw(id, ID_LETTERS);
    mail_message_print(&(MailMessage){.from = mail->options.from,
                                      .to = to,
                                      .name = mail->options.site,
                                      .subject = mail->subject.bytes,
                                      .body = mail->body.bytes,
                                      .id = id,
                                      .language = mail_words_has(language) ? language : "en",
                                      .stop = *values->stop ? values->stop : NULL,
                                      .has_one_click = strncmp(values->stop, "https:", 6) == 0,
                                      .now = wall_clock()},
                       &mail->message);
    MailLetter *letter = memory_new(sizeof *letter);
    letter->owner = mail;
    snprintf(letter->to, sizeof letter->to, "%s", to);
    letter->length = mail->message.length;
    letter->text = memory_new(letter->length + 1);
    memcpy(letter->text, mail->message.bytes, letter->length);
    *mail->last = letter;
    mail->last = &letter->next;
    mail->count++;
    mail_letters_wake(mail, 0);
    return letter;
}

bool mail_queue(Mail *mail, MailKind kind, const char *to, const char *language,
                const MailValues *values)
{
    return add_letter(mail, kind, to, language, values) != NULL;
}

/* ---- a letter to an account ---- */

/* While the accounts are asked. */
typedef struct {
    Mail *mail;
    MailKind kind;
    StoreMailAddress person; /* its address: where it goes */
    char path[LINK_MAX], opponent[STORE_NAME_MAX + 1], time[32];
    GameId game;
    int64_t since;
    uint64_t number;
} Draft;

static void print_stop(const Mail *mail, const Draft *draft, char stop[LINK_MAX])
{
    char token[MAIL_STOP_MAX + 1];
    mail_stop_token(mail->stop_key, &draft->person, token);
    snprintf(stop, LINK_MAX, "%s/api/mail/stop/%s", mail->options.base, token);
}

static void on_found(void *context, const AccountsAnswer *answer)
{
    Draft *draft = context;
    Mail *mail = draft->mail;
    char link[2 * LINK_MAX], stop[LINK_MAX] = "";
    bool is_open = answer->error == ACCOUNTS_OK && answer->count > 0 &&
                   account_is_found(&answer->list[0]) && !answer->list[0].closed;
    if (is_open) {
        snprintf(link, sizeof link, "%s%s", mail->options.base, draft->path);
        if (draft->kind == MAIL_REMIND)
            print_stop(mail, draft, stop);
        MailLetter *letter =
            add_letter(mail, draft->kind, draft->person.address, draft->person.language,
                       &(MailValues){.name = answer->list[0].name,
                                     .site = mail->options.site,
                                     .link = link,
                                     .opponent = draft->opponent,
                                     .time = draft->time,
                                     .stop = stop});
        if (letter) {
            letter->game = draft->game;
            letter->since = draft->since;
            letter->number = draft->number;
            if (letter->number > mail->newest)
                mail->newest = letter->number;
        } else {
            mail->reminded(mail, &draft->game, draft->since, false);
        }
        memory_wipe(link, sizeof link);
    }
    memory_wipe(draft, sizeof *draft);
    free(draft);
}

void mail_write(Mail *mail, const MailDraft *asked)
{
    AccountRef ref = account_ref_id(asked->player);
    Draft *draft = memory_new(sizeof *draft);
    draft->mail = mail;
    draft->kind = asked->kind;
    snprintf(draft->person.player, sizeof draft->person.player, "%s", asked->player);
    snprintf(draft->person.address, sizeof draft->person.address, "%s", asked->address);
    snprintf(draft->person.language, sizeof draft->person.language, "%s", asked->language);
    snprintf(draft->path, sizeof draft->path, "%s", asked->path);
    snprintf(draft->opponent, sizeof draft->opponent, "%s", asked->opponent ? asked->opponent : "");
    snprintf(draft->time, sizeof draft->time, "%s", asked->time ? asked->time : "");
    if (asked->game)
        draft->game = *asked->game;
    draft->since = asked->since;
    draft->number = asked->number;
    accounts_find(mail->options.accounts, &ref, 1, "", on_found, draft);
}

/* ---- what came of it ---- */

/* RFC 5321, 4.5.4.1 asks for a queue that waits longer; a link would have expired by then. */
static uint64_t wait_after(int tries)
{
    static const uint32_t WAITS[MAIL_TRIES_MAX - 1] = {MINUTE, 5 * MINUTE, 20 * MINUTE,
                                                       60 * MINUTE};
    return WAITS[tries - 1];
}

/* RFC 5321, 4.2.1: it need not be tried again. */
static bool is_permanent(int status)
{
    return status >= 500 && status < 600;
}

static void note_result(Mail *mail, const OutboundAnswer *answer)
{
    bool is_sent = answer->result == OUTBOUND_OK;
    Metrics *metrics = mail->options.metrics;
    metrics->mail_total += is_sent;
    metrics->mail_failures_total += !is_sent;
    mail->tried = wall_clock();
    mail->is_failing = !is_sent;
    if (is_sent)
        snprintf(mail->words, sizeof mail->words, "it was accepted");
    else
        snprintf(mail->words, sizeof mail->words, "%.*s", MAIL_WORDS_MAX - 1, answer->words);
    if (!is_sent && !mail->has_warned)
        log_warning(
            "mail cannot be sent: %s; look at --smtp, --smtp-user, --smtp-password-file and "
            "--mail-from, and try castled admin mail-test ADDRESS",
            mail->words);
    else if (is_sent && mail->has_warned)
        log_info("mail can be sent again");
    mail->has_warned = !is_sent;
}

static void on_answer(void *context, const OutboundAnswer *answer)
{
    MailLetter *letter = context;
    Mail *mail = letter->owner;
    bool is_sent = answer->result == OUTBOUND_OK;
    mail->running--;
    letter->request = 0;
    letter->tries++;
    note_result(mail, answer);
    log_debug("letter of %zu bytes: %d %s", letter->length, answer->status, mail->words);
    if (!is_sent && !is_permanent(answer->status) && letter->tries < MAIL_TRIES_MAX) {
        letter->at = uv_now(mail->options.loop) + wait_after(letter->tries);
    } else {
        if (!is_sent)
            log_warning("a letter was given up after %d tries: %s", letter->tries, mail->words);
        mail->reminded(mail, &letter->game, letter->since, true);
        drop(mail, letter);
    }
    mail_letters_wake(mail, 0);
}

/* ---- sending ---- */

static bool send_letter(Mail *mail, MailLetter *letter)
{
    const MailOptions *options = &mail->options;
    letter->request = outbound_ask(
        options->outbound,
        &(OutboundRequest){.method = OUTBOUND_MAIL,
                           .url = options->server,
                           .body = letter->text,
                           .body_length = letter->length,
                           .answer_max = ANSWER_MAX,
                           .time_max = MAIL_TIME_MAX,
                           .mail = {.from = options->from,
                                    .to = letter->to,
                                    .hello = mail_address_domain(options->from),
                                    .user = options->user,
                                    .password = mail->password[0] ? mail->password : NULL,
                                    .has_tls = options->has_tls},
                           .is_named = true},
        on_answer, letter);
    mail->running += letter->request != 0;
    return letter->request != 0;
}

/* A reminder of a turn that is over is not. */
static bool is_wanted(const Mail *mail, const MailLetter *letter)
{
    return !letter->game.text[0] || mail->is_turn(mail, &letter->game, letter->since);
}

void mail_letters_look(Mail *mail)
{
    uint64_t now = uv_now(mail->options.loop), next = UINT64_MAX;
    for (MailLetter **link = &mail->letters; *link;) {
        MailLetter *letter = *link;
        bool is_ready = !letter->request && letter->number <= mail->committed;
        if (is_ready && letter->at <= now && mail->running < MAIL_AT_ONCE) {
            bool is_dropped = !is_wanted(mail, letter);
            if (is_dropped) {
                unlink_letter(mail, link);
                free_letter(letter);
                continue;
            }
            if (!send_letter(mail, letter))
                letter->at = now + MINUTE; /* too many requests wait */
        }
        if (is_ready && !letter->request && letter->at < next)
            next = letter->at;
        link = &letter->next;
    }
    if (next != UINT64_MAX && mail->running < MAIL_AT_ONCE)
        mail_letters_wake(mail, next > now ? next - now : 0);
}

static void on_timer(uv_timer_t *timer)
{
    mail_letters_look(timer->data);
}

void mail_letters_wake(Mail *mail, uint64_t wait)
{
    if (!mail->is_closed)
        uv_timer_start(&mail->timer, on_timer, wait, 0);
}

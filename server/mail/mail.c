#include "mail.h"

#include "mail_letter.h"
#include "mail_turns.h"
#include "memory.h"
#include "wall_clock.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* libsodium's name for what the key is used for: eight characters. */
static const char STOP_CONTEXT[crypto_kdf_CONTEXTBYTES + 1] = "mailstop";

/* ---- what happens ---- */

static void on_turn(void *context, const GameNews *news, Color turn)
{
    if (news->turn_goes_on)
        mail_turn_goes_on(context, news, turn);
    else
        mail_turn_begins(context, news, turn);
}

/* Whose turn a game from a position begins with is not told; they are reminded from their second turn on. */
static void on_begun(void *context, const GameNews *news, const char *tournament)
{
    (void)tournament;
    if (news->plies == 0 && news->variant != VARIANT_FROM_POSITION)
        mail_turn_begins(context, news, WHITE);
}

static void on_game(void *context, const GameNews *news)
{
    if (news->status != STATUS_STARTED)
        mail_turn_ends(context, &news->id);
}

static void forget(Mail *mail, MailPerson *person, uint64_t *number)
{
    mail_turns_forget(mail, person->stored.player);
    *number = mail_people_delete(&mail->people, person);
}

static void on_gone(void *context, const char *player)
{
    Mail *mail = context;
    MailPerson *person = mail_people_find(&mail->people, player);
    uint64_t number;
    if (person)
        forget(mail, person, &number);
}

/* ---- opening and closing ---- */

Mail *mail_new(const MailOptions *options)
{
    SipKey sip;
    Mail *mail = memory_secret(sizeof *mail);
    mail->options = *options;
    mail->last = &mail->letters;
    mail->is_turn = mail_turn_is;
    mail->reminded = mail_turn_is_over;
    if (options->password)
        snprintf(mail->password, sizeof mail->password, "%s", options->password);
    mail->options.password = NULL;
    _Static_assert((int)crypto_kdf_KEYBYTES == (int)STORE_SECRET_SIZE, "the secret is a key");
    crypto_kdf_derive_from_key(mail->stop_key, sizeof mail->stop_key, 1, STOP_CONTEXT,
                               store_secret(options->store));
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    mail_people_init(&mail->people, options->store, &sip);
    mail_turns_init(mail, &sip);
    text_init(&mail->subject);
    text_init(&mail->body);
    text_init(&mail->message);
    uv_timer_t *timers[] = {&mail->timer, &mail->turns_timer, &mail->wishes_timer};
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++) {
        uv_timer_init(options->loop, timers[i]);
        timers[i]->data = mail;
    }
    core_on_news(
        options->core,
        &(CoreNews){
            .context = mail, .game = on_game, .turn = on_turn, .begun = on_begun, .gone = on_gone});
    return mail;
}

static void load_address(void *context, const StoreMailAddress *address)
{
    Mail *mail = context;
    mail_people_take(&mail->people, address);
}

static void load_turn(void *context, const StoreMailTurn *turn)
{
    mail_turns_take(context, turn);
}

bool mail_load(Mail *mail, char *line)
{
    if (store_load_mail(mail->options.store, load_address, load_turn, mail, line) != STORE_OK)
        return false;
    mail_turns_look(mail);
    return true;
}

void mail_close(Mail *mail)
{
    mail_letters_clear(mail);
    mail->is_closed = true;
    uv_close((uv_handle_t *)&mail->timer, NULL);
    uv_close((uv_handle_t *)&mail->turns_timer, NULL);
    uv_close((uv_handle_t *)&mail->wishes_timer, NULL);
}

void mail_free(Mail *mail)
{
    mail_people_clear(&mail->people);
    mail_turns_clear(mail);
    text_clear(&mail->subject);
    text_wipe(&mail->body);
    text_wipe(&mail->message);
    memory_forget(mail);
}

void mail_committed(Mail *mail, uint64_t number)
{
    bool has_waiting = mail->newest > mail->committed;
    mail->committed = number;
    if (has_waiting)
        mail_letters_wake(mail, 0);
}

bool mail_is_on(const Mail *mail)
{
    return mail->options.server != NULL;
}

/* ---- addresses ---- */

const char *mail_error_code(MailError error)
{
    switch (error) {
    case MAIL_OFF: return "no_mail";
    case MAIL_BAD_ADDRESS: return "address_bad";
    case MAIL_FLOOD: return "mail_limit";
    case MAIL_BUSY: return "busy";
    case MAIL_NOT_FOUND: return "link_expired";
    default: return "ok";
    }
}

const char *mail_error_text(MailError error)
{
    switch (error) {
    case MAIL_OFF: return "This server sends no e-mail.";
    case MAIL_BAD_ADDRESS: return "That is no e-mail address that can be used here.";
    case MAIL_FLOOD: return "Too many letters have been sent already: try again tomorrow.";
    case MAIL_BUSY: return "Too many letters wait to be sent: try again later.";
    case MAIL_NOT_FOUND: return "This link has expired, or has been used already.";
    default: return "";
    }
}

const StoreMailAddress *mail_find(const Mail *mail, const char *player)
{
    const MailPerson *person = mail_people_find(&mail->people, player);
    return person ? &person->stored : NULL;
}

/* Upper and lower case are one to limits. */
static void key_of(const char *address, char key[MAIL_ADDRESS_MAX + 1])
{
    size_t length = strlen(address);
    for (size_t i = 0; i <= length; i++)
        key[i] = address[i] >= 'A' && address[i] <= 'Z' ? (char)(address[i] | 0x20) : address[i];
}

MailError mail_set_address(Mail *mail, const char *player, const char *address,
                           const char *language, uint64_t *number)
{
    MailToken token;
    char key[MAIL_ADDRESS_MAX + 1], path[128];
    if (!mail_is_on(mail))
        return MAIL_OFF;
    if (!mail_address_is_good(address))
        return MAIL_BAD_ADDRESS;
    if (mail->count >= MAIL_WAITING_MAX)
        return MAIL_BUSY;
    key_of(address, key);
    if (!core_allows(mail->options.core, LIMIT_MAIL, player) ||
        !core_allows(mail->options.core, LIMIT_MAIL_TO, key))
        return MAIL_FLOOD;
    MailPerson *person = mail_people_get(&mail->people, player);
    StoreMailAddress *stored = &person->stored;
    if (!stored->made)
        stored->made = wall_clock();
    snprintf(stored->wanted, sizeof stored->wanted, "%s", address);
    snprintf(stored->language, sizeof stored->language, "%s",
             mail_words_has(language) ? language : "en");
    mail_token_draw(token, stored->confirm);
    stored->confirm_until = wall_clock() + MAIL_CONFIRM_LIFE;
    *number = mail_people_put(&mail->people, person);
    snprintf(path, sizeof path, "/sign-in#confirm=%s", token);
    mail_write(mail, &(MailDraft){.kind = MAIL_CONFIRM,
                                  .player = player,
                                  .address = address,
                                  .language = stored->language,
                                  .path = path,
                                  .number = *number});
    sodium_memzero(token, sizeof token);
    return MAIL_OK;
}

/* The confirmed address is theirs no more. */
static void tell_changed(Mail *mail, const StoreMailAddress *before, uint64_t number)
{
    if (before->address[0])
        mail_write(mail, &(MailDraft){.kind = MAIL_CHANGED,
                                      .player = before->player,
                                      .address = before->address,
                                      .language = before->language,
                                      .path = "/",
                                      .number = number});
}

MailError mail_confirm(Mail *mail, const char *token, uint64_t *number)
{
    MailPerson *person = mail_people_of_confirm(&mail->people, token, wall_clock());
    if (!person)
        return MAIL_NOT_FOUND;
    StoreMailAddress *stored = &person->stored, before = *stored;
    memcpy(stored->address, stored->wanted, sizeof stored->address);
    stored->wanted[0] = stored->confirm[0] = stored->reset[0] = '\0';
    stored->confirm_until = stored->reset_until = 0;
    *number = mail_people_put(&mail->people, person);
    if (strcasecmp(before.address, stored->address) != 0)
        tell_changed(mail, &before, *number);
    return MAIL_OK;
}

MailError mail_remove(Mail *mail, const char *player, uint64_t *number)
{
    MailPerson *person = mail_people_find(&mail->people, player);
    if (!person)
        return MAIL_NOT_FOUND;
    StoreMailAddress before = person->stored;
    forget(mail, person, number);
    tell_changed(mail, &before, *number);
    return MAIL_OK;
}

MailError mail_set_hours(Mail *mail, const char *player, int32_t hours, uint64_t *number)
{
    MailPerson *person = mail_people_find(&mail->people, player);
    assert(hours >= 0 && hours <= MAIL_HOURS_MAX);
    if (!person)
        return MAIL_NOT_FOUND;
    person->stored.hours = hours;
    *number = mail_people_put(&mail->people, person);
    mail_turns_look(mail);
    return MAIL_OK;
}

/* ---- links that end reminders ---- */

MailError mail_stop(Mail *mail, const char *token, uint64_t *number)
{
    char player[STORE_PLAYER_ID_MAX + 1], right[MAIL_STOP_MAX + 1];
    size_t length = strcspn(token, ".");
    snprintf(player, sizeof player, "%.*s",
             (int)(length < STORE_PLAYER_ID_MAX ? length : STORE_PLAYER_ID_MAX), token);
    MailPerson *person = mail_people_find(&mail->people, player);
    if (!person || !person->stored.address[0])
        return MAIL_NOT_FOUND;
    mail_stop_token(mail->stop_key, &person->stored, right);
    if (strlen(token) != strlen(right) || sodium_memcmp(token, right, strlen(right)) != 0)
        return MAIL_NOT_FOUND;
    return mail_set_hours(mail, player, 0, number);
}

/* ---- for operators ---- */

MailError mail_test(Mail *mail, const char *address)
{
    char link[256];
    if (!mail_is_on(mail))
        return MAIL_OFF;
    if (!mail_address_is_good(address))
        return MAIL_BAD_ADDRESS;
    snprintf(link, sizeof link, "%s/", mail->options.base);
    return mail_queue(mail, MAIL_TEST, address, "en",
                      &(MailValues){.name = "",
                                    .site = mail->options.site,
                                    .link = link,
                                    .opponent = "",
                                    .time = "",
                                    .stop = ""})
               ? MAIL_OK
               : MAIL_BUSY;
}

void mail_state(const Mail *mail, MailState *state)
{
    const MailPerson *person;
    *state = (MailState){.server = mail->options.server,
                         .waiting = mail->count,
                         .last = mail->tried,
                         .is_failing = mail->is_failing,
                         .words = mail->words};
    for (size_t at = 0; (person = mail_people_next(&mail->people, &at));)
        state->addresses += person->stored.address[0] != '\0';
}

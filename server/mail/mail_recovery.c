/* A forgotten password: who asks for a link, and the links. */
#include "mail.h"
#include "mail_letter.h"
#include "memory.h"
#include "wall_clock.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- asked for ---- */

static void send_link(Mail *mail, MailPerson *person)
{
    StoreMailAddress *stored = &person->stored;
    MailToken token;
    char path[128];
    if (!stored->address[0] || person->is_resetting ||
        !core_allows(mail->options.core, LIMIT_RECOVERY, stored->player))
        return;
    mail_token_draw(token, stored->reset);
    stored->reset_until = wall_clock() + MAIL_RESET_LIFE;
    uint64_t number = mail_people_put(&mail->people, person);
    snprintf(path, sizeof path, "/sign-in#recover=%s", token);
    mail_write(mail, &(MailDraft){.kind = MAIL_RECOVER,
                                  .player = stored->player,
                                  .address = stored->address,
                                  .language = stored->language,
                                  .path = path,
                                  .number = number});
    sodium_memzero(token, sizeof token);
    sodium_memzero(path, sizeof path);
}

static void on_login(void *context, const AccountsAnswer *answer)
{
    Mail *mail = context;
    MailPerson *person =
        answer->error == ACCOUNTS_OK ? mail_people_find(&mail->people, answer->account.id) : NULL;
    if (person && !mail->is_closed)
        send_link(mail, person);
}

static void look_for_address(Mail *mail, const char *address)
{
    MailPerson *person;
    int sent = 0;
    for (size_t at = 0; (person = mail_people_next(&mail->people, &at));)
        if (strcasecmp(person->stored.address, address) == 0 && sent++ < MAIL_ACCOUNTS_OF_ONE)
            send_link(mail, person);
}

static void on_wishes(uv_timer_t *timer)
{
    Mail *mail = timer->data;
    size_t count = mail->wishes_count;
    mail->wishes_count = 0;
    for (size_t i = 0; i < count; i++) {
        const char *who = mail->wishes[i].who;
        AccountRef ref = account_ref_name(who);
        if (strchr(who, '@'))
            look_for_address(mail, who);
        else
            accounts_login(mail->options.accounts, &ref, on_login, mail);
    }
}

void mail_recover(Mail *mail, const char *who)
{
    if (!mail->options.server || mail->is_closed || !*who || strlen(who) > STORE_MAIL_MAX ||
        mail->wishes_count == MAIL_RECOVERING_MAX)
        return;
    MailWish *wish = &mail->wishes[mail->wishes_count++];
    snprintf(wish->who, sizeof wish->who, "%s", who);
    if (!uv_is_active((uv_handle_t *)&mail->wishes_timer))
        uv_timer_start(&mail->wishes_timer, on_wishes, MAIL_RECOVERY_DELAY, 0);
}

/* ---- used ---- */

const char *mail_reset_player(const Mail *mail, const char *token)
{
    const MailPerson *person = mail_people_of_reset(&mail->people, token, wall_clock());
    return person && !person->is_resetting ? person->stored.player : NULL;
}

bool mail_reset_take(Mail *mail, const char *token, char player[STORE_PLAYER_ID_MAX + 1])
{
    MailPerson *person = mail_people_of_reset(&mail->people, token, wall_clock());
    if (!person || person->is_resetting)
        return false;
    person->is_resetting = true;
    memcpy(player, person->stored.player, sizeof person->stored.player);
    return true;
}

void mail_reset_end(Mail *mail, const char *player, bool is_set, uint64_t *number)
{
    MailPerson *person = mail_people_find(&mail->people, player);
    if (!person) /* the account was closed meanwhile */
        return;
    person->is_resetting = false;
    if (!is_set)
        return;
    person->stored.reset[0] = '\0';
    person->stored.reset_until = 0;
    *number = mail_people_put(&mail->people, person);
    mail_write(mail, &(MailDraft){.kind = MAIL_PASSWORD_SET,
                                  .player = player,
                                  .address = person->stored.address,
                                  .language = person->stored.language,
                                  .path = "/",
                                  .number = *number});
}

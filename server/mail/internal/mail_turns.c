#include "mail_turns.h"

#include "memory.h"
#include "wall_clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTE = 60 * 1000 };

int64_t mail_turn_due(int64_t since, int64_t ends, int32_t hours)
{
    int64_t at = ends - (int64_t)hours * MAIL_HOUR, middle = since + (ends - since) / 2;
    if (hours == 0)
        return INT64_MAX;
    return at > middle ? at : middle;
}

void mail_turns_init(Mail *mail, const SipKey *sip)
{
    hash_table_init(&mail->turns, offsetof(MailTurn, stored.game.text), sip);
    hash_table_init(&mail->movers, offsetof(MailMover, player), sip);
}

void mail_turns_clear(Mail *mail)
{
    MailTurn *turn;
    MailMover *mover;
    for (size_t at = 0; (turn = hash_table_next(&mail->turns, &at));)
        free(turn);
    for (size_t at = 0; (mover = hash_table_next(&mail->movers, &at));)
        free(mover);
    hash_table_clear(&mail->turns);
    hash_table_clear(&mail->movers);
}

/* ---- of whom it is the turn where ---- */

static void link_turn(Mail *mail, MailTurn *turn)
{
    MailMover *mover = hash_table_find(&mail->movers, turn->stored.player);
    if (!mover) {
        mover = memory_new(sizeof *mover);
        memcpy(mover->player, turn->stored.player, sizeof mover->player);
        hash_table_put(&mail->movers, mover);
    }
    turn->before = NULL;
    turn->after = mover->first;
    if (turn->after)
        turn->after->before = turn;
    mover->first = turn;
}

static void unlink_turn(Mail *mail, MailTurn *turn)
{
    MailMover *mover = hash_table_find(&mail->movers, turn->stored.player);
    *(turn->before ? &turn->before->after : &mover->first) = turn->after;
    if (turn->after)
        turn->after->before = turn->before;
    if (mover->first)
        return;
    hash_table_remove(&mail->movers, mover);
    free(mover);
}

static MailTurn *find(const Mail *mail, const GameId *game)
{
    return hash_table_find(&mail->turns, game->text);
}

void mail_turns_take(Mail *mail, const StoreMailTurn *stored)
{
    MailTurn *turn = find(mail, &stored->game);
    if (turn) {
        unlink_turn(mail, turn);
        turn->stored = *stored;
    } else {
        turn = memory_new(sizeof *turn);
        turn->stored = *stored;
        hash_table_put(&mail->turns, turn);
    }
    link_turn(mail, turn);
    turn->is_queued = false;
}

/* ---- the timer ---- */

static void on_timer(uv_timer_t *timer)
{
    Mail *mail = timer->data;
    mail->turns_at = 0;
    mail_turns_look(mail);
}

/* The wall clock may be set meanwhile. */
static void wake_at(Mail *mail, int64_t due)
{
    int64_t wait = due - wall_clock();
    uint64_t ms = wait < 0 ? 0 : wait > MAIL_HOUR ? MAIL_HOUR : (uint64_t)wait;
    uint64_t at = uv_now(mail->options.loop) + ms + 1;
    if (mail->is_closed || due == INT64_MAX || (mail->turns_at && mail->turns_at <= at))
        return;
    mail->turns_at = at;
    uv_timer_start(&mail->turns_timer, on_timer, ms, 0);
}

/* When it is due; INT64_MAX: not at all. */
static int64_t due_of(const Mail *mail, const MailTurn *turn)
{
    const MailPerson *person = mail_people_find(&mail->people, turn->stored.player);
    if (!person || !person->stored.address[0] || turn->is_queued || turn->stored.reminded)
        return INT64_MAX;
    return mail_turn_due(turn->stored.since, turn->stored.ends, person->stored.hours);
}

static void remind(Mail *mail, MailTurn *turn, int64_t now)
{
    const MailPerson *person = mail_people_find(&mail->people, turn->stored.player);
    int64_t minutes = (turn->stored.ends - now + MINUTE - 1) / MINUTE;
    char path[64], time[32];
    snprintf(path, sizeof path, "/%s", turn->stored.game.text);
    if (minutes >= 120)
        snprintf(time, sizeof time, "%" PRId64 " h", (minutes + 30) / 60);
    else
        snprintf(time, sizeof time, "%" PRId64 " min", minutes > 0 ? minutes : 0);
    turn->is_queued = true;
    mail_write(mail, &(MailDraft){.kind = MAIL_REMIND,
                                  .player = turn->stored.player,
                                  .address = person->stored.address,
                                  .language = person->stored.language,
                                  .path = path,
                                  .opponent = turn->stored.opponent,
                                  .time = time,
                                  .game = &turn->stored.game,
                                  .since = turn->stored.since});
}

/* One that may not be sent counts as sent. */
static void store_reminded(Mail *mail, MailTurn *turn)
{
    turn->stored.reminded = wall_clock();
    turn->is_queued = false;
    store_put_mail_turn(mail->options.store, &turn->stored);
}

void mail_turns_look(Mail *mail)
{
    int64_t now = wall_clock(), next = INT64_MAX;
    MailTurn *turn;
    if (!mail->options.server)
        return;
    for (size_t at = 0; (turn = hash_table_next(&mail->turns, &at));) {
        int64_t due = due_of(mail, turn);
        if (due > now)
            next = due < next ? due : next;
        else if (core_allows(mail->options.core, LIMIT_REMINDER, turn->stored.player))
            remind(mail, turn, now);
        else
            store_reminded(mail, turn);
    }
    wake_at(mail, next);
}

/* ---- what happens ---- */

void mail_turn_ends(Mail *mail, const GameId *game)
{
    MailTurn *turn = find(mail, game);
    if (!turn)
        return;
    store_delete_mail_turn(mail->options.store, game->text);
    unlink_turn(mail, turn);
    hash_table_remove(&mail->turns, turn);
    free(turn);
}

static void put(Mail *mail, const StoreMailTurn *stored)
{
    mail_turns_take(mail, stored);
    store_put_mail_turn(mail->options.store, stored);
    wake_at(mail, due_of(mail, find(mail, &stored->game)));
}

void mail_turn_begins(Mail *mail, const GameNews *news, Color color)
{
    const Person *player = &news->seat[color];
    const MailPerson *person =
        player->kind == PERSON_HUMAN ? mail_people_find(&mail->people, player->id) : NULL;
    StoreMailTurn stored = {.game = news->id, .since = wall_clock(), .ends = news->turn_ends};
    if (!news->control.days || !news->turn_ends || !person || !person->stored.address[0]) {
        mail_turn_ends(mail, &news->id);
        return;
    }
    memcpy(stored.player, person->stored.player, sizeof stored.player);
    snprintf(stored.opponent, sizeof stored.opponent, "%s", news->seat[color_other(color)].name);
    put(mail, &stored);
}

void mail_turn_goes_on(Mail *mail, const GameNews *news, Color color)
{
    const MailTurn *turn = find(mail, &news->id);
    if (!turn || !news->turn_ends) {
        mail_turn_begins(mail, news, color);
        return;
    }
    StoreMailTurn stored = turn->stored;
    stored.ends = news->turn_ends;
    if (turn->is_queued) /* the letter that waits to be sent speaks of another time */
        stored.since = wall_clock();
    put(mail, &stored);
}

void mail_turns_forget(Mail *mail, const char *player)
{
    const MailMover *mover;
    while ((mover = hash_table_find(&mail->movers, player))) {
        GameId game = mover->first->stored.game;
        mail_turn_ends(mail, &game);
    }
}

bool mail_turn_is(const Mail *mail, const GameId *game, int64_t since)
{
    const MailTurn *turn = find(mail, game);
    return turn && turn->stored.since == since;
}

void mail_turn_is_over(Mail *mail, const GameId *game, int64_t since, bool is_sent)
{
    MailTurn *turn = find(mail, game);
    if (!turn || turn->stored.since != since)
        return;
    turn->is_queued = false;
    if (is_sent)
        store_reminded(mail, turn);
    else
        wake_at(mail, wall_clock() + MAIL_HOUR);
}

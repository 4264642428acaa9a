#include "challenging.h"

#include "beginning.h"
#include "computer.h"
#include "memory.h"
#include "presence.h"
#include "rated.h"
#include "tell.h"
#include "visiting_engines.h"

#include <stdio.h>
#include <string.h>

enum { URL_MAX = 32 };

static const ChallengeFate OPEN = {.state = STATE_OPEN};

static void refuse(Hall *hall, const Visitor *visitor, const Request *request, ChallengeError error)
{
    tell_error(hall, visitor->session, request, code_of_challenge(error),
               challenge_error_text(error), 0);
}

/* Whether the connection hears of it without asking. */
static bool concerns(const Challenge *challenge, const Visitor *visitor)
{
    const Person *person = &visitor->player->person;
    return visitor_may(visitor, SCOPES_HEAR) &&
           (person_is(&challenge->from, person) ||
            (!challenge->link && person_is(&challenge->to, person)));
}

static void drop_watch(Hall *hall, size_t index)
{
    bounds_release(hall->bounds, BOUND_CHALLENGE_WATCHES, hall->watches[index].address);
    hall->watches[index] = hall->watches[--hall->watches_count];
}

/* To all whom it concerns: who made it, who it is for, who watches it. Who watches a challenge that is
 * gone watches nothing any more. */
static void tell_news(Hall *hall, const Challenge *challenge, const ChallengeFate *fate,
                      uint64_t number)
{
    print_challenge(&hall->text, challenge, fate);
    Packet *packet = packet_new(hall->text.bytes, hall->text.length);
    text_reset(&hall->text);
    const Player *concerned[] = {player_find(&hall->players, challenge->from.id),
                                 challenge->link ? NULL
                                                 : player_find(&hall->players, challenge->to.id)};
    for (int i = 0; i < 2; i++)
        for (const Visitor *visitor = concerned[i] ? concerned[i]->visitors : NULL; visitor;
             visitor = visitor->next)
            if (concerns(challenge, visitor))
                session_push(hall->options.sessions, visitor->session, packet, number);
    for (size_t i = hall->watches_count; i-- > 0;) {
        const Visitor *visitor = session_owner(hall->options.sessions, hall->watches[i].session);
        if (!lobby_id_equal(&hall->watches[i].challenge, &challenge->id))
            continue;
        if (visitor && !concerns(challenge, visitor))
            session_push(hall->options.sessions, visitor->session, packet, number);
        if (fate->state != STATE_OPEN)
            drop_watch(hall, i);
    }
    packet_release(packet);
}

/* ---- made ---- */

static void challenge_computer(Hall *hall, Visitor *visitor, const Request *request)
{
    const Terms *terms = &request->challenge.terms;
    const Person *person = &visitor->player->person;
    Person opponent;
    if (!hall_lets(hall, visitor, LIMIT_COMPUTER, LIMIT_COMPUTER_ADDRESS)) {
        tell_refusal(hall, visitor->session, request, CODE_TOO_FAST);
        return;
    }
    if (!computer_has_room(hall, visitor)) {
        tell_error(hall, visitor->session, request, CODE_NOT_NOW, lobby_error_text(LOBBY_BUSY), 0);
        return;
    }
    if (request->challenge.level > 0)
        opponent = person_computer(request->challenge.level);
    else if (!visiting_find(hall, visitor, request, &opponent))
        return;
    Color seat = wish_color(terms->color, WISH_RANDOM, hall_chance());
    Beginning beginning = {
        .control = time_control_seated(&terms->control, seat),
        .variant = terms->variant,
        .start = request->challenge.has_start ? &request->challenge.start : NULL,
        .first_move = FIRST_MOVE_PATIENT,
    };
    beginning.seat[seat] = *person;
    beginning.seat[color_other(seat)] = opponent;
    Game *game = begin_game(hall, &beginning);
    tell_ok(hall, visitor->session, request, &(Ok){.game = &game->id}, game->journal);
    begin_telling(hall, game, &beginning);
}

static uint64_t put(Hall *hall, const Challenge *challenge)
{
    StoreChallenge stored = {.made = challenge->made, .expires = challenge->expires};
    memcpy(stored.id, challenge->id.text, sizeof challenge->id.text);
    stored.size = challenge_pack(challenge, stored.terms);
    return hall->newest = store_put_challenge(hall->options.store, &stored);
}

_Static_assert((int)VISITOR_ADDRESS_MAX == (int)CHALLENGE_ADDRESS_MAX,
               "a challenge keeps its maker's address whole");
_Static_assert((int)CHALLENGE_PACKED_MAX <= (int)STORE_TERMS_MAX &&
                   (int)LOBBY_ID_LENGTH <= (int)STORE_CHALLENGE_ID_MAX,
               "every challenge can be stored");

/* It is closed, and nobody has accepted it. */
static void close_for_nothing(Hall *hall, const Challenge *challenge, ChallengeState state)
{
    hall->newest = store_delete_challenge(hall->options.store, challenge->id.text);
    tell_news(hall, challenge, &(ChallengeFate){.state = state}, hall->newest);
}

void challenging_cancel(Hall *hall, const LobbyId *id)
{
    Challenge challenge;
    if (challenges_remove(hall->challenges, id, &challenge) == CHALLENGE_OK)
        close_for_nothing(hall, &challenge, STATE_CANCELED);
}

static void open_challenge(Hall *hall, Visitor *visitor, const Request *request,
                           const Challenge *challenge)
{
    char url[URL_MAX];
    Challenge evicted;
    ChallengeError error = challenges_add(hall->challenges, challenge, &evicted);
    if (error != CHALLENGE_OK) {
        refuse(hall, visitor, request, error);
        return;
    }
    if (evicted.id.text[0])
        close_for_nothing(hall, &evicted, STATE_EXPIRED);
    uint64_t number = put(hall, challenge);
    snprintf(url, sizeof url, "/challenge/%s", challenge->id.text);
    Ok ok = {.challenge = &challenge->id, .url = challenge->link ? url : NULL};
    tell_ok(hall, visitor->session, request, &ok, number);
    tell_news(hall, challenge, &OPEN, number);
}

/* An account, here or not; else a guest who is here. */
static bool find_named(const Hall *hall, const Request *request, Person *found, bool *several)
{
    const char *id = request->challenge.user, *name = request->challenge.name;
    *several = false;
    if (presence_find_account(hall, id[0] ? id : NULL, name, found))
        return true;
    const Player *player =
        id[0] ? player_find(&hall->players, id) : player_by_name(&hall->players, name, several);
    if (player)
        *found = player->person;
    return player != NULL;
}

/* Whom a challenge by name is for; false and a refusal when there is nobody. */
static bool find_opponent(Hall *hall, Visitor *visitor, const Request *request, Person *found)
{
    bool several;
    const Person *self = &visitor->player->person;
    bool is_found = find_named(hall, request, found, &several);
    if (several)
        tell_error(hall, visitor->session, request, CODE_NO_SUCH_PLAYER,
                   "several players have that name: give \"user\" instead", 0);
    else if (!is_found)
        tell_refusal(hall, visitor->session, request, CODE_NO_SUCH_PLAYER);
    else if (person_is(found, self))
        tell_error(hall, visitor->session, request, CODE_FORBIDDEN, "you cannot challenge yourself",
                   0);
    else if (!presence_may_meet(hall, found, self))
        tell_error(hall, visitor->session, request, CODE_FORBIDDEN,
                   "one of you has blocked the other", 0);
    else
        return true;
    return false;
}

static void challenge_person(Hall *hall, Visitor *visitor, const Request *request)
{
    const Person *from = &visitor->player->person;
    if (!hall_lets(hall, visitor, LIMIT_CHALLENGE, LIMIT_CHALLENGE_ADDRESS) ||
        !allowance_take(hall->allowance, LIMIT_CHALLENGE_DAY, from->id, hall->now)) {
        tell_refusal(hall, visitor->session, request, CODE_TOO_FAST);
        return;
    }
    Challenge challenge = {
        .id = hall_draw_id(),
        .link = request->challenge.to == TO_LINK,
        .from = *from,
        .terms = request->challenge.terms,
        .has_start = request->challenge.has_start,
    };
    if (challenge.has_start)
        challenge.start = request->challenge.start;
    if (from->guest)
        memcpy(challenge.address, visitor->address, sizeof visitor->address);
    if (!challenge.link && !find_opponent(hall, visitor, request, &challenge.to))
        return;
    const Terms *terms = &challenge.terms;
    rated_show(hall, &challenge.from, &terms->control, terms->variant);
    if (!challenge.link)
        rated_show(hall, &challenge.to, &terms->control, terms->variant);
    challenge_date(&challenge, hall->wall);
    open_challenge(hall, visitor, request, &challenge);
}

void challenging_challenge(Hall *hall, Visitor *visitor, const Request *request)
{
    if (!hall_has_room_for(hall, &visitor->player->person))
        tell_error(hall, visitor->session, request, CODE_NOT_NOW,
                   "you have too many games in progress", 0);
    else if (request->challenge.to == TO_COMPUTER)
        challenge_computer(hall, visitor, request);
    else
        challenge_person(hall, visitor, request);
}

/* ---- answered ---- */

void challenging_accept(Hall *hall, Visitor *visitor, const Request *request)
{
    Challenge challenge;
    Person seat[2];
    if (!hall_has_room_for(hall, &visitor->player->person)) {
        tell_error(hall, visitor->session, request, CODE_NOT_NOW,
                   "you have too many games in progress", 0);
        return;
    }
    const Challenge *open = challenges_find(hall->challenges, &request->open.id, hall->wall);
    if (open && !presence_may_meet(hall, &open->from, &visitor->player->person)) {
        refuse(hall, visitor, request, CHALLENGE_FORBIDDEN);
        return;
    }
    ChallengeError error =
        challenges_accept(hall->challenges, &request->open.id, &visitor->player->person, hall->wall,
                          hall_chance(), &challenge, seat);
    if (error != CHALLENGE_OK) {
        refuse(hall, visitor, request, error);
        return;
    }
    Color asker = person_is(&seat[WHITE], &challenge.from) ? WHITE : BLACK;
    Beginning beginning = {
        .control = time_control_seated(&challenge.terms.control, asker),
        .variant = challenge.terms.variant,
        .start = challenge.has_start ? &challenge.start : NULL,
        .rated = challenge.terms.rated,
        .first_move = FIRST_MOVE_PATIENT,
        .seat = {seat[WHITE], seat[BLACK]},
        .origin = {{.challenge = &challenge.id}, {.challenge = &challenge.id}},
    };
    Game *game = begin_game(hall, &beginning);
    store_delete_challenge(hall->options.store, challenge.id.text);
    tell_ok(hall, visitor->session, request, &(Ok){.game = &game->id}, game->journal);
    tell_news(hall, &challenge, &(ChallengeFate){.state = STATE_ACCEPTED, .game = &game->id},
              game->journal);
    begin_telling(hall, game, &beginning);
}

void challenging_decline(Hall *hall, Visitor *visitor, const Request *request)
{
    Challenge challenge;
    ChallengeError error = challenges_decline(hall->challenges, &request->open.id,
                                              &visitor->player->person, hall->wall, &challenge);
    if (error != CHALLENGE_OK) {
        refuse(hall, visitor, request, error);
        return;
    }
    bool is_maker = person_is(&challenge.from, &visitor->player->person);
    hall->newest = store_delete_challenge(hall->options.store, challenge.id.text);
    tell_ok(hall, visitor->session, request, NULL, hall->newest);
    ChallengeFate fate = {.state = is_maker ? STATE_CANCELED : STATE_DECLINED,
                          .reason = request->open.reason};
    tell_news(hall, &challenge, &fate, hall->newest);
}

/* ---- watched ---- */

static void forget(Hall *hall, SessionId session, const LobbyId *challenge)
{
    for (size_t i = hall->watches_count; i-- > 0;)
        if (hall->watches[i].session == session &&
            (!challenge || lobby_id_equal(&hall->watches[i].challenge, challenge)))
            drop_watch(hall, i);
}

static bool note_watch(Hall *hall, const Visitor *visitor, const LobbyId *challenge)
{
    forget(hall, visitor->session, challenge);
    if (hall->watches_count == CHALLENGE_WATCHES_MAX ||
        !bounds_take(hall->bounds, BOUND_CHALLENGE_WATCHES, visitor->address))
        return false;
    if (hall->watches_count == hall->watches_size) {
        hall->watches_size = hall->watches_size ? 2 * hall->watches_size : 16;
        hall->watches = memory_resize(hall->watches, hall->watches_size, sizeof *hall->watches);
    }
    ChallengeWatch *watch = &hall->watches[hall->watches_count++];
    *watch = (ChallengeWatch){.challenge = *challenge, .session = visitor->session};
    memcpy(watch->address, visitor->address, sizeof watch->address);
    return true;
}

void challenging_watch(Hall *hall, Visitor *visitor, const Request *request)
{
    const LobbyId *id = &request->watch.challenge;
    const Challenge *challenge = challenges_find(hall->challenges, id, hall->wall);
    if (!challenge) {
        refuse(hall, visitor, request, CHALLENGE_STALE);
        return;
    }
    if (!note_watch(hall, visitor, id)) {
        tell_error(hall, visitor->session, request, CODE_NOT_NOW,
                   "too many challenges are being watched", 0);
        return;
    }
    /* hall->newest: it may be of this turn, and is told when it is durable. */
    tell_ok(hall, visitor->session, request, NULL, hall->newest);
    print_challenge(&hall->text, challenge, &OPEN);
    tell_session(hall, visitor->session, hall->newest);
}

void challenging_unwatch(Hall *hall, Visitor *visitor, const Request *request)
{
    forget(hall, visitor->session, &request->watch.challenge);
    tell_ok(hall, visitor->session, request, NULL, 0);
}

void challenging_forget(Hall *hall, SessionId session)
{
    forget(hall, session, NULL);
}

void challenging_welcome(Hall *hall, Visitor *visitor)
{
    if (!challenges_concern(hall->challenges, visitor->player->person.id))
        return;
    for (size_t i = 0; i < challenges_count(hall->challenges); i++) {
        const Challenge *challenge = challenges_at(hall->challenges, i);
        if (challenge->expires <= hall->wall || !concerns(challenge, visitor))
            continue;
        print_challenge(&hall->text, challenge, &OPEN);
        tell_session(hall, visitor->session, hall->newest);
    }
}

/* ---- out of time ---- */

void challenging_tick(Hall *hall)
{
    Challenge expired;
    while (challenges_tick(hall->challenges, hall->wall, &expired))
        close_for_nothing(hall, &expired, STATE_EXPIRED);
}

int64_t challenging_due(const Hall *hall)
{
    int64_t at = challenges_deadline(hall->challenges);
    return at == INT64_MAX ? at : at - hall->wall + hall->now;
}

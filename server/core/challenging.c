#include "challenging.h"

#include "computer.h"
#include "external_engine.h"
#include "memory.h"
#include "presence.h"
#include "rated.h"
#include "start_game.h"
#include "tell.h"

#include <stdio.h>
#include <string.h>

enum { URL_MAX = 32 };

static const ChallengeFate OPEN = {.state = STATE_OPEN};

static void refuse(Core *core, const Visitor *visitor, const Request *request, ChallengeError error)
{
    tell_error(core, visitor->session, request, code_of_challenge(error),
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

static void drop_watch(Core *core, size_t index)
{
    bounds_release(core->bounds, BOUND_CHALLENGE_WATCHES, core->watches[index].address);
    core->watches[index] = core->watches[--core->watches_count];
}

/* To all whom it concerns: who made it, who it is for, who watches it. Who watches a challenge that is
 * gone watches nothing any more. */
static void tell_news(Core *core, const Challenge *challenge, const ChallengeFate *fate,
                      uint64_t number)
{
    print_challenge(&core->text, challenge, fate);
    Packet *packet = packet_new(core->text.bytes, core->text.length);
    text_reset(&core->text);
    const Player *concerned[] = {player_find(&core->players, challenge->from.id),
                                 challenge->link ? NULL
                                                 : player_find(&core->players, challenge->to.id)};
    for (int i = 0; i < 2; i++)
        for (const Visitor *visitor = concerned[i] ? concerned[i]->visitors : NULL; visitor;
             visitor = visitor->next)
            if (concerns(challenge, visitor))
                session_push(core->options.sessions, visitor->session, packet, number);
    for (size_t i = core->watches_count; i-- > 0;) {
        const Visitor *visitor = session_owner(core->options.sessions, core->watches[i].session);
        if (!lobby_id_equal(&core->watches[i].challenge, &challenge->id))
            continue;
        if (visitor && !concerns(challenge, visitor))
            session_push(core->options.sessions, visitor->session, packet, number);
        if (fate->state != STATE_OPEN)
            drop_watch(core, i);
    }
    packet_release(packet);
}

/* ---- made ---- */

static void challenge_computer(Core *core, Visitor *visitor, const Request *request)
{
    const Terms *terms = &request->challenge.terms;
    const Person *person = &visitor->player->person;
    Person opponent;
    if (!core_lets(core, visitor, LIMIT_COMPUTER, LIMIT_COMPUTER_ADDRESS)) {
        tell_refusal(core, visitor->session, request, CODE_TOO_FAST);
        return;
    }
    if (!computer_has_room(core, visitor)) {
        tell_error(core, visitor->session, request, CODE_NOT_NOW, lobby_error_text(LOBBY_BUSY), 0);
        return;
    }
    if (request->challenge.level > 0)
        opponent = person_computer(request->challenge.level);
    else if (!external_engine_find(core, visitor, request, &opponent))
        return;
    Color seat = wish_color(terms->color, WISH_RANDOM, core_chance());
    Beginning beginning = {
        .control = time_control_seated(&terms->control, seat),
        .variant = terms->variant,
        .start = request->challenge.has_start ? &request->challenge.start : NULL,
        .first_move = FIRST_MOVE_PATIENT,
    };
    beginning.seat[seat] = *person;
    beginning.seat[color_other(seat)] = opponent;
    Game *game = begin_game(core, &beginning);
    tell_ok(core, visitor->session, request, &(Ok){.game = &game->id}, game->journal);
    start_game_telling(core, game, &beginning);
}

static uint64_t put(Core *core, const Challenge *challenge)
{
    StoreChallenge stored = {.made = challenge->made, .expires = challenge->expires};
    memcpy(stored.id, challenge->id.text, sizeof challenge->id.text);
    stored.size = challenge_pack(challenge, stored.terms);
    return core->newest = store_put_challenge(core->options.store, &stored);
}

_Static_assert((int)VISITOR_ADDRESS_MAX == (int)CHALLENGE_ADDRESS_MAX,
               "a challenge keeps its maker's address whole");
_Static_assert((int)CHALLENGE_PACKED_MAX <= (int)STORE_TERMS_MAX &&
                   (int)LOBBY_ID_LENGTH <= (int)STORE_CHALLENGE_ID_MAX,
               "every challenge can be stored");

/* It is closed, and nobody has accepted it. */
static void close_for_nothing(Core *core, const Challenge *challenge, ChallengeState state)
{
    core->newest = store_delete_challenge(core->options.store, challenge->id.text);
    tell_news(core, challenge, &(ChallengeFate){.state = state}, core->newest);
}

void challenging_cancel(Core *core, const LobbyId *id)
{
    Challenge challenge;
    if (challenges_remove(core->challenges, id, &challenge) == CHALLENGE_OK)
        close_for_nothing(core, &challenge, STATE_CANCELED);
}

static void open_challenge(Core *core, Visitor *visitor, const Request *request,
                           const Challenge *challenge)
{
    char url[URL_MAX];
    Challenge evicted;
    ChallengeError error = challenges_add(core->challenges, challenge, &evicted);
    if (error != CHALLENGE_OK) {
        refuse(core, visitor, request, error);
        return;
    }
    if (evicted.id.text[0])
        close_for_nothing(core, &evicted, STATE_EXPIRED);
    uint64_t number = put(core, challenge);
    snprintf(url, sizeof url, "/challenge/%s", challenge->id.text);
    Ok ok = {.challenge = &challenge->id, .url = challenge->link ? url : NULL};
    tell_ok(core, visitor->session, request, &ok, number);
    tell_news(core, challenge, &OPEN, number);
}

/* An account, here or not; else a guest who is here. */
static bool find_named(const Core *core, const Request *request, Person *found, bool *several)
{
    const char *id = request->challenge.user, *name = request->challenge.name;
    *several = false;
    if (presence_find_account(core, id[0] ? id : NULL, name, found))
        return true;
    const Player *player =
        id[0] ? player_find(&core->players, id) : player_by_name(&core->players, name, several);
    if (player)
        *found = player->person;
    return player != NULL;
}

/* Whom a challenge by name is for; false and a refusal when there is nobody. */
static bool find_opponent(Core *core, Visitor *visitor, const Request *request, Person *found)
{
    bool several;
    const Person *self = &visitor->player->person;
    bool is_found = find_named(core, request, found, &several);
    if (several)
        tell_error(core, visitor->session, request, CODE_NO_SUCH_PLAYER,
                   "several players have that name: give \"user\" instead", 0);
    else if (!is_found)
        tell_refusal(core, visitor->session, request, CODE_NO_SUCH_PLAYER);
    else if (person_is(found, self))
        tell_error(core, visitor->session, request, CODE_FORBIDDEN, "you cannot challenge yourself",
                   0);
    else if (!presence_may_meet(core, found, self))
        tell_error(core, visitor->session, request, CODE_FORBIDDEN,
                   "one of you has blocked the other", 0);
    else
        return true;
    return false;
}

static void challenge_person(Core *core, Visitor *visitor, const Request *request)
{
    const Person *from = &visitor->player->person;
    if (!core_lets(core, visitor, LIMIT_CHALLENGE, LIMIT_CHALLENGE_ADDRESS) ||
        !rate_limiter_take(core->limiter, LIMIT_CHALLENGE_DAY, from->id, core->now)) {
        tell_refusal(core, visitor->session, request, CODE_TOO_FAST);
        return;
    }
    Challenge challenge = {
        .id = core_draw_id(),
        .link = request->challenge.to == TO_LINK,
        .from = *from,
        .terms = request->challenge.terms,
        .has_start = request->challenge.has_start,
    };
    if (challenge.has_start)
        challenge.start = request->challenge.start;
    if (from->guest)
        memcpy(challenge.address, visitor->address, sizeof visitor->address);
    if (!challenge.link && !find_opponent(core, visitor, request, &challenge.to))
        return;
    const Terms *terms = &challenge.terms;
    rated_show(core, &challenge.from, &terms->control, terms->variant);
    if (!challenge.link)
        rated_show(core, &challenge.to, &terms->control, terms->variant);
    challenge_date(&challenge, core->wall);
    open_challenge(core, visitor, request, &challenge);
}

void challenging_challenge(Core *core, Visitor *visitor, const Request *request)
{
    if (!core_has_room_for(core, &visitor->player->person))
        tell_error(core, visitor->session, request, CODE_NOT_NOW,
                   "you have too many games in progress", 0);
    else if (request->challenge.to == TO_COMPUTER)
        challenge_computer(core, visitor, request);
    else
        challenge_person(core, visitor, request);
}

/* ---- answered ---- */

void challenging_accept(Core *core, Visitor *visitor, const Request *request)
{
    Challenge challenge;
    Person seat[2];
    if (!core_has_room_for(core, &visitor->player->person)) {
        tell_error(core, visitor->session, request, CODE_NOT_NOW,
                   "you have too many games in progress", 0);
        return;
    }
    const Challenge *open = challenges_find(core->challenges, &request->open.id, core->wall);
    if (open && !presence_may_meet(core, &open->from, &visitor->player->person)) {
        refuse(core, visitor, request, CHALLENGE_FORBIDDEN);
        return;
    }
    ChallengeError error =
        challenges_accept(core->challenges, &request->open.id, &visitor->player->person, core->wall,
                          core_chance(), &challenge, seat);
    if (error != CHALLENGE_OK) {
        refuse(core, visitor, request, error);
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
    Game *game = begin_game(core, &beginning);
    store_delete_challenge(core->options.store, challenge.id.text);
    tell_ok(core, visitor->session, request, &(Ok){.game = &game->id}, game->journal);
    tell_news(core, &challenge, &(ChallengeFate){.state = STATE_ACCEPTED, .game = &game->id},
              game->journal);
    start_game_telling(core, game, &beginning);
}

void challenging_decline(Core *core, Visitor *visitor, const Request *request)
{
    Challenge challenge;
    ChallengeError error = challenges_decline(core->challenges, &request->open.id,
                                              &visitor->player->person, core->wall, &challenge);
    if (error != CHALLENGE_OK) {
        refuse(core, visitor, request, error);
        return;
    }
    bool is_maker = person_is(&challenge.from, &visitor->player->person);
    core->newest = store_delete_challenge(core->options.store, challenge.id.text);
    tell_ok(core, visitor->session, request, NULL, core->newest);
    ChallengeFate fate = {.state = is_maker ? STATE_CANCELED : STATE_DECLINED,
                          .reason = request->open.reason};
    tell_news(core, &challenge, &fate, core->newest);
}

/* ---- watched ---- */

static void forget(Core *core, SessionId session, const LobbyId *challenge)
{
    for (size_t i = core->watches_count; i-- > 0;)
        if (core->watches[i].session == session &&
            (!challenge || lobby_id_equal(&core->watches[i].challenge, challenge)))
            drop_watch(core, i);
}

static bool note_watch(Core *core, const Visitor *visitor, const LobbyId *challenge)
{
    forget(core, visitor->session, challenge);
    if (core->watches_count == CHALLENGE_WATCHES_MAX ||
        !bounds_take(core->bounds, BOUND_CHALLENGE_WATCHES, visitor->address))
        return false;
    if (core->watches_count == core->watches_size) {
        core->watches_size = core->watches_size ? 2 * core->watches_size : 16;
        core->watches = memory_resize(core->watches, core->watches_size, sizeof *core->watches);
    }
    ChallengeWatch *watch = &core->watches[core->watches_count++];
    *watch = (ChallengeWatch){.challenge = *challenge, .session = visitor->session};
    memcpy(watch->address, visitor->address, sizeof watch->address);
    return true;
}

void challenging_watch(Core *core, Visitor *visitor, const Request *request)
{
    const LobbyId *id = &request->watch.challenge;
    const Challenge *challenge = challenges_find(core->challenges, id, core->wall);
    if (!challenge) {
        refuse(core, visitor, request, CHALLENGE_STALE);
        return;
    }
    if (!note_watch(core, visitor, id)) {
        tell_error(core, visitor->session, request, CODE_NOT_NOW,
                   "too many challenges are being watched", 0);
        return;
    }
    /* core->newest: it may be of this turn, and is told when it is durable. */
    tell_ok(core, visitor->session, request, NULL, core->newest);
    print_challenge(&core->text, challenge, &OPEN);
    tell_session(core, visitor->session, core->newest);
}

void challenging_unwatch(Core *core, Visitor *visitor, const Request *request)
{
    forget(core, visitor->session, &request->watch.challenge);
    tell_ok(core, visitor->session, request, NULL, 0);
}

void challenging_forget(Core *core, SessionId session)
{
    forget(core, session, NULL);
}

void challenging_welcome(Core *core, Visitor *visitor)
{
    if (!challenges_concern(core->challenges, visitor->player->person.id))
        return;
    for (size_t i = 0; i < challenges_count(core->challenges); i++) {
        const Challenge *challenge = challenges_at(core->challenges, i);
        if (challenge->expires <= core->wall || !concerns(challenge, visitor))
            continue;
        print_challenge(&core->text, challenge, &OPEN);
        tell_session(core, visitor->session, core->newest);
    }
}

/* ---- out of time ---- */

void challenging_tick(Core *core)
{
    Challenge expired;
    while (challenges_tick(core->challenges, core->wall, &expired))
        close_for_nothing(core, &expired, STATE_EXPIRED);
}

int64_t challenging_due(const Core *core)
{
    int64_t at = challenges_deadline(core->challenges);
    return at == INT64_MAX ? at : at - core->wall + core->now;
}

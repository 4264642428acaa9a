/* Challenges: to the computer, by link, to a person; accepting, declining, expiry. */
#include "bulk_pairings.h"
#include "challenge_watches.h"

#include "log.h"
#include "scope.h"
#include "tell.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { URL_MAX = 32 };

static void refuse(Matchmaker *matchmaker, const Client *client, const Request *request,
                   ChallengeError error)
{
    tell_error(matchmaker->clients, client->session, request, code_of_challenge(error),
               challenge_error_text(error), 0);
}

/* ---- made ---- */

static void challenge_computer(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    const Terms *terms = &request->challenge.terms;
    const Person *person = &client->person;
    Person opponent;
    if (!rate_limiter_take_both(matchmaker->options.limiter, LIMIT_COMPUTER, person->id,
                                LIMIT_COMPUTER_ADDRESS, client->address, matchmaker->time->now)) {
        tell_refusal(matchmaker->clients, client->session, request, CODE_TOO_FAST);
        return;
    }
    if (!live_computer_has_room(matchmaker->options.live, client)) {
        tell_error(matchmaker->clients, client->session, request, CODE_NOT_NOW,
                   lobby_error_text(LOBBY_BUSY), 0);
        return;
    }
    if (request->challenge.level > 0)
        opponent = person_computer(request->challenge.level);
    else if (!live_find_engine(matchmaker->options.live, client, request, &opponent))
        return;
    Color seat = wish_color(terms->color, WISH_RANDOM, matchmaker_chance());
    NewGame game = {
        .control = time_control_seated(&terms->control, seat),
        .variant = terms->variant,
        .start = request->challenge.has_start ? &request->challenge.start : NULL,
        .first_move = FIRST_MOVE_PATIENT,
    };
    game.seat[seat] = *person;
    game.seat[color_other(seat)] = opponent;
    BegunGame begun = live_begin(matchmaker->options.live, &game);
    tell_ok(matchmaker->clients, client->session, request, &(Ok){.game = &begun.id}, begun.number);
    live_announce(matchmaker->options.live, &begun.id, &game);
}

static uint64_t put(Matchmaker *matchmaker, const Challenge *challenge)
{
    StoreChallenge stored = {.made = challenge->made, .expires = challenge->expires};
    memcpy(stored.id, challenge->id.text, sizeof challenge->id.text);
    stored.size = challenge_pack(challenge, stored.terms);
    return journal_note(matchmaker->journal,
                        store_put_challenge(matchmaker->options.store, &stored));
}

_Static_assert((int)CLIENT_ADDRESS_MAX == (int)CHALLENGE_ADDRESS_MAX,
               "a challenge keeps its maker's address whole");
_Static_assert((int)CHALLENGE_PACKED_MAX <= (int)STORE_TERMS_MAX &&
                   (int)LOBBY_ID_LENGTH <= (int)STORE_CHALLENGE_ID_MAX,
               "every challenge can be stored");

static uint64_t delete_stored(Matchmaker *matchmaker, const Challenge *challenge)
{
    return journal_note(matchmaker->journal,
                        store_delete_challenge(matchmaker->options.store, challenge->id.text));
}

/* It is closed, and nobody has accepted it. */
static void close_for_nothing(Matchmaker *matchmaker, const Challenge *challenge,
                              ChallengeState state)
{
    uint64_t number = delete_stored(matchmaker, challenge);
    challenge_watches_tell(matchmaker, challenge, &(ChallengeFate){.state = state}, number);
}

void matchmaker_cancel(Matchmaker *matchmaker, const LobbyId *id)
{
    Challenge challenge;
    if (challenges_remove(matchmaker->challenges, id, &challenge) == CHALLENGE_OK)
        close_for_nothing(matchmaker, &challenge, STATE_CANCELED);
}

static void open_challenge(Matchmaker *matchmaker, const Client *client, const Request *request,
                           const Challenge *challenge)
{
    char url[URL_MAX];
    Challenge evicted;
    ChallengeError error = challenges_add(matchmaker->challenges, challenge, &evicted);
    if (error != CHALLENGE_OK) {
        refuse(matchmaker, client, request, error);
        return;
    }
    if (evicted.id.text[0])
        close_for_nothing(matchmaker, &evicted, STATE_EXPIRED);
    uint64_t number = put(matchmaker, challenge);
    snprintf(url, sizeof url, "/challenge/%s", challenge->id.text);
    Ok ok = {.challenge = &challenge->id, .url = challenge->link ? url : NULL};
    tell_ok(matchmaker->clients, client->session, request, &ok, number);
    challenge_watches_tell(matchmaker, challenge, &(ChallengeFate){.state = STATE_OPEN}, number);
    if (matchmaker->options.hooks.challenge)
        matchmaker->options.hooks.challenge(matchmaker->options.hooks.context, challenge, number);
}

static Category category_of_terms(const Terms *terms)
{
    return category_of(&terms->control, terms->variant);
}

/* Also of somebody who is not connected. */
static void show_account(const Matchmaker *matchmaker, const AccountInfo *account,
                         Category category, Person *person)
{
    person->balance = account->balance;
    if (category < CATEGORY_COUNT)
        rating_show(&account->ratings[category].rating, person, matchmaker->time->wall);
}

/* The game's id, which is already drawn, and behind it what only those know who are given the link. */
static LobbyId draw_id(Matchmaker *matchmaker)
{
    LobbyId id = matchmaker_draw_id();
    GameId game = store_draw_game_id(matchmaker->options.store);
    memcpy(id.text, game.text, GAME_ID_LENGTH);
    return id;
}

/* 'players' are two, or NULL: then anybody may join. */
static void set_seats(const Request *request, const Person *players, Challenge *challenge)
{
    OpenSeats *seats = &challenge->seats;
    memcpy(seats->title, request->challenge.title, sizeof seats->title);
    seats->named = players != NULL;
    if (!players)
        return;
    challenge->terms.color = WISH_WHITE; /* of the first */
    seats->player[0] = players[0];
    seats->player[1] = players[1];
}

/* 'to': the person that it is for; of an open one the two who may play, or NULL. */
static void make_challenge(Matchmaker *matchmaker, const Client *client, const Request *request,
                           const Person *to)
{
    const Person *from = &client->person;
    Challenge challenge = {
        .id = draw_id(matchmaker),
        .link = request->challenge.to != TO_USER,
        .open = request->challenge.to == TO_OPEN,
        .rules = request->challenge.rules,
        .from = *from,
        .terms = request->challenge.terms,
        .has_start = request->challenge.has_start,
    };
    if (live_is_casual(matchmaker->options.live))
        challenge.terms.rated = false;
    if (challenge.has_start)
        challenge.start = request->challenge.start;
    memcpy(challenge.counted_at, client->address, sizeof client->address);
    if (from->guest)
        memcpy(challenge.address, client->address, sizeof client->address);
    clients_show(matchmaker->clients, &challenge.from, category_of_terms(&challenge.terms),
                 matchmaker->time->wall);
    assert(challenge.link || to);
    if (!challenge.link)
        challenge.to = *to;
    if (challenge.open)
        set_seats(request, to, &challenge);
    challenge_date(&challenge, matchmaker->time->wall);
    if (request->challenge.expires)
        challenge.expires = request->challenge.expires;
    open_challenge(matchmaker, client, request, &challenge);
}

/* An account, connected or not; else a guest who is connected. */
static bool find_named(const Matchmaker *matchmaker, const Request *request,
                       const AccountInfo *account, Person *found, bool *several)
{
    const char *id = request->challenge.user, *name = request->challenge.name;
    *several = false;
    if (account_is_found(account) && !account->closed) {
        *found = account_person(account);
        show_account(matchmaker, account, category_of_terms(&request->challenge.terms), found);
        return true;
    }
    return id[0] ? clients_person(matchmaker->clients, id, found)
                 : clients_person_by_name(matchmaker->clients, name, found, several);
}

/* The accounts have said whom a challenge by name is for. */
static void challenge_found(void *part, const Client *client, const Request *request,
                            const AccountsAnswer *answer)
{
    Matchmaker *matchmaker = part;
    const AccountInfo *account = &answer->list[0];
    Person found;
    bool several;
    bool is_found = find_named(matchmaker, request, account, &found, &several);
    if (several)
        tell_error(matchmaker->clients, client->session, request, CODE_NO_SUCH_PLAYER,
                   "several players have that name: give \"user\" instead", 0);
    else if (!is_found)
        tell_refusal(matchmaker->clients, client->session, request, CODE_NO_SUCH_PLAYER);
    else if (person_is(&found, &client->person))
        tell_error(matchmaker->clients, client->session, request, CODE_FORBIDDEN,
                   "you cannot challenge yourself", 0);
    else if (account->blocked || account->blocks)
        tell_error(matchmaker->clients, client->session, request, CODE_FORBIDDEN,
                   "one of you has blocked the other", 0);
    else
        make_challenge(matchmaker, client, request, &found);
}

/* The accounts have said who the two are that an open challenge is for. */
static void players_found(void *part, const Client *client, const Request *request,
                          const AccountsAnswer *answer)
{
    Matchmaker *matchmaker = part;
    Category category = category_of_terms(&request->challenge.terms);
    Person players[2];
    for (int i = 0; i < 2; i++) {
        const AccountInfo *account = &answer->list[i];
        if (!account_is_found(account) || account->closed) {
            tell_refusal(matchmaker->clients, client->session, request, CODE_NO_SUCH_PLAYER);
            return;
        }
        players[i] = account_person(account);
        show_account(matchmaker, account, category, &players[i]);
    }
    if (person_is(&players[0], &players[1]))
        tell_error(matchmaker->clients, client->session, request, CODE_FORBIDDEN,
                   "nobody can play against themselves", 0);
    else
        make_challenge(matchmaker, client, request, players);
}

static void challenge_open(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    int64_t wall = matchmaker->time->wall, expires = request->challenge.expires;
    const char(*names)[PERSON_NAME_MAX + 1] = request->challenge.players;
    AccountRef refs[] = {account_ref_name(names[0]), account_ref_name(names[1])};
    if (expires && (expires <= wall || expires > wall + CHALLENGE_OPEN_LIFE_MAX))
        tell_error(matchmaker->clients, client->session, request, CODE_BAD_REQUEST,
                   "expires: must be at most two weeks ahead", 0);
    else if (names[0][0])
        accounts_find(
            matchmaker->options.accounts, refs, 2, client->person.id, inbox_answered,
            inbox_wait(matchmaker->options.inbox, client, request, players_found, matchmaker));
    else
        make_challenge(matchmaker, client, request, NULL);
}

static void challenge_person(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    const char *from = client->person.id, *user = request->challenge.user;
    int64_t now = matchmaker->time->now;
    AccountRef ref = user[0] ? account_ref_id(user) : account_ref_name(request->challenge.name);
    if (!rate_limiter_take_both(matchmaker->options.limiter, LIMIT_CHALLENGE, from,
                                LIMIT_CHALLENGE_ADDRESS, client->address, now) ||
        !rate_limiter_take(matchmaker->options.limiter, LIMIT_CHALLENGE_DAY, from, now))
        tell_refusal(matchmaker->clients, client->session, request, CODE_TOO_FAST);
    else if (request->challenge.to == TO_LINK)
        make_challenge(matchmaker, client, request, NULL);
    else if (request->challenge.to == TO_OPEN)
        challenge_open(matchmaker, client, request);
    else
        accounts_find(
            matchmaker->options.accounts, &ref, 1, from, inbox_answered,
            inbox_wait(matchmaker->options.inbox, client, request, challenge_found, matchmaker));
}

void matchmaker_challenge(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    if (!live_has_room_for(matchmaker->options.live, client->person.id))
        tell_error(matchmaker->clients, client->session, request, CODE_NOT_NOW,
                   "you have too many games in progress", 0);
    else if (request->challenge.to == TO_COMPUTER)
        challenge_computer(matchmaker, client, request);
    else
        challenge_person(matchmaker, client, request);
}

/* ---- answered ---- */

/* The game of a challenge that has been accepted. 'asker': the colour of whoever made it, or joined it first. */
static void begin_game(Matchmaker *matchmaker, const Client *client, const Request *request,
                       const Challenge *accepted, const Person seat[2], Color asker)
{
    Challenge challenge = *accepted;
    GameId id = challenge_game(&challenge);
    NewGame game = {
        /* A challenge from before November 2026 has an id that was drawn for itself. */
        .id = store_keep_game_id(matchmaker->options.store, &id) ? &id : NULL,
        .control = time_control_seated(&challenge.terms.control, asker),
        .variant = challenge.terms.variant,
        .start = challenge.has_start ? &challenge.start : NULL,
        .rated = challenge.terms.rated,
        .rules = challenge.rules,
        .first_move = FIRST_MOVE_PATIENT,
        .seat = {seat[WHITE], seat[BLACK]},
        .origin = {{.challenge = &challenge.id}, {.challenge = &challenge.id}},
    };
    BegunGame begun = live_begin(matchmaker->options.live, &game);
    delete_stored(matchmaker, &challenge);
    tell_ok(matchmaker->clients, client->session, request, &(Ok){.game = &begun.id}, begun.number);
    challenge_watches_tell(matchmaker, &challenge,
                           &(ChallengeFate){.state = STATE_ACCEPTED, .game = &begun.id},
                           begun.number);
    live_announce(matchmaker->options.live, &begun.id, &game);
}

/* 'maker': the account that made it, empty for a guest's; NULL when it is not open. */
static void accept_offered(Matchmaker *matchmaker, const Client *client, const Request *request,
                           const AccountInfo *maker)
{
    Challenge challenge;
    Person seat[2];
    ChallengeError error = challenges_accept(matchmaker->challenges, &request->open.id,
                                             &client->person, matchmaker->time->wall,
                                             challenge_chance(&request->open.id), &challenge, seat);
    if (error != CHALLENGE_OK) {
        refuse(matchmaker, client, request, error);
        return;
    }
    Color asker = person_is(&seat[WHITE], &challenge.from) ? WHITE : BLACK;
    if (maker && account_is_found(maker))
        show_account(matchmaker, maker, category_of_terms(&challenge.terms), &seat[asker]);
    begin_game(matchmaker, client, request, &challenge, seat, asker);
}

/* The first one waits for the second. */
static void join(Matchmaker *matchmaker, const Client *client, const Request *request,
                 const AccountInfo *other)
{
    Challenge challenge;
    Person seat[2];
    ChallengeError error =
        challenges_join(matchmaker->challenges, &request->open.id, &client->person,
                        request->open.color, matchmaker->time->wall, &challenge, seat);
    if (error != CHALLENGE_OK) {
        refuse(matchmaker, client, request, error);
        return;
    }
    if (!challenge_is_full(&challenge)) {
        uint64_t number = put(matchmaker, &challenge);
        tell_ok(matchmaker->clients, client->session, request, &(Ok){.challenge = &challenge.id},
                number);
        challenge_watches_tell(matchmaker, &challenge, &(ChallengeFate){.state = STATE_OPEN},
                               number);
        return;
    }
    Color asker = person_is(&seat[WHITE], &challenge.seats.player[0]) ? WHITE : BLACK;
    Color late = person_is(&seat[WHITE], &client->person) ? WHITE : BLACK;
    if (other && account_is_found(other))
        show_account(matchmaker, other, category_of_terms(&challenge.terms),
                     &seat[color_other(late)]);
    begin_game(matchmaker, client, request, &challenge, seat, asker);
}

/* 'other': the account of whoever made it, or joined it first; empty for a guest. */
static void accept_open(Matchmaker *matchmaker, const Client *client, const Request *request,
                        const AccountInfo *other)
{
    const Challenge *open =
        challenges_find(matchmaker->challenges, &request->open.id, matchmaker->time->wall);
    if (open && open->open)
        join(matchmaker, client, request, other);
    else
        accept_offered(matchmaker, client, request, other);
}

/* Whoever the person would play against, as far as that is known. */
static const Person *opponent_in(const Challenge *challenge, const Person *person)
{
    const OpenSeats *seats = &challenge->seats;
    if (!challenge->open)
        return &challenge->from;
    for (int place = 0; place < 2; place++)
        if ((seats->joined[place] || seats->named) && !person_is(&seats->player[place], person))
            return &seats->player[place];
    return person;
}

static bool wants_other_color(const Challenge *open, const Request *request)
{
    Wish wish = request->open.color;
    return !open->open && wish != WISH_RANDOM &&
           wish == (challenge_color(open) == WHITE ? WISH_WHITE : WISH_BLACK);
}

static void accept_allowed(void *part, const Client *client, const Request *request,
                           const AccountsAnswer *answer)
{
    Matchmaker *matchmaker = part;
    if (answer->error == ACCOUNTS_OK)
        accept_open(matchmaker, client, request, &answer->list[0]);
    else
        refuse(matchmaker, client, request, CHALLENGE_FORBIDDEN);
}

/* Whoever made it, or joined it first, may have begun many other games since. NULL: both may begin it. */
static const char *what_prevents(const Matchmaker *matchmaker, const Challenge *open,
                                 const Person *person)
{
    const Live *live = matchmaker->options.live;
    if (!live_has_room_for(live, person->id))
        return "you have too many games in progress";
    if (open && !live_has_room_for(live, opponent_in(open, person)->id))
        return "your opponent has too many games in progress";
    return NULL;
}

void matchmaker_accept(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    const Challenge *open =
        challenges_find(matchmaker->challenges, &request->open.id, matchmaker->time->wall);
    const char *why_not = what_prevents(matchmaker, open, &client->person);
    if (why_not)
        tell_error(matchmaker->clients, client->session, request, CODE_NOT_NOW, why_not, 0);
    else if (!open)
        accept_open(matchmaker, client, request, NULL);
    else if (wants_other_color(open, request))
        refuse(matchmaker, client, request, CHALLENGE_COLOR);
    else
        accounts_may_meet(
            matchmaker->options.accounts, opponent_in(open, &client->person)->id, client->person.id,
            inbox_answered,
            inbox_wait(matchmaker->options.inbox, client, request, accept_allowed, matchmaker));
}

void matchmaker_decline(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    Challenge challenge;
    ChallengeError error = challenges_decline(matchmaker->challenges, &request->open.id,
                                              &client->person, matchmaker->time->wall, &challenge);
    if (error != CHALLENGE_OK) {
        refuse(matchmaker, client, request, error);
        return;
    }
    bool is_maker = person_is(&challenge.from, &client->person);
    uint64_t number = delete_stored(matchmaker, &challenge);
    tell_ok(matchmaker->clients, client->session, request, NULL, number);
    ChallengeFate fate = {.state = is_maker ? STATE_CANCELED : STATE_DECLINED,
                          .reason = request->open.reason};
    challenge_watches_tell(matchmaker, &challenge, &fate, number);
}

/* ---- out of time ---- */

void matchmaker_challenges_tick(Matchmaker *matchmaker)
{
    Challenge expired;
    while (challenges_tick(matchmaker->challenges, matchmaker->time->wall, &expired))
        close_for_nothing(matchmaker, &expired, STATE_EXPIRED);
}

int64_t matchmaker_challenges_due(const Matchmaker *matchmaker)
{
    int64_t at = challenges_deadline(matchmaker->challenges);
    return at == INT64_MAX ? at : at - matchmaker->time->wall + matchmaker->time->now;
}

/* ---- what there was before the restart ---- */

/* Somebody may have signed up or been renamed since it was stored. */
static void refresh(void *context, const AccountsAnswer *answer)
{
    Matchmaker *matchmaker = context;
    for (size_t i = 0; i < answer->count; i++) {
        Person person = account_person(&answer->list[i]);
        if (account_is_found(&answer->list[i]))
            challenges_know(matchmaker->challenges, &person);
    }
}

static void load_challenge(void *context, const StoreChallenge *stored)
{
    Matchmaker *matchmaker = context;
    Challenge challenge;
    if (bulk_pair_is(stored->terms, stored->size)) {
        bulk_pairings_load(matchmaker, stored);
        return;
    }
    if (!challenge_unpack(&challenge, stored->terms, stored->size)) {
        log_warning("challenge %s is damaged and left out", stored->id);
        return;
    }
    if (!challenge.from.guest)
        challenge.address[0] = '\0';
    GameId game = challenge_game(&challenge);
    store_keep_game_id(matchmaker->options.store, &game);
    AccountRef refs[] = {account_ref_id(challenge.from.id), account_ref_id(challenge.to.id)};
    accounts_find(matchmaker->options.accounts, refs, 2, "", refresh, matchmaker);
    challenges_load(matchmaker->challenges, &challenge, matchmaker->time->wall);
}

bool matchmaker_load(Matchmaker *matchmaker, char *line)
{
    StoreError error = store_load_challenges(matchmaker->options.store, matchmaker->time->wall,
                                             load_challenge, matchmaker, line);
    bulk_pairings_loaded(matchmaker);
    return error == STORE_OK;
}

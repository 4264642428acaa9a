/* What an operator clears: challenges, seeks, and all that somebody who is banned has open. */
#include "inside.h"

#include "challenging.h"
#include "memory.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

static const char WITHDRAWN[] = "Your seek has been withdrawn by the operator of this server.";

/* ---- what is meant ---- */

static bool is_or_any(const char *wanted, const char *text)
{
    return !wanted || strcmp(wanted, text) == 0;
}

bool hall_picks_challenge(const HallPick *pick, const Challenge *challenge)
{
    bool concerned = !pick->person || strcmp(challenge->from.id, pick->person) == 0 ||
                     (!challenge->link && strcmp(challenge->to.id, pick->person) == 0);
    return concerned && is_or_any(pick->id, challenge->id.text) &&
           is_or_any(pick->address, challenge->address);
}

/* Where its connection is, or was when a guest's was made. */
static const char *address_of(const Hall *hall, const Seek *seek)
{
    const Visitor *visitor = session_owner(hall->options.sessions, seek->session);
    return seek->address[0] ? seek->address : visitor ? visitor->address : "";
}

static bool picks_seek(const Hall *hall, const HallPick *pick, const Seek *seek)
{
    return is_or_any(pick->id, seek->id.text) && is_or_any(pick->person, seek->person.id) &&
           is_or_any(pick->address, address_of(hall, seek));
}

/* ---- lists ---- */

void hall_each_challenge(const Hall *hall, const HallPick *pick, HallChallengeShow show,
                         void *context)
{
    for (size_t i = 0; i < challenges_count(hall->challenges); i++) {
        const Challenge *challenge = challenges_at(hall->challenges, i);
        if (hall_picks_challenge(pick, challenge))
            show(context, challenge);
    }
}

void hall_each_seek(const Hall *hall, const HallPick *pick, HallSeekShow show, void *context)
{
    for (size_t i = 0; i < lobby_count(hall->lobby); i++) {
        const Seek *seek = lobby_at(hall->lobby, i);
        if (picks_seek(hall, pick, seek))
            show(context, seek, address_of(hall, seek));
    }
}

const char *hall_address(const Hall *hall, const char *id)
{
    const Player *player = player_find(&hall->players, id);
    return player && player->visitors ? player->visitors->address : NULL;
}

/* ---- clearing ---- */

/* From the end: what is taken out gives its place to the last, or moves those behind it. */
size_t hall_close_challenges(Hall *hall, const HallPick *pick)
{
    size_t closed = 0;
    hall_read_clocks(hall);
    for (size_t i = challenges_count(hall->challenges); i-- > 0;) {
        const Challenge *challenge = challenges_at(hall->challenges, i);
        if (!hall_picks_challenge(pick, challenge))
            continue;
        LobbyId id = challenge->id;
        challenging_cancel(hall, &id);
        closed++;
    }
    return closed;
}

size_t hall_close_seeks(Hall *hall, const HallPick *pick)
{
    size_t closed = 0;
    hall_read_clocks(hall);
    for (size_t i = lobby_count(hall->lobby); i-- > 0;) {
        Seek seek = *lobby_at(hall->lobby, i);
        if (!picks_seek(hall, pick, &seek))
            continue;
        lobby_unseek(hall->lobby, &seek.id, &seek.person);
        print_notice(&hall->text, WITHDRAWN);
        tell_session(hall, seek.session, 0);
        closed++;
    }
    return closed;
}

void hall_ban(Hall *hall, const char *person)
{
    HallPick theirs = {.person = person};
    hall_close_seeks(hall, &theirs);
    hall_close_challenges(hall, &theirs);
    hall_dismiss(hall, person, NULL);
}

/* Ids, since who is sent away may be freed. */
static size_t sessions_at(const Hall *hall, const char *address, SessionId **sessions)
{
    size_t count = 0, size = 0;
    const Player *player;
    *sessions = NULL;
    for (size_t at = 0; (player = catalog_next(&hall->players, &at));)
        for (const Visitor *visitor = player->visitors; visitor; visitor = visitor->next) {
            if (strcmp(visitor->address, address) != 0)
                continue;
            if (count == size) {
                size = size ? 2 * size : 16;
                *sessions = memory_resize(*sessions, size, sizeof **sessions);
            }
            (*sessions)[count++] = visitor->session;
        }
    return count;
}

size_t hall_ban_address(Hall *hall, const char *address)
{
    SessionId *sessions;
    HallPick theirs = {.address = address};
    hall_close_seeks(hall, &theirs);
    hall_close_challenges(hall, &theirs);
    size_t count = sessions_at(hall, address, &sessions);
    for (size_t i = 0; i < count; i++) {
        session_close(hall->options.sessions, sessions[i], CLOSE_POLICY);
        hall_closed(hall, sessions[i]);
    }
    free(sessions);
    return count;
}

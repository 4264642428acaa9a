/* What an operator clears: challenges, seeks, and all that somebody who is banned has open. */
#include "inside_core.h"

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

bool core_picks_challenge(const CorePick *pick, const Challenge *challenge)
{
    bool concerned = !pick->person || strcmp(challenge->from.id, pick->person) == 0 ||
                     (!challenge->link && strcmp(challenge->to.id, pick->person) == 0);
    return concerned && is_or_any(pick->id, challenge->id.text) &&
           is_or_any(pick->address, challenge->address);
}

/* Where its connection is, or was when a guest's was made. */
static const char *address_of(const Core *core, const Seek *seek)
{
    const Visitor *visitor = session_owner(core->options.sessions, seek->session);
    return seek->address[0] ? seek->address : visitor ? visitor->address : "";
}

static bool picks_seek(const Core *core, const CorePick *pick, const Seek *seek)
{
    return is_or_any(pick->id, seek->id.text) && is_or_any(pick->person, seek->person.id) &&
           is_or_any(pick->address, address_of(core, seek));
}

/* ---- lists ---- */

void core_each_challenge(const Core *core, const CorePick *pick, CoreChallengeShow show,
                         void *context)
{
    for (size_t i = 0; i < challenges_count(core->challenges); i++) {
        const Challenge *challenge = challenges_at(core->challenges, i);
        if (core_picks_challenge(pick, challenge))
            show(context, challenge);
    }
}

void core_each_seek(const Core *core, const CorePick *pick, CoreSeekShow show, void *context)
{
    for (size_t i = 0; i < lobby_count(core->lobby); i++) {
        const Seek *seek = lobby_at(core->lobby, i);
        if (picks_seek(core, pick, seek))
            show(context, seek, address_of(core, seek));
    }
}

const char *core_address(const Core *core, const char *id)
{
    const Player *player = player_find(&core->players, id);
    return player && player->visitors ? player->visitors->address : NULL;
}

/* ---- clearing ---- */

/* From the end: what is taken out gives its place to the last, or moves those behind it. */
size_t core_close_challenges(Core *core, const CorePick *pick)
{
    size_t closed = 0;
    core_read_clocks(core);
    for (size_t i = challenges_count(core->challenges); i-- > 0;) {
        const Challenge *challenge = challenges_at(core->challenges, i);
        if (!core_picks_challenge(pick, challenge))
            continue;
        LobbyId id = challenge->id;
        challenging_cancel(core, &id);
        closed++;
    }
    return closed;
}

size_t core_close_seeks(Core *core, const CorePick *pick)
{
    size_t closed = 0;
    core_read_clocks(core);
    for (size_t i = lobby_count(core->lobby); i-- > 0;) {
        Seek seek = *lobby_at(core->lobby, i);
        if (!picks_seek(core, pick, &seek))
            continue;
        lobby_unseek(core->lobby, &seek.id, &seek.person);
        print_notice(&core->text, WITHDRAWN);
        tell_session(core, seek.session, 0);
        closed++;
    }
    return closed;
}

void core_ban(Core *core, const char *person)
{
    CorePick theirs = {.person = person};
    core_close_seeks(core, &theirs);
    core_close_challenges(core, &theirs);
    core_dismiss(core, person, NULL);
}

/* Ids, since who is sent away may be freed. */
static size_t sessions_at(const Core *core, const char *address, SessionId **sessions)
{
    size_t count = 0, size = 0;
    const Player *player;
    *sessions = NULL;
    for (size_t at = 0; (player = hash_table_next(&core->players, &at));)
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

size_t core_ban_address(Core *core, const char *address)
{
    SessionId *sessions;
    CorePick theirs = {.address = address};
    core_close_seeks(core, &theirs);
    core_close_challenges(core, &theirs);
    size_t count = sessions_at(core, address, &sessions);
    for (size_t i = 0; i < count; i++) {
        session_close(core->options.sessions, sessions[i], CLOSE_POLICY);
        core_closed(core, sessions[i]);
    }
    free(sessions);
    return count;
}

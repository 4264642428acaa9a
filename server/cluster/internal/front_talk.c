#include "front_talk.h"

#include "array.h"
#include "memory.h"

#include <stdlib.h>

typedef struct {
    SessionId session;
    size_t bytes, messages; /* on their way */
    bool is_held;
} Talker;

struct Said {
    Said *next;
    Talker *talker;
    uint64_t end;
    size_t length;
};

/* ---- shares ---- */

static size_t share(const FrontTalk *talk, size_t all, size_t most)
{
    size_t each = all / talk->talkers.count;
    return each < most ? each : most;
}

static bool has_said_enough(const FrontTalk *talk, const Talker *talker)
{
    return talker->bytes >= share(talk, TALK_ALL_BYTES, TALK_BYTES_MAX) ||
           talker->messages >= share(talk, TALK_ALL_MESSAGES, TALK_MESSAGES_MAX);
}

static bool may_go_on(const FrontTalk *talk, const Talker *talker)
{
    return talker->bytes <= share(talk, TALK_ALL_BYTES, TALK_BYTES_MAX) / 2 &&
           talker->messages <= share(talk, TALK_ALL_MESSAGES, TALK_MESSAGES_MAX) / 2;
}

/* ---- what is said ---- */

static Talker *talker_of(FrontTalk *talk, SessionId session)
{
    Talker *talker = id_table_find(&talk->talkers, session);
    if (talker)
        return talker;
    talker = memory_new(sizeof *talker);
    talker->session = session;
    id_table_put(&talk->talkers, session, talker);
    return talker;
}

void front_talk_note(FrontTalk *talk, Sessions *sessions, SessionId session, size_t length,
                     uint64_t end)
{
    Talker *talker = talker_of(talk, session);
    Said *said = memory_new(sizeof *said);
    *said = (Said){.talker = talker, .end = end, .length = length};
    *(talk->last ? &talk->last->next : &talk->first) = said;
    talk->last = said;
    talker->bytes += length;
    talker->messages++;
    if (talker->is_held || !has_said_enough(talk, talker))
        return;
    talker->is_held = true;
    talk->held++;
    talk->held_total++;
    session_hold(sessions, session, true);
}

/* ---- what is taken ---- */

static void let_go_on(FrontTalk *talk, Talker *talker)
{
    talker->is_held = false;
    talk->held--;
    talk->going = array_reserve(talk->going, &talk->going_capacity, talk->going_count + 1,
                                sizeof *talk->going);
    talk->going[talk->going_count++] = talker->session;
}

static void take(FrontTalk *talk, const Said *said)
{
    Talker *talker = said->talker;
    talker->bytes -= said->length;
    talker->messages--;
    if (talker->is_held && may_go_on(talk, talker))
        let_go_on(talk, talker);
    if (talker->messages)
        return;
    id_table_remove(&talk->talkers, talker->session);
    free(talker);
}

void front_talk_taken(FrontTalk *talk, Sessions *sessions, uint64_t up_to)
{
    Said *said;
    while ((said = talk->first) && said->end <= up_to) {
        talk->first = said->next;
        if (!talk->first)
            talk->last = NULL;
        take(talk, said);
        free(said);
    }
    for (size_t i = 0; i < talk->going_count; i++)
        session_hold(sessions, talk->going[i], false);
    talk->going_count = 0;
}

void front_talk_clear(FrontTalk *talk, Sessions *sessions)
{
    front_talk_taken(talk, sessions, UINT64_MAX);
    id_table_clear(&talk->talkers);
    free(talk->going);
    talk->going = NULL;
    talk->going_capacity = 0;
}

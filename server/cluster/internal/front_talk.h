/* front_talk.h - what the sessions of a front have said and the owner has not taken yet, and who says too much.
 *
 * A session that has said its share is held (session_hold): nothing more is read from its client until the owner has taken
 * half of that. So what others say comes behind a few messages of each, however much one of them has to say. Shares are
 * smaller while many talk; a session of which nothing is on its way may always say something. */
#pragma once

#include "id_table.h"
#include "session.h"

#include <stdbool.h>

enum {
    TALK_BYTES_MAX = 8 * 1024, /* of a session; as much as a connection's input holds */
    TALK_MESSAGES_MAX = 64,
    TALK_ALL_BYTES = 256 * 1024, /* of all that talk, who share them */
    TALK_ALL_MESSAGES = 4096,
};

typedef struct Said Said;

/* Zeros: nobody has said anything. */
typedef struct {
    IdTable talkers;    /* sessions of which something is on its way */
    Said *first, *last; /* of their messages, in the order of the link */
    SessionId *going;   /* who goes on when all that was taken has been noted */
    size_t going_count, going_capacity;
    size_t held;         /* sessions */
    uint64_t held_total; /* how often one was */
} FrontTalk;

/* A message of so many bytes, with which the link's bytes end there (link_written). */
void front_talk_note(FrontTalk *talk, Sessions *sessions, SessionId session, size_t length,
                     uint64_t end);
/* The owner has taken the link's bytes up to there. Who goes on by that may be noted anew within this call. */
void front_talk_taken(FrontTalk *talk, Sessions *sessions, uint64_t up_to);
/* The link is gone: all go on. */
void front_talk_clear(FrontTalk *talk, Sessions *sessions);

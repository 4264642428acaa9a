/* push_note.h - messages on their way, and the part's own struct. */
#pragma once

#include "push_devices.h"
#include "text.h"

enum { NOTE_TEXT_MAX = 600, NOTE_TOPIC_MAX = 32, TOKENS_KEPT = 8, NOTE_ORIGIN_MAX = 300 };

typedef struct PushNote {
    struct PushNote *next;
    Push *owner;
    char player[STORE_PLAYER_ID_MAX + 1], device[STORE_PUSH_ID + 1];
    char text[NOTE_TEXT_MAX + 1];
    char topic[NOTE_TOPIC_MAX + 1]; /* a later one replaces it (RFC 8030, 5.4) */
    bool is_urgent;
    unsigned ttl;    /* s (RFC 8030, 5.2) */
    uint64_t number; /* the batch with what it tells of */
    uint64_t at;     /* uv_now: not before */
    int tries;
    uint64_t request; /* outbound's, under way; 0: it waits */
} PushNote;

/* A token of VAPID is good for one push service for a while. */
typedef struct {
    char origin[NOTE_ORIGIN_MAX];
    char token[PUSH_TOKEN_MAX];
    int64_t until; /* wall clock, ms; 0: none */
} PushToken;

struct Push {
    PushOptions options;
    PushDevices devices;
    PushKeyPair key;
    char key_text[PUSH_KEY_TEXT];
    PushToken tokens[TOKENS_KEPT];
    size_t token_at;
    PushNote *notes, **last; /* oldest first */
    size_t count, running;
    uint64_t committed, newest; /* batches: the last durable one, and of the newest message */
    uv_timer_t timer;
    bool is_closed;
    Text text;
};

/* What a message says, and how: "type" and one more member, for all of the person's devices that want it. */
typedef struct {
    const char *type, *game, *by, *name; /* NULL: no such member */
    const char *topic;
    bool is_urgent;
    unsigned ttl;
    uint64_t number;
    uint32_t want; /* PUSH_TURNS … */
} PushMessage;

/* Puts it into the queue; one with the same topic that still waits is replaced. */
void push_note(Push *push, const char *player, const PushMessage *message);
/* Sends what is due. */
void push_note_look(Push *push);
void push_note_wake(Push *push, uint64_t wait);
void push_notes_clear(Push *push);

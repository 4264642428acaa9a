/* link.h - one way between two nodes: a front, which has clients, and the owner, which has the games.
 *
 * Frames are put in at one end and come out at the other, whole, once, in order - or the link is broken, for good, and
 * both ends know. A bus may lose, double, reorder, change, forge and repeat messages: what is not the other end's is
 * ignored, and what was lost is noticed by the next message's number or by silence. A broken link is freed, and the
 * front begins another.
 *
 *   front                                                  owner
 *     greeting: name of the link, node, version, epoch  →          sealed with the cluster's key
 *   ← welcome: the owner's chance, node, version, epoch            likewise
 *     message 1, 2, …: ack, clock, bytes of frames     ⇄ 1, 2, …   sealed with two keys that only this link has
 *
 * Pure: time is the argument 'now' (ms, monotonic), chance comes with the terms, messages go out through a hook. Single
 * thread. The caller frees the link, never within a hook. */
#pragma once

#include "link_bounds.h"
#include "seal.h"

typedef struct Link Link;

typedef enum {
    LINK_GREETING, /* the front: no owner has answered; the owner: the front has not said anything yet */
    LINK_UP,
    LINK_BROKEN
} LinkState;

/* What is the same for all links of a node, but for the chance. Longer names are cut. */
typedef struct {
    const ClusterKey *key; /* outlives the link */
    const char *node;
    const char *castled; /* version */
    uint64_t epoch;      /* the owner's; of a front: the highest that it has seen of any owner */
    unsigned
        words; /* the version of what this node understands in frames; at most LINK_WORDS_MAX */
    unsigned char chance[LINK_CHANCE_SIZE];
} LinkTerms;

/* 'bytes' are lent for the call. */
typedef struct {
    void *context;
    /* A message for the bus. False: it does not take it, so the link is broken. */
    bool (*send)(void *context, const void *bytes, size_t length);
    /* A whole frame has come. It may call link_put, link_leave and link_break. */
    void (*frame)(void *context, const void *bytes, size_t length);
} LinkHooks;

/* What a greeting says. 'epoch' is the highest that the front has seen: an owner with a lower one is none any more. */
typedef struct {
    char link[LINK_NAME_SIZE];
    char node[LINK_NODE_MAX + 1];
    char castled[LINK_CASTLED_MAX + 1];
    uint64_t epoch;
    int version;
    unsigned char chance[SEAL_CHANCE_SIZE]; /* of which 'link' is the digits */
} LinkGreeting;

/* The front's end. It greets from its first link_flush on. */
Link *link_greet(const LinkTerms *terms, const LinkHooks *hooks, int64_t now);

/* False: not a greeting of this cluster. Of another version than LINK_VERSION only that and the name are read. */
bool link_greeting_read(const ClusterKey *key, const void *bytes, size_t length,
                        LinkGreeting *greeting);
/* The owner's end for a greeting of a link that it does not have yet; welcomes the front, so the owner listens to the
 * link before. NULL: another version, which the front is told, or the front has seen an owner with a higher epoch. */
Link *link_answer(const LinkTerms *terms, const LinkHooks *hooks, const LinkGreeting *greeting,
                  int64_t now);
/* At the owner: the same greeting has come again, so the welcome may have been lost. */
void link_greeted_again(Link *link);

void link_free(Link *link); /* NULL is allowed */

/* A message has come for this link, from anybody. */
void link_received(Link *link, const void *bytes, size_t length, int64_t now);
/* Queues a frame for the next link_flush. Does nothing while the link is not up. */
void link_put(Link *link, const void *frame, size_t length);
/* At the end of a turn of the loop and when link_wait says so: sends what is queued, acknowledges, beats, notices
 * silence. Time in which it was not called for longer than a beat is not silence: this node was away itself. */
void link_flush(Link *link, int64_t now);
/* ms until link_flush is due: 0 or more, -1 for a broken link. */
int64_t link_wait(const Link *link, int64_t now);
/* Sends what is queued and says farewell: both ends are broken at once. */
void link_leave(Link *link, int64_t now);
/* The caller does not go on, since 'reason' (a constant). What is queued is lost; the other end hears of it at once if
 * it hears anything. */
void link_break(Link *link, const char *reason);

LinkState link_state(const Link *link);
/* Why it is broken, in words for a log; "" before. */
const char *link_reason(const Link *link);
const char *link_name(const Link *link);
/* Of the other end; "" and 0 before the front has been welcomed. The epoch is the owner's at both ends. */
const char *link_node(const Link *link);
const char *link_castled(const Link *link);
uint64_t link_epoch(const Link *link);
/* The other end's LinkTerms.words; 0 until it has sent a message. At the owner's end that is before the link is up. */
unsigned link_words(const Link *link);
/* ms that a message took there and back lately, without the time that it waited there; -1: not known yet. */
int64_t link_round_trip(const Link *link);
/* ms since the other end's newest message. */
int64_t link_silence(const Link *link, int64_t now);
/* Bytes of frames that the other end has not acknowledged, those that are queued included. */
size_t link_unacknowledged(const Link *link);
/* The same, counted from the link's beginning: bytes that were put in, and of them those that were acknowledged. */
uint64_t link_written(const Link *link);
uint64_t link_acknowledged(const Link *link);

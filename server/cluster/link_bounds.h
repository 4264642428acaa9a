/* link_bounds.h - sizes and times of links (link.h). */
#pragma once

#include "seal.h"

enum {
    LINK_VERSION =
        1, /* of the messages, and of what is said in frames but for LinkTerms.words; others are not answered */
    LINK_MESSAGE_MAX = 512 * 1024, /* bytes of a message on the bus; NATS takes 1 MB */
    LINK_FRAME_MAX = 8 << 20, /* bytes of a frame: a bigger one breaks the link at either end */
    LINK_WINDOW = 32 << 20, /* bytes that wait here or were not taken there: more break the link */
    LINK_ACK_STEP = 64 * 1024, /* bytes taken that are acknowledged at once, */
    LINK_ACK_AFTER = 20,       /* and fewer after so many ms, unless something is said before */
    LINK_GREETING_EVERY = 250, /* ms */
    LINK_BEAT = 500,           /* ms: each end sends something at least that often */
    LINK_SILENCE = 2000,       /* ms without a message: the link is broken */
    LINK_NAME_SIZE = 33,       /* 32 hex digits and the NUL */
    LINK_NODE_MAX = 63,        /* characters of a node's name */
    LINK_CASTLED_MAX = 31,     /* characters of castled's version */
    LINK_WORDS_MAX = 15,       /* of LinkTerms.words */
    LINK_CHANCE_SIZE = SEAL_CHANCE_SIZE + SEAL_NONCE_SIZE
};

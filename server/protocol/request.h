/* request.h - what a client of castled.v1 can ask, as plain values: request_reader.h reads them. PROTOCOL.md describes
 * every kind. */
#pragma once

#include "challenge.h"
#include "code.h"
#include "conditional.h"
#include "lobby.h"
#include "notation.h"

enum {
    REQUEST_MAX = 4096,    /* bytes of a frame; the wire closes longer ones with 1009 */
    REQUEST_KEY_MAX = 36,  /* characters: a UUID fits */
    CHAT_LENGTH_MAX = 140, /* characters */
    CHAT_SIZE_MAX = 4 * CHAT_LENGTH_MAX,
    TOURNAMENT_ID_MAX = 8,
};

/* In this order: from MOVE on a request names a game, and from MOVE to MORETIME it is a room's Command. */
typedef enum {
    REQ_PING,
    REQ_SEEK,
    REQ_UNSEEK,
    REQ_CHALLENGE,
    REQ_ACCEPT,
    REQ_DECLINE,
    REQ_LOBBY,
    REQ_LIVE,
    REQ_GAMES,
    REQ_MUTE,
    REQ_ENGINES,
    REQ_REPORT,
    REQ_TOURNAMENT_WATCH,
    REQ_TOURNAMENT_UNWATCH,
    REQ_TOURNAMENT_CHAT,
    REQ_BROADCAST_WATCH,
    REQ_BROADCAST_UNWATCH,
    REQ_WATCH,
    REQ_UNWATCH,
    REQ_MOVE,
    REQ_RESIGN,
    REQ_ABORT,
    REQ_DRAW,
    REQ_TAKEBACK,
    REQ_REMATCH,
    REQ_REFUSE,
    REQ_CLAIM,
    REQ_MORETIME,
    REQ_CHAT,
    REQ_CONDITIONAL,
    REQ_TOURNAMENT_BERSERK,
    REQ_COUNT
} RequestKind;

/* Preset chat messages: name, word on the wire, and the text for clients that don't know the word. */
#define CHAT_PRESETS(X)                                                                            \
    X(HI, hi, "Hello")                                                                             \
    X(GL, gl, "Good luck")                                                                         \
    X(HF, hf, "Have fun!")                                                                         \
    X(U2, u2, "You too!")                                                                          \
    X(GG, gg, "Good game")                                                                         \
    X(WP, wp, "Well played")                                                                       \
    X(TY, ty, "Thank you")                                                                         \
    X(GTG, gtg, "I've got to go")                                                                  \
    X(BYE, bye, "Bye!")

typedef enum {
    PRESET_NONE,
#define X(name, word, text) PRESET_##name,
    CHAT_PRESETS(X)
#undef X
} ChatPreset;

#define REPORT_REASONS(X)                                                                          \
    X(CHEATING, cheating)                                                                          \
    X(INSULTS, insults)                                                                            \
    X(SPAM, spam)                                                                                  \
    X(NAME, name)                                                                                  \
    X(OTHER, other)

typedef enum {
#define X(name, word) REPORT_##name,
    REPORT_REASONS(X)
#undef X
        REPORT_REASON_COUNT
} ReportReason;

typedef enum { TO_COMPUTER, TO_LINK, TO_USER, TO_OPEN } ChallengeTo;

typedef struct {
    bool has_id; /* also set on a refusal, when the id could be read */
    int64_t id;
    RequestKind kind;
    /* Of SEEK, CHALLENGE, MORETIME and chat: with the same key the same request is carried out once. Empty: none. */
    char key[REQUEST_KEY_MAX + 1];
    uint64_t
        content; /* with a key: a hash of all members but the id, in whatever order; frozen, since it is stored */
    GameId game; /* of WATCH, UNWATCH and the kinds from MOVE on; empty: WATCH of a challenge */
    union {
        struct {
            bool has_c;
            int64_t c;
        } ping;
        struct {
            Terms terms;
            RatingRange rating;
            int32_t fallback; /* as in Seek; SEEK_FALLBACK when it wasn't given */
            bool has_fallback;
            bool keep, ask, pool;
        } seek;
        struct {
            ChallengeTo to;
            int32_t level; /* of the computer; 0: 'engine' plays */
            char engine[ENGINE_NAME_MAX + 1];
            bool has_strength;
            int32_t strength;               /* in the engine's own units */
            char name[PERSON_NAME_MAX + 1]; /* of a user, as typed; empty: 'user' has their id */
            char user[PERSON_ID_MAX + 1];
            Terms terms;
            bool has_start; /* VARIANT_FROM_POSITION */
            Position start;
            uint8_t rules; /* a sum of RULE_ */
            /* Of an open one: */
            char players[2][PERSON_NAME_MAX + 1]; /* as typed; empty: for anybody */
            char title[CHALLENGE_TITLE_MAX + 1];
            int64_t expires; /* wall clock, ms; 0: as usual */
        } challenge;
        struct {
            bool seek; /* ACCEPT: 'id' is a seek's, else a challenge's */
            LobbyId id;
            DeclineReason reason; /* DECLINE of a challenge */
            Wish color;           /* ACCEPT of a challenge */
        } open;                   /* UNSEEK ACCEPT DECLINE */
        struct {
            bool on;
        } listen; /* LOBBY LIVE */
        struct {
            LobbyId challenge; /* when game is empty */
            bool has_since;
            uint32_t since;
        } watch; /* WATCH and UNWATCH */
        struct {
            uint32_t ply, turn;
            char uci[UCI_MAX]; /* empty: a CLAIM without a move */
            Claim claim;       /* CLAIM */
            bool draw;         /* MOVE: with an offer */
        } move;                /* MOVE and CLAIM */
        struct {
            char person[PERSON_ID_MAX + 1];
            bool on;
        } mute;
        struct {
            char person[PERSON_ID_MAX + 1];
            ReportReason reason;
            char text[CHAT_SIZE_MAX + 1];
        } report; /* about 'game', too, unless that is empty */
        struct {
            char id[TOURNAMENT_ID_MAX + 1];
            char text[CHAT_SIZE_MAX + 1]; /* TOURNAMENT_CHAT */
        } tournament;                     /* of BROADCAST_ the id of a round */
        struct {
            ChatPreset preset; /* PRESET_NONE: 'text' */
            bool spectators;   /* also of a player: for the spectators */
            char text[CHAT_SIZE_MAX + 1];
        } chat;
        struct {
            uint32_t ply, turn;
            uint8_t count;
            struct {
                uint8_t plies;
                char uci[CONDITIONAL_PLIES_MAX][UCI_MAX];
            } lines[CONDITIONAL_LINES_MAX];
        } conditional;
        Command
            command; /* RESIGN to MORETIME but CLAIM; a rematch's .next is the server's to draw */
    };
} Request;

/* The preset's word and text; NULL for PRESET_NONE. */
const char *chat_preset_word(ChatPreset preset);
const char *chat_preset_text(ChatPreset preset);

const char *report_reason_word(ReportReason reason);

/* The word that names the kind on the wire. */
const char *request_word(RequestKind kind);

/* The command that MOVE to MORETIME give to the room; its lag is left 0. A move's text is read in the position at its
 * ply, so that a move sent again is recognised; MOVE_NONE when it is not a move there, or the game has not reached
 * that ply. */
Command request_command(const Request *request, const Room *room);

/* The lines that CONDITIONAL sets for the seat, read from the position on the board, for conditional_check to judge:
 * a text that is not a legal move becomes MOVE_NONE. */
void request_conditional(const Request *request, const Room *room, Color seat,
                         ConditionalMoves *moves);

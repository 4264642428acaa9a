/* notation.h - moves as text: UCI and SAN, both ways.
 *
 * Any bytes may be parsed: they give a legal move or an error. SAN is parsed in two steps: the syntax, which needs no
 * position, and the move that it means in a position. Nothing is allocated. */
#pragma once

#include <stddef.h>

#include "position.h"

enum {
    UCI_MAX = 6, /* "e7e8q" and NUL */
    SAN_MAX = 8, /* "Qa1xb2#" and NUL */
};

#define NOTATION_ERRORS(X)                                                                         \
    X(OK, "a legal move")                                                                          \
    X(SYNTAX, "the text is not a move")                                                            \
    X(NO_SUCH_PIECE, "the side to move has no such piece there")                                   \
    X(CANNOT_REACH, "no such piece can go there")                                                  \
    X(AMBIGUOUS, "more than one such piece can go there")                                          \
    X(LEAVES_KING_IN_CHECK, "the move leaves the king in check")                                   \
    X(PROMOTION_MISSING, "the pawn's new piece is not named")                                      \
    X(NO_PROMOTION, "only a pawn that reaches the last rank promotes")                             \
    X(NOTHING_TO_CAPTURE, "there is nothing to capture there")                                     \
    X(NO_CASTLING_RIGHT, "king or rook has moved: no right to castle on that side")                \
    X(CASTLING_BLOCKED, "a piece stands in the way of castling")                                   \
    X(CASTLING_THROUGH_CHECK, "the king may not castle out of, through or into check")

typedef enum {
#define X(name, text) NOTATION_##name,
    NOTATION_ERRORS(X)
#undef X
        NOTATION_ERROR_COUNT
} NotationError;

const char *notation_error_text(NotationError error);

/* "e2e4", "e7e8q". Castling: king takes own rook (e1h1) always, from e1 or e8 also its two steps
 * (e1g1). MOVE_NONE is left in *move on error. */
NotationError uci_parse(const Position *pos, const char *text, size_t length, Move *move);
/* Castling as e1g1, with the position's chess960 flag as e1h1. Returns the length; "0000" for MOVE_NONE. */
size_t uci_print(const Position *pos, Move move, char out[UCI_MAX]);

/* A move in SAN before it is looked up in a position. File and rank of origin count from 0, or are -1. */
typedef struct {
    PieceType piece; /* KING for castling, too */
    int8_t from_file;
    int8_t from_rank;
    uint8_t to;        /* Square; SQ_NONE for castling */
    uint8_t promotion; /* PieceType */
    bool capture;
    bool castling;
    uint8_t side; /* CastlingSide */
} San;

/* Accepts what people write: x, : or nothing for captures; =, brackets or nothing for promotions; 0-0; "e.p."; more
 * of the origin than needed; and + # ! ? at the end. */
NotationError san_parse_syntax(const char *text, size_t length, San *san);
/* The one legal move that is meant. A missing x is accepted; an x is refused when there is nothing to capture. */
NotationError san_find(const Position *pos, const San *san, Move *move);
/* Both steps. MOVE_NONE is left in *move on error. */
NotationError san_parse(const Position *pos, const char *text, size_t length, Move *move);
/* A legal move, as short as the PGN standard says, with + or #. Returns the length. */
size_t san_print(const Position *pos, Move move, char out[SAN_MAX]);

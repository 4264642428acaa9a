/* play_options.h - the options of "castled play", and what they mean for the terminal at hand. */
#pragma once

#include "local_game.h"

typedef enum { COLORS_AUTO, COLORS_ON, COLORS_OFF } ColorChoice;
typedef enum { PIECES_AUTO, PIECES_UNICODE, PIECES_ASCII } PieceChoice;

typedef struct {
    int level;
    LocalSide side;
    TimeControl control;
    int chess960; /* the position's number; or one of those below */
    Position start;
    bool has_start;
    uint64_t seed;
    bool has_seed;
    bool plain;
    ColorChoice colors;
    PieceChoice pieces;
    const char *url;        /* of a server; NULL: here */
    const char *token_file; /* with the token for it, or NULL */
    const char *file;       /* a PGN file to go on with, or NULL */
} PlayOptions;

enum { PLAY_960_NONE = -1, PLAY_960_DRAWN = -2 };

/* False when there is nothing to play: help was printed, or on stderr what is wrong; *status is the exit status. */
bool play_options_read(PlayOptions *options, int argc, char *const argv[], int *status);

/* score.h - scores of positions: centipawns for the side to move. */
#pragma once

enum {
    SCORE_MATE = 32000,       /* a mate in n plies is SCORE_MATE - n */
    SCORE_MATE_BOUND = 31000, /* beyond it a score is a forced mate */
    SCORE_NONE = 32001,       /* no static evaluation: in check */
    SCORE_INFINITE = 32002,
};

/* pgn_comment.h - what programs write into the comments of a game: clocks and evaluations.
 *
 * For a visitor's comment function (pgn_reader.h). Any bytes are safe. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* [%clk 1:02:03.4]: the time left, in ms. False when the comment has none. */
bool pgn_comment_clock(const char *text, size_t length, int32_t *ms);

typedef struct {
    bool is_mate;
    int32_t value; /* centipawns, or moves to mate; negative for black */
} PgnEval;

/* [%eval -0.31], [%eval #-3]. False when there is none. */
bool pgn_comment_eval(const char *text, size_t length, PgnEval *eval);

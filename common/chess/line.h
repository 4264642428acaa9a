/* line.h - a position and the moves that led to it: repetition, claims, takebacks.
 *
 * The caller provides the memory for the moves and keeps it while the Line is in use. A Line is moved
 * to other memory by copying the struct and calling line_grow. No I/O, no allocation.
 *
 * The library in one program: cc game.c $(pkg-config --cflags --libs castled-chess)
 *
 *     #include <fen.h>
 *     #include <line.h>
 *     #include <notation.h>
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     int main(int count, char **words)
 *     {
 *         static Move moves[LINE_PLIES_MAX];
 *         char fen[FEN_MAX];
 *         Position start;
 *         Line line;
 *         attacks_init();
 *         position_start(&start);
 *         line_init(&line, &start, moves, LINE_PLIES_MAX);
 *         for (int i = 1; i < count; i++) {
 *             Move move;
 *             NotationError error = san_parse(&line.now, words[i], strlen(words[i]), &move);
 *             if (error) {
 *                 printf("%s: %s\n", words[i], notation_error_text(error));
 *                 return 1;
 *             }
 *             line_push(&line, move);
 *         }
 *         fen_print(&line.now, fen);
 *         printf("%s\n%s\n", fen, outcome_text(line_outcome(&line)));
 *         return 0;
 *     }
 */
#pragma once

#include "outcome.h"

/* The longest game under the 75-move rule: 118 captures and pawn moves at 75 moves each, less the
 * halves lost where the right to delay passes from one side to the other: 8,848.5 moves. */
enum { LINE_PLIES_MAX = 17697 };

/* A position on the way, from which line_pop goes on instead of from the start. */
typedef struct {
    Position position;
    uint32_t plies;
} LineMark;

enum { LINE_MARKS = 2 };

typedef struct {
    Position start;
    Position now;
    Move *moves;
    uint32_t plies;    /* moves played */
    uint32_t capacity; /* moves that fit */
    /* A byte of the key of each of the last positions, at [ply % SEVENTYFIVE_PLIES]: no repetition
     * reaches further back. A match is only a hint: the positions themselves are then compared. */
    uint8_t keys[SEVENTYFIVE_PLIES];
    uint32_t keys_from;         /* a takeback left no keys of earlier plies */
    LineMark marks[LINE_MARKS]; /* line_pop's own */
} Line;

/* Memory for 'capacity' moves, at most LINE_PLIES_MAX. */
void line_init(Line *line, const Position *start, Move *moves, uint32_t capacity);
/* Moves into larger memory; the old is the caller's again, and may be part of what is copied. */
void line_grow(Line *line, Move *moves, uint32_t capacity);

/* Plays a legal move. False, and nothing changed, when the memory is full. */
bool line_push(Line *line, Move move);
/* Takes the last 'plies' moves back, at most all of them. In the longest game, too, this plays no more than some 130 moves again,
 * on average over all moves that were played and taken back. */
void line_pop(Line *line, uint32_t plies);
/* The position after so many of the moves: 0 is the start. */
void line_position(const Line *line, uint32_t plies, Position *pos);

/* How many times the position has occurred, by the terms of FIDE 9.2.3: 1 the first time. */
int line_repetitions(const Line *line);
/* How the game has ended without a claim (FIDE 5, 9.6): checkmate, stalemate, dead, fivefold, seventyfive. */
Outcome line_outcome(const Line *line);

/* Claims by the side to move: in this position (move is MOVE_NONE; FIDE 9.2.2, 9.3.2), or with the legal move
 * that it is about to make (9.2.1, 9.3.1). */
bool line_can_claim_threefold(const Line *line, Move move);
bool line_can_claim_fifty(const Line *line, Move move);

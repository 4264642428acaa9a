#define _POSIX_C_SOURCE 200809L
#include "duel.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "notation.h"

enum {
    HANG_MS = 30000,
    COMMAND_MAX = 128 + 6 * LINE_PLIES_MAX,
    DRAW_FROM_PLY = 80,
    DRAW_SCORE = 8,
    DRAW_PLIES = 12,
    WIN_SCORE = 700,
    WIN_PLIES = 8,
    LONGEST_PLIES = 600,
};

typedef struct {
    int64_t clock[2];
    int quiet;   /* plies in a row with scores near zero */
    int winning; /* with scores that say White wins; negative: Black */
} Course;

static void print_position(const Line *line, char *out, size_t size)
{
    char fen[FEN_MAX], move[UCI_MAX];
    fen_print(&line->start, fen);
    size_t length =
        (size_t)snprintf(out, size, "position fen %s%s", fen, line->plies ? " moves" : "");
    Position pos = line->start;
    for (uint32_t ply = 0; ply < line->plies; ply++) {
        uci_print(&pos, line->moves[ply], move);
        length += (size_t)snprintf(out + length, size - length, " %s", move);
        position_play(&pos, line->moves[ply]);
    }
    snprintf(out + length, size - length, "\n");
}

static void print_go(const PlayerSetup *setup, const PlayerSetup *other, const Course *course,
                     Color turn, char *out, size_t size)
{
    size_t length = (size_t)snprintf(out, size, "go");
    if (setup->base) {
        const PlayerSetup *white = turn == WHITE ? setup : other;
        const PlayerSetup *black = turn == WHITE ? other : setup;
        length += (size_t)snprintf(
            out + length, size - length,
            " wtime %" PRId64 " btime %" PRId64 " winc %" PRId64 " binc %" PRId64,
            course->clock[WHITE], course->clock[BLACK], white->increment, black->increment);
    }
    if (setup->movetime)
        length +=
            (size_t)snprintf(out + length, size - length, " movetime %" PRId64, setup->movetime);
    if (setup->nodes)
        length += (size_t)snprintf(out + length, size - length, " nodes %" PRIu64, setup->nodes);
    if (setup->depth)
        length += (size_t)snprintf(out + length, size - length, " depth %d", setup->depth);
    snprintf(out + length, size - length, "\n");
}

/* Ends by the rules, including the claims that any player would make. */
static bool is_finished(const Line *line, DuelResult *result)
{
    Outcome outcome = line_outcome(line);
    if (outcome == OUTCOME_CHECKMATE) {
        result->white_half_points = position_turn(&line->now) == WHITE ? 0 : 2;
        return true;
    }
    result->white_half_points = 1;
    return outcome != OUTCOME_NONE || line_repetitions(line) >= 3 ||
           line->now.halfmove >= FIFTY_PLIES || line->plies >= LONGEST_PLIES;
}

static bool is_agreed(Course *course, const Line *line, Color mover, const PlayerMove *move,
                      DuelResult *result)
{
    int white = mover == WHITE ? move->score : -move->score;
    bool near = move->has_score && white >= -DRAW_SCORE && white <= DRAW_SCORE;
    course->quiet = near ? course->quiet + 1 : 0;
    if (move->has_score && white >= WIN_SCORE)
        course->winning = course->winning > 0 ? course->winning + 1 : 1;
    else if (move->has_score && white <= -WIN_SCORE)
        course->winning = course->winning < 0 ? course->winning - 1 : -1;
    else
        course->winning = 0;
    result->white_half_points = course->winning > 0 ? 2 : course->winning < 0 ? 0 : 1;
    if (course->winning >= WIN_PLIES || course->winning <= -WIN_PLIES)
        return true;
    return line->plies >= DRAW_FROM_PLY && course->quiet >= DRAW_PLIES;
}

static DuelResult lost(Color loser, DuelEnd end)
{
    return (DuelResult){.white_half_points = loser == WHITE ? 0 : 2, .end = end, .at_fault = loser};
}

DuelResult duel_play(Player *const players[2], Line *line, const DuelRules *rules)
{
    char position[COMMAND_MAX], go[256];
    Course course = {.clock = {players[WHITE]->setup->base, players[BLACK]->setup->base}};
    DuelResult result = {.end = DUEL_PLAYED};
    while (!is_finished(line, &result)) {
        Color turn = position_turn(&line->now);
        const PlayerSetup *setup = players[turn]->setup;
        const PlayerSetup *other = players[color_other(turn)]->setup;
        PlayerMove answer;
        Move move;
        print_position(line, position, sizeof position);
        print_go(setup, other, &course, turn, go, sizeof go);
        int64_t wait = setup->base ? course.clock[turn] + rules->margin + 1000 : HANG_MS;
        if (!player_move(players[turn], position, go, wait, &answer))
            return lost(turn, DUEL_SILENT);
        course.clock[turn] -= answer.elapsed;
        if (setup->base && course.clock[turn] < -rules->margin)
            return lost(turn, DUEL_TIME);
        if (course.clock[turn] < 0)
            course.clock[turn] = 0;
        course.clock[turn] += setup->increment;
        if (uci_parse(&line->now, answer.move, strlen(answer.move), &move) != NOTATION_OK ||
            !line_push(line, move))
            return lost(turn, DUEL_ILLEGAL);
        if (rules->adjudicate && is_agreed(&course, line, turn, &answer, &result)) {
            DuelResult ruled = result;
            if (!is_finished(line, &result)) {
                ruled.end = DUEL_ADJUDICATED;
                return ruled;
            }
            return result;
        }
    }
    return result;
}

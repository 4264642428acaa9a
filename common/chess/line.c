#include "line.h"

#include <assert.h>
#include <string.h>

static void note_key(Line *line)
{
    line->keys[line->plies % SEVENTYFIVE_PLIES] = (uint8_t)line->now.key;
}

void line_init(Line *line, const Position *start, Move *moves, uint32_t capacity)
{
    assert(capacity <= LINE_PLIES_MAX && (moves || capacity == 0));
    *line = (Line){.start = *start, .now = *start, .moves = moves, .capacity = capacity};
    for (int i = 0; i < LINE_MARKS; i++)
        line->marks[i].position = *start;
    note_key(line);
}

void line_grow(Line *line, Move *moves, uint32_t capacity)
{
    assert(capacity >= line->plies && capacity <= LINE_PLIES_MAX);
    if (line->plies)
        memmove(moves, line->moves, line->plies * sizeof *moves);
    line->moves = moves;
    line->capacity = capacity;
}

bool line_push(Line *line, Move move)
{
    if (line->plies == line->capacity)
        return false;
    line->moves[line->plies++] = move;
    position_play(&line->now, move);
    note_key(line);
    return true;
}

/* Each mark stays while it is at most twice its distance behind. One that does not is set again, from the mark before it, and is
 * then good for as many takebacks as the distance has plies. */
void line_pop(Line *line, uint32_t plies)
{
    static const uint32_t DISTANCES[LINE_MARKS] = {512, 32};
    uint32_t kept = plies < line->plies ? line->plies - plies : 0;
    uint32_t known = line->plies < SEVENTYFIVE_PLIES ? 0 : line->plies - SEVENTYFIVE_PLIES + 1;
    LineMark at = {line->start, 0};
    for (int i = 0; i < LINE_MARKS; i++) {
        LineMark *mark = &line->marks[i];
        if (mark->plies > kept || kept - mark->plies > 2 * DISTANCES[i]) {
            for (; at.plies + DISTANCES[i] < kept; at.plies++)
                position_play(&at.position, line->moves[at.plies]);
            *mark = at;
        }
        at = *mark;
    }
    line->now = at.position;
    line->plies = at.plies;
    note_key(line);
    while (line->plies < kept)
        line_push(line, line->moves[line->plies]);
    line->keys_from = line->keys_from > known ? line->keys_from : known;
    line->keys_from = line->keys_from < at.plies ? line->keys_from : at.plies;
}

void line_position(const Line *line, uint32_t plies, Position *pos)
{
    assert(plies <= line->plies);
    *pos = line->start;
    for (uint32_t i = 0; i < plies; i++)
        position_play(pos, line->moves[i]);
}

/* The first ply whose position could be that of 'pos' at ply 'at': nothing before a capture or pawn move. */
static uint32_t earliest(const Position *pos, uint32_t at)
{
    uint32_t back = pos->halfmove < SEVENTYFIVE_PLIES ? pos->halfmove : SEVENTYFIVE_PLIES - 1;
    return at > back ? at - back : 0;
}

/* A key that is not known any more may be the same. */
static bool key_matches(const Line *line, const Position *pos, uint32_t ply)
{
    return ply < line->keys_from || line->keys[ply % SEVENTYFIVE_PLIES] == (uint8_t)pos->key;
}

/* How often 'pos', the position at ply 'at', has occurred; exact when that is 'times' or more. Keys are compared
 * first, of those plies at which the same side was to move; when enough of them match, the game is replayed and the
 * positions themselves are compared. */
static int repetitions(const Line *line, const Position *pos, uint32_t at, int times)
{
    uint32_t first = earliest(pos, at);
    int hints = 1;
    for (uint32_t back = 2; back <= at - first; back += 2)
        hints += key_matches(line, pos, at - back);
    if (hints < times)
        return hints;
    Position then = line->start;
    int found = 1;
    for (uint32_t ply = 0; ply < at; ply++) {
        if (ply >= first && key_matches(line, pos, ply))
            found += position_equal_for_repetition(&then, pos);
        if (ply < line->plies)
            position_play(&then, line->moves[ply]);
    }
    return found;
}

int line_repetitions(const Line *line)
{
    return repetitions(line, &line->now, line->plies, 2);
}

/* FIDE 9.6: "If one or both of the following occur(s) then the game is drawn: 9.6.1 the same position has
 * appeared, as in 9.2.2, at least five times. 9.6.2 any series of at least 75 moves have been made by each
 * player without the movement of any pawn and without any capture. If the last move resulted in
 * checkmate, that shall take precedence." */
Outcome line_outcome(const Line *line)
{
    Outcome outcome = outcome_of(&line->now);
    if (outcome != OUTCOME_NONE && outcome != OUTCOME_SEVENTYFIVE)
        return outcome;
    return repetitions(line, &line->now, line->plies, 5) >= 5 ? OUTCOME_FIVEFOLD : outcome;
}

/* FIDE 9.2: "... when the same position for at least the third time (not necessarily by a repetition of
 * moves): 9.2.1 is about to appear, if he/she first indicates his/her move ..., or 9.2.2 has just appeared,
 * and the player claiming the draw has the move." */
bool line_can_claim_threefold(const Line *line, Move move)
{
    if (move == MOVE_NONE)
        return repetitions(line, &line->now, line->plies, 3) >= 3;
    Position next = line->now;
    position_play(&next, move);
    return repetitions(line, &next, line->plies + 1, 3) >= 3;
}

/* FIDE 9.3: "... 9.3.1 he/she indicates his/her move ... which will result in the last 50 moves by each
 * player having been made without the movement of any pawn and without any capture, or 9.3.2 the last 50
 * moves by each player have been completed without" these. */
bool line_can_claim_fifty(const Line *line, Move move)
{
    if (move == MOVE_NONE)
        return line->now.halfmove >= FIFTY_PLIES;
    Position next = line->now;
    position_play(&next, move);
    return next.halfmove >= FIFTY_PLIES;
}

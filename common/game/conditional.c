#include "conditional.h"

#include <assert.h>
#include <string.h>

enum { VERSION = 1 };

/* ---- what can be kept ---- */

static bool is_legal(const ConditionalLine *line, const Position *position)
{
    Position now = *position;
    for (uint8_t i = 0; i < line->plies; i++) {
        if (!position_is_legal(&now, line->moves[i]))
            return false;
        position_play(&now, line->moves[i]);
    }
    return true;
}

/* It ends with a reply: the opponent's move and the seat's, again and again, after a move of the seat's own when it is
 * their turn. */
static bool has_reply(const ConditionalLine *line, bool own_turn)
{
    return line->plies >= 2 + own_turn && line->plies % 2 == own_turn;
}

/* Where two lines part, that is by a move of the opponent's; or by the first one, in the seat's own turn. */
static bool agree(const ConditionalLine *a, const ConditionalLine *b, bool own_turn)
{
    uint8_t same = 0;
    while (same < a->plies && same < b->plies && a->moves[same] == b->moves[same])
        same++;
    bool is_prefix = same == a->plies || same == b->plies;
    bool is_own = same % 2 != own_turn;
    return is_prefix || !is_own || (own_turn && same == 0);
}

ConditionalError conditional_check(const ConditionalMoves *moves, const Position *position,
                                   uint8_t *line)
{
    bool own_turn = position_turn(position) == moves->seat;
    for (*line = 0; *line < moves->count; (*line)++) {
        const ConditionalLine *at = &moves->lines[*line];
        if (!is_legal(at, position))
            return CONDITIONAL_ILLEGAL;
        if (!has_reply(at, own_turn))
            return CONDITIONAL_NO_REPLY;
        for (uint8_t other = 0; other < *line; other++)
            if (!agree(&moves->lines[other], at, own_turn))
                return CONDITIONAL_TWO_REPLIES;
    }
    return CONDITIONAL_OK;
}

/* ---- as the game goes on ---- */

/* Takes the played moves off the line's front; false when it expected others, or nothing is left of it. */
static bool follow_line(ConditionalLine *line, const Move *played, uint32_t count)
{
    if (count >= line->plies || memcmp(line->moves, played, count * sizeof *played) != 0)
        return false;
    line->plies -= (uint8_t)count;
    memmove(line->moves, line->moves + count, line->plies * sizeof *line->moves);
    return true;
}

bool conditional_follow(ConditionalMoves *moves, const Line *line)
{
    if (line->plies < moves->ply)
        return false;
    uint32_t played = line->plies - moves->ply;
    uint8_t kept = 0;
    for (uint8_t i = 0; i < moves->count; i++) {
        if (follow_line(&moves->lines[i], line->moves + moves->ply, played))
            moves->lines[kept++] = moves->lines[i];
    }
    moves->count = kept;
    moves->ply = line->plies;
    if (played > 0)
        moves->is_due = position_turn(&line->now) == moves->seat;
    return kept > 0;
}

Move conditional_reply(const ConditionalMoves *moves)
{
    return moves->is_due && moves->count > 0 ? moves->lines[0].moves[0] : MOVE_NONE;
}

/* ---- what is stored ---- */

size_t conditional_pack(const ConditionalMoves *moves, unsigned char *out)
{
    unsigned char *at = out;
    uint32_t ply = moves->ply;
    assert(moves->count <= CONDITIONAL_LINES_MAX);
    *at++ = VERSION;
    for (; ply >= 0x80; ply >>= 7)
        *at++ = (unsigned char)(ply | 0x80);
    *at++ = (unsigned char)ply;
    *at++ = moves->count;
    for (uint8_t i = 0; i < moves->count; i++) {
        const ConditionalLine *line = &moves->lines[i];
        *at++ = line->plies;
        for (uint8_t ply_at = 0; ply_at < line->plies; ply_at++) {
            *at++ = (unsigned char)(line->moves[ply_at] & 0xff);
            *at++ = (unsigned char)(line->moves[ply_at] >> 8);
        }
    }
    return (size_t)(at - out);
}

/* The number at *at, which moves on behind it; false when it is cut off or larger than a game. */
static bool read_ply(const unsigned char **at, const unsigned char *end, uint32_t *ply)
{
    *ply = 0;
    for (int shift = 0; shift <= 14 && *at < end; shift += 7) {
        unsigned char byte = *(*at)++;
        *ply |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return *ply <= LINE_PLIES_MAX && (byte > 0 || shift == 0);
    }
    return false;
}

static bool read_line(const unsigned char **at, const unsigned char *end, ConditionalLine *line)
{
    if (*at == end)
        return false;
    line->plies = *(*at)++;
    if (line->plies > CONDITIONAL_PLIES_MAX || (size_t)(end - *at) < 2u * line->plies)
        return false;
    for (uint8_t i = 0; i < line->plies; i++, *at += 2)
        line->moves[i] = (Move)((*at)[0] | (*at)[1] << 8);
    return true;
}

bool conditional_unpack(ConditionalMoves *moves, Color seat, const unsigned char *bytes,
                        size_t size)
{
    const unsigned char *at = bytes, *end = bytes + size;
    *moves = (ConditionalMoves){.seat = seat};
    if (size == 0 || *at++ != VERSION || !read_ply(&at, end, &moves->ply) || at == end)
        return false;
    moves->count = *at++;
    if (moves->count > CONDITIONAL_LINES_MAX)
        return false;
    for (uint8_t i = 0; i < moves->count; i++)
        if (!read_line(&at, end, &moves->lines[i]))
            return false;
    return at == end;
}

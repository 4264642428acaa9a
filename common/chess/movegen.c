#include "movegen.h"

#include "generator.h"

void movegen_legal(const Position *pos, Moves *moves)
{
    GENERATOR(legal, pos, moves);
}

void movegen_captures(const Position *pos, Moves *moves)
{
    GENERATOR(captures, pos, moves);
}

void movegen_quiets(const Position *pos, Moves *moves)
{
    GENERATOR(quiets, pos, moves);
}

int movegen_count(const Position *pos)
{
    return GENERATOR(count, pos);
}

bool movegen_any(const Position *pos)
{
    return movegen_count(pos) > 0;
}

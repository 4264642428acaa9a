#include "bracket.h"
#include "team_bracket.h"

int team_choose_bits(const TeamBracket *b)
{
    int others = b->count - b->residents, most = b->residents < others ? b->residents : others;
    int bits = 2 * bits_for(most) + bits_for(b->following) + bits_for(b->count / 2);
    for (int start = b->residents; start < b->count;) {
        int end = start, score = b->field->cards[b->members[start]].score;
        while (end < b->count && b->field->cards[b->members[end]].score == score)
            end++;
        bits += bits_for(b->residents < end - start ? b->residents : end - start);
        start = end;
    }
    return bits;
}

#include "bracket.h"

enum { ORDER_BITS = 40 /* at least; more of them make fewer searches */, SPARE_BITS = 4 };

int bits_for(int count)
{
    int bits = 0;
    while (count >> bits)
        bits++;
    return bits;
}

int criteria_score_shift(const CriteriaBits *bits, int score)
{
    for (int i = 0; i < bits->score_count; i++)
        if (bits->score[i] == score)
            return bits->score_shift[i];
    return 0;
}

/* Takes the next bits upwards. */
static int take_bits(CriteriaBits *bits, int width)
{
    int at = bits->width;
    bits->width += width;
    return at;
}

static const SwissCard *member(const Bracket *b, int i)
{
    return &b->field->cards[b->members[i]];
}

/* A part for each score of moved-down players and of the residents. Returns the width, or -1. */
static int lay_out_scores(const Bracket *b, CriteriaBits *bits)
{
    int count = b->moved_down + b->residents, width = 0;
    for (int end = count; end > 0;) {
        int start = end - 1, score = member(b, start)->score;
        while (start > 0 && member(b, start - 1)->score == score)
            start--;
        if (bits->score_count == BRACKET_MOVED_SCORES_MAX)
            return -1;
        bits->score[bits->score_count] = score;
        bits->score_shift[bits->score_count++] = width;
        width += bits_for(end - start);
        end = start;
    }
    return width;
}

/* C10 to C21, the least important first. */
static void lay_out_quality(const Bracket *b, CriteriaBits *bits, int score_width)
{
    int count = b->moved_down + b->residents, pairs = bits_for(count / 2), each = bits_for(count);
    int moved = b->moved_down ? bits_for(b->moved_down) : 0,
        moved_scores = b->moved_down ? score_width : 0;
    bits->score_up_before = take_bits(bits, moved_scores);
    bits->score_down_before = take_bits(bits, moved_scores);
    bits->score_up_last = take_bits(bits, moved_scores);
    bits->score_down_last = take_bits(bits, moved_scores);
    bits->up_before = take_bits(bits, moved);
    bits->down_before = take_bits(bits, each);
    bits->up_last = take_bits(bits, moved);
    bits->down_last = take_bits(bits, each);
    bits->colours[3] = take_bits(bits, pairs);
    bits->colours[2] = take_bits(bits, pairs);
    bits->colours[1] = take_bits(bits, b->field->is_last_round ? pairs : 0);
    bits->colours[0] = take_bits(bits, b->field->is_last_round ? pairs : 0);
    if (b->counts_bye)
        bits->bye = take_bits(bits, 2 * bits_for(count + 1));
}

bool bracket_lay_out(const Bracket *b, int more, CriteriaBits *bits)
{
    *bits = (CriteriaBits){.order_width = 0};
    int count = b->moved_down + b->residents, all = count + b->next + b->rest;
    int score_width = lay_out_scores(b, bits);
    if (score_width < 0)
        return false;
    if (b->aim == WEIGH_QUALITY) {
        bits->order_width = ORDER_BITS;
        if (5 * bits_for(count) > ORDER_BITS)
            bits->order_width = 5 * bits_for(count);
        bits->order_width += more;
        bits->order = take_bits(bits, bits->order_width);
        bits->kept = take_bits(bits, bits_for(count));
        lay_out_quality(b, bits, score_width);
        if (b->is_whole) {
            bits->next_scores = take_bits(bits, score_width);
            bits->next_pairs = take_bits(bits, bits_for(count + b->next));
        }
    }
    if (b->aim == WEIGH_BYE_SCORE) {
        bits->order = take_bits(bits, 2 * bits_for(all) + 1);
    } else {
        bits->moved_scores = take_bits(bits, score_width);
        bits->pairs = take_bits(bits, bits_for(count));
    }
    if (b->is_whole)
        bits->complete = take_bits(bits, bits_for(2 * all));
    bits->width += SPARE_BITS;
    return true;
}

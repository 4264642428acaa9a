/* bracket.h - a pairing bracket of FIDE's Dutch system (C.04.3, articles 2 to 4): the criteria as groups of bits of
 * one number, and the search for its pairing.
 *
 * bracket_pair_WORDS (bracket_search.c) is compiled for several sizes of numbers; bracket_words says which one a bracket
 * needs. */
#pragma once

#include "swiss_card.h"

/* The field of the round. */
typedef struct {
    const SwissCard *cards;  /* in ranking order */
    const uint8_t *meetings; /* [card * count + card], as in pairing_graph.h */
    int count;
    bool is_odd, is_last_round;
    int bye_score; /* of whom the bye must go to, when the number is odd (C5) */
} DutchField;

/* What is weighed. */
typedef enum {
    WEIGH_BYE_SCORE, /* the whole field: the bye goes to the lowest score that C1 to C4 allow */
    WEIGH_NUMBERS,   /* C4 to C7 */
    WEIGH_QUALITY    /* all criteria */
} BracketAim;

typedef struct {
    const DutchField *field;
    const uint16_t *
        members; /* cards: moved down, residents, of the next scoregroup, the rest; each in ranking order */
    int moved_down, residents, next, rest;
    BracketAim aim;
    bool is_whole;   /* what follows is weighed, too: C4, C5, C8 */
    bool counts_bye; /* C9: the one player who floats has the bye */
} Bracket;

enum { BRACKET_MOVED_SCORES_MAX = 128 };

/* Where the bits of each criterion begin, and how many there are. Digits of C7, C8 and C18 to C21 have a part for each
 * score of moved-down players; 'score_shift' says where in such a digit. */
typedef struct {
    int complete, pairs, moved_scores, next_pairs, next_scores, bye, colours[4];
    int down_last, up_last, down_before, up_before;                         /* C14 to C17 */
    int score_down_last, score_up_last, score_down_before, score_up_before; /* C18 to C21 */
    int kept, order; /* for those who must stay paired; for the order of candidates, from bit 0 */
    int order_width, width;
    int score_count, score[BRACKET_MOVED_SCORES_MAX], score_shift[BRACKET_MOVED_SCORES_MAX];
} CriteriaBits;

/* 'more' bits for the order of candidates than are needed, which makes fewer searches. False when there are too many
 * scores. */
bool bracket_lay_out(const Bracket *bracket, int more, CriteriaBits *bits);
/* The place of a score in digits with a part for each score; the residents' is the lowest. */
int criteria_score_shift(const CriteriaBits *bits, int score);
/* How many bits a count takes. */
int bits_for(int count);

/* Bytes of memory that bracket_pair_WORDS needs. */
size_t bracket_memory_2(int vertices);
size_t bracket_memory_4(int vertices);
size_t bracket_memory_16(int vertices);
/* partner[card] becomes card + 1 for those who are paired in the bracket, 0 for its other members; of the cards
 * below, those are given that WEIGH_BYE_SCORE and WEIGH_NUMBERS would pair. */
void bracket_pair_2(const Bracket *bracket, const CriteriaBits *bits, void *memory,
                    uint16_t *partner);
void bracket_pair_4(const Bracket *bracket, const CriteriaBits *bits, void *memory,
                    uint16_t *partner);
void bracket_pair_16(const Bracket *bracket, const CriteriaBits *bits, void *memory,
                     uint16_t *partner);

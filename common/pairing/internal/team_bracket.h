/* team_bracket.h - one bracket of a team Swiss (C.04.6): who floats up (3.5) and who meets whom (3.6).
 *
 * team_choose_WORDS and team_pair_WORDS (team_bracket.c) are compiled for two sizes of numbers. */
#pragma once

#include "team_card.h"

/* The field of the round. Cards are in ranking order: by score, then pairing number. */
typedef struct {
    const TeamCard *cards;
    int count;
    const uint8_t *may_meet; /* [card * count + card] */
    bool counts_floats;      /* C7 and C10: not in the last two rounds */
} TeamBracketField;

/* Cards that are not yet paired: first the 'residents' of the top scoregroup, then the others, of whom the first 'following' are of the
 * scoregroup after it (C6). The bye's team is not among them. */
typedef struct {
    const TeamBracketField *field;
    const uint16_t *members;
    int count, residents, following;
} TeamBracket;

/* Bits that choosing upfloaters takes, without any for their order. */
int team_choose_bits(const TeamBracket *bracket);

size_t team_bracket_memory_2(int teams);
size_t team_bracket_memory_16(int teams);

/* Marks members that float up: chosen[member] is 1. False when the members cannot all be paired (C3). */
bool team_choose_2(const TeamBracket *bracket, void *memory, uint8_t *chosen);
bool team_choose_16(const TeamBracket *bracket, void *memory, uint8_t *chosen);
/* Pairs the members, who are all of one bracket: mates[member] is another member. They are in the order of pairing numbers;
 * 'residents' and 'following' do not count. */
void team_pair_2(const TeamBracket *bracket, void *memory, uint16_t *mates);
void team_pair_16(const TeamBracket *bracket, void *memory, uint16_t *mates);

/* trf_line.h - a line of a report file: fields by column, and words. */
#pragma once

#include "trf.h"

enum { TRF_COLUMNS_MAX = 1100 }; /* of a player's line with 99 rounds: 91 + 99 * 10 */

typedef struct {
    const char *text; /* not ended by 0 */
    int length, row;
    int columns, filled; /* the last column of all, and the last that is not blank */
    bool is_wide;        /* there are more than TRF_COLUMNS_MAX: only words can be read */
    uint32_t start[TRF_COLUMNS_MAX + 1]; /* byte at which each column begins */
} TrfLine;

/* The next line from *at on that is not too short for a tag, without its end (CR, LF or both). False at the end of the text. */
bool trf_line_next(TrfLine *line, const char *text, size_t length, size_t *at, int *row);
bool trf_line_has_tag(const TrfLine *line, const char *tag);
/* The character in a column (from 1); ' ' behind the end, '?' when it is not ASCII. */
char trf_line_char(const TrfLine *line, int column);
/* Copies a field without the blanks around it; what does not fit is left out. */
void trf_line_copy(const TrfLine *line, int first, int last, char *to, size_t size);

typedef enum { FIELD_EMPTY, FIELD_OK, FIELD_BAD } FieldState;
FieldState trf_line_number(const TrfLine *line, int first, int last, int *value);
/* "11.5" in tenths; with a sign. */
FieldState trf_line_points(const TrfLine *line, int first, int last, int *tenths);
/* Whether there is nothing but blanks from the column on; what is beyond TRF_COLUMNS_MAX does not count. */
bool trf_line_is_blank_from(const TrfLine *line, int column);

typedef struct {
    const char *text;
    int length, column;
} TrfWord;

/* The next word from byte *at on. */
bool trf_line_word(const TrfLine *line, int *at, TrfWord *word);
FieldState trf_number(const char *text, int length, int *value);
FieldState trf_points(const char *text, int length, int *tenths);

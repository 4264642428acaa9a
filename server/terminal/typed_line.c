#include "typed_line.h"

#include <stdio.h>
#include <string.h>

#include "utf8.h"

static const struct {
    const char *word, *form, *help;
    TypedPlace place;
} COMMANDS[TYPED_COUNT] = {
#define X(name, place, word, form, help) [TYPED_##name] = {word, form, help, TYPED_##place},
    TYPED_COMMANDS(X)
#undef X
};

/* Other names that people try. */
static const struct {
    const char *word;
    TypedKind kind;
} OTHER_NAMES[] = {
    {"?", TYPED_HELP},         {"b", TYPED_BOARD},        {"bye", TYPED_QUIT},
    {"clocks", TYPED_CLOCK},   {"colours", TYPED_COLORS}, {"chess960", TYPED_CHESS960},
    {"exit", TYPED_QUIT},      {"legal", TYPED_MOVES},    {"chat", TYPED_SAY},
    {"observe", TYPED_WATCH},  {"no", TYPED_DECLINE},     {"q", TYPED_QUIT},
    {"reject", TYPED_DECLINE}, {"takeback", TYPED_UNDO},  {"time", TYPED_CLOCK},
    {"yes", TYPED_ACCEPT},
};

static bool is_command(TypedKind kind)
{
    return kind > TYPED_MOVE && kind < TYPED_COUNT;
}

bool typed_is_here(TypedKind kind, TypedPlace place)
{
    return is_command(kind) && (COMMANDS[kind].place & place);
}

const char *typed_word(TypedKind kind)
{
    return is_command(kind) ? COMMANDS[kind].word : "";
}

const char *typed_form(TypedKind kind)
{
    return is_command(kind) ? COMMANDS[kind].form : "";
}

const char *typed_help(TypedKind kind)
{
    return is_command(kind) ? COMMANDS[kind].help : "";
}

void typed_forms(TypedPlace place, char out[TYPED_FORMS_MAX])
{
    size_t used = 0;
    out[0] = '\0';
    for (int kind = TYPED_MOVE + 1; kind < TYPED_COUNT && used < TYPED_FORMS_MAX; kind++)
        if (typed_is_here((TypedKind)kind, place))
            used += (size_t)snprintf(out + used, TYPED_FORMS_MAX - used, "%s%s",
                                     used > 0 ? ", " : "", COMMANDS[kind].form);
}

static char small(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    for (size_t i = 0; i < length; i++)
        if (small(text[i]) != word[i] || word[i] == '\0')
            return false;
    return word[length] == '\0';
}

TypedKind typed_find(TypedPlace place, const char *word, size_t length)
{
    for (int kind = TYPED_MOVE + 1; kind < TYPED_COUNT; kind++)
        if (typed_is_here((TypedKind)kind, place) && is_word(word, length, COMMANDS[kind].word))
            return (TypedKind)kind;
    for (size_t i = 0; i < sizeof OTHER_NAMES / sizeof *OTHER_NAMES; i++)
        if (typed_is_here(OTHER_NAMES[i].kind, place) && is_word(word, length, OTHER_NAMES[i].word))
            return OTHER_NAMES[i].kind;
    return TYPED_MOVE;
}

/* ---- did you mean ---- */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Letters to change, insert, leave out or swap with the next, from one word to the other (the restricted distance of
 * Damerau and Levenshtein). Both are shorter than TYPED_WORD_MAX. */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned row[TYPED_WORD_MAX + 1][TYPED_WORD_MAX + 1];
    for (size_t i = 0; i <= a_length; i++)
        for (size_t k = 0; k <= b_length; k++) {
            if (i == 0 || k == 0) {
                row[i][k] = (unsigned)(i + k);
                continue;
            }
            unsigned wrong = small(a[i - 1]) != b[k - 1];
            row[i][k] = least(row[i - 1][k - 1] + wrong, least(row[i - 1][k], row[i][k - 1]) + 1);
            if (i > 1 && k > 1 && small(a[i - 1]) == b[k - 2] && small(a[i - 2]) == b[k - 1])
                row[i][k] = least(row[i][k], row[i - 2][k - 2] + 1);
        }
    return row[a_length][b_length];
}

TypedKind typed_guess(TypedPlace place, const char *word, size_t length)
{
    TypedKind guess = TYPED_MOVE;
    unsigned nearest =
        length > 4 ? 3 : 2; /* more than one letter wrong, or two in long words, is another word */
    if (length < 2 || length >= TYPED_WORD_MAX)
        return TYPED_MOVE;
    for (int kind = TYPED_MOVE + 1; kind < TYPED_COUNT; kind++) {
        if (!typed_is_here((TypedKind)kind, place))
            continue;
        unsigned far = distance(word, length, COMMANDS[kind].word, strlen(COMMANDS[kind].word));
        if (far < nearest) {
            nearest = far;
            guess = (TypedKind)kind;
        }
    }
    return guess;
}

/* ---- the line ---- */

/* Copies what people may write, with one blank between words and none at the ends. */
static size_t clean(char *out, const char *text, size_t length)
{
    size_t written = 0;
    bool blank = false;
    for (size_t i = 0; i < length;) {
        uint32_t point;
        size_t size = utf8_take(text + i, length - i, &point);
        if (size == 0) {
            i++;
            continue;
        }
        if (point == '\t' || utf8_is_blank(point)) {
            blank = written > 0;
        } else if (utf8_is_plain(point)) {
            if (blank)
                out[written++] = ' ';
            blank = false;
            memcpy(out + written, text + i, size);
            written += size;
        }
        i += size;
    }
    out[written] = '\0';
    return written;
}

void typed_line_read(TypedLine *typed, TypedPlace place, const char *text, size_t length)
{
    typed->kind = TYPED_TOO_LONG;
    typed->length = 0;
    typed->argument[0] = '\0';
    if (length > TYPED_LINE_MAX)
        return;
    typed->length = clean(typed->argument, text, length);
    if (typed->length == 0) {
        typed->kind = TYPED_NOTHING;
        return;
    }
    const char *blank = memchr(typed->argument, ' ', typed->length);
    size_t word = blank ? (size_t)(blank - typed->argument) : typed->length;
    typed->kind = typed_find(place, typed->argument, word);
    if (typed->kind == TYPED_MOVE)
        return;
    size_t skipped = blank ? word + 1 : word;
    typed->length -= skipped;
    memmove(typed->argument, typed->argument + skipped, typed->length + 1);
}

#include "uci_output.h"

#include "engine.h"

#include <string.h>

enum { NUMBER_MAX = 1000000000 };

typedef struct {
    const char *at, *end;
} Rest;

typedef struct {
    const char *at;
    size_t length;
} Word;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static Word next_word(Rest *rest)
{
    while (rest->at < rest->end && is_blank(*rest->at))
        rest->at++;
    Word word = {.at = rest->at};
    while (rest->at < rest->end && !is_blank(*rest->at))
        rest->at++;
    word.length = (size_t)(rest->at - word.at);
    return word;
}

static bool is(Word word, const char *text)
{
    return strlen(text) == word.length && memcmp(word.at, text, word.length) == 0;
}

static bool read_number(Word word, int32_t *number)
{
    bool minus = word.length > 0 && *word.at == '-';
    int64_t value = 0;
    if (word.length <= minus)
        return false;
    for (size_t i = minus; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9' || value > NUMBER_MAX)
            return false;
        value = value * 10 + (word.at[i] - '0');
    }
    if (value > NUMBER_MAX)
        return false;
    *number = (int32_t)(minus ? -value : value);
    return true;
}

/* Words up to the end, or to 'stop' when that is not NULL. */
static void read_title(Rest *rest, const char *stop, char title[UCI_TITLE_MAX + 1])
{
    size_t length = 0;
    for (Word word = next_word(rest); word.length && !(stop && is(word, stop));
         word = next_word(rest)) {
        if (length && length < UCI_TITLE_MAX)
            title[length++] = ' ';
        for (size_t i = 0; i < word.length && length < UCI_TITLE_MAX; i++)
            title[length++] = word.at[i] > ' ' && word.at[i] <= '~' ? word.at[i] : ' ';
    }
    title[length] = '\0';
}

static void read_option(Rest *rest, UciOutput *said)
{
    if (!is(next_word(rest), "name"))
        return;
    read_title(rest, "type", said->title);
    said->kind = UCI_SAYS_OPTION;
    bool has_least = false, has_most = false;
    said->spin = is(next_word(rest), "spin");
    for (Word word = next_word(rest); word.length; word = next_word(rest)) {
        if (is(word, "min"))
            has_least = read_number(next_word(rest), &said->least);
        else if (is(word, "max"))
            has_most = read_number(next_word(rest), &said->most);
    }
    said->spin = said->spin && has_least && has_most && said->least <= said->most;
}

static int32_t mate_score(int32_t moves)
{
    const int32_t most = (SCORE_MATE - SCORE_MATE_BOUND) / 2;
    if (moves > most || moves < -most)
        moves = moves > 0 ? most : -most;
    return moves > 0 ? SCORE_MATE - 2 * moves + 1 : -SCORE_MATE - 2 * moves;
}

/* Of several lines the first counts; of a score that is only a bound, its number. */
static void read_info(Rest *rest, UciOutput *said)
{
    bool first = true;
    for (Word word = next_word(rest); word.length; word = next_word(rest)) {
        int32_t number;
        if (is(word, "string") || is(word, "pv"))
            return;
        if (is(word, "multipv"))
            first = read_number(next_word(rest), &number) && number <= 1;
        if (!is(word, "score") || !first)
            continue;
        word = next_word(rest);
        if (!read_number(next_word(rest), &number))
            return;
        if (is(word, "mate"))
            said->score = mate_score(number);
        else if (is(word, "cp") && number > -SCORE_MATE_BOUND && number < SCORE_MATE_BOUND)
            said->score = number;
        else
            return;
        said->kind = UCI_SAYS_SCORE;
    }
}

static void read_move(Rest *rest, UciOutput *said)
{
    Word word = next_word(rest);
    size_t length = word.length < UCI_MOVE_MAX ? word.length : UCI_MOVE_MAX;
    for (size_t i = 0; i < length; i++)
        said->move[i] = word.at[i] > ' ' && word.at[i] <= '~' ? word.at[i] : '?';
    said->kind = UCI_SAYS_MOVE;
}

void uci_output_parse(const char *line, size_t length, UciOutput *said)
{
    Rest rest = {.at = line, .end = line + length};
    *said = (UciOutput){.kind = UCI_SAYS_NOTHING};
    Word word = next_word(&rest);
    if (is(word, "uciok"))
        said->kind = UCI_SAYS_UCIOK;
    else if (is(word, "readyok"))
        said->kind = UCI_SAYS_READYOK;
    else if (is(word, "info"))
        read_info(&rest, said);
    else if (is(word, "bestmove"))
        read_move(&rest, said);
    else if (is(word, "option"))
        read_option(&rest, said);
    else if (is(word, "id") && is(next_word(&rest), "name")) {
        read_title(&rest, NULL, said->title);
        said->kind = UCI_SAYS_TITLE;
    }
}

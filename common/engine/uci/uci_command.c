#include "uci_command.h"

#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "notation.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static UciText trimmed(UciText text)
{
    while (text.length && is_blank(*text.at)) {
        text.at++;
        text.length--;
    }
    while (text.length && is_blank(text.at[text.length - 1]))
        text.length--;
    return text;
}

/* Removes the first word and returns it. An empty one is the end. */
static UciText take_word(UciText *text)
{
    *text = trimmed(*text);
    UciText word = {.at = text->at, .length = 0};
    while (word.length < text->length && !is_blank(word.at[word.length]))
        word.length++;
    text->at += word.length;
    text->length -= word.length;
    return word;
}

bool uci_text_is(UciText text, const char *word)
{
    for (size_t i = 0; i < text.length; i++)
        if (word[i] == '\0' || lower(text.at[i]) != lower(word[i]))
            return false;
    return word[text.length] == '\0';
}

/* Bytes that are not printable are replaced: a line end would begin another line. */
static void complain(UciComplaint *complaint, const char *what, UciText about)
{
    if (complaint->text[0])
        return;
    char shown[49];
    size_t length = about.length < sizeof shown - 1 ? about.length : sizeof shown - 1;
    for (size_t i = 0; i < length; i++)
        shown[i] = (char)(about.at[i] >= ' ' && about.at[i] <= '~' ? about.at[i] : '?');
    shown[length] = '\0';
    snprintf(complaint->text, sizeof complaint->text, "%s: '%s'", what, shown);
}

UciKind uci_command(UciText line, UciText *rest)
{
    static const struct {
        const char *word;
        UciKind kind;
    } words[] = {
        {"uci", UCI_UCI},           {"debug", UCI_DEBUG},
        {"isready", UCI_ISREADY},   {"setoption", UCI_SETOPTION},
        {"register", UCI_REGISTER}, {"ucinewgame", UCI_NEWGAME},
        {"position", UCI_POSITION}, {"go", UCI_GO},
        {"stop", UCI_STOP},         {"ponderhit", UCI_PONDERHIT},
        {"quit", UCI_QUIT},         {"d", UCI_SHOW},
        {"eval", UCI_EVAL},         {"bench", UCI_BENCH},
    };
    *rest = line;
    UciText word = take_word(rest);
    *rest = trimmed(*rest);
    if (!word.length)
        return UCI_EMPTY;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].word) == word.length && !memcmp(words[i].word, word.at, word.length))
            return words[i].kind;
    return UCI_UNKNOWN;
}

/* "startpos" or "fen" and its fields up to "moves". */
static bool read_start(UciText *text, bool chess960, Position *start, UciComplaint *complaint)
{
    UciText word = take_word(text);
    if (uci_text_is(word, "startpos")) {
        position_start(start);
        start->chess960 = chess960;
        return true;
    }
    if (!uci_text_is(word, "fen")) {
        complain(complaint, "position needs startpos or fen", word);
        return false;
    }
    *text = trimmed(*text);
    UciText fen = {.at = text->at, .length = 0}, left = *text;
    for (;;) {
        UciText before = left;
        word = take_word(&left);
        if (!word.length || uci_text_is(word, "moves")) {
            *text = before;
            break;
        }
        fen.length = (size_t)(word.at + word.length - fen.at);
    }
    FenError error = fen_parse(fen.at, fen.length, start, NULL);
    if (error != FEN_OK) {
        complain(complaint, fen_error_text(error), fen);
        return false;
    }
    if (chess960)
        start->chess960 = 1;
    return true;
}

static bool read_moves(UciText text, Line *line, UciComplaint *complaint)
{
    UciText word = take_word(&text);
    if (!word.length)
        return true;
    if (!uci_text_is(word, "moves")) {
        complain(complaint, "expected moves", word);
        return false;
    }
    while ((word = take_word(&text)).length) {
        Move move;
        NotationError error = uci_parse(&line->now, word.at, word.length, &move);
        if (error != NOTATION_OK) {
            complain(complaint, notation_error_text(error), word);
            return false;
        }
        if (!line_push(line, move)) {
            complain(complaint, "the game is longer than any can be", word);
            return false;
        }
    }
    return true;
}

bool uci_read_position(UciText text, bool chess960, Line *line, Move *moves,
                       UciComplaint *complaint)
{
    Position start;
    Line read;
    if (!read_start(&text, chess960, &start, complaint))
        return false;
    line_init(&read, &start, moves, LINE_PLIES_MAX);
    if (!read_moves(text, &read, complaint))
        return false;
    *line = read;
    return true;
}

bool uci_read_number(UciText text, int64_t least, int64_t most, int64_t *number)
{
    bool negative = text.length > 0 && *text.at == '-';
    size_t i = negative ? 1 : 0;
    int64_t value = 0;
    if (i == text.length || text.length - i > 18)
        return false;
    for (; i < text.length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
        value = value * 10 + (text.at[i] - '0');
    }
    if (negative)
        value = -value;
    if (value < least || value > most)
        return false;
    *number = value;
    return true;
}

/* Reads words for as long as they are moves. */
static void read_searchmoves(UciText *text, const Position *pos, UciGo *go, UciComplaint *complaint)
{
    for (;;) {
        UciText before = *text, word = take_word(text);
        Move move;
        NotationError error = uci_parse(pos, word.at, word.length, &move);
        if (error == NOTATION_OK) {
            if (go->only_count < MOVES_MAX)
                go->only[go->only_count++] = move;
        } else if (error == NOTATION_SYNTAX || !word.length) {
            *text = before;
            if (go->only_count == 0)
                complain(complaint, "searchmoves without a legal move", word);
            return;
        } else {
            complain(complaint, notation_error_text(error), word);
        }
    }
}

/* The limits that are a word and a number. A number out of range is reported and ignored. */
static bool read_limit(UciText word, UciText *text, UciGo *go, UciComplaint *complaint)
{
    static const char *const names[] = {"wtime", "btime", "winc", "binc",     "movestogo",
                                        "depth", "nodes", "mate", "movetime", "perft"};
    static const int64_t most = 1000000000000;
    const int64_t bounds[][2] = {{-most, most}, {-most, most}, {0, most}, {0, most}, {0, 10000},
                                 {1, 1000},     {1, most},     {1, 1000}, {1, most}, {1, 30}};
    size_t index = 0, count = sizeof names / sizeof names[0];
    while (index < count && !uci_text_is(word, names[index]))
        index++;
    if (index == count)
        return false;
    int64_t value;
    UciText before = *text, number = take_word(text);
    if (!uci_read_number(number, bounds[index][0], bounds[index][1], &value)) {
        complain(complaint, "not a number that can be used", number);
        /* The number may be missing, and this is the next limit. */
        if (!number.length || (*number.at != '-' && (*number.at < '0' || *number.at > '9')))
            *text = before;
        return true;
    }
    switch (index) {
    case 0:
    case 1:
        go->clock[index].remaining = value;
        go->has_clock[index] = true;
        break;
    case 2:
    case 3: go->clock[index - 2].increment = value; break;
    case 4: go->clock[WHITE].moves_to_go = go->clock[BLACK].moves_to_go = (int)value; break;
    case 5: go->depth = value < ENGINE_DEPTH_MAX ? (int)value : ENGINE_DEPTH_MAX - 1; break;
    case 6: go->nodes = (uint64_t)value; break;
    case 7: go->mate = (int)value; break;
    case 8: go->movetime = value; break;
    default: go->perft = (int)value; break;
    }
    return true;
}

void uci_read_go(UciText text, const Position *pos, UciGo *go, UciComplaint *complaint)
{
    memset(go, 0, sizeof *go);
    UciText word;
    while ((word = take_word(&text)).length) {
        if (uci_text_is(word, "infinite"))
            go->infinite = true;
        else if (uci_text_is(word, "ponder"))
            go->ponder = true;
        else if (uci_text_is(word, "searchmoves"))
            read_searchmoves(&text, pos, go, complaint);
        else if (!read_limit(word, &text, go, complaint))
            complain(complaint, "go does not know", word);
    }
}

bool uci_read_option(UciText text, UciText *name, UciText *value)
{
    UciText word = take_word(&text);
    *name = *value = (UciText){.at = text.at, .length = 0};
    if (!uci_text_is(word, "name"))
        return false;
    text = trimmed(text);
    *name = (UciText){.at = text.at, .length = 0};
    while ((word = take_word(&text)).length) {
        if (uci_text_is(word, "value")) {
            *value = trimmed(text);
            break;
        }
        name->length = (size_t)(word.at + word.length - name->at);
    }
    return name->length > 0;
}

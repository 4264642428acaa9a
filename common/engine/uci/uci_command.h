/* uci_command.h - parses the commands of the Universal Chess Interface, one in each line.
 *
 * Any bytes may be parsed: they give a command, or a sentence that says what is wrong. Unknown words of a command are
 * reported and skipped, as the protocol asks, so that every 'go' gets its 'bestmove'.
 * Nothing is allocated; texts point into the line that was read. */
#pragma once

#include <stddef.h>

#include "line.h"
#include "timeman.h"

/* The longest game in moves of five letters and a blank, with room for a FEN before it. */
enum { UCI_LINE_MAX = 128 + 6 * LINE_PLIES_MAX, UCI_COMPLAINT_MAX = 160 };

typedef enum {
    UCI_EMPTY,
    UCI_UNKNOWN,
    UCI_UCI,
    UCI_DEBUG,
    UCI_ISREADY,
    UCI_SETOPTION,
    UCI_REGISTER,
    UCI_NEWGAME,
    UCI_POSITION,
    UCI_GO,
    UCI_STOP,
    UCI_PONDERHIT,
    UCI_QUIT,
    UCI_SHOW,
    UCI_EVAL,
    UCI_BENCH,
} UciKind;

/* Part of the line. */
typedef struct {
    const char *at;
    size_t length;
} UciText;

typedef struct {
    TimemanClock clock[2]; /* by Color; the session fills in the overhead */
    bool has_clock[2];
    int64_t movetime; /* 0: not given */
    uint64_t nodes;
    int depth;
    int mate;
    int perft;
    bool infinite;
    bool ponder;
    int only_count;
    Move only[MOVES_MAX];
} UciGo;

/* What was wrong; empty if nothing was. Only the first complaint is kept. */
typedef struct {
    char text[UCI_COMPLAINT_MAX];
} UciComplaint;

/* The command named by the first word; rest is what follows, without blanks at its ends. */
UciKind uci_command(UciText line, UciText *rest);

/* 'position': sets the line. False, and the line is unchanged, when the position or a move is bad. 'moves' is
 * memory for LINE_PLIES_MAX moves that the line does not use yet. */
bool uci_read_position(UciText text, bool chess960, Line *line, Move *moves,
                       UciComplaint *complaint);

/* 'go': always gives something to search. */
void uci_read_go(UciText text, const Position *pos, UciGo *go, UciComplaint *complaint);

/* 'setoption': false when there is no name. */
bool uci_read_option(UciText text, UciText *name, UciText *value);

/* Whole numbers within bounds; false otherwise. */
bool uci_read_number(UciText text, int64_t least, int64_t most, int64_t *number);
/* Compares as option names are compared: case-insensitively. */
bool uci_text_is(UciText text, const char *word);

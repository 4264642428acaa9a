/* ics_variables.h - what people set for themselves ("set"), and what their programs set ("iset"). Pure. */
#pragma once

#include "text.h"

#include <stdbool.h>

enum { ICS_TEXT_MAX = 80, ICS_WIDTH_LEAST = 20, ICS_WIDTH_MOST = 240 };

/* Name, usual value, least, most, what it is for. Those that change nothing here are kept because clients set them. */
#define ICS_VARIABLES(X)                                                                           \
    X(STYLE, "style", 1, 1, 13, "how boards look; see help style")                                 \
    X(SEEK, "seek", 1, 0, 1, "other people's seeks are shown as they come")                        \
    X(SHOUT, "shout", 1, 0, 1, "shouts are shown")                                                 \
    X(TELL, "tell", 1, 0, 1, "tells of guests are shown")                                          \
    X(KIBITZ, "kibitz", 1, 0, 1, "what is said about observed games is shown")                     \
    X(OPEN, "open", 1, 0, 1, "challenges are shown; those that come while it is 0 are declined")   \
    X(TIME, "time", 5, 0, 180, "minutes of a seek or match for which none are given")              \
    X(INC, "inc", 3, 0, 180, "seconds of increment, likewise")                                     \
    X(RATED, "rated", 0, 0, 1, "whether a seek or match is rated when nothing is said")            \
    X(WIDTH, "width", 79, ICS_WIDTH_LEAST, ICS_WIDTH_MOST, "columns of your terminal")             \
    X(HEIGHT, "height", 24, 5, 240, "lines of your terminal")                                      \
    X(FLIP, "flip", 0, 0, 1, "boards are shown from the other side")                               \
    X(UTF8, "utf8", 1, 0, 1, "your terminal shows UTF-8; with 0 other letters come as &#x3b1;")    \
    X(BELL, "bell", 0, 0, 1, "the terminal beeps when your opponent has moved")                    \
    X(GIN, "gin", 0, 0, 1, "kept for programs")                                                    \
    X(PIN, "pin", 0, 0, 1, "kept for programs")                                                    \
    X(AUTOFLAG, "autoflag", 1, 0, 1, "kept for programs: flags fall by themselves here")           \
    X(AVAILINFO, "availinfo", 0, 0, 1, "kept for programs")                                        \
    X(AVAILMIN, "availmin", 0, 0, 9999, "kept for programs")                                       \
    X(AVAILMAX, "availmax", 0, 0, 9999, "kept for programs")                                       \
    X(CSHOUT, "cshout", 0, 0, 1, "kept for programs")                                              \
    X(CHANOFF, "chanoff", 1, 0, 1, "kept for programs")                                            \
    X(SILENCE, "silence", 0, 0, 1, "kept for programs")                                            \
    X(ECHO, "echo", 1, 0, 1, "kept for programs")                                                  \
    X(HIGHLIGHT, "highlight", 0, 0, 15, "kept for programs")                                       \
    X(UNOBSERVE, "unobserve", 0, 0, 3, "kept for programs")                                        \
    X(PTIME, "ptime", 0, 0, 1, "kept for programs")                                                \
    X(PROVSHOW, "provshow", 0, 0, 1, "kept for programs")                                          \
    X(NOTAKEBACK, "notakeback", 0, 0, 1, "kept for programs")                                      \
    X(PRIVATE, "private", 0, 0, 1, "kept for programs")                                            \
    X(BUGOPEN, "bugopen", 0, 0, 1, "kept for programs")                                            \
    X(SIMOPEN, "simopen", 0, 0, 1, "kept for programs")                                            \
    X(TOURNEY, "tourney", 0, 0, 1, "kept for programs")                                            \
    X(KIBLEVEL, "kiblevel", 0, 0, 9999, "kept for programs")                                       \
    X(PGN, "pgn", 1, 0, 1, "kept for programs")                                                    \
    X(EXAMINE, "examine", 0, 0, 1, "kept for programs")                                            \
    X(MESSREPLY, "messreply", 0, 0, 1, "kept for programs")                                        \
    X(MAILMESS, "mailmess", 0, 0, 1, "kept for programs")                                          \
    X(AUTOMAIL, "automail", 0, 0, 1, "kept for programs")                                          \
    X(ROPEN, "ropen", 1, 0, 1, "kept for programs")                                                \
    X(JPRIVATE, "jprivate", 0, 0, 1, "kept for programs")

typedef enum {
#define X(name, word, usual, least, most, help) ICS_SET_##name,
    ICS_VARIABLES(X)
#undef X
        ICS_SETTINGS
} IcsSetting;

/* The interface variables of FICS in its order, by which "%b" sets them before somebody signs in. */
#define ICS_SWITCHES(X)                                                                            \
    X(COMPRESSMOVE, "compressmove", "")                                                            \
    X(AUDIOCHAT, "audiochat", "")                                                                  \
    X(SEEKREMOVE, "seekremove", "seeks that are gone are reported by <sr>")                        \
    X(DEFPROMPT, "defprompt", "the prompt is always \"fics% \"")                                   \
    X(LOCK, "lock", "no switch can be changed any more")                                           \
    X(STARTPOS, "startpos", "lists of moves begin with the position, unless it is the usual one")  \
    X(BLOCK, "block", "each answer is between control characters, with the number of its command") \
    X(GAMEINFO, "gameinfo", "a line <g1> says how a game is played")                               \
    X(XDR, "xdr", "")                                                                              \
    X(PENDINFO, "pendinfo", "offers are reported by <pt>, <pf> and <pr>")                          \
    X(GRAPH, "graph", "")                                                                          \
    X(SEEKINFO, "seekinfo", "seeks are reported by <s> and <sc>")                                  \
    X(EXTASCII, "extascii", "")                                                                    \
    X(NOHIGHLIGHT, "nohighlight", "nothing is highlighted (which is always so)")                   \
    X(VTHIGHLIGHT, "vthighlight", "")                                                              \
    X(SHOWSERVER, "showserver", "")                                                                \
    X(PIN, "pin", "")                                                                              \
    X(MS, "ms", "times are in thousandths of seconds")                                             \
    X(PINGINFO, "pinginfo", "")                                                                    \
    X(BOARDINFO, "boardinfo", "")                                                                  \
    X(EXTUSERINFO, "extuserinfo", "")                                                              \
    X(SEEKCA, "seekca", "")                                                                        \
    X(SHOWOWNSEEK, "showownseek", "your own seeks are reported, too")                              \
    X(PREMOVE, "premove", "")                                                                      \
    X(SMARTMOVE, "smartmove", "")                                                                  \
    X(MOVECASE, "movecase", "a small b is always a pawn: bc3 is no move of a bishop")              \
    X(SUICIDE, "suicide", "")                                                                      \
    X(CRAZYHOUSE, "crazyhouse", "")                                                                \
    X(LOSERS, "losers", "")                                                                        \
    X(WILDCASTLE, "wildcastle", "")                                                                \
    X(FR, "fr", "")                                                                                \
    X(NOWRAP, "nowrap", "long lines are not broken")                                               \
    X(ALLRESULTS, "allresults", "")                                                                \
    X(OBSPING, "obsping", "")                                                                      \
    X(SINGLEBOARD, "singleboard", "")

typedef enum {
#define X(name, word, help) ICS_SWITCH_##name,
    ICS_SWITCHES(X)
#undef X
        ICS_SWITCH_COUNT
} IcsSwitch;

typedef struct {
    int setting[ICS_SETTINGS];
    bool on[ICS_SWITCH_COUNT];
    char interface[ICS_TEXT_MAX + 1]; /* what the client program calls itself; or "" */
    char prompt[ICS_TEXT_MAX + 1];    /* or "" */
} IcsVariables;

void ics_variables_init(IcsVariables *variables);

typedef enum {
    ICS_SET_OK,
    ICS_SET_UNKNOWN, /* no such variable, or several begin so */
    ICS_SET_BAD_VALUE,
    ICS_SET_LOCKED,
} IcsSetResult;

/* By its name or the beginning of it; an empty value toggles what is 0 or 1. Appends what was done or why not. */
IcsSetResult ics_variables_set(IcsVariables *variables, const char *name, const char *value,
                               Text *out);
IcsSetResult ics_variables_switch(IcsVariables *variables, const char *name, const char *value,
                                  Text *out);
/* Lists of all. */
void ics_variables_print(const IcsVariables *variables, const char *name, Text *out);
void ics_switches_print(const IcsVariables *variables, const char *name, Text *out);
/* Names with what they are for: the ends of two pages of help. */
void ics_variables_help(Text *out);
void ics_switches_help(Text *out);

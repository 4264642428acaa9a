/* tourney_settings.h - what an organiser decides about a tournament: its format, clock, rounds, and who may join.
 *
 * One table (settings.c) says for each setting how it is called, what it may be, and for which formats it is; the HTTP API's
 * fields, the stored acts and their checks all follow it. A plain value, a few kilobytes large. */
#pragma once

#include "params.h"
#include "terms.h"
#include "text.h"

enum {
    TOURNEY_NAME_MAX = 60, /* characters */
    TOURNEY_NAME_SIZE = 4 * TOURNEY_NAME_MAX,
    TOURNEY_DESCRIPTION_MAX = 2000,
    TOURNEY_DESCRIPTION_SIZE = 4 * TOURNEY_DESCRIPTION_MAX,
    TOURNEY_CODE_MAX = 40,
    TOURNEY_CODE_SIZE = 4 * TOURNEY_CODE_MAX,
    TOURNEY_LIST_SIZE = 8000, /* bytes of names with their commas */
    TOURNEY_TIEBREAKS_SIZE = 95,
    TOURNEY_TEAM_ID_LENGTH = 8,
    TOURNEY_TEAMS_SIZE = 1799, /* bytes of 200 teams' ids with their commas */
    TOURNEY_BOARDS_MAX = 20,   /* of a team */
    TOURNEY_LEADERS_MAX = 20,  /* whose points count for their team, as on lichess.org */
    TOURNEY_STAGES_SIZE = 79,  /* a time control as text */
    TOURNEY_TIEBREAKS_MAX = 8,
    TOURNEY_PLAYERS_MAX = 2000,
    TOURNEY_ROUNDS_MAX = 40,
    TOURNEY_DAYS_AHEAD = 366,
    TOURNEY_WHY_MAX = 160,
    TOURNEY_SIMUL_BOARDS_MAX = 100,
    TOURNEY_SIMUL_FIRST_MOVE =
        600, /* seconds, unless the host says otherwise: they go from board to board */
};

typedef enum {
    FORMAT_ARENA,
    FORMAT_SWISS,
    FORMAT_ROBIN,
    FORMAT_KNOCKOUT,
    FORMAT_SIMUL,
    FORMAT_TEAMS, /* team matches on fixed boards */
    FORMAT_COUNT
} Format;
typedef enum { INITIAL_RANDOM, INITIAL_WHITE, INITIAL_BLACK } InitialColour;
typedef enum { SYSTEM_ROBIN, SYSTEM_SWISS } TeamSystem;
typedef enum { HOST_WHITE, HOST_BLACK, HOST_RANDOM } HostColour;
typedef enum { ACCELERATION_NONE, ACCELERATION_BAKU } Acceleration;

/* Numbers are 0 where nothing was set, unless it says otherwise. */
typedef struct {
    char name[TOURNEY_NAME_SIZE + 1];
    char description[TOURNEY_DESCRIPTION_SIZE + 1];
    char code[TOURNEY_CODE_SIZE + 1];
    char list[TOURNEY_LIST_SIZE + 1];
    char tiebreaks[TOURNEY_TIEBREAKS_SIZE + 1];
    char teams[TOURNEY_TEAMS_SIZE + 1];   /* ids, with commas: only their members may join */
    int32_t format;                       /* Format */
    int64_t starts_at;                    /* wall clock, ms */
    int32_t limit, increment;             /* seconds; with stages those of the first one */
    char stages[TOURNEY_STAGES_SIZE + 1]; /* "": one stage; else as time_control_text.h has them */
    int32_t days;
    int32_t variant; /* Variant */
    bool rated;
    int32_t first_move; /* seconds */
    int32_t players_max;
    int32_t rating_min, rating_max, games_min;
    bool bots, guests, chat;
    int32_t delay_moves, delay_minutes; /* of its games' exports */
    int32_t minutes;
    bool berserk, streaks;
    int32_t rounds;
    int32_t interval; /* seconds */
    int32_t pairing;  /* 1: by hand */
    int64_t
        next_round; /* by hand: that round begins by itself at this instant of the wall clock, ms */
    int32_t late_until;
    int32_t acceleration, initial;
    int32_t cycles; /* 1 or 2 */
    bool swaps_rounds, varma;
    int32_t games, tiebreak_pairs;
    int32_t leaders;        /* of an arena: the best of each team count; 0: it is no team battle */
    int32_t boards, system; /* of team matches: TeamSystem */
    int32_t host_colour;    /* HostColour */
    int32_t host_extra,
        host_extra_each; /* seconds on top of limit: in all, and for each opponent */
} TourneySettings;

const char *format_word(Format format);
/* False when there is no such format. */
bool format_parse(const char *word, Format *format);

/* What a tournament of that format has unless its organiser says otherwise. */
void tourney_settings_usual(TourneySettings *settings, Format format);
/* Whether a setting with that name exists. */
bool tourney_settings_has(const char *name);
/* Reads those that are among the fields into settings that hold others already; 'why' (TOURNEY_WHY_MAX) begins with the field's name
 * when one is wrong. 'now' is the wall clock in ms; a start in the past is now. */
bool tourney_settings_read(TourneySettings *settings, const Params *fields, int64_t now, char *why);
/* Whether they go together. */
bool tourney_settings_check(const TourneySettings *settings, char *why);
/* Whether 'after' changes more than may be changed once a tournament has started; 'why' names the setting. */
bool tourney_settings_may_change(const TourneySettings *before, const TourneySettings *after,
                                 char *why);

/* As members of the object that is open: all that belong to the format. Code and list are left out unless 'secrets'. */
void tourney_settings_print(const TourneySettings *settings, bool secrets, Text *text);
struct cJSON;
/* Reads what tourney_settings_print writes with secrets; false for anything else. Unknown members are skipped. */
bool tourney_settings_parse(TourneySettings *settings, const struct cJSON *object);

/* Whether players may go berserk: the setting, and a time control that has it. Not with an increment of more seconds than twice
 * the minutes (as on lichess.org). */
bool tourney_settings_has_berserk(const TourneySettings *settings);
/* Whether players play for teams that are rivals. */
bool tourney_settings_has_teams(const TourneySettings *settings);
/* Calls 'each' with every team that is named, until it answers false, which is then the answer. */
bool tourney_settings_each_team(const TourneySettings *settings,
                                bool (*each)(void *context, const char *id), void *context);
/* The clock of its games. */
TimeControl tourney_settings_control(const TourneySettings *settings);
/* Whether a name is on the list, in small letters or capitals; true when there is no list. */
bool tourney_settings_lists(const TourneySettings *settings, const char *name);

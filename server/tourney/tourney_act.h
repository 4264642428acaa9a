/* tourney_act.h - what happened in a tournament, numbered 1, 2, 3 … without a gap: joined, paired, a result, a correction.
 *
 * The same acts folded in order give the same tournament everywhere. Acts record decisions (who meets whom, which number was
 * drawn), never what would have to be computed from them again by code that may be tuned. tourney_act_print writes the
 * stored form, a line of JSON that is also what the log shows; it is frozen: words and members never change their meaning, new
 * ones are added. tourney_act_clear frees what an act owns. */
#pragma once

#include "event.h"
#include "person.h"
#include "tourney_settings.h"

enum {
    TOURNEY_ID_LENGTH = 8,
    TOURNEY_REASON_MAX = 200, /* characters */
    TOURNEY_REASON_SIZE = 4 * TOURNEY_REASON_MAX,
    TOURNEY_TEAM_SIZE = 240, /* bytes of a team's name */
    TOURNEY_TEAMS_MAX = 200, /* as on lichess.org */
    TOURNEY_LINEUP_MAX = 40, /* players of a team that one act puts in order */
    TOURNEY_ACT_BOARDS_MAX = 2000,
    TOURNEY_SECONDS_MAX = 24 * 60 * 60, /* given or taken by one act */
    TOURNEY_ACT_SIZE_MAX = 256 * 1024,  /* bytes of one act as it is stored */
};

typedef struct {
    char text[TOURNEY_ID_LENGTH + 1];
} TourneyId;

/* Editions of the rules by which acts make points and standings. A START names the one in force, so that a tournament that
 * was played by earlier ones stays as it was.
 * RULES_NOV_2026: byes count only in rounds in which the player took part; whoever comes back has a pairing number;
 * whoever leaves a round robin is judged by all games that they completed; no bye gives points in one;
 * pairing numbers are by rating, title and name; in an arena a draw that an arbiter enters is no quick one, and
 * a quick one begins a series of draws; nobody wins the final of a knock-out that both have left;
 * a game in play when the tournament ended is no unplayed round in tie-breaks. */
typedef enum {
    RULES_FIRST, /* whose STARTs name none */
    RULES_NOV_2026,
    TOURNEY_RULES = RULES_NOV_2026
} TourneyRules;

#define TOURNEY_ACTS(X)                                                                            \
    X(CREATED, created)                                                                            \
    X(SETTINGS, settings)                                                                          \
    X(ROLE, role)                                                                                  \
    X(JOIN, join)         /* by the player, or by the server for them */                           \
    X(ADD, add)           /* by an organiser or arbiter */                                         \
    X(PLAYER, player)     /* what is known of them */                                              \
    X(WITHDRAW, withdraw) /* before the start: the name is taken off; in an arena: a pause */      \
    X(READMIT, readmit)                                                                            \
    X(REMOVE, remove)                                                                              \
    X(BYE, bye)                                                                                    \
    X(FORBID, forbid)                                                                              \
    X(PERMIT, permit)                                                                              \
    X(START, start)                                                                                \
    X(PAIR, pair) /* boards are added: of the next round, of a knock-out's match, of an arena */   \
    X(BOARDS, boards) /* the boards of the paired round are replaced by these */                   \
    X(UNPAIR, unpair)                                                                              \
    X(ROUND, round) /* the paired round begins */                                                  \
    X(RESULT, result)                                                                              \
    X(ANNUL, annul)                                                                                \
    X(BERSERK, berserk)                                                                            \
    X(PAUSE, pause)                                                                                \
    X(RESUME, resume)                                                                              \
    X(FINISH, finish)                                                                              \
    X(CANCEL, cancel)                                                                              \
    X(TIME, time) /* of the game at a board: a player gets time, or loses it */                    \
    X(STOP, stop) /* its clocks stand */                                                           \
    X(GO_ON, go_on)                                                                                \
    X(ADJOURN, adjourn)   /* the player to move seals a move */                                    \
    X(ACCEPT, accept)     /* of a simul: the host plays them; without a player: all who applied */ \
    X(DECLINE, decline)   /* of a simul: the host does not, after all */                           \
    X(TEAM, team)         /* a team takes part, or what is known of it changes */                  \
    X(TEAM_OUT, team_out) /* a team does not take part any more */                                 \
    X(LINEUP, lineup)     /* the order of a team's players, or who plays next */

typedef enum {
#define X(name, word) ACT_##name,
    TOURNEY_ACTS(X)
#undef X
        ACT_COUNT
} TourneyActKind;

/* Of a board: halves of points of White and Black, and how they came about. */
#define BOARD_RESULTS(X)                                                                           \
    X(NONE, "", 0, 0)                                                                              \
    X(WHITE, "1-0", 2, 0)                                                                          \
    X(DRAW, "½-½", 1, 1)                                                                           \
    X(BLACK, "0-1", 0, 2)                                                                          \
    X(FORFEIT_WHITE, "1-0F", 2, 0)                                                                 \
    X(FORFEIT_BLACK, "0-1F", 0, 2)                                                                 \
    X(FORFEIT_BOTH, "0-0F", 0, 0)                                                                  \
    X(LOST_BOTH, "0-0", 0, 0)                                                                      \
    X(HALF_WHITE, "½-0", 1, 0)                                                                     \
    X(HALF_BLACK, "0-½", 0, 1)                                                                     \
    X(ANNULLED, "annulled", 0, 0)                                                                  \
    X(BYE, "bye", 2, 0)

typedef enum {
#define X(name, word, white, black) BOARD_##name,
    BOARD_RESULTS(X)
#undef X
        BOARD_RESULT_COUNT
} BoardResult;

typedef enum { ROLE_NONE, ROLE_RESULTS, ROLE_ARBITER, ROLE_ORGANISER, ROLE_COUNT } TourneyRole;

typedef enum {
    TOURNEY_ACCOUNT,
    TOURNEY_GUEST,    /* a guest of this server */
    TOURNEY_NAME,     /* somebody who plays elsewhere: results are entered */
    TOURNEY_COMPUTER, /* of 'level' */
    TOURNEY_ENGINE    /* an external engine of this server, by its name */
} TourneyPlayerKind;

/* What is known of a player. */
typedef struct {
    int32_t kind; /* TourneyPlayerKind */
    char user[PERSON_ID_MAX + 1];
    char name[PERSON_NAME_MAX * 4 + 1];
    int32_t rating; /* 0: none */
    bool provisional, bot;
    int32_t level;
    char title[4], federation[4], fide_id[12], birth[11], sex[2];
    char team[TOURNEY_TEAM_SIZE + 1];
} TourneyPerson;

/* No person sits there: the computer or an engine. */
bool tourney_person_is_program(const TourneyPerson *person);

/* A team in a tournament. */
typedef struct {
    char id[TOURNEY_TEAM_ID_LENGTH + 1]; /* of this server's teams; "": it is only here */
    char name[TOURNEY_TEAM_SIZE + 1];
    char captain[PERSON_ID_MAX + 1]; /* "": none */
    char captain_name[PERSON_NAME_MAX + 1];
} TourneyTeamAbout;

/* Two teams that meet in a round; 'away' is 0 for one that has the bye. */
typedef struct {
    uint32_t home, away; /* numbers of teams */
} PairedTeams;

/* A board that is paired. 'black' is 0 for the bye. */
typedef struct {
    uint32_t white, black; /* numbers of players */
    GameId game;           /* "": it is not played here */
    uint32_t match;        /* of a knock-out or of teams, from 1 */
    bool is_tiebreak, decides;
    BoardResult result; /* of a bye, or a forfeit that is known already */
} PairedBoard;

typedef struct {
    TourneyActKind kind;
    uint32_t seq;
    int64_t at;                 /* wall clock, ms */
    char by[PERSON_ID_MAX + 1]; /* "": the server */
    char by_name[PERSON_NAME_MAX * 4 + 1];
    bool confirmed; /* it was warned of before */
    char reason[TOURNEY_REASON_SIZE + 1];
    TourneySettings *settings; /* CREATED, SETTINGS; owned */
    TourneyId id;              /* CREATED */
    TourneyPerson person;      /* JOIN ADD PLAYER; ROLE: user and name */
    TourneyRole role;          /* ROLE */
    uint32_t player, other;    /* PLAYER to PERMIT, RESULT: of BERSERK; ACCEPT DECLINE */
    uint32_t round;            /* BYE, PAIR */
    int32_t halves;            /* BYE: points; -1: none any more */
    uint64_t seed;             /* START: what is drawn by lot */
    uint32_t rules;            /* START: TourneyRules */
    PairedBoard *boards;       /* PAIR BOARDS; owned */
    uint32_t boards_count;
    uint32_t board;     /* RESULT ANNUL BERSERK TIME STOP GO_ON ADJOURN */
    BoardResult result; /* RESULT */
    uint32_t plies;     /* RESULT of a game that was played */
    bool by_play;       /* RESULT: the game's own */
    bool black;         /* TIME: whose clock */
    int32_t seconds;    /* TIME: negative takes time */
    uint32_t team; /* TEAM (0: a new one) TEAM_OUT LINEUP; JOIN ADD: for which they play, or 0 */
    TourneyTeamAbout about;              /* TEAM */
    uint32_t lineup[TOURNEY_LINEUP_MAX]; /* LINEUP: players' numbers */
    uint32_t lineup_count;
    PairedTeams *pairs; /* PAIR of teams; owned */
    uint32_t pairs_count;
    int64_t until; /* ADJOURN: when the game goes on (wall clock, ms); 0: not agreed on */
} TourneyAct;

void tourney_act_clear(TourneyAct *act);
const char *tourney_act_word(TourneyActKind kind);
bool tourney_act_parse_word(const char *word, TourneyActKind *kind);
const char *board_result_word(BoardResult result);
/* Also "1/2-1/2" and the like. */
bool board_result_parse(const char *word, BoardResult *result);
/* Halves of points. */
int board_result_halves(BoardResult result, bool white);
const char *tourney_role_word(TourneyRole role);
bool tourney_role_parse(const char *word, TourneyRole *role);

/* One JSON object. With 'secrets' as it is stored, otherwise as the log shows it to everybody. */
void tourney_act_print(const TourneyAct *act, bool secrets, Text *text);
/* False for anything that tourney_act_print does not write; then there is nothing to clear. */
bool tourney_act_parse(TourneyAct *act, const char *text, size_t length);

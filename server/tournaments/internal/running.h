/* running.h - a tournament in memory, and the part's own struct. */
#pragma once

#include "board_index.h"
#include "hash_table.h"
#include "listeners.h"
#include "tournaments.h"

typedef struct Running Running;

/* A board in play, found by its game's id. */
typedef struct {
    GameId game;
    Running *of;
    uint32_t board;
} PlayedBoard;

/* A game that is over, or that went on when the tournament ended, found by its id. */
typedef struct {
    GameId game;
    const Running *of;
} PastGame;

/* A Swiss round, or those who wait in an arena, being paired on another thread. */
typedef struct PairingJob {
    uv_work_t work;
    Tournaments *owner; /* NULL: nobody waits any more */
    TourneyId id;
    uint32_t seq;      /* of the newest act when it began */
    SwissRound *round; /* NULL: it is an arena's */
    ArenaRound *arena;
    bool found; /* of 'round' */
    struct PairingJob *next;
} PairingJob;

typedef struct {
    char user[PERSON_ID_MAX + 1];
    char name[PERSON_NAME_MAX + 1];
    char text[CHAT_SIZE_MAX + 1];
    int64_t at;
} ChatLine;

struct Running {
    TourneyId id;                         /* the key under which it is found */
    char address[CLIENT_ADDRESS_MAX + 1]; /* from which it was made; empty if before a restart */
    const ServerTime *time;
    Tourney *tourney;
    char **acts; /* as they are stored, for the log: [seq - 1] */
    size_t acts_size;
    uint64_t number;       /* the newest batch with an act of it */
    int64_t asked_at;      /* ServerTime.now: when somebody last asked for it, or it ended */
    PairingJob *job;       /* under way */
    bool desk_pairs;       /* somebody has asked for the next round to be paired: */
    Person desk;           /* who */
    uint32_t unpaired_seq; /* of the newest act when nobody could be paired */
    int64_t next_at;       /* wall clock: when there is something to do; INT64_MAX: never */
    uint32_t seeking;      /* games that are looked for on disk after a restart */
    bool must_seek;        /* some could not be looked for yet */
    int64_t waits_at;      /* of an arena: when those who wait are looked at next */
    int64_t round_at,
        round_due; /* when the next round was to begin, and when it will: running_next_round_at */

    /* What those who watch were told. */
    Listeners listeners;
    Standings standings;
    TeamStandings teams;
    uint32_t teams_seq;                  /* for which they were computed; 0: never */
    uint32_t told_teams;                 /* their checksum as they were printed */
    uint32_t standings_seq;              /* for which they were computed; 0: never */
    BoardIndex boards;                   /* each player's */
    uint32_t boards_seq;                 /* for which they were gathered; 0: never */
    uint32_t told[TOURNAMENT_ROWS_TOLD]; /* checksums of the rows as they were printed */
    uint32_t told_count;
    uint32_t told_seq, told_about;
    bool told_no_pairing;
    uint32_t dirty[TOURNAMENT_BOARDS_TOLD]; /* boards that are new or different */
    uint32_t dirty_count;
    bool is_dirtier; /* there were more */
    int64_t
        resumed_at; /* wall clock: adjourned games that went on by themselves until then have been told */
    int64_t tell_at; /* wall clock: not again before */
    ChatLine *chat;  /* TOURNAMENT_CHAT_MAX of them, a ring; NULL: nobody has said anything */
    uint32_t chat_count;
};

struct Tournaments {
    TournamentsOptions options;
    Clients *clients;
    Live *live;
    const ServerTime *time;
    Text text;
    HashTable running;
    HashTable played, past;
    GameNews *news; /* games that ended since the last tick */
    size_t news_count, news_size;
    PairingJob *jobs;
    size_t open;     /* that have not ended */
    int64_t next_at; /* wall clock; INT64_MIN: at once */
    int64_t ahead;   /* of ServerTime.now was the wall clock with the last tick */
    bool must_trim;  /* more that have ended may be in memory than there should be */
    bool is_stopped;
};

/* ---- running.c ---- */

Running *running_find(const Tournaments *tournaments, const char *id);
bool tourney_is_over(const Tourney *tourney);
/* Cancelled before its start: nobody misses it. */
bool tourney_is_moot(const Tourney *tourney);
/* There is something to do at that instant of the wall clock, or before. */
void running_plan(Tournaments *tournaments, Running *running, int64_t at);
/* As tourney_next_round_at; but where the wall clock was set back since the last round, its interval begins anew. */
int64_t running_next_round_at(Running *running);
/* One that is not found yet; it may be filled on another thread. */
Running *running_new(const Tournaments *tournaments, const TourneyId *id);
void running_free(Running *running);
/* From now on it is found, and so are its games that are over. */
void running_put(Tournaments *tournaments, Running *running);
Running *running_add(Tournaments *tournaments, const TourneyId *id);
/* The next round was to be paired as things are now, and there is no pairing. */
bool running_has_no_pairing(const Running *running);
/* It counts for its organiser and the address, until it has ended. */
void running_count(Tournaments *tournaments, const Running *running);
void running_uncount(Tournaments *tournaments, const Running *running);
/* Keeps an act's text for the log. */
void running_keep_text(Running *running, uint32_t seq, const char *text, size_t length);
/* As they are now; computed when something has happened since. */
const Standings *running_standings(Running *running);
/* The same of each player's boards, */
const BoardIndex *running_boards(Running *running);
/* and of teams that are rivals. */
const TeamStandings *running_teams(Running *running);

/* ---- load.c ---- */

/* Acts being read, on any thread. */
typedef struct {
    Running *running;
    bool is_sound;
} ActsReading;
/* A StoreTournamentActEach: the context is an ActsReading. */
bool acts_take(void *reading, uint32_t seq, const char *text, size_t size);
/* They are the whole of a tournament that has ended, or has not. */
bool acts_are_whole(const ActsReading *reading, bool is_over);

/* ---- ended_tournaments.c ---- */

/* Drops those that are too many in memory; called when nobody up the stack holds one. */
void ended_trim(Tournaments *tournaments);

/* ---- team_entries.c ---- */

/* Whether all teams that are named exist; 'before' (NULL: nothing) is what was settled already. */
bool teams_check_settings(Tournaments *tournaments, const TourneySettings *settings,
                          const TourneySettings *before, TourneyAnswer *answer);
bool teams_may_play(Tournaments *tournaments, const TourneyTeam *team, const char *user);

/* ---- teams_json.c ---- */

/* As members of the object that is open. */
void json_entry_teams(Tournaments *tournaments, const Tourney *tourney, Text *text);
void json_teams(Running *running, Text *text);
void json_matches(const Tourney *tourney, uint32_t round, Text *text);
void json_own_teams(Tournaments *tournaments, const Tourney *tourney, const Person *viewer,
                    Text *text);
void json_team(const Tourney *tourney, const TeamStandings *standings, const TeamStanding *row,
               Text *text);

/* ---- apply_act.c ---- */

/* Numbers, stores and folds an act that may be done, by 'by' (NULL: the server). */
void running_apply(Tournaments *tournaments, Running *running, TourneyAct *act, const Person *by);
/* The server does something of that kind by itself; 'reason' may be NULL. */
void running_do(Tournaments *tournaments, Running *running, TourneyActKind kind,
                const char *reason);
/* What is drawn by lot at the start, and the rules in force. */
void apply_fill_start(TourneyAct *act);

/* ---- team_rivals.c ---- */

/* Teams that are named in the settings, and are rivals, take part. */
void teams_take_part(Tournaments *tournaments, Running *running);
/* The number of the team with that name, which is made if need be; 0 where no teams are rivals. */
bool teams_import(Tournaments *tournaments, Running *running, const char *name, const Person *by,
                  uint32_t *number, TourneyAnswer *answer);

/* ---- played_boards.c ---- */

/* In which the game is or was played; NULL: in none. */
const Running *played_in(const Tournaments *tournaments, const GameId *game);
/* If the board's game was the tournament's and counts no more for it, being over or left when the tournament ended, that is known. */
void played_note_past(Tournaments *tournaments, const Running *running, const TourneyBoard *board);
void played_forget_past(Tournaments *tournaments, const Running *running,
                        const TourneyBoard *board);
PlayedBoard *played_find(const Tournaments *tournaments, const GameId *game);
void played_note(Tournaments *tournaments, Running *running, const TourneyBoard *board);
/* Draws ids for the boards that are played here. */
void begin_draw_ids(Tournaments *tournaments, const Running *running, TourneyAct *act);
/* The board's game is none of the tournament's any more. */
void begin_forget(Tournaments *tournaments, const TourneyBoard *board, bool call_off);

/* ---- begin.c ---- */

/* Begins games of boards in play that have none yet. */
void begin_games(Tournaments *tournaments, Running *running);
/* After a restart: finds out which games of boards in play there are, and begins those that are missing. */
void begin_again(Tournaments *tournaments, Running *running);
/* Enters the results of games that have ended. */
void begin_take_news(Tournaments *tournaments);

/* ---- advance.c ---- */

/* Does what is due, and plans what will be. */
void advance(Tournaments *tournaments, Running *running);

/* ---- tell_tournament.c ---- */

/* Tells those who watch what has changed, at most once a second. */
void tell_changes(Tournaments *tournaments, Running *running);
void tell_game(Tournaments *tournaments, Running *running, const TourneyBoard *board);
/* A board is not as it was told, although no act says so. */
void tell_note_board(Running *running, uint32_t board);
void tell_note_act(Running *running, const TourneyAct *act, uint32_t boards_before);

/* ---- settings_json.c ---- */

void json_settings(Tournaments *tournaments, const Tourney *tourney, Text *text);

/* ---- tournament_json.c ---- */

void json_summary(Running *running, Text *text);
void json_tournament(Tournaments *tournaments, Running *running, const char *name,
                     const Person *viewer, Text *text);
void json_row(Running *running, const Standings *standings, const Standing *row, const char *name,
              Text *text);
void json_board(Running *running, const TourneyBoard *board, Text *text);
/* Boards of the round; of an arena the newest. */
void json_round(Running *running, uint32_t round, uint32_t newest, const char *name, Text *text);
/* Whether the date of birth and the sex of players are for whoever asks. */
bool json_tells_birth(const Tourney *tourney, const Person *viewer);
void json_player(const Tournaments *tournaments, const Tourney *tourney,
                 const TourneyPlayer *player, bool tells_birth, const char *name, Text *text);
/* Who gives a simul, and how the games stand; null of other formats. */
void json_host(const Tourney *tourney, Text *text);

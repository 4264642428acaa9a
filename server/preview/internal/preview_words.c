#include "preview_words.h"

#include <stdio.h>
#include <string.h>

enum { KIND_MAX = 220, CONTROL_MAX = 160, PLAYER_MAX = 64, STATE_MAX = 100 };

/* ---- what kind of game ---- */

static const char *speed_word(Speed speed)
{
    static const char *const WORDS[] = {"ultrabullet", "bullet",    "blitz",
                                        "rapid",       "classical", "correspondence"};
    return WORDS[speed];
}

static const char *variant_words(int32_t variant)
{
    return variant == VARIANT_CHESS960        ? ", Chess960"
           : variant == VARIANT_FROM_POSITION ? ", from a set position"
                                              : "";
}

/* "40 moves in 90+30, then 30+30, classical": minutes and seconds. */
static void print_stages(const TimeControl *control, char out[CONTROL_MAX])
{
    int length = snprintf(out, CONTROL_MAX, "%d moves in %g+%g", (int)control->moves,
                          control->initial / 60000.0, control->increment / 1000.0);
    for (int i = 0; i < control->later_count; i++) {
        const ClockStage *stage = &control->later[i];
        char moves[16] = "";
        if (stage->moves)
            snprintf(moves, sizeof moves, "%d in ", (int)stage->moves);
        length += snprintf(out + length, CONTROL_MAX - (size_t)length, ", then %s%g+%g", moves,
                           stage->initial / 60000.0, stage->increment / 1000.0);
    }
    snprintf(out + length, CONTROL_MAX - (size_t)length, ", %s",
             speed_word(time_control_speed(control)));
}

/* Minutes and seconds as on lichess: "5+3", "0.5+0". */
static void print_control(const TimeControl *control, char out[CONTROL_MAX])
{
    const char *bonus = control->bonus == BONUS_DELAY       ? " with delay"
                        : control->bonus == BONUS_BRONSTEIN ? " Bronstein"
                                                            : "";
    if (control->days)
        snprintf(out, CONTROL_MAX, "%d day%s per move", (int)control->days,
                 control->days == 1 ? "" : "s");
    else if (!control->timed)
        snprintf(out, CONTROL_MAX, "no clock");
    else if (control->moves)
        print_stages(control, out);
    else
        snprintf(out, CONTROL_MAX, "%g+%g%s %s%s", control->initial / 60000.0,
                 control->increment / 1000.0, bonus, speed_word(time_control_speed(control)),
                 control->odds ? " with time odds" : "");
}

static void print_kind(const TimeControl *control, int32_t variant, bool rated, char out[KIND_MAX])
{
    char text[CONTROL_MAX];
    print_control(control, text);
    snprintf(out, KIND_MAX, "%s, %s%s", text, rated ? "rated" : "casual", variant_words(variant));
}

/* ---- how a game stands ---- */

/* Plies played, less those taken back, by the newest event that tells. */
static uint32_t count_plies(const StoredGame *game)
{
    Event event;
    for (uint32_t i = game->count; i-- > 0;) {
        if (!event_unpack(&event, game->events[i].bytes, game->events[i].size))
            continue;
        if (event.kind == EV_MOVE)
            return event.move.ply;
        if (event.kind == EV_TAKEBACK)
            return event.ply;
    }
    return 0;
}

static const char *win_words(Status status)
{
    switch (status) {
    case STATUS_MATE: return " won by checkmate";
    case STATUS_RESIGN: return " won by resignation";
    case STATUS_TIMEOUT: return " won because the opponent left";
    case STATUS_OUTOFTIME: return " won on time";
    default: return " won";
    }
}

static const char *draw_words(Status status, Reason reason)
{
    static const char *const BY[] = {
        [REASON_NONE] = "Draw",
        [REASON_AGREEMENT] = "Draw by agreement",
        [REASON_THREEFOLD] = "Draw by threefold repetition",
        [REASON_FIVEFOLD] = "Draw by fivefold repetition",
        [REASON_FIFTY] = "Draw by the fifty-move rule",
        [REASON_SEVENTYFIVE] = "Draw by the seventy-five-move rule",
        [REASON_INSUFFICIENT] = "Draw by insufficient material",
    };
    switch (status) {
    case STATUS_STALEMATE: return "Draw by stalemate";
    case STATUS_OUTOFTIME: return "Draw on time against insufficient material";
    case STATUS_TIMEOUT: return "Draw because a player left";
    default: return BY[reason];
    }
}

static void print_end(const StoreGame *game, uint32_t moves, char out[STATE_MAX])
{
    bool is_won = game->winner != WINNER_NONE;
    const char *winner = game->winner == WINNER_WHITE ? "White" : "Black";
    if (game->status == STATUS_ABORTED || game->status == STATUS_NOSTART)
        snprintf(out, STATE_MAX, "The game was aborted");
    else
        snprintf(out, STATE_MAX, "%s%s after %u move%s", is_won ? winner : "",
                 is_won ? win_words(game->status) : draw_words(game->status, game->reason),
                 (unsigned)moves, moves == 1 ? "" : "s");
}

static void print_state(const StoredGame *game, char out[STATE_MAX])
{
    bool black_began = strstr(game->game.fen, " b ") != NULL;
    uint32_t plies = count_plies(game), at = plies + black_began;
    if (game->game.status > STATUS_STARTED)
        print_end(&game->game, (plies + 1) / 2, out);
    else
        snprintf(out, STATE_MAX, "Move %u, %s to play", (unsigned)(at / 2 + 1),
                 at % 2 ? "Black" : "White");
}

/* ---- people ---- */

static void print_seat(const StoreSeat *seat, char out[PLAYER_MAX])
{
    char name[PLAYER_MAX / 2 + 8];
    if (seat->kind == STORE_SEAT_LEVEL)
        snprintf(name, sizeof name, "Computer level %d", (int)seat->level);
    else if (seat->kind == STORE_SEAT_ENGINE)
        snprintf(name, sizeof name, "%s", seat->engine[0] ? seat->engine : "Engine");
    else
        snprintf(name, sizeof name, "%s", seat->name[0] ? seat->name : "Anonymous");
    if (seat->rating)
        snprintf(out, PLAYER_MAX, "%s (%d)", name, (int)seat->rating);
    else
        snprintf(out, PLAYER_MAX, "%s", name);
}

void preview_game_words(const StoredGame *game, PreviewWords *words)
{
    char white[PLAYER_MAX], black[PLAYER_MAX], kind[KIND_MAX], state[STATE_MAX];
    const StoreGame *head = &game->game;
    print_seat(&head->seat[WHITE], white);
    print_seat(&head->seat[BLACK], black);
    print_kind(&head->control, head->variant, head->rated, kind);
    print_state(game, state);
    snprintf(words->title, sizeof words->title, "%s \xe2\x80\x93 %s", white, black);
    snprintf(words->description, sizeof words->description, "%s. %s.",
             head->imported ? "Imported game" : kind, state);
}

void preview_challenge_words(const Challenge *challenge, PreviewWords *words)
{
    char kind[KIND_MAX], rating[16] = "";
    const Terms *terms = &challenge->terms;
    const Person *from = &challenge->from;
    print_kind(&terms->control, terms->variant, terms->rated, kind);
    if (from->rating)
        snprintf(rating, sizeof rating, " (%d%s)", (int)from->rating, from->provisional ? "?" : "");
    if (challenge->link)
        snprintf(words->title, sizeof words->title, "%s%s challenges you to a game of chess",
                 from->name, rating);
    else
        snprintf(words->title, sizeof words->title, "%s%s challenges %s to a game of chess",
                 from->name, rating, challenge->to.name);
    if (terms->color == WISH_RANDOM)
        snprintf(words->description, sizeof words->description, "%s. Colors are drawn at random.",
                 kind);
    else
        snprintf(words->description, sizeof words->description, "%s. %s plays %s.", kind,
                 from->name, terms->color == WISH_WHITE ? "White" : "Black");
}

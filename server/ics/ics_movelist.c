#include "ics_movelist.h"

#include "fen.h"
#include "ics_board.h"
#include "ics_line.h"
#include "ics_name.h"
#include "memory.h"
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Person person_of(const StoreSeat *seat)
{
    Person person = {.kind = PERSON_HUMAN, .guest = seat->guest, .rating = seat->rating};
    if (seat->kind == STORE_SEAT_LEVEL)
        return person_computer(seat->level);
    if (seat->kind == STORE_SEAT_ENGINE) {
        person.kind = PERSON_ENGINE;
        snprintf(person.name, sizeof person.name, "%s", seat->engine);
    } else {
        snprintf(person.name, sizeof person.name, "%s", seat->name);
    }
    return person;
}

/* ---- the moves of one game ---- */

typedef struct {
    char san[SAN_MAX];
    int64_t elapsed;
} Ply;

/* What was played and not taken back; each move's time is counted from the one before, once both sides have moved. */
static Ply *read_plies(const StoredGame *game, const Event *events, uint32_t count)
{
    Ply *plies = memory_array(count + 1, sizeof *plies);
    int64_t turn = 0;
    memset(plies, 0, (count + 1) * sizeof *plies);
    for (uint32_t i = 0; i < game->count; i++) {
        const Event *event = &events[i];
        if (event->kind == EV_TAKEBACK)
            turn = event->at;
        if (event->kind != EV_MOVE)
            continue;
        if (event->move.ply >= 1 && event->move.ply <= count) {
            Ply *ply = &plies[event->move.ply - 1];
            memcpy(ply->san, event->move.san, sizeof ply->san);
            ply->elapsed = event->move.ply > 2 ? event->at - turn : 0;
        }
        turn = event->at;
    }
    return plies;
}

static void print_start(const StoredGame *game, const Room *room, const IcsMovelist *how, Text *out)
{
    HeardGame heard = {.is_known = true, .start = room_line(room)->start};
    if (!how->startpos || game->game.variant == VARIANT_STANDARD)
        return;
    heard.now = heard.start;
    heard.control = game->game.control;
    for (Color side = WHITE; side <= BLACK; side++) {
        heard.seat[side] = person_of(&game->game.seat[side]);
        heard.left[side] = time_control_of(&heard.control, side).initial;
    }
    IcsView view = {.game = &heard,
                    .number = how->number ? how->number : 1,
                    .relation = ICS_INITIAL,
                    .thousandths = how->thousandths};
    ics_board(ICS_STYLE_PROGRAM, &view, out);
    ics_put(out, "\n");
}

static void print_head(const StoredGame *game, const IcsMovelist *how, const char *white,
                       const char *black, Text *out)
{
    char rating[2][ICS_RATING_MAX], date[ICS_DATE_MAX];
    const TimeControl *control = &game->game.control;
    Person seat[2] = {person_of(&game->game.seat[WHITE]), person_of(&game->game.seat[BLACK])};
    if (how->number)
        ics_put(out, "Movelist for game %d:\n\n", how->number);
    ics_put(out, "%s (%s) vs. %s (%s) --- %s\n", white, ics_rating(&seat[WHITE], rating[WHITE]),
            black, ics_rating(&seat[BLACK], rating[BLACK]), ics_date(game->game.made, date));
    ics_put(out, "%sated %s match, initial time: %d minutes, increment: %d seconds.\n\n",
            game->game.rated ? "R" : "Unr", ics_kind(control, (Variant)game->game.variant),
            ics_minutes(control), ics_increment(control));
}

static const char *end_of(const StoreGame *game)
{
    switch (game->status) {
    case STATUS_ABORTED:
    case STATUS_NOSTART: return "Game aborted";
    case STATUS_STALEMATE: return "Game drawn by stalemate";
    default: break;
    }
    if (game->winner == WINNER_NONE)
        return game->reason == REASON_AGREEMENT      ? "Game drawn by mutual agreement"
               : game->reason == REASON_INSUFFICIENT ? "Neither player has mating material"
               : game->reason == REASON_THREEFOLD || game->reason == REASON_FIVEFOLD
                   ? "Game drawn by repetition"
                   : "Game drawn by the 50 move rule";
    bool white_lost = game->winner == WINNER_BLACK;
    switch (game->status) {
    case STATUS_MATE: return white_lost ? "White checkmated" : "Black checkmated";
    case STATUS_RESIGN: return white_lost ? "White resigns" : "Black resigns";
    case STATUS_OUTOFTIME: return white_lost ? "White forfeits on time" : "Black forfeits on time";
    default:
        return white_lost ? "White forfeits by disconnection" : "Black forfeits by disconnection";
    }
}

static void print_end(const StoreGame *game, Text *out)
{
    bool aborted = game->status == STATUS_ABORTED || game->status == STATUS_NOSTART;
    if (!game->ended && !game->imported)
        ics_put(out, "      {Still in progress} *\n");
    else
        ics_put(out, "      {%s} %s\n", end_of(game),
                aborted                        ? "*"
                : game->winner == WINNER_WHITE ? "1-0"
                : game->winner == WINNER_BLACK ? "0-1"
                                               : "1/2-1/2");
}

static void print_moves(const Room *room, const Ply *plies, bool thousandths, Text *out)
{
    uint32_t count = room_line(room)->plies, at = 0;
    bool black_first = position_turn(&room_line(room)->start) == BLACK;
    int number = room_line(room)->start.fullmove;
    char elapsed[2][ICS_TIME_MAX];
    for (; at < count; number++) {
        char white[40], black[40];
        bool skips = black_first && at == 0;
        snprintf(white, sizeof white, skips ? "..." : "%-7s %s", plies[at].san,
                 ics_elapsed(plies[at].elapsed, thousandths, elapsed[0]));
        at += !skips;
        black[0] = '\0';
        if (at < count)
            snprintf(black, sizeof black, "%-7s %s", plies[at].san,
                     ics_elapsed(plies[at].elapsed, thousandths, elapsed[1]));
        at += at < count;
        ics_put(out, "%3d.  %-23s %s\n", number, white, black);
    }
}

bool ics_movelist(const StoredGame *game, const IcsMovelist *how, Text *out)
{
    void *memory = NULL;
    unsigned fit;
    uint32_t bad;
    char white[ICS_NAME_MAX + 1], black[ICS_NAME_MAX + 1];
    Person seat[2] = {person_of(&game->game.seat[WHITE]), person_of(&game->game.seat[BLACK])};
    Event *events = memory_array(game->count + 1, sizeof *events);
    Room *room = replay_room(game, &memory, &fit, events, &bad);
    if (room) {
        Ply *plies = read_plies(game, events, room_line(room)->plies);
        ics_name(&seat[WHITE], white);
        ics_name(&seat[BLACK], black);
        print_head(game, how, white, black, out);
        print_start(game, room, how, out);
        ics_put(out, "Move  %-23s %s\n", white, black);
        ics_put(out, "----  ---------------------   ---------------------\n");
        print_moves(room, plies, how->thousandths, out);
        print_end(&game->game, out);
        free(plies);
    }
    free(memory);
    free(events);
    return room != NULL;
}

/* ---- a history ---- */

void ics_history_head(const char *name, Text *out)
{
    ics_put(out, "\nHistory for %s:\n                  Opponent      Type         ECO End Date\n",
            name);
}

static const char *ending(const StoreGame *game)
{
    switch (game->status) {
    case STATUS_MATE: return "Mat";
    case STATUS_RESIGN: return "Res";
    case STATUS_STALEMATE: return "Sta";
    case STATUS_OUTOFTIME: return "Fla";
    case STATUS_TIMEOUT: return "Dis";
    case STATUS_ABORTED:
    case STATUS_NOSTART: return "Abo";
    default: break;
    }
    return game->reason == REASON_AGREEMENT                                      ? "Agr"
           : game->reason == REASON_INSUFFICIENT                                 ? "NM "
           : game->reason == REASON_THREEFOLD || game->reason == REASON_FIVEFOLD ? "Rep"
                                                                                 : "50 ";
}

void ics_history_line(int place, const StoreGame *game, const char *player, const char *eco,
                      Text *out)
{
    Color side = strcmp(game->seat[BLACK].player, player) == 0 ? BLACK : WHITE;
    Person own = person_of(&game->seat[side]), other = person_of(&game->seat[color_other(side)]);
    char name[ICS_NAME_MAX + 1], date[ICS_DATE_MAX];
    Winner won = side == WHITE ? WINNER_WHITE : WINNER_BLACK;
    ics_put(out, "%2d: %c %4d %c %4d %-13s [ %c%c%3d %3d] %-3s %s %s\n", place,
            game->winner == WINNER_NONE ? '='
            : game->winner == won       ? '+'
                                        : '-',
            (int)own.rating, side == WHITE ? 'W' : 'B', (int)other.rating, ics_name(&other, name),
            ics_kind_letter(&game->control, (Variant)game->variant), game->rated ? 'r' : 'u',
            ics_minutes(&game->control), ics_increment(&game->control), *eco ? eco : "---",
            ending(game), ics_date(game->ended, date));
}

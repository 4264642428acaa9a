#include "archive_coder.h"

#include "archive_forecast.h"
#include "move_model.h"
#include "movegen.h"

#include <assert.h>
#include <string.h>

/* How many values version 1 had, and how many there is room for since. */
enum {
    KINDS_FIRST = 12,
    STATUSES_FIRST = 10,
    STATUSES = 24,
    REASONS_FIRST = 7,
    REASONS = 24,
};

/* Each choice below has a weight for every value that is to come, too. */
_Static_assert(EV_LAST < (int)ARCHIVE_KINDS && STATUS_NOSTART < (int)STATUSES &&
                   REASON_INSUFFICIENT < (int)REASONS,
               "there is room for new values");

/* The stage that a game is in decides what is likely next. */
typedef enum { STAGE_PLAY, STAGE_MATED, STAGE_STALEMATED, STAGE_PAUSED, STAGE_OVER, STAGES } Stage;

_Static_assert((int)STAGES == (int)ARCHIVE_STAGES, "each stage has its coded bit");

static Stage stage_of(ArchiveCoder *coder)
{
    if (coder->over || coder->paused)
        return coder->over ? STAGE_OVER : STAGE_PAUSED;
    if (movegen_any(archive_board(coder)))
        return STAGE_PLAY;
    return position_is_check(archive_board(coder)) ? STAGE_MATED : STAGE_STALEMATED;
}

/* A value below 'count', by its weight; since version 2 also one below 'room', each as unlikely as can be. Those from
 * 'known' on are a newer castled's. */
static int code_value(ArchiveCoder *coder, const uint32_t *weights, int count, int known, int room,
                      int value)
{
    uint32_t all[ARCHIVE_KINDS];
    if (coder->version == ARCHIVE_FIRST)
        return range_coder_choice(&coder->story, weights, count, value);
    assert(room <= ARCHIVE_KINDS);
    for (int i = 0; i < room; i++)
        all[i] = i < count ? weights[i] : 1;
    value = range_coder_choice(&coder->story, all, room, value);
    coder->newer |= value >= known;
    return value < known ? value : 0;
}

static void code_kind(ArchiveCoder *coder, Event *event)
{
    /* By EventKind; 0 is not a kind. */
    static const uint32_t KIND[2][KINDS_FIRST] = {{1, 1, 12, 6, 1, 8, 4, 6, 1, 4, 4, 60},
                                                  {1, 1, 1, 1, 20, 8, 1, 1, 20, 1, 1, 1}};
    Stage at = stage_of(coder);
    if (range_coder_bit(&coder->story, &coder->moves[at], event->kind == EV_MOVE)) {
        event->kind = EV_MOVE;
        coder->failed |= at != STAGE_PLAY ||
                         (!coder->reading && event->by != position_turn(archive_board(coder)));
        event->by = position_turn(archive_board(coder));
        return;
    }
    event->kind = (EventKind)code_value(coder, KIND[at == STAGE_OVER], KINDS_FIRST, EV_LAST + 1,
                                        ARCHIVE_KINDS, (int)event->kind);
    coder->failed |= event->kind < EV_DRAW_OFFER;
    event->by = (Color)range_coder_bit(&coder->story, &coder->by[event->kind], event->by == BLACK);
}

static void code_move(ArchiveCoder *coder, Event *event)
{
    Moves moves;
    uint32_t weights[MOVES_MAX], ply = coder->count;
    Move last = ply > 0 ? coder->plies[ply - 1].move : MOVE_NONE;
    Move own = ply > 1 ? coder->plies[ply - 2].move : MOVE_NONE;
    move_model_weigh(archive_board(coder), last, own, &moves, weights);
    int chosen = 0;
    if (!coder->reading) {
        while (chosen < moves.count && moves.at[chosen] != event->move.move)
            chosen++;
        coder->failed |= chosen == moves.count || event->move.ply != ply + 1;
    }
    if (coder->failed)
        return;
    chosen = range_coder_choice(&coder->story, weights, moves.count, chosen);
    event->move.move = moves.at[chosen];
    event->move.ply = ply + 1;
    coder->plies[ply].move = event->move.move;
    coder->plies[ply + 1].before = *archive_board(coder);
    position_play(&coder->plies[ply + 1].before, event->move.move);
    coder->count++;
}

/* The draw was claimed with a move about to be played. */
static void code_claimed(ArchiveCoder *coder, Event *event)
{
    Moves moves;
    uint32_t weights[MOVES_MAX], ply = coder->count;
    int chosen = 0;
    if (!range_coder_bit(&coder->story, &coder->claimed, event->end.claimed != MOVE_NONE))
        return;
    move_model_weigh(archive_board(coder), ply > 0 ? coder->plies[ply - 1].move : MOVE_NONE,
                     ply > 1 ? coder->plies[ply - 2].move : MOVE_NONE, &moves, weights);
    if (coder->version == ARCHIVE_FIRST) {
        archive_first_order(archive_board(coder), &moves);
        for (int i = 0; i < moves.count; i++)
            weights[i] = 1;
    }
    if (!coder->reading)
        while (chosen < moves.count && moves.at[chosen] != event->end.claimed)
            chosen++;
    coder->failed |= chosen == moves.count;
    if (coder->failed)
        return;
    event->end.claimed = moves.at[range_coder_choice(&coder->story, weights, moves.count, chosen)];
}

static void code_refusal(ArchiveCoder *coder, Event *event)
{
    uint64_t back = range_coder_number(&coder->story, &coder->offer, event->seq - event->offer);
    coder->failed |= back == 0 || back >= event->seq;
    event->offer = event->seq - (uint32_t)back;
}

static void code_takeback(ArchiveCoder *coder, Event *event)
{
    coder->failed |= !coder->reading && event->ply > coder->count;
    if (coder->failed)
        return;
    uint64_t taken = range_coder_number(&coder->story, &coder->taken, coder->count - event->ply);
    if (taken > coder->count)
        coder->failed = true;
    else
        coder->count = event->ply = coder->count - (uint32_t)taken;
}

static void code_gift(ArchiveCoder *coder, Event *event)
{
    enum { GIFT = 15000 };
    if (range_coder_bit(&coder->story, &coder->fifteen, event->given == GIFT)) {
        event->given = GIFT;
        return;
    }
    uint64_t given = range_coder_number(&coder->story, &coder->given, (uint32_t)event->given);
    coder->failed |= given > INT32_MAX;
    event->given = coder->failed ? 0 : (int32_t)given;
}

static void code_adjustment(ArchiveCoder *coder, Event *event)
{
    int64_t given = range_coder_signed(&coder->story, &coder->given, event->given);
    coder->failed |= given > INT32_MAX || given < INT32_MIN;
    event->given = coder->failed ? 0 : (int32_t)given;
}

static void code_adjournment(ArchiveCoder *coder, Event *event)
{
    uint64_t until = range_coder_number(&coder->story, &coder->given, (uint64_t)event->until);
    coder->failed |= until > (uint64_t)EVENT_TIME_MAX;
    event->until = coder->failed ? 0 : (int64_t)until;
}

/* One of the legal moves, each as likely as it is to be played. */
static void code_sealed(ArchiveCoder *coder, Event *event)
{
    Moves moves;
    uint32_t weights[MOVES_MAX], ply = coder->count;
    int chosen = 0;
    move_model_weigh(archive_board(coder), ply > 0 ? coder->plies[ply - 1].move : MOVE_NONE,
                     ply > 1 ? coder->plies[ply - 2].move : MOVE_NONE, &moves, weights);
    if (!coder->reading)
        while (chosen < moves.count && moves.at[chosen] != event->sealed)
            chosen++;
    coder->failed |= chosen == moves.count;
    if (coder->failed)
        return;
    event->sealed = moves.at[range_coder_choice(&coder->story, weights, moves.count, chosen)];
}

static void code_next(ArchiveCoder *coder, Event *event)
{
    static const char LETTERS[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (int i = 0; i < GAME_ID_LENGTH; i++) {
        const char *at = coder->reading ? NULL : strchr(LETTERS, event->next.text[i]);
        coder->failed |= !coder->reading && (!at || !*at);
        unsigned letter = at ? (unsigned)(at - LETTERS) & 63 : 0;
        letter = (unsigned)range_coder_bits(&coder->story, 6, letter);
        coder->failed |= letter >= sizeof LETTERS - 1;
        event->next.text[i] = LETTERS[coder->failed ? 0 : letter];
    }
}

static void code_end(ArchiveCoder *coder, Event *event)
{
    static const uint32_t STATUS[2][STATUSES_FIRST] = {{1, 1, 6, 1, 40, 1, 4, 30, 20, 2},
                                                       {1, 1, 1, 500, 1, 500, 1, 1, 1, 1}};
    /* Nobody, the side to move, the other side. */
    static const uint32_t WINNER[STATUSES_FIRST][3] = {
        {9, 1, 1},   {9, 1, 1},  {200, 1, 1}, {1, 1, 200}, {1, 40, 80},
        {200, 1, 1}, {5, 5, 90}, {9, 1, 90},  {200, 1, 1}, {200, 1, 1}};
    static const uint32_t REASON[2][REASONS_FIRST] = {{200, 1, 1, 1, 1, 1, 4},
                                                      {1, 60, 40, 4, 4, 2, 20}};
    Stage at = stage_of(coder);
    int turn = (int)position_turn(archive_board(coder)) + 1, winner = (int)event->end.winner;
    event->end.status =
        (Status)code_value(coder, STATUS[at == STAGE_MATED || at == STAGE_STALEMATED],
                           STATUSES_FIRST, STATUSES_FIRST, STATUSES, (int)event->end.status);
    winner = range_coder_choice(&coder->story, WINNER[event->end.status], 3,
                                winner == 0      ? 0
                                : winner == turn ? 1
                                                 : 2);
    event->end.winner = (Winner)(winner == 0 ? 0 : winner == 1 ? turn : 3 - turn);
    event->end.reason =
        (Reason)code_value(coder, REASON[event->end.status == STATUS_DRAW], REASONS_FIRST,
                           REASONS_FIRST, REASONS, (int)event->end.reason);
    code_claimed(coder, event);
}

static void code_details(ArchiveCoder *coder, Event *event)
{
    switch (event->kind) {
    case EV_MOVE: code_move(coder, event); break;
    case EV_REFUSED: code_refusal(coder, event); break;
    case EV_TAKEBACK: code_takeback(coder, event); break;
    case EV_MORETIME: code_gift(coder, event); break;
    case EV_REMATCH: code_next(coder, event); break;
    case EV_END: code_end(coder, event); break;
    case EV_ADJUSTED:
    case EV_BERSERK: code_adjustment(coder, event); break;
    case EV_ADJOURN: code_adjournment(coder, event); break;
    case EV_SEALED: code_sealed(coder, event); break;
    default: break;
    }
}

void archive_code_story(ArchiveCoder *coder, Event *event)
{
    code_kind(coder, event);
    if (!coder->failed)
        code_details(coder, event);
}

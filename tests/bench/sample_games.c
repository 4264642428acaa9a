#include "sample_games.h"

#include "embedded_nnue.h"
#include "engine.h"
#include "memory.h"
#include "movegen.h"
#include "outcome.h"
#include "pgn_reader.h"
#include "skill.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPENING_PLIES = 6, PREMOVE_PERCENT = 6 };

struct SampleGames {
    uint64_t chance;
    char *text; /* of the file, or NULL */
    PgnReader reader;
    SampleGame *filling;
    bool skipped;
    void *table_memory, *engine_memory;
    Nnue *net;
    Table table;
    Engine *engine;
};

/* Marsaglia's xorshift. */
static uint64_t draw(SampleGames *games)
{
    games->chance ^= games->chance << 13;
    games->chance ^= games->chance >> 7;
    games->chance ^= games->chance << 17;
    return games->chance;
}

static double draw_unit(SampleGames *games)
{
    return (double)(draw(games) >> 11) * 0x1p-53;
}

/* Box and Muller. */
static double draw_normal(SampleGames *games)
{
    double radius = sqrt(-2 * log(1 - draw_unit(games)));
    return radius * cos(6.283185307179586 * draw_unit(games));
}

/* ---- moves ---- */

static void on_begin(void *context)
{
    SampleGames *games = context;
    games->filling->plies = 0;
    games->skipped = false;
}

static bool on_start(void *context, const Position *start)
{
    SampleGames *games = context;
    Position standard;
    position_start(&standard);
    games->skipped = !position_equal_for_repetition(start, &standard) || start->chess960;
    return !games->skipped;
}

static void on_move(void *context, const Position *before, Move move)
{
    (void)before;
    SampleGames *games = context;
    if (games->reader.depth == 0 && games->filling->plies < SAMPLE_PLIES_MAX)
        games->filling->moves[games->filling->plies++] = move;
}

static bool read_moves(SampleGames *games, SampleGame *game)
{
    static const PgnVisitor VISITOR = {.begin = on_begin, .start = on_start, .move = on_move};
    PgnError error;
    games->filling = game;
    do
        error = pgn_reader_next(&games->reader, &VISITOR, games);
    while (error != PGN_END && (error != PGN_OK || games->skipped || game->plies < 2));
    return error != PGN_END;
}

static Move choose(SampleGames *games, const Line *line, int rating)
{
    Moves moves;
    movegen_legal(&line->now, &moves);
    if (line->plies < OPENING_PLIES && draw(games) % 3 == 0)
        return moves.at[draw(games) % (unsigned)moves.count];
    SkillMove chosen;
    skill_choose(games->engine, line, &(SkillRequest){.rating = rating, .seed = draw(games)},
                 &chosen);
    return chosen.move;
}

static void play_moves(SampleGames *games, SampleGame *game)
{
    Position start;
    Line line;
    int rating[2];
    position_start(&start);
    line_init(&line, &start, game->moves, SAMPLE_PLIES_MAX);
    for (int side = WHITE; side <= BLACK; side++)
        rating[side] = 1000 + (int)(draw(games) % 4) * 200;
    while (line.plies < SAMPLE_PLIES_MAX && line_outcome(&line) == OUTCOME_NONE &&
           draw(games) % 150) /* then one side resigns, or they agree to a draw */
        line_push(&line, choose(games, &line, rating[position_turn(&line.now)]));
    game->plies = line.plies;
}

/* ---- times ---- */

static TimeControl draw_control(SampleGames *games)
{
    static const struct {
        unsigned percent;
        int32_t initial, increment; /* s */
    } CONTROLS[] = {{25, 60, 0},  {20, 180, 0}, {12, 180, 2}, {10, 300, 0},
                    {10, 300, 3}, {15, 600, 0}, {8, 900, 10}};
    unsigned at = 0, lot = (unsigned)(draw(games) % 100);
    while (lot >= CONTROLS[at].percent)
        lot -= CONTROLS[at++].percent;
    return (TimeControl){.timed = true,
                         .initial = CONTROLS[at].initial * 1000,
                         .increment = CONTROLS[at].increment * 1000};
}

static int64_t draw_time(SampleGames *games, const TimeControl *control, int64_t left, uint32_t ply)
{
    if (draw(games) % 100 < PREMOVE_PERCENT)
        return (int64_t)(draw(games) % 100);
    double share = (double)left / 45 + 0.7 * control->increment;
    double phase = ply < 16 ? 0.4 : ply < 60 ? 1.3 : 0.8;
    return 50 + (int64_t)(0.65 * share * phase * exp(0.95 * draw_normal(games)));
}

static void end_game(SampleGame *game, Status status, Winner winner, int64_t at,
                     const int64_t clock[2])
{
    Event *event = &game->events[game->count++];
    memset(event, 0, sizeof *event);
    *event = (Event){.kind = EV_END, .seq = game->count, .at = at};
    memcpy(event->clock, clock, sizeof event->clock);
    event->end.status = status;
    event->end.winner = winner;
    event->end.reason = status == STATUS_DRAW ? REASON_AGREEMENT : REASON_NONE;
}

static void end_by_position(SampleGames *games, SampleGame *game, const Position *pos, int64_t at,
                            const int64_t clock[2])
{
    bool white_moves = position_turn(pos) == WHITE;
    Winner other = white_moves ? WINNER_BLACK : WINNER_WHITE;
    if (movegen_any(pos))
        end_game(game, draw(games) % 5 ? STATUS_RESIGN : STATUS_DRAW, WINNER_NONE, at + 2000,
                 clock);
    else
        end_game(game, position_is_check(pos) ? STATUS_MATE : STATUS_STALEMATE,
                 position_is_check(pos) ? other : WINNER_NONE, at, clock);
    Event *end = &game->events[game->count - 1];
    if (end->end.status == STATUS_RESIGN)
        end->end.winner = other;
}

static void dress(SampleGames *games, SampleGame *game)
{
    Position pos;
    game->control = draw_control(games);
    int64_t clock[2] = {game->control.initial, game->control.initial}, at = 0;
    position_start(&pos);
    game->count = 0;
    for (uint32_t ply = 0; ply < game->plies; ply++) {
        Color turn = position_turn(&pos);
        int64_t spent = draw_time(games, &game->control, clock[turn], ply);
        at += spent + 1 + (int64_t)(draw(games) % 6); /* the disk */
        if (ply >= 2 && spent >= clock[turn]) {
            clock[turn] = 0;
            game->plies = ply;
            end_game(game, STATUS_OUTOFTIME, turn == WHITE ? WINNER_BLACK : WINNER_WHITE, at,
                     clock);
            return;
        }
        if (ply >= 2)
            clock[turn] += game->control.increment - spent;
        Event *event = &game->events[game->count++];
        memset(event, 0, sizeof *event);
        *event = (Event){.kind = EV_MOVE, .seq = game->count, .at = at, .by = turn};
        memcpy(event->clock, clock, sizeof event->clock);
        event->move.ply = ply + 1;
        event->move.move = game->moves[ply];
        position_play(&pos, game->moves[ply]);
    }
    end_by_position(games, game, &pos, at, clock);
}

/* ---- the source ---- */

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = NULL;
    size_t capacity = 0, got = 1;
    for (*size = 0; got > 0; *size += got) {
        if (capacity - *size < 65536)
            text = memory_resize(text, capacity = 2 * capacity + 65536, 1);
        got = fread(text + *size, 1, capacity - *size, file);
    }
    fclose(file);
    return text;
}

SampleGames *sample_games_open(const char *path, uint64_t seed)
{
    SampleGames *games = memory_new(sizeof *games);
    games->chance = seed * 0x9e3779b97f4a7c15u + 1;
    attacks_init();
    if (path) {
        size_t size;
        games->text = read_file(path, &size);
        if (!games->text) {
            free(games);
            return NULL;
        }
        pgn_reader_open_text(&games->reader, games->text, size);
        return games;
    }
    games->table_memory = aligned_alloc(64, SKILL_TABLE_BYTES);
    games->engine_memory = aligned_alloc(64, (engine_size() + 63) / 64 * 64);
    table_init(&games->table, games->table_memory, SKILL_TABLE_BYTES);
    games->engine = engine_init(games->engine_memory, &games->table);
    games->net = aligned_alloc(_Alignof(Nnue), sizeof *games->net);
    embedded_nnue_load(games->net);
    engine_set_net(games->engine, games->net);
    return games;
}

bool sample_games_next(SampleGames *games, SampleGame *game)
{
    if (games->text && !read_moves(games, game))
        return false;
    if (!games->text)
        do
            play_moves(games, game);
        while (game->plies < 10);
    dress(games, game);
    return true;
}

void sample_games_close(SampleGames *games)
{
    free(games->text);
    free(games->table_memory);
    free(games->engine_memory);
    free(games->net);
    free(games);
}

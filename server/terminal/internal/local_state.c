/* A local game's state: begun, begun again with some moves, and shown. */
#include "local_state.h"

#include <stdio.h>
#include <stdlib.h>

#include "memory.h"
#include "mobility.h"
#include "spoken_chess.h"
#include "wrapped_text.h"

static GameSetup room_setup_of(const LocalSetup *setup, int64_t now)
{
    return (GameSetup){.variant = setup->variant,
                       .start = setup->start,
                       .control = setup->control,
                       .created = now};
}

void local_forget_searches(LocalGame *game)
{
    game->asked = game->wants_hint = game->hint_asked = false;
    game->number++;
}

void local_begin(LocalGame *game, int64_t now)
{
    GameSetup setup = room_setup_of(&game->setup, now);
    game->room = room_init(game->memory, LINE_PLIES_MAX, &setup);
    game->mood = (SkillMemory){0};
    local_forget_searches(game);
}

void local_scene(const LocalGame *game, int64_t now, BoardScene *scene)
{
    const Clock *clock = room_clock(game->room);
    *scene = (BoardScene){.line = room_line(game->room),
                          .timed = game->setup.control.timed,
                          .over = local_is_over(game)};
    for (int color = WHITE; color <= BLACK; color++) {
        scene->clock[color] = clock_remaining(clock, (Color)color, now);
        if (local_is_computer(game, (Color)color))
            snprintf(scene->name[color], BOARD_VIEW_NAME_MAX, "computer, level %d",
                     game->setup.level);
        else
            snprintf(scene->name[color], BOARD_VIEW_NAME_MAX, "%s",
                     game->setup.side == LOCAL_BOTH ? spoken_color((Color)color) : "you");
    }
}

void local_show(const LocalGame *game, int64_t now, Text *out)
{
    BoardScene scene;
    local_scene(game, now, &scene);
    board_view_print(&game->view, &scene, out);
}

void local_greet(LocalGame *game, int64_t now, Text *out)
{
    char clock[2 * BOARD_VIEW_CLOCK_MAX] = "no clock";
    if (game->setup.control.timed)
        snprintf(clock, sizeof clock, "%g+%g", game->setup.control.initial / 60000.0,
                 game->setup.control.increment / 1000.0);
    const char *kind = game->setup.variant == VARIANT_CHESS960 ? "Chess960, " : "";
    if (game->setup.side == LOCAL_BOTH)
        wrapped_say(out, local_columns(game), "A game for two at this keyboard, %s%s.", kind,
                    clock);
    else
        wrapped_say(out, local_columns(game), "You play %s against the computer, level %d, %s%s.",
                    game->setup.side == LOCAL_WHITE ? "White" : "Black", game->setup.level, kind,
                    clock);
    if (!game->view.plain)
        local_show(game, now, out);
}

uint64_t local_random(LocalGame *game)
{
    /* splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
    uint64_t z = game->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

PgnResult local_result(const LocalGame *game)
{
    switch (room_winner(game->room)) {
    case WINNER_WHITE: return PGN_WHITE_WINS;
    case WINNER_BLACK: return PGN_BLACK_WINS;
    case WINNER_NONE: break;
    }
    Status status = room_status(game->room);
    return status == STATUS_STARTED || status == STATUS_ABORTED ? PGN_UNKNOWN : PGN_DRAW;
}

/* Both clocks after so many plies: what was noted last for each side. */
static void clocks_after(const LocalSetup *setup, const int32_t *clocks, uint32_t plies,
                         int64_t left[2])
{
    Color first = position_turn(&setup->start);
    left[WHITE] = left[BLACK] = 0;
    if (!setup->control.timed)
        return;
    left[WHITE] = time_control_full(&setup->control, WHITE);
    left[BLACK] = time_control_full(&setup->control, BLACK);
    for (uint32_t ply = plies > 2 ? plies - 2 : 0; ply < plies; ply++)
        if (clocks[ply] >= 0)
            left[(first ^ ply) & 1] = clocks[ply];
}

static bool is_over_after(const LocalSetup *setup, const Move *moves, uint32_t plies)
{
    Move *copy = memory_array(plies + 1, sizeof *copy);
    Line line;
    line_init(&line, &setup->start, copy, plies);
    for (uint32_t i = 0; i < plies; i++)
        line_push(&line, moves[i]);
    bool over = line_outcome(&line) != OUTCOME_NONE || mobility_is_dead(&line.now);
    free(copy);
    return over;
}

void local_rebuild(LocalGame *game, const Move *moves, const int32_t *clocks, uint32_t plies,
                   int64_t now)
{
    bool over = plies > 0 && is_over_after(&game->setup, moves, plies);
    local_begin(game, now);
    for (uint32_t i = 0; i < plies; i++) {
        Event event = {.kind = EV_MOVE, .seq = i + 1};
        Events events = {.count = 0};
        event.by = position_turn(&room_line(game->room)->now);
        event.move.ply = i + 1;
        event.move.move = moves[i];
        game->clocks[i] = clocks[i];
        clocks_after(&game->setup, clocks, i + 1, event.clock);
        if (i + 1 < plies || !over)
            room_replay(game->room, &event);
        else /* the move that ends the game does so again */
            room_apply(game->room, event.by,
                       &(Command){.kind = CMD_MOVE, .move = {.ply = i, .move = moves[i]}}, now,
                       &events);
    }
    room_durable(game->room, room_seq(game->room), now);
}

void local_say_undone(LocalGame *game, int64_t now, Text *out)
{
    char words[SPOKEN_MOVE_MAX] = "the start";
    const Line *line = room_line(game->room);
    if (line->plies > 0 && game->view.plain) {
        Position before;
        line_position(line, line->plies - 1, &before);
        spoken_move(&before, line->moves[line->plies - 1], words);
    }
    game->mood = (SkillMemory){0};
    if (game->view.plain)
        wrapped_say(out, 0, "Taken back. The last move is now: %s. %s is to move.", words,
                    spoken_color(position_turn(&line->now)));
    else
        local_show(game, now, out);
}

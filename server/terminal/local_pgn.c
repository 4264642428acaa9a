/* Of local_game.h: a local game as PGN, and one from PGN. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "local_state.h"
#include "memory.h"
#include "pgn_comment.h"
#include "pgn_reader.h"
#include "wrapped_text.h"

#define COMPUTER_NAME "castled level "

enum { VALUE_MAX = 48, TAGS = 6 };

/* ---- writing ---- */

static void append_piece(void *context, const char *bytes, size_t length)
{
    text_append(context, bytes, length);
}

static void print_control(const TimeControl *control, char out[VALUE_MAX])
{
    if (!control->timed)
        snprintf(out, VALUE_MAX, "-");
    else
        snprintf(out, VALUE_MAX, control->increment ? "%d+%d" : "%d",
                 (int)(control->initial / 1000), (int)(control->increment / 1000));
}

static void print_player(const LocalGame *game, Color color, char out[VALUE_MAX])
{
    if (local_is_computer(game, color))
        snprintf(out, VALUE_MAX, COMPUTER_NAME "%d", game->setup.level);
    else
        snprintf(out, VALUE_MAX, "?");
}

void local_game_pgn(const LocalGame *game, const char *date, Text *out)
{
    char white[VALUE_MAX], black[VALUE_MAX], control[VALUE_MAX];
    print_player(game, WHITE, white);
    print_player(game, BLACK, black);
    print_control(&game->setup.control, control);
    PgnTag tags[TAGS] = {{"Event", "Casual game"}, {"Site", "?"},    {"Date", date},
                         {"White", white},         {"Black", black}, {"TimeControl", control}};
    PgnGame pgn = {.tags = tags,
                   .tag_count = TAGS,
                   .line = room_line(game->room),
                   .clocks = game->clocks,
                   .result = local_result(game)};
    pgn_write(&pgn, append_piece, out);
}

/* ---- reading ---- */

/* A game that is being read. */
typedef struct {
    LocalSetup setup; /* as the file has it */
    Move *moves;
    int32_t *clocks;
    uint32_t plies;
    int depth; /* of variations, which are left out */
    bool too_long;
} Reading;

static bool is_tag(const char *name, size_t length, const char *wanted)
{
    return length == strlen(wanted) && memcmp(name, wanted, length) == 0;
}

/* A number of at most seven digits; where it ends. NULL: there is none. */
static const char *read_number(const char *text, int *number)
{
    const char *start = text;
    for (*number = 0; isdigit((unsigned char)*text) && text - start < 7; text++)
        *number = *number * 10 + (*text - '0');
    return text > start ? text : NULL;
}

static void read_control(LocalSetup *setup, const char *text)
{
    int initial, increment = 0;
    if (strcmp(text, "-") == 0) {
        setup->control = (TimeControl){0};
        return;
    }
    const char *end = read_number(text, &initial);
    if (end && *end == '+')
        end = read_number(end + 1, &increment);
    if (!end || *end || initial > CLOCK_INITIAL_MAX / 1000 ||
        increment > CLOCK_INCREMENT_MAX / 1000)
        return;
    TimeControl control = {.timed = true, .initial = initial * 1000, .increment = increment * 1000};
    if (time_control_is_valid(&control))
        setup->control = control;
}

static void read_player(LocalSetup *setup, const char *text, LocalSide side)
{
    size_t named = strlen(COMPUTER_NAME);
    int level;
    if (strncmp(text, COMPUTER_NAME, named) != 0 || !read_number(text + named, &level) ||
        level < 1 || level > SKILL_LEVEL_MAX)
        return;
    setup->side = side;
    setup->level = level;
}

static void on_tag(void *context, const char *name, size_t name_length, const char *value,
                   size_t length)
{
    Reading *reading = context;
    char text[VALUE_MAX];
    if (length >= sizeof text)
        return;
    memcpy(text, value, length);
    text[length] = '\0';
    if (is_tag(name, name_length, "TimeControl"))
        read_control(&reading->setup, text);
    else if (is_tag(name, name_length, "White"))
        read_player(&reading->setup, text, LOCAL_BLACK);
    else if (is_tag(name, name_length, "Black"))
        read_player(&reading->setup, text, LOCAL_WHITE);
}

static bool on_start(void *context, const Position *pos)
{
    Reading *reading = context;
    Position standard;
    position_start(&standard);
    reading->setup.start = *pos;
    reading->setup.variant = pos->chess960 ? VARIANT_CHESS960
                             : position_equal_for_repetition(pos, &standard)
                                 ? VARIANT_STANDARD
                                 : VARIANT_FROM_POSITION;
    return true;
}

static void on_move(void *context, const Position *before, Move move)
{
    Reading *reading = context;
    (void)before;
    if (reading->depth > 0)
        return;
    if (reading->plies == LINE_PLIES_MAX) {
        reading->too_long = true;
        return;
    }
    reading->clocks[reading->plies] = -1;
    reading->moves[reading->plies++] = move;
}

static void on_comment(void *context, const char *text, size_t length)
{
    Reading *reading = context;
    int32_t ms;
    if (reading->depth == 0 && reading->plies > 0 && pgn_comment_clock(text, length, &ms))
        reading->clocks[reading->plies - 1] = ms;
}

static void on_variation_begin(void *context)
{
    ((Reading *)context)->depth++;
}

static void on_variation_end(void *context)
{
    ((Reading *)context)->depth--;
}

static const PgnVisitor VISITOR = {
    .tag = on_tag,
    .start = on_start,
    .move = on_move,
    .comment = on_comment,
    .variation_begin = on_variation_begin,
    .variation_end = on_variation_end,
};

static void say_fault(const LocalGame *game, const PgnReader *reader, PgnError error, Text *out)
{
    const char *detail = error == PGN_BAD_MOVE  ? notation_error_text(reader->fault.notation)
                         : error == PGN_BAD_FEN ? fen_error_text(reader->fault.fen)
                                                : "";
    if (error == PGN_END)
        wrapped_say(out, local_columns(game), "There is no game in this file.");
    else
        wrapped_say(out, local_columns(game), "The file's line %llu, column %u: %s%s%s.",
                    (unsigned long long)reader->fault.line, reader->fault.column,
                    pgn_error_text(error), *detail ? ": " : "", detail);
}

void local_game_load(LocalGame *game, const char *text, size_t length, int64_t now, Text *out)
{
    PgnReader *reader = memory_new(sizeof *reader);
    Reading reading = {.setup = game->setup,
                       .moves = memory_array(LINE_PLIES_MAX, sizeof(Move)),
                       .clocks = memory_array(LINE_PLIES_MAX, sizeof(int32_t))};
    pgn_reader_open_text(reader, text, length);
    PgnError error = pgn_reader_next(reader, &VISITOR, &reading);
    if (error != PGN_OK) {
        say_fault(game, reader, error, out);
    } else if (reading.too_long) {
        wrapped_say(out, local_columns(game), "The game in this file has more than %d plies.",
                    LINE_PLIES_MAX);
    } else {
        game->setup = reading.setup;
        local_rebuild(game, reading.moves, reading.clocks, reading.plies, now);
        wrapped_say(out, local_columns(game), "Loaded, with %u plies. %s", reading.plies,
                    local_is_over(game) ? "The game is over." : "The game goes on.");
        local_greet(game, now, out);
    }
    free(reading.moves);
    free(reading.clocks);
    free(reader);
}

#include "ics_board.h"

#include "ics_name.h"
#include "spoken_chess.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char LETTERS[] = " PNBRQK";

/* "a line" */
__attribute__((format(printf, 2, 3))) static void put(Text *out, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0)
        text_append(out, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

int ics_material(const Position *pos, Color color)
{
    static const int VALUES[PIECE_TYPES] = {
        [PAWN] = 1, [KNIGHT] = 3, [BISHOP] = 3, [ROOK] = 5, [QUEEN] = 9};
    int sum = 0;
    for (PieceType type = PAWN; type <= QUEEN; type++)
        sum += VALUES[type] * bit_count(position_pieces(pos, color, type));
    return sum;
}

/* ---- moves ---- */

void ics_move_words(const Position *before, Move move, char out[ICS_MOVE_WORDS_MAX])
{
    char from[SQUARE_NAME_MAX], to[SQUARE_NAME_MAX], uci[UCI_MAX], becomes[4] = "";
    if (move_kind(move) == MOVE_CASTLE) {
        snprintf(out, ICS_MOVE_WORDS_MAX, "%s", move_to(move) > move_from(move) ? "o-o" : "o-o-o");
        return;
    }
    if (uci_print(before, move, uci) == 5)
        snprintf(becomes, sizeof becomes, "=%c", uci[4] - 'a' + 'A');
    snprintf(out, ICS_MOVE_WORDS_MAX, "%c/%s-%s%s",
             LETTERS[position_type_on(before, move_from(move))],
             spoken_square(move_from(move), from), spoken_square(move_to(move), to), becomes);
}

void ics_last_move(const HeardGame *game, IcsMove *last)
{
    *last = (IcsMove){.san = "none", .words = "none", .before = game->start, .move = MOVE_NONE};
    Move move;
    if (!game->plies ||
        uci_parse(&game->before, game->last, strlen(game->last), &move) != NOTATION_OK)
        return;
    last->before = game->before;
    last->move = move;
    san_print(&last->before, move, last->san);
    ics_move_words(&last->before, move, last->words);
}

/* The file of a pawn that has just moved two squares; -1 else. */
static int double_push(const IcsMove *last)
{
    Move move = last->move;
    if (move == MOVE_NONE || position_type_on(&last->before, move_from(move)) != PAWN)
        return -1;
    int ranks = square_rank(move_to(move)) - square_rank(move_from(move));
    return ranks == 2 || ranks == -2 ? square_file(move_to(move)) : -1;
}

/* ---- style 12 ---- */

static char letter_on(const Position *pos, Square square, char empty)
{
    Piece piece = position_piece_on(pos, square);
    if (piece == NO_PIECE)
        return empty;
    char letter = LETTERS[piece_type(piece)];
    return piece_color(piece) == BLACK ? (char)(letter - 'A' + 'a') : letter;
}

static int may_castle(const Position *pos, Color color, CastlingSide side)
{
    return position_castling_rook(pos, color, side) != SQ_NONE;
}

static long long clock_of(const IcsView *view, Color side)
{
    int64_t left = view->game->control.timed ? heard_game_left(view->game, side, view->now) : 0;
    return (long long)(view->thousandths ? left : (left + 999) / 1000);
}

static void print_program(const IcsView *view, const IcsMove *last, Text *out)
{
    const HeardGame *game = view->game;
    const Position *pos = &game->now;
    char white[ICS_NAME_MAX + 1], black[ICS_NAME_MAX + 1], elapsed[ICS_TIME_MAX];
    put(out, "<12> ");
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++)
            put(out, "%c", letter_on(pos, square_of(file, rank), '-'));
        put(out, " ");
    }
    put(out, "%c %d %d %d %d %d %d %d %s %s %d ", position_turn(pos) == WHITE ? 'W' : 'B',
        double_push(last), may_castle(pos, WHITE, KING_SIDE), may_castle(pos, WHITE, QUEEN_SIDE),
        may_castle(pos, BLACK, KING_SIDE), may_castle(pos, BLACK, QUEEN_SIDE), pos->halfmove,
        view->number, ics_name(&game->seat[WHITE], white), ics_name(&game->seat[BLACK], black),
        (int)view->relation);
    put(out, "%d %d %d %d %lld %lld %d %s %s %s %d %d %d\n", ics_minutes(&game->control),
        ics_increment(&game->control), ics_material(pos, WHITE), ics_material(pos, BLACK),
        clock_of(view, WHITE), clock_of(view, BLACK), pos->fullmove, last->words,
        ics_elapsed(view->elapsed, view->thousandths, elapsed), last->san, view->flipped,
        game->running, (int)view->lag);
}

/* ---- for people ---- */

static const char *clock_words(const IcsView *view, Color side, char out[ICS_TIME_MAX])
{
    if (!view->game->control.timed)
        return "no clock";
    return ics_time(heard_game_left(view->game, side, view->now), out);
}

/* What stands beside the rank that is so far from the top; "" for most. */
static void print_note(const IcsView *view, const IcsMove *last, int line, Text *out)
{
    const HeardGame *game = view->game;
    char white[ICS_TIME_MAX], black[ICS_TIME_MAX], elapsed[ICS_TIME_MAX];
    const Position *pos = &game->now;
    switch (line) {
    case 0:
        put(out, "     Move # : %d (%s)", pos->fullmove, spoken_color(position_turn(pos)));
        break;
    case 1:
        if (last->move != MOVE_NONE)
            put(out, "     %s Moves : '%s    %s'", spoken_color(position_turn(&last->before)),
                last->san, ics_elapsed(view->elapsed, false, elapsed));
        break;
    case 3: put(out, "     Black Clock : %s", clock_words(view, BLACK, black)); break;
    case 4: put(out, "     White Clock : %s", clock_words(view, WHITE, white)); break;
    case 5: put(out, "     Black Strength : %d", ics_material(pos, BLACK)); break;
    case 6: put(out, "     White Strength : %d", ics_material(pos, WHITE)); break;
    default: break;
    }
}

static void print_head(const IcsView *view, Text *out)
{
    char white[ICS_NAME_MAX + 1], black[ICS_NAME_MAX + 1];
    put(out, "Game %d (%s vs. %s)\n\n", view->number, ics_name(&view->game->seat[WHITE], white),
        ics_name(&view->game->seat[BLACK], black));
}

static void print_grid(const IcsView *view, const IcsMove *last, Text *out)
{
    static const char LINE[] = "        ---------------------------------\n";
    const Position *pos = &view->game->now;
    print_head(view, out);
    put(out, "%s", LINE);
    for (int line = 0; line < 8; line++) {
        int rank = view->flipped ? line : 7 - line;
        put(out, "     %d  |", rank + 1);
        for (int i = 0; i < 8; i++) {
            Square square = square_of(view->flipped ? 7 - i : i, rank);
            Piece piece = position_piece_on(pos, square);
            if (piece == NO_PIECE)
                put(out, "   |");
            else
                put(out, "%s%c |", piece_color(piece) == BLACK ? "*" : " ",
                    LETTERS[piece_type(piece)]);
        }
        print_note(view, last, line, out);
        put(out, "\n");
        if (line < 7)
            put(out, "        |---+---+---+---+---+---+---+---|\n");
    }
    put(out, "%s          %s\n", LINE,
        view->flipped ? "h   g   f   e   d   c   b   a" : "a   b   c   d   e   f   g   h");
}

static void print_letters(const IcsView *view, char empty, Text *out)
{
    for (int line = 0; line < 8; line++) {
        int rank = view->flipped ? line : 7 - line;
        put(out, "%d", rank + 1);
        for (int i = 0; i < 8; i++)
            put(out, " %c",
                letter_on(&view->game->now, square_of(view->flipped ? 7 - i : i, rank), empty));
        put(out, "\n");
    }
    put(out, "  %s\n", view->flipped ? "h g f e d c b a" : "a b c d e f g h");
}

/* Lines of at most 20 columns, but for long names. */
static void print_small(const IcsView *view, const IcsMove *last, Text *out)
{
    char white[ICS_TIME_MAX], black[ICS_TIME_MAX];
    const Position *pos = &view->game->now;
    print_letters(view, '.', out);
    if (last->move != MOVE_NONE)
        put(out, "%d%s %s\n", last->before.fullmove,
            position_turn(&last->before) == WHITE ? "." : "...", last->san);
    put(out, "W %s B %s\n", clock_words(view, WHITE, white), clock_words(view, BLACK, black));
    if (!heard_game_is_over(view->game))
        put(out, "%s to move\n", spoken_color(position_turn(pos)));
}

static void print_plain(const IcsView *view, const IcsMove *last, Text *out)
{
    print_head(view, out);
    print_small(view, last, out);
}

static void print_spoken(const IcsView *view, const IcsMove *last, Text *out)
{
    char words[SPOKEN_MOVE_MAX], white[ICS_TIME_MAX], black[ICS_TIME_MAX];
    const Position *pos = &view->game->now;
    if (last->move == MOVE_NONE)
        spoken_pieces(out, pos);
    else
        put(out, "Game %d, move %d, %s: %s.\n", view->number, last->before.fullmove,
            spoken_color(position_turn(&last->before)),
            spoken_move(&last->before, last->move, words));
    if (!heard_game_is_over(view->game))
        put(out, "%s to move. White's clock %s, Black's clock %s.\n",
            spoken_color(position_turn(pos)), clock_words(view, WHITE, white),
            clock_words(view, BLACK, black));
}

bool ics_style_is_known(int style)
{
    return (style >= ICS_STYLE_GRID && style <= ICS_STYLE_PLAIN) || style == ICS_STYLE_SPOKEN ||
           style == ICS_STYLE_PROGRAM;
}

void ics_board(int style, const IcsView *view, Text *out)
{
    IcsMove last;
    ics_last_move(view->game, &last);
    switch (style) {
    case ICS_STYLE_PROGRAM: print_program(view, &last, out); break;
    case ICS_STYLE_SMALL: print_small(view, &last, out); break;
    case ICS_STYLE_PLAIN: print_plain(view, &last, out); break;
    case ICS_STYLE_SPOKEN: print_spoken(view, &last, out); break;
    default: print_grid(view, &last, out); break;
    }
}

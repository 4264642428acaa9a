#include "shown_commands.h"

#include <stdio.h>
#include <string.h>

#include "fen.h"
#include "movegen.h"
#include "spoken_chess.h"
#include "wrapped_text.h"

typedef struct {
    const TypedLine *typed;
    BoardView *view;
    const BoardScene *scene;
    Text *out;
} Look;

#define SAY(look, ...) wrapped_say((look)->out, shown_columns((look)->view), __VA_ARGS__)

unsigned shown_columns(const BoardView *view)
{
    return view->plain ? 0 : view->columns;
}

void shown_form(const TypedLine *typed, const BoardView *view, Text *out)
{
    wrapped_say(out, shown_columns(view), "Type it as: %s", typed_form(typed->kind));
}

static void show_board(const Look *look)
{
    board_view_print(look->view, look->scene, look->out);
}

static void flip(const Look *look)
{
    look->view->flipped = !look->view->flipped;
    if (look->view->plain)
        SAY(look, "%s is now at the bottom.", look->view->flipped ? "Black" : "White");
    else
        show_board(look);
}

static void set_pieces(const Look *look, bool unicode)
{
    look->view->unicode = unicode;
    show_board(look);
}

static void set_switch(const Look *look, bool *value)
{
    const char *word = look->typed->argument;
    if (strcmp(word, "on") != 0 && strcmp(word, "off") != 0) {
        shown_form(look->typed, look->view, look->out);
        return;
    }
    *value = strcmp(word, "on") == 0;
    show_board(look);
}

static void say_clock(const Look *look)
{
    char white[BOARD_VIEW_CLOCK_MAX], black[BOARD_VIEW_CLOCK_MAX];
    if (!look->scene->timed)
        SAY(look, "This game has no clock.");
    else
        SAY(look, "White %s, Black %s.", board_view_clock(look->scene->clock[WHITE], white),
            board_view_clock(look->scene->clock[BLACK], black));
}

static void print_fen(const Look *look)
{
    char fen[FEN_MAX];
    fen_print(&look->scene->line->now, fen);
    wrapped_add(look->out, "%s\n", fen);
}

/* ---- moves ---- */

/* The moves from a square, or from all: " e3 e4". */
static void list_moves(const Look *look, Square from, char *list, size_t size)
{
    const Position *pos = &look->scene->line->now;
    Moves moves = {0};
    char san[SAN_MAX];
    size_t used = 0;
    list[0] = '\0';
    if (!look->scene->over)
        movegen_legal(pos, &moves);
    for (int i = 0; i < moves.count && used < size; i++)
        if (from == SQ_NONE || move_from(moves.at[i]) == from) {
            san_print(pos, moves.at[i], san);
            used += (size_t)snprintf(list + used, size - used, " %s", san);
        }
}

static void say_moves_from(const Look *look, Square from)
{
    const Position *pos = &look->scene->line->now;
    char list[SENTENCE_MAX / 2], name[SQUARE_NAME_MAX];
    Piece piece = position_piece_on(pos, from);
    const char *word = spoken_piece(piece_type(piece));
    spoken_square(from, name);
    list_moves(look, from, list, sizeof list);
    if (piece == NO_PIECE)
        SAY(look, "%s is empty.", name);
    else if (!look->scene->over && piece_color(piece) != position_turn(pos))
        SAY(look, "The %s on %s is %s's, and it is %s's turn.", word, name,
            spoken_color(piece_color(piece)), spoken_color(position_turn(pos)));
    else if (list[0])
        SAY(look, "%s %s on %s:%s", piece_color(piece) == WHITE ? "white" : "black", word, name,
            list);
    else
        SAY(look, "The %s %s on %s has no legal moves.",
            piece_color(piece) == WHITE ? "white" : "black", word, name);
}

static void say_moves(const Look *look)
{
    const char *text = look->typed->argument;
    char list[SENTENCE_MAX / 2];
    const char *side = spoken_color(position_turn(&look->scene->line->now));
    if (look->typed->length == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' &&
        text[1] <= '8') {
        say_moves_from(look, square_of(text[0] - 'a', text[1] - '1'));
        return;
    }
    if (look->typed->length > 0) {
        shown_form(look->typed, look->view, look->out);
        return;
    }
    list_moves(look, SQ_NONE, list, sizeof list);
    if (list[0])
        SAY(look, "Moves of %s:%s", side, list);
    else
        SAY(look, "%s has no legal moves.", side);
}

bool shown_command(const TypedLine *typed, BoardView *view, const BoardScene *scene, Text *out)
{
    Look look = {typed, view, scene, out};
    switch (typed->kind) {
    case TYPED_ASCII: set_pieces(&look, false); break;
    case TYPED_UNICODE: set_pieces(&look, true); break;
    case TYPED_BOARD: show_board(&look); break;
    case TYPED_CLOCK: say_clock(&look); break;
    case TYPED_COLORS: set_switch(&look, &view->colors); break;
    case TYPED_PLAIN: set_switch(&look, &view->plain); break;
    case TYPED_FEN: print_fen(&look); break;
    case TYPED_FLIP: flip(&look); break;
    case TYPED_MOVES: say_moves(&look); break;
    case TYPED_PIECES: spoken_pieces(out, &scene->line->now); break;
    default: return false;
    }
    return true;
}

/* ---- help ---- */

void shown_help(const TypedLine *typed, TypedPlace place, const BoardView *view, Text *out)
{
    char list[TYPED_FORMS_MAX];
    unsigned columns = shown_columns(view);
    TypedKind kind = typed_find(place, typed->argument, typed->length);
    if (typed->length > 0 && kind != TYPED_MOVE) {
        wrapped_say(out, columns, "%s: %s", typed_form(kind), typed_help(kind));
        return;
    }
    if (typed->length > 0)
        wrapped_say(out, columns, "There is no command \"%.40s\".", typed->argument);
    typed_forms(place, list);
    wrapped_say(out, columns, "A move: e4, Nbd7, O-O, e8=Q, or its squares: e2e4, e1g1, e7e8q.");
    wrapped_say(out, columns, "Commands: %s.", list);
    wrapped_say(out, columns, "\"help COMMAND\" explains one of them.");
}

void shown_unknown(const TypedLine *typed, TypedPlace place, const BoardView *view, Text *out)
{
    const char *text = typed->argument;
    TypedKind guess = typed_guess(place, text, strcspn(text, " "));
    if (guess != TYPED_MOVE)
        wrapped_say(out, shown_columns(view),
                    "\"%.40s\" is neither a command nor a move. Did you mean \"%s\"?", text,
                    typed_word(guess));
    else
        wrapped_say(out, shown_columns(view),
                    "\"%.40s\" is neither a command nor a move. Type \"help\" for the commands.",
                    text);
}

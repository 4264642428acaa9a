/* typed_move, of typed_line.h: what people write as a move, and why it cannot be played. */
#include "typed_line.h"

#include <stdio.h>
#include <string.h>

#include "movegen.h"
#include "spoken_chess.h"

enum { WRITTEN_MAX = 12 /* bytes of a move without its blanks */ };

/* A move as it was written, without blanks. */
typedef struct {
    char text[WRITTEN_MAX + 1];
    size_t length;
} Written;

static bool is_square(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

static char small(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool read_written(Written *written, const char *text, size_t length)
{
    written->length = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ' ')
            continue;
        if (written->length == WRITTEN_MAX || text[i] == '\0')
            return false;
        written->text[written->length++] = text[i];
    }
    written->text[written->length] = '\0';
    return written->length > 0;
}

/* Two squares, with a sign between them or none, and perhaps a new piece: as UCI. */
static bool as_squares(const Written *written, Written *uci)
{
    char text[WRITTEN_MAX + 1];
    size_t at = 2;
    for (size_t i = 0; i <= written->length; i++)
        text[i] = small(written->text[i]);
    if (written->length < 4 || !is_square(text))
        return false;
    if (strchr("-x:", text[at]))
        at++;
    if (!is_square(text + at))
        return false;
    memcpy(uci->text, text, 2);
    memcpy(uci->text + 2, text + at, 2);
    uci->length = 4;
    at += 2;
    if (text[at] == '=' || text[at] == '/')
        at++;
    if (text[at] && strchr("nbrq", text[at]))
        uci->text[uci->length++] = text[at++];
    uci->text[uci->length] = '\0';
    return text[at] == '\0' || strspn(text + at, "+#!?") == strlen(text + at);
}

/* "oo", "o-o-o": castling in small letters or without its dashes. */
static bool as_castling(const Written *written, Written *san)
{
    size_t letters = 0;
    for (size_t i = 0; i < written->length; i++) {
        if (strchr("oO0", written->text[i]))
            letters++;
        else if (written->text[i] != '-')
            return false;
    }
    if (letters != 2 && letters != 3)
        return false;
    san->length =
        (size_t)snprintf(san->text, sizeof san->text, "%s", letters == 2 ? "O-O" : "O-O-O");
    return true;
}

/* ---- reasons ---- */

static void list_candidates(const Position *pos, const San *san, char *out, size_t size)
{
    Moves moves;
    char text[SAN_MAX];
    size_t used = 0;
    movegen_legal(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Move move = moves.at[i];
        if (move_kind(move) == MOVE_CASTLE || move_to(move) != (Square)san->to ||
            position_type_on(pos, move_from(move)) != san->piece)
            continue;
        san_print(pos, move, text);
        int wrote = snprintf(out + used, size - used, "%s%s", used ? " or " : "", text);
        if (wrote < 0 || (size_t)wrote >= size - used)
            return;
        used += (size_t)wrote;
    }
}

static void explain_squares(const Position *pos, NotationError error, const char *uci, char *why)
{
    Color turn = position_turn(pos);
    Square from = square_of(uci[0] - 'a', uci[1] - '1'), to = square_of(uci[2] - 'a', uci[3] - '1');
    Piece piece = position_piece_on(pos, from), there = position_piece_on(pos, to);
    const char *name = piece == NO_PIECE ? "" : spoken_piece(piece_type(piece));
    if (error == NOTATION_NO_SUCH_PIECE && piece == NO_PIECE)
        snprintf(why, TYPED_REASON_MAX, "%.2s is empty.", uci);
    else if (error == NOTATION_NO_SUCH_PIECE)
        snprintf(why, TYPED_REASON_MAX, "The %s on %.2s is %s's, and it is %s's turn.", name, uci,
                 spoken_color(color_other(turn)), spoken_color(turn));
    else if (there != NO_PIECE && piece_color(there) == turn)
        snprintf(why, TYPED_REASON_MAX, "The %s on %.2s cannot go to %.2s: %s's own %s is there.",
                 name, uci, uci + 2, spoken_color(turn), spoken_piece(piece_type(there)));
    else
        snprintf(why, TYPED_REASON_MAX, "The %s on %.2s cannot go to %.2s.", name, uci, uci + 2);
}

static void explain_san(const Position *pos, NotationError error, const San *san, char *why)
{
    const char *side = spoken_color(position_turn(pos)), *piece = spoken_piece(san->piece);
    char to[SQUARE_NAME_MAX] = "", list[TYPED_REASON_MAX / 2] = "";
    if (!san->castling)
        spoken_square((Square)san->to, to);
    if (error == NOTATION_AMBIGUOUS) {
        list_candidates(pos, san, list, sizeof list);
        snprintf(why, TYPED_REASON_MAX, "It is ambiguous: more than one %s can go to %s. Say %s.",
                 piece, to, list);
    } else if (error == NOTATION_NO_SUCH_PIECE && san->from_rank >= 0 && san->from_file >= 0) {
        snprintf(why, TYPED_REASON_MAX, "%s has no %s on %c%c.", side, piece, 'a' + san->from_file,
                 '1' + san->from_rank);
    } else if (error == NOTATION_NO_SUCH_PIECE && san->from_file >= 0) {
        snprintf(why, TYPED_REASON_MAX, "%s has no %s on the %c-file.", side, piece,
                 'a' + san->from_file);
    } else if (error == NOTATION_NO_SUCH_PIECE) {
        snprintf(why, TYPED_REASON_MAX, "%s has no such piece: there is no %s.", side, piece);
    } else {
        snprintf(why, TYPED_REASON_MAX, "No %s of %s can go to %s.", piece, side, to);
    }
}

static void explain_common(const Position *pos, NotationError error, char *why)
{
    const char *side = spoken_color(position_turn(pos));
    switch (error) {
    case NOTATION_LEAVES_KING_IN_CHECK:
        if (position_is_check(pos))
            snprintf(why, TYPED_REASON_MAX, "%s is in check, and it leaves the king in check.",
                     side);
        else
            snprintf(why, TYPED_REASON_MAX, "It leaves %s's king in check.", side);
        break;
    case NOTATION_PROMOTION_MISSING:
        snprintf(why, TYPED_REASON_MAX,
                 "Say what the pawn becomes, with Q, R, B or N at the end, as in e8=Q.");
        break;
    default: {
        const char *text = notation_error_text(error);
        snprintf(why, TYPED_REASON_MAX, "%c%s.", text[0] >= 'a' ? text[0] - 'a' + 'A' : text[0],
                 text + 1);
    }
    }
}

/* ---- reading ---- */

static bool has_details(NotationError error)
{
    return error == NOTATION_NO_SUCH_PIECE || error == NOTATION_CANNOT_REACH ||
           error == NOTATION_AMBIGUOUS;
}

static NotationError read_squares(const Position *pos, const Written *uci, Move *move, char *why)
{
    NotationError error = uci_parse(pos, uci->text, uci->length, move);
    if (error == NOTATION_NO_SUCH_PIECE || error == NOTATION_CANNOT_REACH)
        explain_squares(pos, error, uci->text, why);
    else
        explain_common(pos, error, why);
    return error;
}

static NotationError read_san(const Position *pos, const Written *san, Move *move, char *why)
{
    San parts;
    *move = MOVE_NONE;
    NotationError error = san_parse_syntax(san->text, san->length, &parts);
    if (!error)
        error = san_find(pos, &parts, move);
    if (has_details(error) && !parts.castling)
        explain_san(pos, error, &parts, why);
    else
        explain_common(pos, error, why);
    return error;
}

/* As it is; with a capital for the piece, as "nf3"; in small letters, as "E4". The first that can be played counts, else
 * the first that is a move at all. */
static NotationError read_spellings(const Position *pos, const Written *written, Move *move,
                                    char *why)
{
    NotationError error = read_san(pos, written, move, why);
    for (int spelling = 1; spelling < 3 && error; spelling++) {
        Written other = *written;
        char reason[TYPED_REASON_MAX];
        for (size_t i = 0; i < other.length; i++)
            other.text[i] = small(other.text[i]);
        if (spelling == 1 && strchr("nbrqk", other.text[0]))
            other.text[0] = (char)(other.text[0] - 'a' + 'A');
        NotationError again = read_san(pos, &other, move, reason);
        if (!again || error == NOTATION_SYNTAX) {
            error = again;
            memcpy(why, reason, TYPED_REASON_MAX);
        }
    }
    return error;
}

NotationError typed_move(const Position *pos, const char *text, size_t length, Move *move,
                         char *why)
{
    Written written, meant;
    *move = MOVE_NONE;
    why[0] = '\0';
    if (!read_written(&written, text, length)) {
        explain_common(pos, NOTATION_SYNTAX, why);
        return NOTATION_SYNTAX;
    }
    if (as_squares(&written, &meant))
        return read_squares(pos, &meant, move, why);
    if (as_castling(&written, &meant))
        return read_san(pos, &meant, move, why);
    return read_spellings(pos, &written, move, why);
}

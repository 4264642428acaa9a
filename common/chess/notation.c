#include "notation.h"

#include <string.h>

#include "movegen.h"
#include "play.h"

static const char piece_letters[PIECE_TYPES] = {'.', 'P', 'N', 'B', 'R', 'Q', 'K'};

const char *notation_error_text(NotationError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        NOTATION_ERRORS(X)
#undef X
    };
    return error < NOTATION_ERROR_COUNT ? texts[error] : "unknown";
}

/* Knight to queen by letter of either case; NO_PIECE_TYPE for others. */
static PieceType promotion_of(char letter)
{
    switch (letter | 0x20) {
    case 'n': return KNIGHT;
    case 'b': return BISHOP;
    case 'r': return ROOK;
    case 'q': return QUEEN;
    default: return NO_PIECE_TYPE;
    }
}

static MoveKind promotion_kind(PieceType type)
{
    return (MoveKind)(MOVE_PROMOTE_KNIGHT + (type - KNIGHT));
}

/* The kind of move from one square to another, or why there is no such move. Castling is handled elsewhere. */
static NotationError kind_of(const Position *pos, Square from, Square to, PieceType promotion,
                             MoveKind *kind)
{
    bool pawn = position_type_on(pos, from) == PAWN;
    bool last = pawn && (bit(to) & (RANK_1 | RANK_8));
    *kind = MOVE_NORMAL;
    if (promotion != NO_PIECE_TYPE && !last)
        return NOTATION_NO_PROMOTION;
    if (last && promotion == NO_PIECE_TYPE)
        return NOTATION_PROMOTION_MISSING;
    if (last)
        *kind = promotion_kind(promotion);
    else if (pawn && ((from ^ to) & 63) % 8 == 0 && (from > to ? from - to : to - from) == 16)
        *kind = MOVE_DOUBLE;
    else if (pawn && to == (Square)pos->ep)
        *kind = MOVE_EN_PASSANT;
    return NOTATION_OK;
}

static NotationError judge(const Position *pos, Move candidate, Move *move)
{
    if (!position_is_pseudo_legal(pos, candidate))
        return NOTATION_CANNOT_REACH;
    if (!position_is_legal(pos, candidate))
        return NOTATION_LEAVES_KING_IN_CHECK;
    *move = candidate;
    return NOTATION_OK;
}

static NotationError judge_castling(const Position *pos, Square rook, Move *move)
{
    Color us = position_turn(pos);
    Square king = position_king(pos, us);
    if (rook == SQ_NONE || !(pos->castling & own_of(pos, us) & bit(rook)))
        return NOTATION_NO_CASTLING_RIGHT;
    Move candidate = move_of(king, rook, MOVE_CASTLE);
    if (!position_is_pseudo_legal(pos, candidate))
        return NOTATION_CASTLING_BLOCKED;
    if (!position_is_legal(pos, candidate))
        return NOTATION_CASTLING_THROUGH_CHECK;
    *move = candidate;
    return NOTATION_OK;
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

static Square square_at(const char *text)
{
    return square_of(text[0] - 'a', text[1] - '1');
}

/* Two squares sideways from the e-file: how castling is written in UCI. */
static bool is_castling_step(Square from, Square to)
{
    return square_file(from) == 4 && square_rank(from) == square_rank(to) &&
           (square_file(to) == 6 || square_file(to) == 2);
}

NotationError uci_parse(const Position *pos, const char *text, size_t length, Move *move)
{
    *move = MOVE_NONE;
    if ((length != 4 && length != 5) || !is_file(text[0]) || !is_rank(text[1]) ||
        !is_file(text[2]) || !is_rank(text[3]))
        return NOTATION_SYNTAX;
    PieceType promotion = length == 5 ? promotion_of(text[4]) : NO_PIECE_TYPE;
    if (length == 5 && (promotion == NO_PIECE_TYPE || text[4] < 'a'))
        return NOTATION_SYNTAX;
    Square from = square_at(text), to = square_at(text + 2);
    Bitboard own = position_by_color(pos, position_turn(pos));
    if (!(own & bit(from)))
        return NOTATION_NO_SUCH_PIECE;
    if (position_type_on(pos, from) == KING && promotion == NO_PIECE_TYPE) {
        if (pos->castling & own & bit(to))
            return judge_castling(pos, to, move);
        if (is_castling_step(from, to)) {
            CastlingSide side = to > from ? KING_SIDE : QUEEN_SIDE;
            return judge_castling(pos, position_castling_rook(pos, position_turn(pos), side), move);
        }
    }
    MoveKind kind;
    NotationError error = kind_of(pos, from, to, promotion, &kind);
    return error ? error : judge(pos, move_of(from, to, kind), move);
}

size_t uci_print(const Position *pos, Move move, char out[UCI_MAX])
{
    Square from = move_from(move), to = move_to(move);
    if (move == MOVE_NONE) {
        memcpy(out, "0000", 5);
        return 4;
    }
    if (move_kind(move) == MOVE_CASTLE && !pos->chess960)
        to = castling_king_to(from, to);
    char *end = out;
    *end++ = (char)('a' + square_file(from));
    *end++ = (char)('1' + square_rank(from));
    *end++ = (char)('a' + square_file(to));
    *end++ = (char)('1' + square_rank(to));
    if (move_is_promotion(move))
        *end++ = (char)(piece_letters[move_promotion(move)] | 0x20);
    *end = '\0';
    return (size_t)(end - out);
}

static bool is_mark(char c)
{
    return c == '+' || c == '#' || c == '!' || c == '?';
}

/* The length without what does not matter to the move: check, mate, annotations, "e.p.". */
static size_t without_suffix(const char *text, size_t length)
{
    while (length && is_mark(text[length - 1]))
        length--;
    if (length > 4 && memcmp(text + length - 4, "e.p.", 4) == 0)
        length -= 4;
    while (length && text[length - 1] == ' ')
        length--;
    return length;
}

/* O-O and O-O-O, with letters or zeros. */
static bool read_castling(const char *text, size_t length, San *san)
{
    if (length != 3 && length != 5)
        return false;
    for (size_t i = 0; i < length; i++)
        if (i % 2 ? text[i] != '-' : text[i] != text[0])
            return false;
    if (text[0] != 'O' && text[0] != '0' && text[0] != 'o')
        return false;
    *san = (San){.piece = KING, .from_file = -1, .from_rank = -1, .to = SQ_NONE, .castling = true};
    san->side = length == 3 ? KING_SIDE : QUEEN_SIDE;
    return true;
}

/* "=Q", "/Q", "(Q)" or "Q" at the end; returns the length of the rest. */
static size_t read_promotion(const char *text, size_t length, San *san)
{
    size_t end = length;
    bool brackets = end > 3 && text[end - 1] == ')';
    if (brackets)
        end--;
    if (end < 3)
        return length;
    PieceType type = promotion_of(text[end - 1]);
    char before = text[end - 2];
    if (type == NO_PIECE_TYPE ||
        !(brackets ? before == '(' : before == '=' || before == '/' || is_rank(before)))
        return length;
    san->promotion = (uint8_t)type;
    return is_rank(before) ? end - 1 : end - 2;
}

static PieceType piece_of_letter(char letter)
{
    for (PieceType type = PAWN; type <= KING; type++)
        if (piece_letters[type] == letter)
            return type;
    return NO_PIECE_TYPE;
}

NotationError san_parse_syntax(const char *text, size_t length, San *san)
{
    length = without_suffix(text, length);
    if (read_castling(text, length, san))
        return NOTATION_OK;
    *san = (San){.piece = PAWN, .from_file = -1, .from_rank = -1};
    length = read_promotion(text, length, san);
    size_t at = 0;
    if (length && piece_of_letter(text[0]) != NO_PIECE_TYPE)
        san->piece = piece_of_letter(text[at++]);
    if (length < at + 2 || !is_file(text[length - 2]) || !is_rank(text[length - 1]))
        return NOTATION_SYNTAX;
    length -= 2;
    san->to = (uint8_t)square_at(text + length);
    char sign = length > at ? text[length - 1] : '\0';
    if (sign == 'x' || sign == ':' || sign == '-') {
        san->capture = sign != '-';
        length--;
    }
    if (length > at && is_file(text[at]))
        san->from_file = (int8_t)(text[at++] - 'a');
    if (length > at && is_rank(text[at]))
        san->from_rank = (int8_t)(text[at++] - '1');
    return at == length ? NOTATION_OK : NOTATION_SYNTAX;
}

/* The pieces of the side to move that the text allows as origin. */
static Bitboard origins_of(const Position *pos, const San *san)
{
    Bitboard origins = position_pieces(pos, position_turn(pos), san->piece);
    if (san->from_file >= 0)
        origins &= file_of(san->from_file);
    if (san->from_rank >= 0)
        origins &= rank_of(san->from_rank);
    return origins;
}

/* Those of the origins that can move to the square, whatever happens to their king. */
static Bitboard reaching(const Position *pos, const San *san, Bitboard origins)
{
    Color us = position_turn(pos);
    Square to = (Square)san->to;
    if (san->piece != PAWN)
        return attacks_of(san->piece, to, position_occupied(pos)) & origins;
    /* A pawn without a file of origin that does not capture stays on its file. */
    bool captures = san->capture || (san->from_file >= 0 && san->from_file != square_file(to));
    if (captures)
        return attacks_pawn(color_other(us), to) & origins;
    Bitboard step = us == WHITE ? shift_south(bit(to)) : shift_north(bit(to));
    Bitboard second = step & ~position_occupied(pos);
    return (step | (us == WHITE ? shift_south(second) : shift_north(second))) & origins;
}

static NotationError san_find_castling(const Position *pos, const San *san, Move *move)
{
    Square rook = position_castling_rook(pos, position_turn(pos), (CastlingSide)san->side);
    return judge_castling(pos, rook, move);
}

static bool can_capture(const Position *pos, const San *san)
{
    Bitboard takeable = position_by_color(pos, color_other(position_turn(pos)));
    if (san->piece == PAWN && pos->ep != SQ_NONE)
        takeable |= bit((Square)pos->ep);
    return takeable & bit((Square)san->to);
}

NotationError san_find(const Position *pos, const San *san, Move *move)
{
    *move = MOVE_NONE;
    if (san->castling)
        return san_find_castling(pos, san, move);
    if (san->capture && !can_capture(pos, san))
        return NOTATION_NOTHING_TO_CAPTURE;
    Bitboard origins = origins_of(pos, san);
    if (!origins)
        return NOTATION_NO_SUCH_PIECE;
    NotationError error = NOTATION_CANNOT_REACH;
    for (Bitboard rest = reaching(pos, san, origins); rest;) {
        Square from = bit_pop(&rest);
        MoveKind kind;
        Move found;
        NotationError other = kind_of(pos, from, (Square)san->to, (PieceType)san->promotion, &kind);
        if (!other)
            other = judge(pos, move_of(from, (Square)san->to, kind), &found);
        if (!other && *move != MOVE_NONE) {
            *move = MOVE_NONE;
            return NOTATION_AMBIGUOUS;
        }
        if (!other)
            *move = found;
        else if (other != NOTATION_CANNOT_REACH)
            error = other;
    }
    return *move != MOVE_NONE ? NOTATION_OK : error;
}

NotationError san_parse(const Position *pos, const char *text, size_t length, Move *move)
{
    San san;
    *move = MOVE_NONE;
    NotationError error = san_parse_syntax(text, length, &san);
    return error ? error : san_find(pos, &san, move);
}

/* The file or rank of the origin, or both, when another such piece could move there, too (PGN 8.2.3.4). */
static char *print_origin(const Position *pos, Move move, PieceType type, char *out)
{
    Square from = move_from(move), to = move_to(move);
    Bitboard others = attacks_of(type, to, position_occupied(pos)) &
                      position_pieces(pos, position_turn(pos), type) & ~bit(from);
    for (Bitboard rest = others; rest;) {
        Square other = bit_pop(&rest);
        if (!position_is_legal(pos, move_of(other, to, MOVE_NORMAL)))
            others ^= bit(other);
    }
    if (!others)
        return out;
    bool file_tells = !(others & file_of(square_file(from)));
    bool rank_tells = !(others & rank_of(square_rank(from)));
    if (file_tells || !rank_tells)
        *out++ = (char)('a' + square_file(from));
    if (!file_tells)
        *out++ = (char)('1' + square_rank(from));
    return out;
}

static char *print_move(const Position *pos, Move move, char *out)
{
    Square from = move_from(move), to = move_to(move);
    PieceType type = position_type_on(pos, from);
    bool capture = position_captured(pos, move) != NO_PIECE_TYPE;
    if (move_kind(move) == MOVE_CASTLE) {
        size_t length = to > from ? 3 : 5;
        memcpy(out, "O-O-O", length);
        return out + length;
    }
    if (type != PAWN)
        *out++ = piece_letters[type];
    if (type == PAWN && capture)
        *out++ = (char)('a' + square_file(from));
    else if (type != PAWN && type != KING)
        out = print_origin(pos, move, type, out);
    if (capture)
        *out++ = 'x';
    *out++ = (char)('a' + square_file(to));
    *out++ = (char)('1' + square_rank(to));
    if (move_is_promotion(move)) {
        *out++ = '=';
        *out++ = piece_letters[move_promotion(move)];
    }
    return out;
}

size_t san_print(const Position *pos, Move move, char out[SAN_MAX])
{
    char *end = print_move(pos, move, out);
    Position next = *pos;
    position_play(&next, move);
    if (position_is_check(&next))
        *end++ = movegen_any(&next) ? '+' : '#';
    *end = '\0';
    return (size_t)(end - out);
}

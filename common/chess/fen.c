#include "fen.h"

#include <string.h>

#include "play.h"

static const char piece_letters[] = ".PNBRQK..pnbrqk";

const char *fen_error_text(FenError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        FEN_ERRORS(X)
#undef X
    };
    return error < FEN_ERROR_COUNT ? texts[error] : "unknown";
}

/* The text being read, and the place that an error would refer to. */
typedef struct {
    const char *text;
    size_t length, next, place;
} Reader;

static char peek(const Reader *in)
{
    return in->next < in->length ? in->text[in->next] : '\0';
}

/* Skips spaces; false at the end. The next error is about what follows. */
static bool next_field(Reader *in)
{
    while (peek(in) == ' ')
        in->next++;
    in->place = in->next;
    return in->next < in->length;
}

static bool at_field_end(const Reader *in)
{
    return in->next >= in->length || in->text[in->next] == ' ';
}

static Piece piece_from_letter(char letter)
{
    for (int piece = W_PAWN; letter != '.' && piece <= B_KING; piece++)
        if (piece_letters[piece] == letter)
            return (Piece)piece;
    return NO_PIECE;
}

static FenError read_board(Reader *in, Position *pos)
{
    int file = 0, rank = 7;
    for (; !at_field_end(in); in->next++) {
        char c = in->text[in->next];
        in->place = in->next;
        if (c == '/') {
            if (file != 8)
                return FEN_RANK_LENGTH;
            if (rank-- == 0)
                return FEN_RANK_COUNT;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else {
            Piece piece = piece_from_letter(c);
            if (piece == NO_PIECE)
                return FEN_BOARD_SYNTAX;
            if (file < 8)
                settle(pos, 0, piece, square_of(file, rank));
            file++;
        }
        if (file > 8)
            return FEN_RANK_LENGTH;
    }
    in->place = in->next;
    if (file != 8)
        return FEN_RANK_LENGTH;
    return rank == 0 ? FEN_OK : FEN_RANK_COUNT;
}

static FenError read_turn(Reader *in, Position *pos)
{
    char c = next_field(in) ? in->text[in->next++] : '\0';
    if ((c != 'w' && c != 'b') || !at_field_end(in))
        return FEN_TURN_SYNTAX;
    pos->turn = c == 'b' ? BLACK : WHITE;
    return FEN_OK;
}

/* K and Q mean the outermost rook on that side of the king (X-FEN). */
static Bitboard outermost(Bitboard rooks, Square king, CastlingSide side)
{
    Bitboard beside = side == KING_SIDE ? rooks & ~(bit(king) - 1) : rooks & (bit(king) - 1);
    if (!beside)
        return 0;
    return bit(side == KING_SIDE ? bit_last(beside) : bit_first(beside));
}

static FenError add_castling(Position *pos, char letter)
{
    Color color = letter >= 'a' ? BLACK : WHITE;
    char upper = (char)(letter & ~0x20);
    Bitboard home = rank_of(color == WHITE ? 0 : 7);
    Bitboard rooks = position_pieces(pos, color, ROOK) & home,
             king = position_pieces(pos, color, KING) & home;
    bool by_side = upper == 'K' || upper == 'Q';
    if (!by_side && (upper < 'A' || upper > 'H'))
        return FEN_CASTLING_SYNTAX;
    if (!king || bit_many(king))
        return FEN_CASTLING_NO_KING;
    Square square = bit_first(king);
    Bitboard rook = by_side ? outermost(rooks, square, upper == 'K' ? KING_SIDE : QUEEN_SIDE)
                            : rooks & file_of(upper - 'A');
    if (!rook)
        return FEN_CASTLING_NO_ROOK;
    Bitboard same_side = (rook > king ? ~(king - 1) : king - 1) & home;
    if (pos->castling & same_side)
        return FEN_CASTLING_TWICE;
    pos->castling |= rook;
    pos->chess960 |= square_file(square) != 4 || !(rook & (FILE_A | FILE_H));
    return FEN_OK;
}

static FenError read_castling(Reader *in, Position *pos)
{
    if (!next_field(in))
        return FEN_OK;
    if (peek(in) == '-') {
        in->next++;
        return at_field_end(in) ? FEN_OK : FEN_CASTLING_SYNTAX;
    }
    for (; !at_field_end(in); in->next++) {
        in->place = in->next;
        FenError error = add_castling(pos, in->text[in->next]);
        if (error)
            return error;
    }
    return FEN_OK;
}

/* There is a pawn that has just made a double step over 'ep', and the squares that it crossed are empty. */
static FenError check_ep(const Position *pos, Square ep)
{
    Color them = color_other(position_turn(pos));
    if (square_rank(ep) != (them == WHITE ? 2 : 5))
        return FEN_EP_RANK;
    Square stands = (Square)(ep ^ 8), came = them == WHITE ? (Square)(ep - 8) : (Square)(ep + 8);
    if (position_piece_on(pos, stands) != piece_of(them, PAWN))
        return FEN_EP_NO_PAWN;
    return position_occupied(pos) & (bit(ep) | bit(came)) ? FEN_EP_BLOCKED : FEN_OK;
}

static FenError read_ep(Reader *in, Position *pos)
{
    if (!next_field(in))
        return FEN_OK;
    char file = in->text[in->next++];
    if (file == '-')
        return at_field_end(in) ? FEN_OK : FEN_EP_SYNTAX;
    char rank = peek(in);
    in->next++;
    if (file < 'a' || file > 'h' || rank < '1' || rank > '8' || !at_field_end(in))
        return FEN_EP_SYNTAX;
    Square ep = square_of(file - 'a', rank - '1');
    pos->ep = (uint8_t)ep;
    return check_ep(pos, ep);
}

static FenError read_counter(Reader *in, uint16_t *value, FenError error)
{
    if (!next_field(in))
        return FEN_OK;
    unsigned number = 0;
    for (; !at_field_end(in); in->next++) {
        unsigned digit = (unsigned char)in->text[in->next] - (unsigned)'0';
        number = number * 10 + digit;
        if (digit > 9 || number > FEN_COUNTER_MAX)
            return error;
    }
    *value = (uint16_t)number;
    return FEN_OK;
}

static FenError check_kings(const Position *pos)
{
    Bitboard white = position_pieces(pos, WHITE, KING), black = position_pieces(pos, BLACK, KING);
    if (!white)
        return FEN_NO_WHITE_KING;
    if (!black)
        return FEN_NO_BLACK_KING;
    return bit_many(white) || bit_many(black) ? FEN_TOO_MANY_KINGS : FEN_OK;
}

static int beyond(Bitboard set, int usual)
{
    int count = bit_count(set);
    return count > usual ? count - usual : 0;
}

static FenError check_material(const Position *pos, Color color)
{
    const Bitboard light = 0x55aa55aa55aa55aaull;
    Bitboard pawns = position_pieces(pos, color, PAWN),
             bishops = position_pieces(pos, color, BISHOP);
    if (bit_count(pawns) > 8)
        return FEN_TOO_MANY_PAWNS;
    if (bit_count(position_by_color(pos, color)) > 16)
        return FEN_TOO_MANY_PIECES;
    int promoted = beyond(position_pieces(pos, color, KNIGHT), 2) + beyond(bishops & light, 1) +
                   beyond(bishops & ~light, 1) + beyond(position_pieces(pos, color, ROOK), 2) +
                   beyond(position_pieces(pos, color, QUEEN), 1);
    return promoted > 8 - bit_count(pawns) ? FEN_TOO_MANY_PROMOTED : FEN_OK;
}

/* Two pieces can give check at once only when one has moved out of the way of the other, a slider, and they are on
 * different lines through the king. Before a pawn's double step there was no check. */
static bool check_is_possible(const Position *pos)
{
    Square king = position_king(pos, position_turn(pos));
    Bitboard checkers = position_checkers(pos);
    if (pos->ep != SQ_NONE && checkers) {
        Bitboard pawn = bit((Square)(pos->ep ^ 8));
        Bitboard came = bit(pos->turn == WHITE ? (Square)(pos->ep + 8) : (Square)(pos->ep - 8));
        Bitboard before = (position_occupied(pos) ^ pawn) | came;
        if (position_attackers_to(pos, king, before) &
            own_of(pos, color_other(position_turn(pos))) & ~pawn)
            return false;
    }
    if (bit_count(checkers) < 2)
        return true;
    Square first = bit_first(checkers), last = bit_last(checkers);
    return bit_count(checkers) == 2 &&
           (checkers & (diagonal_sliders(pos) | straight_sliders(pos))) &&
           !(attacks_line(first, last) & bit(king));
}

static FenError check_position(Position *pos)
{
    FenError error = check_kings(pos);
    if (!error && position_by_type(pos, PAWN) & (RANK_1 | RANK_8))
        error = FEN_PAWN_ON_BACK_RANK;
    for (Color color = WHITE; !error && color <= BLACK; color++)
        error = check_material(pos, color);
    if (error)
        return error;
    Color them = color_other(position_turn(pos));
    if (position_attackers_to(pos, position_king(pos, them), position_occupied(pos)) &
        position_by_color(pos, position_turn(pos)))
        return FEN_OPPONENT_IN_CHECK;
    return FEN_OK;
}

/* The en passant square is kept only when a capture there is legal. */
static void settle_ep(Position *pos)
{
    Square ep = (Square)pos->ep;
    pos->ep = SQ_NONE;
    if (ep != SQ_NONE)
        note_ep(pos, color_other(position_turn(pos)), ep, false);
}

static FenError read_all(Reader *in, Position *pos)
{
    FenError error = in->length >= 2 * FEN_MAX ? FEN_TOO_LONG : FEN_OK;
    if (!error) {
        next_field(in);
        error = read_board(in, pos);
    }
    if (!error)
        error = read_turn(in, pos);
    if (!error) {
        size_t turn = in->place;
        in->place = 0;
        error = check_position(pos);
        in->place = error == FEN_OPPONENT_IN_CHECK ? turn : in->place;
    }
    if (!error)
        error = read_castling(in, pos);
    if (!error)
        error = read_ep(in, pos);
    if (!error && !check_is_possible(pos)) {
        in->place = 0;
        error = FEN_IMPOSSIBLE_CHECK;
    }
    if (!error)
        error = read_counter(in, &pos->halfmove, FEN_HALFMOVE_SYNTAX);
    if (!error && pos->ep != SQ_NONE && pos->halfmove != 0)
        error = FEN_EP_CLOCK;
    if (!error)
        error = read_counter(in, &pos->fullmove, FEN_FULLMOVE_SYNTAX);
    if (!error && next_field(in))
        error = FEN_TRAILING;
    return error;
}

FenError fen_parse(const char *text, size_t length, Position *pos, size_t *place)
{
    Reader in = {.text = text, .length = length};
    Position read = {.ep = SQ_NONE, .fullmove = 1};
    FenError error = read_all(&in, &read);
    if (place)
        *place = in.place;
    if (error)
        return error;
    settle_ep(&read);
    if (read.fullmove == 0)
        read.fullmove = 1;
    read.key = position_hash_from_scratch(&read);
    *pos = read;
    return FEN_OK;
}

static char *print_board(const Position *pos, char *out)
{
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            Piece piece = position_piece_on(pos, square_of(file, rank));
            if (piece == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = piece_letters[piece];
        }
        if (empty)
            *out++ = (char)('0' + empty);
        *out++ = rank ? '/' : ' ';
    }
    return out;
}

static char *print_castling(const Position *pos, char *out)
{
    if (!pos->castling)
        *out++ = '-';
    for (Color color = WHITE; color <= BLACK; color++) {
        for (CastlingSide side = KING_SIDE; side <= QUEEN_SIDE; side++) {
            Square rook = position_castling_rook(pos, color, side);
            if (rook == SQ_NONE)
                continue;
            Bitboard rooks = position_pieces(pos, color, ROOK) & rank_of(square_rank(rook));
            bool usual = outermost(rooks, position_king(pos, color), side) == bit(rook);
            char letter = usual ? "KQ"[side] : (char)('A' + square_file(rook));
            *out++ = (char)(color == BLACK ? letter | 0x20 : letter);
        }
    }
    return out;
}

static char *print_number(unsigned number, char *out)
{
    char digits[5];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *out++ = digits[--count];
    return out;
}

size_t fen_print(const Position *pos, char out[FEN_MAX])
{
    char *end = print_board(pos, out);
    *end++ = pos->turn == BLACK ? 'b' : 'w';
    *end++ = ' ';
    end = print_castling(pos, end);
    *end++ = ' ';
    if (pos->ep == SQ_NONE) {
        *end++ = '-';
    } else {
        *end++ = (char)('a' + (pos->ep & 7));
        *end++ = (char)('1' + (pos->ep >> 3));
    }
    *end++ = ' ';
    end = print_number(pos->halfmove, end);
    *end++ = ' ';
    end = print_number(pos->fullmove, end);
    *end = '\0';
    return (size_t)(end - out);
}

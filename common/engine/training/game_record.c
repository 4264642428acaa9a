#include "game_record.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "fen.h"

enum {
    FORMAT = 1,
    AT_PIECES = 8,
    AT_FLAGS = 24,
    AT_EN_PASSANT = 25,
    AT_HALFMOVE = 26,
    AT_FULLMOVE = 28,
    AT_PLIES = 30,
    CASTLING_ROOK = 7, /* in place of a PieceType */
    PIECES_MAX = 32,
};

const char *game_record_error_text(GameRecordError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        GAME_RECORD_ERRORS
#undef X
    };
    return texts[error];
}

static void put16(unsigned char *at, unsigned value)
{
    at[0] = (unsigned char)value;
    at[1] = (unsigned char)(value >> 8);
}

static unsigned get16(const unsigned char *at)
{
    return at[0] | (unsigned)at[1] << 8;
}

static void pack_head(const GameRecord *record, unsigned char out[GAME_RECORD_HEAD])
{
    const Position *pos = &record->start;
    const Bitboard occupied = position_occupied(pos);
    memset(out, 0, GAME_RECORD_HEAD);
    for (int i = 0; i < 8; i++)
        out[i] = (unsigned char)(occupied >> 8 * i);
    unsigned index = 0;
    for (Bitboard left = occupied; left; index++) {
        const Square square = bit_pop(&left);
        unsigned piece = (unsigned)position_piece_on(pos, square);
        if (pos->castling & bit(square))
            piece = (piece & 8) | CASTLING_ROOK;
        out[AT_PIECES + index / 2] |= (unsigned char)(piece << 4 * (index % 2));
    }
    out[AT_FLAGS] = (unsigned char)(pos->turn | record->result << 1 | (unsigned)FORMAT << 4);
    out[AT_EN_PASSANT] = pos->ep;
    put16(out + AT_HALFMOVE, pos->halfmove);
    put16(out + AT_FULLMOVE, pos->fullmove);
    put16(out + AT_PLIES, record->plies);
}

size_t game_record_pack(const GameRecord *record, unsigned char out[GAME_RECORD_BYTES_MAX])
{
    assert(record->plies <= GAME_RECORD_PLIES_MAX && record->result <= 2);
    pack_head(record, out);
    unsigned char *at = out + GAME_RECORD_HEAD;
    for (unsigned i = 0; i < record->plies; i++, at += GAME_RECORD_MOVE_BYTES) {
        put16(at, record->moves[i].move);
        put16(at + 2, (uint16_t)record->moves[i].score);
    }
    return (size_t)(at - out);
}

size_t game_record_size(const unsigned char head[GAME_RECORD_HEAD])
{
    const unsigned plies = get16(head + AT_PLIES);
    if (head[AT_FLAGS] >> 4 != FORMAT || plies > GAME_RECORD_PLIES_MAX)
        return 0;
    return GAME_RECORD_HEAD + (size_t)plies * GAME_RECORD_MOVE_BYTES;
}

/* The letters of the board, empty squares as 1, and of the rights to castle by the rooks' files. False for a Piece that
 * there is not. */
static bool read_board(const unsigned char *bytes, char board[72], char rights[PIECES_MAX + 2])
{
    static const char letters[16] = {0, 'P', 'N', 'B', 'R', 'Q', 'K', 'R',
                                     0, 'p', 'n', 'b', 'r', 'q', 'k', 'r'};
    uint64_t occupied = 0;
    for (int i = 0; i < 8; i++)
        occupied |= (uint64_t)bytes[i] << 8 * i;
    if (bit_count(occupied) > PIECES_MAX)
        return false;
    memset(board, '1', 71);
    for (int rank = 1; rank < 8; rank++)
        board[rank * 9 - 1] = '/';
    board[71] = '\0';
    unsigned index = 0, count = 0;
    for (Bitboard left = occupied; left; index++) {
        const Square square = bit_pop(&left);
        const unsigned piece = bytes[AT_PIECES + index / 2] >> 4 * (index % 2) & 15;
        if (!letters[piece])
            return false;
        board[(7 - square_rank(square)) * 9 + square_file(square)] = letters[piece];
        if ((piece & 7) == CASTLING_ROOK)
            rights[count++] = (char)((piece & 8 ? 'a' : 'A') + square_file(square));
    }
    if (count == 0)
        rights[count++] = '-';
    rights[count] = '\0';
    return true;
}

/* By way of a FEN, whose reader knows which positions are legal. What a writer would not have written is refused: a
 * rook that may castle but is not on its back rank, or an en passant square where nothing can be captured. */
static bool read_start(const unsigned char *bytes, GameRecord *record)
{
    char board[72], rights[PIECES_MAX + 2], passed[3] = "-", fen[160];
    unsigned char again[GAME_RECORD_HEAD];
    const unsigned square = bytes[AT_EN_PASSANT];
    if (square > SQ_NONE || !read_board(bytes, board, rights))
        return false;
    if (square != SQ_NONE) {
        passed[0] = (char)('a' + square_file((Square)square));
        passed[1] = (char)('1' + square_rank((Square)square));
    }
    const int length =
        snprintf(fen, sizeof fen, "%s %c %s %s %u %u", board, bytes[AT_FLAGS] & 1 ? 'b' : 'w',
                 rights, passed, get16(bytes + AT_HALFMOVE), get16(bytes + AT_FULLMOVE));
    if (length <= 0 || (size_t)length >= sizeof fen ||
        fen_parse(fen, (size_t)length, &record->start, NULL) != FEN_OK)
        return false;
    pack_head(record, again);
    return memcmp(again, bytes, sizeof again) == 0;
}

GameRecordError game_record_unpack(const unsigned char *bytes, size_t size, GameRecord *record,
                                   size_t *used)
{
    if (size < GAME_RECORD_HEAD)
        return GAME_RECORD_SHORT;
    record->result = bytes[AT_FLAGS] >> 1 & 3;
    record->plies = get16(bytes + AT_PLIES);
    if (bytes[AT_FLAGS] >> 3 != FORMAT << 1 || record->result > 2)
        return GAME_RECORD_FORMAT;
    *used = game_record_size(bytes);
    if (*used == 0)
        return GAME_RECORD_LONG;
    if (*used > size)
        return GAME_RECORD_SHORT;
    if (!read_start(bytes, record))
        return GAME_RECORD_POSITION;
    Position pos = record->start;
    const unsigned char *at = bytes + GAME_RECORD_HEAD;
    for (unsigned i = 0; i < record->plies; i++, at += GAME_RECORD_MOVE_BYTES) {
        const Move move = (Move)get16(at);
        if (!position_is_legal(&pos, move))
            return GAME_RECORD_MOVE_ILLEGAL;
        record->moves[i] = (GameRecordMove){.move = move, .score = (int16_t)get16(at + 2)};
        position_play(&pos, move);
    }
    return GAME_RECORD_OK;
}

GameRecordError game_record_read(FILE *in, GameRecord *record, size_t *size)
{
    unsigned char bytes[GAME_RECORD_BYTES_MAX];
    *size = fread(bytes, 1, GAME_RECORD_HEAD, in);
    if (*size == 0)
        return GAME_RECORD_OK;
    const size_t wanted = *size == GAME_RECORD_HEAD ? game_record_size(bytes) : 0;
    if (wanted > GAME_RECORD_HEAD)
        *size += fread(bytes + GAME_RECORD_HEAD, 1, wanted - GAME_RECORD_HEAD, in);
    return game_record_unpack(bytes, *size, record, size);
}

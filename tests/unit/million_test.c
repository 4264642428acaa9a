/* What must hold in every position, checked in a million random ones, including Chess960. */
#include "chess_rig.h"
#include "soak.h"

enum { POSITIONS = SANITIZED ? 20000 : 1000000, GAME_PLIES = 150 };
static const uint64_t SEED = 20261120;

static void check_fen(const Position *pos, const char *fen, size_t length)
{
    Position read;
    size_t place;
    FenError error = fen_parse(fen, length, &read, &place);
    HOLDS(!error, "%s: %s at %zu", fen, fen_error_text(error), place);
    read.chess960 = pos->chess960;
    HOLDS(memcmp(&read, pos, sizeof read) == 0, "%s does not come back", fen);
}

static void check_text(const Position *pos, const char *fen, Move move)
{
    char san[SAN_MAX], uci[UCI_MAX];
    Move from_san, from_uci;
    size_t san_length = san_print(pos, move, san), uci_length = uci_print(pos, move, uci);
    HOLDS(!san_parse(pos, san, san_length, &from_san) && from_san == move, "%s: %s", fen, san);
    HOLDS(!uci_parse(pos, uci, uci_length, &from_uci) && from_uci == move, "%s: %s", fen, uci);
}

static void check_position(const Position *pos, const Moves *moves, uint64_t random)
{
    char fen[FEN_MAX];
    size_t length = fen_print(pos, fen);
    check_fen(pos, fen, length);
    HOLDS(pos->key == position_hash_from_scratch(pos), "%s: key", fen);
    HOLDS(movegen_count(pos) == moves->count, "%s: count", fen);
    /* Half of the values tried have origins and kinds that occur. */
    Move any = (Move)(random & 1 ? random >> 8 : (random >> 8 & 63) | (moves->at[0] & 0xffc0));
    HOLDS(position_is_legal(pos, any) == moves_have(moves, any), "%s: %04x", fen, any);
    Move move = moves->at[random % (unsigned)moves->count];
    check_text(pos, fen, move);
    Position next = *pos;
    position_play(&next, move);
    HOLDS(position_gives_check(pos, move) == position_is_check(&next), "%s: %04x checks", fen,
          move);
    const bool plain = move_kind(move) == MOVE_NORMAL && next.castling == pos->castling;
    HOLDS(!plain || position_likely_key(pos, move) == next.key, "%s: %04x key", fen, move);
}

START_TEST(text_key_and_legality_hold_in_random_positions)
{
    uint64_t state = SEED;
    int seen = 0;
    for (int game = 0; seen / soak() < POSITIONS; game++) {
        Position pos;
        position_start960(&pos, game % 2 ? CHESS960_STANDARD : game / 2 % CHESS960_POSITIONS);
        pos.chess960 = game % 2 == 0;
        for (int ply = 0; ply < GAME_PLIES; ply++) {
            Moves moves;
            movegen_legal(&pos, &moves);
            if (moves.count == 0)
                break;
            uint64_t random = random_next(&state);
            check_position(&pos, &moves, random);
            seen++;
            position_play(&pos, moves.at[random % (unsigned)moves.count]);
        }
    }
    ck_assert_int_ge(seen, POSITIONS);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {text_key_and_legality_hold_in_random_positions};
    return run_tests("million", tests, COUNT(tests));
}

#include "nnue_rig.h"

#include "accumulator.h"
#include "nnue_kernel.h"

static _Alignas(64) Nnue net;

static const NnuePlan plans[] = {
    {.hidden = 128,
     .feature_most = 400,
     .threat_most = 220,
     .bias_most = 300,
     .output_most = 127,
     .seed = 1},
    {.hidden = 256,
     .feature_most = 200,
     .threat_most = 290,
     .bias_most = 300,
     .output_most = 120,
     .seed = 2},
    {.hidden = 256,
     .mirrored = true,
     .feature_most = 60,
     .threat_most = 70,
     .bias_most = 200,
     .output_most = 90,
     .seed = 3},
    {.hidden = 128,
     .mirrored = true,
     .feature_most = 900,
     .threat_most = 35,
     .bias_most = 900,
     .output_most = 127,
     .seed = 4},
    {.hidden = 512,
     .mirrored = true,
     .feature_most = 100,
     .threat_most = 80,
     .bias_most = 200,
     .output_most = 60,
     .seed = 6},
    {.hidden = 384,
     .feature_most = 100,
     .threat_most = 100,
     .bias_most = 200,
     .output_most = 80,
     .seed = 7},
    {.hidden = 256,
     .mirrored = true,
     .version = 1,
     .feature_most = 100,
     .bias_most = 200,
     .output_most = 90,
     .seed = 8},
    {.hidden = 128,
     .mirrored = true,
     .version = 2,
     .feature_most = 100,
     .bias_most = 200,
     .output_most = 90,
     .seed = 9},
    {.hidden = 128,
     .mirrored = true,
     .version = 3,
     .feature_most = 100,
     .threat_most = 100,
     .bias_most = 200,
     .output_most = 90,
     .seed = 10},
    /* Sums as large as they are allowed to be. */
    {.hidden = 256,
     .feature_most = 459,
     .threat_most = 209,
     .bias_most = 105,
     .output_most = 127,
     .seed = 5},
};

static int file16(const unsigned char *file, size_t index)
{
    const unsigned char *at = file + NNUE_HEADER_BYTES + 2 * index;
    return (int16_t)(uint16_t)(at[0] | at[1] << 8);
}

/* The set of output weights: the first is for 2 to 5 pieces, the last for 30 to 32. */
static size_t set_of(const NnuePlan *plan, const Position *pos)
{
    static const unsigned char sets[33] = {9, 9, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3,
                                           3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7};
    return plan->version == 1 ? 0 : sets[bit_count(position_occupied(pos))];
}

/* The row for an attack on that square, if there is one on a piece but a king. */
static bool threat_of(const Position *pos, Color view, Square square, size_t *feature)
{
    const Bitboard all = position_attackers_to(pos, square, position_occupied(pos));
    const Piece piece = position_piece_on(pos, square);
    const Color side = piece_color(piece);
    if (piece_type(piece) == KING || !(all & position_by_color(pos, color_other(side))))
        return false;
    int least = PAWN;
    while (!(all & position_pieces(pos, color_other(side), (PieceType)least)))
        least++;
    bool guarded = all & position_by_color(pos, side);
    *feature = 768 + (side == view ? 0u : 80u) + 10u * (size_t)(least - PAWN) +
               2u * (size_t)(piece_type(piece) - PAWN) + guarded;
    return true;
}

static bool is_near(Square a, Square b)
{
    return abs((int)a / 8 - (int)b / 8) <= 1 && abs((int)a % 8 - (int)b % 8) <= 1;
}

static unsigned up_to(unsigned number, unsigned most)
{
    return number < most ? number : most;
}

static Bitboard attackers(const Position *pos, Square square, Color side)
{
    return position_attackers_to(pos, square, position_occupied(pos)) &
           position_by_color(pos, side);
}

static Bitboard attackers_without(const Position *pos, Square square, Color side, Square gone)
{
    return position_attackers_to(pos, square, position_occupied(pos) & ~bit(gone)) &
           position_by_color(pos, side) & ~bit(gone);
}

/* With a piece of that type on that square, whatever is there now, would the king be attacked by it? */
static bool would_check(const Position *pos, Square square, Square king, PieceType type, Color by)
{
    Position changed = *pos;
    for (int plane = 0; plane < 3; plane++) {
        changed.plane[plane] &= ~bit(square);
        changed.plane[plane] |= ((unsigned)type >> plane & 1) ? bit(square) : 0;
    }
    changed.black &= ~bit(square);
    changed.black |= by == BLACK ? bit(square) : 0;
    return position_attackers_to(&changed, king, position_occupied(&changed)) & bit(square);
}

typedef struct {
    unsigned count;
    size_t at[64];
} Rows;

static void add_row(Rows *rows, size_t row)
{
    ck_assert_uint_lt(rows->count, COUNT(rows->at));
    rows->at[rows->count++] = row;
}

/* What version 3 tells of a side's king: squares around it that pieces of one type attack. */
static void add_zone(const Position *pos, Color side, size_t first, Rows *rows)
{
    const Color enemy = color_other(side);
    const Square king = position_king(pos, side);
    for (PieceType by = PAWN; by <= QUEEN; by++) {
        unsigned squares = 0;
        for (int square = 0; square < 64; square++)
            squares += is_near((Square)square, king) && (attackers(pos, (Square)square, enemy) &
                                                         position_pieces(pos, enemy, by)) != 0;
        if (squares)
            add_row(rows, first + 4u * (size_t)(by - PAWN) + up_to(squares, 4) - 1);
    }
}

/* What version 4 tells besides, asking each square and each piece by itself. */
static void add_king_safety(const Position *pos, Color side, size_t first, Rows *rows)
{
    const Color enemy = color_other(side);
    const Square king = position_king(pos, side);
    const Bitboard checkers = attackers(pos, king, enemy);
    unsigned checks[KING] = {0}, weak = 0, weaker = 0, discoveries = 0;
    for (Square square = 0; square < 64; square++) {
        const Bitboard enemies = attackers(pos, square, enemy);
        const Bitboard guards = attackers(pos, square, side);
        const bool is_safe = !guards || (guards == bit(king) && bit_count(enemies) > 1);
        for (PieceType type = KNIGHT; type <= QUEEN; type++)
            checks[type] += (enemies & position_pieces(pos, enemy, type)) && is_safe &&
                            !(position_by_color(pos, enemy) & bit(square)) &&
                            would_check(pos, square, king, type, enemy);
        weak += is_near(square, king) && enemies && !(guards & ~bit(king));
        weaker += is_near(square, king) && bit_count(enemies) > 1 && bit_count(guards) < 2;
        if (!(position_occupied(pos) & bit(square)) || square == king ||
            !(attackers_without(pos, king, enemy, square) & ~checkers))
            continue;
        if (position_by_color(pos, side) & bit(square))
            add_row(rows, first + 8 + (size_t)position_type_on(pos, square) - PAWN);
        else
            discoveries++;
    }
    for (PieceType type = KNIGHT; type <= QUEEN; type++)
        if (checks[type])
            add_row(rows, first + 2u * (size_t)(type - KNIGHT) + up_to(checks[type], 2) - 1);
    if (discoveries)
        add_row(rows, first + 13 + up_to(discoveries, 2) - 1);
    if (weak)
        add_row(rows, first + 15 + up_to(weak, 5) - 1);
    if (weaker)
        add_row(rows, first + 20 + up_to(weaker, 5) - 1);
}

static bool is_passed(const Position *pos, Square square)
{
    const Color side = piece_color(position_piece_on(pos, square));
    const int file = (int)square % 8, rank = (int)square / 8, ahead = side == WHITE ? 1 : -1;
    for (int at = rank + ahead; at >= 0 && at < 8; at += ahead)
        for (int near = file - 1; near <= file + 1; near++)
            if (near >= 0 && near < 8 &&
                position_piece_on(pos, (Square)(8 * at + near)) ==
                    piece_of(color_other(side), PAWN))
                return false;
    return true;
}

static void add_passed(const Position *pos, Color side, size_t first, Rows *rows)
{
    for (Bitboard pawns = position_pieces(pos, color_other(side), PAWN); pawns;) {
        const Square square = bit_pop(&pawns);
        const bool white = side == BLACK;
        if (is_passed(pos, square))
            add_row(rows,
                    first + 2 * (size_t)(white ? square / 8 - 1 : 6 - square / 8) +
                        (position_piece_on(pos, white ? square + 8 : square - 8) != NO_PIECE));
    }
}

static void find_rows(const NnuePlan *plan, const Position *pos, Color view, Rows *rows)
{
    rows->count = 0;
    for (Color side = WHITE; net_threats(plan) && side <= BLACK; side++) {
        size_t row;
        for (Square square = 0; square < 64; square++)
            if (position_piece_on(pos, square) != NO_PIECE &&
                piece_color(position_piece_on(pos, square)) == side &&
                threat_of(pos, view, square, &row))
                add_row(rows, row);
        add_zone(pos, side, 768 + (side == view ? 60 : 140), rows);
        if (net_threats(plan) == NNUE_THREATS) {
            add_king_safety(pos, side, 768 + (side == view ? 160 : 197), rows);
            add_passed(pos, side, 768 + (side == view ? 185 : 222), rows);
        }
    }
}

/* The layer of one side's view, term by term from the file, as its format says. */
static int64_t half_of(const unsigned char *file, const NnuePlan *plan, const Position *pos,
                       Color view, bool to_move)
{
    size_t hidden = (size_t)plan->hidden, bias = (NNUE_FEATURES + net_threats(plan)) * hidden;
    size_t output = bias + (1 + 2 * set_of(plan, pos) + (to_move ? 0 : 1)) * hidden;
    bool mirror = plan->mirrored && square_file(position_king(pos, view)) >= 4;
    int64_t sum = 0;
    Rows rows;
    find_rows(plan, pos, view, &rows);
    for (size_t unit = 0; unit < hidden; unit++) {
        int64_t x = file16(file, bias + unit);
        for (int square = 0; square < 64; square++) {
            Piece piece = position_piece_on(pos, (Square)square);
            if (piece == NO_PIECE)
                continue;
            int file_ = square % 8, rank = square / 8;
            int seen = (view == WHITE ? rank : 7 - rank) * 8 + (mirror ? 7 - file_ : file_);
            int kind = piece_color(piece) == view ? 0 : 384;
            size_t feature = (size_t)kind + 64 * ((size_t)piece_type(piece) - 1) + (size_t)seen;
            x += file16(file, feature * hidden + unit);
        }
        for (unsigned i = 0; i < rows.count; i++)
            x += file16(file, rows.at[i] * hidden + unit);
        ck_assert(x >= INT16_MIN && x <= INT16_MAX);
        x = x < 0 ? 0 : x > 255 ? 255 : x;
        sum += x * x * file16(file, output + unit);
    }
    return sum;
}

static int value_of(const unsigned char *file, size_t size, const NnuePlan *plan,
                    const Position *pos)
{
    const unsigned char *last = file + size - 4 * (net_sets(plan) - set_of(plan, pos));
    int32_t bias = (int32_t)(last[0] | (uint32_t)last[1] << 8 | (uint32_t)last[2] << 16 |
                             (uint32_t)last[3] << 24);
    Color us = position_turn(pos);
    int64_t sum =
        half_of(file, plan, pos, us, true) + half_of(file, plan, pos, color_other(us), false);
    return (int)((sum / 255 + bias) * 400 / (255 * 64));
}

/* Every build on this processor, over random games, and the first on all of them. */
START_TEST(every_build_gives_what_the_format_says)
{
    /* With the opening, something for each set of output weights. */
    static const char *const starts[] = {
        "r1r3k1/pp3ppp/2n1b3/8/8/2N1B3/PP3PPP/R1R3K1 w - - 0 1",
        "r1bqk2r/pppp1ppp/2n5/8/8/2N5/PPPP1PPP/R1BQK2R w - - 0 1",
        "r1r3k1/ppp2ppp/2n1b3/3q4/3Q4/2N1B3/PPP2PPP/R1R3K1 w - - 0 1",
        "r3r1k1/5ppp/2n1b3/8/8/2N1B3/5PPP/R3R1K1 w - - 0 1",
        "r5k1/1b3ppp/8/8/8/8/1B3PPP/R5K1 w - - 0 1",
        "8/3k1p2/8/3p2p1/8/2P2P2/3K4/7R w - - 0 1",
        "8/3k4/8/3p4/8/8/3K4/7R w - - 0 1",
    };
    static unsigned char file[NNUE_FILE_MAX];
    const NnuePlan *plan = &plans[_i];
    const NnueKernel *kernels[NNUE_KERNELS_MAX];
    uint64_t seed = 77 + (uint64_t)_i;
    size_t size = net_file(plan, file);
    ck_assert_int_eq(nnue_parse(file, size, &net), NNUE_OK);
    nnue_kernels(kernels);
    ck_assert_ptr_nonnull(kernels[0]);
    unsigned sets = 0;
    for (size_t game = 0; game < 2 + COUNT(starts); game++) {
        Position pos;
        Move move;
        if (game < 2)
            position_start960(&pos, (int)(random_next(&seed) % CHESS960_POSITIONS));
        else
            pos = position_from(starts[game - 2]);
        for (int ply = 0; ply < 30 && random_move(&pos, &seed, &move); ply++) {
            sets |= 1u << (bit_count(position_occupied(&pos)) - 2) / 4;
            int expected = value_of(file, size, plan, &pos);
            for (int i = 0; kernels[i]; i++) {
                net.kernel = kernels[i];
                HOLDS(nnue_evaluate(&net, &pos) == expected, "%s: %d, not %d", kernels[i]->name,
                      nnue_evaluate(&net, &pos), expected);
            }
        }
    }
    ck_assert_uint_eq(sets, 0xff);
}
END_TEST

/* What files of older versions say stays as it is: the numbers are those of the program that wrote no newer ones. */
START_TEST(files_of_older_versions_are_read_as_ever)
{
    static const char *const fens[] = {START_FEN, KIWIPETE,
                                       "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1"};
    static const struct {
        uint32_t version;
        int hidden;
        size_t size;
        uint32_t checksum;
        int values[COUNT(fens)];
    } golden[] = {
        {1, 128, 197404, 0xb27932ff, {-246, -493, 808}},
        {1, 256, 394780, 0xfa1fa5c2, {-400, -959, 7035}},
        {2, 128, 201016, 0xe27dfe49, {-2381, 26, 2396}},
        {2, 256, 401976, 0xec48dc18, {1442, 429, -4335}},
        {3, 128, 241976, 0x60f6ced5, {3439, 3032, -73}},
        {3, 256, 483896, 0xeba862cd, {-5939, -3650, -1127}},
    };
    static unsigned char file[NNUE_FILE_MAX];
    for (size_t i = 0; i < COUNT(golden); i++) {
        const NnuePlan plan = {.hidden = golden[i].hidden,
                               .mirrored = golden[i].hidden == 256,
                               .version = golden[i].version,
                               .feature_most = 120,
                               .threat_most = 80,
                               .bias_most = 200,
                               .output_most = 90,
                               .seed = 2026};
        const size_t size = net_file(&plan, file);
        ck_assert_uint_eq(size, golden[i].size);
        ck_assert_uint_eq(nnue_checksum(file, size), golden[i].checksum);
        ck_assert_int_eq(nnue_parse(file, size, &net), NNUE_OK);
        for (size_t at = 0; at < COUNT(fens); at++) {
            const Position pos = position_from(fens[at]);
            ck_assert_int_eq(nnue_evaluate(&net, &pos), golden[i].values[at]);
        }
    }
}
END_TEST

/* Extreme hidden values on both sides and every weight at its limit: clamps and sums at their limits. In narrow layers and in wide
 * ones, of which a kernel may take more units at a time. */
START_TEST(every_build_agrees_on_the_largest_sums)
{
    static _Alignas(64) int16_t values[2][NNUE_HIDDEN_MAX], weights[2][NNUE_HIDDEN_MAX],
        table[3 * NNUE_HIDDEN_MAX];
    static const uint8_t rows[2][2] = {{2, 0}, {1, 1}};
    static const int16_t edges[] = {INT16_MIN, -1, 0, 1, 254, 255, 256, INT16_MAX};
    static const int widths[] = {128, 384, 512};
    const NnueHalf halves[2] = {{values[0], rows[0], weights[0]}, {values[1], rows[1], weights[1]}};
    const NnueKernel *kernels[NNUE_KERNELS_MAX];
    uint64_t seed = 5;
    nnue_kernels(kernels);
    for (int round = 0; round < 900; round++) {
        const unsigned count = (unsigned)round % 3;
        const int hidden = widths[round / 3 % 3];
        /* Weights of the same sign are as large as 512 units allow (NNUE_OUTPUT_OVERFLOW). */
        const int most = hidden == 128 ? 127 : 32;
        int64_t expected = 0;
        for (int i = 0; i < 3 * hidden; i++)
            table[i] = edges[random_next(&seed) % COUNT(edges)];
        for (int i = 0; i < 2 * hidden; i++) {
            const int half = i / hidden, unit = i % hidden;
            int weight = round < 450 ? most - 2 * most * (round % 2)
                                     : (int)(random_next(&seed) % (unsigned)(2 * most + 1)) - most;
            values[half][unit] = edges[random_next(&seed) % COUNT(edges)];
            weights[half][unit] = (int16_t)weight;
            unsigned sum = (unsigned)values[half][unit];
            for (unsigned row = 0; row < count; row++)
                sum += (unsigned)table[rows[half][row] * hidden + unit];
            const int x = (int16_t)(uint16_t)sum, clamped = x < 0 ? 0 : x > 255 ? 255 : x;
            expected += (int64_t)clamped * clamped * weight;
        }
        for (int k = 0; kernels[k]; k++)
            ck_assert_int_eq(kernels[k]->output(halves, table, count, hidden), expected);
    }
}
END_TEST

START_TEST(every_build_updates_alike_and_wraps)
{
    static _Alignas(64) int16_t rows[4][NNUE_HIDDEN_MAX], got[NNUE_HIDDEN_MAX];
    const NnueKernel *kernels[NNUE_KERNELS_MAX];
    uint64_t seed = 9;
    nnue_kernels(kernels);
    for (int i = 0; i < 4 * NNUE_HIDDEN_MAX; i++)
        rows[i / NNUE_HIDDEN_MAX][i % NNUE_HIDDEN_MAX] = (int16_t)(uint16_t)random_next(&seed);
    const NnueStep steps[] = {
        {.added = {rows[1]}, .removed = {rows[3]}},
        {.added = {rows[1]}, .removed = {rows[3], rows[2]}},
        {.added = {rows[1], rows[2]}, .removed = {rows[3], rows[0]}},
    };
    /* What each step takes of the rows 0 to 3. */
    const unsigned factors[][4] = {{1, 1, 0, -1u}, {1, 1, -1u, -1u}, {0, 1, 1, -1u}};
    NnueChange change = {
        .added = {rows[1], rows[2]}, .removed = {rows[3]}, .added_count = 2, .removed_count = 1};
    for (int k = 0; kernels[k]; k++) {
        kernels[k]->update(got, rows[0], &change, NNUE_HIDDEN_MAX);
        for (int i = 0; i < NNUE_HIDDEN_MAX; i++) {
            unsigned sum = (unsigned)rows[0][i] + (unsigned)rows[1][i] + (unsigned)rows[2][i] -
                           (unsigned)rows[3][i];
            ck_assert_int_eq(got[i], (int16_t)(uint16_t)sum);
        }
        for (size_t at = 0; at < COUNT(steps); at++) {
            kernels[k]->step(got, rows[0], &steps[at], NNUE_HIDDEN_MAX);
            for (int i = 0; i < NNUE_HIDDEN_MAX; i++) {
                unsigned sum = 0;
                for (int row = 0; row < 4; row++)
                    sum += factors[at][row] * (unsigned)rows[row][i];
                ck_assert_int_eq(got[i], (int16_t)(uint16_t)sum);
            }
        }
    }
}
END_TEST

/* The check value that catalogues of checksums give for CRC-32/ISO-HDLC. */
START_TEST(checksum_is_that_of_ieee_802_3)
{
    ck_assert_uint_eq(nnue_checksum("123456789", 9), 0xcbf43926u);
    ck_assert_uint_eq(nnue_checksum("", 0), 0);
}
END_TEST

typedef struct {
    const char *what;
    size_t at;
    unsigned char byte;
    NnueError error;
} Damage;

static const Damage damages[] = {
    {"magic", 0, 'X', NNUE_NOT_A_NET},
    {"magic's end", 7, '2', NNUE_NOT_A_NET},
    {"version", 8, 5, NNUE_WRONG_VERSION},
    {"no version", 8, 0, NNUE_WRONG_VERSION},
    {"version 1 with eight sets", 8, 1, NNUE_WRONG_SIZE},
    {"version 2 with threats", 8, 2, NNUE_WRONG_SIZE},
    {"version 3 with all threats", 8, 3, NNUE_WRONG_SIZE},
    {"version's high byte", 11, 1, NNUE_WRONG_VERSION},
    {"hidden 0", 12, 0, NNUE_WRONG_HIDDEN},
    {"hidden 64", 12, 64, NNUE_WRONG_HIDDEN},
    {"hidden 192", 12, 192, NNUE_WRONG_HIDDEN},
    {"hidden 640", 13, 2, NNUE_WRONG_HIDDEN},
    {"hidden beyond all memory", 15, 255, NNUE_WRONG_HIDDEN},
    {"flags", 16, 2, NNUE_WRONG_FLAGS},
    {"flags' high byte", 19, 128, NNUE_WRONG_FLAGS},
    {"checksum", 20, 0x5a, NNUE_DAMAGED},
    {"a weight", 24, 0x5a, NNUE_DAMAGED},
    {"a weight further on", 100000, 0x5a, NNUE_DAMAGED},
};

START_TEST(damaged_files_are_refused)
{
    static unsigned char file[NNUE_FILE_MAX];
    const Damage *damage = &damages[_i];
    size_t size = net_file(&plans[0], file);
    ck_assert_int_eq(nnue_parse(file, size, &net), NNUE_OK);
    ck_assert_uint_ne(file[damage->at], damage->byte);
    file[damage->at] = damage->byte;
    ck_assert_msg(nnue_parse(file, size, &net) == damage->error, "%s: %s", damage->what,
                  nnue_error_text(nnue_parse(file, size, &net)));
}
END_TEST

START_TEST(every_wrong_size_is_refused)
{
    static unsigned char file[NNUE_FILE_MAX + 1];
    size_t size = net_file(&(NnuePlan){.hidden = NNUE_HIDDEN_MAX, .seed = 1}, file);
    ck_assert_uint_eq(size, NNUE_FILE_MAX);
    ck_assert_int_eq(nnue_parse(file, size + 1, &net), NNUE_WRONG_SIZE);
    ck_assert_int_eq(nnue_parse(file, size - 1, &net), NNUE_WRONG_SIZE);
    ck_assert_int_eq(nnue_parse(file, NNUE_HEADER_BYTES, &net), NNUE_WRONG_SIZE);
    for (size_t cut = 0; cut < NNUE_HEADER_BYTES; cut++)
        ck_assert_int_eq(nnue_parse(file, cut, &net), NNUE_NOT_A_NET);
    /* The width or the version of one file with the size of another. */
    put32(file + 12, 128);
    ck_assert_int_eq(nnue_parse(file, size, &net), NNUE_WRONG_SIZE);
    size = net_file(&(NnuePlan){.hidden = 128, .version = 1, .seed = 1}, file);
    put32(file + 8, NNUE_VERSION);
    ck_assert_int_eq(nnue_parse(file, size, &net), NNUE_WRONG_SIZE);
}
END_TEST

/* One weight at its last allowed value, and one beyond. The offsets count numbers after the header. */
static NnueError with(size_t count, const size_t *at, int value)
{
    static unsigned char file[NNUE_FILE_MAX];
    NnuePlan plan = {.hidden = 128, .feature_most = 0, .bias_most = 0, .output_most = 0, .seed = 1};
    size_t size = net_file(&plan, file);
    for (size_t i = 0; i < count; i++)
        put16(file + NNUE_HEADER_BYTES + 2 * at[i], value);
    nnue_seal(file, size);
    return nnue_parse(file, size, &net);
}

START_TEST(what_could_overflow_the_hidden_layer_is_refused)
{
    /* An own and an opposing piece in the same unit: 32 of them must stay below 32768. */
    const size_t both[] = {5, 400 * 128 + 5}, one[] = {5}, apart[] = {5, 400 * 128 + 6};
    ck_assert_int_eq(with(2, both, 1023), NNUE_OK);
    ck_assert_int_eq(with(2, both, 1024), NNUE_HIDDEN_OVERFLOW);
    ck_assert_int_eq(with(2, both, -1024), NNUE_OK);
    ck_assert_int_eq(with(2, both, -1025), NNUE_HIDDEN_OVERFLOW);
    ck_assert_int_eq(with(1, one, 2047), NNUE_OK);
    ck_assert_int_eq(with(1, one, 2048), NNUE_HIDDEN_OVERFLOW);
    ck_assert_int_eq(with(2, apart, 2047), NNUE_OK);
}
END_TEST

START_TEST(what_could_overflow_the_output_is_refused)
{
    static size_t all[2 * 128];
    for (size_t i = 0; i < COUNT(all); i++)
        all[i] = (NNUE_INPUTS + 1) * 128 + i;
    ck_assert_int_eq(with(1, all, 127), NNUE_OK);
    ck_assert_int_eq(with(1, all, 128), NNUE_OUTPUT_OVERFLOW);
    ck_assert_int_eq(with(1, all, -127), NNUE_OK);
    ck_assert_int_eq(with(1, all, -128), NNUE_OUTPUT_OVERFLOW);
    /* 256 * 127 * 255 * 255 is below 2^31; 261 of them would not be. */
    ck_assert_int_eq(with(COUNT(all), all, 127), NNUE_OK);
    /* In any set. */
    static unsigned char file[NNUE_FILE_MAX];
    NnuePlan plan = {.hidden = 256, .seed = 1};
    size_t size = net_file(&plan, file);
    unsigned char *outputs =
        file + NNUE_HEADER_BYTES + 2 * (NNUE_INPUTS + 1 + 2 * (size_t)_i) * 256;
    /* 33,025 * 255 * 255 is 2,147,450,625; the largest int32 is 2,147,483,647. */
    for (int i = 0; i < 260; i++)
        put16(outputs + 2 * i, 127);
    put16(outputs + 2 * 260, 33025 - 260 * 127);
    nnue_seal(file, size);
    ck_assert_int_eq(nnue_parse(file, size, &net), NNUE_OK);
    put16(outputs + 2 * 260, 33026 - 260 * 127);
    nnue_seal(file, size);
    ck_assert_int_eq(nnue_parse(file, size, &net), NNUE_OUTPUT_OVERFLOW);
    /* Weights of the other sign do not help: they may belong to units that are zero. */
    put16(outputs + 2 * 261, -127);
    nnue_seal(file, size);
    ck_assert_int_eq(nnue_parse(file, size, &net), NNUE_OUTPUT_OVERFLOW);
    size = net_file(&plan, file);
    unsigned char *bias = file + size - 4 * (size_t)(NNUE_SETS - _i);
    for (int beyond = 0; beyond < 2; beyond++) {
        put32(bias, (uint32_t)(NNUE_OUTPUT_BIAS_MAX + beyond));
        nnue_seal(file, size);
        ck_assert_int_eq(nnue_parse(file, size, &net), beyond ? NNUE_OUTPUT_OVERFLOW : NNUE_OK);
    }
}
END_TEST

/* Seen from the other side everything is the same; with the mirror, from the other wing, too. */
START_TEST(turning_the_board_changes_nothing)
{
    static const struct {
        const char *fen, *flipped, *mirrored;
    } rows[] = {
        {"8/5k2/3r4/8/2P5/8/1K6/8 w - - 0 1", "8/1k6/8/2p5/8/3R4/5K2/8 b - - 0 1",
         "8/2k5/4r3/8/5P2/8/6K1/8 w - - 0 1"},
        {"3k4/8/8/1n6/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/1N6/8/8/3K4 b - - 0 1",
         "4k3/8/8/6n1/8/8/3P4/3K4 w - - 0 1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].fen), flipped = position_from(rows[i].flipped),
                 mirrored = position_from(rows[i].mirrored);
        nnue_make(&plans[1], &net);
        ck_assert_int_eq(nnue_evaluate(&net, &pos), nnue_evaluate(&net, &flipped));
        ck_assert_int_ne(nnue_evaluate(&net, &pos), nnue_evaluate(&net, &mirrored));
        nnue_make(&plans[2], &net);
        ck_assert_int_eq(nnue_evaluate(&net, &pos), nnue_evaluate(&net, &flipped));
        ck_assert_int_eq(nnue_evaluate(&net, &pos), nnue_evaluate(&net, &mirrored));
    }
}
END_TEST

START_TEST(every_error_has_its_text)
{
    for (int i = 0; i < NNUE_ERROR_COUNT; i++)
        for (int j = 0; j < i; j++)
            ck_assert_str_ne(nnue_error_text((NnueError)i), nnue_error_text((NnueError)j));
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("net");
    TCase *tcase = tcase_create("net");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, every_build_gives_what_the_format_says, 0, (int)COUNT(plans));
    tcase_add_test(tcase, files_of_older_versions_are_read_as_ever);
    tcase_add_test(tcase, every_build_agrees_on_the_largest_sums);
    tcase_add_test(tcase, every_build_updates_alike_and_wraps);
    tcase_add_test(tcase, checksum_is_that_of_ieee_802_3);
    tcase_add_loop_test(tcase, damaged_files_are_refused, 0, (int)COUNT(damages));
    tcase_add_test(tcase, every_wrong_size_is_refused);
    tcase_add_test(tcase, what_could_overflow_the_hidden_layer_is_refused);
    tcase_add_loop_test(tcase, what_could_overflow_the_output_is_refused, 0, NNUE_SETS);
    tcase_add_test(tcase, turning_the_board_changes_nothing);
    tcase_add_test(tcase, every_error_has_its_text);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

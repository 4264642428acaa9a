/* nnue.h - a small neural network that evaluates positions: 1,002 inputs, one hidden layer seen from both sides,
 * one output (https://www.chessprogramming.org/NNUE). There are eight sets of output weights: the number of pieces on
 * the board says which of them is used.
 *
 * An input is a piece on a square, as one side sees it: own or enemy, with its own side at the bottom, and, if the
 * net asks for it, mirrored so that its king is on the files a to d; or a piece that is attacked (nnue_threats.h). An Nnue is a value, shared by any number of
 * engines; nothing is allocated. accumulator.h updates the hidden layer after moves; training/nnue_file.h describes
 * the file. */
#pragma once

#include <stddef.h>

#include "nnue_threats.h"
#include "position.h"

enum {
    NNUE_FEATURES = 768, /* a piece on a square */
    NNUE_INPUTS = NNUE_FEATURES + NNUE_THREATS,
    NNUE_HIDDEN_MAX = 512,
    NNUE_HIDDEN_STEP = 128, /* the hidden layer's width is a multiple of it */
    NNUE_SETS = 8,          /* of output weights */
    NNUE_QA = 255,          /* what 1 is in the hidden layer */
    NNUE_QB = 64,           /* what 1 is in the output weights */
    NNUE_SCALE = 400,
    NNUE_OUTPUT_WEIGHT_MAX = 127, /* 255 * 127 fits in sixteen bits */
    NNUE_OUTPUT_BIAS_MAX =
        NNUE_QA * NNUE_QB * 100, /* 40,000 centipawns: anything sound is far below */
    NNUE_HEADER_BYTES = 24,
    NNUE_FILE_MAX =
        NNUE_HEADER_BYTES + 2 * (NNUE_INPUTS + 1 + 2 * NNUE_SETS) * NNUE_HIDDEN_MAX + 4 * NNUE_SETS,
};

#define NNUE_MAGIC         "CSTLNET1"
#define NNUE_VERSION       4u
#define NNUE_FLAG_MIRRORED 1u

#define NNUE_ERRORS(X)                                                                             \
    X(NNUE_OK, "no error")                                                                         \
    X(NNUE_NOT_A_NET, "this is not a castled net")                                                 \
    X(NNUE_WRONG_VERSION, "the net is of a version that this program does not know")               \
    X(NNUE_WRONG_HIDDEN, "the net's hidden layer is not 128, 256, 384 or 512 wide")                \
    X(NNUE_WRONG_FLAGS, "the net has flags that this program does not know")                       \
    X(NNUE_WRONG_SIZE, "the net's file is too short or too long for its header")                   \
    X(NNUE_DAMAGED, "the net's checksum does not match its contents")                              \
    X(NNUE_HIDDEN_OVERFLOW, "the net's feature weights could overflow the hidden layer")           \
    X(NNUE_OUTPUT_OVERFLOW, "the net's output weights could overflow the output")

#define NNUE_ENUM(name, text) name,
typedef enum { NNUE_ERRORS(NNUE_ENUM) NNUE_ERROR_COUNT } NnueError;
#undef NNUE_ENUM

const char *nnue_error_text(NnueError error);

struct NnueKernel;

typedef struct {
    _Alignas(64) int16_t features[NNUE_INPUTS * NNUE_HIDDEN_MAX]; /* rows of 'hidden' */
    _Alignas(64) int16_t bias[NNUE_HIDDEN_MAX];
    /* Rows of 2 * 'hidden', one for each set; first the half for the side to move. */
    _Alignas(64) int16_t output[NNUE_SETS * 2 * NNUE_HIDDEN_MAX];
    int32_t output_bias[NNUE_SETS];
    int hidden;
    bool mirrored;
    bool has_threats;
    const struct NnueKernel *kernel;
} Nnue;

/* Parses a net's file. Any bytes are safe; a net that is accepted cannot overflow in any position. A file of version 3
 * knows fewer threats, one of version 2 none; one of version 1 also has one set of output weights, which becomes all of them. After an error the Nnue is unusable. */
NnueError nnue_parse(const void *bytes, size_t size, Nnue *net);

/* The checksum in the file's header, over all that follows the header: CRC-32 as in IEEE 802.3. */
uint32_t nnue_checksum(const void *bytes, size_t size);

/* How a side sees the squares of a position: a number to xor them with. */
static inline unsigned nnue_orientation(const Nnue *net, const Position *pos, Color view)
{
    unsigned turned = view == BLACK ? 56 : 0;
    return net->mirrored && position_king(pos, view) & 4 ? turned ^ 7 : turned;
}

/* The row of the first layer for a piece on a square as 'view' sees it. */
static inline const int16_t *nnue_row(const Nnue *net, Color view, unsigned orientation,
                                      Piece piece, Square square)
{
    unsigned feature = (piece_color(piece) == view ? 0 : 384) +
                       64 * ((unsigned)piece_type(piece) - 1) + ((unsigned)square ^ orientation);
    return net->features + feature * (unsigned)net->hidden;
}

/* Which set of output weights is for so many pieces, 2 to 32: four numbers of pieces share one. */
static inline unsigned nnue_set(unsigned pieces)
{
    return (pieces - 2) / (32 / NNUE_SETS);
}

/* The output for a position of which 'own' and 'other' are the hidden layers of the side to move and of the other side, as
 * the pieces on their squares make them: centipawns for the side to move. May be as large as a mate score or larger. */
int nnue_output(const Nnue *net, const Position *pos, const int16_t *own, const int16_t *other);

/* The same for a position, from scratch. */
int nnue_evaluate(const Nnue *net, const Position *pos);

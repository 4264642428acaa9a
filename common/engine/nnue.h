/* net.h - a small neural network that judges positions: 768 inputs, one hidden layer seen from both sides,
 * one output (https://www.chessprogramming.org/NNUE).
 *
 * An input is a man on a square, as one side sees it: own or other, turned so that its own pieces start at the
 * bottom, and, if the net wants it, mirrored so that its king stands on the files a to d. A Nnue is a value that
 * its owner keeps, shared by any number of engines; nothing is allocated. What moves change in the hidden
 * layer is accumulator.h's matter; the file's format stands in training/README.md. */
#pragma once

#include <stddef.h>

#include "position.h"

enum {
    NNUE_FEATURES = 768,
    NNUE_HIDDEN_MAX = 256,
    NNUE_QA = 255, /* one, in the hidden layer */
    NNUE_QB = 64,  /* one, in the output weights */
    NNUE_SCALE = 400,
    NNUE_OUTPUT_WEIGHT_MAX = 127, /* 255 * 127 fits in sixteen bits */
    NNUE_OUTPUT_BIAS_MAX =
        NNUE_QA * NNUE_QB * 100, /* 40,000 centipawns: anything sound is far below */
    NNUE_HEADER_BYTES = 24,
    NNUE_FILE_MAX =
        NNUE_HEADER_BYTES + 2 * NNUE_FEATURES * NNUE_HIDDEN_MAX + 2 * 3 * NNUE_HIDDEN_MAX + 4,
};

#define NNUE_MAGIC         "CSTLNET1"
#define NNUE_VERSION       1u
#define NNUE_FLAG_MIRRORED 1u

#define NNUE_ERRORS(X)                                                                             \
    X(NNUE_OK, "no error")                                                                         \
    X(NNUE_NOT_A_NET, "this is not a castled net")                                                 \
    X(NNUE_WRONG_VERSION, "the net is of a version that this program does not know")               \
    X(NNUE_WRONG_HIDDEN, "the net's hidden layer is neither 128 nor 256 wide")                     \
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
    _Alignas(64) int16_t features[NNUE_FEATURES * NNUE_HIDDEN_MAX]; /* rows of 'hidden' */
    _Alignas(64) int16_t bias[NNUE_HIDDEN_MAX];
    _Alignas(64) int16_t output[2 * NNUE_HIDDEN_MAX]; /* the side to move's half, then the other */
    int32_t output_bias;
    int hidden;
    bool mirrored;
    const struct NnueKernel *kernel;
} Nnue;

/* Reads a net's file. Any bytes are safe; what is accepted cannot overflow in any position. What is refused
 * leaves the Nnue unusable. */
NnueError nnue_parse(const void *bytes, size_t size, Nnue *net);

/* The checksum that the file's header holds, of all that follows the header: CRC-32 as in IEEE 802.3. */
uint32_t nnue_checksum(const void *bytes, size_t size);

/* How a side sees the squares of a position: to be xored to them. */
static inline unsigned nnue_orientation(const Nnue *net, const Position *pos, Color view)
{
    unsigned turned = view == BLACK ? 56 : 0;
    return net->mirrored && position_king(pos, view) & 4 ? turned ^ 7 : turned;
}

/* The row of the first layer for a man on a square as 'view' sees it. */
static inline const int16_t *nnue_row(const Nnue *net, Color view, unsigned orientation,
                                      Piece piece, Square square)
{
    unsigned feature = (piece_color(piece) == view ? 0 : 384) +
                       64 * ((unsigned)piece_type(piece) - 1) + ((unsigned)square ^ orientation);
    return net->features + feature * (unsigned)net->hidden;
}

/* From the hidden layer as the side to move and as the other see it: centipawns for the side to move. May be
 * as large as a mate's score or larger. */
int nnue_output(const Nnue *net, const int16_t *own, const int16_t *other);

/* From scratch. */
int nnue_evaluate(const Nnue *net, const Position *pos);

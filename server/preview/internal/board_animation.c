#include "board_animation.h"

#include "memory.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = BOARD_PIXELS_SIDE,
    BITS = 8,                      /* of a color's number */
    TERMINATOR_RECORD_BYTE = 0x3b, /* GIF89a, 27: the last byte */
};

typedef struct {
    unsigned char *bytes;
    size_t length, most;
} Output;

/* What a frame shows anew. */
typedef struct {
    int left, top, right, bottom; /* the last two lie behind it */
} Area;

static int write_bytes(GifFileType *gif, const GifByteType *bytes, int count)
{
    Output *out = gif->UserData;
    if (out->length + (size_t)count > out->most)
        return 0; /* which ends it */
    memcpy(out->bytes + out->length, bytes, (size_t)count);
    out->length += (size_t)count;
    return count;
}

static bool put_head(GifFileType *gif)
{
    static const unsigned char FOREVER[] = {1, 0, 0}; /* Netscape's extension: how often, 0 */
    unsigned char colors[BOARD_COLORS][3];
    GifColorType map[BOARD_COLORS];
    board_pixels_colors(colors);
    for (int i = 0; i < BOARD_COLORS; i++)
        map[i] = (GifColorType){colors[i][0], colors[i][1], colors[i][2]};
    ColorMapObject *object = GifMakeMapObject(BOARD_COLORS, map);
    EGifSetGifVersion(gif, true);
    bool good = object && EGifPutScreenDesc(gif, SIDE, SIDE, BITS, 0, object) == GIF_OK &&
                EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
                EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
                EGifPutExtensionBlock(gif, sizeof FOREVER, FOREVER) == GIF_OK &&
                EGifPutExtensionTrailer(gif) == GIF_OK;
    GifFreeMapObject(object);
    return good;
}

static Area changed_area(const unsigned char *before, const unsigned char *now)
{
    Area area = {SIDE, SIDE, 0, 0};
    for (int i = 0; i < SIDE * SIDE; i++) {
        int x = i % SIDE, y = i / SIDE;
        if (before[i] == now[i])
            continue;
        area.left = x < area.left ? x : area.left;
        area.right = x >= area.right ? x + 1 : area.right;
        area.top = y < area.top ? y : area.top;
        area.bottom = y + 1;
    }
    return area.right ? area : (Area){0, 0, 1, 1};
}

/* 'before' is NULL for the first. Pixels that stay are left out: transparent ones pack well. */
static bool put_frame(GifFileType *gif, const unsigned char *before, const unsigned char *now,
                      int hundredths)
{
    GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                    .DelayTime = hundredths,
                                    .TransparentColor = BOARD_COLOR_UNUSED};
    GifByteType extension[4], row[SIDE];
    Area area = before ? changed_area(before, now) : (Area){0, 0, SIDE, SIDE};
    int width = area.right - area.left;
    bool good =
        EGifGCBToExtension(&control, extension) == sizeof extension &&
        EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) == GIF_OK &&
        EGifPutImageDesc(gif, area.left, area.top, width, area.bottom - area.top, false, NULL) ==
            GIF_OK;
    for (int y = area.top; good && y < area.bottom; y++) {
        for (int x = 0; x < width; x++) {
            int at = y * SIDE + area.left + x;
            row[x] = before && before[at] == now[at] ? BOARD_COLOR_UNUSED : now[at];
        }
        good = EGifPutLine(gif, row, width) == GIF_OK;
    }
    return good;
}

static bool put_frames(GifFileType *gif, const PagePiece pieces[PAGE_PIECES], const Line *line)
{
    unsigned char *boards = memory_array(2, SIDE * SIDE);
    Position position = line->start;
    bool good = true;
    for (uint32_t ply = 0; good && ply <= line->plies; ply++) {
        unsigned char *now = boards + ply % 2 * SIDE * SIDE;
        const unsigned char *before = boards + (ply + 1) % 2 * SIDE * SIDE;
        int hundredths = ply == line->plies ? BOARD_ANIMATION_LAST
                         : ply == 0         ? BOARD_ANIMATION_FIRST
                                            : BOARD_ANIMATION_MOVE;
        if (ply > 0)
            position_play(&position, line->moves[ply - 1]);
        board_pixels_draw(pieces, &position, ply ? line->moves[ply - 1] : MOVE_NONE, now);
        good = put_frame(gif, ply ? before : NULL, now, hundredths);
    }
    free(boards);
    return good;
}

unsigned char *board_animation_draw_within(const PagePiece pieces[PAGE_PIECES], const Line *line,
                                           size_t most, size_t *length)
{
    Output out = {.most = most};
    int error;
    if (line->plies > BOARD_ANIMATION_PLIES_MAX)
        return NULL;
    out.bytes = memory_new(most);
    GifFileType *gif = EGifOpen(&out, write_bytes, &error);
    bool good = gif && put_head(gif) && put_frames(gif, pieces, line);
    bool is_closed = gif && EGifCloseFile(gif, &error) == GIF_OK;
    /* It does not say so when its last byte was refused. */
    if (!good || !is_closed || out.bytes[out.length - 1] != TERMINATOR_RECORD_BYTE) {
        free(out.bytes);
        return NULL;
    }
    *length = out.length;
    return memory_resize(out.bytes, out.length, 1);
}

unsigned char *board_animation_draw(const PagePiece pieces[PAGE_PIECES], const Line *line,
                                    size_t *length)
{
    return board_animation_draw_within(pieces, line, BOARD_ANIMATION_MAX, length);
}

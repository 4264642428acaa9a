#include "qr_code.h"

#include <qrencode.h>
#include <string.h>

enum { QUIET = 4 /* modules around it (ISO/IEC 18004, 9.1) */ };

static const char BLACK_ON_WHITE[] = "\033[30;107m", USUAL[] = "\033[0m";

static bool is_dark(const QRcode *code, int x, int y)
{
    return x >= 0 && y >= 0 && x < code->width && y < code->width &&
           (code->data[y * code->width + x] & 1);
}

/* Two modules, one above the other. */
static const char *block(bool upper, bool lower)
{
    return upper ? lower ? "█" : "▀" : lower ? "▄" : " ";
}

static void print_row(const QRcode *code, int y, bool has_colours, FILE *out)
{
    if (has_colours)
        fputs(BLACK_ON_WHITE, out);
    for (int x = -QUIET; x < code->width + QUIET; x++) {
        bool upper = is_dark(code, x, y), lower = is_dark(code, x, y + 1);
        fputs(has_colours ? block(upper, lower) : block(!upper, !lower), out);
    }
    fprintf(out, "%s\n", has_colours ? USUAL : "");
}

bool qr_code_print(const char *text, bool has_colours, FILE *out)
{
    if (strlen(text) > QR_TEXT_MAX)
        return false;
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (!code)
        return false;
    for (int y = -QUIET; y < code->width + QUIET; y += 2)
        print_row(code, y, has_colours, out);
    QRcode_free(code);
    return true;
}

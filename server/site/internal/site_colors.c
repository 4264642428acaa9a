#include "site_colors.h"

#include <math.h>
#include <stddef.h>

static const double LEAST = 4.5; /* WCAG 2.2, 1.4.3 */

/* Of theme.css: what the accent is shown on, the page's worst in each scheme, and what its wash begins with. */
static const SiteColor LIGHT_SUNK = {0xeb, 0xe8, 0xe1}, LIGHT_CARD = {0xfd, 0xfc, 0xfa};
static const SiteColor DARK_SUNK = {0x2b, 0x2f, 0x32}, DARK_CARD = {0x22, 0x25, 0x27};
static const SiteColor WHITE = {255, 255, 255}, BLACK = {0, 0, 0}, DARK_TEXT = {0x10, 0x14, 0x12};

static int digit(char letter)
{
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
           : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10
                                            : -1;
}

bool site_color_parse(const char *text, SiteColor *color)
{
    int digits[6];
    if (*text++ != '#')
        return false;
    for (size_t i = 0; i < 6; i++)
        if ((digits[i] = digit(text[i])) < 0)
            return false;
    if (text[6])
        return false;
    *color = (SiteColor){(unsigned char)(16 * digits[0] + digits[1]),
                         (unsigned char)(16 * digits[2] + digits[3]),
                         (unsigned char)(16 * digits[4] + digits[5])};
    return true;
}

/* WCAG 2.2, "relative luminance". */
static double linear(unsigned char part)
{
    double share = part / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

static double luminance(SiteColor color)
{
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

double site_color_contrast(SiteColor one, SiteColor other)
{
    double a = luminance(one), b = luminance(other);
    return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

/* So much of the second, from 0 to 1. */
static SiteColor mix(SiteColor one, SiteColor other, double share)
{
    return (SiteColor){(unsigned char)lround(one.red + (other.red - one.red) * share),
                       (unsigned char)lround(one.green + (other.green - one.green) * share),
                       (unsigned char)lround(one.blue + (other.blue - one.blue) * share)};
}

bool site_colors_derive(SiteColor color, SiteScheme *light, SiteScheme *dark)
{
    if (site_color_contrast(color, LIGHT_SUNK) < LEAST || site_color_contrast(color, WHITE) < LEAST)
        return false;
    *light = (SiteScheme){.accent = color,
                          .deep = mix(color, BLACK, 0.2),
                          .wash = mix(LIGHT_CARD, color, 0.12),
                          .on = WHITE};
    double share = 0;
    SiteColor bright = color;
    while (site_color_contrast(bright, DARK_SUNK) < 1.2 * LEAST) /* white has 13 */
        bright = mix(color, WHITE, share += 0.02);
    *dark = (SiteScheme){.accent = bright,
                         .deep = mix(bright, WHITE, 0.2),
                         .wash = mix(DARK_CARD, bright, 0.12),
                         .on = DARK_TEXT};
    return true;
}

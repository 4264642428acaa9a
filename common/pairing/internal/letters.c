#include "letters.h"

void letters_char(Letters *l, char letter)
{
    if (l->length < l->size)
        l->text[l->length] = letter;
    l->length++;
}

void letters_add(Letters *l, const char *text)
{
    for (; *text; text++)
        letters_char(l, *text);
}

void letters_spaces(Letters *l, int count)
{
    for (; count > 0; count--)
        letters_char(l, ' ');
}

void letters_number(Letters *l, int value, int width, char fill)
{
    char digits[12];
    int count = 0;
    unsigned left = value < 0 ? 0u - (unsigned)value : (unsigned)value;
    do
        digits[count++] = (char)('0' + left % 10);
    while (left /= 10);
    if (value < 0)
        digits[count++] = '-';
    for (; width > count; width--)
        letters_char(l, fill);
    while (count)
        letters_char(l, digits[--count]);
}

void letters_points(Letters *l, int tenths, int width)
{
    int whole = tenths < 0 ? -tenths : tenths;
    if (tenths < 0 && whole < 10) {
        letters_spaces(l, width - 4);
        letters_char(l, '-');
        width = 3;
    }
    letters_number(l, tenths < 0 && whole >= 10 ? -(whole / 10) : whole / 10, width - 2, ' ');
    letters_char(l, '.');
    letters_char(l, (char)('0' + whole % 10));
}

void letters_padded(Letters *l, const char *text, int width)
{
    for (; *text; text++) {
        if (((unsigned char)*text & 0xc0) != 0x80 && width-- <= 0)
            return;
        letters_char(l, *text);
    }
    letters_spaces(l, width);
}

void letters_end(Letters *l)
{
    if (l->size)
        l->text[l->length < l->size ? l->length : l->size - 1] = 0;
}

/* qr_code.h - a text as a QR code (ISO/IEC 18004) in a terminal, by libqrencode: for the address that a phone opens. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum { QR_TEXT_MAX = 400 /* bytes; its code is 61 columns wide */ };

/* In Unicode's half blocks, with the quiet zone around it. With colours it is black on white in every terminal; without,
 * what is drawn is white, as it is on a dark background. False, and nothing is printed, when the text is too long. */
bool qr_code_print(const char *text, bool has_colours, FILE *out);

#include "rules.h"

#include "fen.h"
#include "perft.h"

#include <string.h>

static Position position;
static char text[RULES_TEXT_SIZE];

static bool fits(int length)
{
    return length >= 0 && length <= RULES_TEXT_SIZE;
}

static NotationError find(size_t length, Move *move)
{
    NotationError error = uci_parse(&position, text, length, move);
    return error == NOTATION_SYNTAX ? san_parse(&position, text, length, move) : error;
}

char *rules_init(void)
{
    attacks_init();
    position_start(&position);
    return text;
}

int rules_load(int length)
{
    return fits(length) ? (int)fen_parse(text, (size_t)length, &position, NULL) : (int)FEN_TOO_LONG;
}

int rules_moves(void)
{
    Moves moves;
    movegen_legal(&position, &moves);
    size_t length = 0;
    for (int i = 0; i < moves.count; i++) {
        char uci[UCI_MAX];
        size_t size = uci_print(&position, moves.at[i], uci);
        memcpy(text + length, uci, size);
        length += size;
        text[length++] = ' ';
    }
    return (int)length;
}

int rules_play(int length)
{
    Move move;
    if (!fits(length) || uci_parse(&position, text, (size_t)length, &move) != NOTATION_OK)
        return 0;
    size_t size = san_print(&position, move, text);
    text[size++] = '\n';
    position_play(&position, move);
    return (int)(size + fen_print(&position, text + size));
}

int rules_read(int length)
{
    Move move;
    if (!fits(length) || find((size_t)length, &move) != NOTATION_OK)
        return 0;
    return (int)uci_print(&position, move, text);
}

int rules_is_check(void)
{
    return position_is_check(&position);
}

double rules_perft(int depth)
{
    int inside = depth < 0 ? 0 : depth > PERFT_DEPTH_MAX ? PERFT_DEPTH_MAX : depth;
    return (double)perft(&position, inside);
}

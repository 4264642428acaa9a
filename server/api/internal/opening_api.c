/* The name of an opening over HTTP, by its moves. */
#include "notation.h"
#include "openings.h"
#include "routes.h"

#include <string.h>

/* UCI, separated by commas or spaces; anything beyond the deepest named position is ignored. */
static bool read_moves(const char *text, const Position *start, Move *moves, uint32_t *count)
{
    Position pos = *start;
    for (*count = 0; *text && *count < OPENINGS_PLIES_MAX;) {
        size_t length = strcspn(text, ", ");
        if (length > 0) {
            if (uci_parse(&pos, text, length, &moves[*count]) != NOTATION_OK)
                return false;
            position_play(&pos, moves[(*count)++]);
        }
        text += length + (text[length] != '\0');
    }
    return true;
}

static void print_opening(const Opening *opening, Text *text)
{
    text_open(text, NULL, '{');
    if (opening) {
        text_open(text, "opening", '{');
        text_string(text, "eco", opening->eco);
        text_string(text, "name", opening->name);
        text_integer(text, "ply", opening->ply);
        text_close(text, '}');
    } else {
        text_null(text, "opening");
    }
    text_close(text, '}');
}

void opening_show(Call *call)
{
    Position start;
    Move moves[OPENINGS_PLIES_MAX];
    uint32_t count;
    Opening opening;
    Text text;
    const char *words = call_text(call, "moves", 4096);
    if (!words)
        return;
    position_start(&start);
    if (!read_moves(words, &start, moves, &count)) {
        answer_error(&call->asker, 400, "moves: not legal from the starting position");
        return;
    }
    text_init(&text);
    print_opening(opening_of_moves(&start, moves, count, &opening) ? &opening : NULL, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

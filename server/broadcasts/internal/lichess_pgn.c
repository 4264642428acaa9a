/* The games of a round as the Lichess API exports and streams them. */
#include "broadcast_lichess.h"
#include "broadcast_state.h"

#include <stdio.h>
#include <string.h>

static void append(Text *text, const char *words)
{
    text_append(text, words, strlen(words));
}

static void append_tag(Text *text, const char *name, const char *value)
{
    append(text, "[");
    append(text, name);
    append(text, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            append(text, "\\");
        text_append(text, value, 1);
    }
    append(text, "\"]\n");
}

/* "{[%clk 1:30:55]} 1... " has no more to say without the clock. */
static const char *skip_clock(const char *at)
{
    at += strcspn(at, "}");
    at += *at == '}';
    at += strspn(at, " \n");
    const char *number = at + strspn(at, "0123456789");
    if (number > at && strncmp(number, "...", 3) == 0)
        at = number + 3 + strspn(number + 3, " \n");
    return at;
}

static void append_without_clocks(Text *text, const char *moves)
{
    const char *clock;
    while ((clock = strstr(moves, "{[%clk")) != NULL) {
        text_append(text, moves, (size_t)(clock - moves));
        moves = skip_clock(clock);
    }
    append(text, moves);
}

static void append_game(Text *text, const Round *round, const BroadcastBoard *board, bool clocks,
                        const char *base)
{
    char url[BROADCAST_URL_SIZE];
    const char *moves = strstr(board->pgn, "\n\n");
    moves = moves ? moves + 1 : board->pgn;
    text_append(text, board->pgn, (size_t)(moves - board->pgn));
    broadcast_page(round->of, base, url);
    append_tag(text, "BroadcastName", round->of->name);
    append_tag(text, "BroadcastURL", url);
    if (clocks)
        append(text, moves);
    else
        append_without_clocks(text, moves);
    append(text, "\n");
}

bool broadcasts_lichess_pgn(const Broadcasts *broadcasts, const char *id, bool clocks,
                            const char *base, Text *text)
{
    const Round *round = broadcast_round(broadcasts, id);
    for (uint32_t i = 0; round && i < round->games.count; i++)
        append_game(text, round, &round->games.at[i], clocks, base);
    return round != NULL;
}

bool broadcasts_lichess_game(const Broadcasts *broadcasts, const char *id, uint32_t number,
                             bool clocks, const char *base, uint32_t *seq, Text *text)
{
    const Round *round = broadcast_round(broadcasts, id);
    if (!round || number > round->games.count)
        return false;
    const BroadcastBoard *board = &round->games.at[number - 1];
    if (board->seq != *seq)
        append_game(text, round, board, clocks, base);
    *seq = board->seq;
    return true;
}

bool broadcasts_has_round(const Broadcasts *broadcasts, const char *round)
{
    return broadcast_round(broadcasts, round) != NULL;
}

size_t broadcasts_rounds(const Broadcasts *broadcasts, const char *id,
                         const char *rounds[BROADCAST_ROUNDS_MAX])
{
    const Broadcast *broadcast = broadcast_find(broadcasts, id);
    for (uint32_t i = 0; broadcast && i < broadcast->rounds_count; i++)
        rounds[i] = broadcast->rounds[i]->id;
    return broadcast ? broadcast->rounds_count : 0;
}

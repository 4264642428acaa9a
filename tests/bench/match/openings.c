#include "openings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"

static void fail(const char *what, const char *about)
{
    fprintf(stderr, "%s: %s\n", what, about);
    exit(2);
}

/* The four fields of an EPD; the rest of the line is ignored. */
static bool read_opening(const char *text, Position *pos)
{
    size_t length = 0;
    for (int fields = 0; text[length] && text[length] != '\n' && text[length] != '\r'; length++)
        if (text[length] == ' ' && ++fields == 4)
            break;
    return fen_parse(text, length, pos, NULL) == FEN_OK;
}

static void shuffle(Openings *openings, uint64_t state)
{
    for (int i = openings->count - 1; i > 0; i--) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        int j = (int)((state >> 33) % (uint64_t)(i + 1));
        Position swapped = openings->at[i];
        openings->at[i] = openings->at[j];
        openings->at[j] = swapped;
    }
}

void openings_read(Openings *openings, const char *path, uint64_t seed)
{
    *openings = (Openings){.at = calloc(OPENINGS_MAX, sizeof(Position))};
    if (!openings->at)
        fail("out of memory", "openings");
    if (!path) {
        position_start(&openings->at[openings->count++]);
        return;
    }
    FILE *file = fopen(path, "r");
    if (!file)
        fail(strerror(errno), path);
    char line[1024];
    while (fgets(line, sizeof line, file) && openings->count < OPENINGS_MAX) {
        if (line[0] == '\n' || line[0] == '#')
            continue;
        if (!read_opening(line, &openings->at[openings->count]))
            fail("not a position", line);
        openings->count++;
    }
    fclose(file);
    if (!openings->count)
        fail("no openings in", path);
    shuffle(openings, seed);
}

void openings_clear(Openings *openings)
{
    free(openings->at);
    *openings = (Openings){.at = NULL};
}

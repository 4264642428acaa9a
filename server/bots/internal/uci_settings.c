#include "uci_settings.h"

#include "fen.h"
#include "memory.h"
#include "notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TELL_MAX = 160 };

void uci_tell(EngineProcess *process, const char *line)
{
    engine_process_tell(process, line, strlen(line));
}

void uci_settings_learn(UciSettings *settings, EngineAbout *about, const UciOutput *option)
{
    if (strcmp(option->title, "UCI_LimitStrength") == 0)
        settings->has_limit = true;
    else if (strcmp(option->title, "UCI_Chess960") == 0)
        about->chess960 = true;
    else if (strcmp(option->title, "Hash") == 0)
        settings->has_hash = option->spin;
    else if (strcmp(option->title, "Threads") == 0)
        settings->has_threads = option->spin;
    else if (strcmp(option->title, "UCI_Elo") == 0 && option->spin) {
        about->rated = option->least > 0;
        about->rating_least = option->least;
        about->rating_most = option->most;
    } else if (strcmp(option->title, "Skill Level") == 0 && option->spin) {
        about->skilled = true;
        about->skill_least = option->least;
        about->skill_most = option->most;
    }
}

void uci_settings_begin(const UciSettings *settings, EngineAbout *about, EngineProcess *process,
                        unsigned hash, unsigned threads)
{
    char line[TELL_MAX];
    about->rated = about->rated && settings->has_limit;
    if (settings->has_hash) {
        snprintf(line, sizeof line, "setoption name Hash value %u", hash);
        uci_tell(process, line);
    }
    if (settings->has_threads) {
        snprintf(line, sizeof line, "setoption name Threads value %u", threads);
        uci_tell(process, line);
    }
}

/* Step 1 is the lowest skill on the engine's own scale; 0 and steps beyond its end are its highest. */
static int32_t skill_of(const EngineAbout *about, int32_t step)
{
    int32_t most = about->skill_most - about->skill_least + 1;
    return step >= 1 && step <= most ? about->skill_least + step - 1 : about->skill_most;
}

static void set_strength(const UciSettings *settings, const EngineAbout *about,
                         EngineProcess *process, int32_t strength)
{
    char line[TELL_MAX];
    if (settings->has_limit)
        uci_tell(process, about->rated && strength
                              ? "setoption name UCI_LimitStrength value true"
                              : "setoption name UCI_LimitStrength value false");
    if (about->rated && strength) {
        snprintf(line, sizeof line, "setoption name UCI_Elo value %d", (int)strength);
        uci_tell(process, line);
    } else if (about->skilled && !about->rated) {
        snprintf(line, sizeof line, "setoption name Skill Level value %d",
                 (int)skill_of(about, strength));
        uci_tell(process, line);
    }
}

void uci_settings_tell_game(const UciSettings *settings, const EngineAbout *about,
                            EngineProcess *process, int32_t strength, bool chess960)
{
    set_strength(settings, about, process, strength);
    if (about->chess960)
        uci_tell(process, chess960 ? "setoption name UCI_Chess960 value true"
                                   : "setoption name UCI_Chess960 value false");
}

void uci_tell_position(EngineProcess *process, const Line *line)
{
    size_t room = FEN_MAX + 32 + (size_t)line->plies * UCI_MAX, length;
    char *text = memory_new(room);
    Position pos = line->start;
    length = (size_t)snprintf(text, room, "position fen ");
    length += fen_print(&pos, text + length);
    if (line->plies)
        length += (size_t)snprintf(text + length, room - length, " moves");
    for (uint32_t ply = 0; ply < line->plies; ply++) {
        text[length++] = ' ';
        length += uci_print(&pos, line->moves[ply], text + length);
        position_play(&pos, line->moves[ply]);
    }
    engine_process_tell(process, text, length);
    free(text);
}

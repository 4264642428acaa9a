/* uci_settings.h - the options that a UCI engine has, learned from its handshake, and the commands that set them and the
 * position. */
#pragma once

#include "engine_about.h"
#include "engine_process.h"
#include "line.h"
#include "uci_output.h"

/* Beside what EngineAbout has. */
typedef struct {
    bool has_hash, has_threads, has_limit;
} UciSettings;

/* The engine has this option. */
void uci_settings_learn(UciSettings *settings, EngineAbout *about, const UciOutput *option);
/* After the handshake: Hash in MiB, and Threads. */
void uci_settings_begin(const UciSettings *settings, EngineAbout *about, EngineProcess *process,
                        unsigned hash, unsigned threads);
/* Before a game's position: its strength, as in Search.rating, and the rules. */
void uci_settings_tell_game(const UciSettings *settings, const EngineAbout *about,
                            EngineProcess *process, int32_t strength, bool chess960);
void uci_tell_position(EngineProcess *process, const Line *line);
/* A command without its line end. */
void uci_tell(EngineProcess *process, const char *line);

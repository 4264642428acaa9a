#include "engines.h"

#include "memory.h"
#include "uci_engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Engines {
    EngineSandbox sandbox; /* with the memory of table and threads */
    size_t count;
    UciEngine *engine[ENGINES_MAX];
};

Engines *engines_open(const EnginesOptions *options)
{
    assert(options->count <= ENGINES_MAX);
    Engines *engines = memory_new(sizeof *engines);
    UciEngineOptions each = {.loop = options->loop,
                             .sandbox = &engines->sandbox,
                             .hash = options->hash ? options->hash : ENGINE_HASH,
                             .threads = options->threads ? options->threads : 1,
                             .waits = options->waits,
                             .context = options->context,
                             .answer = options->answer,
                             .trouble = options->trouble};
    engines->sandbox = options->sandbox;
    if (options->sandbox.memory)
        engines->sandbox.memory += each.hash + each.threads * ENGINE_THREAD_MEMORY;
    engines->count = options->count;
    for (size_t i = 0; i < options->count; i++) {
        each.name = options->programs[i].name;
        each.path = options->programs[i].path;
        engines->engine[i] = uci_engine_open(&each);
    }
    return engines;
}

void engines_close(Engines *engines)
{
    for (size_t i = 0; i < engines->count; i++)
        uci_engine_close(engines->engine[i]);
}

void engines_free(Engines *engines)
{
    for (size_t i = 0; i < engines->count; i++)
        uci_engine_free(engines->engine[i]);
    free(engines);
}

size_t engines_count(const Engines *engines)
{
    return engines->count;
}

const EngineAbout *engines_about(const Engines *engines, size_t number)
{
    assert(number < engines->count);
    return uci_engine_about(engines->engine[number]);
}

int engines_find(const Engines *engines, const char *name)
{
    for (size_t i = 0; i < engines->count; i++)
        if (strcmp(uci_engine_about(engines->engine[i])->name, name) == 0)
            return (int)i;
    return -1;
}

void engines_ask(Engines *engines, int number, const Search *search, const Line *line)
{
    assert(number >= 0 && (size_t)number < engines->count);
    uci_engine_ask(engines->engine[number], search, line);
}

void engines_forget(Engines *engines, const GameId *game)
{
    for (size_t i = 0; i < engines->count; i++)
        uci_engine_forget(engines->engine[i], game);
}

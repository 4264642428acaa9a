#include "settings.h"

#include <string.h>

static const char *const NAMES[] = {
#define X(name, words) #name,
    FAULTS(X)
#undef X
};

const char *fault_name(Fault fault)
{
    return NAMES[fault];
}

static const char *const BREAK_NAMES[] = {
#define X(name, words) #name,
    BREAKS(X)
#undef X
};

static const char *const BREAK_WORDS[] = {
#define X(name, words) words,
    BREAKS(X)
#undef X
};

const char *break_name(Break broken)
{
    return BREAK_NAMES[broken];
}

bool break_explains(Break broken, const char *failure)
{
    char words[128];
    snprintf(words, sizeof words, "%s", BREAK_WORDS[broken]);
    for (char *word = strtok(words, "|"); word; word = strtok(NULL, "|"))
        if (strstr(failure, word))
            return true;
    return false;
}

bool fault_parse(const char *name, Fault *fault)
{
    for (int i = 0; i < FAULT_COUNT; i++)
        if (strcmp(NAMES[i], name) == 0) {
            *fault = (Fault)i;
            return true;
        }
    return false;
}

/* Each is drawn even when it is left out, so that the others stay the same. */
static void draw_faults(Settings *settings, Random *random)
{
    bool none = random_once_in(random, 8);
    bool all = random_once_in(random, 8);
    for (int i = 0; i < FAULT_COUNT; i++) {
        bool is_on = random_once_in(random, 2);
        settings->on[i] = (i >= FAULT_nonsense ? is_on : all || (is_on && !none)) &&
                          !(settings->without & (1u << i));
    }
}

static int64_t one_of(Random *random, const int64_t *values, uint64_t count)
{
    return values[random_below(random, count)];
}

void settings_draw(Settings *settings)
{
    static const int64_t SYNCS[] = {20, 200, 2000, 10000}, LATENCIES[] = {100, 5000, 40000, 200000},
                         ARCHIVES[] = {0, 1000, 60000, 360000},
                         TROUBLES[] = {2 * SECOND, 10 * SECOND, 30 * SECOND, 90 * SECOND},
                         THINKS[] = {20000, 200000, SECOND, 3 * SECOND},
                         RESIGNS[] = {10, 20, 40, 80}, DROPS[] = {10, 50, 200},
                         CHECKPOINTS[] = {10, 100, 1000};
    Random random = random_stream(settings->seed, 4);
    draw_faults(settings, &random);
    const bool *on = settings->on;
    uint32_t players = (uint32_t)random_between(&random, 2, PLAYERS_MAX);
    uint32_t games = (uint32_t)random_between(&random, 20, 120);
    if (!settings->has_settings) {
        settings->players = players;
        settings->games = games;
    }
    /* One after the other: within one expression the order would depend on the compiler. */
    settings->disk =
        (DiskPace){.slow_sync = 500 * 1000, .unsynced = settings->broken == BREAK_unsynced};
    settings->disk.sync = one_of(&random, SYNCS, 4);
    settings->disk.stop_once_in = random_once_in(&random, 2) ? 0 : 20;
    settings->disk.error_once_in = on[FAULT_errors] ? 400 : 0;
    settings->disk.torn = random_below(&random, 11);
    settings->threads.wake = random_once_in(&random, 4) ? 5000 : 30;
    settings->threads.late_once_in = on[FAULT_stalls] ? 50 : 0;
    bool syncs = random_once_in(&random, 2);
    settings->power_durability = syncs || on[FAULT_power]; /* only then is power allowed to fail */
    settings->archive_after = one_of(&random, ARCHIVES, 4);
    settings->trouble_every = one_of(&random, TROUBLES, 4);
    settings->latency = one_of(&random, LATENCIES, 4);
    settings->drop_once_in = (uint64_t)one_of(&random, DROPS, 3);
    settings->think = one_of(&random, THINKS, 4);
    settings->resign_once_in = (uint64_t)one_of(&random, RESIGNS, 4);
    settings->limits = random_once_in(&random, 8);
    settings->keep_quiet = random_once_in(&random, 2) ? 0 : 200;
    settings->checkpoint_after = (int)one_of(&random, CHECKPOINTS, 3);
#ifdef SIMULATES_CLUSTER
    settings->sends_again = on[FAULT_keys];
#endif
}

void settings_print(const Settings *settings, FILE *file)
{
    fprintf(file, "--seed %llu --players %u --games %u", (unsigned long long)settings->seed,
            settings->players, settings->games);
    if (settings->steps)
        fprintf(file, " --steps %llu", (unsigned long long)settings->steps);
    for (int i = 0; i < FAULT_COUNT; i++)
        if (settings->without & (1u << i))
            fprintf(file, " --without %s", NAMES[i]);
}

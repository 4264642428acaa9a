/* Any arguments and any environment may be given to the server: either its options are read, and each is within its
 * bounds, or one printable line says what is wrong. Each line of the input is an argument; one that begins with "CASTLED_"
 * and has a "=" is a variable. */
#include "config.h"

#include "lobby.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARGUMENTS_MAX = 64 };

static char *variables[ARGUMENTS_MAX];
static size_t variable_count;

static char *env(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < variable_count; i++)
        if (strncmp(variables[i], name, length) == 0 && variables[i][length] == '=')
            return variables[i] + length + 1;
    return NULL;
}

static void expect_bounds(const Config *config)
{
    assert(config->port >= 0 && config->port <= 65535);
    assert(config->metrics_port >= -1 && config->metrics_port <= 65535);
    assert(config->redirect_port >= -1 && config->redirect_port <= 65535);
    assert(*config->host && *config->metrics_host && *config->data);
    assert(config->threads >= 1 && config->threads <= CONFIG_THREADS_MAX);
    assert(config->engine_hash >= 1 && config->engine_hash <= CONFIG_ENGINE_HASH_MAX);
    assert(config->engine_memory <= CONFIG_ENGINE_MEMORY_MAX);
    assert(config->engines <= CONFIG_ENGINES_MAX);
    for (unsigned i = 0; i < config->engines; i++)
        assert(config->engine[i].path[0] == '/' && config->engine[i].name[0]);
    assert(config->fallback >= SEEK_FALLBACK_NEVER && config->fallback <= SEEK_FALLBACK_MAX);
    assert(config->archive_after >= 0);
    assert(config->watchdog <= CONFIG_WATCHDOG_MAX * 1000);
    assert(config->outbox_memory >= CONFIG_OUTBOX_MEMORY_LEAST);
    assert(!config->tls_certificate == !config->tls_key);
    for (int i = 0; i < LIMIT_COUNT; i++)
        assert(config->rules[i].tokens > 0 && config->rules[i].fill > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(size + 1, 1), *rest = text;
    char *argv[ARGUMENTS_MAX] = {"castled"};
    static Config config;
    char line[OPTIONS_LINE_MAX] = "";
    int argc = 1;
    if (size)
        memcpy(text, data, size);
    variable_count = 0;
    for (char *word; argc < ARGUMENTS_MAX && variable_count < ARGUMENTS_MAX && rest;) {
        word = strsep(&rest, "\n");
        if (strncmp(word, "CASTLED_", 8) == 0 && strchr(word, '='))
            variables[variable_count++] = word;
        else
            argv[argc++] = word;
    }
    OptionsResult result = config_read(&config, argc, argv, env, 4, line);
    if (result == OPTIONS_OK)
        expect_bounds(&config);
    assert((result == OPTIONS_BAD) == (*line != '\0'));
    for (size_t i = 0; line[i]; i++)
        assert(line[i] >= ' ' && line[i] <= '~');
    free(text);
    return 0;
}

#include "opponents.h"

#include "log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The one that --endings make has made; false: it is still to be made. */
static bool open_made(Opponents *opponents, const char *data)
{
    const char *problem = "";
    snprintf(opponents->tablebase_path, sizeof opponents->tablebase_path, "%s/" ENDINGS_FILE, data);
    if (access(opponents->tablebase_path, F_OK) != 0)
        return false;
    opponents->tablebase = tablebase_file_open(opponents->tablebase_path, &problem);
    if (!opponents->tablebase)
        log_warning("%s: %s; it is made again", opponents->tablebase_path, problem);
    return opponents->tablebase != NULL;
}

static void on_made(void *context, TablebaseFile *file)
{
    Opponents *opponents = context;
    opponents->tablebase = file;
    searchers_set_endings(opponents->searchers, tablebase_file_tablebase(file));
    log_info("tablebase of up to four pieces: %s", opponents->tablebase_path);
}

/* A file that was asked for must exist; one found by default need not. */
static bool open_tablebase(Opponents *opponents, const Config *config, char *line)
{
    const char *problem = "", *path = config->endings;
    if (strcmp(path, "none") == 0)
        return true;
    bool makes = strcmp(path, ENDINGS_MAKE) == 0;
    if (makes && !tablebase_file_find(opponents->tablebase_path)) {
        opponents->makes_endings = !open_made(opponents, config->data);
        return true;
    }
    if (makes)
        path = "";
    bool asked = *path != '\0';
    if (asked)
        snprintf(opponents->tablebase_path, sizeof opponents->tablebase_path, "%s", path);
    else if (!tablebase_file_find(opponents->tablebase_path))
        return true;
    opponents->tablebase = tablebase_file_open(opponents->tablebase_path, &problem);
    if (!opponents->tablebase && !asked)
        log_warning("%s: %s", opponents->tablebase_path, problem);
    else if (!opponents->tablebase)
        snprintf(line, OPPONENTS_LINE_MAX, "--endings %.200s: %s", path, problem);
    return opponents->tablebase || !asked;
}

static bool open_book(Opponents *opponents, const char *path, char *line)
{
    const char *problem = "";
    if (strcmp(path, "none") == 0)
        return true;
    bool asked = *path != '\0';
    path = opponents->book_path = asked ? path : BOOK_FILE_DEBIAN;
    opponents->book = book_file_open(path, &problem);
    if (!opponents->book && asked)
        snprintf(line, OPPONENTS_LINE_MAX, "--book %.200s: %s", path, problem);
    return opponents->book || !asked;
}

static bool open_searchers(Opponents *opponents, unsigned threads, uv_loop_t *loop,
                           const OpponentsHooks *hooks, char *line)
{
    SearchersOptions options = {
        .loop = loop,
        .threads = threads,
        .endings = opponents->tablebase ? tablebase_file_tablebase(opponents->tablebase) : NULL,
        .book = opponents->book ? book_file_book(opponents->book) : NULL,
        .context = hooks->context,
        .answer = hooks->answer,
    };
    opponents->searchers = searchers_open(&options);
    if (!opponents->searchers)
        snprintf(line, OPPONENTS_LINE_MAX, "%u threads cannot be started", threads);
    return opponents->searchers != NULL;
}

_Static_assert((int)CONFIG_ENGINES_MAX == (int)ENGINES_MAX &&
                   (int)ENGINE_NAME_MAX == (int)ENGINE_CALLED_MAX,
               "every engine that can be named can be opened");

_Static_assert((int)CONFIG_ENGINE_MEMORY == (int)ENGINE_MEMORY, "as the help says");

/* What engines may do; false when that is not possible as asked. */
static bool set_sandbox(Opponents *opponents, const Config *config, EngineSandbox *sandbox,
                        char *line)
{
    char problem[SANDBOX_LINE_MAX];
    if (!realpath(config->data, opponents->data_path)) {
        snprintf(line, OPPONENTS_LINE_MAX, "%.300s: %s", config->data, strerror(errno));
        return false;
    }
    *sandbox = (EngineSandbox){.launcher = "/proc/self/exe",
                               .hidden = opponents->data_path,
                               .read = config->engine_read,
                               .write = config->engine_write,
                               .memory = config->engine_memory};
    if (!engine_sandbox_check(sandbox, problem)) {
        snprintf(line, OPPONENTS_LINE_MAX, "--engine-read or --engine-write: %.400s", problem);
        return false;
    }
    if (!engine_sandbox_landlock())
        log_warning("this kernel has no Landlock: engines have limits and no new privileges, but "
                    "can read what the server can, including the database");
    return true;
}

static bool open_engines(Opponents *opponents, const Config *config, uv_loop_t *loop,
                         const OpponentsHooks *hooks, char *line)
{
    EngineProgram programs[ENGINES_MAX];
    EngineSandbox sandbox;
    if (config->engines == 0)
        return true;
    if (!set_sandbox(opponents, config, &sandbox, line))
        return false;
    for (unsigned i = 0; i < config->engines; i++) {
        memcpy(programs[i].name, config->engine[i].name, sizeof programs[i].name);
        programs[i].path = config->engine[i].path;
    }
    opponents->engines = engines_open(&(EnginesOptions){.loop = loop,
                                                        .programs = programs,
                                                        .count = config->engines,
                                                        .hash = config->engine_hash,
                                                        .threads = config->engine_threads,
                                                        .sandbox = sandbox,
                                                        .context = hooks->context,
                                                        .answer = hooks->answer,
                                                        .trouble = hooks->trouble});
    return true;
}

bool opponents_open(Opponents *opponents, const Config *config, uv_loop_t *loop,
                    const OpponentsHooks *hooks, char *line)
{
    if (!open_tablebase(opponents, config, line) || !open_book(opponents, config->book, line) ||
        !open_searchers(opponents, config->threads, loop, hooks, line) ||
        !open_engines(opponents, config, loop, hooks, line))
        return false;
    if (opponents->tablebase)
        log_info("tablebase of up to four pieces: %s", opponents->tablebase_path);
    if (opponents->book)
        log_info("opening book: %s", opponents->book_path);
    return true;
}

void opponents_serve(Opponents *opponents, const Config *config, uv_loop_t *loop)
{
    if (opponents->makes_endings)
        endings_maker_start(&opponents->maker, loop, config->data, on_made, opponents);
}

void opponents_close(Opponents *opponents)
{
    endings_maker_stop(&opponents->maker);
    if (opponents->searchers)
        searchers_close(opponents->searchers);
    if (opponents->engines)
        engines_close(opponents->engines);
}

void opponents_free(Opponents *opponents)
{
    if (opponents->engines)
        engines_free(opponents->engines);
    tablebase_file_close(opponents->tablebase);
    book_file_close(opponents->book);
}

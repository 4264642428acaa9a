/* fuzz_shared_server.h - one server for many inputs, since opening it takes longer than an input. Included by one file of each fuzzer. */
#pragma once

#include "fuzz_loop.h"
#include "fuzz_server.h"
#include "fuzz_stand_ins.h"

enum { FUZZ_INPUTS_EACH = 300 };

static FuzzServer *fuzz_shared_server(void)
{
    static FuzzServer server;
    return &server;
}

static FuzzDatabase *fuzz_shared_database(void)
{
    static FuzzDatabase database;
    return &database;
}

static void fuzz_close_shared(void)
{
    FuzzServer *server = fuzz_shared_server();
    if (server->inputs)
        fuzz_server_close(server, fuzz_shared_database());
    server->inputs = 0;
}

/* Before each input; true when the server was opened for it and knows nothing of earlier ones. */
static bool fuzz_input_begin(FuzzServer *server)
{
    bool is_new = server->inputs == 0;
    FuzzDatabase *database = fuzz_shared_database();
    if (is_new && !database->bytes) {
        fuzz_server_open(server, database);
        fuzz_server_close(server, database);
    }
    if (is_new) {
        fuzz_chance_begin();
        fuzz_clock_begin();
        fuzz_server_open(server, database);
    }
    server->inputs++;
    return is_new;
}

/* After each input. */
static void fuzz_input_end(FuzzServer *server)
{
    if (server->inputs == FUZZ_INPUTS_EACH)
        fuzz_close_shared();
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return atexit(fuzz_close_shared);
}

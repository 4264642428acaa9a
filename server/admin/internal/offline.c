#include "offline.h"

#include "admin_socket.h"
#include "wall_clock.h"

#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

static void on_commit(void *context, uint64_t number)
{
    Offline *offline = context;
    offline->committed = number;
}

static void on_failure(void *context, StoreError error, const char *line)
{
    Offline *offline = context;
    (void)error;
    fprintf(stderr, "castled: %s\n", line);
    offline->failed = true;
}

static void on_recovered(void *context)
{
    (void)context;
}

static bool has_database(const char *directory)
{
    char path[ADMIN_SOCKET_PATH_MAX];
    int fd;
    if (!admin_socket_path(directory, &fd, path))
        return false;
    bool found = faccessat(fd, "castled.db", R_OK | W_OK, 0) == 0;
    close(fd);
    return found;
}

bool offline_open(Offline *offline, const char *directory, const char *server)
{
    char line[STORE_LINE_MAX];
    *offline = (Offline){.committed = 0};
    if (!server && !has_database(directory)) {
        fprintf(stderr, "castled: %s: no castled database here; --data says where it is\n",
                directory);
        return false;
    }
    uv_loop_init(&offline->loop);
    StoreOptions options = {.directory = directory,
                            .server = server,
                            .loop = &offline->loop,
                            .durability = DURABILITY_POWER,
                            .context = offline,
                            .on_commit = on_commit,
                            .on_failure = on_failure,
                            .on_recovered = on_recovered};
    if (store_open(&offline->store, &options, line) != STORE_OK) {
        fprintf(stderr, "castled: %s\n", line);
        uv_loop_close(&offline->loop);
        return false;
    }
    offline->accounts = accounts_new(offline->store);
    if (accounts_load(offline->accounts, line))
        return true;
    fprintf(stderr, "castled: %s\n", line);
    offline_close(offline);
    return false;
}

bool offline_wait(Offline *offline, uint64_t number)
{
    store_flush(offline->store);
    while (offline->committed < number && !offline->failed)
        uv_run(&offline->loop, UV_RUN_ONCE);
    return !offline->failed;
}

void offline_close(Offline *offline)
{
    store_close(offline->store);
    uv_run(&offline->loop, UV_RUN_DEFAULT);
    uv_loop_close(&offline->loop);
    accounts_free(offline->accounts);
}

AdminTarget offline_target(Offline *offline)
{
    const struct passwd *entry = getpwuid(getuid());
    return (AdminTarget){.store = offline->store,
                         .accounts = offline->accounts,
                         .who = entry ? entry->pw_name : "unknown",
                         .now = wall_clock()};
}

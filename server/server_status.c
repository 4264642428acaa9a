#include "server_status.h"

#include "open_addresses.h"
#include "wall_clock.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
    LINE_MAX_BYTES = 512,
    MIB = 1024 * 1024,
    DISK_LEAST_MIB = 500,    /* below that the operator should act */
    COPY_BEHIND = 10 * 1000, /* ms that a second place may be behind */
    SECONDS_A_DAY = 24 * 60 * 60,
};

__attribute__((format(printf, 2, 3))) static void say(Text *out, const char *format, ...)
{
    char line[LINE_MAX_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_append(out, line, strlen(line));
    text_append(out, "\n", 1);
}

/* "3 d 4 h", "4 h 5 min", "5 min", "6 s". */
static const char *print_time(int64_t seconds, char out[48])
{
    int64_t days = seconds / SECONDS_A_DAY, hours = seconds / 3600 % 24,
            minutes = seconds / 60 % 60;
    if (days > 0)
        snprintf(out, 48, "%" PRId64 " d %" PRId64 " h", days, hours);
    else if (hours > 0)
        snprintf(out, 48, "%" PRId64 " h %" PRId64 " min", hours, minutes);
    else if (minutes > 0)
        snprintf(out, 48, "%" PRId64 " min", minutes);
    else
        snprintf(out, 48, "%" PRId64 " s", seconds);
    return out;
}

static void say_state(const ServerStatus *status, Text *out)
{
    static const char *const STATES[] = {
        [CORE_READY] = "ready",
        [CORE_STOPPING] = "stopping",
        [CORE_FAILING] =
            "NOT READY: the disk cannot be written to; free some of it, games go on then",
    };
    char time[48];
    say(out, "castled " CASTLED_VERSION ", for %s: %s",
        print_time((wall_clock() - status->started_at) / 1000, time),
        STATES[core_health(status->core)]);
}

static void say_addresses(const ServerStatus *status, Text *out)
{
    OpenAddresses addresses;
    char local[REMOTE_BASE_MAX + 1];
    open_address_local(status->config, status->net, local);
    open_addresses_find(&addresses, status->config, status->net);
    say(out, "address       %s", addresses.best ? addresses.best : local);
}

static void say_people(const ServerStatus *status, Text *out)
{
    MetricsNow now = {0};
    core_count(status->core, &now);
    say(out, "games         %llu in progress", (unsigned long long)now.games_live);
    say(out, "waiting       %llu seeks, %llu challenges", (unsigned long long)now.seeks,
        (unsigned long long)now.challenges);
    say(out, "connections   %zu players, %zu in all of at most %zu",
        sessions_count(net_sessions(status->net)), net_connections(status->net),
        status->connections_max);
}

/* proc(5), statm: the second number is what is resident, in pages. Not there for root in the sandbox. */
static void say_memory(Text *out)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*d %ld", &pages) == 1)
        say(out, "memory        %lld MB", (long long)pages * sysconf(_SC_PAGESIZE) / MIB);
    if (file)
        fclose(file);
}

static void say_disk(const ServerStatus *status, Text *out)
{
    char path[CONFIG_PATH_MAX + 16];
    struct stat file;
    struct statvfs disk;
    snprintf(path, sizeof path, "%.*s/castled.db", CONFIG_PATH_MAX, status->config->data);
    if (stat(path, &file) != 0 || statvfs(status->config->data, &disk) != 0)
        return;
    uint64_t free_mib = (uint64_t)disk.f_bavail * disk.f_frsize / MIB;
    say(out, "database      %lld MB; %" PRIu64 " MB of its disk are free%s",
        (long long)(file.st_size + MIB - 1) / MIB, free_mib,
        free_mib < DISK_LEAST_MIB ? ": make room, games stop when it is full" : "");
}

static void say_backups(const ServerStatus *status, Text *out)
{
    char time[48];
    if (!status->backups) {
        say(out, "backups       none: --backup-dir DIR makes them, DIR better on another disk");
        return;
    }
    int64_t newest = (int64_t)backups_newest(status->backups), now = wall_clock() / 1000;
    int64_t every = status->config->backup_every / 1000;
    if (newest == 0)
        say(out, "backups       none yet: the log says why if there is none soon");
    else
        say(out, "backups       the newest is %s old%s",
            print_time(now > newest ? now - newest : 0, time),
            now - newest > 2 * every ? ": the log says why there is none since" : "");
}

static void say_copy(const ServerStatus *status, Text *out)
{
    StoreCopyState copy;
    char time[48];
    if (!store_copy_state(status->store, &copy))
        return;
    if (copy.is_failing)
        say(out, "second place  behind by %s: %s", print_time(copy.behind / 1000, time), copy.line);
    else if (copy.behind > COPY_BEHIND)
        say(out, "second place  behind by %s: it is slow", print_time(copy.behind / 1000, time));
    else
        say(out, "second place  has everything");
}

static void say_computer(const ServerStatus *status, Text *out)
{
    const Opponents *opponents = status->opponents;
    say(out, "computer      %u %s, %s tablebase, %s opening book, %u other engines",
        status->config->threads, status->config->threads == 1 ? "thread" : "threads",
        opponents->tablebase ? "a" : "no", opponents->book ? "an" : "no", status->config->engines);
}

static void say_cluster(const ServerStatus *status, Text *out)
{
    HostFront front;
    size_t count = 0;
    while (status->host && host_front(status->host, count, &front))
        count++;
    if (status->host)
        say(out, "cluster       this node has the games; %zu %s linked", count,
            count == 1 ? "front is" : "fronts are");
    if (status->trouble)
        say(out, "              NOT READY, %s", status->trouble);
}

static void say_mail(const ServerStatus *status, Text *out)
{
    MailState mail;
    mail_state(status->mail, &mail);
    if (!mail.server)
        return;
    if (mail.is_failing)
        say(out,
            "mail          %zu wait; the last one was not accepted: %s; castled admin mail-test",
            mail.waiting, mail.words);
    else
        say(out, "mail          %zu wait; %zu people have an address", mail.waiting,
            mail.addresses);
}

const char *server_status_trouble(void *context)
{
    const ServerStatus *status = context;
    return status->trouble;
}

void server_status_print(void *context, Text *out)
{
    const ServerStatus *status = context;
    say_state(status, out);
    say_addresses(status, out);
    say_people(status, out);
    say_cluster(status, out);
    say_memory(out);
    say_disk(status, out);
    say_backups(status, out);
    say_copy(status, out);
    say_mail(status, out);
    say_computer(status, out);
    if (!status->config->limits)
        say(out, "limits        OFF: only for load tests; --limits on");
}

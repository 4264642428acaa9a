#include "backup_command.h"

#include "backup.h"
#include "command_line.h"
#include "game_receipt.h"
#include "rfc3339.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DAMAGES_SHOWN = 50, PIECE = 65536 };

static int fail(const char *line)
{
    fprintf(stderr, "castled: %s\n", line);
    return EXIT_FAILURE;
}

static bool name_in(const char *directory, const char *name, char path[BACKUP_PATH_MAX])
{
    bool fits = snprintf(path, BACKUP_PATH_MAX, "%s/%s", directory, name) < BACKUP_PATH_MAX;
    if (!fits)
        fail("the name of the data directory is too long");
    return fits;
}

static int refuse_server(const char *words)
{
    char line[160];
    snprintf(line, sizeof line, "the database is PostgreSQL's (--store): %s", words);
    return fail(line);
}

/* ---- backup ---- */

static const CommandForm BACKUP = {
    .program = "castled backup",
    .usage = "usage: castled backup FILE [--data DIR]\n"
             "Copies the database to a new file; - is stdout. The server may be running, and is "
             "not interrupted.\n"
             "The copy holds everything, including keys and password hashes.\n",
    .words_least = 1,
    .words_most = 1,
    .has_store = true,
};

static bool write_all(const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, size);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    return true;
}

static bool send_file(int file)
{
    char *piece = malloc(PIECE);
    ssize_t size = piece ? 1 : -1;
    while (size > 0 && (size = read(file, piece, PIECE)) > 0)
        if (!write_all(piece, (size_t)size))
            size = -1;
    free(piece);
    return size == 0;
}

/* By a file beside the database, which has no name any more when the first byte is sent. */
static int backup_to_stdout(const char *from, const char *directory)
{
    char name[48], path[BACKUP_PATH_MAX], line[STORE_LINE_MAX];
    if (isatty(STDOUT_FILENO))
        return fail("stdout is a terminal; send it to a file or a program");
    snprintf(name, sizeof name, "castled.backup-%ld", (long)getpid());
    if (!name_in(directory, name, path))
        return EXIT_FAILURE;
    if (store_backup(from, path, NULL, line) != STORE_OK)
        return fail(line);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    unlink(path);
    bool sent = file >= 0 && send_file(file);
    if (file >= 0)
        close(file);
    return sent ? EXIT_SUCCESS : fail("the copy could not be sent to stdout");
}

int backup_command(int argc, char *const argv[])
{
    CommandLine arguments;
    char from[BACKUP_PATH_MAX], line[STORE_LINE_MAX];
    int status;
    if (!command_line_read(&arguments, &BACKUP, argc, argv, &status))
        return status;
    const char *to = arguments.words.words[0];
    if (arguments.server)
        return refuse_server("copy it with pg_dump or pg_basebackup");
    if (!name_in(arguments.directory, "castled.db", from))
        return EXIT_FAILURE;
    if (strcmp(to, "-") == 0)
        return backup_to_stdout(from, arguments.directory);
    if (store_backup(from, to, NULL, line) != STORE_OK)
        return fail(line);
    printf("%s has been copied to %s\n", from, to);
    return EXIT_SUCCESS;
}

/* ---- check ---- */

static const CommandForm CHECK = {
    .program = "castled check",
    .usage =
        "usage: castled check [FILE] [--data DIR]\n"
        "Checks the database, or a copy of it, and changes nothing: SQLite's integrity check, "
        "the checksum of\n"
        "every row, and every game, which is rebuilt move by move. The server may be running.\n",
    .words_most = 1,
    .has_store = true,
};

static bool is_sound(void *context, const StoredGame *game)
{
    (void)context;
    return game_receipt_is_sound(game);
}

static void show_damage(void *context, const char *line)
{
    unsigned *shown = context;
    if ((*shown)++ < DAMAGES_SHOWN)
        fprintf(stderr, "castled: %s\n", line);
}

static void show_counts(const char *path, const StoreChecked *checked)
{
    if (checked->is_old)
        printf(
            "%s was written by an older castled (version %d); only SQLite's own checks were made\n",
            path, checked->version);
    printf("%s is sound: %llu games with %llu events\n", path, (unsigned long long)checked->games,
           (unsigned long long)checked->events);
}

int check_command(int argc, char *const argv[])
{
    CommandLine arguments;
    StoreChecked checked;
    char path[BACKUP_PATH_MAX], line[STORE_LINE_MAX];
    unsigned shown = 0;
    int status;
    if (!command_line_read(&arguments, &CHECK, argc, argv, &status))
        return status;
    if (arguments.server && arguments.words.count == 0)
        return refuse_server("check it with pg_amcheck and pg_checksums");
    if (!name_in(arguments.directory, "castled.db", path))
        return EXIT_FAILURE;
    const char *file = arguments.words.count ? arguments.words.words[0] : path;
    StoreCheck check = {.context = &shown, .is_sound = is_sound, .damage = show_damage};
    if (store_check(file, &check, &checked, line) != STORE_OK)
        return fail(line);
    if (checked.damages == 0) {
        show_counts(file, &checked);
        return EXIT_SUCCESS;
    }
    fprintf(stderr,
            "castled: %s is damaged: %llu faults; restore a backup, see castled restore "
            "--help\n",
            file, (unsigned long long)checked.damages);
    return EXIT_FAILURE;
}

/* ---- restore ---- */

static const CommandForm RESTORE = {
    .program = "castled restore",
    .usage =
        "usage: castled restore FILE [--data DIR]\n"
        "       castled restore --from DIR [--until TIME] [--data DIR]\n"
        "Replaces the database with a copy made by castled backup, or with what --copy-to has "
        "written to DIR, as\n"
        "it was at a moment; that is checked first and brought up to date. The old database is "
        "kept under\n"
        "another name. No server may be running on the data directory.\n",
    .words_most = 1,
    .has_store = true,
    .has_place = true,
};

static void show_kept(const char *kept)
{
    if (kept[0])
        printf("the old database is kept as %s\n", kept);
}

static int restore_file(const CommandLine *arguments, const StoreCheck *check)
{
    const char *from = arguments->words.words[0];
    StoreChecked checked;
    char kept[BACKUP_PATH_MAX], line[STORE_LINE_MAX];
    if (store_restore(arguments->directory, from, check, &checked, kept, line) != STORE_OK)
        return fail(line);
    printf("%s has been restored: %llu games\n", from, (unsigned long long)checked.games);
    show_kept(kept);
    return EXIT_SUCCESS;
}

/* "2026-11-01T12:00:00Z", also with a fraction of a second (RFC 3339, in UTC); without a time: the newest. */
static bool parse_until(const char *text, int64_t *until)
{
    struct tm utc = {0};
    const char *end = text ? strptime(text, "%Y-%m-%dT%H:%M:%S", &utc) : NULL;
    int fraction = 0, length = 0;
    *until = INT64_MAX;
    if (!text)
        return true;
    if (end && *end == '.' && sscanf(end, ".%3d%n", &fraction, &length) == 1 && length == 4)
        end += length;
    *until = (int64_t)timegm(&utc) * 1000 + fraction;
    return end && strcmp(end, "Z") == 0 && *until >= 0;
}

static int restore_place(const CommandLine *arguments, const StoreCheck *check)
{
    StoreRestored *restored = calloc(1, sizeof *restored);
    char line[STORE_LINE_MAX], when[RFC3339_SIZE];
    int64_t until;
    int status = EXIT_SUCCESS;
    if (!restored || !parse_until(arguments->until, &until)) {
        free(restored);
        fputs("castled: --until: a time in UTC such as 2026-11-01T12:00:00Z is expected\n", stderr);
        return COMMAND_USAGE;
    }
    if (store_restore_until(arguments->directory, arguments->from, until, check, restored, line) !=
        STORE_OK) {
        status = fail(line);
    } else {
        rfc3339_print(restored->reached, when);
        printf("%s has been restored as it was at %s: %llu games\n", arguments->from, when,
               (unsigned long long)restored->checked.games);
        show_kept(restored->kept);
    }
    free(restored);
    return status;
}

int restore_command(int argc, char *const argv[])
{
    CommandLine arguments;
    unsigned shown = 0;
    int status;
    if (!command_line_read(&arguments, &RESTORE, argc, argv, &status))
        return status;
    StoreCheck check = {.context = &shown, .is_sound = is_sound, .damage = show_damage};
    if (arguments.server)
        return refuse_server("restore it with pg_restore");
    bool is_file = arguments.words.count == 1;
    if (is_file == (arguments.from != NULL) || (arguments.until && is_file)) {
        fputs(RESTORE.usage, stderr);
        return COMMAND_USAGE;
    }
    return is_file ? restore_file(&arguments, &check) : restore_place(&arguments, &check);
}

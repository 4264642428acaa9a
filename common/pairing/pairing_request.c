#include "pairing_request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 64 << 20 };

void *pairing_checked(void *memory)
{
    if (memory)
        return memory;
    fputs("castled-pairing: out of memory\n", stderr);
    exit(END_TOO_LARGE);
}

int pairing_complain(int status, const char *what, const char *detail)
{
    fprintf(stderr, "castled-pairing: %s%s%s\n", what, *detail ? ": " : "", detail);
    return status;
}

/* The whole file in memory; NULL after a complaint. */
char *pairing_read_file(const char *path, size_t *length, int *status)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!file) {
        *status = pairing_complain(END_FILE, path, strerror(errno));
        return NULL;
    }
    size_t size = 1 << 16, got;
    char *text = pairing_checked(malloc(size));
    *length = 0;
    while ((got = fread(text + *length, 1, size - *length, file)) > 0) {
        *length += got;
        if (*length == size)
            text = pairing_checked(realloc(text, size *= 2));
        if (*length > FILE_MAX)
            break;
    }
    bool failed = ferror(file);
    if (file != stdin)
        fclose(file);
    if (!failed && *length <= FILE_MAX)
        return text;
    free(text);
    *status = failed ? pairing_complain(END_FILE, path, "cannot be read")
                     : pairing_complain(END_TOO_LARGE, path, "larger than 64 MB");
    return NULL;
}

FILE *pairing_open_output(const char *path)
{
    if (!path)
        return stdout;
    FILE *file = fopen(path, "wb");
    if (!file)
        pairing_complain(END_FILE, path, strerror(errno));
    return file;
}

int pairing_close_output(FILE *file)
{
    bool failed = fflush(file) || ferror(file);
    if (file != stdout && fclose(file))
        failed = true;
    return failed ? pairing_complain(END_FILE, "the output cannot be written", "") : END_OK;
}

int pairing_write(const Request *request, const char *text, size_t length)
{
    FILE *file = pairing_open_output(request->output);
    if (!file)
        return END_FILE;
    (void)fwrite(text, 1, length, file); /* pairing_close_output looks for errors */
    return pairing_close_output(file);
}

static bool read_number(const char *text, const PairingOption *option)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (*end || end == text || number < option->least || number > option->most)
        return false;
    *option->value = (int)number;
    return true;
}

bool pairing_set_option(const char *setting, const PairingOption *options, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(options[i].name);
        if (strncmp(setting, options[i].name, length) == 0 && setting[length] == '=')
            return read_number(setting + length + 1, &options[i]);
    }
    return false;
}

/* Lines that begin with one of these are not made from the tournament itself. */
static bool is_kept(const char *line, size_t length)
{
    static const char *const TAGS[] = {"012", "022", "032", "042", "052", "072", "082", "092",
                                       "102", "112", "122", "132", "182", "202", "212", "222"};
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS && length > 3; i++)
        if (!memcmp(line, TAGS[i], 3) && line[3] == ' ')
            return true;
    return false;
}

size_t pairing_keep_lines(const char *text, size_t length, char *kept)
{
    size_t at = 0;
    for (size_t start = 0, end; start < length; start = end + 1) {
        for (end = start; end < length && text[end] != '\r' && text[end] != '\n';)
            end++;
        if (!is_kept(text + start, end - start))
            continue;
        memcpy(kept + at, text + start, end - start);
        at += end - start;
        kept[at++] = '\r';
        kept[at++] = '\n';
    }
    return at;
}

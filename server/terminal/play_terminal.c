#include "play_terminal.h"

#include <uv.h>

#include <errno.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { COLUMNS_USUAL = 80 };

int64_t play_now(void)
{
    return (int64_t)(uv_hrtime() / 1000000);
}

unsigned play_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    const char *columns = getenv("COLUMNS");
    int number = columns ? atoi(columns) : 0;
    return number > 0 && number < 10000 ? (unsigned)number : COLUMNS_USUAL;
}

BoardView play_view(const PlayOptions *options)
{
    const char *terminal = getenv("TERM"), *none = getenv("NO_COLOR");
    bool colors = isatty(STDOUT_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0 &&
                  !(none && *none); /* no-color.org */
    bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return (BoardView){
        .columns = play_columns(),
        .plain = options->plain,
        .colors = options->colors == COLORS_AUTO ? colors : options->colors == COLORS_ON,
        .unicode = options->pieces == PIECES_AUTO ? utf8 : options->pieces == PIECES_UNICODE};
}

void play_today(char out[PLAY_DATE_MAX])
{
    time_t now = time(NULL);
    struct tm today;
    if (!localtime_r(&now, &today) || strftime(out, PLAY_DATE_MAX, "%Y.%m.%d", &today) == 0)
        snprintf(out, PLAY_DATE_MAX, "????.??.??");
}

void play_say(Text *out, const char *name, const char *words)
{
    text_append(out, name, strlen(name));
    text_append(out, ": ", 2);
    text_append(out, words, strlen(words));
    text_append(out, "\n", 1);
}

void play_save(const char *name, const Text *pgn, Text *out)
{
    FILE *file = fopen(name, "wx");
    if (!file) {
        play_say(out, name,
                 errno == EEXIST ? "It exists already: choose another name." : strerror(errno));
        return;
    }
    bool written = fwrite(pgn->bytes, 1, pgn->length, file) == pgn->length;
    written = fclose(file) == 0 && written;
    play_say(out, name, written ? "Saved." : strerror(errno));
}

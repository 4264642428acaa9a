#include "play_command.h"

#include "line_editor.h"
#include "local_game.h"
#include "memory.h"
#include "play_options.h"
#include "searchers.h"

#include <sodium.h>

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
    TICK = 100, /* ms: clocks show tenths of a second */
    COLUMNS_USUAL = 80,
};

/* One sitting at the terminal. */
typedef struct {
    uv_loop_t loop;
    uv_timer_t timer;
    LineEditor *editor;
    Searchers *searchers;
    LocalGame *game;
    LocalSearch asked[2]; /* the newest search for a move, and for a hint */
    Text out;
} Play;

static const GameId SEARCHED[2] = {{"move"}, {"hint"}};

static int64_t now_of(const Play *play)
{
    (void)play;
    return (int64_t)(uv_hrtime() / 1000000);
}

static unsigned columns_now(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    const char *columns = getenv("COLUMNS");
    int number = columns ? atoi(columns) : 0;
    return number > 0 && number < 10000 ? (unsigned)number : COLUMNS_USUAL;
}

static void show(Play *play)
{
    line_editor_print(play->editor, play->out.bytes, play->out.length);
    text_reset(&play->out);
}

/* ---- searches and time ---- */

static void begin_searches(Play *play)
{
    LocalSearch wanted;
    while (local_game_search(play->game, now_of(play), &wanted)) {
        const GameId *id = &SEARCHED[wanted.hint];
        searchers_forget(play->searchers, id);
        play->asked[wanted.hint] = wanted;
        Search search = {.game = *id,
                         .turn = wanted.number,
                         .rating = wanted.rating,
                         .seed = wanted.seed,
                         .by = uv_hrtime() + (uint64_t)wanted.think_max * 1000000};
        searchers_ask(play->searchers, &search, local_game_position(play->game));
    }
}

static void on_timer(uv_timer_t *timer)
{
    Play *play = timer->data;
    local_game_tick(play->game, now_of(play), &play->out);
    show(play);
    line_editor_refresh(play->editor);
    if (!local_game_clock_runs(play->game))
        uv_timer_stop(timer);
}

/* What follows from whatever has happened. */
static void go_on(Play *play)
{
    show(play);
    begin_searches(play);
    if (local_game_clock_runs(play->game))
        uv_timer_start(&play->timer, on_timer, TICK, TICK);
}

static void on_answer(void *context, const SearchAnswer *answer)
{
    Play *play = context;
    bool hint = strcmp(answer->game.text, SEARCHED[1].text) == 0;
    const LocalSearch *asked = &play->asked[hint];
    if (asked->number != answer->turn)
        return;
    local_game_resize(play->game, columns_now());
    local_game_answer(play->game, asked, &answer->chosen, now_of(play), &play->out);
    go_on(play);
}

/* ---- files ---- */

static void print_today(char out[16])
{
    time_t now = time(NULL);
    struct tm today;
    if (!localtime_r(&now, &today) || strftime(out, 16, "%Y.%m.%d", &today) == 0)
        strcpy(out, "????.??.??");
}

static void say(Play *play, const char *name, const char *words)
{
    text_append(&play->out, name, strlen(name));
    text_append(&play->out, ": ", 2);
    text_append(&play->out, words, strlen(words));
    text_append(&play->out, "\n", 1);
}

/* A file that exists is never written over: it may have taken hours to play. */
static void save(Play *play)
{
    const char *name = local_game_file(play->game);
    char today[16];
    Text pgn;
    FILE *file = fopen(name, "wx");
    if (!file) {
        say(play, name,
            errno == EEXIST ? "It exists already: choose another name." : strerror(errno));
        return;
    }
    print_today(today);
    text_init(&pgn);
    local_game_pgn(play->game, today, &pgn);
    bool written = fwrite(pgn.bytes, 1, pgn.length, file) == pgn.length;
    written = fclose(file) == 0 && written;
    say(play, name, written ? "Saved." : strerror(errno));
    text_clear(&pgn);
}

static bool load(Play *play, const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file) {
        say(play, name, strerror(errno));
        return false;
    }
    char *bytes = memory_new(LOCAL_PGN_MAX + 1);
    size_t length = fread(bytes, 1, LOCAL_PGN_MAX + 1, file);
    bool read = !ferror(file);
    if (!read)
        say(play, name, strerror(errno));
    else if (length > LOCAL_PGN_MAX)
        say(play, name, "The file is larger than 4 MiB.");
    else
        local_game_load(play->game, bytes, length, now_of(play), &play->out);
    fclose(file);
    free(bytes);
    return read;
}

/* ---- the sitting ---- */

static void on_prompt(void *context, char out[EDITOR_PROMPT_MAX])
{
    Play *play = context;
    char prompt[LOCAL_PROMPT_MAX];
    local_game_prompt(play->game, now_of(play), prompt);
    snprintf(out, EDITOR_PROMPT_MAX, "%s", prompt);
}

static void play_lines(Play *play)
{
    const char *line;
    size_t length;
    for (;;) {
        go_on(play);
        /* What comes through a pipe was written without seeing the computer's move: it waits for it. */
        while (!line_editor_is_terminal(play->editor) && local_game_is_waiting(play->game))
            line_editor_wait(play->editor);
        line = line_editor_read(play->editor, &length);
        if (!line)
            return;
        local_game_resize(play->game, columns_now());
        switch (local_game_line(play->game, line, length, now_of(play), &play->out)) {
        case LOCAL_QUIT: show(play); return;
        case LOCAL_SAVE: save(play); break;
        case LOCAL_LOAD: load(play, local_game_file(play->game)); break;
        case LOCAL_GO_ON: break;
        }
    }
}

static LocalSetup setup_of(const PlayOptions *options)
{
    LocalSetup setup = {.side = options->side,
                        .level = options->level,
                        .control = options->control,
                        .seed = options->seed};
    if (!options->has_seed)
        randombytes_buf(&setup.seed, sizeof setup.seed);
    position_start(&setup.start);
    if (options->has_start) {
        setup.start = options->start;
        setup.variant = setup.start.chess960 ? VARIANT_CHESS960 : VARIANT_FROM_POSITION;
    } else if (options->chess960 != PLAY_960_NONE) {
        setup.variant = VARIANT_CHESS960;
        position_start960(&setup.start, options->chess960 >= 0
                                            ? options->chess960
                                            : (int)randombytes_uniform(CHESS960_POSITIONS));
    }
    return setup;
}

static BoardView view_of(const PlayOptions *options)
{
    const char *terminal = getenv("TERM"), *none = getenv("NO_COLOR");
    bool colors = isatty(STDOUT_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0 &&
                  !(none && *none); /* no-color.org */
    bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return (BoardView){
        .columns = columns_now(),
        .plain = options->plain,
        .colors = options->colors == COLORS_AUTO ? colors : options->colors == COLORS_ON,
        .unicode = options->pieces == PIECES_AUTO ? utf8 : options->pieces == PIECES_UNICODE};
}

static bool play_open(Play *play, const PlayOptions *options)
{
    LocalSetup setup = setup_of(options);
    BoardView view = view_of(options);
    uv_loop_init(&play->loop);
    uv_timer_init(&play->loop, &play->timer);
    play->timer.data = play;
    text_init(&play->out);
    play->game = local_game_new(&setup, &view, now_of(play), &play->out);
    play->searchers = searchers_open(&(SearchersOptions){
        .loop = &play->loop, .threads = 1, .context = play, .answer = on_answer});
    play->editor = line_editor_open(
        &(LineEditorOptions){.loop = &play->loop, .context = play, .prompt = on_prompt});
    if (!play->searchers)
        fputs("castled: no thread can be started for the computer\n", stderr);
    if (!play->searchers || !options->file)
        return play->searchers != NULL;
    text_reset(&play->out); /* the file's game is what is played */
    return load(play, options->file);
}

static void play_close(Play *play)
{
    show(play);
    if (play->searchers)
        searchers_close(play->searchers);
    line_editor_close(play->editor);
    uv_close((uv_handle_t *)&play->timer, NULL);
    uv_run(&play->loop, UV_RUN_DEFAULT);
    uv_loop_close(&play->loop);
    local_game_free(play->game);
    text_clear(&play->out);
}

int play_command(int argc, char *const argv[])
{
    PlayOptions options;
    int status;
    setlocale(LC_CTYPE, "");
    if (!play_options_read(&options, argc, argv, &status))
        return status;
    Play *play = memory_new(sizeof *play);
    bool opened = play_open(play, &options);
    if (opened)
        play_lines(play);
    play_close(play);
    free(play);
    return opened ? EXIT_SUCCESS : EXIT_FAILURE;
}

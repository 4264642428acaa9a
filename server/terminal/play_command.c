#include "play_command.h"

#include "line_editor.h"
#include "local_game.h"
#include "memory.h"
#include "play_options.h"
#include "play_remote.h"
#include "play_terminal.h"
#include "searchers.h"

#include <sodium.h>

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK = 100, /* ms: clocks show tenths of a second */
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

static void show(Play *play)
{
    line_editor_print(play->editor, play->out.bytes, play->out.length);
    text_reset(&play->out);
}

/* ---- searches and time ---- */

static void begin_searches(Play *play)
{
    LocalSearch wanted;
    while (local_game_search(play->game, play_now(), &wanted)) {
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
    local_game_tick(play->game, play_now(), &play->out);
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
    local_game_resize(play->game, play_columns());
    local_game_answer(play->game, asked, &answer->chosen, play_now(), &play->out);
    go_on(play);
}

/* ---- files ---- */

static void save(Play *play)
{
    char today[PLAY_DATE_MAX];
    Text pgn;
    play_today(today);
    text_init(&pgn);
    local_game_pgn(play->game, today, &pgn);
    play_save(local_game_file(play->game), &pgn, &play->out);
    text_clear(&pgn);
}

static bool load(Play *play, const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file) {
        play_say(&play->out, name, strerror(errno));
        return false;
    }
    char *bytes = memory_new(LOCAL_PGN_MAX + 1);
    size_t length = fread(bytes, 1, LOCAL_PGN_MAX + 1, file);
    bool read = !ferror(file);
    if (!read)
        play_say(&play->out, name, strerror(errno));
    else if (length > LOCAL_PGN_MAX)
        play_say(&play->out, name, "The file is larger than 4 MiB.");
    else
        local_game_load(play->game, bytes, length, play_now(), &play->out);
    fclose(file);
    free(bytes);
    return read;
}

/* ---- the sitting ---- */

static void on_prompt(void *context, char out[EDITOR_PROMPT_MAX])
{
    Play *play = context;
    char prompt[LOCAL_PROMPT_MAX];
    local_game_prompt(play->game, play_now(), prompt);
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
        local_game_resize(play->game, play_columns());
        switch (local_game_line(play->game, line, length, play_now(), &play->out)) {
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

static bool play_open(Play *play, const PlayOptions *options)
{
    LocalSetup setup = setup_of(options);
    BoardView view = play_view(options);
    uv_loop_init(&play->loop);
    uv_timer_init(&play->loop, &play->timer);
    play->timer.data = play;
    text_init(&play->out);
    play->game = local_game_new(&setup, &view, play_now(), &play->out);
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
    if (options.url)
        return play_remote(&options);
    Play *play = memory_new(sizeof *play);
    bool opened = play_open(play, &options);
    if (opened)
        play_lines(play);
    play_close(play);
    free(play);
    return opened ? EXIT_SUCCESS : EXIT_FAILURE;
}

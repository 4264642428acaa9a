#include "uci_engine.h"

#include "engine_process.h"
#include "engine_queue.h"
#include "log.h"
#include "memory.h"
#include "notation.h"
#include "uci_output.h"
#include "uci_settings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000000, TELL_MAX = 160, WORDS_MAX = 120 };

_Static_assert((int)UCI_TITLE_MAX == (int)ENGINE_TITLE_MAX, "a title is copied as it is");

typedef enum {
    AWAY,     /* no process */
    GREETED,  /* uci was said */
    SETTING,  /* options, isready: readyok is awaited */
    READY,    /* nothing to do */
    THINKING, /* until bestmove */
    ENDING,   /* ended, its exit is awaited */
    RESTING,  /* before it is started again */
} State;

struct UciEngine {
    UciEngineOptions options;
    EngineAbout about;
    UciSettings settings;
    EngineProcess *process;
    State state;
    uv_timer_t timer;
    unsigned failures; /* in a row */
    bool again;        /* after its end, when it is wanted again or something was wrong with it */
    bool closing;
    EngineQuestion *current; /* in SETTING and THINKING, and until it is known what became of it */
    EngineQueue queue;
    int32_t score; /* of the current one */
};

static void start(UciEngine *engine);
static void on_timer(uv_timer_t *timer);

/* For at most so many ms. */
static void enter(UciEngine *engine, State state, uint64_t at_most)
{
    engine->state = state;
    uv_timer_start(&engine->timer, on_timer, at_most, 0);
}

/* ---- questions ---- */

static void forget_current(UciEngine *engine)
{
    free(engine->current);
    engine->current = NULL;
}

/* Makes the most urgent the current one; false when none waits. */
static bool take_question(UciEngine *engine)
{
    assert(!engine->current);
    engine->current = engine_queue_take(&engine->queue);
    return engine->current != NULL;
}

static void trouble(UciEngine *engine, const EngineQuestion *question, const char *what, bool over)
{
    char words[WORDS_MAX];
    snprintf(words, sizeof words, "%s %s; %s", engine->about.name, what,
             over ? "it cannot continue: the game can be claimed when its time is up"
                  : "it is being restarted, and the game goes on");
    if (!question->dropped && !engine->closing)
        engine->options.trouble(engine->options.context, &question->search.game, words, over);
}

/* The question is asked again, unless it has failed too often. */
static void count_try(UciEngine *engine, const char *what)
{
    EngineQuestion *question = engine->current;
    if (!question)
        return;
    bool over = ++question->tries >= ENGINE_TRIES;
    trouble(engine, question, what, over);
    engine->current = NULL;
    if (over || question->dropped)
        free(question);
    else
        engine_queue_put(&engine->queue, question);
}

/* It does not start, or not for long: everybody who waits is told so. */
static void give_up(UciEngine *engine, const char *what)
{
    while (take_question(engine)) {
        trouble(engine, engine->current, what, true);
        forget_current(engine);
    }
}

static void note_failure(UciEngine *engine, const char *what)
{
    engine->failures++;
    engine->about.ready = false;
    count_try(engine, what);
    if (engine->failures >= ENGINE_TRIES)
        give_up(engine, what);
}

/* ---- what goes wrong ---- */

static uint64_t rest_of(const UciEngine *engine)
{
    unsigned doublings = engine->failures ? engine->failures - 1 : 0;
    uint64_t first = engine->options.waits.rest;
    uint64_t rest = doublings < 10 ? first << doublings : (uint64_t)ENGINE_REST_MAX;
    return rest < ENGINE_REST_MAX ? rest : ENGINE_REST_MAX;
}

static void end_process(UciEngine *engine, bool again)
{
    engine->state = ENDING;
    engine->again = again;
    uv_timer_stop(&engine->timer);
    engine_process_end(engine->process);
}

static void fail(UciEngine *engine, const char *what)
{
    if (engine->state == ENDING)
        return;
    log_warning("engine %s %s; it is being restarted", engine->about.name, what);
    end_process(engine, true);
    note_failure(engine, what);
}

static void on_flooded(void *context)
{
    fail(context, "sends too much output");
}

static void rest(UciEngine *engine)
{
    enter(engine, RESTING, rest_of(engine));
}

static void on_ended(void *context)
{
    UciEngine *engine = context;
    engine->process = NULL;
    if (engine->closing) {
        engine->state = AWAY;
        return;
    }
    if (engine->state != ENDING) {
        log_warning("engine %s has exited; it is being restarted", engine->about.name);
        engine->again = true;
        note_failure(engine, "has exited");
    }
    engine->state = AWAY;
    uv_timer_stop(&engine->timer);
    if (engine->again)
        rest(engine);
    else if (engine->queue.first)
        start(engine);
}

/* ---- asking ---- */

static void ask_first(UciEngine *engine)
{
    if (!take_question(engine)) {
        enter(engine, READY, ENGINE_IDLE);
        return;
    }
    uci_settings_tell_game(&engine->settings, &engine->about, engine->process,
                           engine->current->search.rating, engine->current->line.start.chess960);
    uci_tell(engine->process, "isready");
    enter(engine, SETTING, engine->options.waits.setting);
}

static void think(UciEngine *engine)
{
    const EngineQuestion *question = engine->current;
    char line[TELL_MAX];
    if (question->dropped) {
        forget_current(engine);
        ask_first(engine);
        return;
    }
    uint64_t now = uv_hrtime();
    uint64_t left = question->search.by > now ? (question->search.by - now) / MS : 0;
    uint64_t time = left > ENGINE_THINK ? ENGINE_THINK : left;
    time = time < ENGINE_THINK_LEAST ? ENGINE_THINK_LEAST : time;
    engine->score = 0;
    uci_tell_position(engine->process, &question->line);
    snprintf(line, sizeof line, "go movetime %u", (unsigned)time);
    uci_tell(engine->process, line);
    enter(engine, THINKING, time + engine->options.waits.grace);
}

static void answer(UciEngine *engine, const char *text)
{
    const EngineQuestion *question = engine->current;
    SearchAnswer found = {.game = question->search.game, .turn = question->search.turn};
    found.chosen.score = engine->score;
    if (!question->dropped &&
        uci_parse(&question->line.now, text, strlen(text), &found.chosen.move) != NOTATION_OK) {
        char what[64];
        snprintf(what, sizeof what, "has played %s, which is not legal",
                 text[0] ? text : "nothing");
        fail(engine, what);
        return;
    }
    engine->failures = 0;
    if (!question->dropped)
        engine->options.answer(engine->options.context, &found);
    forget_current(engine);
    ask_first(engine);
}

/* ---- what it says ---- */

static void begin(UciEngine *engine)
{
    uci_settings_begin(&engine->settings, &engine->about, engine->process, engine->options.hash,
                       engine->options.threads);
    engine->about.ready = true;
    ask_first(engine);
}

static void on_said(void *context, const char *line, size_t length)
{
    UciEngine *engine = context;
    UciOutput said;
    uci_output_parse(line, length, &said);
    switch (said.kind) {
    case UCI_SAYS_TITLE:
        if (engine->state == GREETED)
            memcpy(engine->about.title, said.title, sizeof said.title);
        break;
    case UCI_SAYS_OPTION:
        if (engine->state == GREETED)
            uci_settings_learn(&engine->settings, &engine->about, &said);
        break;
    case UCI_SAYS_UCIOK:
        if (engine->state == GREETED)
            begin(engine);
        break;
    case UCI_SAYS_READYOK:
        if (engine->state == SETTING)
            think(engine);
        break;
    case UCI_SAYS_SCORE:
        if (engine->state == THINKING)
            engine->score = said.score;
        break;
    case UCI_SAYS_MOVE:
        if (engine->state == THINKING)
            answer(engine, said.move);
        break;
    case UCI_SAYS_NOTHING: break;
    }
}

/* ---- its life ---- */

static void start(UciEngine *engine)
{
    const char *problem = "";
    engine->process =
        engine_process_start(&(EngineProcessOptions){.loop = engine->options.loop,
                                                     .path = engine->options.path,
                                                     .sandbox = engine->options.sandbox,
                                                     .context = engine,
                                                     .said = on_said,
                                                     .flooded = on_flooded,
                                                     .ended = on_ended},
                             &problem);
    if (engine->process) {
        enter(engine, GREETED, engine->options.waits.greeting);
        uci_tell(engine->process, "uci");
        return;
    }
    log_warning("engine %s: %s: %s", engine->about.name, engine->options.path, problem);
    engine->failures++;
    engine->about.ready = false;
    if (engine->failures >= ENGINE_TRIES)
        give_up(engine, "cannot be started");
    rest(engine);
}

static void on_timer(uv_timer_t *timer)
{
    UciEngine *engine = timer->data;
    switch (engine->state) {
    case GREETED:
    case SETTING: fail(engine, "does not answer"); break;
    case THINKING: fail(engine, "does not stop thinking"); break;
    case READY: end_process(engine, false); break;
    case RESTING:
        engine->state = AWAY;
        /* Nobody is waiting: it will be started when somebody is. */
        if (engine->queue.first || !engine->about.title[0])
            start(engine);
        break;
    case AWAY:
    case ENDING: break;
    }
}

static void set_waits(EngineWaits *waits)
{
    waits->greeting = waits->greeting ? waits->greeting : ENGINE_HANDSHAKE;
    waits->setting = waits->setting ? waits->setting : ENGINE_HANDSHAKE;
    waits->grace = waits->grace ? waits->grace : ENGINE_GRACE;
    waits->rest = waits->rest ? waits->rest : ENGINE_REST;
}

UciEngine *uci_engine_open(const UciEngineOptions *options)
{
    UciEngine *engine = memory_new(sizeof *engine);
    engine->options = *options;
    set_waits(&engine->options.waits);
    snprintf(engine->about.name, sizeof engine->about.name, "%s", options->name);
    uv_timer_init(options->loop, &engine->timer);
    engine->timer.data = engine;
    start(engine);
    return engine;
}

void uci_engine_close(UciEngine *engine)
{
    engine->closing = true;
    uv_close((uv_handle_t *)&engine->timer, NULL);
    if (engine->process)
        engine_process_end(engine->process);
}

void uci_engine_free(UciEngine *engine)
{
    forget_current(engine);
    engine_queue_clear(&engine->queue);
    free(engine);
}

const EngineAbout *uci_engine_about(const UciEngine *engine)
{
    return &engine->about;
}

void uci_engine_ask(UciEngine *engine, const Search *search, const Line *line)
{
    engine_queue_put(&engine->queue, engine_question_new(search, line));
    if (engine->state == READY)
        ask_first(engine);
    else if (engine->state == AWAY)
        start(engine);
}

void uci_engine_forget(UciEngine *engine, const GameId *game)
{
    EngineQuestion *current = engine->current;
    engine_queue_forget(&engine->queue, game);
    if (!current || current->dropped || strcmp(current->search.game.text, game->text) != 0)
        return;
    current->dropped = true;
    if (engine->state == THINKING)
        uci_tell(engine->process, "stop");
}

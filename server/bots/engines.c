#include "engines.h"

#include "engine_process.h"
#include "fen.h"
#include "log.h"
#include "memory.h"
#include "notation.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000000, TELL_MAX = 160, WORDS_MAX = 120 };

typedef struct Question Question;
struct Question {
    Question *next;
    Search search;
    int tries;
    bool dropped;
    Line line;
    Move moves[];
};

typedef enum {
    AWAY,     /* no process */
    GREETED,  /* uci was said */
    SETTING,  /* options, isready: readyok is awaited */
    READY,    /* nothing to do */
    THINKING, /* until bestmove */
    ENDING,   /* ended, its exit is awaited */
    RESTING,  /* before it is started again */
} State;

typedef struct {
    Engines *engines;
    const char *path;
    EngineAbout about;
    bool has_hash, has_threads, has_limit;
    EngineProcess *process;
    State state;
    uv_timer_t timer;
    unsigned failures; /* in a row */
    bool again;        /* after its end: it is wanted, or there is something wrong with it */
    Question *current; /* in SETTING and THINKING, and until it is known what became of it */
    Question *queue;   /* the most urgent first */
    int32_t score;     /* of the current one */
} ExternalEngine;

struct Engines {
    EnginesOptions options;
    size_t count;
    size_t open; /* timers */
    bool closing;
    ExternalEngine engine[ENGINES_MAX];
};

static void start(ExternalEngine *engine);
static void on_timer(uv_timer_t *timer);

/* For at most so many ms. */
static void enter(ExternalEngine *engine, State state, uint64_t at_most)
{
    engine->state = state;
    uv_timer_start(&engine->timer, on_timer, at_most, 0);
}

static const EngineWaits *waits_of(const ExternalEngine *engine)
{
    return &engine->engines->options.waits;
}

static void tell(ExternalEngine *engine, const char *line)
{
    engine_process_tell(engine->process, line, strlen(line));
}

/* ---- questions ---- */

static void forget_current(ExternalEngine *engine)
{
    free(engine->current);
    engine->current = NULL;
}

static void put_question(ExternalEngine *engine, Question *question)
{
    Question **place = &engine->queue;
    while (*place && (*place)->search.by <= question->search.by)
        place = &(*place)->next;
    question->next = *place;
    *place = question;
}

/* The most urgent becomes the current one; false when nobody waits. */
static bool take_question(ExternalEngine *engine)
{
    assert(!engine->current);
    while (engine->queue && !engine->current) {
        Question *question = engine->queue;
        engine->queue = question->next;
        if (question->dropped)
            free(question);
        else
            engine->current = question;
    }
    return engine->current != NULL;
}

static void trouble(ExternalEngine *engine, const Question *question, const char *what, bool over)
{
    const Engines *engines = engine->engines;
    char words[WORDS_MAX];
    snprintf(words, sizeof words, "%s %s; %s", engine->about.name, what,
             over ? "it cannot go on: the game can be claimed when its time is up"
                  : "it is started again, and the game goes on");
    if (!question->dropped && !engines->closing)
        engines->options.trouble(engines->options.context, &question->search.game, words, over);
}

/* What was asked is asked again, unless it was in vain often enough. */
static void count_try(ExternalEngine *engine, const char *what)
{
    Question *question = engine->current;
    if (!question)
        return;
    bool over = ++question->tries >= ENGINE_TRIES;
    trouble(engine, question, what, over);
    engine->current = NULL;
    if (over || question->dropped)
        free(question);
    else
        put_question(engine, question);
}

/* It does not even start, or not for long: who waits is told so. */
static void give_up(ExternalEngine *engine, const char *what)
{
    while (take_question(engine)) {
        trouble(engine, engine->current, what, true);
        forget_current(engine);
    }
}

static void note_failure(ExternalEngine *engine, const char *what)
{
    engine->failures++;
    engine->about.ready = false;
    count_try(engine, what);
    if (engine->failures >= ENGINE_TRIES)
        give_up(engine, what);
}

/* ---- what goes wrong ---- */

static uint64_t rest_of(const ExternalEngine *engine)
{
    unsigned doublings = engine->failures ? engine->failures - 1 : 0;
    uint64_t first = waits_of(engine)->rest;
    uint64_t rest = doublings < 10 ? first << doublings : (uint64_t)ENGINE_REST_MAX;
    return rest < ENGINE_REST_MAX ? rest : ENGINE_REST_MAX;
}

static void end_process(ExternalEngine *engine, bool again)
{
    engine->state = ENDING;
    engine->again = again;
    uv_timer_stop(&engine->timer);
    engine_process_end(engine->process);
}

static void fail(ExternalEngine *engine, const char *what)
{
    if (engine->state == ENDING)
        return;
    log_warning("engine %s %s; it is started again", engine->about.name, what);
    end_process(engine, true);
    note_failure(engine, what);
}

static void on_flooded(void *context)
{
    fail(context, "says too much");
}

static void rest(ExternalEngine *engine)
{
    enter(engine, RESTING, rest_of(engine));
}

static void on_ended(void *context)
{
    ExternalEngine *engine = context;
    engine->process = NULL;
    if (engine->engines->closing) {
        engine->state = AWAY;
        return;
    }
    if (engine->state != ENDING) {
        log_warning("engine %s has ended by itself; it is started again", engine->about.name);
        engine->again = true;
        note_failure(engine, "has ended by itself");
    }
    engine->state = AWAY;
    uv_timer_stop(&engine->timer);
    if (engine->again)
        rest(engine);
    else if (engine->queue)
        start(engine);
}

/* ---- asking ---- */

/* What the step counts from 1 is the engine's own scale; 0 and steps beyond its end are all it has. */
static int32_t skill_of(const EngineAbout *about, int32_t step)
{
    int32_t most = about->skill_most - about->skill_least + 1;
    return step >= 1 && step <= most ? about->skill_least + step - 1 : about->skill_most;
}

static void set_strength(ExternalEngine *engine, int32_t strength)
{
    char line[TELL_MAX];
    const EngineAbout *about = &engine->about;
    if (engine->has_limit)
        tell(engine, about->rated && strength ? "setoption name UCI_LimitStrength value true"
                                              : "setoption name UCI_LimitStrength value false");
    if (about->rated && strength) {
        snprintf(line, sizeof line, "setoption name UCI_Elo value %d", (int)strength);
        tell(engine, line);
    } else if (about->skilled && !about->rated) {
        snprintf(line, sizeof line, "setoption name Skill Level value %d",
                 (int)skill_of(about, strength));
        tell(engine, line);
    }
}

static void tell_position(ExternalEngine *engine, const Line *line)
{
    size_t room = FEN_MAX + 32 + (size_t)line->plies * UCI_MAX, length;
    char *text = memory_new(room);
    Position pos = line->start;
    length = (size_t)snprintf(text, room, "position fen ");
    length += fen_print(&pos, text + length);
    if (line->plies)
        length += (size_t)snprintf(text + length, room - length, " moves");
    for (uint32_t ply = 0; ply < line->plies; ply++) {
        text[length++] = ' ';
        length += uci_print(&pos, line->moves[ply], text + length);
        position_play(&pos, line->moves[ply]);
    }
    engine_process_tell(engine->process, text, length);
    free(text);
}

static void ask_first(ExternalEngine *engine)
{
    if (!take_question(engine)) {
        enter(engine, READY, ENGINE_IDLE);
        return;
    }
    set_strength(engine, engine->current->search.rating);
    if (engine->about.chess960)
        tell(engine, engine->current->line.start.chess960
                         ? "setoption name UCI_Chess960 value true"
                         : "setoption name UCI_Chess960 value false");
    tell(engine, "isready");
    enter(engine, SETTING, waits_of(engine)->setting);
}

static void think(ExternalEngine *engine)
{
    const Question *question = engine->current;
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
    tell_position(engine, &question->line);
    snprintf(line, sizeof line, "go movetime %u", (unsigned)time);
    tell(engine, line);
    enter(engine, THINKING, time + waits_of(engine)->grace);
}

static void answer(ExternalEngine *engine, const char *text)
{
    const Question *question = engine->current;
    const Engines *engines = engine->engines;
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
        engines->options.answer(engines->options.context, &found);
    forget_current(engine);
    ask_first(engine);
}

/* ---- what it says ---- */

static void note_option(ExternalEngine *engine, const EngineSaid *said)
{
    EngineAbout *about = &engine->about;
    if (strcmp(said->title, "UCI_LimitStrength") == 0)
        engine->has_limit = true;
    else if (strcmp(said->title, "UCI_Chess960") == 0)
        about->chess960 = true;
    else if (strcmp(said->title, "Hash") == 0)
        engine->has_hash = said->spin;
    else if (strcmp(said->title, "Threads") == 0)
        engine->has_threads = said->spin;
    else if (strcmp(said->title, "UCI_Elo") == 0 && said->spin) {
        about->rated = said->least > 0;
        about->rating_least = said->least;
        about->rating_most = said->most;
    } else if (strcmp(said->title, "Skill Level") == 0 && said->spin) {
        about->skilled = true;
        about->skill_least = said->least;
        about->skill_most = said->most;
    }
}

static void set_up(ExternalEngine *engine)
{
    const EnginesOptions *options = &engine->engines->options;
    EngineAbout *about = &engine->about;
    char line[TELL_MAX];
    about->rated = about->rated && engine->has_limit;
    about->ready = true;
    if (engine->has_hash) {
        snprintf(line, sizeof line, "setoption name Hash value %u", options->hash);
        tell(engine, line);
    }
    if (engine->has_threads) {
        snprintf(line, sizeof line, "setoption name Threads value %u", options->threads);
        tell(engine, line);
    }
    ask_first(engine);
}

static void on_said(void *context, const char *line, size_t length)
{
    ExternalEngine *engine = context;
    EngineSaid said;
    engine_words_read(line, length, &said);
    switch (said.kind) {
    case SAID_TITLE:
        if (engine->state == GREETED)
            memcpy(engine->about.title, said.title, sizeof said.title);
        break;
    case SAID_OPTION:
        if (engine->state == GREETED)
            note_option(engine, &said);
        break;
    case SAID_UCIOK:
        if (engine->state == GREETED)
            set_up(engine);
        break;
    case SAID_READYOK:
        if (engine->state == SETTING)
            think(engine);
        break;
    case SAID_SCORE:
        if (engine->state == THINKING)
            engine->score = said.score;
        break;
    case SAID_MOVE:
        if (engine->state == THINKING)
            answer(engine, said.move);
        break;
    case SAID_NOTHING: break;
    }
}

/* ---- its life ---- */

static void start(ExternalEngine *engine)
{
    const char *problem = "";
    engine->process =
        engine_process_start(&(EngineProcessOptions){.loop = engine->engines->options.loop,
                                                     .path = engine->path,
                                                     .sandbox = &engine->engines->options.sandbox,
                                                     .context = engine,
                                                     .said = on_said,
                                                     .flooded = on_flooded,
                                                     .ended = on_ended},
                             &problem);
    if (engine->process) {
        enter(engine, GREETED, waits_of(engine)->greeting);
        tell(engine, "uci");
        return;
    }
    log_warning("engine %s: %s: %s", engine->about.name, engine->path, problem);
    engine->failures++;
    engine->about.ready = false;
    if (engine->failures >= ENGINE_TRIES)
        give_up(engine, "cannot be started");
    rest(engine);
}

static void on_timer(uv_timer_t *timer)
{
    ExternalEngine *engine = timer->data;
    switch (engine->state) {
    case GREETED:
    case SETTING: fail(engine, "does not answer"); break;
    case THINKING: fail(engine, "does not stop thinking"); break;
    case READY: end_process(engine, false); break;
    case RESTING:
        engine->state = AWAY;
        /* Nobody waits: it is started when somebody does. */
        if (engine->queue || !engine->about.title[0])
            start(engine);
        break;
    case AWAY:
    case ENDING: break;
    }
}

static void on_timer_closed(uv_handle_t *handle)
{
    ExternalEngine *engine = handle->data;
    engine->engines->open--;
}

static void set_waits(EngineWaits *waits)
{
    waits->greeting = waits->greeting ? waits->greeting : ENGINE_HANDSHAKE;
    waits->setting = waits->setting ? waits->setting : ENGINE_HANDSHAKE;
    waits->grace = waits->grace ? waits->grace : ENGINE_GRACE;
    waits->rest = waits->rest ? waits->rest : ENGINE_REST;
}

Engines *engines_open(const EnginesOptions *options)
{
    assert(options->count <= ENGINES_MAX);
    Engines *engines = memory_new(sizeof *engines);
    engines->options = *options;
    engines->options.hash = options->hash ? options->hash : ENGINE_HASH;
    engines->options.threads = options->threads ? options->threads : 1;
    set_waits(&engines->options.waits);
    if (options->sandbox.memory)
        engines->options.sandbox.memory +=
            engines->options.hash + engines->options.threads * ENGINE_THREAD_MEMORY;
    engines->count = engines->open = options->count;
    for (size_t i = 0; i < options->count; i++) {
        ExternalEngine *engine = &engines->engine[i];
        engine->engines = engines;
        engine->path = options->programs[i].path;
        memcpy(engine->about.name, options->programs[i].name, sizeof engine->about.name);
        uv_timer_init(options->loop, &engine->timer);
        engine->timer.data = engine;
        start(engine);
    }
    return engines;
}

void engines_close(Engines *engines)
{
    engines->closing = true;
    for (size_t i = 0; i < engines->count; i++) {
        ExternalEngine *engine = &engines->engine[i];
        uv_close((uv_handle_t *)&engine->timer, on_timer_closed);
        if (engine->process)
            engine_process_end(engine->process);
    }
}

void engines_free(Engines *engines)
{
    for (size_t i = 0; i < engines->count; i++)
        do
            forget_current(&engines->engine[i]);
        while (take_question(&engines->engine[i]));
    free(engines);
}

size_t engines_count(const Engines *engines)
{
    return engines->count;
}

const EngineAbout *engines_about(const Engines *engines, size_t number)
{
    assert(number < engines->count);
    return &engines->engine[number].about;
}

int engines_find(const Engines *engines, const char *name)
{
    for (size_t i = 0; i < engines->count; i++)
        if (strcmp(engines->engine[i].about.name, name) == 0)
            return (int)i;
    return -1;
}

void engines_ask(Engines *engines, int number, const Search *search, const Line *line)
{
    assert(number >= 0 && (size_t)number < engines->count);
    ExternalEngine *engine = &engines->engine[number];
    Question *question = memory_new(sizeof *question + (line->plies + 1) * sizeof(Move));
    question->search = *search;
    question->line = *line;
    line_grow(&question->line, question->moves, line->plies + 1);
    put_question(engine, question);
    if (engine->state == READY)
        ask_first(engine);
    else if (engine->state == AWAY)
        start(engine);
}

void engines_forget(Engines *engines, const GameId *game)
{
    for (size_t i = 0; i < engines->count; i++) {
        ExternalEngine *engine = &engines->engine[i];
        Question *current = engine->current;
        for (Question *question = engine->queue; question; question = question->next)
            question->dropped |= strcmp(question->search.game.text, game->text) == 0;
        if (!current || current->dropped || strcmp(current->search.game.text, game->text) != 0)
            continue;
        current->dropped = true;
        if (engine->state == THINKING)
            tell(engine, "stop");
    }
}

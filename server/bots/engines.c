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
} Outsider;

struct Engines {
    EnginesOptions options;
    size_t count;
    size_t open; /* timers */
    bool closing;
    Outsider outsider[ENGINES_MAX];
};

static void start(Outsider *outsider);
static void on_timer(uv_timer_t *timer);

/* For at most so many ms. */
static void enter(Outsider *outsider, State state, uint64_t at_most)
{
    outsider->state = state;
    uv_timer_start(&outsider->timer, on_timer, at_most, 0);
}

static const EngineWaits *waits_of(const Outsider *outsider)
{
    return &outsider->engines->options.waits;
}

static void tell(Outsider *outsider, const char *line)
{
    engine_process_tell(outsider->process, line, strlen(line));
}

/* ---- questions ---- */

static void forget_current(Outsider *outsider)
{
    free(outsider->current);
    outsider->current = NULL;
}

static void put_question(Outsider *outsider, Question *question)
{
    Question **place = &outsider->queue;
    while (*place && (*place)->search.by <= question->search.by)
        place = &(*place)->next;
    question->next = *place;
    *place = question;
}

/* The most urgent becomes the current one; false when nobody waits. */
static bool take_question(Outsider *outsider)
{
    assert(!outsider->current);
    while (outsider->queue && !outsider->current) {
        Question *question = outsider->queue;
        outsider->queue = question->next;
        if (question->dropped)
            free(question);
        else
            outsider->current = question;
    }
    return outsider->current != NULL;
}

static void trouble(Outsider *outsider, const Question *question, const char *what, bool over)
{
    const Engines *engines = outsider->engines;
    char words[WORDS_MAX];
    snprintf(words, sizeof words, "%s %s; %s", outsider->about.name, what,
             over ? "it cannot go on: the game can be claimed when its time is up"
                  : "it is started again, and the game goes on");
    if (!question->dropped && !engines->closing)
        engines->options.trouble(engines->options.context, &question->search.game, words, over);
}

/* What was asked is asked again, unless it was in vain often enough. */
static void count_try(Outsider *outsider, const char *what)
{
    Question *question = outsider->current;
    if (!question)
        return;
    bool over = ++question->tries >= ENGINE_TRIES;
    trouble(outsider, question, what, over);
    outsider->current = NULL;
    if (over || question->dropped)
        free(question);
    else
        put_question(outsider, question);
}

/* It does not even start, or not for long: who waits is told so. */
static void give_up(Outsider *outsider, const char *what)
{
    while (take_question(outsider)) {
        trouble(outsider, outsider->current, what, true);
        forget_current(outsider);
    }
}

static void note_failure(Outsider *outsider, const char *what)
{
    outsider->failures++;
    outsider->about.ready = false;
    count_try(outsider, what);
    if (outsider->failures >= ENGINE_TRIES)
        give_up(outsider, what);
}

/* ---- what goes wrong ---- */

static uint64_t rest_of(const Outsider *outsider)
{
    unsigned doublings = outsider->failures ? outsider->failures - 1 : 0;
    uint64_t first = waits_of(outsider)->rest;
    uint64_t rest = doublings < 10 ? first << doublings : (uint64_t)ENGINE_REST_MAX;
    return rest < ENGINE_REST_MAX ? rest : ENGINE_REST_MAX;
}

static void end_process(Outsider *outsider, bool again)
{
    outsider->state = ENDING;
    outsider->again = again;
    uv_timer_stop(&outsider->timer);
    engine_process_end(outsider->process);
}

static void fail(Outsider *outsider, const char *what)
{
    if (outsider->state == ENDING)
        return;
    log_warning("engine %s %s; it is started again", outsider->about.name, what);
    end_process(outsider, true);
    note_failure(outsider, what);
}

static void on_flooded(void *context)
{
    fail(context, "says too much");
}

static void rest(Outsider *outsider)
{
    enter(outsider, RESTING, rest_of(outsider));
}

static void on_ended(void *context)
{
    Outsider *outsider = context;
    outsider->process = NULL;
    if (outsider->engines->closing) {
        outsider->state = AWAY;
        return;
    }
    if (outsider->state != ENDING) {
        log_warning("engine %s has ended by itself; it is started again", outsider->about.name);
        outsider->again = true;
        note_failure(outsider, "has ended by itself");
    }
    outsider->state = AWAY;
    uv_timer_stop(&outsider->timer);
    if (outsider->again)
        rest(outsider);
    else if (outsider->queue)
        start(outsider);
}

/* ---- asking ---- */

static void set_strength(Outsider *outsider, int32_t strength)
{
    char line[TELL_MAX];
    const EngineAbout *about = &outsider->about;
    if (outsider->has_limit)
        tell(outsider, about->rated && strength ? "setoption name UCI_LimitStrength value true"
                                                : "setoption name UCI_LimitStrength value false");
    if (about->rated && strength) {
        snprintf(line, sizeof line, "setoption name UCI_Elo value %d", (int)strength);
        tell(outsider, line);
    } else if (about->skilled && !about->rated) {
        snprintf(line, sizeof line, "setoption name Skill Level value %d",
                 (int)(strength ? strength : about->skill_most));
        tell(outsider, line);
    }
}

static void tell_position(Outsider *outsider, const Line *line)
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
    engine_process_tell(outsider->process, text, length);
    free(text);
}

static void ask_first(Outsider *outsider)
{
    if (!take_question(outsider)) {
        enter(outsider, READY, ENGINE_IDLE);
        return;
    }
    set_strength(outsider, outsider->current->search.rating);
    if (outsider->about.chess960)
        tell(outsider, outsider->current->line.start.chess960
                           ? "setoption name UCI_Chess960 value true"
                           : "setoption name UCI_Chess960 value false");
    tell(outsider, "isready");
    enter(outsider, SETTING, waits_of(outsider)->setting);
}

static void think(Outsider *outsider)
{
    const Question *question = outsider->current;
    char line[TELL_MAX];
    if (question->dropped) {
        forget_current(outsider);
        ask_first(outsider);
        return;
    }
    uint64_t now = uv_hrtime();
    uint64_t left = question->search.by > now ? (question->search.by - now) / MS : 0;
    uint64_t time = left > ENGINE_THINK ? ENGINE_THINK : left;
    time = time < ENGINE_THINK_LEAST ? ENGINE_THINK_LEAST : time;
    outsider->score = 0;
    tell_position(outsider, &question->line);
    snprintf(line, sizeof line, "go movetime %u", (unsigned)time);
    tell(outsider, line);
    enter(outsider, THINKING, time + waits_of(outsider)->grace);
}

static void answer(Outsider *outsider, const char *text)
{
    const Question *question = outsider->current;
    const Engines *engines = outsider->engines;
    SearchAnswer found = {.game = question->search.game, .turn = question->search.turn};
    found.chosen.score = outsider->score;
    if (!question->dropped &&
        uci_parse(&question->line.now, text, strlen(text), &found.chosen.move) != NOTATION_OK) {
        char what[64];
        snprintf(what, sizeof what, "has played %s, which is not legal",
                 text[0] ? text : "nothing");
        fail(outsider, what);
        return;
    }
    outsider->failures = 0;
    if (!question->dropped)
        engines->options.answer(engines->options.context, &found);
    forget_current(outsider);
    ask_first(outsider);
}

/* ---- what it says ---- */

static void note_option(Outsider *outsider, const EngineSaid *said)
{
    EngineAbout *about = &outsider->about;
    if (strcmp(said->title, "UCI_LimitStrength") == 0)
        outsider->has_limit = true;
    else if (strcmp(said->title, "UCI_Chess960") == 0)
        about->chess960 = true;
    else if (strcmp(said->title, "Hash") == 0)
        outsider->has_hash = said->spin;
    else if (strcmp(said->title, "Threads") == 0)
        outsider->has_threads = said->spin;
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

static void set_up(Outsider *outsider)
{
    const EnginesOptions *options = &outsider->engines->options;
    EngineAbout *about = &outsider->about;
    char line[TELL_MAX];
    about->rated = about->rated && outsider->has_limit;
    about->ready = true;
    if (outsider->has_hash) {
        snprintf(line, sizeof line, "setoption name Hash value %u", options->hash);
        tell(outsider, line);
    }
    if (outsider->has_threads) {
        snprintf(line, sizeof line, "setoption name Threads value %u", options->threads);
        tell(outsider, line);
    }
    ask_first(outsider);
}

static void on_said(void *context, const char *line, size_t length)
{
    Outsider *outsider = context;
    EngineSaid said;
    engine_words_read(line, length, &said);
    switch (said.kind) {
    case SAID_TITLE:
        if (outsider->state == GREETED)
            memcpy(outsider->about.title, said.title, sizeof said.title);
        break;
    case SAID_OPTION:
        if (outsider->state == GREETED)
            note_option(outsider, &said);
        break;
    case SAID_UCIOK:
        if (outsider->state == GREETED)
            set_up(outsider);
        break;
    case SAID_READYOK:
        if (outsider->state == SETTING)
            think(outsider);
        break;
    case SAID_SCORE:
        if (outsider->state == THINKING)
            outsider->score = said.score;
        break;
    case SAID_MOVE:
        if (outsider->state == THINKING)
            answer(outsider, said.move);
        break;
    case SAID_NOTHING: break;
    }
}

/* ---- its life ---- */

static void start(Outsider *outsider)
{
    const char *problem = "";
    outsider->process =
        engine_process_start(&(EngineProcessOptions){.loop = outsider->engines->options.loop,
                                                     .path = outsider->path,
                                                     .sandbox = &outsider->engines->options.sandbox,
                                                     .context = outsider,
                                                     .said = on_said,
                                                     .flooded = on_flooded,
                                                     .ended = on_ended},
                             &problem);
    if (outsider->process) {
        enter(outsider, GREETED, waits_of(outsider)->greeting);
        tell(outsider, "uci");
        return;
    }
    log_warning("engine %s: %s: %s", outsider->about.name, outsider->path, problem);
    outsider->failures++;
    outsider->about.ready = false;
    if (outsider->failures >= ENGINE_TRIES)
        give_up(outsider, "cannot be started");
    rest(outsider);
}

static void on_timer(uv_timer_t *timer)
{
    Outsider *outsider = timer->data;
    switch (outsider->state) {
    case GREETED:
    case SETTING: fail(outsider, "does not answer"); break;
    case THINKING: fail(outsider, "does not stop thinking"); break;
    case READY: end_process(outsider, false); break;
    case RESTING:
        outsider->state = AWAY;
        /* Nobody waits: it is started when somebody does. */
        if (outsider->queue || !outsider->about.title[0])
            start(outsider);
        break;
    case AWAY:
    case ENDING: break;
    }
}

static void on_timer_closed(uv_handle_t *handle)
{
    Outsider *outsider = handle->data;
    outsider->engines->open--;
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
        Outsider *outsider = &engines->outsider[i];
        outsider->engines = engines;
        outsider->path = options->programs[i].path;
        memcpy(outsider->about.name, options->programs[i].name, sizeof outsider->about.name);
        uv_timer_init(options->loop, &outsider->timer);
        outsider->timer.data = outsider;
        start(outsider);
    }
    return engines;
}

void engines_close(Engines *engines)
{
    engines->closing = true;
    for (size_t i = 0; i < engines->count; i++) {
        Outsider *outsider = &engines->outsider[i];
        uv_close((uv_handle_t *)&outsider->timer, on_timer_closed);
        if (outsider->process)
            engine_process_end(outsider->process);
    }
}

void engines_free(Engines *engines)
{
    for (size_t i = 0; i < engines->count; i++)
        do
            forget_current(&engines->outsider[i]);
        while (take_question(&engines->outsider[i]));
    free(engines);
}

size_t engines_count(const Engines *engines)
{
    return engines->count;
}

const EngineAbout *engines_about(const Engines *engines, size_t number)
{
    assert(number < engines->count);
    return &engines->outsider[number].about;
}

int engines_find(const Engines *engines, const char *name)
{
    for (size_t i = 0; i < engines->count; i++)
        if (strcmp(engines->outsider[i].about.name, name) == 0)
            return (int)i;
    return -1;
}

void engines_ask(Engines *engines, int number, const Search *search, const Line *line)
{
    assert(number >= 0 && (size_t)number < engines->count);
    Outsider *outsider = &engines->outsider[number];
    Question *question = memory_new(sizeof *question + (line->plies + 1) * sizeof(Move));
    question->search = *search;
    question->line = *line;
    line_grow(&question->line, question->moves, line->plies + 1);
    put_question(outsider, question);
    if (outsider->state == READY)
        ask_first(outsider);
    else if (outsider->state == AWAY)
        start(outsider);
}

void engines_forget(Engines *engines, const GameId *game)
{
    for (size_t i = 0; i < engines->count; i++) {
        Outsider *outsider = &engines->outsider[i];
        Question *current = outsider->current;
        for (Question *question = outsider->queue; question; question = question->next)
            question->dropped |= strcmp(question->search.game.text, game->text) == 0;
        if (!current || current->dropped || strcmp(current->search.game.text, game->text) != 0)
            continue;
        current->dropped = true;
        if (outsider->state == THINKING)
            tell(outsider, "stop");
    }
}

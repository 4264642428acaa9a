#include "uci_session.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "book_file.h"
#include "fen.h"
#include "notation.h"
#include "tablebase_file.h"
#include "uci_eval_file.h"
#include "uci_search.h"
#include "wdl.h"
#if defined(CASTLED_TUNE)
#include "uci_parameters.h"
#endif

enum {
    HASH_DEFAULT = 16,
    ELO_DEFAULT = 1500,
    LINE_MAX_OUT = 256 + UCI_MAX * ENGINE_PV_MAX,
    CURRENT_MOVE_AFTER = 1000, /* ms: currmove is not reported before */
};

struct UciSession {
    UciOutput output;
    pthread_mutex_t printing;
    UciSearch *search;
    Nnue *net;
    TablebaseFile *tablebase; /* NULL: none */
    BookFile *book;           /* NULL: none, or not looked for yet */
    bool own_book;
    Line line;
    Move *moves;   /* the line's */
    Move *spare;   /* for the next line */
    Line searched; /* its start and end, for printing the moves of the running search */
    int64_t hash, threads, multipv, overhead, elo, seed;
    bool chess960, limited, show_wdl, debug;
    uint64_t games; /* counted, so that each game has random numbers of its own */
    uint64_t bound;
};

static void say(UciSession *session, const char *format, ...)
{
    char line[LINE_MAX_OUT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&session->printing);
    session->output.print(session->output.context, line);
    pthread_mutex_unlock(&session->printing);
}

/* "cp 13", "mate 2", "mate -1". */
static void print_score(int score, char out[24])
{
    if (score >= SCORE_MATE_BOUND)
        snprintf(out, 24, "mate %d", (SCORE_MATE - score + 1) / 2);
    else if (score <= -SCORE_MATE_BOUND)
        snprintf(out, 24, "mate -%d", (SCORE_MATE + score) / 2);
    else
        snprintf(out, 24, "cp %d", score);
}

/* " wdl 300 500 200", or nothing. */
static void print_wdl(const UciSession *session, int score, char out[24])
{
    out[0] = '\0';
    if (!session->show_wdl)
        return;
    Wdl wdl = wdl_of(score, &session->searched.now);
    snprintf(out, 24, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
}

static void on_info(void *context, const EngineInfo *info, int64_t elapsed)
{
    UciSession *session = context;
    Position pos = session->searched.now;
    char pv[UCI_MAX * ENGINE_PV_MAX + 1] = "", score[24], wdl[24];
    size_t length = 0;
    for (unsigned i = 0; i < info->pv_length; i++) {
        pv[length++] = ' ';
        length += uci_print(&pos, info->pv[i], pv + length);
        position_play(&pos, info->pv[i]);
    }
    print_score(info->score, score);
    print_wdl(session, info->score, wdl);
    say(session,
        "info depth %d seldepth %d multipv %u score %s%s%s nodes %" PRIu64 " nps %" PRIu64
        " hashfull %u tbhits %" PRIu64 " time %" PRId64 " pv%s",
        info->depth, info->selective_depth, info->multipv, score, wdl,
        info->bound == BOUND_LOWER   ? " lowerbound"
        : info->bound == BOUND_UPPER ? " upperbound"
                                     : "",
        info->nodes, info->nodes * 1000 / (uint64_t)(elapsed + 1), info->hash_permille,
        info->tablebase_hits, elapsed, pv);
}

static void on_move(void *context, int depth, Move move, unsigned number, int64_t elapsed)
{
    UciSession *session = context;
    char text[UCI_MAX];
    if (elapsed < CURRENT_MOVE_AFTER)
        return;
    uci_print(&session->searched.now, move, text);
    say(session, "info depth %d currmove %s currmovenumber %u", depth, text, number);
}

static void on_done(void *context, const EngineResult *result)
{
    UciSession *session = context;
    Position pos = session->searched.now;
    char best[UCI_MAX], ponder[UCI_MAX];
    if (result->move == MOVE_NONE) {
        say(session, "info depth 0 score %s", position_is_check(&pos) ? "mate 0" : "cp 0");
        say(session, "bestmove 0000");
        return;
    }
    uci_print(&pos, result->move, best);
    if (result->ponder == MOVE_NONE) {
        say(session, "bestmove %s", best);
        return;
    }
    position_play(&pos, result->move);
    uci_print(&pos, result->ponder, ponder);
    say(session, "bestmove %s ponder %s", best, ponder);
}

static void on_perft(void *context, Move move, uint64_t nodes)
{
    UciSession *session = context;
    char text[UCI_MAX];
    uci_print(&session->searched.now, move, text);
    say(session, "%s: %" PRIu64, text, nodes);
}

static void on_perft_done(void *context, uint64_t nodes, int64_t elapsed)
{
    UciSession *session = context;
    say(session, "Nodes searched: %" PRIu64, nodes);
    say(session, "info string %" PRIu64 " ms", (uint64_t)elapsed);
}

static void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory) {
        fputs("castled-uci: out of memory\n", stderr);
        abort();
    }
    return memory;
}

/* If the net cannot be used nothing changes. */
static void choose_net(UciSession *session, UciText value)
{
    UciComplaint complaint = {.text = ""};
    if (uci_eval_file_choose(value, session->net, &complaint))
        uci_search_set_net(session->search, session->net);
    else
        say(session, "info string %s", complaint.text);
}

/* With an empty path: the file beside the program, if there is one. */
static void choose_endings(UciSession *session, UciText value)
{
    char path[TABLEBASE_FILE_PATH_MAX] = "";
    const char *problem = "the path is too long";
    TablebaseFile *file = NULL;
    if (value.length == 0 || uci_text_is(value, "<empty>")) {
        if (!tablebase_file_find(path))
            path[0] = '\0';
    } else if (!uci_text_is(value, "<none>")) {
        if (value.length >= sizeof path) {
            say(session, "info string EndingsFile: %s", problem);
            return;
        }
        memcpy(path, value.at, value.length);
        path[value.length] = '\0';
    }
    if (path[0] && !(file = tablebase_file_open(path, &problem))) {
        say(session, "info string EndingsFile %.200s: %s", path, problem);
        return;
    }
    uci_search_set_tablebase(session->search, file ? tablebase_file_tablebase(file) : NULL);
    tablebase_file_close(session->tablebase);
    session->tablebase = file;
}

static void choose_book(UciSession *session, const char *path)
{
    const char *problem = "";
    BookFile *book = book_file_open(path, &problem);
    if (!book) {
        say(session, "info string BookFile %.200s: %s", path, problem);
        return;
    }
    book_file_close(session->book);
    session->book = book;
}

static void set_book(UciSession *session, UciText value)
{
    char path[TABLEBASE_FILE_PATH_MAX];
    if (value.length == 0 || uci_text_is(value, "<empty>")) {
        book_file_close(session->book);
        session->book = NULL;
    } else if (value.length < sizeof path) {
        memcpy(path, value.at, value.length);
        path[value.length] = '\0';
        choose_book(session, path);
    } else {
        say(session, "info string BookFile: the path is too long");
    }
}

UciSession *uci_session_new(const UciOutput *output)
{
    UciSession *session = allocate(sizeof *session);
    session->output = *output;
    pthread_mutex_init(&session->printing, NULL);
    session->moves = allocate(LINE_PLIES_MAX * sizeof(Move));
    session->spare = allocate(LINE_PLIES_MAX * sizeof(Move));
    session->hash = HASH_DEFAULT;
    session->threads = 1;
    session->multipv = 1;
    session->overhead = TIMEMAN_OVERHEAD;
    session->elo = ELO_DEFAULT;
    UciListener listener = {.context = session,
                            .info = on_info,
                            .move = on_move,
                            .done = on_done,
                            .perft = on_perft,
                            .perft_done = on_perft_done};
    session->search = uci_search_new(&listener);
    session->net = aligned_alloc(_Alignof(Nnue), sizeof *session->net);
    Position start;
    position_start(&start);
    line_init(&session->line, &start, session->moves, LINE_PLIES_MAX);
    if (!session->net || !uci_search_resize(session->search, HASH_DEFAULT, 1)) {
        fputs("castled-uci: out of memory\n", stderr);
        abort();
    }
    choose_net(session, (UciText){.length = 0});
    choose_endings(session, (UciText){.length = 0});
    return session;
}

void uci_session_free(UciSession *session)
{
    uci_search_free(session->search);
    pthread_mutex_destroy(&session->printing);
    book_file_close(session->book);
    tablebase_file_close(session->tablebase);
    free(session->net);
    free(session->moves);
    free(session->spare);
    free(session);
}

void uci_session_finish(UciSession *session)
{
    if (!uci_search_ends(session->search))
        uci_search_stop(session->search);
    uci_search_wait(session->search);
}

void uci_session_bound(UciSession *session, uint64_t nodes)
{
    session->bound = nodes;
}

static void introduce(UciSession *session)
{
    say(session, "id name castled");
    say(session, "id author the castled authors");
    say(session, "option name Hash type spin default %d min 1 max %d", HASH_DEFAULT, UCI_HASH_MAX);
    say(session, "option name Threads type spin default 1 min 1 max %d", UCI_THREADS_MAX);
    say(session, "option name Clear Hash type button");
    say(session, "option name Ponder type check default false");
    say(session, "option name MultiPV type spin default 1 min 1 max %d", ENGINE_MULTIPV_MAX);
    say(session, "option name Move Overhead type spin default %d min 0 max %d", TIMEMAN_OVERHEAD,
        TIMEMAN_OVERHEAD_MAX);
    say(session, "option name UCI_Chess960 type check default false");
    say(session, "option name UCI_ShowWDL type check default false");
    say(session, "option name UCI_LimitStrength type check default false");
    say(session, "option name UCI_Elo type spin default %d min %d max %d", ELO_DEFAULT,
        SKILL_RATING_MIN, SKILL_RATING_MAX);
    say(session, "option name EvalFile type string default <empty>");
    say(session, "option name EndingsFile type string default <empty>");
    say(session, "option name OwnBook type check default false");
    say(session, "option name BookFile type string default <empty>");
    say(session, "option name Seed type spin default 0 min 0 max %d", INT32_MAX);
#if defined(CASTLED_TUNE)
    char line[128];
    for (int i = 0; uci_parameters_introduce(i, line, sizeof line); i++)
        say(session, "%s", line);
#endif
    say(session, "uciok");
}

static bool read_check(UciText value, bool *flag)
{
    if (!uci_text_is(value, "true") && !uci_text_is(value, "false"))
        return false;
    *flag = uci_text_is(value, "true");
    return true;
}

/* False when the value cannot be used. */
static bool set_check(UciSession *session, UciText name, UciText value, bool *known)
{
    bool ignored;
    const struct {
        const char *name;
        bool *flag;
    } checks[] = {{"UCI_Chess960", &session->chess960},
                  {"UCI_LimitStrength", &session->limited},
                  {"UCI_ShowWDL", &session->show_wdl},
                  {"OwnBook", &session->own_book},
                  {"Ponder", &ignored}};
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        if (!uci_text_is(name, checks[i].name))
            continue;
        *known = true;
        return read_check(value, checks[i].flag);
    }
    return true;
}

static bool set_spin(UciSession *session, UciText name, UciText value, bool *known)
{
    const struct {
        const char *name;
        int64_t *number;
        int64_t least, most;
    } spins[] = {{"Hash", &session->hash, 1, UCI_HASH_MAX},
                 {"Threads", &session->threads, 1, UCI_THREADS_MAX},
                 {"MultiPV", &session->multipv, 1, ENGINE_MULTIPV_MAX},
                 {"Move Overhead", &session->overhead, 0, TIMEMAN_OVERHEAD_MAX},
                 {"UCI_Elo", &session->elo, SKILL_RATING_MIN, SKILL_RATING_MAX},
                 {"Seed", &session->seed, 0, INT32_MAX}};
#if defined(CASTLED_TUNE)
    if (!uci_parameters_set(name, value, known))
        return false;
#endif
    for (size_t i = 0; i < sizeof spins / sizeof spins[0]; i++) {
        if (!uci_text_is(name, spins[i].name))
            continue;
        *known = true;
        return uci_read_number(value, spins[i].least, spins[i].most, spins[i].number);
    }
    return true;
}

static void set_option(UciSession *session, UciText rest)
{
    UciText name, value;
    bool known = false;
    int64_t hash = session->hash;
    if (!uci_read_option(rest, &name, &value)) {
        say(session, "info string setoption needs a name");
        return;
    }
    if (uci_text_is(name, "Clear Hash")) {
        uci_search_clear(session->search);
        return;
    }
    if (uci_text_is(name, "EvalFile")) {
        choose_net(session, value);
        return;
    }
    if (uci_text_is(name, "BookFile")) {
        set_book(session, value);
        return;
    }
    if (uci_text_is(name, "EndingsFile")) {
        choose_endings(session, value);
        return;
    }
    if (!set_check(session, name, value, &known) || !set_spin(session, name, value, &known)) {
        say(session, "info string that option does not take this value: '%.*s'",
            value.length < 40 ? (int)value.length : 40, value.at);
        return;
    }
    if (!known) {
        say(session, "info string no such option: '%.*s'", name.length < 40 ? (int)name.length : 40,
            name.at);
        return;
    }
    if (!uci_search_resize(session->search, (unsigned)session->hash, (unsigned)session->threads)) {
        say(session, "info string not enough memory for Hash %" PRId64, session->hash);
        session->hash = hash;
    }
}

static void set_position(UciSession *session, UciText rest)
{
    UciComplaint complaint = {.text = ""};
    if (!uci_read_position(rest, session->chess960, &session->line, session->spare, &complaint)) {
        say(session, "info string %s", complaint.text);
        return;
    }
    Move *moves = session->moves;
    session->moves = session->spare;
    session->spare = moves;
}

/* Games differ, but a given seed repeats them. */
static uint64_t seed_of(const UciSession *session)
{
    return (uint64_t)session->seed << 32 ^ session->games;
}

/* Debian's book, if it is installed, unless another one was named. */
static bool plays_from_book(UciSession *session, const UciTask *task)
{
    const char *problem;
    const UciGo *wish = &task->go;
    if (!session->own_book || wish->infinite || wish->ponder || wish->only_count || wish->perft)
        return false;
    if (!session->book && !(session->book = book_file_open(BOOK_FILE_DEBIAN, &problem)))
        return false;
    Move move = book_choose(book_file_book(session->book), &session->line,
                            task->rating ? task->rating : SKILL_RATING_FULL, task->seed);
    char text[UCI_MAX];
    if (move == MOVE_NONE)
        return false;
    uci_print(&session->line.now, move, text);
    say(session, "info string from the book");
    say(session, "bestmove %s", text);
    return true;
}

static void go(UciSession *session, UciText rest)
{
    UciComplaint complaint = {.text = ""};
    UciTask task = {.multipv = (unsigned)session->multipv,
                    .overhead = session->overhead,
                    .rating = session->limited ? (int)session->elo : 0,
                    .seed = seed_of(session),
                    .bound = session->bound};
    uci_read_go(rest, &session->line.now, &task.go, &complaint);
    if (complaint.text[0])
        say(session, "info string %s", complaint.text);
    if (plays_from_book(session, &task))
        return;
    session->searched = session->line;
    uci_search_start(session->search, &session->line, &task);
}

static void show(UciSession *session)
{
    char fen[FEN_MAX];
    fen_print(&session->line.now, fen);
    say(session, "Fen: %s", fen);
    say(session, "Key: %016" PRIX64, session->line.now.key);
}

static void show_eval(UciSession *session)
{
    const Position *pos = &session->line.now;
    int value = engine_evaluate(session->net, pos);
    say(session, "Evaluation: %d cp for the side to move, %d cp for white", value,
        position_turn(pos) == WHITE ? value : -value);
}

static void bench(UciSession *session, UciText rest)
{
    int64_t depth = BENCH_DEPTH, elapsed;
    if (rest.length && !uci_read_number(rest, 1, 40, &depth)) {
        say(session, "info string bench takes a depth from 1 to 40");
        return;
    }
    uint64_t nodes = uci_search_bench(session->search, (int)depth, &elapsed);
    uci_search_clear(session->search);
    say(session, "%" PRIu64 " nodes %" PRIu64 " nps", nodes,
        nodes * 1000 / (uint64_t)(elapsed + 1));
}

/* For commands that are only possible while no search runs. Waits for a search that ends by itself; any other must be
 * stopped first. */
static bool may_change(UciSession *session)
{
    if (uci_search_is_running(session->search) && !uci_search_ends(session->search)) {
        say(session, "info string a search is running: send stop first");
        return false;
    }
    uci_search_wait(session->search);
    return true;
}

static void change(UciSession *session, UciKind kind, UciText rest)
{
    if (!may_change(session))
        return;
    switch (kind) {
    case UCI_SETOPTION: set_option(session, rest); break;
    case UCI_NEWGAME:
        uci_search_clear(session->search);
        session->games++;
        break;
    case UCI_POSITION: set_position(session, rest); break;
    case UCI_GO: go(session, rest); break;
    default: bench(session, rest); break;
    }
}

bool uci_session_line(UciSession *session, const char *line, size_t length)
{
    UciText rest;
    UciKind kind = uci_command((UciText){.at = line, .length = length}, &rest);
    switch (kind) {
    case UCI_EMPTY: break;
    case UCI_UNKNOWN:
        say(session, "info string unknown command: '%.*s'",
            rest.length < 40 ? (int)rest.length : 40, rest.at);
        break;
    case UCI_UCI: introduce(session); break;
    case UCI_DEBUG: session->debug = uci_text_is(rest, "on"); break;
    case UCI_ISREADY: say(session, "readyok"); break;
    case UCI_REGISTER: break;
    case UCI_STOP: uci_search_stop(session->search); break;
    case UCI_PONDERHIT: uci_search_ponderhit(session->search); break;
    case UCI_QUIT:
        if (!uci_search_is_perft(session->search))
            uci_search_stop(session->search);
        return false;
    case UCI_SHOW: show(session); break;
    case UCI_EVAL: show_eval(session); break;
    case UCI_SETOPTION:
    case UCI_NEWGAME:
    case UCI_POSITION:
    case UCI_GO:
    case UCI_BENCH: change(session, kind, rest); break;
    }
    return true;
}

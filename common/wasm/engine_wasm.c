#include "engine_wasm.h"

#include <stdatomic.h>
#include <string.h>

#include "bench.h"
#include "fen.h"
#include "wdl.h"

/* Where the linker's own memory ends. */
extern unsigned char __heap_base;

enum { PAGE = 65536 };

static Engine *engines[ENGINE_WASM_WORKERS_MAX];
static unsigned char *stacks[ENGINE_WASM_WORKERS_MAX];
static unsigned workers;
static Table table;

static _Alignas(64) Nnue net;
static unsigned char net_bytes[NNUE_FILE_MAX];
_Static_assert(NNUE_FILE_MAX == 1043512, "module.ts of the page (netMax) writes no more than that");
static bool has_net;

static Line line;
static Move moves[LINE_PLIES_MAX], other_moves[LINE_PLIES_MAX];
static Move *kept = moves, *spare = other_moves;
static SkillMemory memory;
static char text[ENGINE_WASM_TEXT_SIZE];

/* The limits of the search under way, for the helpers, too. */
static EngineLimits limits;
static double deadline;  /* 0: none */
static unsigned helpers; /* that take part */
static _Atomic bool done;

/* ---- text ---- */

typedef struct {
    size_t length;
} Out;

static void put(Out *out, const char *word)
{
    size_t length = strlen(word);
    memcpy(text + out->length, word, length);
    out->length += length;
}

static void put_number(Out *out, int64_t number)
{
    char digits[21];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    digits[--at] = '\0';
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0)
        put(out, "-");
    put(out, digits + at);
}

static void put_field(Out *out, const char *name, int64_t number)
{
    put(out, name);
    put_number(out, number);
}

static void put_score(Out *out, int score)
{
    if (score >= SCORE_MATE_BOUND)
        put_field(out, "mate ", (SCORE_MATE - score + 1) / 2);
    else if (score <= -SCORE_MATE_BOUND)
        put_field(out, "mate ", -(SCORE_MATE + score) / 2);
    else
        put_field(out, "cp ", score);
}

static void put_move(Out *out, const Position *pos, Move move)
{
    if (move == MOVE_NONE)
        put(out, "-");
    else
        out->length += uci_print(pos, move, text + out->length);
}

/* ---- hooks ---- */

static uint64_t all_nodes(void)
{
    uint64_t nodes = 0;
    for (unsigned i = 0; i <= helpers; i++)
        nodes += engine_nodes(engines[i]);
    return nodes;
}

static bool poll(void *context, uint64_t nodes)
{
    (void)context, (void)nodes;
    return engine_wasm_stopped() || (deadline != 0 && engine_wasm_now() >= deadline);
}

static bool poll_helper(void *context, uint64_t nodes)
{
    (void)context, (void)nodes;
    return atomic_load_explicit(&done, memory_order_relaxed);
}

static void tell(void *context, const EngineInfo *info)
{
    (void)context;
    Out out = {0};
    Position pos = line.now;
    Wdl probabilities = wdl_of(info->score, &pos);
    put_field(&out, "depth ", info->depth);
    put_field(&out, " seldepth ", info->selective_depth);
    put_field(&out, " multipv ", info->multipv);
    put(&out, " score ");
    put_score(&out, info->score);
    if (info->bound != BOUND_EXACT)
        put(&out, info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    put_field(&out, " wdl ", probabilities.win);
    put_field(&out, " ", probabilities.draw);
    put_field(&out, " ", probabilities.loss);
    put_field(&out, " nodes ", (int64_t)all_nodes());
    put_field(&out, " hashfull ", info->hash_permille);
    put(&out, " pv");
    for (unsigned i = 0; i < info->pv_length; i++) {
        put(&out, " ");
        put_move(&out, &pos, info->pv[i]);
        position_play(&pos, info->pv[i]);
    }
    engine_wasm_info((int)out.length);
}

/* ---- memory ---- */

static size_t aligned(size_t at)
{
    return (at + 63) / 64 * 64;
}

static bool grow_to(size_t end)
{
    size_t pages = (end + PAGE - 1) / PAGE, now = __builtin_wasm_memory_size(0);
    return pages <= now || __builtin_wasm_memory_grow(0, pages - now) != (size_t)-1;
}

static void use_net(void)
{
    for (unsigned i = 0; has_net && i < workers; i++)
        engine_set_net(engines[i], &net);
}

char *engine_wasm_init(void)
{
    Position start;
    attacks_init();
    position_start(&start);
    line_init(&line, &start, kept, LINE_PLIES_MAX);
    return text;
}

int engine_wasm_setup(int hash, int count)
{
    if (hash < ENGINE_WASM_HASH_MIN || hash > ENGINE_WASM_HASH_MAX || count < 1 ||
        count > ENGINE_WASM_WORKERS_MAX)
        return 0;
    size_t at = aligned((size_t)&__heap_base), each = aligned(engine_size());
    size_t bytes = (size_t)hash << 20;
    if (!grow_to(at + (size_t)count * (each + ENGINE_WASM_STACK) + bytes))
        return 0;
    workers = (unsigned)count;
    for (unsigned i = 0; i < workers; i++, at += each + ENGINE_WASM_STACK) {
        engines[i] = engine_init((void *)at, &table);
        stacks[i] = (unsigned char *)(at + each + ENGINE_WASM_STACK);
    }
    table_init(&table, (void *)at, bytes);
    memory = (SkillMemory){0};
    use_net();
    return 1;
}

unsigned char *engine_wasm_worker_stack(int number)
{
    return number >= 1 && number < (int)workers ? stacks[number] : NULL;
}

unsigned char *engine_wasm_net_bytes(void)
{
    return net_bytes;
}

int engine_wasm_load_net(int size)
{
    NnueError error = size >= 0 && size <= NNUE_FILE_MAX ? nnue_parse(net_bytes, (size_t)size, &net)
                                                         : NNUE_WRONG_SIZE;
    has_net = error == NNUE_OK;
    use_net();
    engine_wasm_clear();
    return (int)error;
}

void engine_wasm_clear(void)
{
    memory = (SkillMemory){0};
    if (workers)
        table_clear(&table);
    for (unsigned i = 0; i < workers; i++)
        engine_clear(engines[i]);
}

/* ---- position and search ---- */

static bool read_moves(Line *next, const char *from, const char *end)
{
    while (from < end) {
        const char *blank = memchr(from, ' ', (size_t)(end - from));
        const char *stop = blank ? blank : end;
        Move move;
        if (stop > from &&
            (uci_parse(&next->now, from, (size_t)(stop - from), &move) != NOTATION_OK ||
             !line_push(next, move)))
            return false;
        from = stop + 1;
    }
    return true;
}

int engine_wasm_position(int length, int chess960)
{
    Line next;
    Position start;
    if (length < 0 || length > ENGINE_WASM_TEXT_SIZE)
        return FEN_TOO_LONG;
    const char *end = text + length, *newline = memchr(text, '\n', (size_t)length);
    FenError error = fen_parse(text, (size_t)((newline ? newline : end) - text), &start, NULL);
    if (error)
        return (int)error;
    if (chess960)
        start.chess960 = 1;
    line_init(&next, &start, spare, LINE_PLIES_MAX);
    if (newline && !read_moves(&next, newline + 1, end))
        return -1;
    Move *old = kept;
    kept = spare;
    spare = old;
    line = next;
    return 0;
}

static int answer(Move move, Move ponder, int score, int depth, uint64_t nodes,
                  const char *decision)
{
    Out out = {0};
    Position pos = line.now;
    put_move(&out, &pos, move);
    put(&out, " ");
    put_score(&out, score);
    put_field(&out, " ", depth);
    put_field(&out, " ", (int64_t)nodes);
    if (ponder != MOVE_NONE) {
        position_play(&pos, move);
        put(&out, " ");
        put_move(&out, &pos, ponder);
    }
    put(&out, decision);
    return (int)out.length;
}

static uint64_t whole(double number)
{
    return number >= 1 && number < 9e15 ? (uint64_t)number : 0;
}

int engine_wasm_go(int depth, double nodes, double movetime, int multipv, int mate)
{
    if (!workers || !has_net)
        return 0;
    limits = (EngineLimits){
        .depth = depth > 0 ? depth : 0,
        .nodes = whole(nodes),
        .multipv = multipv < 1                    ? 1
                   : multipv > ENGINE_MULTIPV_MAX ? ENGINE_MULTIPV_MAX
                                                  : (unsigned)multipv,
        .mate = mate > 0 ? mate : 0,
    };
    deadline = movetime > 0 ? engine_wasm_now() + movetime : 0;
    EngineHooks hooks = {.poll = poll, .info = tell};
    EngineResult result;
    table_age(&table);
    /* A search with a node limit runs without helpers: it is exact and repeatable. */
    helpers = limits.nodes ? 0 : workers - 1;
    atomic_store(&done, false);
    if (helpers)
        engine_wasm_wake();
    engine_think(engines[0], &line, &limits, &hooks, &result);
    atomic_store(&done, true);
    if (helpers)
        engine_wasm_join();
    return answer(result.move, result.ponder, result.score, result.depth, all_nodes(), "");
}

void engine_wasm_help(int number)
{
    if (number < 1 || number >= (int)workers)
        return;
    EngineLimits own = limits;
    EngineHooks hooks = {.poll = poll_helper};
    EngineResult result;
    own.nodes = 0;
    own.helper = (unsigned)number;
    engine_think(engines[number], &line, &own, &hooks, &result);
}

int engine_wasm_play(int rating, double seed, double movetime)
{
    if (!workers || !has_net || rating < SKILL_RATING_MIN || rating > SKILL_RATING_FULL)
        return 0;
    deadline = movetime > 0 ? engine_wasm_now() + movetime : 0;
    EngineHooks hooks = {.poll = poll};
    SkillRequest request = {.rating = rating, .seed = whole(seed), .hooks = &hooks};
    SkillMove chosen;
    skill_choose(engines[0], &line, &request, &chosen);
    if (chosen.move == MOVE_NONE)
        return answer(MOVE_NONE, MOVE_NONE, 0, 0, 0, "");
    skill_remember(&memory, &chosen);
    const char *decision = "";
    if (skill_resigns(&memory, &line, rating)) {
        decision = " resigns";
    } else if (skill_offers_draw(&memory, &line)) {
        skill_note_offer(&memory);
        decision = " offers";
    }
    return answer(chosen.move, MOVE_NONE, chosen.score, 1, chosen.nodes, decision);
}

int engine_wasm_accepts_draw(void)
{
    return skill_accepts_draw(&memory, &line);
}

int engine_wasm_evaluate(void)
{
    return has_net ? engine_evaluate(&net, &line.now) : 0;
}

double engine_wasm_bench(int depth)
{
    BenchResult result = {0};
    if (!workers || !has_net || depth < 1 || depth > 40)
        return 0;
    bench_run(engines[0], &table, depth, &result);
    table_clear(&table);
    return (double)result.nodes;
}

#include "skill.h"

#include <assert.h>
#include <string.h>

#include "handicap.h"
#include "worker.h"

/* The settings for a rating; between two ratings they are interpolated. Calibrated by matches: README.md. */
typedef struct {
    int rating;
    uint32_t nodes;
    int blindness; /* thousandths */
    int foresight; /* quarters of a ply */
    int noise;     /* centipawns */
} Strength;

static const Strength strengths[] = {
    {400, 133, 778, 0, 255},  {600, 186, 708, 0, 218},   {800, 223, 658, 0, 197},
    {1000, 282, 587, 0, 172}, {1200, 345, 525, 1, 156},  {1400, 432, 462, 2, 140},
    {1600, 541, 405, 4, 126}, {1800, 748, 329, 6, 108},  {2000, 1060, 263, 7, 94},
    {2200, 1540, 203, 8, 77}, {2400, 2330, 157, 10, 64}, {2600, 2400, 38, 12, 75},
    {2800, 2700, 0, 19, 48},  {4000, 2000000, 0, 32, 0},
};

/* Even the strongest vary their openings: an error of at least this size in the first plies. */
enum { OPENING_NOISE = 10, OPENING_PLIES = 12 };

int skill_rating(int level)
{
    assert(level >= 1 && level <= SKILL_LEVEL_MAX);
    return level == SKILL_LEVEL_MAX ? SKILL_RATING_FULL : 200 + 200 * level;
}

static int between(int from, int to, int part, int whole)
{
    return from + (int)((int64_t)(to - from) * part / whole);
}

static Strength strength_of(int rating)
{
    assert(rating >= SKILL_RATING_MIN && rating <= SKILL_RATING_FULL);
    unsigned above = 1;
    while (strengths[above].rating < rating)
        above++;
    const Strength *low = &strengths[above - 1], *high = &strengths[above];
    int part = rating - low->rating, whole = high->rating - low->rating;
    return (Strength){
        .rating = rating,
        .nodes = (uint32_t)between((int)low->nodes, (int)high->nodes, part, whole),
        .blindness = between(low->blindness, high->blindness, part, whole),
        .foresight = between(low->foresight, high->foresight, part, whole),
        .noise = between(low->noise, high->noise, part, whole),
    };
}

uint64_t skill_nodes(int rating)
{
    return strength_of(rating).nodes;
}

/* A search of few nodes needs, and clears, only a small table. */
static size_t table_bytes(uint64_t nodes)
{
    size_t bytes = TABLE_BYTES_MIN;
    while (bytes < nodes * 32 && bytes < SKILL_TABLE_BYTES)
        bytes *= 2;
    return bytes;
}

void skill_choose(Engine *engine, const Line *line, const SkillRequest *request, SkillMove *chosen)
{
    Strength strength = strength_of(request->rating);
    Handicap handicap = {
        .seed = request->seed,
        .noise = strength.noise,
        .blindness = strength.blindness,
        .foresight = strength.foresight,
    };
    if (line->plies < OPENING_PLIES && handicap.noise < OPENING_NOISE)
        handicap.noise = OPENING_NOISE;
    const Tablebase *tablebase = engine->tablebase;
    /* A level is the same player on every machine, with a tablebase or without. */
    if (request->rating < SKILL_RATING_FULL)
        engine->tablebase = NULL;
    Table *whole = engine->table, part;
    table_init(&part, whole->buckets, table_bytes(strength.nodes));
    engine_clear(engine);
    /* cppcheck-suppress autoVariables ; only until the end of this function */
    engine->table = &part;
    engine->handicap = handicap.noise || handicap.blindness ? &handicap : NULL;

    EngineLimits limits = {.nodes = strength.nodes};
    EngineHooks hooks = {.poll = NULL};
    if (request->hooks) {
        hooks.context = request->hooks->context;
        hooks.poll = request->hooks->poll;
    }
    EngineResult result;
    engine_think(engine, line, &limits, &hooks, &result);
    table_clear(&part);
    engine->table = whole;
    engine->handicap = NULL;
    engine->tablebase = tablebase;
    *chosen = (SkillMove){
        .move = result.move, .score = result.score, .nodes = result.nodes, .cut = result.stopped};
}

enum {
    HOPELESS = -800,
    HOPELESS_STRONG = -600, /* strong players see sooner that a game is lost */
    STRONG = 1800,
    RESIGN_PLIES = 40,
    RESIGN_MOVES = 6,
    RESIGN_MOVES_WEAK = 10,
    RESIGN_RATING = 800, /* below it games are played to mate */
    EVEN = 15,
    DRAW_PLIES = 30,
    OFFER_PLIES = 80,
    OFFER_MOVES = 8,
    OFFER_PAUSE = 25,
};

static uint16_t count_on(uint16_t count, bool again)
{
    if (!again)
        return 0;
    return count < UINT16_MAX ? (uint16_t)(count + 1) : count;
}

void skill_remember(SkillMemory *memory, const SkillMove *chosen)
{
    memory->score = chosen->score;
    memory->moves = count_on(memory->moves, true);
    memory->hopeless = count_on(memory->hopeless, chosen->score <= HOPELESS_STRONG);
    memory->hopeless_all = count_on(memory->hopeless_all, chosen->score <= HOPELESS);
    memory->even = count_on(memory->even, chosen->score >= -EVEN && chosen->score <= EVEN);
    memory->since_offer = count_on(memory->since_offer, true);
}

bool skill_resigns(const SkillMemory *memory, const Line *line, int rating)
{
    if (rating < RESIGN_RATING || line->plies < RESIGN_PLIES)
        return false;
    if (rating >= STRONG)
        return memory->hopeless >= RESIGN_MOVES;
    return memory->hopeless_all >= RESIGN_MOVES_WEAK;
}

bool skill_accepts_draw(const SkillMemory *memory, const Line *line)
{
    if (memory->moves == 0 || line->plies < DRAW_PLIES)
        return false;
    /* When worse: always. When even: if nothing has happened for a while. */
    if (memory->score <= -EVEN)
        return true;
    return memory->score <= EVEN && memory->even >= 3;
}

bool skill_offers_draw(const SkillMemory *memory, const Line *line)
{
    if (line->plies < OFFER_PLIES || memory->even < OFFER_MOVES)
        return false;
    return !memory->offered || memory->since_offer >= OFFER_PAUSE;
}

void skill_note_offer(SkillMemory *memory)
{
    memory->offered = true;
    memory->since_offer = 0;
}

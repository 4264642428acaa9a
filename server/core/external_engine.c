#include "external_engine.h"

#include "apply.h"
#include "tell.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static EngineView view_of(const EngineAbout *about)
{
    EngineView view = {.name = about->name, .title = about->title, .chess960 = about->chess960};
    if (about->rated) {
        view.strength = "rating";
        view.least = about->rating_least;
        view.most = about->rating_most;
    } else if (about->skilled) {
        view.strength = "step";
        view.least = about->skill_least;
        view.most = about->skill_most;
    }
    return view;
}

void external_engine_list(Core *core, Visitor *visitor, const Request *request)
{
    EngineView views[ENGINES_MAX];
    size_t count = 0, all = core->options.engines ? engines_count(core->options.engines) : 0;
    for (size_t i = 0; i < all; i++) {
        const EngineAbout *about = engines_about(core->options.engines, i);
        if (about->ready)
            views[count++] = view_of(about);
    }
    print_engines(&core->text, request, views, count);
    tell_session(core, visitor->session, 0);
}

/* What is kept as the person's rating: a rating as it is, a step counted from 1 on. */
static bool strength_of(const EngineAbout *about, int32_t wanted, int32_t *strength)
{
    EngineView view = view_of(about);
    if (!view.strength || wanted < view.least || wanted > view.most)
        return false;
    *strength = about->rated ? wanted : wanted - view.least + 1;
    return about->rated == (*strength >= ENGINE_RATED);
}

static void refuse(Core *core, const Visitor *visitor, const Request *request, const char *why)
{
    tell_error(core, visitor->session, request, CODE_BAD_REQUEST, why, 0);
}

bool external_engine_find(Core *core, Visitor *visitor, const Request *request, Person *engine)
{
    const Engines *engines = core->options.engines;
    const char *name = request->challenge.engine;
    int number = engines ? engines_find(engines, name) : -1;
    int32_t strength = 0;
    const EngineAbout *about = number < 0 ? NULL : engines_about(engines, (size_t)number);
    if (!about)
        refuse(core, visitor, request, "engine: not found");
    else if (!about->ready)
        tell_error(core, visitor->session, request, CODE_NOT_NOW,
                   "that engine is not available right now", 0);
    else if (request->challenge.terms.variant == VARIANT_CHESS960 && !about->chess960)
        refuse(core, visitor, request, "variant: that engine does not play Chess960");
    else if (request->challenge.has_strength &&
             !strength_of(about, request->challenge.strength, &strength))
        refuse(core, visitor, request, "strength: that engine cannot be of that strength");
    else {
        *engine = person_engine(name, strength);
        return true;
    }
    return false;
}

static int number_of(const Core *core, int32_t level)
{
    const Engines *engines = core->options.engines;
    for (size_t i = 0; engines && i < engines_count(engines); i++)
        if (engine_level(engines_about(engines, i)->name) == level)
            return (int)i;
    return -1;
}

Person external_engine_person(const Core *core, int32_t level, int32_t strength)
{
    int number = number_of(core, level);
    if (number >= 0)
        return person_engine(engines_about(core->options.engines, (size_t)number)->name, strength);
    Person person = person_engine("gone", strength);
    person.level = level;
    return person;
}

bool external_engine_is_here(const Core *core, const Person *engine)
{
    return number_of(core, engine->level) >= 0;
}

void external_engine_ask(Core *core, const Person *engine, const Search *search, const Line *line)
{
    int number = number_of(core, engine->level);
    if (number < 0)
        return;
    const EngineAbout *about = engines_about(core->options.engines, (size_t)number);
    Search asked = *search;
    asked.rating = engine->rating;
    /* What it can do may have changed since the game began. */
    if (about->rated && asked.rating)
        asked.rating = asked.rating < about->rating_least  ? about->rating_least
                       : asked.rating > about->rating_most ? about->rating_most
                                                           : asked.rating;
    engines_ask(core->options.engines, number, &asked, line);
}

void core_engine_trouble(Core *core, const GameId *id, const char *words, bool over)
{
    Color seat;
    core_read_clocks(core);
    Game *game = core_game(core, id);
    if (!game || !game_computer(game, &seat) || game_is_over(game))
        return;
    Chat chat = {.game = &game->id,
                 .from = &game->seat[seat],
                 .player = true,
                 .words = words,
                 .wall = core->wall};
    print_chat(&core->text, &chat);
    tell_listeners(core, &game->players, game->journal);
    if (over)
        apply_presence(core, game, seat, false);
    core_touch(core, game);
}

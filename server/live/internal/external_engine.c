#include "external_engine.h"

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

void live_list_engines(Live *live, const Client *client, const Request *request)
{
    EngineView views[ENGINES_MAX];
    size_t count = 0, all = live->options.engines ? engines_count(live->options.engines) : 0;
    for (size_t i = 0; i < all; i++) {
        const EngineAbout *about = engines_about(live->options.engines, i);
        if (about->ready)
            views[count++] = view_of(about);
    }
    print_engines(&live->text, request, views, count);
    tell_session(live->clients, &live->text, client->session, 0);
}

/* A rating as it is, or a step counted from 1. */
static bool set_strength(const EngineAbout *about, int32_t wanted, Person *engine)
{
    EngineView view = view_of(about);
    if (!view.strength || wanted < view.least || wanted > view.most)
        return false;
    if (about->rated)
        engine->rating = wanted;
    else
        engine->step = wanted - view.least + 1;
    return about->rated ? engine->rating >= ENGINE_RATING_LEAST : engine->step <= ENGINE_STEP_MAX;
}

static void refuse(Live *live, const Client *client, const Request *request, const char *why)
{
    tell_error(live->clients, client->session, request, CODE_BAD_REQUEST, why, 0);
}

bool live_engine_plays(const Live *live, const char *name, Variant variant)
{
    const Engines *engines = live->options.engines;
    int number = engines ? engines_find(engines, name) : -1;
    const EngineAbout *about = number < 0 ? NULL : engines_about(engines, (size_t)number);
    return about && about->ready && (variant != VARIANT_CHESS960 || about->chess960);
}

bool live_find_engine(Live *live, const Client *client, const Request *request, Person *engine)
{
    const Engines *engines = live->options.engines;
    const char *name = request->challenge.engine;
    int number = engines ? engines_find(engines, name) : -1;
    *engine = person_engine(name);
    const EngineAbout *about = number < 0 ? NULL : engines_about(engines, (size_t)number);
    if (!about)
        refuse(live, client, request, "engine: not found");
    else if (!about->ready)
        tell_error(live->clients, client->session, request, CODE_NOT_NOW,
                   "that engine is not available right now", 0);
    else if (request->challenge.terms.variant == VARIANT_CHESS960 && !about->chess960)
        refuse(live, client, request, "variant: that engine does not play Chess960");
    else if (request->challenge.has_strength &&
             !set_strength(about, request->challenge.strength, engine))
        refuse(live, client, request, "strength: that engine cannot be of that strength");
    else
        return true;
    return false;
}

/* -1 when it is no longer among the options. */
static int number_of(const Live *live, const Person *engine)
{
    const Engines *engines = live->options.engines;
    return engines ? engines_find(engines, engine->name) : -1;
}

/* No engine can have this name in the options, where names are in lower case. */
static const char UNNAMED[] = "Engine";

static const char *name_of(const Live *live, const StoreSeat *seat)
{
    const Engines *engines = live->options.engines;
    if (seat->engine[0])
        return seat->engine;
    for (size_t i = 0; engines && i < engines_count(engines); i++)
        if (store_engine_number(engines_about(engines, i)->name) == seat->engine_number)
            return engines_about(engines, i)->name;
    return UNNAMED;
}

Person external_engine_person(const Live *live, const StoreSeat *seat)
{
    Person person = person_engine(name_of(live, seat));
    person.rating = seat->rating;
    person.step = seat->step;
    return person;
}

bool external_engine_is_here(const Live *live, const Person *engine)
{
    return number_of(live, engine) >= 0;
}

void external_engine_ask(Live *live, const Person *engine, const Search *search, const Line *line)
{
    int number = number_of(live, engine);
    if (number < 0)
        return;
    const EngineAbout *about = engines_about(live->options.engines, (size_t)number);
    Search asked = *search;
    asked.rating = about->rated ? engine->rating : engine->step;
    /* What it can do may have changed since the game began. */
    if (about->rated && asked.rating)
        asked.rating = asked.rating < about->rating_least  ? about->rating_least
                       : asked.rating > about->rating_most ? about->rating_most
                                                           : asked.rating;
    engines_ask(live->options.engines, number, &asked, line);
}

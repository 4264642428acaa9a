/* Of remote_call.h: games that are asked for. */
#include "remote_call.h"

#include "play_control.h"

#include <stdlib.h>
#include <string.h>

/* What is said of a game that is asked for. */
typedef struct {
    TimeControl control;
    bool rated, chess960;
    const char *color; /* NULL: any */
} Terms;

/* The words from 'text' on; false when one is not understood. */
static bool read_terms(const char *text, Terms *terms)
{
    *terms = (Terms){.control = {.timed = true, .initial = 300000, .increment = 3000}};
    while (*text) {
        char word[TYPED_WORD_MAX];
        size_t length = strcspn(text, " ");
        if (length >= sizeof word)
            return false;
        memcpy(word, text, length);
        word[length] = '\0';
        if (strcmp(word, "rated") == 0)
            terms->rated = true;
        else if (strcmp(word, "960") == 0)
            terms->chess960 = true;
        else if (strcmp(word, "white") == 0)
            terms->color = "white";
        else if (strcmp(word, "black") == 0)
            terms->color = "black";
        else if (!play_control_parse(word, &terms->control))
            return false;
        text += length + strspn(text + length, " ");
    }
    return true;
}

static void add_terms(Text *ask, const Terms *terms)
{
    if (terms->control.timed) {
        text_open(ask, "clock", '{');
        text_integer(ask, "initial", terms->control.initial);
        text_integer(ask, "increment", terms->control.increment);
        text_close(ask, '}');
    } else {
        text_null(ask, "clock");
    }
    if (terms->rated)
        text_bool(ask, "rated", true);
    if (terms->chess960)
        text_string(ask, "variant", "chess960");
    if (terms->color)
        text_string(ask, "color", terms->color);
}

void remote_do_seek(Call *call)
{
    Terms terms;
    Text ask;
    if (!read_terms(call->typed->argument, &terms)) {
        remote_say_form(call);
        return;
    }
    remote_ask_begin(call->table, &ask, "seek", NULL);
    add_terms(&ask, &terms);
    remote_ask_end(call->table, &ask);
}

void remote_do_unseek(Call *call)
{
    Text ask;
    if (!call->table->seek[0]) {
        SAY(call, "You are not looking for a game.");
        return;
    }
    remote_ask_begin(call->table, &ask, "unseek", NULL);
    text_string(&ask, "seek", call->table->seek);
    remote_ask_end(call->table, &ask);
    call->table->seek[0] = '\0';
}

void remote_do_computer(Call *call)
{
    Terms terms;
    Text ask;
    const char *rest = "";
    size_t level = remote_read_number(call->typed->argument, 13, &rest);
    if (level == 0 || !read_terms(rest, &terms) || terms.rated) {
        remote_say_form(call);
        return;
    }
    remote_ask_begin(call->table, &ask, "challenge", NULL);
    text_string(&ask, "to", "computer");
    text_integer(&ask, "level", (int64_t)level);
    add_terms(&ask, &terms);
    remote_ask_end(call->table, &ask);
}

void remote_do_link(Call *call)
{
    Terms terms;
    Text ask;
    if (!read_terms(call->typed->argument, &terms) || terms.rated) {
        remote_say_form(call);
        return;
    }
    remote_ask_begin(call->table, &ask, "challenge", NULL);
    text_string(&ask, "to", "link");
    add_terms(&ask, &terms);
    remote_ask_end(call->table, &ask);
}

void remote_do_challenge(Call *call)
{
    Terms terms;
    Text ask;
    char name[BOARD_VIEW_NAME_MAX + 1];
    const char *text = call->typed->argument;
    size_t length = strcspn(text, " ");
    if (length == 0 || length > BOARD_VIEW_NAME_MAX ||
        !read_terms(text + length + strspn(text + length, " "), &terms)) {
        remote_say_form(call);
        return;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    remote_ask_begin(call->table, &ask, "challenge", NULL);
    text_string(&ask, "to", "user");
    text_string(&ask, "name", name);
    add_terms(&ask, &terms);
    remote_ask_end(call->table, &ask);
}

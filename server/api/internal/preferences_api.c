/* What the Lichess API asks of an account beside its profile: its settings in Lichess's words, its email address, and whether it is
 * a child's. */
#include "memory.h"
#include "routes.h"
#include "store.h"

#include <cJSON.h>

#include <stdlib.h>
#include <string.h>

/* Empty when the account has confirmed no address. */
void account_email(Call *call)
{
    const StoreMailAddress *found = mail_find(call->server->mail, call->identity.account.id);
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "email", found ? found->address : "");
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void account_kid(Call *call)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_bool(&text, "kid", false);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void account_set_kid(Call *call)
{
    if (params_flag(&call->params, "v", true))
        answer_error(&call->asker, 400,
                     "There is no kid mode here: an operator can allow preset messages only.");
    else
        answer_ok(&call->asker);
}

/* ---- settings ---- */

/* The number that Lichess has for the chosen word; the first line of a setting is its default. */
static const struct {
    const char *name;    /* in the Lichess API */
    const char *setting; /* of the page */
    const char *word;
    int number;
} NUMBERS[] = {
    {"autoQueen", "autoQueen", "never", 1},
    {"autoQueen", "autoQueen", "premove", 2},
    {"autoQueen", "autoQueen", "always", 3},
    {"clockTenths", "tenths", "low", 1},
    {"clockTenths", "tenths", "hour", 2},
    {"clockTenths", "tenths", "never", 0},
    {"coords", "coordinates", "inside", 1},
    {"coords", "coordinates", "none", 0},
    {"pieceNotation", "notation", "local", 1},
    {"pieceNotation", "notation", "figurines", 0},
    {"zen", "zen", "off", 0},
    {"zen", "zen", "on", 1},
    {"blindfold", "blindfold", "off", 0},
    {"blindfold", "blindfold", "on", 1},
    {"keyboardMove", "entry", "hidden", 0},
    {"keyboardMove", "entry", "shown", 1},
};

static const char *chosen(const cJSON *settings, const char *setting)
{
    const char *word = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(settings, setting));
    return word ? word : "";
}

static bool is_chosen(const cJSON *settings, const char *setting, const char *word)
{
    return strcmp(chosen(settings, setting), word) == 0;
}

static void print_numbers(const cJSON *settings, Text *text)
{
    enum { COUNT = sizeof NUMBERS / sizeof *NUMBERS };
    for (int first = 0, next; first < COUNT; first = next) {
        int number = NUMBERS[first].number;
        for (next = first; next < COUNT && NUMBERS[next].setting == NUMBERS[first].setting; next++)
            if (is_chosen(settings, NUMBERS[next].setting, NUMBERS[next].word))
                number = NUMBERS[next].number;
        text_integer(text, NUMBERS[first].name, number);
    }
}

static void print_preferences(const cJSON *settings, Text *text)
{
    const char *language = chosen(settings, "language");
    const cJSON *volume = cJSON_GetObjectItemCaseSensitive(settings, "volume");
    bool is_silent = cJSON_IsNumber(volume) && volume->valueint == 0;
    text_open(text, NULL, '{');
    text_open(text, "prefs", '{');
    text_bool(text, "dark", is_chosen(settings, "scheme", "dark"));
    text_bool(text, "transp", false);
    text_bool(text, "is3d", false);
    text_string(text, "soundSet", is_silent ? "silent" : "standard");
    text_bool(text, "premove", !is_chosen(settings, "premoves", "none"));
    print_numbers(settings, text);
    text_close(text, '}');
    text_string(text, "language",
                *language && strcmp(language, "system") != 0 ? language : "en-GB");
    text_close(text, '}');
}

static void on_settings(void *context, StoreError error, const char *json, size_t length)
{
    Asker *asker = context;
    Text text;
    if (error == STORE_OK) {
        cJSON *settings = length ? cJSON_ParseWithLength(json, length) : NULL;
        text_init(&text);
        print_preferences(settings, &text);
        answer_json(asker, 200, &text);
        text_clear(&text);
        cJSON_Delete(settings);
    } else {
        answer_error(asker, 503, "The settings cannot be read right now.");
    }
    free(asker);
}

void account_preferences(Call *call)
{
    Asker *asker = memory_new(sizeof *asker);
    *asker = call->asker;
    if (store_read_listing(call->server->store, LISTING_SETTINGS, call->identity.account.id,
                           on_settings, asker))
        return;
    answer_error(asker, 503, "The server is busy: try again in a second.");
    free(asker);
}

/* Settings as JSON: what is stored in the acts. */
#include "setting_table.h"
#include "utf8.h"

#include <cJSON.h>

#include <string.h>

static bool is_secret(const Setting *setting)
{
    return strcmp(setting->name, "code") == 0 || strcmp(setting->name, "list") == 0;
}

static bool is_empty(const Setting *setting, const void *place)
{
    switch (setting->kind) {
    case SETTING_TEXT: return *(const char *)place == '\0';
    case SETTING_FLAG: return !*(const bool *)place;
    case SETTING_INSTANT: return *(const int64_t *)place == 0;
    default: return *(const int32_t *)place == 0;
    }
}

void tourney_settings_print(const TourneySettings *settings, bool secrets, Text *text)
{
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        const Setting *setting = &SETTINGS[i];
        const void *place = (const char *)settings + setting->offset;
        if (!(setting->formats & 1 << settings->format) || (is_secret(setting) && !secrets) ||
            (setting->is_new && is_empty(setting, place)))
            continue;
        switch (setting->kind) {
        case SETTING_TEXT: text_string(text, setting->name, place); break;
        case SETTING_FLAG: text_bool(text, setting->name, *(const bool *)place); break;
        case SETTING_INSTANT: text_integer(text, setting->name, *(const int64_t *)place); break;
        case SETTING_NUMBER: text_integer(text, setting->name, *(const int32_t *)place); break;
        case SETTING_WORD:
            text_string(text, setting->name, setting->words[*(const int32_t *)place]);
            break;
        }
    }
}

static bool parse_word(const Setting *setting, const char *word, int32_t *place)
{
    for (int i = 0; word && setting->words[i]; i++)
        if (strcmp(setting->words[i], word) == 0) {
            *place = i;
            return true;
        }
    return false;
}

static bool parse_number(const cJSON *member, double least, double most, double *number)
{
    *number = member->valuedouble;
    return cJSON_IsNumber(member) && *number >= least && *number <= most &&
           *number == (double)(int64_t)*number;
}

static bool parse_text(const char *text, size_t most, char *place)
{
    size_t length = strlen(text);
    if (length > most || !utf8_is_valid(text, length))
        return false;
    memcpy(place, text, length + 1);
    return true;
}

static bool parse_setting(TourneySettings *settings, const Setting *setting, const cJSON *member)
{
    void *place = (char *)settings + setting->offset;
    double number;
    switch (setting->kind) {
    case SETTING_TEXT:
        return cJSON_IsString(member) &&
               parse_text(member->valuestring, (size_t)setting->most, place);
    case SETTING_FLAG: *(bool *)place = cJSON_IsTrue(member); return cJSON_IsBool(member);
    case SETTING_WORD: return parse_word(setting, cJSON_GetStringValue(member), place);
    case SETTING_INSTANT:
        if (!parse_number(member, 0, 9e15, &number))
            return false;
        *(int64_t *)place = (int64_t)number;
        return true;
    case SETTING_NUMBER: break;
    }
    if (!parse_number(member, setting->least, setting->most, &number))
        return false;
    *(int32_t *)place = (int32_t)number;
    return true;
}

bool tourney_settings_parse(TourneySettings *settings, const cJSON *object)
{
    Format format;
    const char *word = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "format"));
    if (!word || !format_parse(word, &format))
        return false;
    tourney_settings_usual(settings, format);
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, SETTINGS[i].name);
        bool belongs = SETTINGS[i].formats & 1 << format;
        if (member && (!belongs || !parse_setting(settings, &SETTINGS[i], member)))
            return false;
    }
    char why[TOURNEY_WHY_MAX];
    return tourney_settings_check(settings, why);
}

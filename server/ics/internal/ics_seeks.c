/* Of ics_state.h: seeks in the lobby, and the commands that look for a game. */
#include "ics_state.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { RATING_ANY = 9999 };

/* ---- what somebody wants to play ---- */

void ics_ask_terms(IcsClient *client, const Terms *terms)
{
    static const char *const WISHES[] = {
        [WISH_RANDOM] = "random", [WISH_WHITE] = "white", [WISH_BLACK] = "black"};
    ask_control(&client->ask, &terms->control);
    text_string(&client->ask, "variant",
                terms->variant == VARIANT_CHESS960 ? "chess960" : "standard");
    text_bool(&client->ask, "rated", terms->rated);
    text_string(&client->ask, "color", WISHES[terms->color]);
}

static bool is_one_of(const char *word, const char *one, const char *two, const char *three)
{
    return strcmp(word, one) == 0 || strcmp(word, two) == 0 || strcmp(word, three) == 0;
}

static bool read_range(const char *word, int32_t range[2])
{
    int least, most, end = 0;
    if (sscanf(word, "%5d-%5d%n", &least, &most, &end) != 2 || word[end] != '\0' || least < 0 ||
        most < least)
        return false;
    range[0] = least;
    range[1] = most;
    return true;
}

static bool is_kind(const char *word)
{
    return is_one_of(word, "blitz", "standard", "lightning") || strcmp(word, "untimed") == 0;
}

/* A word other than a number; false when it is none. "manual", "auto" and "formula" change nothing here. */
static bool read_term(Terms *terms, const char *word)
{
    if (is_one_of(word, "rated", "r", "rated"))
        terms->rated = true;
    else if (is_one_of(word, "unrated", "u", "casual"))
        terms->rated = false;
    else if (is_one_of(word, "white", "w", "white"))
        terms->color = WISH_WHITE;
    else if (is_one_of(word, "black", "b", "black"))
        terms->color = WISH_BLACK;
    else if (is_one_of(word, "960", "chess960", "fr") || is_one_of(word, "wild/fr", "wild", "wild"))
        terms->variant = VARIANT_CHESS960;
    else
        return is_one_of(word, "manual", "m", "formula") || is_one_of(word, "auto", "a", "f");
    return true;
}

static bool set_clock(IcsClient *client, Terms *terms, const int numbers[2], int count)
{
    int minutes = count > 0 ? numbers[0] : client->variables.setting[ICS_SET_TIME];
    int seconds = count > 1 ? numbers[1] : count > 0 ? 0 : client->variables.setting[ICS_SET_INC];
    if (minutes > CLOCK_INITIAL_MAX / 60000 || seconds > CLOCK_INCREMENT_MAX / 1000) {
        ics_say(client, "A clock has at most %d minutes and %d seconds of increment.\n",
                CLOCK_INITIAL_MAX / 60000, CLOCK_INCREMENT_MAX / 1000);
        return false;
    }
    terms->control = (TimeControl){
        .timed = minutes || seconds, .initial = minutes * 60000, .increment = seconds * 1000};
    return true;
}

/* Whether a clock is of the kind that is wanted ("" is any); else says so. */
static bool check_kind(IcsClient *client, const Terms *terms, const char *wanted)
{
    const TimeControl *control = &terms->control;
    const char *kind = ics_kind(control, VARIANT_STANDARD);
    if (!*wanted || strcmp(kind, wanted) == 0)
        return true;
    ics_say(client, "%d %d is %s, not %s.\n", ics_minutes(control), ics_increment(control), kind,
            wanted);
    return false;
}

bool ics_read_terms(IcsClient *client, char *words, int32_t range[2])
{
    Terms terms = {.rated = client->variables.setting[ICS_SET_RATED] && !client->you.guest};
    int numbers[2] = {0, 0}, count = 0;
    const char *kind = "";
    for (const char *word; *(word = ics_word(&words, true));) {
        int number = ics_number(word);
        if (strcmp(word, "960") != 0 && number >= 0 && count < 2) {
            numbers[count++] = number;
        } else if (is_kind(word)) {
            kind = word;
        } else if (!(range && read_range(word, range)) && !read_term(&terms, word)) {
            ics_say(
                client,
                "\"%s\" is not understood here: minutes, seconds of increment, untimed, rated or "
                "unrated, white or black, 960%s.\n",
                word, range ? ", 1400-1700" : "");
            return false;
        }
    }
    if (count == 0 && strcmp(kind, "untimed") == 0)
        count = 2;
    if (!set_clock(client, &terms, numbers, count) || !check_kind(client, &terms, kind))
        return false;
    client->terms = terms;
    return true;
}

/* ---- the list ---- */

static void print_info(IcsClient *client, const IcsSeek *seek)
{
    const Terms *terms = &seek->terms;
    const Person *person = &seek->person;
    char name[ICS_NAME_MAX + 1];
    ics_say(client, "<s> %d w=%s ti=%s rt=%d%c t=%d i=%d r=%c tp=%s c=%c rr=%d-%d a=t f=f\n",
            seek->number, ics_name(person, name), person->guest ? "01" : "00",
            person->rating > 0 ? (int)person->rating : 0, person->provisional ? 'P' : ' ',
            ics_minutes(&terms->control), ics_increment(&terms->control), terms->rated ? 'r' : 'u',
            ics_kind(&terms->control, terms->variant),
            terms->color == WISH_WHITE   ? 'W'
            : terms->color == WISH_BLACK ? 'B'
                                         : '?',
            (int)seek->least, (int)seek->most);
}

static void print_ad(IcsClient *client, const IcsSeek *seek)
{
    char name[ICS_NAME_MAX + 1], rating[ICS_RATING_MAX];
    const TimeControl *control = &seek->terms.control;
    ics_say(client, "%s%s (%s) seeking %d %d %srated %s %s(\"play %d\" to respond)\n",
            ics_name(&seek->person, name), seek->person.guest ? "(U)" : "",
            ics_rating(&seek->person, rating), ics_minutes(control), ics_increment(control),
            seek->terms.rated ? "" : "un", ics_kind(control, seek->terms.variant),
            seek->terms.color == WISH_WHITE   ? "[white] "
            : seek->terms.color == WISH_BLACK ? "[black] "
                                              : "",
            seek->number);
}

/* Somebody new in the lobby. */
static void announce(IcsClient *client, const IcsSeek *seek)
{
    if (seek->is_own && !client->variables.on[ICS_SWITCH_SHOWOWNSEEK])
        return;
    if (client->variables.on[ICS_SWITCH_SEEKINFO])
        print_info(client, seek);
    else if (client->variables.setting[ICS_SET_SEEK] && !ics_current(client))
        print_ad(client, seek);
}

void ics_seeks_report(IcsClient *client)
{
    ics_say(client, "<sc>\n");
    for (size_t i = 0; i < client->seek_count; i++)
        if (!client->seeks[i].is_own || client->variables.on[ICS_SWITCH_SHOWOWNSEEK])
            print_info(client, &client->seeks[i]);
}

static Wish read_wish(const char *word)
{
    return strcmp(word, "white") == 0   ? WISH_WHITE
           : strcmp(word, "black") == 0 ? WISH_BLACK
                                        : WISH_RANDOM;
}

static bool read_seek(IcsClient *client, const cJSON *item, IcsSeek *seek)
{
    const cJSON *range = cJSON_GetObjectItemCaseSensitive(item, "rating");
    *seek = (IcsSeek){.least = 0, .most = RATING_ANY};
    if (!lobby_id_parse(&seek->id, message_text(item, "seek")))
        return false;
    seek->person = message_read_person(item, "person");
    seek->is_own = strcmp(seek->person.id, client->you.id) == 0;
    seek->terms = (Terms){.control = message_read_control(item, "clock"),
                          .variant = strcmp(message_text(item, "variant"), "chess960") == 0
                                         ? VARIANT_CHESS960
                                         : VARIANT_STANDARD,
                          .rated = message_flag(item, "rated"),
                          .color = read_wish(message_text(item, "color"))};
    if (cJSON_GetArraySize(range) == 2) {
        seek->least = cJSON_GetArrayItem(range, 0)->valueint;
        seek->most = cJSON_GetArrayItem(range, 1)->valueint;
    }
    seek->number = ics_number_of(client->seek_numbers, seek->id.text);
    return true;
}

static const IcsSeek *find(const IcsSeek *seeks, size_t count, const LobbyId *id)
{
    for (size_t i = 0; i < count; i++)
        if (lobby_id_equal(&seeks[i].id, id))
            return &seeks[i];
    return NULL;
}

static void tell_removed(IcsClient *client, const IcsSeek *now, size_t count)
{
    bool reports =
        client->variables.on[ICS_SWITCH_SEEKREMOVE] && client->variables.on[ICS_SWITCH_SEEKINFO];
    bool any = false;
    for (size_t i = 0; i < client->seek_count; i++) {
        if (find(now, count, &client->seeks[i].id))
            continue;
        if (reports)
            ics_say(client, any ? " %d" : "<sr> %d", client->seeks[i].number);
        any = true;
    }
    if (any && reports)
        ics_say(client, "\n");
}

void ics_hear_lobby(IcsClient *client, const cJSON *message)
{
    IcsSeek now[ICS_SEEKS_MAX], old[ICS_SEEKS_MAX];
    size_t count = 0, old_count = client->seek_count;
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(message, "seeks"))
    {
        if (count < ICS_SEEKS_MAX && read_seek(client, item, &now[count]))
            ics_number_hold(client->seek_numbers, now[count++].number);
    }
    tell_removed(client, now, count);
    memcpy(old, client->seeks, old_count * sizeof *old);
    memcpy(client->seeks, now, count * sizeof *now);
    client->seek_count = count;
    for (size_t i = 0; i < count; i++)
        if (client->knows_lobby && !find(old, old_count, &now[i].id))
            announce(client, &now[i]);
    for (size_t i = 0; i < old_count; i++)
        ics_number_release(client->seek_numbers, old[i].number);
    if (!client->knows_lobby && client->variables.on[ICS_SWITCH_SEEKINFO])
        ics_seeks_report(client);
    client->knows_lobby = true;
}

static void subscribe(IcsClient *client, bool on)
{
    client->hears_lobby = on;
    client->knows_lobby = false;
    ics_request(client, REQ_LOBBY, NULL);
    text_bool(&client->ask, "on", on);
}

void ics_seeks_settle(IcsClient *client)
{
    bool wanted =
        client->variables.setting[ICS_SET_SEEK] || client->variables.on[ICS_SWITCH_SEEKINFO];
    if (wanted == client->hears_lobby || !client->is_welcome)
        return;
    subscribe(client, wanted);
    ics_send(client);
}

/* ---- commands ---- */

static void posted(IcsClient *client, const cJSON *message, bool ok)
{
    if (!ok) {
        ics_say_refusal(client, message);
        return;
    }
    ics_seek_is_own(client, message_text(message, "seek"), true);
    ics_say(client, "Your seek has been posted with index %d.\n",
            ics_number_of(client->seek_numbers, message_text(message, "seek")));
}

void ics_run_seek(IcsClient *client, char *rest)
{
    int32_t range[2] = {0, RATING_ANY};
    if (!ics_read_terms(client, rest, range))
        return;
    ics_request(client, REQ_SEEK, NULL);
    ics_ask_terms(client, &client->terms);
    text_null(&client->ask, "fallback");
    if (range[0] > 0 || range[1] < RATING_ANY) {
        text_open(&client->ask, "rating", '[');
        text_integer(&client->ask, NULL, range[0] < RATING_MAX ? range[0] : RATING_MAX);
        text_integer(&client->ask, NULL, range[1] < RATING_MAX ? range[1] : RATING_MAX);
        text_close(&client->ask, ']');
    }
    ics_await(client, NULL, NULL, posted);
}

static void list_sought(IcsClient *client)
{
    char name[ICS_NAME_MAX + 1], rating[ICS_RATING_MAX];
    for (size_t i = 0; i < client->seek_count; i++) {
        const IcsSeek *seek = &client->seeks[i];
        const TimeControl *control = &seek->terms.control;
        ics_say(client, "%3d %4s %-17s%s %3d %3d %-7s %-10s %-7s %4d-%4d\n", seek->number,
                ics_rating(&seek->person, rating), ics_name(&seek->person, name),
                seek->person.guest ? "(U)" : "   ", ics_minutes(control), ics_increment(control),
                seek->terms.rated ? "rated" : "unrated", ics_kind(control, seek->terms.variant),
                seek->terms.color == WISH_WHITE   ? "[white]"
                : seek->terms.color == WISH_BLACK ? "[black]"
                                                  : "",
                (int)seek->least, (int)seek->most);
    }
    ics_say(client, "%zu ad%s displayed.\n", client->seek_count,
            client->seek_count == 1 ? "" : "s");
}

/* The command that has waited for the list of seeks. */
static void heard_sought(IcsClient *client, const cJSON *message, bool ok)
{
    if (!ok)
        ics_say_refusal(client, message);
    else
        list_sought(client);
    ics_seeks_settle(client);
}

static void want_list(IcsClient *client, IcsNext next)
{
    subscribe(client, true);
    ics_await(client, "lobby", NULL, next);
}

void ics_run_sought(IcsClient *client, char *rest)
{
    (void)rest;
    if (client->knows_lobby)
        list_sought(client);
    else
        want_list(client, heard_sought);
}

static void accepted(IcsClient *client, const cJSON *message, bool ok)
{
    const char *code = message_text(message, "code");
    if (ok)
        ics_say(client, "You accept the seek.\n");
    else if (strcmp(code, "stale") == 0)
        ics_say(client, "That seek is not available.\n");
    else
        ics_say_refusal(client, message);
}

static void accept_seek(IcsClient *client, const char *id)
{
    ics_request(client, REQ_ACCEPT, NULL);
    text_string(&client->ask, "seek", id);
    ics_await(client, NULL, NULL, accepted);
}

/* "play bob": once the list is known. */
static void play_named(IcsClient *client)
{
    for (size_t i = 0; i < client->seek_count; i++)
        if (!client->seeks[i].is_own && ics_name_is(client->words, &client->seeks[i].person)) {
            accept_seek(client, client->seeks[i].id.text);
            return;
        }
    ics_say(client, "%s has no seek.\n", client->words);
}

static void heard_named(IcsClient *client, const cJSON *message, bool ok)
{
    if (!ok)
        ics_say_refusal(client, message);
    else
        play_named(client);
    ics_seeks_settle(client);
}

void ics_run_play(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, false);
    int number = ics_number(word);
    const char *id = ics_number_id(client->seek_numbers, number);
    if (!*word) {
        ics_say(client, "play NUMBER or play NAME; \"sought\" lists who is looking for a game.\n");
    } else if (id) {
        accept_seek(client, id);
    } else if (number >= 0) {
        ics_say(client, "That seek is not available.\n");
    } else {
        snprintf(client->words, sizeof client->words, "%s", word);
        if (client->knows_lobby)
            play_named(client);
        else
            want_list(client, heard_named);
    }
}

static void ask_unseek(IcsClient *client, const char *id)
{
    ics_request(client, REQ_UNSEEK, NULL);
    text_string(&client->ask, "seek", id);
}

/* Own seeks end one after the other. */
static bool unseek_one(IcsClient *client, IcsNext next)
{
    if (!client->own_seek_count)
        return false;
    ask_unseek(client, client->own_seeks[--client->own_seek_count].id.text);
    ics_await(client, NULL, NULL, next);
    return true;
}

/* One that is gone already is gone. */
static void unseek_next(IcsClient *client, const cJSON *message, bool ok)
{
    (void)message, (void)ok;
    if (!unseek_one(client, unseek_next))
        ics_say(client, "Your seeks have been removed.\n");
}

static void unsought(IcsClient *client, const cJSON *message, bool ok)
{
    if (ok)
        ics_say(client, "Your seek %d has been removed.\n", client->index);
    else if (strcmp(message_text(message, "code"), "forbidden") == 0)
        ics_say(client, "Seek %d is not yours.\n", client->index);
    else
        ics_say(client, "You have no seek %d.\n", client->index);
}

void ics_run_unseek(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, true);
    client->index = ics_number(word);
    const char *id = ics_number_id(client->seek_numbers, client->index);
    if (!*word && !unseek_one(client, unseek_next)) {
        ics_say(client, "You have no active seeks.\n");
    } else if (*word && !id) {
        ics_say(client, "You have no seek %s.\n", word);
    } else if (id) {
        ask_unseek(client, id);
        ics_await(client, NULL, NULL, unsought);
    }
}

void ics_seek_is_own(IcsClient *client, const char *id, bool is_from_here)
{
    IcsOwnSeek own = {.is_from_here = is_from_here};
    if (!lobby_id_parse(&own.id, id))
        return;
    if (client->own_seek_count == ICS_OWN_SEEKS_MAX)
        memmove(client->own_seeks, client->own_seeks + 1,
                --client->own_seek_count * sizeof *client->own_seeks);
    client->own_seeks[client->own_seek_count++] = own;
}

static void forget(IcsClient *client, size_t at)
{
    client->own_seek_count--;
    memmove(client->own_seeks + at, client->own_seeks + at + 1,
            (client->own_seek_count - at) * sizeof *client->own_seeks);
}

void ics_seek_is_gone(IcsClient *client, const char *id)
{
    for (size_t i = client->own_seek_count; i-- > 0;)
        if (strcmp(client->own_seeks[i].id.text, id) == 0)
            forget(client, i);
}

void ics_seeks_withdraw(IcsClient *client)
{
    size_t before = client->own_seek_count;
    for (size_t i = client->own_seek_count; i-- > 0;) {
        if (!client->own_seeks[i].is_from_here)
            continue;
        ask_unseek(client, client->own_seeks[i].id.text);
        ics_send(client);
        forget(client, i);
    }
    if (client->own_seek_count < before)
        ics_say(client, "Your seeks have been removed.\n");
}

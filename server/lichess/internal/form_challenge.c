#include "fen.h"
#include "form_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Of a challenge. */
static void print_user(Text *text, const char *name, const Person *person, const FormPerson *about)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, name, '{');
    text_string(text, "id", form_handle(person, handle));
    text_string(text, "name", person->name);
    form_rating(text, person);
    form_title(text, about);
    if (about->online)
        text_bool(text, "online", true);
    text_close(text, '}');
}

/* Minutes: 3, 0.5, 0.25 */
static void print_show(Text *text, const TimeControl *control)
{
    char minutes[24], show[48];
    int hundredths = (int)((int64_t)control->initial * 100 / 60000);
    if (hundredths % 100 == 0)
        snprintf(minutes, sizeof minutes, "%d", hundredths / 100);
    else
        snprintf(minutes, sizeof minutes, hundredths % 10 ? "%d.%02d" : "%d.%d", hundredths / 100,
                 hundredths % 10 ? hundredths % 100 : hundredths % 100 / 10);
    snprintf(show, sizeof show, "%s+%d", minutes, control->increment / 1000);
    text_string(text, "show", show);
}

static void print_control(Text *text, const TimeControl *control)
{
    text_open(text, "timeControl", '{');
    text_string(text, "type",
                !control->timed ? "unlimited"
                : control->days ? "correspondence"
                                : "clock");
    if (control->days) {
        text_integer(text, "daysPerTurn", control->days);
    } else if (control->timed) {
        text_integer(text, "limit", control->initial / 1000);
        text_integer(text, "increment", control->increment / 1000);
        print_show(text, control);
    }
    text_close(text, '}');
}

/* In words, as the bot of whoever declines would say it. */
static const char *decline_sentence(const char *reason)
{
    static const char *const SENTENCES[][2] = {
        {"later", "This is not the right time for me, please ask again later."},
        {"tooFast", "This time control is too fast for me, please challenge again with a slower "
                    "game."},
        {"tooSlow", "This time control is too slow for me, please challenge again with a faster "
                    "game."},
        {"timeControl", "I'm not accepting challenges with this time control."},
        {"rated", "Please send me a rated challenge instead."},
        {"casual", "Please send me a casual challenge instead."},
        {"standard", "I'm not accepting variant challenges right now."},
        {"variant", "I'm not willing to play this variant right now."},
        {"noBot", "I'm not accepting challenges from bots."},
        {"onlyBot", "I'm only accepting challenges from bots."},
    };
    for (size_t i = 0; i < sizeof SENTENCES / sizeof *SENTENCES; i++)
        if (strcmp(SENTENCES[i][0], reason) == 0)
            return SENTENCES[i][1];
    return "I'm not accepting challenges at the moment.";
}

static void print_reason(Text *text, const char *reason)
{
    char key[24];
    size_t i = 0;
    for (; reason[i] && i < sizeof key - 1; i++)
        key[i] = (char)tolower((unsigned char)reason[i]);
    key[i] = '\0';
    text_string(text, "declineReason", decline_sentence(reason));
    text_string(text, "declineReasonKey", key);
}

static void print_terms(Text *text, const Challenge *challenge)
{
    static const char *const WISHES[] = {
        [WISH_RANDOM] = "random", [WISH_WHITE] = "white", [WISH_BLACK] = "black"};
    const Terms *terms = &challenge->terms;
    char fen[FEN_MAX];
    form_variant(text, terms->variant);
    text_bool(text, "rated", terms->rated);
    text_string(text, "speed", form_speed(&terms->control));
    print_control(text, &terms->control);
    text_string(text, "color", WISHES[terms->color]);
    text_string(text, "finalColor", color_word(challenge_color(challenge)));
    form_perf(text, &terms->control, terms->variant);
    if (challenge->has_start) {
        fen_print(&challenge->start, fen);
        text_string(text, "initialFen", fen);
    }
}

/* The challenge's id is that of its game, with a secret behind it that is in the link. */
static void print_link(Text *text, const FormChallenge *form)
{
    char id[GAME_ID_LENGTH + 1], url[384];
    snprintf(id, sizeof id, "%.*s", GAME_ID_LENGTH, form->challenge->id.text);
    snprintf(url, sizeof url, "%s/challenge/%s", form->base, form->challenge->id.text);
    text_string(text, "id", id);
    text_string(text, "url", url);
}

/* An open one has none until somebody has joined. */
static void print_challenger(Text *text, const FormChallenge *form)
{
    const Challenge *challenge = form->challenge;
    const OpenSeats *seats = &challenge->seats;
    int place = seats->joined[0] ? 0 : 1;
    if (!challenge->open)
        print_user(text, "challenger", &challenge->from, &form->from);
    else if (seats->joined[place])
        print_user(text, "challenger", &seats->player[place], &form->joined);
    else
        text_null(text, "challenger");
}

/* The links of those who are to have a colour of their own. */
static void print_open(Text *text, const FormChallenge *form)
{
    static const char *const NAMES[] = {[WHITE] = "urlWhite", [BLACK] = "urlBlack"};
    const Challenge *challenge = form->challenge;
    const OpenSeats *seats = &challenge->seats;
    char url[384], handle[PERSON_NAME_MAX + 1];
    for (Color color = WHITE; color <= BLACK; color++) {
        snprintf(url, sizeof url, "%s/challenge/%s?color=%s", form->base, challenge->id.text,
                 color_word(color));
        text_string(text, NAMES[color], url);
    }
    if (seats->title[0])
        text_string(text, "name", seats->title);
    text_integer(text, "expiresAt", challenge->expires);
    text_open(text, "open", '{');
    if (seats->named) {
        text_open(text, "userIds", '[');
        for (int place = 0; place < 2; place++)
            text_string(text, NULL, form_handle(&seats->player[place], handle));
        text_close(text, ']');
    }
    text_close(text, '}');
}

void form_challenge(Text *text, const char *name, const FormChallenge *form)
{
    const Challenge *challenge = form->challenge;
    text_open(text, name, '{');
    print_link(text, form);
    text_string(text, "status", form->status);
    print_challenger(text, form);
    if (challenge->link)
        text_null(text, "destUser");
    else
        print_user(text, "destUser", &challenge->to, &form->to);
    print_terms(text, challenge);
    message_rules(text, challenge->rules);
    if (challenge->open)
        print_open(text, form);
    if (form->reason)
        print_reason(text, form->reason);
    if (form->rematch_of)
        text_string(text, "rematchOf", form->rematch_of->text);
    text_close(text, '}');
}

void form_challenge_event(Text *text, const char *type, const FormChallenge *form)
{
    text_open(text, NULL, '{');
    text_string(text, "type", type);
    form_challenge(text, "challenge", form);
    form_compatible(text);
    text_close(text, '}');
}

/* Of ics_state.h: commands that list and set things. */
#include "ics_state.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- people ---- */

void ics_run_who(IcsClient *client, char *rest)
{
    IcsAsk ask = {.kind = ICS_ASK_WHO, .for_program = strchr(ics_rest(rest), 'I') != NULL};
    ics_query(client, &ask, ics_show_answer);
}

static void ask_about(IcsClient *client, IcsAskKind kind, const char *word)
{
    IcsAsk ask = {.kind = kind};
    if (*word)
        ics_name_meant(word, ask.name);
    ics_query(client, &ask, ics_show_answer);
}

void ics_run_finger(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, false);
    int level = ics_name_level(word);
    if (level)
        ics_say(client, "Finger of %s:\n\nThe server's computer at level %d of %d.\n", word, level,
                LEVEL_MAX);
    else
        ask_about(client, ICS_ASK_FINGER, word);
}

void ics_run_history(IcsClient *client, char *rest)
{
    ask_about(client, ICS_ASK_HISTORY, ics_word(&rest, false));
}

/* "smoves bob 3", "smoves 3", "smoves Ab12Cd34" */
void ics_run_smoves(IcsClient *client, char *rest)
{
    const char *name = ics_word(&rest, false), *index = ics_word(&rest, false);
    IcsAsk ask = {.kind = ICS_ASK_OLD_MOVES,
                  .thousandths = client->variables.on[ICS_SWITCH_MS],
                  .startpos = client->variables.on[ICS_SWITCH_STARTPOS]};
    if (ics_number(name) > 0 && !*index) {
        index = name;
        name = "";
    }
    ask.index = ics_number(index);
    if (*name)
        ics_name_meant(name, ask.name);
    if (!*index && strlen(name) == GAME_ID_LENGTH) {
        ask.kind = ICS_ASK_MOVES;
        memcpy(ask.game.text, name, GAME_ID_LENGTH + 1);
    } else if (ask.index < 1) {
        ics_say(client, "smoves NAME NUMBER, with a number of \"history NAME\".\n");
        return;
    }
    ics_query(client, &ask, ics_show_answer);
}

/* ---- games ---- */

static bool is_listed(const cJSON *game, const char *filter)
{
    Person white = message_read_person(game, "white"), black = message_read_person(game, "black");
    TimeControl control = message_read_control(game, "clock");
    Variant variant = strcmp(message_text(game, "variant"), "chess960") == 0 ? VARIANT_CHESS960
                                                                             : VARIANT_STANDARD;
    char name[ICS_NAME_MAX + 1];
    if (*filter == '/')
        return strchr(filter + 1, ics_kind_letter(&control, variant)) != NULL;
    size_t length = strlen(filter);
    return strncasecmp(ics_name(&white, name), filter, length) == 0 ||
           strncasecmp(ics_name(&black, name), filter, length) == 0;
}

static void list_game(IcsClient *client, const cJSON *game)
{
    Person white = message_read_person(game, "white"), black = message_read_person(game, "black");
    TimeControl control = message_read_control(game, "clock");
    const cJSON *clock = cJSON_GetObjectItemCaseSensitive(game, "clock");
    Variant variant = strcmp(message_text(game, "variant"), "chess960") == 0 ? VARIANT_CHESS960
                                                                             : VARIANT_STANDARD;
    char name[2][ICS_NAME_MAX + 1], rating[2][ICS_RATING_MAX], left[2][ICS_TIME_MAX];
    int ply = (int)message_integer(game, "ply");
    ics_say(client, "%3d %4s %-13s %4s %-13s [ %c%c%3d %3d] %6s - %6s %c:%3d\n",
            ics_number_of(client->game_numbers, message_text(game, "game")),
            ics_rating(&white, rating[0]), ics_name(&white, name[0]), ics_rating(&black, rating[1]),
            ics_name(&black, name[1]), ics_kind_letter(&control, variant),
            message_flag(game, "rated") ? 'r' : 'u', ics_minutes(&control), ics_increment(&control),
            ics_time(message_integer(clock, "white"), left[0]),
            ics_time(message_integer(clock, "black"), left[1]), ply % 2 ? 'B' : 'W', ply / 2 + 1);
}

static void heard_games(IcsClient *client, const cJSON *message, bool ok)
{
    const cJSON *game;
    int shown = 0, all = (int)message_integer(message, "count");
    if (!ok) {
        ics_say_refusal(client, message);
        return;
    }
    cJSON_ArrayForEach(game, cJSON_GetObjectItemCaseSensitive(message, "games"))
    {
        if (*client->words && !is_listed(game, client->words))
            continue;
        list_game(client, game);
        shown++;
    }
    ics_say(client, "\n  %d game%s displayed (of %d in progress).\n", shown, shown == 1 ? "" : "s",
            all);
}

void ics_run_games(IcsClient *client, char *rest)
{
    snprintf(client->words, sizeof client->words, "%.40s", ics_word(&rest, false));
    ics_request(client, REQ_GAMES, NULL);
    ics_await(client, "games", NULL, heard_games);
}

void ics_run_allobservers(IcsClient *client, char *rest)
{
    (void)rest;
    ics_say(client, "The page of a game shows who observes it; here only players' names are "
                    "known.\n");
}

void ics_run_follow(IcsClient *client, char *rest)
{
    ics_say(client, *ics_word(&rest, false)
                        ? "Nobody's games are followed here; \"observe NAME\" observes one.\n"
                        : "You will not follow any player's games.\n");
}

/* ---- variables ---- */

void ics_run_set(IcsClient *client, char *rest)
{
    const char *name = ics_word(&rest, true), *value = ics_rest(rest);
    if (!*name) {
        ics_say(client, "set VARIABLE VALUE; \"variables\" lists them.\n");
        return;
    }
    ics_variables_set(&client->variables, name, value, client->sink);
    ics_seeks_settle(client);
}

void ics_run_style(IcsClient *client, char *rest)
{
    const char *value = ics_word(&rest, true);
    ics_variables_set(&client->variables, "style", value, client->sink);
}

void ics_run_iset(IcsClient *client, char *rest)
{
    const char *name = ics_word(&rest, true), *value = ics_word(&rest, true);
    if (!*name) {
        ics_say(client, "iset SWITCH 0|1; \"ivariables\" lists them.\n");
        return;
    }
    IcsSetResult result = ics_variables_switch(&client->variables, name, value, client->sink);
    if (result == ICS_SET_OK && strcmp(name, "seekinfo") == 0 &&
        client->variables.on[ICS_SWITCH_SEEKINFO] && client->knows_lobby)
        ics_seeks_report(client);
    ics_seeks_settle(client);
}

/* Whose variables are asked for: only one's own can be seen. */
static bool is_own(IcsClient *client, const char *word)
{
    if (!*word || ics_name_is(word, &client->you))
        return true;
    ics_say(client, "Only your own variables are shown.\n");
    return false;
}

void ics_run_variables(IcsClient *client, char *rest)
{
    char name[ICS_NAME_MAX + 1];
    if (is_own(client, ics_word(&rest, false)))
        ics_variables_print(&client->variables, ics_name(&client->you, name), client->sink);
}

void ics_run_ivariables(IcsClient *client, char *rest)
{
    char name[ICS_NAME_MAX + 1];
    if (is_own(client, ics_word(&rest, false)))
        ics_switches_print(&client->variables, ics_name(&client->you, name), client->sink);
}

/* ---- others ---- */

void ics_run_date(IcsClient *client, char *rest)
{
    char date[ICS_DATE_MAX];
    (void)rest;
    ics_say(client, "Server time    - %s\n", ics_date(client->wall, date));
}

/* xboard makes "$" one: it is understood without. */
void ics_run_alias(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, false);
    if (strcmp(word, "$") == 0)
        ics_say(client, "Alias \"$\" set.\n");
    else
        ics_say(client, "There are no aliases here; commands can be shortened to what is "
                        "unambiguous.\n");
}

void ics_run_quit(IcsClient *client, char *rest)
{
    (void)rest;
    ics_say(client, "Thank you for playing here.\n");
    client->hooks.quit(client->hooks.context);
}

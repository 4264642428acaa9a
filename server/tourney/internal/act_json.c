/* Acts as JSON: the stored form, frozen (tests/data/golden/tourney_v1.jsonl). */
#include "tourney_act.h"

#include "base62.h"
#include "memory.h"
#include "utf8.h"

#include <cJSON.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static const char *const WORDS[ACT_COUNT] = {
#define X(name, word) #word,
    TOURNEY_ACTS(X)
#undef X
};

static const struct {
    const char *word;
    int halves[2];
} RESULTS[BOARD_RESULT_COUNT] = {
#define X(name, word, white, black) {word, {white, black}},
    BOARD_RESULTS(X)
#undef X
};

static const char *const ROLES[ROLE_COUNT] = {"none", "results", "arbiter", "organiser"};
static const char *const KINDS[] = {"account", "guest", "name", "computer", "engine"};

const char *tourney_act_word(TourneyActKind kind)
{
    return WORDS[kind];
}

static int find_word(const char *const *words, int count, const char *word)
{
    for (int i = 0; word && i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

bool tourney_act_parse_word(const char *word, TourneyActKind *kind)
{
    int found = find_word(WORDS, ACT_COUNT, word);
    *kind = found < 0 ? ACT_CREATED : (TourneyActKind)found;
    return found >= 0;
}

const char *board_result_word(BoardResult result)
{
    return RESULTS[result].word;
}

bool board_result_parse(const char *word, BoardResult *result)
{
    static const struct {
        const char *word;
        BoardResult result;
    } OTHERS[] = {
        {"1/2-1/2", BOARD_DRAW}, {"1/2-0", BOARD_HALF_WHITE}, {"0-1/2", BOARD_HALF_BLACK}};
    for (int i = BOARD_WHITE; i < BOARD_RESULT_COUNT; i++)
        if (strcmp(RESULTS[i].word, word) == 0) {
            *result = (BoardResult)i;
            return true;
        }
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(OTHERS[i].word, word) == 0) {
            *result = OTHERS[i].result;
            return true;
        }
    return false;
}

int board_result_halves(BoardResult result, bool white)
{
    return RESULTS[result].halves[!white];
}

const char *tourney_role_word(TourneyRole role)
{
    return ROLES[role];
}

bool tourney_role_parse(const char *word, TourneyRole *role)
{
    int found = find_word(ROLES, ROLE_COUNT, word);
    *role = found < 0 ? ROLE_NONE : (TourneyRole)found;
    return found >= 0;
}

void tourney_act_clear(TourneyAct *act)
{
    free(act->settings);
    free(act->boards);
    free(act->pairs);
    act->settings = NULL;
    act->boards = NULL;
    act->pairs = NULL;
}

/* ---- printed ---- */

static void print_filled(Text *text, const char *name, const char *value)
{
    if (*value)
        text_string(text, name, value);
}

static void print_number(Text *text, const char *name, int64_t value)
{
    if (value)
        text_integer(text, name, value);
}

static void print_set(Text *text, const char *name, bool value)
{
    if (value)
        text_bool(text, name, true);
}

static void print_person(const TourneyPerson *person, Text *text)
{
    text_open(text, "person", '{');
    text_string(text, "kind", KINDS[person->kind]);
    print_filled(text, "user", person->user);
    text_string(text, "name", person->name);
    print_number(text, "rating", person->rating);
    print_set(text, "provisional", person->provisional);
    print_set(text, "bot", person->bot);
    print_number(text, "level", person->level);
    print_filled(text, "title", person->title);
    print_filled(text, "federation", person->federation);
    print_filled(text, "fideId", person->fide_id);
    print_filled(text, "birth", person->birth);
    print_filled(text, "sex", person->sex);
    print_filled(text, "team", person->team);
    text_close(text, '}');
}

static void print_boards(const TourneyAct *act, Text *text)
{
    text_open(text, "boards", '[');
    for (uint32_t i = 0; i < act->boards_count; i++) {
        const PairedBoard *board = &act->boards[i];
        text_open(text, NULL, '{');
        text_integer(text, "white", board->white);
        print_number(text, "black", board->black);
        print_filled(text, "game", board->game.text);
        print_number(text, "match", board->match);
        print_set(text, "tiebreak", board->is_tiebreak);
        print_set(text, "decides", board->decides);
        print_filled(text, "result", board_result_word(board->result));
        text_close(text, '}');
    }
    text_close(text, ']');
}

static void print_seed(uint64_t seed, Text *text)
{
    char digits[17];
    for (int i = 0; i < 16; i++)
        digits[i] = "0123456789abcdef"[seed >> (60 - 4 * i) & 15];
    digits[16] = '\0';
    text_string(text, "seed", digits);
}

static void print_team(const TourneyAct *act, Text *text)
{
    print_number(text, "team", act->team);
    if (act->kind == ACT_TEAM) {
        text_open(text, "about", '{');
        print_filled(text, "id", act->about.id);
        text_string(text, "name", act->about.name);
        print_filled(text, "captain", act->about.captain);
        print_filled(text, "captainName", act->about.captain_name);
        text_close(text, '}');
    }
    if (act->kind == ACT_LINEUP) {
        text_open(text, "lineup", '[');
        for (uint32_t i = 0; i < act->lineup_count; i++)
            text_integer(text, NULL, act->lineup[i]);
        text_close(text, ']');
    }
    if (!act->pairs)
        return;
    text_open(text, "matches", '[');
    for (uint32_t i = 0; i < act->pairs_count; i++) {
        text_open(text, NULL, '{');
        text_integer(text, "home", act->pairs[i].home);
        print_number(text, "away", act->pairs[i].away);
        text_close(text, '}');
    }
    text_close(text, ']');
}

static bool has_person(TourneyActKind kind)
{
    return kind == ACT_JOIN || kind == ACT_ADD || kind == ACT_PLAYER || kind == ACT_ROLE;
}

static void print_rest(const TourneyAct *act, Text *text)
{
    print_number(text, "player", act->player);
    print_number(text, "other", act->other);
    print_number(text, "round", act->round);
    if (act->kind == ACT_BYE)
        text_integer(text, "halves", act->halves);
    if (act->kind == ACT_START) {
        print_seed(act->seed, text);
        print_number(text, "rules", act->rules);
    }
    if (act->kind == ACT_PAIR || act->kind == ACT_BOARDS)
        print_boards(act, text);
    print_number(text, "board", act->board);
    print_filled(text, "result", board_result_word(act->result));
    print_number(text, "plies", act->plies);
    print_set(text, "byPlay", act->by_play);
    if (act->kind == ACT_TIME) {
        text_string(text, "side", act->black ? "black" : "white");
        text_integer(text, "seconds", act->seconds);
    }
    print_number(text, "until", act->until);
    print_team(act, text);
}

void tourney_act_print(const TourneyAct *act, bool secrets, Text *text)
{
    text_open(text, NULL, '{');
    text_integer(text, "seq", act->seq);
    text_integer(text, "at", act->at);
    if (act->by[0]) {
        text_string(text, "by", act->by);
        text_string(text, "byName", act->by_name);
    } else {
        text_null(text, "by");
        text_null(text, "byName");
    }
    text_string(text, "act", WORDS[act->kind]);
    print_filled(text, "id", act->id.text);
    if (act->settings) {
        text_open(text, "settings", '{');
        tourney_settings_print(act->settings, secrets, text);
        text_close(text, '}');
    }
    if (has_person(act->kind))
        print_person(&act->person, text);
    if (act->kind == ACT_ROLE)
        text_string(text, "role", ROLES[act->role]);
    print_rest(act, text);
    print_filled(text, "reason", act->reason);
    text_bool(text, "confirmed", act->confirmed);
    text_close(text, '}');
}

/* ---- parsed ---- */

static const cJSON *member_of(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* An absent or null member is 0. */
static bool parse_number(const cJSON *object, const char *name, double most, int64_t *number)
{
    const cJSON *member = member_of(object, name);
    double value = member ? member->valuedouble : 0;
    *number = 0;
    if (!member || cJSON_IsNull(member))
        return true;
    if (!cJSON_IsNumber(member) || !(value >= -1 && value <= most) ||
        value != (double)(int64_t)value)
        return false;
    *number = (int64_t)value;
    return true;
}

static bool parse_u32(const cJSON *object, const char *name, uint32_t *number)
{
    int64_t value;
    bool is_good = parse_number(object, name, UINT32_MAX, &value) && value >= 0;
    *number = is_good ? (uint32_t)value : 0;
    return is_good;
}

static bool parse_i32(const cJSON *object, const char *name, int32_t *number)
{
    int64_t value;
    bool is_good = parse_number(object, name, INT32_MAX, &value);
    *number = is_good ? (int32_t)value : 0;
    return is_good;
}

static bool parse_flag(const cJSON *object, const char *name, bool *flag)
{
    const cJSON *member = member_of(object, name);
    *flag = cJSON_IsTrue(member);
    return !member || cJSON_IsBool(member);
}

/* 'size' bytes with the NUL; no control characters but line ends, which only settings have. Not utf8_is_line: a name with
 * stacks of marks could be stored until those were refused, and is read for ever. */
static bool parse_text(const cJSON *object, const char *name, char *text, size_t size)
{
    const cJSON *member = member_of(object, name);
    const char *value = cJSON_GetStringValue(member);
    *text = '\0';
    if (!member || cJSON_IsNull(member))
        return true;
    if (!value || strlen(value) >= size)
        return false;
    snprintf(text, size, "%s", value);
    uint32_t point;
    for (size_t left = strlen(value), taken; left; value += taken, left -= taken) {
        taken = utf8_take(value, left, &point);
        if (!taken || !utf8_is_plain(point))
            return false;
    }
    return true;
}

bool tourney_person_is_program(const TourneyPerson *person)
{
    return person->kind == TOURNEY_COMPUTER || person->kind == TOURNEY_ENGINE;
}

static bool parse_person(const cJSON *object, TourneyPerson *person)
{
    int kind = find_word(KINDS, (int)(sizeof KINDS / sizeof *KINDS),
                         cJSON_GetStringValue(member_of(object, "kind")));
    person->kind = kind < 0 ? 0 : kind;
    return kind >= 0 && parse_text(object, "user", person->user, sizeof person->user) &&
           parse_text(object, "name", person->name, sizeof person->name) &&
           parse_i32(object, "rating", &person->rating) && person->rating >= 0 &&
           person->rating <= RATING_MAX &&
           parse_flag(object, "provisional", &person->provisional) &&
           parse_flag(object, "bot", &person->bot) && parse_i32(object, "level", &person->level) &&
           person->level >= 0 && person->level <= LEVEL_MAX &&
           parse_text(object, "title", person->title, sizeof person->title) &&
           parse_text(object, "federation", person->federation, sizeof person->federation) &&
           parse_text(object, "fideId", person->fide_id, sizeof person->fide_id) &&
           parse_text(object, "birth", person->birth, sizeof person->birth) &&
           parse_text(object, "sex", person->sex, sizeof person->sex) &&
           parse_text(object, "team", person->team, sizeof person->team);
}

static bool parse_result(const cJSON *object, BoardResult *result)
{
    const char *word = cJSON_GetStringValue(member_of(object, "result"));
    *result = BOARD_NONE;
    return member_of(object, "result") ? word && board_result_parse(word, result) : true;
}

static bool parse_board(const cJSON *object, PairedBoard *board)
{
    bool is_good = cJSON_IsObject(object) && parse_u32(object, "white", &board->white) &&
                   parse_u32(object, "black", &board->black) &&
                   parse_text(object, "game", board->game.text, sizeof board->game.text) &&
                   parse_u32(object, "match", &board->match) &&
                   parse_flag(object, "tiebreak", &board->is_tiebreak) &&
                   parse_flag(object, "decides", &board->decides) &&
                   parse_result(object, &board->result);
    return is_good && (!board->game.text[0] || base62_is(board->game.text, GAME_ID_LENGTH));
}

static bool parse_boards(const cJSON *list, TourneyAct *act)
{
    int count = cJSON_GetArraySize(list);
    const cJSON *board;
    if (!cJSON_IsArray(list) || count > TOURNEY_ACT_BOARDS_MAX)
        return false;
    act->boards = memory_array((size_t)count + 1, sizeof *act->boards);
    cJSON_ArrayForEach(board, list)
    {
        if (!parse_board(board, &act->boards[act->boards_count++]))
            return false;
    }
    return true;
}

static bool parse_pairs(const cJSON *list, TourneyAct *act)
{
    int count = cJSON_GetArraySize(list);
    const cJSON *pair;
    if (!list)
        return true;
    if (!cJSON_IsArray(list) || count > TOURNEY_TEAMS_MAX)
        return false;
    act->pairs = memory_array((size_t)count + 1, sizeof *act->pairs);
    cJSON_ArrayForEach(pair, list)
    {
        PairedTeams *paired = &act->pairs[act->pairs_count++];
        if (!cJSON_IsObject(pair) || !parse_u32(pair, "home", &paired->home) ||
            !parse_u32(pair, "away", &paired->away))
            return false;
    }
    return true;
}

static bool parse_lineup(const cJSON *list, TourneyAct *act)
{
    const cJSON *number;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > TOURNEY_LINEUP_MAX)
        return false;
    cJSON_ArrayForEach(number, list)
    {
        if (!cJSON_IsNumber(number) || !(number->valuedouble >= 1) ||
            number->valuedouble > TOURNEY_PLAYERS_MAX)
            return false;
        act->lineup[act->lineup_count++] = (uint32_t)number->valuedouble;
    }
    return true;
}

static bool parse_about(const cJSON *object, TourneyTeamAbout *about)
{
    return cJSON_IsObject(object) && parse_text(object, "id", about->id, sizeof about->id) &&
           parse_text(object, "name", about->name, sizeof about->name) && about->name[0] &&
           parse_text(object, "captain", about->captain, sizeof about->captain) &&
           parse_text(object, "captainName", about->captain_name, sizeof about->captain_name);
}

static bool parse_seed(const cJSON *object, uint64_t *seed)
{
    const char *word = cJSON_GetStringValue(member_of(object, "seed"));
    if (!word || strlen(word) != 16 || strspn(word, "0123456789abcdef") != 16)
        return false;
    *seed = strtoull(word, NULL, 16);
    return true;
}

static bool parse_settings(const cJSON *object, TourneyAct *act)
{
    act->settings = memory_new(sizeof *act->settings);
    return cJSON_IsObject(object) && tourney_settings_parse(act->settings, object);
}

static bool parse_time(const cJSON *object, TourneyAct *act)
{
    const char *side = cJSON_GetStringValue(member_of(object, "side"));
    const cJSON *seconds = member_of(object, "seconds");
    if (!side || (strcmp(side, "white") != 0 && strcmp(side, "black") != 0) ||
        !cJSON_IsNumber(seconds) || seconds->valuedouble > TOURNEY_SECONDS_MAX ||
        seconds->valuedouble < -TOURNEY_SECONDS_MAX)
        return false;
    act->black = *side == 'b';
    act->seconds = (int32_t)seconds->valuedouble;
    return act->seconds == seconds->valuedouble;
}

/* What belongs to some kinds only. */
static bool parse_own(const cJSON *object, TourneyAct *act)
{
    TourneyActKind kind = act->kind;
    bool is_good = true;
    if (kind == ACT_CREATED || kind == ACT_SETTINGS)
        is_good = parse_settings(member_of(object, "settings"), act);
    if (is_good && kind == ACT_CREATED)
        is_good = base62_is(act->id.text, TOURNEY_ID_LENGTH);
    if (is_good && has_person(kind))
        is_good = parse_person(member_of(object, "person"), &act->person);
    if (is_good && kind == ACT_ROLE)
        is_good = tourney_role_parse(cJSON_GetStringValue(member_of(object, "role")), &act->role);
    if (is_good && kind == ACT_START)
        is_good = parse_seed(object, &act->seed) && parse_u32(object, "rules", &act->rules);
    if (is_good && (kind == ACT_PAIR || kind == ACT_BOARDS))
        is_good = parse_boards(member_of(object, "boards"), act);
    if (is_good && kind == ACT_PAIR)
        is_good = parse_pairs(member_of(object, "matches"), act);
    if (is_good && kind == ACT_TEAM)
        is_good = parse_about(member_of(object, "about"), &act->about);
    if (is_good && kind == ACT_LINEUP)
        is_good = parse_lineup(member_of(object, "lineup"), act);
    if (is_good && kind == ACT_TIME)
        is_good = parse_time(object, act);
    return is_good;
}

static bool parse_members(const cJSON *object, TourneyAct *act)
{
    return cJSON_IsObject(object) &&
           tourney_act_parse_word(cJSON_GetStringValue(member_of(object, "act")), &act->kind) &&
           parse_u32(object, "seq", &act->seq) && parse_number(object, "at", 9e15, &act->at) &&
           parse_text(object, "by", act->by, sizeof act->by) &&
           parse_text(object, "byName", act->by_name, sizeof act->by_name) &&
           parse_text(object, "id", act->id.text, sizeof act->id.text) &&
           parse_u32(object, "player", &act->player) && parse_u32(object, "other", &act->other) &&
           parse_u32(object, "team", &act->team) && parse_u32(object, "round", &act->round) &&
           parse_i32(object, "halves", &act->halves) && act->halves <= 2 &&
           parse_u32(object, "board", &act->board) && parse_u32(object, "plies", &act->plies) &&
           parse_result(object, &act->result) && parse_flag(object, "byPlay", &act->by_play) &&
           parse_number(object, "until", 9e15, &act->until) && act->until >= 0 &&
           parse_flag(object, "confirmed", &act->confirmed) &&
           parse_text(object, "reason", act->reason, sizeof act->reason) && parse_own(object, act);
}

bool tourney_act_parse(TourneyAct *act, const char *text, size_t length)
{
    memset(act, 0, sizeof *act);
    if (length > TOURNEY_ACT_SIZE_MAX)
        return false;
    cJSON *object = cJSON_ParseWithLength(text, length);
    bool is_good = parse_members(object, act);
    cJSON_Delete(object);
    if (!is_good)
        tourney_act_clear(act);
    return is_good;
}

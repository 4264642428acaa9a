#include "trf.h"
#include "trf_line.h"

#include <string.h>

enum { FIRST_ROUND_COLUMN = 92, ROUND_COLUMNS = 10 };

typedef struct {
    Tournament *tournament;
    TrfProblem *problem;
    TrfLine line;
    const char *text;
    size_t length;
    bool by_position;     /* XXC rank: players are numbered by their place in the file */
    bool has_pairing_bye; /* its worth was given, so that it does not follow the win's */
    bool is_accelerated;
} Reader;

static bool refuse(Reader *r, TrfError error, int column)
{
    *r->problem = (TrfProblem){.error = error, .row = r->line.row, .column = column};
    return false;
}

/* --- players -------------------------------------------------------------------------------- */

static RoundResult result_of(char letter)
{
    static const char letters[] = " 1=0WDL+-HFUZ"; /* in the order of RoundResult */
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (RoundResult)(found - letters) : RESULT_COUNT;
}

static bool read_opponent(Reader *r, int column, uint16_t *opponent)
{
    int id;
    *opponent = 0;
    if (trf_line_number(&r->line, column, column + 3, &id) == FIELD_BAD)
        return refuse(r, TRF_BAD_ID, column);
    *opponent = (uint16_t)id;
    return true;
}

/* One round of a player. */
static bool read_game(Reader *r, int column, int own_id, RoundGame *game)
{
    if (!read_opponent(r, column, &game->opponent))
        return false;
    if (game->opponent == own_id)
        return refuse(r, TRF_BAD_ID, column);
    char colour = trf_line_char(&r->line, column + 5);
    if (colour != 'w' && colour != 'b' && colour != '-' && colour != ' ' && colour != 'W' &&
        colour != 'B')
        return refuse(r, TRF_BAD_COLOUR, column + 5);
    game->colour = colour == 'w' || colour == 'W'   ? SIDE_WHITE
                   : colour == 'b' || colour == 'B' ? SIDE_BLACK
                                                    : SIDE_NONE;
    RoundResult result = result_of(trf_line_char(&r->line, column + 7));
    if (result == RESULT_COUNT)
        return refuse(r, TRF_BAD_RESULT, column + 7);
    bool forfeit = result == RESULT_FORFEIT_WIN || result == RESULT_FORFEIT_LOSS;
    game->result = (uint8_t)result;
    if (!game->opponent) {
        if (result == RESULT_DRAW && colour != 'w' && colour != 'b') /* "0000 - =" of TRF06 */
            game->result = RESULT_HALF_BYE;
        else if (game_was_played(game))
            return refuse(r, TRF_BAD_RESULT, column + 7);
        if (game->colour != SIDE_NONE)
            return refuse(r, TRF_BAD_COLOUR, column + 5);
        return true;
    }
    if (!forfeit && !game_was_played(game))
        return refuse(r, TRF_BAD_RESULT, column + 7);
    if (!forfeit && game->colour == SIDE_NONE)
        return refuse(r, TRF_BAD_COLOUR, column + 5);
    return true;
}

static bool read_games(Reader *r, int player)
{
    const TrfLine *line = &r->line;
    int own_id = r->tournament->players[player].id;
    for (int round = 0;; round++) {
        int column = FIRST_ROUND_COLUMN + round * ROUND_COLUMNS;
        if (column + 7 > line->columns)
            return trf_line_is_blank_from(line, column) ||
                   refuse(r, TRF_LINE_TOO_SHORT, line->columns);
        if (round >= r->tournament->room.rounds - 1 || round >= TOURNAMENT_ROUNDS_MAX)
            return trf_line_is_blank_from(line, column) || refuse(r, TRF_TOO_MANY_ROUNDS, column);
        if (!read_game(r, column, own_id, tournament_game(r->tournament, player, round)))
            return false;
    }
}

static bool read_player(Reader *r)
{
    Tournament *t = r->tournament;
    const TrfLine *line = &r->line;
    int id, rating;
    if (line->is_wide)
        return refuse(r, TRF_LINE_TOO_LONG, TRF_COLUMNS_MAX);
    if (line->columns < 84)
        return refuse(r, TRF_LINE_TOO_SHORT, line->columns);
    if (trf_line_number(line, 5, 8, &id) != FIELD_OK || id < 1)
        return refuse(r, TRF_BAD_ID, 5);
    if (trf_line_number(line, 49, 52, &rating) == FIELD_BAD)
        return refuse(r, TRF_BAD_NUMBER, 49);
    if (t->player_count >= t->room.players)
        return refuse(r, TRF_TOO_MANY_PLAYERS, 1);
    TournamentPlayer *player = &t->players[t->player_count];
    *player =
        (TournamentPlayer){.id = (uint16_t)id, .sex = trf_line_char(line, 10), .rating = rating};
    if (trf_line_points(line, 81, 84, &player->points) != FIELD_OK)
        return refuse(r, TRF_BAD_POINTS, 81);
    if (trf_line_number(line, 86, 89, &player->rank) == FIELD_BAD)
        return refuse(r, TRF_BAD_NUMBER, 86);
    trf_line_copy(line, 11, 13, player->title, sizeof player->title);
    trf_line_copy(line, 15, 47, player->name, sizeof player->name);
    trf_line_copy(line, 54, 56, player->federation, sizeof player->federation);
    trf_line_copy(line, 58, 68, player->fide_id, sizeof player->fide_id);
    trf_line_copy(line, 70, 79, player->birth, sizeof player->birth);
    if (t->index[id])
        return refuse(r, TRF_DUPLICATE_PLAYER, 5);
    t->index[id] = (uint16_t)(t->player_count + 1);
    return read_games(r, t->player_count++);
}

/* Puts players into the order of their numbers, with their games; each cycle of the permutation is walked once. */
static void sort_players(Tournament *t)
{
    size_t width = (size_t)t->room.rounds;
    for (int i = 0, id = 1; i < t->player_count; i++, id++) {
        while (!t->index[id])
            id++;
        int from = t->index[id] - 1;
        if (from == i)
            continue;
        TournamentPlayer player = t->players[i];
        t->players[i] = t->players[from];
        t->players[from] = player;
        for (size_t round = 0; round < width; round++) {
            RoundGame *one = tournament_game(t, i, (int)round),
                      *other = tournament_game(t, from, (int)round);
            RoundGame game = *one;
            *one = *other;
            *other = game;
        }
        t->index[t->players[from].id] = (uint16_t)(from + 1);
        t->index[id] = (uint16_t)(i + 1);
    }
}

/* --- settings ------------------------------------------------------------------------------- */

static bool read_rounds(Reader *r)
{
    TrfWord word;
    int at = 3, rounds;
    if (!trf_line_word(&r->line, &at, &word))
        return refuse(r, TRF_BAD_NUMBER, 4);
    if (trf_number(word.text, word.length, &rounds) != FIELD_OK || rounds < 1)
        return refuse(r, TRF_BAD_NUMBER, word.column);
    if (rounds > TOURNAMENT_ROUNDS_MAX)
        return refuse(r, TRF_TOO_MANY_ROUNDS, word.column);
    r->tournament->rounds = rounds;
    return true;
}

static bool word_is(const TrfWord *word, const char *text)
{
    return word->length == (int)strlen(text) && !memcmp(word->text, text, (size_t)word->length);
}

static bool read_configuration(Reader *r)
{
    TrfWord word;
    for (int at = 3; trf_line_word(&r->line, &at, &word);)
        if (word_is(&word, "rank"))
            r->by_position = true;
        else if (word_is(&word, "white1"))
            r->tournament->initial = SIDE_WHITE;
        else if (word_is(&word, "black1"))
            r->tournament->initial = SIDE_BLACK;
        else
            return refuse(r, TRF_BAD_VALUE, word.column);
    return true;
}

static bool read_initial(Reader *r)
{
    char colour = trf_line_char(&r->line, 5);
    if (colour != 'W' && colour != 'B' && colour != 'w' && colour != 'b')
        return refuse(r, TRF_BAD_COLOUR, 5);
    r->tournament->initial = colour == 'W' || colour == 'w' ? SIDE_WHITE : SIDE_BLACK;
    return true;
}

static bool read_type(Reader *r)
{
    TrfWord word;
    int at = 3;
    if (!trf_line_word(&r->line, &at, &word))
        return true;
    if (word_is(&word, "FIDE_DUTCH_2025") || word_is(&word, "FIDE_DUTCH"))
        r->tournament->type = TYPE_DUTCH;
    else if (word_is(&word, "FIDE_DUTCH_2025_BAKU") || word_is(&word, "FIDE_DUTCH_BAKU"))
        r->tournament->type = TYPE_DUTCH_BAKU;
    return true;
}

static bool set_worth(Reader *r, char code, int tenths)
{
    PointSystem *points = &r->tournament->points;
    switch (code) {
    case 'W':
        points->win = points->forfeit_win = points->full_bye = tenths;
        if (!r->has_pairing_bye)
            points->pairing_bye = tenths;
        return true;
    case 'D': points->draw = points->half_bye = tenths; return true;
    case 'L': points->loss = tenths; return true;
    case 'A': /* TRF26; bbpPairings has Z for it */
    case 'Z': points->forfeit_loss = points->zero_bye = tenths; return true;
    case 'P':
        points->pairing_bye = tenths;
        r->has_pairing_bye = true;
        return true;
    case 'X': return true; /* of games without a result, which a file to pair from does not have */
    default: return false;
    }
}

/* 162: a letter in column 6, points in 7 to 10; the next after nine columns. */
static bool read_point_system(Reader *r)
{
    for (int column = 6; !trf_line_is_blank_from(&r->line, column); column += 9) {
        int tenths;
        if (trf_line_points(&r->line, column + 1, column + 4, &tenths) != FIELD_OK || tenths < 0)
            return refuse(r, TRF_BAD_POINTS, column + 1);
        if (!set_worth(r, trf_line_char(&r->line, column), tenths))
            return refuse(r, TRF_BAD_VALUE, column);
    }
    return true;
}

/* BBW and its kind: one value. */
static bool read_worth(Reader *r, char code)
{
    TrfWord word;
    int at = 3, tenths;
    if (!trf_line_word(&r->line, &at, &word) ||
        trf_points(word.text, word.length, &tenths) != FIELD_OK || tenths < 0)
        return refuse(r, TRF_BAD_POINTS, 5);
    PointSystem *points = &r->tournament->points;
    if (code == 'Z')
        points->zero_bye = tenths;
    else if (code == 'F')
        points->forfeit_loss = tenths;
    else
        set_worth(r, code == 'U' ? 'P' : code, tenths);
    return true;
}

/* XXS: CODE=VALUE. What depends on the colour is taken when both colours get the same. */
static bool set_xxs(Reader *r, const TrfWord *word, int tenths, int name)
{
    PointSystem *p = &r->tournament->points;
    static const char *const names[] = {"WW",  "BW",  "WD",  "BD", "WL", "BL", "ZPB",
                                        "HPB", "FPB", "PAB", "FW", "FL", "W",  "D"};
    int *values[] = {&p->win,      &p->win,         &p->draw,        &p->draw,
                     &p->loss,     &p->loss,        &p->zero_bye,    &p->half_bye,
                     &p->full_bye, &p->pairing_bye, &p->forfeit_win, &p->forfeit_loss};
    for (int i = 0; i < 14; i++) {
        if ((int)strlen(names[i]) != name || memcmp(names[i], word->text, (size_t)name) != 0)
            continue;
        if (i < 12)
            *values[i] = tenths;
        else if (i == 12)
            p->win = p->forfeit_win = p->full_bye = tenths;
        else
            p->draw = p->half_bye = tenths;
        return true;
    }
    return refuse(r, TRF_BAD_VALUE, word->column);
}

static bool read_xxs(Reader *r)
{
    TrfWord word;
    for (int at = 3; trf_line_word(&r->line, &at, &word);) {
        int name = 0, tenths;
        while (name < word.length && word.text[name] != '=')
            name++;
        if (name == word.length ||
            trf_points(word.text + name + 1, word.length - name - 1, &tenths) != FIELD_OK ||
            tenths < 0)
            return refuse(r, TRF_BAD_POINTS, word.column);
        if (!set_xxs(r, &word, tenths, name))
            return false;
    }
    return true;
}

/* --- records that name players: read when all players are known ------------------------------- */

/* The index of the player in a word. */
static bool read_known(Reader *r, const TrfWord *word, int *player)
{
    int id;
    if (trf_number(word->text, word->length, &id) != FIELD_OK)
        return refuse(r, TRF_BAD_ID, word->column);
    *player = tournament_find(r->tournament, id);
    return *player >= 0 || refuse(r, TRF_UNKNOWN_PLAYER, word->column);
}

/* XXP and 260, from byte 'at' on. */
static bool read_forbidden(Reader *r, int at, int first, int last)
{
    Tournament *t = r->tournament;
    TrfWord word;
    if (t->group_count >= t->room.groups)
        return refuse(r, TRF_LINE_TOO_LONG, 1);
    ForbiddenGroup *group = &t->groups[t->group_count];
    *group = (ForbiddenGroup){first, last, t->forbidden_count, 0};
    while (trf_line_word(&r->line, &at, &word)) {
        int player;
        if (!read_known(r, &word, &player))
            return false;
        if (t->forbidden_count >= t->room.forbidden)
            return refuse(r, TRF_LINE_TOO_LONG, word.column);
        t->forbidden[t->forbidden_count++] = t->players[player].id;
        group->count++;
    }
    t->group_count++;
    return true;
}

/* Rounds in two fields of three columns; made to count from 0. */
static bool read_round_range(Reader *r, int column, int *first, int *last)
{
    if (trf_line_number(&r->line, column, column + 2, first) != FIELD_OK || *first < 1)
        return refuse(r, TRF_BAD_NUMBER, column);
    if (trf_line_number(&r->line, column + 4, column + 6, last) != FIELD_OK || *last < *first)
        return refuse(r, TRF_BAD_NUMBER, column + 4);
    --*first, --*last;
    return true;
}

static bool read_260(Reader *r)
{
    int first, last;
    return read_round_range(r, 5, &first, &last) && read_forbidden(r, 11, first, last);
}

static bool set_extra(Reader *r, int player, int round, int tenths)
{
    Tournament *t = r->tournament;
    if (round >= t->room.rounds)
        return false;
    t->extra[(size_t)player * (size_t)t->room.rounds + (size_t)round] = (int16_t)tenths;
    r->is_accelerated = true;
    return true;
}

static bool read_250(Reader *r)
{
    const TrfLine *line = &r->line;
    int match_points, tenths, first, last, from, to;
    if (trf_line_points(line, 5, 8, &match_points) == FIELD_BAD || match_points)
        return refuse(r, TRF_BAD_POINTS, 5);
    if (trf_line_points(line, 10, 13, &tenths) != FIELD_OK || tenths < 1)
        return refuse(r, TRF_BAD_POINTS, 10);
    if (!read_round_range(r, 15, &first, &last))
        return false;
    if (trf_line_number(line, 23, 26, &from) != FIELD_OK || from < 1)
        return refuse(r, TRF_BAD_ID, 23);
    if (trf_line_number(line, 28, 31, &to) != FIELD_OK || to < from)
        return refuse(r, TRF_BAD_ID, 28);
    for (int id = from; id <= to; id++)
        for (int round = first; round <= last; round++) {
            int player = tournament_find(r->tournament, id);
            if (player >= 0 && !set_extra(r, player, round, tenths))
                return refuse(r, TRF_TOO_MANY_ROUNDS, 15);
        }
    r->is_accelerated = true;
    return true;
}

static bool read_xxa(Reader *r)
{
    int id, tenths;
    if (trf_line_number(&r->line, 5, 8, &id) != FIELD_OK)
        return refuse(r, TRF_BAD_ID, 5);
    int player = tournament_find(r->tournament, id);
    if (player < 0)
        return refuse(r, TRF_UNKNOWN_PLAYER, 5);
    r->is_accelerated = true;
    for (int round = 0; !trf_line_is_blank_from(&r->line, 10 + 5 * round); round++) {
        if (trf_line_points(&r->line, 10 + 5 * round, 13 + 5 * round, &tenths) == FIELD_BAD ||
            tenths < 0)
            return refuse(r, TRF_BAD_POINTS, 10 + 5 * round);
        if (!set_extra(r, player, round, tenths))
            return refuse(r, TRF_TOO_MANY_ROUNDS, 10 + 5 * round);
    }
    return true;
}

/* A bye of a round that the player's line says nothing about. */
static void set_bye(Reader *r, int player, int round, RoundResult result)
{
    if (round < r->tournament->played)
        return; /* the player's line counts */
    RoundGame *game = tournament_game(r->tournament, player, round);
    if (game->result == RESULT_NONE && !game->opponent)
        game->result = (uint8_t)result;
}

static bool read_240(Reader *r)
{
    int round;
    RoundResult result = result_of(trf_line_char(&r->line, 5));
    if (result != RESULT_FULL_BYE && result != RESULT_HALF_BYE && result != RESULT_ZERO_BYE)
        return refuse(r, TRF_BAD_RESULT, 5);
    if (trf_line_number(&r->line, 7, 9, &round) != FIELD_OK || round < 1 ||
        round > TOURNAMENT_ROUNDS_MAX)
        return refuse(r, TRF_BAD_NUMBER, 7);
    TrfWord word;
    for (int at = 9; trf_line_word(&r->line, &at, &word);) {
        int player;
        if (!read_known(r, &word, &player))
            return false;
        if (round - 1 == r->tournament->played)
            set_bye(r, player, round - 1, result);
    }
    return true;
}

static bool read_xxz(Reader *r)
{
    TrfWord word;
    for (int at = 3; trf_line_word(&r->line, &at, &word);) {
        int player;
        if (!read_known(r, &word, &player))
            return false;
        set_bye(r, player, r->tournament->played, RESULT_ZERO_BYE);
    }
    return true;
}

/* --- the file ------------------------------------------------------------------------------- */

/* What stands by itself. */
static bool read_settings(Reader *r)
{
    const TrfLine *line = &r->line;
    if (trf_line_has_tag(line, "001"))
        return read_player(r);
    if (trf_line_has_tag(line, "142") || trf_line_has_tag(line, "XXR"))
        return read_rounds(r);
    if (trf_line_has_tag(line, "152"))
        return read_initial(r);
    if (trf_line_has_tag(line, "162"))
        return read_point_system(r);
    if (trf_line_has_tag(line, "192"))
        return read_type(r);
    if (trf_line_has_tag(line, "XXC"))
        return read_configuration(r);
    if (trf_line_has_tag(line, "XXS"))
        return read_xxs(r);
    if (trf_line_has_tag(line, "299"))
        return refuse(r, TRF_UNSUPPORTED, 1);
    if (line->length > 3 && line->text[0] == 'B' && line->text[1] == 'B' &&
        strchr("WDLZFU", line->text[2]) && line->text[2])
        return read_worth(r, line->text[2]);
    return true;
}

/* What is about players and rounds. */
static bool read_records(Reader *r)
{
    const TrfLine *line = &r->line;
    if (trf_line_has_tag(line, "240"))
        return read_240(r);
    if (trf_line_has_tag(line, "250"))
        return read_250(r);
    if (trf_line_has_tag(line, "260"))
        return read_260(r);
    if (trf_line_has_tag(line, "XXA"))
        return read_xxa(r);
    if (trf_line_has_tag(line, "XXP"))
        return read_forbidden(r, 3, 0, TOURNAMENT_ROUNDS_MAX);
    if (trf_line_has_tag(line, "XXZ"))
        return read_xxz(r);
    return true;
}

static bool read_lines(Reader *r, bool (*read)(Reader *))
{
    size_t at = 0;
    int row = 0;
    while (trf_line_next(&r->line, r->text, r->length, &at, &row))
        if (!read(r))
            return false;
    r->line.row = 0;
    return true;
}

/* Rounds in which somebody was paired are over; a column with byes only is about the round to be paired, unless nobody
 * is left to be paired in it. */
static void count_played(Tournament *t)
{
    for (int i = 0; i < t->player_count; i++)
        for (int round = t->room.rounds - 1; round >= t->played; round--) {
            const RoundGame *game = tournament_game(t, i, round);
            if (game_was_paired(game))
                t->played = round + 1;
            else if (game->result != RESULT_NONE && round > t->played)
                t->played = round;
        }
    bool all_absent = t->player_count > 0 && t->played < t->room.rounds - 1;
    for (int i = 0; i < t->player_count && all_absent; i++)
        all_absent = tournament_game(t, i, t->played)->result != RESULT_NONE;
    t->played += all_absent;
}

static bool refuse_player(Reader *r, TrfError error, int player, int round)
{
    size_t at = 0;
    int row = 0, id;
    refuse(r, error, round < 0 ? 81 : FIRST_ROUND_COLUMN + round * ROUND_COLUMNS);
    r->problem->player = r->tournament->players[player].id;
    while (trf_line_next(&r->line, r->text, r->length, &at, &row))
        if (trf_line_has_tag(&r->line, "001") && trf_line_number(&r->line, 5, 8, &id) == FIELD_OK &&
            id == r->problem->player)
            r->problem->row = row;
    return false;
}

/* The points may or may not include those that only count for pairing, and a bye in the round to be paired. */
static bool check_points(Reader *r)
{
    const Tournament *t = r->tournament;
    for (int i = 0; i < t->player_count; i++) {
        int stated = t->players[i].points, counted = tournament_points(t, i, t->played);
        int extra = tournament_pairing_points(t, i, t->played) - counted;
        const RoundGame *next = tournament_game(t, i, t->played);
        int bye = next->result == RESULT_NONE ? 0 : tournament_worth(t, next);
        if (stated == counted || stated == counted + extra || stated == counted + bye ||
            stated == counted + extra + bye)
            continue;
        refuse_player(r, TRF_POINTS_DO_NOT_FIT, i, -1);
        r->problem->stated = stated;
        r->problem->counted = counted;
        return false;
    }
    return true;
}

static bool check(Reader *r)
{
    Tournament *t = r->tournament;
    int round, player = tournament_find_contradiction(t, &round);
    if (player >= 0)
        return refuse_player(r, TRF_CONTRADICTION, player, round);
    if (t->rounds && t->played > t->rounds)
        return refuse(r, TRF_TOO_MANY_ROUNDS, 0);
    return check_points(r);
}

bool trf_read(const char *text, size_t length, Tournament *t, TrfProblem *problem)
{
    Reader reader = {.tournament = t, .problem = problem, .text = text, .length = length},
           *r = &reader;
    *problem = (TrfProblem){.error = TRF_OK};
    if (!read_lines(r, read_settings))
        return false;
    if (!t->player_count)
        return refuse(r, TRF_NO_PLAYERS, 0);
    if (!r->by_position)
        sort_players(t);
    count_played(t);
    if (!read_lines(r, read_records))
        return false;
    if (r->is_accelerated)
        t->is_accelerated = true;
    else if (t->type == TYPE_DUTCH_BAKU && !tournament_accelerate(t))
        return refuse(r, TRF_BAD_VALUE, 0);
    if (t->initial == SIDE_NONE)
        t->initial = tournament_find_initial(t);
    return check(r);
}

TournamentSize trf_measure(const char *text, size_t length)
{
    TournamentSize size = {0, 0, 0, 0};
    TrfLine line;
    size_t at = 0;
    int row = 0, rounds;
    while (trf_line_next(&line, text, length, &at, &row)) {
        if (trf_line_has_tag(&line, "001") && size.players < TOURNAMENT_PLAYERS_MAX)
            size.players++;
        if (trf_line_has_tag(&line, "001") &&
            (line.columns - FIRST_ROUND_COLUMN) / ROUND_COLUMNS + 1 > size.rounds)
            size.rounds = (line.columns - FIRST_ROUND_COLUMN) / ROUND_COLUMNS + 1;
        if (trf_line_has_tag(&line, "142") || trf_line_has_tag(&line, "XXR")) {
            TrfWord word;
            int start = 3;
            if (trf_line_word(&line, &start, &word) &&
                trf_number(word.text, word.length, &rounds) == FIELD_OK && rounds > size.rounds)
                size.rounds = rounds;
        }
        if (trf_line_has_tag(&line, "260") || trf_line_has_tag(&line, "XXP")) {
            size.groups++;
            TrfWord word;
            for (int start = 3; trf_line_word(&line, &start, &word);)
                size.forbidden++;
        }
    }
    size.rounds = (size.rounds > TOURNAMENT_ROUNDS_MAX ? TOURNAMENT_ROUNDS_MAX : size.rounds) + 2;
    return size;
}

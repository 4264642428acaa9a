/* Players read from a file: TRF or CSV. */
#include "tourney.h"

#include "memory.h"
#include "trf_teams.h"
#include "utf8.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool at_place(TourneyAnswer *answer, int row, int column, const char *what)
{
    char why[TOURNEY_WHY_MAX];
    snprintf(why, sizeof why, "row %d, column %d: %s", row, column, what);
    return tourney_refuse(answer, 400, "file", why);
}

/* ---- CSV ---- */

enum { COLUMNS_MAX = 32, CELL_MAX = 200 };

typedef enum {
    CELL_OTHER,
    CELL_NAME,
    CELL_USER,
    CELL_RATING,
    CELL_TITLE,
    CELL_FEDERATION,
    CELL_FIDE,
    CELL_BIRTH,
    CELL_SEX,
    CELL_TEAM
} CellKind;

typedef struct {
    const char *text, *end, *at;
    char separator;
    int row, column; /* of the cell that is read; characters from 1 */
    CellKind kinds[COLUMNS_MAX];
    int count;
} Csv;

static CellKind kind_of(const char *word)
{
    static const char *const WORDS[] = {"",           "name",   "user",  "rating", "title",
                                        "federation", "fideid", "birth", "sex",    "team"};
    char plain[CELL_MAX];
    size_t i = 0;
    for (; word[i]; i++)
        plain[i] = word[i] >= 'A' && word[i] <= 'Z' ? (char)(word[i] + 32) : word[i];
    plain[i] = '\0';
    for (int kind = CELL_NAME; kind <= CELL_TEAM; kind++)
        if (strcmp(plain, WORDS[kind]) == 0)
            return (CellKind)kind;
    return CELL_OTHER;
}

static void take_line_end(Csv *csv)
{
    while (csv->at < csv->end && (*csv->at == '\r' || *csv->at == '\n'))
        if (*csv->at++ == '\n')
            break;
}

/* Reads a cell, which may be in quotes (RFC 4180), without the blanks around it, and the separator behind it. False when it is
 * too long or has bytes that are no text; *ends: it was the row's last. */
static bool read_cell(Csv *csv, char cell[CELL_MAX], bool *ends)
{
    size_t length = 0;
    while (csv->at < csv->end && *csv->at == ' ')
        csv->at++;
    bool quoted = csv->at < csv->end && *csv->at == '"';
    csv->at += quoted;
    for (; csv->at < csv->end; csv->at++) {
        if (quoted && *csv->at == '"' && (csv->at + 1 == csv->end || csv->at[1] != '"')) {
            csv->at++;
            break;
        }
        csv->at += quoted && *csv->at == '"';
        if (!quoted && (*csv->at == csv->separator || *csv->at == '\n' || *csv->at == '\r'))
            break;
        if (length + 1 == CELL_MAX)
            return false;
        cell[length++] = *csv->at;
    }
    cell[length] = '\0';
    while (length && cell[length - 1] == ' ')
        cell[--length] = '\0';
    if (memchr(cell, '\0', length) || !utf8_is_line(cell))
        return false;
    *ends = csv->at >= csv->end || *csv->at != csv->separator;
    if (!*ends)
        csv->at++;
    else if (csv->at < csv->end && *csv->at != '\n' && *csv->at != '\r')
        return false; /* something behind the quotes */
    if (*ends)
        take_line_end(csv);
    return true;
}

static bool copy(char *to, size_t size, const char *cell)
{
    return snprintf(to, size, "%s", cell) < (int)size;
}

static bool take_cell(TourneyPerson *person, CellKind kind, const char *cell)
{
    char *end;
    long rating;
    switch (kind) {
    case CELL_NAME: return copy(person->name, sizeof person->name, cell);
    case CELL_USER:
        person->kind = cell[0] ? TOURNEY_ACCOUNT : TOURNEY_NAME;
        return !cell[0] || copy(person->name, PERSON_NAME_MAX + 1, cell);
    case CELL_RATING:
        rating = strtol(cell, &end, 10);
        person->rating = (int32_t)rating;
        return !*end && rating >= 0 && rating <= RATING_MAX;
    case CELL_TITLE: return copy(person->title, sizeof person->title, cell);
    case CELL_FEDERATION: return copy(person->federation, sizeof person->federation, cell);
    case CELL_FIDE: return copy(person->fide_id, sizeof person->fide_id, cell);
    case CELL_BIRTH: return copy(person->birth, sizeof person->birth, cell);
    case CELL_SEX: return copy(person->sex, sizeof person->sex, cell);
    case CELL_TEAM: return copy(person->team, sizeof person->team, cell);
    case CELL_OTHER: break;
    }
    return true;
}

static bool read_head(Csv *csv, TourneyAnswer *answer)
{
    char cell[CELL_MAX];
    bool ends = false, has_name = false;
    const char *line_end = csv->text;
    while (line_end < csv->end && *line_end != '\n')
        line_end++;
    size_t length = (size_t)(line_end - csv->text);
    csv->separator = memchr(csv->text, '\t', length)  ? '\t'
                     : memchr(csv->text, ';', length) ? ';'
                                                      : ',';
    while (!ends) {
        int column = (int)(csv->at - csv->text) + 1;
        if (csv->count == COLUMNS_MAX || !read_cell(csv, cell, &ends))
            return at_place(answer, 1, column, "this is no head of a table");
        has_name |= kind_of(cell) == CELL_NAME;
        csv->kinds[csv->count++] = kind_of(cell);
    }
    return has_name || at_place(answer, 1, 1, "no column is called name");
}

static bool read_row(Csv *csv, TourneyPerson *person, int *column, TourneyAnswer *answer)
{
    char cell[CELL_MAX];
    const char *begin = csv->at;
    bool ends = false;
    *person = (TourneyPerson){.kind = TOURNEY_NAME};
    for (int i = 0; !ends; i++) {
        *column = (int)(csv->at - begin) + 1;
        if (!read_cell(csv, cell, &ends))
            return at_place(answer, csv->row, *column, "this cannot be read");
        if (i == csv->count)
            return at_place(answer, csv->row, *column, "more cells than in the first row");
        if (!take_cell(person, csv->kinds[i], cell))
            return at_place(answer, csv->row, *column, "this value is too long or wrong");
    }
    return true;
}

bool tourney_read_csv(const char *text, size_t length, TourneyPerson **people, size_t *count,
                      int *row, int *column, TourneyAnswer *answer)
{
    bool has_mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    Csv csv = {.text = text + 3 * has_mark, .end = text + length, .at = text + 3 * has_mark};
    *people = memory_array(TOURNEY_PLAYERS_MAX, sizeof **people);
    *count = 0;
    *row = *column = csv.row = 1;
    bool is_good = read_head(&csv, answer);
    while (is_good && csv.at < csv.end) {
        TourneyPerson person;
        *row = ++csv.row;
        if (*csv.at == '\r' || *csv.at == '\n') { /* an empty line */
            take_line_end(&csv);
            continue;
        }
        is_good = read_row(&csv, &person, column, answer);
        if (!is_good || !person.name[0])
            continue;
        *column = 1;
        if (!utf8_is_seen(person.name))
            is_good = at_place(answer, csv.row, 1, "the name cannot be seen");
        else if (*count == TOURNEY_PLAYERS_MAX)
            is_good = at_place(answer, csv.row, 1, "there are too many players");
        else
            (*people)[(*count)++] = person;
    }
    if (is_good && !*count)
        is_good = at_place(answer, csv.row, 1, "there is nobody in the file");
    if (!is_good)
        free(*people);
    return is_good;
}

/* ---- TRF ---- */

/* As UTF-8; empty when it has characters that a name may not have, or is cut within one. */
static void take_name(const char *name, char *to, size_t size)
{
    char text[2 * sizeof(((TournamentPlayer *)NULL)->name)];
    assert(2 * strlen(name) < sizeof text);
    utf8_from_bytes(name, strlen(name), text);
    snprintf(to, size, "%.*s", (int)size - 1, text);
    if (!utf8_is_line(to) || !utf8_is_seen(to))
        to[0] = '\0';
}

static void take_player(const TournamentPlayer *player, TourneyPerson *person)
{
    *person = (TourneyPerson){.kind = TOURNEY_NAME};
    person->rating = player->rating < 0            ? 0
                     : player->rating > RATING_MAX ? RATING_MAX
                                                   : player->rating;
    take_name(player->name, person->name, sizeof person->name);
    if (!person->name[0])
        strcpy(person->name, "?");
    memcpy(person->title, player->title, sizeof person->title);
    memcpy(person->federation, player->federation, sizeof person->federation);
    memcpy(person->fide_id, player->fide_id, sizeof person->fide_id);
    memcpy(person->birth, player->birth, sizeof person->birth);
    if (player->sex == 'm' || player->sex == 'w')
        person->sex[0] = player->sex;
    char *texts[] = {person->title, person->federation, person->fide_id, person->birth};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!utf8_is_line(texts[i]))
            texts[i][0] = '\0';
}

/* Players of the file's teams have their names. */
static void name_teams(const Tournament *field, const TrfTeam *teams, int count,
                       TourneyPerson *people)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < teams[i].count; j++) {
            int player = tournament_find(field, teams[i].players[j]);
            if (player >= 0)
                take_name(teams[i].name, people[player].team, sizeof people[player].team);
        }
}

bool tourney_read_trf(const char *text, size_t length, TourneyPerson **people, size_t *count,
                      int *row, int *column, TourneyAnswer *answer)
{
    TournamentSize size = trf_measure(text, length);
    Tournament field;
    TrfProblem problem;
    char message[TRF_MESSAGE_MAX];
    if (size.players > TOURNEY_PLAYERS_MAX || size.rounds > TOURNAMENT_ROUNDS_MAX + 1) {
        *row = *column = 1;
        return at_place(answer, 1, 1, "there are too many players or rounds");
    }
    void *memory = memory_array(1, tournament_memory(size) + 16);
    tournament_open(&field, memory, size);
    TrfTeam *teams = memory_array(TOURNEY_TEAMS_MAX, sizeof *teams);
    int teams_count;
    bool is_good = trf_read(text, length, &field, &problem) &&
                   trf_read_teams(text, length, teams, TOURNEY_TEAMS_MAX, &teams_count, &problem);
    if (is_good) {
        *people = memory_array(TOURNEY_PLAYERS_MAX, sizeof **people);
        *count = (size_t)field.player_count;
        for (int i = 0; i < field.player_count; i++)
            take_player(&field.players[i], &(*people)[i]);
        name_teams(&field, teams, teams_count, *people);
    } else {
        *row = problem.row;
        *column = problem.column;
        trf_explain(&problem, message);
        tourney_refuse(answer, 400, "file", message);
    }
    free(teams);
    free(memory);
    return is_good;
}

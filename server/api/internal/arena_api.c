/* Arenas as the Lichess API has them. */
#include "lichess_tournament_list.h"
#include "routes.h"

#include <stdlib.h>
#include <string.h>

enum { PAGES_MAX = 200, LISTED_MAX = 20 };

static void answer_arena(const LichessTournament *of, int64_t page)
{
    Text text;
    text_init(&text);
    lichess_arena_full_json(of, page, &text);
    answer_json(&of->call->asker, 200, &text);
    text_clear(&text);
}

void arena_show(Call *call)
{
    LichessTournament of;
    int64_t page = 1;
    if (!lichess_tournament_of(call, FORMAT_ARENA, &of))
        return;
    if (params_find(&call->params, "page") &&
        !params_integer(&call->params, "page", 1, PAGES_MAX, &page))
        answer_refusal(&call->asker, 400, "bad_field", "page: must be a number from 1 to 200");
    else
        answer_arena(&of, page);
}

void arena_create(Call *call)
{
    LichessTournament of;
    if (lichess_tournament_make(call, FORMAT_ARENA, &of))
        answer_arena(&of, 1);
}

void arena_change(Call *call)
{
    LichessTournament of;
    if (lichess_tournament_change(call, FORMAT_ARENA, &of))
        answer_arena(&of, 1);
}

void arena_join(Call *call)
{
    lichess_tournament_join(call, FORMAT_ARENA);
}

void arena_withdraw(Call *call)
{
    lichess_tournament_withdraw(call, FORMAT_ARENA);
}

void arena_terminate(Call *call)
{
    lichess_tournament_terminate(call, FORMAT_ARENA);
}

void arena_games(Call *call)
{
    lichess_tournament_games(call, FORMAT_ARENA);
}

void arena_results(Call *call)
{
    lichess_tournament_results(call, FORMAT_ARENA);
}

void arena_teams(Call *call)
{
    LichessTournament of;
    Text text;
    if (!lichess_tournament_of(call, FORMAT_ARENA, &of))
        return;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "id", of.tourney->id.text);
    lichess_battle_json(&of, TOURNEY_TEAMS_MAX, "teams", &text);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* The teams and how many of each count; its other settings stay. */
void arena_battle(Call *call)
{
    LichessTournament of;
    if (lichess_tournament_change(call, FORMAT_ARENA, &of))
        answer_arena(&of, 1);
}

/* ---- lists ---- */

static void print_status(Call *call, TourneyStatus status, const char *name, Text *text)
{
    LichessList arenas = {.format = FORMAT_ARENA, .status = 1 << status};
    lichess_list_gather(call, &arenas);
    text_open(text, name, '[');
    for (size_t i = 0; i < arenas.count && i < LISTED_MAX; i++) {
        /* what comes next comes first */
        size_t at = status == TOURNEY_CREATED ? arenas.count - 1 - i : i;
        LichessTournament of = lichess_listed(call, arenas.at[at]);
        lichess_arena_json(&of, NULL, text);
    }
    text_close(text, ']');
    free(arenas.at);
}

void arenas_list(Call *call)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    print_status(call, TOURNEY_CREATED, "created", &text);
    print_status(call, TOURNEY_STARTED, "started", &text);
    print_status(call, TOURNEY_FINISHED, "finished", &text);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* ---- somebody's ---- */

/* 10, 20, 30, as often as one likes. */
static bool read_status(Call *call, int *status)
{
    const char *word;
    *status = 0;
    for (size_t at = 0; (word = params_next(&call->params, "status", &at));) {
        bool is_known = strlen(word) == 2 && word[1] == '0' && word[0] >= '1' && word[0] <= '3';
        if (!is_known) {
            answer_refusal(&call->asker, 400, "bad_field", "status: must be 10, 20 or 30");
            return false;
        }
        *status |= 1 << (word[0] - '1');
    }
    if (!*status)
        *status = 1 << TOURNEY_CREATED | 1 << TOURNEY_STARTED | 1 << TOURNEY_FINISHED;
    return true;
}

static const Standing *row_of(const LichessTournament *of, const char *user)
{
    const TourneyPlayer *player = tourney_player_of(of->tourney, user);
    for (uint32_t i = 0; i < of->standings->count; i++)
        if (of->standings->rows[i].player == player->number)
            return &of->standings->rows[i];
    return NULL;
}

static void answer_somebodys(Call *call, LichessList *arenas, int64_t most)
{
    bool with_performance = params_flag(&call->params, "performance", false);
    Text text;
    lichess_list_gather(call, arenas);
    text_init(&text);
    for (size_t i = 0; i < arenas->count && most > 0; i++) {
        LichessTournament of = lichess_listed(call, arenas->at[i]);
        const Standing *row = arenas->player ? row_of(&of, arenas->player) : NULL;
        if (arenas->player && !row)
            continue;
        if (row)
            lichess_arena_player_json(&of, row, with_performance, &text);
        else
            lichess_arena_json(&of, NULL, &text);
        text_append(&text, "\n", 1);
        most--;
    }
    answer_lines(&call->asker, &text);
    text_clear(&text);
    free(arenas->at);
}

static void maker_found(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    LichessList arenas = {.format = FORMAT_ARENA};
    int64_t most;
    if (!account || !lichess_list_most(call, "nb", INT32_MAX, &most) ||
        !read_status(call, &arenas.status))
        return;
    arenas.maker = account->id;
    answer_somebodys(call, &arenas, most);
}

void arenas_made(Call *call)
{
    call_find(call, 0, maker_found);
}

static void player_found(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    LichessList arenas = {.format = FORMAT_ARENA,
                          .status = 1 << TOURNEY_STARTED | 1 << TOURNEY_FINISHED};
    int64_t most;
    if (!account || !lichess_list_most(call, "nb", INT32_MAX, &most))
        return;
    arenas.player = account->id;
    answer_somebodys(call, &arenas, most);
}

void arenas_played(Call *call)
{
    call_find(call, 0, player_found);
}

/* Made, freed, looked up. */
#include "tourney.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

Tourney *tourney_new(void)
{
    return memory_new(sizeof(Tourney));
}

void tourney_free(Tourney *tourney)
{
    for (uint32_t i = 0; i < tourney->players_count; i++)
        free(tourney->players[i].games);
    free(tourney->players);
    free(tourney->boards);
    free(tourney->teams);
    free(tourney->matches);
    free(tourney);
}

TourneyPlayer *tourney_player(const Tourney *tourney, uint32_t number)
{
    return number && number <= tourney->players_count ? &tourney->players[number - 1] : NULL;
}

TourneyPlayer *tourney_player_of(const Tourney *tourney, const char *user)
{
    for (uint32_t i = 0; *user && i < tourney->players_count; i++)
        if (strcmp(tourney->players[i].person.user, user) == 0)
            return &tourney->players[i];
    return NULL;
}

TourneyBoard *tourney_board(const Tourney *tourney, uint32_t number)
{
    if (!number || number > tourney->boards_count)
        return NULL;
    TourneyBoard *board = &tourney->boards[number - 1];
    return board->state == STATE_DROPPED ? NULL : board;
}

/* The newest first: it is nearly always one that is in play. */
TourneyBoard *tourney_board_of_game(const Tourney *tourney, const GameId *game)
{
    for (uint32_t i = tourney->boards_count; i-- > 0;)
        if (tourney->boards[i].state != STATE_DROPPED &&
            strcmp(tourney->boards[i].pair.game.text, game->text) == 0)
            return &tourney->boards[i];
    return NULL;
}

TourneyTeam *tourney_team(const Tourney *tourney, uint32_t number)
{
    return number && number <= tourney->teams_count ? &tourney->teams[number - 1] : NULL;
}

TourneyTeam *tourney_team_of(const Tourney *tourney, const char *id)
{
    for (uint32_t i = 0; *id && i < tourney->teams_count; i++)
        if (strcmp(tourney->teams[i].about.id, id) == 0)
            return &tourney->teams[i];
    return NULL;
}

TourneyRole tourney_role_of(const Tourney *tourney, const char *user)
{
    for (uint32_t i = 0; *user && i < tourney->roles_count; i++)
        if (strcmp(tourney->roles[i].user, user) == 0)
            return tourney->roles[i].role;
    return ROLE_NONE;
}

int tourney_bye(const Tourney *tourney, const TourneyPlayer *player, uint32_t round)
{
    bool has_left = player->status == PLAYER_WITHDRAWN || player->status == PLAYER_REMOVED;
    bool is_old = tourney->rules < RULES_NOV_2026;
    if (has_left && round > player->left_round && !is_old)
        return -1;
    for (uint32_t i = 0; i < player->byes_count; i++)
        if (player->byes[i].round == round)
            return tourney->settings.format == FORMAT_ROBIN && !is_old ? 0 : player->byes[i].halves;
    return -1;
}

bool tourney_may_drop(const Tourney *tourney)
{
    uint32_t most = TOURNEY_DROPPED_EACH * tourney->players_count;
    return tourney->boards_dropped < (most > TOURNEY_DROPPED_LEAST ? most : TOURNEY_DROPPED_LEAST);
}

bool tourney_are_forbidden(const Tourney *tourney, uint32_t one, uint32_t other)
{
    for (uint32_t i = 0; i < tourney->forbidden_count; i++)
        if ((tourney->forbidden[i].one == one && tourney->forbidden[i].other == other) ||
            (tourney->forbidden[i].one == other && tourney->forbidden[i].other == one))
            return true;
    return false;
}

int64_t tourney_ends_at(const Tourney *tourney)
{
    if (tourney->settings.format != FORMAT_ARENA || !tourney->started_at)
        return 0;
    return tourney->started_at + tourney->settings.minutes * INT64_C(60000);
}

int64_t tourney_closes_at(const Tourney *tourney)
{
    int64_t half = tourney->settings.limit * INT64_C(500);
    int64_t before = half > 120000 ? 120000 : half;
    return tourney_ends_at(tourney) - (before < 30000 ? 30000 : before);
}

/* By hand: the instant that was set, until a round has begun since. */
static int64_t scheduled_round_at(const Tourney *tourney)
{
    int64_t at = tourney->settings.next_round;
    if (tourney->round_state == ROUND_PLAYING)
        return 0;
    for (uint32_t i = 0; i < tourney->round; i++)
        if (tourney->rounds[i].started_at >= at)
            return 0;
    return at;
}

int64_t tourney_next_round_at(const Tourney *tourney)
{
    if (tourney->status != TOURNEY_STARTED || tourney->settings.format == FORMAT_ARENA ||
        tourney->paused)
        return 0;
    bool has_more = !tourney->rounds_count || tourney->round < tourney->rounds_count;
    if (tourney->round_state == ROUND_OVER && !has_more)
        return 0;
    if (tourney->settings.pairing)
        return scheduled_round_at(tourney);
    if (tourney->round_state == ROUND_NONE)
        return tourney->started_at;
    if (tourney->round_state != ROUND_OVER)
        return 0;
    return tourney->rounds[tourney->round - 1].over_at + tourney->settings.interval * INT64_C(1000);
}

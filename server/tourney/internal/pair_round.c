/* Who meets whom next. */
#include "dutch.h"
#include "matches.h"
#include "memory.h"
#include "round_robin.h"
#include "simul.h"
#include "team_pairs.h"

#include <stdlib.h>
#include <string.h>

bool tourney_plays_here(const Tourney *tourney, const PairedBoard *board)
{
    const TourneyPlayer *white = tourney_player(tourney, board->white);
    const TourneyPlayer *black = tourney_player(tourney, board->black);
    if (!white || !black || board->result)
        return false;
    return white->person.kind != TOURNEY_NAME && black->person.kind != TOURNEY_NAME;
}

static bool begin_act(TourneyAct *act, uint32_t round, size_t most)
{
    *act = (TourneyAct){.kind = ACT_PAIR, .round = round};
    act->boards = memory_array(most + 1, sizeof *act->boards);
    return true;
}

static PairedBoard *add(TourneyAct *act, uint32_t white, uint32_t black)
{
    PairedBoard *board = &act->boards[act->boards_count++];
    *board =
        (PairedBoard){.white = white, .black = black, .result = black ? BOARD_NONE : BOARD_BYE};
    return board;
}

/* ---- round robin ---- */

static uint32_t number_of(const Tourney *t, uint32_t tpn)
{
    for (uint32_t i = 0; i < t->players_count; i++)
        if (t->players[i].tpn == tpn)
            return t->players[i].number;
    return 0;
}

static bool has_left(const Tourney *t, uint32_t number)
{
    const TourneyPlayer *player = tourney_player(t, number);
    return player->status != PLAYER_ACTIVE;
}

/* Less than half of their games were played: the field has none of them. */
static bool is_annulled(const Tourney *t, uint32_t number, const Tournament *field)
{
    const TourneyPlayer *player = tourney_player(t, number);
    for (int round = 0; round < field->room.rounds; round++)
        if (tournament_game(field, (int)player->tpn - 1, round)->opponent)
            return false;
    return has_left(t, number);
}

static bool pair_robin(const Tourney *t, TourneyAct *act)
{
    RobinSchedule schedule = {(int)t->robin_players, t->settings.cycles, t->settings.swaps_rounds};
    RoundPair pairs[TOURNEY_PLAYERS_MAX / 2 + 1];
    Tournament field;
    if (t->robin_players < 2)
        return false;
    void *memory = tourney_field(t, &field, NULL);
    int count = robin_pair(schedule, (int)t->round, pairs);
    begin_act(act, t->round + 1, (size_t)count);
    for (int i = 0; i < count; i++) {
        uint32_t white = number_of(t, pairs[i].white), black = number_of(t, pairs[i].black);
        bool white_left =
            has_left(t, white) || tourney_bye(t, tourney_player(t, white), act->round) >= 0;
        bool black_left =
            has_left(t, black) || tourney_bye(t, tourney_player(t, black), act->round) >= 0;
        if (is_annulled(t, white, &field) || is_annulled(t, black, &field))
            continue;
        PairedBoard *board = add(act, white, black);
        if (white_left || black_left)
            board->result = white_left && black_left ? BOARD_FORFEIT_BOTH
                            : black_left             ? BOARD_FORFEIT_WHITE
                                                     : BOARD_FORFEIT_BLACK;
    }
    free(memory);
    return true;
}

/* ---- knock-out ---- */

static void seat_match(TourneyAct *act, const Match *match, uint32_t place, bool first_begins)
{
    KnockoutMatch next = match->state;
    bool first_white = match->state.state == MATCH_GOES_ON ? next.first_has_white : first_begins;
    PairedBoard *board = match->second ? first_white ? add(act, match->first, match->second)
                                                     : add(act, match->second, match->first)
                                       : add(act, match->first, 0);
    board->match = place;
    board->is_tiebreak = next.is_tiebreak;
    board->decides = next.decides;
}

/* Somebody who has left loses what follows. */
static void note_absence(const Tourney *t, PairedBoard *board)
{
    if (!board->black)
        return;
    bool white_left = has_left(t, board->white), black_left = has_left(t, board->black);
    if (white_left || black_left)
        board->result = white_left && black_left ? BOARD_FORFEIT_BOTH
                        : black_left             ? BOARD_FORFEIT_WHITE
                                                 : BOARD_FORFEIT_BLACK;
}

static void pair_matches(const Tourney *t, const RoundPair *pairs, int count, TourneyAct *act)
{
    KnockoutRules rules = {t->settings.games, t->settings.tiebreak_pairs};
    begin_act(act, t->round + 1, (size_t)count);
    for (int i = 0; i < count; i++) {
        Match match = {.first = pairs[i].white, .second = pairs[i].black};
        bool first_begins = (act->round + (uint32_t)i) % 2 == 0;
        if (match.second) {
            const TourneyPlayer *first = tourney_player(t, match.first);
            const TourneyPlayer *second = tourney_player(t, match.second);
            if (second->tpn < first->tpn) {
                match.first = pairs[i].black;
                match.second = pairs[i].white;
            }
        }
        match.state = knockout_match(rules, NULL, 0, first_begins);
        seat_match(act, &match, (uint32_t)i + 1, first_begins);
        note_absence(t, &act->boards[act->boards_count - 1]);
    }
}

static bool pair_first(const Tourney *t, TourneyAct *act)
{
    RoundPair *pairs = memory_array(KNOCKOUT_PLAYERS_MAX, sizeof *pairs);
    int count = knockout_first_round((int)t->tpn_count, pairs);
    for (int i = 0; i < count; i++) {
        pairs[i].white = (uint16_t)number_of(t, pairs[i].white);
        pairs[i].black = pairs[i].black ? (uint16_t)number_of(t, pairs[i].black) : 0;
    }
    if (count)
        pair_matches(t, pairs, count, act);
    free(pairs);
    return count > 0;
}

static bool pair_winners(const Tourney *t, TourneyAct *act)
{
    Match *matches = memory_array(KNOCKOUT_PLAYERS_MAX / 2, sizeof *matches);
    uint16_t *winners = memory_array(KNOCKOUT_PLAYERS_MAX / 2, sizeof *winners);
    RoundPair *pairs = memory_array(KNOCKOUT_PLAYERS_MAX, sizeof *pairs);
    int count = matches_of_round(t, t->round, matches);
    bool is_final = count < 2;
    for (int i = 0; i < count; i++)
        winners[i] = (uint16_t)matches[i].winner;
    if (!is_final)
        pair_matches(t, pairs, knockout_next_round(winners, count, pairs), act);
    free(matches);
    free(winners);
    free(pairs);
    return !is_final;
}

/* The next games of the matches of this round that go on. */
static bool pair_more(const Tourney *t, TourneyAct *act)
{
    Match *matches = memory_array(KNOCKOUT_PLAYERS_MAX / 2, sizeof *matches);
    int count = matches_of_round(t, t->round, matches);
    begin_act(act, t->round, (size_t)count);
    for (int i = 0; i < count; i++)
        if (matches[i].first && !matches[i].winner && !matches[i].is_void && !matches[i].open) {
            seat_match(act, &matches[i], (uint32_t)i + 1, false);
            note_absence(t, &act->boards[act->boards_count - 1]);
        }
    free(matches);
    if (!act->boards_count)
        tourney_act_clear(act);
    return act->boards_count > 0;
}

/* ---- all but Swiss and arena ---- */

bool tourney_wants_pairing(const Tourney *t)
{
    if (t->status != TOURNEY_STARTED || t->settings.format == FORMAT_ARENA)
        return false;
    bool has_more = t->rounds_count == 0 || t->round < t->rounds_count;
    if (t->round_state == ROUND_NONE || t->round_state == ROUND_OVER)
        return has_more;
    return t->settings.format == FORMAT_KNOCKOUT && t->round_state == ROUND_PLAYING;
}

bool tourney_is_swiss(const Tourney *t)
{
    return t->settings.format == FORMAT_SWISS ||
           (t->settings.format == FORMAT_TEAMS && t->settings.system == SYSTEM_SWISS);
}

bool tourney_pair(const Tourney *t, TourneyAct *act)
{
    if (!tourney_wants_pairing(t))
        return false;
    if (t->settings.format == FORMAT_ROBIN)
        return pair_robin(t, act);
    if (t->settings.format == FORMAT_SIMUL)
        return simul_pair(t, act);
    if (t->settings.format == FORMAT_TEAMS)
        return team_pair_robin(t, act);
    if (t->settings.format != FORMAT_KNOCKOUT)
        return false;
    if (t->round_state == ROUND_PLAYING)
        return pair_more(t, act);
    return t->round == 0 ? pair_first(t, act) : pair_winners(t, act);
}

/* ---- Swiss ---- */

SwissRound *swiss_round_new(const Tourney *t)
{
    SwissRound *round = memory_new(sizeof *round);
    round->of_teams = t->settings.format == FORMAT_TEAMS;
    if (round->of_teams)
        team_swiss_new(t, round);
    else
        round->memory = tourney_field(t, &round->field, &round->numbers);
    round->round = (int)t->round;
    return round;
}

void swiss_round_free(SwissRound *round)
{
    if (!round)
        return;
    if (round->of_teams)
        free(round->numbers); /* of players they are in the field's memory */
    free(round->present);
    free(round->memory);
    free(round);
}

static bool pair_teams(SwissRound *round)
{
    void *memory = memory_array(1, team_swiss_memory(round->team_field.teams));
    TeamSwissError error = team_swiss_pair(&round->teams, memory, round->pairs, &round->count);
    free(memory);
    return error == TEAM_SWISS_OK && round->count > 0;
}

bool swiss_round_pair(SwissRound *round)
{
    if (round->of_teams)
        return pair_teams(round);
    size_t size = dutch_memory(round->field.player_count);
    void *memory = memory_array(1, size ? size : 1);
    DutchError error = dutch_pair(&round->field, round->round, memory, round->pairs, &round->count);
    free(memory);
    return error == DUTCH_OK && round->count > 0;
}

/* Who is named first is at home, and has White at the first board. */
static void act_of_teams(const SwissRound *round, const Tourney *t, TourneyAct *act)
{
    *act = (TourneyAct){.kind = ACT_PAIR, .round = (uint32_t)round->round + 1};
    act->pairs = memory_array((size_t)round->count + 1, sizeof *act->pairs);
    for (int i = 0; i < round->count; i++) {
        const RoundPair *pair = &round->pairs[i];
        act->pairs[act->pairs_count++] = (PairedTeams){
            round->numbers[pair->white - 1], pair->black ? round->numbers[pair->black - 1] : 0};
    }
    team_seat(t, act);
}

void swiss_round_act(const SwissRound *round, const Tourney *tourney, TourneyAct *act)
{
    if (round->of_teams) {
        act_of_teams(round, tourney, act);
        return;
    }
    begin_act(act, (uint32_t)round->round + 1, (size_t)round->count);
    for (int i = 0; i < round->count; i++) {
        const RoundPair *pair = &round->pairs[i];
        add(act, round->numbers[pair->white - 1],
            pair->black ? round->numbers[pair->black - 1] : 0);
    }
}

/* ---- arena ---- */

static int compare_rank(const void *one, const void *other)
{
    const ArenaPlayer *a = one, *b = other;
    return a->rank - b->rank;
}

static uint32_t list_waiting(const Tourney *t, const uint32_t *waiting, uint32_t count,
                             ArenaPlayer *players)
{
    Standings standings = {.rows = NULL};
    uint32_t *ranks = memory_array(t->players_count + 1, sizeof *ranks);
    standings_compute(&standings, t);
    for (uint32_t i = 0; i < standings.count; i++)
        ranks[standings.rows[i].player] = standings.rows[i].rank;
    for (uint32_t i = 0; i < count; i++) {
        const TourneyPlayer *player = tourney_player(t, waiting[i]);
        int rating = player->person.rating ? player->person.rating : RATING_DEFAULT;
        players[i] = (ArenaPlayer){.id = (uint16_t)player->number,
                                   .team = (uint16_t)player->team,
                                   .last_opponent = (uint16_t)player->last_opponent,
                                   .rank = (uint16_t)ranks[player->number],
                                   .rating = (int16_t)rating,
                                   .strike = (int8_t)player->strike,
                                   .balance = (int8_t)player->balance,
                                   .since = player->since};
    }
    qsort(players, count, sizeof *players, compare_rank);
    standings_clear(&standings);
    free(ranks);
    return count;
}

ArenaRound *arena_round_new(const Tourney *t, const uint32_t *waiting, uint32_t count,
                            uint32_t active, int64_t now, uint64_t seed)
{
    if (count < 2)
        return NULL;
    ArenaRound *round = memory_new(sizeof *round);
    round->field = (ArenaField){.active = (int)active,
                                .now = now,
                                .wait = arena_wait(t->settings.limit * INT64_C(1000),
                                                   t->settings.increment * INT64_C(1000)),
                                .is_first = t->boards_count == 0,
                                .is_battle = t->settings.leaders > 0,
                                .seed = seed};
    round->players = memory_array(count, sizeof *round->players);
    round->count = (int)list_waiting(t, waiting, count, round->players);
    if (arena_is_ready(&round->field, round->players, round->count))
        return round;
    arena_round_free(round);
    return NULL;
}

void arena_round_free(ArenaRound *round)
{
    if (!round)
        return;
    free(round->players);
    free(round->pairs);
    free(round);
}

void arena_round_pair(ArenaRound *round)
{
    void *memory = memory_array(1, arena_memory());
    round->pairs = memory_array(ARENA_PAIRS, sizeof *round->pairs);
    round->paired = arena_pair(&round->field, round->players, round->count, memory, round->pairs);
    free(memory);
}

bool arena_round_act(const ArenaRound *round, ArenaMay *may, void *context, TourneyAct *act)
{
    begin_act(act, 0, (size_t)round->paired);
    for (int i = 0; i < round->paired; i++)
        if (may(context, round->pairs[i].white) && may(context, round->pairs[i].black))
            add(act, round->pairs[i].white, round->pairs[i].black);
    if (!act->boards_count)
        tourney_act_clear(act);
    return act->boards_count > 0;
}

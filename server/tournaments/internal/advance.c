/* What a tournament does by itself: starts, pairs, begins rounds, ends. */
#include "memory.h"
#include "running.h"

#include <sodium.h>

#include <stdlib.h>
#include <string.h>

enum {
    START_AGAIN = 5000, /* ms until one that lacks players looks again */
    ARENA_LOOK = 1000,  /* ms between looks at those who wait */
    STEPS_MAX = 8,      /* of one tick: start, pair, begin … */
};

static int64_t now_of(const Tournaments *tournaments)
{
    return tournaments->time->wall;
}

/* Ends what nobody has done anything about for so many days. */
static void end_at(Tournaments *tournaments, Running *running, int days, TourneyActKind kind,
                   const char *why)
{
    int64_t at = running->tourney->acted_at + days * INT64_C(24) * 3600 * 1000;
    if (now_of(tournaments) >= at)
        running_do(tournaments, running, kind, why);
    else
        running_plan(tournaments, running, at);
}

/* ---- start ---- */

static bool start(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    int64_t at = tourney->settings.starts_at, now = now_of(tournaments);
    TourneyAct act = {.kind = ACT_START, .confirmed = true};
    TourneyAnswer answer;
    if (!at) {
        end_at(tournaments, running, TOURNAMENT_WAITS_START_DAYS, ACT_CANCEL,
               "its organiser did not start it");
        return false;
    }
    if (at > now) {
        running_plan(tournaments, running, at);
        return false;
    }
    if (tourney->settings.format == FORMAT_SIMUL) {
        tourney_refuse(&answer, 400, "wrong_time", "the host did not begin it");
    } else if (tourney_check(tourney, &act, ROLE_ORGANISER, &answer)) {
        running_do(tournaments, running, ACT_START, NULL);
        return true;
    }
    if (now >= at + TOURNAMENT_WAITS_PLAYERS)
        running_do(tournaments, running, ACT_CANCEL, answer.why);
    else
        running_plan(tournaments, running, now + START_AGAIN);
    return false;
}

/* ---- pairing, on another thread ---- */

static void compute(uv_work_t *work)
{
    PairingJob *job = work->data;
    if (job->arena)
        arena_round_pair(job->arena);
    else
        job->found = swiss_round_pair(job->round);
}

static void unlink_job(Tournaments *tournaments, const PairingJob *job)
{
    PairingJob **at = &tournaments->jobs;
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
}

static const Person *asked_by(Running *running)
{
    const Person *by = running->desk_pairs ? &running->desk : NULL;
    running->desk_pairs = false;
    return by;
}

/* Nobody can be paired any more: that is the end, or an organiser decides what to do. */
static void end_without_pairing(Tournaments *tournaments, Running *running)
{
    bool by_hand = running->tourney->settings.pairing != 0;
    asked_by(running);
    running->unpaired_seq = running->tourney->seq;
    if (!by_hand)
        running_do(tournaments, running, ACT_FINISH, "all possible pairings were played");
}

static void take_pairing(Tournaments *tournaments, Running *running, const PairingJob *job)
{
    TourneyAct act;
    if (!job->found) {
        end_without_pairing(tournaments, running);
        return;
    }
    swiss_round_act(job->round, running->tourney, &act);
    begin_draw_ids(tournaments, running, &act);
    running_apply(tournaments, running, &act, asked_by(running));
    tourney_act_clear(&act);
}

static bool is_here(const Tournaments *tournaments, const TourneyPlayer *player)
{
    return tourney_person_is_program(&player->person) ||
           clients_can_play(tournaments->clients, player->person.user);
}

/* Whoever is in the middle of a game elsewhere is not torn out of it; games that can wait keep nobody out. */
static bool is_busy(const Tournaments *tournaments, const TourneyPlayer *player)
{
    return player->board || (!tourney_person_is_program(&player->person) &&
                             live_is_busy(tournaments->live, player->person.user));
}

typedef struct {
    const Tournaments *tournaments;
    const Tourney *tourney;
} Arena;

/* They have neither left nor begun another game meanwhile. */
static bool still_waits(void *context, uint32_t number)
{
    const Arena *arena = context;
    const TourneyPlayer *player = tourney_player(arena->tourney, number);
    return player->status == PLAYER_ACTIVE && is_here(arena->tournaments, player) &&
           !is_busy(arena->tournaments, player);
}

static void take_arena(Tournaments *tournaments, Running *running, const PairingJob *job)
{
    const Tourney *tourney = running->tourney;
    Arena arena = {tournaments, tourney};
    TourneyAct act;
    bool is_open = tourney->status == TOURNEY_STARTED && !tourney->paused &&
                   now_of(tournaments) < tourney_closes_at(tourney) &&
                   !journal_is_stuck(tournaments->options.journal);
    if (!is_open || !arena_round_act(job->arena, still_waits, &arena, &act))
        return;
    begin_draw_ids(tournaments, running, &act);
    running_apply(tournaments, running, &act, NULL);
    tourney_act_clear(&act);
}

static void take_job(Tournaments *tournaments, Running *running, const PairingJob *job)
{
    server_time_read(tournaments->options.time);
    running_plan(tournaments, running, now_of(tournaments));
    if (job->arena)
        take_arena(tournaments, running, job);
    else if (running->tourney->pairing_seq == job->seq)
        take_pairing(tournaments, running, job);
}

/* Once they are stopped, nothing that they stood on may be there any more. */
static void computed(uv_work_t *work, int status)
{
    PairingJob *job = work->data;
    Tournaments *tournaments = job->owner;
    (void)status;
    if (tournaments) {
        Running *running = running_find(tournaments, job->id.text);
        unlink_job(tournaments, job);
        running->job = NULL;
        if (!tournaments->is_stopped)
            take_job(tournaments, running, job);
    }
    swiss_round_free(job->round);
    arena_round_free(job->arena);
    free(job);
}

static void begin_job(Tournaments *tournaments, Running *running, SwissRound *round,
                      ArenaRound *arena)
{
    PairingJob *job = memory_new(sizeof *job);
    *job = (PairingJob){.owner = tournaments,
                        .id = running->id,
                        .seq = running->tourney->pairing_seq,
                        .round = round,
                        .arena = arena,
                        .next = tournaments->jobs};
    job->work.data = job;
    if (uv_queue_work(tournaments->options.loop, &job->work, compute, computed) != 0)
        abort(); /* refused only for a bug of ours */
    tournaments->jobs = running->job = job;
}

static void pair_swiss(Tournaments *tournaments, Running *running)
{
    if (!running->job)
        begin_job(tournaments, running, swiss_round_new(running->tourney), NULL);
}

/* ---- rounds ---- */

static bool pair_now(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    TourneyAct act;
    if (tourney_is_swiss(tourney)) {
        if (tourney->active_count < 2)
            end_without_pairing(tournaments, running);
        else
            pair_swiss(tournaments, running);
        return false;
    }
    if (!tourney_pair(tourney, &act)) {
        end_without_pairing(tournaments, running);
        return false;
    }
    begin_draw_ids(tournaments, running, &act);
    running_apply(tournaments, running, &act, asked_by(running));
    tourney_act_clear(&act);
    return true;
}

/* Further games of matches that are level. */
static bool pair_matches(Tournaments *tournaments, Running *running)
{
    TourneyAct act;
    bool is_playing = running->tourney->settings.format == FORMAT_KNOCKOUT &&
                      running->tourney->round_state == ROUND_PLAYING;
    if (!is_playing || !tourney_pair(running->tourney, &act))
        return false;
    begin_draw_ids(tournaments, running, &act);
    running_apply(tournaments, running, &act, NULL);
    tourney_act_clear(&act);
    return true;
}

static bool step_rounds(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    bool by_hand = tourney->settings.pairing != 0;
    bool is_last = tourney->rounds_count && tourney->round >= tourney->rounds_count;
    int64_t at = running_next_round_at(running), now = now_of(tournaments);
    if (tourney->round_state == ROUND_PAIRED && (!by_hand || (at && at <= now))) {
        running_do(tournaments, running, ACT_ROUND, NULL);
        return true;
    }
    if (tourney->round_state == ROUND_OVER && is_last && !by_hand) {
        running_do(tournaments, running, ACT_FINISH, NULL);
        return false;
    }
    if (pair_matches(tournaments, running))
        return true;
    if (running->desk_pairs && tourney_wants_pairing(tourney) &&
        tourney->round_state != ROUND_PLAYING)
        return pair_now(tournaments, running);
    running->desk_pairs = false;
    if (at && at <= now && tourney->round_state != ROUND_PAIRED)
        return !running_has_no_pairing(running) && pair_now(tournaments, running);
    if (at)
        running_plan(tournaments, running, at);
    return false;
}

/* ---- arenas ---- */

static void pair_arena(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    uint32_t *waiting = memory_array(tourney->players_count + 1, sizeof *waiting);
    uint32_t count = 0, active = 0;
    uint64_t seed;
    for (uint32_t i = 0; i < tourney->players_count; i++) {
        const TourneyPlayer *player = &tourney->players[i];
        if (player->status != PLAYER_ACTIVE || player->person.kind == TOURNEY_NAME ||
            !(player->board || is_here(tournaments, player)))
            continue;
        active++;
        if (!is_busy(tournaments, player))
            waiting[count++] = player->number;
    }
    randombytes_buf(&seed, sizeof seed);
    ArenaRound *round = arena_round_new(tourney, waiting, count, active, now_of(tournaments), seed);
    if (round)
        begin_job(tournaments, running, NULL, round);
    free(waiting);
}

static bool step_arena(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    int64_t now = now_of(tournaments), ends = tourney_ends_at(tourney);
    if (now >= ends) {
        running_do(tournaments, running, ACT_FINISH, NULL);
        return false;
    }
    bool is_full = tourney->seq + TOURNEY_PLAYERS_MAX >= TOURNEY_ACTS_MAX;
    if (!tourney->paused && !is_full && now < tourney_closes_at(tourney) &&
        now >= running->waits_at && !running->job) {
        pair_arena(tournaments, running);
        running->waits_at = now + ARENA_LOOK;
    }
    int64_t next = now < tourney_closes_at(tourney) ? running->waits_at : ends;
    running_plan(tournaments, running, next < ends ? next : ends);
    return false;
}

/* ---- the whole ---- */

/* A game that goes on here will bring an act; whoever sits elsewhere, or waits for the desk, may have gone for good. */
static void end_what_rests(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    for (uint32_t i = 0; i < tourney->boards_count; i++)
        if (tourney->boards[i].state == STATE_PLAYING && tourney->boards[i].pair.game.text[0])
            return;
    end_at(tournaments, running, TOURNAMENT_WAITS_DESK_DAYS, ACT_FINISH,
           "nothing was done for a year");
}

static bool step(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    if (running->must_seek && !running->seeking)
        begin_again(tournaments, running);
    if (tourney->status == TOURNEY_CREATED)
        return start(tournaments, running);
    if (tourney->status != TOURNEY_STARTED)
        return false;
    if (tourney->settings.format == FORMAT_ARENA)
        return step_arena(tournaments, running);
    return !tourney->paused && step_rounds(tournaments, running);
}

/* Adjourned games go on by themselves at their instant: that is no act, but those who watch see it. */
static void look_at_adjourned(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    int64_t now = now_of(tournaments);
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        if (board->state != STATE_PLAYING || !board->until)
            continue;
        if (board->until > now)
            running_plan(tournaments, running, board->until);
        else if (board->until > running->resumed_at)
            tell_note_board(running, board->number);
    }
    running->resumed_at = now;
}

void advance(Tournaments *tournaments, Running *running)
{
    for (int i = 0; i < STEPS_MAX && step(tournaments, running); i++)
        continue;
    if (running->tourney->status == TOURNEY_STARTED)
        end_what_rests(tournaments, running);
    if (running->tourney->status == TOURNEY_STARTED) {
        begin_games(tournaments, running);
        look_at_adjourned(tournaments, running);
    }
}

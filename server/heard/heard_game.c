#include "heard_game.h"

#include "array.h"
#include "fen.h"
#include "message.h"

#include <cJSON.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- the moves ---- */

/* Positions are kept so many plies apart: a takeback plays no more moves than that again. */
enum { MARK_PLIES = 64 };

struct HeardMark {
    Position position;
    size_t length; /* of the moves until then */
};

static void note_mark(HeardGame *game)
{
    size_t at = game->plies / MARK_PLIES;
    if (game->plies % MARK_PLIES)
        return;
    game->marks = array_reserve(game->marks, &game->marks_size, at + 1, sizeof *game->marks);
    game->marks[at] = (struct HeardMark){game->now, game->moves_length};
}

/* Plays it, but does not note it among the moves. What the server plays is legal in its own position. */
static bool advance(HeardGame *game, const char *uci, size_t length)
{
    Move move;
    if (length >= UCI_MAX || uci_parse(&game->now, uci, length, &move) != NOTATION_OK)
        return false;
    game->before = game->now;
    position_play(&game->now, move);
    memcpy(game->last, uci, length);
    game->last[length] = '\0';
    game->plies++;
    return true;
}

static void play(HeardGame *game, const char *uci)
{
    size_t length = strlen(uci);
    note_mark(game);
    if (!advance(game, uci, length))
        return;
    game->moves = array_reserve(game->moves, &game->moves_size, game->moves_length + length + 2, 1);
    if (game->plies > 1)
        game->moves[game->moves_length++] = ' ';
    memcpy(game->moves + game->moves_length, uci, length + 1);
    game->moves_length += length;
}

static void begin_again(HeardGame *game)
{
    game->now = game->start;
    game->moves_length = game->plies = 0;
    game->last[0] = '\0';
}

/* All but the first so many are taken back: from the last mark before the newest that stays, so that the position before that
 * is known, too. */
static void take_back(HeardGame *game, uint32_t plies)
{
    if (plies >= game->plies)
        return;
    begin_again(game);
    if (!plies)
        return;
    const struct HeardMark *mark = &game->marks[(plies - 1) / MARK_PLIES];
    size_t at = mark->length;
    game->now = mark->position;
    game->plies = (plies - 1) / MARK_PLIES * MARK_PLIES;
    while (game->plies < plies) {
        const char *uci = game->moves + at + (game->plies > 0);
        size_t length = strcspn(uci, " ");
        bool is_legal = advance(game, uci, length);
        assert(is_legal);
        at = (size_t)(uci + length - game->moves);
    }
    game->moves[at] = '\0';
    game->moves_length = at;
}

/* ---- the clocks ---- */

static void set_clock(HeardGame *game, const cJSON *message, bool running, int64_t now)
{
    const cJSON *clock = cJSON_GetObjectItemCaseSensitive(message, "clock");
    game->running = game->control.timed && running;
    game->since = now;
    game->stands = message_integer(clock, "stands");
    game->left[WHITE] = message_integer_or(clock, "white", HEARD_FOREVER);
    game->left[BLACK] = message_integer_or(clock, "black", HEARD_FOREVER);
}

/* The clocks run from the second move on, unless they were started before; a delay begins anew with each. */
static void turn_clock(HeardGame *game, const cJSON *message, int64_t now)
{
    set_clock(game, message, game->plies >= 2 || game->early, now);
    if (game->control.bonus == BONUS_DELAY) {
        TimeControl own = time_control_of(&game->control, heard_game_turn(game));
        game->stands = time_control_stage(&own, game->plies / 2).increment;
    }
}

int64_t heard_game_left(const HeardGame *game, Color side, int64_t now)
{
    int64_t left = game->left[side];
    if (!game->control.timed)
        return HEARD_FOREVER;
    if (game->running && side == heard_game_turn(game)) {
        int64_t spent = now - game->since - game->stands;
        left -= spent > 0 ? spent : 0;
    }
    return left > 0 ? left : 0;
}

/* ---- the snapshot ---- */

static Status read_status(const char *word)
{
    Status status;
    return status_read(word, strlen(word), &status) ? status : STATUS_STARTED;
}

static Winner read_winner(const char *word)
{
    return strcmp(word, "white") == 0   ? WINNER_WHITE
           : strcmp(word, "black") == 0 ? WINNER_BLACK
                                        : WINNER_NONE;
}

static Variant read_variant(const char *word)
{
    return strcmp(word, "chess960") == 0       ? VARIANT_CHESS960
           : strcmp(word, "fromPosition") == 0 ? VARIANT_FROM_POSITION
                                               : VARIANT_STANDARD;
}

static Color read_side(const cJSON *message)
{
    return strcmp(message_text(message, "by"), "white") == 0 ? WHITE : BLACK;
}

static void forget_offers(HeardGame *game)
{
    memset(game->draw, 0, sizeof game->draw);
    memset(game->takeback, 0, sizeof game->takeback);
}

static void note_offer(HeardGame *game, const cJSON *offer, const char *what)
{
    uint32_t seq = (uint32_t)message_integer(offer, "seq");
    if (strcmp(what, "draw") == 0)
        game->draw[read_side(offer)] = seq;
    else if (strcmp(what, "takeback") == 0)
        game->takeback[read_side(offer)] = seq;
}

static unsigned read_rules(const cJSON *message)
{
    const cJSON *each;
    unsigned rules = 0;
    cJSON_ArrayForEach(each, cJSON_GetObjectItemCaseSensitive(message, "rules")) rules |=
        cJSON_IsString(each) ? game_rule_read(each->valuestring) : 0;
    return rules;
}

static void read_terms(HeardGame *game, const cJSON *message)
{
    const char *fen = message_text(message, "fen");
    game->id = message_game_id(message, "game");
    game->variant = read_variant(message_text(message, "variant"));
    game->control = message_read_control(message, "clock");
    game->first_move = (int32_t)message_integer(message, "firstMove");
    game->rated = message_flag(message, "rated");
    game->rules = read_rules(message);
    game->seat[WHITE] = message_read_person(message, "white");
    game->seat[BLACK] = message_read_person(message, "black");
    if (fen_parse(fen, strlen(fen), &game->start, NULL) != FEN_OK)
        position_start(&game->start);
    if (game->variant == VARIANT_CHESS960) /* also where king and rooks are as usual */
        game->start.chess960 = true;
}

void heard_game_read(HeardGame *game, const cJSON *message, int64_t now, int64_t wall)
{
    const cJSON *each;
    read_terms(game, message);
    begin_again(game);
    cJSON_ArrayForEach(each, cJSON_GetObjectItemCaseSensitive(message, "moves"))
        play(game, cJSON_IsString(each) ? each->valuestring : "");
    forget_offers(game);
    cJSON_ArrayForEach(each, cJSON_GetObjectItemCaseSensitive(message, "offers"))
        note_offer(game, each, message_text(each, "what"));
    const cJSON *clock = cJSON_GetObjectItemCaseSensitive(message, "clock");
    set_clock(game, message, message_has(clock, "running"), now);
    game->early = game->running && game->plies < 2;
    game->moved_at = game->plies ? now : now - message_integer(message, "at");
    game->status = read_status(message_text(message, "status"));
    game->winner = read_winner(message_text(message, "winner"));
    if (!game->is_known) {
        game->created = wall - message_integer(message, "at");
        game->present[WHITE] = game->present[BLACK] = true;
        game->claim_at = -1;
    }
    game->is_known = true;
}

/* ---- events ---- */

static HeardNews hear_move(HeardGame *game, const cJSON *message, int64_t now)
{
    /* A draw that the mover has offered stands, what the other side has offered lapses. */
    Color mover = heard_game_turn(game);
    play(game, message_text(message, "uci"));
    game->draw[color_other(mover)] = 0;
    memset(game->takeback, 0, sizeof game->takeback);
    game->moved_at = now;
    turn_clock(game, message, now);
    return HEARD_STATE;
}

static HeardNews hear_offer(HeardGame *game, const cJSON *message, const char *kind, int64_t now)
{
    if (!message_has(message, "ply")) {
        note_offer(game, message, kind);
        return HEARD_STATE;
    }
    take_back(game, (uint32_t)message_integer(message, "ply"));
    forget_offers(game);
    turn_clock(game, message, now);
    return HEARD_STATE;
}

static HeardNews hear_refusal(HeardGame *game, const cJSON *message)
{
    uint32_t offer = (uint32_t)message_integer(message, "offer");
    for (Color side = WHITE; side <= BLACK; side++) {
        if (game->draw[side] == offer)
            game->draw[side] = 0;
        if (game->takeback[side] == offer)
            game->takeback[side] = 0;
    }
    return HEARD_STATE;
}

static HeardNews hear_end(HeardGame *game, const cJSON *message, int64_t now)
{
    set_clock(game, message, false, now);
    forget_offers(game);
    game->status = read_status(message_text(message, "status"));
    game->winner = read_winner(message_text(message, "winner"));
    return HEARD_END;
}

static HeardNews hear_clock(HeardGame *game, const cJSON *message, bool running, int64_t now)
{
    set_clock(game, message, running, now);
    return HEARD_STATE;
}

static HeardNews hear_crowd(HeardGame *game, const cJSON *message, int64_t now)
{
    int64_t claim_in = message_integer_or(message, "claimIn", -1);
    game->present[WHITE] = message_flag(message, "white");
    game->present[BLACK] = message_flag(message, "black");
    game->claim_at = claim_in < 0 ? -1 : now + claim_in;
    return HEARD_CROWD;
}

HeardNews heard_game_hear(HeardGame *game, const cJSON *message, int64_t now)
{
    const char *kind = message_text(message, "t");
    if (!game->is_known)
        return HEARD_NOTHING;
    if (strcmp(kind, "move") == 0)
        return hear_move(game, message, now);
    if (strcmp(kind, "draw") == 0 || strcmp(kind, "takeback") == 0)
        return hear_offer(game, message, kind, now);
    if (strcmp(kind, "refuse") == 0)
        return hear_refusal(game, message);
    if (strcmp(kind, "moretime") == 0)
        return hear_clock(game, message, game->running, now);
    if (strcmp(kind, "pause") == 0) {
        game->paused = true;
        return hear_clock(game, message, false, now);
    }
    if (strcmp(kind, "resume") == 0) {
        game->early |=
            !game->paused && game->plies < 2; /* not after a pause: the clocks are started */
        game->paused = false;
        return hear_clock(game, message, game->early || game->plies >= 2, now);
    }
    if (strcmp(kind, "end") == 0)
        return hear_end(game, message, now);
    if (strcmp(kind, "crowd") == 0)
        return hear_crowd(game, message, now);
    return HEARD_NOTHING;
}

void heard_game_clear(HeardGame *game)
{
    free(game->moves);
    free(game->marks);
    *game = (HeardGame){.is_known = false};
}

/* ---- asked ---- */

bool heard_game_is_over(const HeardGame *game)
{
    return game->status != STATUS_CREATED && game->status != STATUS_STARTED;
}

Color heard_game_turn(const HeardGame *game)
{
    return position_turn(&game->now);
}

bool heard_game_seat(const HeardGame *game, const char *person, Color *seat)
{
    for (*seat = WHITE; *seat <= BLACK; (*seat)++)
        if (strcmp(game->seat[*seat].id, person) == 0)
            return true;
    *seat = WHITE;
    return false;
}

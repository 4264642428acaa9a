#include "game_row.h"

#include "columns.h"
#include "game_rules.h"
#include "seat.h"
#include "stages.h"

/* read_game's columns, in sql/games.sql. */
enum {
    GAME_ID,
    SEAT_ID, /* of white: id, name and guest; black's are GAME_ROW_PERSON later */
    SEAT_LEVEL = SEAT_ID + 2 * GAME_ROW_PERSON, /* white, black */
    SEAT_RATING = SEAT_LEVEL + 2,
    VARIANT = SEAT_RATING + 2,
    FEN,
    INITIAL,
    INCREMENT,
    RATED,
    FIRST_MOVE,
    CREATED,
    MADE,
    ENDED,
    STATUS,
    WINNER,
    REASON,
    BONUS,
    DAYS,
    AGAIN,
    ODDS,
    ODDS_INITIAL,
    ODDS_INCREMENT,
    SEAT_ENGINE, /* white, black */
    STAGES = SEAT_ENGINE + 2,
    RULES,
};

bool game_row_person(DbStatement *row, int first, StoreSeat *seat)
{
    seat->guest = (int)db_number(row, first + 2) != 0;
    return column_text(row, first, seat->player, sizeof seat->player) &&
           column_text(row, first + 1, seat->name, sizeof seat->name);
}

static bool read_seat(DbStatement *row, int side, StoreSeat *seat)
{
    int32_t level, rating;
    if (!game_row_person(row, SEAT_ID + side * GAME_ROW_PERSON, seat) ||
        !column_int(row, SEAT_LEVEL + side, &level) ||
        !column_int(row, SEAT_RATING + side, &rating))
        return false;
    seat_read_numbers(seat, level, rating);
    const char *engine = db_text(row, SEAT_ENGINE + side);
    if (engine && !seat_read_engine(seat, engine, db_size(row, SEAT_ENGINE + side)))
        return false;
    return (seat->player[0] != '\0') == (seat->kind == STORE_SEAT_HUMAN);
}

static bool read_control(DbStatement *row, TimeControl *control)
{
    int32_t bonus, odds;
    control->timed = !column_is_null(row, INITIAL);
    if (!column_int(row, BONUS, &bonus) || bonus < BONUS_FISCHER || bonus > BONUS_DELAY ||
        !column_int(row, ODDS, &odds) || odds < TIME_ODDS_NONE || odds > TIME_ODDS_BLACK)
        return false;
    control->bonus = (Bonus)bonus;
    control->odds = (TimeOdds)odds;
    const char *stages = db_text(row, STAGES);
    size_t length = db_size(row, STAGES);
    return column_int(row, INITIAL, &control->initial) &&
           column_int(row, INCREMENT, &control->increment) &&
           column_int(row, DAYS, &control->days) &&
           column_int(row, ODDS_INITIAL, &control->odds_initial) &&
           column_int(row, ODDS_INCREMENT, &control->odds_increment) &&
           (length == 0 || stages_read(stages, length, control));
}

static bool read_result(DbStatement *row, StoreGame *game)
{
    int32_t status, winner, reason;
    if (!column_int(row, STATUS, &status) || !column_int(row, WINNER, &winner) ||
        !column_int(row, REASON, &reason))
        return false;
    game->ended = db_number(row, ENDED);
    game->status = (Status)status;
    game->winner = (Winner)winner;
    game->reason = (Reason)reason;
    return status >= STATUS_CREATED && status <= STATUS_NOSTART && winner >= WINNER_NONE &&
           winner <= WINNER_BLACK && reason >= REASON_NONE && reason <= REASON_INSUFFICIENT;
}

bool game_row_read(DbStatement *row, StoreGame *game)
{
    game->rated = (int)db_number(row, RATED) != 0;
    game->again = (int)db_number(row, AGAIN) != 0;
    int32_t rules;
    if (!column_int(row, RULES, &rules) || rules < 0 || rules > RULES_ALL)
        return false;
    game->rules = (uint8_t)rules;
    game->created = db_number(row, CREATED);
    game->made = db_number(row, MADE);
    return column_text(row, GAME_ID, game->id.text, sizeof game->id.text) &&
           read_seat(row, WHITE, &game->seat[WHITE]) && read_seat(row, BLACK, &game->seat[BLACK]) &&
           column_int(row, VARIANT, &game->variant) &&
           column_text(row, FEN, game->fen, sizeof game->fen) &&
           read_control(row, &game->control) && column_int(row, FIRST_MOVE, &game->first_move) &&
           read_result(row, game);
}

#include "swiss_card.h"

static SideColour opposite(SideColour colour)
{
    return colour == SIDE_WHITE ? SIDE_BLACK : colour == SIDE_BLACK ? SIDE_WHITE : SIDE_NONE;
}

/* 1.4: a float is for a game with a player of another score, or for points without playing. */
static Float find_float(const Tournament *t, int player, int round)
{
    if (round < 0)
        return FLOAT_NONE;
    const RoundGame *game = tournament_game(t, player, round);
    if (!game_was_played(game))
        return tournament_scored(t, player, round) > t->points.loss ? FLOAT_DOWN : FLOAT_NONE;
    int own = tournament_pairing_points(t, player, round);
    int other = tournament_pairing_points(t, tournament_find(t, game->opponent), round);
    return own > other ? FLOAT_DOWN : own < other ? FLOAT_UP : FLOAT_NONE;
}

/* C2, article 4 of the basic rules. */
static bool may_have_bye(const Tournament *t, int player, int round)
{
    for (int r = 0; r < round; r++) {
        const RoundGame *game = tournament_game(t, player, r);
        if (game->result == RESULT_PAIRING_BYE ||
            (!game_was_played(game) && tournament_scored(t, player, r) >= t->points.win))
            return false;
    }
    return true;
}

/* 1.6 and 1.7 */
static void read_colours(const Tournament *t, int round, SwissCard *card)
{
    int in_a_row = 0;
    SideColour latest = SIDE_NONE;
    for (int r = 0; r < round; r++) {
        const RoundGame *game = tournament_game(t, card->player, r);
        if (!game_was_played(game))
            continue;
        card->played++;
        card->difference += game->colour == SIDE_WHITE ? 1 : -1;
        in_a_row = game->colour == latest ? in_a_row + 1 : 1;
        latest = (SideColour)game->colour;
    }
    SideColour rarer = card->difference > 0 ? SIDE_BLACK : SIDE_WHITE;
    card->repeated = in_a_row > 1 ? (uint8_t)latest : SIDE_NONE;
    bool is_wide = card->difference > 1 || card->difference < -1;
    if (is_wide || in_a_row > 1)
        card->strength = PREFERENCE_ABSOLUTE;
    else if (card->difference)
        card->strength = PREFERENCE_STRONG;
    else
        card->strength = card->played ? PREFERENCE_MILD : PREFERENCE_NONE;
    if (is_wide || card->strength == PREFERENCE_STRONG)
        card->preferred = (uint8_t)rarer;
    else
        card->preferred = (uint8_t)opposite(latest);
}

static bool has_been_present(const Tournament *t, int player, int round)
{
    if (tournament_is_present(t, player, round))
        return true;
    for (int r = 0; r < round; r++)
        if (game_was_paired(tournament_game(t, player, r)))
            return true;
    return false;
}

static bool is_before(const SwissCard *one, const SwissCard *other)
{
    return one->score != other->score ? one->score > other->score : one->number < other->number;
}

/* A heap, since no library's sort is here: quick for any order. */
static void sift(SwissCard *cards, int at, int count)
{
    SwissCard moved = cards[at];
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_before(&cards[child], &cards[child + 1]))
            child++;
        if (!is_before(&moved, &cards[child]))
            break;
        cards[at] = cards[child];
    }
    cards[at] = moved;
}

static void sort_cards(SwissCard *cards, int count)
{
    for (int i = count / 2 - 1; i >= 0; i--)
        sift(cards, i, count);
    for (int end = count - 1; end > 0; end--) {
        SwissCard last = cards[0];
        cards[0] = cards[end];
        cards[end] = last;
        sift(cards, 0, end);
    }
}

int swiss_cards(const Tournament *t, int round, SwissCard *cards)
{
    int count = 0, number = 0;
    for (int i = 0; i < t->player_count; i++) {
        if (!has_been_present(t, i, round))
            continue;
        SwissCard card = {.player = (uint16_t)i, .number = (uint16_t)number};
        number++;
        if (!tournament_is_present(t, i, round))
            continue;
        card.score = tournament_pairing_points(t, i, round);
        read_colours(t, round, &card);
        card.floats[0] = (uint8_t)find_float(t, i, round - 1);
        card.floats[1] = (uint8_t)find_float(t, i, round - 2);
        card.may_have_bye = may_have_bye(t, i, round);
        cards[count++] = card;
    }
    sort_cards(cards, count);
    return count;
}

static int latest_played(const Tournament *t, int player, int before)
{
    int round = before - 1;
    while (round >= 0 && !game_was_played(tournament_game(t, player, round)))
        round--;
    return round;
}

/* 5.2.3: what 'one' has by alternating to the latest games in which they had different colours. Games that were not
 * played are passed over for each of the two by themselves (C.04.2, 3.4). */
static SideColour alternate(const Tournament *t, int round, const SwissCard *one,
                            const SwissCard *other)
{
    int r1 = latest_played(t, one->player, round), r2 = latest_played(t, other->player, round);
    while (r1 >= 0 && r2 >= 0) {
        SideColour had = (SideColour)tournament_game(t, one->player, r1)->colour;
        if (had != tournament_game(t, other->player, r2)->colour)
            return opposite(had);
        r1 = latest_played(t, one->player, r1);
        r2 = latest_played(t, other->player, r2);
    }
    return SIDE_NONE;
}

static int width(const SwissCard *card)
{
    return card->difference < 0 ? -card->difference : card->difference;
}

SideColour swiss_colour(const Tournament *t, int round, const SwissCard *one,
                        const SwissCard *other)
{
    SideColour mine = (SideColour)one->preferred, theirs = (SideColour)other->preferred;
    if (mine != theirs || mine == SIDE_NONE) { /* 5.2.1 */
        if (mine != SIDE_NONE)
            return mine;
        if (theirs != SIDE_NONE)
            return opposite(theirs);
        return one->number % 2 ? opposite(t->initial) : t->initial; /* 5.2.5 */
    }
    if (one->strength != other->strength) /* 5.2.2 */
        return one->strength > other->strength ? mine : opposite(mine);
    if (one->strength == PREFERENCE_ABSOLUTE && width(one) != width(other))
        return width(one) > width(other) ? mine : opposite(mine);
    SideColour alternated = alternate(t, round, one, other);
    return alternated != SIDE_NONE ? alternated : mine; /* 5.2.4 */
}

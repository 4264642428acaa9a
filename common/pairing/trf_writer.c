#include "letters.h"
#include "trf.h"

static const char *const LINE_END = "\r\n";

static void add_line(Letters *l, const char *tag, const char *value)
{
    if (!value)
        return;
    letters_add(l, tag);
    letters_char(l, ' ');
    letters_add(l, value);
    letters_add(l, LINE_END);
}

static bool has_usual_points(const PointSystem *p)
{
    return p->win == 10 && p->draw == 5 && !p->loss && p->forfeit_win == 10 && !p->forfeit_loss &&
           p->full_bye == 10 && p->half_bye == 5 && !p->zero_bye && p->pairing_bye == 10;
}

static void add_point_system(Letters *l, const PointSystem *p, TrfFormat format)
{
    if (has_usual_points(p))
        return;
    if (format == TRF_26) {
        const int worth[] = {p->win, p->draw, p->loss, p->forfeit_loss, p->pairing_bye};
        letters_add(l, "162  ");
        for (int i = 0; i < 5; i++) {
            letters_char(l, "WDLAP"[i]);
            letters_points(l, worth[i], 4);
            letters_spaces(l, i < 4 ? 4 : 0);
        }
        letters_add(l, LINE_END);
        return;
    }
    static const char *const codes[] = {
        "WW=", "BW=", "WD=", "BD=", "WL=", "BL=", "FW=", "FL=", "FPB=", "HPB=", "ZPB=", "PAB="};
    const int worth[] = {p->win,      p->win,      p->draw,        p->draw,
                         p->loss,     p->loss,     p->forfeit_win, p->forfeit_loss,
                         p->full_bye, p->half_bye, p->zero_bye,    p->pairing_bye};
    letters_add(l, "XXS");
    for (int i = 0; i < 12; i++) {
        letters_char(l, ' ');
        letters_add(l, codes[i]);
        letters_points(l, worth[i], 0);
    }
    letters_add(l, LINE_END);
}

static void add_settings(Letters *l, const Tournament *t, TrfFormat format)
{
    if (t->rounds) {
        letters_add(l, format == TRF_26 ? "142 " : "XXR ");
        letters_number(l, t->rounds, 0, ' ');
        letters_add(l, LINE_END);
    }
    if (t->initial != SIDE_NONE && format == TRF_26)
        add_line(l, "152", t->initial == SIDE_WHITE ? "W" : "B");
    if (t->initial != SIDE_NONE && format == TRF_16)
        add_line(l, "XXC", t->initial == SIDE_WHITE ? "white1" : "black1");
    if (t->type != TYPE_OTHER && format == TRF_26)
        add_line(l, "192", t->type == TYPE_DUTCH ? "FIDE_DUTCH_2025" : "FIDE_DUTCH_2025_BAKU");
    add_point_system(l, &t->points, format);
}

static void add_game(Letters *l, const RoundGame *game)
{
    letters_spaces(l, 2);
    if (game->result == RESULT_NONE) {
        letters_spaces(l, 8);
        return;
    }
    letters_number(l, game->opponent, 4, game->opponent ? ' ' : '0');
    letters_char(l, ' ');
    letters_char(l, "-wb"[game->colour]);
    letters_char(l, ' ');
    letters_char(l, " 1=0WDL+-HFUZ"[game->result]);
}

static void add_player(Letters *l, const Tournament *t, int i)
{
    const TournamentPlayer *player = &t->players[i];
    letters_add(l, "001 ");
    letters_number(l, player->id, 4, ' ');
    letters_char(l, ' ');
    letters_char(l, player->sex ? player->sex : ' ');
    letters_padded(l, player->title, 3);
    letters_char(l, ' ');
    letters_padded(l, player->name, 33);
    letters_char(l, ' ');
    if (player->rating)
        letters_number(l, player->rating, 4, ' ');
    else
        letters_spaces(l, 4);
    letters_char(l, ' ');
    letters_padded(l, player->federation, 3);
    letters_char(l, ' ');
    letters_padded(l, player->fide_id, 11);
    letters_char(l, ' ');
    letters_padded(l, player->birth, 10);
    letters_char(l, ' ');
    letters_points(l, player->points, 4);
    letters_char(l, ' ');
    if (player->rank)
        letters_number(l, player->rank, 4, ' ');
    else
        letters_spaces(l, 4);
    int last = t->played < t->room.rounds ? t->played : t->room.rounds - 1;
    while (last >= 0 && tournament_game(t, i, last)->result == RESULT_NONE)
        last--;
    for (int round = 0; round <= last; round++)
        add_game(l, tournament_game(t, i, round));
    letters_add(l, LINE_END);
}

static int extra_of(const Tournament *t, int player, int round)
{
    return t->extra[(size_t)player * (size_t)t->room.rounds + (size_t)round];
}

/* TRF26: neighbours who get the same in a round share a line. */
static void add_250(Letters *l, const Tournament *t, int round)
{
    for (int from = 0, to; from < t->player_count; from = to) {
        int tenths = extra_of(t, from, round);
        for (to = from + 1; to < t->player_count && extra_of(t, to, round) == tenths;)
            to++;
        if (!tenths)
            continue;
        letters_add(l, "250      ");
        letters_points(l, tenths, 4);
        letters_char(l, ' ');
        letters_number(l, round + 1, 3, '0');
        letters_char(l, ' ');
        letters_number(l, round + 1, 3, '0');
        letters_char(l, ' ');
        letters_number(l, t->players[from].id, 4, '0');
        letters_char(l, ' ');
        letters_number(l, t->players[to - 1].id, 4, '0');
        letters_add(l, LINE_END);
    }
}

static void add_xxa(Letters *l, const Tournament *t, int player)
{
    int last = t->room.rounds - 1;
    while (last >= 0 && !extra_of(t, player, last))
        last--;
    if (last < 0)
        return;
    letters_add(l, "XXA ");
    letters_number(l, t->players[player].id, 4, ' ');
    for (int round = 0; round <= last; round++) {
        letters_char(l, ' ');
        letters_points(l, extra_of(t, player, round), 4);
    }
    letters_add(l, LINE_END);
}

static void add_forbidden(Letters *l, const Tournament *t, const ForbiddenGroup *group,
                          TrfFormat format)
{
    letters_add(l, format == TRF_26 ? "260 " : "XXP");
    if (format == TRF_26) {
        int last = group->last_round + 1;
        letters_number(l, group->first_round + 1, 3, '0');
        letters_char(l, ' ');
        letters_number(l, last > 999 ? 999 : last, 3, '0');
    }
    for (int i = 0; i < group->count; i++) {
        letters_char(l, ' ');
        letters_number(l, t->forbidden[group->start + i], 4, ' ');
    }
    letters_add(l, LINE_END);
}

/* Written as what is added to the worth of a round. */
static void add_299(Letters *l, const Tournament *t, int player)
{
    for (int round = 0; round < t->played; round++) {
        int tenths = t->abnormal[(size_t)player * (size_t)t->room.rounds + (size_t)round];
        if (!tenths)
            continue;
        letters_add(l, "299");
        letters_spaces(l, 10);
        letters_points(l, tenths, 4);
        letters_spaces(l, 2);
        letters_number(l, round + 1, 3, '0');
        letters_char(l, ' ');
        letters_number(l, t->players[player].id, 4, ' ');
        letters_add(l, LINE_END);
    }
}

size_t trf_write(const Tournament *t, TrfFormat format, const TrfHeader *header, char *text,
                 size_t size)
{
    Letters letters = {text, size, 0}, *l = &letters;
    const char *const tags[] = {"012", "022", "032", "042", "052", "092", "102", "122", "182"};
    const char *const values[] = {
        header->name,          header->city,         header->federation,
        header->start,         header->end,          header->type,
        header->chief_arbiter, header->time_control, format == TRF_26 ? header->program : NULL};
    for (int i = 0; i < 9; i++)
        add_line(l, tags[i], values[i]);
    letters_add(l, "062 ");
    letters_number(l, t->player_count, 0, ' ');
    letters_add(l, LINE_END);
    add_settings(l, t, format);
    if (format == TRF_26) {
        if (t->type == TYPE_OTHER)
            add_line(l, "192", header->coded_type);
        add_line(l, "202", header->tiebreaks);
        add_line(l, "212", header->standings);
        add_line(l, "222", header->coded_control);
    }
    for (int i = 0; i < t->player_count; i++)
        add_player(l, t, i);
    for (int round = 0; t->is_accelerated && format == TRF_26 && round < t->room.rounds; round++)
        add_250(l, t, round);
    for (int i = 0; t->is_accelerated && format == TRF_16 && i < t->player_count; i++)
        add_xxa(l, t, i);
    for (int i = 0; i < t->player_count; i++)
        add_299(l, t, i);
    for (int i = 0; i < t->group_count; i++)
        add_forbidden(l, t, &t->groups[i], format);
    letters_end(l);
    return l->length;
}

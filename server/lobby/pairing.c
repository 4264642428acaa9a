#include "pairing.h"

void pairing_set_seat(Pairing *pairing, Color color, const Seek *seek)
{
    pairing->seat[color] = seek->person;
    pairing->session[color] = seek->session;
    pairing->seek[color] = seek->id;
}

/* The first one's: as they wish, otherwise whoever had white more often has black. */
static Color draw_color(const Seek *one, const Seek *other, uint64_t chance)
{
    int balance = one->person.balance - other->person.balance;
    bool is_free = one->terms.color == WISH_RANDOM && other->terms.color == WISH_RANDOM;
    if (is_free && balance != 0)
        return balance < 0 ? WHITE : BLACK;
    return wish_color(one->terms.color, other->terms.color, chance);
}

void pairing_make(Pairing *pairing, const Seek *one, const Seek *other, uint64_t chance)
{
    Color color = draw_color(one, other, chance);
    *pairing = (Pairing){.terms = one->terms};
    pairing_set_seat(pairing, color, one);
    pairing_set_seat(pairing, color_other(color), other);
}

void pairing_with_computer(Pairing *pairing, const Seek *seek, uint64_t chance)
{
    Seek computer = {.person =
                         person_computer_rated(rating_to_meet(person_strength(&seek->person)))};
    computer.person.balance = seek->person.balance; /* chance decides */
    pairing_make(pairing, seek, &computer, chance);
    pairing->terms.rated = false;
    pairing->kept = seek->keep;
    pairing->asks = seek->ask;
}

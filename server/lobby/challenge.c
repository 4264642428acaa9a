#include "challenge.h"

#include "fen.h"

#include <assert.h>
#include <string.h>

/* With or without an address at the end; the third, for controls in stages alone, has one, which may be empty; the fourth has
 * one, and behind it rules and who plays in an open one; the fifth has stages and these. */
enum {
    VERSION = 1,
    VERSION_WITH_ADDRESS = 2,
    VERSION_WITH_STAGES = 3,
    VERSION_WITH_MORE = 4,
    VERSION_WITH_ALL = 5
};
enum { OPEN = 1, NAMED = 2, FIRST_JOINED = 4, SECOND_JOINED = 8, SEATS_ALL = 15 };

/* Where the next byte is written or read; 'good' until the bytes end too soon. */
typedef struct {
    unsigned char *out;
    const unsigned char *in, *end;
    bool good;
} Bytes;

void challenge_date(Challenge *challenge, int64_t now)
{
    challenge->made = now;
    challenge->expires = now + (challenge->link ? CHALLENGE_LINK_LIFE : CHALLENGE_USER_LIFE);
}

static void put(Bytes *bytes, uint64_t value, int size)
{
    for (int i = 0; i < size; i++)
        *bytes->out++ = (unsigned char)(value >> 8 * i);
}

static void put_text(Bytes *bytes, const char *text)
{
    size_t length = strlen(text);
    put(bytes, length, 1);
    memcpy(bytes->out, text, length);
    bytes->out += length;
}

static void put_person(Bytes *bytes, const Person *person)
{
    put_text(bytes, person->id);
    put_text(bytes, person->name);
    put(bytes, (uint32_t)person->rating, 4);
    put(bytes, person->guest, 1);
}

static uint64_t get(Bytes *bytes, int size)
{
    uint64_t value = 0;
    bytes->good = bytes->good && bytes->end - bytes->in >= size;
    for (int i = 0; bytes->good && i < size; i++)
        value |= (uint64_t)*bytes->in++ << 8 * i;
    return value;
}

/* Into room for 'most' bytes and the NUL. */
static void get_text(Bytes *bytes, char *text, size_t most)
{
    size_t length = (size_t)get(bytes, 1);
    bytes->good = bytes->good && length <= most && (size_t)(bytes->end - bytes->in) >= length;
    if (!bytes->good)
        return;
    memcpy(text, bytes->in, length);
    text[length] = '\0';
    bytes->in += length;
}

static void get_person(Bytes *bytes, Person *person)
{
    get_text(bytes, person->id, PERSON_ID_MAX);
    get_text(bytes, person->name, PERSON_NAME_MAX);
    person->rating = (int32_t)(uint32_t)get(bytes, 4);
    person->guest = get(bytes, 1) != 0;
    bytes->good =
        bytes->good && person->id[0] && person->rating >= 0 && person->rating <= RATING_MAX;
}

/* Its kind (none, the three bonuses, days), plus CLOCK_WITH_ODDS when the opponent's time differs, then its
 * figures. The numbers are stored and never change. */
enum { CLOCK_OF_DAYS = BONUS_DELAY + 2, CLOCK_WITH_ODDS = 8 };

static void put_control(Bytes *bytes, const TimeControl *control)
{
    uint64_t kind = control->days ? CLOCK_OF_DAYS : control->timed ? control->bonus + 1u : 0;
    put(bytes, kind + (control->odds ? CLOCK_WITH_ODDS : 0), 1);
    put(bytes, (uint32_t)control->initial, 4);
    put(bytes, (uint32_t)(control->days ? control->days : control->increment), 4);
    if (!control->odds)
        return;
    put(bytes, (uint32_t)control->odds_initial, 4);
    put(bytes, (uint32_t)control->odds_increment, 4);
}

/* After the control: the moves of the first stage, and the later ones. */
static void put_stages(Bytes *bytes, const TimeControl *control)
{
    put(bytes, (uint32_t)control->moves, 4);
    put(bytes, (uint32_t)control->later_count, 1);
    for (int i = 0; i < control->later_count; i++) {
        put(bytes, (uint32_t)control->later[i].moves, 4);
        put(bytes, (uint32_t)control->later[i].initial, 4);
        put(bytes, (uint32_t)control->later[i].increment, 4);
    }
}

static void get_stages(Bytes *bytes, TimeControl *control)
{
    control->moves = (int32_t)(uint32_t)get(bytes, 4);
    control->later_count = (int32_t)get(bytes, 1);
    bytes->good = bytes->good && control->moves > 0 && control->later_count <= CLOCK_LATER_MAX;
    for (int i = 0; bytes->good && i < control->later_count; i++) {
        control->later[i].moves = (int32_t)(uint32_t)get(bytes, 4);
        control->later[i].initial = (int32_t)(uint32_t)get(bytes, 4);
        control->later[i].increment = (int32_t)(uint32_t)get(bytes, 4);
    }
}

static void get_control(Bytes *bytes, TimeControl *control, bool has_stages)
{
    uint64_t kind = get(bytes, 1);
    bool has_odds = kind >= CLOCK_WITH_ODDS;
    kind -= has_odds ? CLOCK_WITH_ODDS : 0;
    bytes->good = bytes->good && kind <= CLOCK_OF_DAYS;
    control->timed = kind != 0;
    control->initial = (int32_t)(uint32_t)get(bytes, 4);
    int32_t each = (int32_t)(uint32_t)get(bytes, 4);
    if (kind == CLOCK_OF_DAYS)
        control->days = each;
    else
        control->increment = each;
    if (bytes->good && kind > 1 && kind < CLOCK_OF_DAYS)
        control->bonus = (Bonus)(kind - 1);
    if (has_odds) {
        control->odds = TIME_ODDS_OPPONENT;
        control->odds_initial = (int32_t)(uint32_t)get(bytes, 4);
        control->odds_increment = (int32_t)(uint32_t)get(bytes, 4);
    }
    if (has_stages)
        get_stages(bytes, control);
    bytes->good = bytes->good && time_control_is_valid(control);
}

static bool has_player(const OpenSeats *seats, int place)
{
    return seats->named || seats->joined[place];
}

static void put_more(Bytes *bytes, const Challenge *challenge)
{
    const OpenSeats *seats = &challenge->seats;
    put(bytes, challenge->rules, 1);
    put(bytes,
        !challenge->open
            ? 0
            : (unsigned)OPEN | (seats->named ? NAMED : 0) | (seats->joined[0] ? FIRST_JOINED : 0) |
                  (seats->joined[1] ? SECOND_JOINED : 0),
        1);
    if (!challenge->open)
        return;
    for (int place = 0; place < 2; place++)
        if (has_player(seats, place))
            put_person(bytes, &seats->player[place]);
    put_text(bytes, seats->title);
}

size_t challenge_pack(const Challenge *challenge, unsigned char *out)
{
    Bytes bytes = {.out = out};
    const Terms *terms = &challenge->terms;
    char fen[FEN_MAX];
    bool has_more = challenge->rules || challenge->open, has_stages = terms->control.moves > 0;
    bool has_address = challenge->address[0] != '\0' || has_stages || has_more;
    put(&bytes,
        has_more      ? has_stages ? VERSION_WITH_ALL : VERSION_WITH_MORE
        : has_stages  ? VERSION_WITH_STAGES
        : has_address ? VERSION_WITH_ADDRESS
                      : VERSION,
        1);
    put_text(&bytes, challenge->id.text);
    put(&bytes, challenge->link, 1);
    put_person(&bytes, &challenge->from);
    if (!challenge->link)
        put_person(&bytes, &challenge->to);
    put_control(&bytes, &terms->control);
    if (has_stages)
        put_stages(&bytes, &terms->control);
    put(&bytes, terms->variant, 1);
    put(&bytes, terms->rated, 1);
    put(&bytes, terms->color, 1);
    put(&bytes, challenge->has_start, 1);
    if (challenge->has_start) {
        fen_print(&challenge->start, fen);
        put_text(&bytes, fen);
    }
    put(&bytes, (uint64_t)challenge->made, 8);
    put(&bytes, (uint64_t)challenge->expires, 8);
    if (has_address || has_more)
        put_text(&bytes, challenge->address);
    if (has_more)
        put_more(&bytes, challenge);
    return (size_t)(bytes.out - out);
}

static void get_terms(Bytes *bytes, Terms *terms, bool has_stages)
{
    get_control(bytes, &terms->control, has_stages);
    uint64_t variant = get(bytes, 1);
    terms->rated = get(bytes, 1) != 0;
    bytes->good = bytes->good && !(terms->rated && terms->control.odds);
    uint64_t color = get(bytes, 1);
    bytes->good = bytes->good && variant <= VARIANT_FROM_POSITION && color <= WISH_BLACK;
    terms->variant = bytes->good ? (Variant)variant : VARIANT_STANDARD;
    terms->color = bytes->good ? (Wish)color : WISH_RANDOM;
}

static void get_start(Bytes *bytes, Challenge *challenge)
{
    char fen[FEN_MAX] = "";
    challenge->has_start = get(bytes, 1) != 0;
    if (!challenge->has_start)
        return;
    get_text(bytes, fen, FEN_MAX - 1);
    bytes->good = bytes->good && fen_parse(fen, strlen(fen), &challenge->start, NULL) == FEN_OK;
}

/* Both have not joined: there would be a game. */
static void get_more(Bytes *bytes, Challenge *challenge)
{
    OpenSeats *seats = &challenge->seats;
    challenge->rules = (uint8_t)get(bytes, 1);
    unsigned flags = (unsigned)get(bytes, 1);
    challenge->open = flags & OPEN;
    seats->named = flags & NAMED;
    seats->joined[0] = flags & FIRST_JOINED;
    seats->joined[1] = flags & SECOND_JOINED;
    bytes->good = bytes->good && challenge->rules <= RULES_ALL && flags <= SEATS_ALL &&
                  !challenge_is_full(challenge) && (!challenge->open || challenge->link) &&
                  (seats->named || !seats->joined[1]);
    if (!challenge->open)
        return;
    for (int place = 0; place < 2; place++)
        if (has_player(seats, place))
            get_person(bytes, &seats->player[place]);
    get_text(bytes, seats->title, CHALLENGE_TITLE_MAX);
}

static bool get_all(Challenge *challenge, const unsigned char *in, size_t length)
{
    Bytes bytes = {.in = in, .end = in + length, .good = true};
    char id[LOBBY_ID_LENGTH + 1] = "";
    uint64_t version = get(&bytes, 1);
    if (version < VERSION || version > VERSION_WITH_ALL)
        return false;
    get_text(&bytes, id, LOBBY_ID_LENGTH);
    bytes.good = bytes.good && lobby_id_parse(&challenge->id, id);
    challenge->link = get(&bytes, 1) != 0;
    get_person(&bytes, &challenge->from);
    if (!challenge->link)
        get_person(&bytes, &challenge->to);
    get_terms(&bytes, &challenge->terms,
              version == VERSION_WITH_STAGES || version == VERSION_WITH_ALL);
    get_start(&bytes, challenge);
    challenge->made = (int64_t)get(&bytes, 8);
    challenge->expires = (int64_t)get(&bytes, 8);
    if (version != VERSION)
        get_text(&bytes, challenge->address, CHALLENGE_ADDRESS_MAX);
    if (version >= VERSION_WITH_MORE)
        get_more(&bytes, challenge);
    return bytes.good && bytes.in == bytes.end &&
           challenge->has_start == (challenge->terms.variant == VARIANT_FROM_POSITION);
}

bool challenge_unpack(Challenge *challenge, const unsigned char *bytes, size_t length)
{
    /* Bytes that it would write differently (a NUL in a name, another form of FEN) it has not
     * written. */
    unsigned char again[CHALLENGE_PACKED_MAX];
    *challenge = (Challenge){.link = false};
    return length <= sizeof again && get_all(challenge, bytes, length) &&
           challenge_pack(challenge, again) == length && memcmp(again, bytes, length) == 0;
}

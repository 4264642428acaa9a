#include "write_statement.h"

#include "checksum.h"
#include "seat.h"
#include "sql.h"
#include "stages.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- statements that a list of columns cannot describe ---- */

static void bind_text(DbStatement *s, int at, const char *text)
{
    db_bind_text(s, at, text, -1);
}

static void bind_game(DbStatement *s, const void *value)
{
    const WrittenGame *put = value;
    const StoreGame *game = &put->game;
    db_bind_int(s, 1, put->number);
    bind_text(s, 2, game->id.text);
    for (int side = WHITE; side <= BLACK; side++) {
        bind_text(s, 3 + side, game->seat[side].player);
        db_bind_int(s, 5 + side, seat_level_on_disk(&game->seat[side]));
        db_bind_int(s, 7 + side, seat_rating_on_disk(&game->seat[side]));
        if (game->seat[side].engine[0])
            bind_text(s, 23 + side, game->seat[side].engine);
    }
    db_bind_int(s, 9, game->variant);
    if (game->fen[0])
        bind_text(s, 10, game->fen);
    if (game->control.timed)
        db_bind_int(s, 11, game->control.initial);
    db_bind_int(s, 12, game->control.increment);
    db_bind_int(s, 13, game->rated);
    db_bind_int(s, 14, game->first_move);
    db_bind_int(s, 15, game->created);
    db_bind_int(s, 16, game->made);
    db_bind_int(s, 17, game->control.bonus);
    db_bind_int(s, 18, game->control.days);
    db_bind_int(s, 19, game->again);
    db_bind_int(s, 20, (int)game->control.odds);
    db_bind_int(s, 21, game->control.odds_initial);
    db_bind_int(s, 22, game->control.odds_increment);
    stages_bind(s, 25, &game->control);
    db_bind_int(s, 26, game->rules);
}

/* Binds the bytes followed by their checksum. */
static void bind_checked(DbStatement *s, int at, const void *bytes, size_t size, uint32_t sum)
{
    unsigned char checked[STORE_TERMS_MAX + CHECKSUM_SIZE];
    assert(size <= STORE_TERMS_MAX);
    memcpy(checked, bytes, size);
    checksum_put(checked + size, sum);
    db_bind_blob(s, at, checked, (int)size + CHECKSUM_SIZE);
}

static void bind_event(DbStatement *s, const void *value)
{
    const WrittenEvent *event = value;
    uint32_t sum = checksum_of_event(event->number, event->seq, event->bytes, event->size);
    db_bind_int(s, 1, event->number);
    db_bind_int(s, 2, event->seq);
    bind_checked(s, 3, event->bytes, event->size, sum);
}

static void bind_sleep(DbStatement *s, const void *value)
{
    const WrittenSleep *sleep = value;
    db_bind_int(s, 1, sleep->number);
    if (sleep->wakes != STORE_AWAKE)
        db_bind_int(s, 2, sleep->wakes);
}

static void bind_conditional(DbStatement *s, const void *value)
{
    const WrittenConditional *put = value;
    size_t size = (size_t)put->size;
    db_bind_int(s, 1, put->number);
    db_bind_int(s, 2, put->color);
    bind_checked(s, 3, put->bytes, size,
                 checksum_of_conditional(put->number, put->color, put->bytes, size));
}

static void bind_challenge(DbStatement *s, const void *value)
{
    const StoreChallenge *challenge = value;
    bind_text(s, 1, challenge->id);
    db_bind_int(s, 2, challenge->made);
    db_bind_int(s, 3, challenge->expires);
    bind_checked(s, 4, challenge->terms, challenge->size,
                 checksum_of_challenge(challenge->id, challenge->made, challenge->expires,
                                       challenge->terms, challenge->size));
}

static void bind_settings(DbStatement *s, const void *value)
{
    const WrittenSettings *put = value;
    bind_text(s, 1, put->player);
    db_bind_text(s, 2, put->json, put->size);
}

static void bind_tournament_act(DbStatement *s, const void *value)
{
    const WrittenTournamentAct *put = value;
    bind_text(s, 1, put->id);
    db_bind_int(s, 2, put->seq);
    db_bind_text(s, 3, put->text, put->size);
}

static void bind_broadcast(DbStatement *s, const void *value)
{
    const WrittenBroadcast *put = value;
    bind_text(s, 1, put->id);
    bind_text(s, 2, put->of);
    db_bind_text(s, 3, put->text, put->size);
}

static void bind_page_file(DbStatement *s, const void *value)
{
    const WrittenPageFile *put = value;
    const unsigned char *bytes = put->bytes;
    bind_text(s, 1, put->path);
    db_bind_int(s, 2, put->page);
    bind_text(s, 3, put->type);
    bind_text(s, 4, put->etag);
    for (int i = 0; i < STORE_PAGE_FORMS; i++) {
        if (put->sizes[i])
            db_bind_blob(s, 5 + i, bytes, put->sizes[i]);
        bytes += put->sizes[i];
    }
}

/* ---- the list ---- */

typedef enum {
    COLUMN_NONE,
    COLUMN_TEXT,
    COLUMN_BOOL,
    COLUMN_BYTE,
    COLUMN_INT,
    COLUMN_LONG
} ColumnKind;

/* A member of the value that is written; the statement's parameters are in the columns' order. */
typedef struct {
    ColumnKind kind;
    size_t offset;
} Column;

static_assert((int)CONDITIONAL_PACKED_MAX <= (int)STORE_TERMS_MAX,
              "bind_checked has room for conditional moves");

enum { COLUMNS_MAX = 12 };

typedef struct {
    const char *sql;
    Column columns[COLUMNS_MAX + 1];                 /* up to the first COLUMN_NONE */
    void (*bind)(DbStatement *s, const void *value); /* instead, where it is set */
} WriteStatement;

/* clang-format off */
#define KIND_OF(member)                                                                            \
    _Generic((member), char *: COLUMN_TEXT, bool: COLUMN_BOOL, int8_t: COLUMN_BYTE,                \
             int32_t: COLUMN_INT, int64_t: COLUMN_LONG)
#define OF(type, member) {KIND_OF(((type *)0)->member), offsetof(type, member)}
/* The value itself. */
#define THE_TEXT         {COLUMN_TEXT, 0}
#define THE_NUMBER       {COLUMN_LONG, 0}
/* clang-format on */

static const WriteStatement STATEMENTS[] = {
    [WRITE_PLAYER] = {.sql = SQL_PUT_PLAYER,
                      .columns = {OF(StorePlayer, id), OF(StorePlayer, name),
                                  OF(StorePlayer, guest), OF(StorePlayer, made),
                                  OF(StorePlayer, balance)}},
    [WRITE_GAME] = {.sql = SQL_PUT_GAME, .bind = bind_game},
    [WRITE_EVENT] = {.sql = SQL_PUT_EVENT, .bind = bind_event},
    [WRITE_END] = {.sql = SQL_PUT_END,
                   .columns = {OF(WrittenEnd, number), OF(WrittenEnd, ended),
                               OF(WrittenEnd, status), OF(WrittenEnd, winner),
                               OF(WrittenEnd, reason)}},
    [WRITE_SLEEP] = {.sql = SQL_PUT_SLEEP, .bind = bind_sleep},
    [WRITE_CONDITIONAL] = {.sql = SQL_PUT_CONDITIONAL, .bind = bind_conditional},
    [WRITE_DELETE_CONDITIONAL] = {.sql = SQL_DELETE_CONDITIONAL,
                                  .columns = {OF(WrittenConditional, number),
                                              OF(WrittenConditional, color)}},
    [WRITE_CHALLENGE] = {.sql = SQL_PUT_CHALLENGE, .bind = bind_challenge},
    [WRITE_DELETE_CHALLENGE] = {.sql = SQL_DELETE_CHALLENGE, .columns = {THE_TEXT}},
    [WRITE_RATING] = {.sql = SQL_PUT_RATING,
                      .columns = {OF(StoreRating, player), OF(StoreRating, category),
                                  OF(StoreRating, rating), OF(StoreRating, deviation),
                                  OF(StoreRating, volatility), OF(StoreRating, games),
                                  OF(StoreRating, at)}},
    [WRITE_RATING_CHANGE] = {.sql = SQL_PUT_RATING_CHANGE,
                             .columns = {OF(WrittenRatingChange, change.before.player),
                                         OF(WrittenRatingChange, change.before.category),
                                         OF(WrittenRatingChange, number),
                                         OF(WrittenRatingChange, change.after.rating),
                                         OF(WrittenRatingChange, change.after.deviation),
                                         OF(WrittenRatingChange, change.after.volatility),
                                         OF(WrittenRatingChange, change.after.games),
                                         OF(WrittenRatingChange, change.after.at),
                                         OF(WrittenRatingChange, change.before.rating),
                                         OF(WrittenRatingChange, change.before.deviation),
                                         OF(WrittenRatingChange, change.before.volatility),
                                         OF(WrittenRatingChange, change.before.at)}},
    [WRITE_DELETE_CHANGES] = {.sql = SQL_DELETE_CHANGES, .columns = {THE_NUMBER}},
    [WRITE_ACCOUNT] = {.sql = SQL_PUT_ACCOUNT,
                       .columns = {OF(StoreAccount, player), OF(StoreAccount, skeleton),
                                   OF(StoreAccount, password), OF(StoreAccount, made),
                                   OF(StoreAccount, seen), OF(StoreAccount, closed),
                                   OF(StoreAccount, bot), OF(StoreAccount, is_operator),
                                   OF(StoreAccount, second)}},
    [WRITE_SETTINGS] = {.sql = SQL_PUT_SETTINGS, .bind = bind_settings},
    [WRITE_CREDENTIAL] = {.sql = SQL_PUT_CREDENTIAL,
                          .columns = {OF(StoreCredential, key), OF(StoreCredential, player),
                                      OF(StoreCredential, kind), OF(StoreCredential, scopes),
                                      OF(StoreCredential, made), OF(StoreCredential, seen),
                                      OF(StoreCredential, expires), OF(StoreCredential, label)}},
    [WRITE_DELETE_CREDENTIAL] = {.sql = SQL_DELETE_CREDENTIAL, .columns = {THE_TEXT}},
    [WRITE_RELATION] = {.sql = SQL_PUT_RELATION,
                        .columns = {OF(StoreRelation, player), OF(StoreRelation, kind),
                                    OF(StoreRelation, other), OF(StoreRelation, made)}},
    [WRITE_DELETE_RELATION] = {.sql = SQL_DELETE_RELATION,
                               .columns = {OF(StoreRelation, player), OF(StoreRelation, kind),
                                           OF(StoreRelation, other)}},
    [WRITE_SUBJECT] = {.sql = SQL_PUT_SUBJECT,
                       .columns = {OF(StoreSubject, issuer), OF(StoreSubject, subject),
                                   OF(StoreSubject, player), OF(StoreSubject, made)}},
    [WRITE_DELETE_SUBJECT] = {.sql = SQL_DELETE_SUBJECT,
                              .columns = {OF(StoreSubject, issuer), OF(StoreSubject, subject)}},
    [WRITE_SANCTION] = {.sql = SQL_PUT_SANCTION,
                        .columns = {OF(StoreSanction, id), OF(StoreSanction, muted),
                                    OF(StoreSanction, banned), OF(StoreSanction, marked),
                                    OF(StoreSanction, warning)}},
    [WRITE_ADDRESS_BAN] = {.sql = SQL_PUT_ADDRESS_BAN,
                           .columns = {OF(StoreAddressBan, address), OF(StoreAddressBan, until)}},
    [WRITE_DELETE_ADDRESS_BAN] = {.sql = SQL_DELETE_ADDRESS_BAN, .columns = {THE_TEXT}},
    [WRITE_ACT] = {.sql = SQL_PUT_ACT,
                   .columns = {OF(StoreAct, at), OF(StoreAct, who), OF(StoreAct, act),
                               OF(StoreAct, target), OF(StoreAct, undo)}},
    [WRITE_REPORT] = {.sql = SQL_PUT_REPORT,
                      .columns = {OF(StoreReport, at), OF(StoreReport, id), OF(StoreReport, about),
                                  OF(StoreReport, game), OF(StoreReport, reason),
                                  OF(StoreReport, words), OF(StoreReport, chat)}},
    [WRITE_DECISION] = {.sql = SQL_PUT_DECISION,
                        .columns = {OF(StoreDecision, number), OF(StoreDecision, at),
                                    OF(StoreDecision, who)}},
    [WRITE_SITE] = {.sql = SQL_PUT_SITE, .columns = {OF(StoreSite, name), OF(StoreSite, value)}},
    [WRITE_DELETE_RATINGS] = {.sql = SQL_DELETE_RATINGS, .columns = {THE_TEXT}},
    [WRITE_IMPORT] = {.sql = SQL_PUT_IMPORT}, /* bound by the writer */
    [WRITE_TOURNAMENT] = {.sql = SQL_PUT_TOURNAMENT,
                          .columns = {OF(StoreTournament, id), OF(StoreTournament, made),
                                      OF(StoreTournament, over)}},
    [WRITE_TOURNAMENT_ACT] = {.sql = SQL_PUT_TOURNAMENT_ACT, .bind = bind_tournament_act},
    [WRITE_TEAM] = {.sql = SQL_PUT_TEAM,
                    .columns = {OF(StoreTeam, id), OF(StoreTeam, name), OF(StoreTeam, description),
                                OF(StoreTeam, captain), OF(StoreTeam, entry), OF(StoreTeam, code),
                                OF(StoreTeam, made)}},
    [WRITE_DELETE_TEAM] = {.sql = SQL_DELETE_TEAM, .columns = {THE_TEXT}},
    [WRITE_TEAM_MEMBER] = {.sql = SQL_PUT_TEAM_MEMBER,
                           .columns = {OF(StoreTeamMember, team), OF(StoreTeamMember, player),
                                       OF(StoreTeamMember, asks), OF(StoreTeamMember, since),
                                       OF(StoreTeamMember, words)}},
    [WRITE_DELETE_TEAM_MEMBER] = {.sql = SQL_DELETE_TEAM_MEMBER,
                                  .columns = {OF(StoreTeamMember, team),
                                              OF(StoreTeamMember, player)}},
    [WRITE_WEBHOOK] = {.sql = SQL_PUT_WEBHOOK,
                       .columns = {OF(StoreWebhook, id), OF(StoreWebhook, url),
                                   OF(StoreWebhook, secret), OF(StoreWebhook, events),
                                   OF(StoreWebhook, made), OF(StoreWebhook, failing_since),
                                   OF(StoreWebhook, off_since), OF(StoreWebhook, reason)}},
    [WRITE_DELETE_WEBHOOK] = {.sql = SQL_DELETE_WEBHOOK, .columns = {THE_TEXT}},
    [WRITE_DELIVERY] = {.sql = SQL_PUT_DELIVERY,
                        .columns = {OF(StoreDelivery, id), OF(StoreDelivery, webhook),
                                    OF(StoreDelivery, event), OF(StoreDelivery, made),
                                    OF(StoreDelivery, tried), OF(StoreDelivery, next),
                                    OF(StoreDelivery, tries), OF(StoreDelivery, status),
                                    OF(StoreDelivery, outcome), OF(StoreDelivery, body)}},
    [WRITE_DELETE_DELIVERY] = {.sql = SQL_DELETE_DELIVERY, .columns = {THE_TEXT}},
    [WRITE_DELETE_DELIVERIES] = {.sql = SQL_DELETE_DELIVERIES, .columns = {THE_TEXT}},
    [WRITE_BROADCAST] = {.sql = SQL_PUT_BROADCAST, .bind = bind_broadcast},
    [WRITE_DELETE_BROADCAST] = {.sql = SQL_DELETE_BROADCAST, .columns = {THE_TEXT}},
    [WRITE_PUSH_DEVICE] = {.sql = SQL_PUT_PUSH_DEVICE,
                           .columns = {OF(StorePushDevice, id), OF(StorePushDevice, player),
                                       OF(StorePushDevice, credential),
                                       OF(StorePushDevice, endpoint), OF(StorePushDevice, key),
                                       OF(StorePushDevice, auth), OF(StorePushDevice, language),
                                       OF(StorePushDevice, label), OF(StorePushDevice, origin),
                                       OF(StorePushDevice, wants), OF(StorePushDevice, made)}},
    [WRITE_DELETE_PUSH_DEVICE] = {.sql = SQL_DELETE_PUSH_DEVICE, .columns = {THE_TEXT}},
    [WRITE_MAIL_ADDRESS] = {.sql = SQL_PUT_MAIL_ADDRESS,
                            .columns = {OF(StoreMailAddress, player), OF(StoreMailAddress, address),
                                        OF(StoreMailAddress, wanted), OF(StoreMailAddress, confirm),
                                        OF(StoreMailAddress, confirm_until),
                                        OF(StoreMailAddress, reset),
                                        OF(StoreMailAddress, reset_until),
                                        OF(StoreMailAddress, language), OF(StoreMailAddress, hours),
                                        OF(StoreMailAddress, made)}},
    [WRITE_DELETE_MAIL_ADDRESS] = {.sql = SQL_DELETE_MAIL_ADDRESS, .columns = {THE_TEXT}},
    [WRITE_MAIL_TURN] = {.sql = SQL_PUT_MAIL_TURN,
                         .columns = {OF(StoreMailTurn, game.text), OF(StoreMailTurn, player),
                                     OF(StoreMailTurn, opponent), OF(StoreMailTurn, since),
                                     OF(StoreMailTurn, ends), OF(StoreMailTurn, reminded)}},
    [WRITE_DELETE_MAIL_TURN] = {.sql = SQL_DELETE_MAIL_TURN, .columns = {THE_TEXT}},
    [WRITE_REQUEST_KEY] = {.sql = SQL_PUT_REQUEST_KEY,
                           .columns = {OF(StoreRequestKey, person), OF(StoreRequestKey, key),
                                       OF(StoreRequestKey, at), OF(StoreRequestKey, content),
                                       OF(StoreRequestKey, seek), OF(StoreRequestKey, challenge),
                                       OF(StoreRequestKey, game), OF(StoreRequestKey, link)}},
    [WRITE_DELETE_REQUEST_KEY] = {.sql = SQL_DELETE_REQUEST_KEY,
                                  .columns = {OF(StoreRequestKey, person),
                                              OF(StoreRequestKey, key)}},
    [WRITE_PAGE_FILE] = {.sql = SQL_PUT_PAGE_FILE, .bind = bind_page_file},
    [WRITE_DELETE_PAGES] = {.sql = SQL_DELETE_PAGES, .columns = {THE_NUMBER}},
    [WRITE_AXIS] = {.sql = SQL_PUT_AXIS, .columns = {THE_NUMBER}},
};
static_assert(sizeof STATEMENTS / sizeof *STATEMENTS == (size_t)WRITE_KINDS,
              "each kind of write has its statement");

static void bind_column(DbStatement *s, int at, ColumnKind kind, const void *member)
{
    switch (kind) {
    case COLUMN_NONE: break;
    case COLUMN_TEXT: bind_text(s, at, member); break;
    case COLUMN_BOOL: db_bind_int(s, at, *(const bool *)member); break;
    case COLUMN_BYTE: db_bind_int(s, at, *(const int8_t *)member); break;
    case COLUMN_INT: db_bind_int(s, at, *(const int32_t *)member); break;
    case COLUMN_LONG: db_bind_int(s, at, *(const int64_t *)member); break;
    }
}

const char *write_statement_sql(WriteKind kind)
{
    return STATEMENTS[kind].sql;
}

void write_statement_bind(DbStatement *s, WriteKind kind, const void *value)
{
    const WriteStatement *statement = &STATEMENTS[kind];
    if (statement->bind)
        statement->bind(s, value);
    for (int i = 0; statement->columns[i].kind != COLUMN_NONE; i++)
        bind_column(s, i + 1, statement->columns[i].kind,
                    (const char *)value + statement->columns[i].offset);
}

/* mail_letter.h - letters on their way, and the part's own struct. */
#pragma once

#include "mail_address.h"
#include "mail_people.h"
#include "mail_words.h"
#include "text.h"

typedef struct MailLetter {
    struct MailLetter *next;
    Mail *owner;
    char to[STORE_MAIL_MAX + 1];
    char *text; /* the message */
    size_t length;
    GameId game;     /* of a reminder, which is dropped when it is no longer that turn; else "" */
    int64_t since;   /* of that turn */
    uint64_t number; /* the batch with what it tells of */
    uint64_t at;     /* uv_now: not before */
    int tries;
    uint64_t request; /* outbound's, under way; 0: it waits */
} MailLetter;

/* Turns in correspondence games (mail_turns.h). */
typedef struct MailTurn {
    StoreMailTurn stored;
    bool is_queued;                  /* a letter about it is on its way */
    struct MailTurn *before, *after; /* of the same player */
} MailTurn;

/* Somebody whose turn it is somewhere. */
typedef struct {
    char player[STORE_PLAYER_ID_MAX + 1];
    MailTurn *first;
} MailMover;

typedef struct {
    char who[STORE_MAIL_MAX + 1];
} MailWish;

struct Mail {
    MailOptions options;
    char password[MAIL_PASSWORD_MAX + 1];
    unsigned char stop_key[MAIL_STOP_KEY]; /* of links that end reminders */
    MailPeople people;
    HashTable turns;             /* of MailTurn, by game */
    HashTable movers;            /* of MailMover, by player */
    MailLetter *letters, **last; /* oldest first */
    size_t count, running;
    uint64_t committed, newest; /* batches: the last durable one, and of the newest letter */
    uv_timer_t timer;           /* letters */
    uv_timer_t turns_timer;     /* reminders */
    uint64_t turns_at;          /* uv_now for which that is set; 0: it is not */
    uv_timer_t wishes_timer;    /* forgotten passwords */
    MailWish wishes[MAIL_RECOVERING_MAX];
    size_t wishes_count;
    bool is_closed, has_warned;
    /* Set by mail.c: of mail_turns.h. */
    bool (*is_turn)(const Mail *mail, const GameId *game, int64_t since);
    void (*reminded)(Mail *mail, const GameId *game, int64_t since, bool is_sent);
    int64_t tried; /* wall clock, ms; of the last letter */
    bool is_failing;
    char words[MAIL_WORDS_MAX];
    Text subject, body, message;
};

/* What a letter to an account says. */
typedef struct {
    MailKind kind;
    const char *player, *address, *language;
    const char *path; /* of the link, behind the base */
    const char *opponent, *time;
    const GameId *game; /* as in MailLetter; NULL */
    int64_t since;
    uint64_t number;
} MailDraft;

/* Asks for the account's name, and queues the letter when it is known; a closed account gets none. */
void mail_write(Mail *mail, const MailDraft *asked);
/* Queues one that is about no account. False when too many wait. */
bool mail_queue(Mail *mail, MailKind kind, const char *to, const char *language,
                const MailValues *values);
void mail_letters_look(Mail *mail);
void mail_letters_wake(Mail *mail, uint64_t wait);
void mail_letters_clear(Mail *mail);

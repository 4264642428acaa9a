/* parts.h - the accounts' own struct. Only for the files of server/accounts. */
#pragma once

#include "credential_list.h"
#include "directory.h"
#include "events.h"
#include "queue.h"
#include "ratings.h"
#include "relation_list.h"
#include "sanctions.h"
#include "subject_list.h"

struct Accounts {
    Directory directory;
    CredentialList credentials;
    SubjectList subjects;
    Sanctions sanctions;
    Ratings *ratings;
    Recents *recents;   /* rated games of late */
    GameId *taken_back; /* games whose results were taken back since the start */
    size_t taken_back_count, taken_back_size;
    Queue queue, games;    /* 'games': about games that end and begin; nothing waits before these */
    int64_t now;           /* the latest of any request */
    AccountsEvents events; /* each may be NULL */
    bool stopped;
};

/* With its ratings. */
AccountInfo accounts_info(const Accounts *accounts, const Account *account);
/* Whether this is a good code of the account's second factor, which it is no longer afterwards: NEEDS_CODE, WRONG_CODE. OK for an
 * account without one. */
AccountsError accounts_use_code(Accounts *accounts, Account *account, const char *code,
                                int64_t now);
/* A new session of the account: 'account', 'text', 'credential', 'password', 'number'. The browser's previous one ends: its cookie is
 * replaced, and anybody else who had that is signed out. */
void accounts_begin_session(Accounts *accounts, Account *account, const NewSession *session,
                            int64_t now, AccountsAnswer *answer);
/* Somebody has shown that the account is theirs: a session begins, unless they are banned or lack the code of the second factor,
 * which 'error' says. */
void accounts_let_in(Accounts *accounts, Account *account, const NewSession *session, int64_t now,
                     AccountsAnswer *answer);
/* Something about the account has changed. */
void accounts_tell_changed(const Accounts *accounts, const Account *account);
/* Puts a request of 'size' bytes into the queue. */
void accounts_ask(Accounts *accounts, void *request, size_t size,
                  void (*run)(Accounts *, const void *, AccountsAnswer *), int64_t now,
                  AccountsDone done, void *context);
/* Likewise, to be carried out in the next turn, before all others: it goes to disk together with what has happened in the game. */
void accounts_ask_for_game(Accounts *accounts, void *request, size_t size,
                           void (*run)(Accounts *, const void *, AccountsAnswer *), int64_t now,
                           AccountsDone done, void *context);

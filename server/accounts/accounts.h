/* accounts.h - who has an account, what lets them in, how they are rated, whom they follow and block, who may not speak or
 * come in.
 *
 * It is asked by requests: each has one answer, which comes later, from accounts_turn, never from within the request
 * itself. Requests are carried out one after the other in the order in which they came, so the answers come in that
 * order, too; a request that is made by an answer is queued behind those that wait. Only those about games (accounts_count_game,
 * accounts_set_balance) come before all others. Arguments are copied, answers are
 * lent for the call: no pointer into the accounts is ever handed out. The caller gives a context that outlives the
 * answer (accounts_stop answers everything that waits), and looks up by id what may have gone meanwhile.
 *
 * Parts that need something at once keep a copy of it: they get it from accounts_enter, when somebody connects, and
 * keep it up to date by events (events.h).
 *
 * 'now' is the wall clock in ms. For now everything is in memory, loaded at the start, and written through to the
 * store. */
#pragma once

#include "account.h"
#include "events.h"
#include "scope.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

Accounts *accounts_new(Store *store);
void accounts_free(Accounts *accounts);
/* Loads everything; call it before the store's first flush. On false 'line' (STORE_LINE_MAX bytes) says
 * why. */
bool accounts_load(Accounts *accounts, char *line);
void accounts_set_events(Accounts *accounts, const AccountsEvents *events);

/* Carries out all requests about games, and 64 others or fewer if they list many accounts, and gives their answers; the rest
 * waits for the next turn, so that a burst of requests keeps nobody else waiting. */
void accounts_turn(Accounts *accounts);
bool accounts_is_asked(const Accounts *accounts);
/* Until none waits, for where no loop turns. */
void accounts_finish(Accounts *accounts);
/* From now on nothing is carried out: accounts_turn answers all requests with ACCOUNTS_STOPPED. */
void accounts_stop(Accounts *accounts);

/* ---- finding accounts ---- */

/* 'list': the accounts in the order of 'refs', with how 'viewer' (an id, or "") and they are related. */
void accounts_find(Accounts *accounts, const AccountRef *refs, size_t count, const char *viewer,
                   AccountsDone done, void *context);
/* 'list': the accounts of bots, those seen last first, as 'viewer' sees them; at most 'most', and BOTS_LISTED. */
void accounts_bots(Accounts *accounts, const char *viewer, size_t most, AccountsDone done,
                   void *context);
/* 'account', and what a password is compared with: 'skeleton', 'password'. NOT_FOUND, also for a closed
 * account. */
void accounts_login(Accounts *accounts, const AccountRef *ref, AccountsDone done, void *context);
/* Whether the name may be taken by somebody who signs up: CLOSED, BAD_NAME, TAKEN. */
void accounts_check_name(Accounts *accounts, const char *name, AccountsDone done, void *context);

/* What somebody presents to say who they are. */
typedef struct {
    CredentialKey key;                /* empty: none */
    char guest[2][PERSON_ID_MAX + 1]; /* ids of guests' tokens that are good; empty: none */
} IdentityQuestion;

/* 'credential' and 'account' when the key lets in, 'banned'; 'guest_has_account' and 'guest_banned'. */
void accounts_identify(Accounts *accounts, const IdentityQuestion *question, int64_t now,
                       AccountsDone done, void *context);
/* Somebody connects, with a credential's key or as a guest (""). 'account', empty for a guest; 'credential';
 * 'muted_until'; 'warning', which no longer waits; 'list': whom they have blocked or muted, without ratings. SIGNED_OUT when the credential has ended meanwhile. */
void accounts_enter(Accounts *accounts, const char *id, const char *key, int64_t now,
                    AccountsDone done, void *context);

/* ---- accounts that change ---- */

/* A new id for somebody who was not a guest before, in the same form. */
void accounts_draw_id(char id[PERSON_ID_MAX + 1]);

/* A session that begins. */
typedef struct {
    char label[STORE_LABEL_MAX + 1];
    char before[STORE_CREDENTIAL_MAX +
                1];                 /* key of the browser's previous session, which ends; or "" */
    char code[SECOND_CODE_MAX + 1]; /* of the account's second factor; or "" */
    bool is_invited;                /* may sign up while registration is closed */
} NewSession;

/* 'id' is a guest's, whose player becomes the account; 'password' is a hash. 'account', and unless 'session' is NULL
 * (an operator makes the account) 'text'. Errors: BANNED, CLOSED, HAS_ACCOUNT, BAD_NAME, TAKEN; an operator's account
 * may be made while registration is closed. */
void accounts_sign_up(Accounts *accounts, const char *id, const char *name, const char *password,
                      const NewSession *session, int64_t now, AccountsDone done, void *context);

/* The state of the account when a password was found to be right. An operator needs none: both
 * texts are empty. */
typedef struct {
    char id[PERSON_ID_MAX + 1];
    char password[STORE_PASSWORD_MAX + 1];     /* the hash that it was compared with */
    char credential[STORE_CREDENTIAL_MAX + 1]; /* key of the session that asks; or "" */
} Proof;

/* All that take a Proof answer NOT_FOUND, NEW_PASSWORD or SIGNED_OUT when it no longer holds. */
/* 'account', 'text', 'password'. Also BANNED, and NEEDS_CODE or WRONG_CODE where the account has a second factor. */
void accounts_sign_in(Accounts *accounts, const Proof *proof, const NewSession *session,
                      int64_t now, AccountsDone done, void *context);
/* Whoever knew the old one is signed out: all sessions and tokens end ('sessions_ended', 'tokens_ended') except the
 * session of the proof and the tokens with these ids. */
void accounts_set_password(Accounts *accounts, const Proof *proof, const char *password,
                           const char (*kept)[CREDENTIAL_ID_LENGTH + 1], size_t kept_count,
                           AccountsDone done, void *context);
/* By a link that was sent to the account's e-mail address: all sessions and tokens end, and a new session begins. As
 * accounts_sign_in, with 'sessions_ended' and 'tokens_ended'. */
void accounts_recover(Accounts *accounts, const char *id, const char *password,
                      const NewSession *session, int64_t now, AccountsDone done, void *context);
/* Closes it: nobody can sign in any more, and nobody sees whose games they were. */
void accounts_close(Accounts *accounts, const Proof *proof, int64_t now, AccountsDone done,
                    void *context);
/* BAD_NAME, TAKEN, NOT_FOUND; 'account' has the new name. */
void accounts_rename(Accounts *accounts, const char *id, const char *name, AccountsDone done,
                     void *context);
void accounts_set_bot(Accounts *accounts, const char *id, AccountsDone done, void *context);
/* Makes the account an operator's, or not any more. 'account'; NOT_FOUND, also for a closed one. */
void accounts_set_operator(Accounts *accounts, const char *id, bool on, AccountsDone done,
                           void *context);
/* 'list': the operators' accounts, in no particular order. */
void accounts_operators(Accounts *accounts, AccountsDone done, void *context);

/* ---- who signs in at an OpenID provider ---- */

/* 'account'; NOT_FOUND. */
void accounts_find_subject(Accounts *accounts, const SubjectRef *ref, AccountsDone done,
                           void *context);
/* 'account', 'text'. NOT_FOUND when they have no account yet; BANNED, NEEDS_CODE, WRONG_CODE. */
void accounts_sign_in_subject(Accounts *accounts, const SubjectRef *ref, const NewSession *session,
                              int64_t now, AccountsDone done, void *context);
/* As accounts_sign_up, without a password, and though registration is closed. HAS_ACCOUNT also when they have one. The name has
 * at most PERSON_NAME_MAX bytes. */
void accounts_sign_up_subject(Accounts *accounts, const char *id, const char *name,
                              const SubjectRef *ref, const NewSession *session, int64_t now,
                              AccountsDone done, void *context);
/* By a session of the account, whose key is 'credential'. SUBJECT_TAKEN, HAS_SUBJECT, NOT_FOUND, SIGNED_OUT; OK when it was linked
 * before. */
void accounts_link_subject(Accounts *accounts, const char *id, const char *credential,
                           const SubjectRef *ref, int64_t now, AccountsDone done, void *context);
/* NO_PASSWORD: there would be no way in any more; NOT_FOUND, SIGNED_OUT. */
void accounts_unlink_subject(Accounts *accounts, const char *id, const char *credential,
                             int64_t now, AccountsDone done, void *context);

/* ---- the second factor (second_factor.h) ---- */

/* Draws a 'secret', which counts once it is confirmed. HAS_SECOND, NOT_FOUND. */
void accounts_offer_second(Accounts *accounts, const char *id, int64_t now, AccountsDone done,
                           void *context);
/* With a code of the secret that was offered last. 'recovery'; WRONG_CODE, HAS_SECOND, NOT_FOUND. */
void accounts_confirm_second(Accounts *accounts, const char *id, const char *code, int64_t now,
                             AccountsDone done, void *context);
/* Takes it away; 'code' is NULL for an operator of the server, who needs none. NEEDS_CODE, WRONG_CODE, NO_SECOND,
 * NOT_FOUND. */
void accounts_end_second(Accounts *accounts, const char *id, const char *code, int64_t now,
                         AccountsDone done, void *context);

/* ---- credentials ---- */

/* 'credentials' of that kind, newest first. */
void accounts_credentials(Accounts *accounts, const char *id, CredentialKind kind,
                          AccountsDone done, void *context);
/* 'credential' and 'text'; FULL when there are TOKENS_MAX. 'label' is cut. */
void accounts_add_token(Accounts *accounts, const char *id, uint32_t scopes, const char *label,
                        int64_t now, AccountsDone done, void *context);
/* The same for an app that the account's owner has let in while signed in by the session with that key: the token ends after
 * APP_TOKEN_LIFE_DAYS. NOT_FOUND when the session or the account has ended since. Never FULL. */
void accounts_add_app_token(Accounts *accounts, const char *id, const char *session,
                            uint32_t scopes, const char *label, int64_t now, AccountsDone done,
                            void *context);
/* By its id; NOT_FOUND. */
void accounts_end_credential(Accounts *accounts, const char *id, CredentialKind kind,
                             const char *credential, AccountsDone done, void *context);
/* All of that kind except the one with that key. */
void accounts_end_credentials(Accounts *accounts, const char *id, CredentialKind kind,
                              const char *kept, AccountsDone done, void *context);
/* 'credentials' in the order of the keys, and in 'list' their accounts; an empty one is not valid. */
void accounts_test_credentials(Accounts *accounts, const CredentialKey *keys, size_t count,
                               int64_t now, AccountsDone done, void *context);

/* ---- relations ---- */

/* On or off. SELF, FULL; NOT_FOUND when one of them is no account. */
void accounts_relate(Accounts *accounts, const char *id, Relation relation, const char *other,
                     bool on, int64_t now, AccountsDone done, void *context);
/* 'list', as the account itself sees them. */
void accounts_related(Accounts *accounts, const char *id, Relation relation, AccountsDone done,
                      void *context);
/* Whether the two, by their ids, may play: BLOCKED when one has blocked the other. Guests block nobody. 'list': their
 * accounts, as nobody in particular sees them; empty ones for guests. */
void accounts_may_meet(Accounts *accounts, const char *one, const char *other, AccountsDone done,
                       void *context);

/* ---- ratings ---- */

/* A rated game is over: 'rated', NOT_FOUND when one of its players has no account any more. Whatever is put into the
 * store in the same turn as the game's end is durable together with it, so the ratings are carried out before that turn's
 * batch is handed on (core_turn). Each game is handed over once, when it ends, never when it is read back. */
void accounts_count_game(Accounts *accounts, const GameResult *result, int64_t now,
                         AccountsDone done, void *context);
/* A counted game's result is taken back: both ratings are as if it had never been, or without its points when others came
 * after it. 'list': those whose rating has changed. NOT_FOUND when it changed no rating, or is taken back already; BUSY.
 * It is read from the disk first: requests that come meanwhile may be answered before it. */
void accounts_take_back(Accounts *accounts, const GameId *game, AccountsDone done, void *context);
/* 'list': the best, best first, of that category, or with CATEGORY_COUNT of each in turn; 'leaders' says how many of each,
 * at most 'most' (LEADERS_MAX). */
void accounts_leaders(Accounts *accounts, Category category, size_t most, int64_t now,
                      AccountsDone done, void *context);
/* They have been given a seat, and this is their new balance of colours. The only request without an
 * answer. */
void accounts_set_balance(Accounts *accounts, const char *id, int8_t balance);

/* ---- what operators decide ---- */

/* Until 'until', wall clock; 0 ends it, INT64_MAX never ends. These and the next ones answer with what was so before:
 * 'muted_until', 'banned_until' and 'marked', or 'banned_until' of the address. */
void accounts_mute(Accounts *accounts, const char *id, int64_t until, AccountsDone done,
                   void *context);
void accounts_ban(Accounts *accounts, const char *id, int64_t until, AccountsDone done,
                  void *context);
/* NOT_FOUND when a ban is to be lifted that has ended by 'now'. */
void accounts_ban_address(Accounts *accounts, const char *address, int64_t until, int64_t now,
                          AccountsDone done, void *context);
/* Marks an account as a cheat's: it is not ranked, and its games change nobody's rating. NOT_FOUND. */
void accounts_mark(Accounts *accounts, const char *id, bool on, AccountsDone done, void *context);
/* Keeps a warning until the person comes (accounts_enter); it replaces one that waits. "": none waits any more. At most
 * STORE_WARNING_MAX bytes. */
void accounts_warn(Accounts *accounts, const char *id, const char *warning, AccountsDone done,
                   void *context);
/* 'muted_until', 'banned_until', 'marked' of a person. */
void accounts_sanctions(Accounts *accounts, const char *id, AccountsDone done, void *context);
/* 'bans' that have not ended by 'now': people first, otherwise in no particular order. */
void accounts_bans(Accounts *accounts, int64_t now, AccountsDone done, void *context);

/* 'registration', 'quiet', 'accounts_count'. */
void accounts_site(Accounts *accounts, AccountsDone done, void *context);
/* These answer with what was so before: 'registration', 'quiet'. */
void accounts_set_registration(Accounts *accounts, bool open, AccountsDone done, void *context);
void accounts_set_quiet(Accounts *accounts, bool quiet, AccountsDone done, void *context);

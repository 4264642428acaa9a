/* copier.h - the continuous copy of the database in a second place, such as another disk or a mounted share: a base, and
 * then each transaction in the order in which it was committed (copy_file.h).
 *
 * The writer's thread notes what each transaction changed (SQLite's session extension) after it is durable, and puts it into
 * a queue in memory; everything else, all that could wait for the second place, is done by a thread of its own. If the queue
 * grows beyond COPIER_QUEUE_MAX, or the place refuses a write, the copy is given up, nothing is noted any more, and after a
 * while it begins anew with a base. So whatever happens there, no move waits for it. */
#pragma once

#include "store.h"

#include <sqlite3.h>

enum {
    COPIER_QUEUE_MAX = 32 << 20,  /* bytes that wait to be written */
    COPIER_RETRY_FIRST = 5000,    /* ms after a failure, then twice as long, up to */
    COPIER_RETRY_LONGEST = 60000, /* ms */
    COPIER_CLOSE_MAX = 2000,      /* ms that the end waits for the place */
    COPIER_PAGES = 256,           /* of a base that are copied before the queue is looked at */
};

typedef struct Copier Copier;

/* 'wake' is called on the copier's thread when copier_wants_base has become true. The texts are lent until the end. */
typedef struct {
    StoreCopyOptions options;
    const char *path; /* of the database */
    uint32_t version; /* of its schema */
    void (*wake)(void *context);
    void *context;
} CopierTerms;

Copier *copier_open(const CopierTerms *terms);
/* Starts its thread. */
void copier_start(Copier *copier);
/* When no more is put: writes what is left, and ends; waits for COPIER_CLOSE_MAX at most. */
void copier_close(Copier *copier);
/* For the loop. */
void copier_state(Copier *copier, StoreCopyState *state);

/* ---- for the writer's thread, between transactions ---- */

/* Whether a base is to be made; then copier_give_base pins the database as it is now. */
bool copier_wants_base(Copier *copier);
void copier_give_base(Copier *copier);
/* Whether the changes of the next transaction are to be put. */
bool copier_wants_changes(Copier *copier);
/* A transaction is committed, and its changes are put next. Called before anybody is told, so that who has seen something finds it
 * in what is restored as of then, and copier_state never says that the place has everything while this is on its way. */
void copier_expect(Copier *copier);
/* Takes the changeset, which sqlite3_free frees; it may be empty. */
void copier_put(Copier *copier, void *changes, size_t size);
/* The changes could not be noted: the copy begins anew. */
void copier_miss(Copier *copier);

#include "passwords.h"

#include "memory.h"

#include <sodium.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(PASSWORD_HASH_MAX + 1 >= crypto_pwhash_STRBYTES, "a hash fits");

typedef struct Job Job;
struct Job {
    uv_work_t work;
    Passwords *passwords;
    Job *next;
    bool verifies;
    char password[PASSWORD_MAX + 1];
    char hash[PASSWORD_HASH_MAX + 1];
    PasswordResult result;
    PasswordDone done;
    void *context;
};

struct Passwords {
    uv_loop_t *loop;
    Job *first, **end; /* the first is being computed */
    int count;
    bool closing;
};

bool password_hash_now(const char *password, char *hash)
{
    return crypto_pwhash_str_alg(
               hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
               crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* On the worker's thread: it touches nothing but its job. */
static void compute(uv_work_t *work)
{
    Job *job = work->data;
    if (!job->verifies)
        job->result =
            password_hash_now(job->password, job->hash) ? PASSWORD_OK : PASSWORD_NO_MEMORY;
    else if (crypto_pwhash_str_verify(job->hash, job->password, strlen(job->password)) == 0)
        job->result = PASSWORD_OK;
    else
        job->result = PASSWORD_WRONG;
    sodium_memzero(job->password, sizeof job->password);
}

static void start_first(Passwords *passwords);

static void job_free(Job *job)
{
    sodium_memzero(job, sizeof *job);
    free(job);
}

static void computed(uv_work_t *work, int status)
{
    Job *job = work->data;
    Passwords *passwords = job->passwords;
    (void)status;
    passwords->first = job->next;
    passwords->count--;
    if (!passwords->first)
        passwords->end = &passwords->first;
    if (!passwords->closing)
        start_first(passwords);
    job->done(job->context, passwords->closing ? PASSWORD_CLOSING : job->result, job->hash);
    if (passwords->closing)
        free(passwords);
    job_free(job);
}

static void start_first(Passwords *passwords)
{
    Job *job = passwords->first;
    if (job && uv_queue_work(passwords->loop, &job->work, compute, computed) != 0)
        abort(); /* only a bug of ours is refused */
}

static bool begin(Passwords *passwords, const char *hash, const char *password, PasswordDone done,
                  void *context)
{
    if (passwords->count == PASSWORDS_WAITING_MAX)
        return false;
    assert(strlen(password) <= PASSWORD_MAX && (!hash || strlen(hash) <= PASSWORD_HASH_MAX));
    Job *job = memory_new(sizeof *job);
    job->work.data = job;
    job->passwords = passwords;
    job->verifies = hash != NULL;
    job->done = done;
    job->context = context;
    memcpy(job->password, password, strlen(password));
    if (hash)
        memcpy(job->hash, hash, strlen(hash));
    *passwords->end = job;
    passwords->end = &job->next;
    if (passwords->count++ == 0)
        start_first(passwords);
    return true;
}

bool passwords_hash(Passwords *passwords, const char *password, PasswordDone done, void *context)
{
    return begin(passwords, NULL, password, done, context);
}

bool passwords_verify(Passwords *passwords, const char *hash, const char *password,
                      PasswordDone done, void *context)
{
    return begin(passwords, hash, password, done, context);
}

Passwords *passwords_new(uv_loop_t *loop)
{
    Passwords *passwords = memory_new(sizeof *passwords);
    passwords->loop = loop;
    passwords->end = &passwords->first;
    return passwords;
}

void passwords_close(Passwords *passwords)
{
    Job *running = passwords->first;
    if (!running) {
        free(passwords);
        return;
    }
    passwords->closing = true;
    for (Job *job = running->next, *next; job; job = next) {
        next = job->next;
        job->done(job->context, PASSWORD_CLOSING, NULL);
        job_free(job);
    }
    running->next = NULL;
}

#include "passwords.h"

#include "memory.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(PASSWORD_HASH_MAX + 1 >= crypto_pwhash_STRBYTES, "a hash fits");

enum { PASSWORDS_ADDRESS_SIZE = 64 }; /* the rest of a longer text is ignored */

typedef struct Job Job;
struct Job {
    uv_work_t work;
    Passwords *passwords;
    Job *next;
    uint64_t turn; /* the queue is in the order of these */
    char address[PASSWORDS_ADDRESS_SIZE];
    bool verifies;
    char password[PASSWORD_MAX + 1];
    char hash[PASSWORD_HASH_MAX + 1];
    PasswordResult result;
    PasswordDone done;
    void *context;
};

struct Passwords {
    uv_loop_t *loop;
    Job *first; /* is being computed */
    int count;
    uint64_t arrivals;
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
        abort(); /* refused only for a bug of ours */
}

static int count_of(const Passwords *passwords, const char *address)
{
    int count = 0;
    for (const Job *job = passwords->first; job; job = job->next)
        count += strncmp(job->address, address, sizeof job->address - 1) == 0;
    return count;
}

/* Removes the last one, if its turn would come after this one; never the first, which is being
 * computed. */
static bool make_room(Passwords *passwords, uint64_t turn)
{
    Job **at = &passwords->first->next;
    assert(*at); /* the queue is full */
    while ((*at)->next)
        at = &(*at)->next;
    Job *last = *at;
    if (last->turn <= turn)
        return false;
    *at = NULL;
    passwords->count--;
    last->done(last->context, PASSWORD_CROWDED_OUT, NULL);
    job_free(last);
    return true;
}

static void enqueue(Passwords *passwords, Job *job)
{
    Job **at = passwords->first ? &passwords->first->next : &passwords->first;
    while (*at && (*at)->turn <= job->turn)
        at = &(*at)->next;
    job->next = *at;
    *at = job;
    if (passwords->count++ == 0)
        start_first(passwords);
}

static PasswordPlace begin(Passwords *passwords, const char *address, const char *hash,
                           const char *password, PasswordDone done, void *context)
{
    assert(strlen(password) <= PASSWORD_MAX && (!hash || strlen(hash) <= PASSWORD_HASH_MAX));
    int before = count_of(passwords, address);
    uint64_t turn = ++passwords->arrivals + (uint64_t)before * PASSWORDS_WAITING_MAX;
    if (before == PASSWORDS_ADDRESS_MAX)
        return PASSWORD_ADDRESS_FULL;
    if (passwords->count == PASSWORDS_WAITING_MAX && !make_room(passwords, turn))
        return PASSWORD_QUEUE_FULL;
    Job *job = memory_new(sizeof *job);
    job->work.data = job;
    job->passwords = passwords;
    job->turn = turn;
    job->verifies = hash != NULL;
    job->done = done;
    job->context = context;
    snprintf(job->address, sizeof job->address, "%s", address);
    memcpy(job->password, password, strlen(password));
    if (hash)
        memcpy(job->hash, hash, strlen(hash));
    enqueue(passwords, job);
    return PASSWORD_QUEUED;
}

PasswordPlace passwords_hash(Passwords *passwords, const char *address, const char *password,
                             PasswordDone done, void *context)
{
    return begin(passwords, address, NULL, password, done, context);
}

PasswordPlace passwords_verify(Passwords *passwords, const char *address, const char *hash,
                               const char *password, PasswordDone done, void *context)
{
    return begin(passwords, address, hash, password, done, context);
}

Passwords *passwords_new(uv_loop_t *loop)
{
    Passwords *passwords = memory_new(sizeof *passwords);
    passwords->loop = loop;
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

void password_draw(char password[PASSWORD_DRAWN_LENGTH + 1])
{
    static const char LETTERS[] = "abcdefghjkmnpqrstuvwxyz23456789A";
    for (int i = 0; i < PASSWORD_DRAWN_LENGTH; i++)
        password[i] = LETTERS[randombytes_uniform(sizeof LETTERS - 1)];
    password[PASSWORD_DRAWN_LENGTH] = '\0';
}

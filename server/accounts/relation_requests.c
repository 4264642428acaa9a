/* Requests about who follows, blocks and has muted whom. */
#include "accounts.h"
#include "memory.h"
#include "parts.h"

#include <stdio.h>

typedef struct {
    Job job;
    char id[PERSON_ID_MAX + 1], other[PERSON_ID_MAX + 1];
    Relation relation;
    bool on;
} Relate;

static void tell(const Accounts *accounts, const Relate *relate, Relation relation, bool on)
{
    if (accounts->events.related)
        accounts->events.related(accounts->events.context, relate->id, relation, relate->other, on);
}

static void run_relate(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Relate *relate = request;
    Account *account = directory_by_id(&accounts->directory, relate->id);
    Account *other = directory_by_id(&accounts->directory, relate->other);
    if (!account || !other || (relate->on && other->closed))
        answer->error = ACCOUNTS_NOT_FOUND;
    else if (relate->on)
        answer->error = relation_add(&accounts->directory, account, relate->relation, other,
                                     relate->job.now, &answer->number);
    else
        answer->number = relation_remove(&accounts->directory, account, relate->relation, other);
    if (answer->number)
        tell(accounts, relate, relate->relation, relate->on);
    if (answer->number && relate->on && relate->relation == RELATION_BLOCKS)
        tell(accounts, relate, RELATION_FOLLOWS, false); /* which has just ended it */
}

static void ask(Accounts *accounts, const Relate *asked,
                void (*run)(Accounts *, const void *, AccountsAnswer *), int64_t now,
                AccountsDone done, void *context)
{
    Relate *relate = memory_new(sizeof *relate);
    *relate = *asked;
    accounts_ask(accounts, relate, sizeof *relate, run, now, done, context);
}

void accounts_relate(Accounts *accounts, const char *id, Relation relation, const char *other,
                     bool on, int64_t now, AccountsDone done, void *context)
{
    Relate relate = {.relation = relation, .on = on};
    snprintf(relate.id, sizeof relate.id, "%s", id);
    snprintf(relate.other, sizeof relate.other, "%s", other);
    ask(accounts, &relate, run_relate, now, done, context);
}

static void run_may_meet(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Relate *relate = request;
    const Account *two[] = {directory_by_id(&accounts->directory, relate->id),
                            directory_by_id(&accounts->directory, relate->other)};
    AccountInfo *list = memory_array(2, sizeof *list);
    if (!relation_may_meet(two[0], two[1]))
        answer->error = ACCOUNTS_BLOCKED;
    for (int i = 0; i < 2; i++)
        list[i] = two[i] ? accounts_info(accounts, two[i]) : (AccountInfo){.id = ""};
    answer->list = list;
    answer->count = 2;
}

void accounts_may_meet(Accounts *accounts, const char *one, const char *other, AccountsDone done,
                       void *context)
{
    Relate relate = {.on = true};
    snprintf(relate.id, sizeof relate.id, "%s", one);
    snprintf(relate.other, sizeof relate.other, "%s", other);
    ask(accounts, &relate, run_may_meet, 0, done, context);
}

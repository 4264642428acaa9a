#include "process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What front and owner say to each other. */
typedef enum { SAID_OPEN, SAID_CLOSE, SAID_ASK, SAID_ANSWER, SAID_EVENT } SaidKind;
typedef struct {
    uint32_t kind, client, session, game, seq, ok;
    uint64_t value;
} Said;

static const char OWNER[] = "owner";

bool process_is_owner(const Process *process)
{
    return process->runs && process->node.role == NODE_OWNER;
}

/* ---- links ---- */

static void subject_of(const Link *link, const char *way, char subject[SUBJECT_MAX])
{
    snprintf(subject, SUBJECT_MAX, "%s.%s", link_name(link), way);
}

static bool send_up(void *context, const void *bytes, size_t length)
{
    Process *process = context;
    char subject[SUBJECT_MAX];
    subject_of(process->up, "up", subject);
    return bus_send(process->bus, process->number,
                    link_state(process->up) == LINK_GREETING ? OWNER : subject, bytes, length,
                    process->now);
}

static LinkTerms terms_of(const Process *process, char node[16])
{
    LinkTerms terms = {.key = process->key,
                       .node = node,
                       .castled = "1.0",
                       .epoch =
                           process_is_owner(process) ? process->node.epoch : process->epoch_seen};
    snprintf(node, 16, "node-%d", process->number);
    for (size_t i = 0; i < sizeof terms.chance; i++)
        terms.chance[i] = (unsigned char)random_next(process->random);
    return terms;
}

static void close_clients(Process *process)
{
    for (int i = 0; i < CLIENTS; i++)
        if (process->sessions[i]) {
            process->sessions[i] = 0;
            process->hooks.closed(process->hooks.context, i);
        }
}

static void front_heard(void *context, const void *bytes, size_t length);

static void drop_up(Process *process)
{
    char subject[SUBJECT_MAX];
    if (!process->up)
        return;
    subject_of(process->up, "down", subject);
    bus_unlisten(process->bus, process->number, subject);
    link_free(process->up);
    process->up = NULL;
    close_clients(process);
}

static void keep_up(Process *process)
{
    char subject[SUBJECT_MAX], node[16];
    if (process->up && link_state(process->up) == LINK_BROKEN)
        drop_up(process);
    if (!process->up) {
        LinkTerms terms = terms_of(process, node);
        process->up = link_greet(
            &terms, &(LinkHooks){.context = process, .send = send_up, .frame = front_heard},
            process->now);
        subject_of(process->up, "down", subject);
        bus_listen(process->bus, process->number, subject);
    }
    link_flush(process->up, process->now);
    if (link_state(process->up) == LINK_UP && link_epoch(process->up) > process->epoch_seen)
        process->epoch_seen = link_epoch(process->up);
}

static bool send_down(void *context, const void *bytes, size_t length)
{
    const OwnerEnd *end = context;
    return bus_send(end->process->bus, end->process->number, end->down, bytes, length,
                    end->process->now);
}

static void drop_link(Process *process, int index)
{
    char subject[SUBJECT_MAX];
    subject_of(process->links[index], "up", subject);
    bus_unlisten(process->bus, process->number, subject);
    link_free(process->links[index]);
    process->links[index] = NULL;
    for (int i = 0; i < LISTENERS_MAX; i++)
        if (process->listeners[i].link == index)
            process->listeners[i].is_used = false;
}

static void owner_heard(void *context, const void *bytes, size_t length);

static void end_process(Process *process);

static void greeted(Process *process, const Message *message)
{
    LinkGreeting greeting;
    char subject[SUBJECT_MAX], node[16];
    int index = -1;
    if (!link_greeting_read(process->key, message->bytes, message->length, &greeting))
        return;
    if (node_is_passed(&process->node, greeting.epoch)) {
        end_process(process);
        return;
    }
    for (int i = 0; i < NODES * 2; i++) {
        if (process->links[i] && strcmp(link_name(process->links[i]), greeting.link) == 0) {
            link_greeted_again(process->links[i]);
            return;
        }
        if (process->links[i] && strcmp(link_node(process->links[i]), greeting.node) == 0)
            drop_link(process, i);
        if (!process->links[i])
            index = i;
    }
    process->ends[index] = (OwnerEnd){.process = process, .index = index};
    snprintf(process->ends[index].down, SUBJECT_MAX, "%s.down", greeting.link);
    snprintf(subject, sizeof subject, "%s.up", greeting.link);
    bus_listen(process->bus, process->number, subject);
    LinkTerms terms = terms_of(process, node);
    process->links[index] = link_answer(
        &terms,
        &(LinkHooks){.context = &process->ends[index], .send = send_down, .frame = owner_heard},
        &greeting, process->now);
    if (!process->links[index])
        bus_unlisten(process->bus, process->number, subject);
}

static void receive(Process *process)
{
    Message *message;
    while (process->runs && (message = bus_next(process->bus, process->number))) {
        if (strcmp(message->subject, OWNER) == 0)
            greeted(process, message);
        if (process->up && strncmp(message->subject, link_name(process->up), 32) == 0)
            link_received(process->up, message->bytes, message->length, process->now);
        for (int i = 0; i < NODES * 2; i++)
            if (process->links[i] &&
                strncmp(message->subject, link_name(process->links[i]), 32) == 0)
                link_received(process->links[i], message->bytes, message->length, process->now);
        free(message);
    }
}

/* ---- the owner's games ---- */

static void tell(Process *process, const Listener *listener, const Said *said)
{
    if (listener->link >= 0)
        link_put(process->links[listener->link], said, sizeof *said);
    else if (said->kind == SAID_EVENT)
        process->hooks.event(process->hooks.context, listener->client, (int)said->game,
                             (int)said->seq, said->value);
    else
        process->hooks.answer(process->hooks.context, listener->client, said->ok, (int)said->seq);
}

/* All that is durable. */
static void tell_news(Process *process, Listener *listener)
{
    while (listener->is_used && listener->told < process->durable[listener->game]) {
        int seq = ++listener->told;
        tell(process, listener,
             &(Said){.kind = SAID_EVENT,
                     .client = (uint32_t)listener->client,
                     .session = listener->session,
                     .game = (uint32_t)listener->game,
                     .seq = (uint32_t)seq,
                     .value = process->values[listener->game][seq]});
    }
}

static Listener *find_listener(Process *process, int link, uint32_t session)
{
    for (int i = 0; i < LISTENERS_MAX; i++) {
        Listener *listener = &process->listeners[i];
        if (listener->is_used && listener->link == link && listener->session == session)
            return listener;
    }
    return NULL;
}

static void open_here(Process *process, int link, const Said *said)
{
    for (int i = 0; i < LISTENERS_MAX; i++) {
        Listener *listener = &process->listeners[i];
        if (listener->is_used)
            continue;
        *listener = (Listener){.link = link,
                               .client = (int)said->client,
                               .session = said->session,
                               .game = (int)said->game,
                               .told = (int)said->seq,
                               .is_used = true};
        tell_news(process, listener);
        return;
    }
}

static void close_here(Process *process, int link, uint32_t session)
{
    Listener *listener = find_listener(process, link, session);
    if (listener)
        listener->is_used = false;
}

static void refuse(Process *process, const Listener *listener, int seq)
{
    tell(process, listener,
         &(Said){.kind = SAID_ANSWER,
                 .client = (uint32_t)listener->client,
                 .session = listener->session,
                 .seq = (uint32_t)seq});
}

static void ask_here(Process *process, int link, const Said *said)
{
    Listener *listener = find_listener(process, link, said->session);
    int game = (int)said->game, seq = (int)said->seq;
    if (!listener)
        return;
    if (process->is_in_doubt || process->growing_count == BATCH_MAX ||
        process->waiting_count == BATCH_MAX || seq != process->lengths[game] + 1 ||
        seq >= EVENTS_MAX) {
        refuse(process, listener, seq);
        return;
    }
    process->lengths[game] = seq;
    process->values[game][seq] = said->value;
    process->growing[process->growing_count++] = (Event){game, seq, said->value};
    process->waiting[process->waiting_count++] =
        (Waiting){(int)(listener - process->listeners), game, seq, listener->session};
}

static void owner_heard(void *context, const void *bytes, size_t length)
{
    const OwnerEnd *end = context;
    Said said;
    if (length != sizeof said)
        abort();
    memcpy(&said, bytes, sizeof said);
    if (said.kind == SAID_OPEN)
        open_here(end->process, end->index, &said);
    else if (said.kind == SAID_CLOSE)
        close_here(end->process, end->index, said.session);
    else
        ask_here(end->process, end->index, &said);
}

static void committed(Process *process)
{
    process->is_committing = process->is_in_doubt = false;
    for (int i = 0; i < process->going_count; i++)
        process->durable[process->going[i].game] = process->going[i].seq;
    process->going_count = 0;
    int left = 0;
    for (int i = 0; i < process->waiting_count; i++) {
        Waiting waiting = process->waiting[i];
        Listener *listener = &process->listeners[waiting.listener];
        if (waiting.seq > process->durable[waiting.game])
            process->waiting[left++] = waiting;
        else if (listener->is_used && listener->session == waiting.session)
            tell(process, listener,
                 &(Said){.kind = SAID_ANSWER,
                         .client = (uint32_t)listener->client,
                         .session = listener->session,
                         .seq = (uint32_t)waiting.seq,
                         .ok = true});
    }
    process->waiting_count = left;
    for (int i = 0; i < LISTENERS_MAX; i++)
        tell_news(process, &process->listeners[i]);
}

static void call(Process *process, Call *wanted)
{
    wanted->node = process->number;
    wanted->life = process->life;
    process->send(process->context, wanted);
}

static void send_batch(Process *process)
{
    Call commit = {.kind = CALL_COMMIT,
                   .epoch = process->epoch,
                   .batch = process->batch,
                   .count = process->going_count};
    memcpy(commit.events, process->going, sizeof commit.events);
    process->is_committing = true;
    call(process, &commit);
}

static void commit(Process *process)
{
    if (process->is_in_doubt && process->retake_at >= 0 && process->now >= process->retake_at) {
        process->retake_at = -1;
        call(process, &(Call){.kind = CALL_RETAKE});
    }
    if (process->is_committing || process->is_in_doubt || process->growing_count == 0)
        return;
    memcpy(process->going, process->growing, sizeof process->going);
    process->going_count = process->growing_count;
    process->growing_count = 0;
    process->batch++;
    send_batch(process);
}

/* ---- the front's clients ---- */

static void front_heard(void *context, const void *bytes, size_t length)
{
    Process *process = context;
    Said said;
    if (length != sizeof said)
        abort();
    memcpy(&said, bytes, sizeof said);
    if (process->sessions[said.client] != said.session)
        return;
    if (said.kind == SAID_EVENT)
        process->hooks.event(process->hooks.context, (int)said.client, (int)said.game,
                             (int)said.seq, said.value);
    else
        process->hooks.answer(process->hooks.context, (int)said.client, said.ok, (int)said.seq);
}

bool process_open(Process *process, int client, int game, int since)
{
    bool owns = process_is_owner(process);
    if (!process->runs || process->is_taking ||
        (!owns && (!process->up || link_state(process->up) != LINK_UP)))
        return false;
    process->session += NODES; /* no other node has the same */
    process->sessions[client] = process->session;
    Said said = {.kind = SAID_OPEN,
                 .client = (uint32_t)client,
                 .session = process->sessions[client],
                 .game = (uint32_t)game,
                 .seq = (uint32_t)since};
    if (owns)
        open_here(process, -1, &said);
    else
        link_put(process->up, &said, sizeof said);
    return true;
}

void process_close(Process *process, int client)
{
    Said said = {
        .kind = SAID_CLOSE, .client = (uint32_t)client, .session = process->sessions[client]};
    process->sessions[client] = 0;
    if (process_is_owner(process))
        close_here(process, -1, said.session);
    else if (process->up)
        link_put(process->up, &said, sizeof said);
}

void process_ask(Process *process, int client, int game, int seq, uint64_t value)
{
    Said said = {.kind = SAID_ASK,
                 .client = (uint32_t)client,
                 .session = process->sessions[client],
                 .game = (uint32_t)game,
                 .seq = (uint32_t)seq,
                 .value = value};
    if (process_is_owner(process))
        ask_here(process, -1, &said);
    else if (process->up)
        link_put(process->up, &said, sizeof said);
}

/* ---- its life ---- */

void process_start(Process *process, int64_t now)
{
    process->runs = true;
    if (process->session == 0)
        process->session = (uint32_t)process->number;
    process->is_ending = process->is_looking = process->is_taking = false;
    process->life++;
    process->now = now;
    process->view = (ClusterView){.state = CLUSTER_AWAY};
    process->look_at = process->sign_at = now;
    process->epoch_seen = 0;
    node_init(&process->node);
}

static void end_process(Process *process)
{
    process->runs = false;
    drop_up(process);
    for (int i = 0; i < NODES * 2; i++)
        if (process->links[i])
            drop_link(process, i);
    close_clients(process);
    memset(process->listeners, 0, sizeof process->listeners);
    process->waiting_count = process->growing_count = process->going_count = 0;
    process->is_committing = process->is_in_doubt = false;
    bus_forget(process->bus, process->number);
}

void process_kill(Process *process)
{
    end_process(process);
}

/* What is durable has been told; the leases go back, and every front hears of it. */
void process_stop(Process *process)
{
    if (process_is_owner(process)) {
        for (int i = 0; i < NODES * 2; i++)
            if (process->links[i])
                link_leave(process->links[i], process->now);
        call(process, &(Call){.kind = CALL_GIVE});
    }
    end_process(process);
}

static void own(Process *process, const Database *database)
{
    drop_up(process);
    node_owns(&process->node, database->opened);
    process->epoch = database->epoch;
    process->batch = 0;
    memcpy(process->values, database->values, sizeof process->values);
    memcpy(process->lengths, database->lengths, sizeof process->lengths);
    memcpy(process->durable, database->lengths, sizeof process->durable);
    bus_listen(process->bus, process->number, OWNER);
}

static void retaken(Process *process, const Call *answer)
{
    if (answer->is_lost) {
        process->retake_at = process->now + 250;
        return;
    }
    process->epoch = answer->epoch;
    if (answer->batch >= process->batch) {
        committed(process);
        return;
    }
    process->is_in_doubt = false;
    send_batch(process);
}

void process_answered(Process *process, const Call *answer, const Database *database)
{
    if (!process->runs || answer->life != process->life)
        return;
    bool is_taken = !answer->is_lost && answer->result == DATABASE_TAKEN;
    switch (answer->kind) {
    case CALL_LOOK:
        process->is_looking = false;
        if (answer->is_lost)
            process->view.state = CLUSTER_AWAY;
        else
            process->view = answer->view;
        if (process->view.epoch > process->epoch_seen)
            process->epoch_seen = process->view.epoch;
        break;
    case CALL_TAKE:
        process->is_taking = false;
        if (!answer->is_lost && !is_taken)
            own(process, database);
        else
            node_missed(&process->node, process->now);
        break;
    case CALL_COMMIT:
        if (answer->is_lost) {
            process->is_in_doubt = true;
            process->retake_at = process->now + 250;
        } else if (is_taken) {
            end_process(process);
        } else {
            committed(process);
        }
        break;
    case CALL_RETAKE:
        if (is_taken)
            end_process(process);
        else
            retaken(process, answer);
        break;
    case CALL_SIGN:
    case CALL_GIVE: break;
    }
}

static void decide(Process *process)
{
    bool has_bus = bus_has(process->bus, process->number, process->now);
    if (process->is_taking)
        return;
    switch (node_decide(&process->node, &process->view, has_bus, process->now)) {
    case NODE_STAYS: break;
    case NODE_TAKES:
        process->is_taking = true;
        call(process, &(Call){.kind = CALL_TAKE});
        break;
    case NODE_GIVES: process_stop(process); break;
    case NODE_LOST: end_process(process); break;
    }
}

void process_turn(Process *process, int64_t now)
{
    process->now = now;
    receive(process);
    if (!process->runs)
        return;
    bool has_bus = bus_has(process->bus, process->number, now);
    if (now >= process->look_at && !process->is_looking) {
        process->is_looking = true;
        process->look_at =
            now + random_between(process->random, CLUSTER_LOOK_EVERY, CLUSTER_LOOK_EVERY * 6 / 5);
        call(process, &(Call){.kind = CALL_LOOK});
    }
    if (now >= process->sign_at || has_bus != process->had_bus) {
        process->sign_at = now + CLUSTER_SIGN_EVERY;
        process->had_bus = has_bus;
        call(process, &(Call){.kind = CALL_SIGN,
                              .has_bus = has_bus,
                              .epoch = process_is_owner(process) ? process->epoch : 0});
    }
    decide(process);
    if (!process->runs)
        return;
    if (process_is_owner(process)) {
        commit(process);
        for (int i = 0; i < NODES * 2; i++) {
            if (!process->links[i])
                continue;
            link_flush(process->links[i], now);
            if (link_state(process->links[i]) == LINK_BROKEN)
                drop_link(process, i);
        }
    } else {
        keep_up(process);
    }
}

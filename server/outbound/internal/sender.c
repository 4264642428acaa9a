#include "sender.h"

#include "memory.h"
#include "thread_name.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_AGAIN = 1000 }; /* ms, while requests run: so that a clock that jumps is noticed */

typedef struct {
    Transfer *first, **last; /* oldest first */
} Queue;

struct Sender {
    TransferRules rules;
    Sockets sockets;
    void (*finished)(void *context);
    void *context;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t woken;

    /* Under the lock. */
    Queue asked, done;
    bool is_woken, is_stopping;
    CURLM *multi; /* NULL until the library is loaded; written by the thread only */

    /* The thread's own. */
    Queue waiting;
    Transfer *running;
    size_t running_count;
};

/* ---- lists ---- */

static void queue_empty(Queue *queue)
{
    queue->first = NULL;
    queue->last = &queue->first;
}

static void queue_add(Queue *queue, Transfer *transfer)
{
    transfer->next = NULL;
    *queue->last = transfer;
    queue->last = &transfer->next;
}

static Transfer *queue_remove(Queue *queue, Transfer **link)
{
    Transfer *transfer = *link;
    *link = transfer->next;
    if (queue->last == &transfer->next)
        queue->last = link;
    return transfer;
}

static Transfer *queue_take_all(Queue *queue)
{
    Transfer *first = queue->first;
    queue_empty(queue);
    return first;
}

static void add_running(Sender *sender, Transfer *transfer)
{
    transfer->next = sender->running;
    sender->running = transfer;
    sender->running_count++;
}

static void take_running(Sender *sender, Transfer *transfer)
{
    Transfer **link = &sender->running;
    while (*link != transfer)
        link = &(*link)->next;
    *link = transfer->next;
    sender->running_count--;
}

static bool has_room(const Sender *sender, const Transfer *next)
{
    const char *person = next->request.person;
    size_t of_host = 0, of_people = 0, of_person = 0;
    for (const Transfer *each = sender->running; each; each = each->next) {
        of_host += strcmp(each->host, next->host) == 0;
        of_people += each->request.person != NULL;
        of_person += person && transfer_is_for(each, person);
    }
    return sender->running_count < OUTBOUND_AT_ONCE && of_host < OUTBOUND_OF_HOST &&
           (!person || (of_people < OUTBOUND_OF_PEOPLE && of_person < OUTBOUND_OF_PERSON));
}

/* ---- beginning and ending ---- */

/* It is in no list. */
static void finish(Sender *sender, Transfer *transfer, const OutboundAnswer *answer)
{
    transfer->outcome = *answer;
    uv_mutex_lock(&sender->lock);
    queue_add(&sender->done, transfer);
    uv_mutex_unlock(&sender->lock);
    sender->finished(sender->context);
}

static void refuse(Sender *sender, Transfer *transfer, OutboundResult result, const char *words)
{
    finish(sender, transfer, &(OutboundAnswer){.result = result, .words = words, .body = ""});
}

static void give_up(Sender *sender, Transfer *transfer)
{
    refuse(sender, transfer, OUTBOUND_LATE, "it was given up");
}

static uint64_t now(void)
{
    return uv_hrtime() / 1000000;
}

/* It has been taken from those that wait. */
static void begin(Sender *sender, Transfer *transfer)
{
    uint64_t at = now();
    if (!transfer->late_at)
        transfer->late_at = at + transfer->request.time_max;
    if (atomic_load(&transfer->is_cancelled)) {
        give_up(sender, transfer);
    } else if (at >= transfer->late_at) {
        refuse(sender, transfer, OUTBOUND_LATE, "there was no answer in time");
    } else if (!transfer_begin(transfer, (unsigned)(transfer->late_at - at)) ||
               sender->rules.curl.multi_add_handle(sender->multi, transfer->easy) != CURLM_OK) {
        refuse(sender, transfer, OUTBOUND_UNREACHABLE, "there is no memory for it");
    } else {
        add_running(sender, transfer);
    }
}

/* The first one that may begin or be refused; 'result' says which. NULL: none. */
static Transfer **find_next(Sender *sender, OutboundResult *result)
{
    if (sender->running_count >= OUTBOUND_AT_ONCE)
        return NULL;
    for (Transfer **link = &sender->waiting.first; *link; link = &(*link)->next) {
        *result = (*link)->host[0] ? OUTBOUND_OK : transfer_look(*link);
        if (*result != OUTBOUND_OK || has_room(sender, *link))
            return link;
    }
    return NULL;
}

static void begin_next(Sender *sender)
{
    OutboundResult result;
    Transfer **link;
    while ((link = find_next(sender, &result)) != NULL) {
        Transfer *transfer = queue_remove(&sender->waiting, link);
        if (result == OUTBOUND_OK)
            begin(sender, transfer);
        else
            refuse(sender, transfer, result,
                   result == OUTBOUND_BAD_URL ? "it is no URL of http or https, or for mail of smtp"
                                              : "it leads to a private address or port");
    }
}

static void give_up_running(Sender *sender, Transfer *transfer)
{
    sender->rules.curl.multi_remove_handle(sender->multi, transfer->easy);
    take_running(sender, transfer);
    give_up(sender, transfer);
}

static void give_up_cancelled(Sender *sender)
{
    for (Transfer **link = &sender->waiting.first; *link;)
        if (atomic_load(&(*link)->is_cancelled))
            give_up(sender, queue_remove(&sender->waiting, link));
        else
            link = &(*link)->next;
    for (Transfer *each = sender->running, *next; each; each = next) {
        next = each->next;
        if (atomic_load(&each->is_cancelled))
            give_up_running(sender, each);
    }
}

/* Either it is over, or it goes on with the next hop. */
static void end(Sender *sender, Transfer *transfer, CURLcode code)
{
    OutboundAnswer answer = transfer_result(transfer, code);
    sender->rules.curl.multi_remove_handle(sender->multi, transfer->easy);
    take_running(sender, transfer);
    if (!transfer_hop(transfer, &answer)) {
        finish(sender, transfer, &answer);
    } else if (transfer->hops > transfer->request.hops_max) {
        refuse(sender, transfer, OUTBOUND_REDIRECTED, "it redirects too often");
    } else {
        transfer_end(transfer);
        transfer->host[0] = '\0';
        queue_add(&sender->waiting, transfer);
    }
}

/* ---- the thread ---- */

static bool open_multi(Sender *sender)
{
    CurlLibrary *curl = &sender->rules.curl;
    CURLM *multi = curl_library_open(curl) ? curl->multi_init() : NULL;
    if (!multi)
        return false;
    curl->multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)OUTBOUND_AT_ONCE);
    uv_mutex_lock(&sender->lock);
    sender->multi = multi;
    uv_mutex_unlock(&sender->lock);
    return true;
}

/* Waits while nothing runs and nobody asks. False: it is to end. */
static bool take_asked(Sender *sender)
{
    uv_mutex_lock(&sender->lock);
    while (!sender->is_woken && !sender->is_stopping && !sender->running)
        uv_cond_wait(&sender->woken, &sender->lock);
    sender->is_woken = false;
    if (sender->asked.first) {
        *sender->waiting.last = sender->asked.first;
        sender->waiting.last = sender->asked.last;
        queue_empty(&sender->asked);
    }
    bool goes_on = !sender->is_stopping;
    uv_mutex_unlock(&sender->lock);
    return goes_on;
}

static void refuse_waiting(Sender *sender, OutboundResult result, const char *words)
{
    while (sender->waiting.first)
        refuse(sender, queue_remove(&sender->waiting, &sender->waiting.first), result, words);
}

static void end_those_done(Sender *sender)
{
    const CurlLibrary *curl = &sender->rules.curl;
    CURLMsg *message;
    int more;
    while ((message = curl->multi_info_read(sender->multi, &more)) != NULL) {
        char *transfer = NULL;
        if (message->msg != CURLMSG_DONE)
            continue;
        CURLcode code = message->data.result;
        curl->easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        end(sender, (Transfer *)(void *)transfer, code);
    }
}

static void go_on(Sender *sender)
{
    const CurlLibrary *curl = &sender->rules.curl;
    int running;
    give_up_cancelled(sender);
    curl->multi_perform(sender->multi, &running);
    end_those_done(sender);
    begin_next(sender);
    if (sender->running) /* not at all while there are some that have just begun */
        curl->multi_poll(sender->multi, NULL, 0, LOOK_AGAIN, NULL);
}

static void work(void *argument)
{
    Sender *sender = argument;
    thread_name_set("outbound");
    while (take_asked(sender)) {
        if (sender->rules.is_off)
            refuse_waiting(sender, OUTBOUND_OFF, "--outbound is off");
        else if (!sender->multi && !open_multi(sender))
            refuse_waiting(sender, OUTBOUND_NO_LIBRARY, "libcurl is missing");
        else
            go_on(sender);
    }
    refuse_waiting(sender, OUTBOUND_LATE, "it was given up");
    while (sender->running)
        give_up_running(sender, sender->running);
    if (sender->multi)
        sender->rules.curl.multi_cleanup(sender->multi);
}

/* ---- for the others ---- */

static void sender_free(Sender *sender)
{
    curl_library_close(&sender->rules.curl);
    sockets_destroy(&sender->sockets);
    uv_cond_destroy(&sender->woken);
    uv_mutex_destroy(&sender->lock);
    free(sender);
}

Sender *sender_start(const TransferRules *rules, void (*finished)(void *context), void *context)
{
    Sender *sender = memory_new(sizeof *sender);
    *sender = (Sender){.rules = *rules, .finished = finished, .context = context};
    sender->rules.sockets = &sender->sockets;
    sockets_init(&sender->sockets);
    queue_empty(&sender->asked);
    queue_empty(&sender->done);
    queue_empty(&sender->waiting);
    uv_mutex_init(&sender->lock);
    uv_cond_init(&sender->woken);
    if (uv_thread_create(&sender->thread, work, sender) == 0)
        return sender;
    sender_free(sender);
    return NULL;
}

/* The lock is held. */
static void wake(Sender *sender)
{
    sender->is_woken = true;
    uv_cond_signal(&sender->woken);
    if (sender->multi)
        sender->rules.curl.multi_wakeup(sender->multi);
}

void sender_put(Sender *sender, Transfer *transfer)
{
    transfer->rules = &sender->rules;
    uv_mutex_lock(&sender->lock);
    queue_add(&sender->asked, transfer);
    wake(sender);
    uv_mutex_unlock(&sender->lock);
}

void sender_cancel(Sender *sender, Transfer *transfer)
{
    atomic_store(&transfer->is_cancelled, true);
    uv_mutex_lock(&sender->lock);
    wake(sender);
    uv_mutex_unlock(&sender->lock);
}

Transfer *sender_take(Sender *sender)
{
    uv_mutex_lock(&sender->lock);
    Transfer *first = queue_take_all(&sender->done);
    uv_mutex_unlock(&sender->lock);
    return first;
}

Transfer *sender_stop(Sender *sender)
{
    if (!sender)
        return NULL;
    uv_mutex_lock(&sender->lock);
    sender->is_stopping = true;
    wake(sender);
    uv_mutex_unlock(&sender->lock);
    sockets_cut(&sender->sockets);
    uv_thread_join(&sender->thread);
    Transfer *left = queue_take_all(&sender->done);
    for (Transfer *each = left; each; each = each->next)
        transfer_end(each);
    sender_free(sender);
    return left;
}

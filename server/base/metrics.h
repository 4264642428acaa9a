/* metrics.h - the server's metrics, and their Prometheus text.
 *
 * Counters are plain numbers that each part increments; a zeroed Metrics has counted nothing. Gauges
 * are filled in when somebody asks (MetricsNow). */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_BUCKETS = 12 };

/* Of durations in seconds, by the bounds in metrics.c. */
typedef struct {
    uint64_t buckets[HISTOGRAM_BUCKETS + 1]; /* the last counts what is above all bounds */
    double sum;
} Histogram;

void histogram_add(Histogram *histogram, double seconds);
/* What was added since 'before', an earlier copy. */
void histogram_since(const Histogram *now, const Histogram *before, Histogram *since);
uint64_t histogram_count(const Histogram *histogram);
/* The bound of the bucket in which that share of all is reached; what is above all bounds counts as ten times the greatest. Of
 * one that is not empty. */
double histogram_quantile(const Histogram *histogram, double share);

#define METRIC_COUNTERS(X)                                                                         \
    X(connections_total, "WebSocket connections accepted")                                         \
    X(refused_total, "WebSocket connections refused by a limit")                                   \
    X(requests_total, "castled.v1 requests")                                                       \
    X(refusals_total, "castled.v1 requests refused")                                               \
    X(games_started_total, "games started")                                                        \
    X(games_ended_total, "games ended")                                                            \
    X(moves_total, "moves played")                                                                 \
    X(best_walks_total, "walks over all games to find the best of them")                           \
    X(searches_total, "searches for the computer's moves")                                         \
    X(searches_cut_total, "searches cut short by the time limit")                                  \
    X(http_requests_total, "HTTP requests")                                                        \
    X(commit_failures_total, "times that commits began to fail")                                   \
    X(backups_total, "scheduled backups made")                                                     \
    X(backup_failures_total, "scheduled backups that failed")                                      \
    X(copy_failures_total,                                                                         \
      "how often the copying to the second place was given up and begun anew")                     \
    X(reports_total, "players reported")                                                           \
    X(acts_total, "operators' actions")                                                            \
    X(record_rows_total, "games that were looked at to sum up what somebody has played")           \
    X(outbound_total, "requests to other servers")                                                 \
    X(outbound_failures_total, "requests to other servers without an answer")                      \
    X(webhook_total, "requests of webhooks that were answered 2xx")                                \
    X(webhook_failures_total, "requests of webhooks that were not")                                \
    X(push_total, "push messages that a push service has accepted")                                \
    X(push_failures_total, "times that a push message was not accepted")                           \
    X(mail_total, "e-mails that the SMTP server has accepted")                                     \
    X(mail_failures_total, "times that an e-mail was not accepted")                                \
    X(closed_behind_total, "connections closed because they did not read")                         \
    X(closed_crowded_total, "slow connections closed because all outboxes were too large")         \
    X(cluster_held_total,                                                                          \
      "times that a WebSocket of a front was not read until the owner took what it had said")

#define METRIC_GAUGES(X)                                                                           \
    X(connections, "open connections, including HTTP")                                             \
    X(sessions, "open WebSockets")                                                                 \
    X(games, "games in memory")                                                                    \
    X(games_live, "games in progress")                                                             \
    X(seeks, "open seeks")                                                                         \
    X(challenges, "open challenges")                                                               \
    X(searches_waiting, "searches waiting for an answer")                                          \
    X(backlog_bytes, "bytes written to the journal but not yet durable")                           \
    X(copy_behind_seconds, "how far the second place (--copy-to) is behind, in seconds")           \
    X(newest_backup_seconds, "when the newest scheduled backup was made, in seconds since 1970")   \
    X(webhook_waiting, "deliveries of webhooks on their way")                                      \
    X(push_waiting, "push messages waiting to be sent")                                            \
    X(mail_waiting, "e-mails waiting to be sent")                                                  \
    X(outbox_bytes, "memory used by messages not yet sent")                                        \
    X(heap_bytes, "memory allocated and not freed, of all parts together")                         \
    X(cluster_owner, "1 while this node of a cluster has the games, 0 while it passes on")         \
    X(cluster_epoch, "how many owners the cluster has had, as far as this node knows")             \
    X(cluster_links, "links to other nodes: of the owner to fronts, of a front to the owner")      \
    X(cluster_round_trip_ms, "how long a message takes over a link and back; of several the most") \
    X(cluster_unacknowledged_bytes, "bytes on their way from a front to the owner")                \
    X(cluster_clock_off_seconds, "how far this node's clock is from the database's")               \
    X(cluster_bus, "1 while this node is connected to the bus")

typedef struct {
#define X(name, text) uint64_t name;
    METRIC_COUNTERS(X)
#undef X
    Histogram commit; /* from the end of a turn until it is durable */
    Histogram late;   /* of the computer's moves: how long after they were due */
    Histogram turn;   /* of the loop: how long a message may wait for the ones before it */
} Metrics;

typedef struct {
#define X(name, text) uint64_t name;
    METRIC_GAUGES(X)
#undef X
} MetricsNow;

enum { METRICS_TEXT_MAX = 16 * 1024 };
/* Writes the text with its NUL and returns its length. */
size_t metrics_print(const Metrics *metrics, const MetricsNow *now, char text[METRICS_TEXT_MAX]);

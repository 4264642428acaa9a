#include "server_links.h"

#include "memory.h"

void server_links_close(Server *server)
{
    ServerCluster *cluster = &server->cluster;
    if (!cluster->is_open)
        return;
    if (cluster->front)
        front_close(cluster->front, CLOSE_RESTART, NULL);
    if (cluster->host)
        host_free(cluster->host);
    cluster->host = NULL;
    uv_close((uv_handle_t *)&cluster->timer, NULL);
    uv_close((uv_handle_t *)&cluster->late, NULL);
}

bool server_links_finish(Server *server)
{
    ServerCluster *cluster = &server->cluster;
    if (cluster->watch)
        cluster_watch_close(cluster->watch);
    cluster->watch = NULL;
    return !cluster->is_open || bus_close(cluster->bus);
}

void server_links_free(Server *server)
{
    ServerCluster *cluster = &server->cluster;
    if (!cluster->is_open)
        return;
    if (cluster->front)
        front_free(cluster->front);
    text_clear(&cluster->health);
    memory_forget(cluster->key);
}

#include "sockets.h"

#include <sys/socket.h>
#include <unistd.h>

void sockets_init(Sockets *sockets)
{
    *sockets = (Sockets){.count = 0};
    uv_mutex_init(&sockets->lock);
}

void sockets_destroy(Sockets *sockets)
{
    uv_mutex_destroy(&sockets->lock);
}

int sockets_add(Sockets *sockets, int file)
{
    if (file < 0)
        return -1;
    uv_mutex_lock(&sockets->lock);
    bool is_taken = !sockets->is_cut && sockets->count < SOCKETS_MAX;
    if (is_taken)
        sockets->files[sockets->count++] = file;
    uv_mutex_unlock(&sockets->lock);
    if (is_taken)
        return file;
    close(file);
    return -1;
}

void sockets_close(Sockets *sockets, int file)
{
    uv_mutex_lock(&sockets->lock);
    for (size_t i = 0; i < sockets->count; i++)
        if (sockets->files[i] == file) {
            sockets->files[i] = sockets->files[--sockets->count];
            break;
        }
    close(file); /* before its number can be somebody else's */
    uv_mutex_unlock(&sockets->lock);
}

void sockets_cut(Sockets *sockets)
{
    uv_mutex_lock(&sockets->lock);
    sockets->is_cut = true;
    for (size_t i = 0; i < sockets->count; i++)
        shutdown(sockets->files[i], SHUT_RDWR);
    uv_mutex_unlock(&sockets->lock);
}

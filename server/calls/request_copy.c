#include "request_copy.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* The request, how much memory it takes, and after it the texts. */
typedef struct {
    HttpRequest request;
    size_t size, used;
    char bytes[];
} Copy;

static size_t size_of_text(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

/* "name=value" one after the other; an empty one ends the list. */
static size_t size_of_arguments(const char *arguments)
{
    const char *at = arguments;
    while (at && *at)
        at += strlen(at) + 1;
    return at ? (size_t)(at - arguments) + 1 : 0;
}

static const char *add(Copy *copy, const char *bytes, size_t length)
{
    char *at = copy->bytes + copy->used;
    if (!bytes)
        return NULL;
    if (length)
        memcpy(at, bytes, length);
    copy->used += length;
    return at;
}

HttpRequest *request_copy(const HttpRequest *request)
{
    const char *texts[] = {
        request->target,
        request->path,
        request->accept_encoding,
        request->if_none_match,
        request->accept,
        request->content_type,
        request->user_agent,
        request->host,
        request->address,
        request->auth.authorization,
        request->auth.cookie,
        request->auth.kept,
        request->base,
    };
    enum { COUNT = sizeof texts / sizeof *texts };
    size_t sizes[COUNT], arguments = size_of_arguments(request->arguments);
    size_t size = sizeof(Copy) + arguments + request->length;
    for (int i = 0; i < COUNT; i++)
        size += sizes[i] = size_of_text(texts[i]);
    Copy *copy = memory_new(size);
    copy->request = *request;
    copy->size = size;
    const char **targets[COUNT] = {
        &copy->request.target,
        &copy->request.path,
        &copy->request.accept_encoding,
        &copy->request.if_none_match,
        &copy->request.accept,
        &copy->request.content_type,
        &copy->request.user_agent,
        &copy->request.host,
        &copy->request.address,
        &copy->request.auth.authorization,
        &copy->request.auth.cookie,
        &copy->request.auth.kept,
        &copy->request.base,
    };
    for (int i = 0; i < COUNT; i++)
        *targets[i] = add(copy, texts[i], sizes[i]);
    copy->request.arguments = add(copy, request->arguments, arguments);
    copy->request.body = add(copy, request->body, request->length);
    return &copy->request;
}

void request_copy_free(HttpRequest *request)
{
    Copy *copy = (Copy *)request; /* its first member */
    if (!copy)
        return;
    memory_wipe(copy, copy->size);
    free(copy);
}

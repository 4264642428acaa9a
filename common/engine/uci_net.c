#include "uci_net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house_net.h"

static bool refuse(UciComplaint *complaint, const char *what, const char *why)
{
    snprintf(complaint->text, sizeof complaint->text, "EvalFile %.60s: %s", what, why);
    return false;
}

/* One byte more than a net can have, so that a longer file is known for what it is. */
static bool read_file(const char *path, Net *net, UciComplaint *complaint)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return refuse(complaint, path, "cannot be opened");
    unsigned char *bytes = malloc(NET_FILE_MAX + 1);
    Net *read = aligned_alloc(_Alignof(Net), sizeof *read);
    bool used = false;
    if (!bytes || !read) {
        refuse(complaint, path, "not enough memory");
    } else {
        size_t size = fread(bytes, 1, NET_FILE_MAX + 1, file);
        NetError error = net_parse(bytes, size, read);
        if (error) {
            refuse(complaint, path, net_error_text(error));
        } else {
            *net = *read;
            used = true;
        }
    }
    free(read);
    free(bytes);
    fclose(file);
    return used;
}

bool uci_net_choose(UciText value, Net *net, UciComplaint *complaint)
{
    char path[UCI_NET_PATH_MAX];
    if (value.length == 0 || uci_text_is(value, "<empty>")) {
        house_net_load(net);
        return true;
    }
    if (value.length >= sizeof path)
        return refuse(complaint, "", "the path is too long");
    memcpy(path, value.at, value.length);
    path[value.length] = '\0';
    return read_file(path, net, complaint);
}

#include "uci_eval_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded_nnue.h"

static bool refuse(UciComplaint *complaint, const char *what, const char *why)
{
    snprintf(complaint->text, sizeof complaint->text, "EvalFile %.60s: %s", what, why);
    return false;
}

/* One byte more than a net can have, so that a longer file is known for what it is. */
static bool read_file(const char *path, Nnue *net, UciComplaint *complaint)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return refuse(complaint, path, "cannot be opened");
    unsigned char *bytes = malloc(NNUE_FILE_MAX + 1);
    Nnue *read = aligned_alloc(_Alignof(Nnue), sizeof *read);
    bool used = false;
    if (!bytes || !read) {
        refuse(complaint, path, "not enough memory");
    } else {
        size_t size = fread(bytes, 1, NNUE_FILE_MAX + 1, file);
        NnueError error = nnue_parse(bytes, size, read);
        if (error) {
            refuse(complaint, path, nnue_error_text(error));
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

bool uci_eval_file_choose(UciText value, Nnue *net, UciComplaint *complaint)
{
    char path[UCI_EVAL_FILE_PATH_MAX];
    if (value.length == 0 || uci_text_is(value, "<empty>")) {
        embedded_nnue_load(net);
        return true;
    }
    if (value.length >= sizeof path)
        return refuse(complaint, "", "the path is too long");
    memcpy(path, value.at, value.length);
    path[value.length] = '\0';
    return read_file(path, net, complaint);
}

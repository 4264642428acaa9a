/* remote_call.h - a line that was typed and read, for the files that carry it out (of remote_table.h). */
#pragma once

#include "remote_state.h"
#include "typed_line.h"
#include "wrapped_text.h"

/* The line, and what its command needs. */
typedef struct {
    RemoteTable *table;
    const TypedLine *typed;
    int64_t now;
    Text *out;
} Call;

#define SAY(call, ...) wrapped_say((call)->out, remote_columns((call)->table), __VA_ARGS__)

/* ---- remote_ask.c ---- */

/* Says how the command is written. */
void remote_say_form(const Call *call);
/* A number of the text's first word, from 1 to 'most', and what follows it. 0: there is none. */
size_t remote_read_number(const char *text, size_t most, const char **rest);

/* ---- remote_invite.c ---- */

void remote_do_seek(Call *call);
void remote_do_unseek(Call *call);
void remote_do_computer(Call *call);
void remote_do_link(Call *call);
void remote_do_challenge(Call *call);

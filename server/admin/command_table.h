/* command_table.h - the commands of "castled admin": for a running server, by its socket or by its operators' page, or for
 * its database.
 *
 * What was done is stored together with who did it and how to undo it, and logged. What takes time (hashing a password)
 * is done by the caller, see admin_command.h; the accounts are asked, so the result may come later, from accounts_turn, or
 * when the store has read something. */
#pragma once

#include "admin_target.h"
#include "text.h"

typedef void (*AdminDone)(void *context, const AdminResult *result);

/* Carries out the command and prints the answer in whole lines. 'done' is called at once or later; until then the
 * words, target->who and 'out' are lent. */
void admin_run(const AdminTarget *target, int count, const char *const words[], Text *out,
               AdminDone done, void *context);

typedef enum {
    ADMIN_UNKNOWN,
    ADMIN_SHOWS, /* it changes nothing */
    ADMIN_ACTS,  /* it is recorded */
    ADMIN_ACTS_GRAVELY, /* it cannot be undone, or lets somebody in: on the page only after signing in anew */
} AdminKind;
AdminKind admin_kind(const char *name);
/* How many words of its own a command has before the hash of a new password; 0 when it takes no hash. */
int admin_takes_hash(const char *name);
void admin_print_help(Text *out);

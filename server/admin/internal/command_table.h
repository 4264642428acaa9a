/* command_table.h - all that an operator can do: the commands of "castled admin", on a running server or on its database.
 *
 * What is done is put into the store together with who did it, and into the log. What takes time (hashing a password)
 * is done by the caller, see admin_command.h; who has an account is asked of the accounts, so that the result comes
 * later, from accounts_turn. */
#pragma once

#include "admin_call.h"

/* Does what the words say and prints the answer, whole lines. 'done' comes later or at once; until then the words,
 * target->who and 'out' are lent. */
void admin_run(const AdminTarget *target, int count, const char *const words[], Text *out,
               AdminDone done, void *context);
/* Whether a command is given a new password's hash as its last word, after so many of its own; 0 when not. */
int admin_takes_hash(const char *name);
void admin_print_help(Text *out);

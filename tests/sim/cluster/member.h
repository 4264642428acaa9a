/* member.h - one castled of a cluster in a simulated world, as machine.h has it: roles, links, fronts, hosts, stores and cores are the
 * real ones, and so is what watches the database and writes to it. */
#pragma once

#include "member_hooks.h"

/* Before the first, and after the last. The database is in that directory of the simulated disk. */
void members_begin(const Settings *settings, const MemberHooks *hooks, const char *directory);
void members_end(void);
/* By its number; it is down at first. */
Machine *member_new(const Settings *settings, const MemberHooks *hooks, int number);
/* As by SIGSTOP, until then. */
void member_suspend(Machine *machine, int64_t until);
bool member_is_suspended(const Machine *machine);
void member_cut_bus(Machine *machine, bool is_cut);
int member_number(const Machine *machine);

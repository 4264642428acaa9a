/* uci_net.h - the net that castled-uci judges positions by: its own, one from a file, or none.
 *
 * The value of the option EvalFile: empty for the net that is part of the program, "<none>" for the evaluation
 * written by hand, else a path. */
#pragma once

#include "net.h"
#include "uci_command.h"

enum { UCI_NET_PATH_MAX = 1024 };

typedef enum { UCI_NET_USED, UCI_NET_BY_HAND, UCI_NET_REFUSED } UciNetResult;

/* Fills in the net, or says in words why not and leaves it as it was. */
UciNetResult uci_net_choose(UciText value, Net *net, UciComplaint *complaint);

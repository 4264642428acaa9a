/* uci_eval_file.h - the net that castled-uci judges positions by: its own, or one from a file.
 *
 * The value of the option EvalFile: empty for the net that is part of the program, else a path. */
#pragma once

#include "nnue.h"
#include "uci_command.h"

enum { UCI_EVAL_FILE_PATH_MAX = 1024 };

/* Fills in the net; or false, with words that say why, and leaves it as it was. */
bool uci_eval_file_choose(UciText value, Nnue *net, UciComplaint *complaint);

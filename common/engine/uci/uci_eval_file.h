/* uci_eval_file.h - the option EvalFile: the net that castled-uci evaluates positions with.
 *
 * Its value is empty for the net that is part of the program, otherwise a path. */
#pragma once

#include "nnue.h"
#include "uci_command.h"

enum { UCI_EVAL_FILE_PATH_MAX = 1024 };

/* Fills in the net. False, with a complaint, when the file is not usable; then the net is unchanged. */
bool uci_eval_file_choose(UciText value, Nnue *net, UciComplaint *complaint);

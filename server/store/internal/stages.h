/* stages.h - the stages of a time control on disk: the control as text (time_control_text.h) beside the columns of its
 * first stage. No text: there are no stages. */
#pragma once

#include "db.h"
#include <stdbool.h>
#include <stddef.h>

#include "time_control_text.h"

/* As a parameter of a statement. */
void stages_bind(DbStatement *statement, int at, const TimeControl *control);
/* Adds them to a control that has its first stage; false, and nothing changed, when the text is of another one or has none. */
bool stages_read(const char *text, size_t length, TimeControl *control);

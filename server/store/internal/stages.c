#include "stages.h"

bool stages_read(const char *text, size_t length, TimeControl *control)
{
    TimeControl read;
    if (!time_control_parse(text, length, &read) || !read.moves || control->odds || control->days ||
        read.initial != control->initial || read.increment != control->increment ||
        read.bonus != control->bonus)
        return false;
    *control = read;
    return true;
}

void stages_bind(DbStatement *statement, int at, const TimeControl *control)
{
    char text[TIME_CONTROL_TEXT_MAX] = "";
    if (control->moves)
        time_control_print(control, true, text);
    db_bind_text(statement, at, text, -1);
}

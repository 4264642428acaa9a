#include "ics_connection.h"

#include "memory.h"

#include <string.h>

void ics_hold(IcsConnection *connection)
{
    connection->held++;
}

bool ics_let_go(IcsConnection *connection)
{
    connection->held--;
    return connection->transport && connection->state != ICS_ENDING;
}

void ics_wake(IcsConnection *connection)
{
    if (connection->is_awake)
        return;
    connection->is_awake = true;
    connection->next_awake = connection->ics->awake;
    connection->ics->awake = connection;
}

void ics_write(IcsConnection *connection, const char *text)
{
    text_append(&connection->out, text, strlen(text));
}

void ics_end(IcsConnection *connection, const char *words)
{
    if (words) {
        ics_write(connection, "\r\n");
        ics_write(connection, words);
        ics_write(connection, "\r\n");
    }
    connection->state = ICS_ENDING;
    if (connection->transport)
        transport_set_timer(connection->transport, TRANSPORT_LINGER);
}

void ics_wipe_line(IcsConnection *connection)
{
    memory_wipe(connection->reader.line, sizeof connection->reader.line);
}

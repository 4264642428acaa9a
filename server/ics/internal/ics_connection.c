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

size_t ics_unsent(const IcsConnection *connection)
{
    size_t length = connection->out.length;
    if (connection->client)
        length += ics_client_output(connection->client)->length;
    return length + (connection->transport ? transport_unsent(connection->transport) : 0);
}

void ics_wake(IcsConnection *connection)
{
    if (connection->is_awake)
        return;
    Ics *ics = connection->ics;
    connection->is_awake = true;
    connection->next_awake = NULL;
    *(ics->awake ? &ics->awake_last->next_awake : &ics->awake) = connection;
    ics->awake_last = connection;
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

void ics_end_unread(IcsConnection *connection)
{
    ics_end(connection, "**** You were disconnected, since you did not read. ****");
}

void ics_wipe_line(IcsConnection *connection)
{
    memory_wipe(connection->reader.line, sizeof connection->reader.line);
}

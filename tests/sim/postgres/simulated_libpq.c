#include "simulated_libpq.h"

#include "libpq.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 150000 };

/* Of a statement in the simple protocol: it has one answer here, and behind that there is none. */
typedef enum { SIMPLE_NONE, SIMPLE_SENT, SIMPLE_ANSWERED } SimpleState;

struct pg_conn {
    void *line; /* NULL: none */
    ConnStatusType status;
    char message[200];
    Query *sent, **sent_end;
    PGresult *answers, **answers_end;
    SimpleState simple;
};

/* ---- what the line brings ---- */

void line_answer(PGconn *connection, PGresult *result)
{
    *connection->answers_end = result;
    connection->answers_end = &result->next;
}

void line_lose(PGconn *connection)
{
    connection->status = CONNECTION_BAD;
    snprintf(connection->message, sizeof connection->message,
             "server closed the connection unexpectedly");
}

/* ---- connections ---- */

/* Of the address; the caller's to free. */
static char *part(const char *from, const char *to)
{
    size_t length = (size_t)(to - from);
    char *text = memory_new(length + 1);
    memcpy(text, from, length);
    return text;
}

static PQconninfoOption *parse(const char *address, char **wrong)
{
    static const char SCHEME[] = "postgresql://", HOST[] = "@simulated/";
    const char *host = strstr(address, HOST);
    *wrong = NULL;
    if (strncmp(address, SCHEME, strlen(SCHEME)) != 0 || !host)
        return NULL;
    static char user_word[] = "user", host_word[] = "host", database_word[] = "dbname";
    const char *file = host + strlen(HOST);
    PQconninfoOption *options = memory_array(4, sizeof *options);
    memset(options, 0, 4 * sizeof *options);
    options[0] = (PQconninfoOption){.keyword = user_word};
    options[0].val = part(address + strlen(SCHEME), host);
    options[1] = (PQconninfoOption){.keyword = host_word};
    options[1].val = part(host + 1, file - 1);
    options[2] = (PQconninfoOption){.keyword = database_word};
    options[2].val = part(file, file + strlen(file));
    return options;
}

static void free_options(PQconninfoOption *options)
{
    for (int i = 0; options && options[i].keyword; i++)
        free(options[i].val);
    free(options);
}

static PQconninfoOption *parse_terms(const char *const *names, const char *const *values)
{
    char *wrong;
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], "dbname") == 0)
            return parse(values[i], &wrong);
    return NULL;
}

static PGconn *connect(const char *const *names, const char *const *values, int expands)
{
    PGconn *connection = memory_new(sizeof *connection);
    PQconninfoOption *options = parse_terms(names, values);
    (void)expands;
    connection->sent_end = &connection->sent;
    connection->answers_end = &connection->answers;
    if (options)
        connection->line = simulated_lines.dial(connection, options[0].val, options[2].val);
    free_options(options);
    connection->status = connection->line ? CONNECTION_OK : CONNECTION_BAD;
    if (!connection->line)
        snprintf(connection->message, sizeof connection->message, "could not connect to server");
    return connection;
}

static PostgresPollingStatusType poll_connection(PGconn *connection)
{
    return connection->line ? PGRES_POLLING_OK : PGRES_POLLING_FAILED;
}

static PGPing ping(const char *const *names, const char *const *values, int expands)
{
    PQconninfoOption *options = parse_terms(names, values);
    (void)expands;
    PGPing answer = !options                               ? PQPING_NO_ATTEMPT
                    : simulated_lines.ping(options[0].val) ? PQPING_OK
                                                           : PQPING_NO_RESPONSE;
    free_options(options);
    return answer;
}

static void finish(PGconn *connection)
{
    PGresult *answer;
    Query *query;
    if (connection->line)
        simulated_lines.hang_up(connection->line);
    while ((answer = connection->answers)) {
        connection->answers = answer->next;
        answer_free(answer);
    }
    while ((query = connection->sent)) {
        connection->sent = query->next;
        query_free(query);
    }
    free(connection);
}

static char *error_message(const PGconn *connection)
{
    return (char *)connection->message;
}

static ConnStatusType status(const PGconn *connection)
{
    return connection->status;
}

static int socket_of(const PGconn *connection)
{
    return simulated_lines.socket(connection->line);
}

/* ---- what is sent ---- */

static Query *add(PGconn *connection, QueryKind kind, const char *sql)
{
    Query *query = memory_new(sizeof *query);
    query->kind = kind;
    query->sql = sql ? part(sql, sql + strlen(sql)) : NULL;
    *connection->sent_end = query;
    connection->sent_end = &query->next;
    return query;
}

static void add_values(Query *query, int count, const char *const *values, const int *lengths,
                       const int *formats)
{
    query->count = count;
    for (int i = 0; i < count; i++) {
        if (!values[i])
            continue;
        bool is_binary = formats[i] == 1;
        size_t length = is_binary ? (size_t)lengths[i] : strlen(values[i]);
        query->values[i] =
            (QueryValue){.bytes = part(values[i], values[i] + length), (int)length, is_binary};
    }
}

static int send_simple(PGconn *connection, const char *sql)
{
    add(connection, QUERY_SIMPLE, sql);
    connection->simple = SIMPLE_SENT;
    return connection->status == CONNECTION_OK;
}

static int send_text(PGconn *connection, const char *sql, int count, const Oid *types,
                     const char *const *values, const int *lengths, const int *formats, int format)
{
    (void)types, (void)format;
    add_values(add(connection, QUERY_TEXT, sql), count, values, lengths, formats);
    return connection->status == CONNECTION_OK;
}

static int send_prepare(PGconn *connection, const char *name, const char *sql, int count,
                        const Oid *types)
{
    Query *query = add(connection, QUERY_PREPARE, sql);
    (void)count, (void)types;
    snprintf(query->name, sizeof query->name, "%s", name);
    return connection->status == CONNECTION_OK;
}

static int send_prepared(PGconn *connection, const char *name, int count, const char *const *values,
                         const int *lengths, const int *formats, int format)
{
    Query *query = add(connection, QUERY_PREPARED, NULL);
    (void)format;
    snprintf(query->name, sizeof query->name, "%s", name);
    add_values(query, count, values, lengths, formats);
    return connection->status == CONNECTION_OK;
}

static int flush(PGconn *connection)
{
    Query *sent = connection->sent;
    if (connection->status != CONNECTION_OK)
        return -1;
    connection->sent = NULL;
    connection->sent_end = &connection->sent;
    if (sent)
        simulated_lines.send(connection->line, sent);
    return 0;
}

static int synchronise(PGconn *connection)
{
    add(connection, QUERY_SYNC, NULL);
    return connection->status == CONNECTION_OK;
}

/* ---- what is answered ---- */

static int is_busy(PGconn *connection)
{
    if (connection->simple == SIMPLE_ANSWERED)
        return 0;
    if (!connection->answers && connection->status == CONNECTION_OK)
        simulated_lines.wait(connection->line, 0);
    return !connection->answers && connection->status == CONNECTION_OK;
}

static int consume_input(PGconn *connection)
{
    return connection->status == CONNECTION_OK;
}

static PGresult *get_result(PGconn *connection)
{
    PGresult *result = connection->answers;
    bool is_end = connection->simple == SIMPLE_ANSWERED;
    connection->simple = connection->simple == SIMPLE_SENT ? SIMPLE_ANSWERED : SIMPLE_NONE;
    if (!result || is_end)
        return NULL;
    connection->answers = result->next;
    if (!connection->answers)
        connection->answers_end = &connection->answers;
    result->next = NULL;
    return result;
}

static ExecStatusType result_status(const PGresult *result)
{
    return result ? result->status : PGRES_FATAL_ERROR;
}

static char *error_field(const PGresult *result, int field)
{
    if (!result || result->status != PGRES_FATAL_ERROR)
        return NULL;
    return (char *)(field == PG_DIAG_SQLSTATE ? result->code : result->message);
}

static char *command_status(PGresult *result)
{
    return result->command;
}

static const QueryValue *value_at(const PGresult *result, int row, int column)
{
    return &result->values[row * result->columns + column];
}

static int is_null(const PGresult *result, int row, int column)
{
    return !value_at(result, row, column)->bytes;
}

static int length_of(const PGresult *result, int row, int column)
{
    return value_at(result, row, column)->length;
}

static char *bytes_of(const PGresult *result, int row, int column)
{
    static char nothing[1];
    char *bytes = value_at(result, row, column)->bytes;
    return bytes ? bytes : nothing;
}

static int columns_of(const PGresult *result)
{
    return result ? result->columns : 0;
}

static int rows_of(const PGresult *result)
{
    return result ? result->rows : 0;
}

/* ---- what is not needed here ---- */

static int succeed(PGconn *connection)
{
    (void)connection;
    return 1;
}

static int set_nonblocking(PGconn *connection, int on)
{
    (void)connection, (void)on;
    return 0;
}

static PGVerbosity set_verbosity(PGconn *connection, PGVerbosity verbosity)
{
    (void)connection, (void)verbosity;
    return PQERRORS_DEFAULT;
}

static int version_of(const PGconn *connection)
{
    (void)connection;
    return VERSION;
}

static PQnoticeReceiver set_receiver(PGconn *connection, PQnoticeReceiver receiver, void *context)
{
    (void)connection, (void)receiver, (void)context;
    return NULL;
}

static int get_copy(PGconn *connection, char **bytes, int is_async)
{
    (void)connection, (void)bytes, (void)is_async;
    return -2;
}

static int put_copy(PGconn *connection, const char *bytes, int length)
{
    (void)connection, (void)bytes, (void)length;
    return -1;
}

static int end_copy(PGconn *connection, const char *message)
{
    (void)connection, (void)message;
    return -1;
}

bool libpq_open(LibPq *library)
{
    *library = (LibPq){.handle = library,
                       .clear = answer_free,
                       .cmdStatus = command_status,
                       .conninfoFree = free_options,
                       .conninfoParse = parse,
                       .connectdbParams = connect,
                       .connectPoll = poll_connection,
                       .connectStartParams = connect,
                       .consumeInput = consume_input,
                       .enterPipelineMode = succeed,
                       .errorMessage = error_message,
                       .exitPipelineMode = succeed,
                       .finish = finish,
                       .flush = flush,
                       .freemem = free,
                       .getCopyData = get_copy,
                       .getResult = get_result,
                       .getisnull = is_null,
                       .getlength = length_of,
                       .getvalue = bytes_of,
                       .isBusy = is_busy,
                       .nfields = columns_of,
                       .ntuples = rows_of,
                       .pingParams = ping,
                       .pipelineSync = synchronise,
                       .putCopyData = put_copy,
                       .putCopyEnd = end_copy,
                       .resultErrorField = error_field,
                       .resultStatus = result_status,
                       .sendPrepare = send_prepare,
                       .sendQuery = send_simple,
                       .sendQueryParams = send_text,
                       .sendQueryPrepared = send_prepared,
                       .serverVersion = version_of,
                       .setErrorVerbosity = set_verbosity,
                       .setNoticeReceiver = set_receiver,
                       .setnonblocking = set_nonblocking,
                       .socket = socket_of,
                       .status = status};
    return true;
}

void libpq_close(LibPq *library)
{
    library->handle = NULL;
}

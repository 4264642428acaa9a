#include "reading.h"

#include "finding.h"
#include "reading_inside.h"

void reading_do(Reader *reader, StoreWork work, void *context)
{
    StoreReading reading = {reader};
    /* One transaction, so that all of it sees the same moment. */
    bool begun = sqlite3_exec(reader->db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;
    work(context, &reading);
    if (begun)
        sqlite3_exec(reader->db, "COMMIT", NULL, NULL, NULL);
}

StoreError reading_search(StoreReading *reading, const StoreSearch *search, StoreFound *found,
                          char *line)
{
    Reader *reader = reading->reader;
    int rc = finding_run(reader->db, search, found);
    if (rc == SQLITE_OK)
        return STORE_OK;
    return database_say(line, reader->path, database_error(rc), sqlite3_errmsg(reader->db));
}

StoreError reading_game(StoreReading *reading, int64_t number, StoredGame **game, char *line)
{
    return reader_game_within(reading->reader, number, game, line);
}

StoreError reading_head(StoreReading *reading, int64_t number, StoreGame *head, char *line)
{
    return reader_head_within(reading->reader, number, head, line);
}

GameId reading_id(const StoreReading *reading, int64_t number)
{
    return game_number_print(number, reading->reader->id_key);
}

bool reading_number(const StoreReading *reading, const GameId *id, int64_t *number)
{
    return game_number_parse(number, id, reading->reader->id_key);
}

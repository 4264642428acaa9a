#include "reading.h"

#include "finding.h"
#include "fingerprint.h"
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

GameId reading_id(const StoreReading *reading, int64_t number)
{
    return game_number_print(number, reading->reader->id_key);
}

StoreError reading_import(StoreReading *reading, const char *by, const StoredGame *game, GameId *id,
                          char *line)
{
    Reader *reader = reading->reader;
    sqlite3_stmt *row;
    *id = (GameId){0};
    int rc = sqlite3_prepare_v2(reader->db,
                                "SELECT imports.number FROM imports JOIN players ON players.number"
                                " = player WHERE id = ?1 AND fingerprint = ?2",
                                -1, &row, NULL);
    if (rc == SQLITE_OK) {
        sqlite3_bind_text(row, 1, by, -1, SQLITE_STATIC);
        sqlite3_bind_int64(row, 2, game_fingerprint(game));
        if (sqlite3_step(row) == SQLITE_ROW)
            *id = reading_id(reading, sqlite3_column_int64(row, 0));
        rc = sqlite3_finalize(row);
    }
    return rc == SQLITE_OK
               ? STORE_OK
               : database_say(line, reader->path, database_error(rc), sqlite3_errmsg(reader->db));
}

StoreError reading_game(StoreReading *reading, int64_t number, StoredGame **game, char *line)
{
    return reader_game_within(reading->reader, number, game, line);
}

StoreError reading_head(StoreReading *reading, int64_t number, StoreGame *head, char *line)
{
    return reader_head_within(reading->reader, number, head, line);
}

bool reading_number(const StoreReading *reading, const GameId *id, int64_t *number)
{
    return game_number_parse(number, id, reading->reader->id_key);
}

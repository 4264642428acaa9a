#include "game_reader.h"
#ifdef CASTLED_POSTGRES
#include "postgres_open.h"
#endif
#include "schema.h"
#include "sql.h"
#include "sqlite_db.h"
#include "store.h"
#include "tournament_reader.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The file is ours and of this version: an older one becomes so when a server is started on it. */
static StoreError identify(sqlite3 *db, const char *path, unsigned char *key, char *line)
{
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(db, SQL_IDENTIFY_FILE, -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return database_say(line, path, STORE_FOREIGN, sqlite3_errmsg(db));
    rc = sqlite3_step(statement);
    StoreError error = STORE_DAMAGED;
    if (rc == SQLITE_ROW && sqlite3_column_bytes(statement, 0) == GAME_NUMBER_KEY_SIZE) {
        int version = sqlite3_column_int(statement, 1);
        memcpy(key, sqlite3_column_blob(statement, 0), GAME_NUMBER_KEY_SIZE);
        error = sqlite3_column_int(statement, 2) != DATABASE_APPLICATION ? STORE_FOREIGN
                : version == schema_version(schema_sql)                  ? STORE_OK
                                                                         : STORE_NEWER;
    }
    sqlite3_finalize(statement);
    if (error != STORE_OK)
        database_say(line, path, error, error == STORE_NEWER ? "or by an older one" : NULL);
    return error;
}

static StoreError read_game(Db *db, const char *path, const unsigned char *key, const GameId *id,
                            StoredGame **game, char *line)
{
    int64_t number;
    GameReader reader;
    if (!game_number_parse(&number, id, key))
        return STORE_OK;
    StoreError error = game_reader_init(&reader, db, path, key, line);
    if (error != STORE_OK)
        return error;
    error = game_reader_read(&reader, number, game, line);
    game_reader_clear(&reader);
    return error;
}

/* Opens the database of a server's directory for reading alone. */
static StoreError open_file(Db **db, const char *directory, unsigned char *key,
                            char path[DATABASE_PATH_MAX], char *line)
{
    sqlite3 *handle;
    snprintf(path, DATABASE_PATH_MAX, "%s/castled.db", directory);
    if (access(path, R_OK) != 0)
        return database_say(line, path, STORE_NO_DIRECTORY, NULL);
    StoreError error = database_open_reader(&handle, path, line);
    if (error != STORE_OK)
        return error;
    *db = sqlite_db_new(handle, 0);
    return identify(handle, path, key, line);
}

static StoreError open_place(Db **db, const StorePlace *place, unsigned char *key,
                             char path[DATABASE_PATH_MAX], char *line)
{
    *db = NULL;
    if (!place->server)
        return open_file(db, place->directory, key, path, line);
#ifdef CASTLED_POSTGRES
    return postgres_inspect(db, place->server, key, path, line);
#else
    return database_say(line, "--store", STORE_SERVER, "this castled was built without PostgreSQL");
#endif
}

StoreError store_inspect_game(const StorePlace *place, const GameId *id, StoredGame **game,
                              char *line)
{
    char path[DATABASE_PATH_MAX];
    unsigned char key[GAME_NUMBER_KEY_SIZE];
    Db *db;
    *game = NULL;
    StoreError error = open_place(&db, place, key, path, line);
    if (error == STORE_OK)
        error = read_game(db, path, key, id, game, line);
    db_close(db);
    return error;
}

StoreError store_inspect_tournament(const StorePlace *place, const char *id,
                                    StoreTournamentActEach each, void *context, char *line)
{
    char path[DATABASE_PATH_MAX];
    unsigned char key[GAME_NUMBER_KEY_SIZE];
    Db *db;
    StoreError error = open_place(&db, place, key, path, line);
    if (error == STORE_OK)
        error = tournament_reader_acts(db, path, id, each, context, line);
    db_close(db);
    return error;
}

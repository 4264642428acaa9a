-- Of the file as a whole, of each connection to it, and of the one row of the server itself (database.c).

-- name: begin
BEGIN

-- name: begin_immediate
BEGIN IMMEDIATE

-- name: commit
COMMIT

-- name: rollback
ROLLBACK

-- Of a copy that is made anew if it is not finished.
-- name: pragma_copy
PRAGMA journal_mode = OFF

-- name: application_id
PRAGMA application_id

-- name: user_version
PRAGMA user_version

-- name: count_tables
SELECT count(*) FROM sqlite_schema

-- name: page_count
PRAGMA page_count

-- name: page_size
PRAGMA page_size

-- name: quick_check
PRAGMA quick_check(1)

-- name: turn_wal_on
PRAGMA journal_mode = WAL

-- A trigger or view in a file from elsewhere must not run functions, a damaged cell has to be an error and
-- no overrun, and the writer checkpoints by itself, after it has told of the commit.
-- name: connection_settings
PRAGMA trusted_schema = OFF;
PRAGMA cell_size_check = ON;
PRAGMA foreign_keys = ON;
PRAGMA temp_store = MEMORY;
PRAGMA wal_autocheckpoint = 0;
PRAGMA cache_size = -16000;
PRAGMA journal_size_limit = 67108864;

-- name: sync_commits
PRAGMA synchronous = FULL

-- name: sync_checkpoints
PRAGMA synchronous = NORMAL

-- name: insert_server
INSERT OR IGNORE INTO castled (one, secret, id_key, epoch, axis, checksum, axis_checksum)
VALUES (1, ?1, ?2, 0, 0, row_checksum(?1, ?2), row_checksum(0))

-- name: raise_epoch
UPDATE castled SET epoch = epoch + 1

-- name: read_epoch
SELECT epoch FROM castled

-- The fifth column is the first number that no game has.
-- name: read_server
SELECT secret, id_key, epoch, axis,
       max((SELECT coalesce(max(number) + 1, 0) FROM games), (SELECT coalesce(max(number) + 1, 0) FROM archive)),
       check_row('castled', checksum, secret, id_key), check_row('castled', axis_checksum, axis)
FROM castled

-- What tells whether this castled can read a file that it must not change.
-- name: identify_file
SELECT id_key, (SELECT user_version FROM pragma_user_version), (SELECT application_id FROM pragma_application_id)
FROM castled

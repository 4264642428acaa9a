-- Moving a whole database to PostgreSQL or back (migrate.h): what SQLite's side has.

-- name: list_columns
SELECT t.name, c.name, c.type, c.pk FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.name

-- name: list_references
SELECT t.name, k."table" FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k WHERE t.type = 'table'

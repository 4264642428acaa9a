-- Moving a whole database from SQLite or back (migrate.h): what PostgreSQL's side has.

-- By this name servers know it (end_schema_stuck).
-- name: call_migrate
SELECT set_config('application_name', 'castled migrate', false)

-- All that only a server's start or work would write; both wait until this transaction ends, and behind this one while it waits
-- itself: that must not last as long as leases do. It does not read yet, so what it
-- reads later is all that was committed before.
-- name: stop_servers
BEGIN ISOLATION LEVEL REPEATABLE READ;
SET LOCAL lock_timeout TO '1s';
LOCK TABLE castled.castled, castled.nodes, castled.leases, castled.members IN SHARE ROW EXCLUSIVE MODE

-- name: find_server
SELECT node FROM castled.nodes WHERE alive > clock_timestamp()
UNION ALL SELECT node FROM castled.members WHERE alive > clock_timestamp() LIMIT 1

-- name: copy_columns
COPY (SELECT c.relname::text COLLATE "C" AS "table", a.attname::text COLLATE "C" AS name, y.typname::text,
             coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0)::bigint, (a.attidentity <> '')::int::bigint
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
           JOIN pg_type y ON y.oid = a.atttypid
           LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relnamespace = 'castled'::regnamespace AND c.relkind IN ('r', 'p')
      ORDER BY 1, 2) TO STDOUT (FORMAT binary)

-- The row that comes with the tables; the other database's row takes its place.
-- name: forget_server
DELETE FROM castled.castled

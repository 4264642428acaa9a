-- Of the server as a whole: its schema, its row, its leases (postgres_open.c).

-- The settings of the session. A commit is never given up, whatever the database's defaults are.
-- name: set_up
SELECT set_config('search_path', 'castled', false), set_config('statement_timeout', '0', false),
       set_config('lock_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false),
       set_config('client_connection_check_interval', '2s', false), set_config('tcp_keepalives_idle', '5', false),
       set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false), set_config('timezone', 'UTC', false),
       set_config('default_transaction_isolation', 'read committed', false)

-- Commits that were switched off for all are on for games.
-- name: sync_on
SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
                                        ELSE current_setting('synchronous_commit') END, false)

-- name: sync_off
SELECT set_config('synchronous_commit', 'off', false)

-- name: encoding
SELECT current_setting('server_encoding')

-- One server at a time looks at the schema, and brings it up to date. Whether this is the one: nobody is waited for.
-- name: lock_schema
SELECT pg_try_advisory_xact_lock(7166478)::int

-- Whoever keeps that lock though PostgreSQL waits for them: a server that hangs, or whose machine has died, holds nothing that
-- it has not asked for in one breath. The ms are POSTGRES_LEASE. "castled migrate" keeps it while it reads a file.
-- name: end_schema_stuck
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND usename = current_user AND wait_event_type = 'Client' AND application_name <> 'castled migrate'
      AND xact_start < clock_timestamp() - 3000 * interval '1 millisecond'
      AND pid IN (SELECT l.pid FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
                      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                      AND l.classid = 0 AND l.objid = 7166478 AND l.objsubid = 1)

-- Of the transaction: rows that somebody has locked are not waited for.
-- name: wait_for_nobody
SELECT set_config('lock_timeout', '100', true)

-- name: find_schema
SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = 'castled')::int,
       (to_regclass('castled.castled') IS NOT NULL AND to_regclass('castled.leases') IS NOT NULL)::int

-- name: make_schema
CREATE SCHEMA castled

-- name: read_version
SELECT version FROM castled.castled

-- The keys come from the server's own random numbers, 122 bits in each UUID, so that no log of statements has them.
-- name: insert_own
INSERT INTO castled.castled (one, version, secret, id_key, epoch, axis)
SELECT 1, 0, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
       substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) FOR 16), 0, 0
ON CONFLICT DO NOTHING

-- name: read_server
SELECT secret, id_key, epoch, axis,
       greatest((SELECT coalesce(max(number) + 1, 0) FROM games), (SELECT coalesce(max(number) + 1, 0) FROM archive))
FROM castled

-- Numbers that PostgreSQL draws go on behind those that are there. They would not where rows were copied without their sequences, as
-- logical replication does.
-- name: raise_numbers
SELECT count(setval(sequence, most))
FROM (VALUES (pg_get_serial_sequence('castled.players', 'number'), (SELECT max(number) FROM players)),
             (pg_get_serial_sequence('castled.acts', 'number'), (SELECT max(number) FROM acts)),
             (pg_get_serial_sequence('castled.reports', 'number'), (SELECT max(number) FROM reports)),
             (pg_get_serial_sequence('castled.broadcasts', 'number'), (SELECT max(number) FROM broadcasts))) AS drawn (sequence, most)
WHERE most > coalesce(pg_sequence_last_value(sequence::regclass), 0)

-- Another server that holds leases and is alive: its name, until when, and how many ms that is.
-- name: find_rival
SELECT node, extract(epoch FROM alive)::numeric::text,
       ceil(extract(epoch FROM alive - clock_timestamp()) * 1000)::bigint
FROM nodes WHERE node <> $1 AND alive > clock_timestamp() AND EXISTS (SELECT 1 FROM leases l WHERE l.node = nodes.node) LIMIT 1

-- name: join_nodes
INSERT INTO nodes (node, epoch, alive, batch) VALUES ($1, 1, clock_timestamp() + $2 * interval '1 millisecond', 0)
ON CONFLICT (node) DO UPDATE SET epoch = nodes.epoch + 1, alive = excluded.alive, batch = 0

-- In the order in which check_leases locks them. Nobody who has them writes anything until this transaction ends.
-- name: lock_leases
SELECT count(*) FROM (SELECT 1 FROM leases ORDER BY partition FOR UPDATE) AS locked

-- The same, but without waiting for whoever has locked some: how many it got.
-- name: try_leases
SELECT count(*) FROM (SELECT 1 FROM leases ORDER BY partition FOR UPDATE SKIP LOCKED) AS locked

-- PostgreSQL waits for their clients. The modes are those of FOR SHARE, FOR UPDATE and UPDATE: a backup and "castled migrate" hold others.
-- name: end_stuck
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND usename = current_user AND wait_event_type = 'Client'
      AND xact_start < clock_timestamp() - $1 * interval '1 millisecond'
      AND pid IN (SELECT l.pid FROM pg_locks l WHERE l.relation = 'leases'::regclass AND l.granted
                      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                      AND l.mode IN ('RowShareLock', 'RowExclusiveLock'))

-- name: take_leases
UPDATE leases SET node = $1, epoch = epoch + 1

-- name: read_leases
SELECT partition, epoch FROM leases WHERE node = $1 ORDER BY partition

-- name: check_leases
SELECT check_leases($1, $2, $3)

-- name: note_batch
UPDATE nodes SET batch = $2, alive = clock_timestamp() + $3 * interval '1 millisecond' WHERE node = $1

-- name: stay_alive
UPDATE nodes SET alive = clock_timestamp() + $2 * interval '1 millisecond' WHERE node = $1

-- name: retake_leases
UPDATE leases SET epoch = epoch + 1 WHERE node = $1 RETURNING partition, epoch

-- Which batch was committed last. It also writes, so that its own commit shows that what was before is as safe as that.
-- name: ask_for_batch
UPDATE nodes SET asked = asked + 1 WHERE node = $1 RETURNING batch

-- name: leave_nodes
UPDATE nodes SET alive = clock_timestamp() WHERE node = $1

-- name: read_secret
SELECT secret FROM castled

-- Who has the leases, which are all taken together, whether this castled could take them, and the time of day in ms.
-- name: look_at_leases
SELECT version, castled.epoch, leases.node, (leases.node = $1 OR nodes.node IS NULL OR nodes.alive <= clock_timestamp())::int,
       floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
FROM castled JOIN leases ON partition = 256 LEFT JOIN nodes ON nodes.node = leases.node

-- name: note_member
INSERT INTO members (node, version, on_bus, alive) VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')
ON CONFLICT (node) DO UPDATE SET version = excluded.version, on_bus = excluded.on_bus, alive = excluded.alive

-- How many are alive, how many of these are on the bus, and whether that one is.
-- name: look_at_members
SELECT count(*), count(*) FILTER (WHERE on_bus <> 0), count(*) FILTER (WHERE on_bus <> 0 AND node = $1)
FROM members WHERE alive > clock_timestamp()

-- This one has ended, and so have those that have been silent for long.
-- name: forget_member
DELETE FROM members WHERE node = $1 OR alive < clock_timestamp() - interval '1 day'

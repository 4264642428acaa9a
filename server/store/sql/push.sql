-- Devices are read when the server starts (push_reader.c). The first column: whether its session is still there.

-- name: read_push_devices
SELECT EXISTS (SELECT 1 FROM passes p WHERE p.key = credential),
       id, player, credential, endpoint, key, auth, language, label, origin, wants, made,
       check_row('push_devices', checksum, id, player, credential, endpoint, key, auth, language, label, origin, wants, made)
FROM push_devices ORDER BY made, id

-- Webhooks are read when the server starts (webhook_reader.c).

-- name: read_webhooks
SELECT id, url, secret, events, made, failing_since, off_since, reason,
       check_row('webhooks', checksum, id, url, secret, events, made, failing_since, off_since, reason)
FROM webhooks ORDER BY made, id

-- name: read_deliveries
SELECT id, webhook, event, made, tried, next, tries, status, outcome, body,
       check_row('webhook_deliveries', checksum, id, webhook, event, made, tried, next, tries, status, outcome, body)
FROM webhook_deliveries ORDER BY made, id

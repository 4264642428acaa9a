#!/usr/bin/env bash
# secrets.sh - draws the passwords of compose.yaml's PostgreSQL and NATS, once: node.env, postgres.env, nats.conf, which git
# ignores. What is there stays as it is.
set -euo pipefail
cd "$(dirname "$0")"
[ ! -e node.env ] || exit 0
umask 077
draw() { od -An -N18 -tx1 /dev/urandom | tr -d ' \n'; }
database=$(draw) bus=$(draw)
echo "POSTGRES_PASSWORD=$database" >postgres.env
cat >nats.conf <<END
authorization { user: castled, password: "$bus" }
END
chmod 644 nats.conf # its container has a user of its own
cat >node.env <<END
CASTLED_STORE=postgresql://castled:$database@postgres/castled
CASTLED_BUS=nats://castled:$bus@bus:4222
END

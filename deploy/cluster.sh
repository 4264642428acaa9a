#!/usr/bin/env bash
# cluster.sh - a cluster of castled on this machine, for trying: PostgreSQL, NATS and HAProxy from Debian's packages, and some
# nodes behind them, on http://localhost:8080. A node that ends is started again, as a service manager would do. Ctrl-C ends
# everything; what was played stays in the directory, and the next start goes on with it.
#   deploy/cluster.sh [NODES] [DIRECTORY]     2 nodes, ./cluster-data
# CASTLED_PORT is another port than 8080; the ten ports behind it are used, too. Installs what is missing (Debian 12, as root
# or with sudo) and builds castled first; with CASTLED_BINARY that program is used instead.
#
# While it runs, kill a node (kill -9, kill -STOP; their numbers are printed), and play on.
set -euo pipefail
source "$(dirname "$0")/install.sh"

if [ "${1:-}" != --installed ]; then
    packages=(postgresql nats-server haproxy)
    # shellcheck disable=SC2207
    [ -n "${CASTLED_BINARY:-}" ] || packages+=("${build_packages[@]}" $(node_packages))
    install_packages "${packages[@]}"
    as_owner "$root/deploy/cluster.sh" --installed "$@"
fi
shift
nodes=${1:-2} directory=$(realpath -m "${2:-cluster-data}") port=${CASTLED_PORT:-8080}
[[ $nodes =~ ^[1-8]$ ]] || { echo "usage: deploy/cluster.sh [NODES, 1 to 8] [DIRECTORY]" >&2; exit 2; }
store_port=$((port + 9)) bus_port=$((port + 10))

castled=${CASTLED_BINARY:-$root/build/release/castled}
if [ -z "${CASTLED_BINARY:-}" ]; then
    cd "$root"
    [ -f build/release/build.ninja ] || cmake --preset release -DCASTLED_TESTS=OFF
    cmake --build build/release --target castled
fi
postgres=$(find /usr/lib/postgresql -name postgres -path '*/bin/*' | sort -V | tail -n 1)
postgres=${postgres%/postgres}
PATH=$PATH:/usr/sbin

# ---- what the servers need ----

# PostgreSQL does not run as root.
unprivileged=()
umask 077
mkdir -p "$directory/postgres"
if [ "$(id -u)" = 0 ]; then
    unprivileged=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    chown nobody:nogroup "$directory/postgres"
    chmod 711 "$directory"
fi
cd "$directory"
[ -s password ] || od -An -N18 -tx1 /dev/urandom | tr -d ' \n' >password
password=$(cat password)
if [ ! -s postgres/PG_VERSION ]; then
    cp password postgres.password
    [ "$(id -u)" != 0 ] || chown nobody postgres.password
    "${unprivileged[@]}" "$postgres/initdb" -D postgres -U castled -A scram-sha-256 -E UTF8 --locale=C --data-checksums \
        --pwfile=postgres.password >initdb.log
    rm postgres.password
fi
cat >nats.conf <<END
listen: 127.0.0.1:$bus_port
authorization { user: castled, password: "$password" }
END
files=$(ulimit -Hn)
[ "$files" != unlimited ] && [ "$files" -lt 80100 ] || files=80100
sed -e '/^    server /d' -e "s/bind :8080/bind :$port/" -e "s/maxconn .*/maxconn $(((files - 100) / 2))/" \
    "$root/deploy/cluster/haproxy.cfg" >haproxy.cfg
for ((i = 1; i <= nodes; i++)); do
    echo "    server node-$i 127.0.0.1:$((port + i)) check" >>haproxy.cfg
done

# ---- all of them ----

servers=() keepers=()
stop() {
    trap '' EXIT INT TERM
    kill "${keepers[@]}" 2>/dev/null || true
    wait "${keepers[@]}" 2>/dev/null || true # what was played goes to PostgreSQL before that ends
    kill "${servers[@]}" 2>/dev/null || true
    wait
}
trap stop EXIT
trap 'exit 130' INT TERM

# They hear of Ctrl-C from stop, in its order.
begin() {
    setsid "${@:2}" >>"$1.log" 2>&1 &
    servers+=($!)
}
begin postgres "${unprivileged[@]}" "$postgres/postgres" -D postgres -p "$store_port" -h 127.0.0.1 -c unix_socket_directories=
begin bus nats-server -c nats.conf
begin balancer haproxy -db -f haproxy.cfg

# A node, again and again.
keep() {
    local name=node-$1 node=
    trap 'kill $node 2>/dev/null; wait $node; exit' TERM
    while true; do
        CASTLED_STORE=postgresql://castled:$password@127.0.0.1:$store_port/postgres \
            CASTLED_BUS=nats://castled:$password@127.0.0.1:$bus_port \
            setsid "$castled" --port $((port + $1)) --host 127.0.0.1 --data "$name" >>"$name.log" 2>&1 &
        node=$!
        echo "$name is process $node, on http://localhost:$((port + $1)), and writes to $directory/$name.log"
        wait $node || true
        sleep 1
    done
}
for ((i = 1; i <= nodes; i++)); do
    keep $i &
    keepers+=($!)
done
echo "the cluster is on http://localhost:$port; Ctrl-C ends it"
wait

#!/usr/bin/env bash
# container.sh - the image, as the Dockerfile makes it: what it adds to its base, and that the server in it needs no more than /data. Its
# root is read-only, no capability is left, it runs as its own user; people play; SIGTERM ends it in under 5 s, and every game is there again.
#   tests/container.sh IMAGE BASE       names that buildah knows, such as castled and docker.io/library/debian:bookworm-slim
# Needs root, buildah and node. An image for another processor runs where the kernel has an emulator for it (binfmt_misc).
set -euo pipefail
cd "$(dirname "$0")/.."
image=${1:?an image} base=${2:?its base}
most_kb=50000
port=$((20000 + RANDOM % 12000))
work=$(mktemp -d)
containers=() inside=
finish() {
    [ -z "$inside" ] || kill -KILL "$inside" 2>/dev/null || true
    for each in "${containers[@]}"; do
        buildah umount "$each" >/dev/null || true
        buildah rm "$each" >/dev/null || true
    done
    rm -rf "$work"
}
trap finish EXIT
fail() { echo "container.sh: $*" >&2; [ ! -f "$work/log" ] || cat "$work/log" >&2; exit 1; }

# mounted NAME: sets 'root' to its files.
mounted() {
    containers+=("$(buildah from --pull-never "$1" 2>/dev/null)")
    root=$(buildah mount "${containers[-1]}")
}
files() { (cd "$1" && find . -type f -printf '%p %s\n' | sort); }

mounted "$base"
files "$root" >"$work/before"
mounted "$image"
added=$(files "$root" | comm -13 "$work/before" - | awk '{sum += $2} END {print int(sum / 1000)}')
echo "$added kB of files are added or changed"
[ "$added" -le "$most_kb" ] || fail "more than $most_kb kB"
environment=$(buildah inspect --type image --format '{{range .OCIv1.Config.Env}}{{.}} {{end}}' "$image")
user=$(buildah inspect --type image --format '{{.OCIv1.Config.User}}' "$image")
id=$(sed -n "s/^$user:[^:]*:\([0-9]*\):.*/\1/p" "$root/etc/passwd")
[ "${id:-0}" != 0 ] || fail "it runs as root"

install -d -o "$id" -g "$id" "$work/data"
chmod 755 "$work"
# shellcheck disable=SC2206 # variables with blanks between
as_user=(setpriv --reuid "$id" --regid "$id" --clear-groups --bounding-set -all --inh-caps -all --no-new-privs
    env -i PATH=/usr/local/bin:/usr/bin $environment "CASTLED_PORT=$port" CASTLED_HOST=127.0.0.1)
cat >"$work/start.sh" <<END
mount --bind $root $root && mount -o remount,ro,bind $root && mount --bind $work/data $root/data && mount -t proc proc $root/proc || exit 1
exec chroot $root ${as_user[*]} castled
END
# Starts it as process 1 of namespaces of its own; 'inside' is its number here.
start() {
    unshare --mount --pid --fork --kill-child sh "$work/start.sh" >>"$work/log" 2>&1 &
    container=$!
    for _ in $(seq 600); do
        inside=$(pgrep -P $container || true)
        if [ -n "$inside" ] && nsenter -t "$inside" -m -p chroot "$root" "${as_user[@]}" castled health >/dev/null 2>&1; then return; fi
        kill -0 $container 2>/dev/null || break
        sleep 0.1
    done
    fail "it does not become healthy"
}

start
grep -q '^CapBnd:[[:space:]]*0*$' "/proc/$inside/status" || fail "capabilities are left"
! nsenter -t "$inside" -m chroot "$root" touch /file 2>/dev/null || fail "its root can be written to"
node tests/e2e/sockets/kept_games.mjs begin "$port" "$work/games"
began=$(date +%s%N)
kill -TERM "$inside"
wait $container || fail "it ended with $?"
inside=
took=$((($(date +%s%N) - began) / 1000000))
echo "SIGTERM: ended after $took ms"
[ "$took" -lt 5000 ] || fail "it took longer than 5 s"
start
node tests/e2e/sockets/kept_games.mjs look "$port" "$work/games"
kill -TERM "$inside"
wait $container || fail "it ended with $?"
inside=
[ -z "$(find "$root" -xdev -newer "$work/start.sh" -type f -print -quit)" ] || fail "it wrote outside /data"
echo "small, read-only, without capabilities, and every game is safe"

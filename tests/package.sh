#!/usr/bin/env bash
# package.sh - the Debian package: built, looked at by lintian, installed, upgraded, removed and purged in a chroot of Debian 12, as root.
#   tests/package.sh [BUILD_DIR]        build/release unless it is said; needs debootstrap and its mirror
# The chroot is for the processor that the package is for: with build/arm64 the kernel has to run such programs (binfmt_misc).
# In the chroot there is no service manager, so that the server is started by hand, as the unit would.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
[ "$(id -u)" = 0 ] || { echo "package.sh: needs root, for the chroot" >&2; exit 2; }
work=$(mktemp -d)
root=$work/root
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    umount "$root/proc" 2>/dev/null || true
    rm -rf --one-file-system "$work"
}
trap finish EXIT
fail() { echo "package.sh: $*" >&2; exit 1; }

(cd "$build" && cpack -G DEB -B "$work/first" >"$work/cpack.log") || { cat "$work/cpack.log"; exit 1; }
first=$(ls "$work"/first/castled_*.deb)
[[ $(dpkg-deb -f "$first" Depends) == *libsqlite3-0* ]] || fail "no dependencies"
arch=$(dpkg-deb -f "$first" Architecture)
dpkg-deb --contents "$first" >"$work/contents"
for file in usr/bin/castled usr/bin/castled-uci usr/share/man/man1/castled.1.gz usr/share/doc/castled/copyright usr/share/doc/castled/CHANGELOG.md.gz usr/share/bash-completion/completions/castled \
    usr/share/zsh/vendor-completions/_castled usr/share/fish/vendor_completions.d/castled.fish \
    usr/lib/systemd/system/castled.service usr/lib/systemd/system/castled.socket etc/castled/castled.conf; do
    grep -q " \./$file$" "$work/contents" || fail "$file is not in the package"
done
grep -q "^-rwxr-xr-x root/root .* ./usr/bin/castled$" "$work/contents" || fail "castled is not root's, or not to be executed"

# The same with a higher version.
dpkg-deb -R "$first" "$work/tree"
sed -i 's/^Version: .*/&.1/' "$work/tree/DEBIAN/control"
second=$work/second.deb
dpkg-deb -b --root-owner-group "$work/tree" "$second" >/dev/null

debootstrap --arch="$arch" --variant=minbase bookworm "$root" >"$work/debootstrap.log" 2>&1 || { tail "$work/debootstrap.log"; exit 1; }
mount -t proc proc "$root/proc"
rm -f "$root/etc/resolv.conf"
cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
cp "$first" "$root/first.deb"
cp "$second" "$root/second.deb"
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@"; }

# Starts the server of the package and plays with nothing but its own program.
serve() {
    inside castled --config /etc/castled/castled.conf --host 127.0.0.1 --port 0 --data /var/lib/castled >"$work/log" 2>&1 &
    server=$!
    for _ in $(seq 300); do
        if inside castled health --data /var/lib/castled >/dev/null 2>&1; then return; fi
        kill -0 "$server" 2>/dev/null || break
        sleep 0.2
    done
    cat "$work/log"
    fail "the server of the package does not become ready"
}
stop() {
    pkill -TERM -P "$server" 2>/dev/null || kill -TERM "$server"
    wait "$server" || fail "the server did not end well"
    server=
}

# What became of a message to the webhook; nobody listens on port 1.
wait_for_delivery() {
    for _ in $(seq 300); do
        if grep -q "$1" <<<"$(inside castled admin --data /var/lib/castled webhook-deliveries "$hook")"; then return; fi
        sleep 0.2
    done
    inside castled admin --data /var/lib/castled webhook-deliveries "$hook"
    fail "the webhook: not '$1'"
}

inside apt-get update -q >/dev/null
inside apt-get install -y -q --no-install-recommends /first.deb >"$work/install.log" 2>&1 || { tail -20 "$work/install.log"; exit 1; }
[ "$(inside castled --version)" = "castled $(sed -n 's/^project(castled VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)" ] || fail "another version"
serve
inside castled admin --data /var/lib/castled make Keeper >/dev/null
# Without what is only recommended it plays, and says what it cannot do.
hook=$(inside castled admin --data /var/lib/castled webhook-add http://127.0.0.1:1/ | sed -n 's/^Webhook \(.*\) has been made.*/\1/p')
inside castled admin --data /var/lib/castled webhook-test "$hook" >/dev/null
wait_for_delivery "libcurl is missing"
stop
printf 'port = 8181\noutbound-private = 127.0.0.0/8\n' >>"$root/etc/castled/castled.conf"
inside dpkg -i --force-confold /second.deb >"$work/upgrade.log" 2>&1 || { cat "$work/upgrade.log"; exit 1; }
grep -q '\.1$' <<<"$(inside dpkg-query -W castled)" || fail "it was not upgraded"
dpkg-deb -f "$second" Recommends | tr , '\n' | sed 's/(.*//' >"$work/recommended"
# shellcheck disable=SC2046
inside apt-get install -y -q --no-install-recommends $(cat "$work/recommended") >"$work/install.log" 2>&1 || { tail -20 "$work/install.log"; exit 1; }
grep -q '^port = 8181$' "$root/etc/castled/castled.conf" || fail "the upgrade took the settings away"
serve
inside castled admin --data /var/lib/castled show Keeper >/dev/null || fail "an account was lost by the upgrade"
inside castled admin --data /var/lib/castled webhook-test "$hook" >/dev/null
wait_for_delivery "ailed to connect"
grep -q 'opening book: ' "$work/log" || fail "the recommended book is not used"
stop

# What it says of a package for everybody, but for what only Debian itself could give: a maintainer’s address, its own changelog, its helpers’ scripts.
inside apt-get install -y -q --no-install-recommends lintian >"$work/install.log" 2>&1 || { tail -20 "$work/install.log"; exit 1; }
inside lintian --allow-root --fail-on error,warning --suppress-tags bogus-mail-host,no-changelog,maintainer-script-calls-systemctl /first.deb || fail "lintian"

inside dpkg -r castled >/dev/null
[ ! -e "$root/usr/bin/castled" ] || fail "the program is left after it was removed"
[ -e "$root/etc/castled/castled.conf" ] || fail "removing is not purging"
inside dpkg -P castled >"$work/purge.log"
[ ! -e "$root/etc/castled" ] || fail "settings are left after a purge"
[ -e "$root/var/lib/castled/castled.db" ] || fail "the games were purged"
grep -q 'The games are still in' "$work/purge.log" || fail "the purge does not say where the games are"
echo "built, installed, served, upgraded, removed and purged"

#!/usr/bin/env bash
# arm64.sh - castled for arm64, as deploy/arm64.sh builds it, run by qemu: it starts, people play on it, the player searches the same
# nodes as here, and it is as hardened and wants the same packages as the build for this processor.
#   tests/arm64.sh [BUILD_DIR]        the build for this processor; build/release unless it is said
# For root on a machine whose kernel runs programs for arm64 (binfmt_misc, by Debian's qemu-user-static), tests/package.sh also
# installs the package in a Debian 12 for arm64.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "arm64.sh: $*" >&2; exit 1; }

deploy/arm64.sh >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; exit 1; }
emulate=("$(command -v qemu-aarch64 || command -v qemu-aarch64-static)" -L "$PWD/build/arm64-root")
version=$(sed -n 's/^project(castled VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ "$("${emulate[@]}" build/arm64/castled --version)" = "castled $version" ] || fail "--version"
tests/hardening.sh build/arm64/castled build/arm64/castled-uci build/arm64/castled-pgn

nodes_of() { sed -n 's/^\([0-9]*\) nodes.*/\1/p'; }
here=$(echo bench 8 | "$build/castled-uci" | nodes_of)
there=$(echo bench 8 | "${emulate[@]}" build/arm64/castled-uci | nodes_of)
[ -n "$here" ] || fail "no bench"
[ "$here" = "$there" ] || fail "the player searches $there nodes, and $here on this processor"
echo "$there nodes on both"

# The socket tests start what they are told to, on a clock that they set.
printf '#!/bin/sh\nexec %s "%s" "$@"\n' "${emulate[*]}" "$PWD/build/arm64/castled" >"$work/castled"
chmod +x "$work/castled"
mkdir -p "$work/tests/e2e" # where the tests look for the libraries that they put before the server's
for library in clock passwords; do
    aarch64-linux-gnu-gcc --sysroot="$PWD/build/arm64-root" -shared -fPIC -O1 -o "$work/tests/e2e/libtest_$library.so" "tests/e2e/$library.c"
done
for name in game clocks offers http; do
    CASTLED_BINARY=$work/castled node --test "tests/e2e/sockets/$name.test.mjs" \
        >"$work/$name.log" 2>&1 || { grep -B2 -A30 '^not ok' "$work/$name.log"; fail "the socket tests of $name"; }
    echo "$name: $(sed -n 's/^# pass //p' "$work/$name.log") passed"
done

(cd "$build" && cpack -G DEB -B "$work/here" >"$work/cpack.log") || { cat "$work/cpack.log"; exit 1; }
package=$(ls build/arm64/castled_*_arm64.deb)
for field in Depends Recommends Version; do
    [ "$(dpkg-deb -f "$package" $field)" = "$(dpkg-deb -f "$work"/here/castled_*.deb $field)" ] || fail "the package has other $field"
done
[ "$(dpkg-deb -f "$package" Architecture)" = arm64 ] || fail "the package is for another processor"

if [ "$(id -u)" = 0 ] && [ -f /proc/sys/fs/binfmt_misc/qemu-aarch64 ]; then tests/package.sh build/arm64; fi
echo "built, started, played and compared"

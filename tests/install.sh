#!/usr/bin/env bash
# install.sh - the rules as a library of their own: installed, found by pkg-config, and the example in
# line.h compiled against it and run.
#   install.sh BUILD_DIR
set -euo pipefail
build=$1
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

cmake --install "$build" --component chess --prefix "$prefix" >/dev/null
package=$(find "$prefix" -name castled-chess.pc)
include=$(find "$prefix" -type d -path '*/include/castled')
# Installed elsewhere than configured: pkg-config is told where.
flags() { PKG_CONFIG_PATH=$(dirname "$package") pkg-config --define-variable=prefix="$prefix" "$@" castled-chess; }

awk '/^ \*     / {print substr($0, 8)} /^ \*$/ {print ""} /^ \*\/$/ {exit}' "$include/line.h" >"$prefix/game.c"
grep -q 'int main' "$prefix/game.c"
# shellcheck disable=SC2046
cc -std=c11 -Wall -Wextra -Werror "$prefix/game.c" $(flags --cflags --libs) -o "$prefix/game"

expect() {
    local wanted=$1
    shift
    [ "$("$prefix/game" "$@" || true)" = "$wanted" ] || { echo "not as expected: $*"; exit 1; }
}
expect 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
checkmate' f3 e5 g4 Qh4
expect 'Ke3: no such piece can go there' e4 Ke3

for header in "$include"/*.h; do # each stands alone
    # shellcheck disable=SC2046
    cc -std=c11 -fsyntax-only -Wall -Wextra -Werror $(flags --cflags) -include "$header" -x c - </dev/null
done
echo "installed, found, compiled and run"

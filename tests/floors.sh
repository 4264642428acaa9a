#!/usr/bin/env bash
# floors.sh - what the pure libraries import, by nm over a plain build.
#   floors.sh BUILD_DIR
# chess, engine, game and pairing: mem*, str*, assert and processor detection, nothing else.
# protocol, lobby and the text of "castled play": no event loop, socket, database, clock, chance or file.
set -euo pipefail
build=$1
status=0

# Symbols that the archives after the first argument leave undefined together, of those that $1 asks for.
imports() {
    local wanted=$1
    shift
    nm -u "$wanted" | awk 'NF == 2 && $1 == "U" {print $2}' | sort -u |
        comm -23 - <(nm --defined-only "$@" 2>/dev/null | awk 'NF == 3 {print $3}' | sort -u)
}

report() {
    local library=$1 strangers=$2
    if [ -n "$strangers" ]; then
        echo "$library imports what its floor does not have: ${strangers//$'\n'/ }"
        status=1
    else
        echo "$library: as its floor allows"
    fi
}

# clang writes a memcmp that is only asked for equality as bcmp.
libc='^(mem|str)[a-z]+$|^bcmp$|^__(mem|str)[a-z]+_chk$|^__assert_fail$|^__stack_chk_fail$|^__cpu_(model|indicator_init)$|^_GLOBAL_OFFSET_TABLE_$'
chess=$build/common/chess/libchess.a
engine=$build/common/engine/libengine.a
game=$build/common/game/libgame.a
pairing=$build/common/pairing/libpairing.a
for library in "$chess" "$engine" "$game" "$pairing"; do
    # The lower floor is chess alone: engine, game and pairing don't know each other.
    report "$(basename "$library")" "$(imports "$library" "$library" "$chess" | grep -vE "$libc" || true)"
done

forbidden='^(uv_|lws_|sqlite3_|time$|clock_gettime|gettimeofday|s?rand|getrandom|open|write|read$|fopen|fwrite|socket|pthread_)'
for name in protocol lobby; do
    library=$build/server/$name/lib$name.a
    [ -f "$library" ] || continue
    report "$(basename "$library")" "$(imports "$library" "$library" | grep -E "$forbidden" || true)"
done
# "castled play": what is said and asked is made without a terminal, a file, a clock or a socket.
library=$build/server/terminal/libterminal_text.a
if [ -f "$library" ]; then
    report libterminal_text.a "$(imports "$library" "$library" | grep -E "$forbidden" || true)"
fi
exit $status

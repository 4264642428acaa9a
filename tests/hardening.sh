#!/usr/bin/env bash
# hardening.sh - the programs were compiled and linked with what protects against memory that is overrun, as Debian
# does it (dpkg-buildflags, hardening=+all): told by readelf of what was built, not by the flags that were meant.
#   hardening.sh PROGRAM...
set -euo pipefail
export LC_ALL=C
status=0

for program in "$@"; do
    header=$(readelf -hW "$program")
    segments=$(readelf -lW "$program")
    dynamic=$(readelf -dW "$program")
    symbols=$(readelf -sW --dyn-syms "$program")
    machine=$(sed -n 's/^ *Machine: *//p' <<<"$header")

    expect() { # WHAT TEXT PATTERN
        if ! grep -qE "$3" <<<"$2"; then
            echo "$(basename "$program"): $1: no"
            status=1
        fi
    }
    expect "position-independent" "$header" 'Type: +DYN'
    expect "a program, not a library" "$dynamic" 'FLAGS_1.*PIE'
    expect "all symbols bound at the start" "$dynamic" 'BIND_NOW|FLAGS.*NOW'
    expect "relocations read-only after that" "$segments" 'GNU_RELRO'
    expect "a stack that is no code" "$segments" 'GNU_STACK +0x0+ 0x0+ 0x0+ 0x0+ 0x0+ RW '
    expect "stack protector" "$symbols" '__stack_chk_fail'
    expect "checked copies and prints" "$symbols" '__(memcpy|snprintf|vsnprintf|fprintf|printf|strcpy|read|fread)_chk'
    # In the code: Debian 12's own start files lack the note that would speak for the whole program.
    if [[ $machine == *X86-64 ]] && command -v objdump >/dev/null; then
        expect "functions begin as places to jump to" \
            "$(objdump -d --no-show-raw-insn --disassemble=main "$program")" '^ *[0-9a-f]+:[[:space:]]+endbr64'
    fi
    echo "$(basename "$program"): looked at"
done
exit $status

#!/usr/bin/env bash
# format.sh - whether the C code is laid out as .clang-format says, by clang-format 14 (another version would decide otherwise).
#   tests/format.sh [FILE...]           looks at all C files, or at these
#   tests/format.sh --write [FILE...]   lays them out
# Ends with 77 when there is no clang-format 14.
set -euo pipefail
cd "$(dirname "$0")/.."
act=(--dry-run -Werror)
if [ "${1:-}" = --write ]; then
    act=(-i)
    shift
fi
for program in clang-format-14 clang-format none; do
    ! grep -q 'version 14\.' <<<"$("$program" --version 2>/dev/null)" || break
done
if [ "$program" = none ]; then
    echo "there is no clang-format 14 (Debian 12: apt install clang-format)"
    exit 77
fi
if [ $# -gt 0 ]; then
    printf '%s\0' "$@"
else
    find common server tests -name node_modules -prune -o -name '*.[ch]' -print0
fi | xargs -0 -r -n 40 -P "$(nproc)" "$program" "${act[@]}"

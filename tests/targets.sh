#!/usr/bin/env bash
# targets.sh - the pure libraries compile for another processor than this one, without warnings. (What comes of it is run by
# bench_equality.sh. For WebAssembly the page compiles them, with the same warnings: common/wasm.)
#   targets.sh SOURCE_DIR
set -euo pipefail
source=$1
clang=$(command -v clang-14 || command -v clang) || { echo "clang is not installed"; exit 77; }
for file in "$source"/common/{chess,game}{,/internal}/*.c; do
    [ "$(basename "$file")" = castled_pgn.c ] && continue # a program, with files and a terminal
    "$clang" --target=aarch64-linux-gnu -std=c11 -fsyntax-only -ffreestanding -nostdlibinc -Wall -Wextra -Wshadow -Wpedantic \
        -Wmissing-prototypes -Werror -isystem "$source/common/wasm/freestanding" \
        -I"$source/common/chess" -I"$source/common/chess/internal" -I"$source/common/game" \
        -I"$source/common/game/internal" "$file"
done
echo "aarch64: compiled"

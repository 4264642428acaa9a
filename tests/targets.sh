#!/usr/bin/env bash
# targets.sh - the pure libraries compile for other processors than this one, without warnings. (What comes of it is run by
# bench_equality.sh, and by the page.)
#   targets.sh SOURCE_DIR
set -euo pipefail
source=$1
clang=$(command -v clang-14 || command -v clang) || { echo "clang is not installed"; exit 77; }
for target in aarch64-linux-gnu wasm32; do
    for file in "$source"/common/{chess,game}{,/internal}/*.c; do
        [ "$(basename "$file")" = castled_pgn.c ] && continue # a program, with files and a terminal
        "$clang" --target=$target -std=c11 -fsyntax-only -ffreestanding -nostdlibinc -Wall -Wextra -Wshadow -Wpedantic \
            -Wmissing-prototypes -Werror -isystem "$source/common/wasm/freestanding" \
            -I"$source/common/chess" -I"$source/common/chess/internal" -I"$source/common/game" \
            -I"$source/common/game/internal" "$file"
    done
    echo "$target: compiled"
done

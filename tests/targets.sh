#!/usr/bin/env bash
# targets.sh - the pure libraries compile for other processors than this one, without warnings.
#   targets.sh SOURCE_DIR
set -euo pipefail
source=$1
clang=$(command -v clang-14 || command -v clang) || { echo "clang is not installed"; exit 77; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for target in aarch64-linux-gnu wasm32; do
    for file in "$source"/common/chess/*.c "$source"/common/game/*.c; do
        [ "$(basename "$file")" = castled_pgn.c ] && continue # a program, with files and a terminal
        "$clang" --target=$target -std=c11 -O1 -ffreestanding -nostdlibinc -Wall -Wextra -Wshadow -Wpedantic \
            -Wmissing-prototypes -Werror -isystem "$source/common/wasm/freestanding" \
            -I"$source/common/chess" -I"$source/common/game" -c "$file" -o "$out/object.o"
    done
    echo "$target: compiled"
done

#!/usr/bin/env bash
# bench_equality.sh - the player searches the same nodes on every machine: castled-uci's bench by gcc, by clang,
# with sanitizers, for arm64 (under qemu), and as WebAssembly, with nets of several widths.
#   bench_equality.sh SOURCE_DIR BUILD_DIR VARIANT
# VARIANT is clang for a build by clang, which is compared with gcc's of the preset "release"; or arm64 or wasm, which are
# compared with BUILD_DIR's. What was built for arm64 stays in BUILD_DIR/equality, so that only what changed is built again.
# Ends with 77 when the machine cannot run the variant, or when there is nothing to compare with.
set -euo pipefail
source=$1 build=$2 variant=$3
depth=6
work=$build/equality/$variant
mkdir -p "$work"

missing() {
    echo "$1 is missing"
    exit 77
}

# What the variant is compared with; its own program, and what runs that.
reference=$build/castled-uci program=$work/build/castled-uci runner=()
case $variant in
clang)
    reference=$source/build/release/castled-uci program=$build/castled-uci
    [ -x "$reference" ] || missing "$reference"
    ;;
arm64)
    command -v aarch64-linux-gnu-gcc >/dev/null || missing aarch64-linux-gnu-gcc
    command -v qemu-aarch64 >/dev/null || missing qemu-user
    runner=(qemu-aarch64)
    cmake -S "$source" -B "$work/build" -G Ninja -DCASTLED_SERVER=OFF -DCASTLED_PAGE=OFF -DCASTLED_WASM=OFF \
        -DCASTLED_TESTS=OFF -DCASTLED_TABLEBASE=OFF -DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME=Linux \
        -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc \
        -DCMAKE_EXE_LINKER_FLAGS=-static >"$work/cmake.log" 2>&1 || { cat "$work/cmake.log"; exit 1; }
    cmake --build "$work/build" --target castled-uci >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; exit 1; }
    ;;
wasm)
    command -v node >/dev/null || missing node
    [ -f "$build/common/wasm/engine.wasm" ] || missing engine.wasm
    ;;
esac

# bench_of PROGRAM NET [RUNNER...]: the sum of nodes.
bench_of() {
    printf 'setoption name EvalFile value %s\nbench %d\n' "$2" "$depth" | "${@:3}" "$1" |
        sed -n 's/^\([0-9]*\) nodes.*/\1/p'
}

"$build/tests/unit/random_nnue" 128 0 1 "$work/128.nnue"
"$build/tests/unit/random_nnue" 256 1 2 "$work/256.nnue"
"$build/tests/unit/random_nnue" 512 1 3 "$work/512.nnue"
status=0
for net in "$work/128.nnue" "$work/256.nnue" "$work/512.nnue" "$source/common/engine/castled.nnue"; do
    wanted=$(bench_of "$reference" "$net")
    if [ "$variant" = wasm ]; then
        got=$(node "$source/tests/bench/engine_wasm.mjs" "$build/common/wasm/engine.wasm" nodes "$net" "$depth")
    else
        got=$(bench_of "$program" "$net" "${runner[@]}")
    fi
    echo "$(basename "$net"): $wanted wanted, $got by $variant"
    [ -n "$wanted" ] && [ "$wanted" = "$got" ] || status=1
done
exit $status

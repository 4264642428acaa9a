#!/usr/bin/env bash
# valgrind.sh - valgrind's memcheck over the unit tests, a simulated world and games over real sockets: reads of memory that was never set, which
# no sanitizer of the other builds sees, besides what these see. It takes about half an hour. Installs nothing: without valgrind
# it says so and ends with 77.
#   tests/valgrind.sh [REGEX]     the unit tests whose names match (all), then the rest unless REGEX is given
# The last line is "N passed, N failed".
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || {
    echo "valgrind is not installed"
    exit 77
}
only=${1:-.}
passed=0 failed=0
export CK_TIMEOUT_MULTIPLIER=100 CASTLED_PATIENCE=600000
memcheck=(valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite)

# check NAME COMMAND...
check() {
    local name=$1 log=build/valgrind/$1.log
    if "${@:2}" >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$name: FAILED"
        tail -n 60 "$log"
    fi
}

# valgrind knows no AVX-512, which the learner is compiled for where the processor has it.
cmake -S . -B build/valgrind -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DHAS_MARCH_NATIVE=OFF -DCASTLED_TABLEBASE=OFF -DCASTLED_PAGE=OFF -DCASTLED_WASM=OFF >/dev/null
cmake --build build/valgrind >build/valgrind/build.log 2>&1 || {
    tail -n 60 build/valgrind/build.log
    exit 1
}
# Those that compute for minutes would take hours.
slow='^(perft|passwords|million|tablebase|retrograde|stockfish|season|helpmate|engine|nnue|archive|room)'
for program in build/valgrind/tests/unit/*_test; do
    name=$(basename "$program" _test)
    if ! [[ $name =~ $only ]] || [[ $name =~ $slow ]]; then continue; fi
    check "$name" env TMPDIR="${TMPDIR:-/tmp}" "${memcheck[@]}" "$program"
done
if [ "$only" = . ]; then
    node tests/e2e/install.mjs
    wrapper=$PWD/build/valgrind/castled-memcheck
    printf '#!/bin/sh\nexec %s %q "$@"\n' "${memcheck[*]}" "$PWD/build/valgrind/castled" >"$wrapper"
    chmod +x "$wrapper"
    check sim "${memcheck[@]}" build/valgrind/tests/sim/sim --seed 1 --seeds 1
    for part in game lobby history; do
        check "sockets_$part" env CASTLED_BINARY="$wrapper" CASTLED_CLOCK_LIBRARY="$PWD/build/valgrind/tests/e2e/libtest_clock.so" \
            node --test "tests/e2e/sockets/$part.test.mjs"
    done
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

#!/usr/bin/env bash
# soak.sh - the long forms of the tests, for a night or a weekend.
#   tests/soak.sh [HOURS]         8 unless it is said
# Once: all unit and socket tests by gcc with the whole tablebase, the same nodes on arm64, the preset "clang", the counts of
# perft, random positions, rambles and seasons a hundred times longer, a million simulated games, 2,000 kills, a
# club's evening of 40 players (three of them in Chromium), three times 2,000 crashes under load, a hundred deaths of
# a primary PostgreSQL, 200 faults of a cluster, the socket tests through the front of one, 500 games over bad lines, load
# by 10,000 connections in memory and on a disk, whose figures count if nothing else runs meanwhile, a million games,
# every pair of hostile requests, 200,000 streams at the port, axe on every screen of the tournaments and on a phone,
# and tests/lint.sh, tests/valgrind.sh where valgrind is, and for root where debootstrap is tests/package.sh and
# tests/arm64.sh. For the rest of the time, in turns: each fuzzer for five minutes, every other time with inputs of any
# length from the beginning, whose corpus stays in build/fuzz, and a round of tests/stress.sh. Prints what failed with its output; the last line is "N passed, N failed".
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/selection.sh
hours=${1:-8}
[[ $hours =~ ^[0-9]+(\.[0-9]+)?$ ]] || { echo "usage: tests/soak.sh [HOURS]" >&2; exit 2; }
end=$((SECONDS + $(awk "BEGIN {print int($hours * 3600)}")))
passed=0 failed=0
trap remove_temporary_directory EXIT
trap 'exit 130' INT TERM HUP
use_temporary_directory
mkdir -p build/soak

# soak NAME COMMAND...: what it says is in build/soak/NAME.log.
soak() {
    local name=$1 started=$SECONDS
    if "${@:2}" >"build/soak/$name.log" 2>&1; then
        passed=$((passed + 1))
        echo "$name: passed in $((SECONDS - started)) s"
    else
        failed=$((failed + 1))
        echo "$name: FAILED after $((SECONDS - started)) s"
        tail -n 60 "build/soak/$name.log"
    fi
}

# socket_test NAME VARIABLE=VALUE...: of the folder $kind
socket_test() {
    local build=$PWD/build/$preset kind=${kind:-sockets}
    soak "$1" env CASTLED_BINARY="$build/castled" CASTLED_CLOCK_LIBRARY="$build/tests/e2e/libtest_clock.so" \
        CASTLED_DISK_LIBRARY="$build/tests/e2e/libtest_disk.so" "${@:2}" \
        node --test "tests/e2e/$kind/$1.test.mjs"
}

for preset in release asan fuzz; do
    build_preset "$preset" >"build/$preset.log" 2>&1 || {
        tail -n 60 "build/$preset.log"
        exit 1
    }
done
node tests/e2e/install.mjs
soak unit ctest --test-dir build/release -R '^(unit|bench_equality)/' -j "$(nproc)" --output-on-failure
soak sockets ctest --test-dir build/release -L sockets -j "$(nproc)" --output-on-failure
soak clang deploy/test.sh --installed clang
export CASTLED_SOAK=100 CK_TIMEOUT_MULTIPLIER=1000
for name in perft million room season store_refusal store_simulated migrate; do
    soak "$name" "build/release/tests/unit/${name}_test"
done
unset CASTLED_SOAK
soak sim build/release/tests/sim/sim --seed 1 --seeds 16000 --jobs "$(nproc)"
soak mutants tests/sim/mutants.sh
soak cluster_sim build/release/tests/sim/cluster_sim --seed 1 --seeds 2000 --jobs "$(nproc)"
soak sim_asan build/asan/tests/sim/sim --seed 1000001 --seeds 300 --jobs "$(nproc)"
soak endings env CASTLED_LONG=yes CASTLED_BINARY="$PWD/build/release/castled" node --test tests/e2e/sockets/endings.test.mjs
soak lint tests/lint.sh --installed
[ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null || soak package tests/package.sh build/release
[ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null || soak arm64 tests/arm64.sh build/release
preset=release socket_test kill CASTLED_KILLS=2000
preset=release socket_test crash CASTLED_CRASHES=2000
preset=release socket_test club_evening CASTLED_CLUB=40 CASTLED_CLUB_KILLS=10 CASTLED_CLUB_ROUNDS=7 CASTLED_CLUB_PAGES=3
preset=release socket_test cluster_chaos CASTLED_FAULTS=200 CASTLED_CLUSTER_GAMES=200
preset=release socket_test takeover CASTLED_TAKEOVER_GAMES=200
preset=release socket_test errors CASTLED_ERRORS=all
preset=release socket_test links CASTLED_LINK_GAMES=500
kind=browser preset=release socket_test axe CASTLED_RARE_PLACES=1 CASTLED_PHONE=1

# load NAME DIRECTORY PART...: it fails when a figure that is wanted is missed.
load() {
    local bench=build/release/tests/bench
    soak "load_$1" "$bench/load_bench" build/release/castled "$bench/lws_echo" "${@:2}"
}
load memory "$TMPDIR" flat pace search restart crowd memory
load disk build/soak flat pace search restart crowd memory
load games build/soak games

# The socket tests, with a front of a cluster before each server.
through_front() {
    local build=$PWD/build/release name
    local left_out=(
        cluster cluster_chaos postgres takeover_store                         # begin clusters themselves
        backups copies crash disk errors kill migrate takeover takeover_trials # look into the data directory, or damage it
        club_evening engines heap lan memory sandbox sends start supervisor   # are about one process
        watchdog
        health logs trace                                                     # and about what it says of itself
        admin autobahn bench endings                                          # need other servers, or none
    )
    for name in tests/e2e/sockets/*.test.mjs; do
        name=$(basename "$name" .test.mjs)
        [[ " ${left_out[*]} " != *" $name "* ]] || continue
        soak "front_$name" env CASTLED_FRONT=1 CASTLED_BINARY="$build/castled" \
            CASTLED_CLOCK_LIBRARY="$build/tests/e2e/libtest_clock.so" node --test "tests/e2e/sockets/$name.test.mjs"
    done
}
through_front

preset=asan
[ ! -f tests/e2e/sockets/hostile.test.mjs ] || socket_test hostile CASTLED_HOSTILE=all
[ ! -f tests/e2e/sockets/fuzz_port.test.mjs ] || socket_test fuzz_port CASTLED_STREAMS=200000

if command -v valgrind >/dev/null; then soak valgrind tests/valgrind.sh; fi

# The fuzzers, those first that have run for the shortest time in all runs of this script; build/soak/NAME.fuzzed has it in s.
fuzzers() {
    local fuzzer name
    for fuzzer in build/fuzz/tests/fuzz/*_fuzz; do
        name=$(basename "$fuzzer" _fuzz)
        echo "$(cat "build/soak/$name.fuzzed" 2>/dev/null || echo 0) $fuzzer"
    done | sort -n | cut -d ' ' -f 2-
}

while [ $SECONDS -lt $end ]; do
    for fuzzer in $(fuzzers); do
        [ $SECONDS -lt $end ] || break
        name=$(basename "$fuzzer" _fuzz) began=$SECONDS
        fuzzed=$(cat "build/soak/$name.fuzzed" 2>/dev/null || echo 0)
        options=(-max_len="$(cat "build/fuzz/tests/fuzz/$name.length")")
        # A server that lives on keeps what it was told; what leaks is found when it is closed.
        [[ ! $name =~ ^(api|club|core)$ ]] || options+=(-detect_leaks=0)
        # Otherwise long inputs come only once short ones find nothing new.
        [ $((fuzzed / 300 % 2)) = 0 ] || options+=(-len_control=0)
        corpus=(build/fuzz/tests/fuzz/corpus/"$name")
        [ ! -d "tests/fuzz/corpus/$name" ] || corpus+=("tests/fuzz/corpus/$name")
        soak "fuzz_$name" "$fuzzer" "${options[@]}" -max_total_time=300 -timeout=60 -fork="$(nproc)" \
            -artifact_prefix="build/soak/$name-" "${corpus[@]}"
        echo $((fuzzed + SECONDS - began)) >"build/soak/$name.fuzzed"
    done
    soak stress tests/stress.sh 1
done
for name in build/soak/*.fuzzed; do
    echo "fuzzed in all: $(basename "$name" .fuzzed) $(($(cat "$name") / 60)) minutes"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

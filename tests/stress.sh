#!/usr/bin/env bash
# stress.sh - all tests that have threads, sockets or a browser, again and again beside a busy machine: twice as many loops as
# cores run all the while, and twice as many tests at once as in deploy/test.sh, so that each gets even less of the processor.
# Whatever fails here waits for a time where it should wait for a state.
#   tests/stress.sh [--results FILE] [--tests REGEX] [--loops N] ROUNDS [PRESET...]
# PRESET: release, asan, tsan (all three if none is named), which are built first. --results appends a line for each round
# and each failure to FILE, and goes on counting the rounds where that ends: run it as often as you like. --tests takes those
# whose names match. --loops 0 is for a machine that other work keeps busy, such as fuzzers. Prints each failure with its
# round and its output; the last line is "N passed, N failed".
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/selection.sh

usage() {
    sed -n '2,/^set /s/^# \{0,1\}//p' "$0" | sed '/^set /d' >&2
    exit 2
}

results=/dev/null only=. busy_loops=$((2 * $(nproc)))
while [[ ${1:-} == --* ]]; do
    case $1 in
    --results) results=${2:?} ;;
    --tests) only=${2:?} ;;
    --loops) busy_loops=${2:?} ;;
    *) usage ;;
    esac
    shift 2
done
[[ ${1:-} =~ ^[1-9][0-9]*$ ]] || usage
rounds=$1
shift
presets=("$@")
[ ${#presets[@]} -gt 0 ] || presets=(release asan tsan)
passed=0 failed=0
touch "$results"
if [ -f "$results" ]; then
    passed=$(awk '/^round / {sum += $4} END {print sum + 0}' "$results")
    failed=$(grep -c '^failed ' "$results" || true)
fi

mkdir -p build
for preset in "${presets[@]}"; do
    {
        build_preset "$preset" && { [ "$preset" != tsan ] || cmake --build build/tsan --target threads_tests; }
    } >"build/$preset.log" 2>&1 || {
        tail -n 60 "build/$preset.log"
        exit 1
    }
done

# The loops end with this script, even when it is killed: each is ended by the kernel when its parent is gone.
loops=() tests=''
at_end() {
    [ ${#loops[@]} -eq 0 ] || kill "${loops[@]}" 2>/dev/null || true
    [ -z "$tests" ] || kill -- "-$tests" 2>/dev/null || true # the group of ctest and what it has started
    remove_temporary_directory
}
trap at_end EXIT
trap 'exit 130' INT TERM HUP
use_temporary_directory
for _ in $(seq "$busy_loops"); do
    setpriv --pdeathsig KILL bash -c 'while :; do :; done' &
    loops+=($!)
done

# The rounds of a preset are counted over all runs with the same results.
run_round() {
    local preset=$1 report=build/$1/stress.xml started=$SECONDS names ok
    local round=$((rounds_of[$preset] += 1))
    rm -f "$report"
    local labels='^(threads|sockets|browser)$'
    [ "$preset" != tsan ] || labels='^threads$' # nothing else of it is built
    setsid ctest --test-dir "build/$preset" -L "$labels" -R "$only" --output-on-failure --no-tests=ignore \
        -j $((4 * $(nproc))) --output-junit "$PWD/$report" >"build/$preset/stress.log" 2>&1 &
    tests=$!
    wait "$tests" || true
    tests=''
    [ -f "$report" ] || echo '<testcase name="ctest" status="fail">' >"$report" # it did not come to its end
    names=$(sed -n 's/.*<testcase name="\([^"]*\)".* status="fail".*/\1/p' "$report")
    ok=$(grep -c 'status="run"' "$report" || true)
    passed=$((passed + ok))
    for name in $names; do
        echo "failed in round $round: $preset $name"
        echo "failed $round $preset $name" >>"$results"
        failed=$((failed + 1))
    done
    [ -z "$names" ] || cat "build/$preset/stress.log"
    echo "round $round $preset $ok passed in $((SECONDS - started)) s" | tee -a "$results"
}

declare -A rounds_of
for preset in "${presets[@]}"; do
    rounds_of[$preset]=$(grep -c "^round [0-9]* $preset " "$results" || true)
done
for _ in $(seq "$rounds"); do
    for preset in "${presets[@]}"; do
        run_round "$preset"
    done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

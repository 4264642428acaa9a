#!/usr/bin/env bash
# Installs what is missing (Debian 12, as root or with sudo), builds everything and runs every test:
# release by gcc with the browser, clang's warnings, the C and socket tests under ASan+UBSan, those with threads under TSan,
# and a short run of each fuzzer. Ends with the count of all.
#   deploy/test.sh [PRESET...]    only these of: release clang asan tsan fuzz
set -euo pipefail
source "$(dirname "$0")/install.sh"

if [ "${1:-}" != --installed ]; then
    # shellcheck disable=SC2046
    install_packages "${build_packages[@]}" "${test_packages[@]}" $(node_packages)
    as_owner "$root/deploy/test.sh" --installed "$@"
fi
shift
cd "$root"

presets=("$@")
[ ${#presets[@]} -gt 0 ] || presets=(release clang asan tsan fuzz)
passed=0 failed=0

# Debian puts programs that play games where root's path does not look.
export PATH=$PATH:/usr/games

# Adds up what ctest reports of the preset; a build that fails counts as one failed test.
run_preset() {
    local preset=$1 report="$root/build/$1/ctest.xml" started=$SECONDS
    echo "== $preset"
    if ! { cmake --preset "$preset" -DCASTLED_TESTS=ON >"build/$preset.log" 2>&1 && cmake --build "build/$preset" >>"build/$preset.log" 2>&1; }; then
        tail -n 60 "build/$preset.log"
        failed=$((failed + 1))
        return 0
    fi
    echo "   built in $((SECONDS - started)) s"
    rm -f "$report"
    local only=()
    case $preset in
    clang) only=(-E '^(e2e|unit|replay)/') ;; # asan's, by the same compiler, and release's
    tsan) only=(-R '^(unit/(engine|uci_session|retrograde|learner|archivist|store.*|people|hall|searchers|engines|watchdog)|e2e/modules|e2e/sockets/(start|game|lobby|people|computer|engines|history))$') ;; # what has threads
    fuzz) only=(-R '^fuzz/') ;; # the rest is asan's
    esac
    # Two a core: a test that computes counts as two, one that mostly waits as one (their PROCESSORS).
    ctest --test-dir "build/$preset" "${only[@]}" --output-on-failure --no-tests=ignore -j 4 --output-junit "$report" || true
    [ -f "$report" ] || return 0
    local tests failures
    tests=$(sed -n 's/^.*[ \t]tests="\([0-9]*\)".*/\1/p' "$report" | head -n 1)
    failures=$(sed -n 's/^.*[ \t]failures="\([0-9]*\)".*/\1/p' "$report" | head -n 1)
    passed=$((passed + ${tests:-0} - ${failures:-0}))
    failed=$((failed + ${failures:-0}))
}

mkdir -p build
for preset in "${presets[@]}"; do
    run_preset "$preset"
done
echo "all of it took $SECONDS s"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

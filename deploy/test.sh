#!/usr/bin/env bash
# Installs what is missing (Debian 12, as root or with sudo), builds everything and runs every test:
# release by gcc with the browser, without the server's unit tests; by clang the C and socket tests and a short run of each
# fuzzer under ASan+UBSan, and the unit tests that have threads under TSan. Ends with what took longest, and the count of all. The long forms are in tests/soak.sh.
#   deploy/test.sh [PRESET...]    only these of: release clang asan tsan
set -euo pipefail
source "$(dirname "$0")/install.sh"

if [ "${1:-}" != --installed ]; then
    # shellcheck disable=SC2046
    install_packages "${build_packages[@]}" "${test_packages[@]}" $(node_packages)
    as_owner "$root/deploy/test.sh" --installed "$@"
fi
shift
cd "$root"
source tests/selection.sh

presets=("$@")
[ ${#presets[@]} -gt 0 ] || presets=(release asan tsan)
passed=0 failed=0 skipped=0
mkdir -p build
times=build/times.txt reasons=build/skipped.txt
: >"$times"
: >"$reasons"

# Builds them one after the other and says of each "PRESET STATUS SECONDS".
build_all() {
    local preset started status options
    for preset in "$@"; do
        started=$SECONDS status=0 options=()
        # The server's unit tests are asan's; the endings take a minute to compute, and are in tests/soak.sh.
        [ "$preset" != release ] || options=(-DCASTLED_SERVER_UNIT_TESTS=OFF -DCASTLED_TABLEBASE=OFF)
        build_preset "$preset" "${options[@]}" >"build/$preset.log" 2>&1 || status=$?
        echo "$preset $status $((SECONDS - started))"
    done
}

# figure_of REPORT NAME: a figure that ctest's report begins with; 0 where it does not say.
figure_of() {
    local figure
    figure=$(sed -n '/[ \t]'"$2"'="[0-9]*"/ {s/^.*[ \t]'"$2"'="\([0-9]*\)".*/\1/p; q}' "$1")
    echo "${figure:-0}"
}

# The tests of a report that were skipped, each with what it lacks: the reason that node gives, else its last line.
print_skipped() {
    awk '
        /<testcase / {split($0, parts, "\""); name = parts[2]; reason = ""; given = 0}
        /<\/testcase>/ && reason != "" {print "   " name ": " reason}
        /<skipped message="SKIP_/, /<\/testcase>/ {
            sub(/.*<system-out>/, "")
            if (sub(/.* # SKIP /, "")) given = 1
            else if (given || /^[ \t]*(<|$)/) next
            reason = $0
        }' "$1"
}

# Begins the tests of a preset that is built. Each line that they say has its name before it, because others may run meanwhile.
declare -A running=()
start_tests() {
    local preset=$1
    rm -f "$root/build/$preset/ctest.xml"
    set -m # a group of processes, which at_end ends as one
    # Two a core: a test that computes counts as two, one that mostly waits as one (their PROCESSORS).
    # shellcheck disable=SC2046
    ctest --test-dir "build/$preset" $(tests_of "$preset") --output-on-failure --no-tests=ignore -j $((2 * $(nproc))) \
        --output-junit "$root/build/$preset/ctest.xml" </dev/null > >(sed -u "s/^/$preset  /") 2>&1 &
    set +m
    running[$preset]=$!
}

# Adds up what ctest has reported of the preset; one that was not built, or has no report, counts as one failed test.
add_up() {
    local preset=$1 report="$root/build/$1/ctest.xml"
    if [ -z "${running[$preset]:-}" ] || [ ! -f "$report" ]; then
        failed=$((failed + 1))
        return
    fi
    local tests failures missing left_out
    tests=$(figure_of "$report" tests)
    failures=$(figure_of "$report" failures)
    left_out=$(figure_of "$report" skipped)
    missing=$(grep -c '<skipped message="Unable to find executable' "$report" || true) # which was not built
    passed=$((passed + tests - failures - left_out))
    failed=$((failed + failures + missing))
    skipped=$((skipped + left_out - missing))
    print_skipped "$report" >>"$reasons"
    sed -n 's/.*<testcase name="\([^"]*\)".* time="\([0-9.]*\)".*/\2 s  '"$preset"'  \1/p' "$report" >>"$times"
}

use_temporary_directory
# The presets are built one after the other, and the tests of each begin when it is: beside those of the one before, whose
# last ones leave processors idle, and beside the next builds, which give way to tests.
exec 3< <(trap - EXIT; exec 3<&-; renice -n 10 $BASHPID >/dev/null; build_all "${presets[@]}")
builder=$!
at_end() {
    local each
    kill "$builder" 2>/dev/null || true
    for each in $(jobs -p); do kill -- "-$each" 2>/dev/null || true; done
    remove_temporary_directory
}
trap at_end EXIT
trap 'exit 130' INT TERM
for preset in "${presets[@]}"; do
    read -r _ status seconds <&3 || status=1
    echo "== $preset, built in ${seconds:-0} s"
    if [ "$status" = 0 ]; then start_tests "$preset"; else tail -n 60 "build/$preset.log"; fi
done
for preset in "${presets[@]}"; do
    [ -z "${running[$preset]:-}" ] || wait "${running[$preset]}" || true
    add_up "$preset"
done
wait # for the last lines
echo "the slowest:"
sort -rn "$times" | sed -n '1,10s/^/   /p'
echo "all of it took $SECONDS s"
[ "$SECONDS" -le 900 ] || echo "that is more than the 15 minutes that it should take on two cores (CONTRIBUTING.md)"
[ "$skipped" = 0 ] || { echo "$skipped skipped:"; cat "$reasons"; }
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

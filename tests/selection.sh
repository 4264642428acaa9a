# selection.sh - what deploy/test.sh, tests/stress.sh and tests/soak.sh share; sourced, not run, in the root of the source.
# shellcheck shell=bash
# What belongs to a test (that it has threads, sockets or a browser) are its labels in CMake, nowhere else.

# Debian puts programs that play games where root's path does not look.
export PATH=$PATH:/usr/games

# What of a preset is built.
targets_of() {
    case $1 in
    clang) echo castled-uci castled-pgn castled-pairing random_nnue ;;
    tsan) echo threads_unit_tests ;;
    fuzz) echo fuzzers ;;
    *) echo all ;;
    esac
}

# The arguments that make ctest run what of a preset is run.
tests_of() {
    case $1 in
    release) # all but what asan finds as well: what is said over the socket and by HTTP, to other programs, and what is long
        local sockets=(admin autobahn backups bans bench broadcasts clocks club_evening cluster computer conditional copies endings errors
            examples exports first_operator fuzz_port health history hostile ics ics_xboard identity lag lan lichess lichess_bot
            lichess_bulk lichess_games lichess_open lichess_streams lichess_tournaments limits links listen lobby log_secrets logs mail migrate
            oauth offers oidc openapi operators people postgres previews proxy push rated refusals second_factor siege simuls stages
            supervisor takeover takeover_store takeover_trials teams tls tournaments trace viewers waits walk webhooks)
        printf '%s\n' -LE '^server_unit$' -E "^(e2e/sockets/($(IFS='|' && echo "${sockets[*]}"))|e2e/terminal/remote|bench_equality/arm64)\$"
        ;;
    clang) printf '%s\n' -E '^(e2e|unit|replay|source)/|^sim' ;;
    asan) printf '%s\n' -E '^(source/|e2e/sockets/(outboxes|cluster_chaos)$)' ;; # which are release's
    tsan) printf '%s\n' -L '^threads$' -R '^unit/' ;; # the server as a whole by tests/stress.sh
    esac
}

# build_preset PRESET [OPTION...]: of CMake; the last one that names a variable counts.
build_preset() {
    # shellcheck disable=SC2046
    cmake --preset "$1" -DCASTLED_TESTS=ON -DCASTLED_SERVER_UNIT_TESTS=ON "${@:2}" && cmake --build "build/$1" --target $(targets_of "$1")
}

# A directory for all that tests write, removed with all that tests left in it: in memory, where there is enough, because
# many tests wait for a disk more than for anything else.
use_temporary_directory() {
    local base=/tmp
    [ "$(df -k --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 1000000 ] 2>/dev/null && base=/dev/shm
    TMPDIR=$(mktemp -d "$base/castled-XXXXXX")
    chmod 755 "$TMPDIR" # some of what runs there runs as nobody
    export TMPDIR
}

remove_temporary_directory() {
    case ${TMPDIR:-} in
    /dev/shm/castled-* | /tmp/castled-*) rm -rf "$TMPDIR" ;;
    esac
}

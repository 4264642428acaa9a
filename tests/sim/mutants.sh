#!/usr/bin/env bash
# mutants.sh - breaks the server on purpose, one line at a time, and sees that sim notices each time and in which words. For
# developers of sim: it builds castled's parts anew for each, in a copy of the sources.
#   tests/sim/mutants.sh [NAME...]     all of them, or these
# The last line is "N noticed, N missed".
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d "${TMPDIR:-/tmp}/castled-mutants-XXXXXX")
trap 'rm -rf "$copy"' EXIT
wanted=" $* "
noticed=0 missed=0

# mutant NAME FILE FROM TO WORDS: FROM must be in the file; WORDS is a pattern for what sim says then.
mutant() {
    local name=$1 file=$copy/$2 from=$3 to=$4 words=$5 said
    [[ $wanted = "  " || $wanted = *" $name "* ]] || return 0
    cp "$file" "$copy/original"
    FROM=$from TO=$to perl -0pi -e 's/\Q$ENV{FROM}\E/$ENV{TO}/ or die "not found: $ENV{FROM}\n"' "$file"
    cmake --build "$copy/build/mutant" --target sim >"$copy/log" 2>&1 || { tail -n 20 "$copy/log"; exit 1; }
    said=$("$copy/build/mutant/tests/sim/sim" --seed 1 --seeds 200 2>&1 | grep -m 1 '^seed ' || true)
    cp "$copy/original" "$file"
    touch "$file"
    if [[ $said =~ $words ]]; then
        noticed=$((noticed + 1))
    else
        missed=$((missed + 1))
    fi
    echo "$name: ${said:-nothing}"
}

(cd "$root" && git ls-files -co --exclude-standard -z -- CMakeLists.txt common server tests web-client |
    tar --null -T - --ignore-failed-read -cf -) 2>/dev/null | tar -C "$copy" -xf -
cmake -G Ninja -S "$copy" -B "$copy/build/mutant" -DCMAKE_BUILD_TYPE=Release -DCASTLED_TESTS=ON -DCASTLED_PAGE=OFF -DCASTLED_WASM=OFF \
    -DCASTLED_TABLEBASE=OFF -DCMAKE_C_COMPILER=clang >"$copy/log" 2>&1 || { tail "$copy/log"; exit 1; }

mutant session_early server/net/session.c \
    '(letter = next_letter(session)) && letter->number <= sessions->committed' \
    '(letter = next_letter(session)) && letter->number <= sessions->committed + 1' \
    'left before its commit'
mutant event_early server/live/internal/apply.c \
    'games_tell(live, game, game->journal);
    if (event->kind != EV_MOVE)' \
    'games_tell(live, game, 0);
    if (event->kind != EV_MOVE)' \
    'left before its commit'
mutant snapshot_early server/live/internal/games.c \
    'tell_session(live->clients, &live->text, session, game->journal);' \
    'tell_session(live->clients, &live->text, session, 0);' \
    'left before its commit'
mutant told_before_written server/store/internal/writer_thread.c \
    'uint64_t wait = RETRY_FIRST;' \
    'uint64_t wait = RETRY_FIRST;
    thread->news.number = batch->number;
    uv_async_send(thread->async);' \
    'on disk'
mutant no_sync server/store/sql/database.sql \
    'PRAGMA synchronous = FULL' 'PRAGMA synchronous = OFF' \
    'on disk|opened|read'
mutant time_runs_while_down server/journal/server_time.c \
    '.axis_base = axis,' '.axis_base = axis + 5000,' \
    'have passed for the games'
mutant no_heartbeat server/live/internal/turn.c \
    'journal_note(live->journal, store_put_axis(live->store, live->time->now));' \
    'if (!beat) journal_note(live->journal, store_put_axis(live->store, live->time->now));' \
    'has given back'
mutant state_besides_events server/live/internal/apply.c \
    '    if (error == ROOM_OK) {
        publish' \
    '    if (error == ROOM_OK) {
        ((Clock *)room_clock(game->room))->remaining[WHITE]++;
        publish' \
    'the fold of its events is not its state'
mutant negative_clock common/game/internal/decision.c \
    'event.clock[flagged] = 0;' 'event.clock[flagged] = -1;' \
    'negative clock|cannot be unpacked|does not follow|signal 6'
mutant flag_stays_up server/live/internal/turn.c \
    'if (room_deadline(game->room) <= now)
        apply_tick(live, game);' \
    'if (room_deadline(game->room) <= now && game->count % 8)
        apply_tick(live, game);' \
    'was due|does not sleep'
mutant spinning_loop server/live/internal/turn.c \
    'return live->time->now + FROZEN_RETRY;' 'return live->time->now;' \
    'does not sleep'
mutant missed_event server/live/internal/game_requests.c \
    'uint32_t seq = since + 1;' 'uint32_t seq = since + 2;' \
    'does not follow'
mutant no_answer server/live/internal/game_requests.c \
    'tell_refusal(live->clients, client->session, request, CODE_NOT_A_PLAYER);' \
    '' \
    'is not answered|who cannot finish'
mutant endless_seek server/lobby/lobby.c \
    'comes ? now + seek->fallback : INT64_MAX' 'comes ? now + 864000000 : INT64_MAX' \
    'does not end'
mutant seek_without_seeker server/lobby/lobby.c \
    'entry->ends_at = now + SEEK_GRACE;' 'entry->ends_at = now + 864000000;' \
    'seeks are open'
mutant rating_of_yesterday server/accounts/rating_requests.c \
    'ratings_played(accounts->ratings, player, result->category, after);' '' \
    'is not that after the last'
mutant rating_lost server/accounts/rating_requests.c \
    'store_put_rating(store, &change.after);' '' \
    'ratings are on disk'
mutant winner_pays server/accounts/rating_requests.c \
    'winner == WINNER_NONE ? 0.5 : winner == WINNER_WHITE ? 1 : 0' \
    'winner == WINNER_NONE ? 0.5 : winner == WINNER_WHITE ? 0 : 1' \
    'the wrong way'
mutant result_lost server/live/internal/apply.c \
    'if (event->kind == EV_END)
        store_put_end' \
    'if (event->kind == EV_END && event->seq % 4)
        store_put_end' \
    'told otherwise on disk|go on'
echo "$noticed noticed, $missed missed"
[ "$missed" = 0 ]

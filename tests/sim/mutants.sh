#!/usr/bin/env bash
# mutants.sh - breaks the server on purpose, in one place at a time, and sees that the simulations notice each time and in which
# words: sim with up to 200 worlds, cluster_sim with up to 60. For developers of the simulations, and in tests/soak.sh: castled's parts
# are built anew for each, in a copy of the sources; while the worlds of one run, the next is built.
#   tests/sim/mutants.sh [NAME...]     all of them, or these
# Prints a row of a table for each, and "N noticed, N missed". The status is 1 when one is not noticed, is noticed in other words, or
# can no longer be made since its line has changed.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d "${TMPDIR:-/tmp}/castled-mutants-XXXXXX")
trap 'rm -rf "$copy"' EXIT
wanted=" $* "
names=()
declare -A worlds=([sim]=200 [cluster_sim]=60)

# mutant PROGRAM NAME FILE FROM TO WORDS: FROM is once in the file; WORDS is a pattern for what the program says then.
mutant() {
    local program=$1 name=$2 file=$copy/$3 from=$4 to=$5
    [[ $wanted = "  " || $wanted = *" $name "* ]] || return 0
    names+=("$name")
    printf '%s' "$6" >"$copy/said/$name.words"
    cp "$file" "$copy/original"
    if FROM=$from TO=$to perl -0pi -e '$n = s/\Q$ENV{FROM}\E/$ENV{TO}/g; $bad ||= $n != 1; END { $? = 1 if $bad }' "$file"; then
        cmake --build "$copy/build" --target "$program" >"$copy/log" 2>&1 || { tail -n 20 "$copy/log"; exit 1; }
        cp "$copy/build/tests/sim/$program" "$copy/said/$name.program"
        while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
        run "$name" "${worlds[$program]}" &
    else
        echo "its line is not there any more" >"$copy/said/$name"
    fi
    cp "$copy/original" "$file"
    touch "$file"
}

run() {
    "$copy/said/$1.program" --seed 1 --seeds "$2" --as-it-is >"$copy/said/$1.log" 2>&1 || true
    grep -E '^(seed |castled: bug)' "$copy/said/$1.log" | tr '\n' ' ' >"$copy/said/$1" || true
    [ -s "$copy/said/$1" ] || echo "not noticed in $2 worlds" >"$copy/said/$1"
    rm "$copy/said/$1.program"
}

(cd "$root" && git ls-files -co --exclude-standard -z -- CMakeLists.txt common deploy server tests web-client |
    tar --null -T - --ignore-failed-read -cf -) 2>/dev/null | tar -C "$copy" -xf -
mkdir "$copy/said"
cmake -G Ninja -S "$copy" -B "$copy/build" -DCMAKE_BUILD_TYPE=Release -DCASTLED_TESTS=ON -DCASTLED_PAGE=OFF -DCASTLED_WASM=OFF \
    -DCASTLED_TABLEBASE=OFF -DCMAKE_C_COMPILER=clang >"$copy/log" 2>&1 || { cat "$copy/log"; exit 1; }

# ---- one server ----

mutant sim session_early server/net/session.c \
    'const Letter *letter = letter_at(session, (uint32_t)count);
        if (letter->number > sessions->committed)' \
    'const Letter *letter = letter_at(session, (uint32_t)count);
        if (letter->number > sessions->committed + 1)' \
    'left before its commit'
event_early=(server/live/internal/apply.c
    'games_tell(live, game, game->journal);
    if (event->kind != EV_MOVE)'
    'games_tell(live, game, 0);
    if (event->kind != EV_MOVE)'
    'left before its commit')
mutant sim event_early "${event_early[@]}"
mutant sim snapshot_early server/live/internal/games.c \
    'tell_session(live->clients, &live->text, session, game->journal);' \
    'tell_session(live->clients, &live->text, session, 0);' \
    'left before its commit'
mutant sim told_before_written server/store/internal/writer_thread.c \
    'uint64_t wait = RETRY_FIRST;' \
    'uint64_t wait = RETRY_FIRST;
    thread->news.number = batch->number;
    uv_async_send(thread->async);' \
    'on disk'
mutant sim no_sync server/store/sql/database.sql \
    'PRAGMA synchronous = FULL' 'PRAGMA synchronous = OFF' \
    'on disk|opened|read'
mutant sim time_runs_while_down server/journal/server_time.c \
    '.axis_base = axis,' '.axis_base = axis + 5000,' \
    'have passed for the games'
mutant sim no_heartbeat server/live/internal/turn.c \
    'journal_note(live->journal, store_put_axis(live->store, live->time->now));' \
    'if (!beat) journal_note(live->journal, store_put_axis(live->store, live->time->now));' \
    'has given back'
mutant sim state_besides_events server/live/internal/apply.c \
    '    if (error == ROOM_OK) {
        publish' \
    '    if (error == ROOM_OK) {
        ((Clock *)room_clock(game->room))->remaining[WHITE]++;
        publish' \
    'the fold of its events is not its state'
mutant sim negative_clock common/game/internal/ending.c \
    'event.clock[flagged] = 0;' 'event.clock[flagged] = -1;' \
    'negative clock|cannot be unpacked|does not follow|signal 6'
mutant sim flag_stays_up server/live/internal/turn.c \
    'if (room_deadline(game->room) <= now)
        apply_tick(live, game);' \
    'if (room_deadline(game->room) <= now && game->count % 8)
        apply_tick(live, game);' \
    'was due|does not sleep'
mutant sim spinning_loop server/live/internal/turn.c \
    'return live->time->now + FROZEN_RETRY;' 'return live->time->now;' \
    'does not sleep'
mutant sim missed_event server/live/internal/game_requests.c \
    'if (seq <= since)' 'if (seq <= since + 1)' \
    'does not follow'
mutant sim no_answer server/live/internal/game_requests.c \
    'tell_refusal(live->clients, client->session, request, CODE_NOT_A_PLAYER);' \
    '' \
    'is not answered|who cannot finish'
mutant sim endless_seek server/lobby/lobby.c \
    'comes ? now + seek->fallback : INT64_MAX' 'comes ? now + 864000000 : INT64_MAX' \
    'does not end'
mutant sim seek_without_seeker server/lobby/lobby.c \
    'entry->ends_at = now + SEEK_GRACE;' 'entry->ends_at = now + 864000000;' \
    'seeks are open'
mutant sim rating_of_yesterday server/accounts/rating_requests.c \
    'ratings_played(accounts->ratings, player, result->category, after);' '' \
    'is not that after the last'
mutant sim rating_lost server/accounts/rating_requests.c \
    'store_put_rating(store, &change.after);' '' \
    'ratings are on disk'
mutant sim winner_pays server/accounts/rating_requests.c \
    'winner == WINNER_NONE ? 0.5 : winner == WINNER_WHITE ? 1 : 0' \
    'winner == WINNER_NONE ? 0.5 : winner == WINNER_WHITE ? 0 : 1' \
    'the wrong way'
mutant sim result_lost server/live/internal/apply.c \
    'if (event->kind == EV_END)
        store_put_end' \
    'if (event->kind == EV_END && event->seq % 4)
        store_put_end' \
    'told otherwise on disk|go on'

# ---- a cluster: the database ----

mutant cluster_sim epoch_unchecked server/store/postgres/postgres_db.c \
    'return db->has_claim ? check_leases(db, scope) : DB_OK;' \
    '(void)scope, (void)check_leases;
    return DB_OK;' \
    'refuses a batch|on disk'
mutant cluster_sim late_owner_takes_back server/store/sql/postgres/server.sql \
    'UPDATE leases SET epoch = epoch + 1 WHERE node = $1 RETURNING' \
    'UPDATE leases SET node = $1, epoch = epoch + 1 RETURNING' \
    'refuses a batch|on disk|clocks have run'
mutant cluster_sim doubt_is_believed server/store/postgres/postgres_db.c \
    'return is_found ? DB_DONE : DB_OK;' \
    '(void)is_found;
    return DB_DONE;' \
    'on disk|is missing'
mutant cluster_sim doubt_is_written_again server/store/postgres/postgres_db.c \
    'return is_found ? DB_DONE : DB_OK;' \
    '(void)is_found;
    return DB_OK;' \
    'refuses a batch|on disk'
mutant cluster_sim lease_too_long server/store/postgres/postgres_db.c \
    'asked_at + (uint64_t)POSTGRES_LEASE * 1000000' \
    'asked_at + (uint64_t)POSTGRES_LEASE * 2000000' \
    'another server may have the games'
mutant cluster_sim leases_kept server/store/postgres/postgres_db.c \
    'db_run(leave);' \
    '' \
    'handed over have had no owner'
mutant cluster_sim told_before_commit server/store/internal/writer_thread.c \
    'uint64_t wait = RETRY_FIRST;' \
    'uint64_t wait = RETRY_FIRST;
    thread->news.number = batch->number;
    uv_async_send(thread->async);' \
    'on disk'
# ---- links, fronts, hosts ----

mutant cluster_sim event_leaves_early "${event_early[@]}"
mutant cluster_sim gap_in_link server/cluster/link.c \
    'link_break(link, "a message was lost");
        return;' \
    'link->expected = number;' \
    'does not follow|is not answered|who cannot finish|people are connected'
mutant cluster_sim message_twice server/cluster/link.c \
    '!link_message_number(bytes, length, &number) || number < link->expected)
        return;' \
    '!link_message_number(bytes, length, &number))
        return;' \
    'does not follow|or is answered|is not answered|given twice|who cannot finish'
mutant cluster_sim front_keeps_sessions server/cluster/front.c \
    'sessions_close_all(net_sessions(front->options.net), CLOSE_RESTART);' \
    '' \
    'is not answered|who cannot finish|does not follow'
mutant cluster_sim front_forgets server/cluster/front.c \
    'if (!front->is_up)
        return;
    if (link_unacknowledged' \
    'if (!front->is_up || length % 50 == 49)
        return;
    if (link_unacknowledged' \
    'is not answered|who cannot finish'
mutant cluster_sim packets_mixed_up server/cluster/front.c \
    'session_push(sessions, session, front->packets[word->send.packets[i]], 0);' \
    'session_push(sessions, session, front->packets[word->send.packets[0]], 0);' \
    'does not follow|is answered|is not answered|who cannot finish'
mutant cluster_sim host_keeps_sessions server/cluster/internal/host_session.c \
    'if (tells)
        hooks->closed(hooks->context, session->session);' \
    '(void)tells, (void)hooks;' \
    'people are connected|seeks are open'

# ---- requests that are sent again ----

mutant cluster_sim key_ignored server/core/internal/dispatch.c \
    'else if (request.key[0] && !retries_admit(core, &client, &request, text, length))' \
    'else if (request.key[0] && !text && !retries_admit(core, &client, &request, text, length))' \
    'given twice'
mutant cluster_sim key_forgotten server/core/internal/request_keys.c \
    'if (request->kind != REQ_SEEK)
        put(keys, entry);' \
    '(void)put;' \
    'given twice'
wait
echo '| mutant | noticed |'
echo '|---|---|'
noticed=0 missed=0
for name in "${names[@]}"; do
    said=$(cat "$copy/said/$name")
    if [[ $said =~ "seed " && $said =~ $(cat "$copy/said/$name.words") ]]; then
        noticed=$((noticed + 1))
        echo "| \`$name\` | $said |"
    else
        missed=$((missed + 1))
        echo "| \`$name\` | **MISSED**: $said |"
    fi
done
echo "$noticed noticed, $missed missed"
[ "$missed" = 0 ]

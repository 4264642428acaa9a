#!/bin/sh
# lighthouse.sh - Lighthouse's scores of the page, on its slow phone and on a desktop. Fetches Lighthouse from npm.
#   tests/bench/lighthouse.sh [CASTLED]     build/release/castled
#
# Its figures are simulated from what it saw: on a machine that is busy with other things they say nothing.
set -eu
castled=${1:-build/release/castled}
version=12.8.2
port=${PORT:-18972}
data=$(mktemp -d)
"$castled" --host 127.0.0.1 --port "$port" --data "$data" >"$data/log" 2>&1 &
server=$!
trap 'kill $server; rm -rf "$data"' EXIT
until curl -sf "http://127.0.0.1:$port/healthz" >"$data/health"; do
    kill -0 $server || { cat "$data/log"; exit 1; }
    sleep 0.1
done

for form in mobile desktop; do
    preset=
    [ $form = desktop ] && preset=--preset=desktop
    CHROME_PATH=${CHROMIUM:-/usr/bin/chromium} npx --yes "lighthouse@$version" "http://127.0.0.1:$port/" $preset \
        --quiet --output=json --output-path="$data/$form.json" \
        --chrome-flags="--headless=new --no-sandbox --disable-gpu"
    node -e '
        const { categories, audits } = JSON.parse(require("fs").readFileSync(process.argv[1]));
        const scores = Object.values(categories).map(({ id, score }) => `${id} ${Math.round(score * 100)}`);
        console.log(`${process.argv[2]}: ${scores.join(", ")}`);
        for (const id of ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"])
            console.log(`  ${audits[id].title}: ${audits[id].displayValue}`);
        for (const { auditRefs } of Object.values(categories))
            for (const { id, weight } of auditRefs)
                if (weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
                    console.log(`  short of it: ${audits[id].title}`);
    ' "$data/$form.json" $form
done

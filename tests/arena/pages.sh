#!/bin/sh
# pages.sh TESSERA HTTP_GET - the HTML report and the live view of a contest, from the command line.
#
# Prints TAP.  HTTP_GET is the HTTP client of the server tests.
[ $# = 2 ] || { echo 'usage: pages.sh TESSERA HTTP_GET' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/server.sh
. "$(dirname "$0")/../server.sh"
need_program "$1"
tessera=$program
need_program "$2"
http_get=$program

runner=
leave() {
    [ -z "$pid" ] || kill "$pid" 2>/dev/null
    [ -z "$runner" ] || kill -9 "$runner" 2>/dev/null
}

# comes PATTERN - wait until the state contains it.
comes() {
    tries=0
    while [ $tries -lt 300 ]; do
        get GET /state
        grep -q -- "$1" "$dir/reply" && return 0
        sleep 0.2
        tries=$((tries + 1))
    done
    return 1
}

# contest DIR GAME PLAYER - create a contest of two such players.
contest() {
    "$tessera" arena init "$1" --game "$2" >/dev/null &&
        "$tessera" arena add "$1" --player "$3" --name anna >/dev/null &&
        "$tessera" arena add "$1" --player "$3" --name bert >/dev/null
}

# --- the HTML report ---

contest "$dir/c" toy random
"$tessera" arena report "$dir/c" --html "$dir/before.html" >"$dir/reply" 2>&1 &&
    grep -q '^</html>$' "$dir/before.html"
result 'a page before the first game' $?
"$tessera" arena run "$dir/c" >"$dir/reply" 2>&1
result 'a contest is played' $?
"$tessera" arena report "$dir/c" --html "$dir/page.html" >"$dir/reply" 2>&1 &&
    grep -q 'page.html: 2 games, ' "$dir/reply" && grep -q '^</html>$' "$dir/page.html"
result 'a page after the last game' $?
[ "$(grep -c '<tr id="row-[0-9]*"' "$dir/page.html")" = 2 ]
result 'both games are in it' $?
"$tessera" arena report "$dir/c" --html - 2>"$dir/reply" | cmp -s - "$dir/page.html"
result 'the same page on standard output' $?
expect 'a page in a missing directory' 1 '' '~^tessera: .*No such file' arena report "$dir/c" --html "$dir/none/page.html"
# The policy allows the page's own style and script by their hashes, and nothing else.
hash_of() { # ELEMENT
    sed -n "/^<$1>/,/<\/$1>/{s/^<$1>//;/<\/$1>/!p}" "$dir/page.html" | sha256sum | cut -c -64 |
        sed 's/../\\x&/g' >"$dir/bytes"
    env printf "$(cat "$dir/bytes")" | base64
}
policy="default-src 'none'; style-src 'sha256-$(hash_of style)'; script-src 'sha256-$(hash_of script)'; base-uri"
grep -Fq "<meta http-equiv=\"Content-Security-Policy\" content=\"$policy" "$dir/page.html"
result 'its policy allows its own style and script' $?
! grep -q 'unsafe-' "$dir/page.html"
result 'and nothing unsafe' $?
rejects 'two reports at once' 'use only one of' arena report "$dir/c" --json --html "$dir/x.html"
rejects 'a page without a contest' 'there is no contest in' arena report "$dir/none" --html "$dir/x.html"
[ ! -e "$dir/x.html" ] && [ -z "$(find "$dir" -name '*.html.*')" ]
result 'errors leave no files behind' $?

# --- the live view, after the contest ---

rejects 'no contest to watch' 'there is no contest in' serve --contest "$dir/none"
rejects 'a contest and a data directory' 'exclude each other' serve --contest "$dir/c" --data "$dir/data"
start_server --listen 127.0.0.1:0 --contest "$dir/c"
[ -n "$port" ]
result 'the server prints its address' $?
asked 'the page' GET / 200 '<script src="live.js">'
asked 'its script' GET /live.js 200 "'use strict'"
asked 'its style' GET /contest.css 200 '^\.board'
get GET /
header 'the policy' "^Content-Security-Policy: default-src 'none'; script-src 'self'"
asked 'the state' GET /state 200 '"running":false,"finished":2,"total":2,"playing":\[\],"contest":"c"'
asked 'the ranking' GET /state 200 '"place":1,"bot":"'
asked 'the report with replays' GET /report 200 '<script src="replay.js">'
asked 'its script' GET /replay.js 200 "'use strict'"
asked 'no API' GET /api/tables 404 'Not found'
asked 'read-only state' POST /state 405 'Method not allowed'
asked 'no new games' POST /api/tables 405 'Method not allowed'
asked 'no other files' GET /contest.toml 404 'Not found'
stop_server TERM
[ $status = 0 ]
result 'the server exits normally' $?

# --- the live view during a contest ---

contest "$dir/slow" gipf max,time=1000
start_server --listen 127.0.0.1:0 --contest "$dir/slow"
asked 'before the first game' GET /state 200 '"running":false,"finished":0,"total":0,"playing":\[\]'
"$tessera" arena run "$dir/slow" >"$dir/run" 2>&1 &
runner=$!
comes '"running":true,.*"first":"anna","second":"bert".*"board":"'
result 'a running game is shown on its board' $?
comes '"turns":[1-9].*"last":"'
result 'and is updated' $?
kill -9 "$runner"
wait "$runner" 2>/dev/null
runner=
stop_server TERM
left=$(cd "$dir/slow/.arena" && cksum games.db games.db-wal)
start_server --listen 127.0.0.1:0 --contest "$dir/slow"
comes '"running":false,"finished":[0-9]*,"total":2,"playing":\[\]'
result 'a killed run is shown as not running' $?
stop_server TERM
[ -n "$left" ] && [ "$left" = "$(cd "$dir/slow/.arena" && cksum games.db games.db-wal)" ]
result 'the live view changes nothing' $?

conclude

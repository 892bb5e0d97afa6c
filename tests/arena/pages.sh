#!/bin/sh
# pages.sh TESSERA HTTP_GET - a contest's page in a file, and its live view, from the command line.
#
# Prints TAP.  HTTP_GET is the client program of the tests of the server.
set -u
export LC_ALL=C
[ $# = 2 ] || { echo 'usage: pages.sh TESSERA HTTP_GET' >&2; exit 2; }
tessera=$1
http_get=$2
case $tessera in */*) ;; *) tessera=./$tessera ;; esac
case $http_get in */*) ;; *) http_get=./$http_get ;; esac
for program in "$tessera" "$http_get"; do
    [ -x "$program" ] || { echo "Bail out! There is no program $program"; exit 1; }
done

dir=$(mktemp -d) || exit 1
pid=
runner=
leave() {
    [ -z "$pid" ] || kill "$pid" 2>/dev/null
    [ -z "$runner" ] || kill -9 "$runner" 2>/dev/null
    rm -rf "$dir"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
count=0
failures=0
: >"$dir/reply"

# verdict NAME RESULT - one line of TAP; RESULT 0 is good.
verdict() {
    count=$((count + 1))
    if [ "$2" = 0 ]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        failures=$((failures + 1))
        head -c 2000 "$dir/reply" | sed 's/^/# /'
    fi
}

# refused NAME STATUS PATTERN WORD... - nothing on stdout, one sentence on stderr.
refused() {
    name=$1 wanted=$2 pattern=$3
    shift 3
    "$tessera" "$@" >"$dir/out" 2>"$dir/reply" </dev/null
    [ $? = "$wanted" ] && [ ! -s "$dir/out" ] && grep -q "^tessera: .*$pattern" "$dir/reply"
    verdict "$name" $?
}

# start_server FOLDER - sets pid and port.
start_server() {
    "$tessera" serve --contest "$1" --listen 127.0.0.1:0 >"$dir/out" 2>"$dir/err" </dev/null &
    pid=$!
    port=
    tries=0
    while [ -z "$port" ] && [ $tries -lt 100 ] && kill -0 "$pid" 2>/dev/null; do
        sleep 0.1
        tries=$((tries + 1))
        port=$(sed -n 's,^Tessera is at http://.*:\([0-9]*\)/  (Ctrl-C ends it)$,\1,p' "$dir/out")
    done
}

stop_server() {
    kill "$pid"
    wait "$pid"
    status=$?
    pid=
}

# asked NAME METHOD TARGET CODE PATTERN
asked() {
    "$http_get" "$port" "$2" "$3" | tr -d '\r' >"$dir/reply"
    head -n 1 "$dir/reply" | grep -q "^HTTP/1.1 $4 " && grep -q -- "$5" "$dir/reply"
    verdict "$1" $?
}

# comes PATTERN - wait until the state has it.
comes() {
    tries=0
    while [ $tries -lt 300 ]; do
        "$http_get" "$port" GET /state | tr -d '\r' >"$dir/reply"
        grep -q -- "$1" "$dir/reply" && return 0
        sleep 0.2
        tries=$((tries + 1))
    done
    return 1
}

# contest FOLDER GAME PLAYER - of two such players.
contest() {
    "$tessera" arena init "$1" --game "$2" >/dev/null &&
        "$tessera" arena add "$1" --player "$3" --name anna >/dev/null &&
        "$tessera" arena add "$1" --player "$3" --name bert >/dev/null
}

# --- the page in a file ---

contest "$dir/c" toy random
"$tessera" arena report "$dir/c" --html "$dir/before.html" >"$dir/reply" 2>&1 &&
    grep -q '^</html>$' "$dir/before.html"
verdict 'a page before the first game' $?
"$tessera" arena run "$dir/c" >"$dir/reply" 2>&1
verdict 'a contest is played' $?
"$tessera" arena report "$dir/c" --html "$dir/page.html" >"$dir/reply" 2>&1 &&
    grep -q 'page.html: 2 games, ' "$dir/reply" && grep -q '^</html>$' "$dir/page.html"
verdict 'its page' $?
[ "$(grep -c '<tr id="row-[0-9]*"' "$dir/page.html")" = 2 ]
verdict 'both games are in it' $?
"$tessera" arena report "$dir/c" --html - 2>"$dir/reply" | cmp -s - "$dir/page.html"
verdict 'the same page on standard output' $?
refused 'a page that cannot be written' 1 'No such file' arena report "$dir/c" --html "$dir/none/page.html"
refused 'two reports at once' 2 'exclude each other' arena report "$dir/c" --json --html "$dir/x.html"
refused 'a page of no contest' 2 'holds no contest' arena report "$dir/none" --html "$dir/x.html"
[ ! -e "$dir/x.html" ] && [ -z "$(find "$dir" -name '*.html.*')" ]
verdict 'nothing is left of what was refused' $?

# --- the live view, after the contest ---

refused 'no contest to watch' 2 'holds no contest' serve --contest "$dir/none"
refused 'a contest or tables' 2 'exclude each other' serve --contest "$dir/c" --data "$dir/data"
start_server "$dir/c"
[ -n "$port" ]
verdict 'the server says where it is' $?
asked 'the page' GET / 200 '<script src="/live.js">'
asked 'its script' GET /live.js 200 "'use strict'"
asked 'its style' GET /contest.css 200 '^\.board'
asked 'the policy' GET / 200 "^Content-Security-Policy: default-src 'none'; script-src 'self'"
asked 'the state' GET /state 200 '"running":false,"finished":2,"total":2,"playing":\[\],"contest":"c"'
asked 'the ranking' GET /state 200 '"place":1,"bot":"'
asked 'no tables here' GET /api/tables 404 'Not here'
asked 'nothing to change' POST /state 405 'Only for reading'
asked 'nor a table to make' POST /api/tables 405 'Only for reading'
asked 'nothing else' GET /contest.toml 404 'Not here'
stop_server
[ $status = 0 ]
verdict 'the server ends in peace' $?

# --- and during it ---

contest "$dir/slow" gipf max,time=1000
start_server "$dir/slow"
asked 'nothing was played yet' GET /state 200 '"running":false,"finished":0,"total":0,"playing":\[\]'
"$tessera" arena run "$dir/slow" >"$dir/run" 2>&1 &
runner=$!
comes '"running":true,.*"first":"anna","second":"bert".*"board":"'
verdict 'a running game is shown on its board' $?
comes '"turns":[1-9].*"last":"'
verdict 'and goes on' $?
kill -9 "$runner"
wait "$runner" 2>/dev/null
runner=
stop_server
left=$(cd "$dir/slow/.arena" && cksum games.db games.db-wal)
start_server "$dir/slow"
comes '"running":false,"finished":[0-9]*,"total":2,"playing":\[\]'
verdict 'a killed run is seen to be over' $?
stop_server
[ -n "$left" ] && [ "$left" = "$(cd "$dir/slow/.arena" && cksum games.db games.db-wal)" ]
verdict 'who watches changes nothing' $?

echo "1..$count"
[ $failures = 0 ]

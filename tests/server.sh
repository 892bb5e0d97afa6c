# server.sh - a server under test; read after tests/tap.sh.
#
# Needs $tessera, and $http_get (tests/dialogues/http_get.c).  The server takes a free port of
# 127.0.0.1, and is ended by `leave` if the test does not.
# shellcheck shell=sh disable=SC2154 # $dir, $tessera and $http_get are set by whoever reads this
pid=
shown='reply err'
: >"$dir/reply"

leave() {
    [ -z "$pid" ] || kill "$pid" 2>/dev/null
}

# start_server WORD... - sets pid, and port unless it does not say where it is.
start_server() {
    "$tessera" serve "$@" >"$dir/out" 2>"$dir/err" </dev/null &
    pid=$!
    port=
    tries=0
    while [ -z "$port" ] && [ $tries -lt 600 ] && kill -0 "$pid" 2>/dev/null; do
        sleep 0.1
        tries=$((tries + 1))
        port=$(sed -n 's,^Tessera is running at http://.*:\([0-9]*\)/ (press Ctrl-C to stop)$,\1,p' "$dir/out")
    done
}

# stop_server SIGNAL - sets status.
stop_server() {
    kill -s "$1" "$pid"
    wait "$pid"
    status=$?
    pid=
}

# get METHOD TARGET - the parts of the reply, without carriage returns, are in head and body; sent is
# the body before it was decompressed.
get() {
    "$http_get" "$port" "$1" "$2" >"$dir/raw"
    LC_ALL=C sed '/^\r*$/,$d' "$dir/raw" | tr -d '\r' >"$dir/head"
    LC_ALL=C sed '1,/^\r*$/d' "$dir/raw" >"$dir/sent"
    if grep -qi '^Content-Encoding: gzip$' "$dir/head" && [ -s "$dir/sent" ]; then
        gzip -dc "$dir/sent" >"$dir/body"
    else
        tr -d '\r' <"$dir/sent" >"$dir/body"
    fi
    cat "$dir/head" "$dir/body" >"$dir/reply"
}

# asked NAME METHOD TARGET CODE PATTERN - PATTERN is looked for in the body; '' wants an empty one.
asked() {
    get "$2" "$3"
    head -n 1 "$dir/head" | grep -q "^HTTP/1.1 $4 "
    result=$?
    if [ -z "$5" ]; then
        [ ! -s "$dir/body" ] || result=1
    else
        grep -q -- "$5" "$dir/body" || result=1
    fi
    result "$1" $result
}

# header NAME PATTERN - of the last reply.
header() {
    grep -qi -- "$2" "$dir/head"
    result "$1" $?
}

#!/bin/sh
# readers.sh TESSERA HTTP_GET READ_GAME FOLDER - every program that reads games reads the same ones.
#
# FOLDER has files with one game (good), with none that can be read (bad), and with three of which the
# second is wrong (several).  Each is fed to replay, review, convert, POST /api/read and the library:
# all five accept it and find the same game, or all five reject it for the same reason.  Prints TAP.
[ $# = 4 ] || { echo 'usage: readers.sh TESSERA HTTP_GET READ_GAME FOLDER' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/server.sh
. "$(dirname "$0")/../server.sh"
need_program "$1"
tessera=$program
need_program "$2"
http_get=$program
need_program "$3"
read_game=$program
folder=$4
export XDG_DATA_HOME="$dir/data"
shown='library convert convert.err replay replay.err review review.err body'

start_server --listen 127.0.0.1:0
[ -n "$port" ]
result 'the server prints its address' $?

# post FILE - POST /api/read with a body; the status is in code, the body of the reply in body.
post() {
    {
        printf 'POST /api/read HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Length: %s\r\n' "$port" "$(wc -c <"$1")"
        printf 'Content-Type: application/json\r\nConnection: close\r\n\r\n'
        cat "$1"
    } >"$dir/request"
    "$http_get" "$port" - <"$dir/request" >"$dir/raw"
    code=$(head -n 1 "$dir/raw" | cut -d ' ' -f 2)
    LC_ALL=C sed '1,/^\r*$/d' "$dir/raw" >"$dir/body"
}

# read_all FILE [NTH] - ask all five.
read_all() {
    "$read_game" "$@" >"$dir/library"
    library=$?
    option=${2:+--nth=$2}
    # shellcheck disable=SC2086 # one option or none
    "$tessera" convert $option "$1" >"$dir/convert" 2>"$dir/convert.err"
    convert=$?
    # shellcheck disable=SC2086
    "$tessera" replay --line $option "$1" </dev/null >"$dir/replay" 2>"$dir/replay.err"
    replay=$?
    # shellcheck disable=SC2086
    "$tessera" review --nodes 1 $option "$1" >"$dir/review" 2>"$dir/review.err"
    review=$?
    "$read_game" --body "$@" >"$dir/json"
    post "$dir/json"
    [ "$code" = 200 ] && web=0 || web=2
}

# accepted NAME FILE [NTH] - all five find the same game.
accepted() {
    name=$1
    shift
    read_all "$@"
    [ "$library$convert$replay$review$web" = 00000 ] &&
        cmp -s "$dir/library" "$dir/convert" && "$read_game" --record "$dir/body" | cmp -s - "$dir/library"
    result "$name: all accept it, and find the same record" $?
    turns=$(grep -c '^[0-9]*\. ' "$dir/library")
    grep -Eq "^There (are|is) (one|$turns) " "$dir/replay" &&
        [ "$(grep -Ec '^ +[0-9]+  .*%  [.#]+' "$dir/review")" = "$turns" ]
    result "$name: replay and review find all $turns moves" $?
}

# rejected NAME FILE [NTH] - all five reject it for the reason that the library gives.
rejected() {
    name=$1
    shift
    read_all "$@"
    [ "$library$convert$replay$review$web" = 22222 ] && [ -s "$dir/library" ] &&
        [ ! -s "$dir/convert" ] && [ ! -s "$dir/replay" ] && [ ! -s "$dir/review" ] &&
        grep -qF -- "$(cat "$dir/library")" "$dir/convert.err" &&
        grep -qF -- "$(cat "$dir/library")" "$dir/replay.err" &&
        grep -qF -- "$(cat "$dir/library")" "$dir/review.err" &&
        sed 's/\\"/"/g' "$dir/body" | grep -qF -- "$(cat "$dir/library")"
    result "$name: all reject it for the same reason" $?
}

for file in "$folder"/good/*; do
    game=$(basename "$file" .txt)
    accepted "$game" "$file"
    cp "$dir/library" "$dir/plain"
    { printf '\357\273\277' && cat "$file"; } >"$dir/marked"
    accepted "$game with a byte order mark" "$dir/marked"
    cmp -s "$dir/library" "$dir/plain"
    result "$game with a byte order mark: the same game" $?
    awk '{ printf "%s\r\n", $0 }' "$file" >"$dir/crlf"
    [ -z "$(tail -c 1 "$file")" ] || continue # a last line without a newline would get one
    accepted "$game with CR LF" "$dir/crlf"
    tr -d '\r' <"$dir/library" | cmp -s - "$dir/plain"
    result "$game with CR LF: the same game" $?
done
for file in "$folder"/bad/*; do
    rejected "$(basename "$file" .txt)" "$file"
done
for file in "$folder"/several/*; do
    game=$(basename "$file" .txt)
    rejected "$game, several games" "$file"
    accepted "$game, the first of three" "$file" 1
    rejected "$game, the second of three" "$file" 2
    accepted "$game, the third of three" "$file" 3
    rejected "$game, the fourth of three" "$file" 4
done
conclude

#!/bin/sh
# extra_game.sh TESSERA HTTP_GET FOLDER - a game that lives outside src/games plays in every user interface, and
# no file outside its folder names it.
#
# FOLDER is one of the build option extra_games, relative to the project.  A random game is played in the
# terminal, over HTTP and in a contest.  Prints TAP.
[ $# = 3 ] || { echo 'usage: extra_game.sh TESSERA HTTP_GET FOLDER' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/server.sh
. "$(dirname "$0")/../server.sh"
need_program "$1"
tessera=$(realpath "$program")
need_program "$2"
http_get=$(realpath "$program")
folder=$3
game=$(basename "$folder")
export XDG_DATA_HOME="$dir/data"
cd "$(dirname "$0")/../.." || exit 1

# --- names ---
# A letter next to the name makes it another word (hexagon), an underscore does not.  These uses are allowed:
#   - tools/build-asan chooses the games of a build, and tools/check-includes explains whole words
#   - comments of other games that compare them with a well-known one: only code counts there
#   - the encoding of bytes in JavaScript and SQL: digest("hex"), encode(..., 'hex')
#   - documents (*.md), which describe the project
# All other files of the program, its tools and its tests are searched.
find meson.build src include sdk completions webapp/src webapp/worker tools tests -type f \
    ! -path "$folder/*" ! -path 'tests/conformance/*' ! -path 'tests/fuzz/corpus/*' ! -name '*.md' \
    ! -path tools/build-asan ! -path tools/check-includes ! -path tests/dialogues/extra_game.sh \
    -exec grep -HniE "(^|[^a-z])$game([^a-z]|\$)" {} + |
    grep -vE '^src/games/[^:]*:[0-9]+:( \*|/\*)|digest\("hex"\)|, '"'hex'"'' >"$dir/out"
[ ! -s "$dir/out" ]
result "no file outside $folder names $game" $?

# --- command line ---
"$tessera" games --names | grep -qx "$game"
result 'the list of games contains it' $?
"$tessera" match "$game" --first random --second random --games 1 --seed 3 --records "$dir/record" >"$dir/out" 2>"$dir/err"
result 'a match of two players' $?
setup=$(sed -n 's/^\[Game "\([^;"]*\).*/\1/p' "$dir/record")
sed -n 's/^[0-9]*\. //p' "$dir/record" >"$dir/moves"
result=$(sed -n 's/^result //p' "$dir/record")
[ -n "$setup" ] && [ -s "$dir/moves" ] && [ -n "$result" ]
result 'a record of the match' $?

# --- terminal ---
"$tessera" play "$setup" --second human --line <"$dir/moves" >"$dir/out" 2>"$dir/err"
grep -qi "wins" "$dir/out"
result 'the terminal plays the game to its end' $?

# --- server ---
# post PATH BODY - the reply is in reply and body.
post() {
    printf 'POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s' \
        "$1" "${#2}" "$2" | "$http_get" "$port" - | tr -d '\r' >"$dir/reply"
    sed '1,/^$/d' "$dir/reply" >"$dir/body"
}
start_server --listen 127.0.0.1:0
[ -n "$port" ]
result 'the server starts' $?
asked 'the server has a page with its rulings' GET "/rules/$game" 200 '<h1>'
post /api/tables "{\"setup\":\"$setup\",\"seats\":[{\"kind\":\"human\"},{\"kind\":\"human\"}]}"
table=$(sed -n 's/.*"table":"\([0-9a-f]*\)".*/\1/p' "$dir/body")
first=$(sed -n 's/.*"tokens":\["\([0-9a-f]*\)".*/\1/p' "$dir/body")
second=$(sed -n 's/.*"tokens":\["[0-9a-f]*","\([0-9a-f]*\)".*/\1/p' "$dir/body")
[ -n "$table" ] && [ -n "$first" ] && [ -n "$second" ]
result 'the server creates a table' $?
turn=0 token=$first other=$second failed=0
while read -r move; do
    post "/api/tables/$table/turn" "{\"token\":\"$token\",\"turn\":$turn,\"words\":\"$move\"}"
    head -n 1 "$dir/reply" | grep -q ' 200 ' || { failed=1; break; }
    turn=$((turn + 1)) swap=$token token=$other other=$swap
done <"$dir/moves"
result 'every move is played over HTTP' $failed
asked 'the table shows the result' GET "/api/tables/$table" 200 "${result#* }"
stop_server TERM

# --- contest ---
"$tessera" arena init "$dir/contest" --game "$setup" >"$dir/out" 2>"$dir/err" &&
    "$tessera" arena add "$dir/contest" --player random --name anna >>"$dir/out" 2>>"$dir/err" &&
    "$tessera" arena add "$dir/contest" --player random --name bert >>"$dir/out" 2>>"$dir/err" &&
    "$tessera" arena run "$dir/contest" --games 2 >>"$dir/out" 2>>"$dir/err"
result 'a contest plays two games' $?
"$tessera" arena report "$dir/contest" --csv games >"$dir/out" 2>"$dir/err" && [ "$(wc -l <"$dir/out")" -ge 3 ]
result 'the contest report contains its games' $?
conclude

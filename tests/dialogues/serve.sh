#!/bin/sh
# serve.sh TESSERA HTTP_GET - test the server: pages, headers, errors and shutdown.
#
# Prints TAP.  HTTP_GET is the client program beside this file.  The server uses a free port of
# 127.0.0.1; boards are those of the toy game, whose rulings are in src/games/toy/rulings.md.
[ $# = 2 ] || { echo 'usage: serve.sh TESSERA HTTP_GET' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
# shellcheck source=tests/server.sh
. "$(dirname "$0")/../server.sh"
need_program "$1"
tessera=$program
need_program "$2"
http_get=$program
export XDG_DATA_HOME="$dir/data"

start_server --listen 127.0.0.1:0
[ -n "$port" ]
result 'the server prints its address' $?
[ -n "$port" ] || { sed 's/^/# /' "$dir/err"; echo "1..$count"; exit 1; }
! grep -v 'built without the web app' "$dir/err"
result 'no warning on a loopback address' $?

# --- the web app, or the note that there is none -----------------------------------------------
if [ -s "$dir/err" ]; then
    asked 'a page that says that there is no web app' GET / 200 'built without the web app'
else
    asked 'the web app' GET / 200 '<script type="module" src="main-[A-Z0-9]*.js">'
    header 'the policy allows our own scripts' "^Content-Security-Policy: .*script-src 'self'"
    script=$(sed -n 's/.*src="\(main-[A-Z0-9]*.js\)".*/\1/p' "$dir/body")
    style=$(sed -n 's/.*href="\(main-[A-Z0-9]*.css\)".*/\1/p' "$dir/body")
    asked 'its style sheet' GET "/$style" 200 'prefers-color-scheme'
    asked 'its script' GET "/$script" 200 'api/'
    header 'its script is JavaScript' '^Content-Type: text/javascript; charset=utf-8$'
    header 'its script is cacheable' '^Cache-Control: max-age=31536000, immutable$'
    grep -o 'import("\./[^"]*")' "$dir/body" | sed 's,import("\./\(.*\)"),\1,' | sort -u >"$dir/parts"
    [ -s "$dir/parts" ]
    result 'its script loads more parts when they are needed' $?
    while read -r part; do
        asked "the part ${part%%-*}" GET "/$part" 200 .
    done <"$dir/parts"
fi

# --- pages -----------------------------------------------------------------------------------
asked 'the home page' GET /games 200 '<h1>Tessera</h1>'
header 'the home page is HTML' '^Content-Type: text/html; charset=utf-8$'
header 'the policy allows only our own resources' "^Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'"
header 'X-Content-Type-Options is nosniff' '^X-Content-Type-Options: nosniff$'
header 'Referrer-Policy is no-referrer' '^Referrer-Policy: no-referrer$'
grep -q '<svg .*role="img"' "$dir/body" && grep -q '<title>[^<]*, [^<]*</title>' "$dir/body"
result 'the home page draws start positions' $?
! grep -Eqi '<script|<style|style=|onclick|<form|<button' "$dir/body"
result 'the home page has no script, inline style or form' $?
"$tessera" games --names >"$dir/names"
while read -r game; do
    grep -q "href=\"/rules/$game\"" "$dir/body"
    result "the home page links to the rules of $game" $?
done <"$dir/names"
sed -n 's/.*href="\(\/board\/[^"]*\)".*/\1/p' "$dir/body" | sed 's/&amp;/\&/g' >"$dir/boards"
[ -s "$dir/boards" ]
result 'the home page links to the boards of variants' $?
while read -r target; do
    asked "board $target" GET "$target" 200 '^<svg '
done <"$dir/boards"
while read -r game; do
    asked "rules of $game" GET "/rules/$game" 200 '<h1>'
done <"$dir/names"

asked 'rulings are rendered' GET /rules/toy 200 '<h2>T1 Board</h2>'
grep -q '<code>c+f</code>' "$dir/body" && grep -q '^<li>Variant' "$dir/body" &&
    grep -q '^<pre><code>a b c d e f g h$' "$dir/body"
result 'rulings have lists and code' $?
asked 'the style sheet' GET /style.css 200 'prefers-color-scheme:dark'
header 'the style sheet is CSS' '^Content-Type: text/css'
asked 'the icon' GET /icon.svg 200 '<svg '
asked 'favicon.ico' GET /favicon.ico 200 '<svg '
asked 'health' GET /health 200 '^ok$'
header 'health is plain text' '^Content-Type: text/plain'
asked 'an unused query is ignored' GET '/health?a=b' 200 '^ok$'

# --- boards ----------------------------------------------------------------------------------
asked 'a board' GET /board/toy.svg 200 '<title>Toy, 8</title>'
header 'a board is SVG' '^Content-Type: image/svg+xml'
header 'the policy of a board allows its inline style' "^Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'$"
grep -q '^<style>' "$dir/body"
result 'a board has an inline style' $?
asked 'a board of a variant' GET '/board/toy.svg?variant=5' 200 '<title>Toy, 5</title>'
asked 'a position' GET '/board/toy.svg?position=x..o....%20x' 200 'class="piece colour-black"'
asked 'a position with + for a space' GET '/board/toy.svg?position=x..o....+x' 200 'class="piece colour-white"'
asked 'variant and position' GET '/board/toy.svg?variant=4&position=x..o+x' 200 '<title>Toy, 4</title>'
asked 'an empty variant is the default' GET '/board/toy.svg?variant=' 200 '<title>Toy, 8</title>'
asked 'an invalid variant' GET '/board/toy.svg?variant=99' 400 '<p>The board has 4 to 16 cells'
asked 'a long variant' GET "/board/toy.svg?variant=$(printf '%0300d' 0)" 400 'too long'
asked 'an invalid position' GET '/board/toy.svg?position=zz' 400 '<p>The board needs one of'
asked 'a position with an HTML tag' GET '/board/toy.svg?position=%3Cb%3E' 400 '<p>The board needs one of'
asked 'an unknown parameter' GET "/board/toy.svg?it's=1" 400 'parameter &#39;it&#39;s&#39;'
asked 'an HTML tag in a URL' GET '/board/toy.svg?<b>=1' 400 .
! grep -q '<b>' "$dir/body"
result 'an HTML tag in a URL is escaped' $?
asked 'a parameter twice' GET '/board/toy.svg?variant=5&variant=6' 400 'given twice'
asked 'a parameter without a value' GET '/board/toy.svg?nothing' 400 'NAME=VALUE'

# --- other methods and paths -----------------------------------------------------------------
asked 'HEAD' HEAD / 200 ''
get GET /
length=$(wc -c <"$dir/sent" | tr -d ' ')
get HEAD /
header 'HEAD has Content-Length' "^Content-Length: $length$"
asked 'HEAD of an unknown path' HEAD /nowhere 404 ''
for method in POST PUT DELETE OPTIONS PATCH TRACE; do
    asked "$method" $method / 405 'Use GET or HEAD'
    header "$method gets an Allow header" '^Allow: GET, HEAD$'
done
get BREW /
head -n 1 "$dir/head" | grep -Eq '^HTTP/1.1 (400|405|501) '
result 'an unknown method' $?
for target in /nowhere /rules /rules/ /rules/nope /rules/toy/ /rules/../health /board/ /board/toy \
    /board/toy.svg.svg /board/nope.svg /board/.svg /style.css/ /%00 /health%00 '/%2e%2e/etc/passwd'; do
    asked "$target" GET "$target" 404 'There is no page at this address'
done
header 'the 404 page has a policy' "^Content-Security-Policy: default-src 'none'"

# --- the API without tables ------------------------------------------------------------------
asked 'the games' GET /api/games 200 '^\[{"game":'
header 'the list of games is JSON' '^Content-Type: application/json; charset=utf-8$'
header 'the policy of data allows nothing' "^Content-Security-Policy: default-src 'none'; frame-ancestors 'none'$"
asked 'a shape' GET '/api/shape?setup=toy:5' 200 '"cells":\[{'
asked 'the shape with most cells' GET '/api/shape?setup=gipf:20,5,200,200' 200 '"ao21"'
header 'a shape is cacheable' '^Cache-Control: max-age=31536000, immutable$'
asked 'a board' GET '/api/board?setup=toy' 200 '"pieces":\['
asked 'the setup of a position' GET '/api/setup?position=wb7/9/9/9/9/9/9/9/9+nonsense' 200 '"setup":null'
asked 'the setup of a good position' GET '/api/setup?position=9/9/9/4,wK,4/9/1,w31,7/8,bK/9+w+0+1' 200 '"setup":"duell"'
asked 'a setup request without position' GET /api/setup 400 "'position' is missing"
asked 'a board of a position' GET '/api/board?setup=toy&position=x..o....+x' 200 '"position":"x..o.... x"'
asked 'choices' GET '/api/choices?setup=toy' 200 '"steps":\[{"step":"'
asked 'effects of a step' GET '/api/choices?setup=toy' 200 '"effects":\[{"kind":"place","side":0,"cells":\[0\],"piece":{'
asked 'names of the sides' GET /api/games 200 '"sideNames":\[{"key":"white","text":"White"}'
asked 'choices after an illegal step' GET '/api/choices?setup=toy&steps=ffff' 400 '"error":"'
asked 'choices after an invalid step' GET '/api/choices?setup=toy&steps=zz' 400 '"error":"'
asked 'why cells are illegal' GET '/api/refusal?setup=toy&cells=0,1' 200 '"key":"one-cell","ruling":"T2"'
asked 'nothing is wrong with a legal cell' GET '/api/refusal?setup=toy&cells=0' 200 '^{}$'
asked 'why a first click is illegal' GET '/api/refusal?setup=gipf&cells=20' 200 '"cells":\[20\],"text":"'
asked 'an unknown cell' GET '/api/refusal?setup=toy&cells=999' 400 'no such cell'
asked 'an explanation' GET '/api/explain?setup=toy&turn=zz' 200 '"text":".'
asked 'common strings' GET '/api/strings?language=de' 200 'over = Die Partie ist zu Ende'
asked 'strings of a game' GET '/api/strings?language=pl&game=gipf' 200 'white = '
asked 'strings in an unknown language' GET '/api/strings?language=xx' 404 '"error":"'
asked 'strings of an unknown game' GET '/api/strings?language=de&game=nogame' 404 '"error":"'
asked 'strings without a language' GET '/api/strings' 404 '"error":"'
asked 'rules' GET '/api/rules?game=toy&language=en' 200 '<h2>T1 Board</h2>'
asked 'rules in another language' GET '/api/rules?game=gipf&language=de' 200 'So spielt man GIPF'
asked 'rules in an unknown language fall back to English' GET '/api/rules?game=gipf&language=xx' 200 'How to play GIPF'
asked 'rules of an unknown game' GET '/api/rules?game=nope' 404 '"error":"'
asked 'puzzles' GET '/api/puzzles?game=duell' 200 '^duell 3 '
asked 'a game without puzzles' GET '/api/puzzles?game=toy' 404 '"error":"there are no puzzles'
asked 'explorer' GET '/api/explorer?setup=duell' 200 '^{"book":"duell","games":2000,"moves":\[{"move":"'
asked 'explorer without a book' GET '/api/explorer?setup=toy' 200 '^{"book":null,"games":0,"moves":\[\]}'
asked 'explorer without a setup' GET '/api/explorer' 400 '"error":"'
asked 'puzzles without a game' GET '/api/puzzles' 404 '"error":"'
asked 'a lesson' GET '/api/lesson?game=duell' 200 '"goal":{"setup":"duell"'
asked 'the texts of a lesson' GET '/api/lesson?game=gipf' 200 '"text":{"key":"lesson-1",'
asked 'a game without a lesson' GET '/api/lesson?game=toy' 404 '"error":"there is no lesson'
asked 'a lesson without a game' GET '/api/lesson' 404 '"error":"'
asked 'an answer without steps' GET '/api/answer?game=duell&task=1' 400 'not a complete legal turn'
asked 'an answer to no task' GET '/api/answer?game=duell&task=32&steps=1' 404 '"error":"'
asked 'an answer to task x' GET '/api/answer?game=duell&task=x' 400 "'task' must be"
asked 'an answer with an illegal step' GET '/api/answer?game=duell&task=1&steps=ffff' 400 'not a complete legal turn'
asked 'a missing setup' GET /api/board 400 "'setup' is missing"
asked 'an invalid setup' GET '/api/board?setup=toy:99' 400 '"error":"the board has 4 to 16 cells'
asked 'a setup twice' GET '/api/board?setup=toy&setup=toy' 400 'given twice'
asked 'invalid percent-encoding' GET '/api/board?setup=%4' 400 'percent-encoding'
asked 'an unknown API path' GET /api/nowhere 404 '"error":"'
asked 'the API root' GET /api/ 404 '"error":"'
asked 'GET on a POST path' GET /api/read 405 'use POST'
header 'it gets an Allow header' '^Allow: POST$'

# post NAME TARGET HEADERS BODY CODES PATTERN - HEADERS end with \r\n each.
post() {
    printf 'POST %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Length: %s\r\n' "$2" "$port" \
        "$(printf '%s' "$4" | wc -c)" >"$dir/request"
    printf '%b\r\n%s' "$3" "$4" >>"$dir/request"
    "$http_get" "$port" - <"$dir/request" 2>/dev/null | tr -d '\r' >"$dir/reply"
    head -n 1 "$dir/reply" | grep -Eq "^HTTP/1.[01] ($5) " && grep -q -- "$6" "$dir/reply"
    result "$1" $?
}
json='Content-Type: application/json\r\n'
post 'a body of the wrong type' /api/read 'Content-Type: text/plain\r\n' '{"text":""}' 415 'application/json'
post 'a body without a type' /api/read '' '{"text":""}' 415 'application/json'
post 'a request from another origin' /api/read "${json}Origin: http://evil.example\r\n" '{"text":""}' 403 'another site'
post 'a request from an opaque origin' /api/read "${json}Origin: null\r\n" '{"text":""}' 403 'another site'
post 'a cross-site request' /api/read "${json}Sec-Fetch-Site: cross-site\r\n" '{"text":""}' 403 'another site'
post 'a same-origin request' /api/read "${json}Origin: http://127.0.0.1:$port\r\nSec-Fetch-Site: same-origin\r\n" '{"text":""}' 400 '"error":"'
post 'a duplicate key' /api/read "$json" '{"text":"","text":""}' 400 'not valid JSON'
post 'deep nesting' /api/read "$json" "$(printf '%0999d' 0 | tr 0 '[')" 400 'nested too deeply'
post 'a body that is not JSON' /api/read "$json" 'text' 400 'not valid JSON'
post 'a record' /api/read "$json" '{"text":"[Game \"toy\"]\n1. c+f\nresult *\n"}' 200 '"turn":"c+f"' 
printf 'GET /api/games HTTP/1.1\r\nHost: evil.example\r\n\r\n' >"$dir/request"
"$http_get" "$port" - <"$dir/request" | tr -d '\r' >"$dir/reply"
grep -q '^HTTP/1.1 403 ' "$dir/reply"
result 'a Host header with another name is rejected' $?

# --- hostile clients --------------------------------------------------------------------------
# raw NAME CODES - the reply to $dir/request has one of the codes, or the connection is closed.
# (Do not pipe into this function: it counts tests in this shell.)
raw() {
    "$http_get" "$port" - <"$dir/request" 2>/dev/null | tr -d '\r' >"$dir/reply"
    [ ! -s "$dir/reply" ] || head -n 1 "$dir/reply" | grep -Eq "^HTTP/1.[01] ($2) "
    result "$1" $?
}
printf 'GET / HTTP/1.1\r\nHost: a\r\nX: %020000d\r\n\r\n' 0 >"$dir/request"
raw 'headers that are too long' '400|413|431'
printf 'GET /%020000d HTTP/1.1\r\nHost: a\r\n\r\n' 0 >"$dir/request"
raw 'a URL that is too long' '400|413|414|431'
printf 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n%05000d' 0 >"$dir/request"
raw 'a body that is too long' '400|413'
printf 'nonsense\r\n\r\n' >"$dir/request"
raw 'an invalid request line' '400|501'
printf '\0\001\002\377\r\n\r\n' >"$dir/request"
raw 'binary data' '400|501'
printf 'GET / HTT' >"$dir/request"
raw 'an incomplete request' '400'
printf 'GET / HTTP/1.0\r\n\r\n' >"$dir/request"
raw 'HTTP/1.0' '200'
asked 'the server still answers' GET /health 200 '^ok$'
! grep -v 'built without the web app' "$dir/err"
result 'the server printed no errors' $?

# --- two servers, one port -------------------------------------------------------------------
"$tessera" serve --listen "127.0.0.1:$port" >"$dir/reply" 2>&1
[ $? = 1 ] && grep -q "^tessera: serve: cannot listen on 127.0.0.1, port $port: " "$dir/reply"
result 'a port in use gives a message and exit status 1' $?

# --- shutdown --------------------------------------------------------------------------------
stop_server TERM
[ $status = 0 ]
result 'SIGTERM stops the server with exit status 0' $?
"$http_get" "$port" GET / >"$dir/reply" 2>&1
[ $? = 1 ]
result 'the stopped server does not answer' $?
start_server --listen localhost:0
grep -q 'http://127.0.0.1:' "$dir/out"
result 'localhost is accepted as an address' $?
stop_server INT
[ $status = 0 ]
result 'SIGINT stops the server with exit status 0' $?
start_server --listen 0.0.0.0:0
grep -q '^tessera: warning: 0.0.0.0 is reachable from other machines' "$dir/err"
result 'a public address prints a warning' $?
asked 'a public address is served' GET /health 200 '^ok$'
stop_server TERM
[ $status = 0 ]
result 'a server on a public address stops with exit status 0' $?

# --- slips of levels -------------------------------------------------------------------------
# engine_move N - wait for move N of table $id, which an engine plays, and print it.
engine_move() {
    tries=0
    while [ $tries -lt 600 ]; do
        get GET "/api/tables/$id/record"
        sed -n "s/^$1\\. *//p" "$dir/body" | grep . && return
        sleep 0.1
        tries=$((tries + 1))
    done
}
start_server --listen 127.0.0.1:0 --data "$dir/slips"
for i in 1 2 3 4 5 6; do
    post "table $i of a level that always slips" /api/tables "$json" \
        '{"setup":"toy:12","seats":[{"kind":"engine","level":1},{"kind":"human"}]}' 200 '"table"'
    id=$(sed -n 's/.*"table":"\([^"]*\)".*/\1/p' "$dir/reply")
    engine_move 1
done >"$dir/firsts"
grep '^ok\|^not ok' "$dir/firsts"
[ "$(grep -v ok "$dir/firsts" | sort -u | wc -l)" -gt 1 ]
result 'levels slip differently at each table' $?
# play WORDS - play the first move of table $id, see the reply of the level in $answer, and take both back.
play() {
    post "the move $1" "/api/tables/$id/turn" "$json" "{\"token\":\"$token\",\"turn\":0,\"words\":\"$1\"}" 200 '{}'
    answer=$(engine_move 2)
    post 'a takeback' "/api/tables/$id/take-back" "$json" "{\"token\":\"$token\"}" 200 '{}'
}
post 'a table that is restored' /api/tables "$json" \
    '{"setup":"toy:12","seats":[{"kind":"human"},{"kind":"engine","level":1}]}' 200 '"table"'
id=$(sed -n 's/.*"table":"\([^"]*\)".*/\1/p' "$dir/reply")
token=$(sed -n 's/.*"tokens":\["\([^"]*\)".*/\1/p' "$dir/reply")
answers=
for move in a+c a+d b+f; do
    play $move
    answers="$answers $answer"
done
stop_server TERM
start_server --listen 127.0.0.1:0 --data "$dir/slips"
again=
for move in a+c a+d b+f; do
    play $move
    again="$again $answer"
done
[ "$(echo "$answers" | wc -w)" = 3 ] && [ "$answers" = "$again" ]
result 'a restored table slips in the same way' $?
stop_server TERM

# --- the games of a server as an explorer book ------------------------------------------------
start_server --listen 127.0.0.1:0 --data "$dir/database"
post 'a game for the explorer' /api/tables "$json" \
    '{"record":"[Game \"toy:5\"]\n1. b+d\nresult *\n","seats":[{"kind":"human"},{"kind":"human"}]}' 200 '"table"'
id=$(sed -n 's/.*"table":"\([^"]*\)".*/\1/p' "$dir/reply")
token=$(sed -n 's/.*"tokens":\["\([^"]*\)".*/\1/p' "$dir/reply")
post 'it ends' "/api/tables/$id/resign" "$json" "{\"token\":\"$token\"}" 200 '{}'
"$tessera" explorer build --data "$dir/database" --output "$dir/book" >"$dir/reply" 2>&1
[ $? = 2 ] && grep -q 'another server uses it' "$dir/reply"
result 'the database of a running server cannot be used' $?
stop_server TERM
"$tessera" explorer build --data "$dir/database" --output "$dir/book" >"$dir/reply" 2>&1 &&
    "$tessera" explorer show "$dir/book" | grep -q '^b+d  *1  *0% '
result 'an explorer book of the games of a stopped server' $?

conclude

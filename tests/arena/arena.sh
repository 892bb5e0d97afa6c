#!/bin/sh
# arena.sh TESSERA SOURCES - contests from the command line, and all usage errors.
#
# SOURCES is the directory tests/jail of this project.  Prints TAP.
[ $# = 2 ] || { echo 'usage: arena.sh TESSERA SOURCES' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$(realpath "$program")
sources=$2
strategy=$sources/../../sdk/starters/strategy.c
prefix=arena

# games_of DIR COLUMNS - print these columns of all games, sorted.
games_of() {
    "$tessera" arena report "$1" --csv games | tr -d '\r' | cut -d, -f"$2" | tail -n +2 | sort
}

# --- usage errors ---

rejects 'a missing verb' 'missing' 
rejects 'a misspelt verb' "unknown verb 'rnu'; did you mean 'run'" rnu x
rejects 'an unknown verb' 'unknown verb .dance.; use new, init, add' dance x
rejects 'a missing directory argument' 'missing argument; usage: tessera arena run DIR' run
rejects 'one argument too many' "unexpected argument 'y'" run x y
rejects 'an option of another verb' 'csv is not an option of .arena run' run x --csv games
rejects 'a run in a directory without a contest' 'there is no contest in' run "$dir/none"
rejects 'a report in a directory without a contest' 'there is no contest in' report "$dir/none"
rejects 'a stop in a directory without a contest' 'the contest in .* is not running' stop "$dir/none"
rejects 'init without a game' 'game GAME is missing' init "$dir/c"
rejects 'init with an unknown game' 'there is no game' init "$dir/c" --game chess
rejects 'init with a name that is too long' 'name must have 1 to' init "$dir/c" --game toy \
    --name "$(printf '%0300d' 0)"
rejects 'init with a name that is longer than a file' 'name is too long' init "$dir/c" --game toy \
    --name "$(printf '%070000d' 0)"
[ ! -e "$dir/c" ]
result 'a rejected init creates no directory' $?
rejects 'check without a game' 'check needs either --game GAME or --contest DIR' check "$sources/faulty_engine.c"
rejects 'check of a missing file' 'No such file' check "$dir/none.c" --game toy

# --- a contest of built-in players ---

expect 'init' 0 '~^Created .*contest.toml' '' init "$dir/c" --game toy --name 'An evening'
rejects 'init twice' 'already exists' init "$dir/c" --game toy
rejects 'run without bots' 'a contest needs at least two bots' run "$dir/c"
expect 'add random' 0 '~random takes part' '' add "$dir/c" --player random
rejects 'add the same name' "a bot named 'random' already takes part" add "$dir/c" --player random
cp "$dir/c/contest.toml" "$dir/before"
: >"$dir/twin.py"
: >"$dir/twin.js"
expect 'of several files those that are right are added' 2 '=twin takes part (json)' '~^1 of 4 files were added' \
    add "$dir/c" "$dir/none.py" "$dir/twin.py" "$dir/twin.js" "$strategy"
grep -q "twin.js: a bot named 'twin' already takes part" "$dir/err" && grep -q 'none.py.*No such file' "$dir/err" &&
    grep -q 'strategy.c: cannot guess the kind' "$dir/err"
result 'the reason is given for each of the others' $?
"$tessera" arena remove "$dir/c" twin >/dev/null
rm -r "$dir/c/bots"
! grep -q twin "$dir/c/contest.toml"
result 'remove removes it again' $?
rejects 'add an unknown player' "unknown player 'nobody'" add "$dir/c" --player nobody
rejects 'add without a bot' 'missing argument' add "$dir/c"
rejects 'add a missing file' 'No such file' add "$dir/c" "$dir/none.c" --kind c
rejects 'add a strategy for a game without such a contest' 'toy has no file-based contest format' add \
    "$dir/c" "$strategy" --kind files
[ ! -e "$dir/c/bots" ]
result 'a rejected add creates no directory' $?
expect 'add another' 0 '~other takes part' '' add "$dir/c" --player random,seed=7 --name other
expect 'add a third' 0 '~greedy takes part' '' add "$dir/c" --player greedy
expect 'a report before the first run' 0 '~3 bots, 0 games' '' report "$dir/c"
rejects 'resume before the first run' 'no games have been played' resume "$dir/c"
rejects 'verify before the first run' 'no games have been played' verify "$dir/c"
rejects 'resume without a contest' 'there is no contest in' resume "$dir/nothing"
sed -i 's/^games = 2 .*/games = 4/; s/^openings = 0 .*/openings = 1/' "$dir/c/contest.toml"
# A run that was killed before it created its SQL tables, and a file that is not a database.
mkdir "$dir/c/.arena" && : >"$dir/c/.arena/games.db"
expect 'a report with an empty contest database' 1 '' '~cannot use the contest database in .*/c/.arena: no such table' report "$dir/c"
echo 'This is not a database, and it is long enough for SQLite to notice at once.' >"$dir/c/.arena/games.db"
expect 'a report with a file that is not a database' 1 '' '~/c/.arena: file is not a database' report "$dir/c"
expect 'a run with a file that is not a database' 1 '' '~/c/.arena: file is not a database' run "$dir/c"
: >"$dir/c/.arena/games.db"

expect 'run --games 5 stops after five games' 0 '~An evening: round-robin of toy.*, 3 bots, 5 games' '~Stopped after 5 games' \
    run "$dir/c" --games 5
expect 'resume to the end' 0 '~3 bots, 12 games' '~The contest is over: 12 games' resume "$dir/c"
expect 'a second run plays no more games' 0 '~3 bots, 12 games' '~The contest is over: 12 games' run "$dir/c"
[ "$(games_of "$dir/c" 2-5 | uniq | wc -l)" = 12 ]
result 'the twelve games are different' $?

cp -r "$dir/c" "$dir/d"
rm -r "$dir/d/.arena"
"$tessera" arena run "$dir/d" --workers 1 >"$dir/out" 2>"$dir/err"
games_of "$dir/c" 2-6,9,11 >"$dir/a"
games_of "$dir/d" 2-6,9,11 >"$dir/b"
cmp -s "$dir/a" "$dir/b"
result 'one worker without an interruption plays the same games' $?

expect 'csv' 0 '~^1,.*,builtin,1,' '' report "$dir/c" --csv ranking
expect 'cross table' 0 '~^bot,' '' report "$dir/c" --csv cross
expect 'json' 0 '~"contest":"An evening","game":"toy' '' report "$dir/c" --json
expect 'report --show prints one game' 0 '~^result ' '' report "$dir/c" --show 3
rejects 'an unknown game number' 'there is no game 99' report "$dir/c" --show 99
expect 'sprt' 0 '~^sprt .* verdict (open|elo0|elo1)' '' report "$dir/c" --sprt greedy,random,0,50
rejects 'sprt of an unknown bot' "no bot named 'zoe' takes part" report "$dir/c" --sprt greedy,zoe,0,50
rejects 'sprt with exchanged bounds' 'with ELO0 below ELO1' report "$dir/c" --sprt greedy,random,50,0
rejects 'two reports at once' 'use only one of' report "$dir/c" --json --csv games

expect 'remove' 0 '~other no longer takes part' '' remove "$dir/c" other
rejects 'remove an unknown bot' "no bot named 'other' takes part" remove "$dir/c" other
expect 'games of bots that have left do not count' 0 '~2 bots, 4 games \(not counting 8 games of bots that have left\)' '*' \
    run "$dir/c"
expect 'add it again' 0 '*' '' add "$dir/c" --player random,seed=7 --name other
expect 'a bot that was added again starts without games' 0 '~3 bots, 12 games \(not counting 8 games of' '~The contest is over: 12 games \(not counting 8 games of bots that have left\)\.$' run "$dir/c"
expect 'remove it again' 0 '*' '' remove "$dir/c" other
expect 'add it with another seed, without a run in between' 0 '*' '' add "$dir/c" --player random,seed=8 --name other
expect 'games of the old bot do not count' 0 '~3 bots, 4 games \(not counting 16 games of' '' report "$dir/c"
expect 'the changed bot starts without games' 0 '~3 bots, 12 games \(not counting 16 games of' '*' run "$dir/c"

sed -i 's/^seed = 1 .*/seed = 2/' "$dir/c/contest.toml"
rejects 'another seed' 'seed is 2 in contest.toml, but 28 games were played with 1' run "$dir/c"
sed -i 's/^seed = 2/seed = 1/; s/^turn_ms = 5000/turn_ms = 50/' "$dir/c/contest.toml"
rejects 'another limit' 'turn_ms is 50 in contest.toml, but 28 games were played with 5000' run "$dir/c"
sed -i 's/^turn_ms = 50/turn_ms = 5000/; s/^#memory_mb = 256/memory_mb = 99/' "$dir/c/contest.toml"
rejects 'a limit that was not set before' 'memory_mb is 99 in .*, but 28 games were played with not set' run "$dir/c"
sed -i 's/^memory_mb/#memory_mb/; s/^format.*/fromat = "swiss"/' "$dir/c/contest.toml"
rejects 'an invalid contest.toml' "line [0-9]+: .contest. has no setting 'fromat'" run "$dir/c"

# --- formats ---

for format in double-round-robin gauntlet swiss knockout ladder; do
    "$tessera" arena init "$dir/$format" --game toy --format $format >/dev/null
    for n in 1 2 3 4 5; do
        "$tessera" arena add "$dir/$format" --player random,seed=$n --name r$n >/dev/null
    done
done
expect 'double round robin' 0 '~5 bots, 40 games' '~over: 40' run "$dir/double-round-robin"
expect 'gauntlet' 0 '~5 bots, 8 games' '~over: 8' run "$dir/gauntlet"
"$tessera" arena report "$dir/gauntlet" | sed -n 's/^ *[0-9]* *r[0-9] *\([0-9.]*\)%   .*/\1/p' >"$dir/out"
[ "$(wc -l <"$dir/out")" = 5 ] && sort -rn "$dir/out" | cmp -s - "$dir/out"
result 'a gauntlet is ranked by the share of points' $?
! games_of "$dir/gauntlet" 4,5 | grep -qv r1
result 'r1 is in every game of the gauntlet' $?
expect 'swiss in parts' 0 '*' '~Stopped after 7' run "$dir/swiss" --games 7
expect 'swiss' 0 '~5 bots, 20 games' '~over: 20' resume "$dir/swiss"
expect 'byes are listed' 0 '~^Byes: r[1-5] \(round 1\), r[1-5] \(round 2\)' '' report "$dir/swiss"
sed -i 's/^#third_place/third_place/' "$dir/knockout/contest.toml"
expect 'knockout' 0 '~^      r1 has a bye' '~The contest is over' run "$dir/knockout"
"$tessera" arena report "$dir/knockout" >"$dir/out"
[ "$(grep -Ec '^(Quarter-finals|Semi-finals|Final|Third place)$' "$dir/out")" = 4 ] &&
    [ "$(grep -c '^      r[1-5]\*\{0,1\} - r[1-5]' "$dir/out")" = 5 ]
result 'the report shows the bracket with a match for third place' $?
champion=$(sed -n '/^Final$/{n;s/.*\(r[1-5]\)\*.*/\1/p;}' "$dir/out")
third=$(sed -n '/^Third place$/{n;s/.*\(r[1-5]\)\*.*/\1/p;}' "$dir/out")
grep -q "^   1  $champion " "$dir/out" && grep -q "^   3  $third " "$dir/out"
result 'the ranking follows the bracket' $?
rejects 'add a bot to a knockout that has begun' 'has begun' add "$dir/knockout" --player random
expect 'a ladder has no end' 0 '~5 bots, 30 games' '~Stopped after 30' run "$dir/ladder" --games 30
expect 'a bot can join a ladder' 0 '*' '' add "$dir/ladder" --player greedy
expect 'the ladder continues with the new bot' 0 '~6 bots, 60 games' '~Stopped after 60' resume "$dir/ladder" --games 30

# --- void games, and verification ---

expect 'verify' 0 '~^ok +the contest database is sealed' '' verify "$dir/swiss"
rejects 'verify a directory without a contest' 'there is no contest in' verify "$dir/none"
expect 'declare two games void' 0 '~^2 games are void; .*resume .* plays them again' '' \
    void "$dir/swiss" 3 5 --reason 'power cut in room 2'
expect 'they are listed with the reason' 0 '~^ +3  r[0-9] - r[0-9]: power cut in room 2' '' report "$dir/swiss"
expect 'they no longer count' 0 '~5 bots, 18 games' '' report "$dir/swiss"
expect 'their records can be read' 0 '~^# void: power cut in room 2' '' report "$dir/swiss" --show 3
expect 'they are in the JSON report' 0 '~"void":\[\{"game":3,' '' report "$dir/swiss" --json
rejects 'void a game twice' 'game 3 is void already' void "$dir/swiss" 3 --reason again
rejects 'void an unknown game' 'there is no game 99' void "$dir/swiss" 4 99 --reason none
expect 'a rejected command declares none of its games void' 0 '~5 bots, 18 games' '' report "$dir/swiss"
rejects 'void without a reason' 'void DIR GAME... --reason TEXT' void "$dir/swiss" 4
rejects 'void with a reason of two lines' 'one line of text' void "$dir/swiss" 4 --reason 'a
b'
rejects 'void without a number' "'four' is not the number of a game" void "$dir/swiss" four --reason x
games_of "$dir/swiss" 2-5 >"$dir/a"
expect 'resume plays them again' 0 '~5 bots, 20 games' '~over: 20' resume "$dir/swiss"
games_of "$dir/swiss" 2-5 >"$dir/b"
[ "$(comm -13 "$dir/a" "$dir/b" | wc -l)" = 2 ]
result 'only the two missing games were played' $?
expect 'verify counts them' 0 '~20 games with [0-9]+ moves replayed by the game.s rules; 2 void' '' verify "$dir/swiss"
rejects 'void a game that decided a later round' 'a knockout cannot go back' void "$dir/knockout" 1 --reason x
cp -r "$dir/swiss" "$dir/changed"
printf 'x' | dd of="$dir/changed/.arena/games.db" bs=1 seek=5000 conv=notrunc 2>/dev/null
expect 'verify finds a changed byte' 1 '~^FAIL  games.db has changed since it was sealed' '' verify "$dir/changed"
rejects 'a run with a changed database' 'games.db has changed since it was sealed' run "$dir/changed"
rm "$dir/changed/.arena/seal"
expect 'verify misses the seal' 1 '~^FAIL  there is no seal' '*' verify "$dir/changed"

# --- openings ---

"$tessera" arena init "$dir/book" --game gipf >/dev/null
"$tessera" arena add "$dir/book" --player random >/dev/null
"$tessera" arena add "$dir/book" --player greedy >/dev/null
sed -i 's/^#book = "book.txt"/book = "first.txt"/; s/^games = 2 /games = 6 /' "$dir/book/contest.toml"
rejects 'a book that does not exist' 'cannot read the book .*first.txt' run "$dir/book"
printf '# two openings\nb1-b2 h1-h2\n\n  c1-c2\tb1-b3\r\n' >"$dir/book/first.txt"
rejects 'a book with an illegal move' 'line 4 of the book: b1 and b3 are not adjacent' run "$dir/book"
printf '# two openings\nb1-b2 h1-h2\n\n  c1-c2\th1-h2\r\n' >"$dir/book/first.txt"
expect 'a contest with a book' 0 '~2 bots, 6 games' '~over: 6' run "$dir/book"
"$tessera" arena report "$dir/book" --records - | grep '^[12]\. ' | sed 's/ {.*//' | sort | uniq -c | tr -s ' ' >"$dir/out"
printf ' 4 1. b1-b2\n 2 1. c1-c2\n 6 2. h1-h2\n' | cmp -s - "$dir/out"
result 'each opening is played from both sides, and the book repeats' $?
echo 'e1-e2' >>"$dir/book/first.txt"
rejects 'a book that has changed' 'book is .* in contest.toml, but 6 games were played with' run "$dir/book"
sed -i 's/^openings = 0/openings = 1/' "$dir/book/contest.toml"
rejects 'a book together with random openings' 'use either book or openings' run "$dir/book"
"$tessera" arena init "$dir/swap" --game ponte:contest >/dev/null
grep -q '^openings = 0 .*they would skip the swap' "$dir/swap/contest.toml"
result 'the template of a game with a swap warns of openings' $?
"$tessera" arena add "$dir/swap" --player random >/dev/null
"$tessera" arena add "$dir/swap" --player random,seed=3 --name other >/dev/null
sed -i 's/^openings = 0/openings = 2/' "$dir/swap/contest.toml"
expect 'a run warns of openings that remove the swap' 0 '*' '~openings = 2 plays move 2 at random, so no bot can swap' \
    run "$dir/swap" --games 1

# --- concurrent runs, and stopping ---

# start_ladder - run the ladder in the background as $runner, and wait until it plays.
start_ladder() {
    "$tessera" arena run "$dir/ladder" >"$dir/run.out" 2>"$dir/run.err" &
    runner=$!
    tries=0
    until "$tessera" arena report "$dir/ladder" | grep -q running || [ $tries = 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
}

start_ladder
rejects 'a second run' 'is already running' run "$dir/ladder"
expect 'a bot can join a running ladder' 0 '=late takes part (builtin)' '' add "$dir/ladder" --player greedy --name late
tries=0
until games_of "$dir/ladder" 4,5 | grep -q late || [ $tries = 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
[ $tries -lt 600 ]
result 'it plays without a restart' $?
games_of "$dir/ladder" 2-5 | head -n 40 >"$dir/a"
expect 'declare games void while it runs' 0 '~^2 games are void; the running contest plays them again' '' \
    void "$dir/ladder" 1 2 --reason 'wrong seats'
rejects 'void a game twice while it runs' 'game 1 is void already' void "$dir/ladder" 3 1 --reason x
rejects 'void an unknown game while it runs' 'there is no game 999999' void "$dir/ladder" 3 999999 --reason x
"$tessera" arena report "$dir/ladder" >"$dir/out"
grep -q '^ *1  .*: wrong seats' "$dir/out" && grep -q '^ *2  .*: wrong seats' "$dir/out" &&
    ! grep -q '^ *3  .*: ' "$dir/out"
result 'they are listed, and no others' $?
tries=0
until games_of "$dir/ladder" 2-5 | comm -23 "$dir/a" - | wc -l | grep -q '^0$' || [ $tries = 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
[ $tries -lt 600 ]
result 'the run plays them again' $?
rejects 'remove while it runs' 'is running' remove "$dir/ladder" r1
expect 'stop' 0 '~^stopped' '' stop "$dir/ladder"
wait $runner
[ $? = 0 ] && grep -q 'Stopped after' "$dir/run.err"
result 'the run ended normally' $?
rejects 'stop twice' 'is not running' stop "$dir/ladder"
grep -q 'late joins the ladder' "$dir/run.err"
result 'the run announced the new bot' $?
grep -q '2 games were declared void: wrong seats' "$dir/run.err"
result 'the run announced the void games' $?
expect 'verify accepts them' 0 '~2 void' '' verify "$dir/ladder"
start_ladder
kill -STOP $runner
"$tessera" arena void "$dir/ladder" 3 --reason 'killed meanwhile' >"$dir/out" 2>&1 &
asker=$!
sleep 0.3 # normally it waits for the answer by then; the result is the same if it does not
kill -KILL $runner
wait $runner 2>/dev/null
wait $asker && grep -q '^1 game is void; .*resume' "$dir/out"
result 'a request to a run that is killed is executed all the same' $?
expect 'verify accepts that' 0 '~3 void' '' verify "$dir/ladder"

# --- a test that ends a run, and many bots ---

"$tessera" arena init "$dir/test" --game gipf >/dev/null
"$tessera" arena add "$dir/test" --player greedy >/dev/null
"$tessera" arena add "$dir/test" --player random >/dev/null
sed -i 's/^games = 2 /games = 400 /; s/^openings = 0/openings = 2/' "$dir/test/contest.toml"
rejects 'an SPRT of an unknown bot' "no bot named 'zoe'" run "$dir/test" --sprt greedy,zoe,0,50
rejects 'an SPRT without bounds' 'must be A,B,ELO0,ELO1' run "$dir/test" --sprt greedy,random
expect 'an SPRT ends the run' 0 '*' '~the SPRT has decided' run "$dir/test" --sprt greedy,random,0,100
expect 'it was decided early' 0 '~verdict elo1' '' report "$dir/test" --sprt greedy,random,0,100
[ "$(games_of "$dir/test" 1 | wc -l)" -lt 200 ]
result 'most games were not needed' $?
"$tessera" arena init "$dir/many" --game toy --format gauntlet >/dev/null
for n in $(seq 30); do
    "$tessera" arena add "$dir/many" --player random,seed="$n" --name m"$n" >/dev/null
done
"$tessera" arena run "$dir/many" >"$dir/out" 2>"$dir/err"
[ "$(grep -Ec '^ +[0-9]+ {2}m[0-9]+ ' "$dir/out")" -ge 120 ] && ! grep -q '.\{130\}' "$dir/out"
result 'the cross table of thirty bots is printed in parts' $?

# --- untrusted bots ---

bot() { # NAME BODY - a bot in C
    printf '#include "tessera_bot.h"\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n' \
        >"$dir/$1.c"
    printf 'void bot_turn(const BotPosition *p, BotTurn *t)\n{\n    %s\n}\n' "$2" >>"$dir/$1.c"
}
bot good 'const BotTurns *all = bot_turns(p, "", 100); bot_play(t, all->turn[bot_random(all->count)]);'
bot illegal 'fprintf(stderr, "my last words\\n"); bot_play(t, "nowhere");'
bot nothing '(void)p; (void)t;'
bot crash 'abort();'
bot leaves 'exit(3);'
bot busy 'for (volatile int i = 0;; i++) ;'
bot asleep 'sleep(100);'
bot chatter 'puts("hello");'
bot flood 'for (;;) putchar(120);'
bot hungry 'for (;;) { volatile char *m = malloc(1 << 20); if (m == NULL) abort(); for (int i = 0; i < 1 << 20; i += 4096) m[i] = 1; }'
bot broken 'this is not C'

mkdir "$dir/anna" "$dir/bert"
cp "$dir/broken.c" "$dir/anna/bot.c"
cp "$dir/good.c" "$dir/bert/bot.c"
"$tessera" arena init "$dir/f" --game toy >/dev/null
expect 'the first of two files of the same name' 0 '~anna takes part' '' add "$dir/f" "$dir/anna/bot.c" --name anna
expect 'the second file of the same name' 0 '~bert takes part' '' add "$dir/f" "$dir/bert/bot.c" --name bert
cmp -s "$dir/anna/bot.c" "$dir/f/bots/anna.c" && cmp -s "$dir/bert/bot.c" "$dir/f/bots/bert.c"
result 'the copies have the right content' $?
expect 'remove the first of them' 0 '*' '' remove "$dir/f" anna
cp "$dir/good.c" "$dir/anna/bot.c"
expect 'a corrected file is added again' 0 '~anna takes part' '' add "$dir/f" "$dir/anna/bot.c" --name anna
cmp -s "$dir/good.c" "$dir/f/bots/anna.c" && [ "$(ls -A "$dir/f/bots" | wc -l)" = 2 ]
result 'the new file replaces the old one' $?
sed 's/"anna"/"zoe"/' "$dir/f/contest.toml" >"$dir/f/new.toml" && mv "$dir/f/new.toml" "$dir/f/contest.toml"
rejects 'the file of another bot' 'is already the file of another bot' add "$dir/f" "$dir/good.c" --name anna

"$tessera" arena init "$dir/s" --game toy --format gauntlet >/dev/null
sed -i 's/^games = .*/games = 1/; s/^turn_ms = .*/turn_ms = 1500/; s/^#memory_mb.*/memory_mb = 64/' \
    "$dir/s/contest.toml"
"$tessera" arena add "$dir/s" --player random --name host >/dev/null
rejects 'a kind that cannot be guessed' 'cannot guess the kind' add "$dir/s" "$strategy"
expect 'add untrusted bots' 0 '~broken takes part' '' add "$dir/s" "$dir/good.c" "$dir/illegal.c" \
    "$dir/nothing.c" "$dir/crash.c" "$dir/leaves.c" "$dir/busy.c" "$dir/asleep.c" \
    "$dir/chatter.c" "$dir/flood.c" "$dir/hungry.c" "$sources/good/ugi_toy.c" "$dir/broken.c"
expect 'run with untrusted bots' 0 '~13 bots, 12 games' '~broken forfeits all its games: the bot does not compile' \
    run "$dir/s"
"$tessera" arena run "$dir/s" >"$dir/out" 2>&1
grep -q 'broken forfeits all its games: the bot does not compile' "$dir/out" && ! grep -q compiling "$dir/out"
result 'a failed compilation is remembered' $?
"$tessera" arena report "$dir/s" --csv games | tr -d '\r' >"$dir/games"

loses() { # NAME TERMINATION
    cp "$dir/games" "$dir/out"
    grep -Eq "^[0-9]+,1,1,.*,$2,$1," "$dir/games"
    result "$1 loses by $2" $?
}
loses illegal illegal
loses nothing illegal
loses crash crash
loses leaves crash
loses busy time
loses asleep silence
loses chatter protocol
loses flood output
loses hungry memory
loses broken crash
grep -Eq ',(good,host|host,good),[^,]*,rules,' "$dir/games"
result 'good plays to the end' $?
grep -Eq ',(ugi_toy,host|host,ugi_toy),[^,]*,rules,' "$dir/games"
result 'an engine that speaks UGI plays to the end' $?
id=$(grep ,illegal,illegal, "$dir/games" | cut -d, -f1)
expect 'a forfeit is shown with the end of its stderr' 0 '~^# end of its stderr: my last words' '' report "$dir/s" --show "$id"
cp "$dir/out" "$dir/loss"
"$tessera" convert "$dir/loss" >"$dir/out" 2>"$dir/err"
result 'the shown game is a valid record' $?
expect 'all games as records' 0 '' '' report "$dir/s" --records "$dir/all.txt"
[ "$(grep -c '^\[Game ' "$dir/all.txt")" = 12 ] && [ "$(grep -c '^# lost by' "$dir/all.txt")" = 10 ]
result 'twelve games, and ten of them are forfeits' $?
rejects '--records together with --json' 'use only one of' report "$dir/s" --records - --json

echo 'int changed;' >>"$dir/s/bots/good.c"
rejects 'a changed bot' "bot 'good' has changed since its first game" run "$dir/s"

# --- submissions ---

# A submission may be a directory with anything in it.
"$tessera" arena init "$dir/h" --game toy >/dev/null
sed -i 's/^games = .*/games = 1/' "$dir/h/contest.toml"
cp "$dir/h/contest.toml" "$dir/before"
mkdir "$dir/in" "$dir/in/fold" "$dir/in/fold/lib" "$dir/in/odd" "$dir/in/bare"
mkfifo "$dir/in/pipe.py" "$dir/in/odd/pipe.py"
echo 'the organiser wants to keep this' >"$dir/secret"
ln -s "$dir/secret" "$dir/in/link.py"
truncate -s 9000000000 "$dir/in/huge.py"
rejects 'a pipe' 'pipe.py is neither a file nor a directory' add "$dir/h" "$dir/in/pipe.py"
rejects 'a pipe to check' 'pipe.py is neither a file nor a directory' check "$dir/in/pipe.py" --game toy
rejects 'a symbolic link' 'link.py is a symbolic link' add "$dir/h" "$dir/in/link.py"
rejects 'a very large file' 'huge.py is larger than 64 MiB' add "$dir/h" "$dir/in/huge.py"
rejects 'a pipe in a directory' 'odd/pipe.py is neither a file nor a directory' add "$dir/h" "$dir/in/odd" --kind json
ln -s "$dir/secret" "$dir/in/bare/main.py"
rejects 'a symbolic link in a directory' 'bare/main.py is a symbolic link' add "$dir/h" "$dir/in/bare" --kind json
cmp -s "$dir/before" "$dir/h/contest.toml" && [ ! -e "$dir/h/bots" ]
result 'none of them is added' $?
rm "$dir/in/bare/main.py" "$dir/in/huge.py"
cp "$dir/good.c" "$dir/in/fold/main.c"
sed -i 's/100/COUNT/; 1s/^/#include "lib\/count.h"\n/' "$dir/in/fold/main.c"
echo '#define COUNT 50' >"$dir/in/fold/lib/count.h"
expect 'a directory' 0 '~^fold takes part \(c\)' '' add "$dir/h" "$dir/in/fold"
expect 'an empty directory' 0 '~^bare takes part' '' add "$dir/h" "$dir/in/bare" --kind c
"$tessera" arena add "$dir/h" --player random >/dev/null
expect 'a bot without sources does not stop the contest' 0 '~3 bots, 3 games' '~bare forfeits all its games: the bot.s directory has no C or C.. file' \
    run "$dir/h"
games_of "$dir/h" 4,5,7 >"$dir/out"
grep -Eq '^(fold,random|random,fold),rules$' "$dir/out"
result 'the bot in a directory plays' $?
echo '#define COUNT 60' >"$dir/h/bots/fold/lib/count.h"
rejects 'a change in a subdirectory is noticed' "bot 'fold' has changed since its first game" run "$dir/h"
expect 'remove the directory' 0 '*' '' remove "$dir/h" fold
rm "$dir/in/fold/lib/count.h"
sed -i '1d; s/COUNT/70/' "$dir/in/fold/main.c"
expect 'the directory is added again without its header' 0 '*' '' add "$dir/h" "$dir/in/fold"
[ ! -e "$dir/h/bots/fold/lib/count.h" ] && [ -e "$dir/h/bots/fold/main.c" ]
result 'no file of the old directory is left' $?

# Several processes at once: each reads contest.toml and replaces it.
"$tessera" arena init "$dir/m" --game toy >/dev/null
for n in 1 2 3 4 5 6 7 8; do
    "$tessera" arena add "$dir/m" --player random,seed=$n --name r$n >/dev/null &
done
wait
cp "$dir/m/contest.toml" "$dir/out"
[ "$(grep -c '^name = "r[1-8]"' "$dir/m/contest.toml")" = 8 ]
result 'eight bots added at once are all added' $?

# --- file-based contests ---

"$tessera" arena init "$dir/p" --game 'ponte:contest;size=10' >/dev/null
expect 'the kind of a strategy is guessed in its own contest' 0 '=strategy takes part (files)' '' add "$dir/p" "$strategy"
expect 'add a built-in player' 0 '*' '' add "$dir/p" --player random
expect 'add a C bot' 0 '*' '' add "$dir/p" "$dir/good.c"
sed -i 's/^games = .*/games = 1/' \
    "$dir/p/contest.toml"
expect 'a contest with a strategy' 0 '~3 bots, 3 games' '~over: 3' run "$dir/p"
[ "$(games_of "$dir/p" 7 | uniq)" = rules ]
result 'all games are decided by the rules' $?

# --- without a jail ---

"$tessera" arena init "$dir/u" --game toy >/dev/null
"$tessera" arena add "$dir/u" --player random >/dev/null
"$tessera" arena add "$dir/u" "$dir/good.c" >/dev/null
expect 'run without a jail' 0 '~NO JAIL' '~NO JAIL: bots can do whatever you can' run "$dir/u" \
    --unsafe-no-jail
expect 'the report shows that there was no jail' 0 '~NO JAIL' '' report "$dir/u"
expect 'the JSON report shows that there was no jail' 0 '~"unsafe":true' '' report "$dir/u" --json
[ "$(games_of "$dir/u" 7 | uniq)" = rules ]
result 'its games are decided by the rules' $?

# --- new ---

(cd "$dir" && mkdir new && cd new && "$tessera" arena new a.c && "$tessera" arena new b.py && "$tessera" arena new c.js) >"$dir/out" 2>"$dir/err"
cmp -s "$dir/new/a.c" "$sources/../../sdk/starters/starter.c" && cmp -s "$dir/new/b.py" "$sources/../../sdk/starters/starter.py" &&
    cmp -s "$dir/new/c.js" "$sources/../../sdk/starters/starter.js" && cmp -s "$dir/new/tessera_bot.h" "$sources/../../sdk/tessera_bot.h"
result 'new creates a starter bot in three languages' $?
expect 'a starter for a file-based contest' 0 '~tessera arena check .*d.c --kind files --game GAME' '' new "$dir/new/d.c" --kind files
cmp -s "$dir/new/d.c" "$strategy"
result 'new creates the starter of the file-based contest' $?
echo mine >"$dir/new/a.c"
rejects 'new with an existing file' 'a.c already exists' new "$dir/new/a.c"
[ "$(cat "$dir/new/a.c")" = mine ]
result 'an existing file is not overwritten' $?
rejects 'an unsupported language' 'there is no starter bot for this file type; use .c, .cpp, .py or .js' new "$dir/new/e.rs"
rejects 'an unsupported kind' 'there is no starter bot of this kind' new "$dir/new/f.py" --kind files
expect 'a missing directory' 1 '' '~No such file or directory' new "$dir/nowhere/a.py"

# --- check ---

expect 'check a good bot' 0 '~This bot will be accepted' '' check "$dir/good.c" --game toy
expect 'check a strategy' 0 '~This bot will be accepted' '' check "$strategy" \
    --kind files --game ponte --games 1
expect 'check a bot that plays illegal moves' 1 '~FAIL .*lost by illegal: .nowhere' '' check \
    "$dir/illegal.c" --game toy
expect 'check a bot that aborts' 1 '~FAIL .*lost by crash: .*signal 6' '' check "$dir/crash.c" --game toy
cat >"$dir/wild.c" <<'END'
#include "tessera_bot.h"
#include <stdlib.h>
static int evaluate(const int *table, int i)
{
    return table[(long)i * 100000000];
}
void bot_turn(const BotPosition *p, BotTurn *t)
{
    const BotTurns *all = bot_turns(p, "", 10);
    int            *table = calloc(10, sizeof *table);
    bot_play(t, all->turn[evaluate(table, all->count)]);
}
END
expect 'check a bot with a wild pointer' 1 '~FAIL .*lost by crash: .*signal 11' '' check "$dir/wild.c" --game toy --games 1
grep -q '^ *evaluate at wild.c:5$' "$dir/out" && grep -q '^ *bot_turn at wild.c:11$' "$dir/out"
result 'the source lines are printed' $?
printf '#!/bin/sh\necho ugiok\n' >"$dir/shell" && chmod +x "$dir/shell"
expect 'check a script without an ending' 1 '~FAIL  builds: the file is a script, and its name does not show' '' check \
    "$dir/shell" --kind ugi --game toy
printf 'import sys\nprint("one\\n\\ntwo\\033", file=sys.stderr)\nchoose()\n' >"$dir/typo.py"
expect 'check a bot that fails with a long message' 1 '~^          NameError: name .choose. is not' '' check \
    "$dir/typo.py" --game toy --games 1
grep -A 3 'end of its stderr:$' "$dir/out" | tr '\n' '|' | grep -q ':|          one||          two?|'
result 'its lines are kept and control characters are masked' $?
expect 'check a bot that does not compile' 1 '~FAIL  builds: the bot does not compile: broken.c:7:5: error: ' '' check \
    "$dir/broken.c" --game toy
expect 'check with the limits of a contest' 1 '~FAIL .*lost by silence' '' check "$dir/asleep.c" \
    --contest "$dir/s" --games 1
"$tessera" arena new "$dir/plus.cpp" >/dev/null
expect 'check a bot in C++' 0 '~This bot will be accepted' '' check "$dir/plus.cpp" --game toy
mkdir "$dir/folder" && cp "$dir/plus.cpp" "$dir/folder/turn.cc" && echo 'int helper(int x) { return x; }' >"$dir/folder/help.cpp"
expect 'check a directory in C++' 0 '~This bot will be accepted' '' check "$dir/folder" --game toy
"$tessera" arena init "$dir/titles" --game toy >/dev/null
expect 'a title in UTF-8' 0 '*' '' add "$dir/titles" --player random --title 'Zażółć 桃子'
rejects 'a title that reverses the text' 'the title must be 1 to 40 characters' add "$dir/titles" --player greedy \
    --title "$(printf 'a\342\200\256b')"
rejects 'a title that is not UTF-8' 'the title must be 1 to 40 characters' add "$dir/titles" --player greedy \
    --title "$(printf 'a\377b')"
rejects 'a title that is too long' 'the title must be 1 to 40 characters' add "$dir/titles" --player greedy \
    --title "$(printf '%041d' 0)"
expect 'reports show the title' 0 '~Zażółć 桃子 +0 ' '' report "$dir/titles"
expect 'check with the openings of a contest' 0 '~^look  the openings play move 2 at random' '' check "$strategy" \
    --kind files --contest "$dir/swap"
grep -q '^ok    openings: 2 random moves' "$dir/out" && grep -q 'plays: 8 games against random .*, 8 against itself' "$dir/out"
result 'it plays more games, because they begin differently' $?
expect 'check against a stronger player' 0 '~plays: 2 games against greedy \(won' '' check "$dir/good.c" \
    --game toy --player greedy --records "$dir/games.txt" --log "$dir/words.txt"
[ "$(grep -c '^\[Game "toy' "$dir/games.txt")" = 4 ] && grep -q '^\[First "good"\]' "$dir/games.txt" &&
    grep -Eq '^1\. .* \{[0-9]+ ms\}$' "$dir/games.txt" && grep -q '^== game 4 against itself' "$dir/words.txt"
result 'its games are saved with the time of each move, and its stderr' $?
"$tessera" review "$dir/games.txt" --nth 3 >"$dir/out" 2>"$dir/err"
result 'review can read them' $?
"$tessera" arena check "$dir/typo.py" --game toy --games 1 --log "$dir/out" >/dev/null
grep -q "^NameError: name 'choose' is not" "$dir/out" && grep -q '^two?$' "$dir/out"
result 'its complete stderr is saved, with control characters masked' $?
expect 'a rejected bot as JSON' 1 '~"mark":"FAIL","text":"game 1 .*lost by crash.*,"details":".*NameError.*"accepted":false' \
    '' check "$dir/typo.py" --game toy --games 1 --json
rejects 'JSON and a log on standard output' '--json prints nothing else on standard output' check "$dir/typo.py" \
    --game toy --json --log -
rejects 'check against an unknown player' "unknown player 'nobody'" check "$dir/good.c" --game toy --player nobody
rejects 'check against a program' 'add both to a contest' check "$dir/good.c" --game toy --player engine:true
rejects 'check a strategy for a game without such a contest' 'has no file-based contest format' check \
    "$strategy" --kind files --game toy

conclude

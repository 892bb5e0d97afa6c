#!/bin/sh
# line.sh TESSERA ENGINE - line mode, driven through pipes: playing, wrong input, files, autosave files
# that survive a kill, replays.
#
# Prints TAP.  The program first plays complete games with a seed; then `people` type them again, so that
# this file contains no moves of any game.  ENGINE is tests/faulty_engine, an engine that uses UGI well or
# badly.
[ $# = 2 ] || { echo 'usage: line.sh TESSERA ENGINE' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$program
engine=$2

running=
leave() {
    [ -z "$running" ] || kill -9 "$running" 2>/dev/null
}

# says PATTERN - a line of the output matches.
says() {
    grep -Eq -- "$1" "$dir/out" || { echo "# nothing says $1"; return 1; }
}

# hushes PATTERN - no line does.
hushes() {
    ! grep -Eq -- "$1" "$dir/out"
}

# turns_of FILE - the turns of a record, one a line.
turns_of() {
    sed -n 's/^[0-9]*\. \([^ ]*\).*/\1/p' "$1"
}

# await FILE PATTERN - until a line of the file matches; a minute at most.
await() {
    tries=0
    until grep -Eq -- "$2" "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || { echo "# $1 never says $2"; return 1; }
        sleep 0.1
    done
}

# --- whole games -----------------------------------------------------------------------------
for game in toy 'gipf:2,3,5,5' 'ponte:contest;size=4' diavolo:3 alliances:3 'duell:limit=24'; do
    rm -f "$dir/game" "$dir/again"
    runs 0 play "$game" --first random --second random --seed 5 --autosave "$dir/game" </dev/null &&
        says '^over> $' && grep -q '^result [a-z]' "$dir/game"
    result "$game: two programs play to the end without input" $?

    turns_of "$dir/game" >"$dir/turns"
    { cat "$dir/turns"; lines position record quit 'never read'; } |
        runs 0 play "$game" --first human --second human --autosave "$dir/again" &&
        hushes 'never read' && grep -v '^\[\(First\|Second\)' "$dir/game" >"$dir/a" &&
        grep -v '^\[\(First\|Second\)' "$dir/again" >"$dir/b" && cmp -s "$dir/a" "$dir/b"
    result "$game: typed again by two people it is the same game" $?

    # shellcheck disable=SC2046 # one word a turn
    "$tessera" apply "$game" $(cat "$dir/turns") >"$dir/applied"
    position=$(head -n 1 "$dir/applied")
    "$tessera" show "$game" --position "$position" >"$dir/board"
    lines show | runs 0 replay "$dir/game" --at 100000
    sed -n "/^[0-9]*\. /,\$p" "$dir/out" | sed '1d' | head -n "$(wc -l <"$dir/board")" | cmp -s - "$dir/board"
    result "$game: the board is drawn as \`tessera show\` draws it" $?
done

# --- what people type ------------------------------------------------------------------------
lines '' '  ' '# a remark' help | runs 0 play toy
says '^  explain MOVE ' && says '^  rules \[LANG\] '
result 'help lists the commands' $?

lines '?' board exit 'c+f' | runs 0 play toy --second human && says '^  explain MOVE ' && hushes 'white c\+f'
result 'other names for commands' $?

lines 'c+f' | runs 0 play toy --second human && says '^white> c\+f$' && says '^1\. white c\+f$' && says '^black> $'
result 'a turn, and the prompt of the other side' $?

lines 'c+c' 'x' 'c+f' 'c.' 'explain c.' 'explain d.' |
    runs 0 play toy --second human && says '^  c\+c$' && says '^   \^$' && says '\(T[0-9]' && says '^  \^$' &&
    says '^It is allowed\.$' && says '^black> $'
result 'wrong turns: the text, a caret, the ruling, the prompt again' $?

lines undoo hnit | runs 0 play toy && says '^Did you mean the command `undo`' &&
    says '^Did you mean the command `hint`'
result 'slips of the finger' $?

lines 'quit now' save 'explain' | runs 0 play toy && says '^`quit` takes no argument' &&
    says '^Missing argument; usage: save FILE\.$' && says '^Missing argument; usage: explain MOVE\.$' && says '^white> $'
result 'commands with too much or too little' $?

head -c 9000 /dev/zero | tr '\0' x >"$dir/long"
{ cat "$dir/long"; lines '' 'c+f'; } | runs 0 play toy --second human && says '^This line is too long\.$' &&
    says '^1\. white c\+f$'
result 'a line that is too long, and then a good one' $?

printf 'c\000+f\nc+f\033[2J\n\377\376\nc+f' | runs 0 play toy --second human && says '^  c\?\+f$' &&
    says '^1\. white c\+f$' && hushes "$(printf '\033')"
result 'bytes that a terminal would obey are not repeated, and the last line needs no end' $?

head -c 200000 "$tessera" | runs 0 play toy
result 'any bytes at all' $?

lines moves 'moves c' | runs 0 play toy && says '^[0-9]+ moves\.$' && says '^c\+d c\+e c\+f ' && says ' a\+h '
result 'moves, all of them or those with a beginning' $?
lines moves | runs 0 play ponte && says '^[0-9]+ moves, the first 200 shown' && says '^a10,b10 '
result 'long lists of moves are cut' $?

lines 'c+f' undo 'a+b' record undo undo | runs 0 play toy --second random && says '^1\. a\+b$' &&
    says '^Undone\.$' && says '^There is no move to undo\.$' && hushes '^1\. c\+f'
result 'undo removes the own move and the answer' $?
lines 'c+f' undo redo record redo | runs 0 play toy --second human && says '^1\. c\+f$' &&
    says '^There is no move to redo\.$'
result 'redo plays it again' $?

lines hint | runs 0 play toy && says '^Hint: [a-h]'
result 'a hint' $?
turn=$(sed -n 's/^Hint: \([^ ]*\).*/\1/p' "$dir/out")
lines "$turn" | runs 0 play toy --second human && grep -Fqx "1. white $turn" "$dir/out"
result 'a hint is a legal turn' $?

# Tables of solved positions speak when they are asked, and never otherwise.
"$tessera" tablebase build toy --folder "$dir/solved" --quiet >"$dir/out" 2>"$dir/err" && says '^value draw$'
result 'a table is built' $?
solved() {
    wanted=$1
    shift
    runs "$wanted" play toy --second human --tablebases "$dir/solved" "$@"
}
lines c+d a. e. score show | solved 0 && hushes 'table'
result 'tables say nothing unasked' $?
lines value c+d a. e. value hint | solved 0 && says '^A draw with best play \(table\)\.$' &&
    says '^White wins in 2 turns \(table\)\.$' && says '^Hint: [a-h]' &&
    [ "$(grep -c 'White wins in 2 turns (table)' "$dir/out")" = 2 ]
result 'the true value, and with a hint' $?
lines 'value on' c+d a. e. b+f 'value off' c. 'value often' | solved 0 && says '^White wins in 1 turn \(table\)\.$' &&
    says '^White wins in 2 turns \(table\)\.$' && says '^Tablebase values are now hidden\.$' &&
    says '^Type `value`' && [ "$(grep -c '(table)' "$dir/out")" = 5 ]
result 'values are shown always, then hidden' $?
lines value hint | runs 0 play toy --second human --tablebases "$dir/nothing" &&
    says '^This position is not in a tablebase\.$' && hushes '\(table\)' && [ ! -s "$dir/err" ]
result 'a folder without tables is no mistake' $?

lines score | runs 0 play 'gipf:2,3,5,5' --clock 90s+2s && says '^white reserve: [0-9]+$' &&
    says '^white clock: 1:[0-9]{2}\.[0-9]$' && says '^white 1:30> score$' && says '^black clock: 1:30\.0$'
result 'the score, and the clocks' $?
lines rules 'rules de' 'rules xx' | runs 0 play 'gipf:2,3,5,5' && says 'R1\.1' && says 'Spiel' &&
    says '^There are no rules in that language'
result 'rules, also in another language' $?
lines rules | runs 0 play 'gipf:2,3,5,5' --language de && says 'Spiel' && hushes 'R1\.1'
result 'rules in the language of the table' $?
lines flip flip | runs 0 play ponte
sed -n '/^white> flip/,$p' "$dir/out" >"$dir/turned"
"$tessera" show ponte >"$dir/board"
grep -q 'j.*i.*h.*g.*f.*e.*d.*c.*b.*a' "$dir/turned" && tail -n 12 "$dir/out" | head -n 11 | cmp -s - "$dir/board"
result 'flip shows the other side, and then this one again' $?
lines map | runs 0 play gipf && says '^ +a5 +b6 +c7 +d8 +e9$' && says '^  a1 .*W.* i5$'
result 'map names the cells along the rim' $?
lines map | runs 0 play diavolo:8 && says ' u1,1 .* u8,1 '
result 'map names the cells inside them' $?
lines resign undo | runs 0 play toy --second human && says '^Black wins: the other side resigned\.$' &&
    says '^The game ended by resignation or on time' && says '^over> $'
result 'resigning ends the game' $?

# --- seats and clocks ------------------------------------------------------------------------
for seat in engine engine:level=1 engine:time=20ms engine:nodes=2000 engine:depth=1,threads=2 random "ugi:$engine good"; do
    runs 0 play toy --first "$seat" --second random --seed 3 </dev/null && says 'wins|Draw'
    result "a game with ${seat##*/}" $?
done
runs 0 play toy --first "ugi:$engine crash" --second random </dev/null && says '^Black wins: the other side failed'
result 'a program that crashes loses' $?
runs 0 play toy --first "ugi:$engine nonsense" --second random </dev/null && says '^Black wins: the other side.s move'
result 'a program that plays what is not legal loses' $?
mkfifo "$dir/keys"
"$tessera" play toy --clock 1s --second human <"$dir/keys" >"$dir/out" 2>"$dir/err" &
running=$!
exec 3>"$dir/keys"
await "$dir/out" "^Black wins: the other side's time is up\\.\$" && lines quit >&3 && wait "$running"
result 'a person whose time is up loses at the prompt' $?
running=
exec 3>&-

rejects 'no game' 'GAME is missing' play
rejects 'an unknown game' "there is no game called 'chess'" play chess
rejects 'an unknown seat' "unknown player 'me'" play toy --first me
rejects 'a level that does not exist' 'level= expects a number from 1 to 10' play toy --second engine:level=11
rejects 'an unknown setting' 'a setting is time=' play toy --second engine:speed=3
rejects 'an invalid time' 'time= expects a time' play toy --second engine:time=soon
rejects 'full strength without a limit' 'full strength needs' play toy --second engine:threads=2
rejects 'an invalid time control' 'expected a time control such as 5m' play toy --clock 5x
rejects 'a program that is not there' 'nowhere-at-all: .*not found' play toy --second 'ugi:./nowhere-at-all'
rejects 'a position that is none' 'position' play toy --position x
rejects 'both faces' 'exclude each other' play toy --line --screen

# --- files -----------------------------------------------------------------------------------
lines 'c+f' "save $dir/saved" | runs 0 play toy --second human && says '^Saved to ' &&
    grep -q '^1\. c+f$' "$dir/saved" && grep -q '^result \*$' "$dir/saved"
result 'save writes a record' $?
lines "load $dir/saved" 'record' 'd.' | runs 0 play 'gipf:2,3,5,5' --second human &&
    says '^Loaded a game of toy' && says '^1\. c\+f$' && says '^2\. black d\.$'
result 'load switches to another game' $?
lines W_1_Chess_2,0_2,2 B_2_Change_2,0_2,2 >"$dir/log"
lines "load $dir/log" record | runs 0 play toy --second human && says '^Loaded a game of ponte' && says '^2\. swap$'
result 'load reads foreign formats, too' $?
lines "load $dir/nowhere" 'load /' "save $dir/no/where" 'save /' 'c+f' | runs 0 play toy --second human &&
    says 'nowhere: No such file' && says '^/: Is a directory' && says 'no/where: No such' && says 'not a regular file' &&
    says '^1\. white c\+f$'
result 'files that cannot be read or written' $?
lines '[Game "toy"]' '1. c+f' '2. c.' 'result *' >"$dir/bad"
lines "load $dir/bad" 'a+b' | runs 0 play toy --second human && says 'line 3, column 4: turn 2' && says '^1\. white a\+b$'
result 'a file with a turn that is not legal changes nothing' $?

# --- autosave files -------------------------------------------------------------------------------
rm -f "$dir/p"
"$tessera" play toy --second human --autosave "$dir/p" <"$dir/keys" >"$dir/out" 2>"$dir/err" &
running=$!
exec 3>"$dir/keys"
lines 'c+f' >&3
await "$dir/p" '^1\. c\+f$'
result 'moves are in the autosave file during the game' $?
mv "$dir/out" "$dir/out-first"
rejects 'the autosave file is locked' 'another program is writing' play toy --autosave "$dir/p"
lines 'd.' >&3
await "$dir/p" '^2\. d\.$' && ! grep -q '^result' "$dir/p"
result 'so is the next one' $?
kill -9 "$running"
wait "$running" 2>/dev/null
running=
exec 3>&-
lines record 'a+b' record | runs 0 play --autosave "$dir/p" && says 'Resuming .* after turn 2' &&
    says '^2\. d\.$' && says '^3\. a\+b$' && grep -q '^3\. a+b$' "$dir/p" && grep -q '^result \*$' "$dir/p"
result 'after kill -9 the game resumes without naming game and players' $?
lines record | runs 0 play toy --autosave "$dir/p" && says '^3\. a\+b$'
result 'and so after a proper end' $?
lines undo | runs 0 play toy --autosave "$dir/p" && ! grep -q '^3\.' "$dir/p" && grep -q '^2\. d\.$' "$dir/p"
result 'undone moves leave the autosave file' $?

printf '[Game "toy:8"]\n[First "human"]\n[Second "human"]\n1. c+f\n2. d' >"$dir/torn"
lines record | runs 0 play --autosave "$dir/torn" && says 'after turn 1' && says '^1\. c\+f$' && hushes '^2\.'
result 'a line that was written by half is dropped' $?
sed '/^result/d' "$dir/game" >"$dir/ended"
runs 0 play --autosave "$dir/ended" </dev/null && says '^over> $' && says 'wins|Draw' && cmp -s "$dir/game" "$dir/ended"
result 'a game that had ended when it was cut off has ended' $?

cp "$dir/p" "$dir/before"
rejects 'another game than in the autosave file' 'contains a game of toy' play 'gipf:2,3,5,5' --autosave "$dir/p"
rejects 'another position' 'started from another position' play toy --autosave "$dir/p" --position "$("$tessera" apply toy a+b)"
lines 'no record' 'at all' >"$dir/text"
rejects 'a file that is something else' 'text: line 1, column 1' play toy --autosave "$dir/text"
[ "$(cat "$dir/text")" = "$(lines 'no record' 'at all')" ] && cmp -s "$dir/p" "$dir/before"
result 'which stays as it is' $?
rejects 'a folder' 'Is a directory' play toy --autosave "$dir"
rejects 'no game in it and none on the command line' 'contains no game yet' play --autosave "$dir/new"
[ ! -e "$dir/new" ]
result 'and no file is left behind' $?
printf '[Game "toy:8"]\n[First "human"]\n[Second "ugi:touch %s/trap"]\n1. c+f\nresult *\n' "$dir" >"$dir/evil"
rejects 'a program is not started because a file names it' 'pass --second SEAT to start one' play --autosave "$dir/evil"
[ ! -e "$dir/trap" ]
result 'really not' $?

# --- replay ----------------------------------------------------------------------------------
rm -f "$dir/game"
runs 0 play toy --first random --second random --seed 5 --autosave "$dir/game" </dev/null
last=$(grep -c '^[0-9]*\. ' "$dir/game")
lines '' forward 'back' 'jump 1' start end back "$last" 'jump 0' 'forward 2' 'back 100' |
    runs 0 replay "$dir/game" &&
    sed -n 's/^\([0-9]*\)\/[0-9]*> .*/\1/p' "$dir/out" | tr '\n' ' ' >"$dir/path" &&
    [ "$(cat "$dir/path")" = "0 1 2 1 1 0 $last $((last - 1)) $last 0 2 0 " ] && says 'wins|Draw'
result 'stepping through a game' $?
lines 'resume 50' position | runs 0 replay "$dir/game" --pace 50 && says "^$last/$last> position\$" && says "^$last\\. "
result 'it runs to the end by itself' $?
lines c+d a. e. b+f | runs 0 play toy --second human --autosave "$dir/known"
lines value 'value on' forward 'forward 2' forward 'value off' start value 'value often' |
    runs 0 replay "$dir/known" --tablebases "$dir/solved" &&
    grep -o '[^ ]* [^ ]* .* (table)' "$dir/out" | tr '\n' ';' >"$dir/path" &&
    [ "$(cat "$dir/path")" = 'A draw with best play (table);A draw with best play (table);A draw with best play (table);White wins in 2 turns (table);White wins in 1 turn (table);A draw with best play (table);' ] &&
    says '^Tablebase values are now hidden\.$' && says '^Type `value`'
result 'true values in a replay' $?
lines end value | runs 0 replay "$dir/game" --tablebases "$dir/solved" && says '^This position is not in a tablebase\.$' &&
    lines value | runs 0 replay "$dir/known" --tablebases "$dir/nothing" && says '^This position is not in a tablebase\.$'
result 'no value behind the end, and none without tables' $?
lines c+d a. e. | runs 0 play 'toy;limit=4' --second human --autosave "$dir/limited"
lines end value | runs 0 replay "$dir/limited" --tablebases "$dir/solved" && says '^3/3> value$' && says '^A draw with best play \(table\)\.$'
result 'a win that comes behind the turn limit is a draw' $?
lines 'jump x' 'jmup 1' sideways 'jump 99999' | runs 0 replay "$dir/game" && says '^Expected a number of moves' && says 'Did you mean `jump`' && says 'Unknown command' &&
    says "^There are $last turns\\.\$" && says "^$last/$last> \$"
result 'wrong words' $?
printf 'start\r\n\r\nposition\r\n' | runs 0 replay "$dir/game" --at 1 && says '^1/' && hushes 'no such command'
result 'lines that end as on other systems' $?
lines record | runs 0 replay "$dir/torn" && says '^1\. c\+f$'
result 'a truncated autosave file' $?
{ cat "$dir/game"; cat "$dir/saved"; } >"$dir/two"
lines record | runs 0 replay "$dir/two" --nth 2 && says '^1\. c\+f$' && says '; 1 turns?\.$'
result 'one of several games' $?
rejects 'one of several games that there is not' 'the file has no game 3' replay "$dir/two" --nth 3
lines W_1_Chess_2,0_2,2 B_2_Change_2,0_2,2 W_3_Chess_0,2_1,3 B_4_Bridge_2,0_2,2 >"$dir/log"
lines end | runs 0 replay "$dir/log" && says '^4\. [a-z]* c10-c8$'
result 'the protocol of a contest' $?
lines end | runs 0 replay "$dir/log" --from ponte-log --game 'ponte:contest;size=5' && says 'size=5'
result 'its format and variant by name' $?
lines flip | runs 0 replay "$dir/log" && says 'j.*i.*h.*g.*f.*e.*d.*c.*b.*a'
result 'the other side' $?
runs 0 replay - <"$dir/game" && says '^The start\.$'
result 'a game from standard input' $?
rejects 'a file that is not there' 'No such file' replay "$dir/nowhere"
rejects 'a text that is no game' 'text: ' replay "$dir/text"
rejects 'an unknown format' 'unknown format' replay "$dir/text" --from nothing
rejects 'no file' 'missing argument' replay

conclude

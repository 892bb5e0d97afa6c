#!/bin/sh
# line.sh TESSERA ENGINE - test line mode through pipes: moves, wrong input, files, autosave files
# that survive a kill, and replays.
#
# Prints TAP.  Complete games are first played by the program with a fixed seed and then typed again by two
# `human` players, so this file contains no moves of real games.  ENGINE is tests/faulty_engine, a UGI engine
# whose first argument selects its fault.
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

# prints PATTERN - a line of the output matches.
prints() {
    grep -Eq -- "$1" "$dir/out" || { echo "# no line matches $1"; return 1; }
}

# prints_no PATTERN - no line of the output matches.
prints_no() {
    ! grep -Eq -- "$1" "$dir/out"
}

# turns_of FILE - the turns of a record, one per line.
turns_of() {
    sed -n 's/^[0-9]*\. \([^ ]*\).*/\1/p' "$1"
}

# await FILE PATTERN - wait at most a minute until a line of the file matches.
await() {
    tries=0
    until grep -Eq -- "$2" "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || { echo "# no line of $1 matches $2"; return 1; }
        sleep 0.1
    done
}

# --- complete games --------------------------------------------------------------------------
for game in toy 'gipf:2,3,5,5' 'ponte:contest;size=4' diavolo:3 alliances:3 'duell:limit=24'; do
    rm -f "$dir/game" "$dir/again"
    runs 0 play "$game" --first random --second random --seed 5 --autosave "$dir/game" </dev/null &&
        prints '^over> $' && grep -q '^result [a-z]' "$dir/game"
    result "$game: two programs play to the end without input" $?

    turns_of "$dir/game" >"$dir/turns"
    { cat "$dir/turns"; lines position record quit 'never read'; } |
        runs 0 play "$game" --first human --second human --autosave "$dir/again" &&
        prints_no 'never read' && grep -v '^\[\(First\|Second\)' "$dir/game" >"$dir/a" &&
        grep -v '^\[\(First\|Second\)' "$dir/again" >"$dir/b" && cmp -s "$dir/a" "$dir/b"
    result "$game: two humans who type the same moves get the same game" $?

    # shellcheck disable=SC2046 # one argument per turn
    "$tessera" apply "$game" $(cat "$dir/turns") >"$dir/applied"
    position=$(head -n 1 "$dir/applied")
    "$tessera" show "$game" --position "$position" | sed '$d' >"$dir/board" # without the result
    lines show | runs 0 replay "$dir/game" --at 100000
    sed -n "/^[0-9]*\. /,\$p" "$dir/out" | sed '1d; /^   [A-Z].*[.!]$/d' | head -n "$(wc -l <"$dir/board")" | cmp -s - "$dir/board"
    result "$game: replay draws the same board as \`tessera show\`" $?
done

# --- typed input -----------------------------------------------------------------------------
lines '' '  ' '# a comment' help | runs 0 play toy
prints '^  explain MOVE ' && prints '^  rules \[LANG\] '
result 'help lists the commands' $?

lines '?' board exit 'c+f' | runs 0 play toy --second human && prints '^  explain MOVE ' && prints_no 'White c\+f'
result 'aliases of commands' $?

lines 'c+f' | runs 0 play toy --second human && prints '^White> c\+f$' && prints '^1\. White c\+f$' && prints '^Black> $'
result 'a move is followed by the prompt of the other side' $?

lines 'c+c' 'x' 'c+f' 'c.' 'explain c.' 'explain d.' |
    runs 0 play toy --second human && prints '^  c\+c$' && prints '^   \^$' && prints '\(T[0-9]' && prints '^  \^$' &&
    prints '^It is allowed\.$' && prints '^Black> $'
result 'an illegal move prints the text, a caret and the ruling, and prompts again' $?

lines d7-d6 c6-d6 a1-b2 a2-b2 a4-b4 a2-b3 f1-f2 d7-d6/d4-d6 | runs 0 play gipf:3,3,8,8 --second human &&
    prints '^   Black has a row: d6 d5 d4\.$' && prints '^   Black: 3 pieces returned\.$'
result 'a move is followed by what it returns and captures' $?
lines g@g5 p@e11 p@f10 g@g7 | runs 0 play alliances:4 --second human --language de &&
    prints '^   Spieler 2 gewinnt Gr.*n mit einem Zaun\.$' && prints '^Spieler 2 gewinnt: 2 Farben zu 0'
result 'news and the result in German' $?
lines F1-c4 D8-h6 A1-d3 A1-d3+ A1-d3++ | runs 0 play duell:announce=required --second human &&
    prints '^   Duell-Matt! ' && [ "$(grep -c 'announce DUELL-MATT' "$dir/out")" = 2 ] && prints '^White wins: '
result 'a missing or wrong announcement is rejected with its reason' $?
lines moves | runs 0 play duell:announce=required --second human --position \
    "$("$tessera" apply duell F1-c4 D8-h6)" && prints ' A1-d3 ' && prints_no '[0-9]\+'
result 'moves does not give announcements away' $?

lines undoo hnit | runs 0 play toy && prints '^Did you mean the command `undo`' &&
    prints '^Did you mean the command `hint`'
result 'a misspelt command gets a suggestion' $?

lines 'quit now' save 'explain' | runs 0 play toy && prints '^`quit` takes no argument' &&
    prints '^Missing argument; usage: save FILE\.$' && prints '^Missing argument; usage: explain MOVE\.$' && prints '^White> $'
result 'commands with missing or unexpected arguments' $?

head -c 9000 /dev/zero | tr '\0' x >"$dir/long"
{ cat "$dir/long"; lines '' 'c+f'; } | runs 0 play toy --second human && prints '^This line is too long\.$' &&
    prints '^1\. White c\+f$'
result 'a line that is too long is skipped' $?

printf 'c\000+f\nc+f\033[2J\n\377\376\nc+f' | runs 0 play toy --second human && prints '^  c\?\+f$' &&
    prints '^1\. White c\+f$' && prints_no "$(printf '\033')"
result 'control characters are masked, and the last line needs no newline' $?

head -c 200000 "$tessera" | runs 0 play toy
result 'random bytes do not crash line mode' $?

lines moves 'moves c' | runs 0 play toy && prints '^[0-9]+ moves\.$' && prints '^c\+d c\+e c\+f ' && prints ' a\+h '
result 'moves lists all moves, or those with a prefix' $?
lines moves | runs 0 play ponte && prints '^[0-9]+ moves, the first 200 shown' && prints '^a10,b10 '
result 'long lists of moves are truncated' $?

lines 'c+f' undo 'a+b' record undo undo | runs 0 play toy --second random && prints '^1\. a\+b$' &&
    prints '^Undone\.$' && prints '^There is no move to undo\.$' && prints_no '^1\. c\+f'
result 'undo removes the last move and the reply' $?
lines 'c+f' undo redo record redo | runs 0 play toy --second human && prints '^1\. c\+f$' &&
    prints '^There is no move to redo\.$'
result 'redo plays an undone move again' $?

lines hint | runs 0 play toy && prints '^Hint: [a-h]'
result 'hint prints a move' $?
turn=$(sed -n 's/^Hint: \([^ ]*\).*/\1/p' "$dir/out")
lines "$turn" | runs 0 play toy --second human && grep -Fqx "1. White $turn" "$dir/out"
result 'the hint is a legal move' $?

# Tablebase values are printed only on request.
"$tessera" tablebase build toy --folder "$dir/solved" --quiet >"$dir/out" 2>"$dir/err" && prints '^value draw$'
result 'a tablebase is built' $?
solved() {
    wanted=$1
    shift
    runs "$wanted" play toy --second human --tablebases "$dir/solved" "$@"
}
lines c+d a. e. score show | solved 0 && prints_no 'table'
result 'no tablebase value is printed without a request' $?
lines value c+d a. e. value hint | solved 0 && prints '^A draw with best play \(tablebase\)\.$' &&
    prints '^White wins in 2 moves \(tablebase\)\.$' && prints '^Hint: [a-h]' &&
    [ "$(grep -c 'White wins in 2 moves (tablebase)' "$dir/out")" = 2 ]
result 'value and hint print the tablebase value' $?
lines 'value on' c+d a. e. b+f 'value off' c. 'value often' | solved 0 && prints '^White wins in 1 move \(tablebase\)\.$' &&
    prints '^White wins in 2 moves \(tablebase\)\.$' && prints '^Tablebase values are now hidden\.$' &&
    prints '^Type `value`' && [ "$(grep -c '(tablebase)' "$dir/out")" = 5 ]
result 'value on shows values after every move, value off hides them' $?
lines value hint | runs 0 play toy --second human --tablebases "$dir/nothing" &&
    prints '^This position is not in a tablebase\.$' && prints_no '\(tablebase\)' && [ ! -s "$dir/err" ]
result 'a directory without tablebases is not an error' $?

lines score | runs 0 play 'gipf:2,3,5,5' --clock 90s+2s && prints '^White, reserve: [0-9]+$' &&
    prints '^White, clock: 1:[0-9]{2}\.[0-9]$' && prints '^White 1:30> score$' && prints '^Black, clock: 1:30\.0$'
result 'score prints the score and the clocks' $?
lines rules 'rules de' 'rules xx' | runs 0 play 'gipf:2,3,5,5' && prints_no '\*\*R1\.1' && prints '^How to play' && prints 'Spiel' &&
    prints '^There are no rules in that language'
result 'rules prints the rules in English and in another language' $?
lines rules | runs 0 play 'gipf:2,3,5,5' --language de && prints 'Spiel' && prints_no '\*\*R1\.1'
result 'rules uses the language of --language' $?
lines rulings | runs 0 play 'gipf:2,3,5,5' && prints 'R1\.1'
result 'rulings prints the numbered rulings' $?
lines flip flip | runs 0 play ponte
sed -n '/^White> flip/,$p' "$dir/out" >"$dir/turned"
"$tessera" show ponte | sed '$d' >"$dir/board" # without the side to move
grep -q 'j.*i.*h.*g.*f.*e.*d.*c.*b.*a' "$dir/turned" && tail -n 12 "$dir/out" | head -n 11 | cmp -s - "$dir/board"
result 'flip turns the board, and a second flip turns it back' $?
lines map | runs 0 play gipf && prints '^ +a5 +b6 +c7 +d8 +e9$' && prints '^  a1 .*W.* i5$'
result 'map prints cell names along the edge' $?
lines map | runs 0 play diavolo:8 && prints ' u1,1 .* u8,1 ' && prints '^ 1,1_+2,1_+.*_8,1_+9,1$'
result 'map prints cell names inside the cells and at their corners' $?
lines draw | runs 0 play toy --second human && prints '^Draw: both sides agreed\.$' && prints '^over> $'
result 'two people at one terminal agree on a draw' $?
lines draw a+h | runs 0 play toy --second engine:level=1 && prints '^Draw offered\. ' && prints '^The draw offer was declined\.$'
result 'a program declines a draw with its move' $?
lines draw | runs 0 play toy --first random --second random && prints '^Nobody here can offer a draw'
result 'two programs get no draw offer' $?
lines resign undo | runs 0 play toy --second human && prints '^Black wins: White resigned\.$' &&
    prints '^The game ended by resignation or on time' && prints '^over> $'
result 'resigning ends the game' $?

# --- seats and clocks ------------------------------------------------------------------------
for seat in engine engine:level=1 engine:time=20ms engine:nodes=2000 engine:depth=1,threads=2 random "ugi:$engine good"; do
    runs 0 play toy --first "$seat" --second random --seed 3 </dev/null && prints 'wins|Draw'
    result "a game with ${seat##*/}" $?
done
runs 0 play toy --first "ugi:$engine crash" --second random </dev/null && prints '^Black wins: White failed'
result 'an engine that crashes loses' $?
runs 0 play toy --first "ugi:$engine nonsense" --second random </dev/null && prints '^Black wins: White '
result 'an engine that plays an illegal move loses' $?
mkfifo "$dir/keys"
"$tessera" play toy --clock 1s --second human <"$dir/keys" >"$dir/out" 2>"$dir/err" &
running=$!
exec 3>"$dir/keys"
await "$dir/out" "^Black wins: White ran out of time\\.\$" && lines quit >&3 && wait "$running"
result 'a human who runs out of time loses at the prompt' $?
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
rejects 'a missing engine program' 'nowhere-at-all: .*not found' play toy --second 'ugi:./nowhere-at-all'
rejects 'an invalid position' 'position' play toy --position x
rejects '--line together with --screen' 'exclude each other' play toy --line --screen

# --- files -----------------------------------------------------------------------------------
lines 'c+f' "save $dir/saved" | runs 0 play toy --second human && prints '^Saved to ' &&
    grep -q '^1\. c+f$' "$dir/saved" && grep -q '^result \*$' "$dir/saved"
result 'save writes a record' $?
lines "load $dir/saved" 'record' 'd.' | runs 0 play 'gipf:2,3,5,5' --second human &&
    prints '^Loaded a game of toy' && prints '^1\. c\+f$' && prints '^2\. Black d\.$'
result 'load switches to another game' $?
lines W_1_Chess_2,0_2,2 B_2_Change_2,0_2,2 >"$dir/log"
lines "load $dir/log" record | runs 0 play toy --second human && prints '^Loaded a game of ponte' && prints '^2\. swap$'
result 'load reads third-party formats' $?
lines "load $dir/nowhere" 'load /' "save $dir/no/where" 'save /' 'c+f' | runs 0 play toy --second human &&
    prints 'nowhere: No such file' && prints '^/: Is a directory' && prints 'no/where: No such' && prints 'not a regular file' &&
    prints '^1\. White c\+f$'
result 'files that cannot be read or written print an error' $?
lines '[Game "toy"]' '1. c+f' '2. c.' 'result *' >"$dir/bad"
lines "load $dir/bad" 'a+b' | runs 0 play toy --second human && prints 'line 3, column 4: turn 2' && prints '^1\. White a\+b$'
result 'loading a file with an illegal move changes nothing' $?

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
result 'the next move is added to the autosave file' $?
kill -9 "$running"
wait "$running" 2>/dev/null
running=
exec 3>&-
lines record 'a+b' record | runs 0 play --autosave "$dir/p" && prints 'Resuming .* after turn 2' &&
    prints '^2\. d\.$' && prints '^3\. a\+b$' && grep -q '^3\. a+b$' "$dir/p" && grep -q '^result \*$' "$dir/p"
result 'after kill -9 the game resumes without naming game and players' $?
lines record | runs 0 play toy --autosave "$dir/p" && prints '^3\. a\+b$'
result 'the game resumes after a normal exit' $?
lines undo | runs 0 play toy --autosave "$dir/p" && ! grep -q '^3\.' "$dir/p" && grep -q '^2\. d\.$' "$dir/p"
result 'undone moves are removed from the autosave file' $?

printf '[Game "toy:8"]\n[First "human"]\n[Second "human"]\n1. c+f\n2. d' >"$dir/truncated"
lines record | runs 0 play --autosave "$dir/truncated" && prints 'after turn 1' && prints '^1\. c\+f$' && prints_no '^2\.'
result 'a truncated last line is dropped' $?
sed '/^result/d' "$dir/game" >"$dir/ended"
runs 0 play --autosave "$dir/ended" </dev/null && prints '^over> $' && prints 'wins|Draw' && cmp -s "$dir/game" "$dir/ended"
result 'a finished game without its result line gets its result again' $?

cp "$dir/p" "$dir/before"
rejects 'another game than in the autosave file' 'contains a game of toy' play 'gipf:2,3,5,5' --autosave "$dir/p"
rejects 'another position' 'started from another position' play toy --autosave "$dir/p" --position "$("$tessera" apply toy a+b)"
lines 'no record' 'at all' >"$dir/text"
rejects 'an autosave file that is not a record' 'text: line 1, column 1' play toy --autosave "$dir/text"
[ "$(cat "$dir/text")" = "$(lines 'no record' 'at all')" ] && cmp -s "$dir/p" "$dir/before"
result 'rejected autosave files are not changed' $?
rejects 'a directory as autosave file' 'Is a directory' play toy --autosave "$dir"
rejects 'a new autosave file without a game on the command line' 'contains no game yet' play --autosave "$dir/new"
[ ! -e "$dir/new" ]
result 'no file is left behind' $?
printf '[Game "toy:8"]\n[First "human"]\n[Second "ugi:touch %s/trap"]\n1. c+f\nresult *\n' "$dir" >"$dir/evil"
rejects 'an engine that only the autosave file names' 'pass --second SEAT to start one' play --autosave "$dir/evil"
[ ! -e "$dir/trap" ]
result 'the engine was not started' $?

# --- replay ----------------------------------------------------------------------------------
rm -f "$dir/game"
runs 0 play toy --first random --second random --seed 5 --autosave "$dir/game" </dev/null
last=$(grep -c '^[0-9]*\. ' "$dir/game")
lines '' forward 'back' 'jump 1' start end back "$last" 'jump 0' 'forward 2' 'back 100' |
    runs 0 replay "$dir/game" &&
    sed -n 's/^\([0-9]*\)\/[0-9]*> .*/\1/p' "$dir/out" | tr '\n' ' ' >"$dir/path" &&
    [ "$(cat "$dir/path")" = "0 1 2 1 1 0 $last $((last - 1)) $last 0 2 0 " ] && prints 'wins|Draw'
result 'commands step through a game' $?
lines 'resume 50' position | runs 0 replay "$dir/game" --pace 50 && prints "^$last/$last> position\$" && prints "^$last\\. "
result 'resume replays to the end' $?
lines c+d a. e. b+f | runs 0 play toy --second human --autosave "$dir/known"
lines value 'value on' forward 'forward 2' forward 'value off' start value 'value often' |
    runs 0 replay "$dir/known" --tablebases "$dir/solved" &&
    grep -o '[^ ]* [^ ]* .* (tablebase)' "$dir/out" | tr '\n' ';' >"$dir/path" &&
    [ "$(cat "$dir/path")" = 'A draw with best play (tablebase);A draw with best play (tablebase);A draw with best play (tablebase);White wins in 2 moves (tablebase);White wins in 1 move (tablebase);A draw with best play (tablebase);' ] &&
    prints '^Tablebase values are now hidden\.$' && prints '^Type `value`'
result 'a replay prints tablebase values' $?
lines end value | runs 0 replay "$dir/game" --tablebases "$dir/solved" && prints '^This position is not in a tablebase\.$' &&
    lines value | runs 0 replay "$dir/known" --tablebases "$dir/nothing" && prints '^This position is not in a tablebase\.$'
result 'no value after the end of a game, and none without tablebases' $?
lines c+d a. e. | runs 0 play 'toy;limit=4' --second human --autosave "$dir/limited"
lines end value | runs 0 replay "$dir/limited" --tablebases "$dir/solved" && prints '^3/3> value$' && prints '^A draw with best play \(tablebase\)\.$'
result 'a win beyond the turn limit is a draw' $?
lines 'jump x' 'jmup 1' sideways 'jump 99999' | runs 0 replay "$dir/game" && prints '^Expected a number of moves' && prints 'Did you mean the command `jump`' && prints 'Unknown command' &&
    prints "^There are $last turns\\.\$" && prints "^$last/$last> \$"
result 'invalid replay commands print an error' $?
printf 'start\r\n\r\nposition\r\n' | runs 0 replay "$dir/game" --at 1 && prints '^1/' && prints_no 'Unknown command'
result 'lines may end with CR LF' $?
lines record | runs 0 replay "$dir/truncated" && prints '^1\. c\+f$'
result 'replay of a truncated autosave file' $?
{ cat "$dir/game"; cat "$dir/saved"; } >"$dir/two"
lines record | runs 0 replay "$dir/two" --nth 2 && prints '^1\. c\+f$' && prints '^There is 1 turn\.$'
result 'replay of the second of two games' $?
rejects 'replay of the third of two games' 'there is no game 3: the text holds 2' replay "$dir/two" --nth 3
lines W_1_Chess_2,0_2,2 B_2_Change_2,0_2,2 W_3_Chess_0,2_1,3 B_4_Bridge_2,0_2,2 >"$dir/log"
lines end | runs 0 replay "$dir/log" && prints '^4\. [A-Za-z]* c10-c8$'
result 'replay of a contest log' $?
lines end | runs 0 replay "$dir/log" --from ponte-log --game 'ponte:contest;size=5' && prints 'size=5'
result 'replay with a format and a variant' $?
# Variations are shown, entered, edited and saved.
printf '[Game "toy:8"]\n1. c+f\n( 1. a+b ! 2. h. )\n2. a.\n3. c-d\nresult white resign\n' >"$dir/tree"
lines variation 'variation 2' '' '' main 'variation 3' main 1 variation | runs 0 replay "$dir/tree" &&
    prints '^Variations: 1 c\+f, 2 a\+b !$' && prints '^1\. White a\+b !$' && prints '^2\. Black h\.$' && prints '^2/2> $' &&
    prints '^There is no such variation here' && prints '^This is the game itself\.$'
result 'replay shows variations' $?
lines end 'add h.' 'comment why not' 'mark ?!' back 'add h.' 'add b+b' 'mark good' cut undo "save $dir/edited" |
    runs 0 replay "$dir/tree" && prints '^4\. Black h\. \?! \{why not\}$' && prints '[Tt]here is a stone on b' && prints '^Saved to ' &&
    [ "$(sed -n '4,$p' "$dir/edited" | tr '\n' ';')" = '2. a.;3. c-d;( 4. h. ! {why not} );result white resign;' ]
result 'replay edits variations and saves them' $?
lines 'variation 2' promote record undo undo redo record start 'mark !' 'mark much' 'comment }' 'comment begin' record |
    runs 0 replay "$dir/tree" && prints '^\( 1\. c\+f 2\. a\. 3\. c-d \)$' && prints '^result \*$' && prints '^There is nothing to undo' &&
    prints '^A mark is ' && prints '^\{begin\}$'
result 'promote, undo and redo' $?
lines 'lines 3' 'position x......o x' 'add b.' 'position x' record end 'lines' | runs 0 replay "$dir/tree" &&
    [ "$(grep -Ec '^( *[0-9]+%|[-+][0-9]+) +[a-h]' "$dir/out")" = 4 ] && prints '^\[Position "x\.\.\.\.\.\.o x"\]$' && prints '^1\. b\.$'
result 'replay shows several lines, and begins at a position' $?
lines flip | runs 0 replay "$dir/log" && prints 'j.*i.*h.*g.*f.*e.*d.*c.*b.*a'
result 'flip turns the board of a replay' $?
runs 0 replay - <"$dir/game" && prints '^The start\.$'
result 'replay from standard input' $?
rejects 'a missing file' 'No such file' replay "$dir/nowhere"
rejects 'a text that is not a game' 'text: ' replay "$dir/text"
rejects 'an unknown format' "there is no format 'nothing' to read" replay "$dir/text" --from nothing
rejects 'no file' 'missing argument' replay

# --- the board editor ------------------------------------------------------------------------
lines 'put 1 b' 'put 2 b d' position 'move b c' position side position 'remove c d' position undo position 'put 2 h' 'part 2 x' position |
    runs 0 edit toy && sed -n '/^edit> position$/{n;p;}' "$dir/out" | tr '\n' ';' >"$dir/path" &&
    [ "$(cat "$dir/path")" = '.o.o.... x;..oo.... x;..oo.... o;........ o;..oo.... o;..oo...o x;' ]
result 'edit puts, moves and removes pieces, and changes the side' $?
lines 'put 1 z' 'put 3 b' 'put 1' put 'remove c' 'move c d' 'side green' 'part 7 x' sied nothing 'position nonsense' 'setup nothing' position | runs 0 edit toy &&
    prints "^'z' is not a cell" && prints "^'3 b' does not begin" && prints '^The name of a cell is missing' && prints 'usage: put N CELLS\.$' &&
    [ "$(grep -c '^There is no piece on c\.$' "$dir/out")" = 2 ] && prints '^The sides are white, black' && prints '^The parts of this line' &&
    prints 'Did you mean the command `side`' && prints '^Unknown command' && prints '^The name of the game is not known|no game' && prints '^\.{8} x$'
result 'invalid commands of the editor print an error and change nothing' $?
lines 'put 1 c' done 'add d+e' "save $dir/edited" edit 'put 2 a' cancel position edit clear 'put 1 a' done record | runs 0 edit toy --position '.......o o' &&
    prints '^The board editor is closed' && [ "$(sed -n 2p "$dir/edited")" = '[Position "..x....o o"]' ] && grep -q '^1\. d+e$' "$dir/edited" &&
    prints '^\.\.xoo\.\.o x$' && prints '^\[Position "x\.{7} x"\]$'
result 'edit continues with the position, and replay opens the editor' $?
# An impossible board says why, cannot be used, and keeps its pieces until it is possible.
lines clear 'put 1 e1' done position 'put 26 e8' position undo undo position 'side b' position done position | runs 0 edit duell &&
    [ "$(grep -c '^Impossible: Black has 0 kings' "$dir/out")" = 4 ] && prints '^4,bK,4/9/9/9/9/9/9/4,wK,4 w 0 1$' &&
    [ "$(tail -n 2 "$dir/out" | head -n 1)" = '4,bK,4/9/9/9/9/9/9/4,wK,4 b 0 1' ]
result 'an impossible board gives the reason' $?
lines 'put 1 u1,1' position 'part 6 2' position 'part 5 x' | runs 0 edit diavolo:3 && prints_no '^Impossible: ' &&
    prints '^3 w\.\.\.\./\.\.\./\. - w n 1$' && prints '^3 w\.\.\.\./\.\.\./\. - w n 2$' && prints '^The phase must be one of'
result 'parts of the position line can be replaced' $?
lines 'put 2 a1 a1' 'put 1 a1 c1' 'put 2 a1 c1' position 'remove a1' 'remove a1' position 'setup toy' position | runs 0 edit ponte && prints '^This piece connects two cells' &&
    prints ' w a1-c1 ' && prints '^Impossible: ' && prints '/2W7 w - ' && prints '^\.{8} x$'
result 'a bridge takes two cells' $?
lines help pieces cancel | runs 0 edit gipf --language de && prints '^  put N CELLS  *Figur N auf' && prints '^edit> cancel$' && prints_no '^0/0>'
result 'the editor speaks German, and cancel leaves' $?
rejects 'edit without a game' 'missing argument' edit
rejects 'edit of an impossible position' "position: " edit toy --position nonsense

conclude

#!/bin/sh
# cli.sh TESSERA - every command of the program, and its usage errors.
#
# Prints TAP.  The tests use the toy game where possible, so this file does not depend on the rules of a
# real game.  The rules of the toy game are in src/games/toy/rulings.md.
[ $# = 1 ] || { echo 'usage: cli.sh TESSERA' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$program

# --- help and version ------------------------------------------------------------------------
expect 'no argument prints help' 0 '~^Usage: tessera COMMAND' ''
expect 'help' 0 '~^Usage: tessera COMMAND' '' help
expect '--help' 0 '~^Usage: tessera COMMAND' '' --help
expect '-h' 0 '~^Usage: tessera COMMAND' '' -h
expect 'help about help' 0 '~^Usage: tessera COMMAND' '' help help
expect '--version' 0 '~^tessera [0-9]' '' --version
expect '-V' 0 '~^tessera [0-9]' '' -V
"$tessera" help >"$dir/help"
sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' "$dir/help" >"$dir/commands"
while read -r word; do
    [ "$word" != help ] || continue
    expect "help $word" 0 "~^Usage: tessera $word" '' help "$word"
    cp "$dir/out" "$dir/told"
    expect "$word --help" 0 "~^Usage: tessera $word" '' "$word" --help
    same "help $word and $word --help say the same" "$dir/told" "$dir/out"
done <"$dir/commands"
for word in serve games rules show moves apply perft match baseline review explorer bench solve verify puzzles tablebase; do
    grep -q "^  $word " "$dir/help"
    result "help lists $word" $?
done
rejects 'an unknown command, close to a real one' "unknown command 'mvoes'; did you mean 'moves'" mvoes toy
rejects 'an unknown command, close to none' "unknown command 'xyzzy'; .tessera help. lists" xyzzy
rejects 'help about an unknown command' "unknown command 'xyzzy'" help xyzzy
rejects 'an empty command' "unknown command ''" ''
rejects 'an option instead of a command' "unknown command '--nope'" --nope

# --- options ---------------------------------------------------------------------------------
start='........ x'
expect 'an option before the argument' 0 '=xo...... x' '' apply --position 'xo...... x' toy
expect 'an option after the argument' 0 '=xo...... x' '' apply toy --position 'xo...... x'
expect 'an option joined to its value' 0 '=xo...... x' '' apply toy '--position=xo...... x'
expect '-- ends the options' 0 "=xx...... o" '' apply -- toy a+b
rejects 'an option after -- is an argument' 'turn 1' apply toy -- --position
rejects 'an unknown option, close to a real one' "unknown option '--positon'; did you mean '--position'" moves toy --positon x
rejects 'an unknown option, close to none' "unknown option '--xyzzy'" moves toy --xyzzy
rejects 'a short option' "unknown option '-x'" moves toy -x
rejects 'an option without its value' '--position needs a value' moves toy --position
rejects 'an option twice' '--divide is given twice' perft toy 1 --divide --divide
rejects 'a value for a flag' '--divide takes no value' perft toy 1 --divide=yes
rejects 'an invalid choice' "--count takes one of turns.positions, not 'steps'" perft toy 1 --count steps
rejects 'an invalid number' "--threads takes a whole number from 1 to 64, not 'two'" perft toy 1 --threads two
rejects 'a number too small' "not '0'" perft toy 1 --threads 0
rejects 'a number too large' "not '65'" perft toy 1 --threads 65
rejects 'a number far too large' "not '99999999999999999999'" perft toy 1 --threads 99999999999999999999
rejects 'a missing argument' 'moves: missing argument; usage: tessera moves GAME' moves
rejects 'an unexpected argument' "moves: unexpected argument 'b'" moves toy b

# --- games and positions ---------------------------------------------------------------------
rejects 'an unknown game' "game: there is no game called 'nope'; the games are" moves nope
rejects 'an empty game' 'game: there is no game called' moves ''
rejects 'an invalid variant' 'game: the board has 4 to 16 cells' moves toy:99
fits "$dir/err" '~^      \^$'
result 'a caret marks the error in the variant' $?
rejects 'an invalid setting' 'game: limit takes' moves 'toy:8;limit=x'
rejects 'an invalid position' 'position: the board needs one of' moves toy --position 'x..?.... x'
fits "$dir/err" '~^     \^$'
result 'a caret marks the error' $?
rejects 'an empty position' 'position: the board needs one of' moves toy --position ''
rejects 'a position of another variant' 'position:' moves toy:5 --position "$start"
long=$(printf '%0500d' 0)
rejects 'a very long position' 'position:' moves toy --position "........ x$long"
[ "$(wc -c <"$dir/err")" -lt 400 ]
result 'the message does not quote it in full' $?
rejects 'control characters in a position' 'position:' moves toy --position "$(printf 'x\033[31m')"
grep -q "$(printf '\033')" "$dir/err"
[ $? = 1 ]
result 'control characters are masked' $?

# --- games, rules ----------------------------------------------------------------------------
expect 'games' 0 '~^    variants: ' '' games
expect 'games --names' 0 '*' '' games --names
! grep -Evq '^[a-z][a-z0-9]*$' "$dir/out"
result 'games --names prints one name per line' $?
cp "$dir/out" "$dir/names"
expect 'games --card' 0 '~^    naive implementation: yes$' '' games --card
[ "$(grep -c '^    facets: ' "$dir/out")" = "$(wc -l <"$dir/names")" ]
result 'games --card prints a card for every game' $?
grep -q '^    guides: en' "$dir/out" && grep -q '^    perft rows: [1-9]' "$dir/out" &&
    grep -q '^    puzzles: [1-9]' "$dir/out" && grep -q '^    golden games: [1-9]' "$dir/out" &&
    grep -q '^    levels: its own$' "$dir/out" && grep -q 'tablebase index' "$dir/out"
result 'a card shows guides, tests, puzzles, levels and facets' $?
cp "$dir/out" "$dir/cards"
while read -r game; do
    expect "rules $game" 0 '~^# ' '' rules "$game"
    for language in $(sed -n "/^$game:/,/^\$/s/^    guides: //p" "$dir/cards"); do
        [ "$language" = none ] || expect "rules $game --language $language" 0 '~^===' '' rules "$game" --language "$language"
    done
    expect "show $game" 0 '~ to move$' '' show "$game"
    expect "moves $game" 0 '*' '' moves "$game"
    head -n 1 "$dir/out" >"$dir/turn"
    expect "the first legal turn of $game can be played" 0 '*' '' apply "$game" -- "$(cat "$dir/turn")"
    expect "moves $game --distinct" 0 '*' '' moves "$game" --distinct
    wc -l <"$dir/out" | tr -d ' ' >"$dir/count"
    expect "perft $game 1 in positions" 0 "=1 $(cat "$dir/count")" '' perft "$game" 1 --count positions
    expect "perft $game 1 in turns" 0 '~^1 [1-9]' '' perft "$game" 1
    cp "$dir/out" "$dir/fast"
    expect "perft $game 1 --general" 0 '~^1 [1-9]' '' perft "$game" 1 --general
    same "both instances of $game count the same" "$dir/fast" "$dir/out"
done <"$dir/names"
expect 'rules prints the rulings' 0 '~^# Toy: the rulings' '' rules toy
PAGER=false expect 'no pager runs outside a terminal' 0 '~^# Toy: the rulings' '' rules toy
rejects 'rules of an unknown game' 'there is no game' rules nope
rejects 'rules in an unknown language' 'language' rules toy --language xx
rejects 'rules without a game' 'missing argument' rules

# --- show ------------------------------------------------------------------------------------
expect 'show' 0 "=$(lines 'a b c d e f g h' '. . . . . . . .' 'White to move')" '' show toy
expect 'show --position' 0 "=$(lines 'a b c d e f g h' 'x . . o . . . .' 'Black to move')" '' show toy --position 'x..o.... o'
expect 'show prints the result of a finished game' 0 '~^White wins: White has four stones in a row$' '' \
    show toy --position 'xxxx.... o'
expect 'show --language' 0 '~^Weiß ist am Zug$' '' show diavolo:3 --language de
expect 'show --panel' 0 '~^White, stones: 0$' '' show toy --panel
expect 'show --svg' 0 '~^<svg .*role="img"' '' show toy --svg
fits "$dir/out" '~<title>Toy, 8</title>'
result 'a drawing has a title' $?
fits "$dir/out" '~^<style>'
result 'a drawing contains its style' $?
rejects 'show --svg --panel' 'exclude each other' show toy --svg --panel
rejects 'show --svg --labels' 'exclude each other' show toy --svg --labels
expect 'show --labels names points' 0 '~^ 1,1_________2,1_________3,1_________4,1$' '' show diavolo:3 --labels
fits "$dir/out" '~^    / u1,1 .* u2,1 .* u3,1 ' && fits "$dir/out" '~^u1,1 = 1,1:2,1:1,2   d1,1 = '
result 'show --labels names fields' $?
expect 'show --labels of a game without such a drawing' 0 '~^     a   b   c   d   e   f   g   h$' '' \
    show toy --labels

# --- moves -----------------------------------------------------------------------------------
expect 'moves' 0 '~^a[+]b$' '' moves toy
[ "$(wc -l <"$dir/out")" = 36 ]
result 'moves lists all of them' $?
expect 'moves of a position' 0 "=$(lines b. a-b)" '' moves toy:4 --position 'x.oo x'
expect 'moves in the middle of a turn' 0 "=$(lines +b +e +f +g +h .)" '' moves toy --position 'x.xo.... x c'
expect 'no moves when the game is over' 0 '' '' moves toy --position 'xxxx.... o'
expect 'moves as JSON' 0 "=$(lines '[' '  {"move":"b.","position":"xxoo o","result":"draw even 2-2"},' \
    '  {"move":"a-b","position":".xoo o"}' ']')" '' moves toy:4 --position 'x.oo x' --json
expect 'no moves as JSON' 0 '=[]' '' moves toy --position 'xxxx.... o' --json
expect 'names in capital letters' 0 '*' '' moves 'GIPF:Standard;Choice=Mover;LIMIT=9'
expect 'rules of a name in capital letters' 0 '~^# ' '' rules Ponte
rejects 'a misspelt game' "there is no game called 'gpif'; did you mean 'gipf'[?]" moves gpif
rejects 'a misspelt variant' "did you mean 'gipf:standard'[?]" moves gipf:standrad
rejects 'another misspelt variant' "did you mean 'ponte:official'[?]" moves 'ponte:oficial;size=8'
expect 'one move per resulting position' 0 "=$(lines c5-c4)" '' \
    moves 'gipf:2,3,5,5' --position 'W_/BWW/WB 1,1 W' --distinct
expect 'moves --notation' 0 '~^1,1:2,1:1,2\+2,1:3,1:2,2$' '' moves diavolo:3 --notation points
rejects 'a notation of a game that has one only' 'gipf has one notation only' moves gipf --notation points

# --- apply -----------------------------------------------------------------------------------
expect 'apply without turns' 0 "=$start" '' apply toy
expect 'apply turns' 0 '=xxooxxo. x' '' apply toy a+b c+d e+f g.
expect 'apply a turn in another order' 0 '=xx...... o' '' apply toy b+a
expect 'apply up to the end' 0 "=$(lines 'xxox o' 'result white majority 3-1')" '' apply toy:4 a+b c. d.
expect 'a result by the limit' 0 "=$(lines 'xxo..... x' 'result draw limit 2-1')" '' apply 'toy:8;limit=2' a+b c.
expect 'a result by repetition' 0 '~^result draw repetition' '' \
    apply 'toy:8;repetition=2' --position 'x......o x' a-b h-g b-a g-h
rejects 'an illegal move' 'turn 3: there is a stone on a' apply toy a+b c+d a+e
fits "$dir/err" '~^  a[+]e$'
result 'the message shows the turn' $?
rejects 'an invalid move' 'turn 2: a cell is a letter from a to h' apply toy a+b zz
rejects 'a move with trailing text' 'turn 1:' apply toy a+b+c
rejects 'an empty turn' 'turn 1:' apply toy ''
rejects 'a turn after the end' 'turn 4: the game is over: White wins' apply toy:4 a+b c. d. a-b
rejects 'a turn after the limit' 'turn 3: the game is over: Draw' apply 'toy:8;limit=2' a+b c. d.
rejects 'apply without a game' 'missing argument' apply

# --- languages -------------------------------------------------------------------------------
# in_locale LOCALE ARG... - the first words of the message for an illegal turn.
in_locale() {
    locale=$1
    shift
    LC_ALL=$locale "$tessera" apply "$@" toy a+b zz 2>&1 | sed -n '1s/^tessera: \([^0-9]*\).*/\1/p'
}
rejects 'an unknown language' "--language takes one of en.de.pl.pt.zh-Hant, not 'xx'" apply toy --language xx a+b
for pair in C:turn POSIX:turn en_GB.UTF-8:turn fr_FR.UTF-8:turn de_DE.UTF-8:Zug de:Zug del_XX:turn \
    pl_PL.UTF-8:ruch pt_BR.UTF-8:jogada zh_TW.UTF-8:第; do
    [ "$(in_locale "${pair%:*}")" = "${pair#*:} " ]
    result "messages in the locale ${pair%:*}" $?
done
[ "$(in_locale C --language de)" = 'Zug ' ] && [ "$(in_locale de_DE.UTF-8 --language en)" = 'turn ' ]
result '--language is stronger than the locale' $?
[ "$(LC_ALL='' LC_MESSAGES=pl_PL.UTF-8 LANG=de_DE.UTF-8 "$tessera" apply toy zz 2>&1 | cut -c 10-13 | head -n 1)" = ruch ] &&
    [ "$(LC_ALL='' LC_MESSAGES='' LANG=de_DE.UTF-8 "$tessera" apply toy zz 2>&1 | cut -c 10-12 | head -n 1)" = Zug ]
result 'LC_MESSAGES is stronger than LANG' $?
expect 'the position is the same in every language' 0 '=xx...... o' '' apply toy --language de a+b
expect 'the result is the same in every language' 0 "=$(lines 'xxox o' 'result white majority 3-1')" '' \
    apply toy:4 --language zh-Hant a+b c. d.
expect 'games --language' 0 '~^    Rolle einen W' '' games --language de
expect 'games --names is the same in every language' 0 '~^duell$' '' games --names --language de
for language in en de pl pt zh-Hant; do
    expect "play --language $language" 0 '*' '' play toy --second human --line --language $language
done

# --- perft -----------------------------------------------------------------------------------
counts=$(lines '1 36' '2 812' '3 11970' '4 101454')
expect 'perft' 0 "=$counts" '' perft toy 4
expect 'perft --general' 0 "=$counts" '' perft toy 4 --general
expect 'perft --threads' 0 "=$counts" '' perft toy 4 --threads 3
expect 'perft with more threads than work' 0 "=$(lines '1 36' '2 812')" '' perft toy 2 --threads 64
expect 'perft --count turns' 0 "=$counts" '' perft toy 4 --count turns
expect 'perft --count positions' 0 '~^4 [0-9]+$' '' perft toy 4 --count positions
cp "$dir/out" "$dir/one"
expect 'perft --count positions --threads' 0 '~^4 [0-9]+$' '' perft toy 4 --count positions --threads 2
same 'threads do not change the counts' "$dir/one" "$dir/out"
expect 'perft --position' 0 "=$(lines '1 2' '2 1' '3 0')" '' perft toy:4 3 --position 'x.oo x'
expect 'perft when the game is over' 0 '=1 0' '' perft toy 1 --position 'xxxx.... o'
expect 'perft --divide' 0 '~^a[+]b 255$' '' perft toy 3 --divide
cp "$dir/out" "$dir/one"
[ "$(tail -n 1 "$dir/out")" = '3 11970' ] && [ "$(wc -l <"$dir/out")" = 37 ]
result 'perft --divide ends with the total' $?
[ "$(sed '$d' "$dir/out" | awk '{ sum += $2 } END { print sum }')" = 11970 ]
result 'the counts add up to the total' $?
expect 'perft --divide --threads' 0 '*' '' perft toy 3 --divide --threads 2
same 'the same with threads' "$dir/one" "$dir/out"
expect 'perft --divide at depth 1' 0 "=$(lines 'b. 1' 'a-b 1' '1 2')" '' perft toy:4 1 --divide --position 'x.oo x'
expect 'perft --divide in positions' 0 '~^3 11970$' '' perft toy 3 --divide --count positions
for depth in 0 -1 x 1x '' 33 99999999999; do
    rejects "perft to depth '$depth'" 'perft: ' perft toy -- "$depth"
done
rejects 'perft without a depth' 'missing argument; usage: tessera perft GAME DEPTH' perft toy
rejects 'perft in the middle of a turn' 'in the middle of a turn' perft toy 2 --position 'x.xo.... x c'

# --- match and baseline ----------------------------------------------------------------------
fair='--openings 1 --games 4 --nodes 50'
expect 'match' 0 '~^games [0-4] [0-4] [0-4]$' '' match toy --first greedy --second random $fair
for line in 'game toy:8;limit=500' 'first greedy' 'second random' 'score [01][.][0-9]+ from ' 'elo [+-]?[0-9inf.]+ from ' \
    'pairs [0-2] [0-2] [0-2] [0-2] [0-2]' 'forfeits 0 0' 'cut 0 ' 'endings '; do
    fits "$dir/out" "~^$line"
    result "match prints '$line'" $?
done
cp "$dir/out" "$dir/once"
expect 'match with the same seed' 0 '*' '' match toy --second random --concurrency 3 --first greedy $fair
same 'the seed decides, concurrency does not' "$dir/once" "$dir/out"
expect 'match --records' 0 '*' '' match toy --first greedy --second random $fair --records "$dir/games"
same 'records change no result' "$dir/once" "$dir/out"
cp "$dir/games" "$dir/whole"
head -c 300 "$dir/whole" >"$dir/games"
expect 'match --records resumes a match' 0 '*' '' match toy --first greedy --second random $fair --records "$dir/games"
same 'the same games' "$dir/whole" "$dir/games"
same 'the same result' "$dir/once" "$dir/out"
rejects 'another match in the file' 'the file holds another match' \
    match toy --first greedy --second random $fair --records "$dir/games" --seed 2
expect 'a match in which every game crashes fails' 1 '~^endings crash 2$' '~every game ended with a crash' \
    match toy --first engine:false --second engine:false --games 2
lines 'setoption name Hash value 1048576' 'go nodes 10' | runs 0 engine toy --wait &&
    fits "$dir/out" '~^error column 27: Hash takes a whole number from 1 to' && fits "$dir/out" '~^bestmove [a-h]'
result 'the engine rejects a table larger than the memory' $?
expect 'a file that cannot be written' 1 '' '~^tessera: match: ' \
    match toy --first greedy --second random $fair --records "$dir/none/games"
expect 'match --sprt' 0 '~^sprt .* verdict (open|elo0|elo1)$' '' \
    match toy --first plain2 --second random $fair --sprt=-5,5.5
expect 'match with limits' 0 '~^cut 4 ' '' match toy:16 --first random --second random $fair --limit 2
expect 'match with a clock' 0 '~^games ' '' \
    match toy --first max --second random --openings 1 --games 2 --clock 60000+10
expect 'a program that does not exist' 1 '~^games 0 0 2$' '~no ugiok: the program exited with status 127' \
    match toy --first 'engine:/nonexistent/program' --second random --openings 1 --games 2
fits "$dir/out" '~^forfeits 2 0$'
result 'its losses are forfeits' $?
rejects 'match without a player' '--second is missing' match toy --first random
rejects 'match with an unknown player' "unknown player 'best'" match toy --first best --second random
rejects 'match with an invalid setting' 'nodes= takes a whole number' match toy --first max,nodes=x --second random
rejects 'match with two limits' 'exclude each other' match toy --first max --second random --nodes 5 --time 5
rejects 'match with an invalid clock' '--clock takes MS.INC' match toy --first max --second random --clock soon
rejects 'match with an incomplete clock' '--clock takes MS.INC' match toy --first max --second random --clock 5+
rejects 'match with exchanged SPRT bounds' '--sprt takes ELO0,ELO1' match toy --first max --second random --sprt 5,0
rejects 'match with an incomplete SPRT' '--sprt takes ELO0,ELO1' match toy --first max --second random --sprt 5
rejects 'match of an unknown game' 'there is no game' match nope --first random --second random
expect 'baseline' 0 '~^ 1 random +- ' '' baseline toy --games 2 --openings 1 --player random,seed=5 --player max,nodes=50
fits "$dir/out" '~^pairing max,nodes=50 random,seed=5 games [0-2] [0-2] [0-2] cut 0 forfeits 0 0$'
result 'baseline lists pairings' $?
fair='--games 2 --openings 1'
expect 'baseline --records' 0 '*' '' baseline toy $fair --records "$dir/robin"
cp "$dir/out" "$dir/once"
cp "$dir/robin/uct1000-plain2.txt" "$dir/whole"
head -c 150 "$dir/whole" >"$dir/robin/uct1000-plain2.txt"
expect 'baseline --records resumes' 0 '*' '' baseline toy $fair --records "$dir/robin"
same 'the same cross table' "$dir/once" "$dir/out"
same 'the same games of the interrupted pairing' "$dir/whole" "$dir/robin/uct1000-plain2.txt"
rejects 'another round robin in the directory' 'the file holds another match' \
    baseline toy $fair --records "$dir/robin" --seed 2
rejects 'baseline --records in a file' 'cannot create the directory|Not a directory' \
    baseline toy $fair --records "$dir/once/robin"
rejects 'baseline with an unknown player' "unknown player 'best'" baseline toy --player best
rejects 'ladder, the old name of baseline' "unknown player 'best'" ladder toy --player best

# --- bench: usage errors; bench.sh tests its output -----------------------------------------
rejects 'bench of an unknown game' 'there is no game' bench nope
rejects 'bench --signature with a game' '--signature covers all games' bench toy --signature

# --- serve: usage errors; serve.sh tests the server ------------------------------------------
rejects 'serve on an invalid address' 'expected ADDRESS:PORT' serve --listen nonsense
rejects 'serve on a host name' "'example.org' is not a numeric address" serve --listen example.org:80
rejects 'serve on a port that is too large' 'the port must be a number from 0 to 65535' serve --listen 127.0.0.1:65536
rejects 'serve without a port' 'the port must be a number' serve --listen 127.0.0.1:
rejects 'serve on IPv6 without brackets' 'expected ADDRESS:PORT' serve --listen ::1:8080
rejects 'serve on IPv4 in brackets' 'expected ADDRESS:PORT' serve --listen '[127.0.0.1]:80'
rejects 'serve with an argument' "unexpected argument 'toy'" serve toy
rejects '--tables, the old name of --tablebases' '--contest and --tablebases' serve --contest x --tables y
rejects 'the old name counts as the same option' '--tablebases is given twice' serve --tables x --tablebases y
expect 'serve on an address of another machine' 1 '' '~^tessera: serve: cannot listen on 192.0.2.1' \
    serve --listen 192.0.2.1:0

# --- output errors ---------------------------------------------------------------------------
if [ -w /dev/full ]; then
    : >"$dir/out"
    "$tessera" moves toy >/dev/full 2>"$dir/err"
    [ $? = 1 ] && fits "$dir/err" '~^tessera: output: '
    result 'a full disk gives exit status 1 and a message' $?
    "$tessera" perft toy 3 >/dev/full 2>"$dir/err"
    [ $? = 1 ] && fits "$dir/err" '~^tessera: output: '
    result 'a full disk is detected when output is flushed' $?
fi
"$tessera" games >&- 2>"$dir/err"
[ $? = 1 ]
result 'a closed stdout gives exit status 1' $?
# The reader closes the pipe before the first byte is written.
{
    while [ ! -e "$dir/left" ]; do sleep 0.1; done
    "$tessera" moves toy 2>"$dir/err"
    echo $? >"$dir/status"
} | {
    exec <&-
    : >"$dir/left"
}
[ "$(cat "$dir/status")" = 1 ] && [ ! -s "$dir/err" ]
result 'a closed pipe gives exit status 1 without a message' $?
"$tessera" moves nope >/dev/full 2>/dev/null
[ $? = 2 ]
result 'invalid input gives exit status 2 even on a full disk' $?

# --- review ----------------------------------------------------------------------------------
# The start is a draw; a. lets White win (docs/protocol.md, probe).
printf '# a comment\n[Game "toy"]\n[First "Ada"]\n[Second "Bob"]\nc+d a. e. b+f\nresult *\n' >"$dir/lost"
cat "$dir/lost" "$dir/lost" >"$dir/both"
expect 'review' 0 '~^    2  Bob          a\. .* 100%  \.+#  better: ' '' review "$dir/lost"
grep -q '^    2  Bob plays a\. and drops from [4-6][0-9]% to 0%; .* was better$' "$dir/out"
result 'review names the move that lost the game' $?
grep -q '^Ada was ahead from move 2 on' "$dir/out"
result 'review prints since when the game was lost' $?
grep -q '^    2  Bob          a\. ??  ' "$dir/out" && grep -q '^Bob: accuracy [0-9]*%, 0 inaccuracies, 0 mistakes, 1 blunder$' "$dir/out"
result 'review marks the blunder and prints the accuracy' $?
expect 'review --json' 0 '~^{"game":"toy:8","winner":"\*",.*"thresholds":{"inaccuracy":0.05,"mistake":0.1,"blunder":0.2}' '' \
    review "$dir/lost" --json
grep -q '"players":\[{"name":"Ada","accuracy":1,"good":2,.*"number":2,"side":"black","player":1,"move":"a\.",.*"after":0,.*"class":"blunder","best":"[^"]*",.*"line":\["' "$dir/out"
result 'review --json classifies every move' $?
expect 'review --annotate' 0 '~^2\. a\. \?\?$' '' review "$dir/lost" --annotate
cp "$dir/out" "$dir/annotated"
grep -q '^( 2\. ' "$dir/annotated"
result 'review --annotate has a better line' $?
expect 'an annotated record is a record' 0 '~^\( 2\. ' '' convert "$dir/annotated"
cmp -s "$dir/out" "$dir/annotated"
result 'an annotated record is in canonical form' $?
rejects 'review --json --annotate' 'exclude each other' review "$dir/lost" --json --annotate
expect 'review the second of two' 0 '~Bob plays a\.' '' review "$dir/both" --nth 2 --nodes 2000
expect 'review --language' 0 '~^Wendepunkte:$' '' review "$dir/lost" --language de
rejects 'review the third of two' 'there is no game 3: the text holds 2' review "$dir/both" --nth 3
{ cat "$dir/both"; printf '[Game "toy"]\nresult *\n'; sed 's/"Bob"/"Eve"/' "$dir/lost"; } >"$dir/several"
"$tessera" review "$dir/several" --all --nodes 2000 >"$dir/out" 2>"$dir/err" &&
    [ "$(grep -c '^ *[124]  Ada - [BE]' "$dir/out")" = 3 ] && grep -q '^3 games together:$' "$dir/out" &&
    [ "$(tail -n 3 "$dir/out" | sed 's/accuracy [0-9]*%, //; s/^ *//' | tr '\n' ';')" = 'Ada: 0 inaccuracies, 0 mistakes, 0 blunders;Bob: 0 inaccuracies, 0 mistakes, 2 blunders;Eve: 0 inaccuracies, 0 mistakes, 1 blunder;' ] &&
    grep -q 'game 3 is left out: it has no moves' "$dir/err"
result 'review --all sums up the games of a file' $?
[ "$("$tessera" review "$dir/both" --all --nodes 2000 --json | grep -c '^{"game":"toy:8"')" = 2 ] &&
    "$tessera" review "$dir/both" --all --nodes 2000 --annotate >"$dir/annotated" && [ "$(grep -c '^2\. a\. ??$' "$dir/annotated")" = 2 ] &&
    "$tessera" convert "$dir/annotated" --nth 2 >"$dir/out"
result 'review --all prints JSON lines, and records' $?
rejects 'review --all --nth' 'exclude each other' review "$dir/both" --all --nth 1
printf '[Game "toy"]\nresult *\n' >"$dir/empty"
rejects 'review --all of nothing' 'it has no moves' review "$dir/empty" --all
rejects 'review --all of a missing file' 'No such file' review "$dir/none" --all
rejects 'review of a game without moves' 'no moves to review' review "$dir/empty"
rejects 'review of a missing file' 'No such file' review "$dir/none"
printf '[Game "toy"]\na. a.\nresult *\n' >"$dir/wrong"
rejects 'review of a game with an illegal move' 'turn 2: there is a stone on a' review "$dir/wrong"
printf '[Game "toy"]\n[Position ".xo..o.x o"]\n1. a.\nresult *\n' >"$dir/missed"
expect 'puzzles of a game' 0 '=toy:8 1 0 d+e .xo..o.x o' '' puzzles toy --games "$dir/missed" --least 1
expect 'no puzzle in a game' 0 '' '~of 1 game is a puzzle, 0 are undecided' puzzles toy --games "$dir/lost" --least 5 --most 5
printf '[Game "ponte"]\n1. a1,c1\n2. e1,g1\n3. i1,a3\n4. c3,e3\n5. g3,i3\nresult *\n' >"$dir/hard"
expect 'undecided positions end the search' 0 '' '~none of the last 3 positions of 1 game is a puzzle, 3 are undecided' puzzles ponte --games "$dir/hard" --nodes 1
rejects 'puzzles of a missing file' 'No such file' puzzles toy --games "$dir/none"

# --- explorer --------------------------------------------------------------------------------
cat >"$dir/ended" <<'END'
[Game "toy:5"]
1. b+d
2. c+e
3. b-a
4. b.
result black majority 2-3
END
"$tessera" explorer build "$dir/ended" "$dir/wrong" "$dir/none" --output "$dir/book" --nodes 10 >"$dir/out" 2>"$dir/err"
result 'explorer build skips files that it cannot use' $?
grep -q '^games 1$' "$dir/out" && grep -q '^rejected 2$' "$dir/out" && grep -q 'game 1 is not counted' "$dir/err" &&
    grep -q 'No such file' "$dir/err"
result 'explorer build says which' $?
expect 'explorer show' 0 '~^b\+d +1 +0% +0% +100% +- +[0-9]+%  ended 1$' '' explorer show "$dir/book"
expect 'explorer show after moves' 0 '~^a\+c +1 +100%' '' explorer show "$dir/book" b+d
expect 'explorer show of an unknown position' 0 '~does not have this position' '' explorer show "$dir/book" a+b
expect 'explorer show of a built-in book' 0 '~^move +games' '' explorer show "$("$tessera" games --names | head -1)"
learn='--games 3 --nodes 50 --moves 3 --least 1 --verify 100 --seed 4'
# shellcheck disable=SC2086 # several arguments
expect 'explorer learn' 0 '~^games 3$' '' explorer learn toy $learn --output "$dir/learned"
# shellcheck disable=SC2086
"$tessera" explorer learn toy $learn --output "$dir/again" >/dev/null && cmp "$dir/learned" "$dir/again"
result 'explorer learn is repeatable' $?
expect 'explorer learn names its games' 0 '~  self-play, learn toy:8 --games 3 --nodes 50 --moves 3 --least 1 --verify 100 --seed 4, tessera [^ ]* \(commit [0-9a-z]+\+?\)$' '' explorer show "$dir/learned"
for setup in duell duell:king-capture gipf; do
    "$tessera" learn $setup play "$dir/$setup.games" --games 20 --nodes 20 --explore 3 --openings 8 2>/dev/null
done
expect 'learn fits weights to games of two variants' 0 '~^samples [0-9]' '' \
    learn duell fit "$dir/duell.games" "$dir/duell:king-capture.games" --output "$dir/weights"
rejects 'learn fit with another game' 'the games are of another game' learn duell fit "$dir/gipf.games" --output "$dir/weights"
rejects 'explorer learn without games' 'needs --output FILE and --games N' explorer learn toy --output "$dir/book"
rejects 'explorer learn without a game' 'which game' explorer learn --games 1 --output "$dir/book"
rejects 'explorer without a verb' 'missing argument' explorer
rejects 'explorer with an unknown verb' "'tell' is unknown" explorer tell
rejects 'explorer build without a name' 'Pass --output FILE' explorer build "$dir/ended"
rejects 'explorer build without games' 'name files' explorer build --output "$dir/book"
rejects 'explorer build of a missing database' 'No such file' explorer build --data "$dir/none" --output "$dir/book"
rejects 'explorer build of nothing' 'no game was counted' explorer build "$dir/wrong" --output "$dir/other"
rejects 'explorer show of a record' 'not an explorer book' explorer show "$dir/ended"
rejects 'explorer show of a game without a book' 'no explorer book' explorer show toy
rejects 'explorer show with an illegal move' 'move' explorer show "$dir/book" z+z
rejects 'explorer show without a book' 'which book' explorer show

# --- convert ---------------------------------------------------------------------------------
printf '[Game "toy:8"]\n1. c+f\n2. a.\nresult *\n' >"$dir/record"
printf '# the same\n[Game "toy"] c+f\n\n2. a.   result *' >"$dir/loose"
expect 'convert --list' 0 '~^record +read, write +' '' convert --list
expect 'a record becomes a record' 0 "=$(cat "$dir/record")" '' convert "$dir/record"
expect 'convert writes the canonical form' 0 "=$(cat "$dir/record")" '' convert "$dir/loose"
expect 'convert with --from and --to' 0 "=$(cat "$dir/record")" '' convert --from record --to record "$dir/loose"
"$tessera" convert <"$dir/loose" >"$dir/out" 2>"$dir/err" && cmp -s "$dir/out" "$dir/record"
result 'convert reads stdin if no file is given' $?
printf '[Game "diavolo:3"]\n1. u1,1+u2,1\nresult *\n' >"$dir/short"
printf '[Game "diavolo:3"]\n1. 1,1:2,1:1,2+2,1:3,1:2,2\nresult *\n' >"$dir/points"
expect 'convert --to html' 0 '~^<!DOCTYPE html>' '' convert --to html "$dir/record"
grep -q '"turns":\["' "$dir/out" && grep -q 'Content-Security-Policy' "$dir/out" && ! grep -q 'src="' "$dir/out"
result 'the page contains the moves and loads nothing' $?
printf '[Game "toy:8"]\n1. c+f\nresult white resign\n' | "$tessera" convert --to html >"$dir/out" &&
    grep -q '"bots":\["White","Black"\].*"result":"White wins: resign"' "$dir/out"
result 'the page says who won' $?
expect 'convert --to svg' 0 '~^<\?xml' '' convert --to svg "$dir/record"
grep -q '<animate attributeName="visibility".* keyTimes="0;0\.' "$dir/out" && tail -n 1 "$dir/out" | grep -q '</svg>'
result 'the picture is animated and complete' $?
rejects 'a page is not read' 'html is an output format only' convert --from html "$dir/record"
expect 'convert --notation' 0 "=$(cat "$dir/points")" '' convert --notation points "$dir/short"
expect 'convert reads that notation' 0 "=$(cat "$dir/short")" '' convert "$dir/points"
rejects 'an unknown notation' "unknown notation 'dots' of diavolo; --notation takes points" convert --notation dots "$dir/short"
rejects 'a notation for another format' 'ponte-log has its own notation' convert --to ponte-log --notation points "$dir/short"
printf '[Game "toy:8"]\n1. c+f\n2. c.\nresult *\n' >"$dir/bad"
rejects 'a record with an illegal move' 'line 3, column 4: turn 2: ' convert "$dir/bad"
fits "$dir/err" '~^     \^$'
result 'a caret marks the error' $?
rejects 'an empty text' 'stdin: there is no game in this text: it is empty' convert
rejects 'a missing file' "cannot read $dir/nowhere: " convert "$dir/nowhere"
rejects 'a directory' '/: Is a directory' convert /
rejects 'two files' 'unexpected argument' convert "$dir/record" "$dir/record"
rejects 'an unknown format, close to a real one' "'recrod'; did you mean 'record'" convert --from recrod
rejects 'an unknown format, close to none' "'xyzzy'; .tessera convert --list. lists" convert --to xyzzy
rejects '--game with a record' 'a record names its game; naming one is for other formats' convert --game toy "$dir/record"
expect 'the first of one record' 0 "=$(cat "$dir/record")" '' convert --nth 1 "$dir/record"
rejects 'the second of one record' 'there is no game 2: the text holds 1' convert --nth 2 "$dir/record"
head -c 17000000 /dev/zero >"$dir/large"
rejects 'a text that is too long' 'longer than the limit of 16 MiB' convert "$dir/large"
rm "$dir/large"

# Formats of single games; the tests of each format cover the details.
lines W_1_Chess_2,0_2,2 B_2_Change_2,0_2,2 W_3_Chess_0,2_1,3 B_4_Bridge_2,0_2,2 >"$dir/log"
lines '[Game "ponte:contest"]' '1. c10,c8' '2. swap' '3. a8,b7' '4. c10-c8' 'result *' >"$dir/record"
wire='size 10 : 02+22 c 20+31 02-22'
expect 'from a log to a record' 0 "=$(cat "$dir/record")" '' convert --from ponte-log "$dir/log"
expect 'the format is detected' 0 "=$(cat "$dir/record")" '' convert "$dir/log"
expect 'from a record to a log' 0 "=$(cat "$dir/log")" '' convert --to ponte-log "$dir/record"
expect 'from a log to another format' 0 "=$wire" '' convert --from ponte-log --to ponte-wire "$dir/log"
expect 'a log in a variant' 0 '~^.Game "ponte:contest;size=5"' '' \
    convert --from ponte-log --game 'ponte:contest;size=5' "$dir/log"
rejects 'a log in a variant that is too small' 'log: line 3, column 1: x and y go from 0 to 2' \
    convert --from ponte-log --game 'ponte:contest;size=3' "$dir/log"
rejects 'a log in an invalid variant' 'game: size= takes a number' convert --from ponte-log --game ponte:size=99
rejects 'a log as another game' 'ponte-log is a format for ponte, not for toy' \
    convert --from ponte-log --game toy "$dir/log"
rejects 'a record of another game to a log' 'ponte-log is a format for ponte, but this is a game of toy' \
    convert --to ponte-log "$dir/loose"
rejects 'to an input format' 'ponte-data is an input format only' \
    convert --to ponte-data "$dir/record"
lines W_1_Chess_2,0_2,2 B_2_Chess_2,0_3,3 >"$dir/log"
rejects 'a log with an illegal move' \
    'log: line 2, column 1: turn 2: c10 holds a stone' convert --from ponte-log "$dir/log"
lines 'size 4 : 00+20 f' 'size 5 : 00+11 c 44+33' >"$dir/wire"
rejects 'two games in one text' 'line 2, column 1: a second game begins here' \
    convert --from ponte-wire "$dir/wire"
expect 'the second of two games' 0 '~^3. d2,e1$' '' convert --from ponte-wire --nth 2 "$dir/wire"
rejects 'the third of two games' 'there is no game 3: the text holds 2' convert --from ponte-wire --nth 3 "$dir/wire"
lines 'Tile W A 1 Tile W C 1 Done' 'Tile B E 5 Tile B G 6 Done' 'Bridge Bridge_180 C 1' >"$dir/server"
expect 'from the messages of a server' 0 '~^3. a1-c1$' '' convert --from ponte-server "$dir/server"
lines 'game 001 x' '1 L 100 0 0 j10,i10' >"$dir/data"
expect 'from conformance data' 0 '~^1. i10,j10$' '' convert --from ponte-data "$dir/data"
lines '[Game "ponte:official"]' '1. a1,a2' 'result *' >"$dir/record"
rejects 'a game that the format cannot express' 'ponte-log: the contest.s log is for games' \
    convert --to ponte-log "$dir/record"

# --- tablebase -------------------------------------------------------------------------------
expect 'a tablebase is built' 0 '~^value draw$' '' tablebase build toy --folder "$dir/deep/tables" --quiet
expect 'an existing tablebase is not built again' 0 '~^layers 0 built, 1 found$' '' \
    tablebase build toy --folder "$dir/deep/tables" --quiet
expect 'a tablebase is verified' 0 '~^wrong 0$' '' tablebase verify toy --folder "$dir/deep/tables" --quiet
expect 'tables, the old name of tablebase' 0 '~^turn a[+]b draw$' '' tables probe toy --folder "$dir/deep/tables"
grep -q '^  tables ' "$dir/help"
[ $? = 1 ]
result 'help does not list the old name' $?
export TESSERA_TABLES="$dir/deep/tables"
expect 'TESSERA_TABLES, the old name of TESSERA_TABLEBASES' 0 '~^turn a[+]b draw$' '' tablebase probe toy
export TESSERA_TABLEBASES="$dir/nowhere"
rejects 'TESSERA_TABLEBASES overrides the old name' 'no tablebase' tablebase probe toy
unset TESSERA_TABLES TESSERA_TABLEBASES
expect 'a tablebase is probed' 0 '~^turn a[+]b draw$' '' tablebase probe toy --folder "$dir/deep/tables"
printf '\001' | dd of="$dir/deep/tables/toy-8.table" bs=1 seek=500 conv=notrunc 2>"$dir/err"
expect 'a damaged tablebase' 1 '' '~has no complete layer after byte 120; run .tessera tablebase build.' \
    tablebase verify toy --folder "$dir/deep/tables" --quiet
expect 'too little memory' 1 '' '~more positions than fit into the allowed 1 MiB' \
    tablebase build gipf --memory 1 --folder "$dir/rejects" --quiet --force
rmdir "$dir/rejects"
result 'a rejected build leaves no files' $?
expect 'a build that cannot finish is not begun' 1 '' '~not built: it has at least .* far more positions than .* pass --force' \
    tablebase build gipf --folder "$dir/rejects" --quiet --memory 1000000
expect 'a build that needs more memory than allowed' 1 '' '~not built: it has about .* pass a larger --memory, start more ranks \(mpirun\), or pass --force' \
    tablebase build gipf:3,3,8,8 --folder "$dir/rejects" --quiet --memory 64
[ ! -e "$dir/rejects" ]
result 'and makes no directory' $?
expect 'a build prints its estimate' 0 '~^value white$' '~^estimate: about .* positions, less than 1 s, 1 MiB of memory, 1 MiB on disk$' \
    tablebase build gipf:2,3,5,5 --folder "$dir/estimated"
expect 'an estimate' 0 '~^positions [0-9]+$' '' tablebase estimate gipf:3,3,5,5
fits "$dir/out" '~^memory-mib [0-9]+$' && fits "$dir/out" '~^cpu-seconds [0-9.]+$' && fits "$dir/out" '~^file-mib 5[0-9]$'
result 'an estimate has time, memory and file' $?
expect 'an estimate of a large game is a lower bound' 0 '~^positions at least [0-9]+$' '' tablebase estimate gipf
"$tessera" tablebase build gipf --force --folder "$dir/stopped" --quiet >"$dir/out" 2>"$dir/err" &
builder=$!
tries=0
while [ ! -e "$dir/stopped/gipf-4-4-15-15.table" ] && [ $tries -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill -TERM $builder
wait $builder
[ $? = 1 ] && fits "$dir/out" '' && fits "$dir/err" '~stopped' && rmdir "$dir/stopped"
result 'a build that is stopped before its first layer leaves no files' $?
rejects 'tablebase without a game' 'missing argument' tablebase build
rejects 'tablebase with an unknown action' "unknown action 'bulid'" tablebase bulid toy
rejects 'tablebase in a missing directory' 'no tablebase' tablebase probe toy --folder "$dir/nowhere"
rejects 'tablebase with a turn limit' 'limit=9 does not apply' tablebase build 'toy;limit=9' --folder "$dir"

# --- solve, verify, puzzles ------------------------------------------------------------------
expect 'solve prints the value' 0 '~^value white$' '' solve toy:5
head -n 1 "$dir/out" | grep -q '^value '
result 'solve prints the value first' $?
expect 'solve prints the distance' 0 '~^distance 3$' '' solve toy:5
expect 'solve prints a line' 0 '~^line a' '' solve toy:5
expect 'solve with threads' 0 '~^value white$' '' solve toy:5 --threads 2
rejects 'solve without a game' 'missing argument' solve
rejects 'solve with an unknown game' "no game called 'chess'" solve chess
rejects 'solve with a turn limit' 'limit=9 does not apply' solve 'toy:5;limit=9'
rejects 'solve with a limit of 0' "not '0'" solve toy:5 --limit 0
rejects 'solve in the middle of a turn' 'in the middle of a turn' solve toy --position '..x..... x c'
rejects 'solve with a proof in a missing directory' 'nowhere/proof: No such file' solve gipf:2,3,5,5 --proof "$dir/nowhere/proof"
rejects 'a proof for a game without naive rules' 'toy has no naive implementation' solve toy:5 --proof "$dir/unchecked"
[ ! -e "$dir/unchecked" ]
result 'the proof file is not created' $?
expect 'solve writes a proof' 0 '~^value white$' '' solve gipf:2,3,5,5 --proof "$dir/proof"
expect 'verify accepts the proof' 0 '~^verified gipf:2,3,5,5$' '' verify "$dir/proof"
expect 'verify prints the value' 0 '~^value white$' '' verify "$dir/proof"
sed 's/^value white/value black/' "$dir/proof" >"$dir/spoilt"
rejects 'a proof with another value' 'spoilt: line 5: no part proves that black wins' verify "$dir/spoilt"
sed '$d' "$dir/proof" >"$dir/spoilt"
rejects 'a proof without an end' "spoilt: line 7: a line .part ...' or 'end ...' was expected" \
    verify "$dir/spoilt"
expect 'solve stops at its time limit' 3 '~^value unknown$' '~not written: the value is unknown' \
    solve gipf --limit 1 --memory 16 --proof "$dir/none"
fits "$dir/out" '~^reason the time limit of 1 second ended in the search, and no tablebase can be built' &&
    fits "$dir/out" '~^settle unknown: a larger --limit and --memory let the search continue$'
result 'solve says why it gives up' $?
[ ! -e "$dir/none" ]
result 'solve leaves no empty proof file' $?
expect 'solve names the command that settles it' 3 \
    "~^settle tessera solve 'gipf:3,3,6,6' --limit [0-9]+ --memory [0-9]+ .about 247,000,000 positions, .* of memory.$" '' \
    solve gipf:3,3,6,6 --limit 1 --quiet
expect 'solve prints its method' 0 '~^method iterative deepening$' '' solve gipf:3,3,4,4
"$tessera" solve gipf --limit 600 >"$dir/out" 2>"$dir/err" &
solving=$!
tries=0
while [ ! -s "$dir/err" ] && [ $tries -lt 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill -INT $solving
wait $solving
[ $? = 130 ] && fits "$dir/out" '~^value unknown$' && fits "$dir/out" '~^reason interrupted' &&
    fits "$dir/err" '~ positions; limit in '
result 'solve prints a summary when it is interrupted' $?
lines LOAD_GAME_BOARD '3 3 10 10' '7 7 W' 'W_B' '____' 'B___W' '____' 'W_B' SOLVE_GAME_STATE >"$dir/course"
"$tessera" gipf --limit 0 <"$dir/course" >"$dir/out" 2>"$dir/err"
fits "$dir/out" '~^GAME_STATE_NOT_SOLVED$' && [ "$(wc -l <"$dir/err")" = 1 ] &&
    fits "$dir/err" "~tessera solve 'gipf:3,3,10,10;choice=mover' --position 'W_B/____/B___W/____/W_B 7,7 W'"
result 'SOLVE_GAME_STATE says on stderr why it does not answer' $?
# Sanitizers need more address space than these limits.
if (ulimit -v 300000 && "$tessera" --version) >"$dir/out" 2>&1; then
    (ulimit -v 300000 && "$tessera" solve gipf --memory 4096 >"$dir/out" 2>"$dir/err")
    [ $? = 1 ] && fits "$dir/out" '' && fits "$dir/err" '~cannot allocate 4096 MiB; pass a smaller --memory'
    result 'solve without enough address space' $?
    (ulimit -v 300000 && "$tessera" gipf --memory 4096 <"$dir/course" >"$dir/out" 2>"$dir/err")
    fits "$dir/out" '~^GAME_STATE_NOT_SOLVED$' && fits "$dir/err" '~^tessera gipf: not solved: cannot allocate 4096 MiB'
    result 'SOLVE_GAME_STATE without enough address space' $?
    (ulimit -v 50000 && "$tessera" tablebase build gipf:3,3,5,4 --threads 1 --quiet --folder "$dir/starved" >"$dir/out" 2>"$dir/err")
    [ $? = 1 ] && fits "$dir/out" '' && fits "$dir/err" '~no memory left for layer .*; the layers built so far are kept'
    result 'a build without enough address space says so' $?
    expect 'and resumes with what it has' 0 '~^layers [1-9][0-9]* built, [1-9][0-9]* found$' '' \
        tablebase build gipf:3,3,4,4 --threads 1 --quiet --folder "$dir/starved"
    fits "$dir/out" '~^sum 9bef414bc942a348$'
    result 'with the same bytes as an undisturbed build' $?
fi
"$tessera" tablebase build gipf:3,3,4,4 --threads 1 --quiet --folder "$dir/killed" >"$dir/out" 2>"$dir/err" &
builder=$!
tries=0
while [ "$(wc -c 2>/dev/null <"$dir/killed/gipf-3-3-owner.table" || echo 0)" -lt 10000 ] && [ $tries -lt 500 ]; do
    sleep 0.02
    tries=$((tries + 1))
done
kill -KILL $builder 2>/dev/null
wait $builder
expect 'a build that was killed is resumed' 0 '~^layers [0-9]+ built, [1-9][0-9]* found$' '' \
    tablebase build gipf:3,3,4,4 --threads 1 --quiet --folder "$dir/killed"
fits "$dir/out" '~^sum 9bef414bc942a348$'
result 'nothing is lost by the kill' $?
lines 'an old proof' >"$dir/old"
expect 'solve stops at its time limit with an existing proof file' 3 '~^value unknown$' '~not written: the value is unknown' \
    solve gipf --limit 1 --memory 16 --proof "$dir/old"
fits "$dir/old" '=an old proof'
result 'the existing file is unchanged' $?
: >"$dir/empty"
ln -s empty "$dir/link"
expect 'solve with a proof through a symbolic link' 0 '~^value white$' '' solve gipf:2,3,5,5 --proof "$dir/link"
[ -L "$dir/link" ] && cmp -s "$dir/proof" "$dir/empty"
result 'the target of the link gets the proof' $?
mkfifo "$dir/pipe"
cat "$dir/pipe" >"$dir/piped" &
reader=$!
expect 'solve with a proof into a pipe' 0 '~^value white$' '' solve gipf:2,3,5,5 --proof "$dir/pipe"
wait $reader
[ -p "$dir/pipe" ] && cmp -s "$dir/proof" "$dir/piped"
result 'the pipe gets the complete proof and is not removed' $?
# Root may remove a device file; a failed write must not do so.
mknod "$dir/full" c 1 7 2>"$dir/err" && echo x | cat 2>"$dir/err" >"$dir/full"
if [ -c "$dir/full" ] && fits "$dir/err" '~No space left'; then
    expect 'solve with a proof to a full device' 1 '~^value white$' '~full: No space left' \
        solve gipf:2,3,5,5 --proof "$dir/full"
    [ -c "$dir/full" ]
    result 'the device file is not removed' $?
else
    skip 'solve with a proof to a full device' 'cannot create a device file'
fi
for arguments in "solve gipf:2,3,5,5 --proof $dir/over" "tablebase build toy --quiet --folder $dir/over" \
    "match toy --first random --second random --games 2 --records $dir/over"; do
    # shellcheck disable=SC2086 # several arguments
    (ulimit -f 0 && exec "$tessera" $arguments) 2>&1 | cat >"$dir/out"
    fits "$dir/out" '~File too large'
    result "a file that may not grow is rejected: ${arguments%% *}" $?
    find "$dir/over" ! -type d -size +0 >"$dir/out" 2>"$dir/err"
    [ ! -s "$dir/out" ]
    result 'no partial file is left' $?
    rm -rf "$dir/over"
done
rejects 'solve with a directory as proof file' 'Is a directory' solve gipf:2,3,5,5 --proof "$dir"
escape=$(printf '\033')
sed "s/^1 c5-c4/1 c5-c${escape}[2J4/" "$dir/proof" >"$dir/spoilt"
rejects 'escape sequences in a proof are masked' 'line 7: c5-c[?].2J4 is not a legal move here' verify "$dir/spoilt"
rejects 'escape sequences in a name are masked' "no game called '[?].2J'" moves "${escape}[2J"
rejects 'verify of a directory' 'Is a directory' verify "$dir"
rejects 'verify of a missing file' 'No such file' verify "$dir/none"
rejects 'puzzles --check of a directory' 'Is a directory' puzzles --check "$dir"
rejects 'puzzles without a game' 'GAME is missing' puzzles
rejects 'puzzles with --least above --most' 'least 9 is larger than --most 3' puzzles toy --least 9 --most 3
expect 'puzzles finds puzzles' 0 '~^toy' '' puzzles toy --count 3 --least 1
cp "$dir/out" "$dir/first"
expect 'puzzles runs again' 0 '~^toy' '' puzzles toy --count 3 --least 1
cmp -s "$dir/out" "$dir/first"
result 'both runs find the same puzzles' $?
expect '--each limits the puzzles of one length' 0 '~^toy' '' puzzles toy --count 1 --least 1 --each 1
expect 'a puzzle is shown' 0 '~exactly one move wins|Find the move' '' puzzles duell --show 1
! grep -q '^solution' "$dir/out"
result '--show does not print the solution' $?
expect 'a puzzle with its solution' 0 '~^solution ' '' puzzles ponte:contest --show 2 --solution
rejects 'an unknown puzzle number' 'no puzzle 9999' puzzles gipf --show 9999
rejects '--show for a game without puzzles' 'no puzzles for' puzzles toy --show 1
expect 'the puzzles of a game are listed' 0 '~^ +1 +[0-9]+ +[0-9]+  duell$' '' puzzles duell --list
expect 'the puzzles of a variant are listed' 0 '~^ +1 +[0-9]+ +[0-9]+  gipf:standard$' '' puzzles gipf:standard --list
! grep -q 'gipf:4' "$dir/out"
result 'no puzzles of other variants are listed' $?
expect 'a puzzle of a variant' 0 '~^game gipf:standard$' '' puzzles gipf:standard --show 1
rejects '--show for a variant without puzzles' 'no puzzles for ponte:open' puzzles ponte:open --show 1
rejects '--list for a game without puzzles' 'no puzzles for' puzzles toy --list
rejects '--every without --check' '--every needs --check' puzzles gipf --every 2
rejects '--solution without --show' '--solution needs --show' puzzles gipf --solution
expect 'a puzzle is played' 0 '~ is human, .* is engine|is engine[^,]*, .* is human' '' play gipf --puzzle 1 --line
expect 'play --puzzle prints the task' 0 '~to move wins within' '' play gipf --puzzle 1 --line
solution=$("$tessera" puzzles gipf --show 1 --solution | sed -n 's/^solution //p')
lines "$solution" quit | "$tessera" play gipf --puzzle 1 --line >"$dir/out" 2>"$dir/err" &&
    grep -q "^Right: $solution\\." "$dir/out"
result 'play --puzzle says that the solution is right' $?
lines a1-b2 quit | "$tessera" play gipf --puzzle 1 --line >"$dir/out" 2>"$dir/err" &&
    [ "$solution" != a1-b2 ] && grep -q '^a1-b2 is not the solution\.' "$dir/out"
result 'play --puzzle says that another move is wrong' $?
rejects 'a puzzle and a position' 'do not combine it with --position' play gipf --puzzle 1 --position 'x' --line
rejects 'play with an unknown puzzle number' 'no puzzle 9999' play gipf --puzzle 9999 --line
rejects 'play --puzzle without a game' 'GAME is missing' play --puzzle 1 --line
lines 'gipf:2,3,5,5 1 0 c5-c4 WB/B_W/WB 2,2 W' >"$dir/puzzles"
rejects 'a puzzle with several solutions' 'puzzles: line 1: there is not exactly one winning move' \
    puzzles --check "$dir/puzzles"

conclude

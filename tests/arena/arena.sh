#!/bin/sh
# arena.sh TESSERA SOURCES - contests from the command line, and every way to call them wrongly.
#
# SOURCES is the folder tests/jail of this project.  Prints TAP.
[ $# = 2 ] || { echo 'usage: arena.sh TESSERA SOURCES' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
tessera=$(realpath "$program")
sources=$2
strategy=$sources/../../sdk/starters/strategy.c
prefix=arena

# cells FOLDER COLUMNS - these columns of all games, sorted.
games_of() {
    "$tessera" arena report "$1" --csv games | tr -d '\r' | cut -d, -f"$2" | tail -n +2 | sort
}

# --- calling it wrongly ---

refused 'no verb' 'something is missing' 
refused 'a slip' "there is no 'rnu'; is it 'run'" rnu x
refused 'no such verb' 'there is no .dance.; there are new, init, add' dance x
refused 'no folder' 'something is missing: tessera arena run DIR' run
refused 'a word too many' "'y' is one word too many" run x y
refused 'an option of another verb' 'csv is not for .arena run' run x --csv games
refused 'no contest' 'holds no contest' run "$dir/none"
refused 'no contest to report' 'holds no contest' report "$dir/none"
refused 'nobody to stop' 'nobody runs the contest' stop "$dir/none"
refused 'init without a game' 'game is missing' init "$dir/c"
refused 'init with no game of ours' 'there is no game' init "$dir/c" --game chess
refused 'init with a name that is too long' 'name has from 1 to' init "$dir/c" --game toy \
    --name "$(printf '%0300d' 0)"
refused 'init with a name that is longer than a file' 'the name is too long' init "$dir/c" --game toy \
    --name "$(printf '%070000d' 0)"
[ ! -e "$dir/c" ]
verdict 'and nothing is left of it' $?
refused 'check without a game' 'check needs --game GAME or --contest DIR' check "$sources/guest.c"
refused 'check of nothing' 'No such file' check "$dir/none.c" --game toy

# --- a contest of our own players ---

expect 'init' 0 '~contest.toml is ready' '' init "$dir/c" --game toy --name 'An evening'
refused 'init twice' 'is there already' init "$dir/c" --game toy
refused 'run without bots' 'a contest needs two bots' run "$dir/c"
expect 'add random' 0 '~random takes part' '' add "$dir/c" --player random
refused 'add the same name' "there is a bot 'random' already" add "$dir/c" --player random
cp "$dir/c/contest.toml" "$dir/before"
: >"$dir/twin.py"
: >"$dir/twin.js"
refused 'two files of one name' "twin.py and .*twin.js would both be called 'twin'" add "$dir/c" "$dir/twin.py" "$dir/twin.js"
cmp -s "$dir/before" "$dir/c/contest.toml"
verdict 'and neither of them is taken' $?
refused 'add nobody' 'there is no player' add "$dir/c" --player nobody
refused 'add nothing' 'something is missing' add "$dir/c"
refused 'add a file that is not there' 'No such file' add "$dir/c" "$dir/none.c" --kind c
refused 'add a strategy for a game without such a contest' 'there is no such contest of toy' add \
    "$dir/c" "$strategy" --kind files
[ ! -e "$dir/c/bots" ]
verdict 'and nothing is left of it' $?
expect 'add another' 0 '~other takes part' '' add "$dir/c" --player random,seed=7 --name other
expect 'add a third' 0 '~greedy takes part' '' add "$dir/c" --player greedy
expect 'a report before anything' 0 '~3 bots, 0 games' '' report "$dir/c"
refused 'resume before anything' 'nothing was played' resume "$dir/c"
sed -i 's/^games = 2 .*/games = 4/; s/^openings = 0 .*/openings = 1/' "$dir/c/contest.toml"
# A run that was killed before it had made its tables, and a file that is something else.
mkdir "$dir/c/.arena" && : >"$dir/c/.arena/games.db"
expect 'a report of an empty file' 1 '' '~the store in .*/c/.arena cannot be used: no such table' report "$dir/c"
echo 'This is not a file of tables, and it is long enough to see that at once.' >"$dir/c/.arena/games.db"
expect 'a report of another file' 1 '' '~cannot be used: file is not a database' report "$dir/c"
expect 'a run with another file' 1 '' '~cannot be used: file is not a database' run "$dir/c"
: >"$dir/c/.arena/games.db"

expect 'run some' 0 '~An evening: round-robin of toy.*, 3 bots, 5 games' '~Stopped after 5 games' \
    run "$dir/c" --games 5
expect 'resume to the end' 0 '~3 bots, 12 games' '~The contest is over: 12 games' resume "$dir/c"
expect 'run again: nothing to do' 0 '~3 bots, 12 games' '~The contest is over: 12 games' run "$dir/c"
[ "$(games_of "$dir/c" 2-5 | uniq | wc -l)" = 12 ]
verdict 'twelve different games' $?

cp -r "$dir/c" "$dir/d"
rm -r "$dir/d/.arena"
"$tessera" arena run "$dir/d" --workers 1 >"$dir/out" 2>"$dir/err"
games_of "$dir/c" 2-6,9,11 >"$dir/a"
games_of "$dir/d" 2-6,9,11 >"$dir/b"
cmp -s "$dir/a" "$dir/b"
verdict 'the same games with other workers and without a pause' $?

expect 'csv' 0 '~^1,.*,builtin,1,' '' report "$dir/c" --csv ranking
expect 'cross table' 0 '~^bot,' '' report "$dir/c" --csv cross
expect 'json' 0 '~"contest":"An evening","game":"toy' '' report "$dir/c" --json
expect 'one game' 0 '~^result ' '' report "$dir/c" --show 3
refused 'no such game' 'there is no game 99' report "$dir/c" --show 99
expect 'sprt' 0 '~^sprt .* verdict (open|elo0|elo1)' '' report "$dir/c" --sprt greedy,random,0,50
refused 'sprt of nobody' "there is no bot 'zoe'" report "$dir/c" --sprt greedy,zoe,0,50
refused 'sprt the wrong way round' 'the lower first' report "$dir/c" --sprt greedy,random,50,0
refused 'two reports at once' 'exclude each other' report "$dir/c" --json --csv games

expect 'remove' 0 '~other does not take part' '' remove "$dir/c" other
refused 'remove nobody' "there is no bot 'other'" remove "$dir/c" other
expect 'those who left do not count' 0 '~2 bots, 4 games \(and 8 of bots that have left\)' '*' \
    run "$dir/c"
expect 'come back' 0 '*' '' add "$dir/c" --player random,seed=7 --name other
expect 'who comes back begins anew' 0 '~3 bots, 12 games \(and 8 of' '~The contest is over: 12 games \(and 8 of bots that have left\)\.$' run "$dir/c"
expect 'leave' 0 '*' '' remove "$dir/c" other
expect 'come back changed, and no run between' 0 '*' '' add "$dir/c" --player random,seed=8 --name other
expect 'the old games do not count' 0 '~3 bots, 4 games \(and 16 of' '' report "$dir/c"
expect 'and it begins anew' 0 '~3 bots, 12 games \(and 16 of' '*' run "$dir/c"

sed -i 's/^seed = 1 .*/seed = 2/' "$dir/c/contest.toml"
refused 'another seed' 'seed is 2 in contest.toml, but 28 games were played with 1' run "$dir/c"
sed -i 's/^seed = 2/seed = 1/; s/^turn_ms = 5000/turn_ms = 50/' "$dir/c/contest.toml"
refused 'another limit' 'turn_ms is 50 in contest.toml, but 28 games were played with 5000' run "$dir/c"
sed -i 's/^turn_ms = 50/turn_ms = 5000/; s/^#memory_mb = 256/memory_mb = 99/' "$dir/c/contest.toml"
refused 'a limit that was not set' 'memory_mb is 99 in .*, but 28 games were played with not set' run "$dir/c"
sed -i 's/^memory_mb/#memory_mb/; s/^format.*/fromat = "swiss"/' "$dir/c/contest.toml"
refused 'a broken file' "line [0-9]+: .contest. has no setting 'fromat'" run "$dir/c"

# --- formats ---

for format in double-round-robin gauntlet swiss knockout ladder; do
    "$tessera" arena init "$dir/$format" --game toy --format $format >/dev/null
    for n in 1 2 3 4 5; do
        "$tessera" arena add "$dir/$format" --player random,seed=$n --name r$n >/dev/null
    done
done
expect 'double round robin' 0 '~5 bots, 40 games' '~over: 40' run "$dir/double-round-robin"
expect 'gauntlet' 0 '~5 bots, 8 games' '~over: 8' run "$dir/gauntlet"
! games_of "$dir/gauntlet" 4,5 | grep -qv r1
verdict 'r1 is in every game of the gauntlet' $?
expect 'swiss in parts' 0 '*' '~Stopped after 7' run "$dir/swiss" --games 7
expect 'swiss' 0 '~5 bots, 20 games' '~over: 20' resume "$dir/swiss"
expect 'knockout' 0 '~5 bots, ' '~The contest is over' run "$dir/knockout"
refused 'too late for a knockout' 'has begun' add "$dir/knockout" --player random
expect 'a ladder has no end' 0 '~5 bots, 30 games' '~Stopped after 30' run "$dir/ladder" --games 30
expect 'a ladder takes newcomers' 0 '*' '' add "$dir/ladder" --player greedy
expect 'and goes on' 0 '~6 bots, 60 games' '~Stopped after 60' resume "$dir/ladder" --games 30

# --- two at once, and stopping ---

"$tessera" arena run "$dir/ladder" >"$dir/run.out" 2>"$dir/run.err" &
runner=$!
tries=0
until "$tessera" arena report "$dir/ladder" | grep -q running || [ $tries = 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
refused 'a second run' 'is running already' run "$dir/ladder"
refused 'add while it runs' 'is running' add "$dir/ladder" --player greedy --name late
refused 'remove while it runs' 'is running' remove "$dir/ladder" r1
expect 'stop' 0 '~^stopped' '' stop "$dir/ladder"
wait $runner
[ $? = 0 ] && grep -q 'Stopped after' "$dir/run.err"
verdict 'the run ended well' $?
refused 'stop twice' 'nobody runs' stop "$dir/ladder"

# --- strangers ---

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
bot broken 'this is no C'

mkdir "$dir/anna" "$dir/bert"
cp "$dir/broken.c" "$dir/anna/bot.c"
cp "$dir/good.c" "$dir/bert/bot.c"
"$tessera" arena init "$dir/f" --game toy >/dev/null
expect 'two files of one name' 0 '~anna takes part' '' add "$dir/f" "$dir/anna/bot.c" --name anna
expect 'each gets its own' 0 '~bert takes part' '' add "$dir/f" "$dir/bert/bot.c" --name bert
cmp -s "$dir/anna/bot.c" "$dir/f/bots/anna.c" && cmp -s "$dir/bert/bot.c" "$dir/f/bots/bert.c"
verdict 'and they are theirs' $?
expect 'one of them leaves' 0 '*' '' remove "$dir/f" anna
cp "$dir/good.c" "$dir/anna/bot.c"
expect 'and comes back repaired' 0 '~anna takes part' '' add "$dir/f" "$dir/anna/bot.c" --name anna
cmp -s "$dir/good.c" "$dir/f/bots/anna.c" && [ "$(ls -A "$dir/f/bots" | wc -l)" = 2 ]
verdict 'the new file is there, and nothing else' $?
sed 's/"anna"/"zoe"/' "$dir/f/contest.toml" >"$dir/f/new.toml" && mv "$dir/f/new.toml" "$dir/f/contest.toml"
refused 'the file of another bot' 'is the file of another bot already' add "$dir/f" "$dir/good.c" --name anna

"$tessera" arena init "$dir/s" --game toy --format gauntlet >/dev/null
sed -i 's/^games = .*/games = 1/; s/^turn_ms = .*/turn_ms = 1500/; s/^#memory_mb.*/memory_mb = 64/' \
    "$dir/s/contest.toml"
"$tessera" arena add "$dir/s" --player random --name host >/dev/null
refused 'a kind that cannot be guessed' 'of which kind is it' add "$dir/s" "$strategy"
expect 'add strangers' 0 '~broken takes part' '' add "$dir/s" "$dir/good.c" "$dir/illegal.c" \
    "$dir/nothing.c" "$dir/crash.c" "$dir/leaves.c" "$dir/busy.c" "$dir/asleep.c" \
    "$dir/chatter.c" "$dir/flood.c" "$dir/hungry.c" "$sources/good/ugi_toy.c" "$dir/broken.c"
expect 'run with strangers' 0 '~13 bots, 12 games' '~broken loses all of its games: it does not compile' \
    run "$dir/s"
"$tessera" arena report "$dir/s" --csv games | tr -d '\r' >"$dir/games"

loses() { # NAME VERDICT
    cp "$dir/games" "$dir/out"
    grep -Eq "^[0-9]+,1,1,.*,$2,$1," "$dir/games"
    verdict "$1 loses by $2" $?
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
verdict 'good plays to the end' $?
grep -Eq ',(ugi_toy,host|host,ugi_toy),[^,]*,rules,' "$dir/games"
verdict 'a program that speaks the engine protocol does, too' $?
id=$(grep ,illegal,illegal, "$dir/games" | cut -d, -f1)
expect 'a loss is told with its last words' 0 '~^# its last words on stderr: my last words' '' report "$dir/s" --show "$id"
cp "$dir/out" "$dir/loss"
"$tessera" convert "$dir/loss" >"$dir/out" 2>"$dir/err"
verdict 'and all of that is a record' $?
expect 'all games as records' 0 '' '' report "$dir/s" --records "$dir/all.txt"
[ "$(grep -c '^\[Game ' "$dir/all.txt")" = 12 ] && [ "$(grep -c '^# lost by' "$dir/all.txt")" = 10 ]
verdict 'twelve, and ten of them lost by something else than the rules' $?
refused 'records and a table' 'exclude each other' report "$dir/s" --records - --json

echo 'int changed;' >>"$dir/s/bots/good.c"
refused 'a bot that has changed' "bot 'good' has changed since its first game" run "$dir/s"

# --- what is handed in ---

# A folder may stand for a file; the author may have put anything there.
"$tessera" arena init "$dir/h" --game toy >/dev/null
sed -i 's/^games = .*/games = 1/' "$dir/h/contest.toml"
cp "$dir/h/contest.toml" "$dir/before"
mkdir "$dir/in" "$dir/in/fold" "$dir/in/fold/lib" "$dir/in/odd" "$dir/in/bare"
mkfifo "$dir/in/pipe.py" "$dir/in/odd/pipe.py"
echo 'the organiser wants to keep this' >"$dir/secret"
ln -s "$dir/secret" "$dir/in/link.py"
truncate -s 9000000000 "$dir/in/huge.py"
refused 'a pipe' 'pipe.py is neither a file nor a folder' add "$dir/h" "$dir/in/pipe.py"
refused 'a pipe to check' 'pipe.py is neither a file nor a folder' check "$dir/in/pipe.py" --game toy
refused 'a link to what is not theirs' 'link.py is a symbolic link' add "$dir/h" "$dir/in/link.py"
refused 'a very large file' 'huge.py is larger than 64 MiB' add "$dir/h" "$dir/in/huge.py"
refused 'a pipe in a folder' 'odd/pipe.py is neither a file nor a folder' add "$dir/h" "$dir/in/odd" --kind json
ln -s "$dir/secret" "$dir/in/bare/main.py"
refused 'a link in a folder' 'bare/main.py is a symbolic link' add "$dir/h" "$dir/in/bare" --kind json
cmp -s "$dir/before" "$dir/h/contest.toml" && [ ! -e "$dir/h/bots" ]
verdict 'nothing of them is taken' $?
rm "$dir/in/bare/main.py" "$dir/in/huge.py"
cp "$dir/good.c" "$dir/in/fold/main.c"
sed -i 's/100/COUNT/; 1s/^/#include "lib\/count.h"\n/' "$dir/in/fold/main.c"
echo '#define COUNT 50' >"$dir/in/fold/lib/count.h"
expect 'a folder' 0 '~^fold takes part \(c\)' '' add "$dir/h" "$dir/in/fold"
expect 'a folder with nothing in it' 0 '~^bare takes part' '' add "$dir/h" "$dir/in/bare" --kind c
"$tessera" arena add "$dir/h" --player random >/dev/null
expect 'stops nobody else' 0 '~3 bots, 3 games' '~bare loses all of its games: its folder holds no .c file' \
    run "$dir/h"
games_of "$dir/h" 4,5,7 >"$dir/out"
grep -Eq '^(fold,random|random,fold),rules$' "$dir/out"
verdict 'and the folder plays' $?
echo '#define COUNT 60' >"$dir/h/bots/fold/lib/count.h"
refused 'a change deep in a folder is seen' "bot 'fold' has changed since its first game" run "$dir/h"
expect 'the folder leaves' 0 '*' '' remove "$dir/h" fold
rm "$dir/in/fold/lib/count.h"
sed -i '1d; s/COUNT/70/' "$dir/in/fold/main.c"
expect 'and comes back without its header' 0 '*' '' add "$dir/h" "$dir/in/fold"
[ ! -e "$dir/h/bots/fold/lib/count.h" ] && [ -e "$dir/h/bots/fold/main.c" ]
verdict 'nothing of the old one is left' $?

# Several at once: each reads the list of bots and writes it anew.
"$tessera" arena init "$dir/m" --game toy >/dev/null
for n in 1 2 3 4 5 6 7 8; do
    "$tessera" arena add "$dir/m" --player random,seed=$n --name r$n >/dev/null &
done
wait
cp "$dir/m/contest.toml" "$dir/out"
[ "$(grep -c '^name = "r[1-8]"' "$dir/m/contest.toml")" = 8 ]
verdict 'eight that join at once are eight' $?

# --- the contest's files ---

"$tessera" arena init "$dir/p" --game 'ponte:contest;size=10' >/dev/null
expect 'add a strategy' 0 '*' '' add "$dir/p" "$strategy" --kind files
expect 'add one of our own' 0 '*' '' add "$dir/p" --player random
expect 'add a function' 0 '*' '' add "$dir/p" "$dir/good.c"
sed -i 's/^games = .*/games = 1/' \
    "$dir/p/contest.toml"
expect 'a contest with a strategy' 0 '~3 bots, 3 games' '~over: 3' run "$dir/p"
[ "$(games_of "$dir/p" 7 | uniq)" = rules ]
verdict 'all games were decided by the rules' $?

# --- without a jail ---

"$tessera" arena init "$dir/u" --game toy >/dev/null
"$tessera" arena add "$dir/u" --player random >/dev/null
"$tessera" arena add "$dir/u" "$dir/good.c" >/dev/null
expect 'run without a jail' 0 '~NO JAIL' '~NO JAIL: the bots can do whatever you can' run "$dir/u" \
    --unsafe-no-jail
expect 'every report says so' 0 '~NO JAIL' '' report "$dir/u"
expect 'in JSON, too' 0 '~"unsafe":true' '' report "$dir/u" --json
[ "$(games_of "$dir/u" 7 | uniq)" = rules ]
verdict 'its games are games' $?

# --- new ---

(cd "$dir" && mkdir new && cd new && "$tessera" arena new a.c && "$tessera" arena new b.py && "$tessera" arena new c.js) >"$dir/out" 2>"$dir/err"
cmp -s "$dir/new/a.c" "$sources/../../sdk/starters/starter.c" && cmp -s "$dir/new/b.py" "$sources/../../sdk/starters/starter.py" &&
    cmp -s "$dir/new/c.js" "$sources/../../sdk/starters/starter.js" && cmp -s "$dir/new/tessera_bot.h" "$sources/../../sdk/tessera_bot.h"
verdict 'a bot to begin with, in three languages' $?
expect 'a strategy of the contest' 0 '~tessera arena check .*d.c --kind files --game GAME' '' new "$dir/new/d.c" --kind files
cmp -s "$dir/new/d.c" "$strategy"
verdict 'it is one' $?
echo mine >"$dir/new/a.c"
refused 'nothing is written over' 'a.c is there already' new "$dir/new/a.c"
[ "$(cat "$dir/new/a.c")" = mine ]
verdict 'and nothing was' $?
refused 'no such language' 'there is none in that language; there are .c, .py and .js' new "$dir/new/e.rs"
refused 'no such kind' 'there is none of that kind' new "$dir/new/f.py" --kind files
expect 'nowhere to write' 1 '' '~No such file or directory' new "$dir/nowhere/a.py"

# --- check ---

expect 'check a good one' 0 '~This bot will be accepted' '' check "$dir/good.c" --game toy
expect 'check a strategy' 0 '~This bot will be accepted' '' check "$strategy" \
    --kind files --game ponte --games 1
expect 'check one that plays illegal turns' 1 '~FAIL .*lost by illegal: .nowhere' '' check \
    "$dir/illegal.c" --game toy
expect 'check one that crashes' 1 '~FAIL .*lost by crash: .*signal 6' '' check "$dir/crash.c" --game toy
cat >"$dir/wild.c" <<'END'
#include "tessera_bot.h"
#include <stdlib.h>
static int judge(const int *table, int i)
{
    return table[(long)i * 100000000];
}
void bot_turn(const BotPosition *p, BotTurn *t)
{
    const BotTurns *all = bot_turns(p, "", 10);
    int            *table = calloc(10, sizeof *table);
    bot_play(t, all->turn[judge(table, all->count)]);
}
END
expect 'check one that goes astray' 1 '~FAIL .*lost by crash: .*signal 11' '' check "$dir/wild.c" --game toy --games 1
grep -q '^ *judge at wild.c:5$' "$dir/out" && grep -q '^ *bot_turn at wild.c:11$' "$dir/out"
verdict 'it is told where' $?
printf '#!/bin/sh\necho ugiok\n' >"$dir/shell" && chmod +x "$dir/shell"
expect 'check a script of the shell' 1 '~FAIL  builds: it is a script, and the jail has no interpreter' '' check \
    "$dir/shell" --kind ugi --game toy
printf 'import sys\nprint("one\\n\\ntwo\\033", file=sys.stderr)\nchoose()\n' >"$dir/typo.py"
expect 'check one that ends with many words' 1 '~^          NameError: name .choose. is not' '' check \
    "$dir/typo.py" --game toy --games 1
grep -A 3 'its last words on stderr:$' "$dir/out" | tr '\n' '|' | grep -q ':|          one||          two?|'
verdict 'they stand in lines, and nothing in them does harm' $?
expect 'check one that does not compile' 1 '~FAIL  builds: it does not compile: broken.c:7:5: error: ' '' check \
    "$dir/broken.c" --game toy
expect 'check within a contest' 1 '~FAIL .*lost by silence' '' check "$dir/asleep.c" \
    --contest "$dir/s" --games 1
expect 'check against a stronger one' 0 '~plays: 2 games against greedy \(won' '' check "$dir/good.c" \
    --game toy --player greedy --records "$dir/games.txt" --log "$dir/words.txt"
[ "$(grep -c '^\[Game "toy' "$dir/games.txt")" = 4 ] && grep -q '^\[First "good"\]' "$dir/games.txt" &&
    grep -Eq '^1\. .* \{[0-9]+ ms\}$' "$dir/games.txt" && grep -q '^== game 4 against itself' "$dir/words.txt"
verdict 'its games are kept, with the time of each turn, and what it said' $?
"$tessera" review "$dir/games.txt" --nth 3 >"$dir/out" 2>"$dir/err"
verdict 'they can be gone over' $?
"$tessera" arena check "$dir/typo.py" --game toy --games 1 --log "$dir/out" >/dev/null
grep -q "^NameError: name 'choose' is not" "$dir/out" && grep -q '^two?$' "$dir/out"
verdict 'all of its words are kept, and nothing in them does harm' $?
refused 'check against nobody' 'there is no player' check "$dir/good.c" --game toy --player nobody
refused 'check against a program' 'add both to a contest' check "$dir/good.c" --game toy --player engine:true
refused 'check a strategy for a game without such a contest' 'there is no such contest' check \
    "$strategy" --kind files --game toy

conclude

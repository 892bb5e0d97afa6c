#!/bin/sh
# guide_html.sh GUIDE_HTML - test the program that writes the guides as HTML.  Prints TAP.
[ $# = 1 ] || { echo 'usage: guide_html.sh GUIDE_HTML' >&2; exit 2; }
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
need_program "$1"
guide_html=$program
shown='err'

# written NAME MARKDOWN HTML - HTML is looked for as a whole line.
written() {
    printf '%b' "$2" >"$dir/x.md"
    "$guide_html" "$dir" toy "$dir/x.md" 2>"$dir/err" && grep -qxF -- "$3" "$dir/toy.x.html"
    result "$1" $?
}

# refused NAME MARKDOWN PATTERN - nothing is written, and PATTERN is looked for in the error.
refused() {
    rm -f "$dir/toy.x.html"
    printf '%b' "$2" >"$dir/x.md"
    "$guide_html" "$dir" toy "$dir/x.md" 2>"$dir/err"
    [ $? = 1 ] && [ ! -e "$dir/toy.x.html" ] && grep -q -- "$3" "$dir/err"
    result "$1" $?
}

written 'a paragraph' 'a **b** `c`\n' '<p>a <strong>b</strong> <code>c</code></p>'
written 'special characters are escaped' 'a < b & "c"\n' '<p>a &lt; b &amp; &quot;c&quot;</p>'
written 'a figure' '![a `b`](guide-1.svg "board:toy?turn=c+f&turn=b.")\n' \
    '<figure class="example"><!--board:toy?turn=c+f&turn=b.--><figcaption>'
written 'two figures, one per line' '![a](guide-1.svg "board:toy")\n![b](guide-2.svg "board:toy:5")\n' \
    '<figure class="example"><!--board:toy:5--><figcaption>'
written 'the caption of a figure' '![a `b`](guide-1.svg "board:toy")\n' 'a <code>b</code>'
written 'a table can scroll' '| a |\n| --- |\n| b |\n' '<div class="table">'
written 'a link becomes its text' 'a [b](../c.md) d\n' '<p>a b d</p>'
written 'a link to another site also shows its address' '[b](https://example.org/)\n' '<p>b (https://example.org/)</p>'
written 'a link that is its address shows it once' '<https://example.org/>\n' '<p>https://example.org/</p>'
written 'a link that is a script becomes its text' '[b](javascript:alert)\n' '<p>b</p>'
refused 'raw HTML between words' 'a <b>c</b>\n' ':1: raw HTML'
refused 'a block of raw HTML' 'a\n\n<script>\nb\n</script>\n' ':3: raw HTML'
refused 'a comment that looks like an example' '<!--board:toy-->\n' 'raw HTML'
refused 'a picture without an example' '![a](b.png)\n' 'expected a figure'
refused 'a picture between words' 'a ![b](guide-1.svg "board:toy")\n' 'alone on its line'
refused 'an example that would end its comment' '![a](b.svg "board:--><b>")\n' 'expected a figure'
"$guide_html" "$dir" toy "$dir/nothing.md" 2>"$dir/err"
[ $? = 1 ] && [ -s "$dir/err" ]
result 'a missing file' $?
"$guide_html" "$dir" toy "$dir/x.txt" 2>"$dir/err"
[ $? = 2 ] && [ -s "$dir/err" ]
result 'a file that is not Markdown' $?
conclude

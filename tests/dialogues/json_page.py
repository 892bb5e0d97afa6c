#!/usr/bin/env python3
"""json_page.py TESSERA PAGE [COMMAND | -COMMAND] - run the examples of docs/json.md and compare.

Prints TAP.  With COMMAND, only its examples run; with -COMMAND, all others.  An example is a block ```console whose first line is `$ tessera ...`; a block ```text NAME
is a file that examples read.  The examples run in this order in one new directory.  Keys and types must
be those of the page, and so must all values but those that depend on the machine, on the search or on
how many texts a game has.  An array of the page holds the first elements of the real one, all of which
must have a shape that the page shows.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

VARIES = {
    # time, memory and the jail
    'seconds', 'cpu_seconds', 'memory_mib', 'file_mib', 'ms_per_move', 'slowest_ms', 'text',
    # what the search finds and how fast
    'nodes', 'before', 'after', 'best', 'turning_point', 'signature', 'instance',
    # what depends on the evaluation, and is computed in floating point
    'samples', 'loss_before', 'loss_of_model',
    # texts and tests of the games
    'summary', 'puzzles', 'perft_rows', 'golden_games', 'guides', 'facets',
}


def kind(value):
    """The type of a value; whole and other numbers are alike, because 0.5 may also be 0 or null."""
    if isinstance(value, bool):
        return 'boolean'
    if isinstance(value, (int, float)):
        return 'number'
    return type(value).__name__


def shape(value):
    """The keys and types of a value, as something that can be compared."""
    if isinstance(value, dict):
        return tuple(sorted((key, shape(part)) for key, part in value.items()))
    return kind(value)


def differences(shown, got, where, varies=False):
    """Yield what differs, as sentences."""
    if kind(shown) != kind(got):
        yield f'{where}: the page has a {kind(shown)}, the program prints a {kind(got)}'
    elif isinstance(shown, dict):
        if list(shown) != list(got):
            yield f'{where}: the page has the keys {list(shown)}, the program prints {list(got)}'
            return
        for key in shown:
            fickle = varies or key in VARIES or (key == 'value' and 'metric' in shown)
            yield from differences(shown[key], got[key], f'{where}.{key}', fickle)
    elif isinstance(shown, list):
        yield from list_differences(shown, got, where, varies)
    elif shown != got and not varies:
        yield f'{where}: the page has {shown!r}, the program prints {got!r}'


def list_differences(shown, got, where, varies):
    if len(got) < len(shown) or (got and not shown):
        yield f'{where}: the page shows {len(shown)} elements, the program prints {len(got)}'
        return
    for number, (one, other) in enumerate(zip(shown, got)):
        yield from differences(one, other, f'{where}[{number}]', varies)
    # A key that not every element has, such as `result`, is listed in the text of the page.
    known = {key for element in shown if isinstance(element, dict) for key in element}
    for number, element in enumerate(got[len(shown):], len(shown)):
        if isinstance(element, dict) and not known <= set(element):
            yield f'{where}[{number}]: the keys {sorted(known - set(element))} are missing'
        elif not isinstance(element, dict) and shape(element) not in map(shape, shown):
            yield f'{where}[{number}]: its type is not that of the page'


def blocks(page):
    """Yield the kind of each fenced block and its text."""
    for match in re.finditer(r'^```([^\n]+)\n(.*?)^```$', page, re.M | re.S):
        yield match.group(1), match.group(2)


def check(program, command, shown, folder):
    """Run one example.  Return a list of sentences, empty if all is well."""
    environment = dict(os.environ, LC_ALL='C.UTF-8', TESSERA=program)
    done = subprocess.run(['sh', '-c', re.sub(r'^tessera ', '"$TESSERA" ', command)], cwd=folder,
                          env=environment, capture_output=True, text=True, check=False)
    if 'this machine cannot jail a program' in done.stderr:
        return []
    if done.returncode != 0:
        return [f'exit status {done.returncode}: {done.stderr.strip()}']
    try:
        got = json.loads(done.stdout)
    except ValueError as why:
        return [f'this is not JSON: {why}']
    return list(differences(json.loads(shown), got, 'the value'))


def commands_with_json(program):
    """Return the commands whose help has --json."""
    said = subprocess.run([program, 'help'], capture_output=True, text=True, check=True).stdout
    for word in re.findall(r'^  ([a-z]+) ', said, re.M):
        about = subprocess.run([program, 'help', word], capture_output=True, text=True, check=True)
        if re.search(r'^  --json\b', about.stdout, re.M):
            yield word


def is_wanted(command, choice):
    word = command.split()[1]
    return not choice or (word != choice[1:] if choice.startswith('-') else word == choice)


def main():
    program, page = os.path.abspath(sys.argv[1]), open(sys.argv[2], encoding='utf-8').read()
    choice = sys.argv[3] if len(sys.argv) > 3 else ''
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for label, text in blocks(page):
            if label.startswith('text '):
                with open(os.path.join(folder, label[5:]), 'w', encoding='utf-8') as file:
                    file.write(text)
            elif label == 'console':
                first, rest = text.split('\n', 1)
                command = first.removeprefix('$ ')
                if is_wanted(command, choice):
                    results.append((command, check(program, command, rest, folder)))
    for word in commands_with_json(program) if choice.startswith('-') else ():
        missing = [] if re.search(rf'^\$ tessera {word} |tessera {word} report', page, re.M) else ['no example']
        results.append((f'the page has an example of {word} --json', missing))
    for number, (name, wrong) in enumerate(results, 1):
        print(f'{"not " if wrong else ""}ok {number} - {name}')
        for sentence in wrong:
            print(f'# {sentence}')
    print(f'1..{len(results)}')
    return 1 if not results or any(wrong for _, wrong in results) else 0


if __name__ == '__main__':
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.split('\n', maxsplit=1)[0])
    sys.exit(main())

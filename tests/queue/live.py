#!/usr/bin/env python3
"""live.py TESSERA [PART OF A NAME] - the live page of a contest in PostgreSQL, whose games workers play.

Prints TAP.
"""
import http.client
import json
import os
import re
import signal
import sys

sys.dont_write_bytecode = True  # nothing is written into the source tree
from contest import job_of, join, make, stop, take, worker
from kit import PATIENCE, main, wait_for

LIVE = 'SELECT count(*) FROM tessera.progress'


class Page:
    """A server with the live page of a contest."""

    def __init__(self, tessera, contest, *args, folder=None):
        """`folder` is for temporary files."""
        self.process = tessera.start('serve', '--listen', '127.0.0.1:0', '--contest', contest, *args,
                                     prefix=['env', 'TMPDIR=' + folder] if folder else [])
        self.tessera = tessera
        line = self.process.stdout.readline()
        found = re.search(r':(\d+)/', line)
        if not found:
            raise AssertionError('the server did not start: ' + line + self.process.stderr.read())
        self.port = int(found.group(1))

    def get(self, target):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=PATIENCE)
        try:
            connection.request('GET', target)
            reply = connection.getresponse()
            text = reply.read().decode()
        finally:
            connection.close()
        assert reply.status == 200, '%s: %d' % (target, reply.status)
        return text

    def state(self):
        return json.loads(self.get('/state'))

    def wait(self, what, condition):
        """Wait for a state of the page; return it."""
        found = [None]

        def holds():
            found[0] = self.state()
            return condition(found[0])
        try:
            wait_for(what, holds)
        except AssertionError as error:
            raise AssertionError('%s; the page has %s' % (error, json.dumps(found[0])[:2000])) from error
        return found[0]

    def stop(self):
        """Return what it wrote to stderr."""
        self.process.terminate()
        return self.tessera.finish(self.process)[1]


def slow(tessera, folder, seconds, **more):
    """A contest between two programs that think so long about every move."""
    contest = make(tessera, folder, programs=['anna.py'], players=[], **more)
    path = os.path.join(contest, 'anna.py')
    tessera.run('arena', 'remove', contest, 'anna')
    with open(path) as file:
        text = file.read()
    text, count = re.subn(r'(?m)^( *)(.*choose\(\).*)$', r'\1__import__("time").sleep(%s)\n\1\2' % seconds, text)
    assert count >= 1, text
    for name in ('anna', 'berta'):
        with open(os.path.join(contest, name + '.py'), 'w') as file:
            file.write(text)
        tessera.run('arena', 'add', contest, os.path.join(contest, name + '.py'), '--kind', 'json')
    return contest


def points(ranking, name='bot'):
    return {row[name]: (row['points'], row['games']) for row in ranking}


def test_the_page_reads_the_database(pg, tessera, folder):
    """From before the first game to after the last one, with one command, which leaves nothing behind."""
    contest = make(tessera, os.path.join(folder, 'read'), 'games = 10\ndatabase = "%s"' % pg.url())
    temporary = pg.scratch('temporary')
    page = Page(tessera, contest, folder=temporary)
    state = page.state()
    assert (state['finished'], state['running'], len(state['ranking'])) == (0, False, 3), state
    waiting = tessera.start('arena', 'run', contest)
    page.wait('the run', lambda state: state['running'] and state['total'] == 30)
    process = worker(tessera, pg)
    tessera.finish(waiting)
    stop(tessera, process)
    state = page.wait('the end', lambda state: state['finished'] == 30 and not state['running'])
    assert state['total'] == 30 and state['playing'] == [] and 'away_ms' not in state, state
    # The ranking may be computed less often than the rest.
    report = json.loads(tessera.run('arena', 'report', 'read', '--json', '--database', pg.url()).stdout)
    wanted = points(report['ranking'], 'title')
    page.wait('the ranking', lambda state: points(state['ranking']) == wanted)
    assert len(re.findall('aria-label="Replay game', page.get('/report'))) == 30
    # Any machine shows it by its name.
    other = Page(tessera, 'read', '--database', pg.url())
    assert points(other.state()['ranking']) == wanted and sum(games for _, games in wanted.values()) == 60
    assert other.stop() == ''
    assert os.listdir(temporary) == []
    page.process.kill()
    page.process.wait()
    assert os.listdir(temporary) == []


def test_boards_under_way(pg, tessera, folder):
    contest = slow(tessera, os.path.join(folder, 'slow'), 0.3, settings='games = 4\nopenings = 1')
    waiting = tessera.start('arena', 'run', contest, '--database', pg.url())
    job_of(pg, 'slow')
    page = Page(tessera, 'slow', '--database', pg.url())
    workers = [worker(tessera, pg, '--slots', '1', '--name', name) for name in ('one', 'two')]
    state = page.wait('two boards', lambda state: len(state['playing']) == 2)
    boards = state['playing']
    assert sorted(board['machine'] for board in boards) == ['one', 'two'], boards
    assert all({board['first'], board['second']} == {'anna', 'berta'} for board in boards), boards
    assert all(board['board'].startswith('<svg') and max(board['clock_ms']) <= 5000 for board in boards), boards
    assert all(board['began_ms'] <= board['updated_ms'] <= state['now_ms'] for board in boards), boards
    places = {(board['round'], board['number']): board['turns'] for board in boards}
    page.wait('a move', lambda state: any(board['turns'] > places.get((board['round'], board['number']), 999)
                                          for board in state['playing']))
    # A worker that is killed shows nothing when its lease has ended.
    workers[0].kill()
    workers[0].wait()
    page.wait('one board', lambda state: [board['machine'] for board in state['playing']] == ['two'])
    tessera.finish(waiting)
    stop(tessera, workers[1])
    page.wait('the end', lambda state: state['finished'] == 4 and state['playing'] == [] and not state['running'])
    assert pg.sql(LIVE) == [['0']]
    assert page.stop() == ''


def test_only_the_holder_shows(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'held'), 'games = 2', players=['random', 'greedy'])
    waiting = tessera.start('arena', 'run', contest, '--database', pg.url())
    job = job_of(pg, 'held')
    pg.sql('CREATE ROLE watcher LOGIN')
    tessera.run('queue', 'grant', 'watcher', '--database', pg.url())
    mine, other = join(pg, job, user='watcher'), join(pg, job, user='watcher')

    def show(secret, attempt, data="'x'"):
        pg.sql("SELECT tessera.show('%s', %s, 0, %s, %s)" % (secret, job, attempt, data), user='watcher')
        return pg.sql('SELECT attempt, left(data, 5) FROM tessera.progress')
    number, attempt = take(pg, mine, user='watcher')
    assert number == '0'
    assert show(other, attempt) == [] and show(mine, int(attempt) - 1) == [] and show(mine, int(attempt) + 1) == []
    assert show(mine, attempt, "repeat('x', 65537)") == []
    assert show(mine, attempt) == [[attempt, 'x']] and show(mine, attempt, "'y'") == [[attempt, 'y']]
    # However the lease ends.
    ends = ["SELECT tessera.give_back('%s', %s, 0, %s, NULL)", "SELECT tessera.give_back('%s', %s, 0, %s, 'why')",
            "SELECT tessera.leave_queue('%s') -- %s %s", "SELECT tessera.finish('%s', %s, 0, %s, 'x')"]
    for end in ends:
        pg.sql(end % (mine, job, attempt), user='watcher')
        assert show(mine, attempt) == [], end
        if end != ends[-1]:
            number, attempt = take(pg, mine, user='watcher')
            assert number == '0' and show(mine, attempt) == [[attempt, 'x']], end
    wait_for('the rejection', lambda: pg.sql('SELECT count(*) FROM tessera.results WHERE job = %s' % job) == [['0']])
    number, attempt = take(pg, mine, user='watcher')
    assert show(mine, attempt) == [[attempt, 'x']]
    pg.sql('UPDATE tessera.tasks SET lease_until = now() WHERE job = %s AND state = 1' % job)
    taken = take(pg, other, user='watcher')
    assert pg.sql(LIVE) == [['0']] and taken == ['0', str(int(attempt) + 1)], taken
    assert show(mine, attempt) == [] and show(other, taken[1]) == [[taken[1], 'x']]
    for statement in ('SELECT * FROM tessera.progress', 'DELETE FROM tessera.progress'):
        try:
            pg.sql(statement, user='watcher')
            raise AssertionError('a worker may: ' + statement)
        except RuntimeError as error:
            assert 'permission denied' in str(error), error
    waiting.send_signal(signal.SIGINT)
    tessera.finish(waiting)
    tessera.run('queue', 'remove', job, '--database', pg.url())
    assert pg.sql(LIVE) == [['0']]


def test_only_legal_games_are_shown(pg, tessera, folder):
    """Whatever a worker shows is replayed by the rules."""
    contest = make(tessera, os.path.join(folder, 'lies'), 'games = 2', players=['random', 'greedy'])
    waiting = tessera.start('arena', 'run', contest, '--database', pg.url())
    job = job_of(pg, 'lies')
    page = Page(tessera, 'lies', '--database', pg.url())
    secret = join(pg, job)
    number, attempt = take(pg, secret)
    right = 'played 5000 100\nclocks -1 7000\n'
    path = os.path.join(folder, 'record')
    tessera.run('match', 'toy:12', '--first', 'random', '--second', 'random', '--games', '1', '--records', path)
    with open(path) as file:
        moves = [line.split()[1] + '\n' for line in file if re.match(r'\d+\. ', line)]
    assert len(moves) >= 3, moves

    def show(data):
        pg.sql("SELECT tessera.show('%s', %s, %s, %s, $lie$%s$lie$)" % (secret, job, number, attempt, data))
    lies = ['', 'nonsense', right + 'a+a\n', right + moves[0] + 'pass\n', right + ''.join(moves[1:2]) * 2,
            right.replace('5000', '-5') + moves[0], right.replace('-1', 'x') + moves[0], right + moves[0].strip(),
            right + '[Game "toy:5"]\n', right + moves[0] + '{ a comment }\n', right + 'x' * 60000 + '\n']
    for lie in lies:
        show(right + moves[0])
        state = page.wait('a board', lambda state: len(state['playing']) == 1)
        board = state['playing'][0]
        assert (board['turns'], board['last'] + '\n', board['clock_ms']) == (1, moves[0], [-1, 7000]), board
        assert 5000 <= board['updated_ms'] - board['began_ms'] <= 5000, board
        assert 100 <= state['now_ms'] - board['updated_ms'] <= 100000, board
        show(lie)
        page.wait('no board after ' + lie[:60], lambda state: state['playing'] == [])
    show(right)
    page.wait('a board without moves', lambda state: [board['turns'] for board in state['playing']] == [0])
    page.stop()
    waiting.send_signal(signal.SIGINT)
    tessera.finish(waiting)
    tessera.run('queue', 'remove', job, '--database', pg.url())


def test_the_database_goes_and_comes_back(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'gone'), 'games = 4', players=['random', 'greedy'])
    process = worker(tessera, pg)
    wait_for('the worker', lambda: tessera.workers(pg.url()))
    tessera.run('arena', 'run', contest, '--games', '2', '--database', pg.url())
    page = Page(tessera, 'gone', '--database', pg.url())
    assert page.state()['finished'] == 2
    pg.kill()
    state = page.wait('the outage', lambda state: 'away_ms' in state)
    assert state['finished'] == 2 and state['away_ms'] >= 3000, state
    pg.start()
    page.wait('the database', lambda state: 'away_ms' not in state)
    wait_for('the worker', lambda: [row for row in tessera.workers(pg.url()) if row['state'] != 'silent'])
    tessera.run('arena', 'run', contest, '--database', pg.url())
    stop(tessera, process)
    page.wait('the other games', lambda state: state['finished'] == 4)
    # Another contest of the same name takes its place.
    tessera.run('queue', 'forget', 'gone', '--database', pg.url())
    page.wait('nothing', lambda state: state['finished'] == 0)
    other = make(tessera, os.path.join(pg.scratch('again'), 'gone'), 'games = 2', players=['random', 'greedy', 'greedy'])
    tessera.run('arena', 'run', other)
    tessera.run('arena', 'export', other, '--database', pg.url())
    page.wait('the other contest', lambda state: state['finished'] == 6 and len(state['ranking']) == 3)
    err = page.stop()
    assert 'cannot read the contest, trying again' in err and 'reading the contest again' in err, err


def test_a_signal_right_after_the_address(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'signal'), players=['random', 'greedy'])
    for _ in range(10):
        assert Page(tessera, contest).stop() == ''


def test_wrong_use(pg, tessera, folder):
    contest = make(tessera, os.path.join(folder, 'wrong'), players=['random', 'greedy'])
    for args, status, text in ((['nobody', '--database', pg.url()], 2, "no contest named 'nobody'"),
                               (['nobody', '--database', 'host=%s port=1' % pg.folder], 1, 'connection to server'),
                               ([contest, '--database', pg.url(), '--submissions'], 2, 'needs the directory'),
                               ([contest, '--data', folder], 2, '--contest and --data exclude')):
        error = tessera.run('serve', '--listen', '127.0.0.1:0', '--contest', *args, status=status).stderr
        assert text in error, error


if __name__ == '__main__':
    sys.exit(main('live.py', globals()))

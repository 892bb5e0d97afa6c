#!/usr/bin/env python3
"""shared.py TESSERA [PART OF A NAME] - several web servers on one PostgreSQL database, which this test starts.

Prints TAP.
"""
import concurrent.futures
import os
import shutil
import signal
import socket
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'queue'))
from kit import main, wait_for
from shared_kit import Rejected, Server, Stream, any_move, ask, create, move

TWO_PEOPLE = [{'kind': 'human'}, {'kind': 'open'}]
AGAINST_ENGINE = [{'kind': 'human'}, {'kind': 'engine', 'level': 1}]
WITHOUT_BOOK = 'duell:king-capture'  # from an opening book the engine would reply at once
MOVES = 12


class Pair:
    """Two servers on one database, and their streams."""

    def __init__(self, pg, tessera, **options):
        self.pg, self.tessera, self.options = pg, tessera, options
        self.servers = [self.start(), self.start()]
        self.streams = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for stream in self.streams:
            stream.close()
        for server in self.servers:
            server.stop()

    def start(self):
        return Server(self.tessera, self.pg.url(), **self.options)

    def watch(self, number, table, token=None, others=()):
        """A stream of a server, which goes on at the other ones if that one is lost."""
        ports = [self.servers[i].port for i in (number, *others)]
        stream = Stream(ports, table, token)
        self.streams.append(stream)
        return stream


def people(pair):
    """A game of two people, one at each server; its id and the tokens."""
    first, second = (server.port for server in pair.servers)
    made = create(first, 'duell', TWO_PEOPLE)
    joined = ask(second, '/api/tables/%s/join' % made['table'], {'invitation': made['invitation']})
    return made['table'], [made['tokens'][0], joined['token']]


def play(ports, table, tokens, count):
    """Play some moves; each player asks the next of the ports."""
    for i in range(count):
        port = ports[i % len(ports)]
        shown = ask(port, '/api/tables/' + table)
        move(port, table, tokens[shown['holders'][shown['side']]], shown['turn'], any_move(port, shown))


def all_arrived(streams, version):
    wait_for('the events', lambda: all(stream.last >= version for stream in streams))
    for stream in streams:
        stream.check()
        assert stream.last == version, (stream.last, version)


def version_of(port, table):
    return ask(port, '/api/tables/' + table)['version']


def test_players_at_two_servers(pg, tessera, _):
    with Pair(pg, tessera) as pair:
        ports = [server.port for server in pair.servers]
        table, tokens = people(pair)
        streams = [pair.watch(0, table, tokens[0]), pair.watch(1, table, tokens[1]),
                   pair.watch(0, table), pair.watch(1, table)]
        play(ports, table, tokens, MOVES)
        all_arrived(streams, version_of(ports[0], table))
        for stream in streams:
            assert stream.count('turn') == MOVES, stream.events
            assert stream.resyncs == 0, stream.resyncs
        # Each server sees the clients of both: nobody is away, so nobody can claim the win.
        for port in ports:
            wait_for('presence', lambda: all(seat['here'] for seat in ask(port, '/api/tables/' + table)['seats']))
            assert ask(port, '/api/tables/' + table)['spectators'] == 2
        pair.streams[1].close()
        for port in ports:
            wait_for('absence', lambda: not ask(port, '/api/tables/' + table)['seats'][1]['here'])
        # A server that never saw the table knows how long the player has been away.
        time.sleep(1.1)
        pair.servers.append(pair.start())
        assert ask(pair.servers[2].port, '/api/tables/' + table)['seats'][1]['away'] >= 1000


def test_no_answer_is_old(pg, tessera, _):
    """Every request may go to another server."""
    with Pair(pg, tessera) as pair:
        ports = [server.port for server in pair.servers]
        table, tokens = people(pair)
        play(ports, table, tokens, 20)
        shown = [ask(port, '/api/tables/' + table) for port in ports]
        assert shown[0]['turn'] == shown[1]['turn'] == 20
        assert shown[0]['moves'] == shown[1]['moves']
        # Two servers with the same move: one of them is accepted.
        token, words = tokens[shown[0]['holders'][shown[0]['side']]], any_move(ports[0], shown[0])
        move(ports[1], table, token, 20, words)
        try:
            move(ports[0], table, token, 20, words)
            raise AssertionError('a move was played twice')
        except Rejected as error:
            assert error.code == 409, error
        assert ask(ports[0], '/api/tables/' + table)['turn'] == 21


def test_races(pg, tessera, _):
    """The same move at both servers at the same time, and offers in between: each change counts once."""
    with Pair(pg, tessera) as pair, concurrent.futures.ThreadPoolExecutor(4) as pool:
        ports = [server.port for server in pair.servers]
        table, tokens = people(pair)
        streams = [pair.watch(0, table), pair.watch(1, table)]
        for turn in range(15):
            shown = ask(ports[0], '/api/tables/' + table)
            token, words = tokens[shown['holders'][shown['side']]], any_move(ports[0], shown)
            attempts = [pool.submit(result_of, move, port, table, token, turn, words) for port in ports]
            attempts += [pool.submit(result_of, ask, port, '/api/tables/%s/draw' % table, {'token': tokens[0]}) for port in ports]
            codes = [attempt.result() for attempt in attempts]
            assert sorted(codes[:2]) == [200, 409], codes
            assert all(code in (200, 409) for code in codes), codes
        shown = ask(ports[1], '/api/tables/' + table)
        assert shown['turn'] == 15 and shown['result'] is None
        all_arrived(streams, shown['version'])
        assert [stream.count('turn') for stream in streams] == [15, 15]


def result_of(function, *args):
    """The status of a request."""
    try:
        function(*args)
        return 200
    except Rejected as error:
        return error.code


def test_challenges(pg, tessera, _):
    with Pair(pg, tessera, more=['--challenge-time', '10']) as pair:
        ports = [server.port for server in pair.servers]
        made = create(ports[0], 'duell', TWO_PEOPLE, listed=True)
        listed = lambda port: [row['id'] for row in ask(port, '/api/tables?list=open')]
        assert listed(ports[1]) == [made['table']]
        creator = pair.watch(0, made['table'], made['tokens'][0])
        joined = ask(ports[1], '/api/tables/%s/accept' % made['table'], {'name': 'Bo'})
        assert joined['side'] == 1 and listed(ports[0]) == []
        all_arrived([creator], 2)
        # One whose creator is at the other server stays; when the creator leaves, it goes everywhere.
        made = create(ports[0], 'duell', TWO_PEOPLE, listed=True)
        creator = pair.watch(0, made['table'], made['tokens'][0])
        time.sleep(12)
        assert listed(ports[1]) == [made['table']]
        creator.close()
        wait_for('the end of the challenge', lambda: listed(ports[1]) == [] and listed(ports[0]) == [])


def test_killed_server(pg, tessera, _):
    """A game goes on at the other server, and the engine's reply comes."""
    with Pair(pg, tessera) as pair:
        ports = [server.port for server in pair.servers]
        # Level 0: a fixed time per move, long enough for the kill.
        made = create(ports[0], WITHOUT_BOOK, [{'kind': 'human'}, {'kind': 'engine', 'time': 3000}])
        table, token = made['table'], made['tokens'][0]
        streams = [pair.watch(0, table, token, others=[1]), pair.watch(1, table)]
        shown = ask(ports[0], '/api/tables/' + table)
        assert shown['holders'][shown['side']] == 0
        move(ports[0], table, token, 0, any_move(ports[0], shown))
        pair.servers[0].kill()
        wait_for('the reply', lambda: ask(ports[1], '/api/tables/' + table)['turn'] == 2)
        all_arrived(streams, version_of(ports[1], table))
        shown = ask(ports[1], '/api/tables/' + table)
        move(ports[1], table, token, 2, any_move(ports[1], shown))
        wait_for('the next reply', lambda: ask(ports[1], '/api/tables/' + table)['turn'] == 4)
        all_arrived(streams, version_of(ports[1], table))


def test_thoughts(pg, tessera, _):
    """Clients of the other server see what the engine thinks."""
    with Pair(pg, tessera) as pair:
        ports = [server.port for server in pair.servers]
        made = create(ports[0], WITHOUT_BOOK, [{'kind': 'human'}, {'kind': 'engine', 'time': 30000}])
        stream = pair.watch(1, made['table'])
        wait_for('presence', lambda: ask(ports[0], '/api/tables/' + made['table'])['spectators'] == 1)
        move(ports[0], made['table'], made['tokens'][0], 0, any_move(ports[0], ask(ports[0], '/api/tables/' + made['table'])))
        wait_for('a thought', lambda: 'thinking' in stream.transient)


def test_nobody_watches(pg, tessera, _):
    """Other servers find the tables of a dead one: engines that are to move, and clocks that run out."""
    with Pair(pg, tessera) as pair:
        ports = [server.port for server in pair.servers]
        made = create(ports[0], WITHOUT_BOOK, [{'kind': 'human'}, {'kind': 'engine', 'time': 5000}])
        timed = create(ports[0], 'duell', [{'kind': 'human'}] * 2, clock={'main': 60000, 'increment': 0})
        move(ports[0], made['table'], made['tokens'][0], 0, any_move(ports[0], ask(ports[0], '/api/tables/' + made['table'])))
        move(ports[0], timed['table'], timed['tokens'][0], 0, any_move(ports[0], ask(ports[0], '/api/tables/' + timed['table'])))
        pair.servers[0].kill()
        wait_for('the reply', lambda: pg.sql("SELECT version FROM tessera_web.tables WHERE id = '%s'" % made['table']) == [['3']])
        pg.sql("UPDATE tessera_web.tables SET saved = saved - interval '1 minute', flag = flag - interval '1 minute'")
        wait_for('the flag', lambda: pg.sql("SELECT over FROM tessera_web.tables WHERE id = '%s'" % timed['table']) == [['t']])
        assert ask(ports[1], '/api/tables/' + timed['table'])['result']['reason'] == 'time'


def test_cut_connections(pg, tessera, _):
    with Pair(pg, tessera) as pair:
        ports = [server.port for server in pair.servers]
        table, tokens = people(pair)
        streams = [pair.watch(0, table), pair.watch(1, table)]
        for _ in range(4):
            play(ports[:1], table, tokens, 2)
            pg.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tessera'")
            wait_for('a connection', lambda: is_up(ports[0]) and is_up(ports[1]))
            play(ports, table, tokens, 2)
        all_arrived(streams, version_of(ports[0], table))
        assert [stream.count('turn') for stream in streams] == [16, 16]


def is_up(port):
    try:
        return ask(port, '/healthz', raw=True) == 'ok\n' and ask(port, '/api/tables?limit=1') is not None
    except (Rejected, OSError):
        return False


def test_database_away(pg, tessera, _):
    """No answer is a success while the database is away, and afterwards nothing is lost."""
    with Pair(pg, tessera) as pair:
        ports = [server.port for server in pair.servers]
        table, tokens = people(pair)
        streams = [pair.watch(0, table, others=[0]), pair.watch(1, table, others=[1])]
        play(ports, table, tokens, 4)
        shown = ask(ports[0], '/api/tables/' + table)
        token, words = tokens[shown['holders'][shown['side']]], any_move(ports[0], shown)
        pg.kill()
        for port in ports:
            try:
                move(port, table, token, 4, words)
                raise AssertionError('a move was accepted without a database')
            except Rejected as error:
                assert error.code == 503 and error.key == 'database-away', error
            for target in ('/api/tables/' + table, '/api/tables?list=live', '/api/studies/0123456789abcdef'):
                try:
                    ask(port, target)
                    raise AssertionError('an answer without a database')
                except Rejected as error:
                    assert error.code == 503, error
        pg.start()
        wait_for('a connection', lambda: is_up(ports[0]) and is_up(ports[1]))
        assert ask(ports[0], '/api/tables/' + table)['turn'] == 4
        play(ports, table, tokens, 4)
        all_arrived(streams, version_of(ports[0], table))
        assert [stream.count('turn') for stream in streams] == [8, 8]


def test_clocks(pg, tessera, _):
    """A clock runs on at every server, but not while no server lives."""
    with Pair(pg, tessera) as pair:
        ports = [server.port for server in pair.servers]
        made = create(ports[0], 'duell', [{'kind': 'human'}] * 2, clock={'main': 600000, 'increment': 0})
        table = '/api/tables/' + made['table']
        time.sleep(1.5)
        left = [ask(port, table)['seats'][0]['clock'] for port in ports]
        assert all(clock <= 598500 for clock in left) and abs(left[0] - left[1]) < 60000, left
        for server in pair.servers:
            server.stop()
        pg.sql("UPDATE tessera_web.servers SET seen = seen - interval '1 hour'")
        pg.sql("UPDATE tessera_web.tables SET saved = saved - interval '1 hour', flag = flag - interval '1 hour'")
        pair.servers.append(pair.start())
        left = ask(pair.servers[2].port, table)['seats'][0]['clock']
        assert 480000 < left <= 598500, left


def test_rematch(pg, tessera, _):
    with Pair(pg, tessera) as pair:
        ports = [server.port for server in pair.servers]
        table, tokens = people(pair)
        ask(ports[0], '/api/tables/%s/resign' % table, {'token': tokens[0]})
        assert ask(ports[0], '/api/tables/%s/rematch' % table, {'token': tokens[0]}) == {}
        made = ask(ports[1], '/api/tables/%s/rematch' % table, {'token': tokens[1]})
        again = ask(ports[0], '/api/tables/%s/rematch' % table, {'token': tokens[0]})
        assert made == again and made['table'], (made, again)
        shown = ask(ports[0], '/api/tables/' + made['table'])
        move(ports[0], made['table'], tokens[1], 0, any_move(ports[0], shown))


def test_behind_nginx(pg, tessera, _):
    """The proxy chooses a server for each request, and goes on without one that was killed."""
    program = next((path for path in ('/usr/sbin/nginx', shutil.which('nginx')) if path and os.path.exists(path)), None)
    if program is None:
        return 'nginx is not installed; tools/install-deps proxies installs it'
    with Pair(pg, tessera, more=['--trusted-proxy', '127.0.0.1']) as pair, socket.socket() as found:
        found.bind(('127.0.0.1', 0))
        port = found.getsockname()[1]
        found.close()
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'proxy.sh')
        proxy = subprocess.Popen([script, ','.join(str(server.port) for server in pair.servers), str(port)],
                                 env={**os.environ, 'PROXY_KIND': 'nginx', 'PROXY_PROGRAM': program})
        try:
            wait_for('the proxy', lambda: is_up(port))
            made = create(port, 'duell', TWO_PEOPLE)
            joined = ask(port, '/api/tables/%s/join' % made['table'], {'invitation': made['invitation']})
            table, tokens = made['table'], [made['tokens'][0], joined['token']]
            streams = [Stream([port, port], table, token) for token in (*tokens, None, None)]
            pair.streams += streams
            play([port], table, tokens, 10)
            pair.servers[0].kill()
            play([port], table, tokens, 10)
            all_arrived(streams, version_of(port, table))
            assert [stream.count('turn') for stream in streams] == [20] * 4
            assert any(stream.connections > 1 for stream in streams)
        finally:
            proxy.terminate()
            proxy.wait()
    return None


def test_stopped_database(pg, tessera, _):
    """A database that is there and does not answer blocks no server for long."""
    with Pair(pg, tessera) as pair:
        ports = [server.port for server in pair.servers]
        table, tokens = people(pair)
        streams = [pair.watch(0, table, others=[0]), pair.watch(1, table, others=[1])]
        play(ports, table, tokens, 2)
        pids = [row[0] for row in pg.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'tessera'")]
        for pid in pids:
            os.kill(int(pid), signal.SIGSTOP)
        try:
            for port in ports:  # they answer: late, at once, or after a new connection
                try:
                    ask(port, '/api/tables/' + table)
                except Rejected as error:
                    assert error.code == 503, error
            wait_for('new connections', lambda: is_up(ports[0]) and is_up(ports[1]))
            try:
                play(ports[:1], table, tokens, 2)
            except Rejected as error:  # a process that was stopped holds the lock of the table
                assert error.code == 503, error
        finally:
            for pid in pids:
                os.kill(int(pid), signal.SIGCONT)
        wait_for('the end of the old connections', lambda: not pg.sql(
            'SELECT pid FROM pg_stat_activity WHERE pid IN (%s)' % ', '.join(pids)))
        wait_for('new connections', lambda: is_up(ports[0]) and is_up(ports[1]))
        play(ports, table, tokens, 6 - ask(ports[0], '/api/tables/' + table)['turn'])
        all_arrived(streams, version_of(ports[0], table))
        assert [stream.count('turn') for stream in streams] == [6, 6]


def test_reviews(pg, tessera, _):
    with Pair(pg, tessera) as pair:
        first, second = (server.port for server in pair.servers)
        table, tokens = people(pair)
        play([first, second], table, tokens, 2)
        record = ask(first, '/api/tables/%s/record' % table, raw=True)
        path = '/api/reviews/' + ask(first, '/api/reviews', {'text': record})['review']
        wait_for('the review', lambda: ask(second, path)['review'])
        assert ask(second, path) == ask(first, path)
        assert ask(second, path + '/cancel', {}) == {}
        for port in (first, second):
            wait_for('the end of the review', lambda: result_of(ask, port, path) == 404)


def test_redo(pg, tessera, _):
    """What one server took back, another one can play again; it also knows what was declined."""
    with Pair(pg, tessera) as pair:
        first, second = (server.port for server in pair.servers)
        made = create(first, 'duell', [{'kind': 'human'}] * 2)
        table, tokens = made['table'], made['tokens']
        play([first], table, tokens, 3)
        moves = ask(first, '/api/tables/' + table)['moves']
        for port in (first, second):
            ask(port, '/api/tables/%s/take-back' % table, {'token': tokens[0]})
        assert ask(second, '/api/tables/' + table)['turn'] == 1
        for port in (first, second):
            ask(port, '/api/tables/%s/redo' % table, {'token': tokens[0]})
        assert ask(first, '/api/tables/' + table)['moves'] == moves
        table, tokens = people(pair)
        ask(first, '/api/tables/%s/draw' % table, {'token': tokens[0]})
        ask(first, '/api/tables/%s/decline' % table, {'token': tokens[1]})
        assert ask(second, '/api/tables/' + table)['declined'] == {'what': 'draw', 'by': 1}


def test_studies(pg, tessera, _):
    with Pair(pg, tessera) as pair:
        first, second = (server.port for server in pair.servers)
        made = create(first, 'duell', TWO_PEOPLE)
        record = ask(first, '/api/tables/%s/record' % made['table'], raw=True)
        study = ask(first, '/api/studies', {'text': record})
        assert ask(second, '/api/studies/' + study['study'], raw=True).startswith('[')
        ask(second, '/api/studies/' + study['study'], {'text': record, 'token': study['key']})


def test_wrong_use(pg, tessera, _):
    assert '--database and --data exclude' in tessera.run('serve', '--database', 'x', '--data', 'y', status=2).stderr
    error = tessera.run('serve', '--listen', '127.0.0.1:0', '--database', 'host=%s port=1 dbname=x' % pg.folder, status=1).stderr
    assert 'connection to server' in error, error
    server = Server(tessera, pg.url())
    ask(server.port, '/api/games')
    server.stop()
    pg.sql('UPDATE tessera_web.version SET version = 99')
    error = tessera.run('serve', '--listen', '127.0.0.1:0', '--database', pg.url(), status=1).stderr
    assert 'update the program' in error, error
    pg.sql('UPDATE tessera_web.version SET version = 1')


if __name__ == '__main__':
    sys.exit(main('shared.py', globals()))

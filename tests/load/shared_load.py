#!/usr/bin/env python3
"""shared_load.py TESSERA [TABLES [WATCHERS [TURNS]]] - load test of two servers on one database, with failures.

Starts PostgreSQL and two servers.  At each table one player has both seats and plays TURNS moves; each move goes to
the next server.  The WATCHERS are spread over the tables and over both servers.  After a quarter of the moves the
database is killed (-9) and started again.  After half of them one server is killed, and its watchers go on at the
other one from the last event that they have; later another server joins.  Every watcher must get every event of its table once and in order.  Prints the time from an action to its
events.
"""
import os
import selectors
import socket
import sys
import threading
import time

sys.dont_write_bytecode = True  # nothing is written into the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, '..', 'queue'), os.path.join(HERE, '..', 'web')]
from kit import Postgres, Tessera, postgres_programs
from shared_kit import Rejected, Server, any_move, ask, create, move, visitor

PATIENCE = 300  # seconds for all events to arrive
GAME = 'duell'


class Watcher:
    """An event stream without a thread."""

    def __init__(self, load, table, home):
        self.load, self.table, self.home = load, table, home
        self.last, self.events, self.resyncs, self.connections = -1, 0, -1, 0
        self.socket, self.data = None, b''

    def connect(self):
        self.socket = socket.create_connection(('127.0.0.1', self.load.ports[self.home]), source_address=(visitor(), 0))
        head = 'GET /api/tables/%s/events HTTP/1.0\r\nHost: localhost\r\n' % self.table['id']
        if self.last >= 0:
            head += 'Last-Event-ID: %d\r\n' % self.last
        self.socket.sendall((head + '\r\n').encode())
        self.socket.setblocking(False)
        self.data = b''
        self.connections += 1
        self.load.selector.register(self.socket, selectors.EVENT_READ, self)

    def lose(self):
        """Go on at the other server."""
        self.load.selector.unregister(self.socket)
        self.socket.close()
        self.home = 1 - self.home
        self.load.lost.append(self)

    def read(self):
        try:
            got = self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError:
            got = b''
        if not got:
            self.lose()
            return
        self.data += got
        *blocks, self.data = self.data.replace(b'\r\n', b'\n').split(b'\n\n')
        for block in blocks:
            self.take(block)

    def take(self, block):
        if block.startswith(b'HTTP/'):
            assert b' 200 ' in block.split(b'\n')[0] or b' 503 ' in block.split(b'\n')[0], block
            return  # after a 503 the connection ends
        if not block.startswith(b'id: '):
            return
        first, second = block.split(b'\n', 2)[:2]
        version, name = int(first[4:]), second[7:]
        if name == b'table':
            self.resyncs += 1
            assert self.last < version, 'the table went back'
        else:
            assert version == self.last + 1, 'version %d came after %d' % (version, self.last)
            self.events += 1
            sent = self.table['sent'].get(version)
            if sent:
                at, port = sent
                near = port == self.load.ports[self.home]
                self.load.delays[near].append(time.monotonic() - at)
        self.last = version


class Load:
    def __init__(self, tessera, pg, tables, watchers, turns):
        url = pg.url()
        self.tessera, self.pg, self.url, self.turns = tessera, pg, url, turns
        self.servers = [Server(tessera, url), Server(tessera, url)]
        self.ports = [server.port for server in self.servers]
        self.selector = selectors.DefaultSelector()
        self.delays = {True: [], False: []}
        self.lost = []
        self.failure = None
        self.ends = False
        self.repeated = self.refused = 0
        self.write_script()
        self.tables = [self.make_table(i) for i in range(tables)]
        # The watchers of a table are at both servers, whatever the number of tables.
        self.watchers = [Watcher(self, self.tables[i % tables], (i + i // tables) % 2) for i in range(watchers)]
        for watcher in self.watchers:
            watcher.connect()
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def write_script(self):
        made = create(self.ports[0], GAME, [{'kind': 'human'}] * 2)
        self.script = []
        for turn in range(self.turns):
            shown = ask(self.ports[turn % 2], '/api/tables/' + made['table'])
            side, words = shown['holders'][shown['side']], any_move(self.ports[0], shown)
            move(self.ports[turn % 2], made['table'], made['tokens'][side], turn, words)
            self.script.append((side, words))

    def make_table(self, number):
        made = create(self.ports[number % 2], GAME, [{'kind': 'human'}] * 2)
        return {'id': made['table'], 'tokens': made['tokens'], 'sent': {}}

    def listen(self):
        try:
            while not self.ends:
                for key, _ in self.selector.select(0.1):
                    key.data.read()
                again, self.lost = self.lost, []
                for watcher in again:
                    try:
                        watcher.connect()
                    except OSError:
                        watcher.home = 1 - watcher.home
                        self.lost.append(watcher)
        except Exception as error:  # the main thread reports it
            self.failure = error

    def play(self, table, turn, number):
        """Play a move at the next server, or at the other one if that one is dead."""
        side, words = self.script[turn]
        for attempt in range(1000):
            port = self.ports[(number + attempt) % 2]
            table['sent'][turn + 2] = (time.monotonic(), port)
            try:
                move(port, table['id'], table['tokens'][side], turn, words)
                return
            except OSError:
                self.repeated += 1
            except Rejected as error:
                if attempt > 0 and error.key == 'other-turn':
                    return  # it had been saved
                if error.key != 'database-away':
                    raise
                self.refused += 1
                time.sleep(0.1)
        raise AssertionError('a move was never accepted')

    def run(self):
        total, number = self.turns * len(self.tables), 0
        start = time.monotonic()
        for turn in range(self.turns):
            for table in self.tables:
                if number == total // 4:
                    self.pg.kill()
                    threading.Thread(target=self.pg.start).start()
                if number == total // 2:
                    self.servers[0].kill()
                if number == total * 3 // 4:
                    self.servers.append(Server(self.tessera, self.url))
                    self.ports[0] = self.servers[-1].port
                self.play(table, turn, number)
                number += 1
                if self.failure:
                    raise self.failure
        self.seconds = time.monotonic() - start
        end = time.monotonic() + PATIENCE
        while any(watcher.last < self.turns + 1 for watcher in self.watchers):
            if self.failure or time.monotonic() > end:
                raise self.failure or AssertionError('%d events are missing' % sum(
                    self.turns + 1 - watcher.last for watcher in self.watchers))
            time.sleep(0.05)
        self.ends = True
        self.thread.join()

    def report(self):
        print('%d tables, %d watchers, %d turns each: %d actions in %.1f s, %.0f per second' % (
            len(self.tables), len(self.watchers), self.turns, self.turns * len(self.tables), self.seconds,
            self.turns * len(self.tables) / self.seconds))
        print('%d actions sent again as a server was dead, %d as the database was away' % (self.repeated, self.refused))
        moved = sum(watcher.connections - 1 for watcher in self.watchers)
        events = sum(watcher.events for watcher in self.watchers)
        print('%d events, none lost, none doubled; watchers connected again %d times and got a whole table %d times' % (
            events, moved, sum(watcher.resyncs for watcher in self.watchers)))
        for near, words in ((True, 'of the same server'), (False, 'of the other server')):
            delays = sorted(1000 * delay for delay in self.delays[near])
            print('action to event %s: median %.1f ms, 99th percentile %.1f ms, longest %.1f ms' % (
                words, delays[len(delays) // 2], delays[len(delays) * 99 // 100], delays[-1]))


def main():
    tables, watchers, turns = ([int(word) for word in sys.argv[2:]] + [200, 1000, 10][len(sys.argv) - 2:])[:3]
    if postgres_programs() is None:
        print('PostgreSQL is not installed; tools/install-deps quick installs it')
        return 77
    tessera, pg = Tessera(os.path.abspath(sys.argv[1])), Postgres()
    try:
        load = Load(tessera, pg, tables, watchers, turns)
        load.run()
        load.report()
        count = pg.sql('SELECT count(*), min(version), max(version) FROM tessera_web.tables')
        assert count == [[str(tables + 1), str(turns + 1), str(turns + 1)]], count
        for server in load.servers[1:]:
            server.stop()
    finally:
        tessera.stop()
        pg.stop()
    return 0


if __name__ == '__main__':
    if len(sys.argv) < 2 or len(sys.argv) > 5:
        sys.exit('usage: shared_load.py TESSERA [TABLES [WATCHERS [TURNS]]]')
    sys.exit(main())

"""shared_kit.py - what the tests of servers with a shared database have in common: servers, requests, streams."""
import http.client
import json
import random
import re
import signal
import socket
import threading
import time
import urllib.parse

PATIENCE = 100  # seconds
visitors = 0


class Rejected(Exception):
    def __init__(self, code, text):
        super().__init__('%d %s' % (code, text))
        self.code = code
        try:
            self.key = json.loads(text).get('key')
        except ValueError:
            self.key = None


def visitor():
    """The next of many loopback addresses, because requests are limited per address."""
    global visitors
    visitors += 1
    return '127.%d.%d.%d' % (20 + visitors // 40000 % 200, 1 + visitors // 200 % 200, 1 + visitors % 200)


def ask(port, target, body=None, raw=False):
    """GET, or POST with a body; the JSON or text of the reply."""
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=PATIENCE, source_address=(visitor(), 0))
    try:
        headers = {'Content-Type': 'application/json'}
        connection.request('GET' if body is None else 'POST', target, None if body is None else json.dumps(body), headers)
        reply = connection.getresponse()
        text = reply.read().decode()
    finally:
        connection.close()
    if reply.status != 200:
        raise Rejected(reply.status, text)
    return text if raw else json.loads(text)


def create(port, setup, seats, **more):
    return ask(port, '/api/tables', {'setup': setup, 'seats': seats, **more})


def move(port, table, token, turn, words):
    return ask(port, '/api/tables/%s/turn' % table, {'token': token, 'turn': turn, 'words': words})


def any_move(port, shown):
    """A move from the position of a table, in notation."""
    steps = []
    while True:
        query = urllib.parse.urlencode({'setup': shown['setup'], 'position': shown['position'], 'steps': ','.join(steps)})
        choices = ask(port, '/api/choices?' + query)
        if choices['whole']:
            return choices['open']
        steps.append(random.choice(choices['steps'])['step'])


class Server:
    """A web server with tables in a shared database."""

    def __init__(self, tessera, url, more=()):
        self.process = tessera.start('serve', '--listen', '127.0.0.1:0', '--database', url, *more)
        line = self.process.stdout.readline()
        found = re.search(r':(\d+)/', line)
        if not found:
            raise AssertionError('the server did not start: ' + line + self.process.stderr.read())
        self.port = int(found.group(1))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            status = self.process.wait(timeout=PATIENCE)
            if status != 0:
                raise AssertionError('a server ended with status %d: %s' % (status, self.process.stderr.read()))


class Stream:
    """The events of a table, read by a thread.  If a connection ends, the next port goes on from the last event."""

    def __init__(self, ports, table, token=None):
        self.ports, self.token = list(ports), token
        self.target = '/api/tables/%s/events' % table + ('?token=' + token if token else '')
        self.events = []   # names and versions of those with a version
        self.transient = set()  # names of others
        self.last = -1     # version
        self.resyncs = -1  # complete tables after the first
        self.connections = 0
        self.wrong = None
        self.closed = False
        self.socket = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        end = time.monotonic() + PATIENCE
        while self.last < 0 and self.wrong is None:
            if time.monotonic() > end:
                raise AssertionError('a stream did not begin')
            time.sleep(0.01)
        self.check()

    def run(self):
        at = 0
        while not self.closed:
            try:
                self.read(self.ports[at])
            except (OSError, ValueError):
                pass
            if len(self.ports) == 1:
                if not self.closed:
                    self.wrong = self.wrong or 'a stream ended'
                return
            at = (at + 1) % len(self.ports)
            time.sleep(0.05)

    def read(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port), source_address=(visitor(), 0))
        head = 'GET %s HTTP/1.0\r\nHost: localhost\r\n' % self.target
        if self.last >= 0:
            head += 'Last-Event-ID: %d\r\n' % self.last
        self.socket.sendall((head + '\r\n').encode())
        with self.socket.makefile('rb') as file:
            if b' 200 ' not in file.readline():
                raise ValueError('not accepted')
            while file.readline() not in (b'\r\n', b''):
                pass
            self.connections += 1
            event = {}
            for line in file:
                line = line.decode().rstrip('\r\n')
                if line == '':
                    self.take(event)
                    event = {}
                else:
                    name, _, value = line.partition(':')
                    event[name] = value[1:]
        self.socket.close()

    def take(self, event):
        if 'id' not in event:
            self.transient.add(event.get('event'))
            return
        version = int(event['id'])
        json.loads(event['data'])
        if event['event'] == 'table':
            self.resyncs += 1
            if version < self.last:
                self.wrong = 'the table went back from version %d to %d' % (self.last, version)
        elif version != self.last + 1:
            self.wrong = 'version %d came after %d' % (version, self.last)
        self.events.append((event['event'], version))
        self.last = version

    def count(self, name):
        return sum(event == name for event, _ in self.events)

    def check(self):
        if self.wrong:
            raise AssertionError(self.wrong)

    def close(self):
        self.closed = True
        if self.socket:
            try:
                self.socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.thread.join(PATIENCE)

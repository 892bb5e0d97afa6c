"""kit.py - what the tests of the queue share: a PostgreSQL server of their own, and tessera processes.

The server runs in a temporary directory, never as root, and listens on a socket in that directory;
on TCP only if asked to.  Both vanish with the test, even if it is killed.
"""
import contextlib
import json
import os
import pwd
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE = 100  # seconds until a condition that must come true counts as failed


def postgres_programs():
    """The directory of initdb, or None if PostgreSQL is not installed."""
    for folder in ['/usr/lib/postgresql/15/bin'] + os.environ.get('PATH', '').split(':'):
        if os.access(os.path.join(folder, 'initdb'), os.X_OK):
            return folder
    return None


def wait_for(what, condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError('waited in vain for: ' + what)
        time.sleep(0.1)


def free_port(address):
    with socket.socket() as found:
        found.bind((address, 0))
        return found.getsockname()[1]


def at_end(script, *words):
    """A process that runs a script when its input ends, as it does when this process ends or is killed."""
    return subprocess.Popen(['sh', '-c', 'cat >/dev/null; ' + script, *words], cwd='/', stdin=subprocess.PIPE,
                            start_new_session=True)


class Postgres:
    def __init__(self, address=None, options=(), namespace=None):
        """Create a cluster and start it.  With an address, also listen there, on a free port or in a network
        namespace on the default port."""
        self.folder = tempfile.mkdtemp(prefix='tq-')  # short: it is part of a socket's path
        self.bin = postgres_programs()
        self.address, self.options = address, list(options)
        self.prefix = []
        self.process = None
        self.port = free_port(address) if address and not namespace else 5432
        self.enter = []
        if os.getuid() == 0:
            name = 'postgres' if any(u.pw_name == 'postgres' for u in pwd.getpwall()) else 'nobody'
            user = pwd.getpwnam(name)
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.prefix = ['setpriv', '--reuid', str(user.pw_uid), '--regid', str(user.pw_gid), '--clear-groups']
        if namespace:
            self.enter = ['ip', 'netns', 'exec', namespace]
        self.data = os.path.join(self.folder, 'data')
        self.log = open(os.path.join(self.folder, 'log'), 'wb')
        self.guard = at_end('"$@" -D "$0/data" -m immediate stop >/dev/null 2>&1; rm -rf "$0"', self.folder, *self.prefix,
                            os.path.join(self.bin, 'pg_ctl'))
        self.run('initdb', '-D', self.data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync')
        self.start()
        self.sql('CREATE DATABASE queue', database='postgres')

    def run(self, program, *args, **more):
        return subprocess.run(self.prefix + [os.path.join(self.bin, program), *args], check=True, cwd='/',
                              stdout=more.pop('stdout', self.log), stderr=self.log, **more)

    def start(self):
        listen = self.address or ''
        options = ['-c', 'unix_socket_directories=' + self.folder, '-c', 'listen_addresses=' + listen,
                   '-c', 'port=%d' % self.port, '-c', 'max_connections=200', '-c', 'shared_buffers=32MB']
        for option in self.options:
            options += ['-c', option]
        words = [*self.enter, *self.prefix, os.path.join(self.bin, 'postgres'), '-D', self.data] + options

        def is_ready():
            # A server does not start while processes of one that was killed are still there.
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(words, stdout=self.log, stderr=self.log, cwd='/', start_new_session=True)
            return subprocess.run([os.path.join(self.bin, 'pg_isready'), '-q', '-h', self.folder, '-p', str(self.port),
                                   '-t', '1'], check=False).returncode == 0
        wait_for('the database', is_ready)

    def url(self, user='owner', host=None, more=''):
        place = 'host=%s' % (host or self.folder)
        return '%s port=%d user=%s dbname=queue %s' % (place, self.port, user, more)

    def session(self, *statements, database='queue', user='owner'):
        """Run each statement in a transaction of its own, over one connection; their rows as text."""
        words = [word for statement in statements for word in ('-c', statement)]
        done = subprocess.run([os.path.join(self.bin, 'psql'), '-X', '-q', '-A', '-t', '-F', '\t', '-v', 'ON_ERROR_STOP=1',
                               '-h', self.folder, '-p', str(self.port), '-U', user, '-d', database, *words],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout

    def sql(self, statement, database='queue', user='owner'):
        """The rows as a list of lists of strings."""
        return [line.split('\t') for line in self.session(statement, database=database, user=user).splitlines()]

    def restart(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.start()

    def scratch(self, name):
        """A new directory for a test."""
        folder = os.path.join(self.folder, name)
        os.mkdir(folder)
        return folder

    def write(self, name, text, mode):
        """Write, or append to, a file of the cluster, which only the server may read."""
        redirection = {'w': '>', 'a': '>>'}[mode]
        subprocess.run(self.prefix + ['sh', '-c', 'umask 077; cat %s"$1"' % redirection, 'sh', os.path.join(self.data, name)],
                       input=text, text=True, check=True, cwd='/')

    def log_tail(self):
        with open(os.path.join(self.folder, 'log'), 'rb') as file:
            return file.read()[-3000:].decode('utf-8', 'replace')

    def kill(self):
        """As by a power failure: the server and all its processes at once."""
        with open('/proc/%d/task/%d/children' % (self.process.pid, self.process.pid)) as file:
            processes = [int(pid) for pid in file.read().split()]
        for pid in [self.process.pid] + processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """Stop the server; its resource usage, unless it was killed."""
        self.log.close()
        self.guard.communicate()
        return os.wait4(self.process.pid, 0)[2] if self.process.returncode is None else None


class Network:
    """Machines as network namespaces: one for the database, and each worker's, with a link to it.  Needs root."""

    def __init__(self, workers, host=None):
        """With a name of the host, all of them find the database by it."""
        self.base = 'tq%d' % os.getpid()
        self.database = self.base + 'd'
        names = [self.database] + ['%sw%d' % (self.base, i) for i in range(workers)]
        self.guard = at_end('for n do ip netns del "$n"; rm -rf "/etc/netns/$n"; done', 'sh', *names)
        self.add(self.database, host, '10.9.0.1')
        for i in range(workers):
            name, link = names[i + 1], 'w%d' % i
            self.add(name, host, '10.9.%d.1' % i)
            self.ip('-n', self.database, 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'net', 'netns', name)
            self.ip('-n', self.database, 'addr', 'add', '10.9.%d.1/24' % i, 'dev', link)
            self.ip('-n', name, 'addr', 'add', '10.9.%d.2/24' % i, 'dev', 'net')
            self.ip('-n', name, 'link', 'set', 'net', 'up')
            self.set_link(i, 'up')

    @staticmethod
    def is_possible():
        """Not without root, nor in some containers and where / is not a mount point."""
        name = 'tq%dx' % os.getpid()
        made, entered = (subprocess.run(['ip', 'netns', *words], stderr=subprocess.DEVNULL, check=False).returncode == 0
                         for words in (['add', name], ['exec', name, 'true']))
        if made:
            Network.ip('netns', 'del', name)
        return made and entered

    @staticmethod
    def ip(*words):
        subprocess.run(['ip', *words], check=True)

    def add(self, name, host, address):
        """Add a namespace; `ip netns exec` shows it the files of its own directory in /etc."""
        self.ip('netns', 'add', name)
        self.ip('-n', name, 'link', 'set', 'lo', 'up')
        if host:
            os.makedirs('/etc/netns/' + name)
            with open('/etc/netns/%s/hosts' % name, 'w') as file:
                file.write('127.0.0.1 localhost\n%s %s\n' % (address, host))

    def enter(self, i=None):
        """The words before a command of worker `i`, or of the machine with the database."""
        return ['ip', 'netns', 'exec', self.database if i is None else '%sw%d' % (self.base, i)]

    def set_link(self, i, state):
        self.ip('-n', self.database, 'link', 'set', 'w%d' % i, state)

    def remove(self):
        self.guard.communicate()


class Tessera:
    """The program under test, with its processes, all of which end with the test."""

    def __init__(self, program):
        self.program = program
        self.running = []

    def start(self, *args, prefix=(), shell=None, **more):
        """Start the program or, with its environment, a shell, after the words of `prefix`."""
        words = [*prefix, *(['sh'] if shell else [self.program]), *args]
        if threading.current_thread() is threading.main_thread():
            # The process ends with the thread that started it, even if that is killed.
            words = ['setpriv', '--pdeathsig', 'KILL', *words]
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, text=True, env=shell,
                                   stdout=more.pop('stdout', subprocess.PIPE),
                                   stderr=more.pop('stderr', subprocess.PIPE), **more)
        self.running.append(process)
        return process

    def run(self, *args, status=0):
        done = subprocess.run([self.program, *args], stdin=subprocess.DEVNULL, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
        if done.returncode != status:
            raise AssertionError('%s: exit status %d, not %d: %s' % (' '.join(args), done.returncode, status, done.stderr))
        return done

    def finish(self, process, status=0):
        """Wait for a process; its output and errors."""
        out, err = process.communicate(timeout=PATIENCE)
        if process.returncode != status:
            raise AssertionError('%s: exit status %d, not %d: %s' % (process.args, process.returncode, status, err))
        return out, err

    def jobs(self, url):
        return json.loads(self.run('queue', '--json', '--database', url).stdout)['jobs']

    def workers(self, url):
        return json.loads(self.run('queue', 'workers', '--json', '--database', url).stdout)['workers']

    def stop(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
                process.wait()


def figures(report):
    """A report of a match without the lines that depend on the machine."""
    return [line for line in report.splitlines() if not line.startswith(('first', 'second'))]


def main(name, found, *more):
    """Run the functions test_* among `found` against a server of their own; print TAP.  Return the exit status.
    A test that returns a text was skipped for this reason.

    The first argument is the program, followed by those named by `more` and, if given, a part of a name."""
    first = 2 + len(more)
    if len(sys.argv) < first:
        sys.exit('usage: %s [PART OF A NAME]' % ' '.join([name, 'TESSERA', *more]))
    if postgres_programs() is None:
        print('1..0 # SKIP PostgreSQL is not installed; tools/install-deps quick installs it')
        return 0
    tessera = Tessera(os.path.abspath(sys.argv[1]))
    if 'built without' in tessera.start('queue', '--database', 'x').communicate()[1]:
        print('1..0 # SKIP the program was built without PostgreSQL')
        return 0
    chosen = [(name, test) for name, test in list(found.items())
              if name.startswith('test_') and (len(sys.argv) <= first or sys.argv[first] in name)]
    failures = 0
    pg = Postgres()
    try:
        print('1..%d' % len(chosen))
        tessera.run('queue', '--database', pg.url())
        for number, (name, test) in enumerate(chosen, 1):
            try:
                skipped = test(pg, tessera, pg.scratch(name))
                result, name = 'ok', name + (' # SKIP ' + skipped if skipped else '')
            except Exception as error:  # any failure is a line of TAP, and the next test runs
                result = 'not ok'
                failures += 1
                print('# %s: %s' % (type(error).__name__, str(error).replace('\n', '\n# ')))
            print('%s %d - %s' % (result, number, name[5:].replace('_', ' ')), flush=True)
        if failures:
            print('# the log of the server:\n# ' + pg.log_tail().replace('\n', '\n# '))
    finally:
        tessera.stop()
        pg.stop()
    return 1 if failures else 0

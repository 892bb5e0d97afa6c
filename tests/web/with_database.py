#!/usr/bin/env python3
"""with_database.py COMMAND... - run a command with TESSERA_DATABASE, the URL of a new PostgreSQL database.

The exit status is that of the command; 77 if PostgreSQL is not installed.
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'queue'))
from kit import Postgres, postgres_programs


def main():
    if postgres_programs() is None:
        return 77
    pg = Postgres()
    try:
        return subprocess.run(sys.argv[1:], env={**os.environ, 'TESSERA_DATABASE': pg.url()}, check=False).returncode
    finally:
        pg.stop()


if __name__ == '__main__':
    sys.exit(main())

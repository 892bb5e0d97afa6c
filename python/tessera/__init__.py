# SPDX-License-Identifier: MIT
"""Rules, search, exact values and learning environments for abstract board games.

>>> import tessera
>>> position = tessera.Game("gipf").start()
>>> position = position.play(position.legal_actions()[0])

docs/python.md is the guide.
"""
from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional

from . import _core
from ._core import Error, Game, Position, Record, games, rules, verify

__version__: str = _core.version
__all__ = ["Engine", "Error", "Game", "Position", "Record", "Solution", "Thought", "games", "rules", "solve", "verify"]


class Thought(NamedTuple):
    """What a search found."""

    turn: str
    """The best turn, as text."""
    actions: list[int]
    """The same as actions."""
    score: int
    """For the side to move, in 1/100 of a clear advantage; 0 if `proved` says more."""
    proved: str
    """"first" or "second" if that side wins by force, otherwise "unknown"."""
    turns: int
    """Turns of both sides until that win."""
    depth: int
    nodes: int
    time_ms: int


class Solution(NamedTuple):
    """An exact value."""

    value: str
    """"first", "second", "draw" or "unknown"."""
    turns: int
    """If a side wins: within this many turns of both sides."""
    exact: bool
    """True if no shorter win exists."""
    margin: Optional[int]
    """In games with points: the final lead of the first side."""
    nodes: int
    proof: Optional[str]
    """A proof file for `verify`, if asked for and found."""


class Engine(_core.Engine):
    """A search with its transposition table.  One search at a time; other threads run meanwhile."""

    def search(
        self,
        position: Position,
        *,
        level: int = 0,
        time_ms: int = 0,
        nodes: int = 0,
        depth: int = 0,
        progress: Optional[Callable[[dict[str, Any]], object]] = None,
    ) -> Thought:
        """Search for the best turn within the limits, of which there must be one.

        `progress` is called with the result so far; the search ends if it returns False.
        """
        return Thought(
            **self._search(position, level=level, time_ms=time_ms, nodes=nodes, depth=depth, progress=progress)
        )


def solve(
    position: Position,
    *,
    seconds: float = 60,
    memory: int = 1024,
    threads: int = 1,
    proof: bool = False,
    tablebases: Optional[str] = None,
    progress: Optional[Callable[[dict[str, Any]], object]] = None,
) -> Solution:
    """Find the exact value of a position in which a turn begins, within the limits.

    `memory` is in MiB, `tablebases` a directory.  `progress` is called about ten times per second;
    the proof ends if it returns False.
    """
    return Solution(
        **_core.solve(
            position,
            seconds=seconds,
            memory=memory,
            threads=threads,
            proof=proof,
            tablebases=tablebases,
            progress=progress,
        )
    )

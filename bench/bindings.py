# SPDX-License-Identifier: MIT
"""As bindings.c, from Python."""
import random
import time

import tessera

RUNS, SECONDS = 5, 0.4


def play(start: tessera.Position) -> int:
    position, choose = start, random.random
    while actions := position.legal_actions():
        position = position.play(actions[int(choose() * len(actions))])
    return position.turns


def playouts(start: tessera.Position) -> int:
    return start.playouts(20, seed=random.getrandbits(32))[4]


def best_rate(game, start: tessera.Position) -> float:
    best = 0.0
    for _ in range(RUNS):
        begin, turns = time.process_time(), 0
        while (seconds := time.process_time() - begin) < SECONDS:
            turns += game(start)
        best = max(best, turns / seconds)
    return best


random.seed(1)
for name in tessera.games():
    start = tessera.Game(name).start()
    print(name, round(best_rate(play, start)), round(best_rate(playouts, start)))

# SPDX-License-Identifier: MIT
"""Random agents play each game: who wins, how long it takes, and how many moves there are.

    python3 random_agents.py [GAMES]
"""
import random
import sys

import tessera


def play(game: tessera.Game, choose: random.Random) -> tuple[tessera.Position, int]:
    """Play one game; return its last position and the number of legal actions along the way."""
    position, choices = game.start(), 0
    while actions := position.legal_actions():
        choices += len(actions)
        position = position.play(choose.choice(actions))
    return position, choices


def main(games: int) -> None:
    choose = random.Random(1)
    for name in tessera.games():
        game = tessera.Game(name)
        wins, turns, choices = {0: 0, 1: 0, None: 0}, 0, 0
        for _ in range(games):
            last, seen = play(game, choose)
            wins[last.winner] += 1
            turns += last.turns
            choices += seen
        first, second = game.side_names
        print(
            f"{game.setup:20} {first} {wins[0]}, {second} {wins[1]}, draws {wins[None]}; "
            f"{turns / games:.0f} moves per game, {choices / turns:.0f} actions per move"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)

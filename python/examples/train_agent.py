# SPDX-License-Identifier: MIT
"""Train a tiny value network by self-play, and let it play against random moves."""
import numpy as np

import tessera

game = tessera.Game("gipf:3,3,8,8;limit=200")
rng = np.random.default_rng(1)
HIDDEN, RATE = 32, 0.01

# A network with one hidden layer: what the side to move can expect, from -1 to 1.
w1 = rng.normal(0, game.observation_size**-0.5, (game.observation_size, HIDDEN)).astype(np.float32)
w2 = rng.normal(0, HIDDEN**-0.5, HIDDEN).astype(np.float32)


def value(observations):
    hidden = np.maximum(observations @ w1, 0)
    return np.tanh(hidden @ w2), hidden


def train(observations, targets):  # one step of gradient descent on the squared error
    expected, hidden = value(observations)
    slope = (expected - targets) * (1 - expected**2)
    back = np.outer(slope, w2) * (hidden > 0)
    w1[:] -= RATE * (observations.T @ back)
    w2[:] -= RATE * (hidden.T @ slope)


def best(position):  # the action after which the side to move expects most
    actions = position.legal_actions()
    after = [position.play(action) for action in actions]
    values, _ = value(game.observations(after))
    for i, child in enumerate(after):
        if child.is_over:
            values[i] = 0 if child.winner is None else 1 if child.winner == position.side else -1
        elif child.side != position.side:
            values[i] = -values[i]
    return actions[int(np.argmax(values))]


def play(agents, explore=0.0):  # the positions of one game; None is a random agent
    line = [game.start()]
    while not line[-1].is_over:
        agent, actions = agents[line[-1].side], line[-1].legal_actions()
        random = agent is None or rng.random() < explore
        line.append(line[-1].play(rng.choice(actions) if random else agent(line[-1])))
    return line


def score(games=200):  # against random moves, as each side in turn; a draw counts half
    ends = [(n % 2, play([None, best] if n % 2 else [best, None])[-1].winner) for n in range(games)]
    return sum(0.5 if winner is None else winner == side for side, winner in ends) / games


before = score()
for _ in range(300):
    *line, last = play([best, best], explore=0.1)
    if last.winner is not None:
        train(game.observations(line), np.array([1 if p.side == last.winner else -1 for p in line]))
print("trained agent beats random:", score() > max(before, 0.6))

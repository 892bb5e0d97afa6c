#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot for every game: a two-ply search over the moves with the best static values.

Ideas: your own evaluation in worth(), more candidates, a deeper search, using the time limit.
docs/bots.md describes the messages; `tessera arena check` tests the bot.
You may print to stderr; stdout belongs to the protocol."""
import json
import random
import sys

CANDIDATES, ANSWERS = 8, 300


def send(**message):
    print(json.dumps(message), flush=True)


def legal_turns(after="", most=1000):
    """Return legal moves after the moves `after`, each with its value for the mover."""
    send(ask="turns", after=after, max=most, values=True)
    answer = json.loads(sys.stdin.readline())
    return list(zip(answer["turns"], answer["values"]))


def worth(turn, value):
    """Return the value of a move if the opponent plays the best reply."""
    answers = legal_turns(turn, ANSWERS)
    return -max(value for _, value in answers) if answers else value


def choose():
    turns = legal_turns()
    random.shuffle(turns)  # random tie-break
    turns.sort(key=lambda pair: pair[1], reverse=True)
    return max(turns[:CANDIDATES], key=lambda pair: worth(*pair))[0]


for line in sys.stdin:
    message = json.loads(line)
    if message["do"] == "game":
        random.seed(message["seed"])  # the same seed repeats a game
        send(ready=True)
    elif message["do"] == "turn":
        send(turn=choose())

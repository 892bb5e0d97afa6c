#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot for every game: of the turns that look best it plays the one to which the other one has the
poorest answer.

Make it yours: a judgement of your own in worth(), more candidates, a third turn ahead, a look at
the time.  docs/bots.md says what the arena understands; `tessera arena check` says how it does.
What you print to stderr is kept for you; stdout belongs to the talk with the arena."""
import json
import random
import sys

CANDIDATES, ANSWERS = 8, 300


def say(**words):
    print(json.dumps(words), flush=True)


def legal_turns(after="", most=1000):
    """Pairs: a legal turn after the turns `after`, and its value for whoever plays it."""
    say(ask="turns", after=after, max=most, values=True)
    answer = json.loads(sys.stdin.readline())
    return list(zip(answer["turns"], answer["values"]))


def worth(turn, value):
    """What a turn is worth to me when the other one answers as well as possible."""
    answers = legal_turns(turn, ANSWERS)
    return -max(value for _, value in answers) if answers else value


def choose():
    turns = legal_turns()
    random.shuffle(turns)  # the lot decides between equals
    turns.sort(key=lambda pair: pair[1], reverse=True)
    return max(turns[:CANDIDATES], key=lambda pair: worth(*pair))[0]


for line in sys.stdin:
    heard = json.loads(line)
    if heard["do"] == "game":
        random.seed(heard["seed"])  # games with the same seed repeat
        say(ready=True)
    elif heard["do"] == "turn":
        say(turn=choose())

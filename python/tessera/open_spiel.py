# SPDX-License-Identifier: MIT
"""The games with the calls of OpenSpiel's Python interface (pyspiel.Game and pyspiel.State).

    from tessera.open_spiel import load_game
    state = load_game("gipf").new_initial_state()

Algorithms that take any game or state with these calls run unchanged.  An action is one step, so a
player may act several times in a row.  The games are sequential, deterministic, with perfect
information and constant sum 0.  OpenSpiel itself is not needed.
"""
from __future__ import annotations

from typing import Optional

from . import Game as _Game
from . import Position

TERMINAL_PLAYER = -4
"""What current_player() returns at the end, as pyspiel.PlayerId.TERMINAL."""


class Game:
    """A game; as pyspiel.Game."""

    def __init__(self, setup: str, max_game_length: int = 10000):
        self.tessera = _Game(setup)
        self._max_game_length = max_game_length

    def new_initial_state(self) -> State:
        return State(self)

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self.tessera.num_actions

    def max_chance_outcomes(self) -> int:
        return 0

    def max_game_length(self) -> int:
        """A bound for buffers.  Most games end far earlier; those without a turn limit have no bound."""
        return self._max_game_length

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        return [self.tessera.observation_size]

    def observation_tensor_size(self) -> int:
        return self.tessera.observation_size

    def policy_tensor_shape(self) -> list[int]:
        return [self.tessera.num_actions]

    def get_parameters(self) -> dict[str, str]:
        return {"setup": self.tessera.setup}

    def deserialize_state(self, text: str) -> State:
        state = self.new_initial_state()
        for action in text.split():
            state.apply_action(int(action))
        return state

    def __str__(self) -> str:
        return self.tessera.setup

    def __repr__(self) -> str:
        return f"tessera.open_spiel.Game({self.tessera.setup!r})"


class State:
    """A state; as pyspiel.State.  Copies are cheap, because positions never change."""

    def __init__(self, game: Game):
        self._game = game
        self._positions = [game.tessera.start()]
        self._actions: list[int] = []

    @property
    def position(self) -> Position:
        """The position as Tessera's own object."""
        return self._positions[-1]

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def current_player(self) -> int:
        player = self.position.player
        return TERMINAL_PLAYER if player < 0 else player

    def is_terminal(self) -> bool:
        return self.position.is_over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not self.is_terminal()

    def is_initial_state(self) -> bool:
        return not self._actions

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """Sorted, as OpenSpiel requires; empty for a player who does not act."""
        if player is not None and player != self.current_player():
            return []
        return sorted(self.position.legal_actions())

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        if player is not None and player != self.current_player():
            return [0] * self.num_distinct_actions()
        return self.position.mask().astype(int).tolist()

    def apply_action(self, action: int) -> None:
        self._positions.append(self.position.play(action))
        self._actions.append(int(action))

    def undo_action(self, player: int, action: int) -> None:
        if not self._actions or self._actions[-1] != action or self._positions[-2].player != player:
            raise ValueError("this was not the last action of that player")
        self._positions.pop()
        self._actions.pop()

    def child(self, action: int) -> State:
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        copy = State.__new__(State)
        copy._game = self._game
        copy._positions = list(self._positions)
        copy._actions = list(self._actions)
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def returns(self) -> list[float]:
        return self.position.returns()

    def rewards(self) -> list[float]:
        return self.position.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    def history(self) -> list[int]:
        return list(self._actions)

    def full_history(self) -> list[tuple[int, int]]:
        """Pairs of player and action."""
        return [(position.player, action) for position, action in zip(self._positions, self._actions)]

    def history_str(self) -> str:
        return ", ".join(str(action) for action in self._actions)

    def move_number(self) -> int:
        return len(self._actions)

    def action_to_string(self, *arguments: int) -> str:
        """action_to_string(action) or action_to_string(player, action)."""
        return self.position.action_text(arguments[-1])

    def string_to_action(self, *arguments: object) -> int:
        """string_to_action(text) or string_to_action(player, text)."""
        for action in self.position.legal_actions():
            if self.position.action_text(action) == arguments[-1]:
                return action
        raise ValueError(f"{arguments[-1]!r} is not a legal action")

    def observation_string(self, player: Optional[int] = None) -> str:
        return self.position.text

    information_state_string = observation_string

    def observation_tensor(self, player: Optional[int] = None) -> list[float]:
        """What the side to move sees, whoever asks: information is perfect."""
        return self.position.observation().tolist()

    def serialize(self) -> str:
        return " ".join(str(action) for action in self._actions)

    def __str__(self) -> str:
        return self.position.text

    def __repr__(self) -> str:
        return f"<tessera.open_spiel.State {self._game} {self.position.text}>"


def load_game(setup: str, max_game_length: int = 10000) -> Game:
    """As pyspiel.load_game, for a setup such as "ponte:contest"."""
    return Game(setup, max_game_length)

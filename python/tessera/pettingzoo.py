# SPDX-License-Identifier: MIT
"""The games as environments with the interface of PettingZoo's AEC (agent-environment cycle).

    from tessera.pettingzoo import env
    environment = env("gipf")
    environment.reset(seed=1)
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, info = environment.last()
        environment.step(None if termination or truncation else choose(observation["action_mask"]))

An action is one step, so an agent may act several times in a row.  PettingZoo and Gymnasium are used if
they are installed: AECEnv as the base class, their spaces instead of the small ones below.
"""
from __future__ import annotations

from typing import Any, Iterator, Optional

import numpy as np

from . import Game, Position

try:
    from pettingzoo import AECEnv as _Base  # type: ignore[import-not-found]
except ImportError:

    class _Base:  # type: ignore[no-redef]
        """The parts of AECEnv that it implements itself."""

        def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
            while self.agents and max_iter > 0:  # type: ignore[attr-defined]
                max_iter -= 1
                yield self.agent_selection  # type: ignore[attr-defined]

        def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            agent = self.agent_selection  # type: ignore[attr-defined]
            return (
                self.observe(agent) if observe else None,  # type: ignore[attr-defined]
                self._cumulative_rewards[agent],  # type: ignore[attr-defined]
                self.terminations[agent],  # type: ignore[attr-defined]
                self.truncations[agent],  # type: ignore[attr-defined]
                self.infos[agent],  # type: ignore[attr-defined]
            )

        @property
        def num_agents(self) -> int:
            return len(self.agents)  # type: ignore[attr-defined]

        @property
        def max_num_agents(self) -> int:
            return len(self.possible_agents)  # type: ignore[attr-defined]

        @property
        def unwrapped(self) -> Any:
            return self


try:
    from gymnasium import spaces  # type: ignore[import-not-found]
except ImportError:

    class spaces:  # type: ignore[no-redef]
        """Discrete, Box and Dict, as far as this environment needs them."""

        class Discrete:
            def __init__(self, n: int):
                self.n = n
                self._random = np.random.default_rng()

            def seed(self, seed: Optional[int] = None) -> None:
                self._random = np.random.default_rng(seed)

            def sample(self, mask: Optional[np.ndarray] = None) -> int:
                return int(self._random.choice(self.n if mask is None else np.flatnonzero(mask)))

            def contains(self, x: Any) -> bool:
                return isinstance(x, (int, np.integer)) and 0 <= x < self.n

        class Box:
            def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any):
                self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

            def contains(self, x: Any) -> bool:
                return (
                    isinstance(x, np.ndarray)
                    and x.shape == self.shape
                    and x.dtype == self.dtype
                    and bool(((x >= self.low) & (x <= self.high)).all())
                )

        class Dict:
            def __init__(self, spaces: dict[str, Any]):
                self.spaces = spaces

            def __getitem__(self, key: str) -> Any:
                return self.spaces[key]

            def contains(self, x: Any) -> bool:
                return x.keys() == self.spaces.keys() and all(self.spaces[key].contains(x[key]) for key in x)


class TesseraEnv(_Base):
    """One game between the agents "player_0" and "player_1"."""

    def __init__(self, setup: str, render_mode: Optional[str] = None):
        self.game = Game(setup)
        self.metadata = {
            "name": f"tessera_{self.game.setup}",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        actions = self.game.num_actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (self.game.observation_size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begin a game; options={"position": text} begins elsewhere.  Nothing is random."""
        text = (options or {}).get("position")
        self.position: Position = self.game.start() if text is None else self.game.position(text)
        self.agents = list(self.possible_agents)
        over = self.position.is_over
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self.position.player, 0)]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the side to move sees, whoever asks; the mask is empty for an agent who does not act."""
        acts = self.position.player >= 0 and self.possible_agents[self.position.player] == agent
        mask = self.position.mask().astype(np.int8) if acts else np.zeros(self.game.num_actions, np.int8)
        return {"observation": self.position.observation(), "action_mask": mask}

    def state(self) -> np.ndarray:
        return self.position.observation()

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._step_of_the_dead(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play(action)  # type: ignore[arg-type]
        self.rewards = dict(zip(self.possible_agents, self.position.returns()))
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        else:
            self.agent_selection = self.possible_agents[self.position.player]
        for other in self.agents:
            self._cumulative_rewards[other] += self.rewards[other]

    def _step_of_the_dead(self, action: Optional[int]) -> None:
        """An agent whose game is over leaves with the action None."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        for table in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del table[agent]
        self.agents.remove(agent)
        for other in self.rewards:
            self.rewards[other] = 0.0
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> Optional[str]:
        if self.render_mode == "svg":
            return self.position.svg()
        return self.position.text if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


def env(setup: str, render_mode: Optional[str] = None) -> TesseraEnv:
    """As the function env() of a PettingZoo module."""
    return TesseraEnv(setup, render_mode)

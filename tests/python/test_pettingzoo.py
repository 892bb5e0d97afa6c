# SPDX-License-Identifier: MIT
"""The interface of PettingZoo's AEC environments, as its documentation describes it.

PettingZoo cannot be installed everywhere, so this checks the documented attributes and the cycle of
agent_iter, last and step, in the way of its own test of environments.
"""
import unittest

import numpy as np

import tessera
from tessera.pettingzoo import env


class Aec(unittest.TestCase):
    def cycle(self, environment, seed):
        environment.reset(seed=seed)
        rng = np.random.default_rng(seed)
        totals = dict.fromkeys(environment.possible_agents, 0.0)
        ends = []
        for agent in environment.agent_iter():
            self.assertIn(agent, environment.agents)
            observation, reward, termination, truncation, info = environment.last()
            self.assertTrue(environment.observation_space(agent).contains(observation))
            self.assertEqual(info, {})
            self.assertEqual(environment.agents, [a for a in environment.possible_agents if a in environment.rewards])
            for table in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
                self.assertEqual(list(getattr(environment, table)), environment.agents)
            totals[agent] += reward
            if termination or truncation:
                self.assertFalse(observation["action_mask"].any())
                ends.append(agent)
                environment.step(None)
            else:
                self.assertEqual(environment.num_agents, environment.max_num_agents)
                action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
                self.assertTrue(environment.action_space(agent).contains(action))
                environment.step(action)
        self.assertEqual((environment.agents, sorted(ends)), ([], environment.possible_agents))
        return totals

    def test_every_game(self):
        for name in tessera.games():
            environment = env({"duell": "duell;limit=60"}.get(name, name))
            totals = self.cycle(environment, 1)
            self.assertEqual(sum(totals.values()), 0)
            self.assertEqual(list(totals.values()), environment.position.returns())
            self.assertIs(environment.unwrapped, environment)
            environment.close()

    def test_dead_agents_only_leave(self):
        environment = env("toy")
        environment.reset(options={"position": "xxxx.ooo o"})
        self.assertTrue(all(environment.terminations.values()))
        with self.assertRaises(ValueError):
            environment.step(0)
        environment.step(None)
        environment.step(None)
        self.assertEqual(environment.agents, [])

    def test_only_the_agent_to_move_has_actions(self):
        environment = env("gipf", render_mode="svg")
        environment.reset()
        self.assertTrue(environment.observe("player_0")["action_mask"].any())
        self.assertFalse(environment.observe("player_1")["action_mask"].any())
        self.assertIn("<svg", environment.render())
        self.assertEqual(environment.state().shape, (environment.game.observation_size,))
        self.assertEqual(environment.metadata["name"], "tessera_gipf:4,4,15,15")
        sampled = environment.action_space("player_0").sample(environment.observe("player_0")["action_mask"])
        environment.step(sampled)
        with self.assertRaises(tessera.Error):
            environment.step(environment.game.num_actions - 1)


if __name__ == "__main__":
    unittest.main()

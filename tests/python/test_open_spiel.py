# SPDX-License-Identifier: MIT
"""The calls of pyspiel.Game and pyspiel.State, as OpenSpiel documents them.

OpenSpiel cannot be installed everywhere, so this checks the documented calls and what they promise, in the
way of its own tests with random simulations.
"""
import copy
import random
import unittest

import tessera
from tessera.open_spiel import TERMINAL_PLAYER, load_game

GAME_CALLS = """num_players num_distinct_actions max_chance_outcomes max_game_length min_utility max_utility
    utility_sum observation_tensor_shape observation_tensor_size policy_tensor_shape get_parameters""".split()


def simulate(test, game, seed):
    choose, state = random.Random(seed), game.new_initial_state()
    test.assertTrue(state.is_initial_state() and state.history() == [])
    while not state.is_terminal():
        player, actions = state.current_player(), state.legal_actions()
        test.assertIn(player, (0, 1))
        test.assertTrue(state.is_player_node() and not state.is_chance_node() and not state.is_simultaneous_node())
        test.assertEqual(actions, sorted(set(actions)))
        test.assertEqual(actions, state.legal_actions(player))
        test.assertEqual(state.legal_actions(1 - player), [])
        mask = state.legal_actions_mask()
        test.assertEqual([a for a, legal in enumerate(mask) if legal], actions)
        test.assertEqual(len(mask), game.num_distinct_actions())
        test.assertEqual(state.legal_actions_mask(1 - player), [0] * len(mask))
        test.assertEqual(len(state.observation_tensor(player)), game.observation_tensor_size())
        action = choose.choice(actions)
        text = state.action_to_string(player, action)
        test.assertEqual(state.action_to_string(action), text)
        test.assertEqual(state.string_to_action(player, text), action)
        child, before = state.child(action), str(state)
        test.assertEqual(str(state), before)
        twin = state.clone() if state.move_number() % 2 else copy.deepcopy(state)
        twin.apply_action(action)
        twin.undo_action(player, action)
        test.assertEqual((str(twin), twin.history()), (before, state.history()))
        test.assertEqual((state.returns(), state.rewards()), ([0, 0], [0, 0]))
        state.apply_action(action)
        test.assertEqual(str(child), str(state))
        test.assertEqual(state.full_history()[-1], (player, action))
    test.assertEqual(state.current_player(), TERMINAL_PLAYER)
    test.assertEqual((state.legal_actions(), sum(state.legal_actions_mask())), ([], 0))
    test.assertEqual(sum(state.returns()), game.utility_sum())
    for player in range(game.num_players()):
        test.assertEqual(state.player_return(player), state.returns()[player])
        test.assertEqual(state.player_reward(player), state.rewards()[player])
        test.assertTrue(game.min_utility() <= state.player_return(player) <= game.max_utility())
    test.assertEqual(str(game.deserialize_state(state.serialize())), str(state))
    test.assertLessEqual(state.move_number(), game.max_game_length())
    with test.assertRaises(ValueError):
        state.apply_action(0)


class OpenSpiel(unittest.TestCase):
    def test_random_simulations(self):
        for name in tessera.games():
            game = load_game({"duell": "duell;limit=60"}.get(name, name))
            for call in GAME_CALLS:
                self.assertIsNotNone(getattr(game, call)())
            simulate(self, game, 1)

    def test_swapping_players_keep_their_results(self):
        """After a swap, returns belong to players, not to sides."""
        state = load_game("diavolo:4").new_initial_state()
        while "swap" not in (texts := [state.action_to_string(a) for a in state.legal_actions()]):
            state.apply_action(state.legal_actions()[0])
        mover, position = state.current_player(), state.position
        state.apply_action(state.string_to_action("swap"))
        self.assertEqual(state.current_player(), 1 - mover)
        self.assertEqual(texts.count("swap"), 1)
        choose = random.Random(2)
        while not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
        winner = state.position.winner
        self.assertIsNotNone(winner)
        self.assertEqual(state.returns()[1 - winner], 1.0)  # the side changed hands
        self.assertFalse(position.is_over)


if __name__ == "__main__":
    unittest.main()

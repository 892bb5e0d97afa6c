# SPDX-License-Identifier: MIT
"""The Python package: rules, arrays, searches, proofs, records."""
import gc
import pickle
import random
import threading
import unittest

import numpy as np

import tessera


def random_game(game, seed, turns=10**6):
    choose, line = random.Random(seed), [game.start()]
    while line[-1].turns < turns and (actions := line[-1].legal_actions()):
        line.append(line[-1].play(choose.choice(actions)))
    return line


class Rules(unittest.TestCase):
    def test_every_game_plays_to_its_end(self):
        self.assertEqual(len(tessera.games()), 5)
        for name in tessera.games():
            game = tessera.Game(name)
            line = random_game(game, 1)
            last = line[-1]
            self.assertTrue(last.is_over and last.result())
            self.assertEqual(last.side, -1)
            self.assertEqual(last.player, -1)
            self.assertEqual(sum(last.returns()), 0)
            self.assertEqual(last.winner is None, last.returns() == [0, 0])
            for position in line[:40]:
                self.assertEqual(game.position(position.text), position)
                self.assertEqual(hash(game.position(position.text)), hash(position))
            self.assertGreater(len(tessera.rules(name)), 1000)

    def test_positions_never_change(self):
        start = tessera.Game("toy").start()
        text, actions = start.text, start.legal_actions()
        after = [start.play(action) for action in actions]
        self.assertEqual((start.text, start.legal_actions()), (text, actions))
        self.assertEqual(len(set(after)), len(actions))
        with self.assertRaises(AttributeError):
            start.text = "x"

    def test_turns_as_text(self):
        start = tessera.Game("toy").start()
        self.assertEqual(start.play_turn("a+b").text, "xx...... o")
        self.assertEqual(start.play_turn("a+b").turns, 1)
        actions = start.actions_of("a+b")
        self.assertEqual(start.play(actions[0]).play(actions[1]), start.play_turn("a+b"))
        self.assertEqual(start.action_text(actions[0]), "a")
        self.assertFalse(start.play(actions[0]).begins_turn)

    def test_errors(self):
        start = tessera.Game("gipf").start()
        for call in (
            lambda: tessera.Game("chess"),
            lambda: tessera.Game("toy:99"),
            lambda: start.game.position("nonsense"),
            lambda: start.play_turn("zz"),
            lambda: start.play(start.game.num_actions),
            lambda: start.play(-1),
            lambda: start.play(2**70),
            lambda: start.play(start.game.num_actions - 1),
            lambda: start.action_text(start.game.num_actions - 1),
            lambda: tessera.rules("chess"),
        ):
            with self.assertRaises(tessera.Error) as caught:
                call()
            self.assertTrue(str(caught.exception))
        with self.assertRaises(TypeError):
            start.play("a")
        with self.assertRaises(TypeError):
            start.game.masks([start, None])
        with self.assertRaises(TypeError):
            start.game.masks([tessera.Game("gipf").start()])  # another Game object
        toy = tessera.Game("toy").position("xx...... o")
        with self.assertRaises(tessera.Error) as caught:
            toy.play_turn("c+a")
        self.assertEqual(caught.exception.at, 1)

    def test_limits_and_repetition_end_a_game(self):
        line = random_game(tessera.Game("gipf;limit=6"), 2)
        self.assertEqual((line[-1].turns, line[-1].winner, line[-1].is_over), (6, None, True))
        self.assertFalse(line[-1].mask().any())
        with self.assertRaises(tessera.Error):
            line[-1].play(0)
        # In Duell the kings and dice can go back and forth: find a line that does.
        game = tessera.Game("duell;repetition=2")
        position = game.start()
        there = next(p for a in position.legal_actions() if (p := position.play(a)) and self.back(p))
        self.assertTrue(self.back(there).is_over)

    @staticmethod
    def back(position):
        """The position after two more turns that repeats an earlier one, if there is one."""
        for a in position.legal_actions():
            for b in (second := position.play(a)).legal_actions():
                third = second.play(b)
                for c in third.legal_actions():
                    if (last := third.play(c)).is_over and last.winner is None:
                        return last
        return None

    def test_long_chains_of_positions_are_freed(self):
        position, choose = tessera.Game("duell;repetition=1000").start(), random.Random(3)
        for _ in range(5000):
            after = position.play(choose.choice(position.legal_actions()))
            position = position if after.is_over else after
        self.assertGreater(position.turns, 3000)
        del position
        gc.collect()

    def test_messages(self):
        start = tessera.Game("gipf:3,3,4,4").start()
        self.assertEqual(start.explain("b5-b4"), "")
        self.assertIn("not adjacent", start.explain("b5-b3"))
        self.assertNotEqual(start.explain("b5-b3", "de"), start.explain("b5-b3"))
        kinds = {kind for a in start.legal_actions() for kind, *_ in start.effects(a, language="pl")}
        self.assertIn("enter", kinds)

    def test_boards(self):
        for name in tessera.games():
            game = tessera.Game(name)
            self.assertEqual([cell[0] for cell in game.cells], list(range(game.cell_count)))
            for a, b in game.lines:
                self.assertLess(max(a, b), game.cell_count)
            position = random_game(game, 4, 6)[-1]
            for glyph, side, _colour, cell, cell2, _text, faces in position.pieces():
                self.assertTrue(glyph and side in (-1, 0, 1) and cell < game.cell_count and cell2 < game.cell_count)
                self.assertEqual(faces is not None, glyph == "die")
            self.assertTrue(position._repr_svg_().rstrip().endswith("</svg>"))

    def test_playouts(self):
        start = tessera.Game("gipf").start()
        first = start.playouts(20, seed=5)
        self.assertEqual(sum(first[:4]), 20)
        self.assertEqual(first, start.playouts(20, seed=5))
        self.assertNotEqual(first, start.playouts(20, seed=500))
        self.assertEqual(start.playouts(3, turn_limit=2), (0, 0, 0, 3, 6))

    def test_pickle(self):
        position = random_game(tessera.Game("ponte"), 6, 5)[-1]
        again = pickle.loads(pickle.dumps(position))
        self.assertEqual((again, again.turns, again.game.setup), (position, position.turns, position.game.setup))


class Arrays(unittest.TestCase):
    def test_masks_and_observations(self):
        for name in tessera.games():
            game = tessera.Game(name)
            line = random_game(game, 7, 30)
            masks, seen = game.masks(line), game.observations(line)
            self.assertEqual((masks.shape, masks.dtype), ((len(line), game.num_actions), np.bool_))
            self.assertEqual((seen.shape, seen.dtype), ((len(line), game.observation_size), np.float32))
            self.assertEqual(
                game.observation_size, len(game.plane_names) * game.cell_count + len(game.scalar_names)
            )
            self.assertTrue(((seen >= 0) & (seen <= 1)).all())
            for i, position in enumerate(line):
                self.assertEqual(sorted(position.legal_actions()), np.flatnonzero(masks[i]).tolist())
                self.assertTrue((position.mask() == masks[i]).all())
                self.assertTrue((position.observation() == seen[i]).all())
            self.assertEqual(game.masks([]).shape, (0, game.num_actions))

    def test_positions_look_different(self):
        """Positions of one game with the same observation allow the same actions."""
        for name in tessera.games():
            game, known = tessera.Game(name), {}
            for position in random_game(game, 8)[:-1]:
                actions = sorted(position.legal_actions())
                self.assertEqual(known.setdefault(position.observation().tobytes(), actions), actions)

    def test_numpy_integers_are_actions(self):
        start = tessera.Game("toy").start()
        self.assertEqual(start.play(np.int64(3)), start.play(3))


class Search(unittest.TestCase):
    def test_search(self):
        position = tessera.Game("toy").position("xxx..oo. x")
        thought = tessera.Engine(memory=1).search(position, depth=2)
        self.assertEqual((thought.proved, thought.turns, thought.turn[0]), ("first", 1, "d"))
        for action in thought.actions:
            position = position.play(action)
        self.assertEqual(position.winner, 0)

    def test_limits(self):
        engine, start = tessera.Engine(memory=1), tessera.Game("gipf").start()
        with self.assertRaises(tessera.Error):
            engine.search(start)
        with self.assertRaises(tessera.Error):
            engine.search(start, level=11)
        with self.assertRaises(tessera.Error):
            tessera.Engine(threads=0)

    def test_progress_stops_and_raises(self):
        engine, start, calls = tessera.Engine(memory=1), tessera.Game("gipf").start(), []

        def stop(so_far):
            calls.append(so_far["depth"])
            return False

        self.assertTrue(engine.search(start, time_ms=10**9, progress=stop).turn)
        self.assertGreaterEqual(len(calls), 1)
        with self.assertRaises(ZeroDivisionError):
            engine.search(start, time_ms=10**9, progress=lambda _: 1 // 0)

    def test_other_threads_run_during_a_search(self):
        engine, start, found = tessera.Engine(memory=1), tessera.Game("gipf").start(), []
        searching = threading.Event()
        thread = threading.Thread(
            target=lambda: found.append(
                engine.search(start, time_ms=10**9, progress=lambda _: searching.set() or True)
            )
        )
        thread.start()
        searching.wait()
        with self.assertRaises(RuntimeError):
            engine.search(start, depth=1)
        engine.stop()
        thread.join()
        self.assertTrue(found[0].turn)

    def test_solve(self):
        start = tessera.Game("gipf:3,3,4,4").start()
        solution = tessera.solve(start, memory=64, proof=True)
        self.assertEqual((solution.value, solution.turns), ("second", 2))
        tessera.verify(solution.proof)
        with self.assertRaises(tessera.Error):
            tessera.verify(solution.proof.replace("end ", "end 9"))
        self.assertIsNotNone(tessera.solve(tessera.Game("diavolo:3").start(), memory=64).margin)

    def test_solve_stops(self):
        reports = []
        solution = tessera.solve(
            tessera.Game("duell").start(), seconds=10**6, memory=16, progress=lambda p: reports.append(p) or False
        )
        self.assertEqual((solution.value, len(reports), solution.proof), ("unknown", 1, None))
        with self.assertRaises(KeyError):
            tessera.solve(tessera.Game("duell").start(), seconds=10**6, memory=16, progress=lambda p: p["x"])


class Records(unittest.TestCase):
    def test_play_write_read(self):
        record = tessera.Record("toy:8")
        self.assertIn("a+b", record.legal_turns())
        record.play("b+a")
        record.play("h.")
        self.assertEqual(record.turns, ["a+b", "h."])
        again = tessera.Record.read(str(record))
        self.assertEqual((again.turns, again.setup, again.position), (record.turns, "toy:8", "xx.....o x"))
        self.assertTrue(record.undo() and record.undo() and not record.undo())
        with self.assertRaises(tessera.Error):
            record.play("nonsense")
        with self.assertRaises(tessera.Error):
            tessera.Record.read("nonsense")
        self.assertEqual(record.result, "")
        self.assertIn("\n", record.board)
        position = tessera.Game(again.setup).position(again.position)
        self.assertEqual(position.side, 0)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: MIT
"""The type hints in _core.pyi name exactly what the C part has."""
import ast
import unittest
from pathlib import Path

import tessera
from tessera import _core


def names_of(thing):
    inherited = dir(ValueError) if thing is _core.Error else dir(object)
    return {name for name in vars(thing) if name not in inherited and not name.startswith("__")}


class Stubs(unittest.TestCase):
    def test_names(self):
        package = Path(tessera.__file__).parent
        tree = ast.parse((package / "_core.pyi").read_text(encoding="utf-8"))
        stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertTrue((package / "py.typed").exists())
        self.assertEqual(stubs.keys() | {"version"}, {name for name in vars(_core) if not name.startswith("__")})
        for name in ("Game", "Position", "Engine", "Record"):
            members = {node.name for node in stubs[name].body if isinstance(node, ast.FunctionDef)} - {"__new__"}
            self.assertEqual(members, names_of(getattr(_core, name)), name)

    def test_everything_is_documented(self):
        for name in tessera.__all__:
            self.assertTrue(getattr(tessera, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()

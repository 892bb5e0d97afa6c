# SPDX-License-Identifier: MIT
"""Draw a position as SVG, after some moves of the engine.

    python3 draw_board.py [SETUP [FILE.svg]]

In Jupyter a cell that ends with a Position shows the same drawing, by its method _repr_svg_.
"""
import sys

import tessera


def main(setup: str, path: str) -> None:
    position = tessera.Game(setup).start()
    engine = tessera.Engine()
    for _ in range(8):
        if position.is_over:
            break
        found = engine.search(position, nodes=2000)
        for action in found.actions:
            for kind, _side, _cells, sentence in position.effects(action):
                print(f"{found.turn}: {kind}: {sentence}")
            position = position.play(action)
    with open(path, "w", encoding="utf-8") as file:
        file.write(position._repr_svg_())
    print(f"{path}: {position.text}")


if __name__ == "__main__":
    main(*(sys.argv[1:3] + ["ponte:size=6", "board.svg"][len(sys.argv) - 1 :]))

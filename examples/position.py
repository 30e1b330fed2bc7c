#!/usr/bin/env python3
"""A position as a drawing: python3 examples/position.py "h8 i9 h9" > position.svg

In a notebook, Position("h8 i9 h9") as the last line of a cell shows the board.
"""
import subprocess
import sys
from pathlib import Path

TENGEN = ["node", "--no-warnings", str(Path(__file__).resolve().parent.parent / "dist" / "tengen.js")]


class Position:
    """Moves such as "h8 i9 h9", rows from the bottom, on a square board."""

    def __init__(self, moves, size=15):
        self.moves = moves
        self.size = size

    def svg(self):
        """The drawing, or ValueError with tengen's message, for instance for a point off the board."""
        command = [*TENGEN, "convert", "-", "-", "--from", "pos-bottom", "--to", "svg", "--size", str(self.size)]
        done = subprocess.run(command, input="".join(self.moves.split()) + "\n", capture_output=True, text=True)
        if done.returncode != 0:
            raise ValueError(done.stderr.strip())
        return done.stdout

    def _repr_svg_(self):
        """What a notebook shows."""
        return self.svg()


if __name__ == "__main__":
    try:
        print(Position(" ".join(sys.argv[1:])).svg(), end="")
    except ValueError as error:
        sys.exit(str(error))

"""A game on a board: the moves, not their judgment, which is the engine's."""
from __future__ import annotations

import re
from typing import Iterable, List, Optional, Tuple, Union

Size = Union[int, Tuple[int, int]]

_PASS = "-"
_MAX_SIDE = 22


class Board:
    """A game from an empty board, Black first.

    Points are a column letter from A at the left and a row number from 1 at the bottom: "H8" is the center of 15x15.

    :param moves: such as "H8 I9 J8", or an iterable of points; "-" or "pass" is a pass
    :param rule: a rule of tengen: "freestyle", "standard", "renju", "caro", "omok" and others
    :param size: board side, or (width, height)
    :param win: stones in a row that win in freestyle, 3 to 6
    :raises ValueError: for a point off the board, or occupied
    """

    def __init__(
        self, moves: Union[str, Iterable[str]] = "", *, rule: str = "freestyle", size: Size = 15, win: Optional[int] = None
    ) -> None:
        self.rule, self.win = rule, win
        self.width, self.height = (size, size) if isinstance(size, int) else size
        if not (1 <= self.width <= _MAX_SIDE and 1 <= self.height <= _MAX_SIDE):
            raise ValueError(f"size {size}: expected sides from 3 to {_MAX_SIDE}")
        self._moves: List[str] = []
        for move in re.split(r"[\s,]+", moves.strip()) if isinstance(moves, str) else moves:
            if move:
                self.push(move)

    @property
    def moves(self) -> Tuple[str, ...]:
        """The moves so far, "-" for a pass."""
        return tuple(self._moves)

    @property
    def turn(self) -> str:
        """The side to move, "black" or "white"."""
        return "black" if len(self._moves) % 2 == 0 else "white"

    def push(self, move: str) -> None:
        """Plays a move. Raises ValueError, and leaves the board as it was, if the point is occupied or no point."""
        if move.lower() in (_PASS, "pass"):
            self._moves.append(_PASS)
            return
        found = re.fullmatch(r"([A-Z])([1-9]\d?)", move.upper())
        if found is None:
            raise ValueError(f"{move!r}: expected a point such as 'H8'")
        if ord(found[1]) - 65 >= self.width or int(found[2]) > self.height:
            last = f"{chr(64 + self.width)}{self.height}"
            raise ValueError(f"{move.upper()}: off the board, expected a point from A1 to {last}")
        if move.upper() in self._moves:
            raise ValueError(f"{move.upper()}: already occupied")
        self._moves.append(move.upper())

    def pop(self) -> str:
        """Takes the last move back and returns it. Raises IndexError if there is none."""
        return self._moves.pop()

    def copy(self) -> Board:
        return Board(self._moves, rule=self.rule, size=(self.width, self.height), win=self.win)

    def svg(self) -> str:
        """The board as an SVG drawing, with numbered stones, by the program tengen."""
        from ._engine import draw

        return draw(self)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()

    def __str__(self) -> str:
        """The board as text: X black, O white, row 1 at the bottom."""
        stones = {move: "XO"[i % 2] for i, move in enumerate(self._moves)}
        letters = [chr(65 + x) for x in range(self.width)]
        rows = [
            f"{row:2} " + " ".join(stones.get(f"{letter}{row}", ".") for letter in letters)
            for row in range(self.height, 0, -1)
        ]
        return "\n".join([*rows, "   " + " ".join(letters)])

    def __repr__(self) -> str:
        win = "" if self.win is None else f", win={self.win}"
        size = self.width if self.width == self.height else (self.width, self.height)
        return f"Board({' '.join(self._moves)!r}, rule={self.rule!r}, size={size}{win})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and repr(self) == repr(other)

    __hash__ = None  # type: ignore[assignment]

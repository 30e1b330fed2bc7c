"""The program tengen: `tengen analyze --batch` for positions, `tengen analyze --game` for reviews."""
from __future__ import annotations

import atexit
import json
import os
import shlex
import shutil
import subprocess
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._board import Board

Command = Union[str, Sequence[str]]
Points = Union[str, Sequence[str]]


class TengenError(ValueError):
    """What tengen rejects, or why it cannot run: one line."""


@dataclass(frozen=True)
class Line:
    """A move and what follows, from the point of view of the side to move."""

    move: str
    #: Points of the evaluation.
    score: int
    #: Plies to a proven win, negative to a proven loss; else None.
    win_in: Optional[int]
    #: 0 to 1.
    win_chance: float
    depth: int
    sel_depth: int
    nodes: int
    elapsed_ms: int
    #: The expected line, which begins with the move.
    pv: Tuple[str, ...]


@dataclass(frozen=True)
class Analysis:
    """The answer to a position."""

    #: Best first; empty if the game is over.
    lines: Tuple[Line, ...]
    #: "black" or "white"; None after the end of a game.
    side_to_move: Optional[str]
    #: "black", "white" or "draw"; None while the game is in progress.
    result: Optional[str]
    #: "five", "foul" or "full".
    reason: Optional[str]
    #: The whole answer, as docs/guide/batch.md describes it.
    raw: Mapping[str, Any]

    @property
    def best(self) -> Line:
        """The best line. Raises TengenError if the game is over."""
        if not self.lines:
            raise TengenError("the game is over: it has no best move")
        return self.lines[0]


@dataclass(frozen=True)
class ReviewedMove:
    number: int
    color: str
    #: None: a pass.
    move: Optional[str]
    #: Black's win chance after the move, 0 to 1.
    black_chance: Optional[float]
    #: Win chance that the player lost by the move, 0 to 1.
    lost: Optional[float]
    #: "mistake", "blunder", "missed-win" or None.
    verdict: Optional[str]
    #: The engine's line instead of the move.
    better: Tuple[str, ...]
    #: Plies to the missed win.
    missed_win_in: Optional[int]


@dataclass(frozen=True)
class Review:
    moves: Tuple[ReviewedMove, ...]
    #: Black's win chance before the first move, 0 to 1.
    first_chance: Optional[float]
    #: For "black" and "white": averageLoss, blunders, mistakes and missedWins.
    summary: Mapping[str, Mapping[str, Any]]
    #: The whole output of tengen analyze --game --json.
    raw: Mapping[str, Any]


class Engine:
    """A running `tengen analyze --batch`. Its methods may be called from several threads.

    :param command: the program, by default TENGEN_COMMAND or tengen in the PATH
    :param threads: positions that are searched at once
    :param table_mb: size of the table of each search; it affects the answers
    :raises TengenError: if the program is not found
    """

    def __init__(self, command: Optional[Command] = None, *, threads: int = 1, table_mb: int = 32) -> None:
        self._command = _command(command)
        options = ["analyze", "--batch", "--threads", str(threads), "--table", str(table_mb)]
        self._program = _start([*self._command, *options])
        # Held while a question is written, which may block; the reader must not wait for it.
        self._writing = threading.Lock()
        self._lock = threading.Lock()
        self._has_ended = False
        self._pending: Dict[int, Future[Analysis]] = {}
        self._last_id = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def submit(
        self,
        board: Union[Board, str],
        *,
        nodes: Optional[int] = None,
        time_ms: Optional[int] = None,
        depth: Optional[int] = None,
        lines: int = 1,
        solve: bool = False,
        only: Optional[Points] = None,
        without: Optional[Points] = None,
        threats: bool = False,
        priority: int = 0,
    ) -> Future[Analysis]:
        """Asks about a position. All limits that are given apply; without any a search ends after 100000 nodes.

        :param board: a board, or the moves of a freestyle game on 15x15
        :param lines: number of best moves
        :param solve: look for a win by threats first
        :param only: search only these points
        :param without: exclude these points
        :param threats: raw has the threats of both sides and the forbidden points
        :returns: a future, whose result() raises TengenError if the engine rejects the position
        """
        query: Dict[str, Any] = {"nodes": nodes, "timeMs": time_ms, "depth": depth, "only": only, "without": without}
        query = {name: value for name, value in query.items() if value is not None}
        query.update(_position(board), lines=lines, solve=solve, threats=threats, priority=priority)
        future: Future[Analysis] = Future()
        future.set_running_or_notify_cancel()
        with self._writing:
            with self._lock:
                if self._has_ended:
                    raise TengenError("tengen is not running: start a new Engine")
                self._last_id += 1
                self._pending[self._last_id] = future
            assert self._program.stdin is not None
            try:
                self._program.stdin.write(json.dumps({"id": self._last_id, **query}) + "\n")
                self._program.stdin.flush()
            except OSError:  # the reader notices the end, too, and fails the future
                pass
        return future

    def analyze(self, board: Union[Board, str], **limits: Any) -> Analysis:
        """Waits for the answer to a position. Takes the arguments of :meth:`submit`; raises TengenError."""
        return self.submit(board, **limits).result()

    def best_move(self, board: Union[Board, str], **limits: Any) -> str:
        """The move to play, such as "H8". Takes the arguments of :meth:`submit`; raises TengenError."""
        return self.analyze(board, **limits).best.move

    def review(self, game: Union[Board, str, "os.PathLike[str]"], **options: Any) -> Review:
        """As :func:`review`, with the program of this engine."""
        return review(game, command=self._command, **options)

    def close(self) -> None:
        """Ends the program; pending answers become errors."""
        self._program.terminate()
        self._program.wait()
        self._reader.join()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> None:
        assert self._program.stdout is not None
        with self._program.stdout as stdout:
            for line in stdout:
                answer = json.loads(line)
                with self._lock:
                    future = self._pending.pop(answer["id"])
                if "error" in answer:
                    future.set_exception(TengenError(answer["error"]))
                else:
                    future.set_result(_analysis(answer))
        code = self._program.wait()
        with self._lock:
            self._has_ended = True
            left, self._pending = list(self._pending.values()), {}
        with self._writing:
            assert self._program.stdin is not None
            try:
                self._program.stdin.close()
            except OSError:  # what was not written yet
                pass
        for future in left:
            future.set_exception(TengenError(f"tengen ended with code {code} before it answered"))


_shared: Optional[Engine] = None


def analyze(board: Union[Board, str], **limits: Any) -> Analysis:
    """Analyzes a position with an engine that all calls share. Takes the arguments of :meth:`Engine.submit`."""
    global _shared
    if _shared is None or _shared._program.poll() is not None:
        _shared = Engine()
        atexit.register(_shared.close)
    return _shared.analyze(board, **limits)


def review(
    game: Union[Board, str, "os.PathLike[str]"],
    *,
    nodes: Optional[int] = None,
    rule: Optional[str] = None,
    command: Optional[Command] = None,
) -> Review:
    """Analyzes every position of a game.

    :param game: a board, moves of a freestyle game on 15x15, or the Path of a psq, sgf or pos file
    :param nodes: node limit per position, 60000 by default
    :param rule: rule of a file, instead of its own
    :raises TengenError: for a game that tengen cannot read
    """
    options = [] if nodes is None else ["--nodes", str(nodes)]
    if isinstance(game, os.PathLike):
        options += [] if rule is None else ["--rule", rule]
        operand = os.fspath(game)
    else:
        if rule is not None:
            raise TengenError(f"rule {rule!r}: expected it in the board")
        board = Board(game) if isinstance(game, str) else game
        options += ["--rule", board.rule, "--size", f"{board.width}x{board.height}"]
        options += [] if board.win is None else ["--win", str(board.win)]
        operand = " ".join(board.moves)
    raw = json.loads(_run([*_command(command), "analyze", "--game", "--json", *options, "--", operand]))
    moves = tuple(
        ReviewedMove(
            number=move["number"],
            color=move["color"],
            move=None if move["move"] is None else move["move"]["name"],
            black_chance=move["blacksChance"],
            lost=move["lost"],
            verdict=move["verdict"],
            better=_names(move["better"]),
            missed_win_in=move["missedWinIn"],
        )
        for move in raw["review"]
    )
    return Review(moves=moves, first_chance=raw["firstChance"], summary=raw["summary"], raw=raw)


def draw(board: Board) -> str:
    """Draws a board as SVG."""
    rows = {str(row): chr(97 + board.height - row) for row in range(1, board.height + 1)}
    points = ["" if move == "-" else move[0].lower() + rows[move[1:]] for move in board.moves]
    turns = "".join(f";{'BW'[i % 2]}[{point}]" for i, point in enumerate(points))
    rule = "" if board.win is None else f"RU[Freestyle, {board.win} in a row]"
    sgf = f"(;GM[4]SZ[{board.width}:{board.height}]{rule}{turns})"
    return _run([*_command(None), "convert", "-", "-", "--from", "sgf", "--to", "svg", "--rule", board.rule], sgf)


def _command(command: Optional[Command]) -> List[str]:
    if command is None:
        command = os.environ.get("TENGEN_COMMAND") or shutil.which("tengen")
        if command is None:
            raise TengenError("tengen is not in the PATH: npm install -g tengen, or set TENGEN_COMMAND")
        if command != os.environ.get("TENGEN_COMMAND"):
            return [command]
    return shlex.split(command) if isinstance(command, str) else list(command)


def _start(command: Sequence[str]) -> "subprocess.Popen[str]":
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    except OSError as error:
        raise TengenError(f"{command[0]}: {error.strerror}") from None


def _run(command: Sequence[str], text: str = "") -> str:
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8")
    except OSError as error:
        raise TengenError(f"{command[0]}: {error.strerror}") from None
    if done.returncode != 0:
        raise TengenError(done.stderr.strip() or f"tengen ended with code {done.returncode}")
    return done.stdout


def _position(board: Union[Board, str]) -> Dict[str, Any]:
    board = Board(board) if isinstance(board, str) else board
    win = {} if board.win is None else {"win": board.win}
    return {"rule": board.rule, "size": f"{board.width}x{board.height}", "moves": " ".join(board.moves), **win}


def _names(points: Sequence[Mapping[str, Any]]) -> Tuple[str, ...]:
    return tuple(point["name"] for point in points)


def _analysis(answer: Mapping[str, Any]) -> Analysis:
    lines = tuple(
        Line(
            move=line["pv"][0]["name"],
            score=line["score"],
            win_in=line["winIn"],
            win_chance=line["winChance"],
            depth=line["depth"],
            sel_depth=line["selDepth"],
            nodes=line["nodes"],
            elapsed_ms=line["elapsedMs"],
            pv=_names(line["pv"]),
        )
        for line in answer["lines"]
    )
    return Analysis(lines, answer["sideToMove"], answer["result"], answer["reason"], answer)

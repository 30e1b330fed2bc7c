"""Against the built program: TENGEN_COMMAND="node ../../dist/tengen.js" python3 -m pytest"""
from pathlib import Path

import pytest

import tengen
from tengen import Board, Engine, TengenError

GAME = Path(__file__).resolve().parents[3] / "test" / "data" / "game.psq"


@pytest.fixture(scope="module")
def engine():
    with Engine(threads=2) as started:
        yield started


def test_board():
    board = Board("h8, I9", size=(9, 10))
    assert (board.moves, board.turn) == (("H8", "I9"), "black")
    board.push("pass")
    assert board.turn == "white"
    assert board.copy() == board != Board("h8 i9", size=(9, 10))
    assert board.pop() == "-"
    assert repr(board) == "Board('H8 I9', rule='freestyle', size=(9, 10))"
    assert str(board).splitlines()[1:3] == [" 9 . . . . . . . . O", " 8 . . . . . . . X ."]


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("H8", "H8: already occupied"),
        ("P1", "P1: off the board, expected a point from A1 to O15"),
        ("A16", "A16: off the board, expected a point from A1 to O15"),
        ("88", "'88': expected a point such as 'H8'"),
    ],
)
def test_board_refuses(move, message):
    board = Board("h8")
    with pytest.raises(ValueError) as refusal:
        board.push(move)
    assert (str(refusal.value), board.moves) == (message, ("H8",))


def test_svg():
    assert "<title>9x10, 3 stones</title>" in Board("H8 I9 - A10", size=(9, 10))._repr_svg_()
    # Row 10 is the first from the top.
    assert 'cx="36" cy="36" r="13' in Board("A10", size=(9, 10)).svg()
    # The winning row, by the rule of the board.
    six = "A1 A9 B1 B9 C1 C9 E1 E9 F1 F9 D1"
    assert ["<line" in Board(six, rule=rule).svg() for rule in ("freestyle", "standard")] == [True, False]
    assert "<line" in Board("A1 A9 B1 B9 C1", size=9, win=3).svg()
    with pytest.raises(TengenError, match="--rule go: expected"):
        Board(rule="go").svg()


def test_analyze(engine):
    analysis = engine.analyze(Board("H8 I9 J8", rule="renju"), nodes=2000, lines=2, threats=True)
    assert (analysis.side_to_move, analysis.result, len(analysis.lines)) == ("white", None, 2)
    assert analysis.best.pv[0] == analysis.best.move
    assert 0 < analysis.best.win_chance < 1
    assert analysis.raw["rule"] == "renju" and "threats" in analysis.raw
    assert engine.analyze("H8 I9 J8", depth=2).raw["rule"] == "freestyle"


def test_best_move(engine):
    won = Board("H8 A1 I8 A3 J8 A5 K8 G8")
    assert engine.best_move(won) == "L8"
    assert engine.analyze(won).best.win_in == 1
    assert engine.best_move(Board("B2 A1 C2 A3", size=7, win=3)) in ("A2", "D2")
    won.push("L8")
    over = engine.analyze(won)
    assert (over.result, over.reason, over.lines, over.side_to_move) == ("black", "five", (), None)
    with pytest.raises(TengenError, match="the game is over"):
        engine.best_move(won)


def test_many_positions(engine):
    futures = [engine.submit(f"H8 {column}9", nodes=500) for column in "ABCDEFGHIJKLMNO"]
    assert [future.result().raw["moves"] for future in futures] == [f"H8 {column}9" for column in "ABCDEFGHIJKLMNO"]


@pytest.mark.parametrize(
    ("board", "limits", "message"),
    [
        (Board(rule="go"), {}, 'rule go: expected freestyle, '),
        (Board(), {"nodes": 0}, "nodes 0: expected a whole number from 1 to"),
        (Board("H8"), {"only": "H8"}, "only H8: expected an empty point"),
        (Board("H8 A1 I8 A2 J8 A3 K8 A4 L8 A5"), {}, "move 10: the game is already over"),
    ],
)
def test_refusals(engine, board, limits, message):
    with pytest.raises(TengenError) as refusal:
        engine.analyze(board, **limits)
    assert str(refusal.value).startswith(message)
    assert "\n" not in str(refusal.value)
    assert engine.analyze("H8", nodes=1).lines


def test_review(engine):
    review = engine.review(GAME, nodes=5000, rule="freestyle")
    assert [move.number for move in review.moves] == list(range(1, len(review.moves) + 1))
    assert [move.color for move in review.moves[:2]] == ["black", "white"]
    lost = review.moves[10]
    assert (lost.move, lost.verdict, lost.better[0]) == ("G12", "missed-win", "F11")
    assert lost.lost > 0.5 and lost.missed_win_in > 0
    moves = " ".join(move.move for move in review.moves)
    assert tengen.review(moves, nodes=5000).moves == review.moves
    with pytest.raises(TengenError, match="no such file"):
        engine.review(Path("missing.psq"))
    with pytest.raises(TengenError, match="expected a game with moves"):
        tengen.review("")


def test_shared_engine():
    assert tengen.analyze("H8 I9", nodes=500).lines
    assert tengen.analyze(Board("H8 I9"), nodes=500).lines


def test_closed_and_missing_programs(monkeypatch):
    engine = Engine()
    pending = engine.submit("H8 I9", time_ms=3_600_000)
    engine.close()
    with pytest.raises(TengenError, match="before it answered"):
        pending.result()
    with pytest.raises(TengenError, match="is not running"):
        engine.analyze("H8")
    with pytest.raises(TengenError, match="^no-such-program: No such file"):
        Engine("no-such-program")
    monkeypatch.delenv("TENGEN_COMMAND")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(TengenError, match="^tengen is not in the PATH"):
        Engine()

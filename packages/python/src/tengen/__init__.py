"""Analyzes gomoku and renju positions and reviews games with the engine tengen."""
from ._board import Board, Size
from ._engine import Analysis, Engine, Line, Review, ReviewedMove, TengenError, analyze, review

__all__ = [
    "Analysis",
    "Board",
    "Engine",
    "Line",
    "Review",
    "ReviewedMove",
    "Size",
    "TengenError",
    "analyze",
    "review",
]

#!/usr/bin/env python3
"""A bot for chats: one line in, one line out. Start tengen serve, then: python3 examples/bot.py [URL]"""
import sys

from batch import ask_server

HELP = "Say a move such as H8, new RULE (freestyle, standard, renju, caro), hint or undo."


class Game:
    """A game of a user, who moves first, against the engine."""

    def __init__(self, url, rule="freestyle", nodes=20000):
        self.url, self.rule, self.nodes, self.moves = url, rule, nodes, []

    def analyze(self, moves, nodes=None):
        """Returns the answer to the position after the moves. Raises ValueError if they break the rules."""
        return next(ask_server([{"id": 1, "rule": self.rule, "moves": moves, "nodes": nodes or self.nodes}], self.url))

    def play(self, move):
        """Plays a move of the user and the engine's reply. The game stays as it was if the move is wrong."""
        position = self.analyze([*self.moves, move])
        if position["result"] is not None:
            return self.end(position)
        line, reply = position["lines"][0], position["lines"][0]["pv"][0]["name"]
        after = self.analyze([*self.moves, move, reply], nodes=1)  # only whether the game is over
        if after["result"] is not None:
            return f"{reply}. {self.end(after)}"
        self.moves += [move, reply]
        return f"{reply} (my win chance: {100 * line['winChance']:.0f} %)"

    def end(self, position):
        self.moves = []
        result = "A draw" if position["result"] == "draw" else f"{position['result'].capitalize()} wins"
        return f"{result}: {position['reason']}. The next move starts a new game."


def answer(game, text):
    """Returns the reply to a line of the user, and the game after it."""
    word, *rest = text.split() or [""]
    try:
        if word == "new":
            started = Game(game.url, *rest[:1])
            started.analyze([], nodes=1)  # an unknown rule is an error
            return f"A new game of {started.rule}: your move.", started
        if word == "hint":
            return f"Try {game.analyze(game.moves)['lines'][0]['pv'][0]['name']}.", game
        if word == "undo":
            game.moves = game.moves[:-2]
            return f"The game so far: {' '.join(game.moves) or 'no moves'}.", game
        return (game.play(word) if word[:1].isalpha() and word[1:].isdigit() else HELP), game
    except (ValueError, OSError) as error:
        return str(error), game


if __name__ == "__main__":
    current = Game(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8016/")
    for message in sys.stdin:
        text, current = answer(current, message)
        print(text, flush=True)

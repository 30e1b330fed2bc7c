#!/usr/bin/env python3
"""Finds the mistakes of a game: python3 examples/review.py game.psq [rule] [nodes]"""
import sys

from batch import ask


def read_psq(path):
    """Returns the size of the board and the moves, as x and y from 0 at the top left."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    size = int(lines[0].split()[1].split("x")[0])
    moves = []
    for line in lines[1:]:
        fields = line.split(",")
        if len(fields) != 3:
            break
        moves.append({"x": int(fields[0]) - 1, "y": int(fields[1]) - 1})
    return size, moves


def chance_of_black(answer):
    if answer["result"] is not None:
        return {"black": 1, "white": 0, "draw": 0.5}[answer["result"]]
    chance = answer["lines"][0]["winChance"]
    return chance if answer["sideToMove"] == "black" else 1 - chance


def main(path, rule="freestyle", nodes="20000"):
    size, moves = read_psq(path)
    common = {"rule": rule, "size": size, "nodes": int(nodes)}
    queries = [{"id": played, "moves": moves[:played], **common} for played in range(len(moves) + 1)]
    answers = {answer["id"]: answer for answer in ask(queries)}
    chances = [chance_of_black(answers[played]) for played in range(len(moves) + 1)]
    for number, (before, after) in enumerate(zip(chances, chances[1:]), 1):
        black = number % 2 == 1
        lost = before - after if black else after - before
        name = answers[len(moves)]["moves"].split()[number - 1]
        best = answers[number - 1]["lines"][0]["pv"][0]["name"]
        # A loss with the best move means that the search saw more one move later: it is not a mistake.
        if lost < 0.15 or name == best:
            continue
        side = "Black" if black else "White"
        print(f"{number}. {side} {name} lost {100 * lost:.0f} % of winning chance; better {best}")


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/env python3
"""Asks tengen about some positions and prints what it thinks: python3 examples/batch.py [http://127.0.0.1:8016/]"""
import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path

TENGEN = ["node", "--no-warnings", str(Path(__file__).resolve().parent.parent / "dist" / "tengen.js")]


def ask(queries, threads=2):
    """Yields the answer to each query, a dict with a unique id, as soon as it arrives."""
    command = [*TENGEN, "analyze", "--batch", "--threads", str(threads)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as tengen:

        def write():
            with tengen.stdin as stdin:
                for query in queries:
                    stdin.write(json.dumps(query) + "\n")

        # Written in a separate thread: a write to a full pipe blocks until the answers are read.
        threading.Thread(target=write, daemon=True).start()
        for line in tengen.stdout:
            answer = json.loads(line)
            if "error" in answer:
                raise ValueError(f"query {answer['id']}: {answer['error']}")
            yield answer


def ask_server(queries, url, token=os.environ.get("TENGEN_SERVE_TOKEN")):
    """Yields the answers of tengen serve at url in the same way."""
    body = "\n".join(json.dumps(query) for query in queries).encode()
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{url}analyze", body, headers)) as lines:
            for line in lines:
                answer = json.loads(line)
                if "error" in answer:
                    raise ValueError(f"query {answer['id']}: {answer['error']}")
                yield answer
    except urllib.error.HTTPError as error:
        raise ValueError(json.loads(error.readline())["error"]) from None


if __name__ == "__main__":
    positions = ["H8", "H8 I9 J8", "H8 H9 I8 G8 J9", "H8 A1 I8 A2 J8 A3"]
    queries = [{"id": moves, "rule": "freestyle", "moves": moves, "nodes": 20000, "lines": 2} for moves in positions]
    for answer in ask_server(queries, sys.argv[1]) if len(sys.argv) > 1 else ask(queries):
        print(answer["id"], f"({answer['sideToMove']} to move)")
        for line in answer["lines"]:
            moves = " ".join(point["name"] for point in line["pv"][:6])
            print(f"  {100 * line['winChance']:3.0f} %  depth {line['depth']}  {moves}")

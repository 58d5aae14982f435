"""How precisely statements about replies are read, and how often other turns are mistaken.

    python -m tests.benchmarks.preference_signals --data DIR

One JSON line for each language and part of the sentences beside this file, then one for
each set of ordinary turns in the folder (none without `--data`). `design` is what the rules
were made with, `held` was left aside, `fresh` was written after them; all by their author.
Rules were changed once after the ordinary turns had been looked at.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from langgraph_memory.preferences.signals import signals_in

_SENTENCES = Path(__file__).with_name("preference_sentences.jsonl")
_TRACES = (
    "traces_tau_airline_gpt4o_recorded",
    "traces_tau2_airline_recorded",
    "traces_tau2_retail_recorded",
)


def sentences() -> list[dict[str, Any]]:
    """Sentences with the signals that they give."""
    return [json.loads(line) for line in _SENTENCES.read_text("utf-8").splitlines()]


def judged(language: str, part: str) -> dict[str, Any]:
    """Precision and recall on one part of the sentences."""
    right = wrong = missed = 0
    for one in sentences():
        if (one["language"], one["part"]) == (language, part):
            found = {(s.dimension, s.value) for s in signals_in(one["text"])}
            wanted = set(one["signals"].items())
            right, wrong = right + len(found & wanted), wrong + len(found - wanted)
            missed += len(wanted - found)
    return {
        "language": language,
        "part": part,
        "precision": round(right / max(1, right + wrong), 3),
        "recall": round(right / max(1, right + missed), 3),
        "statements": right + missed,
    }


def read_lines(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """One set of the data folder, line by line."""
    path = folder / f"{name}.jsonl.gz"
    if not path.is_file():
        msg = f"{path} is missing; --data must name the folder that holds it"
        raise SystemExit(msg)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def turns(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """What people wrote who said nothing about replies, by set."""
    for name in _TRACES:
        runs = read_lines(folder, name)
        yield (
            name,
            [m["content"] for run in runs for m in run["messages"] if m["role"] == "user"],
        )
    talks = [one["conversation"] for one in read_lines(folder, "locomo10")]
    parts = [part for talk in talks for part in talk.values() if isinstance(part, list)]
    yield "locomo10", [turn["text"] for part in parts for turn in part if "text" in turn]
    rows = list(read_lines(folder, "prefeval"))
    for kind in ("preference", "question"):
        yield f"prefeval {kind}", [row[kind] for row in rows]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    given = parser.parse_args(arguments)
    rows = [
        judged(lang, part) for lang in ("en", "zh") for part in ("design", "held", "fresh")
    ]
    for name, texts in turns(given.data) if given.data else ():
        fired = sum(bool(signals_in(text)) for text in texts)
        rate = round(1_000 * fired / len(texts), 2)
        rows.append({"turns": name, "number": len(texts), "fired_per_1000": rate})
    for row in rows:
        print(json.dumps(row))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())

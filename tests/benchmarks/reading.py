"""How long reading takes beside `json.loads`, for JSON of many shapes, and how it grows.

    python -m tests.benchmarks.reading [--kilobytes 100] [--runs 7] [--shape NAME …]

prints one line of JSON per shape: `shape`, `kilobytes`, `ratio_to_json_loads` of reading as
tables, and `ratio_of_form` of reading for the lossless form. Texts that are no JSON have
`milliseconds` and `form_milliseconds` instead, and all have `growth` and `form_growth`: by
which factor the time grows when the text is twice as long, from 50 to 400 kilobytes.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable, Sequence
from time import process_time

from langgraph_memory.cards.form.model import Output
from langgraph_memory.cards.form.reading import read_output
from langgraph_memory.facts.reading import read
from tests.benchmarks.shapes import SHAPES, TEXTS, Make
from tests.benchmarks.timing import exponent

Call = Callable[[], object]
_SIZES = (50, 100, 200, 400)  # in kilobytes


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the shapes that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kilobytes", type=int, default=100)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--shape", nargs="*", default=[*SHAPES, *TEXTS])
    given = parser.parse_args(arguments)
    for shape in given.shape:
        make = SHAPES.get(shape) or TEXTS[shape]
        found = measured(make, given.kilobytes, given.runs, is_json=shape in SHAPES)
        sys.stdout.write(json.dumps({"shape": shape, **found}) + "\n")
        sys.stdout.flush()


def measured(make: Make, kilobytes: int, runs: int, *, is_json: bool) -> dict[str, float]:
    """The figures of one shape.

    Args:
        make: Makes a text of about so many characters.
        kilobytes: Size of the text.
        runs: How often each way of reading it is timed; the fastest counts.
        is_json: Whether the text is compared with `json.loads`.

    Returns:
        Figures by name; see the module.
    """
    text = make(1_000 * kilobytes)
    facts, form, *loading = fastest(
        [*_readings(text), *([_loading(text)] if is_json else [])], runs
    )
    found: dict[str, float] = {"kilobytes": round(len(text.encode()) / 1_000)}
    if loading:
        [loads] = loading
        found["ratio_to_json_loads"] = round(facts / loads, 1)
        found["ratio_of_form"] = round(form / loads, 1)
    else:
        found["milliseconds"] = round(1_000 * facts, 2)
        found["form_milliseconds"] = round(1_000 * form, 2)
    times = [fastest(_readings(make(1_000 * size)), runs) for size in _SIZES]
    for name, taken in zip(
        ("growth", "form_growth"), zip(*times, strict=True), strict=True
    ):
        found[name] = round(2 ** exponent(_SIZES, taken), 2)
    return found


def fastest(calls: Sequence[Call], runs: int) -> list[float]:
    """The least processor time of each call, in seconds, taken in turns."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(runs):
        for call, taken in zip(calls, times, strict=True):
            gc.collect()
            start = process_time()
            call()
            taken.append(process_time() - start)
    return list(map(min, times))


def _loading(text: str) -> Call:
    def load() -> object:
        try:
            return json.loads(text)
        except ValueError:
            return [json.loads(line) for line in text.splitlines() if line[:1] in "{["]

    return load


def _readings(text: str) -> list[Call]:
    output = Output("search_items", text)
    return [lambda: read(text), lambda: read_output(output)]


if __name__ == "__main__":
    main()

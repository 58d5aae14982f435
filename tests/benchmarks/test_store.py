"""That the benchmark of the stores runs and says all it ought to, never how fast."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.benchmarks.data import Vectors
from tests.benchmarks.field import Databases, Field
from tests.benchmarks.opening import KINDS
from tests.benchmarks.peers import ONE
from tests.benchmarks.store import main
from tests.benchmarks.targets import TARGETS
from tests.benchmarks.timing import exponent, interleaved

BY_SIZE = {
    *("recall", "search", "search 10 %", "search one of ten", "filter one", "filter 10 %"),
    *("get", "list", "put", "put in batches"),
}
OF_MANY = {f"{name}, many namespaces" for name in ("put", "search", "list")}


def test_the_benchmark_says_all_it_ought_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each operation has a line of JSON per size and store, each target its verdict."""
    sizes = {100, 200}
    main(["--items", "100", "200", "--rounds", "1", "--out", str(tmp_path)])
    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    found = [line for line in lines if "items" in line]
    for name in BY_SIZE | OF_MANY:
        assert {line["items"] for line in found if line["operation"] == name} == sizes
    assert {line["operation"] for line in found} == {
        *(*BY_SIZE, *OF_MANY),
        *("open", "import"),
        *(("memory",) if Path("/proc/self/status").is_file() else ()),
    }
    here = {name for name, kind in KINDS.items() if not kind.why_not()}
    assert {line["store"] for line in found if line["operation"] == "put"} == here
    for line in found:
        assert isinstance(line.get("ms", line.get("kb", line.get("recall"))), float)
        assert not any(name in KINDS and KINDS[name].ours for name in line["ratio_to"])
    grown = {line["operation"] for line in lines if "exponent" in line}
    assert grown == (BY_SIZE | OF_MANY) - {"recall"}
    assert [line["target"] for line in lines if "target" in line] == [
        target.name for target in TARGETS
    ]
    assert (tmp_path / "store.jsonl").read_text(encoding="utf-8") == printed.out
    assert "SqliteStore" in (tmp_path / "store.txt").read_text(encoding="utf-8")
    assert (tmp_path / "store.png").is_file() == bool(find_spec("matplotlib"))


def test_who_does_not_take_part_is_named(tmp_path: Path) -> None:
    """What is missing here, or too slow, is a sentence of the output, and no mere gap."""
    notes: list[str] = []
    databases = Databases()
    vectors = Vectors.make(tmp_path / "vectors.npy", 20)
    field = Field(KINDS, tmp_path / "stores", vectors, databases, notes.append)
    for name, kind in KINDS.items():
        reason = kind.why_not()
        assert (f"{name} does not take part: {reason}" in notes) == bool(reason)
    field.grow(10, lambda _: ONE, patience=0)
    assert field.peers.keys() == field.places.keys()
    field.grow(20, lambda _: ONE, patience=0)
    slow = {name for name in field.places if not KINDS[name].ours}
    assert field.peers.keys() == field.places.keys() - slow
    assert all(any(f"{name} takes no part beyond 10" in n for n in notes) for name in slow)
    field.close()
    databases.close()


def test_an_exponent_is_the_slope_of_growth() -> None:
    """What grows with the square has 2, what stays has 0."""
    assert exponent([10, 100, 1_000], [1, 100, 10_000]) == pytest.approx(2)
    assert exponent([10, 100], [5, 5]) == pytest.approx(0)


def test_calls_take_turns() -> None:
    """All are warmed up, then each does every round beside the others."""
    seen: list[tuple[str, int]] = []
    calls = {name: (lambda n, name=name: seen.append((name, n))) for name in "ab"}
    assert set(interleaved(calls, 2, patience=1)) == {"a", "b"}
    assert seen == [(name, n) for n in (-1, 0, 1) for name in "ab"]

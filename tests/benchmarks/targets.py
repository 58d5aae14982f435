"""What is wanted of the stores of this library, and whether it was met."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.benchmarks.opening import CHROMA, MEMORY, OURS, OURS_WITH_CHROMA, SQLITE
from tests.benchmarks.results import Results

Measure = Callable[[Results], float | None]


@dataclass(frozen=True)
class Target:
    """Something wanted.

    Attributes:
        name: In words.
        most: What the measure may be at most.
        measure: What it is; None where it was not measured.
    """

    name: str
    most: float
    measure: Measure

    def line(self, results: Results) -> str:
        """The target as a line of JSON."""
        value = self.measure(results)
        met = None if value is None else value <= self.most
        shown = None if value is None else round(value, 4)
        return json.dumps(
            {"target": self.name, "wanted": self.most, "is": shown, "met": met}
        )

    def words(self, results: Results) -> str:
        """The target for people."""
        value = self.measure(results)
        if value is None:
            return f"not measured  {self.name} ≤ {self.most}"
        verdict = "met    " if value <= self.most else "NOT MET"
        return f"{verdict}  {self.name}: {value:.3g} ≤ {self.most}"


def _over(operation: str, peer: str, *, items: int | None = None) -> Measure:
    """Our time over a peer's, at so many items or the most that both were measured at."""

    def measure(results: Results) -> float | None:
        both = set(results.sizes(operation, OURS)) & set(results.sizes(operation, peer))
        sizes = both if items is None else both & {items}
        if not sizes:
            return None
        found = results.figures[operation, max(sizes)]
        return found[OURS] / found[peer]

    return measure


def _growth(operation: str) -> Measure:
    return lambda results: results.growth(operation, OURS)


def _at(operation: str, items: int, store: str = OURS) -> Measure:
    return lambda results: results.value(operation, items, store)


def _missed(store: str, items: int) -> Measure:
    def measure(results: Results) -> float | None:
        found = results.value("recall", items, store)
        return None if found is None else 1 - found

    return measure


def _batches(results: Results) -> float | None:
    sizes = results.sizes("put in batches", OURS)
    if not sizes:
        return None
    alone, in_batch = (
        results.figures[name, max(sizes)][OURS] for name in ("put", "put in batches")
    )
    return in_batch / alone


def _many(operation: str) -> Measure:
    name = f"{operation}, many namespaces"

    def measure(results: Results) -> float | None:
        sizes = results.sizes(name, OURS)
        if len(sizes) < 2:
            return None
        return results.figures[name, max(sizes)][OURS] / results.figures[name, 100][OURS]

    return measure


def _import(results: Results) -> float | None:
    ours = results.value("import", 0, "langgraph_memory")
    theirs = results.value("import", 0, "langgraph.graph")
    return None if ours is None or theirs is None else ours / theirs


_TEN, _HUNDRED = 10_000, 100_000

TARGETS = (
    Target("put on SQLite, over SqliteStore", 0.5, _over("put", SQLITE)),
    Target("put on SQLite, over SqliteStore, admirable", 0.3, _over("put", SQLITE)),
    Target("put, exponent", 0.05, _growth("put")),
    Target("an item in a batch of 100, over one alone", 0.3, _batches),
    Target("search in 10,000, over SqliteStore", 0.05, _over("search", SQLITE, items=_TEN)),
    Target(
        "search in 10,000, over InMemoryStore", 0.02, _over("search", MEMORY, items=_TEN)
    ),
    Target("search in 10,000, share missed", 0, _missed(OURS, _TEN)),
    Target(
        "one of ten namespaces at 100,000, over Chroma filtered",
        0.03,
        _over("search one of ten", CHROMA, items=_HUNDRED),
    ),
    Target("search in 100,000, exact, ms", 8, _at("search", _HUNDRED)),
    Target(
        "search in 100,000, by Chroma, share missed",
        0.05,
        _missed(OURS_WITH_CHROMA, _HUNDRED),
    ),
    Target("search by a filter of 10 % in 100,000, ms", 4, _at("search 10 %", _HUNDRED)),
    Target("get, exponent", 0.1, _growth("get")),
    Target("list, exponent", 0.1, _growth("list")),
    Target("filter that one item passes, exponent", 0.4, _growth("filter one")),
    Target("filter that 10 % pass, exponent", 0.4, _growth("filter 10 %")),
    Target("opening 100,000 and the first search, ms", 3_000, _at("open", _HUNDRED)),
    Target("memory per item at 100,000, kB", 4, _at("memory", _HUNDRED)),
    Target("put in many namespaces, over 100", 2, _many("put")),
    Target("search in many namespaces, over 100", 2, _many("search")),
    Target("list one prefix of many namespaces, over 100", 2, _many("list")),
    Target("import langgraph_memory, over langgraph.graph", 1.1, _import),
)


def judged(results: Results) -> Iterator[tuple[str, str]]:
    """Each target as a line of JSON, and in words."""
    for target in TARGETS:
        yield target.line(results), target.words(results)

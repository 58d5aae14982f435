"""A query, and all that an index and its lanes have to say about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from langgraph_memory.index.hybrid import Bars, Findings, HybridIndex
from langgraph_memory.index.lexical import Match
from langgraph_memory.recall.attainable import attainable
from langgraph_memory.recall.by_meaning import Meaning, by_meaning, given_cosines


@dataclass(frozen=True)
class Asked:
    """A query that was looked up.

    Attributes:
        query: The query.
        findings: What was found; its arrays have one entry per place.
        meaning: What the dense lane thinks of it, or None where there is no such lane.
        words: Gives the different words of the text with a key, without those of its links.
    """

    query: str
    findings: Findings
    meaning: Meaning | None
    words: Callable[[str], frozenset[str]]

    @property
    def match(self) -> Match:
        """What the words say."""
        return self.findings.match

    @cached_property
    def attainable(self) -> float:
        """What its words can be expected to score where there is an answer."""
        return attainable(self.query, self.match)

    @property
    def share(self) -> float:
        """The best score as a share of what is attainable, 0 without a word that counts."""
        best = self.match.best
        return best / self.attainable if best else 0.0


def look_up(
    query: str,
    focus: str,
    index: HybridIndex,
    dense: Mapping[str, float] | None,
    bars: Bars | None = None,
) -> tuple[Asked, Asked | None]:
    """Ask an index about a query, and about what is about to be decided.

    Args:
        query: Any text.
        focus: The focus; one that is empty, or the query again, says nothing.
        index: The index.
        dense: Cosine with the query by key, where another than the index worked them out;
            None: the index's own.
        bars: What makes it worth looking at a text; None: all are looked at.

    Returns:
        Both, of one state of the index; None for a focus that says nothing.
    """
    words = cache(index.words)  # of few texts, but several times
    texts = [query, focus] if focus.strip() and focus != query else [query]
    found = index.search(*texts, bars=bars)
    if dense is None:
        meanings = [_judged(one, index, static=True) for one in found]
    else:
        first = given_cosines(dense, found[0], index.place)
        meanings = [_judged(first, index, static=False), None]
    looked = [
        Asked(text, one, meaning, words)
        for text, one, meaning in zip(texts, found, meanings, strict=False)
    ]
    return looked[0], looked[1] if len(looked) > 1 else None


def _judged(found: Findings, index: HybridIndex, *, static: bool) -> Meaning | None:
    return by_meaning(found.cosines, found.range, index.differ, static=static)

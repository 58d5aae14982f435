"""What a sentence, a line or an item adds to its score: what it tells, and is asked for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from langgraph_memory.cards.form.model import Cell
from langgraph_memory.cards.prose import is_formula, telling, tells_failure
from langgraph_memory.cards.selection.blocks import layout
from langgraph_memory.cards.selection.by_column import Terms
from langgraph_memory.cards.selection.stanzas import stanzas
from langgraph_memory.cards.words import words
from langgraph_memory.weights import Weights

_WORD: Final = 0.5
"""What a word is worth that no other piece has; an id or a number is worth 1."""

_NAMED: Final = 0.1
"""How much more those lines of an object are asked for whose names the user said, and its
first with them, without which nobody knows of what they tell."""

_SMALL: Final = 3
"""Lines of an object up to which it is told whole."""

_RARE: Final = 8
"""One in so many runs of lines, at most, is named by a word that tells it from others."""

_MOST: Final = 16
"""Lines of a run up to which it is told whole where it is named."""

_NESTED: Final = frozenset({list, dict})


class PieceScorer:
    """Scores the pieces of texts, and the items of lists that hold several values.

    The lines of an object, and the parts of a line, stand together: what one of them tells,
    and whether it is asked for, counts for all.
    """

    def __init__(self, wishes: Collection[str], weights: Weights) -> None:
        """Prepare to score; `wishes` are stems of what the user said lately."""
        self._wishes = frozenset(wishes)
        self._weights = weights
        self._found: dict[Cell, Mapping[Cell, Terms]] = {}

    def terms(self, cell: Cell, listing: Cell) -> Terms:
        """What a piece or an item adds.

        Args:
            cell: The piece or item.
            listing: The cell that has it among its items.

        Returns:
            Terms in log-odds by name; none for the single values of a list.
        """
        if type(listing.value) is not str and type(cell.value) not in _NESTED:
            return {}
        found = self._found.get(listing)
        if found is None:
            found = self._found[listing] = self._score(listing)
        return found.get(cell, {})

    def _score(self, listing: Cell) -> Mapping[Cell, Terms]:
        items = listing.items
        terms = {item: dict(self._told(item)) for item in items}
        if type(listing.value) is not str:
            blocks: Iterable[range] = (range(at, at + 1) for at in range(len(items)))
        else:
            blocks, heads = layout(tuple([item.text for item in items]))
            for at in heads:
                terms[items[at]]["heading"] = self._weights.heading
        held = [self._wishes & _stems(item.text) for item in items] if self._wishes else []
        worths, weight = _worths(held), self._weights.asked_piece
        for block in blocks:
            together = items[block.start : block.stop]
            most = max(terms[item].get("facts", 0.0) for item in together)
            said = frozenset().union(*held[block.start : block.stop])
            share = min(1.0, sum([worths[stem] for stem in said]))
            first = self._named(together)
            for item in together:
                terms[item]["facts"] = most
                if share:
                    asked = share + _NAMED * (item in first)
                    terms[item] |= {"asked_value": 0.0, "asked_piece": weight * asked}
        if held and type(listing.value) is str:
            runs = stanzas(tuple([item.text for item in items]))
            if runs and not _are_within(runs, blocks):
                self._tell_named(runs, items, held, worths, terms)
        return terms

    def _tell_named(
        self,
        runs: Sequence[range],
        items: Sequence[Cell],
        held: Sequence[frozenset[str]],
        worths: Mapping[str, float],
        terms: Mapping[Cell, Terms],
    ) -> None:
        """Where the user names a thing that few runs of lines tell of, put those first.

        Of the words that they hold, the lines of others say nothing that is asked for.
        """
        said = [frozenset().union(*held[run.start : run.stop]) for run in runs]
        counts = Counter(stem for stems in said for stem in stems)
        rare = {stem for stem, n in counts.items() if n <= max(1, len(runs) // _RARE)}
        named = [at for at, stems in enumerate(said) if stems & rare]
        if not named:
            return
        theirs = frozenset().union(*[said[at] for at in named])
        for run, stems in zip(runs, said, strict=True):
            lines = [terms[items[place]] for place in run]
            if stems & rare:
                share = min(1.0, sum([worths[stem] for stem in stems]))
                self._ask(lines, [bool(held[place]) for place in run], share)
            else:
                # No value without what it is of.
                most = max(line.get("facts", 0.0) for line in lines)
                lines[0]["facts"] = most + self._weights.asked_piece * _NAMED
                for line in lines if stems <= theirs else ():
                    line.pop("asked_piece", None)

    def _ask(self, lines: Sequence[Terms], asked: Sequence[bool], share: float) -> None:
        """Raise the lines of a run; of a long one only its first and the asked ones."""
        for at, (line, is_asked) in enumerate(zip(lines, asked, strict=True)):
            if is_asked or not at or len(lines) <= _MOST:
                score = share + _NAMED * (is_asked + (not at))
                line |= {
                    "asked_value": 0.0,
                    "asked_piece": self._weights.asked_piece * score,
                }

    def _told(self, item: Cell) -> Iterator[tuple[str, float]]:
        """What a piece of a text tells, whatever was asked."""
        if type(item.value) is str:
            yield "facts", self._weights.facts * telling(item.value)
            if is_formula(item.value):
                yield "formula", self._weights.formula
            if tells_failure(item.value):
                yield "failure", self._weights.failure

    def _named(self, lines: Sequence[Cell]) -> frozenset[Cell]:
        """The lines of an object by whose names the user asks, and its first."""
        if len(lines) <= _SMALL:
            return frozenset()
        names = ((line, line.text.partition(":")) for line in lines[1:])
        asked = [
            line
            for line, (name, mark, _) in names
            if mark and not self._wishes.isdisjoint(_stems(name))
        ]
        return frozenset([lines[0], *asked] if asked else ())


def _are_within(runs: Sequence[range], blocks: Iterable[range]) -> bool:
    """Whether the runs are no longer than what stands together anyway."""
    stops = {place: block.stop for block in blocks for place in block}
    return all(run.stop <= stops[run.start] for run in runs)


def _worths(held: Sequence[Collection[str]]) -> Mapping[str, float]:
    """What the words that the user said are worth in a text, 0–1 each."""
    counts, size = Counter(stem for stems in held for stem in stems), len(held)
    return {
        stem: _worth(stem) * math.log1p(size / n) / math.log1p(size)
        for stem, n in counts.items()
    }


def _worth(stem: str) -> float:
    return 1.0 if any(map(str.isdigit, stem)) else _WORD


@lru_cache(maxsize=16_384)
def _stems(text: str) -> frozenset[str]:
    return frozenset(words(text))

"""What is on record and not in view: the parts that the user's newest words ask for.

What somebody asks for is told by the words that few parts have: names, ids, numbers. A part
that belongs to one object is also known by what the rest of that object, and the call that
asked for it, say.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from langgraph_memory.cards.rendering import call_text
from langgraph_memory.index.words import tokenize
from langgraph_memory.recall.passages import Part, parts_of

_FLOOR: Final = 0.25
"""Least share of what the words of the question weigh that a part must have of them."""

_FLOOR_OF_ONE: Final = 0.6
"""The same where the part has a single word of it, and is not called by that."""

_PAIR: Final = 0.5
"""Weight of a pair of Chinese characters, as compared with a word."""

_CONTEXT: Final = 0.65
"""Weight of a word that only the part's object or call has."""

_NEAR: Final = 0.6
"""Share of the best part's score from which another part is shown beside it."""

_FEW: Final = 3
_FEW_OF: Final = 0.1
"""A word tells parts from others when at most so many, or so large a share, have it."""

_SHORTEST_ID: Final = 3
_LONGEST: Final = 1_200

Numbers = Mapping[str, Sequence[int]]
"""By fingerprint of an output, positions of its parts."""


@dataclass(frozen=True)
class Source:
    """An output that is on record.

    Attributes:
        record: What names the record.
        tool: The tool.
        args: Arguments of the call.
        text: What the tool said.
    """

    record: str
    tool: str
    args: Mapping[str, Any]
    text: str

    @cached_property
    def call(self) -> str:
        """The call that it answers."""
        return call_text(self.tool, self.args)

    @property
    def head(self) -> str:
        """What names the record and the call."""
        return f"{self.record} {self.call}"

    @cached_property
    def parts(self) -> Sequence[Part]:
        """What can be shown of it by itself."""
        return parts_of(self.text)

    def shown(self, numbers: Iterable[int]) -> str:
        """Some of the parts below what names the record.

        Args:
            numbers: Their positions; those it does not have are left out.
        """
        parts = [self.parts[at].text for at in numbers if at < len(self.parts)]
        return "\n".join([self.head, *map(_clipped, parts)])


class Seen:
    """The words of some texts."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Take the words."""
        self._words = frozenset(word for text in texts for word in _apart(text))

    def lacks(self, said: str) -> bool:
        """Whether a text has a word that these do not have."""
        return not self._words.issuperset(_apart(said))


def reminders(
    asked: str,
    sources: Mapping[str, Source],
    seen: Seen,
    *,
    room: int,
    count: Callable[[str], int],
) -> dict[str, list[int]]:
    """Choose the parts that are asked for and not in view.

    Args:
        asked: The user's newest words.
        sources: By fingerprint, the outputs on record, the oldest first.
        seen: What is in view.
        room: Most tokens of all that is shown.
        count: Tokens of a text.

    Returns:
        By fingerprint, positions of the parts, in the order of the sources; empty when
        nothing matches well, or what does is in view.
    """
    words = _telling(asked)
    sources = _newest_of_each(sources)
    chosen: dict[str, list[int]] = {}
    texts: set[str] = set()
    for mark, at in _best(asked, words, sources, seen):
        source = sources[mark]
        text = source.parts[at].text
        cost = count(_clipped(text)) + 1
        cost += 0 if mark in chosen else count(source.head) + 1
        if text not in texts and cost <= room:
            room -= cost
            texts.add(text)
            chosen.setdefault(mark, []).append(at)
    return {mark: sorted(chosen[mark]) for mark in sources if mark in chosen}


def _newest_of_each(sources: Mapping[str, Source]) -> dict[str, Source]:
    """The outputs but for those whose call, with its arguments, was answered anew."""
    newest = {one.call: mark for mark, one in sources.items()}
    return {
        mark: one
        for mark, one in sources.items()
        if not one.args or newest[one.call] == mark
    }


@dataclass(frozen=True)
class _Match:
    """A part that shares words with the question.

    Attributes:
        mark: The fingerprint of its output.
        at: Its position.
        own: The words that it has itself.
        context: Those that only the rest of its object, or the call, has.
        called: Those of texts that it holds and that the question says in full: names.
    """

    mark: str
    at: int
    own: frozenset[str]
    context: frozenset[str]
    called: frozenset[str] = frozenset()


def _best(
    asked: str, words: frozenset[str], sources: Mapping[str, Source], seen: Seen
) -> list[tuple[str, int]]:
    """The hidden parts that match well, the best first; of equal ones the newest."""
    newest = reversed([*sources])
    matches = [one for mark in newest for one in _matches(asked, words, mark, sources)]
    size = sum(len(source.parts) for source in sources.values())
    holding = _holding(matches)
    weights = {w: _weight(w) * math.log1p(size / max(1, holding[w])) for w in words}
    few = {w for w in words if 0 < holding[w] <= max(_FEW, _FEW_OF * size)}
    scores = {}
    for one in matches:
        if _is_meant(one, weights, few):
            inherited = math.fsum(weights[word] for word in one.context)
            own = math.fsum(weights[word] for word in one.own)
            scores[one] = own + _CONTEXT * inherited
    least = _NEAR * max(scores.values(), default=0.0)
    near = [one for one, score in scores.items() if score >= least]
    hidden = [one for one in near if seen.lacks(sources[one.mark].parts[one.at].said)]
    hidden.sort(key=lambda one: -scores[one])
    return [(one.mark, one.at) for one in hidden]


def _matches(
    asked: str, words: frozenset[str], mark: str, sources: Mapping[str, Source]
) -> Iterator[_Match]:
    source = sources[mark]
    own = [words.intersection(tokenize(part.text)) for part in source.parts]
    single = [o for o, part in zip(own, source.parts, strict=True) if part.alone]
    around = words.intersection(tokenize(source.head)).union(*single)
    for at, shared in enumerate(own):
        if shared or around:
            cells = source.parts[at].cells if shared else ()
            # As it is written: who speaks of a review does not call for one named Review.
            names = (frozenset(tokenize(cell)) for cell in cells if cell in asked)
            called = [name for name in names if name <= words]
            yield _Match(mark, at, shared, around - shared, frozenset().union(*called))


def _holding(matches: Iterable[_Match]) -> Counter[str]:
    """How many parts have a word; one that only a call says counts once for it."""
    holding: Counter[str] = Counter()
    around: dict[str, set[str]] = {}
    within: dict[str, set[str]] = {}
    for one in matches:
        holding.update(one.own)
        within.setdefault(one.mark, set()).update(one.own)
        around.setdefault(one.mark, set()).update(one.context)
    for mark, words in around.items():
        holding.update(words - within[mark])
    return holding


def _is_meant(one: _Match, weights: Mapping[str, float], few: Collection[str]) -> bool:
    """Whether the shared words tell that a part is asked for."""
    shared = one.own | one.context
    telling = [word for word in shared if word in few]
    if any(len(w) >= _SHORTEST_ID and any(map(str.isdigit, w)) for w in telling):
        return True
    covered = math.fsum(weights[word] for word in shared)
    several = len(shared) > 1 or not one.called.isdisjoint(telling)
    floor = _FLOOR if several else _FLOOR_OF_ONE
    return bool(telling) and covered >= floor * math.fsum(weights.values())


def _apart(text: str) -> Iterator[str]:
    # What is joined depends on what stands beside it: `0,555-0100` in a row of a table.
    return (word for word in tokenize(text) if word.isalnum())


def _weight(word: str) -> float:
    # Pairs of characters overlap: each character counts twice.
    return 1.0 if word.isascii() else _PAIR


def _telling(asked: str) -> frozenset[str]:
    """The words of a question; of Chinese its pairs of characters, where it has some."""
    words = frozenset(tokenize(asked))
    # A character that is no word by itself, such as 的, tells nothing within a pair either.
    pairs = {w for w in words if len(w) > 1 and (w.isascii() or words.issuperset(w))}
    return frozenset(pairs | {w for w in words if w.isascii()}) or words


def _clipped(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

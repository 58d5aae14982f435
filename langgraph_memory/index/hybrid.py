"""One index for both lanes: by words and, with static word vectors, by meaning."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Final

import numpy as np

from langgraph_memory.index.columns import Column, Columns
from langgraph_memory.index.lexical import LexicalIndex, Match
from langgraph_memory.index.links import Link, Links
from langgraph_memory.index.match import Occurrences
from langgraph_memory.index.nearness import Nearness, Range
from langgraph_memory.index.places import Directory, Flags, Floats, Keys, Places, grown
from langgraph_memory.index.static import StaticLane, WordVectors
from langgraph_memory.index.subjects import Subjects

_QUESTION: Final = re.compile(r"[?？](?=[\s\"'”’)\]]|$)")


def asks(text: str) -> bool:
    """Whether a text has a question in it; one inside a word, as in a URL, is none."""
    return _QUESTION.search(text) is not None


@dataclass(frozen=True)
class Bars:
    """What makes it worth looking at a text; for each, some others are looked at too.

    Attributes:
        words: Least lexical score, as a share of the best one, 0–1.
        meaning: How far its cosine is above the usual one at least, as a share of the way
            to 1.
        always: Keys of texts that are looked at whatever they say.
    """

    words: float
    meaning: float
    always: Iterable[str] = ()


@dataclass(frozen=True)
class Findings:
    """What an index has to say about a query; arrays have one entry per text looked at.

    Attributes:
        keys: The keys.
        places: The places, ascending.
        there: Whether there is a text.
        match: What the words say.
        cosines: What the vectors say, −1 to 1 or not a number; None: there is no such lane,
            or the query has nothing for it.
        range: All cosines of the index in few numbers; None where there is none.
        named: Whether the text is of the one subject that the query names.
        asks: Whether the text asks something.
        total: How many texts the index has.
        size: How many places it has.
    """

    keys: Sequence[str]
    places: Places
    there: Flags
    match: Match
    cosines: Floats | None
    range: Range | None
    named: Flags
    asks: Flags
    total: int
    size: int

    def rows(self, places: Places) -> tuple[Places, Flags]:
        """Where some places are among those that are looked at.

        Args:
            places: Places.

        Returns:
            The numbers of those that are, and which of them are.
        """
        at = np.searchsorted(self.places, places)
        there = at < len(self.places)
        there[there] = self.places[at[there]] == places[there]
        return at[there], there


class HybridIndex:
    """Texts that come and go one at a time, by words and by meaning.

    An index may be used from several threads.
    """

    def __init__(self, words: WordVectors | None = None) -> None:
        """Start without texts.

        Args:
            words: Static vectors for the dense lane; None: there is none here.
        """
        links = Links()
        self._directory = Directory()
        self._lexical = LexicalIndex(self._directory, links)
        self._static = None if words is None else StaticLane(words, links)
        self._subjects = Subjects()
        self._columns = Columns()
        self._there = np.zeros(0, np.bool_)
        self._asks = np.zeros(0, np.bool_)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many texts are indexed."""
        return len(self._lexical)

    @property
    def by_meaning(self) -> bool:
        """Whether it has a dense lane of its own."""
        return self._static is not None

    def put(
        self,
        key: str,
        text: str,
        *,
        links: Iterable[Link] = (),
        header: str = "",
        subject: str = "",
        columns: Iterable[Column] = (),
    ) -> None:
        """Index a text, in place of what was indexed under its key.

        Args:
            key: The key it is found by.
            text: The text.
            links: Keys of other texts that count in this one, and how much each; see
                `LexicalIndex.put`.
            header: Words by which this text alone is found: who said it, and when.
            subject: Whom or what it is of, as a query would name it.
            columns: What it has values of.
        """
        with self._lock:
            place = self._lexical.put(key, text, links=links, header=header)
            size = self._directory.size
            if self._static is not None:
                self._static.put(place, text, size)
            self._subjects.put(place, subject)
            self._columns.put(place, columns)
            self._there, self._asks = grown(self._there, size), grown(self._asks, size)
            self._there[place], self._asks[place] = True, asks(text)

    def delete(self, key: str) -> None:
        """Forget a text; a key that is not indexed changes nothing.

        Args:
            key: The key it was put under.
        """
        with self._lock:
            place = self._directory.find(key)
            if place is None or not self._there[place]:
                return
            if self._static is not None:
                self._static.remove(place)
            self._subjects.remove(place)
            self._columns.put(place, ())
            self._there[place] = False
            self._lexical.delete(key)

    def place(self, key: str) -> int | None:
        """The place of a key; None when it has none."""
        return self._directory.find(key)

    def words(self, key: str) -> frozenset[str]:
        """The different words of a text itself; none when unknown."""
        return self._lexical.words(key)

    def differ(self) -> bool:
        """Whether some texts have other words than others."""
        return self._lexical.differ()

    def strongest(self, strength: Callable[[Column], float], size: int) -> Floats:
        """How strong the strongest column of each text is.

        Args:
            strength: Of a column, from 0 up.
            size: How many places are asked about, as many as a search had.

        Returns:
            Strengths by place, 0 where a text has no column.
        """
        with self._lock:
            return self._columns.strongest(strength, max(size, self._directory.size))[:size]

    def search(self, *queries: str, bars: Bars | None = None) -> tuple[Findings, ...]:
        """Compare queries with the texts.

        Args:
            *queries: Any texts.
            bars: What makes it worth looking at a text for any of the queries; None: all
                are looked at.

        Returns:
            What both lanes say of each, all of one state of the index and of the same
            texts.
        """
        with self._lock:
            size = self._directory.size
            words = [self._lexical.occurrences(query) for query in queries]
            near = [self._nearness(query, size) for query in queries]
            places = None if bars is None else self._worth(bars, words, near)
            return tuple(map(self._findings, words, near, repeat(places)))

    def _nearness(self, query: str, size: int) -> Nearness | None:
        return None if self._static is None else self._static.nearness(query, size)

    def _worth(
        self,
        bars: Bars,
        words: Iterable[Occurrences],
        near: Iterable[Nearness | None],
    ) -> Places:
        worth = np.zeros(self._directory.size, np.bool_)
        for one in words:
            worth[one.promising(bars.words)] = True
        for cosines in filter(None, near):
            worth[cosines.far(bars.meaning)] = True
        held = map(self._directory.find, bars.always)
        worth[[place for place in held if place is not None]] = True
        return np.flatnonzero(worth & self._there[: len(worth)])

    def _findings(
        self, words: Occurrences, near: Nearness | None, places: Places | None
    ) -> Findings:
        size = self._directory.size
        match = words.match(places)
        named = np.zeros(size, np.bool_)
        named[list(self._subjects.named(frozenset(match.words)))] = True
        at = np.arange(size) if places is None else places
        return Findings(
            keys=Keys(self._directory.keys, at),
            places=at,
            there=self._there[at],
            match=match,
            cosines=None if near is None else near.at(at, match.scores),
            range=None if near is None else near.range,
            named=named[at],
            asks=self._asks[at],
            total=len(self),
            size=size,
        )

"""One index for both lanes: by words and, with static word vectors, by meaning."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from langgraph_memory.index.columns import Column, Columns
from langgraph_memory.index.lexical import LexicalIndex, Match
from langgraph_memory.index.links import Link, Links
from langgraph_memory.index.places import Directory, Floats, grown
from langgraph_memory.index.static import StaticLane, WordVectors
from langgraph_memory.index.subjects import Subjects

Flags = NDArray[np.bool_]

_QUESTION: Final = re.compile(r"[?？](?=[\s\"'”’)\]]|$)")


def asks(text: str) -> bool:
    """Whether a text has a question in it; one inside a word, as in a URL, is none."""
    return _QUESTION.search(text) is not None


@dataclass(frozen=True)
class Findings:
    """What an index has to say about a query; arrays have one entry per place.

    Attributes:
        keys: The keys.
        there: Whether there is a text.
        match: What the words say.
        cosines: What the vectors say, −1 to 1 or not a number; None: there is no such lane,
            or the query has nothing for it.
        named: Whether the text is of the one subject that the query names.
        asks: Whether the text asks something.
    """

    keys: tuple[str, ...]
    there: Flags
    match: Match
    cosines: Floats | None
    named: Flags
    asks: Flags


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
        self._keys: tuple[str, ...] | None = None
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
            self._keys = None

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
            self._keys = None

    def place(self, key: str) -> int | None:
        """The place of a key; None when it has none."""
        return self._directory.find(key)

    def words(self, key: str) -> frozenset[str]:
        """The different words of a text itself; none when unknown."""
        return self._lexical.words(key)

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

    def search(self, *queries: str) -> tuple[Findings, ...]:
        """Compare queries with every text.

        Args:
            *queries: Any texts.

        Returns:
            What both lanes say of each, all of one state of the index.
        """
        with self._lock:
            if self._keys is None:
                self._keys = self._directory.keys
            return tuple(self._findings(query, self._keys) for query in queries)

    def _findings(self, query: str, keys: tuple[str, ...]) -> Findings:
        size = len(keys)
        match = self._lexical.match(query)
        cosines = None if self._static is None else self._static.cosines(query, size)
        named = np.zeros(size, np.bool_)
        named[list(self._subjects.named(frozenset(match.words)))] = True
        there, asking = self._there[:size].copy(), self._asks[:size].copy()
        return Findings(keys, there, match, cosines, named, asking)

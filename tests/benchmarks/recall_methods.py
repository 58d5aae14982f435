"""The ways of finding that the recall benchmark compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from langgraph_memory.config import RecallConfig
from langgraph_memory.index.embeddings import default_embeddings
from langgraph_memory.index.hybrid import HybridIndex
from langgraph_memory.index.multilingual import MultilingualEmbeddings
from langgraph_memory.index.static import WordVectors
from langgraph_memory.recall.focus import Focus
from langgraph_memory.recall.ranking import Candidate, rank
from tests.benchmarks.recall_sets import Note

Scores = NDArray[np.float64]

_RRF = 60
_CONFIG = RecallConfig()


class Method(Protocol):
    """A way of finding notes."""

    def put(self, note: Note) -> None:
        """Index a note."""

    def search(self, query: str, most: int) -> list[str]:
        """The keys of the best notes, best first."""


class Hybrid:
    """Ours: both lanes spread along links, with subject, questions and the floor."""

    def __init__(self, embeddings: Embeddings | None = None) -> None:
        given = default_embeddings() if embeddings is None else embeddings
        self._index = HybridIndex(given if isinstance(given, WordVectors) else None)
        self._dense = None if self._index.by_meaning else Dense(given)
        self._candidates: dict[str, Candidate] = {}

    def put(self, note: Note) -> None:
        """Index a note."""
        header = f"{note.speaker} {note.when}"
        self._index.put(
            note.key, note.text, links=note.links, header=header, subject=note.speaker
        )
        self._candidates[note.key] = Candidate(
            note.key, "records", note.text, as_of=note.as_of
        )
        if self._dense is not None:
            self._dense.put(note)

    def search(self, query: str, most: int) -> list[str]:
        """The keys of the best notes, best first."""
        dense = None
        if self._dense is not None:
            scores = self._dense.scores(query).tolist()
            dense = dict(zip(self._dense.keys, scores, strict=True))
        ranking = rank(
            query,
            Focus(),
            self._index,
            self._candidates.get,
            _CONFIG,
            dense=dense,
            limit=most,
        )
        return [hit.key for hit in ranking.hits]


class Lane:
    """A way that scores every note."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def put(self, note: Note) -> None:
        """Index a note."""
        self.keys.append(note.key)

    def scores(self, query: str) -> Scores:
        """One score per note, in the order in which they were put."""
        raise NotImplementedError

    def search(self, query: str, most: int) -> list[str]:
        """The keys of the best notes, best first."""
        best = np.argsort(-self.scores(query), kind="stable")[:most]
        return [self.keys[place] for place in best.tolist()]


class Bm25(Lane):
    """Words alone, without links: who said it and when among them."""

    def __init__(self) -> None:
        super().__init__()
        self._index = HybridIndex()

    def put(self, note: Note) -> None:
        """Index a note."""
        super().put(note)
        self._index.put(note.key, f"{note.speaker} {note.when} {note.text}")

    def scores(self, query: str) -> Scores:
        """BM25."""
        return self._index.search(query)[0].match.scores


class Dense(Lane):
    """The embedder alone, as LangGraph's stores have it: the nearest vectors."""

    def __init__(self, embeddings: Embeddings | None = None) -> None:
        super().__init__()
        self._embeddings = default_embeddings() if embeddings is None else embeddings
        self._rows: list[list[float]] = []
        self._matrix: NDArray[np.float64] | None = None

    def put(self, note: Note) -> None:
        """Index a note."""
        super().put(note)
        self._rows.extend(self._embeddings.embed_documents([note.text]))
        self._matrix = None

    def scores(self, query: str) -> Scores:
        """Cosines."""
        if self._matrix is None:
            rows = np.array(self._rows)
            lengths = np.linalg.norm(rows, axis=1, keepdims=True).clip(1e-9)
            self._matrix = np.asarray(rows / lengths)
        asked = np.array(self._embeddings.embed_query(query))
        length = max(1e-9, float(np.linalg.norm(asked)))
        return np.asarray(np.einsum("ij,j->i", self._matrix, asked) / length)


class Joined(Lane):
    """BM25 and the embedder without links, joined by a rule."""

    def __init__(self, join: Callable[[Scores, Scores], Scores]) -> None:
        super().__init__()
        self._lanes: Sequence[Lane] = (Bm25(), Dense())
        self._join = join

    def put(self, note: Note) -> None:
        """Index a note."""
        super().put(note)
        for lane in self._lanes:
            lane.put(note)

    def scores(self, query: str) -> Scores:
        """Both lanes' scores joined."""
        words, meaning = (lane.scores(query) for lane in self._lanes)
        return self._join(words, meaning)


def convex(words: Scores, meaning: Scores) -> Scores:
    """Both brought to 0–1, and 0.6 of the one plus 0.4 of the other."""

    def unit(scores: Scores) -> Scores:
        low, high = float(scores.min()), float(scores.max())
        return (scores - low) / max(1e-9, high - low)

    return 0.6 * unit(words) + 0.4 * unit(meaning)


def reciprocal(words: Scores, meaning: Scores) -> Scores:
    """Reciprocal rank fusion with the usual constant."""

    def ranks(scores: Scores) -> Scores:
        order = np.argsort(-scores, kind="stable")
        places = np.empty(len(scores))
        places[order] = np.arange(1, len(scores) + 1)
        return places

    return 1 / (_RRF + ranks(words)) + 1 / (_RRF + ranks(meaning))


@cache
def multilingual() -> Embeddings:
    """The embeddings of the extra `multilingual`, or a `ConfigError`."""
    return MultilingualEmbeddings()


METHODS: dict[str, Callable[[], Method]] = {
    "hybrid": Hybrid,
    "bm25": Bm25,
    "embedder": Dense,
    "minmax": lambda: Joined(convex),
    "rrf60": lambda: Joined(reciprocal),
}

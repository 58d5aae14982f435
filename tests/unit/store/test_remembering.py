"""Texts are embedded once, by what they say, while the vectors are the store's own."""

from __future__ import annotations

import asyncio

from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import CheckpointStore, ExactIndex
from langgraph_memory.store.embedding import Embedded, Wanted
from langgraph_memory.store.remembering import Remembered, others
from langgraph_memory.testing import HashEmbeddings

NS = ("a",)


class Counting(HashEmbeddings):
    """Embeddings that note every text."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts."""
        self.texts += texts
        return super().embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        """Embed a query."""
        self.texts.append(text)
        return super().embed_query(text)


def test_equal_texts_are_embedded_once() -> None:
    """Put again, under another key or asked again, a text costs nothing more."""
    embeddings = Counting()
    store = CheckpointStore(InMemorySaver(), index=ExactIndex(embeddings))
    store.put(NS, "first", {"text": "a boat"})
    store.put(NS, "a", {"text": "ferry to Oslo"})
    embeddings.texts.clear()
    store.put(NS, "a", {"text": "ferry to Oslo"})
    store.put(NS, "b", {"text": "ferry to Oslo", "n": 2})
    assert len(store.search(NS, query="Oslo")) == 3
    scores = [item.score for item in store.search(NS, query="Oslo")]
    assert None not in scores
    assert {"ferry to Oslo", "Oslo"} >= set(embeddings.texts)
    assert len(embeddings.texts) == len(set(embeddings.texts))


def test_asynchronous_code_shares_what_is_known() -> None:
    """Whoever embedded a text first did it for both."""
    embeddings = Counting()
    store = CheckpointStore(InMemorySaver(), index=ExactIndex(embeddings))
    store.put(NS, "first", {"text": "a boat"})
    store.search(NS, query="Oslo")
    embeddings.texts.clear()
    asyncio.run(store.asearch(NS, query="Oslo"))
    assert embeddings.texts == []


def test_only_vectors_of_the_stores_length_are_kept() -> None:
    """What a faulty embedder gave is not given again, nor what came before it is known."""
    kept = Remembered()
    short = Embedded(documents={"a": b"1234"}, queries={"q": [1.0]})
    joined = kept.completed(Embedded(), short, dimensions=2)
    assert (joined.documents, joined.queries) == (short.documents, short.queries)
    kept.completed(Embedded(), short, dimensions=None)
    assert kept.known(["a"], ["q"]) == Embedded()
    kept.completed(Embedded(), short, dimensions=1)
    assert kept.known(["a", "b"], ["q"]) == short
    wanted = Wanted(documents=("a", "b"), queries=("q",), probe=True)
    assert others(wanted, short) == Wanted(documents=("b",), probe=True)


def test_a_failure_leaves_what_was_known() -> None:
    """Where the rest of a batch cannot be embedded, known texts have their vectors."""
    failed = Embedded(failure=TimeoutError("no answer"))
    known = Embedded(documents={"a": b"1234"})
    joined = Remembered().completed(known, failed, dimensions=1)
    assert (joined.documents, joined.failure) == (known.documents, failed.failure)

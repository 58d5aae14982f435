"""Whose vectors they are: the embeddings of a store and those it is opened with."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from langchain_core.embeddings import Embeddings
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory.errors import IndexMismatchError
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.store.layout import IDENTITIES
from langgraph_memory.testing import HashEmbeddings
from tests.unit.store.savers import OnlySync

NS = ("a",)


class Other(HashEmbeddings):
    """The same size, other vectors."""

    model = "other-small"

    def embed_query(self, text: str) -> list[float]:
        return super().embed_query(text[::-1])


class Wrapper(Embeddings):
    """Another class around the same model, whose numbers waver."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        vector = HashEmbeddings().embed_query(text)
        return [x * (1.001 if n % 2 else 1) for n, x in enumerate(vector)]


class Overtaken(OnlySync):
    """A checkpointer on which something happens just before vectors are first written."""

    meanwhile: Callable[[], None] | None = None

    def put(self, config: Any, *rest: Any) -> Any:
        if config["configurable"]["thread_id"] == IDENTITIES and self.meanwhile:
            act, self.meanwhile = self.meanwhile, None
            act()
        return super().put(config, *rest)


def store_on(saver: BaseCheckpointSaver[Any], embeddings: Embeddings) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(embeddings))


@pytest.fixture
def saver() -> InMemorySaver:
    saver = InMemorySaver()
    store_on(saver, HashEmbeddings()).put(NS, "k", {"text": "tea"})
    return saver


def refused(store: CheckpointStore) -> Iterable[str]:
    for use in (
        lambda: store.search(NS, query="tea"),
        lambda: store.put(NS, "l", {"text": "coffee"}),
    ):
        with pytest.raises(IndexMismatchError) as error:
            use()
        yield str(error.value)


def test_case_66_another_dimension_is_refused(saver: InMemorySaver) -> None:
    """The error names both models with their dimensions, on searching and on putting."""
    for message in refused(store_on(saver, HashEmbeddings(64))):
        assert "made by HashEmbeddings (256 dimensions)" in message
        assert "opened with HashEmbeddings (64 dimensions)" in message


def test_case_66_the_same_dimension_is_refused_too(saver: InMemorySaver) -> None:
    """Another model of one size is found out by what it makes of a text."""
    for message in refused(store_on(saver, Other())):
        assert "made by HashEmbeddings (256 dimensions)" in message
        assert "opened with Other other-small (256 dimensions)" in message
        assert "other vectors of the same text" in message


def test_case_66_nothing_is_written_by_the_wrong_model(saver: InMemorySaver) -> None:
    """The store is as it was, and the right model goes on."""
    wrong = store_on(saver, Other())
    assert list(refused(wrong))
    store = store_on(saver, HashEmbeddings())
    assert [hit.key for hit in store.search((), query="tea")] == ["k"]
    assert wrong.get(NS, "l") is None


def test_the_same_model_in_another_class_is_accepted(saver: InMemorySaver) -> None:
    """Names do not matter, nor does a last digit: the vectors decide."""
    store = store_on(saver, Wrapper())
    store.put(NS, "l", {"text": "coffee"})
    hits = store.search(NS, query="tea")
    assert [hit.key for hit in hits] == ["k", "l"]
    assert all(hit.score is not None for hit in hits)


def test_reading_without_a_query_needs_no_model(saver: InMemorySaver) -> None:
    """Items can be got, listed and put without index, whichever embeddings there are."""
    store = store_on(saver, Other())
    assert store.get(NS, "k") is not None
    assert len(store.search(NS)) == 1
    store.put(NS, "l", {"text": "x"}, index=False)
    plain = CheckpointStore(saver)
    assert len(plain.search(NS)) == 2
    plain.put(NS, "m", {"text": "no vector"})
    hits = store_on(saver, HashEmbeddings()).search(NS, query="tea")
    assert {hit.key: hit.score is None for hit in hits} == {
        "k": False,
        "l": True,
        "m": True,
    }


def test_an_empty_store_is_anybodys() -> None:
    """Before the first vector there is nothing to agree with; the first one decides."""
    saver = InMemorySaver()
    one, other = store_on(saver, HashEmbeddings()), store_on(saver, Other())
    assert one.search((), query="x") == other.search((), query="x") == []
    other.put(NS, "k", {"text": "tea"})
    assert len(list(refused(one))) == 2


def test_first_vectors_written_at_the_same_moment() -> None:
    """Stores that both find no vectors, and both write some, end up with all of them."""
    saver = Overtaken()
    one, other = store_on(saver, HashEmbeddings()), store_on(saver, Wrapper())
    saver.meanwhile = lambda: other.put(NS, "l", {"text": "tea"})
    one.put(NS, "k", {"text": "tea"})
    for store in (one, other, store_on(saver, HashEmbeddings())):
        for text in ("tea", "coffee"):
            scores = {hit.key: hit.score for hit in store.search(NS, query=text)}
            assert None not in scores.values()
            assert set(scores) == {"k", "l"}
        store.put(NS, "m", {"text": "coffee"})
        assert store.search(NS, query="coffee")[0].key == "m"
        store.delete(NS, "m")


def test_vectors_of_two_models_are_never_compared() -> None:
    """Even if two models write their first vectors together, only those of one count."""
    saver = Overtaken()
    one, other = store_on(saver, HashEmbeddings()), store_on(saver, Other())
    saver.meanwhile = lambda: other.put(NS, "l", {"text": "tea"})
    with contextlib.suppress(IndexMismatchError):
        one.put(NS, "k", {"text": "tea"})
    opened = 0
    for embeddings in (HashEmbeddings(), Other()):
        with contextlib.suppress(IndexMismatchError):
            hits = store_on(saver, embeddings).search(NS, query="tea")
            assert all(hit.score is None or hit.score > 0.99 for hit in hits)
            opened += 1
    assert opened == 1

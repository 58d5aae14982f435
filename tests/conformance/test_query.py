"""Searching by meaning: scores, what is indexed, and what is not."""

from __future__ import annotations

import random

import pytest
from langchain_core.embeddings import Embeddings
from langgraph.store.base import BaseStore, PutOp

from langgraph_memory.testing import HashEmbeddings
from tests.conformance.conftest import Open

NS = ("notes",)


def scores(store: BaseStore, query: str, **options: object) -> dict[str, float | None]:
    hits = store.search(NS, query=query, **options)
    return {hit.key: hit.score for hit in hits}


def test_nearest_come_first(store: BaseStore) -> None:
    """The more words are shared, the higher the score, up to 1."""
    store.put(NS, "far", {"text": "an unrelated sentence"})
    store.put(NS, "near", {"text": "coffee in the evening"})
    store.put(NS, "same", {"text": "coffee in the morning"})
    found = scores(store, "coffee in the morning")
    assert list(found) == ["same", "near", "far"]
    assert found["same"] == pytest.approx(1, abs=1e-5)
    assert all(score is not None and 0 <= score <= 1 for score in found.values())


def test_opposite_vectors_score_zero(open_store: Open) -> None:
    """No score is negative, though the order of what lies below stays."""

    class Line(HashEmbeddings):
        def embed_query(self, text: str) -> list[float]:
            return [float(text.rpartition(" ")[2]) if text[-1].isdigit() else 1.0, 1.0]

    store = open_store(embeddings=Line())
    for key, value in {"a": -3, "b": 2, "c": -2}.items():
        store.put(NS, key, {"text": f"at {value}"})
    assert scores(store, "at 5") == {
        "b": pytest.approx(0.965, abs=1e-3),
        "c": 0.0,
        "a": 0.0,
    }


def test_items_without_vectors_come_last_and_unscored(store: BaseStore) -> None:
    """There are always as many results as match; what has no vector has no score."""
    store.put(NS, "blank", {"text": " "})
    store.put(NS, "none", {"other": "tea"})
    store.put(NS, "off", {"text": "tea"}, index=False)
    store.put(NS, "on", {"text": "tea"})
    found = scores(store, "tea")
    assert next(iter(found)) == "on"
    assert [found[key] for key in ("off", "none", "blank")] == [None, None, None]
    assert len(scores(store, "tea", limit=2)) == 2


def test_case_56_an_item_put_without_index_loses_its_vector(store: BaseStore) -> None:
    """A new value with index=False is not found by the old one."""
    store.put(NS, "k", {"text": "zany zebra"})
    store.put(NS, "other", {"text": "quiet mouse"})
    store.put(NS, "k", {"text": "dogs"}, index=False)
    found = scores(store, "zany zebra")
    assert found.get("k") is None
    assert next(iter(found)) == "other"


def test_an_update_is_found_by_its_new_text_alone(store: BaseStore) -> None:
    """The old text no longer scores."""
    store.put(NS, "k", {"text": "green apple"})
    store.put(NS, "k", {"text": "yellow submarine"})
    assert scores(store, "yellow submarine")["k"] == pytest.approx(1, abs=1e-5)
    score = scores(store, "green apple")["k"]
    assert score is not None
    assert score < 0.5


def test_case_8_deleted_memory_is_not_found(store: BaseStore) -> None:
    """A deleted item is found neither by its words nor by its key."""
    store.put(NS, "k", {"text": "secret plan"})
    assert "k" in scores(store, "secret plan")
    store.delete(NS, "k")
    assert scores(store, "secret plan") == {}
    assert store.get(NS, "k") is None


def test_case_8_deletion_survives_reopening(open_store: Open) -> None:
    """What was deleted does not come back with the next process."""
    first = open_store()
    first.put(NS, "k", {"text": "secret plan"})
    first.put(NS, "kept", {"text": "open plan"})
    first.delete(NS, "k")
    again = open_store()
    assert list(scores(again, "secret plan")) == ["kept"]
    assert again.get(NS, "k") is None


def test_case_65_queries_are_embedded_as_queries(open_store: Open) -> None:
    """Embedders that treat queries and documents differently are called rightly."""

    class Different(HashEmbeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [HashEmbeddings.embed_query(self, f"document {t}") for t in texts]

        def embed_query(self, text: str) -> list[float]:
            return HashEmbeddings.embed_query(self, text.replace("ask", "document"))

    store = open_store(embeddings=Different())
    store.put(NS, "k", {"text": "tea"})
    assert scores(store, "ask tea")["k"] == pytest.approx(1, abs=1e-5)


def test_paths_say_what_is_embedded(store: BaseStore) -> None:
    """A put may name the fields, nested ones and those of list members too."""
    value = {
        "text": "ignored here",
        "title": "red roses",
        "meta": {"note": "blue violets"},
        "parts": [{"t": "green grass"}, {"t": "white snow"}],
    }
    store.put(NS, "k", value, index=["title", "meta.note", "parts[*].t"])
    for text in ("red roses", "blue violets", "green grass", "white snow"):
        assert scores(store, text)["k"] == pytest.approx(1, abs=1e-5)
    score = scores(store, "ignored here")["k"]
    assert score is not None
    assert score < 0.5


def test_the_whole_value_can_be_embedded(open_store: Open) -> None:
    """The path "$" stands for everything in the item."""
    store = open_store(fields=("$",))
    store.put(NS, "k", {"anything": "purple rain"})
    score = scores(store, "anything purple rain")["k"]
    assert score == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("index", [True, "text", 3, [3]])
def test_other_index_arguments_are_refused(store: BaseStore, index: object) -> None:
    """What is neither None nor False nor a list of paths is a ValueError."""
    with pytest.raises(ValueError, match="index must be"):
        store.put(NS, "k", {"text": "x"}, index=index)


def test_without_index_the_argument_is_ignored(plain_store: BaseStore) -> None:
    """As LangGraph says of stores that have no index."""
    plain_store.put(NS, "k", {"text": "x"}, index=["text"])
    plain_store.put(NS, "l", {"text": "x"}, index=False)
    assert len(plain_store.search(NS)) == 2


def test_an_empty_query_is_no_query(store: BaseStore) -> None:
    """Nothing is ranked by an empty text."""
    store.put(NS, "k", {"text": "x"})
    assert scores(store, "") == {"k": None}


def test_recall_is_exact(store: BaseStore, embeddings: Embeddings) -> None:
    """The first ten are those of a comparison with every item."""
    rng = random.Random(7)  # noqa: S311 - test data
    words = [f"w{n}" for n in range(40)]
    texts = {f"k{n:03}": " ".join(rng.choices(words, k=6)) for n in range(120)}
    store.batch([PutOp(NS, key, {"text": text}) for key, text in texts.items()])
    for key in rng.sample(sorted(texts), 20):
        store.delete(NS, key)
        del texts[key]
    query = "w1 w2 w3 w4"
    vector = embeddings.embed_query(query)
    cosines = {
        key: sum(a * b for a, b in zip(vector, embeddings.embed_query(text), strict=True))
        for key, text in texts.items()
    }
    best = sorted(cosines, key=lambda key: (-round(cosines[key], 6), key))[:10]
    assert list(scores(store, query)) == best

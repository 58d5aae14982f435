"""The exact index: one matrix, every row compared."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.errors import ConfigError, StoreError
from langgraph_memory.index.exact import ExactIndex, ExactTable
from langgraph_memory.index.port import Entry
from langgraph_memory.testing import HashEmbeddings


def packed(*vectors: list[float]) -> bytes:
    return b"".join(struct.pack(f"<{len(vector)}f", *vector) for vector in vectors)


def table(dimensions: int = 3) -> ExactTable:
    return ExactIndex(HashEmbeddings()).table(dimensions)


NUMBERS = st.integers(-3, 3).map(float)
VECTOR = st.lists(NUMBERS, min_size=3, max_size=3)
STEPS = st.lists(
    st.tuples(
        st.sampled_from("abcdefgh"), st.none() | st.lists(VECTOR, min_size=1, max_size=3)
    ),
    max_size=40,
)


def expected(items: dict[str, list[list[float]]], query: list[float]) -> list[str]:
    def cosine(vector: list[float]) -> float:
        lengths = np.linalg.norm(vector) * np.linalg.norm(query)
        return round(float(np.dot(vector, query) / lengths), 6) if lengths else 0.0

    best = {key: max(map(cosine, vectors)) for key, vectors in items.items()}
    return sorted(best, key=lambda key: (-round(best[key], 5), key))


@given(STEPS, VECTOR)
def test_it_agrees_with_a_plain_comparison(
    steps: list[tuple[str, list[list[float]] | None]], query: list[float]
) -> None:
    """After any puts and removals each item comes once, at its best vector, best first."""
    kept: dict[str, list[list[float]]] = {}
    index = table()
    for key, vectors in steps:
        if vectors is None:
            index.remove(key)
            kept.pop(key, None)
        else:
            index.put(Entry(key, packed(*vectors)))
            kept[key] = vectors
    hits = list(index.nearest(query))
    scores = {key: round(score, 5) for key, score in hits}
    assert sorted(scores, key=lambda key: (-scores[key], key)) == expected(kept, query)
    assert [key for key, _ in hits] == sorted(
        (key for key, _ in hits), key=lambda key: (-dict(hits)[key], key)
    )


def test_thousands_of_rows_come_in_order() -> None:
    """The order is right beyond the first rows that are looked at, equals by key."""
    rng = np.random.default_rng(3)
    vectors = rng.integers(-2, 3, size=(5_000, 4)).astype(np.float32)
    index = table(4)
    for n, vector in enumerate(vectors):
        index.put(Entry(f"k{n:04}", vector.tobytes()))
    hits = list(index.nearest([1.0, 2.0, 0.0, -1.0]))
    assert len(hits) == 5_000
    assert hits == sorted(hits, key=lambda hit: (-hit[1], hit[0]))


def test_loading_is_like_putting_one_by_one() -> None:
    """What is loaded at once replaces all, and ranks as if it had been put."""
    rng = np.random.default_rng(5)
    items = {
        f"k{n:04}": rng.standard_normal((1 + n % 3, 6), np.float32).tobytes()
        for n in range(1_500)
    }
    one, other = table(6), table(6)
    one.put(Entry("old", packed([1.0] * 6)))
    one.load(Entry(*item) for item in items.items())
    for key, vectors in items.items():
        other.put(Entry(key, vectors))
    one.remove("k0007")
    other.remove("k0007")
    query = rng.standard_normal(6).tolist()
    assert list(one.nearest(query)) == list(other.nearest(query))
    one.load([])
    assert list(one.nearest(query)) == []


def test_equal_vectors_have_equal_scores_wherever_they_lie() -> None:
    """The place of a row in the matrix does not change its score."""
    rng = np.random.default_rng(4)
    vector = rng.standard_normal(77).astype(np.float32)
    index = table(77)
    for n in range(300):
        noise = rng.standard_normal(77).astype(np.float32)
        index.put(Entry(f"k{n:03}", (vector if n % 3 == 0 else noise).tobytes()))
    query = rng.standard_normal(77).tolist()
    scores = {score for key, score in index.nearest(query) if int(key[1:]) % 3 == 0}
    assert len(scores) == 1


def test_case_67_many_cycles_of_adding_and_deleting() -> None:
    """After a hundred cycles the table works, empty as well as with one item."""
    index = table()
    for cycle in range(100):
        keys = [f"c{cycle}k{n}" for n in range(5)]
        for key in keys:
            index.put(Entry(key, packed([1.0, cycle, 0.5])))
        for key in keys:
            index.remove(key)
    assert list(index.nearest([1.0, 1.0, 1.0])) == []
    index.put(Entry("last", packed([1.0, 0.0, 0.0])))
    assert list(index.nearest([2.0, 0.0, 0.0])) == [("last", 1.0)]


def test_zero_vectors_are_near_to_nothing() -> None:
    """A vector of zeros has a cosine of 0, and no error."""
    index = table()
    index.put(Entry("zero", packed([0.0, 0.0, 0.0])))
    index.put(Entry("one", packed([1.0, 0.0, 0.0])))
    assert dict(index.nearest([1.0, 0.0, 0.0])) == {"one": 1.0, "zero": 0.0}
    assert set(dict(index.nearest([0.0, 0.0, 0.0])).values()) == {0.0}


def test_scores_do_not_depend_on_lengths() -> None:
    """Only the direction of a vector counts, also of very long and very short ones."""
    index = table()
    for key, scale in {"a": 1e-18, "b": 1.0, "c": 1e18}.items():
        index.put(Entry(key, packed([scale, scale, 0.0])))
    hits = list(index.nearest([1e15, 1e15, 0.0]))
    assert hits == [("a", 1.0), ("b", 1.0), ("c", 1.0)]


@pytest.mark.parametrize("vectors", [b"", packed([1.0, 2.0]), packed([1.0] * 4)])
def test_vectors_of_another_length_are_refused(vectors: bytes) -> None:
    """What does not divide into vectors of the table's length is an error."""
    index = table()
    index.put(Entry("k", packed([1.0, 0.0, 0.0])))
    with pytest.raises(StoreError, match="no vectors of 3"):
        index.put(Entry("k", vectors))
    assert list(index.nearest([1.0, 0.0, 0.0])) == [("k", 1.0)]
    with pytest.raises(StoreError, match="no vectors of 3"):
        index.load([Entry("l", vectors)])


def test_queries_of_another_length_are_refused() -> None:
    """A query of the wrong length is an error, not an empty result."""
    with pytest.raises(StoreError, match="2 numbers, the index 3"):
        list(table().nearest([1.0, 2.0]))


def test_settings_are_checked() -> None:
    """Embeddings must be LangChain's, and fields a sequence of paths."""
    with pytest.raises(ConfigError, match="LangChain's Embeddings, not function"):
        ExactIndex(packed)
    for fields in ("text", ()):
        with pytest.raises(ConfigError, match="at least one path"):
            ExactIndex(HashEmbeddings(), fields=fields)


def test_every_table_stands_alone() -> None:
    """Tables of one index share nothing."""
    index = ExactIndex(HashEmbeddings(), fields=["a", "b"])
    one, other = index.table(2), index.table(3)
    one.put(Entry("k", packed([1.0, 0.0])))
    assert list(other.nearest([1.0, 0.0, 0.0])) == []
    assert index.fields == ("a", "b")


def test_among_some_items_only_these_are_compared() -> None:
    """Those named come as they come among all; unknown keys are passed over."""
    rng = np.random.default_rng(6)
    index = table(6)
    index.load(
        Entry(f"k{n:04}", rng.standard_normal((1 + n % 3, 6), np.float32).tobytes())
        for n in range(1_500)
    )
    for n in range(0, 1_500, 7):
        index.remove(f"k{n:04}")
    query = rng.standard_normal(6).tolist()
    everything = list(index.nearest(query))
    for step in (1, 2, 50, 1_499):
        among = tuple(f"k{n:04}" for n in range(0, 1_500, step))
        wanted = [hit for hit in everything if hit[0] in set(among)]
        assert list(index.nearest(query, (*among, "unknown"))) == wanted
    assert list(index.nearest(query, ())) == []
    assert list(index.nearest(query, ("unknown",))) == []


def test_keys_that_are_asked_for_again_are_looked_up_again_after_a_change() -> None:
    """The same keys find what was put and miss what was removed since."""
    index = table()
    index.put(Entry("a", packed([1.0, 0.0, 0.0])))
    index.put(Entry("b", packed([1.0, 1.0, 0.0])))
    among = ("b", "c")
    query = [1.0, 0.0, 0.0]
    assert [key for key, _ in index.nearest(query, among)] == ["b"]
    index.put(Entry("c", packed([1.0, 0.0, 0.0])))
    assert [key for key, _ in index.nearest(query, among)] == ["c", "b"]
    index.remove("a")
    assert [key for key, _ in index.nearest(query, among)] == ["c", "b"]
    index.remove("b")
    assert [key for key, _ in index.nearest(query, among)] == ["c"]
    index.load([Entry("b", packed([1.0, 0.0, 0.0]))])
    assert [key for key, _ in index.nearest(query, among)] == ["b"]


def test_a_large_matrix_is_compared_like_a_small_one() -> None:
    """What is shared between threads gives the same scores, in the same order."""
    rng = np.random.default_rng(7)
    vectors = rng.standard_normal((8_200, 1_000), np.float32)
    index = table(1_000)
    index.load(Entry(f"k{n:04}", row.tobytes()) for n, row in enumerate(vectors))
    query = rng.standard_normal(1_000).tolist()
    found = list(index.nearest(query))
    assert found == list(index.nearest(query, tuple(f"k{n:04}" for n in range(8_200))))
    unit = vectors / np.linalg.norm(vectors, axis=1)[:, None]
    best = np.argsort(-(unit @ np.array(query)))[:100]
    assert [key for key, _ in found[:100]] == [f"k{n:04}" for n in best]


KEYS = st.sampled_from("abcdef")
CHANGES = st.lists(st.tuples(KEYS, st.integers(0, 2), st.integers(0, 7)), max_size=30)


@given(CHANGES, st.lists(KEYS, unique=True, min_size=1).map(tuple))
def test_a_collection_asked_for_again_is_never_out_of_date(
    changes: list[tuple[str, int, int]], among: tuple[str, ...]
) -> None:
    """Whatever comes, changes or goes between, it is as among all items."""
    table, query = ExactTable(3), [1.0, 0.5, 0.25]
    for key, count, number in changes:
        if count == 0:
            table.remove(key)
        else:
            rows = np.random.default_rng(number).normal(size=(count, 3))
            table.put(Entry(key, rows.astype("<f4").tobytes()))
        wanted = [hit for hit in table.nearest(query) if hit[0] in among]
        assert list(table.nearest(query, among)) == wanted

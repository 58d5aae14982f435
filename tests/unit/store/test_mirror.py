"""What a process holds of a namespace, and how it is searched there."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store.filters import compile_filter
from langgraph_memory.store.identity import Identities, Identity
from langgraph_memory.store.layout import Stored, item_cell, pack_item
from langgraph_memory.store.mirror import Found, Mirror
from langgraph_memory.testing import HashEmbeddings

NOW = "2026-06-01T00:00:00.000000+00:00"
LATER = "2026-07-01T00:00:00.000000+00:00"
OURS = Identity(name="ours", probe=np.ones(4, "<f4").tobytes())
FILTERS: list[dict[str, Any] | None] = [
    None,
    {"kind": 3},
    {"kind": {"$lt": 7}},
    {"n": {"$lt": 100}},
    {"n": {"$gte": 2_900}},
    {"n": {"$gte": 100, "$lt": 1_900}, "kind": 3},
    {"kind": {"$ne": 3}},
    {"n": 7},
    {"n": -1},
    {"rare": True},
]


def item(n: int, *, time: int, expires: str | None = None, ranked: bool = True) -> Stored:
    updated = f"2026-01-01T00:{time // 60 % 60:02}:{time % 60:02}.000000+00:00"
    value = {"n": n, "kind": n % 10} | ({"rare": True} if n % 500 == 0 else {})
    return Stored(
        key=f"k{n:04}",
        value=json.dumps(value),
        created=updated,
        updated=updated,
        expires=expires,
        model=OURS.id if ranked else "",
    )


def vector(n: int) -> bytes:
    return np.random.default_rng(n).standard_normal(4).astype("<f4").tobytes()


def mirror() -> Mirror:
    made = Mirror(("ns",), ExactIndex(HashEmbeddings()))
    made.identities = Identities([OURS])
    return made


def cells(count: int) -> list[tuple[str, bytes]]:
    items = [
        item(
            n,
            time=n * 7 % 3_001,
            expires=NOW if n % 11 == 0 else LATER if n % 3 else None,
            ranked=n % 13 != 0,
        )
        for n in range(count)
    ]
    return [(item_cell(i.key), pack_item(i, vector(int(i.key[1:])))) for i in items]


def keys(found: list[Found]) -> list[str]:
    return [hit.item.key for hit in found]


def expected(held: dict[str, Stored], given_: dict[str, Any] | None) -> list[Stored]:
    """Those that pass and can be seen, by a look at every one, newest first."""
    accept = compile_filter(given_)
    ordered = sorted(held.values(), key=lambda i: (i.updated, i.key), reverse=True)
    return [
        i
        for i in ordered
        if (i.expires is None or i.expires > NOW)
        and (accept is None or accept(json.loads(i.value)))
    ]


@pytest.mark.parametrize("given_", FILTERS)
@pytest.mark.parametrize("limit", [1, 10, 200, 5_000])
def test_filters_find_what_a_look_at_every_item_finds(
    given_: dict[str, Any] | None, limit: int
) -> None:
    """However many pass, and however many are wanted, these are found in order."""
    held = mirror()
    held.load(iter(cells(3_000)))
    by_key = {
        f"k{n:04}": item(
            n,
            time=n * 7 % 3_001,
            expires=NOW if n % 11 == 0 else LATER if n % 3 else None,
            ranked=n % 13 != 0,
        )
        for n in range(3_000)
    }
    accept = compile_filter(given_)
    passing = expected(by_key, given_)
    assert keys(held.newest(limit, accept, NOW)) == [i.key for i in passing[:limit]]

    query = [1.0, -0.5, 0.25, 2.0]
    unit = np.array(query) / np.linalg.norm(query)

    def cosine(i: Stored) -> float:
        numbers = np.frombuffer(vector(int(i.key[1:])), "<f4").astype(float)
        return float(numbers @ unit / np.linalg.norm(numbers))

    ranked = sorted((i for i in passing if i.model), key=lambda i: -cosine(i))
    unranked = [i for i in passing if not i.model]
    best = [i.key for i in [*ranked, *unranked]][:limit]
    found = held.nearest(query, limit, accept, NOW)
    assert keys(found)[len(ranked) :] == best[len(ranked) :]
    scores = {i.key: cosine(i) for i in ranked}
    assert [hit.cosine for hit in found][: len(ranked)] == pytest.approx(
        [scores[key] for key in best[: len(ranked)]], abs=2e-6
    )
    assert set(keys(found)[: len(ranked)]) <= scores.keys()


def test_the_nearest_of_one_kind_are_found_behind_all_others() -> None:
    """A filter that many pass finds them also when none of them is near the query."""
    held = mirror()
    near, far = np.array([1, 0, 0, 0], "<f4"), np.array([-1, 1, 0, 0], "<f4")
    items = [item(n, time=n) for n in range(3_000)]
    held.load(
        (item_cell(i.key), pack_item(i, (far if n % 10 < 4 else near).tobytes()))
        for n, i in enumerate(items)
    )
    accept = compile_filter({"kind": {"$lt": 4}})
    found = held.nearest([1.0, 0.0, 0.0, 0.0], 3, accept, NOW)
    assert keys(found) == ["k0000", "k0001", "k0002"]
    assert [hit.cosine for hit in found] == pytest.approx([-(0.5**0.5)] * 3, abs=1e-6)


STEPS = st.lists(
    st.tuples(st.integers(0, 80), st.none() | st.integers(0, 20), st.booleans()),
    max_size=60,
)


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_it_follows_puts_and_deletes(steps: list[tuple[int, int | None, bool]]) -> None:
    """After each change it finds what a mirror loaded anew finds."""
    held, now_held = mirror(), dict(cells(80))
    held.load(now_held.items())
    accept = compile_filter({"kind": {"$gte": 2, "$lt": 6}})
    query = [0.5, 1.0, -1.0, 0.0]
    for n, time, ranked in steps:
        cell = item_cell(f"k{n:04}")
        new = None if time is None else item(n, time=time, ranked=ranked)
        vectors = vector(n + 1_000) if ranked and new else b""
        held.put(cell, new, vectors)
        now_held.pop(cell, None)
        if new is not None:
            now_held[cell] = pack_item(new, vectors)
        anew = mirror()
        anew.load(now_held.items())
        for filter_ in (None, accept):
            assert held.newest(9, filter_, NOW) == anew.newest(9, filter_, NOW)
            assert held.nearest(query, 9, filter_, NOW) == anew.nearest(
                query, 9, filter_, NOW
            )


def test_whether_something_can_be_seen_follows_the_items() -> None:
    """Something is seen just as long as there is an item that has not expired."""
    held = mirror()
    assert not held.some_visible(NOW)
    mortal, immortal = item(1, time=1, expires=LATER), item(2, time=2)
    held.put("m", mortal, vector(1))
    assert held.some_visible(NOW)
    assert not held.some_visible(LATER)
    held.put("i", immortal, vector(2))
    assert held.some_visible(LATER)
    held.put("i", None, b"")
    assert held.some_visible(NOW)
    assert not held.some_visible(LATER)
    held.put("m", None, b"")
    assert not held.some_visible(NOW)

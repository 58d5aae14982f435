"""What can be kept, and what comes back."""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import math
import uuid
from typing import Any

import pytest
from langgraph.store.base import BaseStore

from langgraph_memory.errors import StoreError
from tests.conformance.conftest import Open

NS = ("a",)


class Color(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    y: tuple[int, ...]


PLAIN: dict[str, Any] = {
    "none": None,
    "text": "ä 用户 😀 \x00 \n",
    "empty": ["", {}, []],
    "mixed": ["x", 1, None, 2.5, True, {"a": {"b": []}}],
    "big": 2**70,
    "float": 0.1,
    "long": "x" * 1_000_000,
}

ODD: dict[str, tuple[Any, Any]] = {
    "tuple": ((1, (2,)), [1, [2]]),
    "set": ({"b", "a"}, ["a", "b"]),
    "bytes": (b"\x00\xff", "AP8="),
    "nan": (math.nan, "NaN"),
    "infinity": ([math.inf, -math.inf], ["Infinity", "-Infinity"]),
    "surrogate": ("a\ud83db", "a\ufffdb"),
    "datetime": (dt.datetime(2026, 1, 2, tzinfo=dt.UTC), "2026-01-02T00:00:00+00:00"),
    "date": (dt.date(2026, 1, 2), "2026-01-02"),
    "uuid": (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    "enum": (Color.RED, "red"),
    "dataclass": (Point(1, (2,)), {"x": 1, "y": [2]}),
    "keys": ({2: "a", None: "b", True: "c"}, {"2": "a", "null": "b", "true": "c"}),
}


def test_case_59_plain_data_comes_back_as_it_was(store: BaseStore) -> None:
    """None, nesting, empty containers, mixed lists and large values are kept."""
    store.put(NS, "k", PLAIN, index=False)
    item = store.get(NS, "k")
    assert item is not None
    assert item.value == PLAIN
    assert [hit.value for hit in store.search(NS)] == [PLAIN]


def test_case_59_cards_with_odd_metadata(store: BaseStore) -> None:
    """A card with None, nested, empty and mixed fields is saved, and found."""
    card = {
        "text": "a card",
        "project": None,
        "tags": [],
        "meta": {},
        "extra": {"a": {"b": 1}},
        "mixed": ["x", 1],
    }
    store.put(NS, "k", card)
    (hit,) = store.search(NS, query="a card")
    assert hit.value == card


@pytest.mark.parametrize("name", ODD)
def test_case_95_other_values_become_plain(store: BaseStore, name: str) -> None:
    """What JSON lacks is kept in its plain form, the same whichever way it is read."""
    given, expected = ODD[name]
    store.put(NS, "k", {"text": "x", "value": given})
    item = store.get(NS, "k")
    assert item is not None
    assert item.value["value"] == expected
    (hit,) = store.search(NS, query="x")
    assert hit.value["value"] == expected


def test_case_95_values_are_stable_over_reopening(open_store: Open) -> None:
    """What was read, the next process reads too; putting it back changes nothing."""
    first = open_store()
    first.put(NS, "k", {"text": "\ud83d", "all": [given for given, _ in ODD.values()]})
    item = first.get(NS, "k")
    assert item is not None
    again = open_store().get(NS, "k")
    assert again == item
    first.put(NS, "k", item.value)
    assert first.get(NS, "k") == item


def endless() -> dict[str, Any]:
    value: dict[str, Any] = {}
    value["self"] = value
    return value


def deep(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": {"b": [object()]}}, r"value\.a\.b\[0\].*object"),
        ({"a": lambda: 1}, "function"),
        ({"a": Point}, "type"),
        ({"a": endless()}, "levels"),
        ({"a": deep(1_000)}, "levels"),
        ({"a": {1: "x", "1": "y"}}, "two keys"),
        ({"a": {(1, 2): "x"}}, "key of type tuple"),
        ({"a": 10**5_000}, "digits"),
    ],
)
def test_case_93_what_has_no_plain_form_is_refused(
    store: BaseStore, value: dict[str, Any], message: str
) -> None:
    """The error says where it stands; nothing is written, and the old value stays."""
    store.put(NS, "k", {"text": "old"})
    with pytest.raises(StoreError, match=message):
        store.put(NS, "k", value)
    item = store.get(NS, "k")
    assert item is not None
    assert item.value == {"text": "old"}


def test_nesting_of_a_hundred_levels_is_kept(store: BaseStore) -> None:
    """Ordinary depths are no matter."""
    store.put(NS, "k", deep(98))
    item = store.get(NS, "k")
    assert item is not None
    assert item.value == deep(98)

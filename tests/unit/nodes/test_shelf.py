"""Items at hand: read once, and anew when they have changed."""

from __future__ import annotations

from typing import Any

from langgraph_memory.nodes._shelf import Shelf

HERE, THERE = ("memory", "here"), ("memory", "there")


def read(value: Any) -> list[Any]:
    """An object of a value, each time another one."""
    return list(value.values())


def test_what_was_read_is_known_until_its_value_changes() -> None:
    """The object stays the same for an equal value, and goes with another one."""
    shelf = Shelf()
    shelf.put(HERE, "a", {"n": 1})
    made = shelf.read(HERE, "a", read)
    shelf.put(HERE, "a", {"n": 1})
    assert shelf.known(HERE, ["a", "b"])["a"] is made
    shelf.renew(HERE, "a", {"n": 2})
    assert shelf.known(HERE, ["a"]) == {}
    assert shelf.read(HERE, "a", read) == [2]


def test_objects_of_values_that_are_gone_are_not_known() -> None:
    """Neither a dropped value's object is known, nor those of a forgotten namespace."""
    shelf = Shelf()
    for namespace in (HERE, THERE):
        shelf.put(namespace, "a", {"n": 1})
        shelf.put(namespace, "b", {"n": 2})
        shelf.read(namespace, "a", read)
        shelf.read(namespace, "b", read)
    shelf.drop(HERE, "a")
    shelf.forget(THERE)
    assert shelf.known(HERE, ["a", "b"]) == {"b": [2]}
    assert shelf.known(THERE, ["a", "b"]) == {}


def test_asking_what_is_known_keeps_it() -> None:
    """What was asked for last stays longest."""
    shelf = Shelf(limit=2)
    for key in ("a", "b"):
        shelf.put(HERE, key, {"n": key})
        shelf.read(HERE, key, read)
    assert list(shelf.known(HERE, ["a"])) == ["a"]
    shelf.put(HERE, "c", {"n": "c"})
    assert shelf.get(HERE, "b") is None
    assert list(shelf.known(HERE, ["a", "b"])) == ["a"]

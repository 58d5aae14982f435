"""Every way in has all that the others have, under the names one expects."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from langgraph.store.base import BaseStore

from langgraph_memory import CheckpointStore, Memory

REACHES_OUT = {"store", "state", "file", "timeout"}
FACES: tuple[type[Any], ...] = (Memory, CheckpointStore)


def methods(face: type[Any]) -> dict[str, Callable[..., Any]]:
    return {
        name: made
        for name, made in inspect.getmembers(face, inspect.isfunction)
        if not name.startswith("_")
    }


def taken(method: Callable[..., Any]) -> list[tuple[str, Any, Any]]:
    return [
        (one.name, one.kind, one.default)
        for one in inspect.signature(method).parameters.values()
    ]


def twins(face: type[Any]) -> Iterator[tuple[str, str]]:
    """Names of the methods that are there twice, once for asynchronous code."""
    have = methods(face)
    for name in have:
        plain = name.removeprefix("a")
        for other in (plain, f"{plain}_"):
            if name != plain and other in have:
                yield other, name


@pytest.mark.parametrize("face", FACES)
def test_case_77_asynchronous_twins_take_the_same(face: type[Any]) -> None:
    """What is there for both kinds of code has the same parameters and defaults."""
    have = methods(face)
    for one, other in twins(face):
        assert inspect.iscoroutinefunction(have[other]), other
        assert taken(have[one]) == taken(have[other]), one


def test_case_77_whatever_reaches_the_store_has_a_twin() -> None:
    """No method of a memory that reads or writes is there for one kind of code alone."""
    have, paired = methods(Memory), {name for pair in twins(Memory) for name in pair}
    reaching = {
        name
        for name, made in have.items()
        if {one for one, *_ in taken(made)} & REACHES_OUT
    }
    assert {"cards", "forget", "export", "import_", "statistics", "view"} <= reaching
    assert reaching - paired == set()


def test_case_77_the_store_is_a_whole_store() -> None:
    """It has every method of LangGraph's stores, and takes what they take by name."""
    have = methods(CheckpointStore)
    for name, base in methods(BaseStore).items():
        wanted = {one for one, *_ in taken(base)}
        assert wanted <= {one for one, *_ in taken(have[name])}, name

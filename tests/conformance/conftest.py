"""What every capability is tested with: one store of each kind, called in both ways.

The tests say what `CheckpointStore` does. LangGraph's InMemoryStore runs them too; where it
is known to do otherwise stands in `deviations.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from langchain_core.embeddings import Embeddings
from langgraph.store.base import BaseStore

from langgraph_memory.testing import Clock, HashEmbeddings
from tests import postgres
from tests.conformance.deviations import DEVIATIONS, SOME_PASS
from tests.conformance.stores import (
    ALL,
    CHOICE,
    SAVERS,
    FromAsync,
    Home,
    LangGraphs,
    opened,
)

Open = Callable[..., BaseStore]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test over every kind of store that can do what its fixtures need."""
    if "home" not in metafunc.fixturenames:
        return
    kinds = ALL if metafunc.config.getoption("soak") else CHOICE
    if "plain_store" in metafunc.fixturenames:  # it has no index
        kinds = [kind for kind in kinds if kind[1] == "exact"]
    missing = postgres.why_not()
    skipped = [pytest.mark.skip(reason=missing)] if missing else []
    subjects = [
        pytest.param(
            (saver, index),
            way,
            marks=skipped if "postgres" in saver else (),
            id=f"{saver}-{index}-{way}",
        )
        for saver, index, way in kinds
    ]
    if "open_store" not in metafunc.fixturenames:
        subjects.append(_langgraphs(metafunc.function.__name__))
    metafunc.parametrize(("home", "way"), subjects, indirect=True)


def _langgraphs(test: str) -> ParameterSet:
    """LangGraph's own store, which may be known to do otherwise."""
    reason, strict = DEVIATIONS.get(test), test not in SOME_PASS
    deviates = [pytest.mark.xfail(reason=reason, strict=strict)] if reason else []
    place = ("in_memory_store", "exact")
    return pytest.param(place, "sync", marks=deviates, id=place[0])


@pytest.fixture
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Home]:
    """A place for stores of one kind."""
    saver, index = request.param
    with opened(SAVERS.get(saver, LangGraphs), index, tmp_path) as home:
        yield home


@pytest.fixture
def clock() -> Clock:
    """The time of the stores; it stands still unless a test moves it."""
    return Clock()


@pytest.fixture
def embeddings() -> Embeddings:
    """Embeddings that find texts by their words."""
    return HashEmbeddings()


@pytest.fixture
def way(request: pytest.FixtureRequest) -> str:
    """Which half of a store is called."""
    return str(request.param)


@pytest.fixture
def open_store(home: Home, clock: Clock, embeddings: Embeddings, way: str) -> Open:
    """Opens a store over the same items each time, as another process would."""
    return _opener(home, clock, embeddings, way)


@pytest.fixture
def store(home: Home, clock: Clock, embeddings: Embeddings, way: str) -> BaseStore:
    """A store with an index over `text`."""
    return _opener(home, clock, embeddings, way)()


@pytest.fixture
def plain_store(home: Home, clock: Clock, way: str) -> BaseStore:
    """A store without an index."""
    return _opener(home, clock, None, way)()


def _opener(home: Home, clock: Clock, given: Embeddings | None, way: str) -> Open:
    def open_store(
        embeddings: Embeddings | None = given, fields: tuple[str, ...] = ("text",)
    ) -> BaseStore:
        opened = home.open(embeddings=embeddings, clock=clock, fields=fields)
        return opened if way == "sync" else FromAsync(opened, home)

    return open_store

"""The places of the crash tests, and how much of them there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from langgraph.checkpoint.postgres import PostgresSaver

pytest.register_assert_rewrite("tests.crashes.ledger")

from tests import postgres  # noqa: E402
from tests.crashes.places import Place  # noqa: E402


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    """How often processes are killed."""
    return 200 if request.config.getoption("--soak") else 20


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Place:
    """A file."""
    return Place(str(tmp_path / "memory.sqlite"))


@pytest.fixture
def on_postgres() -> Iterator[Place]:
    """A database of its own."""
    if missing := postgres.why_not():
        pytest.skip(missing)
    with postgres.server().database() as url:
        with PostgresSaver.from_conn_string(url) as saver:
            saver.setup()
        yield Place(url)


@pytest.fixture(params=["sqlite", "sqlite, vectors in chroma", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Each place in turn."""
    if request.param == "postgres":
        place: Place = request.getfixturevalue("on_postgres")
        return place
    sqlite: Place = request.getfixturevalue("on_sqlite")
    in_chroma = "chroma" in request.param
    return replace(sqlite, chroma=tmp_path / "chroma") if in_chroma else sqlite

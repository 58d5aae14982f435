"""The collector of cycles waits while a long text becomes objects, and no longer."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from langgraph_memory.facts.collecting import uncollected

_LONG = 1_000_000


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    """Each test begins with a collector that is on, and leaves one."""
    gc.enable()
    yield
    gc.enable()


def test_it_waits_for_long_texts_alone() -> None:
    """A long text turns the collector off until its objects are made; a short one not."""
    with uncollected(100):
        assert gc.isenabled()
    with uncollected(_LONG):
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_failure_lets_it_go_on() -> None:
    """The collector goes on also where making the objects fails."""
    with pytest.raises(ZeroDivisionError), uncollected(_LONG):
        _ = 1 / 0
    assert gc.isenabled()


def test_one_that_was_off_stays_off() -> None:
    """Who turned the collector off finds it so."""
    gc.disable()
    with uncollected(_LONG):
        pass
    assert not gc.isenabled()


def test_within_another_pause_it_waits_for_the_end_of_that() -> None:
    """A pause within a pause changes nothing."""
    with uncollected(_LONG):
        with uncollected(_LONG):
            pass
        assert not gc.isenabled()
    assert gc.isenabled()

"""Work beside the turns: bounded, waited for, never lost in silence."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Generator
from contextvars import ContextVar
from threading import Event, Semaphore
from threading import enumerate as enumerate_threads
from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from langgraph_memory import LangGraphMemoryError, MemoryWarning
from langgraph_memory._flow import Batch, Warn
from langgraph_memory._outside import Outside
from langgraph_memory.wiring.background import Background

OUTSIDE = Outside()
PLACE: ContextVar[str] = ContextVar("place", default="nowhere")


def doing(task: Callable[[], Any]) -> Callable[[], Generator[Any, Any, None]]:
    """Work of one step that needs nothing from outside."""

    def work() -> Generator[Any, Any, None]:
        task()
        yield from ()

    return work


class Hanging(InMemoryStore):
    """A store that never answers."""

    async def abatch(self, ops: Any) -> Any:  # noqa: ARG002  the store's signature
        await asyncio.Event().wait()


def waiting() -> Generator[Any, Any, None]:
    """Work that waits for its store."""
    yield Batch(())


def raising(error: BaseException) -> Callable[[], Generator[Any, Any, None]]:
    """Work that fails."""

    def fail() -> None:
        raise error

    return doing(fail)


def test_all_work_is_done_when_drain_returns() -> None:
    """However much there is, each piece is done once."""
    background, done = Background(), list[int]()
    for n in range(50):
        assert background.start(n, doing(lambda n=n: done.append(n)), OUTSIDE)  # type: ignore[misc]  # a lambda's default
    assert background.drain()
    assert sorted(done) == list(range(50))
    assert background.drain()


def test_case_100_no_more_than_two_pieces_at_once() -> None:
    """Many texts at a time do not become many calls at a time."""
    background, go, busy = Background(), Event(), Semaphore(0)

    def task() -> None:
        busy.release()
        go.wait()

    before = set(enumerate_threads())
    for n in range(20):
        background.start(n, doing(task), OUTSIDE)
    assert busy.acquire()
    assert busy.acquire()
    assert len(set(enumerate_threads()) - before) == 2
    go.set()
    assert background.drain()


def test_case_100_too_much_waiting_work_is_refused() -> None:
    """The queue is bounded, and whoever gives the work is told."""
    background, go = Background(), Event()
    taken = [background.start(n, doing(go.wait), OUTSIDE) for n in range(120)]
    assert taken == [True] * 100 + [False] * 20
    go.set()
    assert background.drain()


def test_work_under_way_is_not_done_twice() -> None:
    """A second piece of the same name is the same piece."""
    background, go, done = Background(), Event(), list[str]()

    def task() -> None:
        go.wait()
        done.append("once")

    assert background.start("a", doing(task), OUTSIDE)
    assert background.start("a", doing(task), OUTSIDE)
    go.set()
    assert background.drain()
    assert done == ["once"]


def test_work_sees_the_context_it_was_given_in() -> None:
    """Whoever else uses the memory meanwhile, contexts are not mixed up."""
    background, seen = Background(), dict[str, str]()
    for name in ("ann", "ben"):
        PLACE.set(name)
        note = doing(lambda name=name: seen.update({name: PLACE.get()}))  # type: ignore[misc]  # a lambda's default
        background.start(name, note, OUTSIDE)
    PLACE.set("later")
    assert background.drain()
    assert seen == {"ann": "ann", "ben": "ben"}


def test_drain_gives_up_after_its_time() -> None:
    """It says so, and the work goes on."""
    background, go = Background(), Event()
    background.start("a", doing(go.wait), OUTSIDE)
    assert not background.drain(0.01)
    go.set()
    assert background.drain()


def test_case_76_what_work_raises_comes_out_of_drain_once() -> None:
    """Nothing is swallowed, whatever else goes on being done."""
    background, done = Background(), list[str]()
    background.start("a", raising(ZeroDivisionError()), OUTSIDE)
    background.start("b", doing(lambda: done.append("b")), OUTSIDE)
    with pytest.raises(BaseExceptionGroup) as caught:
        background.drain()
    assert isinstance(caught.value.exceptions[0], ZeroDivisionError)
    assert background.drain()
    assert done == ["b"]


def test_case_76_a_warning_that_is_an_error_is_not_lost() -> None:
    """Where warnings are errors, as in these tests, they come out of drain."""

    def work() -> Generator[Any, Any, None]:
        yield Warn("cards", "the model is away")

    background = Background()
    background.start("a", work, OUTSIDE)
    with pytest.raises(BaseExceptionGroup) as caught:
        background.drain()
    assert isinstance(caught.value.exceptions[0], MemoryWarning)


def test_a_closed_one_takes_no_more() -> None:
    """What was taken is done before."""
    background, done = Background(), list[str]()
    background.start("a", doing(lambda: done.append("a")), OUTSIDE)
    background.close()
    assert done == ["a"]
    assert not background.start("b", doing(lambda: done.append("b")), OUTSIDE)


def test_case_76_what_close_cannot_wait_for_is_reported() -> None:
    """How much is given up is said."""
    background, go = Background(), Event()
    for n in range(3):
        background.start(n, doing(go.wait), OUTSIDE)
    with pytest.warns(MemoryWarning, match="closed; answers of the model not written.*: 3"):
        background.close(0.01)
    go.set()


async def test_tasks_are_done_when_drain_returns() -> None:
    """On an event loop the same holds, two at a time."""
    background, done = Background(), list[int]()
    for n in range(20):
        assert background.astart(n, doing(lambda n=n: done.append(n)), OUTSIDE)  # type: ignore[misc]  # a lambda's default
    assert await asyncio.to_thread(background.drain)
    assert sorted(done) == list(range(20))


async def test_waiting_on_the_loop_that_works_is_refused() -> None:
    """It would never end."""
    background = Background()
    background.refuse_to_wait()
    background.astart("a", doing(lambda: None), OUTSIDE)
    with pytest.raises(LangGraphMemoryError, match="adrain"):
        background.refuse_to_wait()
    assert await asyncio.to_thread(background.drain)


@pytest.mark.filterwarnings("always::langgraph_memory.MemoryWarning")
def test_case_76_the_end_of_an_event_loop_is_reported() -> None:
    """A loop that ends cancels its tasks; what is lost thereby is said."""
    background = Background()

    async def main() -> None:
        background.astart("a", waiting, Outside(store=Hanging()))

    with pytest.warns(
        MemoryWarning, match="event loop ended; answers of the model not written.*: 1"
    ):
        asyncio.run(main())
    assert background.drain()


def test_tasks_of_a_loop_at_rest_are_not_waited_for() -> None:
    """Nobody would wake up; the answer is that not all is done."""
    background, loop = Background(), asyncio.new_event_loop()

    async def begin() -> None:
        background.astart("a", doing(lambda: None), OUTSIDE)

    loop.run_until_complete(begin())
    assert not background.drain()
    assert loop.run_until_complete(asyncio.to_thread(background.drain))
    loop.close()


@pytest.mark.parametrize("seconds", [0.3, 60])
def test_case_76_the_end_of_the_process_waits_or_reports(seconds: float) -> None:
    """What takes a moment is done; what hangs is given up after its time, and reported."""
    program = f"""
import time
from langgraph_memory._outside import Outside
from langgraph_memory.wiring import background

background._AT_EXIT = 5.0 if {seconds} < 1 else 0.2

def work():
    time.sleep({seconds})
    print("written")
    yield from ()

background.Background().start("a", work, Outside())
"""
    done = subprocess.run(  # noqa: S603 - a program of this test
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ("written" in done.stdout) == (seconds < 1)
    assert ("not written" in done.stderr) == (seconds > 1)

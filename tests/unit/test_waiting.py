"""Waiting for others no longer than is allowed."""

from __future__ import annotations

import asyncio
import sys
import threading
from contextvars import ContextVar
from subprocess import run
from threading import Event

import pytest

from langgraph_memory._waiting import Breaker, awithin, outlasting, within

PLACE: ContextVar[str] = ContextVar("place", default="nowhere")


def test_what_answers_in_time_is_taken_in_the_same_context() -> None:
    """The call sees the context of its caller, in whatever thread it runs."""
    PLACE.set("here")
    assert within(60, PLACE.get, "friend") == "here"
    assert within(None, PLACE.get, "friend") == "here"


def test_what_hangs_is_left_alone() -> None:
    """The error names who gave no answer."""
    released = Event()
    with pytest.raises(TimeoutError, match=r"friend gave no answer within 0\.01 seconds"):
        within(0.01, released.wait, "friend")
    released.set()


def test_nobody_is_asked_without_a_deadline_for_want_of_threads() -> None:
    """Where no thread can be started, the call is not made, and the error says so."""
    asked: list[str] = []
    usual = threading.stack_size(1 << 46)  # more than any address space has
    try:
        with pytest.raises(RuntimeError, match="start new thread"):
            within(60, lambda: asked.append("friend"), "friend")
    finally:
        threading.stack_size(usual)
    assert asked == []


def test_who_is_asked_while_the_interpreter_ends_still_answers() -> None:
    """What is saved at exit is saved, though no thread is started any more."""
    program = (
        "import atexit\n"
        "from langgraph_memory._waiting import within\n"
        "atexit.register(lambda: print(within(60, lambda: 'answer', 'friend')))\n"
    )
    ended = run([sys.executable, "-c", program], capture_output=True, check=True, text=True)  # noqa: S603  our own program
    assert ended.stdout.strip() == "answer"


def test_who_fails_when_nobody_waits_is_told_of() -> None:
    """The error of a call that was left alone is not lost; an answer is just late."""
    for reply in (ValueError("full"), "done"):
        released, told = Event(), list[BaseException]()

        def answer(released: Event = released, reply: object = reply) -> object:
            released.wait(60)
            if isinstance(reply, Exception):
                raise reply
            return reply

        with pytest.raises(TimeoutError):
            within(0.01, answer, "friend", told.append)
        released.set()
        for thread in threading.enumerate():
            if thread.name == "langgraph_memory-call":
                thread.join(60)
        assert told == ([reply] if isinstance(reply, Exception) else [])


def test_who_has_not_answered_when_the_process_ends_is_told_of() -> None:
    """What is still under way then is named, since it ends with the process."""
    program = (
        "from threading import Event\n"
        "from langgraph_memory._waiting import within\n"
        "try:\n"
        "    within(0.01, Event().wait, 'friend', print)\n"
        "except TimeoutError:\n"
        "    pass\n"
    )
    ended = run([sys.executable, "-c", program], capture_output=True, check=True, text=True)  # noqa: S603  our own program
    assert ended.stdout.strip() == "the process ended before it was done"


async def test_what_is_not_waited_for_goes_on() -> None:
    """It is not stopped at the deadline, and its error is told when it comes."""
    released, told = asyncio.Event(), list[BaseException]()

    async def fail() -> None:
        await released.wait()
        raise ValueError("full")  # noqa: EM101

    with pytest.raises(TimeoutError, match="the friend gave no answer"):
        await outlasting(0.01, fail(), "friend", told.append)
    released.set()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.wait(others, timeout=60)
    await asyncio.sleep(0)  # callbacks of a task come after it
    assert list(map(str, told)) == ["full"]


def test_what_goes_on_ends_with_its_event_loop() -> None:
    """That is told, too."""
    told: list[BaseException] = []

    async def turn() -> None:
        with pytest.raises(TimeoutError):
            await outlasting(0.01, asyncio.Event().wait(), "friend", told.append)

    asyncio.run(turn())
    assert [*map(str, told)] == ["its event loop ended before it was done"]


async def test_who_stops_waiting_stops_what_he_waits_for() -> None:
    """A turn that is cancelled leaves nothing behind; answers and errors pass through."""
    stopped = asyncio.Event()

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    turn = asyncio.ensure_future(outlasting(60, wait(), "friend"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert stopped.is_set() is True
    assert await outlasting(60, asyncio.sleep(0, "answer"), "friend") == "answer"
    assert await outlasting(None, asyncio.sleep(0, "answer"), "friend") == "answer"


async def test_what_hangs_on_the_loop_is_left_alone() -> None:
    """The same holds for what is awaited."""
    with pytest.raises(TimeoutError, match="the friend gave no answer"):
        await awithin(0.01, asyncio.Event().wait(), "friend")


async def test_errors_of_the_other_stay_its_own() -> None:
    """What was called may fail with a timeout of its own, and says so itself."""

    async def fail() -> None:
        raise TimeoutError("mine")  # noqa: EM101

    with pytest.raises(TimeoutError, match="mine"):
        await awithin(60, fail(), "friend")
    with pytest.raises(ZeroDivisionError):
        within(60, lambda: 1 // 0, "friend")


def test_a_breaker_opens_after_a_failure() -> None:
    """It is open for its rest, and no longer."""
    breaker, short = Breaker(rest=3_600), Breaker(rest=0)
    assert not breaker.is_open
    breaker.trip()
    short.trip()
    assert breaker.is_open
    assert not short.is_open
    breaker.close()
    assert not breaker.is_open

"""Moving from one generation of the feed to the next, step by step."""

from __future__ import annotations

import threading
from typing import Any

from langgraph_memory.store.feed import Change
from langgraph_memory.store.herald import Herald
from langgraph_memory.store.layout import GENERATION, META, feed_thread, head, thread_code
from langgraph_memory.store.work import Acquire, Read, Scan, Work, Write, WriteAll

Cells = dict[tuple[str, str], bytes]
WRITES = [Write("items", f"{n:032x}", b"") for n in range(9)]
CHANGES = [Change(thread_code("items"), write.cell) for write in WRITES]


def step(cells: Cells, work: Work[Any], answer: Any = None) -> Any:
    """Answer one request; the answer to the next one, or "end"."""
    try:
        request = work.send(answer)
    except StopIteration:
        return "end"
    if isinstance(request, Acquire):
        return request.lock.acquire()
    if isinstance(request, Read):
        return cells.get((request.thread, request.cell))
    if isinstance(request, Scan):
        return [
            (cell, p) for (thread, cell), p in cells.items() if thread == request.thread
        ]
    assert isinstance(request, WriteAll)
    for write in request.writes:
        cells[write.thread, write.cell] = write.payload
    return None


def finish(cells: Cells, work: Work[Any], answer: Any = None) -> None:
    while (answer := step(cells, work, answer)) != "end":
        pass


def herald() -> Herald:
    return Herald(threading.Lock, threading.Lock(), joins=True)


def heard(cells: Cells, listener: Herald) -> set[Change] | None:
    told: list[set[Change] | None] = []
    finish(cells, listener.listen(told.append))
    return told[0]


def move(cells: Cells, generation: int) -> None:
    cells[META, GENERATION] = head(generation=generation)


def test_an_announcement_overtaken_by_a_new_generation_is_made_again() -> None:
    """Whoever has moved already hears it, at whatever point it was overtaken."""
    for point in range(12):
        cells: Cells = {}
        speaker, listener = herald(), herald()
        finish(cells, speaker.write(WRITES[:1]))
        assert heard(cells, listener) == set(CHANGES[:1])
        work, answer = speaker.write(WRITES[1:2]), None
        for _ in range(point):
            if answer != "end":
                answer = step(cells, work, answer)
        before = heard(cells, listener)
        move(cells, 1)
        early = heard(cells, listener)
        if answer != "end":
            finish(cells, work, answer)
        late = heard(cells, listener)
        assert {*(before or ()), *(early or ()), *(late or ())} >= {CHANGES[1]}
        finish(cells, speaker.write(WRITES[2:3]))
        assert heard(cells, listener) == {CHANGES[2]}


def test_what_was_said_before_the_move_is_heard_after_it() -> None:
    """A listener that moves hears the end of the old generation too."""
    cells: Cells = {}
    speakers, listener = [herald(), herald()], herald()
    finish(cells, speakers[0].write(WRITES[:1]))
    assert heard(cells, listener) == set(CHANGES[:1])
    finish(cells, speakers[1].write(WRITES[1:2]))
    move(cells, 1)
    finish(cells, speakers[0].write(WRITES[2:3]))
    assert heard(cells, listener) == set(CHANGES[1:3])


def test_who_slept_through_a_generation_starts_anew() -> None:
    """A listener two generations behind is told that it knows nothing."""
    cells: Cells = {}
    speaker, listener = herald(), herald()
    finish(cells, speaker.write(WRITES[:1]))
    assert heard(cells, listener) == set(CHANGES[:1])
    move(cells, 2)
    finish(cells, speaker.write(WRITES[1:2]))
    assert heard(cells, listener) is None
    finish(cells, speaker.write(WRITES[2:3]))
    assert heard(cells, listener) == {CHANGES[2]}
    assert (feed_thread(2), META) != (feed_thread(0), META)


def test_announcements_that_wait_go_together() -> None:
    """While one is on its way, others gather, and one writing tells them all."""
    cells: Cells = {}
    speaker, listener = herald(), herald()
    works = [speaker.write(WRITES[n : n + 1]) for n in range(3)]
    answers = [step(cells, works[0])]
    answers.append(step(cells, works[0], answers[0]))
    assert heard(cells, listener) == set()
    finish(cells, works[0], answers[-1])
    assert heard(cells, listener) == {CHANGES[0]}
    for work in works[1:]:
        finish(cells, work)
    assert heard(cells, listener) == {CHANGES[1], CHANGES[2]}

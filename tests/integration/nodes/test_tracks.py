"""What came of lessons is counted once, shown with its uncertainty, and folded."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore

from langgraph_memory import Memory, MemoryConfig, MemoryWarning, PruneConfig, Scope
from langgraph_memory._flow import run
from langgraph_memory.experiences.utility import Track
from langgraph_memory.nodes import Prune
from langgraph_memory.nodes._credit import happened
from langgraph_memory.nodes._frame import frame_from
from langgraph_memory.nodes._tracks import folding_tracks, stored_tracks, tally_key
from langgraph_memory.testing import Clock
from tests.integration.nodes.prose import ANN
from tests.integration.nodes.trips import by_hand, call, config, memory_for

ASK: Any = {"messages": [("user", "Book Hotel 3 for one night")]}
SCRIPT = (
    call("book_hotel", 1, name="Hotel 3", nights=1),
    call("book_hotel", 2, name="Hotel 3", nights=2),
    "Booked.",
)
EAGER = MemoryConfig(prune=PruneConfig(every_seconds=1e-3))


def on(thread: str = "1") -> Any:
    """A run's configuration."""
    return config(thread)


def told(memory: Memory, store: InMemoryStore, thread: str, *names: str) -> None:
    """Events of a run, as nodes leave them."""
    frame = frame_from(on(thread), memory.settings)
    ops = [happened(frame, name, "turn", experience="lesson") for name in names]
    store.batch([*ops, happened(frame, "run", "turn", success="help" in names)])


def left(store: InMemoryStore, scope: Scope = ANN) -> int:
    """Items of credit that are stored."""
    return len(store.search(scope.namespace("tracks"), limit=9_999))


def test_the_uncertainty_of_credit_is_shown() -> None:
    """One run tells little: anything from a fifth to all of its acts may help."""
    memory, store = memory_for(), InMemoryStore()
    for thread in "ab":
        graph, _ = by_hand(memory, SCRIPT, InMemorySaver(), store)
        graph.invoke(ASK, on(thread))
    [lesson] = memory.experiences(store, ANN)
    track = memory.tracks(store, ANN)[lesson.key]
    assert (track.shown, track.fired, track.helped, track.harmed) == (1, 1, 1, 0)
    low, high = track.help_share
    assert low == pytest.approx(0.21, abs=0.01)
    assert high == 1.0
    assert str(track) == (
        "retrieved 1, shown 1, acted on 1; helped in 1 of 1: 21% to 100% (95 %)"
    )
    assert str(Track()) == (
        "retrieved 0, shown 0, acted on 0; what came of it is not known"
    )


def nights(number: int, count: int) -> Any:
    """A call that books Hotel 3, for one night in vain."""
    return call("book_hotel", number, name="Hotel 3", nights=count)


@pytest.mark.parametrize("again", [[], [nights(3, 2)], [nights(3, 1), nights(4, 2)]])
def test_what_was_done_before_a_lesson_was_known_is_not_its_doing(again: list[Any]) -> None:
    """A further attempt is shown what the first one taught, and earns it nothing."""
    verdicts = iter(["the wrong hotel", True])
    memory, store = memory_for(outcome=lambda _: next(verdicts)), InMemoryStore()
    graph, model = by_hand(memory, [*SCRIPT, *again, "Done."], InMemorySaver(), store)
    graph.invoke(ASK, on())
    assert "minimum stay" in str(model.calls[3].messages[0].content)
    [lesson] = [one for one in memory.experiences(store, ANN) if one.kind == "recovery"]
    track = memory.tracks(store, ANN)[lesson.key]
    assert (track.shown, track.fired, track.helped) == (1, 0, 0)


def test_what_an_attempt_does_once_it_is_told_counts() -> None:
    """A lesson of another run, which the first attempt was told with its error."""
    memory, store = memory_for(), InMemoryStore()
    graph, _ = by_hand(memory, SCRIPT, InMemorySaver(), store)
    graph.invoke(ASK, on("a"))
    script = [nights(1, 1), "I gave up.", nights(2, 2), "Booked."]
    graph, _ = by_hand(memory, script, InMemorySaver(), store)
    graph.invoke(ASK, on("b"))
    [lesson] = [one for one in memory.experiences(store, ANN) if one.kind == "recovery"]
    track = memory.tracks(store, ANN)[lesson.key]
    assert (track.shown, track.fired, track.helped) == (1, 1, 1)


async def test_credit_by_replay_says_so() -> None:
    """And it is told to asynchronous code alike."""
    memory, store = memory_for(replay=lambda *_: False), InMemoryStore()
    for thread in "ab":
        graph, _ = by_hand(memory, SCRIPT, InMemorySaver(), store)
        graph.invoke(ASK, on(thread))
    tracks = await memory.atracks(store, ANN)
    assert tracks == memory.tracks(store, ANN)
    [lesson] = memory.experiences(store, ANN)
    assert "helped in 1 of 1, 1 of them replayed" in str(tracks[lesson.key])


def test_prune_folds_the_events_of_runs_that_are_over() -> None:
    """Their sum stays when they go, which they do ten minutes after it counts them."""
    store, clock = InMemoryStore(), Clock()
    memory = memory_for(clock=clock, config=EAGER, store=store)
    for number in range(5):
        told(memory, store, str(number), "shown", "fired", "help")
    before = memory.tracks(store, ANN)
    assert before["lesson"] == Track(retrieved=5, shown=5, fired=5, helped=5, succeeded=5)
    assert (before.runs, before.successes) == (5, 5)
    for minutes, items in ((0, 20), (59, 20), (2, 21), (9, 21), (2, 1), (60, 1)):
        clock.advance(minutes=minutes)
        memory.prune.invoke({"messages": []}, on())
        assert left(store) == items
        assert memory.tracks(store, ANN) == before
    told(memory, store, "0", "shown", "fired", "help")  # the node of an old run runs again
    assert memory.tracks(store, ANN) == before
    clock.advance(minutes=61)
    memory.prune.invoke({"messages": []}, on())
    assert left(store) == 1


def test_a_run_that_has_not_ended_is_folded_after_a_week() -> None:
    """It may wait for its user; what it was shown is counted all the while."""
    store, clock = InMemoryStore(), Clock()
    memory = memory_for(clock=clock, config=EAGER, store=store)
    frame = frame_from(on(), memory.settings)
    store.batch([happened(frame, "shown", "turn", experience="lesson")])
    for days, items in ((6, 1), (2, 2), (1, 1)):
        clock.advance(days=days)
        memory.prune.invoke({"messages": []}, on())
        assert left(store) == items
        assert memory.tracks(store, ANN)["lesson"].shown == 1


def test_a_dry_run_folds_nothing() -> None:
    """It only tells what would go."""
    store, clock = InMemoryStore(), Clock()
    memory = memory_for(clock=clock, store=store)
    told(memory, store, "1", "shown")
    clock.advance(hours=2)
    Prune(memory, dry_run=True).invoke({"messages": []}, on())
    assert left(store) == 2


def test_harm_counts_when_its_events_are_folded_and_restoring_takes_it_back() -> None:
    """Once for all, also when harm is done again."""
    store, clock = InMemoryStore(), Clock()
    memory = memory_for(clock=clock, config=EAGER, store=store)
    graph, _ = by_hand(memory, SCRIPT, InMemorySaver(), store)
    graph.invoke(ASK, on("first"))
    [lesson] = memory.experiences(store, ANN)

    def harm(thread: str) -> None:
        frame = frame_from(on(thread), memory.settings)
        store.batch([happened(frame, "harm", "turn", experience=lesson.key)])
        clock.advance(days=8)
        for _ in range(2):
            memory.prune.invoke({"messages": []}, on())
            clock.advance(minutes=11)

    for thread in "ab":
        harm(thread)
        [now] = memory.experiences(store, ANN)
        assert now.forgotten == "harmed 1 times, helped 0"
        assert memory.restore(store, ANN, [lesson.key]) == (lesson.key,)
        assert memory.tracks(store, ANN)[lesson.key].harmed == 0
        memory.prune.invoke({"messages": []}, on())
        [now] = memory.experiences(store, ANN)
        assert not now.forgotten


def test_what_is_brought_along_adds_to_what_is_there() -> None:
    """Folded or not, and once however often it is imported."""
    store, other, clock = InMemoryStore(), InMemoryStore(), Clock()
    memory, bob = memory_for(clock=clock, config=EAGER, store=store), Scope(user="bob")
    told(memory, store, "1", "shown", "help")
    clock.advance(hours=2)
    memory.prune.invoke({"messages": []}, on())
    told(memory, store, "2", "shown")
    file = io.StringIO()
    memory.export(store, ANN, file)
    for _ in range(2):
        file.seek(0)
        memory.import_(other, file, scope=bob)
    assert memory.tracks(other, bob)["lesson"].shown == 2
    assert memory.tracks(other, bob) == memory.tracks(store, ANN)


def test_a_sum_that_cannot_be_read_is_reported() -> None:
    """The events beside it count."""
    store = InMemoryStore()
    memory = memory_for(store=store)
    told(memory, store, "1", "shown")
    namespace = ANN.namespace("tracks")
    store.put(namespace, tally_key(namespace), {"event": "tally", "lessons": 5})
    with pytest.warns(MemoryWarning, match="sum of credit cannot be read"):
        assert memory.tracks(store, ANN)["lesson"].shown == 1


def test_case_80_four_threads_at_once_lose_and_double_nothing() -> None:
    """Forty runs in four threads, pruned meanwhile: forty are counted."""
    store, clock = InMemoryStore(), Clock()
    memory = memory_for(clock=clock, config=EAGER, store=store)

    def work(worker: int) -> None:
        for number in range(10):
            told(memory, store, f"{worker}-{number}", "shown", "help")
            memory.prune.invoke({"messages": []}, on())

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert memory.tracks(store, ANN)["lesson"].helped == 40
    clock.advance(hours=2)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: memory.prune.invoke({"messages": []}, on()), range(8)))
    assert memory.tracks(store, ANN)["lesson"].helped == 40


steps = st.one_of(
    st.tuples(st.just("run"), st.integers(0, 9)),
    st.tuples(st.just("look"), st.just(0)),
    st.tuples(st.just("write"), st.integers(0, 9)),
    st.tuples(st.just("wait"), st.integers(1, 40)),
)


@given(st.lists(steps, max_size=30))
def test_prunes_and_runs_side_by_side_count_each_run_once(
    actions: list[tuple[str, int]],
) -> None:
    """Prunes may look and write when they like, even half, within ten minutes each."""
    store, clock = InMemoryStore(), Clock()
    memory = memory_for(clock=clock, store=store)
    done: set[int] = set()
    folds: list[tuple[Any, list[Any]]] = []
    for action, number in actions:
        frame = frame_from(on(), memory.settings)
        if action == "run":
            told(memory, store, str(number), "shown", "fired", "help")
            done.add(number)
        elif action == "look":
            stored = run(stored_tracks(ANN.namespace("tracks")), frame.outside)
            folds.append((frame.now, folding_tracks(stored, frame)))
        elif action == "write" and folds:
            began, ops = folds.pop(number % len(folds))
            if frame.now - began < timedelta(minutes=10):
                store.batch(ops[: len(ops) - number % 3])
        elif action == "wait":
            clock.advance(minutes=number)
        tracks = memory.tracks(store, ANN)
        assert tracks["lesson"].helped == tracks["lesson"].shown == len(done)
        assert tracks.runs == tracks["lesson"].succeeded == len(done)

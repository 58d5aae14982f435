"""Learning from runs on purpose, on real graphs with real checkpointers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import ConfigurableField, RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import interrupt

from langgraph_memory import (
    Acquired,
    ConfigError,
    DialogueReward,
    MemoryWarning,
    ScopeError,
    StoreError,
    WiringError,
)
from langgraph_memory.testing import ScriptedChatModel
from tests.integration.acquiring.agents import (
    ANN,
    TASKS,
    agent,
    booked,
    memory_for,
    travel,
    way_of,
)

LEARNED = {
    'When book_hotel fails with "invalid date <date>", write date as YYYY-MM-DD.',
    "Before book_hotel, first call find_hotel.",
    "When you call book_hotel, write date as YYYY-MM-DD.",
    'When you call book_hotel, write currency as "USD".',
}
HOW: dict[str, Any] = {"scope": ANN, "temperature": None, "progress": False}


def kept(memory: Any, store: Any) -> dict[str, Any]:
    """What was learned, but for the ids of messages, which are drawn anew."""
    return {
        e.key: (e.content, e.confidence, e.support, {thread for thread, _ in e.evidence})
        for e in memory.experiences(store, ANN)
    }


@pytest.mark.parametrize("remembers", [False, True], ids=["bare", "with memory"])
def test_good_and_bad_runs_alike_teach(remembers: bool) -> None:  # noqa: FBT001  parametrised
    """All lenses find their lessons, and the report tells runs, failures and lessons."""
    memory = memory_for()
    graph = travel(memory, InMemorySaver(), remembers=remembers)
    got = memory.acquire(graph, TASKS, booked, samples=6, **HOW)
    assert {one.content for one in got.added} >= LEARNED
    assert {e.content for e in memory.experiences(graph.store, ANN)} >= LEARNED
    assert (got.runs, got.resumed, len(got.scores)) == (24, 0, 4)
    assert len(got.failures) == sum(not s for task in got.scores.values() for s in task)
    for failure in got.failures:
        assert way_of(failure.thread_id) in ("no search", "stubborn")
        assert failure.tool == "book_hotel"
        assert failure.message_id
    assert got.cost.calls > 24
    assert not graph.get_state({"configurable": {"thread_id": "1"}}).values


def test_each_lesson_names_its_runs_and_messages() -> None:
    """Evidence leads to messages in the checkpoints of the runs."""
    memory = memory_for()
    graph = travel(memory, InMemorySaver())
    memory.acquire(graph, TASKS, booked, samples=4, **HOW)
    lessons = memory.experiences(graph.store, ANN)
    assert lessons
    for lesson in lessons:
        for thread, message in lesson.evidence:
            state = graph.get_state({"configurable": {"thread_id": thread}})
            assert message in {m.id for m in state.values["messages"]}


@pytest.mark.parametrize("remembers", [False, True], ids=["bare", "with memory"])
def test_the_same_call_again_runs_nothing_and_changes_nothing(
    remembers: bool,  # noqa: FBT001  parametrised
    tmp_path: Path,
) -> None:
    """Finished runs are read from the file, more samples are run beside them."""
    asked: list[str] = []

    def counting(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        asked.append(config["configurable"]["thread_id"])
        return agent(state, config)

    def acquired(samples: int) -> tuple[Acquired, dict[str, Any]]:
        with SqliteSaver.from_conn_string(str(tmp_path / "runs.db")) as saver:
            memory = memory_for()
            graph = travel(memory, saver, remembers=remembers, node=counting)
            got = memory.acquire(graph, TASKS, booked, samples=samples, **HOW)
            return got, kept(memory, graph.store)

    first, lessons = acquired(4)
    asked.clear()
    again, same = acquired(4)
    assert not asked
    assert (again.resumed, again.runs) == (16, 16)
    assert (again.scores, same) == (first.scores, lessons)
    assert [one.key for one in again.lessons] == [one.key for one in first.lessons]
    assert (again.added, again.merged, len(again.known)) == ((), (), len(first.added))
    assert f"0 added, 0 merged, {len(again.known)} known, 0 rejected" in str(again)
    more, _ = acquired(5)
    assert (more.resumed, more.runs, len(set(asked))) == (16, 20, 4)


def test_runs_leave_the_memory_of_the_scope_as_it_is() -> None:
    """They are shown nothing of other runs, and leave nothing but lessons and marks."""
    shown: list[str] = []

    def looking(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        shown.append(str(state["messages"]))
        return agent(state, config)

    memory = memory_for()
    graph = travel(memory, InMemorySaver(), remembers=True, node=looking)
    memory.acquire(graph, TASKS, booked, samples=4, **HOW)
    assert "<memory" not in "".join(shown)
    kinds = {namespace[1:] for namespace in graph.store.list_namespaces()}
    assert {kind for kind, *_ in kinds} == {"experiences", "marks"}
    assert {owner for _, *owner in map(tuple, kinds) if owner[2] != "a:"} == set()


async def test_the_asynchronous_twin_learns_the_same(tmp_path: Path) -> None:
    """With an asynchronous saver, node and score; and its runs are known to each other."""

    async def waiting(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        await asyncio.sleep(0)
        return agent(state, config)

    async def judged(task: Any, state: Any) -> bool:
        await asyncio.sleep(0)
        return booked(task, state)

    memory = memory_for()
    there = travel(memory, InMemorySaver())
    await asyncio.to_thread(memory.acquire, there, TASKS, booked, samples=4, **HOW)
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "a.db")) as saver:
        other = memory_for()
        here = travel(other, saver, node=waiting)
        got = await other.aacquire(here, TASKS, judged, samples=4, **HOW)
        assert got.runs == 16
        found = await other.aexperiences(here.store, ANN)
        again = await other.aacquire(here, TASKS, booked, samples=4, **HOW)
        assert again.resumed == 16
    lessons = memory.experiences(there.store, ANN)
    assert [(e.key, e.support) for e in sorted(found, key=lambda e: e.key)] == [
        (e.key, e.support) for e in sorted(lessons, key=lambda e: e.key)
    ]


def test_an_asynchronous_score_serves_synchronous_code() -> None:
    """It is waited for, in a loop of its own."""

    async def judged(task: Any, state: Any) -> float:
        await asyncio.sleep(0)
        return float(booked(task, state))

    memory = memory_for()
    graph = travel(memory, InMemorySaver())
    got = memory.acquire(graph, TASKS[:1], judged, samples=4, **HOW)
    assert got.runs == 4


def test_without_a_function_the_memory_judges() -> None:
    """`Memory(outcome=…)` comes first, else the rules: an error was never made good."""
    memory = memory_for()
    graph = travel(memory, InMemorySaver())
    ruled = memory.acquire(graph, TASKS, samples=4, **HOW)
    scored = memory.acquire(graph, TASKS, booked, samples=4, **HOW)
    assert ruled.scores == scored.scores
    strict = memory_for(outcome=lambda _: "we wanted a cheaper one")
    got = strict.acquire(
        graph, TASKS[:1], samples=4, **HOW, store=strict.store(InMemorySaver())
    )
    assert set(next(iter(got.scores.values()))) == {0.0}
    assert "cheaper" in got.failures[0].reason


def test_a_score_that_fails_leaves_its_run_out_and_says_so() -> None:
    """An exception, or no score at all, is reported for the run; the others count."""
    seen: list[Any] = []

    def moody(task: Any, state: Any) -> Any:
        seen.append(task)
        if len(seen) == 1:
            msg = "the judge is ill"
            raise RuntimeError(msg)
        return 7 if len(seen) == 2 else booked(task, state)

    memory = memory_for()
    graph = travel(memory, InMemorySaver())
    with pytest.warns(MemoryWarning) as told:
        got = memory.acquire(graph, TASKS[:1], moody, samples=4, **HOW)
    no_score = "a score must be True, False or a number of 0 to 1, not 7"
    assert [str(w.message).split(": ", 1)[1] for w in told] == [
        "it could not be scored: RuntimeError: the judge is ill",
        f"it could not be scored: ConfigError: {no_score}",
    ]
    assert got.runs == 2
    assert [one.reason.split(":")[0] for one in got.left_out] == [
        "it could not be scored"
    ] * 2
    assert next(iter(got.scores.values()))[:2] == (None, None)


def test_a_run_that_raises_has_failed_and_is_tried_again() -> None:
    """It is worth nothing, teaches what it shows, and goes on where it was."""
    broken = [True]

    def falling(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        if broken[0] and len(state["messages"]) > 2:
            msg = "no more"
            raise OSError(msg)
        return agent(state, config)

    memory = memory_for()
    graph = travel(memory, InMemorySaver(), node=falling)
    with pytest.warns(MemoryWarning, match="all 4 runs raised, the last one OSError"):
        got = memory.acquire(graph, TASKS[:1], booked, samples=4, **HOW)
    assert set(next(iter(got.scores.values()))) == {0.0}
    assert {one.reason for one in got.failures} == {"OSError: no more"}
    broken[0] = False
    again = memory.acquire(graph, TASKS[:1], booked, samples=4, **HOW)
    assert (again.resumed, again.runs) == (0, 4)
    inputs = [
        s.metadata["source"]
        for s in graph.get_state_history(
            {"configurable": {"thread_id": got.failures[0].thread_id}}
        )
    ]
    assert inputs.count("input") == 1


class FallingSaver(InMemorySaver):
    """A saver that is gone when the second step of each run is over."""

    gone = True

    def put(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        if self.gone and metadata.get("step") == 2:
            msg = "the disk is gone"
            raise OSError(msg)
        return super().put(config, checkpoint, metadata, new_versions)


def test_a_run_that_fell_between_two_steps_is_not_over() -> None:
    """What its last task did is on record, but not the step that it led to."""
    memory, saver = memory_for(), FallingSaver()
    graph = travel(memory, saver, store=memory.store(InMemorySaver()))
    with pytest.warns(MemoryWarning, match="all 4 runs raised"):
        first = memory.acquire(graph, TASKS[:1], booked, samples=4, **HOW)
    assert len(first.failures) == 4
    saver.gone = False
    got = memory.acquire(graph, TASKS[:1], booked, samples=4, **HOW)
    assert (got.resumed, got.left_out) == (0, ())
    for number, score in enumerate(next(iter(got.scores.values()))):
        way = way_of(first.failures[number].thread_id)
        assert score == float(way in ("right", "date"))


def test_a_run_that_waits_for_a_human_is_left_out() -> None:
    """Nobody is there to answer; it is not run again either."""
    asked: list[int] = []

    def asking(state: MessagesState) -> dict[str, Any]:
        asked.append(len(state["messages"]))
        return {"messages": [AIMessage(str(interrupt("May I?")))]}

    memory = memory_for()
    graph = travel(memory, InMemorySaver(), node=asking)
    for _ in range(2):
        with pytest.warns(MemoryWarning, match="it waits"):
            got = memory.acquire(graph, TASKS[:1], booked, samples=2, **HOW)
        assert (got.runs, len(got.left_out), len(asked)) == (0, 2, 2)


def heated(model: Any, *, bound: bool) -> Callable[..., Any]:
    """A model node whose model takes the temperature, or does not."""
    taking = model.configurable_fields(script=ConfigurableField(id="unused"))

    def node(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        heat = config["configurable"].get("temperature")
        chosen = model.bind(temperature=heat) if bound else taking
        return {"messages": [chosen.invoke(state["messages"])]}

    return node


def test_the_temperature_is_set_where_the_model_takes_it() -> None:
    """The report says whether a call was made with it, and a warning where none was."""
    for bound in (True, False):
        memory = memory_for()
        model = ScriptedChatModel(script=["Booked."] * 2)
        node = heated(model, bound=bound)
        graph = travel(memory, InMemorySaver(), node=node)
        how = {**HOW, "temperature": 0.7}
        if bound:
            got = memory.acquire(graph, TASKS[:1], booked, samples=2, **how)
        else:
            with pytest.warns(MemoryWarning, match=r"took temperature 0\.7.*init_chat"):
                got = memory.acquire(graph, TASKS[:1], booked, samples=2, **how)
        assert got.temperature_taken is bound
    memory = memory_for()
    graph = travel(memory, InMemorySaver())
    got = memory.acquire(graph, TASKS[:1], booked, samples=2, **{**HOW, "temperature": 1.0})
    assert got.temperature_taken is None


def test_a_model_is_asked_lens_by_lens_and_checked() -> None:
    """One question per lens and task; what the runs do not show is refused."""
    told: list[str] = []
    lesson = {
        "kind": "success",
        "tool": "book_hotel",
        "condition": "",
        "order": ["find_hotel", "book_hotel"],
        "parameters": ["hotel_id"],
        "scenario": "booking a hotel",
        "content": "Pass on to book_hotel the hotel_id that find_hotel gave, never a city.",
        "confidence": 0.9,
    }
    false = {**lesson, "content": "Ask the Hilton desk before book_hotel.", "order": []}

    def reply(seen: list[Any]) -> str:
        told.append(seen[0].text)
        return json.dumps({"lessons": [lesson, false]})

    memory = memory_for(model={"distil": ScriptedChatModel(script=[reply] * 9)})
    graph = travel(memory, InMemorySaver())
    with pytest.warns(MemoryWarning, match="claims a success pattern of a run that failed"):
        got = memory.acquire(graph, TASKS[2:3], booked, samples=6, **HOW)
    assert got.cost.asked == len(told) == 3
    assert ["failed, for runs" in t for t in told] == [False, True, False]
    assert ["compare two runs" in t for t in told] == [False, False, True]
    contents = [one.content for one in got.added]
    assert sum(c.startswith("Pass on to book_hotel") for c in contents) == 1
    assert not [c for c in contents if "Hilton" in c]
    again = memory.acquire(graph, TASKS[2:3], booked, samples=6, **HOW)
    assert again.cost.asked == 0
    assert [one.key for one in again.lessons] == [one.key for one in got.lessons]


def test_dialogues_are_scored_by_what_the_user_says() -> None:
    """A graph in which a user is played: the whole thread is the run."""
    script = {"My card is lost": "Thanks, that works", "My bill is wrong": "Useless!!!"}

    def user(state: MessagesState) -> dict[str, Any]:
        if len(state["messages"]) > 2:
            return {}
        return {"messages": [HumanMessage(script[state["messages"][0].text])]}

    def clerk(state: MessagesState) -> dict[str, Any]:
        return {"messages": [AIMessage(f"Answer {len(state['messages'])}")]}

    builder = StateGraph(MessagesState)
    builder.add_node("clerk", clerk)
    builder.add_node("user", user)
    builder.add_edge(START, "clerk").add_edge("clerk", "user")
    memory, saver = memory_for(), InMemorySaver()
    graph = builder.compile(checkpointer=saver, store=memory.store(saver))
    got = memory.acquire(graph, {t: t for t in script}, DialogueReward(), samples=1, **HOW)
    scores = {name: score for name, (score,) in got.scores.items()}
    assert scores["My card is lost"] is not None
    assert scores["My bill is wrong"] is not None
    assert scores["My card is lost"] > 0.9
    assert scores["My bill is wrong"] < 0.5


def test_tasks_come_one_by_one_and_only_a_few_are_held() -> None:
    """An endless source is read no further than what runs now, so memory is bounded."""
    given: list[int] = []
    ended: list[int] = []

    def source() -> Any:
        for n in range(12):
            given.append(n)
            ahead.append(len(given) - len(ended))
            yield f"Book a hotel in Rome for March 3rd 2026, offer {n}"

    def counted(task: Any, state: Any) -> bool:
        ended.append(1)
        return booked(task, state)

    ahead: list[int] = []
    memory = memory_for()
    graph = travel(memory, InMemorySaver())
    done: list[tuple[int, int | None]] = []
    got = memory.acquire(
        graph,
        source(),
        counted,
        scope=ANN,
        samples=1,
        temperature=None,
        concurrency=2,
        progress=lambda n, total: done.append((n, total)),
    )
    assert got.runs == 12
    assert max(ahead) <= 4
    assert done == [(n, None) for n in range(13)]


def test_progress_is_told_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    """As a bar where there is one, and nothing of it on standard output."""
    memory = memory_for()
    graph = travel(memory, InMemorySaver())
    how = {**HOW, "progress": True}
    memory.acquire(graph, TASKS, booked, samples=1, **how)
    assert not capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "wrong"),
    [
        (ConfigError, {"tasks": "Book a hotel"}),
        (ConfigError, {"tasks": [{"messages": [object()]}]}),
        (ConfigError, {"samples": 0}),
        (ConfigError, {"concurrency": 0}),
        (ConfigError, {"temperature": "hot"}),
        (ConfigError, {"temperature": -1}),
        (ConfigError, {"progress": 3}),
        (ConfigError, {"success": 2.0}),
        (ConfigError, {"score": "high"}),
        (ScopeError, {"scope": "ann"}),
        (WiringError, {"graph": "graph"}),
        (
            WiringError,
            {"graph": travel(memory_for(), InMemorySaver()).copy({"checkpointer": None})},
        ),
        (
            StoreError,
            {"graph": travel(memory_for(), InMemorySaver()).copy({"store": None})},
        ),
    ],
    ids=lambda one: one.__name__ if isinstance(one, type) else next(iter(one)),
)
def test_what_cannot_be_run_is_refused(
    error: type[Exception], wrong: dict[str, Any]
) -> None:
    """Each with an error that says what to write."""
    memory = memory_for()
    given = {"graph": travel(memory, InMemorySaver()), "tasks": TASKS, "score": booked}
    with pytest.raises(error):
        memory.acquire(**{**given, **HOW, **wrong})

"""Lessons from run to run: learned, shown, acted on, credited, put away, brought back."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore

from langgraph_memory import Experience, Memory, MemoryConfig, MemoryWarning
from langgraph_memory.config import ExperienceConfig, Pool, PruneConfig
from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.experience import Source
from langgraph_memory.experiences.verdicts import SCORES
from langgraph_memory.nodes._keeping import values_of
from langgraph_memory.testing import ScriptedChatModel
from tests.integration.nodes.prose import ANN
from tests.integration.nodes.trips import by_hand, call, memory_for
from tests.unit.experiences.runs import experience

ASK = {"messages": [("user", "Book Hotel 3 for one night")]}
TOO_SHORT = call("book_hotel", 1, name="Hotel 3", nights=1)
LONGER = call("book_hotel", 2, name="Hotel 3", nights=2)


def talk(
    memory: Memory, store: InMemoryStore, thread: str, *script: Any
) -> list[dict[str, Any]]:
    """Have a conversation of its own; the memory's events."""
    graph, _ = by_hand(memory, [*script], InMemorySaver(), store)
    config: Any = {"configurable": {"thread_id": thread, "user_id": "ann"}}
    config["recursion_limit"] = 100  # the lowest version allows 25
    return list(graph.stream(ASK, config, stream_mode="custom"))


def lessons(memory: Memory, store: InMemoryStore) -> dict[str, Experience]:
    """What is kept, by kind."""
    return {lesson.kind: lesson for lesson in memory.experiences(store, ANN)}


def events(store: InMemoryStore, name: str) -> list[dict[str, Any]]:
    """Events of credit of one name."""
    found = store.search(ANN.namespace("tracks"), filter={"event": name}, limit=99)
    return [item.value for item in found]


def test_a_lesson_that_is_followed_gets_the_credit_of_the_action() -> None:
    """Shown, fired and help, each once for the run, whatever is run again."""
    memory, store = memory_for(), InMemoryStore()
    talk(memory, store, "a", TOO_SHORT, LONGER, "Booked.")
    key = lessons(memory, store)["recovery"].key
    talk(memory, store, "b", TOO_SHORT, LONGER, "Booked.")
    for name in ("shown", "fired", "help"):
        told = [e for e in events(store, name) if e["experience"] == key]
        assert [(e["thread_id"], len(e["run"])) for e in told] == [("b", 16)], name
    assert events(store, "help")[0]["by"] == "errors"
    assert [e["success"] for e in events(store, "run")] == [True, True]
    assert lessons(memory, store)["recovery"].evidence[-1][0] == "b"


def test_case_34_a_run_that_was_shown_a_lesson_does_not_support_it() -> None:
    """Its confidence grows with runs that found out by themselves."""
    memory, store = memory_for(), InMemoryStore()
    talk(memory, store, "a", TOO_SHORT, LONGER, "Booked.")
    before = lessons(memory, store)["recovery"]
    talk(memory, store, "b", TOO_SHORT, LONGER, "Booked.")
    assert lessons(memory, store)["recovery"].confidence == before.confidence


def test_harm_found_by_replay_puts_a_lesson_away_and_restore_brings_it_back() -> None:
    """The run would have succeeded without: the lesson is a tombstone with its reason."""
    asked: list[Source] = []

    def replay(_: Any, lesson: Experience) -> bool:
        asked.append((lesson.kind, lesson.key))
        return True

    ends = iter([True, False, True])
    all_at_once = MemoryConfig(
        experiences=ExperienceConfig(max_retries=0), prune=PruneConfig(max_share=1.0)
    )
    memory = memory_for(outcome=lambda _: next(ends), replay=replay, config=all_at_once)
    store = InMemoryStore()
    talk(memory, store, "a", TOO_SHORT, LONGER, "Booked.")
    key = lessons(memory, store)["recovery"].key
    store.delete(ANN.namespace("marks"), "prune")
    talk(memory, store, "b", TOO_SHORT, LONGER, "Booked.")
    assert [e["by"] for e in events(store, "harm")] == ["replay"] * len(set(asked))
    assert lessons(memory, store)["recovery"].forgotten == "harmed 1 times, helped 0"
    used = talk(memory, store, "c", LONGER, "Booked.")
    assert not any(key in event.get("experiences", ()) for event in used)
    assert memory.restore(store, ANN, [key, "unknown"]) == (key,)
    assert not lessons(memory, store)["recovery"].forgotten
    assert memory.tracks(store, ANN)[key].harmed == 0


@pytest.mark.parametrize("replayed", [False, True])
def test_a_run_that_is_tried_again_counts_its_credit_once(*, replayed: bool) -> None:
    """However many attempts it takes, it is replayed once and harms once."""
    asked: list[str] = []

    def replay(_: Any, lesson: Experience) -> bool:
        asked.append(lesson.key)
        return True

    reasons = iter(["one", "two", "three", "four"])
    judge = memory_for(outcome=lambda _: next(reasons), replay=replay if replayed else None)
    store = InMemoryStore()
    talk(memory_for(), store, "a", TOO_SHORT, LONGER, "Booked.")
    [lesson] = memory_for().experiences(store, ANN)
    talk(judge, store, "b", TOO_SHORT, LONGER, "1", "2", "3", "4")
    track = judge.tracks(store, ANN)[lesson.key]
    assert (track.shown, track.fired) == (1, 1)
    assert (track.helped, track.harmed) == ((0, 1) if replayed else (1, 0))
    assert asked == [lesson.key] * replayed
    assert judge.tracks(store, ANN).runs == 2


def test_the_channel_tells_which_answers_were_of_failed_attempts() -> None:
    """By their ids, also those of earlier turns; the last answer is none of them."""
    verdicts = iter(["one", "two", True, "three", True])
    memory = memory_for(outcome=lambda _: next(verdicts))
    replies = ["1", "2", "right", "3", "right"]
    graph, _ = by_hand(memory, replies, InMemorySaver(), InMemoryStore())
    config: Any = {"configurable": {"thread_id": "a", "user_id": "ann"}}
    config["recursion_limit"] = 100
    for failed in (["1", "2"], ["1", "2", "3"]):
        state = graph.invoke(ASK, config)
        told = graph.get_state(config).values["memory"]["agent"]["retry"]["failed"]
        assert [m.text for m in state["messages"] if m.id in told] == failed


@pytest.mark.parametrize("marks", [False, True])
def test_answers_of_failed_attempts_are_marked_where_it_is_said_so(*, marks: bool) -> None:
    """With the number of the attempt; the others are as they were."""
    verdicts = iter(["one", "two", True])
    memory = memory_for(outcome=lambda _: next(verdicts))
    store, saver = InMemoryStore(), InMemorySaver()
    graph, model = by_hand(memory, ["1", "2", "right"], saver, store, marks=marks)
    config: Any = {"configurable": {"thread_id": "a", "user_id": "ann"}}
    said = graph.invoke(ASK, config | {"recursion_limit": 100})["messages"]
    told = [m.response_metadata.get("memory_failed_attempt") for m in said]
    assert [m.text for m in said][1:] == ["1", "2", "right"]
    assert told == ([None, 1, 2, None] if marks else [None] * 4)
    assert [m.type for m in model.calls[2].messages] == ["human", "human"]


def test_a_lesson_without_which_the_run_comes_as_far_did_not_fire() -> None:
    """By replay; it was shown all the same."""
    memory, store = memory_for(replay=lambda *_: True), InMemoryStore()
    talk(memory, store, "a", TOO_SHORT, LONGER, "Booked.")
    talk(memory, store, "b", TOO_SHORT, LONGER, "Booked.")
    [track] = memory.tracks(store, ANN).of.values()
    assert (track.shown, track.fired, track.helped, track.harmed) == (1, 0, 0, 0)


def test_what_the_run_did_before_it_was_shown_a_lesson_did_not_fire() -> None:
    """The agent's own call, made before the error's lesson came, is its draft."""
    rule = {"tool": "book_hotel", "change": "shape", "parameters": ["name"]}
    rule |= {
        "condition": "minimum stay is <number> nights",
        "expected": {"name": "capitalised words"},
    }
    lesson = experience(key="k", rule=rule, scenario="boats", content="zebra", keywords=())
    for thread, first, fired in (("a", "Hotel Sea", 0), ("b", "3", 1)):
        memory, store = memory_for(), InMemoryStore()
        for key, value in values_of([lesson]).items():
            store.put(ANN.namespace("experiences"), key, value)
        short = call("book_hotel", 1, name=first, nights=1)
        longer = call("book_hotel", 2, name="Hotel Sea", nights=2)
        graph, _ = by_hand(memory, [short, longer, "Done."], InMemorySaver(), store)
        config: Any = {"configurable": {"thread_id": thread, "user_id": "ann"}}
        graph.invoke({"messages": [("user", "Zzz qqq?")]}, config)
        track = memory.tracks(store, ANN)["k"]
        assert (track.shown, track.fired, track.helped) == (1, fired, fired)


def test_lessons_that_contradict_each_other_are_never_shown_together() -> None:
    """Neither in the block, nor one there and one with the error."""
    minimum = "minimum stay is <number> nights"
    on_error = {"tool": "book_hotel", "condition": minimum, "parameters": ["name"]}
    given = {
        "words": {"change": "usual", "expected": {"name": '"Sea"'}},
        "other words": {"change": "usual", "expected": {"name": '"Lake"'}},
        "give": {"change": "add", "condition": minimum},
        "leave": {"change": "remove", "condition": minimum},
    }
    held = [
        experience(key=key, rule=on_error | {"condition": None} | rule,
                   content=f"Heed: {key}.", scenario="Book Hotel 3 for one night",
                   tools=("book_hotel",))
        for key, rule in given.items()
    ]  # fmt: skip
    memory, store = memory_for(), InMemoryStore()
    for key, value in values_of(held).items():
        store.put(ANN.namespace("experiences"), key, value)
    graph, model = by_hand(memory, [TOO_SHORT, LONGER, "Done."], InMemorySaver(), store)
    graph.invoke(
        ASK, {"configurable": {"thread_id": "b", "user_id": "ann"}, "recursion_limit": 100}
    )
    seen = str(model.calls[-1].messages)
    assert ("Heed: words." in seen) + ("Heed: other words." in seen) + (
        "Heed: leave." in seen
    ) == 1
    assert ("Heed: give." in seen) + ("Heed: leave." in seen) == 1


def failing(*_: Any) -> Any:
    """What a user's function may do."""
    msg = "no such luck"
    raise RuntimeError(msg)


@pytest.mark.parametrize("name", ["outcome", "replay", "distil"])
@pytest.mark.parametrize("what", [failing, lambda *_: 7])
def test_a_users_function_that_fails_costs_what_it_was_to_tell_alone(
    name: str, what: Any
) -> None:
    """The run is counted, credited and learned from, and a warning says what failed."""
    store = InMemoryStore()
    talk(memory_for(), store, "a", TOO_SHORT, LONGER, "Booked.")
    key = lessons(memory_for(), store)["recovery"].key
    pools = {"travel": Pool(tools=("book_hotel",), distil=what)} if name == "distil" else {}
    config = MemoryConfig(experiences=ExperienceConfig(pools=pools))
    given = {} if name == "distil" else {name: what}
    memory = memory_for(config=config, **given)
    with pytest.warns(MemoryWarning, match="no such luck|not 7|7"):
        talk(memory, store, "b", TOO_SHORT, LONGER, "Booked.")
    tracks = memory.tracks(store, ANN)
    assert tracks.runs == tracks.successes == 2
    assert (tracks[key].fired, tracks[key].helped, tracks[key].replayed) == (1, 1, 0)
    taught = {thread for thread, _ in lessons(memory, store)["recovery"].evidence}
    assert taught == {"a", "b"}


@pytest.mark.parametrize(
    ("came", "without", "names"),
    [
        (0.5, 0.5, []),
        (0.5, 1.0, ["harm"]),
        (0.5, 0.0, ["help"]),
        (False, 0.5, []),
        (False, 1.0, ["harm"]),
        (True, 0.5, ["help"]),
    ],
)
def test_shares_of_the_way_are_compared_with_shares_alone(
    came: float, without: float, names: list[str]
) -> None:
    """A run that failed half-way is not harmed by a lesson without which it does so too."""
    ends = iter([True, came])
    config = MemoryConfig(experiences=ExperienceConfig(max_retries=0))
    memory = memory_for(
        outcome=lambda _: next(ends), replay=lambda *_: without, config=config
    )
    store = InMemoryStore()
    talk(memory, store, "a", TOO_SHORT, LONGER, "Booked.")
    talk(memory, store, "b", TOO_SHORT, LONGER, "Booked.")
    told = {name for name in ("help", "harm") if events(store, name)}
    assert sorted(told) == names


def test_where_the_outcome_is_not_known_no_success_is_learned_from() -> None:
    """What the rules take for a success may be none: only the recovery teaches."""
    store = InMemoryStore()
    with pytest.warns(MemoryWarning, match="outcome= failed"):
        talk(memory_for(outcome=failing), store, "a", TOO_SHORT, LONGER, "Booked.")
    assert set(lessons(memory_for(), store)) == {"recovery"}


@pytest.mark.parametrize("verdict", [np.zeros(1, bool)[0], np.float32(0.25)])
def test_outcomes_may_be_scalars_of_numpy(verdict: Any) -> None:
    """They count as what they say, without a warning."""
    store, memory = InMemoryStore(), memory_for(outcome=lambda _: verdict)
    talk(memory, store, "a", *["Booked."] * 4)
    tracks = memory.tracks(store, ANN)
    assert (tracks.runs, tracks.successes) == (1, 0)


@pytest.mark.parametrize("name", ["outcome", "replay"])
def test_functions_that_must_be_awaited_are_refused(name: str) -> None:
    """They would be taken for an answer in themselves."""

    async def later(*_: Any) -> bool:
        return True

    given: dict[str, Any] = {name: later}
    with pytest.raises(ConfigError, match="not async"):
        memory_for(**given)


GOOD = dict.fromkeys(SCORES, 0.9)
CLAIM = {
    "kind": "success",
    "tool": "book_hotel",
    "parameters": ["nights"],
    "scenario": "booking a hotel for one night",
    "content": "Ask book_hotel for 2 nights, for that is what it takes at least.",
    "confidence": 0.7,
}


@pytest.mark.parametrize(
    ("verdict", "kept"),
    [
        (GOOD, True),
        (GOOD | {"accuracy": 0.1}, False),
        ("hm", False),
        (RuntimeError("down"), False),
    ],
)
def test_case_74_a_claim_is_kept_only_with_a_good_verdict_that_can_be_read(
    verdict: Any, *, kept: bool
) -> None:
    """A verdict that cannot be read or had rejects, and a warning says so each time."""
    told = json.dumps({"lessons": [CLAIM]})

    def judge(_: Any) -> str:
        if isinstance(verdict, Exception):
            raise verdict
        return json.dumps({"verdicts": [verdict]})

    models = {
        "distil": ScriptedChatModel(script=[told, told]),
        "judge": ScriptedChatModel(script=[judge, judge]),
    }
    memory, store = memory_for(model=models), InMemoryStore()
    script = (TOO_SHORT, LONGER, "Booked.")
    for thread in "ab":
        if verdict == "hm" or isinstance(verdict, Exception):
            with pytest.warns(MemoryWarning, match="verdicts cannot be used, .* rejected"):
                talk(memory, store, thread, *script)
        else:
            talk(memory, store, thread, *script)
    contents = [lesson.content for lesson in memory.experiences(store, ANN)]
    assert any("2 nights" in content for content in contents) is kept


def test_a_lesson_about_an_error_is_told_with_the_error() -> None:
    """Where the task did not call it up, the error does, once, and it gets its credit."""
    memory, store = memory_for(), InMemoryStore()
    talk(memory, store, "a", TOO_SHORT, LONGER, "Booked.")
    key = lessons(memory, store)["recovery"].key
    for item in store.search(ANN.namespace("experiences"), limit=9):
        if item.key != key:
            store.delete(item.namespace, item.key)
    graph, model = by_hand(memory, [TOO_SHORT, LONGER, "Done."], InMemorySaver(), store)
    config: Any = {"configurable": {"thread_id": "b", "user_id": "ann"}}
    graph.invoke({"messages": [("user", "Zzz qqq?")]}, config)
    first, second, third = (list(made.messages) for made in model.calls)
    assert "Lessons from earlier runs" not in str(first)
    assert "Lessons from earlier runs" in str(second[-1].content)
    assert second[-1].content.startswith("Error")
    assert third[: len(second)] == second
    assert [e["thread_id"] for e in events(store, "help")] == ["b"]


def test_the_rule_of_reme_warns_before_it_empties_the_library() -> None:
    """Where most runs fail, being found for them is held against every lesson."""
    config = MemoryConfig(experiences=ExperienceConfig(policy="reme", max_retries=0))
    memory = memory_for(outcome=lambda _: False, config=config)
    store = InMemoryStore()
    for run in "1234":
        failed = {"event": "run", "run": run, "success": False}
        store.put(ANN.namespace("tracks"), run, failed)
    with pytest.warns(MemoryWarning, match="will empty the library: 0% of 5 runs"):
        talk(memory, store, "a", TOO_SHORT, LONGER, "Booked.")


def test_a_dialogue_teaches_a_strategy_that_is_shown_at_the_same_intent() -> None:
    """Never what was said to that user."""
    memory, store = memory_for(), InMemoryStore()
    replies = [
        "Sorry! What is wrong with it?",
        "You have two options: L or a refund.",
        "Bye.",
    ]
    graph, _ = by_hand(memory, replies, InMemorySaver(), store)
    config: Any = {"configurable": {"thread_id": "a", "user_id": "ann"}}
    said = ("I want to return the jacket that I bought", "Too small", "L, thanks!")
    for text in said:
        graph.invoke({"messages": [("user", text)]}, config)
    [lesson] = memory.experiences(store, ANN)
    assert lesson.rule["moves"] == ["apologise", "ask", "offer"]
    graph, model = by_hand(memory, ["Oh?"], InMemorySaver(), store)
    config = {"configurable": {"thread_id": "b", "user_id": "ann"}}
    graph.invoke({"messages": [("user", "I want to return the jacket that I got")]}, config)
    shown = str(model.calls[0].messages)
    assert "offer options" in shown
    assert "refund" not in shown

"""Runs that fail are tried again, safely, and both attempts teach."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command

from langgraph_memory import Memory, add_memory
from langgraph_memory.errors import ConfigError
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel
from tests.integration.nodes.prose import ANN
from tests.integration.nodes.trips import by_hand, call, config, memory_for, texts

ASK: Any = {"messages": [("user", "Book Hotel 3 for one night")]}
ON: Any = config()
MENDED = ("something is missing", True)
"""How two attempts end."""

TOO_SHORT = call("book_hotel", 1, name="Hotel 3", nights=1)
LONGER = call("book_hotel", 2, name="Hotel 3", nights=2)


def verdicts(*given: Any) -> Any:
    """An outcome function that gives these in turn."""
    left = iter(given)
    return lambda _: next(left)


def test_a_failed_run_teaches_no_task_lesson_but_its_recovery() -> None:
    """An error that was recovered from is a success of that step, whatever the end."""
    look = call("search_hotels", 3, city="Rome")
    kinds = {}
    for good in (True, False):
        memory, store = memory_for(outcome=verdicts(good, good)), InMemoryStore()
        script = [look, TOO_SHORT, LONGER, "Booked.", "Still booked."]
        graph, _ = by_hand(memory, script, InMemorySaver(), store)
        graph.invoke(ASK, ON)
        kinds[good] = {lesson.kind for lesson in memory.experiences(store, ANN)}
    assert kinds == {True: {"recovery", "success"}, False: {"recovery"}}


def test_a_retry_that_succeeds_is_held_against_the_attempt_that_failed() -> None:
    """What the second attempt gave that the first had left out is a lesson."""
    short = call("flight_gate_of", 1, flight="AF1")
    look = call("flight_times", 2, flight="AF1")
    memory = memory_for(outcome=verdicts(*MENDED))
    script = [short, "Gate B12.", look, call("flight_gate_of", 3, flight="AF1"), "Done."]
    store = InMemoryStore()
    graph, _ = by_hand(memory, script, InMemorySaver(), store)
    graph.invoke(ASK, ON)
    rules = [lesson.rule for lesson in memory.experiences(store, ANN)]
    first = {"tool": "flight_gate_of", "change": "first"}
    assert first | {"order": ["flight_times", "flight_gate_of"]} in rules


def test_a_retry_that_fails_too_teaches_no_contrast() -> None:
    """Only a success shows what was lacking."""
    look = call("flight_times", 2, flight="AF1")
    memory = memory_for(outcome=verdicts("a", "a"))
    script = [call("flight_gate_of", 1, flight="AF1"), "B12.", look,
              call("flight_gate_of", 3, flight="AF1"), "Done."]  # fmt: skip
    store = InMemoryStore()
    graph, _ = by_hand(memory, script, InMemorySaver(), store)
    graph.invoke(ASK, ON)
    assert memory.experiences(store, ANN) == []


def test_the_view_of_a_retry_ends_with_the_message_and_its_valid_results() -> None:
    """What failed is told as failed; the answer is hidden there, and stays in the state."""
    good = call("flight_times", 3, flight="AF1")
    script = [good, TOO_SHORT, "I could not book it.", LONGER, "Booked."]
    memory = memory_for()
    graph, model = by_hand(memory, script, InMemorySaver())
    graph.invoke(ASK, ON)
    view = model.calls[3].messages
    assert [m.type for m in view] == ["human", "human", *["ai", "tool"] * 2]
    assert view[1].text == "Book Hotel 3 for one night"
    calls = [one["id"] for m in view if isinstance(m, AIMessage) for one in m.tool_calls]
    assert calls == [m.tool_call_id for m in view if isinstance(m, ToolMessage)]
    assert "minimum stay is 2 nights" in view[-1].text
    assert "minimum stay" in view[0].text
    kept = texts(graph.get_state(ON).values["messages"])
    assert "I could not book it." in kept


def test_attempt_failed_comes_before_anything_of_the_next_attempt() -> None:
    """It names the answer that the user has seen, and what will be done differently."""
    graph, _ = by_hand(
        memory_for(),
        [TOO_SHORT, "I could not book it.", LONGER, "Booked."],
        InMemorySaver(),
    )
    stream = list(graph.stream(ASK, ON, stream_mode=["custom", "updates"]))
    told: list[Any] = []
    data: Any
    for mode, data in stream:
        if mode == "custom" and data["event"] == "attempt_failed":
            told.append(data)
        elif mode == "updates" and "agent" in data:
            told.extend(data["agent"]["messages"])
    at = next(i for i, one in enumerate(told) if isinstance(one, dict))
    assert [one.text for one in told[:at]] == ["", "I could not book it."]
    assert [one.text for one in told[at + 1 :]] == ["", "Booked."]
    assert told[at]["attempt"] == 1
    assert told[at]["message_id"] == told[at - 1].id
    assert "minimum stay" in told[at]["hypothesis"]


SENT: list[str] = []


def send_mail(to: str) -> str:
    """Send a mail, which cannot be undone."""
    SENT.append(to)
    return f"sent to {to}"


def look_up(name: str) -> str:
    """Look up an address."""
    return f"{name}@example.com"


def mailing(script: list[Any], outcome: Any = None, **more: Any) -> Any:
    """An agent that sends mails, asked before it repeats one."""
    SENT.clear()
    memory = Memory(embeddings=HashEmbeddings(), outcome=outcome, **more)
    model = ScriptedChatModel(script=script)
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda state: {"messages": [model.invoke(state["messages"])]})
    tools = memory.ask_before_repeating(ToolNode([send_mail, look_up]), ["send_mail"])
    builder.add_node("tools", tools)
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    add_memory(builder.add_conditional_edges("agent", tools_condition), memory)
    return builder.compile(checkpointer=InMemorySaver(), store=InMemoryStore())


def sends(number: int, to: str = "bo") -> AIMessage:
    """A model message that sends a mail."""
    return call("send_mail", number, to=to)


@pytest.mark.parametrize(
    ("answer", "sent"),
    [
        ({"type": "approve"}, ["bo", "al"]),
        (True, ["bo", "al"]),
        ({"type": "reject"}, ["bo"]),
        (False, ["bo"]),
        ({"send_mail-2": False}, ["bo"]),
    ],
)
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_retry_sends_nothing_again_without_consent(
    answer: Any, sent: list[str], *, asynchronous: bool
) -> None:
    """The graph stops and shows what would be repeated; a refusal is told to the model."""
    graph = mailing([sends(1), "Sent.", sends(2, "al"), "Done."], verdicts(*MENDED))

    async def go(given: Any) -> Any:
        if asynchronous:
            return await graph.ainvoke(given, ON)
        return graph.invoke(given, ON)

    await go(ASK)
    assert SENT == ["bo"]
    [asked] = graph.get_state(ON).interrupts
    [repeat] = asked.value["repeats"]
    assert repeat == {"id": "send_mail-2", "tool": "send_mail", "args": {"to": "al"},
                      "before": "sent to bo"}  # fmt: skip
    final = await go(Command(resume=answer))
    assert sent == SENT
    assert final["messages"][-1].text == "Done."
    [told] = [m for m in final["messages"] if isinstance(m, ToolMessage)][1:]
    assert ("did not agree" in told.text) is (sent == ["bo"])


def test_other_calls_are_made_whatever_the_answer() -> None:
    """Of one message, and only once; several repeats are asked about together."""
    both = AIMessage("", tool_calls=[
        {"name": "look_up", "args": {"name": "cy"}, "id": "l"},
        {"name": "send_mail", "args": {"to": "al"}, "id": "s"},
        {"name": "send_mail", "args": {"to": "cy"}, "id": "t"},
    ])  # fmt: skip
    graph = mailing([sends(1), "Sent.", both, "Done."], verdicts(*MENDED))
    graph.invoke(ASK, ON)
    [asked] = graph.get_state(ON).interrupts
    assert [one["id"] for one in asked.value["repeats"]] == ["s", "t"]
    final = graph.invoke(Command(resume={"s": False, "t": {"type": "approve"}}), ON)
    assert SENT == ["bo", "cy"]
    results = {m.tool_call_id: m.text for m in final["messages"] if m.type == "tool"}
    assert results["l"] == "cy@example.com"
    assert "did not agree" in results["s"]


def test_in_one_attempt_only_the_very_same_call_is_a_repeat() -> None:
    """Two mails to two people are two mails; a new message of the user begins anew."""
    graph = mailing([sends(1), sends(2, "al"), sends(3), "Done.", sends(4), "Again."])
    graph.invoke(ASK, ON)
    assert SENT == ["bo", "al"]
    graph.invoke(Command(resume=False), ON)
    graph.invoke(ASK, ON)
    assert SENT == ["bo", "al", "bo"]


def test_an_answer_that_is_none_calls_nothing() -> None:
    """It says what is expected, and can be given again."""
    graph = mailing([sends(1), sends(2), "Done."])
    graph.invoke(ASK, ON)
    with pytest.raises(ConfigError, match="'approve'"):
        graph.invoke(Command(resume="yes please"), ON)
    assert SENT == ["bo"]


def test_the_tools_are_found_through_the_node_that_asks() -> None:
    """`add_memory` learns their schemas, as from a plain `ToolNode`."""
    memory = Memory(embeddings=HashEmbeddings())
    node: Any = memory.ask_before_repeating(ToolNode([send_mail]), ["send_mail"])
    assert set(node.tools_by_name) == {"send_mail"}

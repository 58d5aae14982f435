"""What cannot be undone is not done again without consent."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command, Send

from langgraph_memory import Memory, MemoryConfig, RecallConfig, add_memory
from langgraph_memory.errors import ConfigError, WiringError
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel
from tests.integration.nodes.trips import call, config
from tests.integration.wiring.support import only_new

ASK: Any = {"messages": [("user", "Mail Bo")]}
ON: Any = config()
MENDED = ("something is missing", True)
"""How two attempts end."""


def verdicts(*given: Any) -> Any:
    """An outcome function that gives these in turn."""
    left = iter(given)
    return lambda _: next(left)


SENT: list[str] = []


def send_mail(to: str) -> str:
    """Send a mail, which cannot be undone."""
    SENT.append(to)
    return f"sent to {to}"


def look_up(name: str) -> str:
    """Look up an address."""
    return f"{name}@example.com"


def down(_: Any) -> Any:
    """A model that cannot be reached."""
    msg = "the model is down"
    raise RuntimeError(msg)


def mailing(
    script: list[Any],
    outcome: Any = None,
    *,
    on_error: bool = False,
    route: Any = tools_condition,
    **more: Any,
) -> Any:
    """An agent that sends mails, asked before it repeats one."""
    SENT.clear()
    memory = Memory(embeddings=HashEmbeddings(), outcome=outcome, **more)
    model = ScriptedChatModel(script=script)
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda state: {"messages": [model.invoke(state["messages"])]})
    tools = memory.ask_before_repeating(ToolNode([send_mail, look_up]), ["send_mail"])
    builder.add_node("tools", tools)
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    builder.add_conditional_edges("agent", route, ["tools", END])
    add_memory(builder, memory, on_error=on_error)
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


def test_an_answer_that_is_none_is_asked_for_again() -> None:
    """Nothing is called; the question tells what is expected, and can be answered."""
    graph = mailing([sends(1), sends(2), "Done."])
    graph.invoke(ASK, ON)
    for wrong in ("yes please", {"type": "edit"}, {"send_mail-2": None}):
        graph.invoke(Command(resume=wrong), ON)
        [asked] = graph.get_state(ON).interrupts
        assert "'approve'" in asked.value["error"]
        assert asked.value["repeats"][0]["id"] == "send_mail-2"
        assert SENT == ["bo"]
    graph.invoke(Command(resume=True), ON)
    assert SENT == ["bo", "bo"]


def test_of_two_same_calls_in_one_message_the_second_is_a_repeat() -> None:
    """Nothing is sent before the answer; a refusal leaves the first one."""
    twice = AIMessage("", tool_calls=[
        {"name": "send_mail", "args": {"to": "bo"}, "id": one} for one in "ab"
    ])  # fmt: skip
    graph = mailing([twice, "Done."])
    graph.invoke(ASK, ON)
    [asked] = graph.get_state(ON).interrupts
    assert [one["id"] for one in asked.value["repeats"]] == ["b"]
    assert SENT == []
    graph.invoke(Command(resume=False), ON)
    assert SENT == ["bo"]


@only_new
def test_after_an_exception_of_the_model_other_arguments_repeat_too() -> None:
    """The attempt ended without an answer; what it sent is sent."""
    graph = mailing([sends(1), down, sends(2, "al"), "Done."], on_error=True)
    graph.invoke(ASK, ON)
    [asked] = graph.get_state(ON).interrupts
    assert [one["before"] for one in asked.value["repeats"]] == ["sent to bo"]
    assert SENT == ["bo"]


def test_calls_that_must_not_be_repeated_outlive_compaction() -> None:
    """Others go from the state; without these nobody would know that they were made."""
    looks = [call("look_up", n, name=f"{n} " * 900) for n in range(2, 20)]
    script = [sends(1), *looks, "Sent.", sends(30), "Done."]
    view = MemoryConfig(recall=RecallConfig(view_tokens=500))
    graph = mailing(script, verdicts(*MENDED), config=view, compact=True)
    graph.invoke(ASK, ON | {"recursion_limit": 99})
    held = graph.get_state(ON).values["messages"]
    assert len(held) < len(script)
    assert [one.value["repeats"][0]["before"] for one in graph.get_state(ON).interrupts]
    assert SENT == ["bo"]


def with_context(state: Any, asked: Any) -> Any:
    """What `Send` brings in LangGraph's own agents."""
    return {"__type": "tool_call_with_context", "tool_call": asked, "state": state}


@pytest.mark.parametrize("payload", [
    pytest.param(with_context, marks=only_new), lambda _, asked: [asked]
])  # fmt: skip
@pytest.mark.parametrize("agreed", [True, False])
def test_calls_that_are_sent_one_by_one_are_asked_about(
    payload: Any, *, agreed: bool
) -> None:
    """Whatever form `ToolNode` takes."""

    def route(state: Any) -> Any:
        calls = state["messages"][-1].tool_calls
        typed = [{**one, "type": "tool_call"} for one in calls]
        return [Send("tools", payload(state, one)) for one in typed] or END

    script = [sends(1), "Sent.", sends(2), "Done."]
    graph = mailing(script, verdicts(*MENDED), route=route)
    graph.invoke(ASK, ON)
    [asked] = graph.get_state(ON).interrupts
    assert asked.value["repeats"][0]["before"] == "sent to bo"
    final = graph.invoke(Command(resume=agreed), ON)
    assert ["bo"] * (1 + agreed) == SENT
    assert final["messages"][-1].text == "Done."


def test_calls_without_a_conversation_are_refused() -> None:
    """Nobody can tell what was called before, and nothing is called then."""
    SENT.clear()
    memory = Memory(embeddings=HashEmbeddings())
    node = memory.ask_before_repeating(ToolNode([send_mail]), ["send_mail"])
    with pytest.raises(WiringError, match="send_mail"):
        node.invoke([{**sends(1).tool_calls[0], "type": "tool_call"}])
    assert SENT == []


def test_the_tools_are_found_through_the_node_that_asks() -> None:
    """`add_memory` learns their schemas, as from a plain `ToolNode`."""
    memory = Memory(embeddings=HashEmbeddings())
    node: Any = memory.ask_before_repeating(ToolNode([send_mail]), ["send_mail"])
    assert set(node.tools_by_name) == {"send_mail"}


def paying(script: list[Any], tools: Any) -> Any:
    """An agent that pays, asked before it pays the same again."""
    paid: list[float] = []

    def pay(to: str, amount: float, note: str = "") -> str:
        """Pay somebody."""
        paid.append(amount)
        return f"paid {amount}{note} to {to}"

    memory = Memory(embeddings=HashEmbeddings())
    model = ScriptedChatModel(script=script)
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda state: {"messages": [model.invoke(state["messages"])]})
    builder.add_node("tools", memory.ask_before_repeating(ToolNode([pay]), tools))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    builder.add_conditional_edges("agent", tools_condition, ["tools", END])
    add_memory(builder, memory)
    return builder.compile(checkpointer=InMemorySaver(), store=InMemoryStore()), paid


@pytest.mark.parametrize(
    "again",
    [
        {"amount": 5.0},
        {"amount": "5"},
        {"amount": 5, "note": ""},
    ],
)
def test_what_a_tool_reads_alike_is_a_repeat(again: dict[str, Any]) -> None:
    """Other spellings of the same arguments do not get past the question."""
    script = [call("pay", 1, to="a", amount=5), call("pay", 2, to="a", **again), "Done."]
    graph, paid = paying(script, ["pay"])
    graph.invoke(ASK, ON)
    assert paid == [5]
    assert graph.get_state(ON).interrupts
    graph.invoke(Command(resume=False), ON)
    assert paid == [5]


def test_another_sum_is_no_repeat() -> None:
    """What differs in what the tool reads is another call."""
    script = [call("pay", 1, to="a", amount=5), call("pay", 2, to="a", amount=6), "Done."]
    graph, paid = paying(script, ["pay"])
    graph.invoke(ASK, ON)
    assert paid == [5, 6]


@pytest.mark.parametrize("tools", ["send_mail", ["send_mial"], [], None, 7, [None]])
def test_names_that_would_guard_nothing_are_refused(tools: Any) -> None:
    """A misspelt name, or a text for a list, is an error that names the node's tools."""
    node = ToolNode([send_mail, look_up])
    with pytest.raises(ConfigError, match=r"\['send_mail'\]|'look_up'"):
        Memory(embeddings=HashEmbeddings()).ask_before_repeating(node, tools)


def test_tools_name_themselves() -> None:
    """Functions and LangChain tools serve as well as their names."""
    node = ToolNode([send_mail, look_up])
    memory = Memory(embeddings=HashEmbeddings())
    for tools in ([send_mail], [node.tools_by_name["send_mail"]], ("send_mail",)):
        assert memory.ask_before_repeating(node, tools).guarded == {"send_mail"}

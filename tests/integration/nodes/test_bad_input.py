"""Whatever tools and models return, a run ends well and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from langgraph_memory import Memory, MemoryConfig, RecallConfig, Scope, add_memory
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel

from .trips import config

ANN = Scope(user="ann")
NESTED = "[" * 1_000 + "]" * 1_000
ODD: dict[str, Any] = {
    "empty": "",
    "700 kB": "flight AF1 departs 09:40. " + "x" * 700_000,
    "not JSON": "{'single': quotes, trailing",
    "binary rubbish": "".join(chr(i) for i in range(32)) * 40 + "\ufffd\x7f",
    "nested 1,000 deep": NESTED,
    "nested dicts": '{"a":' * 1_000 + "1" + "}" * 1_000,
    "NaN": '{"price": NaN, "other": Infinity}',
    "a lone surrogate": "name: \ud83d, price: 3",
    "2**70": json.dumps({"id": 2**70, "small": -(2**70)}),
    "null": "null",
    "a list of nothing": "[[], {}, null, [null]]",
    "mixed rows": '[{"a": 1}, 2, "three", [4], {"a": {"b": [1, 2]}}]',
    "Chinese": '{"名称": "酒店", "价格": 300, "状态": "已售罄"}',
}


def odd_graph(
    result: Callable[[], Any], tokens: int
) -> tuple[Any, ScriptedChatModel, Memory]:
    """A graph whose only tool returns what it is told."""

    def look() -> str:
        """Look something up."""
        value: str = result()
        return value

    ask = AIMessage("", tool_calls=[{"name": "look", "args": {}, "id": "c"}])
    model = ScriptedChatModel(script=[ask, "Done.", "Still here."])
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda state: {"messages": [model.invoke(state["messages"])]})
    builder.add_node("tools", ToolNode([look]))
    builder.add_edge(START, "agent")
    builder.add_edge("tools", "agent")
    builder.add_conditional_edges("agent", tools_condition)
    memory = Memory(
        embeddings=HashEmbeddings(),
        config=MemoryConfig(recall=RecallConfig(view_tokens=tokens)),
    )
    saver = InMemorySaver()
    graph = add_memory(builder, memory).compile(
        checkpointer=saver, store=memory.store(saver)
    )
    return graph, model, memory


def can_be_checkpointed(text: str) -> bool:
    """Whether LangGraph itself can keep such a message in its state."""
    try:
        JsonPlusSerializer().dumps_typed(ToolMessage(text, tool_call_id="c"))
    except TypeError:
        return False
    return True


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
@pytest.mark.parametrize("tokens", [400, 1_000_000])
def test_odd_tool_results_pass_through_a_whole_run(text: str, tokens: int) -> None:
    """Two turns end well, the state keeps the result, the view keeps its budget."""
    if not can_be_checkpointed(text):
        pytest.skip("this LangGraph cannot keep a lone surrogate in any state")
    graph, model, memory = odd_graph(lambda: text, tokens)
    final = graph.invoke({"messages": [HumanMessage("Look it up, please.")]}, config())
    assert final["messages"][-1].content == "Done."
    held = next(m for m in final["messages"] if isinstance(m, ToolMessage))
    assert held.content == text
    again = graph.invoke({"messages": [HumanMessage("And now?")]}, config())
    assert again["messages"][-1].content == "Still here."
    if tokens == 400:
        for call in model.calls:
            assert memory.settings.count(list(call.messages)) <= tokens


def test_case_22_a_huge_result_is_archived_with_a_marker() -> None:
    """A record is cut at 200,000 characters and says what it was cut from."""
    graph, _, memory = odd_graph(lambda: ODD["700 kB"], 1_000)
    graph.invoke({"messages": [HumanMessage("Look it up.")]}, config())
    del memory
    records = graph.store.search(ANN.namespace("records"), limit=10)
    longest = max((record.value["text"] for record in records), key=len)
    assert 190_000 < len(longest) < 201_000
    assert "700026" in longest.replace(",", "")


def test_case_95_records_survive_a_round_trip() -> None:
    """What was normalised on the way in reads back as plain data."""
    for text in filter(can_be_checkpointed, ODD.values()):
        graph, _, _ = odd_graph(lambda text=text: text, 10_000)
        graph.invoke({"messages": [HumanMessage("Look it up.")]}, config())
        for kind in ("records", "cards"):
            for item in graph.store.search(ANN.namespace(kind), limit=10):
                json.dumps(item.value, allow_nan=False).encode()


@pytest.mark.parametrize(
    "answer", [AIMessage(""), AIMessage([]), AIMessage([{"type": "x"}])]
)
def test_a_model_that_says_nothing_ends_the_turn(answer: AIMessage) -> None:
    """An empty answer is a failure to learn from, and no crash."""
    model = ScriptedChatModel(script=[answer] * 8)
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda state: {"messages": [model.invoke(state["messages"])]})
    builder.add_edge(START, "agent")
    memory, saver = Memory(embeddings=HashEmbeddings()), InMemorySaver()
    graph = add_memory(builder, memory).compile(
        checkpointer=saver, store=memory.store(saver)
    )
    final = graph.invoke({"messages": [HumanMessage("Hello?")]}, config())
    assert final["messages"][0].content == "Hello?"
    assert 1 <= len(model.calls) <= 4


def test_messages_without_ids_are_read_once() -> None:
    """States that give no ids work: the same message is not archived twice."""
    memory = Memory(embeddings=HashEmbeddings())
    store = memory.store(InMemorySaver())
    memory = Memory(embeddings=HashEmbeddings(), store=store)
    call = {"name": "look", "args": {"q": "a"}, "id": "c1"}
    twin = {"name": "look", "args": {"q": "a"}, "id": "c2"}
    state: dict[str, Any] = {
        "messages": [
            ("user", "hi"),
            AIMessage("", tool_calls=[call, twin]),
            ToolMessage('{"departs": "09:40"}', tool_call_id="c1"),
            ToolMessage('{"departs": "09:40"}', tool_call_id="c2"),
            {"role": "assistant", "content": "09:40."},
        ]
    }
    channel: dict[str, Any] = {}
    for _ in range(3):
        update = memory.remember.invoke({**state, "memory": channel}, config())
        channel = update.get("memory", channel)
    assert len(store.search(ANN.namespace("records"), limit=20)) == 4
    assert memory.remember.invoke({**state, "memory": channel}, config()) == {}

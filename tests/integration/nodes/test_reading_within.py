"""What is read back of records counts in the budget of the view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from langgraph_memory import Memory, MemoryConfig, RecallConfig, add_memory
from langgraph_memory.recall.tokens import count_tokens
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel

from .trips import TOOLS, call, config

Count = Callable[[Sequence[BaseMessage]], int]

COUNTERS: dict[str, Count] = {
    "own": count_tokens,
    "characters": lambda messages: sum(len(m.text) // 3 for m in messages),
    "words": lambda messages: sum(2 * len(m.text.split()) + 11 for m in messages),
    "by the list": lambda messages: len(messages) ** 2 + sum(len(m.text) for m in messages),
    "steps": lambda messages: 50 * sum(-(-len(m.text) // 150) for m in messages),
}
ASK = {"messages": [HumanMessage("Which phone number has Hotel 33 in Rome?")]}
SEARCH = call("search_hotels", city="Rome")


def digits(messages: Sequence[BaseMessage]) -> str:
    """The first record that is named."""
    text = "\n".join(m.text for m in messages)
    return text.split("[record ", 1)[1][:8] if "[record " in text else "ffff"


def readings(queries: Sequence[str | None]) -> Any:
    """A reply that reads one record several times at once."""

    def reply(shown: list[BaseMessage]) -> AIMessage:
        made = [
            {
                "name": "recall_record",
                "args": {"id": digits(shown)} | ({"query": query} if query else {}),
                "id": f"{query}-{len(shown)}-{number}",
            }
            for number, query in enumerate(queries)
        ]
        return AIMessage("", tool_calls=made)

    return reply


def shown_in(
    script: list[Any], budget: int, count: Count, *, asynchronous: bool
) -> list[list[BaseMessage]]:
    """All that the model is shown, step by step."""
    recall = RecallConfig(view_tokens=budget, record_tokens=budget)
    memory = Memory(
        embeddings=HashEmbeddings(),
        config=MemoryConfig(recall=recall),
        tools=TOOLS,
        count_tokens=count,
    )
    tools = [*TOOLS, memory.recall_record]
    model = ScriptedChatModel(script=script)

    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.bind_tools(tools).invoke(state["messages"])]}

    async def aagent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [await model.bind_tools(tools).ainvoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", aagent if asynchronous else agent)
    builder.add_node("tools", ToolNode(tools))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    builder.add_conditional_edges("agent", tools_condition)
    add_memory(builder, memory, model="agent")
    saver = InMemorySaver()
    graph = builder.compile(checkpointer=saver, store=memory.store(saver))
    if asynchronous:
        asyncio.run(graph.ainvoke(ASK, config()))
    else:
        graph.invoke(ASK, config())
    return [list(one.messages) for one in model.calls]


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(COUNTERS)),
    st.integers(1, 5),
    st.integers(1, 3),
    st.integers(1, 4),
    st.booleans(),
)
def test_the_budget_holds_with_what_is_read_back(
    name: str,
    at_once: int,
    steps: int,
    scale: int,
    asynchronous: bool,  # noqa: FBT001 - drawn
) -> None:
    """However often a record is read, at once or in turn: the view keeps its budget."""
    count = COUNTERS[name]
    budget = scale * count([HumanMessage("A number of words to count. " * 60)])
    queries = [None, "phone of Hotel 33", "price of Hotel 7", "stars", "Hotel 12"]
    script = [SEARCH, *[readings(queries[:at_once]) for _ in range(steps)], "Done."]
    for messages in shown_in(script, budget, count, asynchronous=asynchronous):
        calls = [m for m in messages if not isinstance(m, ToolMessage)]
        results = [
            m.model_copy(update={"content": "[record 01234567]"})
            for m in messages
            if isinstance(m, ToolMessage)
        ]
        assert count(messages) <= max(budget, count([*calls, *results]) + 70)


@pytest.mark.parametrize("asynchronous", [False, True])
def test_what_was_asked_for_last_is_shown_at_least_in_part(*, asynchronous: bool) -> None:
    """Of several records read at once, the last is cut and the others are only named."""
    script = [SEARCH, readings([None, "Hotel 33", "Hotel"]), "Done."]
    *_, view = shown_in(script, 550, count_tokens, asynchronous=asynchronous)
    results = [m.text for m in view if isinstance(m, ToolMessage)][-3:]
    assert count_tokens(view) <= 550
    assert count_tokens([ToolMessage(results[-1], tool_call_id="1")]) >= 64
    assert "characters)" in results[-1] or results[-1].count("Hotel") > 1

"""Whatever tools return, and are asked, no turn breaks and no part of the memory fails."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from langgraph_memory import Memory, MemoryConfig, RecallConfig, Scope, add_memory, why
from langgraph_memory.cards.linking import MOST_LINKS
from langgraph_memory.testing import Clock, HashEmbeddings, ScriptedChatModel
from tests.unit.facts.values import json_scalars, json_values

from .trips import config

ANN = Scope(user="ann")
SMALL = 600
ANSWERS = ("Done.", "Still here.", "And here.")

plain_text = st.text(st.characters(codec="utf-8"), max_size=60)
names = st.sampled_from(
    (
        *("id", "order_id", "user.id", "name", "名称", "price", "价格", "total", "status"),
        *("available", "seats.left", "rules", "guests", "items", "error", "as_of"),
        *("max_age", "ttl", "expires_at", "updated_at", "Cache-Control"),
    )
)
cells = (
    st.sampled_from(
        ["W-1", "W-2", "X9", "sold out", "2026-01-02", "2026-01-01T00:10:00Z", "no pets"]
    )
    | st.sampled_from([0, 1, 7, 60, 2**70, -1.5, True, None, "", [], {}])
    | st.lists(st.sampled_from(["a", "b", 3]), max_size=3)
    | json_scalars
)
objects = st.dictionaries(names, cells, max_size=6)
likely = (
    objects
    | st.lists(objects, max_size=6)
    | st.dictionaries(st.sampled_from(["W-1", "W-2", "items", "data"]), objects, max_size=3)
    | st.builds(lambda one, rows: one | {"items": rows}, objects, st.lists(objects))
)
outputs = (
    likely.map(json.dumps)
    | json_values.map(json.dumps)
    | plain_text
    | st.lists(plain_text, max_size=8).map("\n".join)
    | st.builds(lambda rows: "\n".join(map(str, rows)), st.lists(objects, max_size=4))
)
# LangGraph itself keeps no other numbers and texts in its state.
given_cells = plain_text | st.integers(-(2**63), 2**63 - 1) | st.sampled_from(["W-1", None])
arguments = st.dictionaries(names, given_cells | st.lists(given_cells, max_size=3))
calls = st.lists(st.tuples(outputs, arguments), min_size=1, max_size=4)


def run_of(
    told: Sequence[tuple[str, dict[str, Any]]], tokens: int, *, compact: bool
) -> tuple[Any, ScriptedChatModel, Memory]:
    """An agent that looks so often, and is asked three things on two threads."""
    answers = iter([output for output, _ in told])

    def look(about: dict[str, Any]) -> str:
        """Look something up."""
        del about
        return next(answers)

    asks = [
        AIMessage("", tool_calls=[{"name": "look", "args": {"about": args}, "id": f"c{n}"}])
        for n, (_, args) in enumerate(told)
    ]
    model = ScriptedChatModel(script=[*asks, *ANSWERS])
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda state: {"messages": [model.invoke(state["messages"])]})
    builder.add_node("tools", ToolNode([look]))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    memory = Memory(
        embeddings=HashEmbeddings(16),
        clock=Clock(),
        config=MemoryConfig(recall=RecallConfig(view_tokens=tokens)),
    )
    wired = builder.add_conditional_edges("agent", tools_condition)
    add_memory(wired, memory, compact=compact, retry=False)
    saver = InMemorySaver()
    return wired.compile(checkpointer=saver, store=memory.store(saver)), model, memory


def assert_in_order(messages: Sequence[BaseMessage]) -> None:
    """Each result stands after its call, and each call has its result."""
    made: list[str] = []
    for message in messages:
        if isinstance(message, AIMessage):
            made += [str(call["id"]) for call in message.tool_calls]
        if isinstance(message, ToolMessage):
            assert message.tool_call_id in made
    answered = [m.tool_call_id for m in messages if isinstance(m, ToolMessage)]
    assert sorted(answered) == sorted(made)


@settings(max_examples=40)
@given(told=calls, tokens=st.sampled_from([SMALL, 100_000]), compact=st.booleans())
def test_any_output_passes_through_turns_and_threads(
    told: list[tuple[str, dict[str, Any]]], tokens: int, *, compact: bool
) -> None:
    """Turns end well without a warning, views are valid, and cards can be read."""
    graph, model, memory = run_of(told, tokens, compact=compact)
    turns = [("Look up W-1 and its price.", "1"), ("And now?", "1"), ("What of W-1?", "2")]
    for (asked, thread), answer in zip(turns, ANSWERS, strict=True):
        final = graph.invoke({"messages": [("user", asked)]}, config(thread))
        assert final["messages"][-1].content == answer
        shown = list(model.calls[-1].messages)
        for messages in (final["messages"], shown):
            assert_in_order(messages)
        assert any(isinstance(m, HumanMessage) and m.content == asked for m in shown)
        assert memory.settings.count(shown) <= tokens
    cards = memory.cards(graph.store, ANN)
    for card in cards:
        json.dumps(card.to_dict(), allow_nan=False).encode()
        assert card.attributes is not None
        assert why(card) == list(card.reasons)
        for kind in {link.kind for link in card.links}:
            assert sum(link.kind == kind for link in card.links) <= MOST_LINKS

"""How large checkpoints become in a long run: kept whole, compacted, or summarised.

    python -m tests.benchmarks.compacting --steps 200 --json

An agent calls a tool at every step; what each checkpoint takes in SQLite is measured, the
memory's own channel included. `summary` stands for LangChain's `SummarizationMiddleware`
with a model that answers at once: beyond the same budget of tokens, all but the last
messages are removed, and one message says how many they were.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import time
from collections.abc import Iterator
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from langgraph_memory import Memory, MemoryConfig, RecallConfig, add_memory
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel
from tests.benchmarks.summarising import summarise

_BUDGET = 4_000
_POLICIES = ("none", "view", "compact", "summary")


def stock(number: int) -> str:
    """What a warehouse has in stock."""
    rows = [
        {"sku": f"S-{number}-{i}", "name": f"Part {i}", "left": (number * i) % 50, "bin": i}
        for i in range(20)
    ]
    return json.dumps({"warehouse": number, "open": number % 3 > 0, "stock": rows})


def calls(steps: int) -> Iterator[Any]:
    for number in range(steps):
        call = {"name": "stock", "args": {"number": number}, "id": f"call-{number}"}
        yield AIMessage("", tool_calls=[call])
    yield "All warehouses are counted."


def run(policy: str, steps: int) -> dict[str, Any]:
    """Run one policy and measure its checkpoints."""
    limits = MemoryConfig(recall=RecallConfig(view_tokens=_BUDGET))
    memory = Memory(embeddings=HashEmbeddings(), config=limits, compact=policy == "compact")
    model = ScriptedChatModel(script=calls(steps))
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda s: {"messages": [model.invoke(s["messages"])]})
    builder.add_node("tools", ToolNode([stock]))
    builder.add_conditional_edges("agent", tools_condition)
    first = "agent"
    if policy == "summary":
        first = "summarise"
        builder.add_node(first, lambda s: summarise(s["messages"], _BUDGET))
        builder.add_edge(first, "agent")
    builder.add_edge(START, first).add_edge("tools", first)
    if policy in ("view", "compact"):
        add_memory(builder, memory, model="agent")
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    saver = SqliteSaver(connection)
    graph = builder.compile(checkpointer=saver, store=memory.store(saver))
    where: Any = {
        "configurable": {"thread_id": "run", "user_id": "ann"},
        "recursion_limit": 4 * steps + 10,
    }
    began = time.perf_counter()
    state = graph.invoke({"messages": [HumanMessage("Count the stock.")]}, where)
    took = time.perf_counter() - began
    rows = connection.execute(
        "SELECT length(checkpoint) FROM checkpoints WHERE thread_id = 'run' "
        "ORDER BY checkpoint_id"
    ).fetchall()
    connection.close()
    sizes = [size for (size,) in rows]
    quarter = max(1, len(sizes) // 4)
    parts = [sizes[at : at + quarter] for at in range(0, 4 * quarter, quarter)]
    return {
        "policy": policy,
        "steps": steps,
        "bytes_per_step_by_quarter": [sum(part) // len(part) for part in parts],
        "largest": max(sizes),
        "total": sum(sizes),
        "messages": len(state["messages"]),
        "ms_per_step": round(1000 * took / steps, 2),
    }


def main(argv: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--policy", nargs="+", choices=_POLICIES, default=_POLICIES)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    given = parser.parse_args(argv)
    for policy in given.policy:
        found = run(policy, given.steps)
        told = " ".join(f"{name}={value}" for name, value in found.items())
        sys.stdout.write((json.dumps(found) if given.json else told) + "\n")


if __name__ == "__main__":
    main()

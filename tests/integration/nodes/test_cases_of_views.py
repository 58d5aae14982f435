"""What goes wrong with histories that are cut elsewhere, in whole runs of a graph."""

from __future__ import annotations

import json
import operator
import re
from itertools import pairwise
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from typing_extensions import TypedDict

from langgraph_memory import MemoryConfig, RecallConfig
from langgraph_memory.testing import ScriptedChatModel
from tests.pairs import assert_pairs

from .prose import ANN, agent, memory_with
from .trips import TOOLS, asking, by_hand, call, config, memory_for, shown

FIRST = ("Bram", "Cald", "Dorn", "Esk", "Fell")
LAST = ("by", "dale", "ham", "how", "ley", "sett", "ton", "wick")
LONG_RUN = {**config(), "recursion_limit": 1_000}


@pytest.mark.parametrize("compact", [False, True])
def test_case_14_parallel_results_stay_paired_in_views_and_state(*, compact: bool) -> None:
    """Of calls in parallel, long and short, every view and the state hold both or none."""
    both = [
        AIMessage(
            "",
            tool_calls=[
                *call("search_hotels", n, city=f"City {n}").tool_calls,
                *call("flight_times", n, flight=f"AF{n}").tool_calls,
            ],
        )
        for n in range(12)
    ]
    memory = memory_for(500, compact=compact)
    graph, model = by_hand(memory, [*both, "Done."], InMemorySaver())
    messages = graph.invoke(asking("Hotels and flights, please."), LONG_RUN)["messages"]
    assert_pairs(messages)
    for made in model.calls:
        assert_pairs(made.messages)
        assert sum(m.type == "tool" for m in made.messages) % 2 == 0
    assert sum(m.type == "tool" for m in model.calls[-1].messages) < 24
    assert len({message.id for message in messages}) == len(messages)


@pytest.mark.parametrize("compact", [False, True])
def test_case_17_the_question_is_in_every_view_of_a_long_run(*, compact: bool) -> None:
    """However many calls follow, and however long it is, the model is shown it verbatim."""
    question = "Which hotel has the phone number 555-0133? " * 60
    looks = [call("search_hotels", n, city=f"City {n}") for n in range(12)]
    memory = memory_for(500, compact=compact)
    graph, model = by_hand(memory, [*looks, "Done."], InMemorySaver())
    messages = graph.invoke(asking(question), LONG_RUN)["messages"]
    for made in model.calls:
        assert [m.content for m in made.messages if m.type == "human"] == [question]
    assert messages[0].content == question


def test_case_22_many_long_cards_keep_the_budget() -> None:
    """Of forty cards of long results the block shows some, within its share."""
    quarries = [f"{first}{last}" for first in FIRST for last in LAST]

    def notes(quarry: str) -> str:
        """Notes on a quarry."""
        n = quarries.index(quarry)
        rows = [
            {"quarry": quarry, f"{quarry}_cut": f"{quarry}{n}x{i}", "kilos": 900 + n * i}
            for i in range(250)
        ]
        return json.dumps(rows)

    share, tokens = 0.2, 1_000
    recall = RecallConfig(view_tokens=tokens, block_share=share, limit=40)
    memory = memory_with(None, config=MemoryConfig(recall=recall))
    calls = [{"name": "notes", "args": {"quarry": name}, "id": name} for name in quarries]
    saver = InMemorySaver()
    looks = AIMessage("", tool_calls=calls)
    graph, _ = agent(memory, [looks, "Done."], saver, tool=notes)
    graph.invoke(asking("Notes on all quarries."), config())
    assert len(memory.cards(graph.store, ANN)) == len(quarries) == 40
    graph, model = agent(memory, ["Done."], saver, tool=notes)
    graph.invoke(
        asking(f"How many kilos come from {', '.join(quarries[:4])}?"), config("2")
    )
    block, question = model.calls[-1].messages
    assert block.text.count("[card ") >= 2
    frame = 60
    assert memory.settings.count([block]) <= share * tokens + frame
    assert memory.settings.count([block, question]) <= tokens


class Added(TypedDict):
    messages: Annotated[list[Any], operator.add]


def test_case_24_nodes_in_a_state_that_adds_double_nothing() -> None:
    """The nodes by hand return no messages, so that a growing list has each once."""
    memory = memory_for(400)
    looks = [call("search_hotels", n, city=f"City {n}") for n in range(3)]
    model = ScriptedChatModel(script=[*looks, "Hotel 0."])
    builder = StateGraph(Added)
    builder.add_node("remember", memory.remember).add_node("recall", memory.recall)
    builder.add_node(
        "agent", memory.wrap(lambda s: {"messages": [model.invoke(s["messages"])]})
    )
    builder.add_node("tools", ToolNode(TOOLS))
    builder.add_edge(START, "remember").add_edge("remember", "recall")
    builder.add_edge("recall", "agent").add_edge("tools", "remember")
    builder.add_conditional_edges("agent", tools_condition)
    saver = InMemorySaver()
    graph = builder.compile(checkpointer=saver, store=memory.store(saver))
    messages = graph.invoke(asking("Hotels?"), LONG_RUN)["messages"]
    assert [m.type for m in messages] == ["human", *["ai", "tool"] * 3, "ai"]
    assert len(memory.cards(graph.store, ANN)) == 3


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize(("tokens", "protect"), [(4_000, ()), (1_200, ("read_file",))])
def test_case_26_what_was_read_first_is_still_there(
    tokens: int, protect: tuple[str, ...], *, compact: bool
) -> None:
    """Instructions that were read before fifty other calls are told, or protected."""
    rule = "Never delete the branch main without asking the owner Ida Lund."

    def read_file(path: str) -> str:
        """Read a file."""
        if path == "RULES.md":
            return f"# Rules\n{rule}\nRun the tests before each commit.\n"
        rows = [{"line": n, "file": path, "call": f"run_{n}()"} for n in range(20)]
        return json.dumps(rows)

    paths = ["RULES.md", *(f"f{n}.py" for n in range(50))]
    reads = [
        AIMessage(
            "", tool_calls=[{"name": "read_file", "args": {"path": path}, "id": path}]
        )
        for path in paths
    ]
    limits = RecallConfig(view_tokens=tokens, protect=protect)
    memory = memory_with(None, config=MemoryConfig(recall=limits), compact=compact)
    graph, model = agent(memory, [*reads, "Done."], tool=read_file)
    asked = asking("Read the rules and all files. May I delete the branch main?")
    events = list(graph.stream(asked, LONG_RUN, stream_mode="custom"))
    used = [event for event in events if event["event"] == "memory_used"][-1]
    assert rule in shown(model)
    assert all(memory.settings.count(c.messages) <= tokens for c in model.calls)
    assert used["view_tokens"] <= tokens
    assert compact or used["history_tokens"] > 20_000
    assert used["told_anew"] > 0
    assert compact or used["told_anew"] + used["left_out"] >= len(paths)


def test_case_99_the_memory_of_a_turn_moves_nothing_before_it() -> None:
    """Turns with other hits leave the prompt's beginning alone: what comes is appended."""
    memory, saver = memory_for(), InMemorySaver()
    looks = [
        call("search_hotels", city="Porto"),
        "Many.",
        call("flight_times", flight="TP7"),
    ]
    first, _ = by_hand(memory, [*looks, "At 9:40."], saver)
    first.invoke(asking("Which hotels are in Porto?"), config("before"))
    first.invoke(asking("When does TP7 leave?"), config("before"))
    graph, model = by_hand(memory, ["One.", "Two.", "Three."], saver, first.store)
    rules = SystemMessage("You plan trips. Answer in one sentence.", id="rules")
    questions = (
        "Which hotel in Porto is it?",
        "From which gate does TP7 leave?",
        "Thanks!",
    )
    for number, question in enumerate(questions):
        asked = [HumanMessage(question)]
        said = {"messages": asked if number else [rules, *asked]}
        graph.invoke(said, config("now"))
    views = [[(m.type, m.text) for m in made.messages] for made in model.calls]
    for before, view in pairwise(views):
        assert view[: len(before)] == before
    assert all(view[0] == ("system", rules.text) for view in views)
    blocks = [text for _, text in views[-1] if text.startswith("<memory")]
    assert ["Porto" in block for block in blocks] == [True, False]
    assert "TP7" in blocks[1]
    for question, block in zip(questions, blocks, strict=False):
        assert views[-1].index(("human", question)) == views[-1].index(("human", block)) + 1
        assert not re.search(r"\d\d:\d\d:\d\d", block)

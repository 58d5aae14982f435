"""`compact`: the state itself holds the compact form in place of old outputs."""

from __future__ import annotations

import json
import operator
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from typing_extensions import TypedDict

from langgraph_memory import (
    ConfigError,
    Memory,
    MemoryConfig,
    RecallConfig,
    Scope,
    WiringError,
    add_memory,
)
from langgraph_memory.facts.messages import STANDS_FOR
from langgraph_memory.recall.telling import ELSEWHERE
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel
from tests.pairs import assert_pairs

from .trips import TOOLS, by_hand, call, config, memory_for

ANN = Scope(user="ann")
ASK = {"messages": [HumanMessage("Look at every shelf and count the jars.", id="ask")]}
RUN = {**config(), "recursion_limit": 2_000}


def shelf(number: int) -> str:
    """What stands on a shelf."""
    jars = [{"jar": f"J-{number}-{i}", "grams": 100 + i, "kind": "jam"} for i in range(12)]
    return json.dumps({"shelf": number, "row": number % 7, "jars": jars})


def looking(steps: int) -> Iterator[Any]:
    for number in range(steps):
        yield AIMessage("", tool_calls=[call("shelf", number, number=number).tool_calls[0]])
    yield "Done."


def built(memory: Memory, script: Any, saver: Any, **options: Any) -> Any:
    model = ScriptedChatModel(script=script)

    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("tools", ToolNode([shelf, memory.recall_record]))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    builder.add_conditional_edges("agent", tools_condition)
    add_memory(builder, memory, model="agent", **options)
    return builder.compile(checkpointer=saver, store=memory.store(saver))


def remembering(view_tokens: int = 2_500, **settings: Any) -> Memory:
    limits = MemoryConfig(recall=RecallConfig(view_tokens=view_tokens))
    return Memory(embeddings=HashEmbeddings(), config=limits, **settings)


def outputs(messages: list[BaseMessage]) -> dict[str, str]:
    return {m.tool_call_id: str(m.content) for m in messages if isinstance(m, ToolMessage)}


def is_replaced(message: BaseMessage) -> bool:
    return STANDS_FOR in message.additional_kwargs


def assert_says_all(text: str, number: int) -> None:
    said = json.loads(shelf(number))
    assert str(said["row"]) in text
    for jar in said["jars"]:
        assert re.search(rf"\b{jar['jar']}\b.*\b{jar['grams']}\b", text)


def test_old_outputs_are_replaced_under_their_ids() -> None:
    """Ids, order and pairs stay, old outputs are told anew, the newest says all it said."""
    states = {}
    for compact in (False, True):
        memory = remembering(4_000, compact=compact)
        graph = built(memory, looking(14), InMemorySaver())
        states[compact] = graph.invoke(ASK, RUN)["messages"]
    plain, compacted = states[False], states[True]
    assert [m.type for m in compacted] == [m.type for m in plain]
    assert_pairs(compacted)
    told = outputs(compacted)
    assert told["shelf-0"] != outputs(plain)["shelf-0"]
    assert all(f"J-{number}-0" in "\n".join(told.values()) for number in range(14))
    assert_says_all(told["shelf-13"], 13)
    assert sum(map(len, told.values())) < sum(map(len, outputs(plain).values()))


def test_case_25_the_checkpoint_is_what_the_model_saw() -> None:
    """Where an output was replaced, the state holds the very text the model was shown."""
    memory = remembering(4_000, compact=True)
    seen: list[list[BaseMessage]] = []

    def script() -> Iterator[Any]:
        for reply in looking(14):
            yield lambda shown, reply=reply: seen.append(shown) or reply

    graph = built(memory, script(), InMemorySaver())
    held = outputs(graph.invoke(ASK, RUN)["messages"])
    assert outputs(seen[-1]) == held
    assert outputs(graph.get_state(RUN).values["messages"]) == held


def sizes(path: Path, compact: object, steps: int) -> list[int]:
    """Bytes that each checkpoint of the thread takes in the database, in order."""
    memory = remembering(compact=bool(compact))
    connection = sqlite3.connect(path, check_same_thread=False)
    saver = SqliteSaver(connection)
    graph = built(memory, looking(steps), saver)
    graph.invoke(ASK, RUN)
    rows = connection.execute(
        "SELECT length(checkpoint) FROM checkpoints WHERE thread_id = '1' "
        "ORDER BY checkpoint_id"
    ).fetchall()
    connection.close()
    return [size for (size,) in rows]


def test_case_92_checkpoints_stop_growing(tmp_path: Path) -> None:
    """In a run of 200 steps the last checkpoints are no larger than those half-way."""
    written = sizes(tmp_path / "compact.db", compact=True, steps=200)
    quarter = len(written) // 4
    second, last = max(written[quarter : 2 * quarter]), max(written[-quarter:])
    assert last < 1.15 * second
    plain = sizes(tmp_path / "plain.db", compact=False, steps=60)
    assert max(plain) > 2 * last


def test_removed_calls_keep_pairs_and_records() -> None:
    """What leaves the state goes in whole groups, and its record can still be read."""
    memory = remembering(compact=True)
    read = call("recall_record", id="?", query="J-3-7")

    def ask_back(_: list[BaseMessage]) -> AIMessage:
        found = graph.store.search(ANN.namespace("records"), limit=500)
        key = next(item.key for item in found if item.value["args"] == {"number": 3})
        return AIMessage(
            "",
            tool_calls=[{**read.tool_calls[0], "args": {"id": key[:8], "query": "J-3-7"}}],
        )

    script = [*list(looking(80))[:-1], ask_back, "Found."]
    graph = built(memory, script, InMemorySaver())
    messages = graph.invoke(ASK, RUN)["messages"]
    assert_pairs(messages)
    assert len(messages) < 120
    assert messages[0].id == "ask"
    assert "shelf-3" not in outputs(messages)
    assert '"jar":"J-3-7"' in outputs(messages)["recall_record-0"]
    records = graph.store.search(ANN.namespace("records"), limit=500)
    assert sum(item.value["tool"] == "shelf" for item in records) == 80


def test_what_was_read_back_goes_on_naming_its_record() -> None:
    """A record that was read and whose text was replaced can be read once more."""
    memory = remembering(3_000, compact=True)

    def ask_back(number: int) -> Any:
        def reply(_: list[BaseMessage]) -> AIMessage:
            found = graph.store.search(ANN.namespace("records"), limit=500)
            key = next(item.key for item in found if item.value["args"] == {"number": 1})
            return call("recall_record", number, id=key)

        return reply

    looks = [*looking(16)][:-1]
    script = [*looks[:3], ask_back(0), *looks[3:], ask_back(1), "Done."]
    graph = built(memory, script, InMemorySaver())
    told = outputs(graph.invoke(ASK, RUN)["messages"])
    first, second = told["recall_record-0"], told["recall_record-1"]
    assert second.startswith("[record ")
    assert '"jar": "J-1-0"' in second
    assert first.startswith("[re")
    assert second[8:16] in first
    assert len(first) < len(second) / 2


def test_what_is_told_in_the_state_leaves_no_further_records() -> None:
    """A replaced output is known for what it stands for, also after a restart."""
    saver = InMemorySaver()
    built(remembering(4_000, compact=True), looking(14), saver).invoke(ASK, RUN)
    graph = built(remembering(4_000, compact=True), ["Yes."], saver)
    graph.update_state(RUN, {"memory": {}})
    graph.invoke({"messages": [HumanMessage("Are you done?")]}, RUN)
    records = graph.store.search(ANN.namespace("records"), limit=100)
    assert sum(item.value["tool"] == "shelf" for item in records) == 14
    assert not any(item.value["text"].startswith("shelf: ") for item in records)


def test_case_23_it_is_idempotent() -> None:
    """Turn after turn on a compacted state changes and raises nothing."""
    saver = InMemorySaver()
    memory = remembering(4_000, compact=True)
    before = built(memory, looking(14), saver).invoke(ASK, RUN)["messages"]
    graph = built(memory, ["One.", "Two."], saver)
    for turn in range(2):
        after = graph.invoke({"messages": [HumanMessage(f"Turn {turn}?")]}, RUN)["messages"]
    assert after[: len(before)] == before


def test_by_hand_too() -> None:
    """The nodes by hand replace old outputs as well."""
    script = [call("search_hotels", n, city=f"City {n}") for n in range(8)]
    memory = memory_for(2_500, compact=True)
    graph, _ = by_hand(memory, [*script, "Done."], InMemorySaver())
    state = graph.invoke({"messages": [HumanMessage("Hotels?")]}, RUN)
    assert_pairs(state["messages"])
    *old, newest = outputs(state["messages"]).values()
    assert all(len(text) < 1_000 for text in old)
    assert len(newest) > 1_000


def test_case_25_what_all_said_together_is_in_the_checkpoint_too() -> None:
    """Where messages point to another one, the state holds what they point to."""
    script = [call("search_hotels", n, city=f"City {n}") for n in range(8)]
    graph, model = by_hand(
        memory_for(2_500, compact=True), [*script, "Done."], InMemorySaver()
    )
    state = graph.invoke({"messages": [HumanMessage("Hotels?")]}, RUN)
    seen, held = outputs(model.calls[-1].messages), outputs(state["messages"])
    pointing = [name for name, text in held.items() if text == ELSEWHERE]
    assert not pointing or any(
        held[name] == seen[name] and "hotels(" in held[name] for name in held
    )


class Added(TypedDict):
    messages: Annotated[list[Any], operator.add]


class Replaced(TypedDict):
    messages: list[Any]


def by_id(old: list[Any], new: list[Any]) -> list[Any]:
    held = {message.id: message for message in [*old, *new]}
    return [message for message in held.values() if message.type != "remove"]


class Own(TypedDict):
    messages: Annotated[list[Any], by_id]


@pytest.mark.parametrize("state", [Added, Replaced])
def test_reducers_without_ids_are_refused(state: Any) -> None:
    """Both ways say at wiring time that the state does not know ids."""
    memory = remembering(compact=True)
    builder = StateGraph(state).add_node("agent", lambda _: {})
    before = dict(builder.nodes)
    with pytest.raises(WiringError, match="add_messages"):
        add_memory(builder, memory, model="agent", messages_key="messages")
    assert builder.nodes == before
    with pytest.raises(ValueError, match="'messages' already exists with a different type"):
        builder.add_node("recall", memory.recall)


def test_a_reducer_of_ones_own_that_knows_ids_will_do() -> None:
    """What counts is what the reducer does, not its name."""
    builder = StateGraph(Own).add_node("agent", lambda _: {}).add_edge(START, "agent")
    add_memory(builder.add_edge("agent", END), remembering(), compact=True)


def test_without_an_archive_it_is_refused() -> None:
    """Outputs that no archive keeps are not taken out of the state."""
    with pytest.raises(ConfigError, match="archive"):
        Memory(config=MemoryConfig(archive="none"), compact=True)


def test_failures_stay_failures() -> None:
    """A failed call is one also after its text was replaced."""

    def broken(number: int) -> str:
        """Fails at length."""
        return f"Error: shelf {number} is missing. " + "It was there yesterday. " * 200

    script = [call("broken", n, number=n) for n in range(9)]
    memory = remembering(2_000, compact=True, tools=TOOLS)
    model = ScriptedChatModel(script=[*script, "Done."])
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda s: {"messages": [model.invoke(s["messages"])]})
    builder.add_node("tools", ToolNode([broken]))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    builder.add_conditional_edges("agent", tools_condition)
    add_memory(builder, memory, retry=False)
    saver = InMemorySaver()
    graph = builder.compile(checkpointer=saver, store=memory.store(saver))
    messages = graph.invoke(ASK, RUN)["messages"]
    replaced = [m for m in messages if is_replaced(m)]
    assert replaced
    assert {m.status for m in replaced} == {"error"}


def test_case_19_without_a_human_message_the_state_stays_whole() -> None:
    """A run that no human message began keeps its newest messages and all pairs."""
    memory = remembering(2_000, compact=True, task="Count the jars.")
    graph = built(memory, looking(30), InMemorySaver())
    begun = call("shelf", 99, number=99)
    result = ToolMessage(shelf(99), tool_call_id="shelf-99", name="shelf")
    messages = graph.invoke({"messages": [begun, result]}, RUN)["messages"]
    assert_pairs(messages)
    assert messages[-1].content == "Done."
    assert_says_all(outputs(messages)["shelf-29"], 29)


def test_case_20_only_the_older_part_is_cut() -> None:
    """What is cut is old: the newest output says all it said, in its compact form."""
    messages = built(remembering(4_000, compact=True), looking(14), InMemorySaver()).invoke(
        ASK, RUN
    )["messages"]
    *older, newest = [m for m in messages if isinstance(m, ToolMessage)]
    assert is_replaced(older[0])
    assert_says_all(newest.text, 13)


def test_case_21_a_second_batch_keeps_what_the_first_one_kept() -> None:
    """After several batches what old and newer calls said stands side by side."""
    saver = InMemorySaver()
    memory = remembering(4_000, compact=True)
    built(memory, looking(14), saver).invoke(ASK, RUN)
    more = [call("shelf", n, number=n) for n in range(14, 24)]
    graph = built(memory, [*more, "Done."], saver)
    asked = {"messages": [HumanMessage("And the others?")]}
    second = outputs(graph.invoke(asked, RUN)["messages"])
    told = "\n".join(second.values())
    assert all(f"J-{number}-0" in told for number in (0, 13, 14, 23))

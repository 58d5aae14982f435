"""What the user asks for and the view has cut is shown unasked."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from langgraph_memory import Memory, MemoryConfig, RecallConfig, Scope, add_memory
from langgraph_memory.recall.block import is_block
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel

from .trips import TOOLS, by_hand, call, config, memory_for, with_ids

SECRET = "sk-TEST-abc123def456ghi789jkl012mno345"  # noqa: S105  made up, and to be redacted
SEARCH = call("search_hotels", city="Rome")
FIRST = "Find me a hotel in Rome."
TOKENS = 550


def ask(text: str) -> dict[str, Any]:
    return {"messages": [HumanMessage(text, id=text)]}


def block_in(messages: Sequence[BaseMessage]) -> str:
    """The memory block of a view's newest turn; empty where it has none."""
    asked = max(i for i, m in enumerate(messages) if m.type == "human" and not is_block(m))
    before = messages[asked - 1] if asked else messages[0]
    return str(before.content) if is_block(before) else ""


def list_keys(area: str) -> str:
    """Whose keys open an area."""
    rows = [
        {"holder": f"Holder {i}", "area": area, "badge": 7_000 + i, "door": i % 9}
        for i in range(120)
    ]
    if area == "vault":
        rows = [{**row, "note": f"token {SECRET}{row['badge']}"} for row in rows]
    return json.dumps(rows)


def list_staff(department: str) -> str:
    """Who works in a department."""
    rows = [
        {"姓名": f"职员{i}", "部门": department, "分机": 8_000 + i, "楼层": i % 9}
        for i in range(120)
    ]
    rows.append({"姓名": "王晓明", "部门": department, "分机": 9417, "楼层": 3})
    return json.dumps(rows)


def look(aisle: int) -> str:
    """What is left on the shelves of an aisle; all but the codes say the same words."""
    rows = [
        {"sku": f"SKU{aisle}{n:03}", "left": n * aisle % 9, "note": f"shelf {n % 5}"}
        for n in range(60)
    ]
    return json.dumps(rows)


def wired(
    script: list[Any], saver: Any, *, compact: bool = False, tokens: int = TOKENS
) -> tuple[Any, ScriptedChatModel, Memory]:
    """A loop of model and tools, with memory in one call, and its model."""
    limits = MemoryConfig(recall=RecallConfig(view_tokens=tokens))
    memory = Memory(embeddings=HashEmbeddings(), config=limits, compact=compact)
    model = ScriptedChatModel(script=script)
    tools: list[Any] = [list_keys, list_staff, look, memory.recall_record]

    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("tools", with_ids(ToolNode(tools)))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    builder.add_conditional_edges("agent", tools_condition)
    add_memory(builder, memory, model="agent")
    return builder.compile(checkpointer=saver, store=memory.store(saver)), model, memory


async def shown(graph: Any, model: Any, text: str, *, in_loop: bool, **who: Any) -> str:
    """What the block says when the user asks something."""
    if in_loop:
        await graph.ainvoke(ask(text), config(**who))
    else:
        graph.invoke(ask(text), config(**who))
    return block_in(model.calls[-1].messages)


@pytest.mark.parametrize("in_loop", [False, True], ids=["sync", "async"])
async def test_case_26_what_was_cut_comes_back_when_asked_for(in_loop: bool) -> None:  # noqa: FBT001  a parameter of the test
    """The row with the answer stands in the block, with its record; a joke adds nothing."""
    memory = memory_for(TOKENS)
    script = [SEARCH, "Hotel 0.", "555-0133.", "Ha.", "Bye."]
    tools = with_ids(ToolNode(TOOLS))
    graph, model = by_hand(memory, script, InMemorySaver(), tools=tools)
    assert await shown(graph, model, FIRST, in_loop=in_loop) == ""
    text = await shown(graph, model, "What is Hotel 33's phone number?", in_loop=in_loop)
    assert "On record in this conversation:\n[record " in text
    assert '"phone":"555-0133"' in text
    assert "not instructions" in text
    assert memory.settings.count(model.calls[-1].messages) <= TOKENS
    assert await shown(graph, model, "Tell me a joke.", in_loop=in_loop) == ""
    assert await shown(graph, model, "Thanks, bye!", in_loop=in_loop) == ""


@pytest.mark.parametrize("compact", [False, True], ids=["view", "compact"])
async def test_with_one_call_and_in_chinese(compact: bool) -> None:  # noqa: FBT001  a parameter of the test
    """`add_memory` does it too, in Chinese, and with old outputs replaced."""
    script = [call("list_staff", department="财务"), "好的。", "9417。", "哈。"]
    graph, model, _ = wired(script, InMemorySaver(), compact=compact)
    await shown(graph, model, "谁在财务部门工作？", in_loop=False)
    text = await shown(graph, model, "王晓明的分机号码是多少？", in_loop=False)
    assert '"姓名":"王晓明"' in text
    assert "9417" in text
    assert await shown(graph, model, "请讲一个笑话。", in_loop=False) == ""


@pytest.mark.parametrize("compact", [False, True], ids=["view", "compact"])
def test_it_stays_for_the_turn_and_in_a_fresh_process(
    tmp_path: Path,
    compact: bool,  # noqa: FBT001  a parameter of the test
) -> None:
    """The block is the same at each step of the turn, also rebuilt from the checkpoint."""
    with sqlite3.connect(tmp_path / "m.db", check_same_thread=False) as database:
        script = [call("list_keys", area="north"), "Done."]
        graph, _, _ = wired(script, SqliteSaver(database), compact=compact)
        graph.invoke(ask("Who has keys of the north?"), config())
        more = [call("list_staff", 1, department="x"), "7041."]
        graph, model, memory = wired(more, SqliteSaver(database), compact=compact)
        graph.invoke(ask("Which badge has Holder 41?"), config())
        first, second = (block_in(one.messages) for one in model.calls)
        assert '"holder":"Holder 41"' in first
        assert first == second
        assert all(memory.settings.count(c.messages) <= TOKENS for c in model.calls)
        held = graph.checkpointer.get(config())["channel_values"]["memory"]
        assert held == json.loads(json.dumps(held))
        fresh, model, _ = wired(["Yes."], SqliteSaver(database), compact=compact)
        last = fresh.get_state(config()).values["messages"][-1]
        fresh.invoke({"messages": [AIMessage("Hm.", id=last.id)]}, config())
        assert [block_in(one.messages) for one in model.calls] == [first]
    database.close()


def test_case_44_what_is_recalled_is_marked_and_secrets_are_not() -> None:
    """The row comes as data that may be out of date, its secret does not come."""
    script = [call("list_keys", area="vault"), "Done.", "Yes."]
    graph, model, _ = wired(script, InMemorySaver(), tokens=900)
    graph.invoke(ask("Who has keys of the vault?"), config())
    graph.invoke(ask("Which badge and note has Holder 33?"), config())
    text = block_in(model.calls[-1].messages)
    assert "Holder 33" in text
    assert "may be out of date" in text
    assert SECRET not in text


def test_secrets_that_other_programs_wrote_do_not_come() -> None:
    """What was put into the store beside the memory is redacted once more."""
    saver = InMemorySaver()
    graph, _, _ = wired([call("list_keys", area="north"), "Done."], saver)
    graph.invoke(ask("Who has keys of the north?"), config())
    records = Scope(user="ann").namespace("records")
    for item in graph.store.search(records):
        text = item.value["text"].replace("Holder 41", f"Holder 41 {SECRET}")
        graph.store.put(records, item.key, {**item.value, "text": text})
    graph, model, _ = wired(["7041."], saver, tokens=900)
    graph.invoke(ask("Which badge has Holder 41?"), config())
    text = block_in(model.calls[-1].messages)
    assert "Holder 41" in text
    assert SECRET not in text


def test_case_42_records_of_another_user_or_thread_stay_there() -> None:
    """The same question elsewhere brings nothing of this conversation's records."""
    script = [call("list_keys", area="north"), "Done.", "No.", "No."]
    graph, model, _ = wired(script, InMemorySaver())
    graph.invoke(ask("Who has keys of the north?"), config())
    for thread, user in (("2", "ben"), ("3", "ann")):
        graph.invoke(ask("Which badge has Holder 41?"), config(thread, user))
        assert "On record" not in block_in(model.calls[-1].messages)


def test_an_agent_that_asks_again_finds_what_was_cut() -> None:
    """A model that repeats its call until it sees a row comes to see it."""
    wanted, asked = "7055", list[int]()

    def until_seen(messages: list[BaseMessage]) -> AIMessage:
        results = [m for m in messages if isinstance(m, ToolMessage)]
        if results and wanted in str(results[-1].content):
            return AIMessage("Found.")
        asked.append(len(messages))
        return call("list_keys", len(asked), area="north")

    graph, model, memory = wired([until_seen] * 30, InMemorySaver(), tokens=900)
    state = graph.invoke(ask("Find the holder I mean."), config())
    assert state["messages"][-1].content == "Found."
    assert 2 <= len(asked) <= 6
    assert all(memory.settings.count(one.messages) <= 900 for one in model.calls)


@pytest.mark.parametrize("code", ["SKU3047", "SKU4033", "SKU5059"])
async def test_a_code_that_only_the_question_has_is_not_in_view(code: str) -> None:
    """That the user names an object does not mean that the model is shown it."""
    script = [call("look", n, aisle=n) for n in (3, 4, 5)]
    graph, model, _ = wired([*script, "Done.", "Yes."], InMemorySaver())
    await shown(graph, model, "Please look around.", in_loop=False)
    assert all(code not in message.text for message in model.calls[-1].messages)
    text = await shown(graph, model, f"How much is left of {code}?", in_loop=False)
    assert f'"sku":"{code}"' in text


def test_a_view_fits_by_a_counter_that_does_not_add_up() -> None:
    """Tokens of a list may be more than those of its messages; the budget holds for it."""

    def counted(messages: Sequence[BaseMessage]) -> int:
        each = sum(len(m.text) // 4 + 4 for m in messages)
        return each + (12 * len(messages) if len(messages) > 1 else 0)

    limits = MemoryConfig(recall=RecallConfig(view_tokens=TOKENS))
    memory = Memory(embeddings=HashEmbeddings(), config=limits, count_tokens=counted)
    script = [call("look", n, aisle=n) for n in range(8)]
    model = ScriptedChatModel(script=[*script, "Done."])
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda s: {"messages": [model.invoke(s["messages"])]})
    builder.add_node("tools", with_ids(ToolNode([look])))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    builder.add_conditional_edges("agent", tools_condition)
    add_memory(builder, memory, model="agent")
    saver = InMemorySaver()
    graph = builder.compile(checkpointer=saver, store=memory.store(saver))
    graph.invoke(ask("Please look around."), config())
    assert max(counted(one.messages) for one in model.calls) <= TOKENS

"""Summaries in the background: cards of rules at once, told anew when a model answers."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from itertools import pairwise, repeat
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from langgraph_memory import (
    DecisionCard,
    LangGraphMemoryError,
    Memory,
    MemoryConfig,
    MemoryWarning,
    RecallConfig,
    Scope,
)
from langgraph_memory.testing import ScriptedChatModel

from .prose import (
    ANN,
    GOOD,
    agent,
    asks_to_fill,
    filled,
    look,
    memory_with,
    summariser,
    summary,
)
from .trips import config, texts

ASK = {"messages": [("user", "What does a change of my booking cost at the Lake?")]}
LOOK = AIMessage("", tool_calls=[look()])
TURN = [LOOK, "150 EUR."]
ROOT = Path(__file__).parents[3]


class Gated:
    """A model that says nothing before it may."""

    def __init__(self) -> None:
        self.may = Event()

        def reply(messages: list[BaseMessage]) -> str:
            self.may.wait()
            return filled(messages) if asks_to_fill(messages) else summary(*GOOD)

        self.model = ScriptedChatModel(script=repeat(reply))


def told_of(memory: Memory, store: Any, scope: Scope = ANN) -> list[tuple[str, ...]]:
    return [card.told for card in memory.cards(store, scope) if card.tool]


def test_the_turn_does_not_wait_and_the_card_comes_later() -> None:
    """First there is the card of rules; after drain the same card as the model tells it."""
    gated = Gated()
    with memory_with(gated.model, background=True) as memory:
        graph, _ = agent(memory, TURN)
        final = graph.invoke(ASK, config())
        (before,) = [card for card in memory.cards(graph.store, ANN) if card.tool]
        gated.may.set()
        assert memory.drain()
        (after,) = [card for card in memory.cards(graph.store, ANN) if card.tool]
    assert final["messages"][-1].text == "150 EUR."
    assert before.told == ()
    assert after.told[:2] == tuple(GOOD)
    assert (after.key, after.notes) == (before.key, before.notes)
    assert after.revision == before.revision + 1


async def test_asynchronous_turns_do_not_wait_either() -> None:
    """A task of the event loop brings the card; `async with` waits for it."""
    gated = Gated()
    async with memory_with(gated.model, background=True) as memory:
        graph, _ = agent(memory, TURN)
        await graph.ainvoke(ASK, config())
        with pytest.raises(LangGraphMemoryError, match="adrain"):
            memory.drain()
        gated.may.set()
    (told,) = told_of(memory, graph.store)
    assert told[:2] == tuple(GOOD)


async def test_an_asynchronous_checkpointer_serves(tmp_path: Path) -> None:
    """What has no synchronous half is written from the event loop it belongs to."""
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "a.db")) as saver:
        memory = memory_with(summariser(*GOOD), background=True)
        graph, _ = agent(memory, TURN, saver)
        await graph.ainvoke(ASK, config())
        assert await memory.adrain()
        cards = await memory.acards(graph.store, ANN)
        assert any(card.told for card in cards)
        await memory.aclose()


def test_without_background_there_is_nothing_to_wait_for() -> None:
    """The methods are there all the same."""
    memory = memory_with(None)
    assert memory.drain()
    memory.close()


def test_many_users_and_threads_keep_their_own() -> None:
    """Each piece of work writes into the scope that it was begun for."""
    gated = Gated()
    memory, saver = memory_with(gated.model, background=True), InMemorySaver()
    users = [f"user {n}" for n in range(8)]

    def converse(user: str) -> None:
        graph, _ = agent(memory, TURN, saver)
        graph.invoke(ASK, config(thread=user, user=user))

    threads = [Thread(target=converse, args=(user,)) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gated.may.set()
    memory.close()
    store = memory.store(saver)
    for user in users:
        (told,) = told_of(memory, store, Scope(user=user))
        assert told[:2] == tuple(GOOD)
        cards = memory.cards(store, Scope(user=user))
        assert {card.thread_id for card in cards} == {user}


async def test_many_tasks_keep_their_own() -> None:
    """The same on one event loop."""
    memory, saver = memory_with(summariser(*GOOD), background=True), InMemorySaver()
    users = [f"user {n}" for n in range(8)]

    async def converse(user: str) -> None:
        graph, _ = agent(memory, TURN, saver)
        await graph.ainvoke(ASK, config(thread=user, user=user))

    await asyncio.gather(*map(converse, users))
    await memory.aclose()
    store = memory.store(saver)
    for user in users:
        (told,) = told_of(memory, store, Scope(user=user))
        assert told[:2] == tuple(GOOD)


@pytest.mark.parametrize("failure", [ConnectionError("429"), "no", AIMessage("")])
def test_case_76_a_failing_model_is_reported_from_the_background(failure: Any) -> None:
    """The card of rules stays, and a warning says why."""
    memory = memory_with(ScriptedChatModel(script=[failure]), background=True)
    graph, _ = agent(memory, TURN)
    with pytest.warns(MemoryWarning, match="the rule-made cards stay") as caught:
        drained(memory, graph)
    assert len(caught) == 1
    assert told_of(memory, graph.store) == [()]


def drained(memory: Memory, graph: Any) -> None:
    graph.invoke(ASK, config())
    assert memory.drain()


def test_case_98_a_hanging_model_is_given_up_in_the_background_too() -> None:
    """Its time is the same, and it is reported."""
    gated = Gated()
    settings = MemoryConfig(model_seconds=0.05)
    memory = memory_with(gated.model, background=True, config=settings)
    graph, _ = agent(memory, TURN)
    with pytest.warns(MemoryWarning, match=r"gave no answer within 0\.0\d"):
        drained(memory, graph)
    gated.may.set()
    assert told_of(memory, graph.store) == [()]


def test_what_was_forgotten_meanwhile_does_not_come_back() -> None:
    """A summary of a card that is gone is thrown away."""
    gated = Gated()
    memory = memory_with(gated.model, background=True)
    graph, _ = agent(memory, TURN)
    graph.invoke(ASK, config())
    memory.forget(graph.store, ANN)
    gated.may.set()
    assert memory.drain()
    assert memory.cards(graph.store, ANN) == []


def test_after_close_cards_are_made_by_rules() -> None:
    """The graph goes on, and what is not done is said."""
    memory = memory_with(summariser(*GOOD), background=True)
    graph, _ = agent(memory, TURN)
    memory.close()
    with pytest.warns(MemoryWarning, match="no room in the background"):
        graph.invoke(ASK, config())
    assert told_of(memory, graph.store) == [()]


def superseded(memory: Memory, graph: Any) -> list[DecisionCard]:
    return [c for c in memory.cards(graph.store, ANN) if c.superseded_by is not None]


def test_a_card_that_was_replaced_meanwhile_stays_replaced() -> None:
    """The summary goes to the card as it is, not as it was when the question was asked."""
    gated = Gated()
    memory = memory_with(gated.model, background=True)
    script = [LOOK, AIMessage("", tool_calls=[look(1)]), "150 EUR."]
    graph, _ = agent(memory, script)
    graph.invoke(ASK, config())
    (before,) = superseded(memory, graph)
    gated.may.set()
    assert memory.drain()
    (after,) = superseded(memory, graph)
    assert after.superseded_by == before.superseded_by
    assert after.told[:2] == tuple(GOOD)


@pytest.mark.parametrize("compact", [False, True])
def test_each_view_is_a_prefix_of_the_next_but_for_batches(*, compact: bool) -> None:
    """Summaries that arrive change nothing that was shown; the next batch shows them."""
    gated = Gated()
    memory = memory_with(gated.model, 1_200, background=True, compact=compact)
    shown: list[list[str]] = []

    def noting(answer: Any, n: int) -> Any:
        def reply(messages: list[BaseMessage]) -> Any:
            shown.append(texts(messages))
            if n == _SPEAKS:
                gated.may.set()
            if n >= _SPEAKS:
                assert memory.drain()
            return answer

        return reply

    looks = [AIMessage("", tool_calls=[look(n, f"House {n}")]) for n in range(14)]
    script = [noting(answer, n) for n, answer in enumerate([*looks, "150 EUR."])]
    graph, _ = agent(memory, script)
    graph.invoke(ASK, config())
    follows = [later[: len(view)] == view for view, later in pairwise(shown)]
    tells = [any(GOOD[0] in text for text in view) for view in shown]
    assert not follows[_SPEAKS - 1]  # what rules made is shown when the model speaks
    assert follows[_SPEAKS : _SPEAKS + 2] == [True, True]
    first = tells.index(True)
    assert first > _SPEAKS
    assert not follows[first - 1]  # it is a batch
    assert follows.count(False) < len(follows) / 2


_SPEAKS = 6
"""At which call of the agent's model the memory's begins to speak."""


def test_a_process_that_read_the_card_before_shows_it_as_another_told_it() -> None:
    """What stands in the view as told is not shown as it was, whoever goes on."""
    gated = Gated()
    saver = InMemorySaver()
    settings = MemoryConfig(recall=RecallConfig(view_tokens=330, refill=1.0))
    first = memory_with(gated.model, background=True, config=settings)
    second = memory_with(None, config=settings)
    long = {"messages": [("user", f"Is that so? {'Please be precise. ' * 26}")]}
    short = {"messages": [("user", "Sure?")]}
    agent(first, TURN, saver)[0].invoke(ASK, config())
    _, before = _answered(second, short, saver)
    gated.may.set()
    first.close()
    _, told = _answered(first, long, saver)
    _, after = _answered(second, short, saver)
    assert [GOOD[0] in view for view in (before, told, after)] == [False, True, True]


def _answered(memory: Memory, question: Any, saver: Any) -> tuple[Any, str]:
    graph, model = agent(memory, ["Yes."], saver)
    graph.invoke(question, config())
    return graph, "\n".join(texts(model.calls[0].messages))


def test_the_memory_block_of_a_turn_stays_as_it_is() -> None:
    """A card from elsewhere that is told anew within a turn is so from the next one on."""
    gated = Gated()
    memory, saver = memory_with(gated.model, background=True), InMemorySaver()
    agent(memory, TURN, saver)[0].invoke(ASK, config("1"))

    def speak(_: list[BaseMessage]) -> AIMessage:
        gated.may.set()
        assert memory.drain()
        return AIMessage("", tool_calls=[look(1, "Hill")])

    graph, model = agent(memory, [speak, "150 EUR.", "Yes."], saver)
    question = "How much does a change less than 24 hours before arrival cost, in EUR?"
    for text in (question, f"Once more: {question}"):
        graph.invoke({"messages": [("user", text)]}, config("2"))
    blocks = [[t for t in texts(c.messages) if "<memory" in t][-1] for c in model.calls]
    assert blocks[0] == blocks[1]
    assert [GOOD[0] in block for block in blocks] == [False, False, True]


def test_whoever_tells_a_card_first_has_told_it() -> None:
    """Two processes that ask about one text do not change each other's words."""
    other = "The pool opens on March 12, 2026 and changes cost 150 EUR."
    one, two = Gated(), summariser(other)
    saver = InMemorySaver()
    first, second = (memory_with(m, background=True) for m in (one.model, two))
    graph, _ = agent(first, TURN, saver)
    graph.invoke(ASK, config())
    past = next(s for s in graph.get_state_history(config()) if s.next == ("agent",))
    again, _ = agent(second, ["150."], saver)
    again.invoke(None, config(**past.config["configurable"]))
    second.close()
    one.may.set()
    first.close()
    for told in (told_of(first, graph.store), told_of(second, again.store)):
        assert [lines[0] for lines in told] == [other]


def test_a_restart_before_the_answer_leaves_the_card_of_rules(tmp_path: Path) -> None:
    """What the model had not said when the process died is not asked again."""
    program = f"""
import os, sqlite3, sys
sys.path.insert(0, {str(ROOT)!r})
from langgraph.checkpoint.sqlite import SqliteSaver
from tests.integration.nodes.test_background import *

saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
graph, _ = agent(memory_with(Gated().model, background=True), TURN, saver)
graph.invoke(ASK, config())
os._exit(1)
"""
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=False)  # noqa: S603 - a program of this test
    with sqlite3.connect(tmp_path / "agent.db", check_same_thread=False) as connection:
        model = summariser(*GOOD)
        memory = memory_with(model, background=True)
        graph, _ = agent(memory, ["Yes."], SqliteSaver(connection))
        graph.invoke({"messages": [("user", "Is that so?")]}, config())
        memory.close()
        assert told_of(memory, graph.store) == [()]
        assert model.calls == ()
    connection.close()


def test_case_76_a_process_that_ends_right_after_the_turn_loses_nothing(
    tmp_path: Path,
) -> None:
    """Without a word from the program, the end of the process waits for what was begun."""
    program = f"""
import sqlite3, sys, time
sys.path.insert(0, {str(ROOT)!r})
from itertools import repeat
from langgraph.checkpoint.sqlite import SqliteSaver
from tests.integration.nodes.test_background import *

def reply(messages):
    time.sleep(0.2)
    return filled(messages) if asks_to_fill(messages) else summary(*GOOD)

saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
model = ScriptedChatModel(script=repeat(reply))
graph, _ = agent(memory_with(model, background=True), TURN, saver)
graph.invoke(ASK, config())
"""
    command = [sys.executable, "-c", program]
    subprocess.run(command, cwd=tmp_path, check=True)  # noqa: S603 - a program of this test
    with sqlite3.connect(tmp_path / "agent.db", check_same_thread=False) as connection:
        memory = memory_with(None)
        (told,) = told_of(memory, memory.store(SqliteSaver(connection)))
        assert told[:2] == tuple(GOOD)
    connection.close()

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from graphs.travel_planner.database import opened
from graphs.travel_planner.demo import FIRST, SECOND
from graphs.travel_planner.graph import (
    MOST_STEPS,
    Graph,
    Setting,
    make_graph,
    planner_memory,
)
from graphs.travel_planner.request.task import read_task
from graphs.travel_planner.running import Run, Verdict, converse, judge
from graphs.travel_planner.server import planner
from graphs.travel_planner.tools import make_tools
from graphs.travel_planner.world.catalogue import own_catalogue
from graphs.travel_planner.world.desk import Desk
from langgraph_memory import CheckpointStore, Memory, ScopeError
from langgraph_memory.scope import Scope
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel

WINDOW = 2_500


def remembering(desk: Desk, saver: Any) -> tuple[Graph, Memory, CheckpointStore]:
    memory = planner_memory(make_tools(desk), WINDOW, embeddings=HashEmbeddings())
    store = memory.store(saver)
    graph = make_graph(desk, window=WINDOW, memory=memory, checkpointer=saver, store=store)
    return graph, memory, store


def verdict(run: Run, query: str, desk: Desk) -> Verdict:
    return judge(run, read_task(query), desk.catalogue, desk)


def test_the_drawing_shows_the_memory_at_work() -> None:
    """The six nodes stand between the tools and the model, and at the end."""
    edges = {(edge.source, edge.target) for edge in planner().get_graph().edges}
    assert {
        ("__start__", "observe"),
        ("tools", "observe"),
        ("observe", "score_and_card"),
        ("score_and_card", "retrieve"),
        ("retrieve", "rerank_rewrite"),
        ("rerank_rewrite", "agent"),
        ("agent", "tools"),
        ("agent", "reflect_on_failure"),
        ("reflect_on_failure", "prune"),
        ("prune", "__end__"),
    } <= edges


def test_with_memory_a_trip_is_planned_in_a_small_window() -> None:
    """The plan passes all checks although most of the conversation is not shown."""
    desk = Desk(*own_catalogue())
    graph, *_ = remembering(desk, InMemorySaver())
    run = converse(graph, FIRST, thread="1", user="ada")
    assert not any(verdict(run, FIRST, desk).findings.values())
    assert max(run.history) > 2 * WINDOW
    assert sum(run.shown) < sum(run.history) / 2


@pytest.mark.parametrize("setting", ["full", "off"])
def test_the_same_policy_depends_on_what_it_sees(setting: Setting) -> None:
    """Shown everything it plans the trip; shown the newest messages it goes in circles."""
    desk = Desk(*own_catalogue())
    graph = make_graph(desk, setting=setting, window=WINDOW)
    run = converse(graph, FIRST, thread="1", user="ada")
    everything = setting == "full"
    assert verdict(run, FIRST, desk).passed is everything
    assert (run.repeated == 0) is everything
    assert len(run.shown) <= MOST_STEPS


def test_a_second_conversation_starts_with_what_the_first_learned(tmp_path: Path) -> None:
    """After a restart, known facts spare searches, and what has changed is noticed."""
    path = str(tmp_path / "planner.sqlite")
    desk = Desk(*own_catalogue())
    with opened(path) as saver:
        graph, *_ = remembering(desk, saver)
        converse(graph, FIRST, thread="1", user="ada")
    desk.next_conversation()
    with opened(path) as saver:
        graph, memory, store = remembering(desk, saver)
        run = converse(graph, SECOND, thread="2", user="ada")
        cards = memory.cards(store, Scope(user="ada"))
        lessons = memory.experiences(store, Scope(user="ada"))
    assert verdict(run, SECOND, desk).passed
    assert "search_restaurants" not in {call.tool for call in run.calls}
    booked = {booking.get("hotel") for booking in desk.bookings.values()} - {None}
    assert booked == {"Porcupine View"}
    assert {card.thread_id for card in cards} == {"1", "2"}
    assert any("book_hotel" in lesson.content for lesson in lessons)


def test_another_user_starts_anew() -> None:
    """What one user has learned is not shown to another."""
    desk = Desk(*own_catalogue())
    graph, memory, store = remembering(desk, InMemorySaver())
    converse(graph, FIRST, thread="1", user="ada")
    desk.next_conversation()
    run = converse(graph, SECOND, thread="2", user="bob")
    assert "search_restaurants" in {call.tool for call in run.calls}
    owners = {card.thread_id for card in memory.cards(store, Scope(user="bob"))}
    assert owners == {"2"}


def test_without_a_user_nothing_is_planned() -> None:
    """The memory asks whose it is before the model is called."""
    graph, *_ = remembering(Desk(*own_catalogue()), InMemorySaver())
    with pytest.raises(ScopeError, match="user_id"):
        graph.invoke({"messages": [("user", FIRST)]}, {"configurable": {"thread_id": "1"}})


async def test_the_graph_runs_asynchronously() -> None:
    """The asynchronous run comes to the same plan."""
    desk = Desk(*own_catalogue())
    graph, *_ = remembering(desk, InMemorySaver())
    config = {
        "configurable": {"thread_id": "1", "user_id": "ada"},
        "recursion_limit": 500,
    }
    state = await graph.ainvoke({"messages": [("user", FIRST)]}, config)
    run = Run(messages=tuple(state["messages"]), shown=(), history=())
    assert verdict(run, FIRST, desk).passed


def test_another_chat_model_is_given_tools_and_system_message() -> None:
    """A model in place of the policy is offered all tools and told its work."""
    model = ScriptedChatModel(script=["I cannot help with that."])
    desk = Desk(*own_catalogue())
    graph = make_graph(desk, setting="full", model=model)
    run = converse(graph, FIRST, thread="1", user="ada")
    (seen,) = model.calls
    assert seen.messages[0].type == "system"
    assert isinstance(seen.messages[-1], HumanMessage)
    assert len(seen.tools) == 9
    assert verdict(run, FIRST, desk).findings == {"answer": "the answer has no JSON block"}


def test_a_model_that_never_answers_is_stopped() -> None:
    """A run that goes in circles ends after its most steps, as failed."""
    call = AIMessage("", tool_calls=[{"name": "search_cities", "args": {"state": "Maine"},
                                      "id": "1"}])  # fmt: skip
    model = ScriptedChatModel(script=[lambda _: call.model_copy()] * (MOST_STEPS + 5))
    desk = Desk(*own_catalogue())
    run = converse(
        make_graph(desk, setting="full", model=model), FIRST, thread="1", user="a"
    )
    assert len(run.shown) == MOST_STEPS
    assert not verdict(run, FIRST, desk).passed


def test_a_false_refusal_is_found_out() -> None:
    """Saying that nothing fits does not pass where a trip exists."""
    answer = '```json\n{"refusal": "too far"}\n```'
    desk = Desk(*own_catalogue())
    model = ScriptedChatModel(script=[answer, answer])
    graph = make_graph(desk, setting="full", model=model)
    run = converse(graph, FIRST, thread="1", user="ada")
    assert verdict(run, FIRST, desk).findings == {"refusal": "a trip exists"}
    poor = FIRST.replace("$1,900", "$190")
    run = converse(graph, poor, thread="2", user="ada")
    assert verdict(run, poor, desk).passed
    assert verdict(run, poor, desk).refused

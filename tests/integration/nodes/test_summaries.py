"""Summaries of long texts by the memory's model, within the turn."""

from __future__ import annotations

import json
from itertools import repeat
from threading import Event
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore

from langgraph_memory import (
    CardConfig,
    DecisionCard,
    Memory,
    MemoryConfig,
    MemoryWarning,
    RecallConfig,
    Scope,
)
from langgraph_memory.testing import Clock, ScriptedChatModel

from .prose import (
    ANN,
    GOOD,
    POLICY,
    agent,
    asks_to_fill,
    filled,
    look,
    memory_with,
    summariser,
    summary,
)
from .trips import config

ASK = {"messages": [("user", "What does a change of my booking cost at the Lake?")]}
ASK_CHINESE = {"messages": [("user", "湖边酒店退房逾期怎么收费？")]}
LOOK = AIMessage("", tool_calls=[look()])
TURN = [LOOK, "150 EUR."]


def only_card(memory: Memory, graph: Any, scope: Scope = ANN) -> DecisionCard:
    (card,) = [card for card in memory.cards(graph.store, scope) if card.tool]
    return card


async def answer(graph: Any, *, use_async: bool) -> Any:
    if use_async:
        return await graph.ainvoke(ASK, config())
    return graph.invoke(ASK, config())


def events_of(graph: Any, question: Any = ASK, **settings: Any) -> list[Any]:
    return list(graph.stream(question, config(**settings), stream_mode="custom"))


@pytest.mark.parametrize("use_async", [False, True])
async def test_a_checked_summary_is_told_beside_the_notes(*, use_async: bool) -> None:
    """The card has the same key, one revision more, and stands in the very next view."""
    model = summariser(*GOOD)
    memory = memory_with(model, 210)
    graph, asked = agent(memory, TURN)
    await answer(graph, use_async=use_async)
    card = only_card(memory, graph)
    assert card.told[:2] == tuple(GOOD)
    assert card.revision == 1
    assert len(model.calls) == 2
    assert GOOD[0] in asked.calls[1].messages[-1].text


def test_without_a_model_for_cards_rules_serve() -> None:
    """A model of another role is not asked about texts."""
    other = summariser(*GOOD)
    memory = memory_with({"reflect": other})
    graph, _ = agent(memory, TURN)
    graph.invoke(ASK, config())
    assert only_card(memory, graph).told == ()
    assert other.calls == ()


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Changes made less than 24 hours before arrival cost 250 EUR.", "250 eur"),
        ("Refunds are possible after check-in.", "denies"),
        ("Mr Bianchi at the desk answers questions.", "Bianchi"),
        ("Guests must stay 3 nights.", "at least"),
        ("The pool opens on March 21, 2026 at 9:40 am.", "2026-03-21"),
    ],
)
def test_a_false_sentence_is_dropped_and_the_true_one_stays(said: str, reason: str) -> None:
    """Each sentence stands or falls alone; what fell is told in an event."""
    memory = memory_with(summariser(GOOD[0], said))
    graph, _ = agent(memory, TURN)
    told = [e for e in events_of(graph) if e["event"] == "memory_summarised"]
    card = only_card(memory, graph)
    assert card.told[0] == GOOD[0]
    assert said not in card.told
    [[dropped, why]] = told[0]["dropped"]
    assert dropped == said
    assert reason in why


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("退房须在中午12点前办理，逾期每小时收费50元，至少入住三晚。", True),
        ("退房须在中午12点前办理，逾期每小时收费80元。", False),
        ("儿童票可退款，早餐供应至上午10点。", False),
        ("李娜女士在前台负责预订，早餐供应至上午10点。", False),
    ],
)
def test_chinese_is_checked_alike(said: str, *, kept: bool) -> None:
    """Numbers, denials and names of a Chinese text must be those of the text."""
    memory = memory_with(summariser(said))
    graph, _ = agent(memory, [AIMessage("", tool_calls=[look(house="湖边")]), "50元。"])
    graph.invoke(ASK_CHINESE, config())
    assert (said in only_card(memory, graph).told) == kept


def test_a_number_beside_the_wrong_thing_is_found_by_asking_back() -> None:
    """All words and figures are in the text; who reads only the summary answers wrongly."""
    swapped = "The sauna costs 25 EUR and the spa 18 EUR."

    def house_rules(house: str) -> str:
        """The rules of a house, and its prices."""
        return f"{POLICY}In the {house} the spa costs 25 EUR and the sauna 18 EUR."

    def reply(messages: list[BaseMessage]) -> str:
        if not asks_to_fill(messages):
            return summary(swapped)
        (blank,) = json.loads(messages[-1].text)["blanks"]
        assert POLICY not in messages[-1].text
        assert blank == "In the Lake the spa costs ____ EUR and the sauna 18 EUR."
        return json.dumps({"answers": ["18 EUR"]})

    memory = memory_with(ScriptedChatModel(script=repeat(reply)))
    graph, _ = agent(memory, TURN, tool=house_rules)
    told = [e for e in events_of(graph) if e["event"] == "memory_summarised"]
    assert only_card(memory, graph).told == ()
    assert told[0]["text"] is None
    assert "would be filled by" in told[0]["dropped"][0][1]


GARBAGE = [
    ["I would rather not."],
    [""],
    [AIMessage("")],
    ['{"sentences": null}'],
    ["<html>502 Bad Gateway</html>"],
    [ConnectionError("429 Too Many Requests")],
    [summary(*GOOD), TimeoutError()],
    [summary(*GOOD), "no"],
]


@pytest.mark.parametrize("script", GARBAGE, ids=range(len(GARBAGE)))
@pytest.mark.parametrize("use_async", [False, True])
@pytest.mark.filterwarnings("always::langgraph_memory.MemoryWarning")
async def test_case_73_a_model_that_fails_leaves_the_card_of_rules(
    script: list[Any], *, use_async: bool
) -> None:
    """The turn goes on, the card stays as rules made it, and one warning says why."""
    memory = memory_with(ScriptedChatModel(script=script))
    graph, _ = agent(memory, TURN)
    with pytest.warns(MemoryWarning, match="summaries cannot be used") as caught:
        final = await answer(graph, use_async=use_async)
    assert len(caught) == 1
    assert final["messages"][-1].text == "150 EUR."
    card = only_card(memory, graph)
    assert card.told == ()
    assert "150 EUR per guest" in card.text


@pytest.mark.parametrize("use_async", [False, True])
@pytest.mark.filterwarnings("always::langgraph_memory.MemoryWarning")
async def test_case_98_a_model_that_hangs_does_not_hold_the_turn(
    *, use_async: bool
) -> None:
    """After its time the turn goes on, and for a while the model is not asked again."""
    released = Event()
    model = ScriptedChatModel(script=repeat(lambda _: str(released.wait())))
    memory = memory_with(model, config=MemoryConfig(model_seconds=0.05))
    graph, _ = agent(memory, [LOOK, "Well.", AIMessage("", tool_calls=[look(1)]), "150."])
    with pytest.warns(MemoryWarning, match="within .*; it is not asked again") as caught:
        await answer(graph, use_async=use_async)
    await answer(graph, use_async=use_async)
    released.set()
    assert len(caught) == 1
    assert len(model.calls) == 1
    assert {card.told for card in memory.cards(graph.store, ANN)} == {()}


def test_case_98_lessons_are_not_waited_for_without_end() -> None:
    """Each role has its time: a run is over although nobody says what it teaches."""
    released = Event()
    hanging = ScriptedChatModel(script=repeat(lambda _: str(released.wait())))
    settings = MemoryConfig(model_seconds=0.05)
    memory = memory_with({"distil": hanging}, config=settings)
    graph, _ = agent(memory, TURN)
    with pytest.warns(MemoryWarning, match=r"no answer within 0\.05 seconds"):
        final = graph.invoke(ASK, config())
    released.set()
    assert final["messages"][-1].text == "150 EUR."


def test_case_73_a_failure_is_an_event_too() -> None:
    """Who listens to the stream sees what failed."""
    memory = memory_with(ScriptedChatModel(script=["no"]))
    graph, _ = agent(memory, TURN)
    with pytest.warns(MemoryWarning, match="no JSON"):
        events = events_of(graph)
    errors = [e for e in events if e["event"] == "memory_error"]
    assert [error["node"] for error in errors] == ["score_and_card"]


def test_case_100_questions_of_one_step_are_bounded() -> None:
    """Of many texts at once the model is asked about as many as the settings say."""
    model = summariser(*GOOD)
    cards = CardConfig(summaries=2, summary_tokens=100)
    memory = memory_with(model, config=MemoryConfig(cards=cards))
    many = AIMessage("", tool_calls=[look(n, f"House {n}") for n in range(20)])
    graph, _ = agent(memory, [many, "150 EUR."])
    graph.invoke(ASK, config())
    questions = [c for c in model.calls if not asks_to_fill(list(c.messages))]
    assert len(questions) == 2
    for question in questions:
        shown = json.loads(question.messages[-1].text)["text"]
        assert memory.settings.count([ToolMessage(shown, tool_call_id="")]) <= 100


async def test_case_101_the_models_tokens_stay_out_of_the_stream() -> None:
    """Only the agent's answer is streamed as messages."""
    memory = memory_with(summariser(*GOOD))
    graph, _ = agent(memory, TURN)
    streamed = [
        part async for part, _ in graph.astream(ASK, config(), stream_mode="messages")
    ]
    text = "".join(str(part.content) for part in streamed if part.type == "AIMessageChunk")
    assert "sentences" not in text
    assert "EUR." in text


def test_case_27_what_was_summarised_is_not_summarised_again() -> None:
    """Twenty more turns, in which the card is shown, ask nothing and change nothing."""
    model = summariser(*GOOD)
    memory = memory_with(model, 200)
    saver = InMemorySaver()
    graph, _ = agent(memory, [*TURN, *["You are welcome."] * 20], saver)
    graph.invoke(ASK, config())
    before = only_card(memory, graph)
    for _ in range(20):
        graph.invoke({"messages": [("user", "ok thanks")]}, config())
    assert only_card(memory, graph) == before
    assert len(model.calls) == 2


def test_a_node_that_runs_again_asks_nothing_again() -> None:
    """A fork that reads the same result keeps its card as it was told."""
    model = summariser(*GOOD)
    memory = memory_with(model, clock=Clock())
    graph, _ = agent(memory, [*TURN, "150."])
    graph.invoke(ASK, config())
    before = only_card(memory, graph)
    past = next(s for s in graph.get_state_history(config()) if s.next == ("agent",))
    memory.settings.shelf.forget(ANN.namespace("cards"))
    graph.invoke(None, config(**past.config["configurable"]))
    assert only_card(memory, graph) == before
    assert len(model.calls) == 2


def test_case_42_whatever_ids_a_model_invents_change_nothing() -> None:
    """A reply says what a text says; which card it is for, and whose, is not its choice."""
    graph, _ = agent(memory_with(None), TURN, saver := InMemorySaver())
    graph.invoke(ASK, config(user="ben"))
    ben = Scope(user="ben")
    other = only_card(memory_with(None), graph, ben)
    said = {"id": other.key, "card": "0", "update": "abc", "sentences": GOOD}

    def reply(messages: list[BaseMessage]) -> str:
        return filled(messages) if asks_to_fill(messages) else json.dumps(said)

    memory = memory_with(ScriptedChatModel(script=repeat(reply)))
    graph, _ = agent(memory, TURN, saver)
    graph.invoke(ASK, config("2"))
    assert only_card(memory, graph).told[:2] == tuple(GOOD)
    assert only_card(memory, graph, ben) == other


def test_case_34_a_summary_does_not_raise_confidence() -> None:
    """A card is trusted for its source, however it is told."""
    plain, told = memory_with(None), memory_with(summariser(*GOOD))
    found = []
    for memory in (plain, told):
        graph, _ = agent(memory, TURN)
        graph.invoke(ASK, config())
        found.append(only_card(memory, graph))
    assert found[0].confidence == found[1].confidence
    assert found[0].value == found[1].value
    assert found[1].record_id


def test_a_long_text_within_structure_is_summarised() -> None:
    """The page of a search result is told beside its fields."""

    def page(url: str) -> str:
        """Read a page."""
        return json.dumps({"url": url, "title": "House rules", "content": POLICY})

    model = summariser(*GOOD)
    memory = memory_with(model, config=MemoryConfig(recall=RecallConfig(view_tokens=500)))
    call = {"name": "page", "args": {"url": "lake.example/rules"}, "id": "p"}
    graph, _ = agent(memory, [AIMessage("", tool_calls=[call]), "150."], tool=page)
    graph.invoke(ASK, config())
    card = only_card(memory, graph)
    assert card.told[:2] == tuple(GOOD)
    assert card.table is not None


class Sulking(InMemoryStore):
    """A store that stops answering."""

    sulks = False

    def batch(self, ops: Any) -> Any:
        if self.sulks:
            msg = "the disk is gone"
            raise OSError(msg)
        return super().batch(ops)


def test_a_store_that_fails_meanwhile_does_not_lose_the_step() -> None:
    """Only the summary is lost: which cards were made is known, and the turn goes on."""
    store = Sulking()

    def reply(messages: list[BaseMessage]) -> str:
        store.sulks = asks_to_fill(messages)
        return filled(messages) if store.sulks else summary(*GOOD)

    memory = memory_with(ScriptedChatModel(script=repeat(reply)))
    graph, _ = agent(memory, TURN, store=store)
    with pytest.warns(
        MemoryWarning, match="rule-made cards stay: OSError: the disk is gone"
    ):
        final = graph.invoke(ASK, config())
    assert final["messages"][-1].text == "150 EUR."
    store.sulks = False
    channel = graph.checkpointer.get(config())["channel_values"]["memory"]["agent"]
    assert [only_card(memory, graph).key] in channel["cards"].values()


def test_no_secret_is_shown_to_the_model() -> None:
    """What the user asks is redacted before the memory's model sees it, as the text is."""
    key = "sk-proj-abcdefghijklmnopqrstuvwx0123456789"

    def house_rules(house: str) -> str:
        """The rules of a house, with a secret."""
        return f"{POLICY}The {house} is open with api_key={key}."

    model = summariser(*GOOD)
    graph, _ = agent(memory_with(model), TURN, tool=house_rules)
    graph.invoke({"messages": [("user", f"With key {key}: what is a change?")]}, config())
    assert len(model.calls) == 2
    assert not any(key in message.text for call in model.calls for message in call.messages)

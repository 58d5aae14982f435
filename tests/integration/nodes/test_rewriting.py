"""What is recalled, in the words of the task: by rules, and by a model."""

from __future__ import annotations

import json
import re
from itertools import repeat
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import Memory, MemoryConfig, MemoryWarning, RecallConfig, Scope
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel
from tests.unit.experiences.runs import experience

from .trips import asking, by_hand, call, config, memory_for

ANN = Scope(user="ann")
PLAN = experience(
    kind="success",
    scenario="When does flight <flight> leave?",
    content="Call flight_times(flight: digits), then flight_gate_of for <flight>.",
    tools=("flight_times", "flight_gate_of"),
    rule={"change": "plan", "order": ["flight_times", "flight_gate_of"]},
)
LATER = "When and where does flight AF1 leave?"
STEPS = ["Call flight_times for flight AF1.", "Then call flight_gate_of for AF1."]


def talked(saver: InMemorySaver) -> None:
    """Conversations that leave two cards and a lesson."""
    memory = memory_for()
    tools = ("flight_times", "flight_gate_of")
    looks = [call(tool, flight="AF1") for tool in tools]
    graph, _ = by_hand(memory, [*looks, "At 09:40."], saver)
    graph.invoke(asking("When does flight AF1 leave?"), config("1"))
    store = memory.store(saver)
    value = PLAN.to_dict() | {"text": PLAN.text}
    store.put(ANN.namespace("experiences"), PLAN.key, value)


def answering(order: Any = ("c2", "c1"), steps: Any = STEPS) -> ScriptedChatModel:
    """A model that always answers so."""
    told = {"order": order, "steps": [{"id": "e1", "steps": steps}]}
    return ScriptedChatModel(script=repeat(json.dumps(told)))


def block(messages: tuple[BaseMessage, ...]) -> str:
    """The memory block of a view."""
    return next(m.text for m in messages if m.text.startswith("<memory "))


def order(text: str) -> list[str]:
    """The tools whose cards a block shows, in its order."""
    return re.findall(r"^\[card \w+\] (\w+)", text, re.MULTILINE)


def later(memory: Memory, script: list[Any]) -> tuple[ScriptedChatModel, list[Any]]:
    """Another conversation; what its agent was shown, and the memory's events."""
    saver = InMemorySaver()
    talked(saver)
    graph, model = by_hand(memory, script, saver)
    return model, list(graph.stream(asking(LATER), config("2"), stream_mode="custom"))


def test_slots_are_filled_from_what_the_cards_call_the_users_words() -> None:
    """A card knows AF1 as a flight, and the user asks about AF1."""
    model, _ = later(memory_for(), ["At 09:40."])
    assert "1. Call flight_times(flight: AF1)\n2. then flight_gate_of for AF1." in block(
        model.calls[0].messages
    )


def test_a_model_orders_and_rewords_once_and_the_block_stays() -> None:
    """Its order and its steps are shown in every step of the turn."""
    alone, _ = later(memory_for(), ["At 09:40."])
    by_rules = order(block(alone.calls[0].messages))
    inner = answering()
    memory = memory_for(model={"rewrite": inner})
    script = [call("flight_gate_of", 5, flight="AF1"), "At 09:40 from B12."]
    model, events = later(memory, script)
    first, second = (block(made.messages) for made in model.calls)
    assert first == second
    assert "- 1. Call flight_times for flight AF1.\n2. Then call flight_gate_of" in first
    assert order(first) == by_rules[::-1]
    assert len(inner.calls) == 1
    (told,) = [event for event in events if event["event"] == "memory_rewritten"]
    assert told["dropped"] == []
    assert len(told["order"]) == 3


def test_another_attempt_of_the_turn_asks_no_more() -> None:
    """The order and the steps of the first attempt stand in the second, too."""
    alone, _ = later(memory_for(), ["At 09:40."])
    by_rules = order(block(alone.calls[0].messages))
    inner = answering()
    outcomes = iter(["the gate is missing", True])
    memory = memory_for(model={"rewrite": inner}, outcome=lambda _: next(outcomes))
    model, _ = later(memory, ["At 09:40.", "At 09:40 from B12."])
    assert len(inner.calls) == 1
    again = block(model.calls[1].messages)
    assert "The attempt before this one failed" in again
    assert "Then call flight_gate_of for AF1." in again
    assert order(again) == by_rules[::-1]


@pytest.mark.parametrize(
    "reply", [OSError("away"), "", "no", '{"order": ["z"]}', AIMessage("", tool_calls=[])]
)
def test_case_73_an_unreadable_order_leaves_that_of_the_rules(reply: Any) -> None:
    """The block is that of a memory without a model, and a warning says why."""
    alone, _ = later(memory_for(), ["At 09:40."])
    memory = memory_for(model={"rewrite": ScriptedChatModel(script=[reply])})
    with pytest.warns(MemoryWarning, match="order and steps cannot be used"):
        model, events = later(memory, ["At 09:40."])
    assert _undated(model) == _undated(alone)
    assert any(event["event"] == "memory_error" for event in events)


def _undated(model: ScriptedChatModel) -> list[str]:
    """The block without what names its records, and when they were made."""
    told = re.sub(r"(as of|in card) \S+", r"\1", block(model.calls[0].messages))
    return [line.partition("] ")[2] or line for line in told.splitlines()]


def test_what_is_shown_is_the_same_whatever_the_model_prefers() -> None:
    """In a narrow block the model cannot push out what the rules have chosen."""
    narrow = MemoryConfig(recall=RecallConfig(view_tokens=700, block_share=0.18))
    alone, _ = later(memory_for(config=narrow), ["At 09:40."])
    rules = block(alone.calls[0].messages).splitlines()[-3:]
    wordy = [STEPS[0], STEPS[1] + " Then call flight_gate_of for flight AF1" * 5]
    for steps in (STEPS, wordy):
        memory = memory_for(config=narrow, model={"rewrite": answering(steps=steps)})
        model, _ = later(memory, ["At 09:40."])
        text = block(model.calls[0].messages)
        assert sorted(order(text)) == sorted(order(block(alone.calls[0].messages)))
        assert (text.splitlines()[-3:] == rules) == (steps is wordy)


def test_rewritten_texts_are_redacted_and_the_channel_is_plain() -> None:
    """A key in the user's words reaches neither the model nor the channel."""
    secret = "sk-TEST-abc123def456ghi789jkl012mno345"  # noqa: S105  made up
    inner = answering(steps=[f"Call flight_times with {secret}.", STEPS[1]])
    saver = InMemorySaver()
    talked(saver)
    memory = Memory(embeddings=HashEmbeddings(), model={"rewrite": inner})
    graph, _ = by_hand(memory, ["At 09:40."], saver)
    graph.invoke(asking(f"{LATER} My api key is {secret}"), config("2"))
    channel = graph.get_state(config("2")).values["memory"]
    assert secret not in json.dumps(channel)
    assert inner.calls
    assert secret not in inner.calls[0].messages[-1].text

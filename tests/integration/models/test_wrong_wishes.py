"""Wishes that a model finds in what the user wrote, and everything it does wrong."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import Memory, MemoryConfig, MemoryWarning, PreferenceConfig, Scope
from langgraph_memory.testing import ScriptedChatModel
from tests.integration.nodes.trips import by_hand, config, memory_for

from .server import Answer, breaks_off, fails, is_silent, serving
from .test_wrong_answers import LIE, READ, WRONG, model_of, wish

ANN = Scope(user="ann")
SAID = "One paragraph is the limit for you."
"""What rules read no wish in."""

SHORT = "replies: short"


class Talk:
    """A conversation with a memory whose model is asked for wishes."""

    def __init__(self, model: Any, seconds: float = 20.0, **more: Any) -> None:
        settings = MemoryConfig(preferences=PreferenceConfig(ask_seconds=seconds))
        self.memory: Memory = memory_for(
            model={"preferences": model}, config=settings, **more
        )
        self.graph, self.agent = by_hand(self.memory, ["Fine."] * 9, InMemorySaver())
        self.events: list[Any] = []
        self.warned: list[str] = []

    def say(self, *texts: str) -> str:
        """Say something; what the agent was shown in the end."""
        for text in texts:
            messages = {"messages": [HumanMessage(text)]}
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                self.events += self.graph.stream(
                    messages, config("1"), stream_mode="custom"
                )
            self.warned += [str(w.message) for w in caught if w.category is MemoryWarning]
        return "\n".join(message.text for message in self.agent.calls[-1].messages)

    @property
    def asked(self) -> list[Any]:
        """The events of questions."""
        return [e for e in self.events if e["event"] == "memory_asked"]

    @property
    def known(self) -> Sequence[str]:
        """The tags, as the store has them."""
        return self.memory.preferences(self.graph.store, ANN).tags()


def scripted(*answers: Any) -> ScriptedChatModel:
    """A model that finds these wishes, answer by answer."""
    return ScriptedChatModel(script=[json.dumps({"wishes": list(a)}) for a in answers])


FOUND = wish("One paragraph is the limit", "response_length: short")


def test_a_model_adds_what_rules_miss() -> None:
    """What it finds is told in the same turn, and each question is an event."""
    talk = Talk(scripted([FOUND]))
    assert SHORT in talk.say(SAID)
    assert [event["role"] for event in talk.asked] == ["preferences"]
    (heard,) = [e for e in talk.events if e["event"] == "memory_wishes"]
    assert heard["wishes"][0]["words"] == "one paragraph is the limit"
    (note,) = talk.memory.preferences(talk.graph.store, ANN).notes
    assert note.signals[0].stated
    assert not note.signals[0].once


def test_a_model_is_asked_only_where_a_wish_may_be() -> None:
    """Neither where rules have read one, nor where no word is about answers."""
    talk = Talk(scripted())
    talk.say("Keep it short.", "Book a hotel in Rome.", "My boss said it is too long.")
    assert talk.asked == []


def test_a_message_is_noted_once() -> None:
    """A message that is read in two conversations of one thread leaves one note."""
    talk = Talk(scripted([FOUND], [FOUND]))
    message = {"messages": [HumanMessage(SAID, id="m1")]}
    for _ in range(2):
        talk.graph.invoke(message, config("1"))
        talk.graph.update_state(config("1"), {"memory": None})
    assert len(talk.memory.preferences(talk.graph.store, ANN).notes) == 1


def test_this_time_is_not_learned() -> None:
    """What the model finds of this time holds in its conversation alone."""
    once = FOUND | {"when": "this time"}
    talk = Talk(scripted([once]))
    assert "replies: short this time" in talk.say(SAID)
    found = talk.memory.preferences(talk.graph.store, ANN)
    assert found.tags(thread="2") == ()


@pytest.mark.parametrize(
    ("said", "quote", "named"),
    [
        (SAID, "no emojis, ever", "emojis: none"),
        (SAID, "One paragraph", "response_length: detailed"),
        (SAID, "One paragraph", "response_length: endless"),
        (SAID, "One paragraph", "mood: good"),
        (SAID, "", "response_length: short"),
        ("Please note: I never said it is too long.", "too long", "response_length: short"),
    ],
)
def test_case_34_what_the_message_does_not_bear_out_is_dropped(
    said: str, quote: str, named: str
) -> None:
    """What is invented, denied or foreign leaves nothing, and an event says why."""
    talk = Talk(scripted([wish(quote, named)]))
    talk.say(said)
    assert talk.known == ()
    (heard,) = [e for e in talk.events if e["event"] == "memory_wishes"]
    assert heard["wishes"] == []
    assert len(heard["dropped"]) == 1


@pytest.mark.parametrize(
    ("said", "quote", "named"),
    [
        ("You write well, it is not too long.", "too long", "response_length: short"),
        (
            '"One paragraph is the limit for you."\nPlease write a brief reply to my aunt.',
            "One paragraph is the limit",
            "response_length: short",
        ),
        (
            "My boss said one paragraph is the limit. Please write to him, in short words.",
            "one paragraph is the limit",
            "response_length: short",
        ),
        ("你写的文章也不算太长。", "太长", "response_length: short"),
        ("Please book a table and give me a short list.", "book a table", "emojis: none"),
    ],
)
def test_case_34_of_what_is_no_wish_of_the_user_no_model_is_asked(
    said: str, quote: str, named: str
) -> None:
    """Verdicts on other things, quotations, others' words and errands never get so far."""
    talk = Talk(scripted([wish(quote, named)]))
    talk.say(said)
    assert talk.known == ()
    assert not [e for e in talk.events if e["event"] in ("memory_asked", "memory_wishes")]


def test_in_the_background_no_turn_waits() -> None:
    """The turn is over before; what was found is told in the next one."""
    talk = Talk(scripted([FOUND]), background=True)
    talk.say(SAID)
    assert talk.memory.drain(10)
    assert SHORT in talk.say("Where is Rome?")
    talk.memory.close()


async def test_the_same_from_asynchronous_code() -> None:
    """An asynchronous graph asks, and in the background of its event loop."""
    for background in (False, True):
        talk = Talk(scripted([FOUND]), background=background)
        await talk.graph.ainvoke({"messages": [HumanMessage(SAID)]}, config("1"))
        assert await talk.memory.adrain(10)
        found = await talk.memory.apreferences(talk.graph.store, ANN)
        assert found.tags() == (SHORT,)
        await talk.memory.aclose()


@pytest.mark.parametrize("name", READ)
def test_case_73_right_answers_are_read_however_they_come(name: str) -> None:
    """Fences, prose, thoughts, parts and unasked calls beside them do no harm."""
    with serving(READ[name]) as server:
        talk = Talk(model_of(server))
        assert SHORT in talk.say(SAID)
    assert talk.warned == []


@pytest.mark.parametrize("name", WRONG)
def test_case_74_wrong_answers_cost_nothing(name: str) -> None:
    """The turn goes on, and nothing unchecked is noted."""
    answer, named = WRONG[name]
    with serving(answer) as server:
        talk = Talk(model_of(server))
        shown = talk.say(SAID)
    assert talk.known == ()
    assert SHORT not in shown
    assert LIE not in shown
    assert len(talk.asked) >= 1
    if named and named != "no lessons":
        assert any(named in warned for warned in talk.warned), talk.warned


@pytest.mark.parametrize(
    ("answer", "settings"),
    [
        (fails(429, '{"error": {"message": "slow down"}}'), {"max_retries": 2}),
        (is_silent, {}),
        (breaks_off, {"streaming": True}),
    ],
    ids=["asks for time", "silent", "breaks off"],
)
def test_case_98_a_model_without_an_answer_costs_its_time_once(
    answer: Answer, settings: dict[str, Any]
) -> None:
    """It is left alone afterwards; what rules read still counts."""
    with serving(answer, Retry_After="60") as server:
        talk = Talk(model_of(server, **settings), 0.3)
        talk.say(SAID, SAID)
        assert SHORT in talk.say("Keep it short.")
    assert len(talk.asked) == 1
    assert len(talk.warned) == 1

"""What the user says about answers is noted by the graph and told to the model."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import (
    ConfigError,
    Memory,
    MemoryConfig,
    MemoryWarning,
    PreferenceConfig,
    PruneConfig,
    Scope,
    ScopeError,
    StoreError,
)
from langgraph_memory.testing import Clock

from .trips import by_hand, config, memory_for

ANN = Scope(user="ann")
SHORT = "replies: short"


class Talk:
    """A graph, what its model was shown last, and its store."""

    def __init__(self, memory: Memory | None = None, turns: int = 24) -> None:
        self.memory = memory or memory_for()
        self.graph, self.model = by_hand(self.memory, ["Fine."] * turns, InMemorySaver())

    def say(self, text: str, thread: str = "1") -> str:
        self.graph.invoke({"messages": [HumanMessage(text)]}, config(thread))
        return "\n".join(message.text for message in self.model.calls[-1].messages)


def test_a_wish_is_told_at_the_next_turn_and_elsewhere() -> None:
    """What the user asks for holds at once, and in another conversation."""
    talk = Talk()
    assert SHORT in talk.say("Please keep your answers short from now on.")
    assert SHORT in talk.say("Where is Rome?", thread="2")


def test_this_time_holds_in_its_conversation() -> None:
    """What is said of this time is told there and nowhere else."""
    talk = Talk()
    talk.say("Keep it short.")
    assert "replies: detailed this time" in talk.say("Be thorough this time.")
    shown = talk.say("Where is Rome?", thread="2")
    assert SHORT in shown
    assert "this time" not in shown


def test_wishes_are_told_once_while_they_stay() -> None:
    """Prompt caches survive: what the model was told is not told again until it changes."""
    talk = Talk()
    shown = [talk.say("Keep it short."), talk.say("Hello."), talk.say("Be more detailed.")]
    assert [text.count(SHORT) for text in shown] == [1, 1, 1]
    assert shown[2].startswith(shown[1])
    assert shown[2].count("replies: detailed") == 1
    back = talk.say("Keep it short.")
    assert back.count(SHORT) == 2


def test_case_49_tools_and_models_state_no_preferences() -> None:
    """Only what the human wrote is read."""
    memory = memory_for()
    graph, _ = by_hand(memory, ["Keep it short. No emojis."] * 2, InMemorySaver())
    for text in ("Where is Rome?", "And Paris?"):
        graph.invoke({"messages": [HumanMessage(text)]}, config())
    assert memory.preferences(graph.store, ANN).predict() == {}


def test_reading_again_counts_once() -> None:
    """A message that is observed twice leaves one note."""
    talk = Talk()
    message = HumanMessage("Keep it short.", id="m1")
    for _ in range(2):
        talk.graph.invoke({"messages": [message]}, config())
    found = talk.memory.preferences(talk.graph.store, ANN)
    assert [len(note.signals) for note in found.notes] == [1]


def test_an_edited_message_is_read_anew() -> None:
    """What the user writes in place of an earlier message, under its id, alone counts."""
    talk = Talk()
    for text in ("Keep it short.", "Give detailed answers.", "Give detailed answers."):
        talk.graph.invoke({"messages": [HumanMessage(text, id="m1")]}, config())
    found = talk.memory.preferences(talk.graph.store, ANN)
    assert found.tags() == ("replies: detailed",)
    assert len(found.notes) == 1
    assert "replies: detailed" in talk.say("Hello.", thread="2")


def test_case_111_the_user_sees_corrects_pins_and_deletes() -> None:
    """What is known can be read with its reasons, and changed."""
    talk = Talk()
    talk.say("Keep it short.")
    memory, store = talk.memory, talk.graph.store
    found = memory.preferences(store, ANN)
    reason = found.predict()["response_length"]
    assert reason.value == "short"
    assert reason.sources == (found.notes[0].key,)
    memory.prefer(store, ANN, "response_length", "medium")
    assert "replies: medium\n" in talk.say("Hello.", thread="2")
    memory.prefer(store, ANN, "emojis", "none", pin=True)
    assert "emojis: none" in talk.say("Hello.", thread="3")
    memory.forget_preference(store, ANN, "response_length")
    shown = talk.say("Hello.", thread="4")
    assert "replies" not in shown
    assert "emojis: none" in shown
    memory.forget_preference(store, ANN, "emojis")
    assert memory.preferences(store, ANN).predict() == {}


async def test_the_same_from_asynchronous_code() -> None:
    """The asynchronous twins do as the others."""
    talk = Talk()
    await asyncio.to_thread(talk.say, "Keep it short.")
    memory, store = talk.memory, talk.graph.store
    await memory.aprefer(store, ANN, "response_style", "formal", pin=True)
    found = await memory.apreferences(store, ANN)
    assert found.tags() == (SHORT, "style: formal")
    for dimension in ("response_style", "response_length"):
        await memory.aforget_preference(store, ANN, dimension)
    assert (await memory.apreferences(store, ANN)).predict() == {}


def test_refuses_what_is_unknown() -> None:
    """Unknown dimensions, values and owners are errors."""
    talk = Talk()
    memory, store = talk.memory, talk.graph.store
    with pytest.raises(ConfigError):
        memory.prefer(store, ANN, "mood", "good")
    with pytest.raises(ConfigError):
        memory.prefer(store, ANN, "response_length", "endless")
    with pytest.raises(ConfigError):
        memory.forget_preference(store, ANN, "mood")
    with pytest.raises(ScopeError):
        memory.preferences(store, "ann")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(StoreError, match=r"graph\.store"):
        memory.preferences(None, ANN)  # type: ignore[arg-type]  # on purpose


def test_notes_make_way_for_their_sum() -> None:
    """Pruning sums notes up and deletes them later; what follows from them stays."""
    clock = Clock()
    hourly = MemoryConfig(prune=PruneConfig(every_seconds=1))
    talk = Talk(memory_for(config=hourly, clock=clock), turns=20)
    for number in range(4):
        talk.say("Keep it short.", thread=str(number))
        clock.advance(minutes=20)
    store, namespace = talk.graph.store, ANN.namespace("preferences")
    events = [item.value["event"] for item in store.search(namespace, limit=99)]
    assert events.count("sum") == 1
    assert events.count("note") < 4
    found = talk.memory.preferences(store, ANN)
    assert len(found.notes) == 4
    assert found.tags() == (SHORT,)
    talk.memory.forget_preference(store, ANN, "response_length")
    assert talk.memory.preferences(store, ANN).predict() == {}


def test_damaged_items_are_reported_and_left_out() -> None:
    """What cannot be read is said, and does not stand in the way of the rest."""
    talk = Talk()
    talk.say("Keep it short.")
    memory, store, namespace = (
        talk.memory,
        talk.graph.store,
        ANN.namespace("preferences"),
    )
    store.put(namespace, "x", {"event": "note"})
    store.put(namespace, "sum", {"event": "sum"})
    with pytest.warns(MemoryWarning, match="cannot be read") as told:
        assert memory.preferences(store, ANN).tags() == (SHORT,)
    assert len(told) == 2


def test_others_know_nothing_of_it() -> None:
    """A preference belongs to its scope, and goes with it."""
    talk = Talk()
    talk.say("Keep it short.")
    memory, store = talk.memory, talk.graph.store
    assert memory.preferences(store, Scope(user="bob")).predict() == {}
    assert memory.forget(store, ANN).removed["preferences"]
    assert memory.preferences(store, ANN).predict() == {}
    assert SHORT not in talk.say("Hello.", thread="9")


def test_learns_nothing_where_that_is_switched_off() -> None:
    """Without `learn` nothing is noted and nothing is told."""
    quiet = MemoryConfig(preferences=PreferenceConfig(learn=False))
    talk = Talk(memory_for(config=quiet))
    assert SHORT not in talk.say("Keep it short.")
    assert talk.memory.preferences(talk.graph.store, ANN).notes == ()
    with pytest.raises(ConfigError, match="time zone"):
        PreferenceConfig(time_zone="Moon/Sea")


def test_likings_are_kept_where_wishes_are_not_followed() -> None:
    """Statements are cards, which `learn` does not switch; what is pinned is not told."""
    off = MemoryConfig(preferences=PreferenceConfig(learn=False))
    talk = Talk(memory_for(config=off))
    talk.say("I hate cilantro. Keep it short.")
    memory, store = talk.memory, talk.graph.store
    assert [one.about for one in memory.likings(store, ANN)] == ["cilantro"]
    memory.prefer(store, ANN, "emojis", "none", pin=True)
    assert "emojis" not in talk.say("Hello.", thread="2")
    assert memory.preferences(store, ANN).tags() == ("emojis: none",)


def test_case_111_the_user_sees_since_when_and_from_which_messages() -> None:
    """The reason names day, words, conversation and message, also of summed notes."""
    clock = Clock(datetime(2026, 3, 3, 12, tzinfo=UTC))
    hourly = MemoryConfig(prune=PruneConfig(every_seconds=1))
    talk = Talk(memory_for(config=hourly, clock=clock), turns=20)
    said = {"messages": [HumanMessage("Keep it short.", id="m1")]}
    talk.graph.invoke(said, config("7"))
    for number in range(70):  # so that the first note is folded away
        clock.advance(minutes=20)
        talk.memory.prefer(
            talk.graph.store, ANN, "emojis", "some" if number % 2 else "none"
        )
    found = talk.memory.preferences(talk.graph.store, ANN)
    assert found.predict()["response_length"].why == (
        'short, learned since 3 March 2026: "keep it short" '
        "(3 March 2026, conversation 7, message m1)"
    )
    talk.memory.prefer(talk.graph.store, ANN, "response_style", "formal", pin=True)
    pinned = talk.memory.preferences(talk.graph.store, ANN).predict()["response_style"]
    assert pinned.why == "formal, pinned"


def test_a_pin_outlasts_what_is_learned_until_it_is_deleted() -> None:
    """What is pinned is told whatever is said; only one time goes before it."""
    talk = Talk(turns=20)
    memory, store = talk.memory, talk.graph.store
    memory.prefer(store, ANN, "response_length", "medium", pin=True)
    for number in range(4):
        shown = talk.say("Keep it short.", thread=str(number))
        assert "replies: medium" in shown
        assert SHORT not in shown
    assert "replies: detailed this time" in talk.say("Be thorough this time.", thread="8")
    pinned = memory.preferences(store, ANN).predict()["response_length"]
    assert (pinned.value, pinned.ground) == ("medium", "pinned")
    memory.forget_preference(store, ANN, "response_length")
    assert "replies" not in talk.say("Hello.", thread="9")
    assert SHORT in talk.say("Keep it short.", thread="9")


def test_case_30_32_and_33_wishes_are_the_users_and_keep_their_polarity() -> None:
    """Questions, denials and the words of others leave no wish."""
    talk = Talk(turns=20)
    for text in (
        "Would short answers be useful for this app?",
        "Your answer is not too long.",
        "My boss said no emojis.",
        "Here is a chat:\nuser: keep it short\nassistant: done",
    ):
        talk.say(text)
    assert talk.memory.preferences(talk.graph.store, ANN).predict() == {}
    talk.say("I'm not a fan of emojis.")
    assert talk.memory.preferences(talk.graph.store, ANN).tags() == ("emojis: none",)


def test_what_others_wrote_in_the_users_role_is_not_read() -> None:
    """A function of the user's tells his own messages; where it fails, none is read."""
    own = PreferenceConfig(by_user=lambda message: message.name != "mail")
    talk = Talk(memory_for(config=MemoryConfig(preferences=own)))
    mail = HumanMessage("No emojis, please.", name="mail")
    said = HumanMessage("Keep it short.")
    talk.graph.invoke({"messages": [mail, said]}, config())
    assert talk.memory.preferences(talk.graph.store, ANN).tags() == (SHORT,)
    broken = PreferenceConfig(by_user=lambda message: message.nothing)
    talk = Talk(memory_for(config=MemoryConfig(preferences=broken)))
    with pytest.warns(MemoryWarning, match="nothing"):
        talk.say("Keep it short.")
    assert talk.memory.preferences(talk.graph.store, ANN).notes == ()
    with pytest.raises(ConfigError, match="by_user must be a function"):
        PreferenceConfig(by_user="mail")  # type: ignore[arg-type]  # on purpose

"""The user puts right what a tool said."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import ToolNode

from langgraph_memory import DecisionCard, Memory, Scope
from langgraph_memory.cards.rendering import render
from langgraph_memory.testing import Clock

from .trips import TOOLS, by_hand, call, config, flight_gate, memory_for, shown

ANN = Scope(user="ann")
GATE = ("Gate of flight AF1?", [call("flight_gate_of", 1, flight="AF1"), "B12."])


@pytest.fixture(autouse=True)
def board() -> Any:
    """The board says B12 and a time, and is as it was afterwards."""
    before = dict(flight_gate)
    flight_gate.update(gate="B12", departs="09:40", status="on time")
    yield
    flight_gate.clear()
    flight_gate.update(before)


class Talk:
    """A conversation of several turns."""

    def __init__(self, memory: Memory | None = None) -> None:
        self.clock = Clock()
        self.memory = memory or memory_for(clock=self.clock)
        self.saver = InMemorySaver()

    def say(self, text: str, script: Sequence[Any] = ("Ok.",), thread: str = "1") -> str:
        """Say something, and give what the model was shown last."""
        graph, model = by_hand(self.memory, script, self.saver)
        graph.invoke({"messages": [HumanMessage(text)]}, config(thread))
        self.clock.advance(minutes=1)
        return shown(model)

    @property
    def cards(self) -> list[DecisionCard]:
        """All cards."""
        return self.memory.cards(self.memory.store(self.saver), ANN)

    @property
    def current(self) -> list[DecisionCard]:
        """Those that nothing has replaced."""
        return [card for card in self.cards if card.superseded_by is None]

    @property
    def tool(self) -> list[DecisionCard]:
        """Those of tools."""
        return [card for card in self.cards if card.tool]


def told(cards: Sequence[DecisionCard]) -> dict[str, Any]:
    """By column, what cards say."""
    return {name: cells for card in cards for name, cells in card.attributes.items()}


def prices(listed: DecisionCard) -> dict[Any, Any]:
    """By name, what a card of hotels says of their prices."""
    said = listed.attributes
    return dict(zip(said["name"], said["price"], strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "Correction: flight AF1 leaves from gate D4, not B12.",
        "Actually the gate of AF1 is D4",
        "No, that's wrong. The gate is D4.",
        "No. The gate is D4.",
        "It's D4, not B12.",
        "AF1's gate has changed to D4.",
        "不对，登机口是D4",
        "更正：AF1航班的登机口是D4，不是B12。",
        "错了。登机口应该是D4。",
    ],
)
def test_what_the_user_puts_right_takes_the_place_of_what_a_tool_said(text: str) -> None:
    """The tool's card is replaced by the user's, which tells on what else it says."""
    talk = Talk()
    talk.say(*GATE)
    talk.say(text)
    [old], [new] = talk.tool, talk.current
    assert (new.source, new.confidence, old.superseded_by) == ("user", 1.0, new.key)
    assert (new.slot, new.entity, new.supersedes) == (old.slot, old.entity, (old.key,))
    assert told([new]) == told([old]) | {"flight": ("AF1",), "gate": ("D4",)}
    assert "gate was B12, put right by the user" in new.notes
    assert any(note.startswith("as of ") and "departs" in note for note in new.notes)


@pytest.mark.parametrize(
    "text",
    [
        "No, that's wrong. The gate is D4.",
        "No, the gate is D4.",
        "It's gate D4, not B12.",
        "The gate has changed to D4.",
        "不对，登机口是D4",
    ],
)
@pytest.mark.parametrize("asked", ["Gate of flight AF1?", "When does flight AF1 depart?"])
def test_what_was_put_right_holds_in_other_conversations(text: str, asked: str) -> None:
    """With all else that the tool had told, however briefly the user said it."""
    talk = Talk()
    talk.say(*GATE)
    talk.say(text)
    shown = talk.say(asked, thread="2")
    assert "gate: D4" in shown
    assert "departs: 09:40" in shown
    assert "gate: B12" not in shown


@pytest.mark.parametrize("thread", ["1", "2"])
@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("You're wrong, AF1 departs at 10:15.", "departs: 10:15"),
        ("AF1 now departs at 10:15.", "departs: 10:15"),
        ("The departure of AF1 was postponed to 10:15.", "departs: 10:15"),
        ("AF1 was cancelled.", "status: cancelled"),
        ("Flight AF1 has already arrived.", "status: arrived"),
    ],
)
def test_what_the_user_says_of_a_named_thing_holds(
    text: str, now: str, thread: str
) -> None:
    """In whichever conversation the tool had told of it, and said so."""
    talk = Talk()
    talk.say(*GATE)
    talk.say(text, thread=thread)
    assert f"{now}\n" in talk.say("How is flight AF1?", thread="3")
    [old], [new] = talk.tool, talk.current
    assert (new.source, old.superseded_by) == ("user", new.key)


@pytest.mark.parametrize(
    "text",
    [
        "Flight AF2 was cancelled.",
        "AF1 is on time.",
        "I think AF1 was cancelled.",
        "Is AF1 cancelled?",
        "If AF1 is cancelled, call me.",
        "Check that AF1 has arrived.",
        "My dinner now starts at 10:15.",
    ],
)
def test_what_says_nothing_of_a_told_thing_replaces_nothing(text: str) -> None:
    """Other things, what is so already, doubts, questions and wishes."""
    talk = Talk()
    talk.say(*GATE)
    talk.say(text, thread="2")
    assert [card.superseded_by for card in talk.tool] == [None]


def test_a_tool_that_says_again_what_was_put_right_does_not_win() -> None:
    """It is less trusted; what else it says is newer, and is told on."""
    talk = Talk()
    talk.say(*GATE)
    talk.say("Correction: flight AF1 leaves from gate D4, not B12.")
    flight_gate["departs"] = "10:15"
    talk.say("And now?", [call("flight_gate_of", 2, flight="AF1"), "D4."])
    [new] = talk.current
    assert new.source == "user"
    assert told([new])["gate"] == ("D4",)
    assert told([new])["departs"] == ("10:15",)
    assert {card.superseded_by for card in talk.tool} == {new.key}


def test_a_tool_that_says_something_new_is_told_of() -> None:
    """The user's word stands, and the card says that the tool said otherwise later."""
    talk = Talk()
    talk.say(*GATE)
    talk.say("Correction: flight AF1 leaves from gate D4, not B12.")
    flight_gate["gate"] = "E7"
    talk.say("And now?", [call("flight_gate_of", 2, flight="AF1"), "D4."])
    [new] = talk.current
    assert told([new])["gate"] == ("D4",)
    assert "flight_gate_of said gate E7 later" in new.notes


def test_a_tool_that_says_the_same_by_itself_is_taken_at_its_word() -> None:
    """Its card replaces the user's, and what it says after that holds."""
    talk = Talk()
    talk.say(*GATE)
    talk.say("Correction: flight AF1 leaves from gate D4, not B12.")
    for gate in ("D4", "B12"):
        flight_gate["gate"] = gate
        talk.say("And now?", [call("flight_gate_of", 2, flight="AF1"), f"{gate}."])
        [new] = talk.current
        assert (new.tool, told([new])["gate"]) == ("flight_gate_of", (gate,))


def test_in_another_conversation_news_of_a_tool_stand_beside_it() -> None:
    """What was put right is not said again there; a third value is news."""
    talk = Talk()
    talk.say(*GATE)
    talk.say("Correction: flight AF1 leaves from gate D4, not B12.")
    talk.say(*GATE, thread="2")
    [new] = talk.current
    assert new.source == "user"
    flight_gate["gate"] = "E7"
    talk.say("Gate?", [call("flight_gate_of", 3, flight="AF1"), "E7."], thread="3")
    assert {told([card])["gate"] for card in talk.current} == {("D4",), ("E7",)}


def test_of_several_objects_none_is_guessed() -> None:
    """A sentence that may mean two flights is a statement of its own, of no object."""
    talk = Talk()
    looks = [call("flight_gate_of", n, flight=f"AF{n}") for n in (1, 2)]
    talk.say("Gates of AF1 and AF2?", [*looks, "Both leave from B12."])
    talk.say("No, that's wrong. The gate is D4.")
    [new] = [card for card in talk.current if card.source == "user"]
    assert (new.table, new.entity, new.supersedes) == (None, "user", ())
    assert len(talk.current) == 3


def test_the_answer_tells_which_object_is_meant() -> None:
    """Of two flights that were told, the one that the agent spoke of is put right."""
    talk = Talk()
    looks = [call("flight_gate_of", n, flight=f"AF{n}") for n in (1, 2)]
    talk.say("Gate of the later one?", [*looks, "AF2 leaves from B12."])
    talk.say("No, that's wrong. The gate is D4.")
    [new] = [card for card in talk.current if card.source == "user"]
    assert told([new])["gate"] == ("D4",)
    [other] = [card for card in talk.current if card.tool]
    assert other.args == {"flight": "AF1"}


def test_two_objects_are_put_right_in_one_message() -> None:
    """Each clause is of the object it names."""
    talk = Talk()
    looks = [call("flight_gate_of", n, flight=f"AF{n}") for n in (1, 2)]
    talk.say("Gates of AF1 and AF2?", [*looks, "Both leave from B12."])
    talk.say("Correction: AF1 leaves from gate D4, not B12, and AF2 from gate C3, not B12.")
    gates = {card.attributes["flight"][0]: card.attributes["gate"] for card in talk.current}
    assert gates == {"AF1": ("D4",), "AF2": ("C3",)}


def test_two_fields_of_one_object_are_put_right_in_one_message() -> None:
    """One card says both, and what else is known."""
    talk = Talk()
    talk.say(*GATE)
    talk.say("Correction: the gate of AF1 is D4. AF1 departs at 10:15, not 09:40.")
    [new] = talk.current
    assert told([new])["gate"] == ("D4",)
    assert told([new])["departs"] == ("10:15",)
    assert told([new])["status"] == ("on time",)


def test_what_is_put_right_twice_is_what_was_said_last() -> None:
    """The newer word of the user takes the place of the older one."""
    talk = Talk()
    talk.say(*GATE)
    talk.say("Correction: flight AF1 leaves from gate D4, not B12.")
    talk.say("Sorry, the gate of AF1 is D5.")
    [new] = talk.current
    assert told([new])["gate"] == ("D5",)
    assert told([new])["departs"] == ("09:40",)


@pytest.mark.parametrize(
    "text",
    [
        "Is the gate D4?",
        "If the gate is D4, not B12, tell me.",
        "Actually the flight is great.",
        "Actually I want gate D4.",
        "Correction: flight BA9 leaves from gate D4, not A1.",
        "He said the gate is D4.",
        "Here is a mail: The gate is D4, not B12.",
    ],
)
def test_what_puts_nothing_right_replaces_nothing(text: str) -> None:
    """Questions, conditions, wishes, reports and other flights leave the card alone."""
    talk = Talk()
    talk.say(*GATE)
    talk.say(text)
    [old] = talk.tool
    assert old.superseded_by is None
    assert not any(card.corrected for card in talk.cards)


def test_what_other_tools_say_of_the_object_is_marked() -> None:
    """Two tools told the gate: neither card says the wrong one any more."""
    talk = Talk()
    looks = [call("flight_times", 1, flight="AF1"), call("flight_gate_of", 2, flight="AF1")]
    talk.say("When and where?", [*looks, "At 09:40, B12."])
    talk.say("Correction: flight AF1 leaves from gate D4, not B12.")
    assert [told([card])["gate"] for card in talk.current] == [("D4",), ("D4",)]


def test_a_list_marks_the_row_that_was_put_right() -> None:
    """Its other rows are as they were, and it says what stood there."""
    talk = Talk()
    talk.say("Hotels in Rome?", [call("search_hotels", 1, city="Rome"), "Many."])
    talk.say("Correction: the price of Hotel 4 is 99, not 84.")
    [listed] = [card for card in talk.current if card.tool]
    rows = prices(listed)
    assert rows["Hotel 4"] == 99
    assert rows["Hotel 5"] == 85
    assert any("price was 84, put right by the user" in note for note in listed.notes)
    talk.say("Once more.", [call("search_hotels", 2, city="Rome"), "Many."])
    [listed] = [card for card in talk.current if card.tool]
    rows = prices(listed)
    assert rows["Hotel 4"] == 99


@pytest.mark.parametrize("reads_back", [False, True])
def test_a_view_that_is_told_anew_says_what_is_right(*, reads_back: bool) -> None:
    """After a batch, the tool's answer bears the right gate and what stood there."""
    talk = Talk(memory_for(1_800))
    talk.say(*GATE)
    talk.say("Correction: flight AF1 leaves from gate D4, not B12.")
    if reads_back:
        tools = [*TOOLS, talk.memory.recall_record]
        talk.memory = talk.memory.with_tools(tools)
    looks = [call("search_hotels", n, city=f"City {n}") for n in range(5, 8)]
    seen = talk.say("Hotels?", [*looks, "Many."])
    line = next(line for line in seen.splitlines() if line.startswith("flight"))
    assert "D4" in line
    assert "B12" not in line


def test_a_node_that_runs_again_writes_the_same() -> None:
    """Read for the first time once more, the correction replaces the same card."""
    talk = Talk()
    talk.say(*GATE)
    talk.say("Correction: flight AF1 leaves from gate D4, not B12.")
    before = {card.key: card for card in talk.cards}
    graph, _ = by_hand(talk.memory, ["Ok."], talk.saver)
    *_, first = (
        s
        for s in graph.get_state_history(config())
        if s.next == ("score_and_card",) and len(s.values["messages"]) == 5
    )
    place = first.config["configurable"]
    graph.invoke(None, config(**{k: v for k, v in place.items() if k != "thread_id"}))
    assert {c.key: (c.table, c.supersedes, c.superseded_by) for c in talk.cards} == {
        key: (c.table, c.supersedes, c.superseded_by) for key, c in before.items()
    }
    assert json.dumps([card.to_dict() for card in talk.cards])


@pytest.mark.parametrize(
    "said",
    ["Flight AF1 leaves from gate B12. Boarding ends early.", "Flight: AF1\nGate: B12"],
)
def test_what_a_tool_said_in_plain_text_is_put_right(said: str) -> None:
    """In its card too the right value stands, and the tool does not win by repeating."""

    def flight_gate_of(flight: str) -> str:
        """The gate of a flight, in words."""
        return said.format(flight)

    talk = Talk()
    words = ToolNode([flight_gate_of])

    def say(text: str, script: Sequence[Any] = ("Ok.",)) -> None:
        graph, _ = by_hand(talk.memory, script, talk.saver, tools=words)
        graph.invoke({"messages": [HumanMessage(text)]}, config())
        talk.clock.advance(minutes=1)

    say(*GATE)
    say("No, that's wrong. The gate is D4.")
    say("And now?", [call("flight_gate_of", 2, flight="AF1"), "D4."])
    [new] = talk.current
    assert new.source == "user"
    assert "D4" in render(new)
    assert "gate B12." not in render(new)
    assert {card.superseded_by for card in talk.tool} == {new.key}


@pytest.mark.parametrize(
    ("first", "then", "now"),
    [
        ("Remember that my locker is 12.", "Sorry, I meant 14.", "14"),
        ("Remember that my locker is 12.", "Actually my locker is 14.", "14"),
        ("Remember that the gate code is 12.", "I meant 14, not 12.", "14"),
        ("记住我的柜子是12号。", "不对，我的柜子是14号。", "14"),
    ],
)
def test_what_the_user_had_said_himself_is_put_right(
    first: str, then: str, now: str
) -> None:
    """His newer word takes the place of the older one, and says of what."""
    talk = Talk()
    talk.say(first)
    talk.say(then)
    [new] = talk.current
    assert now in new.notes[0]
    assert "12" not in new.notes[0]
    assert len(talk.cards) == 2

"""What stands in tool messages, by the recipe of the view alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from langgraph_memory.recall.retelling import Retelling
from langgraph_memory.recall.telling import ELSEWHERE
from langgraph_memory.recall.view import Digest, Recipe

from .conversations import conversation, retelling, search


def recipe(at: str, room: int, *, seen: str | None = None) -> Recipe:
    return Recipe(digest=Digest(at=at, room=room, seen=seen or at))


def tells(messages: Sequence[BaseMessage], one: Recipe) -> dict[str, str]:
    """The texts, as a fresh process tells them."""
    return dict(retelling(messages).texts(one))


def test_another_process_tells_the_same() -> None:
    """Without what was read or shown before, one recipe leads to one text."""
    messages = conversation(5)
    warm = retelling(messages)
    for room in (300, 900, 2_000):
        one = recipe("r4", room)
        first = dict(warm.texts(one))
        assert warm.texts(one) == first
        assert tells(messages, one) == first


def test_what_came_later_does_not_change_it() -> None:
    """The text is that of the moment it was planned, whatever was said since."""
    messages = conversation(3)
    later = [*messages, AIMessage("Which one?", id="b"), HumanMessage("Hotel c05!", id="i")]
    later += search(7, '[{"name": "Hotel z1", "price": 1}]')
    one = recipe("r2", 700)
    assert tells(later, one) == tells(messages, one)


def test_a_form_that_was_read_further_does_not_change_it() -> None:
    """A shelf that holds a longer conversation tells the shorter one alike."""
    messages = conversation(5)
    warm = retelling(messages)
    warm.texts(recipe("r4", 900))
    one = recipe("r2", 500)
    assert warm.texts(one) == tells(messages, one)


def test_only_messages_that_are_told_have_texts() -> None:
    """Later outputs and other messages stand as they are."""
    texts = tells(conversation(4), recipe("r2", 9_000))
    assert list(texts) == ["r0", "r1", "r2"]
    assert texts["r0"] == texts["r1"] == ELSEWHERE
    assert "Hotel a00" in texts["r2"]


def test_an_output_alone_stands_in_its_shortest_form() -> None:
    """The compact form where it is shorter, else the output itself."""
    messages = [*conversation(1), *search(1, "No hotel.")]
    texts = tells(messages, Recipe(alone=frozenset({"r0", "r1"})))
    assert texts["r0"].startswith("search(name,price,stars,remark):")
    assert texts["r1"] == "No hotel."


def test_outputs_whose_messages_are_gone_are_still_told() -> None:
    """The newest message tells what calls said that are no longer shown."""
    messages = conversation(3)
    one = replace(recipe("r2", 9_000), gone=frozenset({"a0", "r0"}))
    texts = tells(messages, one)
    assert list(texts) == ["r1", "r2"]
    assert "Hotel a00" in texts["r2"]


def test_what_only_its_call_tells_goes_along_with_the_newest_when_that_is_gone() -> None:
    """A text is told together with all else once its call is gone."""
    messages = [
        *conversation(0),
        *search(0, "The wind comes from the north today."),
        *search(1, "The wind comes from the south tomorrow."),
    ]
    stays = tells(messages, recipe("r1", 9_000))
    assert "north" in stays["r0"]
    assert "north" not in stays["r1"]
    gone = replace(recipe("r1", 9_000), gone=frozenset({"a0", "r0"}))
    [text] = tells(messages, gone).values()
    assert "north" in text
    assert "south" in text


def test_stubs_name_records() -> None:
    """What the recipe stubs stands as the name of its record."""
    told: Retelling = retelling(conversation(2))
    texts = told.texts(Recipe(stubs=frozenset({"r0"})))
    assert texts == {"r0": "[record 000000r0]"}
    assert told.stub("r1") == "[record 000000r1]"
    assert told.tells("r1")
    assert not told.tells("a1")

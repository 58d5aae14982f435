"""General likes and dislikes: kept as they were said, replaced, found, and read."""

from __future__ import annotations

from itertools import repeat
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import Scope

from .trips import by_hand, config, memory_for

ANN = Scope(user="ann")


class Talk:
    """A graph that is told things in conversations of their own."""

    def __init__(self) -> None:
        self.memory = memory_for()
        script: Any = repeat("Noted.")
        self.graph, self.model = by_hand(self.memory, script, InMemorySaver())

    def say(self, *texts: str) -> str:
        """Each in a conversation of its own; the memory block of the last one."""
        for number, text in enumerate(texts):
            message = HumanMessage(text, id=f"m{number}")
            self.graph.invoke({"messages": [message]}, config(text))
        shown = [m.text for m in self.model.calls[-1].messages]
        return next((text for text in shown if text.startswith("<memory")), "")

    @property
    def known(self) -> dict[str, bool]:
        """What is liked, and what is not."""
        found = self.memory.likings(self.graph.store, ANN)
        return {one.about: one.likes for one in found}


def test_case_32_likings_have_polarity_topic_and_source() -> None:
    """Dislikes are none, a denied one is, and each names its message and words."""
    talk = Talk()
    talk.say("I hate cilantro.", "我不吃香菜", "I don't dislike Go.", "I avoid dairy.")
    talk.say("I'm not a fan of opera.")
    assert talk.known == {
        "cilantro": False,
        "香菜": False,
        "go": True,
        "dairy": False,
        "opera": False,
    }
    found = {one.words: one for one in talk.memory.likings(talk.graph.store, ANN)}
    one = found["我不吃香菜"]
    assert (one.thread_id, one.message_id, one.likes) == ("我不吃香菜", "m1", False)
    assert one.at


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I love cilantro.", "I hate cilantro."),
        ("I avoid dairy.", "I eat dairy again."),
        ("我不吃香菜", "我现在喜欢香菜了"),
        ("我喜欢香菜", "我不再喜欢香菜了。"),
        ("我喜欢吃辣。", "我不吃辣了。"),
    ],
)
def test_case_39_what_contradicts_takes_the_place(before: str, after: str) -> None:
    """Only the newer liking holds, in both languages."""
    talk = Talk()
    talk.say(before)
    ((about, liked),) = talk.known.items()
    talk.say(after)
    assert talk.known == {about: not liked}


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I avoid dairy.", "Which dessert has no dairy?"),
        ("我不吃香菜", "推荐一道有香菜的菜"),
        ("I really enjoy Big Bang Theory.", "Is Big Bang Theory on tonight?"),
    ],
)
def test_likings_are_found_when_they_matter(said: str, asked: str) -> None:
    """In another conversation about the same thing, in the user's own words."""
    talk = Talk()
    talk.say(said)
    assert said in talk.say(asked)
    assert said not in talk.say("What time is it in Oslo?")


@pytest.mark.parametrize(
    "said",
    [
        "explain recursion",
        "Would Obsidian be useful for this app?",
        "Do I like opera?",
        "My boss hates cilantro.",
        "She wrote: I hate cilantro.",
        "如果我不吃香菜呢？",
    ],
)
def test_case_29_and_33_questions_and_others_leave_no_liking(said: str) -> None:
    """Neither what is asked or supposed, nor what others like."""
    talk = Talk()
    talk.say(said)
    assert talk.known == {}


def test_case_45_likings_are_not_dropped_before_facts() -> None:
    """Two likings among five facts are all kept, each as it was said."""
    talk = Talk()
    facts = ["I live in Oslo.", "I work at Acme.", "I have two dogs.", "I am a nurse."]
    talk.say(*facts, "I like Spider-Man.", "I really enjoy Big Bang Theory.")
    assert list(talk.known.values()) == [True, True]
    words = {one.words for one in talk.memory.likings(talk.graph.store, ANN)}
    assert words == {"I like Spider-Man.", "I really enjoy Big Bang Theory."}


async def test_the_same_from_asynchronous_code() -> None:
    """The asynchronous twin reads the same."""
    talk = Talk()
    await talk.graph.ainvoke({"messages": [HumanMessage("我吃素")]}, config("1"))
    (one,) = await talk.memory.alikings(talk.graph.store, ANN)
    assert (one.about, one.likes, one.words) == ("meat", False, "我吃素")

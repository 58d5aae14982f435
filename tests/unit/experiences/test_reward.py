"""What a dialogue is worth: resolved, in how many turns, and how the user felt."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage

from langgraph_memory import ConfigError, DialogueReward
from langgraph_memory.experiences.moods import sentiment, solved


def talk(*said: str, answer: str = "Here you are.") -> list[Any]:
    """A dialogue in which each message of the user is answered."""
    return [m for text in said for m in (HumanMessage(text), AIMessage(answer))]


@pytest.mark.parametrize(
    ("text", "is_solved"),
    [
        ("Thanks, that works!", True),
        ("Great, that solved it", True),
        ("That's all, thank you.", True),
        ("解决了，谢谢", True),
        ("可以了", True),
        ("That answers my question.", True),
        ("It's working again", True),
        ("That does not answer my question", False),
        ("It is not working now", False),
        ("It still does not work", False),
        ("That's not what I asked", False),
        ("I want to talk to a human", False),
        ("还是不行", False),
        ("没有解决", False),
        ("转人工", False),
        ("That hasn't helped. Oh wait, now it works", True),
        ("That works. No, it is still broken", False),
        ("What about tomorrow?", None),
        ("明天呢？", None),
        ("It doesn’t work.", False),
        ("It isn’t fixed", False),
        ("it no longer works", False),
        ("Nobody fixed it", False),
        ("I don't think that the problem is solved", False),
        ("You said it works. It does not.", False),
        ("The problem remains unsolved. Thank you.", False),
        ("Oh great, thanks for nothing", False),
        ("打印机还是打不开。", False),
        ("问题并没有得到解决。", False),
        ("不行。", False),
        ("没有任何作用", False),
        ("还没有完全解决", False),
        ("并不是解决了，只是绕过", False),
        ("你们的解决了个寂寞", False),
        ("It works now, thank you. Can I also get a receipt?", True),
        ("After the restart it works", True),
        ("I was not sure but it works now", True),
        ("没想到这么快就解决了", True),
        ("好了，谢谢你", True),
    ],
)
def test_what_a_user_says_of_the_end(text: str, is_solved: bool | None) -> None:  # noqa: FBT001  parametrised
    """He says that he has it, that he has not, or neither; the later word counts."""
    assert solved(text) is is_solved


@pytest.mark.parametrize(
    "text",
    [
        "Is the problem solved?",
        "is the problem solved",
        "It works now, right?",
        "Tell me when it works",
        "I wish it worked",
        "Call me once it's fixed",
        "Let me know if it works",
        "That's it? That is all?",
        "解决了吗？",
        "解决了没有",
        "什么时候能搞定？",
        "现在可以了吗",
        "希望能搞定",
        "等解决了告诉我",
    ],
)
def test_questions_wishes_and_conditions_are_no_statements(text: str) -> None:
    """Who ends with one does not say that he has what he came for; he waits for it."""
    assert solved(text) is None
    worth = DialogueReward().worth(talk("My card is lost", text))
    assert worth.resolved == 0.0
    assert DialogueReward().worth(talk("Lost", text, "It works now")).resolved == 1.0


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Perfect, thank you", 1),
        ("太好了，谢谢", 1),
        ("This is useless", -1),
        ("This is wrong!!!", -1),
        ("太慢了，很失望", -1),
        ("not bad", 1),
        ("That is not good", -1),
        ("A table for two", 0),
        ("", 0),
    ],
)
def test_how_a_user_feels(text: str, sign: int) -> None:
    """Words of joy and of anger count, and turn where they are denied."""
    mood = sentiment(text)
    assert -1 <= mood <= 1
    assert (mood > 0) - (mood < 0) == sign


def ending(text: str) -> float:
    """The worth of a short dialogue that ends in these words."""
    return DialogueReward().worth(talk("My kettle is broken", "It is W-1.", text)).total


@pytest.mark.parametrize(
    "text",
    [
        "Useless.",
        "No, wrong.",
        "This is a joke.",
        "I'll go elsewhere.",
        "Are you kidding?",
        "You never answered my question",
        "Great, another error.",
        "Oh wonderful, lost again.",
        "Perfect, now it's broken.",
        "Just great.",
        "👎",
        "不对",
        "我要投诉",
        "你根本没听懂",
        "太好了，又丢了",
        "以后再也不来了",
    ],
)
def test_a_complaint_is_worth_little(text: str) -> None:
    """Also one in words of joy about what nobody is glad of."""
    assert ending(text) <= 0.25


@pytest.mark.parametrize(
    "text",
    [
        "OK.",
        "Goodbye then.",
        "It is W-2, in fact.",
        "Thanks, but no.",
        "Thanks anyway.",
        "I would be glad if you called me",
        "Can you recommend a good hotel?",
        "真棒，还是打不开",
        "好的，再见",
    ],
)
def test_without_a_sign_of_content_a_dialogue_is_no_success(text: str) -> None:
    """Neither taking leave nor a polite wish tells that the user has what he came for."""
    assert ending(text) < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "Thanks!",
        "Great, the error is gone",
        "Great, another issue solved",
        "Great, now it doesn't crash any more",
        "No complaints, thank you",
        "It works now, no need to go elsewhere",
        "👍",
        "麻烦你了，谢谢",
        "没错，谢谢",
        "太好了，解决了",
        "谢谢，再见",
    ],
)
def test_who_is_content_may_speak_of_trouble(text: str) -> None:
    """Trouble that is gone, or a word that is denied, is no complaint."""
    assert ending(text) > 0.5


def test_a_resolved_short_and_glad_dialogue_is_worth_most() -> None:
    """Each part lowers the worth by itself."""
    reward = DialogueReward()
    good = reward.worth(talk("My card is lost", "Thanks, that works"))
    longer = reward.worth(talk("My card is lost", *["And then?"] * 7, "Thanks, that works"))
    crosser = reward.worth(talk("This is terrible, my card is lost", "That works"))
    open_end = reward.worth(talk("My card is lost", "Thanks, and where?"))
    bad = reward.worth(talk("My card is lost", "It still does not work!!!"))
    assert good.resolved == 1.0
    assert good.total > max(longer.total, crosser.total, open_end.total)
    assert bad.total < min(longer.total, crosser.total, open_end.total)
    assert (longer.turns, crosser.turns, good.turns) == (0.125, 1.0, 1.0)


def test_only_the_user_can_say_that_it_is_solved() -> None:
    """An assistant that claims it has not solved anything."""
    claimed = talk("My card is lost", answer="Your problem is solved, great!")
    assert DialogueReward().worth(claimed) == DialogueReward().worth(
        talk("My card is lost")
    )
    assert DialogueReward().worth([HumanMessage("Hi")]).resolved == 0.0
    assert DialogueReward().worth([]).resolved == 0.0


def test_the_problem_itself_is_no_verdict() -> None:
    """What opens a dialogue often says that something does not work."""
    worth = DialogueReward().worth(talk("My printer is not working, which is annoying"))
    assert worth.resolved == 0.5
    assert 0.25 < worth.total < 0.5


@given(st.lists(st.text(max_size=40), max_size=12))
def test_the_worth_is_a_share_whatever_is_said(said: list[str]) -> None:
    """All parts lie from 0 to 1, and it is what a run scores."""
    reward, messages = DialogueReward(), talk(*said)
    worth = reward.worth(messages)
    parts = (worth.resolved, worth.turns, worth.sentiment, worth.total)
    assert all(0.0 <= part <= 1.0 for part in parts)
    assert reward("any", {"messages": messages}) == worth.total


@pytest.mark.parametrize(
    "wrong",
    [
        {"resolved": -1.0},
        {"resolved": 0, "turns": 0, "sentiment": 0},
        {"few": 0},
        {"few": 4, "many": 4},
        {"turns": "much"},
    ],
)
def test_weights_that_mean_nothing_are_refused(wrong: dict[str, Any]) -> None:
    """The error names the field."""
    with pytest.raises(ConfigError, match=f"DialogueReward.({'|'.join(wrong)})|many"):
        DialogueReward(**wrong)

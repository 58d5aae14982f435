"""Masking and slots: what belongs to one run only does not get into lessons."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.experiences.masking import mask
from langgraph_memory.experiences.slots import Slots

PIECES = (
    "Book|a room|for|Ann Marie Lee|on|2026-03-01|March 3rd|at 18:30|#W123|credit_card_44"
    "|$120.50|12|3rd|ann@example.com|<city>|北京|3月5日|+86 138 0013 8000|/home/ann/x.txt"
    "|https://e.com/a?b=1|my name is|Bo|HTTP 404|'quoted'|.|,|-|Rome|\ud83d|\n"
)
TEXTS = st.lists(st.sampled_from(PIECES.split("|")), max_size=12).map(" ".join)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("order #W123 for ann@example.com", "order <id> for <email>"),
        ("from 2026-03-01 to March 3rd, 2026", "from <date> to <date>"),
        ("am 3月5日出发", "am <date>出发"),
        ("pay $1,200.50 for 3 rooms", "pay <amount> for <number> rooms"),
        ("call +44 20 7946 0958 at 18:30", "call <phone> at <time>"),
        ("see https://e.com/a?b=1 and /home/ann/x.txt", "see <url> and <path>"),
        ("a 2-night stay with credit_card_44", "a <number>-night stay with <id>"),
        ("my name is Ann Lee, I like tea", "my name is <name>, I like tea"),
        ("我叫李雷，想订酒店", "我叫<name>，想订酒店"),
        ("a room for Ann Marie Lee in town", "a room for <name> in town"),
        ("Book Ann Lee a quiet room", "Book <name> a quiet room"),
        (
            "a flight to Seattle for my friend Ann, please",
            "a flight to <name> for my friend <name>, please",
        ),
        ("HTTP 404 for item 77", "HTTP 404 for item <number>"),
        ("Cheapest Flights To Rome", "Cheapest Flights To Rome"),
    ],
)
def test_what_names_one_thing_is_masked(text: str, masked: str) -> None:
    """Ids, dates, amounts, addresses and names go; what a text is about stays."""
    assert mask(text) == masked


def test_secrets_are_masked() -> None:
    """A password or key never survives."""
    masked = mask("the password is hunter2 and the key sk-TEST-abc123def456ghi789jkl012")
    assert "hunter2" not in masked
    assert "abc123" not in masked


@given(TEXTS | st.text(max_size=60))
def test_masking_twice_changes_nothing(text: str) -> None:
    """A masked text stays as it is."""
    assert mask(mask(text)) == mask(text)


def test_values_of_arguments_become_slots() -> None:
    """A value is replaced by the name of the parameter it was given to."""
    slots = Slots(
        [{"origin": "Rome", "dest": "New York"}, {"trip": {"mode": "night train"}}]
    )
    text = "From rome to New York by night train, not by romeo"
    assert slots.fill(text) == "From <origin> to <dest> by <mode>, not by romeo"


def test_chinese_values_become_slots() -> None:
    """A Chinese value is found without blanks around it."""
    assert Slots([{"城市": "北京"}]).fill("我想去北京玩三天") == "我想去<城市>玩三天"


def test_parts_of_a_persons_name_become_slots() -> None:
    """First and last names count each for itself, other words of values do not."""
    slots = Slots([{"guest_name": "Ann Lee", "city": "New York"}])
    assert slots.fill("Tell Ann that New rooms are free") == (
        "Tell <guest_name> that New rooms are free"
    )


def test_common_words_are_no_slots() -> None:
    """Values such as `no` would tear ordinary sentences apart."""
    assert Slots([{"insurance": "no"}]).fill("there is no room") == "there is no room"


def test_short_codes_are_slots_as_they_are_written() -> None:
    """A code of three letters is found in capitals alone."""
    slots = Slots([{"origin": "SFO"}, {"country": "US"}])
    assert slots.fill("tell us about SFO and the US") == (
        "tell us about <origin> and the <country>"
    )


def test_names_of_tools_stay() -> None:
    """What is kept is neither a slot nor masked."""
    slots = Slots([{"tool": "search_v2"}], frozenset({"search_v2"}))
    assert slots.fill("call search_v2 for item 77") == "call search_v2 for item <number>"
    assert slots.fill("at most 77", frozenset({"77"})) == "at most 77"


@given(TEXTS)
def test_filling_twice_changes_nothing(text: str) -> None:
    """A text with slots stays as it is."""
    slots = Slots(
        [{"city": "Rome", "name": "Ann Marie Lee", "kind": "room", "城市": "北京"}]
    )
    assert slots.fill(slots.fill(text)) == slots.fill(text)

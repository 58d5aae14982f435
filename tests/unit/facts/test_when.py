"""When messages were said, and on which day happened what they tell of."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage

from langgraph_memory.facts.when import happened_on, said_at

SUNDAY = datetime(2023, 5, 7, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Yesterday I moved.", "2023-05-06"),
        ("I moved the day before yesterday.", "2023-05-05"),
        ("It broke last night", "2023-05-06"),
        ("I fly tomorrow morning.", "2023-05-08"),
        ("We met three days ago, I think.", "2023-05-04"),
        ("That was 2 weeks ago.", "2023-04-23"),
        ("The test is in a week.", "2023-05-14"),
        ("He came last Monday.", "2023-05-01"),
        ("He comes next Sunday.", "2023-05-14"),
        ("He came last Sunday.", "2023-04-30"),
        ("我昨天搬家了", "2023-05-06"),
        ("大前天下雨", "2023-05-04"),
        ("三天前我搬家了", "2023-05-04"),
        ("两个星期后出发", "2023-05-21"),
        ("上周一我去了上海", "2023-04-24"),
        ("下周日考试", "2023-05-14"),
    ],
)
def test_case_104_days_are_told_from_when_it_was_said(text: str, day: str) -> None:
    """Not from now, in English and Chinese."""
    assert happened_on(text, SUNDAY) == date.fromisoformat(day)


@pytest.mark.parametrize("text", ["", "I moved.", "Yesterdays are gone", "on 2023-05-01"])
def test_what_names_no_day_has_none(text: str) -> None:
    """Only what is told from the day of speaking is worked out."""
    assert happened_on(text, SUNDAY) is None


def test_the_zone_of_what_is_said_tells_the_day() -> None:
    """Where it is the seventh, yesterday is the sixth, whatever day it is in UTC."""
    there = datetime(2023, 5, 7, 1, tzinfo=timezone(timedelta(hours=9)))
    assert happened_on("yesterday", there) == date(2023, 5, 6)


def test_days_before_the_calendar_are_none() -> None:
    """They cannot be told."""
    assert happened_on("999 weeks ago", datetime(1, 1, 3, tzinfo=UTC)) is None


@pytest.mark.parametrize(
    "told",
    [
        "2023-05-07T10:00:00Z",
        "2023-05-07T10:00:00",
        "Sun, 07 May 2023 10:00:00 +0000",
        1_683_453_600,
        1_683_453_600_000.0,
        SUNDAY,
    ],
)
def test_messages_tell_when_they_were_said(told: Any) -> None:
    """In the forms of the web, of mail and of computers."""
    assert said_at(HumanMessage("Hello", additional_kwargs={"timestamp": told})) == SUNDAY
    assert said_at(HumanMessage("Hello", response_metadata={"created_at": told})) == SUNDAY


@given(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.lists(st.text())
)
def test_whatever_else_is_told_does_no_harm(told: Any) -> None:
    """What is no time is passed over."""
    at = said_at(HumanMessage("Hello", additional_kwargs={"date": told}))
    assert at is None or at.tzinfo is not None

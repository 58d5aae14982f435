"""What is stated outweighs what was learned where it was said, and beyond."""

from __future__ import annotations

from dataclasses import replace

import pytest

from langgraph_memory import PreferenceProfile
from langgraph_memory.preferences.contexts import Context

from .test_profile import LENGTH, hint, note, said, value


@pytest.mark.parametrize("times", [1, 3, 4, 6, 20])
@pytest.mark.parametrize("topic", ["", "technical"])
def test_a_statement_lasts_where_it_was_made(times: int, topic: str) -> None:
    """However often the opposite was said, the tags and what is learned follow."""
    earlier = (note(n, said("detailed"), topic=topic) for n in range(times))
    profile = PreferenceProfile().noted(*earlier)
    profile = profile.noted(note(30, said("short"), topic=topic))
    assert profile.tags(thread="a") == ("replies: short",)
    profile = profile.noted(*(note(n) for n in range(31, 39)))
    assert profile.predict()[LENGTH].ground == "learned"
    assert value(profile, topic=topic, day="weekday") == "short"
    assert profile.tags(thread="b") == ("replies: short",)


def test_other_days_keep_only_what_is_clear_beside_a_statement() -> None:
    """A few weekends yield to a general wish; long habits there are exceptions again."""

    def after(times: int) -> tuple[str, ...]:
        weekend = Context(day="weekend")
        habit = (note(n, hint("detailed")) for n in range(times))
        profile = PreferenceProfile().noted(*(replace(n, context=weekend) for n in habit))
        profile = profile.noted(note(80, said("short")))
        assert profile.tags(thread="a") == ("replies: short",)
        return profile.noted(*(note(n) for n in range(81, 90))).tags()

    assert after(3) == ("replies: short",)
    assert after(70) == ("replies: short, except weekends: detailed",)


def test_an_exception_stands_beside_the_rule_of_its_message() -> None:
    """One message may give the exception first, and then what holds elsewhere."""
    both = note(0, said("detailed", topic="technical"), said("short"), topic="technical")
    profile = PreferenceProfile().noted(both)
    assert profile.tags() == ("replies: short, except technical: detailed",)
    assert value(profile, topic="technical", day="weekday") == "detailed"
    assert value(profile, topic="travel", day="weekday") == "short"

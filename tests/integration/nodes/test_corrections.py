"""What the user corrects by hand holds everywhere."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from langgraph_memory.preferences.contexts import Context
from langgraph_memory.testing import Clock

from .test_preferences import ANN, Talk
from .trips import memory_for


@pytest.mark.parametrize("day", [3, 7])
def test_case_111_a_correction_holds_on_all_days_and_topics(day: int) -> None:
    """What was said on some day, or of a topic, is no exception to a later correction."""
    clock = Clock(datetime(2026, 3, day, 12, tzinfo=UTC))
    talk = Talk(memory_for(clock=clock))
    for number in range(3):
        talk.say("Keep it short.", thread=f"{number}")
        talk.say("For technical questions, keep it short.", thread=f"{number}")
    clock.advance(minutes=1)
    memory, store = talk.memory, talk.graph.store
    memory.prefer(store, ANN, "response_length", "detailed")
    shown = talk.say("Hello.", thread="9")
    assert "replies: detailed\n" in shown
    clock.advance(minutes=1)
    for number in range(7):
        talk.say("No emojis." if number % 2 else "Be formal.", thread="8")
    profile = memory.preferences(store, ANN)
    assert profile.tags() == ("replies: detailed", "style: formal", "emojis: none")
    for context in (Context(day="weekday"), Context(topic="technical", day="weekend")):
        found = profile.predict(context)["response_length"]
        assert (found.value, found.ground) == ("detailed", "learned")
        told = f"detailed, learned since {day} March 2026: corrected ({day} March 2026)"
        assert found.why == told

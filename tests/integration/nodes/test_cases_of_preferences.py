"""Cases of language and of time, as far as they bear on how a user likes to be answered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from functools import partial

import pytest
from langchain_core.messages import HumanMessage

from langgraph_memory import MemoryConfig, PreferenceConfig, PreferenceProfile, Scope
from langgraph_memory.preferences.contexts import Context
from langgraph_memory.preferences.hearing import note_of
from langgraph_memory.testing import Clock

from .test_preferences import SHORT, Talk
from .trips import config, memory_for

ANN = Scope(user="ann")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("请说得简短一点。", "请说得简短一点"),
        ("Keep it short.", "keep it short"),
        ("谢谢！以后回答短一点。", "以后回答短一点"),
        ("OK. 请简短一点。 Where is Rome?", "请简短一点"),
    ],
)
def test_case_88_wishes_keep_the_users_language(said: str, words: str) -> None:
    """The reason names the user's own words, whatever language, mixed or not."""
    talk = Talk()
    assert SHORT in talk.say(said)
    found = talk.memory.preferences(talk.graph.store, ANN)
    assert f'"{words}"' in found.predict()["response_length"].why


def test_case_89_three_characters_are_a_wish() -> None:
    """No wish is dropped for being short."""
    assert "content: simple" in Talk().say("说人话")
    assert SHORT in Talk().say("太长了")


def test_case_103_naive_times_and_zones_compare() -> None:
    """Notes and pins written under clocks of every kind are read in one order."""
    talk = Talk()
    store = talk.graph.store
    times = [
        datetime(2026, 5, 1, 8),  # noqa: DTZ001  on purpose
        datetime(2026, 5, 1, 18, tzinfo=timezone(timedelta(hours=9))),
        datetime(2026, 5, 1, 10, tzinfo=UTC),
    ]
    for at, value in zip(times, ("short", "medium", "detailed"), strict=True):
        memory = memory_for(clock=partial(max, at, at))
        memory.prefer(store, ANN, "response_length", value)
    found = talk.memory.preferences(store, ANN)
    assert [note.at[:13] for note in found.notes] == [
        "2026-05-01T08",
        "2026-05-01T09",
        "2026-05-01T10",
    ]
    assert found.tags() == ("replies: detailed",)


def test_case_104_old_messages_count_at_their_own_time() -> None:
    """What is brought in later is placed by when it was said, not by when it is read."""
    sunday, monday = datetime(2023, 5, 7, 12), datetime(2023, 5, 8, 12)  # noqa: DTZ001
    profile = PreferenceProfile()
    for text, at in (("Be more detailed.", monday), ("Keep it short.", sunday)):
        profile = profile.heard(text, key=text, at=at)
    assert [note.context.day for note in profile.notes] == ["weekend", "weekday"]
    found = profile.predict(Context(day="weekday"))["response_length"]
    assert found.value == "detailed"
    assert found.since == "2023-05-08T12:00:00.000000+00:00"
    assert "since 8 May 2023" in found.why


def test_case_104_imported_messages_tell_when_they_were_said() -> None:
    """A message that names its time counts then: it undoes no wish that came later."""
    clock = Clock(datetime(2026, 5, 5, 12, tzinfo=UTC))
    talk = Talk(memory_for(clock=clock))
    talk.say("From now on, keep it short.")
    sunday = {"timestamp": "2023-05-07T10:00:00+00:00"}
    old = HumanMessage("Be more detailed.", additional_kwargs=sunday)
    talk.graph.invoke({"messages": [old]}, config("2"))
    found = talk.memory.preferences(talk.graph.store, ANN)
    assert found.tags() == (SHORT,)
    assert [(note.at[:10], note.context.day) for note in found.notes] == [
        ("2023-05-07", "weekend"),
        ("2026-05-05", "weekday"),
    ]
    assert SHORT in talk.say("Hello.", thread="3")
    ahead = HumanMessage("Be formal.", additional_kwargs={"timestamp": "2199-01-01"})
    talk.graph.invoke({"messages": [ahead]}, config("4"))
    clock.advance(minutes=1)
    talk.say("Be casual.", thread="5")
    found = talk.memory.preferences(talk.graph.store, ANN)
    assert found.tags() == (SHORT, "style: casual")


def test_case_104_weekends_begin_where_the_user_is() -> None:
    """A Friday evening in Greenwich is a Saturday in Shanghai."""
    clock = Clock(datetime(2026, 5, 1, 20, tzinfo=UTC))  # a Friday
    shanghai = PreferenceConfig(time_zone="Asia/Shanghai")
    for settings, day in ((PreferenceConfig(), "weekday"), (shanghai, "weekend")):
        talk = Talk(memory_for(config=MemoryConfig(preferences=settings), clock=clock))
        talk.say("Keep it short.")
        (note,) = talk.memory.preferences(talk.graph.store, ANN).notes
        assert note.context.day == day
        assert note.at.startswith("2026-05-01T20:00:00")


def test_case_105_reading_and_summing_move_no_times() -> None:
    """Since when a wish holds stays, whatever is read, pinned or merged afterwards."""
    clock = Clock(datetime(2026, 3, 3, 12, tzinfo=UTC))
    talk = Talk(memory_for(clock=clock), turns=20)
    talk.say("Keep it short.")
    memory, store = talk.memory, talk.graph.store
    since = memory.preferences(store, ANN).predict()["response_length"].since
    for _ in range(3):
        clock.advance(days=1)
        talk.say("Where is Rome?", thread="2")
        memory.prefer(store, ANN, "emojis", "none", pin=True)
    found = memory.preferences(store, ANN)
    merged = found.merged(PreferenceProfile.from_dict(found.to_dict()))
    for one in (found, merged):
        assert one.predict()["response_length"].since == since


def test_messages_read_together_keep_their_order() -> None:
    """Of two wishes in one input the later one holds, though one clock time has both."""
    talk = Talk(memory_for(clock=Clock(datetime(2026, 3, 3, 12, tzinfo=UTC))))
    said = [HumanMessage("Be more detailed."), HumanMessage("Keep it short.")]
    talk.graph.invoke({"messages": said}, config("1"))
    found = talk.memory.preferences(talk.graph.store, ANN)
    assert found.tags() == (SHORT,)
    first, second = found.notes
    assert first.at < second.at


def test_a_note_without_a_message_id_is_named_all_the_same() -> None:
    """Notes of older times, and of messages without ids, are read."""
    note = note_of("Keep it short.", key="a", at=datetime(2026, 3, 3, tzinfo=UTC))
    old = {key: value for key, value in note.to_dict().items() if key != "message"}
    assert type(note).from_dict(old) == note

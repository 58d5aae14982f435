"""The profile: notes in, predictions, tags and reasons out."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langgraph_memory import ConfigError, PreferenceProfile
from langgraph_memory.preferences.contexts import Context, context_of
from langgraph_memory.preferences.dimensions import DIMENSIONS, Dimension
from langgraph_memory.preferences.notes import Note, Signal, stamp

LENGTH = "response_length"
START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def note(number: int, *signals: Signal, topic: str = "", thread: str = "a") -> Note:
    at = stamp(START + timedelta(hours=number))
    context = Context(topic=topic, day="weekday")
    return Note(
        key=f"m{number}",
        at=at,
        signals=signals,
        context=context,
        thread=thread,
        turn=number,
    )


def said(value: str, *, once: bool = False, topic: str = "") -> Signal:
    return Signal(
        dimension=LENGTH, value=value, confidence=0.96, stated=True, once=once, topic=topic
    )


def hint(value: str) -> Signal:
    return Signal(dimension=LENGTH, value=value, confidence=0.6)


def settled(value: str, count: int = 20) -> PreferenceProfile:
    return PreferenceProfile().noted(*(note(n, hint(value)) for n in range(count)))


def value(profile: PreferenceProfile, **where: str) -> str:
    thread = where.pop("thread", "a")
    return profile.predict(Context(**where), thread=thread)[LENGTH].value


def test_knows_nothing_at_first() -> None:
    """Without signals nothing is predicted and nothing is told."""
    assert PreferenceProfile().predict() == {}
    assert PreferenceProfile().tags() == ()


def test_a_statement_is_obeyed_at_once() -> None:
    """What the user says holds at the very next turn, whatever was learned before."""
    profile = settled("detailed", 60).noted(note(60, said("short")))
    assert value(profile) == "short"
    assert profile.predict()[LENGTH].ground == "stated"


def test_a_statement_lasts() -> None:
    """After five turns it is strong evidence, and still holds against a few hints."""
    profile = settled("detailed").noted(note(20, said("short")))
    profile = profile.noted(*(note(n) for n in range(21, 27)))
    assert profile.predict()[LENGTH].ground == "learned"
    assert value(profile) == "short"


def test_hints_do_not_lift_a_statement() -> None:
    """For five turns a statement is obeyed against hints."""
    profile = settled("short").noted(note(20, said("short")))
    profile = profile.noted(*(note(n, hint("detailed")) for n in range(21, 25)))
    assert value(profile) == "short"


def test_this_time_only_is_not_learned() -> None:
    """`Just this once` holds in its conversation for a few turns and leaves no trace."""
    before = settled("short")
    profile = before.noted(note(20, said("detailed", once=True)))
    assert value(profile) == "detailed"
    assert value(profile, thread="b") == "short"
    assert profile.tags(thread="a") == ("replies: detailed this time",)
    assert profile.tags(thread="b") == before.tags()
    after = profile.noted(*(note(n) for n in range(21, 26)))
    assert value(after) == "short"
    assert after.standing.tracks == before.standing.tracks


def test_exceptions_are_kept_by_topic() -> None:
    """`For technical topics, be detailed` holds there and nowhere else, and lasts."""
    profile = settled("short").noted(note(20, said("detailed", topic="technical")))
    profile = profile.noted(*(note(n) for n in range(21, 30)))
    assert value(profile, topic="technical", day="weekday") == "detailed"
    assert value(profile, topic="travel", day="weekday") == "short"
    assert profile.tags() == ("replies: short, except technical: detailed",)


def test_tags_change_only_with_what_they_say() -> None:
    """More of the same leaves the tags as they are, byte for byte."""
    profile, seen = settled("short", 5), set()
    for number in range(5, 60):
        other = "medium" if number % 7 == 0 else "short"
        profile = profile.noted(note(number, hint(other)))
        seen.add(profile.tags())
    assert seen == {("replies: short",)}


def test_a_change_is_kept_with_its_time() -> None:
    """A change that is sure is in the history, once, with the moment it was noticed."""
    profile = settled("detailed").noted(*(note(n, hint("short")) for n in range(20, 40)))
    (change,) = profile.changes
    assert (change.dimension, change.old, change.new) == (LENGTH, "detailed", "short")
    assert (
        stamp(START + timedelta(hours=20)) < change.at < stamp(START + timedelta(hours=34))
    )


def test_says_since_when_and_from_which_messages() -> None:
    """A prediction has its reasons: the messages that spoke for it."""
    profile = settled("detailed", 2).noted(note(2, said("short")))
    found = profile.predict(thread="a")[LENGTH]
    assert found.sources == ("m2",)
    assert found.since == stamp(START + timedelta(hours=2))


@settings(max_examples=40, deadline=None)
@given(st.permutations(range(12)), st.lists(st.integers(0, 11), max_size=6))
def test_order_and_repetition_do_not_matter(order: list[int], again: list[int]) -> None:
    """The same messages give the same profile, in any order and however often."""
    values = ("short", "medium", "detailed")
    notes = [note(n, hint(values[n * n % 3])) for n in range(12)]
    straight = PreferenceProfile().noted(*notes)
    mixed = PreferenceProfile()
    for number in [*order, *again]:
        mixed = mixed.noted(notes[number])
    assert mixed == straight
    assert mixed.standing == straight.standing


def test_turns_at_the_same_time_merge() -> None:
    """Two profiles that were led apart are joined without loss, in either order."""
    base = settled("short", 70)
    left = base.noted(*(note(n, hint("short")) for n in range(70, 76)))
    right = base.noted(*(note(n, hint("detailed")) for n in range(76, 110)))
    both = left.merged(right)
    assert both.standing == right.merged(left).standing
    keys = {one.key for one in both.notes} | set(both.folded)
    assert keys == {f"m{n}" for n in range(110)}
    assert both.merged(left) == both


def test_folding_changes_nothing() -> None:
    """Old notes are folded away, and what follows from them stays."""
    profile = settled("short", 200)
    assert len(profile.notes) <= 64
    standing, known = profile.settled, {one.name: one for one in profile.dimensions}
    for one in profile.notes:
        standing = standing.after(one, known)
    assert standing == profile.standing


def test_survives_as_plain_data() -> None:
    """A profile goes through JSON unchanged, and stays small."""
    profile = settled("short", 300).noted(note(300, said("detailed", once=True)))
    profile = profile.pinned("emojis", "none")
    text = json.dumps(profile.to_dict())
    assert PreferenceProfile.from_dict(json.loads(text)) == profile
    assert len(text) < 40_000
    with pytest.raises(ValueError, match="no profile"):
        PreferenceProfile.from_dict({"notes": []})
    with pytest.raises(ValueError, match="no standing"):
        PreferenceProfile.from_dict(profile.to_dict() | {"settled": {}})
    with pytest.raises(ValueError, match="no note"):
        PreferenceProfile.from_dict(profile.to_dict() | {"notes": [{"key": "x"}]})


def test_values_may_be_listed_in_another_order() -> None:
    """What is stored keeps its meaning; values that are others by now are not known."""

    def humour(*values: str) -> tuple[Dimension, ...]:
        return (*DIMENSIONS, Dimension(name="humour", values=values))

    wit = Signal(dimension="humour", value="dry", confidence=0.96, stated=True)
    profile = PreferenceProfile(dimensions=humour("dry", "none", "warm"))
    profile = profile.noted(note(0, wit), *(note(n, hint("short")) for n in range(1, 80)))
    assert "humour" in profile.settled.tracks
    data = json.loads(json.dumps(profile.to_dict()))
    moved = PreferenceProfile.from_dict(data, humour("none", "warm", "dry"))
    assert "humour: dry" in moved.tags()
    assert moved.predict()["humour"].value == "dry"
    back = json.loads(json.dumps(moved.to_dict()))
    same = PreferenceProfile.from_dict(back, humour("dry", "none", "warm"))
    assert same.standing == profile.standing
    others = PreferenceProfile.from_dict(data, humour("none", "silly", "dry"))
    assert "humour" not in others.predict()
    unaware = PreferenceProfile.from_dict(data, DIMENSIONS).to_dict()
    again = PreferenceProfile.from_dict(unaware, humour("none", "warm", "dry"))
    assert again.predict()["humour"].value == "dry"
    del data["settled"]["values"]  # as earlier releases wrote it
    kept = PreferenceProfile.from_dict(data, profile.dimensions)
    assert kept.predict() == profile.predict()


def test_the_user_pins_corrects_and_deletes() -> None:
    """What is laid down goes before what is learned, and what is deleted is gone."""
    profile = settled("detailed").pinned(LENGTH, "short")
    assert value(profile) == "short"
    assert profile.predict()[LENGTH].ground == "pinned"
    assert profile.tags() == ("replies: short",)
    assert value(profile.unpinned(LENGTH)) == "detailed"
    gone = profile.without(LENGTH)
    assert gone.predict() == {}
    assert LENGTH not in json.dumps(gone.to_dict())
    for wrong in (("mood", "good"), (LENGTH, "endless")):
        with pytest.raises(ConfigError):
            profile.pinned(*wrong)


def test_follows_dimensions_of_ones_own() -> None:
    """Dimensions can be added; signals of unknown ones say nothing."""
    humour = Dimension(name="humour", values=("dry", "none"))
    signal = Signal(dimension="humour", value="dry", confidence=0.9, stated=True)
    mine = PreferenceProfile(dimensions=(*DIMENSIONS, humour)).noted(note(0, signal))
    assert mine.predict()["humour"].value == "dry"
    assert mine.tags() == ("humour: dry",)
    assert PreferenceProfile().noted(note(0, signal)).predict() == {}
    strange = Signal(dimension=LENGTH, value="endless", confidence=0.9)
    assert PreferenceProfile().noted(note(0, strange)).predict() == {}


def test_case_103_times_with_and_without_a_zone_compare() -> None:
    """Naive times are taken for UTC, others are turned into it."""
    naive = datetime(2026, 3, 2, 9)  # noqa: DTZ001 - on purpose
    tokyo = datetime(2026, 3, 2, 18, tzinfo=timezone(timedelta(hours=9)))
    assert stamp(naive) == stamp(tokyo) == stamp(START)


def test_weekends_begin_where_the_user_is() -> None:
    """The kind of day follows the user's own time zone."""
    friday = datetime(2026, 3, 6, 18, tzinfo=UTC)
    assert context_of("", friday, UTC).day == "weekday"
    assert context_of("", friday, ZoneInfo("Asia/Shanghai")).day == "weekend"


def test_listens_to_messages() -> None:
    """What the user writes is read, once, and shows in the tags."""
    at = datetime(2026, 3, 7, 9)  # noqa: DTZ001 - without a zone, on purpose
    profile = PreferenceProfile().heard("No emojis, please.", key="1", at=at)
    profile = profile.heard("太长了", key="2", at=at, reply="word " * 400)
    again = profile.heard("太长了", key="2", at=at)
    assert again == profile
    assert profile.tags() == ("replies: short", "emojis: none")
    assert profile.notes[0].context.day == "weekend"

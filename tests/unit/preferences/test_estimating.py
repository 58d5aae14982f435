"""Evidence, its estimates by context, and how changes are noticed."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.preferences.contexts import Context
from langgraph_memory.preferences.drift import accumulated
from langgraph_memory.preferences.estimating import Cell, add, experts
from langgraph_memory.preferences.evidence import likelihoods, log_odds, weight
from langgraph_memory.preferences.tracking import START, Track

PATH = Context(topic="technical", day="weekday").path


def heard(track: Track, place: int, times: int, path: tuple[str, ...] = PATH) -> Track:
    for _ in range(times):
        track = track.learned(path, place, 0.78).track
    return track


def test_evidence_weighs_as_its_confidence_says() -> None:
    """For three values the weight is ln(2c/(1 − c))/ln 6."""
    assert weight(0.75, 3) == pytest.approx(1)
    assert weight(0.96, 3) == pytest.approx(log(48) / log(6))
    assert weight(1 / 3, 3) == weight(0.1, 3) == 0
    assert weight(1.0, 3) == weight(0.99, 3) == pytest.approx(log(198) / log(6))
    assert weight(0.75, 2) == pytest.approx(1)
    assert log_odds(0.75, 2) == pytest.approx(log(3))


@given(st.floats(0, 1), st.floats(0, 1), st.integers(2, 6))
def test_likelihoods_of_all_values_sum_to_one(
    share: float, confidence: float, values: int
) -> None:
    """A signal names some value, whatever was believed."""
    others = [(1 - share) / (values - 1)] * (values - 1)
    assert sum(likelihoods([share, *others], confidence, values)) == pytest.approx(1)


def test_the_first_evidence_counts_in_full() -> None:
    """The long mean is corrected for its start: one signal has its whole weight."""
    cells: dict[str, Cell] = {}
    add(cells, PATH, (2, 1.0), 3)
    whole = experts(cells, PATH, 3)[4]
    # (1 + 3·⅓)/(1 + 3) and 3·⅓/(1 + 3)
    assert whole == pytest.approx([0.25, 0.25, 0.5])


def test_contexts_are_shrunk_to_their_parents() -> None:
    """A context with little evidence of its own says what its parents say."""
    cells: dict[str, Cell] = {}
    for _ in range(30):
        add(cells, Context(topic="travel", day="weekday").path, (0, 1.0), 3)
    add(cells, PATH, (2, 1.0), 3)
    found = experts(cells, PATH, 3)
    whole, topic = found[4], found[5]
    assert topic == pytest.approx(
        [(3 * whole[0]) / 4, (3 * whole[1]) / 4, (1 + 3 * whole[2]) / 4]
    )
    unknown = experts(cells, Context(topic="food", day="weekend").path, 3)
    assert unknown[5] == unknown[4] == unknown[7]


def test_topics_are_told_apart() -> None:
    """An exception for one topic is learned beside what holds elsewhere."""
    elsewhere = Context(topic="travel", day="weekday").path
    track = Track(values=3)
    for _ in range(15):
        track = heard(heard(track, 2, 1), 0, 2, elsewhere)
    here, there = track.shares(PATH), track.shares(elsewhere)
    assert here.index(max(here)) == 2
    assert there.index(max(there)) == 0


def test_trust_starts_as_in_pamu_and_is_learned() -> None:
    """The estimates begin with .4 and .6, and those that were right gain."""
    assert sum(START[:4]) == pytest.approx(0.4)
    assert sum(START[4:]) == pytest.approx(0.6)
    track = heard(heard(Track(values=3), 0, 20), 2, 6)
    assert Track(values=3).trusted(PATH) == pytest.approx(START)
    assert sum(track.trusted(PATH)) == pytest.approx(1)
    assert sum(track.trusted(PATH)[:4]) > sum(START[:4])


def test_sums_of_log_odds_have_a_direction() -> None:
    """Evidence for one other value speaks for that one, and never below zero."""
    gain = log_odds(0.78, 3)
    assert accumulated([0.0, 1.0, 0.0], 0, (2, 0.78)) == pytest.approx([0, 1, gain])
    assert accumulated([0.0, 1.0, 2.5], 0, (0, 0.78)) == pytest.approx([0, 0, 2.5 - gain])


def test_a_change_is_noticed_once_and_later_told() -> None:
    """Most is forgotten when a change is likely; the user is told when it is sure."""
    track = heard(Track(values=3), 0, 20)
    noticed, told = [], []
    for number in range(1, 8):
        learned = track.learned(PATH, 2, 0.78)
        track = learned.track
        noticed += [number] * learned.forgot
        told += [(number, learned.changed)] if learned.changed else []
    # ln(2·.78/.22) = 1.96: three reach 5, five reach 8
    assert noticed[0] == 3
    assert told == [(5, (0, 2))]


@given(st.lists(st.tuples(st.integers(0, 2), st.floats(0, 1)), max_size=30))
def test_shares_stay_shares(signals: list[tuple[int, float]]) -> None:
    """Whatever is signalled, the estimates stay shares and survive as plain data."""
    track = Track(values=3)
    for place, confidence in signals:
        track = track.learned(PATH, place, confidence).track
    assert sum(track.shares(PATH)) == pytest.approx(1)
    assert min(track.shares(PATH)) > 0
    assert Track.from_dict(track.to_dict()) == track


def test_many_topics_take_bounded_room() -> None:
    """The contexts that were not met for longest are dropped."""
    track = Track(values=3)
    for number in range(100):
        path = Context(topic=f"topic {number}", day="weekday").path
        track = track.learned(path, 0, 0.78).track
    assert len(track.cells) == 64
    assert {"", "d:weekday", "t:topic 99"} <= set(track.cells)
    assert len(track.shown) <= 64


def test_damaged_tracks_are_refused() -> None:
    """What is no track is an error, not an empty one."""
    with pytest.raises(ValueError, match="no track"):
        Track.from_dict({"values": 3})

"""Events of decisions, and the tally they are folded into."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory._covering import covered
from langgraph_memory.cards.selection.statistics import Statistics
from langgraph_memory.recall.tally import (
    Tally,
    event_of,
    read_event,
    total,
)

counts = st.tuples(st.floats(0, 9).map(lambda n: round(n, 2)), st.integers(0, 3).map(float))
taught = st.dictionaries(st.sampled_from(["a|x", "a|y", "b|x"]), counts).map(Statistics)
events = st.dictionaries(st.integers(0, 99).map(str), taught, max_size=8)


def alike(one: Statistics, other: Statistics) -> bool:
    """Whether the counts are the same, but for how sums are rounded."""
    return one.rates.keys() == other.rates.keys() and all(
        pair == pytest.approx(other.rates[key], abs=1e-2) for key, pair in one.rates.items()
    )


def test_an_event_is_read_back_as_what_the_decision_taught() -> None:
    """Each field counts by itself, and once more with the tool that was called last."""
    event = json.loads(json.dumps(event_of("list", {"get|port": (0.25, 1.0)})))
    assert read_event(event).rates == {
        "get|port": (0.25, 1.0),
        "list|get|port": (0.25, 1.0),
    }


def test_an_event_holds_what_tells_something() -> None:
    """What was hardly expected and not used is left out; what was used is not."""
    places = {"a|x": (0.001, 0.0), "a|y": (0.001, 0.5), "a|z": (0.3, 0.0)}
    assert list(event_of("", places)["places"]) == ["a|y", "a|z"]


def test_an_event_is_small_whatever_tools_say() -> None:
    """Of ten thousand fields some stay, what was used before all; endless names do not."""
    places = {f"a|{'x' * i}": (0.5 + 1 / (i + 1), 0.0) for i in range(10_000)}
    event = event_of("t" * 10_000, places | {"b|used": (0.0, 1.0)})
    assert len(event["places"]) == 64
    assert "b|used" in event["places"]
    assert "a|" in event["places"]
    assert len(json.dumps(event)) < 20_000


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"last": "", "places": {"a|x": [1.0]}},
        {"last": "", "places": {"a|x": ["many", 0.0]}},
        {"last": "", "places": {"a|x": [float("nan"), 0.0]}},
        {"last": "", "places": {"a|x": [1.0, -1.0]}},
    ],
)
def test_what_is_no_event_is_refused(value: Mapping[str, object]) -> None:
    """Counts are pairs of numbers from 0 up, and nothing else is read as such."""
    with pytest.raises((KeyError, TypeError, ValueError)):
        read_event(value)


@given(events, events, events)
def test_a_fold_changes_no_total(
    first: dict[str, Statistics], second: dict[str, Statistics], late: dict[str, Statistics]
) -> None:
    """Whether events are still there beside the tally that counts them or not."""
    one = Tally().folded(first, "1")
    new = {key: value for key, value in second.items() if key not in one.known}
    both = one.folded(new, "2")
    late = {key: value for key, value in late.items() if key not in both.known}
    expected = total((), first | new | late)
    assert alike(total([both], late), expected)
    assert alike(total([both], first | new | late), expected)
    assert covered([both]) == first.keys() | new.keys()


@given(events, events)
def test_a_tally_is_plain_data(
    first: dict[str, Statistics], second: dict[str, Statistics]
) -> None:
    """It comes back from JSON as it was."""
    tally = Tally().folded(first, "1").folded(second, "2")
    assert Tally.from_dict(json.loads(json.dumps(tally.to_dict()))) == tally


def test_a_tally_does_not_grow_without_end() -> None:
    """Of many names those stay that have seen most; of old events, the newest 2,000."""
    many = {f"a|{i}x": (float(i), 0.0) for i in range(5_000)}
    tally = Tally().folded({"e": Statistics(many)}, "0")
    assert len(tally.rates.rates) == 2_000
    assert "a|4999x" in tally.rates.rates
    for i in range(5):
        tally = tally.folded({f"{i}-{j}": Statistics() for j in range(1_000)}, str(i))
    assert len(tally.past) == 2_000
    assert tally.covers == tuple(f"4-{j}" for j in range(1_000))
    assert {"3-0", "2-999"} < tally.known

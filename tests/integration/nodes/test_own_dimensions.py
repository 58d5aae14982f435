"""Dimensions that the user adds are followed in graphs like the others."""

from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory import (
    ConfigError,
    Dimension,
    Memory,
    MemoryConfig,
    MemoryWarning,
    PreferenceConfig,
    PruneConfig,
    Scope,
)
from langgraph_memory.testing import Clock

from .test_preferences import SHORT, Talk
from .trips import memory_for

ANN = Scope(user="ann")
UNITS = Dimension(
    name="units",
    values=("metric", "imperial"),
    phrases={
        "metric": ("use metric units", "用公制单位"),
        "imperial": ("use imperial units",),
    },
)
METRIC = "units: metric"


def following(*dimensions: Dimension, **settings: Any) -> Memory:
    """A memory that follows these, too."""
    preferences = PreferenceConfig(dimensions=dimensions)
    return memory_for(
        config=MemoryConfig(preferences=preferences, prune=PruneConfig(every_seconds=1)),
        **settings,
    )


@pytest.mark.parametrize(
    "said",
    [
        "Please use metric units.",
        "From now on use metric units, please.",
        "以后请用公制单位。",
        "Use  metric units always!",
    ],
)
def test_phrases_count_where_they_make_up_a_clause(said: str) -> None:
    """Politeness and time around a phrase do no harm, in both languages."""
    assert METRIC in Talk(following(UNITS)).say(said)


@pytest.mark.parametrize(
    "said",
    [
        "My boss said use metric units.",
        'He wrote "use metric units".',
        "Do use metric units confuse people?",
        "Engineers use metric units in the lab.",
    ],
)
def test_phrases_in_other_clauses_say_nothing(said: str) -> None:
    """Quotations, others, questions and longer clauses are left out, as with all wishes."""
    assert "units" not in Talk(following(UNITS)).say(said).partition("<memory")[2]


def test_a_function_gives_signals() -> None:
    """What a function hears is obeyed at the same turn."""
    pace = Dimension(
        name="pace",
        values=("slow", "fast"),
        hears=lambda text: "fast" if "hurry" in text else None,
    )
    talk = Talk(following(UNITS, pace))
    assert "pace: fast" in talk.say("I am in a hurry.")
    assert "pace: fast" in talk.say("Hello.", thread="2")


@pytest.mark.parametrize(
    ("hears", "why"),
    [(lambda _: 1 / 0, "ZeroDivisionError"), (lambda _: "endless", "has the values")],
)
def test_a_function_that_fails_is_reported_and_the_rest_counts(
    hears: Any, why: str
) -> None:
    """Its failure is told; what rules read in the message is noted all the same."""
    pace = Dimension(name="pace", values=("slow", "fast"), hears=hears)
    talk = Talk(following(UNITS, pace))
    with pytest.warns(MemoryWarning, match=why):
        shown = talk.say("Keep it short. Use metric units.")
    assert SHORT in shown
    assert METRIC in shown


def test_they_are_read_corrected_pinned_deleted_and_pruned() -> None:
    """What may be done with the usual dimensions may be done with one's own."""
    clock = Clock()
    talk = Talk(following(UNITS, clock=clock), turns=20)
    memory, store = talk.memory, talk.graph.store
    for number in range(4):
        talk.say("Use metric units.", thread=str(number))
        clock.advance(minutes=20)
    events = [i.value["event"] for i in store.search(ANN.namespace("preferences"))]
    assert events.count("sum") == 1
    assert memory.preferences(store, ANN).predict()["units"].value == "metric"
    memory.prefer(store, ANN, "units", "imperial")
    assert "units: imperial" in talk.say("Hello.", thread="8")
    memory.prefer(store, ANN, "units", "metric", pin=True)
    assert METRIC in talk.say("Use imperial units.", thread="9")
    memory.forget_preference(store, ANN, "units")
    assert memory.preferences(store, ANN).predict() == {}
    with pytest.raises(ConfigError):
        memory.prefer(store, ANN, "units", "nautical")


def test_what_is_no_longer_followed_does_no_harm() -> None:
    """Another memory over the same store knows other dimensions, or others values."""
    clock = Clock()
    talk = Talk(following(UNITS, clock=clock))
    for number in range(2):
        talk.say("Use metric units. Keep it short.", thread=str(number))
        clock.advance(minutes=20)
    talk.memory.prefer(talk.graph.store, ANN, "units", "metric", pin=True)
    others = Dimension(name="units", values=("si", "cgs", "natural"))
    for memory in (following(), following(others)):
        assert memory.preferences(talk.graph.store, ANN).tags() == (SHORT,)


@pytest.mark.parametrize(
    "wrong",
    [
        {"values": ["metric", "imperial"]},
        {"values": (1, 2)},
        {"values": None},
        {"values": "mi"},
        {"values": ("metric", ["imperial"])},
        {"name": None},
        {"name": 1},
        {"label": None},
        {"phrases": [("metric", "use")]},
        {"phrases": None},
        {"phrases": {"metric": None}},
        {"phrases": {"metric": {"use it": 1}}},
        {"phrases": {"metric": ("Use it",), "imperial": ("use  it",)}},
    ],
)
def test_refuses_what_is_of_the_wrong_kind(wrong: dict[str, Any]) -> None:
    """Each is a clear error, when the dimension is made."""
    with pytest.raises(ConfigError, match="Dimension"):
        Dimension(**{"name": "units", "values": ("metric", "imperial")} | wrong)


@pytest.mark.parametrize(
    "phrase",
    ["use metric", "Use SI units.", "don’t convert", "do the math first", "用公制！"],
)
def test_phrases_are_heard_or_refused(phrase: str) -> None:
    """A phrase that is accepted is heard from one who says just that."""
    dimension = Dimension(name="u", values=("yes", "no"), phrases={"yes": (phrase,)})
    try:
        talk = Talk(following(dimension))
    except ConfigError as error:
        assert phrase in str(error)  # noqa: PT017  either of both is right
        return
    assert "u: yes" in talk.say(phrase)


def test_refuses_phrases_that_are_never_heard() -> None:
    """The words of others are no wish, and no phrase either."""
    others = {"yes": ("my team likes metric",)}
    dimension = Dimension(name="u", values=("yes", "no"), phrases=others)
    with pytest.raises(ConfigError, match="my team likes metric"):
        following(dimension)


def test_refuses_what_is_no_dimension() -> None:
    """Twice the same name, phrases of no value, and what is of the wrong kind."""
    with pytest.raises(ConfigError, match="different names"):
        following(UNITS, UNITS)
    with pytest.raises(ConfigError, match="different names"):
        following(Dimension(name="emojis", values=("none", "some")))
    with pytest.raises(ConfigError, match="dimensions must be a tuple of Dimension"):
        PreferenceConfig(dimensions=("units",))  # type: ignore[arg-type]  # on purpose
    for wrong in ({"nautical": ("use knots",)}, {"metric": "use"}, {"metric": ("",)}):
        with pytest.raises(ConfigError):
            Dimension(name="units", values=("metric", "imperial"), phrases=wrong)
    with pytest.raises(ConfigError, match="hears"):
        Dimension(name="a", values=("b", "c"), hears="d")  # type: ignore[arg-type]  # on purpose

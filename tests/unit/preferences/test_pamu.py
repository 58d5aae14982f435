"""PAMU as it was proposed, against values computed by hand."""

from __future__ import annotations

import pytest

from langgraph_memory import ConfigError
from langgraph_memory.preferences.dimensions import DIMENSIONS, Dimension
from langgraph_memory.preferences.pamu import Pamu

LENGTH = "response_length"


def observed(pamu: Pamu, *values: str) -> Pamu:
    for value in values:
        pamu = pamu.observed({LENGTH: value})
    return pamu


def test_folds_the_window_oldest_first() -> None:
    """The short estimate is s ← .3·p + .7·s, from the oldest of the window on."""
    # short: 1 → .7 → .49 of `short`; detailed: 0 → .3 → .51
    found = observed(Pamu(), "short", "detailed", "detailed").get_context()[LENGTH]
    assert found.short == pytest.approx({"short": 0.49, "medium": 0.0, "detailed": 0.51})


def test_moves_the_long_average_slowly() -> None:
    """The long estimate is l ← .95·l + .05·p, and starts at the first observation."""
    found = observed(Pamu(), "short", "detailed", "detailed").get_context()[LENGTH]
    assert found.long == pytest.approx({"short": 0.9025, "medium": 0.0, "detailed": 0.0975})


def test_fuses_four_parts_of_short_with_six_of_long() -> None:
    """The fused estimate is .4·short + .6·long, and its value the largest share."""
    found = observed(Pamu(), "short", "detailed", "detailed").get_context()[LENGTH]
    # .4·.49 + .6·.9025 and .4·.51 + .6·.0975
    assert found.fused == pytest.approx(
        {"short": 0.7375, "medium": 0.0, "detailed": 0.2625}
    )
    assert found.value == "short"


def test_without_alpha_the_short_estimate_is_the_mean() -> None:
    """As in the paper, the window may count evenly."""
    pamu = observed(Pamu(short_alpha=None), "short", "short", "short", "detailed")
    assert pamu.get_context()[LENGTH].short == pytest.approx(
        {"short": 0.75, "medium": 0.0, "detailed": 0.25}
    )


def test_the_window_holds_ten() -> None:
    """What is older than the last ten observations is out of the short estimate."""
    pamu = observed(Pamu(short_alpha=None), *["short"] * 3, *["detailed"] * 10)
    assert pamu.get_context()[LENGTH].short["short"] == 0
    assert pamu.get_context()[LENGTH].long["short"] == pytest.approx(0.95**10)


def test_follows_vectors_over_values() -> None:
    """An observation may be shares of all values."""
    pamu = Pamu().observed({LENGTH: (0.5, 0.25, 0.25)})
    pamu = pamu.observed({LENGTH: (0.0, 1.0, 0.0)})
    assert pamu.get_context()[LENGTH].short == pytest.approx(
        {"short": 0.35, "medium": 0.475, "detailed": 0.175}
    )


def test_has_four_dimensions_and_takes_more() -> None:
    """The seed's dimensions are there, what is missing stays missing, others are added."""
    names = {"response_length", "response_style", "information_density"}
    assert {one.name for one in DIMENSIONS} == names | {"interaction_frequency"}
    humour = Dimension(name="humour", values=("dry", "none"))
    pamu = Pamu(dimensions=(*DIMENSIONS, humour)).observed({"humour": "dry"})
    assert set(pamu.get_context()) == {"humour"}


@pytest.mark.parametrize(
    "settings",
    [
        {"window": 0},
        {"short_alpha": 0.0},
        {"long_beta": 1.0},
        {"fusion": (0.4, 0.5)},
        {"fusion": (-0.5, 1.5)},
        {"dimensions": (DIMENSIONS[0], DIMENSIONS[0])},
    ],
)
def test_refuses_settings_out_of_range(settings: dict[str, object]) -> None:
    """A setting that makes no sense is an error that says so."""
    with pytest.raises(ConfigError):
        Pamu(**settings)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(
    "observation",
    [{"mood": "good"}, {LENGTH: "endless"}, {LENGTH: (0.5, 0.5)}, {LENGTH: (2, -1, 0)}],
)
def test_refuses_what_it_does_not_know(observation: dict[str, str]) -> None:
    """Unknown dimensions and values, and shares that are none, are errors."""
    with pytest.raises(ConfigError):
        Pamu().observed(observation)


@pytest.mark.parametrize("values", [("one",), ("a", "a"), ("a", " ")])
def test_dimensions_have_two_values_that_differ(values: tuple[str, ...]) -> None:
    """A dimension that tells nothing apart is refused."""
    with pytest.raises(ConfigError):
        Dimension(name="x", values=values)
    with pytest.raises(ConfigError):
        Dimension(name=" ", values=("a", "b"))

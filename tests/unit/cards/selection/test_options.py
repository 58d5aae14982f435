"""What the task's wishes, and what agents did before, add to scores; each decides once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from langgraph_memory.cards.selection.scoring import Scorer
from langgraph_memory.cards.selection.selecting import select
from langgraph_memory.recall.tokens import count_text
from langgraph_memory.weights import PRECISE, OptionWeights, Weights
from tests.unit.cards.selection.builders import DESK, cell, output, said, scorer, tool

CABINS = [
    {"cabin": f"Cabin {name}", "price": price, "kind": kind, "phone": f"555-{price}"}
    for name, price, kind in [
        ("Elm", 90, "shared"),
        ("Oak", 120, "private"),
        ("Fir", 240, "private"),
        ("Ash", 60, "shared"),
    ]
]
BOOK = (tool("book_cabin", cabin="string"),)


def cabins(asked: str, weights: Weights = PRECISE) -> Scorer:
    return scorer(
        output("list_cabins", CABINS), talk=said(asked), tools=BOOK, weights=weights
    )


def text_of(scores: Scorer, budget: int) -> str:
    told = select(scores, budget, count_text).told
    return "\n".join([*told.places.values(), told.together])


def test_options_that_suit_the_task_score_above_others() -> None:
    """`suits` lifts the cheap ones where cheap ones are wished for."""
    asked = "I need the cheapest private cabin."
    scores = cabins(asked)
    oak, fir = (cell(scores, f"Cabin {name}") for name in ("Oak", "Fir"))
    assert scores.why(oak)["suits"] > scores.why(fir).get("suits", 0.0)
    assert scores.score(oak) > scores.score(fir)
    without = cabins(asked, replace(PRECISE, suits=0.0))
    assert without.score(cell(without, "Cabin Oak")) == pytest.approx(
        without.score(cell(without, "Cabin Fir"))
    )


def test_the_settings_say_how_suits_is_measured() -> None:
    """Where being early in the prices adds nothing, the cheap ones are not lifted."""
    asked = "I need the cheapest cabin."
    options = OptionWeights(lead=(0.0,), aimed=0.0, cheap=0.0)
    scores = cabins(asked), cabins(asked, replace(PRECISE, options=options))
    [lifted, alike] = [one.why(cell(one, "Cabin Ash")).get("suits", 0) for one in scores]
    assert lifted > alike


def test_the_column_that_bars_options_is_telling() -> None:
    """`telling` is that of columns by which some options are out."""
    asked = "A private cabin; my budget is 150 EUR."
    scores = cabins(asked)
    assert scores.why(cell(scores, 240))["telling"] == PRECISE.telling
    assert "telling" not in scores.why(cell(scores, "555-240"))
    assert "unmatched" not in scores.why(cell(scores, 240))
    without = cabins(asked, replace(PRECISE, telling=0.0))
    assert scores.score(cell(scores, 120)) > without.score(cell(without, 120))


def test_the_column_that_the_task_compares_by_counts() -> None:
    """`compared` is that of prices where the cheapest is wanted, and of no other column."""
    scores = cabins("Which cabin is the cheapest?")
    assert scores.why(cell(scores, 90))["compared"] == PRECISE.compared
    assert "compared" not in scores.why(cell(scores, "555-90"))
    assert "compared" not in (other := cabins("Hello.")).why(cell(other, 90))


def test_without_wishes_nothing_is_judged() -> None:
    """A task that wishes for nothing leaves all options alike."""
    scores = cabins("Hello.")
    terms = set().union(*(scores.why(one) for one in scores.known.form.cells))
    assert terms.isdisjoint({"suits", "telling", "compared", "spent"})


def test_ballast_scores_less_unless_it_is_asked_for() -> None:
    """Phone numbers go first, and stay where the user speaks of them."""
    scores = cabins("A cabin, please.")
    assert scores.why(cell(scores, "555-90"))["ballast"] == PRECISE.ballast
    assert "ballast" not in scores.why(cell(scores, "shared"))
    asked = cabins("Which phone number has Cabin Elm?")
    assert "ballast" not in asked.why(cell(asked, "555-90"))
    scarce = text_of(scores, 40)
    assert "Cabin Oak" in scarce
    assert "555-" not in scarce


@pytest.mark.parametrize(
    ("name", "expression"), [("calculate", "string"), ("book_crossing", "string")]
)
def test_what_was_done_or_computed_is_kept(name: str, expression: str) -> None:
    """`acted` keeps what a tool that changes or calculates said, whatever else there is."""
    done = {"result": "7731.5", "state": "reserved until noon", "remark": "bring boots"}
    desk = (*DESK, tool("list_cabins", kind=expression))
    outputs = [output(name, done, 0), output("list_cabins", CABINS * 3, 1)]
    scores = scorer(*outputs, tools=desk)
    assert scores.why(cell(scores, "reserved until noon"))["acted"] == PRECISE.acted
    assert all(value in text_of(scores, 60) for value in done.values())
    without = scorer(*outputs, tools=desk, weights=replace(PRECISE, acted=0.0))
    assert not all(value in text_of(without, 60) for value in done.values())


def test_what_was_asked_twice_is_wanted() -> None:
    """`again` lifts what the same call told more than once."""
    asked = [output("list_cabins", CABINS[:2], at, wing="east") for at in (0, 1)]
    scores = scorer(*asked, output("list_cabins", CABINS[2:], 2, wing="west"), tools=BOOK)
    assert scores.why(cell(scores, "Cabin Oak"))["again"] == PRECISE.again
    assert "again" not in scores.why(cell(scores, "Cabin Fir"))


def spent(*calls: Any) -> dict[str, float]:
    """The terms of a cabin of a list that was chosen from before some further calls."""
    talk = said(
        "The cheapest private cabin?", ("call", "Cabin Oak"), *(("call", c) for c in calls)
    )
    scores = scorer(output("list_cabins", CABINS), talk=talk, tools=BOOK)
    return scores.why(cell(scores, "Cabin Ash"))


def test_a_list_that_was_chosen_from_and_left_alone_fades() -> None:
    """`spent` needs a choice, and two rounds of calls that were about other things."""
    assert "spent" not in spent()
    assert "spent" not in spent("north")
    assert spent("north", "south")["spent"] == PRECISE.spent
    assert "spent" not in spent("north", "south", "Cabin Elm")

"""Calls of one message have no order between them, and both stand before what follows."""

from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.experiences.contrast import compare
from langgraph_memory.experiences.crediting import credit, fired
from langgraph_memory.experiences.duplicates import contradict
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.judging import judge
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.rewriting import guidance
from langgraph_memory.experiences.wording import advice
from tests.unit.experiences.runs import NOW, call, lessons, run_of

TRIP = "Plan a trip to Oslo"
GOOD = Outcome(success=True, reason="as it was said")
FLIGHTS, HOTELS = call("flights", "3", city="Oslo"), call("hotels", "5", city="Oslo")
BOOK = call("book", "ok", city="Oslo", date="2026-12-24")
PAY = call("pay", "ok", way="card")


def plan_of(*calls: Any) -> Experience | None:
    """The recipe that a run of such calls teaches, if any."""
    found = [e for e in lessons(run_of(TRIP, *calls)) if e.rule["change"] == "plan"]
    return found[0] if found else None


@pytest.mark.parametrize("pair", [[FLIGHTS, HOTELS], [HOTELS, FLIGHTS]])
def test_calls_made_at_once_have_no_order(pair: list[Any]) -> None:
    """The recipe says that both come before the next, whichever is written first."""
    plan = plan_of(pair, BOOK)
    assert plan is not None
    assert plan.rule["order"] == ["flights", "hotels", "book"]
    assert plan.rule["together"] == [["flights", "hotels"]]
    told = "flights(city: <city>) and hotels(city: <city>), then book("
    assert told in plan.content
    assert advice(plan.rule) == "call flights and hotels, then book"
    assert guidance(plan, TRIP).startswith("1. For such a task, call flights(city")
    alone = run_of(TRIP, pair)
    assert not [e for e in lessons(alone) if e.rule["change"] == "plan"]


def test_runs_keep_the_order_of_a_recipe_either_way_round() -> None:
    """At once, or one after the other; but not after what is to come later."""
    plan = plan_of([FLIGHTS, HOTELS], BOOK)
    assert plan is not None
    for calls in (
        [HOTELS, FLIGHTS, BOOK],
        [FLIGHTS, HOTELS, BOOK],
        [[HOTELS, FLIGHTS], BOOK],
    ):
        run = run_of(TRIP, *calls)
        assert fired(plan, run)
        assert credit(plan, run, GOOD) == "help"
        assert judge(plan, run, []).accuracy == plan.confidence
    assert not fired(plan, run_of(TRIP, FLIGHTS, BOOK, HOTELS))


def test_only_an_order_turned_round_contradicts_another() -> None:
    """That two calls may come at once does not go against one that has them in turn."""
    both = plan_of([FLIGHTS, HOTELS], BOOK)
    one = plan_of(HOTELS, FLIGHTS, BOOK)
    late = plan_of(HOTELS, BOOK, FLIGHTS)
    assert both is not None
    assert one is not None
    assert late is not None
    assert both.key != one.key
    assert not contradict(both, one)
    assert contradict(both, late)


@pytest.mark.parametrize("pair", [[FLIGHTS, HOTELS], [HOTELS, FLIGHTS]])
def test_both_calls_made_at_once_come_before_what_the_worse_run_did_too(
    pair: list[Any],
) -> None:
    """Neither of them before the other."""
    better, worse = run_of(TRIP, pair, PAY, BOOK), run_of(TRIP, PAY, BOOK)
    found = compare(better, worse, created_at=NOW)
    orders = sorted(e.rule["order"] for e in found if e.rule["change"] == "first")
    assert orders == [["flights", "pay"], ["hotels", "pay"]]

from __future__ import annotations

import pytest

from langgraph_memory.cards.value import (
    score_cells,
    state_change,
    together,
    why,
)
from langgraph_memory.facts.reading import read
from tests.unit.cards.builders import (
    LODGE_TASK,
    LODGES,
    cards,
    context,
    only,
    record,
    shown,
    tool,
)


def columns(rows: object, task: str, **parts: object) -> tuple[str, ...]:
    card = only(cards(rows, task, **parts))  # type: ignore[arg-type]
    assert card.table is not None
    return card.table.columns


def test_columns_that_decide_are_kept_and_ballast_is_not() -> None:
    """Names, prices, kinds, rules and limits stay; coordinates and links go."""
    kept = columns(LODGES, LODGE_TASK, args={"valley": "Soglio"})
    assert kept == ("Lodge", "price", "kind", "rules", "min nights", "sleeps", "stars")


def test_ballast_that_the_task_asks_for_is_kept() -> None:
    """A phone number is decisive when the user wants to call."""
    assert "phone" in columns(LODGES, "What is the phone number of each lodge?")


def test_ballast_that_a_tool_needs_is_kept() -> None:
    """A column stays when a callable tool takes it."""
    rows = [{"site": f"S{n}", "website": f"https://s{n}.example"} for n in range(9)]
    opens = [tool("open_page", "website")]
    made = record(rows, "find_sites")
    table = read(made.text).tables[0]
    with_tool = why(table, made, context("see sites", tools=opens), "website")
    without = why(table, made, context("see sites", tools=()), "website")
    assert with_tool["total"] > 0.8
    assert without["total"] < 0.1


def test_what_the_call_says_is_not_said_again() -> None:
    """A column that repeats an argument of the call is left to the head."""
    made = only(cards(LODGES, LODGE_TASK, args={"valley": "Soglio"}))
    assert "valley" not in made.constants
    assert only(cards(LODGES, LODGE_TASK)).constants == {"valley": "Soglio"}


def test_what_only_echoes_the_call_is_not_said_again() -> None:
    """A result that repeats from where to where it was asked for keeps the news."""
    text = "coach, from Chur to Soglio, duration: 3 hours, cost: 38"
    args = {"origin": "Chur", "destination": "Soglio", "means": "Coach"}
    assert columns(text, "How long?", name="ask_way", args=args) == ("duration", "cost")


def test_columns_that_meet_a_wish_are_kept() -> None:
    """An unknown column matters once its cells hold what the task wants."""
    rows = [{"title": f"S{n}", "fuss": f"q{n} zz{n}"} for n in range(30)]
    rows[4]["fuss"] = "glacier"
    assert columns(rows, "something else") == ("title",)
    assert columns(rows, "I want to see a glacier") == ("title", "fuss")
    assert shown(only(cards(rows, "I want to see a glacier")), "title")[0] == "S4"


def test_a_table_of_unknown_columns_is_not_lost() -> None:
    """Where no column tells, all of them may."""
    rows = [{"hi": n, "lo": n - 4, "wx": f"w{n}"} for n in range(9)]
    assert columns(rows, "anything", name="outlook") == ("hi", "lo", "wx")


def test_the_terms_of_a_value_add_up() -> None:
    """What why() tells is what the score is made of."""
    made = record(LODGES, args={"valley": "Soglio"})
    table = read(made.text).tables[0]
    reasons = why(table, made, context(LODGE_TASK), "price")
    assert {"start", "siblings", "decides", "number", "calculating"} <= reasons.keys()
    scored = score_cells(table, made, context(LODGE_TASK))
    price = next(v for v in scored.columns if v.column.name == "price")
    assert reasons["necessity"] == price.necessity
    assert reasons["total"] == price.total >= price.necessity
    with pytest.raises(KeyError):
        why(table, made, context(LODGE_TASK), "no such column")


def test_state_change_ranks_acts_over_results_over_lookups() -> None:
    """Acts count most, then computed results, then conclusions, lookups not at all."""
    at = context(LODGE_TASK)
    acted = state_change(record({}, "reserve_lodge"), at)
    computed = state_change(record({}, "sum_costs"), at)
    concluded = state_change(record("It is 7.", kind="model"), at)
    looked_up = state_change(record({}, "find_lodges"), at)
    assert acted > computed > concluded > looked_up == 0.0
    assert state_change(record("no", "reserve_lodge", error=True), at) == 0.0


def test_one_strong_part_is_enough() -> None:
    """The total is a noisy-or whose weights depend on the kind of task."""
    assert together(0.0, 0.0, 1.0, "precise") == 1.0
    assert together(0.5, 0.5, 0.0, "precise") == 0.75
    assert together(0.0, 1.0, 0.0, "creative") < together(0.0, 1.0, 0.0, "gathering") < 1.0

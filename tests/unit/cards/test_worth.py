from __future__ import annotations

import math
from typing import Any

import pytest

from langgraph_memory.cards.card import CardValue
from langgraph_memory.cards.context import CardContext
from langgraph_memory.cards.joining import inlined
from langgraph_memory.cards.selection.parts import together, value_of
from langgraph_memory.cards.selection.statistics import Statistics
from langgraph_memory.cards.worth import ColumnWorth, Fact, worth_of
from langgraph_memory.config import CardConfig
from langgraph_memory.facts.reading import read
from langgraph_memory.weights import PRECISE, Weights
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


def valued(
    rows: object, at: CardContext, name: str = "find_lodges", **parts: Any
) -> dict[str, ColumnWorth]:
    made = record(rows, name, **parts)
    tables = inlined(read(made.text).tables)
    [found, *_] = worth_of(made, tables, (), at, PRECISE).tables
    return {worth.column.name: worth for worth in found}


def best(worth: ColumnWorth) -> Fact:
    assert worth.best is not None
    return worth.best


def test_columns_that_decide_are_kept_and_ballast_is_not() -> None:
    """Names, prices, kinds, rules and limits stay; coordinates and links go."""
    kept = columns(LODGES, LODGE_TASK, args={"valley": "Soglio"})
    assert kept == ("Lodge", "price", "kind", "rules", "min nights", "sleeps", "stars")


def test_ballast_that_the_task_asks_for_is_kept() -> None:
    """A phone number is decisive when the user wants to call."""
    assert "phone" in columns(LODGES, "What is the phone number of each lodge?")


def test_ballast_that_a_tool_needs_is_worth_more() -> None:
    """A column matters when a callable tool takes it."""
    rows = [{"site": f"S{n}", "website": f"https://s{n}.example"} for n in range(9)]
    opens = (tool("open_page", "website"),)
    with_tool = best(valued(rows, context("see", tools=opens), "find_sites")["website"])
    without = best(valued(rows, context("see", tools=()), "find_sites")["website"])
    assert with_tool.score > 2 * without.score
    assert "ballast" in without.terms
    assert "ballast" not in with_tool.terms


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


def test_what_was_talked_about_comes_first() -> None:
    """A row named in the talk so far stands before better ones."""
    rows = [{"site": f"Tower {n}", "id": f"T-{n}"} for n in range(20)]
    card = only(cards(rows, "Which tower?", said="Shall we look at Tower 17?"))
    assert shown(card, "site")[0] == "Tower 17"


def test_being_said_already_does_not_make_a_fact_worthless() -> None:
    """A card is read where the conversation is not: what that says is kept, too."""
    lodge = {"lodge": "Larch House", "beds": 4, "view": "larches"}
    made = only(cards(lodge, "Is there a view of larches?", name="get_lodge"))
    assert shown(made, "view") == ["larches"]


def test_learned_rates_count() -> None:
    """What decisions used more than expected is worth more."""
    rates = Statistics({"find_lodges|stars": (1.0, 9.0), "find_lodges|kind": (9.0, 1.0)})
    plain = best(valued(LODGES, context(LODGE_TASK))["stars"])
    taught = best(valued(LODGES, context(LODGE_TASK, statistics=rates))["stars"])
    assert taught.score > plain.score
    assert taught.learned > 1.0 == plain.learned


def test_weights_of_the_settings_are_those_of_cards() -> None:
    """Any weight can be replaced, for cards too."""
    at = CardConfig(weights=Weights(ballast=0.0, number=3.0))
    made = only(cards(LODGES, LODGE_TASK, at))
    assert made.table is not None
    assert "latitude" in made.constants


def test_the_terms_of_a_value_add_up() -> None:
    """The total is the logistic of the sum of the named terms."""
    for worth in valued(LODGES, context(LODGE_TASK)).values():
        fact = best(worth)
        total = 1 / (1 + math.exp(-math.fsum(fact.terms.values())))
        assert fact.score == fact.value.total == pytest.approx(total)


def test_the_parts_are_told_by_their_terms() -> None:
    """Without terms of a part the part is 0; with them it is what they change."""
    terms = {"start": -5.0, "id_match": 4.0}
    plain = value_of(terms)
    assert plain.necessity == plain.total
    assert plain.constraint == plain.change == 0.0
    for name in ("unavailable", "suits", "telling", "compared", "failed"):
        value = value_of(terms | {name: 2.0})
        assert value.necessity == plain.total
        assert value.constraint == pytest.approx(value.total - plain.total)
        assert value.change == 0.0
    for name in ("acted", "former", "gone"):
        value = value_of(terms | {name: 2.0})
        assert value.necessity == plain.total
        assert value.change == pytest.approx(value.total - plain.total)
        assert value.constraint == 0.0
    assert value_of(terms | {"unavailable": -2.0}).constraint > 0.0


def test_one_certain_fact_is_enough() -> None:
    """A card's value is the chance that any of its facts is used."""
    sure = CardValue(necessity=1.0, constraint=0.0, change=0.0, total=1.0)
    half = CardValue(necessity=0.5, constraint=0.5, change=0.0, total=0.5)
    assert together([half, sure]).total == 1.0
    assert together([half, half]).constraint == 0.75
    assert together([]).total == 0.0


def test_acts_results_and_conclusions_change_what_is_known() -> None:
    """What was done, computed, concluded or stated is a change, what was looked up none."""
    said = "The total comes to 412 francs."
    for found in (
        cards({"ok": 1}, LODGE_TASK, name="reserve_lodge"),
        cards({"sum": 9.5}, LODGE_TASK, name="sum_costs"),
        cards(said, LODGE_TASK, kind="model"),
        cards("I eat no meat.", LODGE_TASK, kind="user"),
    ):
        assert only(found).value.change > 0.1
    assert only(cards(LODGES, LODGE_TASK)).value.change == 0.0
    failed = cards("no", LODGE_TASK, name="reserve_lodge", error=True)
    assert only(failed).value.change == 0.0


def test_a_long_text_keeps_its_likeliest_sentences() -> None:
    """Of many sentences those near the task stay, and those that exclude options."""
    lines = [f"The wall number {n} was built of grey stone long ago." for n in range(40)]
    lines[17] = "The glacier path closes in the late afternoon."
    lines[30] = "There is no ferry on that day."
    card = only(cards(" ".join(lines), "Is the glacier path open?", name="ask"))
    assert {lines[17], lines[30]} <= set(card.notes)
    assert len(card.notes) < len(lines) / 2
    assert card.constraints == (lines[30],)

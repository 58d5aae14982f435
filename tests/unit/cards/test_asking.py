"""Calls that read one object, and ask the same of it or something else."""

from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.cards.asking import question_of
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.conflicts import supersede
from langgraph_memory.cards.form.writing import write
from langgraph_memory.cards.newer import newer_than
from tests.unit.cards.builders import cards, only
from tests.unit.cards.form.builders import form, output

LATE = "2026-05-06T10:00:00+00:00"

READ = [
    ("get_price", "sku", "A7", "currency", "EUR", "USD"),
    ("opening_hours", "shop_id", "S1", "day", "Monday", "Sunday"),
    ("get_salary", "employee_id", "E7", "month", "2026-10", "2026-11"),
    ("page_text", "page_id", "P1", "language", "en", "de"),
    ("stock", "sku", "A7", "size", "S", "XL"),
    ("route", "route_id", "R1", "mode", "car", "train"),
]


def gave(tool: str, args: dict[str, Any], gives: Any, **parts: Any) -> DecisionCard:
    return only(cards(gives, name=tool, args=args, **parts))


@pytest.mark.parametrize("echoes", [True, False])
@pytest.mark.parametrize(("tool", "key", "of", "name", "one", "other"), READ)
def test_another_question_about_an_object_replaces_nothing(
    tool: str, key: str, of: str, name: str, one: str, other: str, *, echoes: bool
) -> None:
    """Each answer stands, whether or not it repeats what was asked."""

    def asked(value: str, says: int) -> tuple[dict[str, Any], dict[str, Any]]:
        return {key: of, name: value}, {key: of, "amount": says} | (
            {name: value} if echoes else {}
        )

    first = gave(tool, *asked(one, 10))
    second = gave(tool, *asked(other, 11), at=LATE, nth=1)
    assert supersede(second, [first]) == (second, ())
    assert newer_than(first, [second]) is None
    anew = gave(tool, *asked(one, 12), at=LATE, nth=2)
    assert supersede(anew, [first, second])[0].supersedes == (first.key,)


@pytest.mark.parametrize("echoes", [True, False])
@pytest.mark.parametrize(("tool", "key", "of", "name", "one", "other"), READ)
def test_a_view_tells_the_answers_to_different_questions_beside_each_other(
    tool: str, key: str, of: str, name: str, one: str, other: str, *, echoes: bool
) -> None:
    """Neither is what the other one was; the same question asked anew tells that."""

    def told(at: int, value: str, says: int) -> Any:
        given = {key: of, name: value}
        return output(
            tool, {key: of, "amount": says} | (given if echoes else {}), at, **given
        )

    both = write(form(told(0, one, 10), told(1, other, 11)))
    assert "was" not in both
    assert all(said in both for said in (one, other, "10", "11"))
    anew = write(form(told(0, one, 10), told(1, other, 11), told(2, one, 12)))
    assert "was(amount=10)" in anew
    assert "was(amount=11)" not in anew


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("get_order", {"order_id": "W1", "limit": 10}),
        ("get_order", {"order_id": "W1", "page": 2}),
        ("get_order", {"order_id": "W1", "status": "open"}),
        ("get_order", {"order_id": "W1", "verbose": True}),
        ("get_order", {"order_id": "W1", "reason": "the user asks"}),
        ("get_order", {"query": "the lamp", "day": "Monday"}),
        ("update_order", {"order_id": "W1", "amount": 12}),
    ],
)
def test_parts_forms_states_and_changes_are_no_questions(
    tool: str, args: dict[str, Any]
) -> None:
    """They select of what is told of the object, or make it another."""
    assert question_of(tool, args, "W1") == {}


def test_a_list_is_not_outdated_by_the_answer_to_another_question() -> None:
    """A row in one currency says nothing against the price in another one."""
    rows = [{"sku": "A7", "currency": "EUR", "price": 10}]
    rows.append({"sku": "B2", "currency": "EUR", "price": 20})
    listed = gave("list_prices", {}, rows)
    args = {"sku": "A7", "currency": "USD"}
    dollars = gave("find_price", args, args | {"price": 11}, at=LATE, nth=1)
    assert newer_than(listed, [dollars]) is None

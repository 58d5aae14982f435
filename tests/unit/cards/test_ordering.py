from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.cards.columns import columns_of
from langgraph_memory.cards.judging import judge
from langgraph_memory.cards.ordering import Ordered, order_rows
from langgraph_memory.cards.wishes import read_wishes
from langgraph_memory.facts.tables import Table
from langgraph_memory.weights import OptionWeights
from tests.unit.cards.builders import KITCHENS, LODGE_TASK, LODGES


def ordered(
    rows: list[dict[str, Any]], task: str, weights: OptionWeights | None = None
) -> Ordered:
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = tuple(tuple(row.get(name) for name in names) for row in rows)
    table = Table("", names, cells, names[0], "list")
    columns = columns_of(table, "find_lodges")
    wishes = read_wishes(task)
    judged = judge(columns, len(rows), wishes)
    return order_rows(columns, judged, wishes, weights or OptionWeights())


def named(rows: list[dict[str, Any]], task: str) -> list[Any]:
    key = next(iter(rows[0]))
    return [rows[at][key] for at in ordered(rows, task).order]


def test_rows_that_fit_come_first_and_cheap_ones_before_dear_ones() -> None:
    """Kind, rules, stay and room decide who comes first, then the price."""
    assert named(LODGES, LODGE_TASK)[:3] == ["Larch House", "Swallow Nest", "White Fir"]


def test_rows_against_the_demands_come_last() -> None:
    """What breaks most demands stands last, and says why."""
    found = ordered(LODGES, LODGE_TASK)
    last = {LODGES[at]["Lodge"] for at in found.order[-3:]}
    assert last == {"Upper Hut", "Grey Marmot", "Stone Barn"}
    upper = next(at for at, row in enumerate(LODGES) if row["Lodge"] == "Upper Hut")
    assert found.judged[upper].reasons == ["rules: No pets & No parties"]


def test_the_order_of_the_source_does_not_hide_the_best() -> None:
    """Turned rows give the same first three."""
    best = ["Larch House", "Swallow Nest", "White Fir"]
    for start in range(len(LODGES)):
        rows = LODGES[start:] + LODGES[:start]
        assert named(rows, LODGE_TASK)[:3] == best


@pytest.mark.parametrize(("size", "times"), [(3, 1), (7, 2), (9, 3)])
def test_each_wish_is_met_several_times_early(size: int, times: int) -> None:
    """Each of three kinds of food asked for is there early and often, cheap ones first."""
    task = "We like Georgian, Korean and Peruvian food; the budget is $400."
    first = [KITCHENS[at] for at in ordered(KITCHENS, task).order[:size]]
    for wish in ("Georgian", "Korean", "Peruvian"):
        meeting = [row["average cost"] for row in first if wish in row["serves"]]
        every = sorted(row["average cost"] for row in KITCHENS if wish in row["serves"])
        assert len(meeting) >= times
        assert size < 9 or every[0] in meeting


def test_the_cheapest_comes_early_when_there_is_a_budget() -> None:
    """With a budget one of the very cheapest rows is among the first three."""
    task = "We like Georgian, Korean and Peruvian food; the budget is $400."
    first = [KITCHENS[at]["average cost"] for at in ordered(KITCHENS, task).order[:3]]
    assert min(first) in (12, 15, 18)


def test_the_settings_say_what_an_option_adds() -> None:
    """Where nothing counts but the place in the source, the cheapest stays where it is."""
    rows = [{"desk": name, "price": 90 - n} for n, name in enumerate("ABCDE")]
    task = "the cheapest desk"
    nothing = OptionWeights(lead=(0.0,), aimed=0.0, cheap=0.0, rated=0.0)
    assert [rows[at]["desk"] for at in ordered(rows, task).order] == list("EDCBA")
    assert [rows[at]["desk"] for at in ordered(rows, task, nothing).order] == list("ABCDE")


def test_without_wishes_the_source_decides() -> None:
    """Rows among which nothing tells keep the order they came in."""
    rows = [{"site": f"Tower {n}", "note": "open all day"} for n in range(30)]
    assert named(rows, "What can we see?") == [row["site"] for row in rows]


def test_what_cannot_be_had_comes_last() -> None:
    """Sold out, unavailable and empty stock make a row a last resort."""
    rows: list[dict[str, Any]] = [
        {"desk": "A", "price": 10, "status": "sold out", "in stock": 4},
        {"desk": "B", "price": 90, "status": "ok", "in stock": 4},
        {"desk": "C", "price": 20, "status": "ok", "in stock": 0},
        {"desk": "D", "price": 60, "status": "ok", "in stock": 1},
    ]
    found = ordered(rows, "the cheapest desk")
    assert [rows[at]["desk"] for at in found.order][:2] == ["D", "B"]
    assert [row.gone for row in found.judged] == [
        ("status", "sold out"),
        None,
        ("in stock", 0.0),
        None,
    ]


def test_the_stock_of_the_kind_asked_for_counts() -> None:
    """With several classes of seats only the one the task names must be free."""
    rows: list[dict[str, Any]] = [
        {"train": "T1", "seats.saver": 0, "seats.first": 5, "price": 30},
        {"train": "T2", "seats.saver": 9, "seats.first": 0, "price": 10},
    ]
    task = "one ticket in first class"
    assert (
        named([row | {"seats first": row["seats.first"]} for row in rows], task)[0] == "T1"
    )


def test_truth_values_meet_or_break_a_wish() -> None:
    """A column of yes and no is read with the word it answers."""
    rows = [
        {"room": "R1", "pets_allowed": False},
        {"room": "R2", "pets_allowed": True},
        {"room": "R3", "pets_allowed": "no"},
    ]
    assert named(rows, "We bring our pets")[0] == "R2"


def test_what_the_user_is_against_comes_last() -> None:
    """A denied kind is worth less than one that nobody spoke of."""
    rows = [
        {"title": "One", "serves": "Peruvian, Soup"},
        {"title": "Two", "serves": "Grill, Tea"},
        {"title": "Three", "serves": "Peruvian, Tea"},
    ]
    assert named(rows, "dinner, but no Peruvian food")[0] == "Two"


def test_smoking_rules_are_read_from_both_sides() -> None:
    """A wish for no smoking is met by a rule against it and broken by one for it."""
    rows = [
        {"room": "R1", "rules": "Smoking allowed"},
        {"room": "R2", "rules": "No smoking"},
        {"room": "R3", "rules": "Quiet after ten"},
        {"room": "R4", "rules": "No smoking"},
    ]
    assert named(rows, "a non-smoking room please")[:2] == ["R2", "R4"]


def test_days_asked_for_come_first() -> None:
    """Rows on the days the task names stand before rows on other days."""
    rows = [
        {"ferry": f"F{n}", "date": f"2026-05-{n:02d}", "price": 100 - n}
        for n in range(1, 9)
    ]
    assert set(named(rows, "between May 4th and May 5th, 2026")[:2]) == {"F4", "F5"}


@pytest.mark.parametrize(
    ("task", "first"),
    [
        ("the earliest ferry", "F2"),
        ("the latest ferry", "F3"),
        ("the fastest ferry", "F1"),
        ("the best rated ferry", "F3"),
        ("the cheapest ferry", "F2"),
    ],
)
def test_what_the_task_compares_by_leads(task: str, first: str) -> None:
    """Superlatives put the row first that is first in them."""
    rows: list[dict[str, Any]] = [
        {"ferry": "F1", "departure": "9:30", "duration": "50 min", "fare": 40, "score": 3},
        {"ferry": "F2", "departure": "7:05", "duration": "2 hours", "fare": 25, "score": 2},
        {"ferry": "F3", "departure": "18:00", "duration": "70 min", "fare": 60, "score": 5},
    ]
    assert named(rows, task)[0] == first


def test_items_of_inner_lists_stay_together() -> None:
    """The legs of one journey are ordered as one."""
    rows: list[dict[str, Any]] = [
        {"flight": "A1", "group": 1, "price": 10},
        {"flight": "A2", "group": 1, "price": 300},
        {"flight": "B1", "group": 2, "price": 80},
        {"flight": "B2", "group": 2, "price": 90},
    ]
    assert named(rows, "the cheapest journey") == ["B1", "B2", "A1", "A2"]


WORDS = st.sampled_from(
    ["Soup", "Tea", "No pets", "sold out", "Peruvian, Tea", "", "7", "x"]
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {"name": WORDS, "price": st.none() | st.integers(0, 9), "kind": st.none() | WORDS}
    ),
    min_size=1,
    max_size=90,
)


@given(ROWS, st.sampled_from(["", LODGE_TASK, "Peruvian food, no soup, cheap", "为2人"]))
def test_every_row_is_there_once_and_worth_never_rises(
    rows: list[dict[str, Any]], task: str
) -> None:
    """An order is a permutation whose worth falls from 1 to 0, the same each time."""
    found = ordered(rows, task)
    assert sorted(found.order) == list(range(len(rows)))
    assert list(found.values) == sorted(found.values, reverse=True)
    assert all(0.0 <= value <= 1.0 for value in found.values)
    assert found.order == ordered(rows, task).order
    objections = [found.judged[at].against for at in found.order]
    assert objections == sorted(objections)

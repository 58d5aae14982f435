"""For each kind of task its own weights beat those of the two others on labelled cases."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from langgraph_memory.cards.selection.modes import weights_for
from langgraph_memory.cards.selection.selecting import select
from langgraph_memory.config import TaskMode
from langgraph_memory.recall.tokens import count_text
from tests.unit.cards.selection.builders import output, said, scorer, tool

MODES: tuple[TaskMode, ...] = ("precise", "gathering", "creative")


class Case(NamedTuple):
    """What the user asked, what a tool said, and the values that the task needs."""

    mode: TaskMode
    task: str
    tool: str
    said: list[dict[str, Any]]
    needed: tuple[Any, ...]
    tools: tuple[Any, ...]


ROOMS = [
    {
        "room_id": f"R-{40 + i}",
        "title": title,
        "summary": f"{title} looks over the {view} and smells of {smell}.",
        "rate": 60 + 11 * i,
        "keycard": f"kc{9000 + 37 * i}",
    }
    for i, (title, view, smell) in enumerate(
        [("Heron", "marsh", "pine"), ("Otter", "brook", "smoke"), ("Wren", "hedge", "mint")]
    )
]
PLANTS = [
    {
        "plant_id": f"P{700 + 13 * i}",
        "label": name,
        "description": f"{name} blooms {when} and likes {soil} soil.",
        "price": 4 + 3 * i,
        "shelf_code": f"s{i}q{i * 7}",
    }
    for i, (name, when, soil) in enumerate(
        [
            ("Sea thrift", "in May", "poor"),
            ("Mullein", "in July", "dry"),
            ("Borage", "all summer", "rich"),
        ]
    )
]
BOOK = (
    tool("book_room", room_id="string", keycard="string"),
    tool("order_plant", plant_id="string", shelf_code="string"),
)


def ids(rows: list[dict[str, Any]], *columns: str) -> tuple[Any, ...]:
    return tuple(row[column] for row in rows for column in columns)


CASES = [
    Case("precise", "Hold one of them.", "list_rooms", ROOMS, ids(ROOMS, "room_id"), BOOK),
    Case("precise", "Order for me.", "list_plants", PLANTS, ids(PLANTS, "plant_id"), BOOK),
    Case(
        "gathering",
        "Which are there, and what is the rate?",
        "list_rooms",
        ROOMS,
        ids(ROOMS, "title", "rate"),
        BOOK,
    ),
    Case(
        "gathering",
        "Compare their price.",
        "list_plants",
        PLANTS,
        ids(PLANTS, "label", "price"),
        BOOK,
    ),
    Case(
        "creative",
        "A small poem, please.",
        "list_rooms",
        ROOMS,
        ids(ROOMS, "summary"),
        BOOK,
    ),
    Case("creative", "A rhyme.", "list_plants", PLANTS, ids(PLANTS, "description"), BOOK),
]


def recall(mode: TaskMode, cases: list[Case]) -> float:
    """Share of the needed values that are kept with the weights of a mode."""
    kept = needed = 0
    for case in cases:
        scores = scorer(
            output(case.tool, case.said),
            talk=said(case.task),
            tools=case.tools,
            weights=weights_for(mode),
        )
        for budget in (30, 45, 60):
            cells = select(scores, budget, count_text).cells
            values = {scores.known.form.cells[number].value for number in cells}
            kept += len(values.intersection(case.needed))
            needed += len(case.needed)
    return kept / needed


@pytest.mark.parametrize("mode", MODES)
def test_the_weights_of_a_mode_beat_the_others_on_its_tasks(mode: TaskMode) -> None:
    """What a kind of task needs is kept best with the weights made for it."""
    cases = [case for case in CASES if case.mode == mode]
    scores = {other: recall(other, cases) for other in MODES}
    assert all(scores[mode] > scores[other] for other in MODES if other != mode), scores

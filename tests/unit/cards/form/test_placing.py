"""What stands with its call, and what is told together."""

from __future__ import annotations

import json
from typing import Any

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Output
from langgraph_memory.cards.form.parsing import parse
from langgraph_memory.cards.form.placing import tell

HUTS = [{"hut": "Alm", "beds": 12, "open": True}, {"hut": "Kar", "beds": 4, "open": True}]


def output(tool: str, value: Any, position: int = 0, **args: Any) -> Output:
    content = value if isinstance(value, str) else json.dumps(value)
    return Output(tool, content, args, position)


def cells(form: Form, *values: Any) -> set[int]:
    return {cell.id for cell in form.cells if cell.value in values}


def test_objects_with_a_name_are_told_together_and_texts_with_their_call() -> None:
    """A list of huts goes to the newest message; a text stays where it was."""
    form = Form([output("list_huts", HUTS), output("forecast", "It will snow.", 1)])
    told = tell(form, len)
    assert told.together == "huts(hut beds; all: open true):\n Alm 12\n Kar 4"
    assert told.places == {1: "It will snow."}
    assert told.tokens == len(told.together) + len("It will snow.")
    assert told.whole


def test_records_and_values_are_told_together() -> None:
    """What is no text can be told in few words by the newest message."""
    found = [output("weather", {"wind": "north", "rain": 2}), output("count_huts", 7, 1)]
    told = tell(Form(found), len)
    assert told.places == {}
    assert told.together == "weather: wind north, rain 2\ncount_huts = 7"


def test_what_was_done_or_computed_stands_with_its_call() -> None:
    """What a tool that acts said stands in its place, as it was where that is shortest."""
    booked = '{"hut": 4, "guests": ["Ida", "Ole"], "paid": true, "extras": {"towels": 2}}'
    form = Form([output("book_hut", booked), output("calculate", "7.5", 1)])
    told = tell(form, len, acting={"book_hut", "calculate"})
    assert told.together == ""
    assert told.places[1] == "7.5"
    assert told.places[0].startswith("book_hut: hut 4, guests")
    assert len(told.places[0]) < len(booked)


def test_where_its_call_is_away_all_is_told_together() -> None:
    """A text whose message is gone is told by the newest one, with its tool's name."""
    form = Form([output("forecast", "It will snow."), output("list_huts", HUTS, 1)])
    told = tell(form, len, away=[0])
    assert told.places == {}
    assert "forecast says: It will snow." in told.together


def test_what_is_cut_is_known() -> None:
    """Texts of which not all stands with their call are told from those told whole."""
    form = Form(
        [output("forecast", "It will snow. It will thaw."), output("news", "None.", 1)]
    )
    told = tell(form, len, cells(form, "It will thaw.", "None."))
    assert not told.whole
    assert told.cut == {0}
    assert told.places == {0: "… It will thaw.", 1: "None."}


def test_values_and_rows_that_are_not_told_can_be_told_from_what_is_not_there() -> None:
    """`…` stands for values that are left out up to the next one, and rows are counted."""
    rows = [*HUTS, {"hut": "Eck", "open": False}, {"hut": "Joch", "beds": 6, "open": True}]
    form = Form([output("list_huts", rows)])
    chosen = {c.id for r in form.rows[:3] for p, c in r.cells.items() if p == ("hut",)}
    chosen |= {c.id for r in form.rows[:1] for c in r.cells.values()}
    text = tell(form, len, chosen | {form.rows[2].cells["open",].id}).together
    assert text == "huts(hut open beds):\n Alm true 12\n Kar … …\n Eck false\n +1 more"
    [said] = parse(text)
    assert said.more == 1
    assert [row["hut"] for row in said.value] == ["Alm", "Kar", "Eck"]
    assert "open" not in said.value[1]


def test_arguments_that_differ_are_said_once_for_the_rows_of_a_call() -> None:
    """What all rows of a call repeat of its arguments is left to the call."""
    form = Form(
        [
            output(
                "list_huts", [{**hut, "valley": valley} for hut in HUTS], n, valley=valley
            )
            for n, valley in enumerate(["Ötz", "Ziller"])
        ]
    )
    text = tell(form, len).together
    assert text.count("Ötz") == text.count("Ziller") == 1
    first, second = parse(text)
    assert dict(first.call) == {"valley": "Ötz"}
    assert dict(second.call) == {"valley": "Ziller"}
    assert [row["hut"] for row in first.value] == ["Alm", "Kar"]
    assert (first.more, second.more) == (0, 0)


def test_equal_names_in_the_answers_of_two_calls_are_two_objects() -> None:
    """An inn of the same name in another town takes nothing of the first one's place."""
    towns = {"Bonn": 21, "Kiel": 34}
    form = Form(
        [
            output(
                "list_inns",
                [
                    {"inn": "Zur Post", "fare": fare, "town": town},
                    {"inn": town, "fare": 9, "town": town},
                ],
                n,
                town=town,
            )
            for n, (town, fare) in enumerate(towns.items())
        ]
    )
    said = parse(tell(form, len).together)
    assert {part.call["town"]: part.value[0]["fare"] for part in said} == towns
    assert [part.value[0]["inn"] for part in said] == ["Zur Post"] * 2


def test_rows_left_out_are_counted_for_each_call() -> None:
    """Each section says how many of its own rows are not shown."""
    form = Form(
        [
            output(
                "list_huts", [{"hut": f"{v}{i}", "beds": i} for i in range(n)], n, valley=v
            )
            for v, n in (("Ötz", 5), ("Ziller", 9))
        ]
    )
    told = tell(form, len, cells(form, "Ötz1", "Ziller1", "Ziller2"))
    assert [part.more for part in parse(told.together)] == [4, 7]

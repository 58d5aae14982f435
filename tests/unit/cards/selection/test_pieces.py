"""What of a text is asked for, and what comes with it."""

from __future__ import annotations

import json

import pytest

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.pieces import pieces
from langgraph_memory.cards.selection.blocks import layout
from langgraph_memory.cards.selection.selecting import select
from langgraph_memory.cards.selection.stanzas import stanzas
from langgraph_memory.recall.tokens import count_text
from tests.unit.cards.selection.builders import output, said, scorer

BOATS = [
    {"boat": f"B{1000 + n}", "crew": ("Ann", "Bo", "Cy")[n % 3], "mark": f"DK{n * 7919}"}
    for n in range(120)
]
LINES = "\n".join(f"Boat {b['boat']}: crew {b['crew']}, mark {b['mark']}" for b in BOATS)
TABLE = "| boat | crew | mark |\n|---|---|---|\n" + "".join(
    f"| {b['boat']} | {b['crew']} | {b['mark']} |\n" for b in BOATS
)
FIELDS = "\n\n".join("\n".join(f"{k}: {v}" for k, v in b.items()) for b in BOATS)
YAML = "".join("- " + "\n  ".join(f"{k}: {v}" for k, v in b.items()) + "\n" for b in BOATS)
MARKUP = "<boats>" + "".join(
    "<row>" + "".join(f"<{k}>{v}</{k}>" for k, v in b.items()) + "</row>" for b in BOATS
)
LISTS = json.dumps([list(b.values()) for b in BOATS])
PREFACED = "Found 120 boats:\n" + json.dumps(BOATS, indent=1)
FORMS = {
    "lines": LINES,
    "table": TABLE,
    "fields": FIELDS,
    "yaml": YAML,
    "markup": MARKUP,
    "lists": LISTS,
    "tuples": str([tuple(b.values()) for b in BOATS]),
    "headers": json.dumps({"headers": list(BOATS[0]), "rows": json.loads(LISTS)}),
    "prefaced": PREFACED,
    "fenced": f"```json\n{json.dumps(BOATS)}\n```",
}


def told(content: str, question: str, budget: int) -> str:
    scores = scorer(output("list_boats", content), talk=said(question))
    chosen = select(scores, budget, count_text).told
    return "\n".join([*chosen.places.values(), chosen.together])


@pytest.mark.parametrize("form", FORMS)
def test_what_the_user_names_by_its_id_is_told(form: str) -> None:
    """Whatever the form, an id that one line or row has weighs more than common words."""
    text = told(
        FORMS[form], "What is the mark of boat B1077?", count_text(FORMS[form]) // 8
    )
    assert BOATS[77]["mark"] in text
    assert "B1077" in text


def test_the_header_of_a_table_comes_with_its_rows() -> None:
    """The line that names the columns is told before any row."""
    text = told(TABLE, "Which mark has B1077?", 60)
    assert text.startswith("| boat | crew | mark |")
    assert BOATS[77]["mark"] in text
    commas = "boat,crew,mark\n" + "\n".join(",".join(b.values()) for b in BOATS)
    assert told(commas, "Which mark has B1077?", 60).startswith("boat,crew,mark")


def test_the_last_line_of_a_traceback_is_told() -> None:
    """Exceptions and failed tests come before frames and tests that passed."""
    frames = "".join(
        f'  File "/lake/boat{n}.py", line {n * 11}, in row{n}\n    return row{n + 1}(x)\n'
        for n in range(25)
    )
    trace = f"Traceback (most recent call last):\n{frames}OarError: oar 7 of hull 3\n"
    assert "OarError: oar 7 of hull 3" in told(trace, "why?", count_text(trace) // 5)
    tests = "".join(f"tests/test_{n}.py::test_row PASSED\n" for n in range(60))
    tests += "FAILED tests/test_61.py::test_oar - assert 3 == 7\n"
    assert "assert 3 == 7" in told(tests, "why?", count_text(tests) // 8)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("id: 1\nname: a\n\nid: 2\nname: b", 2),
        ("id: 1\nname: a\nid: 2\nname: b", 2),
        ("- id: 1\n  name: a\n- id: 2\n  name: b\n", 2),
        ("Hut A\n  Beds: 3\n  Fee: 4\nHut B\n  Beds: 5\n  Fee: 6\n", 2),
        ("Boat 1: red\nBoat 2: blue\nBoat 3: red\n", 3),
        ("- red ones\n- blue ones\n- green ones\n", 3),
        ("[hut1]\nbeds = 3\nfee = 4\n\n[hut2]\nbeds = 5\nfee = 6\n", 2),
        ("[hut1]\nbeds = 3\nfee = 4\n[hut2]\nbeds = 5\nfee = 6\n", 2),
        ("Huts:\n  - Arl: 3\n  - Brem: 5\n", 3),
        (" id | hut\n----+-----\n  1 | Arl\n  2 | Brem\n", 4),
        ("It rains. It snows.\nThe sun shines.\n", 3),
        ("", 0),
    ],
)
def test_lines_of_one_object_belong_together(text: str, blocks: int) -> None:
    """Names and values, and what stands indented, are one object; lists and prose none."""
    found = layout(tuple(pieces(text))).blocks
    assert len(found) == blocks
    assert [at for block in found for at in block] == list(range(len(pieces(text))))


def test_words_around_json_are_told_with_it() -> None:
    """Prose before and behind the data is kept, a fence is not."""
    text = told("Found 2 boats:\n" + json.dumps(BOATS[:2]) + "\nMore at noon.", "", 500)
    assert "Found 2 boats:" in text
    assert "More at noon." in text
    [table] = Form([output("list_boats", FORMS["fenced"])]).tables
    assert table.kind == "list"
    assert len(table.rows) == len(BOATS)
    [table] = Form([output("list_boats", "See [1] and {2} there. " * 9)]).tables
    assert table.kind == "text"


def test_values_come_with_what_names_their_object() -> None:
    """No line of an object is told without the first, which says what it is."""
    huts = "\n".join(
        f"Hut {('Arl', 'Brem', 'Corv')[n % 3]} {n} {'west' if n % 4 else 'east'}\n"
        f"  Beds: {n + 30}\n  Fee: {n}.50\n"
        for n in range(60)
    )
    text = told(huts, "What is the fee of the huts in the east?", count_text(huts) // 4)
    blocks = [one.strip() for one in text.split("Hut ")[1:]]
    assert sum("east" in one and "Fee: " in one for one in blocks) == len(blocks)
    assert "Fee" not in text.split("Hut ")[0]


PIERS = [("Ida", 31), ("Ole", 47), ("Una", 12), ("Per", 58), ("Liv", 63), ("Jan", 75)] * 5


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(
            f"Pier PX{n}\nkept by {who}\nberth {depth}{n} deep\nopen all day"
            for n, (who, depth) in enumerate(PIERS)
        ),
        "piers:\n"
        + "\n".join(
            f"  - id: PX{n}\n    keeper:\n      name: {who}\n    size:\n"
            f"      - berth: {depth}{n}\n        quay: {n}\n"
            for n, (who, depth) in enumerate(PIERS)
        ),
        "\n".join(
            f"pier --at PX{n}\n@@ {who}\n+berth {depth}{n}\n-gone {n}"
            for n, (who, depth) in enumerate(PIERS)
        ),
    ],
)
def test_the_asked_line_of_what_is_named_comes_before_those_of_others(text: str) -> None:
    """What runs of lines tell of others is not told without their names, either."""
    share = told(text, "What is the berth of PX23?", count_text(text) // 6)
    assert f"{PIERS[23][1]}23" in share
    assert "PX23" in share
    assert share.count("berth") == 1


def test_prose_has_no_runs_of_lines() -> None:
    """Paragraphs of sentences are told by their sentences."""
    prose = "\n\n".join(
        f"The keeper of hut {n} lights the lamp every evening at nine. It burns until dawn."
        for n in range(12)
    )
    assert stanzas(tuple(pieces(prose))) == ()

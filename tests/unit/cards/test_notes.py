from __future__ import annotations

from langgraph_memory.cards.notes import bounds, clip, portions, sentences, undoubled


def test_prose_is_parted_into_sentences() -> None:
    """Full stops, line ends and Chinese marks part sentences, abbreviations do not."""
    assert sentences(
        ["It rains. Take St. Moritz\nroad No. 7!  Then stop.", "好。走吧。"]
    ) == [
        "It rains.",
        "Take St. Moritz",
        "road No. 7!",
        "Then stop.",
        "好。",
        "走吧。",
    ]


def test_sentences_that_exclude_or_bound_are_told() -> None:
    """Negations, demands and what cannot be had bind the options; the rest does not."""
    for text in ("There is no ferry today.", "You must book ahead.", "票已售罄"):
        assert bounds(text)
    assert not bounds("The sun shines.")


def test_clipping_says_by_how_much() -> None:
    """A long text keeps its beginning and the number of characters left out."""
    assert clip("short", 10) == "short"
    assert clip("x" * 25, 10) == "x" * 10 + "… (+15 characters)"


def test_rows_of_markup_and_clauses_of_long_sentences_are_portions() -> None:
    """What is one line in HTML or XML, or a sentence without an end, is cut."""
    page = "".join(f"<tr><td>Hut {n}</td><td>{n} beds</td></tr>" for n in range(4))
    assert portions([f"<table>{page}</table>"]) == [
        "<table><tr><td>Hut 0</td><td>0 beds</td></tr>",
        "<tr><td>Hut 1</td><td>1 beds</td></tr>",
        "<tr><td>Hut 2</td><td>2 beds</td></tr>",
        "<tr><td>Hut 3</td><td>3 beds</td></tr></table>",
    ]
    long = ", ".join(f"the hut of number {n} has {n} beds" for n in range(40))
    assert max(map(len, portions([long]))) < len(long) / 4
    assert portions(["It rains. It snows."]) == ["It rains.", "It snows."]


def test_a_line_that_comes_again_under_another_is_said_again() -> None:
    """Headings and states of several objects are kept for each; mere echoes are not."""
    states = ["Crate 1", "State", "full", "Crate 2", "State", "full"]
    assert undoubled(states) == states
    assert undoubled(["wait", "try", "wait", "try", "wait", "try"]) == ["wait", "try"]
    assert undoubled(["Crate 1", "full", "full", "full"]) == ["Crate 1", "full"]

from __future__ import annotations

from langgraph_memory.cards.notes import bound, clip, read_notes, sentences
from langgraph_memory.cards.wishes import read_wishes


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


def test_sentences_near_the_task_are_worth_more() -> None:
    """Words of the task and figures raise a sentence above its neighbours."""
    lines = [f"Filler of the kind {word} says little." for word in "abcdefgh"]
    lines.append("The glacier path closes at 17:00.")
    notes = read_notes(lines, read_wishes("Is the glacier path open?"), "gathering", 0.0)
    assert max(notes, key=lambda note: note.necessity).text == lines[-1]


def test_repeated_sentences_are_read_once() -> None:
    """The same sentence twice is one note."""
    notes = read_notes(["Wait here.", "Wait here."], read_wishes(""), "precise", 0.0)
    assert [note.text for note in notes] == ["Wait here."]


def test_sentences_that_exclude_or_bound_are_told() -> None:
    """Negations, demands and what cannot be had bind the options; the rest does not."""
    for text in ("There is no ferry today.", "You must book ahead.", "票已售罄"):
        assert bound(text) > 0.5
    assert bound("The sun shines.") == 0.0


def test_clipping_says_by_how_much() -> None:
    """A long text keeps its beginning and the number of characters left out."""
    assert clip("short", 10) == "short"
    assert clip("x" * 25, 10) == "x" * 10 + "… (+15 characters)"

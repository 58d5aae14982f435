"""Blanks that a summary should fill."""

from __future__ import annotations

import pytest

from langgraph_memory.cards.summaries.backcheck import Blank, blanks_of, wrongly_filled
from langgraph_memory.errors import ModelReplyError

RENT = "The deposit is 200 EUR. The rent is 950 EUR a month. Mrs Rossi has the keys."


def test_a_figure_of_the_text_becomes_a_blank() -> None:
    """The blank stands in the sentence of the text, whose answer is thereby known."""
    assert blanks_of(["The monthly rent is 950 EUR."], RENT) == [
        Blank("The rent is ____ EUR a month.", "950")
    ]


def test_a_name_serves_where_there_is_no_figure() -> None:
    """Names are asked for too."""
    assert blanks_of(["Ask Mrs Rossi for the keys."], RENT) == [
        Blank("Mrs ____ has the keys.", "Rossi")
    ]


def test_nothing_is_asked_about_what_holds_neither() -> None:
    """A sentence without figure and name makes no question."""
    assert blanks_of(["There are keys."], "There are keys, and there is a door.") == []


def test_at_most_three_blanks_are_asked() -> None:
    """The question stays short, however long the summary is."""
    text = " ".join(f"House {name} has {n} rooms." for n, name in enumerate("ABCDEF", 11))
    kept = [f"There are {n} rooms in house {name}." for n, name in enumerate("ABCDEF", 11)]
    assert len(blanks_of(kept, text)) == 3


@pytest.mark.parametrize(
    "reply",
    ['{"answers": ["950 EUR", "Mrs Rossi"]}', '```json\n["950.00", "ROSSI"]\n```'],
)
def test_right_answers_are_known_in_any_form(reply: str) -> None:
    """A unit more, or other letters, do no harm."""
    blanks = [Blank("The rent is ____ EUR.", "950"), Blank("____ has keys.", "Rossi")]
    assert wrongly_filled(reply, blanks) == []


@pytest.mark.parametrize("answer", ["200", "unknown", "95", ""])
def test_a_wrong_answer_is_found(answer: str) -> None:
    """Another number, none, or a part of the right one is wrong."""
    blank = Blank("The rent is ____ EUR.", "950")
    assert wrongly_filled(f'["{answer}"]', [blank]) == [(blank.text, answer)]


def test_a_blank_that_was_passed_over_is_wrong() -> None:
    """Fewer answers than blanks leave the last ones unanswered."""
    blanks = [Blank("a ____", "1"), Blank("b ____", "2")]
    assert wrongly_filled('{"answers": ["1"]}', blanks) == [("b ____", "")]


def test_no_answers_at_all_are_an_error() -> None:
    """Prose is no answer."""
    with pytest.raises(ModelReplyError):
        wrongly_filled("I do not know.", [Blank("a ____", "1")])

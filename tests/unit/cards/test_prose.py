"""What sentences tell by themselves, and which of them cards keep."""

from __future__ import annotations

import pytest

from langgraph_memory.cards.prose import failing, is_formula, telling, tells_failure
from langgraph_memory.cards.rendering import parse, render
from tests.unit.cards.builders import cards, only

MAIL = (
    "Hi Ilse,\nthe bill 2031-44 over 980.00 CHF is due on 3 March 2031. Please pay it to "
    "CH93 0076. Some of us were on the lake. The weather was mild for the season, and most "
    "of the people that came along were glad to see the hills again after so long a time. "
    "Nobody knows yet what the coming weeks will be like for those who stay at the shore.\n"
    "Best, Tom"
)
PAGE = (
    "Welcome to Lakeside. Thank you for your interest. We like it here. Our people are "
    "glad to help. Enjoy your stay. There are many walks in the hills around the lake and "
    "a small shop beside the pier. Whoever takes the boat in the evening pays a fee of 12 "
    "CHF to the crew and 4 CHF for a bicycle. Children are welcome everywhere on the "
    "grounds, and so are their friends and all others. Have a nice day. See you soon."
)


@pytest.mark.parametrize(
    "text",
    [
        "Hi Ilse,",
        "Dear Ms Roth,",
        "Best, Tom",
        "Kind regards, Tom Berg",
        "Thank you for choosing us.",
        "Have a nice day!",
        "See you soon.",
        "Here are the results:",
        "大家好。",
        "谢谢。",
        "再见。",
    ],
)
def test_greetings_and_closings_are_formulas(text: str) -> None:
    """They tell nothing, in English and Chinese."""
    assert is_formula(text)


@pytest.mark.parametrize(
    "text",
    [
        "Best prices are found in May.",
        "Thanks, the pier is closed now.",
        "Thank you for the 12 CHF.",
        "Hello, the boat left in the morning with all of them",
        "会议顺利。",
    ],
)
def test_what_tells_something_is_no_formula(text: str) -> None:
    """A sentence that begins like a greeting and goes on is none."""
    assert not is_formula(text)


def test_figures_names_and_states_tell_most() -> None:
    """Sums, dates and names are what answers are made of, in any script."""
    rich = "The bill 2031-44 over 980.00 CHF is due on 3 March."
    assert telling(rich) == 1.0
    assert telling("项目的预算从120万元调整为95万元，截止日期改为2031年3月3日。") > 0.0
    assert 0.0 < telling("He met Ilse there.") < telling(rich)
    assert telling("They were glad to see it again after so long.") == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "KeyError: 'pier'",
        "boats.lake.EngineError: no oil",
        "FAILED tests/test_pier.py::test_boat - assert 1 == 2",
        "E   AssertionError: no boat",
        "src/pier.c:12:5: error: expected ;",
        "2031-03-03 ERROR [pier] rope torn",
        "3 failed, 40 passed",
        "Caused by: java.io.IOException: wet",
    ],
)
def test_lines_of_logs_and_tests_tell_what_failed(text: str) -> None:
    """Exceptions, failed tests, compiler errors and errors of logs."""
    assert tells_failure(text)


@pytest.mark.parametrize(
    "text",
    ["INFO ok", "0 failed, 40 passed", "Errors are rare.", "raise KeyError(name)"],
)
def test_other_lines_tell_no_failure(text: str) -> None:
    """Neither that nothing failed nor what speaks of errors."""
    assert not tells_failure(text)


def test_a_failure_is_told_by_its_last_line() -> None:
    """Of a long traceback the exception is told, of short words all."""
    frames = [f'File "/lake/boat{n}.py", line {n}, in row' for n in range(40)]
    lines = ["Traceback (most recent call last):", *frames]
    assert failing([*lines, "KeyError: 'oar 7'"], 300) == "… KeyError: 'oar 7'"
    assert failing([*lines, "lake.Leak: hull 3"], 300) == "… lake.Leak: hull 3"
    assert failing(["no", "boat"], 300) == "no boat"
    card = only(cards("\n".join([*lines, "KeyError: 'oar 7'"]), error=True))
    assert "KeyError: 'oar 7'" in card.notes[0]


@pytest.mark.parametrize(
    ("text", "fact", "formula"),
    [(MAIL, "980.00 CHF", "Hi Ilse"), (PAGE, "12 CHF", "Enjoy your stay.")],
)
def test_cards_keep_facts_and_leave_greetings(text: str, fact: str, formula: str) -> None:
    """Of a text that is too long, sentences with sums and dates stay, formulas go."""
    card = only(cards(text, "Read it", name="read_page"))
    kept = " ".join(card.notes)
    assert fact in kept
    assert formula not in kept


def test_cards_keep_the_sentence_that_was_asked_for() -> None:
    """The words of the user's question choose among sentences of like facts."""
    lines = [f"The hut {n} lies {n * 10} m above the lake near Brig." for n in range(30)]
    lines[19] = "In the Gasthaus at the pier one pays 12 CHF for a boat in the evening."
    card = only(cards(" ".join(lines), "What does a boat cost at the pier?", name="ask"))
    assert lines[19] in card.notes


def test_cards_say_that_sentences_were_left_out() -> None:
    """The head of a card counts them, and nothing where all are there."""
    card = only(cards(MAIL, "Read it", name="read_page"))
    assert card.notes_left > 0
    assert f"+{card.notes_left} sentences" in render(card)
    assert parse(render(card)).notes == card.notes
    whole = only(cards("The boat leaves at 9.", "Read it", name="read_page"))
    assert whole.notes_left == 0
    assert " sentence" not in render(whole)

"""The plainest wishes, and likings, in German."""

from __future__ import annotations

import pytest

from langgraph_memory.cards.oneself.traits import traits_of
from langgraph_memory.preferences.signals import signals_in


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("Antworte bitte kürzer.", ("response_length", "short")),
        ("Ab jetzt bitte kürzer!", ("response_length", "short")),
        ("Deine Antworten sind zu lang.", ("response_length", "short")),
        ("Kannst du bitte kürzer antworten?", ("response_length", "short")),
        ("Antworte ausführlicher.", ("response_length", "detailed")),
        ("Keine Emojis.", ("emojis", "none")),
        ("Bitte keine Emojis mehr.", ("emojis", "none")),
        ("Erklär es mir bitte einfacher.", ("information_density", "simple")),
    ],
)
def test_plain_wishes_are_heard(said: str, wish: tuple[str, str]) -> None:
    """A whole sentence that says no more is obeyed."""
    assert [(one.dimension, one.value) for one in signals_in(said)] == [wish]


@pytest.mark.parametrize(
    "said",
    [
        "Die Hose ist zu lang.",
        "Der Film war zu kurz.",
        "Mein Chef sagt, die Antworten sind zu lang.",
        "Sind die Antworten zu lang?",
        "Schreibe einen Brief ohne Emojis an Max.",
    ],
)
def test_case_33_what_is_said_of_others_is_no_wish(said: str) -> None:
    """Nor is a question, or an errand."""
    assert not signals_in(said)


@pytest.mark.parametrize(
    ("said", "likings"),
    [
        ("Ich bin allergisch gegen Erdnüsse.", {("allergy", "erdnüsse", True)}),
        ("Ich mag keinen Koriander.", {("taste", "koriander", False)}),
        ("Ich hasse Oper.", {("taste", "oper", False)}),
        ("Ich mag Koriander nicht.", {("taste", "koriander", False)}),
        (
            "Ich esse kein Fleisch und keinen Fisch.",
            {("taste", "fleisch", False), ("taste", "fisch", False)},
        ),
        (
            "Ich mag Jazz, aber ich hasse Rap.",
            {("taste", "jazz", True), ("taste", "rap", False)},
        ),
        ("Ich esse heute kein Fleisch.", set()),
        ("Mein Chef sagt, ich mag Oper.", set()),
        ("Mag ich Koriander?", set()),
        ("Ich liebe dich.", set()),
    ],
)
def test_likings_are_read(said: str, likings: set[tuple[str, str, bool]]) -> None:
    """With their polarity, each of a list; neither the moment nor others count."""
    found = traits_of(said)
    assert {
        (one.kind, " ".join(sorted(one.about)), one.positive) for one in found
    } == likings

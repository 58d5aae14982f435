from __future__ import annotations

from langgraph_memory.cards.notes import bounds, clip, sentences


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

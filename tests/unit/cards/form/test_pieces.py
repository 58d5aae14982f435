"""How long texts are cut."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from langgraph_memory.cards.form.pieces import LONG, pieces

PARTS = st.sampled_from(
    ["a", "Zug 7", ". ", ", ", "; ", "\n", "。", "，", "-", " ", "x" * 99]
)
TEXTS = st.lists(PARTS, max_size=40).map("".join) | st.text()


@settings(max_examples=200, deadline=None, derandomize=True)
@given(TEXTS)
def test_pieces_are_the_text(text: str) -> None:
    """Nothing is lost or added, and no piece is empty."""
    cut = pieces(text)
    assert "".join(cut) == text
    assert all(cut)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(TEXTS)
def test_no_piece_is_long_that_has_a_blank(text: str) -> None:
    """Only what has no blank in it stays longer than the limit."""
    assert all(
        len(one) <= LONG or not any(map(str.isspace, one.strip())) for one in pieces(text)
    )


def test_texts_are_cut_at_sentences_and_lines() -> None:
    """Marks within words and numbers end nothing."""
    assert pieces("It is 3.5 km. Go!\nBye") == ["It is 3.5 km. ", "Go!\n", "Bye"]
    assert pieces("今天下雨。船晚点！") == ["今天下雨。", "船晚点！"]


def test_long_sentences_are_cut_at_lesser_marks() -> None:
    """Entries of a list in a text are pieces, and short sentences stay whole."""
    entries = [f"Berth{n}: free, dry; " for n in range(20)]
    assert pieces("".join(entries)) == entries
    assert pieces("One, two; three.") == ["One, two; three."]
    names = ", ".join(f"harbour {n}" for n in range(40))
    assert pieces(names)[:2] == ["harbour 0, ", "harbour 1, "]

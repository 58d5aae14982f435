"""Why a card keeps what it keeps."""

from __future__ import annotations

from langgraph_memory import Reason, why
from langgraph_memory.cards.fitting import FULL, LITTLE, SAID, SILENT
from langgraph_memory.config import CardConfig
from tests.unit.cards.builders import LODGE_TASK, LODGES, cards, only


def test_a_card_tells_the_terms_of_what_it_keeps() -> None:
    """Each kept field has its score, its named terms, and its best object."""
    card = only(cards(LODGES, LODGE_TASK, args={"valley": "Soglio"}))
    [price] = why(card, "price")
    assert price.kept
    assert (price.tool, price.field, price.because) == ("find_lodges", "price", "")
    assert {"start", "siblings", "suits", "money"} <= price.terms.keys()
    assert price.object in {row["Lodge"] for row in LODGES}
    assert 0.0 < price.score < 1.0
    assert "price" in str(price)
    assert "kept" in str(price)


def test_case_45_a_card_tells_why_it_leaves_a_field_out() -> None:
    """Every field of the source has a reason, those that are not kept too."""
    rows = [row | {"empty": None} for row in LODGES]
    card = only(cards(rows, LODGE_TASK, args={"valley": "Soglio"}))
    left = {reason.field: reason.because for reason in why(card) if not reason.kept}
    assert left == {
        "latitude": LITTLE,
        "phone": LITTLE,
        "website": LITTLE,
        "valley": SAID,
        "empty": SILENT,
    }
    assert [reason.field for reason in why(card)] == list(rows[0])
    assert not any(reason.value for reason in why(card) if not reason.kept)


def test_case_45_what_finds_no_room_says_so() -> None:
    """A field for which a small card has no room is told apart from a worthless one."""
    card = only(cards(LODGES, LODGE_TASK, CardConfig(max_tokens=30)))
    assert FULL in {reason.because for reason in why(card)}


def test_notes_have_reasons() -> None:
    """What is kept of prose is explained by its sentence."""
    card = only(cards("The path closes at 17:00.", "Is the path open?", name="ask"))
    [reason] = why(card)
    assert reason.value == card.notes[0]
    assert reason.kept
    assert "sole" in reason.terms


def test_reasons_survive_plain_data() -> None:
    """A reason comes back equal; what others wrote beside it is left aside."""
    [reason, *_] = why(only(cards(LODGES, LODGE_TASK)))
    assert Reason.from_dict(reason.to_dict() | {"later": 1}) == reason
    assert Reason.from_dict({"tool": "x"}) == Reason(tool="x")


def test_very_many_fields_do_not_make_a_card_large() -> None:
    """Of thousands of fields that are left out the likeliest are told."""
    wide = {f"column {n}": n for n in range(2_000)}
    [card] = cards(wide, "anything", name="get_wide")
    left = [reason for reason in why(card) if not reason.kept]
    assert len(left) == 20
    assert len(why(card)) < 300

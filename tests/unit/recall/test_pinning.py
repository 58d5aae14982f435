"""What was shown stays as it was, until a batch changes it anyway."""

from __future__ import annotations

from langgraph_memory.recall.pinning import pinned, with_told
from langgraph_memory.recall.view import Recipe, Stand
from tests.unit.cards.builders import cards

NOTE, TOLD = "The deposit is 200 EUR.", "Pay 200 EUR."
BEFORE = Stand(cards(NOTE), "[trace]")
AFTER = Stand(tuple(card.changed(told=(TOLD,)) for card in BEFORE.cards), "[trace]")
FULL = AFTER.full


def test_a_card_shown_by_rules_goes_on_so() -> None:
    """A summary that came later does not change the text that stands."""
    recipe = with_told(Recipe(shown={"a": FULL}), {"a": BEFORE})
    assert pinned({"a": AFTER}, recipe)["a"].text(FULL) == BEFORE.text(FULL)
    assert TOLD not in BEFORE.text(FULL)


def test_a_card_shown_as_told_goes_on_so() -> None:
    """What the model has told stays told, also after a restart."""
    recipe = with_told(Recipe(shown={"a": FULL}), {"a": AFTER})
    again = Recipe.from_dict(recipe.to_dict())
    assert pinned({"a": AFTER}, again)["a"].text(FULL) == AFTER.text(FULL)
    assert TOLD in AFTER.text(FULL)


def test_what_was_not_shown_may_come_as_told() -> None:
    """Only what stood in the view is pinned."""
    assert pinned({"a": AFTER}, Recipe()) == {"a": AFTER}
    assert with_told(Recipe(), {"a": AFTER}).told == frozenset()

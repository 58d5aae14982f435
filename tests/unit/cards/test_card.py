from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given

from langgraph_memory.cards.card import CardLink, CardValue, DecisionCard
from langgraph_memory.facts.tables import Table
from tests.unit.cards.builders import LODGE_TASK, LODGES, cards, only
from tests.unit.cards.test_rendering import tables


def made() -> DecisionCard:
    return only(cards(LODGES, LODGE_TASK, args={"valley": "Soglio", "with": {"a": [1]}}))


@given(tables())
def test_a_card_survives_plain_data(table: Table) -> None:
    """Any cells, absent ones too, come back equal through JSON."""
    card = replace(made(), table=table, notes=("a", "b"), superseded_by="x")
    assert DecisionCard.from_dict(json.loads(json.dumps(card.to_dict()))) == card


def test_plain_data_may_have_keys_of_others() -> None:
    """What stands beside the card's own parts is left aside."""
    assert DecisionCard.from_dict(made().to_dict() | {"text": "x", "later": 1}) == made()


def test_plain_data_of_an_older_version_may_lack_parts() -> None:
    """Parts with a default may be missing; others may not."""
    data = made().to_dict()
    del data["links"], data["refresh"]
    assert DecisionCard.from_dict(data).links == ()
    del data["key"]
    with pytest.raises((KeyError, TypeError)):
        DecisionCard.from_dict(data)


def test_plain_data_is_a_copy() -> None:
    """Changing what a card gave out does not change the card."""
    card = made()
    card.to_dict()["args"]["with"]["a"].append(2)
    assert card.args["with"] == {"a": [1]}


def test_case_43_a_change_keeps_every_other_part() -> None:
    """Changing one part raises the revision and touches nothing else."""
    card = replace(
        made(), notes=("pinned",), links=(CardLink("entity", "l"),), expires="2027-01-01"
    )
    after = card.changed(summary="new")
    assert after == replace(card, summary="new", revision=card.revision + 1)


def test_the_search_text_has_the_words_of_the_card() -> None:
    """A card is found by its call, its columns and its cells, each line once."""
    text = made().text
    assert {"Larch House", "valley Soglio", "price"} <= set(text.splitlines())
    assert len(text.splitlines()) == len(set(text.splitlines()))


def test_the_parts_of_a_value_lie_between_0_and_1() -> None:
    """Each part of a decision value is a share."""
    value = made().value
    assert isinstance(value, CardValue)
    for part in (value.necessity, value.constraint, value.change, value.total):
        assert 0.0 <= part <= 1.0


def test_attributes_tell_what_a_card_says_by_name() -> None:
    """Of each row, the best first; what holds for all rows once; of notes nothing."""
    told = made().attributes
    assert told["Lodge"][0] == "Larch House"
    assert len(told["Lodge"]) == len(told["price"])
    card = replace(made(), table=None, constants={"valley": "Soglio"})
    assert card.attributes == {"valley": ("Soglio",)}
    empty = Table("", ("a",), (), None, "list")
    assert replace(made(), table=empty, constants={}).attributes == {}

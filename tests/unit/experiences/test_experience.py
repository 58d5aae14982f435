"""The experience as plain data under a derived key."""

from __future__ import annotations

import json
from typing import Any

import pytest

from langgraph_memory.experiences.experience import Experience
from tests.unit.experiences.runs import experience


def test_an_experience_survives_being_plain_data() -> None:
    """Through JSON and back it is the same, and further entries are ignored."""
    one = experience()
    data = json.loads(json.dumps(one.to_dict() | {"text": one.text}))
    assert Experience.from_dict(data) == one


def test_changing_the_plain_data_does_not_change_the_experience() -> None:
    """The data is a copy all the way down."""
    one = experience()
    one.to_dict()["rule"]["expected"]["date"] = "anything"
    assert one == experience()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "recovery"},
        experience().to_dict() | {"kind": "rumour"},
        experience().to_dict() | {"confidence": None},
        experience().to_dict() | {"evidence": 7},
        experience().to_dict() | {"evidence": [["only thread"]]},
    ],
)
def test_data_that_is_no_experience_is_refused(data: dict[str, Any]) -> None:
    """Wrong data raises instead of giving an empty lesson."""
    with pytest.raises(ValueError, match=r"."):
        Experience.from_dict(data)


def test_the_key_follows_the_structured_part_alone() -> None:
    """Words, confidence, time and evidence do not matter; kind, tool, error and rule do."""
    one = experience()
    assert (
        one.key == experience(content="x", scenario="y", confidence=0.1, created_at="z").key
    )
    assert one.key != experience(kind="failure").key
    assert one.key != experience(rule=one.rule | {"condition": "sold out"}).key
    assert one.key != experience(rule=one.rule | {"expected": {"date": "digits"}}).key
    assert len(one.key) == 32


def test_lessons_without_a_change_are_told_apart_by_their_words() -> None:
    """Two different lessons about one tool are two items."""
    rule = {"tool": "book_hotel"}
    assert experience(rule=rule, content="a").key != experience(rule=rule, content="b").key


def test_a_given_key_stays() -> None:
    """An item that was merged keeps the key it is stored under."""
    assert experience(key="k" * 32).key == "k" * 32


def test_evidence_is_bounded() -> None:
    """Of many sources the newest twenty are read."""
    many = experience(evidence=tuple((f"t{i}", "m") for i in range(99)))
    read = Experience.from_dict(many.to_dict()).evidence
    assert (len(read), read[-1]) == (20, ("t98", "m"))

"""Which steps of a plan cards bear on."""

from __future__ import annotations

from dataclasses import replace

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.recall.bearing import with_steps
from tests.unit.cards.builders import LODGES, TOOLS, cards, only


def lodges() -> DecisionCard:
    return only(cards(LODGES, "a lodge", args={"valley": "Soglio"}))


def parcel() -> DecisionCard:
    data = {"parcel_id": "P-771", "status": "waiting"}
    return only(cards(data, "my parcel", name="get_parcel"))


def steps(card: DecisionCard, *plan: str) -> list[str]:
    """The steps that a card is said to bear on."""
    [made] = with_steps([card], plan, TOOLS)
    assert made.decision_impact[: len(card.decision_impact)] == card.decision_impact
    return list(made.decision_impact[len(card.decision_impact) :])


def test_a_card_bears_on_the_steps_whose_tools_it_can_feed() -> None:
    """Lodges feed the reservation of a lodge, and not that of a ferry."""
    plan = ("Reserve the lodge", "Reserve the ferry", "Write to Kim")
    assert steps(lodges(), *plan) == ["step: Reserve the lodge"]


def test_a_card_bears_on_the_steps_that_name_its_objects() -> None:
    """Whatever the step does with it; part of a name is no name."""
    assert steps(parcel(), "Ask Kim about P-771.") == ["step: Ask Kim about P-771."]
    assert steps(parcel(), "Ask Kim about P-7712.", "Ask Kim.") == []


def test_without_a_plan_cards_stay_what_they_are() -> None:
    """No step, no change; what can feed nothing bears on none."""
    assert with_steps([lodges()], (), TOOLS) == [lodges()]
    idle = replace(lodges(), decision_impact=(), table=None)
    assert steps(idle, "Reserve the lodge") == []


def test_steps_are_bounded_in_number_and_length() -> None:
    """The first four are told, each once, and long ones cut."""
    plan = [f"Reserve lodge number {n} of the valley" for n in (1, 2, 2, 3, 4, 5)]
    found = steps(lodges(), *plan)
    assert found == [f"step: {plan[n]}" for n in (0, 1, 3, 4)]
    [long] = steps(lodges(), "Reserve the lodge" + " and think" * 100)
    assert len(long) < 200

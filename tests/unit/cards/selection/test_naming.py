from __future__ import annotations

from langgraph_memory.cards.selection.selecting import select
from langgraph_memory.recall.tokens import count_text
from langgraph_memory.weights import PRECISE
from tests.unit.cards.selection.builders import cell, output, said, scorer, tool


def test_who_is_called_by_a_part_of_his_name_is_told_apart() -> None:
    """A word that one name alone has calls its object, and puts the others aside."""
    crew = [
        {"sailor": "S1", "name": "Ida Holm", "cabin": "A1"},
        {"sailor": "S2", "name": "Jens Holm", "cabin": "A2"},
        {"sailor": "S3", "name": "Uli Berg", "cabin": "A3"},
    ]
    scores = scorer(output("list_crew", crew), talk=said("Wake up Berg, please."))
    assert scores.why(cell(scores, "A3"))["recent_cues"] > 0
    assert scores.why(cell(scores, "A1"))["aside"] == PRECISE.aside
    assert "aside" not in scores.why(cell(scores, "A3"))
    small = scorer(output("list_crew", crew), talk=said("wake up berg, please"))
    assert small.why(cell(small, "A1"))["aside"] == PRECISE.aside
    ashore = [
        {"name": f"{town} Inn", "town": town} for town in ("Bergen", "Skagen", "Turku")
    ]
    inns = scorer(output("list_inns", ashore), talk=said("A bed in Bergen, please."))
    assert "recent_cues" in inns.why(cell(inns, "Bergen Inn"))
    assert all("aside" not in inns.why(one) for one in inns.known.form.cells)
    unsure = scorer(output("list_crew", crew), talk=said("Wake up Holm, please."))
    for number in ("2 cabins, please.", "Cabin 2 or 3?"):
        decks = [{"name": f"Deck {n}", "cabins": n + 5} for n in range(9)]
        open_ = scorer(output("list_decks", decks), talk=said(number))
        assert all("aside" not in open_.why(one) for one in open_.known.form.cells)
    assert all("aside" not in unsure.why(one) for one in unsure.known.form.cells)


def test_the_row_that_the_user_names_comes_first() -> None:
    """Where there is room for few, it is told with what the next call takes."""
    bills = [{"bill_id": f"B-{n}", "sum": 100 + n, "remark": "paid in"} for n in range(90)]
    pay = tool("pay_bill", bill_id="string", sum="number")
    scores = scorer(output("list_bills", bills), talk=said("Pay bill B-77."), tools=(pay,))
    assert "B-77|sum=177" in select(scores, 120, count_text).told.together

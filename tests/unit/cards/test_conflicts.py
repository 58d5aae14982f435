from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from langgraph_memory.cards.card import CardLink, DecisionCard
from langgraph_memory.cards.conflicts import supersede
from tests.unit.cards.builders import LODGE_TASK, LODGES, cards, only, shown

EARLY = "2026-05-04T10:00:00+00:00"
LATE = "2026-05-06T10:00:00+00:00"
LATEST = "2026-05-07T10:00:00+00:00"


def said(text: str, at: str = EARLY, **parts: Any) -> DecisionCard:
    return only(cards(text, kind="user", at=at, nth=int(at[8:10]), **parts))


def parcel(at: str = EARLY, *, nth: int = 0, **changes: Any) -> DecisionCard:
    data = {"parcel_id": "P-771", "status": "waiting", "depot": "Chur", "weight": 2}
    name = "get_parcel" if nth % 2 == 0 else "reroute_parcel"
    return only(cards(data | changes, "my parcel", name=name, at=at, nth=nth))


def lodges(at: str = EARLY, valley: str = "Soglio", **parts: Any) -> DecisionCard:
    return only(cards(LODGES, LODGE_TASK, args={"valley": valley}, at=at, **parts))


def test_the_same_call_later_takes_the_place_of_the_earlier() -> None:
    """A search repeated replaces its older result, and both say so."""
    old = lodges()
    new, changed = supersede(lodges(LATE, nth=1), [old])
    assert new.supersedes == (old.key,)
    assert changed == (old.changed(superseded_by=new.key),)
    assert new.superseded_by is None


def test_other_calls_are_left_alone() -> None:
    """Another valley is another matter."""
    assert supersede(lodges(LATE, "Bondo", nth=1), [lodges()])[1] == ()


def test_an_object_is_the_same_whatever_tool_tells_of_it() -> None:
    """A changed parcel replaces what was read of it before."""
    old = parcel()
    new, changed = supersede(parcel(LATE, nth=1, status="sent", depot="Zug"), [old])
    assert changed[0].superseded_by == new.key
    assert shown(new, "status") == ["sent"]


def test_what_only_the_older_card_knows_is_carried_over() -> None:
    """A short answer about an object does not lose what is known of it."""
    old = parcel()
    brief = {"parcel_id": "P-771", "status": "cancelled"}
    fresh = only(cards(brief, "my parcel", name="reroute_parcel", at=LATE, nth=3))
    new, changed = supersede(fresh, [old])
    assert shown(new, "status") == ["cancelled"]
    assert shown(new, "depot") == ["Chur"]
    assert new.notes[-1] == "as of 2026-05-04: depot, weight"
    assert changed[0].superseded_by == new.key


def test_what_is_carried_over_is_not_older_than_what_was_read() -> None:
    """A value that the newer source had, though its card left it out, is the newer one."""
    fresh = parcel(LATE, nth=1, depot="Zug")
    assert fresh.table is not None
    at = fresh.table.columns.index("depot")
    columns = tuple(c for c in fresh.table.columns if c != "depot")
    row = tuple(cell for i, cell in enumerate(fresh.table.rows[0]) if i != at)
    table = replace(fresh.table, columns=columns, rows=(row,))
    brief = replace(fresh, table=table, left_out={"depot": "Zug"})
    new, _ = supersede(brief, [parcel()])
    assert shown(new, "depot") == ["Zug"]
    assert new.notes == fresh.notes


def test_what_a_card_leaves_out_of_an_object_is_kept_beside_it() -> None:
    """What the talk says already is not shown, but known to be newer than older cards."""
    data = {"parcel_id": "P-771", "status": "waiting", "depot": "Chur", "weight": 2}
    card = only(cards(data, "my parcel", name="get_parcel", said="It waits in Chur."))
    assert card.table is not None
    held = dict(zip(card.table.columns, card.table.rows[0], strict=True)) | card.left_out
    assert {name: held[name] for name in ("status", "depot", "weight")} == {
        "status": "waiting",
        "depot": "Chur",
        "weight": 2,
    }
    assert DecisionCard.from_dict(card.to_dict()) == card


def test_different_matters_of_one_object_stand_side_by_side() -> None:
    """Two tools that tell different things of an object do not conflict."""
    owner = {"parcel_id": "P-771", "sender": "Kim", "insured": True}
    fresh = only(cards(owner, "my parcel", name="get_parcel", at=LATE, nth=2))
    assert supersede(fresh, [parcel()]) == (fresh, ())


def test_a_late_comer_does_not_win() -> None:
    """A card observed earlier than the one that stands is the outdated one."""
    standing = lodges(LATE)
    new, changed = supersede(lodges(EARLY, nth=1), [standing])
    assert (new.superseded_by, changed) == (standing.key, ())


@pytest.mark.parametrize(
    ("first", "second", "stands"),
    [
        ({"as_of": "2026-05-03T09:00:00Z"}, {"as_of": "2026-05-02T09:00:00Z"}, "first"),
        ({"updated_at": "2026-05-02"}, {"last_modified": "2026-05-01T23:00Z"}, "first"),
        ({"as_of": "2026-05-03T09:00+08:00"}, {"as_of": "2026-05-03T02:00Z"}, "second"),
        ({"updatedAt": 1_777_800_000}, {"updatedAt": 1_777_700_000}, "first"),
        ({"updated_at": "2026-05-03"}, {"updated_at": "2026-05-03T01:00Z"}, "second"),
        ({"as_of": "2026-05-03"}, {"as_of": "2026-05-03"}, "second"),
        ({"as_of": "2026-05-03"}, {}, "second"),
        ({"as_of": "today"}, {"as_of": "2026-05-01"}, "second"),
        ({"updated_by": "2026-05-03"}, {"updated_by": "2026-05-01"}, "second"),
    ],
)
def test_what_sources_say_of_their_age_decides(
    first: dict[str, Any], second: dict[str, Any], stands: str
) -> None:
    """A reading that says it is older does not win for having been read later."""
    old = parcel(**first)
    new, changed = supersede(parcel(LATE, nth=1, status="sent", **second), [old])
    if stands == "first":
        assert (new.superseded_by, changed) == (old.key, ())
    else:
        assert (new.superseded_by, changed[0].superseded_by) == (None, new.key)


def test_the_age_of_an_older_reading_is_not_that_of_the_newer() -> None:
    """When the older source was updated is not told of the newer one."""
    old = parcel(updated_at="2026-05-03", sender="Kim")
    new, _ = supersede(parcel(LATE, nth=1), [old])
    assert new.table is not None
    assert "sender" in new.table.columns
    assert "updated_at" not in new.table.columns


def test_the_less_trusted_does_not_win() -> None:
    """A newer card from a weaker source leaves the older one standing."""
    old = parcel()
    weak = replace(parcel(LATE, nth=1, status="sent"), confidence=0.5)
    new, changed = supersede(weak, [old])
    assert (new.superseded_by, changed) == (old.key, ())


def tasks(content: Any, at: str = EARLY, **parts: Any) -> tuple[DecisionCard, ...]:
    return cards(content, "my tasks", name="list_tasks", at=at, nth=int(at[8:10]), **parts)


OPEN = [{"task_id": "T1", "title": "rent"}, {"task_id": "T2", "title": "tax"}]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (OPEN, []),
        (OPEN, ""),
        (OPEN, "No open tasks found."),
        ({"tasks": OPEN}, {"tasks": []}),
        ({"tasks": OPEN}, {"tasks": None, "total": 0}),
        ({"data": {"tasks": OPEN}}, {"data": {"tasks": []}}),
        ({"list_id": "L1", "tasks": OPEN}, {"list_id": "L1", "tasks": []}),
        ({"tasks": []}, {"tasks": OPEN}),
    ],
)
def test_a_list_that_is_empty_by_now_takes_the_place_of_its_items(
    first: Any, second: Any
) -> None:
    """The newer answer to the same call holds, in whatever form it says that none is."""
    olds, [new, *_] = tasks(first), tasks(second, LATE)
    _, changed = supersede(new, olds)
    assert {card.superseded_by for card in changed} == {new.key}
    assert {card.slot for card in changed} >= {olds[-1].slot}


def test_the_items_of_an_emptied_list_are_not_carried_over() -> None:
    """What a list held when it was not empty is no part of the newer card."""
    [old] = tasks({"total": 1, "tasks": OPEN[:1]})
    [fresh] = tasks({"total": 0, "tasks": []}, LATE)
    new, _ = supersede(fresh, [old])
    assert new.supersedes == (old.key,)
    assert "T1" not in new.text


def test_an_older_empty_list_does_not_take_the_place_of_newer_items() -> None:
    """Of an empty list and its items the later reading holds, whichever comes first."""
    [fresh], [old] = tasks({"tasks": []}), tasks({"tasks": OPEN}, LATE)
    new, changed = supersede(fresh, [old])
    assert (new.superseded_by, changed) == (old.key, ())


def test_another_list_that_is_empty_says_nothing_of_this_one() -> None:
    """Only the list of the same name, of the same call, is known to be empty."""
    olds = tasks({"tasks": OPEN})
    [other] = tasks({"drafts": []}, LATE)
    [elsewhere] = tasks({"tasks": []}, LATE, args={"status": "done"})
    assert supersede(other, olds) == (other, ())
    assert supersede(elsewhere, olds) == (elsewhere, ())


def test_a_success_takes_the_place_of_the_failure_of_its_call() -> None:
    """What failed and then succeeded is no constraint any more."""
    args = {"parcel_id": "P-771"}
    failed = only(cards("timeout", "x", name="get_parcel", args=args, error=True))
    done = only(
        cards(
            {"parcel_id": "P-771", "status": "sent"},
            "x",
            name="get_parcel",
            args=args,
            at=LATE,
            nth=1,
        )
    )
    assert supersede(done, [failed])[1][0].key == failed.key
    again = replace(failed, key="0" * 32, record_id="0" * 32, as_of=LATE)
    assert supersede(again, [done]) == (again, ())


def test_across_threads_only_what_lasts_is_replaced() -> None:
    """Objects and answers of the world are the same everywhere; what was done is not."""
    assert len(supersede(lodges(LATE, thread="thread-2"), [lodges()])[1]) == 1
    done = replace(lodges(), value=replace(lodges().value, change=1.0))
    elsewhere = replace(done, key="0" * 32, record_id="0" * 32, thread_id="thread-2")
    assert supersede(elsewhere, [done])[1] == ()
    elsewhere = replace(parcel(), thread_id="thread-2")
    assert len(supersede(parcel(LATE, nth=1), [elsewhere])[1]) == 1


def test_conclusions_stay_in_their_place() -> None:
    """What the model concluded never retires another conclusion."""
    old = only(cards("The total comes to 412.", "x", kind="model"))
    new = only(cards("The total comes to 500.", "x", kind="model", at=LATE, nth=1))
    assert supersede(new, [old]) == (new, ())


def test_doing_it_twice_gives_the_same() -> None:
    """A node that runs again finds its own work and changes nothing."""
    old, fresh = parcel(), parcel(LATE, nth=1, status="sent")
    new, changed = supersede(fresh, [old])
    assert supersede(fresh, [*changed, new]) == (new, changed)
    again, none = supersede(old, [*changed, new])
    assert (again.superseded_by, none) == (new.key, ())


def parcels(at: str = LATE, *, nth: int = 1, **changes: Any) -> DecisionCard:
    """A list with a row of the parcel, and of another one."""
    first = {"parcel_id": "P-771", "status": "sent", "depot": "Chur", "weight": 2}
    other = {"parcel_id": "P-772", "status": "waiting", "depot": "Zug", "weight": 3}
    rows = [first | changes, other]
    return only(cards(rows, "my parcels", name="list_parcels", at=at, nth=nth))


def test_a_newer_row_retires_the_card_of_its_object() -> None:
    """Where the row says all that the card does, and some of it otherwise."""
    old, fresh = parcel(), parcels()
    new, changed = supersede(fresh, [old])
    assert changed == (old.changed(superseded_by=new.key),)
    assert new == replace(fresh, supersedes=(old.key,))
    assert supersede(fresh, [*changed, new]) == (new, changed)
    late, none = supersede(old, [fresh])
    assert (late.superseded_by, none) == (fresh.key, ())


@pytest.mark.parametrize(
    "new",
    [
        parcels(status="waiting"),
        parcels(weight=None),
        parcels(parcel_id="P-773"),
        parcels(parcel_id="P-772"),
        parcels("2026-05-03T10:00:00+00:00"),
        replace(parcels(), confidence=0.5),
        replace(parcels(), args={"parcel_id": "P-9"}),
    ],
    ids=["same", "less", "other", "twice", "older", "doubtful", "other call"],
)
def test_a_row_that_leaves_a_doubt_retires_nothing(new: DecisionCard) -> None:
    """The card of the object stands beside the list, and the list beside it."""
    old = replace(parcel(), args={"parcel_id": "P-771"})
    assert supersede(new, [old]) == (new, ())


def test_a_card_of_an_object_never_retires_a_list() -> None:
    """Nor do two lists with a row in common meet."""
    rows = parcels(EARLY)
    fresh = parcel(LATE, status="lost")
    assert supersede(fresh, [rows]) == (fresh, ())
    other = replace(parcels(LATE, status="lost"), slot="call:other()", key="0" * 32)
    other = replace(other, record_id="0" * 32)
    assert supersede(other, [rows]) == (other, ())


def test_what_is_outdated_already_is_left_alone() -> None:
    """A card replaced by another one is not replaced again."""
    old = replace(lodges(), superseded_by="f" * 32)
    assert supersede(lodges(LATE, nth=1), [old])[1] == ()


def test_cards_of_one_record_do_not_replace_each_other() -> None:
    """The tables of one result stand together."""
    card = lodges()
    sibling = replace(card, key="0" * 32)
    assert supersede(card, [sibling]) == (card, ())


def test_case_37_saying_it_again_leaves_one_card() -> None:
    """The same statement three times: the newest stands, none is lost."""
    first, second, third = (said("I eat no meat.", at) for at in (EARLY, LATE, LATEST))
    second, (first,) = supersede(second, [first])
    third, (second,) = supersede(third, [first, second])
    standing = [card for card in (first, second, third) if card.superseded_by is None]
    assert standing == [third]
    assert supersede(third, [third]) == (third, ())


@pytest.mark.parametrize(
    ("number", "first", "second"),
    [
        (38, "I love to travel the world.", "I like night snacks at the weekend."),
        (40, "Kim is treasurer at Acme.", "Kim administers Acme's servers."),
    ],
)
def test_case_38_and_40_the_unrelated_stay_valid(
    number: int, first: str, second: str
) -> None:
    """A new fact never retires an unrelated true one."""
    old = said(first)
    new = said(second, LATE)
    assert supersede(new, [old]) == (new, ()), number


@pytest.mark.parametrize(
    ("number", "first", "second"),
    [
        (39, "I love cheese pizza.", "I now dislike it."),
        (39, "I love cheese pizza.", "I hate cheese pizza."),
        (41, "I work on project Amber.", "I moved to project Basil."),
    ],
)
def test_case_39_and_41_a_real_change_is_noticed(
    number: int, first: str, second: str
) -> None:
    """The newer statement stands; the older one is kept and says what replaced it."""
    old = said(first)
    new, (outdated,) = supersede(said(second, LATE, thread="thread-2"), [old])
    assert new.superseded_by is None, number
    assert outdated.superseded_by == new.key
    assert outdated.notes == old.notes


def test_case_39_it_is_the_last_thing_said_however_often_it_is_read() -> None:
    """Only the newest liking is turned, and a second reading turns no further one."""
    cats, pizza = said("I love cats."), said("I love pizza.", LATE)
    new, changed = supersede(said("Now I dislike it.", LATEST), [pizza, cats])
    assert new.supersedes == (pizza.key,)
    assert changed == (pizza.changed(superseded_by=new.key),)
    assert supersede(said("Now I dislike it.", LATEST), [cats, new]) == (new, ())


def test_case_40_it_turns_no_liking_of_another_talk_by_mere_disagreement() -> None:
    """`Actually` denies what was just said; `now` may speak of what once was."""
    cats = replace(said("I love cats."), thread_id="another")
    assert supersede(said("Actually, I hate it.", LATE), [cats])[1] == ()
    assert len(supersede(said("Now I hate it.", LATE), [cats])[1]) == 1
    home = said("I live in Oslo.")
    assert supersede(said("Now I hate it.", LATE), [cats, home])[1] == ()


def test_case_43_superseding_keeps_every_other_part() -> None:
    """An outdated card differs in nothing but who replaced it."""
    old = replace(
        lodges(), expires="2027-01-01", links=(CardLink("entity", "l"),), constants={"x": 1}
    )
    _, (outdated,) = supersede(lodges(LATE, nth=1), [old])
    assert replace(outdated, superseded_by=None, revision=0) == old


def test_case_49_a_page_cannot_overrule_the_user() -> None:
    """The prose of a tool never takes the place of what the user said."""
    old = said("I love cheese pizza.")
    page = only(cards("I hate cheese pizza.", "x", name="fetch_page", at=LATE))
    assert supersede(page, [old]) == (page, ())


def page(number: int, first: int, at: str = EARLY) -> dict[str, DecisionCard]:
    """The cards of one page of a list, by path."""
    rows = [{"lodge_name": f"Lodge {n}", "price": 40 + n} for n in range(first, first + 4)]
    said = {"lodges": rows, "page": number}
    made = cards(
        said, LODGE_TASK, args={"valley": "Soglio"}, at=at, nth=10 * number + first
    )
    return {card.table.name: card for card in made if card.table is not None}


def test_another_page_of_a_list_leaves_the_first_one_valid() -> None:
    """The same call, asked again, gave the next rows; the same page again is newer."""
    first, second = page(1, 0)["lodges"], page(2, 4, LATE)["lodges"]
    assert supersede(second, [first]) == (second, ())
    again = page(1, 8, LATE)["lodges"]
    assert supersede(again, [first])[0].supersedes == (first.key,)

"""Which cards a new card takes the place of."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from langgraph_memory.cards.amending.restating import restates
from langgraph_memory.cards.amending.upholding import (
    fixed,
    marked,
    refreshed,
    repeats,
    says_so,
)
from langgraph_memory.cards.asking import differ
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.emptying import emptied, leaves_nothing
from langgraph_memory.cards.ended import end_in, with_known
from langgraph_memory.cards.newer import retold
from langgraph_memory.cards.objects import asked_in
from langgraph_memory.cards.paging import goes_on
from langgraph_memory.cards.recency import dates_itself, is_older
from langgraph_memory.cards.slots import CALL, ERROR, OBJECT, STATEMENT, without_page
from langgraph_memory.cards.statements import read_statement, replaces
from langgraph_memory.facts.tables import Table

_LASTING = (OBJECT, STATEMENT)
_DAY = 10


def supersede(
    new: DecisionCard, old: Sequence[DecisionCard]
) -> tuple[DecisionCard, tuple[DecisionCard, ...]]:
    """Let a card take the place of those it makes outdated.

    Same slot: the newer wins, unless it is of another source that is less trusted or
    answers another question about the object, such as its price in another currency; where
    both say as of when they are, that tells which one is newer. A success takes the place
    of the failure of the same call, and a list that is empty by now that of its items.
    Within a thread cards replace each other freely; across threads only for keyed objects,
    for the answers to the same question to the outside world, and for what the user states.
    A list takes the place of the card of one object when a row of it says all that the
    card does, and some of it otherwise; a card never takes the place of a list for one of
    its rows. What an older card of the same object shows beyond the newer one is carried
    over: with the newer value where the newer source had one, else with its day. Doing it
    twice gives the same.

    Args:
        new: A card, fresh from `make_cards`.
        old: The user's cards it may concern, in any order.

    Returns:
        The card with what it supersedes, or with `superseded_by` when an older one stands;
        and the older cards that changed.
    """
    again = next((card for card in old if card.key == new.key), None)
    if again is not None and _refers(new):  # `it` is what it was the first time
        return replace(new, supersedes=again.supersedes), ()
    outdated: list[DecisionCard] = []
    for card in sorted(_meant(new, old), key=lambda c: (c.as_of, c.key)):
        if card.superseded_by not in (None, new.key) or _together(card, new):
            continue
        if card.corrected and new.tool is not None and not is_older(new, card):
            new, changed = _beside_correction(new, card)
            outdated += changed
        elif new.corrected and card.slot != new.slot and card.tool is not None:
            told = marked(card, new) if card.thread_id == new.thread_id else card
            outdated += [told] if told is not card else []
        elif new.key in card.supersedes or _loses(new, card):
            new = replace(new, superseded_by=card.key)
        elif _concerns(new, card) or _says_anew(new, card):
            new = _taking_over(with_known(new, card), card)
            outdated.append(
                card
                if card.superseded_by == new.key
                else card.changed(superseded_by=new.key)
            )
    return new, tuple(outdated)


def _together(one: DecisionCard, other: DecisionCard) -> bool:
    """Whether cards stand side by side as those of one record do.

    Two that put right the same object in one message become one.
    """
    both = one.corrected and other.corrected and one.key != other.key
    return one.record_id == other.record_id and not both


def _beside_correction(
    new: DecisionCard, correction: DecisionCard
) -> tuple[DecisionCard, list[DecisionCard]]:
    """What a tool says after the user put something right; see `upholding`."""
    if new.slot != correction.slot:
        return marked(new, correction), []
    alike = new.table is None or _alike(new.table, correction.table)
    if not _may_meet(new, correction) or not alike:
        return new, []
    if says_so(new, correction):
        taken = correction.changed(superseded_by=new.key)
        return _taking_over(new, correction), [taken]
    if new.thread_id == correction.thread_id or repeats(new, correction):
        lost = replace(new, superseded_by=correction.key)
        kept = refreshed(correction, new)
        return lost, [kept] if kept is not correction else []
    return new, []


def _refers(card: DecisionCard) -> bool:
    if not card.slot.startswith(STATEMENT):
        return False
    said = read_statement(card.notes[0])
    return said.refers and not said.traits


def _meant(new: DecisionCard, old: Sequence[DecisionCard]) -> Sequence[DecisionCard]:
    """The cards that a card may concern: `it` is what was stated right before.

    What was stated in another conversation is meant only where nothing was in this one,
    and only by what says that it was otherwise once.
    """
    if not _refers(new):
        return old
    stated = [
        card
        for card in old
        if card.slot.startswith(STATEMENT) and card.record_id != new.record_id
    ]
    here = [card for card in stated if card.thread_id == new.thread_id]
    near = here or (stated if read_statement(new.notes[0]).lapses else [])
    last = max((card.as_of for card in near), default="")
    return [card for card in near if card.as_of == last][-1:]


def _loses(new: DecisionCard, old: DecisionCard) -> bool:
    if is_older(new, old):
        return _concerns(old, new) or _says_anew(old, new)
    return not _trusted(new, old) and _concerns(new, old)


def _says_anew(new: DecisionCard, old: DecisionCard) -> bool:
    """Whether a row of a list leaves nothing of an object's card to be told."""
    return _trusted(new, old) and _may_meet(new, old) and retold(old, new)


def _trusted(new: DecisionCard, old: DecisionCard) -> bool:
    # The same source at a later time knows better, in whatever form it says so; and what
    # made an end of a thing, however briefly it says so.
    if new.source == old.source or new.confidence >= old.confidence:
        return True
    return end_in(new) is not None


def _may_meet(new: DecisionCard, old: DecisionCard) -> bool:
    return new.thread_id == old.thread_id or (lasting(new) and lasting(old))


def _concerns(new: DecisionCard, old: DecisionCard) -> bool:
    if not _may_meet(new, old):
        return False
    if old.slot.startswith(ERROR) and not new.slot.startswith(ERROR):
        return new.tool == old.tool and new.args == old.args
    if _states(new) and _states(old) and new.slot != old.slot:
        return restates(new, old) or replaces(
            read_statement(new.notes[0]), read_statement(old.notes[0])
        )
    if new.slot != old.slot:
        return leaves_nothing(new, old)
    if _goes_on(new, old) or _asks_otherwise(new, old):
        return False
    answers = not new.slot.startswith(OBJECT) or end_in(new) is not None
    return answers or _alike(new.table, old.table)


def _asks_otherwise(new: DecisionCard, old: DecisionCard) -> bool:
    """Whether an answer is to another question about the object: `currency=EUR`.

    What the user put right is what he was told.
    """
    asked = asked_in(old)
    if new.corrected and asked:
        return not repeats(old, new)
    return differ(asked_in(new), asked)


def _states(card: DecisionCard) -> bool:
    return card.slot.startswith(STATEMENT) or bool(card.corrected)


def lasting(card: DecisionCard) -> bool:
    """Whether a card of another thread may take its place, or the other way round.

    What a call changed or computed belongs to its thread; what it read does not.
    """
    acted = card.value.change and not card.corrected
    read_only = card.slot.startswith(CALL) and not acted
    return read_only or card.slot.startswith(_LASTING)


def _goes_on(new: DecisionCard, old: DecisionCard) -> bool:
    """Whether a list is the next part of another one, which has none of its rows."""
    if new.table is None or old.table is None or not goes_on(new.tool or ""):
        return False
    return new.table.kind == "list" and set(new.table.rows).isdisjoint(old.table.rows)


def _alike(new: Table | None, old: Table | None) -> bool:
    # Two tools may tell different things of one object; only what overlaps conflicts.
    if new is None or old is None:
        return new is old
    return overlap(set(new.columns) - {new.key}, set(old.columns) - {old.key})


def overlap(ours: AbstractSet[str], theirs: AbstractSet[str]) -> bool:
    """Whether what two answers tell of an object is the same matter, by its columns."""
    least = min(len(ours), len(theirs))
    return 2 * len(ours & theirs) >= (least or max(len(ours), len(theirs)))


def _taking_over(new: DecisionCard, old: DecisionCard) -> DecisionCard:
    supersedes = tuple(dict.fromkeys((*new.supersedes, old.key)))
    if new.corrected:
        new = _telling_on(new, old)
    table, known = new.table, old.table
    if table is None or known is None or "record" not in (table.kind, known.kind):
        return replace(new, supersedes=supersedes)
    if table.kind != known.kind or not table.rows or not known.rows:
        return replace(new, supersedes=supersedes)
    gone = set(map(without_page, emptied(new)))
    extra = {
        name: new.left_out.get(name, cell)
        for name, cell in zip(known.columns, known.rows[0], strict=True)
        if name not in table.columns
        and not dates_itself(name)
        and f"{new.slot}.{name.rpartition('.')[0]}" not in gone
    }
    if not extra:
        return replace(new, supersedes=supersedes)
    older = [name for name in extra if name not in new.left_out]
    noted = (f"as of {old.as_of[:_DAY]}: {', '.join(older)}",) if older else ()
    row = (*table.rows[0], *extra.values())
    return replace(
        new,
        supersedes=supersedes,
        table=replace(table, columns=(*table.columns, *extra), rows=(row,)),
        notes=(*new.notes, *noted),
    )


def _telling_on(new: DecisionCard, old: DecisionCard) -> DecisionCard:
    """A correction with what an older card of its object says beside its values."""
    value = max(new.value, old.value, key=lambda value: value.total)
    told = fixed(old.told or old.notes, new)
    notes = tuple(dict.fromkeys((*new.notes, *told)))
    return replace(
        new,
        notes=notes if old.slot == new.slot else new.notes,
        value=value,
        row_values=(value.total,),
        corrected={**old.corrected, **new.corrected}
        if old.slot == new.slot
        else new.corrected,
        left_out={**old.left_out, **new.left_out},
        decision_impact=tuple(dict.fromkeys((*new.decision_impact, *old.decision_impact))),
        constraints=tuple(dict.fromkeys((*new.constraints, *old.constraints))),
        volatile=tuple(name for name in old.volatile if name not in new.corrected),
        refresh=old.refresh,
        expires=old.expires,
    )

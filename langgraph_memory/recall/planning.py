"""Planning the view: which tool results stand as they are, and which are told anew.

Results are replaced in batches. While the view fits the budget the recipe stays, and what
was just asked for is shown in its compact form if only that fits; so each view is a strict
prefix of the next. Once nothing fits, one batch brings the view down to a share of the
budget: everything that tools said so far is told together, within the room that is left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from langgraph_memory.facts.messages import content_text
from langgraph_memory.recall.drafts import Draft, Planned
from langgraph_memory.recall.reminding import Seen
from langgraph_memory.recall.sizes import Sizes
from langgraph_memory.recall.telling import FLOOR
from langgraph_memory.recall.view import Digest, Recipe, groups

_MUCH = 0.2
"""Share of the budget that a batch must free to be worth changing what was shown."""

_MOST_FIXED = 0.85
"""Largest share of the room that may go to what tools did not say."""

_MOST_WHOLE = 0.5
"""Largest share of the room that may go to results that are to stand as they are."""

_MOST_BEGUN = 0.25
"""Largest share of the room for what the user began with to stay when older messages go."""

_LEAST_CUT = 0.2
"""Least share of the budget that must be left to tell the newest result alone in part."""

_MORE = 0.25
"""Share of the room, beyond half of it, for a page of what does not fit."""


def plan(draft: Draft, previous: Recipe, *, tokens: int, refill: float) -> Planned:
    """Fit the view into a budget.

    Blocks of earlier turns go first, where that alone makes room.

    Args:
        draft: The material.
        previous: The recipe of the last step; kept as long as the view fits.
        tokens: The budget.
        refill: Share of the budget, 0–1, down to which a batch shrinks the view.

    Returns:
        The plan. When even the system messages, the newest human message and the newest
        group in its shortest form exceed the budget, they stand all the same.
    """
    planner = _Planner(draft)
    kept = planner.planned(previous.of(draft.prints))
    compact = planner.with_newest_compact(kept)
    if compact.tokens <= tokens:
        return compact
    alone = planner.with_own_block(compact)
    if alone.tokens <= tokens * (1 - _MUCH):
        return alone
    appended = planner.with_newest_alone(kept, tokens)
    appended = appended or planner.with_newest_cut(kept, tokens)
    new = appended or planner.batch(kept, int(tokens * refill))
    return planner.with_records_cut(new, tokens)


class _Planner:
    """Recipes for one draft."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._sizes = Sizes(draft.messages, draft.prints, draft.count, draft.memo)

    def planned(self, recipe: Recipe) -> Planned:
        texts = self._draft.retelling.texts(recipe)
        blocks = self._draft.standing if recipe.blocks else self._draft.reserved
        return Planned(recipe, texts, blocks + self._sizes.total(recipe, texts))

    def with_own_block(self, kept: Planned) -> Planned:
        """Leave out the memory blocks of earlier turns."""
        if not kept.recipe.blocks:
            return kept
        return self.planned(replace(kept.recipe, blocks=()))

    def with_newest_compact(self, kept: Planned) -> Planned:
        """Show results that come after the first batch in their compact form at once.

        It says the same, and the next batch is needed later.
        """
        retelling, digest = self._draft.retelling, kept.recipe.digest
        if digest is None:
            return kept
        _, newest = self._results(kept.recipe)
        alone = kept.recipe.alone
        stand = {*self._draft.protected, *kept.recipe.cut}
        later = frozenset(retelling.after(digest)).intersection(newest).difference(stand)
        if later <= alone:
            return kept
        return self.planned(replace(kept.recipe, alone=alone | later))

    def with_newest_alone(self, kept: Planned, tokens: int) -> Planned | None:
        """Show the newest results in their compact form and leave the rest as it was.

        Not while older results stand verbatim that would free much room.
        """
        older, newest = self._results(kept.recipe)
        if self._frees_much(kept, older, tokens):
            return None
        tells, protected = self._draft.retelling.tells, self._draft.protected
        told = frozenset(mark for mark in newest if tells(mark) and mark not in protected)
        recipe = kept.recipe
        appended = self.planned(replace(recipe, alone=recipe.alone | told))
        return appended if told and appended.tokens <= tokens else None

    def with_newest_cut(self, kept: Planned, tokens: int) -> Planned | None:
        """Tell the newest result in the room that is left, and leave the rest as it was.

        So not each step is a batch where results need more than a batch leaves free. Not
        where little room is left, nor where a call is repeated, which asks for more.
        """
        retelling, recipe = self._draft.retelling, kept.recipe
        older, newest = self._results(recipe)
        stands = kept.texts.keys() | self._draft.protected
        can = [m for m in newest if retelling.tells(m) and m not in stands]
        if recipe.digest is None or len(newest) != 1 or not can:
            return None
        if self._frees_much(kept, older, tokens):
            return None
        [mark] = can
        bare = self._sizes.of(mark, retelling.stub(mark))
        room = tokens - kept.tokens + self._sizes.of(mark) - bare
        if room < tokens * _LEAST_CUT or retelling.repeats(mark):
            return None
        appended = self.planned(replace(recipe, cut={**recipe.cut, mark: room}))
        return appended if appended.tokens <= tokens else None

    def with_records_cut(self, planned: Planned, tokens: int) -> Planned:
        """Leave no more room to records that were just read back than there is.

        Of several the older ones are only named; the last is shown at least in part.
        """
        read_back = self._draft.retelling.read_back
        _, newest = self._results(planned.recipe)
        stand = {*planned.texts, *self._draft.protected}
        *older, last = ["", *(m for m in newest if m in read_back and m not in stand)]
        for mark in filter(None, older):
            if planned.tokens > tokens and self._is_shorter(mark):
                stubs = planned.recipe.stubs | {mark}
                planned = self.planned(replace(planned.recipe, stubs=stubs))
        room = tokens - planned.tokens
        if not last or room >= 0:
            return planned
        room = max(FLOOR, room + self._sizes.of(last) - self._sizes.of(last, ""))
        cut = {**planned.recipe.cut, last: room}
        return self.planned(replace(planned.recipe, cut=cut))

    def _frees_much(self, kept: Planned, older: Sequence[str], tokens: int) -> bool:
        """Whether older results stand verbatim that a batch would tell in much less."""
        stand = kept.texts.keys() | kept.recipe.whole
        verbatim = [mark for mark in older if mark not in stand]
        return sum(map(self._sizes.of, verbatim)) > tokens * _MUCH

    def batch(self, kept: Planned, goal: int) -> Planned:
        """Tell everything that tools said within what the rest leaves of the room."""
        recipe = kept.recipe
        older, newest = self._results(recipe)
        retelling = self._draft.retelling
        whole = self._whole((*older, *newest), goal)
        told = [m for m in (*older, *newest) if retelling.tells(m) and m not in whole]
        untold = {m for m in older if not retelling.tells(m) and m not in whole}
        seen = self._draft.prints[-1] if self._draft.prints else ""
        summed_up = tuple(mark for mark in told if mark in retelling.summaries)
        digest = Digest(at=told[-1], room=0, seen=seen, told=summed_up) if told else None
        fresh = Recipe(
            digest=digest,
            whole=whole,
            stubs=frozenset(filter(self._is_shorter, untold)),
            gone=recipe.gone,
            hidden=recipe.hidden,
        )
        fresh = self._without_oldest(fresh, goal)
        if digest is None:
            return self.planned(fresh)
        fresh = self._with_repeated(fresh, kept, newest, goal - self._least(fresh))
        room = max(0, goal - self._least(fresh))
        return self.planned(replace(fresh, digest=replace(digest, room=room)))

    def _with_repeated(
        self, fresh: Recipe, kept: Planned, newest: Sequence[str], room: int
    ) -> Recipe:
        """Show what a repeated call is answered before the rest: it asks for what was cut.

        Whole in its compact form where half of the room suffices, else what was not in
        view so far.
        """
        retelling, left = self._draft.retelling, room // 2
        told = [m for m in newest if retelling.tells(m) and m not in fresh.whole]
        repeats = {mark: retelling.repeats(mark) for mark in told}
        for mark in (mark for mark, earlier in repeats.items() if earlier):
            cost = retelling.count(retelling.alone(mark))
            if cost <= left:
                fresh = replace(fresh, alone=fresh.alone | {mark})
                left -= cost
                continue
            pages = [kept.recipe.pages.get(m, (-1,)) for m in repeats[mark]]
            seen, most = Seen(self._shown(kept, newest)), left + int(room * _MORE)
            page = retelling.page(mark, seen, after=pages[-1][-1], room=most)
            if page:
                return replace(fresh, pages={mark: page})
        return fresh

    def _shown(self, kept: Planned, newest: Collection[str]) -> Iterator[str]:
        """What the model was shown before the newest results."""
        hidden = kept.recipe.gone | kept.recipe.hidden | frozenset(newest)
        for message, mark in zip(self._draft.messages, self._draft.prints, strict=True):
            if mark not in hidden:
                yield kept.texts.get(mark) or content_text(message.content)

    def _results(self, recipe: Recipe) -> tuple[list[str], list[str]]:
        """Marks of the older tool results and of the newest batch, oldest first."""
        both = list(zip(self._draft.messages, self._draft.prints, strict=True))
        last = max(
            (i for i, (m, _) in enumerate(both) if isinstance(m, AIMessage)), default=-1
        )
        older: list[str] = []
        newest: list[str] = []
        for i, (message, mark) in enumerate(both):
            if isinstance(message, ToolMessage) and mark not in recipe.gone:
                (newest if i > last else older).append(mark)
        return older, newest

    def _whole(self, results: Sequence[str], goal: int) -> frozenset[str]:
        """The protected results that have room, the oldest first."""
        room, whole = int(goal * _MOST_WHOLE), set[str]()
        for mark in results:
            size = self._sizes.of(mark)
            if mark in self._draft.protected and size <= room:
                whole.add(mark)
                room -= size
        return frozenset(whole)

    def _is_shorter(self, mark: str) -> bool:
        stub = self._draft.retelling.stub(mark)
        return self._sizes.of(mark, stub) < self._sizes.of(mark)

    def _least(self, recipe: Recipe) -> int:
        """Tokens of the view with nothing told."""
        texts = self._draft.retelling.pointers(recipe)
        return self._draft.reserved + self._sizes.total(recipe, texts)

    def _without_oldest(self, recipe: Recipe, goal: int) -> Recipe:
        """Leave out whole groups, oldest first, until what tools said has its share.

        Without it, calls would in time fill the whole view. What remains begins with a
        human message, as some models want it; what the user began with stays, unless that
        is long, and so do results that stand as they are, with what was asked then.
        """
        staying = self._staying(recipe, goal)
        excess = self._least(recipe) - int(goal * _MOST_FIXED)
        pointers = self._draft.retelling.pointers(recipe)
        gone = set(recipe.gone)
        for part, broken in self._leavable():
            if excess <= 0 and not (gone and broken):
                break
            marks = [self._draft.prints[i] for i in part]
            if not staying.isdisjoint(marks):
                continue
            left = [m for m in marks if m not in gone and m not in recipe.hidden]
            excess -= sum(self._sizes.of(m, pointers.get(m)) for m in left)
            gone.update(marks)
        return replace(recipe, gone=frozenset(gone))

    def _staying(self, recipe: Recipe, goal: int) -> set[str]:
        """What the user began with, and asked before a result that stands as it is."""
        staying, asked = set[str](), ""
        for message, mark in zip(self._draft.messages, self._draft.prints, strict=True):
            if isinstance(message, HumanMessage):
                began, asked = not asked, mark
                if began and self._sizes.of(mark) <= goal * _MOST_BEGUN:
                    staying.add(mark)
            elif mark in recipe.whole:
                staying |= {mark, asked}
        return staying - recipe.gone

    def _leavable(self) -> Iterator[tuple[range, bool]]:
        """Groups that may go, and whether they belong to a turn that has begun."""
        draft = self._draft
        for part in groups(draft.messages)[:-1]:
            first = draft.messages[part.start]
            if draft.turn not in part and not isinstance(first, SystemMessage):
                begun = part.start < draft.turn and not isinstance(first, HumanMessage)
                yield part, begun

"""Planning the view: which tool results are shown whole, as cards, or as a line.

Results are replaced in batches. While the view fits the budget the recipe stays, and what
was just asked for is shown by its cards if only they fit; so each view is a strict prefix
of the next. Once nothing fits, one batch brings the view down to a share of the budget.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from langgraph_memory.recall.sizes import Draft, Sizes
from langgraph_memory.recall.view import Recipe, Rows, groups

_PIECE = 0.1
"""Worth of a piece of the result itself, on the scale of a card's value, 0–1."""

_MUCH = 0.2
"""Share of the budget that a batch must free to be worth changing what was shown."""

_MOST_FIXED = 0.85
"""Largest share of the room that may go to what is no row of a card."""

_URGENT = 2.0
"""How much more a row of the newest results is worth: the model has just asked for them."""


def plan(draft: Draft, previous: Recipe, *, tokens: int, refill: float) -> Recipe:
    """Fit the view into a budget.

    Args:
        draft: The material.
        previous: The recipe of the last step; kept as long as the view fits.
        tokens: The budget.
        refill: Share of the budget, 0–1, down to which a batch shrinks the view.

    Returns:
        The recipe. When even the system messages, the newest human message and the newest
        group in its shortest form exceed the budget, they stand all the same.
    """
    kept = keep(draft, previous, tokens)
    return kept if kept is not None else replan(draft, previous, int(tokens * refill))


def keep(draft: Draft, previous: Recipe, tokens: int) -> Recipe | None:
    """Fit the view into a budget by changing nothing that was shown.

    Args:
        draft: The material, as it was shown.
        previous: The recipe of the last step.
        tokens: The budget.

    Returns:
        The recipe, perhaps with the newest results shown by their cards; or None.
    """
    recipe, sizes = _known(draft, previous), Sizes(draft)
    if sizes.total(recipe) <= tokens:
        return recipe
    return _card_newest(draft, sizes, recipe, tokens)


def replan(draft: Draft, previous: Recipe, goal: int) -> Recipe:
    """Bring the view down to a number of tokens, whatever was shown.

    Args:
        draft: The material.
        previous: The recipe of the last step; what it left out stays out.
        goal: The tokens.

    Returns:
        The recipe; see `plan` for what stands all the same.
    """
    fresh, sizes = replace(_known(draft, previous), shown={}), Sizes(draft)
    carded = _card_oldest(draft, sizes, fresh, goal)
    if carded is not None:
        return carded
    return _card_by_worth(draft, sizes, _drop_oldest(draft, sizes, fresh, goal), goal)


def _known(draft: Draft, previous: Recipe) -> Recipe:
    """The recipe without messages that the conversation no longer has."""
    known = frozenset(draft.prints)
    return Recipe(
        shown={mark: rows for mark, rows in previous.shown.items() if mark in known},
        gone=previous.gone & known,
        hidden=previous.hidden & known,
    )


def _tool_results(draft: Draft, recipe: Recipe) -> tuple[list[str], list[str]]:
    """Marks of the older tool results and of the newest batch, oldest first."""
    last_call = max(
        (i for i, m in enumerate(draft.messages) if isinstance(m, AIMessage)), default=-1
    )
    older: list[str] = []
    newest: list[str] = []
    for i, (message, mark) in enumerate(zip(draft.messages, draft.prints, strict=True)):
        if isinstance(message, ToolMessage) and mark in draft.stands.keys() - recipe.gone:
            (newest if i > last_call else older).append(mark)
    return older, newest


def _card_newest(draft: Draft, sizes: Sizes, recipe: Recipe, tokens: int) -> Recipe | None:
    """Show the newest results by all rows of their cards and leave the rest as it was.

    Not while older results stand verbatim whose cards would free much room.
    """
    older, newest = _tool_results(draft, recipe)
    verbatim = [mark for mark in older if mark not in recipe.shown]
    freed = sum(sizes.of(m, None) - sizes.of(m, draft.stands[m].full) for m in verbatim)
    if freed > tokens * _MUCH:
        return None
    full = {mark: draft.stands[mark].full for mark in newest if draft.stands[mark].cards}
    appended = replace(recipe, shown={**recipe.shown, **full})
    return appended if sizes.total(appended) <= tokens else None


def _card_oldest(draft: Draft, sizes: Sizes, recipe: Recipe, goal: int) -> Recipe | None:
    """Replace whole results by all rows of their cards, oldest first, until it fits."""
    shown: dict[str, Rows] = {}
    older, _ = _tool_results(draft, recipe)
    total = sizes.total(recipe)
    for mark in older:
        full = draft.stands[mark].full
        saved = sizes.of(mark, None) - sizes.of(mark, full)
        if saved > 0:
            shown[mark] = full
            total -= saved
        if total <= goal:
            return replace(recipe, shown=shown)
    return None


def _card_by_worth(draft: Draft, sizes: Sizes, recipe: Recipe, goal: int) -> Recipe:
    """Share the room among the rows of all cards, by worth per token."""
    older, newest = _tool_results(draft, recipe)
    marks = older + newest
    shown = _least(draft, sizes, older, newest)
    room = goal - sizes.total(_with(recipe, shown))
    if newest and _older_keep_half(draft, sizes, older, newest, room):
        for mark in newest:
            room -= sizes.of(mark, None) - sizes.of(mark, shown[mark])
            shown[mark] = None
        marks = older
    urgent = frozenset(newest)
    queue = [step for mark in marks for step in _first_rows(draft, sizes, mark, urgent)]
    heapq.heapify(queue)
    while queue:
        _, cost, _, mark, index, count = heapq.heappop(queue)
        if cost > room:
            continue
        room -= cost
        rows = list(shown[mark] or draft.stands[mark].none)
        rows[index] = count
        shown[mark] = tuple(rows)
        following = _step(draft, sizes, mark, index, count + 1, urgent)
        if following is not None:
            heapq.heappush(queue, following)
    for mark in marks:
        if sizes.of(mark, None) <= sizes.of(mark, shown[mark]):
            shown[mark] = None
    return _with(recipe, shown)


def _with(recipe: Recipe, shown: Mapping[str, Rows | None]) -> Recipe:
    return replace(
        recipe, shown={mark: rows for mark, rows in shown.items() if rows is not None}
    )


def _shortest(draft: Draft, sizes: Sizes, mark: str) -> Rows | None:
    none = draft.stands[mark].none
    return none if sizes.of(mark, none) < sizes.of(mark, None) else None


def _least(
    draft: Draft, sizes: Sizes, older: Sequence[str], newest: Sequence[str]
) -> dict[str, Rows | None]:
    """The least that may stand: lines for old results, a first row for the newest."""
    shown = {mark: _shortest(draft, sizes, mark) for mark in [*older, *newest]}
    for mark in newest:
        rows = shown[mark]
        if rows is not None and draft.stands[mark].rows(0):
            shown[mark] = (1, *rows[1:])
    return shown


def _older_keep_half(
    draft: Draft, sizes: Sizes, older: Sequence[str], newest: Sequence[str], room: int
) -> bool:
    """Whether the newest results fit verbatim beside half of what the older cards hold."""
    verbatim = sum(sizes.of(mark, None) for mark in newest)
    held = sum(sizes.of(mark, draft.stands[mark].full) for mark in older)
    return verbatim + held // 2 <= room


Step = tuple[float, int, int, str, int, int]


def _first_rows(
    draft: Draft, sizes: Sizes, mark: str, urgent: frozenset[str]
) -> Iterator[Step]:
    if _shortest(draft, sizes, mark) is None:
        return
    stand = draft.stands[mark]
    # The result itself is cut only where no card holds it, or the model just asked for it.
    pieces = not stand.cards or (mark in urgent and not stand.whole)
    for index in range(len(stand.cards) + pieces):
        begun = mark in urgent and index == 0
        step = _step(draft, sizes, mark, index, 1 + begun, urgent)
        if step is not None:
            yield step


def _step(
    draft: Draft, sizes: Sizes, mark: str, index: int, count: int, urgent: frozenset[str]
) -> Step | None:
    """The next row: −worth per token, cost, position, mark, card, rows then shown."""
    stand = draft.stands[mark]
    if count > stand.rows(index):
        return None
    alone = [*stand.none]
    alone[index] = count
    before = [*alone]
    before[index] = count - 1
    cost = max(1, sizes.of(mark, tuple(alone)) - sizes.of(mark, tuple(before)))
    worth = _PIECE
    if index < len(stand.cards):
        card = stand.cards[index]
        worth = card.value.total * (stand.factors[index] if stand.factors else 1.0)
        worth *= card.row_values[count - 1] if card.row_values else 1.0
    # The k-th row of a table is its k-th choice: each further one is worth less.
    worth *= (_URGENT if mark in urgent else 1.0) / count
    # Ties are broken by position: fingerprints differ between runs that are alike.
    return (-worth / cost, cost, draft.prints.index(mark), mark, index, count)


def _drop_oldest(draft: Draft, sizes: Sizes, recipe: Recipe, goal: int) -> Recipe:
    """Leave out whole groups, oldest first, until cards have their share of the room.

    Without it, calls and lines that name records would in time fill the whole view. What
    remains begins with a human message, as some models want it.
    """
    shortest = _with(recipe, _least(draft, sizes, *_tool_results(draft, recipe)))
    excess = sizes.total(shortest) - int(goal * _MOST_FIXED)
    gone = set(recipe.gone)
    left_out = gone | recipe.hidden
    for part in groups(draft.messages)[:-1]:
        first = draft.messages[part.start]
        if draft.turn in part or isinstance(first, SystemMessage):
            continue
        broken_turn = part.start < draft.turn and not isinstance(first, HumanMessage)
        if excess <= 0 and not (gone and broken_turn):
            break
        marks = [draft.prints[i] for i in part]
        excess -= sum(
            sizes.of(m, shortest.shown.get(m)) for m in marks if m not in left_out
        )
        gone.update(marks)
    return replace(recipe, gone=frozenset(gone))

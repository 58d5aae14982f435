"""Planning the view: which tool results are shown whole, as cards, or as a line.

Results are replaced in batches. While the view fits the budget the recipe stays, so that
each view is a strict prefix of the next; once it does not, one batch brings it down to a
share of the budget.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from langchain_core.messages import AIMessage, SystemMessage, ToolMessage

from langgraph_memory.recall.sizes import Draft, Sizes
from langgraph_memory.recall.view import Recipe, Rows, groups

_UNCARDED = 0.1
"""Worth of a piece of a result that left no card, on the scale of a card's value, 0–1."""

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
        The recipe. When even the newest human message, the system messages and the newest
        tool results in their shortest form exceed the budget, they stand all the same.
    """
    known = frozenset(draft.prints)
    recipe = Recipe(
        shown={mark: rows for mark, rows in previous.shown.items() if mark in known},
        gone=previous.gone & known,
        hidden=previous.hidden & known,
    )
    sizes = Sizes(draft)
    if sizes.total(recipe) <= tokens:
        return recipe
    goal = int(tokens * refill)
    for attempt in (_card_oldest, _card_by_worth):
        candidate = attempt(draft, sizes, replace(recipe, shown={}), goal)
        if candidate is not None and sizes.total(candidate) <= tokens:
            return candidate
    return _drop_oldest(draft, sizes, _all_traces(draft, sizes, recipe), tokens)


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


def _card_oldest(draft: Draft, sizes: Sizes, recipe: Recipe, goal: int) -> Recipe | None:
    """Replace whole results by all rows of their cards, oldest first, until it fits."""
    shown: dict[str, Rows] = {}
    older, _ = _tool_results(draft, recipe)
    for mark in older:
        full = draft.stands[mark].full
        if sizes.of(mark, full) < sizes.of(mark, None):
            shown[mark] = full
        if sizes.total(replace(recipe, shown=shown)) <= goal:
            return replace(recipe, shown=shown)
    return None


def _card_by_worth(draft: Draft, sizes: Sizes, recipe: Recipe, goal: int) -> Recipe:
    """Share the room among the rows of all cards, by worth per token."""
    older, newest = _tool_results(draft, recipe)
    marks = older + newest
    traces = {mark: _shortest(draft, sizes, mark) for mark in marks}
    shown: dict[str, Rows | None] = dict(traces)
    room = goal - sizes.total(_with(recipe, shown))
    if newest and _older_keep_half(draft, sizes, older, newest, room):
        for mark in newest:
            room -= sizes.of(mark, None) - sizes.of(mark, traces[mark])
            shown[mark] = None
        marks = older
    urgent = frozenset(newest)
    queue = [step for mark in marks for step in _first_rows(draft, sizes, mark, urgent)]
    heapq.heapify(queue)
    while queue:
        _, cost, mark, index, count = heapq.heappop(queue)
        if cost > room:
            continue
        room -= cost
        rows = list(shown[mark] or ())
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


def _older_keep_half(
    draft: Draft, sizes: Sizes, older: Sequence[str], newest: Sequence[str], room: int
) -> bool:
    """Whether the newest results fit verbatim beside half of what the older cards hold."""
    verbatim = sum(sizes.of(mark, None) for mark in newest)
    held = sum(sizes.of(mark, draft.stands[mark].full) for mark in older)
    return verbatim + held // 2 <= room


Step = tuple[float, int, str, int, int]


def _first_rows(
    draft: Draft, sizes: Sizes, mark: str, urgent: frozenset[str]
) -> Iterator[Step]:
    if _shortest(draft, sizes, mark) is None:
        return
    for index in range(len(draft.stands[mark].none)):
        step = _step(draft, sizes, mark, index, 1, urgent)
        if step is not None:
            yield step


def _step(
    draft: Draft, sizes: Sizes, mark: str, index: int, count: int, urgent: frozenset[str]
) -> Step | None:
    """The next row of a card as (−worth per token, cost, mark, card, rows then shown)."""
    stand = draft.stands[mark]
    if count > stand.rows(index):
        return None
    alone = [*stand.none]
    alone[index] = count
    before = [*alone]
    before[index] = count - 1
    cost = max(1, sizes.of(mark, tuple(alone)) - sizes.of(mark, tuple(before)))
    worth = _UNCARDED
    if stand.cards:
        card = stand.cards[index]
        worth = card.value.total
        worth *= card.row_values[count - 1] if card.row_values else 1.0
        worth *= stand.factors[index] if stand.factors else 1.0
    # The k-th row of a table is its k-th choice: each further one is worth less.
    worth *= (_URGENT if mark in urgent else 1.0) / count
    return (-worth / cost, cost, mark, index, count)


def _all_traces(draft: Draft, sizes: Sizes, recipe: Recipe) -> Recipe:
    older, newest = _tool_results(draft, recipe)
    return _with(recipe, {m: _shortest(draft, sizes, m) for m in older + newest})


def _drop_oldest(draft: Draft, sizes: Sizes, recipe: Recipe, tokens: int) -> Recipe:
    """Leave out whole groups, oldest first, until it fits."""
    gone = set(recipe.gone)
    parts = groups(draft.messages)
    for part in parts[:-1]:
        if sizes.total(replace(recipe, gone=frozenset(gone))) <= tokens:
            break
        if draft.turn in part or isinstance(draft.messages[part.start], SystemMessage):
            continue
        gone.update(draft.prints[i] for i in part)
    return replace(recipe, gone=frozenset(gone))

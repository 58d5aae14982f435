"""Policies that cut by place, age, size or lot: what today's tools do, and the controls."""

from __future__ import annotations

import random
import re
from typing import Final

from tests.benchmarks.replay.lines import distinct_lines, fit, fit_newest
from tests.benchmarks.replay.moment import Moment, View
from tests.benchmarks.replay.words import RAW_WORD

CLEARED: Final = "[cleared]"
KEPT: Final = 3
_PREVIEW: Final = 120  # characters
_CODE: Final = re.compile(r"[A-Z]{3,}")


def full(moment: Moment) -> View:
    """Every output as it was."""
    return moment.outputs


def random_lines(moment: Moment) -> View:
    """Lines by lot."""
    lines = distinct_lines(moment.outputs)
    order = list(range(len(lines)))
    random.Random(moment.seed).shuffle(order)  # noqa: S311 - lots, not secrets
    return (fit(lines, order, moment.budget, moment.count),)


def recency(moment: Moment) -> View:
    """The newest lines."""
    return (fit_newest(distinct_lines(moment.outputs), moment.budget, moment.count),)


def masking(moment: Moment) -> View:
    """The newest outputs whole, as many as fit; a mark in place of each older one."""
    outputs, budget = moment.outputs, moment.budget
    mark = moment.count(CLEARED)
    spent = mark * len(outputs)
    first = len(outputs)
    for output in reversed(outputs):
        spent += moment.count(output) - mark
        if spent > budget:
            break
        first -= 1
    return (CLEARED,) * first + outputs[first:]


def clear_except_3(moment: Moment) -> View:
    """The three newest outputs whole, a mark for each older one, whatever the budget.

    So LangChain's `ClearToolUsesEdit` does, past its trigger and as it comes.
    """
    outputs = moment.outputs
    cleared = max(0, len(outputs) - KEPT)
    return (CLEARED,) * cleared + outputs[cleared:]


def offload(moment: Moment) -> View:
    """The largest outputs go to files, of which the beginning and a name are shown.

    One after the other, largest first, until the rest fits; if it never does, previews go
    too, oldest first.
    """
    shown_texts = list(moment.outputs)
    sizes = [moment.count(text) for text in shown_texts]
    by_size = sorted(range(len(sizes)), key=lambda n: -sizes[n])
    for shorten in (_previewed, _named):
        for number in by_size if shorten is _previewed else range(len(sizes)):
            if sum(sizes) <= moment.budget:
                return tuple(shown_texts)
            text = shorten(moment.outputs[number], number)
            if moment.count(text) < sizes[number]:
                shown_texts[number], sizes[number] = text, moment.count(text)
    return tuple(shown_texts)


def bag_of_ids(moment: Moment) -> View:
    """Ids, codes, dates and e-mail addresses without anything else, the newest first."""
    found: dict[str, None] = {}
    for output in reversed(moment.outputs):
        found.update(dict.fromkeys(filter(_is_id, RAW_WORD.findall(output))))
    budget, taken = moment.budget, []
    for word in found:
        budget -= moment.count(f" {word}")
        if budget < 0:
            break
        taken.append(word)
    return (" ".join(taken),)


def _is_id(word: str) -> bool:
    if word.isdigit():
        return len(word) > 4  # Shorter ones are prices, years and counts.
    digits = any(letter.isdigit() for letter in word)
    return digits or "@" in word or _CODE.fullmatch(word) is not None


def _previewed(output: str, number: int) -> str:
    return f"{output[:_PREVIEW]}… {_named(output, number)}"


def _named(_: str, number: int) -> str:
    return f"[file {number}]"

"""The weights of the terms that make up a cell's score; each is documented by itself."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from langgraph_memory._checked import check_types, wrong_value


@dataclass(frozen=True, kw_only=True)
class OptionWeights:
    """What an option adds to those before it.

    So options are put in order, and `suits` is measured by their places; only how the
    numbers compare with each other matters. A tuple tells what the first, second, … option
    adds, and its last number what all further ones do: three are a choice, more add little.
    """

    wish: tuple[float, ...] = (1.2, 1.0, 1.0, 0.05)
    """Each wish that the option meets."""

    lead: tuple[float, ...] = (1.0, 0.4, 0.2, 0.0)
    """Being among the first three in what the task compares by."""

    aimed: float = 0.7
    """Being early in what the task compares by: cheapest, best rated, earliest, …"""

    cheap: float = 0.1
    """Being cheap, when the task does not compare by it."""

    rated: float = 0.15
    """Being well rated, when the task does not compare by it."""

    source: float = 0.05
    """Standing early in the source."""

    def __post_init__(self) -> None:
        check_types(self)
        for name, held in vars(self).items():
            steps = held if isinstance(held, tuple) else (held,)
            if not steps or not all(map(math.isfinite, steps)):
                raise wrong_value(self, name, "finite, and a tuple not empty")


@dataclass(frozen=True, kw_only=True)
class Weights:
    """Weights in log-odds of the chance that a later decision uses a cell.

    Start and terms of the column come first, then those of the row, then of the cell.
    `cards/selection/parts.py` says which part of decision value a term belongs to, and
    `why` tells the terms of any fact.
    """

    start: float = -5.5
    """What any cell starts with."""

    id_match: float = 4.0
    """An id that can be an argument of a tool: equal or partly equal words."""

    id_hint: float = 1.0
    """An id that shares only a word with a parameter."""

    match: float = 0.5
    """Another column that can be an argument of a tool."""

    together: float = 1.0
    """The object has several fields of one object that a tool takes."""

    joined: float = 1.5
    """A text that a tool takes within one object with an id that stands beside it."""

    unmatched: float = -1.0
    """A column that is no argument of any tool, where tools are known."""

    ballast: float = -2.0
    """The same, of coordinates, links, phone numbers and the like."""

    money: float = 1.0
    """Money, when a tool calculates."""

    number: float = 0.5
    """Another number."""

    content: float = 0.0
    """What the object says: text, summary, description."""

    called: float = 0.0
    """What objects are called, or told apart by: name, title, kind, place."""

    figure: float = 0.0
    """Money, ratings and times, by which things are compared."""

    asked_column: float = 0.3
    """The user lately spoke of the column."""

    asked_match: float = 0.7
    """The same, of a column that can be an argument and is no id."""

    asked_tool: float = 1.0
    """Times the share of what the user lately spoke of in the names of tools it feeds."""

    siblings: float = -0.2
    """Times log2 of the number of rows of the list."""

    newest: float = 0.4
    """The newest outputs."""

    second: float = 0.2
    """The outputs before these."""

    old: float = -0.5
    """Outputs with four or more batches behind them."""

    key_lately: float = 0.5
    """The object was lately named by its key."""

    aside: float = -1.5
    """The user's newest message calls others of the list by key or name, and not this."""

    parent_known: float = 0.1
    """The object, or one around it, was named by its key."""

    user_cues: float = 0.5
    """Times the share of what tells the object that the user ever said."""

    recent_cues: float = 1.0
    """Times how well the newest messages tell the object from others."""

    common_cues: float = 1.0
    """Times the share of the object's cells that were ever spoken of."""

    cued_match: float = 0.5
    """Times the recent cues, for a match that is no id."""

    acted: float = 5.0
    """What a tool that changes the world or calculates said: it cannot be looked up.

    Over the root of the number of rows or items of its list."""

    asked_here: float = 0.0
    """Times the recent cues, for a column that the user lately spoke of."""

    failed: float = 4.0
    """Why a call failed: the first that its output says."""

    spent: float = -1.5
    """Earlier calls chose from the list, and the last two left it alone."""

    again: float = 1.5
    """The same was asked more than once."""

    suits: float = 1.0
    """Times how well an option suits the task's wishes, from -1 to 1."""

    options: OptionWeights = OptionWeights()
    """How that is measured."""

    telling: float = 1.5
    """The column tells which options suit the task's wishes."""

    compared: float = 0.25
    """The task compares options by the column."""

    unavailable: float = -1.5
    """The object cannot be had: sold out, closed, none left."""

    sole: float = 2.5
    """It is all that its output says: what was asked for. Over the square of the number of
    values, where these few are all."""

    former: float = -2.0
    """A newer output says something else."""

    long: float = -1.0
    """A text of more than 20 words."""

    next_of_list: float = 2.0
    """The first that is unused, of a list of which earlier calls used some."""

    own_row: float = -0.7
    """It names an object that has a row of its own elsewhere."""

    listed: float = -2.0
    """The same, in a list of nothing but ids."""

    asked_value: float = 0.5
    """The user lately said a word of it."""

    asked_piece: float = 3.0
    """Times the share of what the user lately said that tells a sentence, a line or an item
    from others of its text: a word that few of them have counts more, an id or number most.
    It stands in place of `asked_value` there."""

    facts: float = 1.5
    """Times how much a sentence or line tells of figures, dates, money, names or states."""

    failure: float = 2.0
    """A line of a longer text that tells what failed."""

    heading: float = 2.0
    """A line of a text that names the columns of those below it."""

    formula: float = -3.0
    """A greeting, a closing or another formula."""

    def __post_init__(self) -> None:
        check_types(self)
        for name, weight in vars(self).items():
            if name != "options" and not math.isfinite(weight):
                raise wrong_value(self, name, "a finite number")


PRECISE: Final = Weights()
"""Something is to be planned or changed: what counts are the arguments to come."""

GATHERING: Final = replace(
    PRECISE,
    id_match=2.0,
    unmatched=0.0,
    content=2.0,
    called=2.0,
    figure=2.0,
    asked_column=2.0,
    asked_here=3.0,
    asked_value=1.5,
    long=-0.5,
)
"""Something is to be found out: what counts is the answer, more than the next call."""

CREATIVE: Final = replace(
    PRECISE,
    id_match=0.5,
    match=0.0,
    unmatched=0.0,
    content=4.0,
    called=2.5,
    number=-1.0,
    money=-1.0,
    long=1.0,
)
"""Something is to be written: what counts are names and what texts say."""

"""What a column adds to the score of its cells: whether it can become an argument."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.form.model import EACH, Path, Table
from langgraph_memory.cards.selection.by_wish import WishScorer
from langgraph_memory.cards.selection.lasting import Lasting
from langgraph_memory.cards.selection.matching import Match, Parameters
from langgraph_memory.cards.selection.statistics import Statistics
from langgraph_memory.cards.wishes import Wishes
from langgraph_memory.cards.words import name_words
from langgraph_memory.weights import Weights

Terms = dict[str, float]

_FIGURES: Final = lexicon.MONEY | lexicon.RATING | lexicon.TIME


class ColumnScore(NamedTuple):
    """The part of a score that all cells of a column share.

    Attributes:
        match: The surest match with a parameter.
        terms: By name, in log-odds.
        total: Their sum.
        factor: What other conversations taught.
        money: Whether it holds money, and a tool calculates.
        joined: Whether some tool takes it within one object together with an id that
            stands beside it.
        asked: Whether the user lately spoke of it.
        acts: Whether its table tells what was done or computed.
    """

    match: Match
    terms: Terms
    total: float
    factor: float
    money: bool
    joined: bool
    asked: bool
    acts: bool


class Moment(NamedTuple):
    """What the scores of columns depend on beside their tables.

    Attributes:
        parameters: Of the tools that can be called.
        lately: Stems of what the user said lately.
        weights: Of the terms.
        statistics: What other conversations taught.
        last: The tool that was called last; empty where nothing was learned.
        wishes: What the task asks for.
    """

    parameters: Parameters
    lately: frozenset[str]
    weights: Weights
    statistics: Statistics
    last: str
    wishes: Wishes


class _About(NamedTuple):
    """What the last two names of a column tell of it, as `Weights` has it.

    Attributes:
        stems: Of these names.
        content: What the object says.
        called: What objects are called by.
        figure: What they are compared by.
        money: Sums of money.
        ballast: What is seldom used.
    """

    stems: frozenset[str]
    content: bool
    called: bool
    figure: bool
    money: bool
    ballast: bool


class ColumnScorer:
    """Scores columns at one moment, each once."""

    def __init__(
        self, moment: Moment, suiting: WishScorer, lasting: Lasting[ColumnScore]
    ) -> None:
        """Prepare to score.

        Args:
            moment: What is said and can be called.
            suiting: Judges options by the moment's wishes.
            lasting: Scores of the same form that were found before.
        """
        self._parameters = moment.parameters
        self._lately = moment.lately
        self._weights = moment.weights
        self._statistics = moment.statistics
        self._last = moment.last
        self._suiting = suiting
        lasting.at(moment)
        self._lasting = lasting
        self._scores: dict[Table, dict[Path, ColumnScore]] = {}
        self._objects: dict[Table, Counter[tuple[str, str]]] = {}
        self._with_ids: dict[Table, set[tuple[str, str]]] = {}

    def score(self, table: Table, path: Path) -> ColumnScore:
        """The score of a column."""
        scores = self._scores.get(table)
        if scores is None:
            scores = self._scores[table] = self._lasting.of(table)
        found = scores.get(path)
        if found is None:
            found = scores[path] = self._score(table, path)
        return found

    def acts(self, table: Table) -> bool:
        """Whether it tells what was done or computed."""
        return table.tool in self._parameters.acting

    def _score(self, table: Table, path: Path) -> ColumnScore:
        weights, names = self._weights, names_of(table, path)
        match = self._parameters.match(table.tool, names)
        about = _about(names[-2:])
        asked = not self._lately.isdisjoint(about.stems)
        telling = self._suiting.tells(table, path)
        relevance = self._parameters.relevance(match, self._lately)
        terms: Terms = {
            "start": weights.start,
            "asked_column": weights.asked_column * asked,
            "asked_tool": weights.asked_tool * relevance,
            "content": weights.content * about.content,
            "called": weights.called * about.called,
            "figure": weights.figure * about.figure,
            "telling": weights.telling * telling,
            "compared": weights.compared * self._suiting.compares(table, path),
            "together": weights.together * self._together(table, match),
        }
        if match.is_id:
            sure = match.strength != "hint"
            terms["id_match"] = weights.id_match if sure else weights.id_hint
        elif match.strength != "none":
            terms["match"] = weights.match
            terms["asked_match"] = weights.asked_match * asked
        else:
            terms["unmatched"] = weights.unmatched * (
                self._parameters.known and not telling
            )
            terms["ballast"] = weights.ballast * (about.ballast and not asked)
        factor = self._statistics.factor(self._last, table.tool, names)
        money = self._parameters.calculating and about.money
        joined = not match.is_id and self._joined(table, match)
        total = math.fsum(terms.values())
        acts = self.acts(table)
        return ColumnScore(match, terms, total, factor, money, joined, asked, acts)

    def _together(self, table: Table, match: Match) -> bool:
        """Whether rows hold several fields of one object that some tool takes."""
        if not match.objects:
            return False
        return any(self._counted(table)[found] > 1 for found in match.objects)

    def _joined(self, table: Table, match: Match) -> bool:
        """Whether one of these fields is an id."""
        self._counted(table)
        return not self._with_ids[table].isdisjoint(match.objects)

    def _counted(self, table: Table) -> Counter[tuple[str, str]]:
        if table not in self._objects:
            match, outer = self._parameters.match, names_of(table, ())
            matches = [match(table.tool, outer + path) for path in table.columns]
            self._objects[table] = Counter(found for m in matches for found in m.objects)
            self._with_ids[table] = {f for m in matches if m.is_id for f in m.objects}
        return self._objects[table]


def names_of(table: Table, path: Path) -> Path:
    """The path of a column from the top of the output."""
    names = path
    here: Table | None = table
    while here is not None:
        names = (*[name for name in here.path if name != EACH], *names)
        here = here.parent
    return names


@lru_cache(maxsize=4096)
def _about(names: Path) -> _About:
    stems = name_stems(names)
    kinds = (lexicon.CONTENT, lexicon.CUE, _FIGURES, lexicon.MONEY, lexicon.BALLAST)
    return _About(stems, *(not kind.isdisjoint(stems) for kind in kinds))


@lru_cache(maxsize=4096)
def name_stems(names: Path) -> frozenset[str]:
    """The stems of some names."""
    return frozenset(stem for name in names for stem in name_words(name))

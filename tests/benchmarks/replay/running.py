"""Replaying a set: every policy at every decision that needs something."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from statistics import fmean
from typing import Final

from tests.benchmarks.replay import choosing, cutting, ours
from tests.benchmarks.replay.decisions import (
    Decision,
    coincidental,
    decisions_of,
    without,
)
from tests.benchmarks.replay.moment import Moment, Policy, View
from tests.benchmarks.replay.schemas import Schema, Schemas
from tests.benchmarks.replay.scoring import Score, score, used_from
from tests.benchmarks.replay.tokens import Count
from tests.benchmarks.replay.traces import Trace, interleave
from tests.benchmarks.replay.words import Words

RANDOM: Final = "random"
DRAWS: Final = 10
"""How often `RANDOM` draws before each decision; its scores are means."""

SIMPLE: Final[dict[str, Policy]] = {
    "full": cutting.full,
    RANDOM: cutting.random_lines,
    "recency": cutting.recency,
    "masking": cutting.masking,
    "clear-except-3": cutting.clear_except_3,
    "offload": cutting.offload,
    "bm25": choosing.bm25_chunks,
    "schema-lines": choosing.schema_lines,
    "bag-of-ids": cutting.bag_of_ids,
}
ORACLE: Final = "oracle"
CARDS: Final = "cards"
LOSSLESS: Final = "lossless"
POLICIES: Final = (*SIMPLE, ORACLE, LOSSLESS, CARDS)

_MILLI: Final = 1e-6  # of nanoseconds


@dataclass(frozen=True, kw_only=True)
class Replayed:
    """What a policy showed before one decision.

    Attributes:
        task: For the bootstrap.
        score: What it was worth.
        shown: Tokens of what stood for the tool outputs.
        raw: Tokens of the tool outputs.
        milliseconds: CPU time of the policy.
    """

    task: str
    score: Score
    shown: float
    raw: int
    milliseconds: float


@dataclass(frozen=True, kw_only=True)
class _Case:
    trace: Trace
    tools: tuple[Schema, ...]
    decision: Decision
    used: dict[Words, str]


class Replay:
    """A set, ready to be replayed."""

    def __init__(
        self, traces: Sequence[Trace], count: Count, *, woven: int = 1, won: bool = False
    ) -> None:
        """Find what the decisions need.

        Args:
            traces: All traces of the set. Schemas and coincidental slots are theirs.
            count: Tokens of a text.
            woven: So many traces are woven into one.
            won: Whether only traces with reward 1 are replayed.
        """
        self._count = count
        schemas = Schemas(traces)
        slots = coincidental(traces, [decisions_of(trace) for trace in traces])
        chosen = [trace for trace in traces if not won or trace.reward == 1]
        self.traces = chosen if woven == 1 else interleave(chosen, woven)
        self._all = traces
        self._cases: list[_Case] = []
        for trace in self.traces:
            decisions = without(decisions_of(trace), slots)
            tools = schemas.for_trace(trace)
            self._cases += [
                _Case(trace=trace, tools=tools, decision=decision, used=used)
                for decision, used in zip(decisions, used_from(decisions), strict=True)
                if decision.needed
            ]

    def run(self, name: str, share: float, *, learned: bool = False) -> list[Replayed]:
        """Replay with a policy.

        Args:
            name: One of `POLICIES`.
            share: Budget, as a share of the tokens of the tool outputs so far.
            learned: Whether the cards know statistics of other users' traces.

        Raises:
            MissingError: The library does not have what the policy needs.
        """
        policy_for = self._policies(name, learned=learned)
        draws = range(DRAWS if name == RANDOM else 1)
        return [
            _mean([self._replayed(case, policy_for(case), share, draw) for draw in draws])
            for case in self._cases
        ]

    def _policies(self, name: str, *, learned: bool) -> Callable[[_Case], Policy]:
        if name == ORACLE:
            return lambda case: partial(_foreseen, case.decision)
        if name == CARDS and learned:
            learning = ours.Learning(self._all)
            return lambda case: ours.cards(learning.for_trace(case.trace))
        policy = {CARDS: ours.cards, LOSSLESS: ours.lossless}.get(name)
        fixed = policy() if policy else SIMPLE[name]
        return lambda _: fixed

    def _replayed(self, case: _Case, policy: Policy, share: float, draw: int) -> Replayed:
        before = case.trace.messages[: case.decision.step]
        moment = Moment(
            seed=f"{case.trace.id}:{case.decision.step}:{draw}",
            messages=before,
            tools=case.tools,
            share=share,
            count=self._count,
        )
        start = time.process_time_ns()
        view = policy(moment)
        spent = time.process_time_ns() - start
        return Replayed(
            task=case.trace.task,
            score=score(view, case.decision, case.used, self._count),
            shown=sum(map(self._count, view)),
            raw=sum(map(self._count, moment.outputs)),
            milliseconds=spent * _MILLI,
        )


def _mean(draws: Sequence[Replayed]) -> Replayed:
    scores = [asdict(draw.score) for draw in draws]
    mean = {rate: fmean(score[rate] for score in scores) for rate in scores[0]}
    return replace(draws[0], score=Score(**mean), shown=fmean(draw.shown for draw in draws))


def _foreseen(decision: Decision, _: Moment) -> View:
    return choosing.oracle(decision)

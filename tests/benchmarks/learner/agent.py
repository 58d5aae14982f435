"""The simulated agent: it has a right plan, and does not know some of what it needs."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from langgraph_memory.experiences.conditions import normalise_error
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.run import Run, Step
from tests.benchmarks.learner.apis import Call, Task, solves
from tests.benchmarks.learner.gaps import Gap, cures, met, spoils, wrong

Lessons = Callable[[Call, str], Sequence[Experience]]
"""The lessons at hand for a drafted call, or after its error in the normal form."""


@dataclass(frozen=True)
class Regime:
    """How imperfect the agent is.

    Attributes:
        name: `weak` or `strong`.
        unknown: The share of gaps that it does not know.
        slips: How often it makes a mistake that it knows better.
        repair: How often it notices a mistake by itself.
        compliance: How often it does what a lesson says.
    """

    name: str
    unknown: float
    slips: float
    repair: float = 0.3
    compliance: float = 0.9


WEAK = Regime("weak", unknown=0.5, slips=0.10)
STRONG = Regime("strong", unknown=0.25, slips=0.03)


@dataclass
class Attempt:
    """One run of the agent.

    Attributes:
        run: What it did, as the library reads runs.
        success: Whether the official checker is content.
        made: The calls of each turn.
        fired: Keys of the lessons that changed what it did.
    """

    run: Run
    success: bool
    made: list[list[Call]]
    fired: dict[str, None]


@dataclass
class Agent:
    """The agent of one seed: which gaps there are, and which it does not know."""

    seed: int
    regime: Regime
    gaps: frozenset[Gap]
    unknown: frozenset[Gap] = field(init=False)

    def __post_init__(self) -> None:
        rng = random.Random(f"unknown {self.seed}")  # noqa: S311  a simulation
        gaps = sorted(self.gaps)
        count = round(self.regime.unknown * len(gaps))
        self.unknown = frozenset(rng.sample(gaps, count))

    def attempt(self, task: Task, thread: str, lessons: Lessons) -> Attempt:
        """Try a task.

        What is random hangs on seed, thread and place alone, so that the same attempt with
        one lesson less is the same but for what that lesson does.
        """
        return _Attempting(self, task, thread, lessons).done()


class _Attempting:
    def __init__(self, agent: Agent, task: Task, thread: str, lessons: Lessons) -> None:
        self.agent, self.task, self.thread = agent, task, thread
        self.lessons = lessons
        self.api = task.api()
        self.steps: list[Step] = []
        self.made: list[list[Call]] = []
        self.fired: dict[str, None] = {}

    def done(self) -> Attempt:
        """Go through the plan."""
        at = 0
        for turn in self.task.plan:
            self.made.append([])
            pending: Call | None = None
            for place, call in enumerate(turn):
                if pending is None and self._leads(turn, place):
                    pending = call
                else:
                    self._block(at, turn, place, pending)
                    pending = None
                at += 1
        success = solves(self.task, self.made)
        run = Run(
            task=self.task.text,
            said=self.task.text,
            steps=tuple(self.steps),
            answer="Done.",
            thread_id=self.thread,
            human_id=None,
        )
        return Attempt(run, success, self.made, self.fired)

    def _leads(self, turn: Sequence[Call], place: int) -> bool:
        """Whether a call is one of which the agent may not know that it comes first."""
        then = turn[place + 1 : place + 2]
        return any(Gap(c.tool, "first", turn[place].tool) in self.agent.gaps for c in then)

    def _block(
        self, at: int, turn: Sequence[Call], place: int, before: Call | None
    ) -> None:
        """Make a call, and what has to come before it if the agent thinks of it."""
        call, known = turn[place], self.agent.gaps
        gaps = [g for g in met(turn, place) if g in known and g.kind != "first"]
        if before is not None:
            gaps.append(Gap(call.tool, "first", before.tool))
        at_hand = self.lessons(call, "")
        mistakes = self._mistakes(at, call, gaps, at_hand)
        right = [*([before] if before else []), call]
        skips = any(gap.kind == "first" for gap in mistakes)
        bad = [*([before] if before and not skips else []), wrong(call, mistakes)]
        if not mistakes:
            self._make(right)
            return
        trial = self.api.copy()
        text, failed = "", False
        for one in bad:
            text, failed = trial.run(one)
        repaired = self._chance(at, "repair") < self.agent.regime.repair
        if not failed:
            self._make(right if repaired else bad)
            return
        self._make(bad)
        condition = normalise_error(text, bad[-1].args)
        if repaired or self._told(at, call, mistakes, condition):
            self._make(right if skips else [call])

    def _mistakes(
        self, at: int, call: Call, gaps: Sequence[Gap], at_hand: Sequence[Experience]
    ) -> set[Gap]:
        """The mistakes in a call: what the lessons at hand leave of them, and slips.

        Of several lessons about one parameter the first decides. No lesson keeps the agent
        from slips, so that one who knows everything is the ceiling.
        """
        regime = self.agent.regime
        made = {gap for gap in gaps if gap in self.agent.unknown}
        slips = {gap for gap in gaps if self._chance(at, gap, "slip") < regime.slips}
        decided = set[str]()
        for lesson in at_hand:
            for gap in self._about(lesson, call, gaps):
                if gap.name in decided:
                    continue
                decided.add(gap.name)
                if self._chance(at, gap.name, "comply") >= regime.compliance:
                    continue
                right = cures(lesson, gap, call.args.get(gap.name))
                if (gap in made) is right:
                    self.fired[lesson.key] = None
                (made.discard if right else made.add)(gap)
        return made | slips

    def _about(self, lesson: Experience, call: Call, gaps: Sequence[Gap]) -> Iterator[Gap]:
        yield from (g for g in gaps if cures(lesson, g, call.args.get(g.name)))
        led = spoils(lesson, call)
        if led is not None:
            yield led

    def _told(self, at: int, call: Call, mistakes: Collection[Gap], condition: str) -> bool:
        """Whether lessons about the error tell all that was wrong."""
        known = self.lessons(call, condition)
        if self._chance(at, "comply") >= self.agent.regime.compliance:
            return False
        for gap in mistakes:
            value = call.args.get(gap.name)
            lesson = next((one for one in known if cures(one, gap, value)), None)
            if lesson is None:
                return False
            self.fired[lesson.key] = None
        return True

    def _make(self, calls: Sequence[Call]) -> None:
        for call in calls:
            text, failed = self.api.run(call)
            number = len(self.steps)
            self.made[-1].append(call)
            self.steps.append(
                Step(
                    tool=call.tool,
                    args=call.args,
                    text=text,
                    error=failed,
                    turn=number,
                    call_id=f"c{number}",
                    message_id=None,
                )
            )

    def _chance(self, *about: object) -> float:
        key = f"{self.agent.seed} {self.thread} {about}"
        return random.Random(key).random()  # noqa: S311  a simulation

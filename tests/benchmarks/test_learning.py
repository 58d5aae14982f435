"""The learner on executable tasks: its tasks are sound, and its runs can be replayed."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

pytest.importorskip("bfcl_eval", reason="the tasks are those of bfcl-eval")

from langgraph_memory.config import ExperienceConfig
from langgraph_memory.experiences.distilling import distil
from langgraph_memory.experiences.outcome import Outcome
from tests.benchmarks.learner.agent import STRONG, WEAK, Agent
from tests.benchmarks.learner.apis import Call, progress, solves, tasks
from tests.benchmarks.learner.gaps import (
    fatal,
    occurrences,
    poison,
    spoils,
    universe,
)
from tests.benchmarks.learner.pool import NOW, Pool
from tests.benchmarks.learner.split import by_apis, by_clusters, clusters
from tests.benchmarks.learner.variants import VARIANTS, Learner
from tests.benchmarks.learning import main

TASKS = tasks()
KEYS = (
    "regime variant poison success low high pool useful_kept harm_precision".split()  # noqa: SIM905  read more easily so
)


def embed(texts: list[str]) -> list[list[float]]:
    """Vectors by the letters of a text."""
    return [[text.count(letter) + 0.01 for letter in "aeinorst"] for text in texts]


def apart(texts: Sequence[str]) -> list[list[float]]:
    """Vectors of which two are alike, or have nothing in common."""
    return [[float("something else" in text), float("else" not in text)] for text in texts]


def agent_of(seed: int) -> Agent:
    """A weak agent."""
    return Agent(seed, WEAK, universe(TASKS, random.Random(seed)))  # noqa: S311  a simulation


def test_all_gold_replays_are_valid_whatever_ran_before() -> None:
    """No state leaks from one instance into another, in either order."""
    for order in (TASKS, TASKS[::-1]):
        assert sum(solves(task, task.plan) for task in order) == 200


def test_most_gaps_make_the_official_checker_fail() -> None:
    """Of all that three tasks or more meet."""
    met = [gap for gap, held in occurrences(TASKS).items() if len(held) >= 3]
    assert len(fatal(TASKS)) > 0.5 * len(met)


def test_progress_is_the_share_of_right_turns() -> None:
    """A wrong call in the last turn spoils that turn alone."""
    task = next(task for task in TASKS if len(task.plan) == 4)
    wrong = [*task.plan[:-1], [Call("cd", {"folder": "nowhere"})]]
    assert progress(task, task.plan) == 1.0
    assert progress(task, wrong) == 0.75


def test_an_attempt_can_be_replayed() -> None:
    """Chance hangs on seed and thread alone."""
    agent, task = agent_of(0), TASKS[7]
    first, again = (agent.attempt(task, "t", lambda *_: ()) for _ in range(2))
    assert first.run == again.run
    assert first.success is again.success


def test_an_agent_that_knows_more_does_better() -> None:
    """None of its mistakes are of the tasks' making."""
    gaps = universe(TASKS, random.Random(0))  # noqa: S311  a simulation
    shares = [
        sum(Agent(0, regime, gaps).attempt(t, "t", lambda *_: ()).success for t in TASKS)
        for regime in (WEAK, STRONG)
    ]
    assert 0.2 * 200 < shares[0] < shares[1] < 200


def test_poison_leads_to_mistakes() -> None:
    """Every rule of it spoils a call of some task."""
    rules = poison(TASKS, 20, random.Random(0))  # noqa: S311  a simulation
    learner = Learner(agent_of(0), VARIANTS[-1], embed)
    learner.pool.poison(rules, [task.text for task in TASKS])
    calls = [call for task in TASKS for turn in task.plan for call in turn]
    for lesson in learner.pool.lessons.values():
        assert any(spoils(lesson, call) for call in calls)


def test_a_pool_as_in_reme_keeps_a_lesson_once_for_each_scenario() -> None:
    """Where texts differ; the library's own keeps it once, with the support of both."""
    attempts = (agent_of(0).attempt(task, "t", lambda *_: ()) for task in TASKS)
    run, lesson = next(
        (one.run, lesson)
        for one in attempts
        for lesson in distil(one.run, Outcome(success=False, reason="no"), created_at=NOW)
    )
    other = replace(lesson, scenario="something else", evidence=(("u", "m"),))
    sizes = []
    for by_text in (True, False):
        pool = Pool(ExperienceConfig(), apart, by_text=by_text)
        for _ in range(2):
            pool.take([lesson, other], run, ())
        sizes.append(len(pool.alive))
    assert sizes == [2, 1]


def test_sets_of_tasks_do_not_overlap() -> None:
    """Near-duplicates are in one set; a combination of APIs is held out as a whole."""
    groups = clusters(TASKS)
    split = by_clusters(groups, random.Random(0))  # noqa: S311  a simulation
    sets = [{task.name for task in part} for part in vars(split).values()]
    assert sum(map(len, sets)) == len(set.union(*sets)) == 200
    for group in groups:
        assert sum(bool(part & {task.name for task in group}) for part in sets) == 1
    split = by_apis(TASKS, random.Random(0))  # noqa: S311  a simulation
    out = {task.classes for task in split.held_out}
    assert len(out) == 1
    assert not out & {task.classes for task in (*split.acquire, *split.stream)}


def test_lines_have_the_keys_that_are_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line per variant and share of poison."""
    main(["--json", "--seeds", "0:1", "--regime", "weak", "--variant", "none"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(line) for line in lines] == [KEYS, KEYS]
    assert [line["poison"] for line in lines] == [0.0, 0.2]

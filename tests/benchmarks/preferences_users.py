"""Synthetic users whose preferences change, and the noisy signs they give of them.

Everything here is invented: it tells how methods compare under drift whose course is known,
and nothing about real people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

PROFILES = ("story", "stationary", "drift_1", "drift_8", "drift_16", "sparse")
TURNS, DIMENSIONS, VALUES = 480, 4, 3
START = datetime(2026, 1, 5, 9, tzinfo=UTC)  # a Monday

_A_DAY = 8
_TOPICS = ("technical", "travel", "writing", "cooking")
_TOPIC_SHARES = (0.34, 0.22, 0.22, 0.22)
_SIGNALLED = (0.45, 0.30, 0.30, 0.15)
_WEAK, _WEAK_RIGHT, _MEDIUM_RIGHT = 0.6, 0.55, 0.78
_STATED, _STATED_RIGHT = 0.008, 0.96
_ABRUPT, _GRADUAL_TURNS = 0.6, 24
_BLIP, _BLIP_TURNS = 0.006, (3, 6)
_SPARSE = 0.1
_SESSION, _PLAIN = (4, 12), 0.5


@dataclass(frozen=True)
class Sign:
    """What a turn shows of one dimension: a value, how sure, and whether it was said."""

    value: int
    confidence: float
    stated: bool = False
    once: bool = False


@dataclass(frozen=True)
class Turn:
    """One turn: when, about what, what is true, under which rule, and what it shows."""

    at: datetime
    topic: str
    weekend: bool
    truth: tuple[int, ...]
    rules: tuple[str, ...]
    signs: dict[int, Sign]


@dataclass(frozen=True)
class Change:
    """A change of one dimension: where it begins, and over how many turns it comes."""

    turn: int
    length: int


@dataclass(frozen=True)
class User:
    """A user: his turns, and the changes of each dimension."""

    turns: tuple[Turn, ...]
    changes: tuple[tuple[Change, ...], ...]


Rule = Callable[[str, bool], tuple[int, str]]
"""Topic and weekend → the value that holds then, and the case it belongs to."""


def user(profile: str, seed: int) -> User:
    """A user of one profile.

    Args:
        profile: One of `PROFILES`.
        seed: Any whole number; the same one makes the same user.

    Returns:
        The user.
    """
    random = Random(f"{profile if profile != 'sparse' else 'story'} {seed}")  # noqa: S311
    settings = list(_settings(random))
    courses = [_course(profile, random) for _ in range(DIMENSIONS)]
    truths = [_truth(course, settings, random) for course in courses]
    thin = _SPARSE if profile == "sparse" else 1.0
    turns = []
    for number, (at, topic, weekend) in enumerate(settings):
        now = [truth[number] for truth in truths]
        signs = _signs([(value, blip) for value, _, blip in now], random, thin)
        values, rules = tuple(v for v, _, _ in now), tuple(rule for _, rule, _ in now)
        turns.append(Turn(at, topic, weekend, values, rules, signs))
    changes = tuple(tuple(change for change, _ in course[1:]) for course in courses)
    return User(tuple(turns), changes)


def _settings(random: Random) -> Iterator[tuple[datetime, str, bool]]:
    topic, left = "", 0
    for number in range(TURNS):
        if left == 0:
            topic = random.choices(_TOPICS, _TOPIC_SHARES)[0]
            left = random.randint(*_SESSION)
        left -= 1
        at = START + timedelta(days=number // _A_DAY, hours=number % _A_DAY)
        yield at, topic, at.weekday() >= 5


def _course(profile: str, random: Random) -> list[tuple[Change, Rule]]:
    if profile in ("story", "sparse"):
        return _story(random)
    value = random.randrange(VALUES)
    course = [(Change(0, 1), _always(value))]
    count = 0 if profile == "stationary" else int(profile.removeprefix("drift_"))
    for turn in sorted(random.sample(range(10, TURNS - 10), count)):
        value = random.choice([other for other in range(VALUES) if other != value])
        abrupt = profile == "drift_1" or random.random() < _ABRUPT
        course.append((Change(turn, 1 if abrupt else _GRADUAL_TURNS), _always(value)))
    return course


def _story(random: Random) -> list[tuple[Change, Rule]]:
    """What holds at first, on day 7, on day 14 and on day 30.

    Half of the dimensions take on exceptions by topic and day; the others change for all.
    """
    first, second = random.sample(range(VALUES), 2)

    def technical(topic: str, _: bool, /) -> tuple[int, str]:  # noqa: FBT001 - a `Rule`
        return (first, "technical") if topic == "technical" else (second, "else")

    def by_day(topic: str, weekend: bool, /) -> tuple[int, str]:  # noqa: FBT001 - a `Rule`
        return (first, "weekend") if weekend else technical(topic, weekend)

    later: list[Rule] = [technical, by_day]
    if random.random() < _PLAIN:
        later = [_always(first), _always(random.choice([first, second]))]
    rules = [_always(first), _always(second), *later]
    lengths = [1, *(1 if random.random() < _ABRUPT else _GRADUAL_TURNS for _ in rules[1:])]
    turns = [0, 6 * _A_DAY, 13 * _A_DAY, 29 * _A_DAY]
    return [
        (Change(turn, length), rule)
        for turn, length, rule in zip(turns, lengths, rules, strict=True)
    ]


def _always(value: int) -> Rule:
    return lambda _topic, _weekend: (value, "always")


def _truth(
    course: list[tuple[Change, Rule]],
    settings: list[tuple[datetime, str, bool]],
    random: Random,
) -> list[tuple[int, str, bool]]:
    found, blip, left = [], 0, 0
    for number, (_, topic, weekend) in enumerate(settings):
        stage = max(i for i, (change, _) in enumerate(course) if change.turn <= number)
        change = course[stage][0]
        passed = (number - change.turn + 1) / change.length
        rule = course[stage][1] if random.random() < passed else course[stage - 1][1]
        value, case = rule(topic, weekend)
        if left == 0 and random.random() < _BLIP:
            left = random.randint(*_BLIP_TURNS)
            blip = random.choice([other for other in range(VALUES) if other != value])
        found.append((blip if left else value, f"{stage} {case}", left > 0))
        left = max(0, left - 1)
    return found


def _signs(now: list[tuple[int, bool]], random: Random, thin: float) -> dict[int, Sign]:
    signs = {}
    for dimension, (value, _) in enumerate(now):
        if random.random() < _SIGNALLED[dimension] * thin:
            right = _WEAK_RIGHT if random.random() < _WEAK else _MEDIUM_RIGHT
            signs[dimension] = Sign(_seen(value, right, random), right)
    if random.random() < _STATED * thin:
        dimension = random.randrange(DIMENSIONS)
        value, blip = now[dimension]
        said = _seen(value, _STATED_RIGHT, random)
        signs[dimension] = Sign(said, _STATED_RIGHT, stated=True, once=blip)
    return signs


def _seen(value: int, right: float, random: Random) -> int:
    if random.random() < right:
        return value
    return random.choice([other for other in range(VALUES) if other != value])

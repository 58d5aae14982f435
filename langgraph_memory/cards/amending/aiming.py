"""Which told value the user puts right: an object and a column, or none; never a guess."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from langgraph_memory.cards.amending.reading import Amendment
from langgraph_memory.cards.amending.stating import right, same
from langgraph_memory.cards.words import name_words, stem, stems, words

_CHINESE: Final = {
    "登机口": "gate",
    "座位": "seat",
    "房间": "room",
    "航站楼": "terminal",
    "站台": "platform",
    "价格": "price",
    "价钱": "price",
    "票价": "fare",
    "总价": "total",
    "日期": "date",
    "时间": "time",
    "出发": "departure",
    "到达": "arrival",
    "地址": "address",
    "电话": "phone",
    "邮箱": "email",
    "状态": "status",
    "数量": "quantity",
    "名字": "name",
    "姓名": "name",
    "颜色": "color",
    "尺寸": "size",
    "城市": "city",
    "航班": "flight",
    "订单": "order",
    "酒店": "hotel",
    "预订": "booking",
    "车次": "train",
    "会议": "meeting",
}
_ALIKE: Final = tuple(
    stems(group)
    for group in (
        "depart departs departure leave leaves",
        "arrive arrives arrival land lands",
        "start starts begin begins",
        "cost costs price",
        "due deadline",
        "phone telephone",
        "color colour",
    )
)
_FILLERS: Final = stems(
    "is are was were be been being has have had should must ought to now actually really "
    "the a an this that these those it its his her their my our your there here so just "
    "only still then at on in of for from by with about correct right wrong true not no "
    "leaves leave departs depart arrives arrive starts start begins begin ends opens "
    "closes costs cost goes runs lands boards change changed moved new value one s t"
)
_WEAK: Final = stems("id number no code key name value")
_NAMING: Final = stems("id ids key uuid ref reference")
_CJK: Final = re.compile(r"[\u3400-\u9fff]+")
_KNOWN_CHINESE: Final = re.compile(
    "|".join([*_CHINESE, "[的了在是为那这号]", "个", "应该", "现在", "已经", "其实", "从"])
)
_WHOLE, _HEAD, _VALUE, _LEAST_KEY = 4, 2, 1, 2


@dataclass(frozen=True)
class Thing:
    """An object as it was told of once.

    Attributes:
        name: What tells it from others: its key, or the call that told of it.
        keys: What a sentence may call it by: its key, or what its call was given.
        about: Names of what it is: of its table, its tool, its key's column.
        told: Its values by column, without the one that names it.
        at: When it was told; grows with time.
        ref: What the caller knows it by.
    """

    name: str
    keys: tuple[str, ...]
    about: tuple[str, ...]
    told: Mapping[str, Any]
    at: int
    ref: Any = field(default=None, compare=False)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of all that its values and names say."""
        texts = [*self.keys, *(str(value) for value in self.told.values())]
        names = [stem for name in (*self.about, *self.told) for stem in name_words(name)]
        return _widened({*names, *(stem for text in texts for stem in words(text))})

    @cached_property
    def text(self) -> str:
        """All that its values and names say."""
        return " ".join(
            [*self.keys, *self.about, *self.told, *map(str, self.told.values())]
        )


@dataclass(frozen=True)
class Aimed:
    """What is put right.

    Attributes:
        thing: The object as it was told of.
        column: Its column.
        value: What is right, a number where a number stood there.
    """

    thing: Thing
    column: str
    value: Any

    @property
    def place(self) -> tuple[str, str]:
        """The object and the last name of the column."""
        return self.thing.name, self.column.rpartition(".")[2]


def aim(
    amendment: Amendment, things: Sequence[Thing], answer: str = "", since: int = -1
) -> tuple[Aimed, ...]:
    """Find what an amendment is about.

    The object is the one that the sentence names, by key or by other values of it. Where it
    names none, it is the only one with such a column that the answer just before speaks of;
    else the only one that was told since the user spoke last; else the only one of the last
    time that any was told. The column is the one whose name the sentence has, or the one
    that holds the wrong value. The right value must be of the kind that stood there.

    Args:
        amendment: What the user says.
        things: The objects told of before, in any order.
        answer: What the agent said just before.
        since: What was told later than that was told since the user spoke last.

    Returns:
        Each place where that value of that one object was told; none where several objects
        or columns fit, or none does.
    """
    if amendment.own:
        return ()
    found = list(_candidates(_Words.of(amendment), things))
    best = max((rank for rank, _ in found), default=0)
    fitting = [aimed for rank, aimed in found if rank == best]
    names = {aimed.thing.name for aimed in fitting}
    if len(names) > 1:
        names = _meant(fitting, answer, since)
    chosen = [aimed for aimed in fitting if aimed.thing.name in names]
    return tuple(chosen) if len({aimed.place for aimed in chosen}) == 1 else ()


@dataclass(frozen=True)
class _Words:
    """The words of an amendment.

    Attributes:
        amendment: The amendment.
        rest: What it says beside its values, in small letters.
        about: Stems of that, of what Chinese words for columns mean, too.
        unknown: Stems of it that must be of the object, where no key names that.
        left: The same of what is written in Chinese.
    """

    amendment: Amendment
    rest: str
    about: frozenset[str]
    unknown: frozenset[str]
    left: tuple[str, ...]

    @classmethod
    def of(cls, amendment: Amendment) -> _Words:
        rest = amendment.rest.casefold()
        meant = {stem(_CHINESE[word]) for word in _CHINESE if word in rest}
        plain = frozenset(words(_CJK.sub(" ", rest)))
        left = _CJK.findall(_KNOWN_CHINESE.sub(" ", rest))
        beside = frozenset(
            w for w in words(amendment.value) if not any(map(str.isdigit, w))
        )
        about = _widened(plain | meant | beside)
        return cls(amendment, rest, about, plain - _FILLERS, tuple(left))

    def names(self, thing: Thing) -> bool:
        return any(_mentions(self.rest, key) for key in thing.keys)

    def fits(self, thing: Thing) -> bool:
        """Whether all that it says may be of a thing."""
        return self.unknown <= thing.stems and all(run in thing.text for run in self.left)

    def rank(self, column: str) -> int:
        """How well it names a column: wholly, by its last word, or not at all."""
        last = column.rpartition(".")[2]
        if _CJK.search(last):
            return _WHOLE if last in self.rest else 0
        named = name_words(last)
        if named[-1:] and named[-1] in _NAMING and not self.amendment.former:
            return 0  # `Sorry, the order is W7` speaks of another one
        telling = [word for word in named if word not in _WEAK] or named
        if telling and self.about.issuperset(telling):
            return _WHOLE
        return _HEAD if telling and telling[-1] in self.about else 0


def _candidates(said: _Words, things: Sequence[Thing]) -> Iterator[tuple[int, Aimed]]:
    named = [thing for thing in things if said.names(thing)]
    for thing in named or things:
        found = list(_of_thing(said, thing))
        if found and (named or said.fits(thing)):
            yield from found


def _of_thing(said: _Words, thing: Thing) -> Iterator[tuple[int, Aimed]]:
    for column, old in thing.told.items():
        rank = said.rank(column)
        if said.amendment.former:
            rank = rank + _VALUE if same(said.amendment.former, old, column) else 0
        value = right(said.amendment, old, column) if rank else None
        if value is not None:
            yield rank, Aimed(thing, column, value)


def _meant(fitting: Iterable[Aimed], answer: str, since: int) -> set[str]:
    """Which object is meant where none is named; none where it may be several."""
    fitting, answer = list(fitting), answer.casefold()
    by_key = {
        a.thing.name for a in fitting if any(_mentions(answer, k) for k in a.thing.keys)
    }
    if by_key:
        return by_key if len(by_key) == 1 else set()
    by_value = {
        a.thing.name for a in fitting if _mentions(answer, str(a.thing.told[a.column]))
    }
    if len(by_value) == 1:
        return by_value
    last = max(aimed.thing.at for aimed in fitting)
    lately = {a.thing.name for a in fitting if a.thing.at > min(since, last - 1)}
    return lately if len(lately) == 1 else set()


def _mentions(text: str, key: str) -> bool:
    key = key.casefold()
    if len(key) < _LEAST_KEY or key not in text:
        return False
    return re.search(rf"(?<![a-z0-9]){re.escape(key)}(?![a-z0-9])", text) is not None


def _widened(stems_: Iterable[str]) -> frozenset[str]:
    """Stems, with others that mean the same column."""
    found = frozenset(stems_)
    return found.union(*(group for group in _ALIKE if not found.isdisjoint(group)))

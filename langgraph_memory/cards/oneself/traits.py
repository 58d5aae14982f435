"""What people say of themselves that holds for long: diet, habits, home, likings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from langgraph_memory.cards.oneself import traits_chinese, traits_english
from langgraph_memory.cards.oneself.foods import DIETS, breaks, is_part, of_kind
from langgraph_memory.cards.oneself.saying import Saying
from langgraph_memory.cards.words import stems, words

_CJK = re.compile(r"[\u3400-\u9fff]")
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|`[^`]*`")
_LONGEST = 300
_EACH = frozenset(("taste", "allergy"))
_LISTED = re.compile(
    r",?\s+(?:and|or|nor)\s+(?:the\s+)?|\s*[,&]\s+|、|以及|(?<=.)(?:和(?![牛平服风式谐])|与|或者?|跟)(?=.)"
)
_SINGLE = frozenset(("home", "name", "age", "origin"))
_MINE, _WORK, _COUNT, _WISH = "my:", "work:", "count:", "wish"
_RIVALS = tuple(
    stems(words_)
    for words_ in (
        "window aisle middle 靠窗 走道 靠走 靠过",
        "red white rose",
        "early late morning afternoon evening night 早班 晚班",
        "hot cold iced",
        "short long",
        "small large big",
        "dark light milk",
        "still sparkling",
        "single double twin king queen 单人 双人 大床",
        "smoking non-smoking",
        "upper lower top ground",
        "quiet lively",
    )
)
_FILLERS = stems(
    "now no not longer any anymore more also just really very so much quite all only "
    "always never ever usually generally normally typically either too most best still "
    "actually the i we my our some in at on to for with as m there again nowadays lately "
    "currently better over than rather especially food anything thing one 了"
)
_WORDS = {"肉": "meat", "肉类": "meat", "荤": "meat", "colour": "color"}


@dataclass(frozen=True)
class Trait:
    """One thing that somebody says of himself, or of his family.

    Attributes:
        kind: `taste`, `allergy`, `fear`, `home`, `housing`, `origin`, `name`, `age`,
            `work`, `work:` and of what kind (`employer`, `project`, `team`), `being`,
            `having`, `count:` and what he has so many of, `habit`, `wish`, or `my:` and
            what of his he names.
        who: Stems of the member of the family it is said of; empty: the speaker.
        about: Stems of what it is about.
        positive: Whether it is affirmed.
        among: What it is preferred among, such as seats; empty: that is not said.
        diet: The diet it is part of: one holds at a time, and all of it or nothing.
    """

    kind: str
    who: frozenset[str]
    about: frozenset[str]
    positive: bool
    among: str = ""
    diet: str = ""

    def takes_place_of(self, older: Trait, *, changes: bool = False) -> bool:
        """Whether both say the same, or the opposite, or what can hold only once.

        Args:
            older: What was said before.
            changes: Whether this was said of a change; of two places of work both may
                hold, unless one moved from the one to the other.
        """
        if (self.kind, self.who) != (older.kind, older.who):
            return False
        if self.among and self.among == older.among and self.positive and older.positive:
            return self.about == older.about or _rivals(self.about, older.about)
        if self.kind == _WISH:
            alike = _unnumbered(self.about) == _unnumbered(older.about)
            return alike or _turned(self.about, older.about)
        if self.diet and older.diet:
            return not self.positive or is_part(self.diet, older.diet)
        moved = changes and self.positive and self.kind.startswith(_WORK)
        once = self.kind in _SINGLE or self.kind.startswith((_MINE, _COUNT))
        return once or moved or self.about == older.about or self._ends_diet(older)

    def _ends_diet(self, older: Trait) -> bool:
        """Whether one eats again what he did not, or keeps to another diet now."""
        if self.positive == older.positive:
            return False
        if self.diet:
            return breaks(older.about, self.diet) and not self.positive
        food, left_out = self.about, older.about
        broken = breaks(food, older.diet) if older.diet else of_kind(food, left_out)
        return broken and self.positive


@lru_cache(maxsize=1024)
def traits_of(sentence: str) -> tuple[Trait, ...]:
    """Read what a sentence says for long of whoever says it.

    Only the first person and the speaker's family count, in the present, as a statement:
    no question, condition, wish of the moment, quotation or report of what others say.
    The rules would rather miss a statement than take for one what is none.

    Args:
        sentence: One sentence, English or Chinese.

    Returns:
        The traits, in order; none for all else.
    """
    plain = _QUOTED.sub(" ", sentence.replace("’", "'")).strip()
    if not plain or len(plain) > _LONGEST:
        return ()
    reader = traits_chinese if _CJK.search(plain) else traits_english
    found = (trait for said in reader.sayings(plain) for trait in _traits(said))
    return tuple(dict.fromkeys(trait for trait in found if trait.about))


def supersede(
    new: Collection[Trait], old: Collection[Trait], *, changes: bool = False
) -> bool:
    """Whether what is said takes the place of all that was said before.

    Args:
        new: The traits of the newer sentence.
        old: Those of the older one.
        changes: Whether the newer one tells of a change.
    """
    return bool(old) and all(
        any(trait.takes_place_of(older, changes=changes) for trait in new) for older in old
    )


def in_other_respects(one: Collection[Trait], other: Collection[Trait]) -> bool:
    """Whether both sentences say something, each of something else: home, and work."""
    kinds = [{trait.kind for trait in traits} for traits in (one, other)]
    return all(kinds) and kinds[0].isdisjoint(kinds[1])


def _traits(saying: Saying) -> Iterator[Trait]:
    if saying.kind in _EACH and len(items := _items(saying.about)) > 1:
        for item in items:
            yield from _traits(saying._replace(about=item))
        return
    about = _about(saying.about)
    if not about and saying.kind.startswith(_WORK):
        about = frozenset(saying.about.split())  # project A
    who = frozenset(words(saying.who))
    for diet, names, without in DIETS:
        if about and about <= names:
            for food in without:
                left_out = frozenset(words(food))
                yield Trait("taste", who, left_out, not saying.affirmed, diet=diet)
            return
    yield Trait(saying.kind, who, about, saying.affirmed, saying.among)


def _rivals(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the two are of those of which one takes one: a window or an aisle seat."""
    return any(group & (one - other) and group & (other - one) for group in _RIVALS)


def _turned(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether both are the same but for one of which one takes one."""
    return any(
        group & one and group & other and one - group == other - group for group in _RIVALS
    )


def _unnumbered(about: frozenset[str]) -> frozenset[str]:
    """What a wish is about, but for its numbers: `before 7 am` replaces `before 9 am`."""
    told = any(any(map(str.isdigit, word)) for word in about)
    bare = {w for w in about if not any(map(str.isdigit, w))} - {"am", "pm"}
    return frozenset(bare) if told and len(bare) > 1 else about


def _about(text: str) -> frozenset[str]:
    return frozenset(_WORDS.get(word, word) for word in words(text)) - _FILLERS


def _items(text: str) -> list[str]:
    """The items of a list; a text whose last item may complete the others is one.

    `Cats and dogs` are two; in `black and white films`, both are films.
    """
    items = [item for item in _LISTED.split(text) if item.strip()]
    *others, last = (len(_about(item)) for item in items)
    alone = text.startswith("to ") or (others and min(others) < last)
    return [text] if alone or not all(map(_about, items)) else items

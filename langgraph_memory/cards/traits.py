"""What people say of themselves that holds for long: diet, habits, home, likings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from langgraph_memory.cards import traits_chinese, traits_english
from langgraph_memory.cards.saying import Saying
from langgraph_memory.cards.words import stems, words

_CJK = re.compile(r"[\u3400-\u9fff]")
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|`[^`]*`")
_LONGEST = 300
_EACH = frozenset(("taste", "allergy"))
_LISTED = re.compile(
    r",?\s+(?:and|or|nor)\s+(?:the\s+)?|\s*[,&]\s+|、|以及|(?<=.)(?:和(?![牛平服风式谐])|与|或者?|跟)(?=.)"
)
_SINGLE = frozenset(("home", "name", "age", "origin"))
_MINE, _WORK = "my:", "work:"
_FILLERS = stems(
    "now no not longer any anymore more also just really very so much quite all only "
    "always never ever usually generally normally typically either too most best still "
    "actually the i we my our some in at on to for with as m there again nowadays lately "
    "currently better over than rather especially food anything thing one 了"
)
_DIETS = (
    (stems("vegetarian veggie 素"), ("meat",)),
    (stems("vegan 纯素 全素 严格 格素"), ("meat", "animal product")),
)
_WORDS = {"肉": "meat", "肉类": "meat", "荤": "meat", "colour": "color"}


@dataclass(frozen=True)
class Trait:
    """One thing that somebody says of himself, or of his family.

    Attributes:
        kind: `taste`, `allergy`, `fear`, `home`, `housing`, `origin`, `name`, `age`,
            `work`, `work:` and of what kind (`employer`, `project`, `team`), `being`,
            `having`, `habit`, `wish`, or `my:` and what of his he names.
        who: Stems of the member of the family it is said of; empty: the speaker.
        about: Stems of what it is about.
        positive: Whether it is affirmed.
    """

    kind: str
    who: frozenset[str]
    about: frozenset[str]
    positive: bool

    def takes_place_of(self, older: Trait, *, changes: bool = False) -> bool:
        """Whether both say the same, or the opposite, or what can hold only once.

        Args:
            older: What was said before.
            changes: Whether this was said of a change; of two places of work both may
                hold, unless one moved from the one to the other.
        """
        if (self.kind, self.who) != (older.kind, older.who):
            return False
        moved = changes and self.positive and self.kind.startswith(_WORK)
        once = self.kind in _SINGLE or self.kind.startswith(_MINE)
        return once or moved or self.about == older.about


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


def _traits(saying: Saying) -> Iterator[Trait]:
    if saying.kind in _EACH and len(items := _items(saying.about)) > 1:
        for item in items:
            yield from _traits(saying._replace(about=item))
        return
    about = _about(saying.about)
    if not about and saying.kind.startswith(_WORK):
        about = frozenset(saying.about.split())  # project A
    who = frozenset(words(saying.who))
    for names, without in _DIETS:
        if about and about <= names:
            for food in without:
                yield Trait("taste", who, frozenset(words(food)), not saying.affirmed)
            return
    yield Trait(saying.kind, who, about, saying.affirmed)


def _about(text: str) -> frozenset[str]:
    return frozenset(_WORDS.get(word, word) for word in words(text)) - _FILLERS


def _items(text: str) -> list[str]:
    """The items of a list; a text whose last item may complete the others is one.

    `Cats and dogs` are two; in `black and white films`, both are films.
    """
    items = [item for item in _LISTED.split(text) if item.strip()]
    *others, last = (len(item.split()) for item in items)
    alone = text.startswith("to ") or (others and min(others) < last)
    return [text] if alone or not all(map(_about, items)) else items

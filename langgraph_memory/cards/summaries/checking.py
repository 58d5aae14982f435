"""Whether a source says what a sentence claims: figures, names, denials, bounds.

A model that summarises changes numbers, invents names and loses the word `not`. What a rule
cannot find in the source is not believed; a true sentence is lost now and then, which costs
less than a false one that is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.dates import without_days
from langgraph_memory.cards.notes import sentences
from langgraph_memory.cards.polarity import pieces_of
from langgraph_memory.cards.summaries.figures import (
    Figures,
    figures,
    is_unit,
    joined,
    missing,
)
from langgraph_memory.cards.words import listed, stem, stems, words
from langgraph_memory.facts.naming import marked, quoted

_LEAST_SHARED = 0.5
"""Share of a sentence's words, 0–1, that its source must have."""

_ENOUGH = 3
"""Words from which a sentence says by itself what its numbers belong to."""

_DENIED = "the source denies this"

_OPENERS = stems(
    "the a an this that these those it they there here if when while where for from in on "
    "at to by with within without after before until unless since during between under "
    "over about all each every any some both most more many several other another no not "
    "none nothing nobody never neither only also and or but as is are was were be has have "
    "you your he his she her we our its their who what which however otherwise one"
)
"""Words that begin a sentence without naming anything."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_HAN = re.compile(r"[\u3400-\u9fff]")
_HAN_GRAMMAR = frozenset(
    "的了是在和与及或也都为有可以将会需要须于由从到对把被让给等其该此这那之而且但若如果则即"
    "因所并还只仅每各个些请不无没非未必能应得着过就又再很更最上下中前后内外时"
)
"""Characters of grammar, which a paraphrase may add."""

_NEGATORS = lexicon.NEGATORS | listed(
    "none nothing nobody nowhere impossible unable unavailable prohibited forbidden neither"
)
_TIED = re.compile(r"\bnon-?\w+|\w+-free\b|\w+n['’]t\b|\w+less\b(?<!\bless)(?<!\bunless)")
_NOT_DENYING = re.compile(
    r"\b(?:not only|no (?:more|less|fewer|later|earlier|longer) than|no matter)\b"
    r"|不(?:仅|但|同|过|久|少于|多于|超过|低于|高于|早于|晚于|断|论)|无(?:论|线|锡)|非常|没有问题"
)
_HAN_DENIAL = re.compile("|".join((*lexicon.CJK_NEGATORS, "未", "非", "没", "勿", "不得")))

_BOUNDS = {
    "only": r"\bonly\b|\bsolely\b|\bexclusively\b|仅|只(?!是)",
    "at least": r"\bat least\b|\bminimum\b|\bno (?:less|fewer) than\b|\bor more\b"
    r"|至少|最少|不少于|不低于|以上",
    "at most": r"\bat most\b|\bmaximum\b|\bno more than\b|\bup to\b|\bor (?:less|fewer)\b"
    r"|最多|至多|不超过|以下|以内",
    "except": r"\bunless\b|\bexcept\b|\bother than\b|除非|除了|除外",
}
_BOUND = {name: re.compile(pattern) for name, pattern in _BOUNDS.items()}


@dataclass(frozen=True)
class Checked:
    """A source made ready for checking sentences against it.

    Attributes:
        text: The source.
    """

    text: str

    @cached_property
    def lines(self) -> list[str]:
        """Its sentences."""
        return sentences([self.text])

    @cached_property
    def figures(self) -> Figures:
        """Its figures."""
        return joined(figures(line) for line in self.lines)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words."""
        return frozenset(words(self.text)) | frozenset(map(stem, self.said))

    @cached_property
    def said(self) -> frozenset[str]:
        """Its words in lower case."""
        return frozenset(word.lower() for word in _WORD.findall(self.text))

    @cached_property
    def folded(self) -> str:
        """The source in lower case, with single blanks."""
        return " ".join(self.text.casefold().split())

    @cached_property
    def counts(self) -> list[tuple[Figures, frozenset[str]]]:
        """Per sentence its figures, and what they stand beside: words without units."""
        found: list[tuple[Figures, frozenset[str]]] = []
        before = frozenset[str]()
        for line in self.lines:
            beside = _plain_words(line)
            # What stands nearly alone belongs to the line above it.
            context = beside if len(beside) >= _ENOUGH else beside | before
            found.append((figures(line), context))
            before = beside
        return found

    @cached_property
    def clauses(self) -> list[_Clause]:
        """Its clauses."""
        return [_clause(piece) for line in self.lines for piece in pieces_of(line)]


def objection(sentence: str, source: Checked) -> str | None:
    """Why a sentence must not be kept.

    Args:
        sentence: What is claimed of the source.
        source: The source.

    Returns:
        The first reason found, in words; None when the source bears the sentence out as far
        as rules can tell.
    """
    foreign = [*missing(figures(sentence), source.figures), *_foreign(sentence, source)]
    if foreign:
        return f"the source does not have {', '.join(foreign[:3])}"
    if _shared(sentence, source) < _LEAST_SHARED:
        return "the source says this in no words like these"
    said = frozenset(words(sentence))
    if not _denies(sentence.lower()) and any(
        clause.denies and len(clause.told) > 1 and clause.told <= said
        for clause in source.clauses
    ):
        return _DENIED
    reasons = (
        _misplaced(piece, sentence, source) or _turned(_clause(piece), source.clauses)
        for piece in pieces_of(sentence)
    )
    return next(filter(None, reasons), None)


def repeats(sentence: str, source: Checked) -> bool:
    """Whether a source says a sentence in all its words, figures and denials."""
    return objection(sentence, source) is None and _shared(sentence, source) == 1.0


def nearest(sentence: str, source: Checked) -> str | None:
    """The sentence of the source that shares most words, or None when none shares any."""
    said = frozenset(words(sentence))
    shared = [(len(said.intersection(words(line))), line) for line in source.lines]
    best, line = max(shared, key=lambda pair: pair[0], default=(0, None))
    return line if best else None


def names_of(sentence: str) -> list[str]:
    """The names, identifiers and quotations of a sentence, its first word left aside."""
    timeless = without_days(sentence)
    capitals = (word for word in _WORD.findall(timeless)[1:] if word[0].isupper())
    codes = (name for name in marked(timeless) if name[0].isalpha())
    named = (*quoted(sentence), *codes, *capitals)
    return [name for name in dict.fromkeys(named) if not is_unit(name) and name != "I"]


def _foreign(sentence: str, source: Checked) -> list[str]:
    names = [name for name in names_of(sentence) if not _known(name, source)]
    first = _WORD.match(sentence.lstrip("-•*\"'“‘([ "))
    if first is not None and first[0][0].isupper() and not is_unit(first[0]):
        word = _bare(first[0].lower())
        if stem(word) not in _OPENERS and not _known(word, source):
            names.append(first[0])
    grammar = _HAN_GRAMMAR | lexicon.HAN_NUMERALS
    strange = [
        c for c in _HAN.findall(sentence) if c not in grammar and c not in source.text
    ]
    return [*names, *dict.fromkeys(strange)]


def _known(name: str, source: Checked) -> bool:
    word = _bare(name.lower())
    if _WORD.fullmatch(word) and word.isascii():
        return word in source.said or stem(word) in source.stems
    return " ".join(name.casefold().split()) in source.folded or word in source.folded


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word)


def _shared(sentence: str, source: Checked) -> float:
    said = [word for word in words(sentence) if not word[0].isdigit()]
    known = sum(word in source.stems for word in said)
    return known / len(said) if said else 1.0


def _plain_words(text: str) -> frozenset[str]:
    return frozenset(
        word for word in words(text) if not word[0].isdigit() and not is_unit(word)
    )


def _misplaced(piece: str, sentence: str, source: Checked) -> str | None:
    """Why a number of a clause belongs to something else in the source."""
    beside = _plain_words(piece)
    counted = figures(sentence).amounts & figures(piece).amounts
    for amount in counted if beside else ():
        one = Figures(amounts=frozenset((amount,)))
        where = [context for known, context in source.counts if not missing(one, known)]
        if not any(beside & context for context in where):
            return f"{missing(one, Figures())[0]} belongs to something else in the source"
    return None


@dataclass(frozen=True)
class _Clause:
    stems: frozenset[str]
    denies: bool
    bounds: frozenset[str]

    @property
    def told(self) -> frozenset[str]:
        """Its words without numbers."""
        return frozenset(word for word in self.stems if not word[0].isdigit())


def _clause(piece: str) -> _Clause:
    return _Clause(
        stems=frozenset(words(piece)) - _NEGATORS,
        denies=_denies(piece),
        bounds=frozenset(n for n, pattern in _BOUND.items() if pattern.search(piece)),
    )


def _denies(piece: str) -> bool:
    said = _NOT_DENYING.sub(" ", piece)
    return (
        not _NEGATORS.isdisjoint(_WORD.findall(said))
        or _TIED.search(said) is not None
        or _HAN_DENIAL.search(said) is not None
    )


def _turned(said: _Clause, source: Iterable[_Clause]) -> str | None:
    """Why a clause says something else than those of the source it is closest to."""
    shared = [(len(said.stems & clause.stems), clause) for clause in source]
    best = max((count for count, _ in shared), default=0)
    if not best:
        return None
    closest = [clause for count, clause in shared if count == best]
    if any(clause.denies != said.denies for clause in closest):
        return _DENIED if not said.denies else "the source affirms this"
    lost = {bound for clause in closest for bound in clause.bounds ^ said.bounds}
    if lost:
        return f"it differs from the source in {', '.join(map(repr, sorted(lost)))}"
    return None

"""Lasting statements about oneself in English: rewordings made plain, then verb by verb."""

from __future__ import annotations

import re
from collections.abc import Iterator

from langgraph_memory.cards.oneself.belongings import belongings
from langgraph_memory.cards.oneself.rewording import KIN, plainly
from langgraph_memory.cards.oneself.saying import Saying
from langgraph_memory.cards.oneself.workplaces import works
from langgraph_memory.cards.words import listed

_PETS = r"(?:dog|cat|pet|puppy|kitten|horse|rabbit|bird|parrot|hamster|turtle)s?"
_ILLS = (
    r"(?:diabetes|asthma|migraines?|epilepsy|dyslexia|adhd|arthritis|hypertension|insomnia"
    r"|vertigo|(?:[\w-]+ )?(?:disease|disorder|condition|phobia|disability|impairment))"
)
_STATES = (
    r"(?:vegetarian|vegan|pescatarian|veggie|coeliac|celiac|diabetic|asthmatic|epileptic"
    r"|dyslexic|autistic|an(?:a?)emic|teetotal|(?:left|right)[- ]handed|colou?r-?blind"
    r"|blind"
    r"|deaf|(?:near|short|far)-?sighted|claustrophobic|introvert(?:ed)?|extrovert(?:ed)?"
    r"|married|single|divorced|widowed|pregnant|retired|unemployed|self-employed|freelance"
    r"|bilingual|muslim|jewish|christian|catholic|protestant|hindu|buddhist|atheist"
    r"|(?:gluten|lactose|dairy)[- ]free|french|german|dutch|greek|swiss|thai"
    r"|(?:americ|mexic|afric|kore|ital|ind|russ|austral|austr|canad|brazil|norweg|ukrain"
    r"|roman|hungar|egypt|iran|indones|colomb|argentin|belg)i?an"
    r"|(?:engl|ir|scott|span|pol|turk|swed|dan|finn|brit)ish"
    r"|(?:chin|japan|portugu|vietnam|taiwan)ese)"
)
_LEAD = re.compile(
    r"^(?:(?:hi|hello|hey|yes|yeah|no(?= ?,)|well|ok|okay|also|and|but|so|by the way|btw"
    r"|fyi|actually|(?:please )?(?:note|remember|keep in mind)(?: that)?|just so you know"
    r"|as you know|as i said|for the record|in general|generally|honestly|personally"
    r"|unfortunately|sorry|oh|plus|besides|thanks|because|since|as|now|correction"
    r"|nowadays|these days)\b[\s,.:!-]*)*"
)
_PERSON = r"(?:i|we|my|our)\b"
_ASKING = r"(?:what|which|who|where|when|why|how|can|could|would|will|should|do|am|any)"
_CLAUSE = re.compile(
    rf"\s*;\s*|\s+[-–—]+\s+|,?\s+(?:and|but|so|because|since|as)\s+(?={_PERSON})"
    rf"|,\s+(?:so\s+)?(?=(?:{_PERSON}|{_ASKING}\b|please\b))"
)
_BESIDE = re.compile(
    r",? (?:but|so|because|due to|'?cause|though|although|which|even|when|while|if)\b.*"
    r"|\s[-–—]\s.*|!.*|\(.*|, (?:too|please|thanks|not)\b.*"
)
_ASKS = re.compile(rf"^(?!(?:do|am) (?:i|we)\b(?: not)?\W*$){_ASKING}\b")
_SUPPOSED = re.compile(
    r"\b(?:if|whether|suppos\w+|imagin\w+|pretend\w*|assum\w+|hypothetically|unless|says?"
    r"|said|saying|tells?|told|asks?|asked|wrote|writes?|claim\w*|according|translate\w*"
    r"|(?:my|the) character|used to|as though)\b"
)
_MOMENTARY = re.compile(
    r"\b(?:would|could|might|(?<!\d )may(?! \d)|maybe|perhaps|should|will|wish|hope|guess"
    r"|today|tonight|tomorrow|yesterday|right now|at the moment|for now|at first|was|were"
    r"|had|gonna|(?:this|next|that) (?:time|trip|morning|afternoon|evening|night|week"
    r"|weekend|month|year|order|flight|one|summer|winter|spring|fall)|about to|going to"
    r"|looking (?:for|to|forward)|trying to|planning)\b"
)
_POINTING = re.compile(
    r"^(?:\w+ing (?:it|this|that|them|him|her|you)\b|(?:it|this|that|these|those|them|him"
    r"|her|you|your|ya|the(?! (?:colou?r|smell|taste|scent|texture|sound|sea|outdoors|cold"
    r"|heat|dark|rain)\b)|how|what|when|where|who"
    r"|my|our|his|their|she|he|some|one|another|both|yours|option|all|seeing|hearing|talking"
    r"|chatting|to)\b|$)"
)
_TO_DO = re.compile(
    r"^to (?!hear|see|know|meet|be able|use|keep|get|go with|exchange|cancel|return|book"
    r"|change|pay|receive|proceed|do\b|make|ask|check|speak|talk|have (?:it|the|them)|find"
    r"|confirm|add|upgrade|modify|wait|think|help|say|bother|trouble|disturb|interrupt)\w+"
)
_SUBJECT = re.compile(
    rf"^(?:i|we|my {KIN} and i|(?:my|our) (?P<who>(?:\w+ )?{KIN}))\s+(?P<rest>.+)$"
)
_NAMED = re.compile(rf"\b((?:[Mm]y|[Oo]ur) {KIN}),? [A-Z][a-z]+,?(?= [a-z])")
_FAVOURITES = re.compile(r"^(?P<x>[\w' -]+?) am (?:my|our) (?:\w+ )?favourites?$")
_WISH = re.compile(
    r"^(?:please )?(?:always|never|from now on,?) "
    r"(?P<x>(?!\w+ing\b|(?:mind|on|full|in|so|such|more)\b)[a-z]+ .+)$"
)

_ADVERBS = listed(
    "can longer really also still absolutely just much  now both all quite so do very"
)
_OFTEN = listed(
    "always usually generally normally typically mostly mainly often only exclusively "
    "rarely"
)
_NO_ADVERBS = listed("fly rely apply reply supply")
_SELDOM = listed("not never")
_TASTES = {
    **dict.fromkeys(listed("love like enjoy adore prefer favour favor"), True),
    **dict.fromkeys(listed("hate dislike detest avoid loathe despise"), False),
}
_CHOICE = listed("prefer favour favor")
_FAVOURED = re.compile(r" (?:over|instead of) .*|(?<=ing) to (?=\w+ing$).*")
_RATHER = re.compile(r"^nothing (?:more|better) than |,? (?:rather|more|better) than .*")
_TAKEN = listed("eat drink consume smoke")
_VERBS = {
    "react-to": "allergy",
    "fear": "fear",
    "hail-from": "origin",
    "limit": "habit",
    **dict.fromkeys(
        listed("wear speak play drive own collect teach study practise practice follow"),
        "habit",
    ),
}
_AND = re.compile(
    rf",?\s+(?:and|but)\s+(?=(?:{'|'.join((*_TASTES, *_TAKEN, *_VERBS))}"
    r"|also|do|can|never|always|only|no longer|am|have|live|work)\b)"
)
_NO_HABIT = listed(
    "want need have see know think mean wish ask wonder understand feel get find got had "
    "went came saw was were did heard knew thought made took been seem look say try hope "
    "be am said felt found gave told done seen tried gone become forget imagine expect end "
    "receive appreciate happy here good nice great fun a the glad love loved can feel going"
)
_REGULARLY = re.compile(
    r"\b(?:every (?:day|morning|evening|night|week|weekend|month|year|\w+day)|daily"
    r"|on (?:week|sun|mon|tues|wednes|thurs|fri|satur)(?:day|end)s"
    r"|(?:once|twice|three times) a (?:day|week|month|year))\b"
)
_NO_ROLE = re.compile(
    r"^(?:\w+ )?(?:bit|little|lot|few|couple|tad|touch|mess|loss|position|rush|hurry|way"
    r"|mood|point|part|good|great|better|big|huge|real|true|total|complete|proud|happy"
    r"|sad|sucker|believer|supporter|customer|passenger|guest|user|work|lucky|fool|idiot"
    r"|step|match|fan|mix|reminder|one|same)\b"
)
_ROLE = re.compile(r"^(?:an?|the) (?P<x>[\w' -]+?)(?: (?:for|since|by|and) .*)?$")
_STATE = re.compile(
    rf"^(?:an? )?(?:(?!\w+ing )[\w-]+ )?(?P<x>{_STATES})s?"
    r"(?: (?:now|again|for|since|by|and|with|to|in|last|person|any ?more)\b.*)?$"
)
_AGE = re.compile(r"^(?P<x>\d{1,3})(?: years? old| years? of age)?$")
_OWNED = re.compile(
    rf"^(?P<x>(?:(?!\w+(?:ed|ing) )[\w-]+ ){{0,3}}?(?:{KIN}|{_PETS}|{_ILLS}))"
    r"(?: (?:and|who|named|called|aged|at home|with|in|now)\b.*)?$"
)
_NUMBER = re.compile(r"one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}")
_KINDS_OF = {"children": "child", "kid": "child", "kids": "child"}
_AMONG = re.compile(
    r"^(?:\w+ly |now |rather )*(?:prefer|favou?r) (?!to\b|\w+ing\b)(?:an? |the )?[\w-]+"
    r"(?: [\w-]+)? (?P<x>(?!now\b)\w+?)s?(?= (?:on|for|in|at|with|when|over|to|now)\b|$)"
)
_LIVES = re.compile(
    r"^(?:(?:in|at|near) (?!an? |the |my |our )(?P<home>.+)"
    r"|(?:in|at|near|on|by|with) (?P<x>.+))$"
)


def sayings(sentence: str) -> Iterator[Saying]:
    """What a sentence says of its speaker, clause by clause.

    Args:
        sentence: One sentence, without quotations.

    Yields:
        What each clause says that says something lasting.
    """
    plain = _NAMED.sub(r"\1", sentence).lower()
    if _SUPPOSED.search(plain):
        return
    asks = plain.endswith("?")
    clauses = _CLAUSE.split(plainly(plain))
    if asks and not (len(clauses) > 1 and _ASKS.search(clauses.pop())):
        return
    for clause in clauses:
        said = _LEAD.sub("", clause).strip(" .,!…;:?")
        if not _MOMENTARY.search(said):
            yield from belongings(said, sentence)
            yield from _clause(said)


def _clause(said: str) -> Iterator[Saying]:
    if match := _FAVOURITES.match(said):
        yield Saying("taste", "", match["x"], affirmed=True)
    elif match := _SUBJECT.match(said):
        who = match["who"] or ""
        for part in _AND.split(match["rest"]):
            if (found := _predicate(_BESIDE.sub("", part).split())) is None:
                return  # what follows need not be said of the same
            among = _AMONG.match(part)
            kind, about, affirmed = found
            yield Saying(kind, who, about, affirmed, among["x"] if among else "")
    elif (match := _WISH.match(said)) and match["x"].split()[0] not in _NO_HABIT:
        yield Saying("wish", "", said, affirmed=True)


def _predicate(said: list[str]) -> tuple[str, str, bool] | None:
    """Kind, what about, and whether affirmed, of what follows a subject."""
    affirmed, often, at = _peel(said)
    if at is None or at == len(said):
        return None
    verb, rest = _plural(said[at]), " ".join(said[at + 1 :])
    if verb == "am":
        return _being(said[at + 1 :], affirmed=affirmed)
    if rest.startswith("no "):
        affirmed, rest = False, rest.removeprefix("no ")
    found = _READERS.get(verb, _object)(verb, rest)
    if found is None and _is_habit(verb, rest, often=often):
        found = "habit", f"{verb} {rest}"
    return None if found is None else (*found, affirmed == _TASTES.get(verb, True))


def _plural(verb: str) -> str:
    """The form that goes with `I`: what is said of one of the family has another."""
    bare = verb.removesuffix("es" if verb.endswith("ches") else "s")
    known = bare in _TASTES or bare in _TAKEN or bare in _VERBS or bare in _READERS
    return bare if known else verb


def _owned(_: str, rest: str) -> tuple[str, str] | None:
    owned = _OWNED.match(rest)
    if owned is None:
        return None
    number, _, what = owned["x"].rpartition(" ")
    if _NUMBER.fullmatch(number):
        return f"count:{_KINDS_OF.get(what, what.removesuffix('s'))}", number
    return "having", owned["x"]


def _lives(_: str, rest: str) -> tuple[str, str] | None:
    place = _LIVES.match(rest)
    if place is None:
        return None
    return ("home", place["home"]) if place["home"] else ("housing", place["x"])


def _object(verb: str, rest: str) -> tuple[str, str] | None:
    """What a verb of taste or habit is about, where that is named."""
    points = bool(_POINTING.match(rest))
    if verb in _TASTES:
        rest = _RATHER.sub("", _FAVOURED.sub("", rest) if verb in _CHOICE else rest)
        return ("taste", rest) if not points or _TO_DO.match(rest) else None
    if verb in _TAKEN:
        return ("taste", rest or verb) if not points or not rest else None
    return (_VERBS[verb], rest) if verb in _VERBS and not points else None


_READERS = {"have": _owned, "live": _lives, "work": works, "joined": works}


def _is_habit(verb: str, rest: str, *, often: bool) -> bool:
    if verb in _NO_HABIT or verb in _TASTES or verb.endswith("ed"):
        return False
    return often or bool(_REGULARLY.search(rest))


def _being(said: list[str], *, affirmed: bool) -> tuple[str, str, bool] | None:
    denied, _, at = _peel(said)
    rest = " ".join(said[at:])
    affirmed = affirmed == denied
    if age := _AGE.match(rest):
        return "age", age["x"], affirmed
    if state := _STATE.match(rest):
        return "being", state["x"], affirmed
    role = _ROLE.match(rest)
    if role and not _NO_ROLE.match(role["x"]):
        return "being", role["x"], affirmed
    return None


def _peel(said: list[str]) -> tuple[bool, bool, int | None]:
    """Whether affirmed, whether a habit, and where the verb stands; None: only possible."""
    affirmed, often = True, False
    for at, word in enumerate(said):
        if word in _SELDOM or (word == "no" and said[at + 1 : at + 2] == ["longer"]):
            affirmed, often = not affirmed, often or word == "never"
        elif word == "can" and said[at + 1 : at + 2] not in (["not"], ["never"]):
            return affirmed, often, None
        elif word in _OFTEN:
            if not affirmed:  # "not always" denies nothing
                return affirmed, often, None
            often = True
        elif word not in _ADVERBS and (word in _NO_ADVERBS or word[-2:] != "ly"):
            return affirmed, often, at
    return affirmed, often, len(said)

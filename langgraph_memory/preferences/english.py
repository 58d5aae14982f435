"""How wishes about replies are worded in English.

Each wording is matched against a whole clause, so that a remark about trousers that are too
long is none about replies.
"""

from __future__ import annotations

import re
from typing import Final

Wording = tuple[re.Pattern[str], str, str]
"""What a clause must be, the dimension, and the value that it asks for."""

_LEAD = (
    r"(?:(?:please|pls|ok(?:ay)?|well|hey|hi|thanks?|but|and|so|also|hmm|actually|just|always"
    r"|maybe|next time|this time|just this once|for once|for now|from now on|in (?:the )?future"
    r"|going forward|from here on|can you|could you|would you|will you|can we|try to|you can"
    r"|you should|you must|i need you to|i want you to|i'd like you to|i would like you to"
    r"|i'd prefer you to|i'd rather you|let's|for me|again)[ ,]*)*"
)
_TAIL = (
    r"(?:[ ,]*(?:please|pls|thanks?(?: you)?|ok(?:ay)?|from now on|in (?:the )?future|today"
    r"|going forward|from here on|always|this time|just this once|for once|for now|next time"
    r"|again|with me|for me|to me|when you (?:answer|reply)|(?:on|about) (?:that|this|it)"
    r"|a (?:bit|little)(?: more)?|more|in (?:your|the|all) (?:answers?|repl(?:y|ies)"
    r"|responses?|messages?)|here|at all|any ?more|right|then|next|to read|so far|every time"
    r"|everything|first|i stopped reading|you know))*"
)
_REPLY = (
    r"(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|texts?|output|writing)"
)
_YOURS = (
    rf"(?:that|this|it|you|your (?:\w+ )?{_REPLY}|(?:the|that|this|these|those) {_REPLY})"
)
_IS = r"(?:'s|'re| is| are| was| were| sounds?| seems?| get| got)"
_VERY = (
    r"(?: (?:still|again|way|far|much|really|a bit|a little|just|always|being|getting"
    r"|definitely|kind of|rather))*"
)
_KEEP = rf"(?:keep|make) (?:it|this|that|things|your {_REPLY}|the {_REPLY}|them)"
_BE = r"(?:be|stay|get|become|sound|write|answer|reply|respond|talk|speak)"
_MORE = r"(?:(?:a bit|a little|much|way|even|more|very|as|rather) )*"
_PREFER = r"i(?:'d| would|'ll)? (?:like|prefer|want|love|appreciate|need)"
_DONT = (
    r"(?:don't|do not|never|no need to|you don't (?:have|need) to|stop|quit|please don't)"
)
_STOP = r"(?:stop|quit|avoid|drop|skip|leave out|lose|cut|enough with)"
_EMOJI = r"(?:the |all |those |these |any |your )*(?:emojis?|emoticons?|smileys?)"
_USE = r"(?:use|using|add|adding|put|putting|include|including|send|sending)"


def _verdict(words: str) -> str:
    return rf"(?:{_YOURS}{_IS}{_VERY} )?(?:(?:way|far|much|a bit|still|really) )*{words}"


_COMPARED = r"(?=[a-z]+er\b)"


def _asking(adjectives: str, adverbs: str = "") -> str:
    ways = [
        rf"{_KEEP} {_MORE}{adjectives}",
        rf"{_BE} {_MORE}{adjectives}",
        rf"(?:give|write|send) (?:me )?(?:an? |some )?{_MORE}{adjectives} {_REPLY}",
        rf"{_PREFER} (?:an? |some |your |you to (?:be|give) )?{_MORE}{adjectives}"
        rf"(?:,? \w+)?(?: {_REPLY})",
        rf"{_PREFER} (?:it|your {_REPLY}|the {_REPLY}|you to be) (?:to be )?{_MORE}{adjectives}",
        rf"{_MORE}{adjectives} {_REPLY}",
        # Alone, only what compares asks for anything.
        rf"(?:(?:a bit|a little|much|even) )?(?:more {adjectives}|{_COMPARED}{adjectives})",
    ]
    if adverbs:
        ways.append(rf"(?:answer|reply|respond|write|explain|put it) {_MORE}{adverbs}")
    return f"(?:{'|'.join(ways)})"


_SHORT = r"(?:short(?:er)?|brief(?:er)?|concise|succinct|terse|compact|crisp|to the point)"
_LONG = r"(?:long(?:er)?|detailed|elaborate|thorough|comprehensive|complete|extensive)"
_FEW = r"(?:one|two|three|four|five|a few|a couple of|a single|\d)"
_PARTS = r"(?:sentences?|lines?|words?|bullet points?|bullets|paragraphs?)"
_PLAIN = r"(?:plain|simple|simpler|everyday|normal|easy|easier)"

_TABLE: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    (
        "response_length",
        "short",
        (
            _verdict(
                r"too (?:long|wordy|verbose|lengthy|much text|long-winded|rambling|detailed)"
                rf"(?: (?:{_REPLY}))?"
            ),
            _asking(_SHORT, "(?:briefly|concisely|shortly|succinctly)"),
            rf"not (?:too|so) (?:long|wordy|verbose|detailed)(?: (?:{_REPLY}))?(?=.*please)",
            r"(?:don't|do not|never) (?:be|write|get|make it) (?:so|too|that) "
            r"(?:long|wordy|verbose|much)",
            r"(?:tl;?dr|short version|keep it brief|less text|fewer words|less detail)",
            r"(?:give me|tell me)? ?(?:just |only )?the (?:gist|short version|essentials"
            r"|key points|main points|bottom line)",
            rf"{_STOP} (?:the )?(?:fluff|rambling|waffle|filler|padding|walls? of text)"
            r"(?: and .{3,30})?",
            r"(?:get|cut|come|go)(?: straight| right)? to the (?:point|chase)",
            rf"(?:answer|reply|respond|explain it|explain|say it|tell me)"
            rf"(?: \w+)? (?:in|with)(?: (?:at most|no more than|under|max))? {_FEW}"
            rf"(?: (?:or|to) \w+)?(?: short)? {_PARTS}",
            rf"(?:limit|keep|restrict|cut) (?:your {_REPLY}|it|yourself|them)"
            rf"(?: down)? to (?:at most |under )?{_FEW}(?: (?:or|to) \w+)? {_PARTS}",
            r"i don't (?:need|want) (?:an essay|a novel|the details|so much text"
            r"|all (?:the|those|these|that) details?|long \w+)(?:.{0,20})",
            r"(?:stop writing|no more) (?:walls of text|essays|novels|long \w+)",
        ),
    ),
    (
        "response_length",
        "detailed",
        (
            _verdict(rf"too (?:short|brief|terse|concise|vague)(?: (?:{_REPLY}))?"),
            _verdict(r"not (?:detailed|thorough|long|complete) enough"),
            _asking(_LONG, "(?:in (?:full |more |greater )?detail|thoroughly|at length)"),
            r"(?:i (?:need|want|would like|'d like) )?(?:some )?more details?",
            r"(?:elaborate|expand)(?: (?:on|upon) (?:that|this|it))?",
            r"(?:go|get) into (?:more|greater|full) detail",
            r"(?:explain|describe|write|spell)(?: (?:it|this|that|everything|out))*"
            r" (?:step by step(?: in (?:full |more )?detail)?|in (?:full |more |great )?detail)",
            r"(?:don't|do not|stop) (?:be|being) (?:so|too) (?:brief|short|terse|concise)",
            r"(?:give me|i want) the (?:full|long|whole|complete) (?:version|story|picture)",
        ),
    ),
    (
        "emojis",
        "none",
        (
            rf"no (?:more )?(?:{_EMOJI})",
            rf"(?:{_DONT}|{_STOP}) (?:{_USE} )?(?:so many )?{_EMOJI}",
            rf"without (?:any )?{_EMOJI}",
            rf"i(?:'m| am) (?:not|no) (?:a (?:big )?)?fan of (?:{_USE} )?(?:{_EMOJI})",
            rf"i (?:hate|dislike|don't like|can't stand|don't want) (?:{_USE} )?{_EMOJI}",
            rf"(?:{_EMOJI}) (?:are|is) (?:annoying|silly|unprofessional|childish)",
            rf"too many {_EMOJI}",
        ),
    ),
    (
        "emojis",
        "some",
        (
            rf"(?:feel free to |do )?{_USE} (?:some |more |a few )?{_EMOJI}",
            rf"i (?:like|love|enjoy) (?:it when you use |your |when you use )?{_EMOJI}",
            rf"more {_EMOJI}",
        ),
    ),
    (
        "information_density",
        "simple",
        (
            rf"(?:(?:say|put|explain|write|answer|tell)(?: me)?(?: (?:it|that|this))? )?in "
            rf"(?:{_PLAIN}|layman's|lay|laymen's) (?:english|terms|words|language)",
            r"(?:use )?(?:plain english|(?:simpler|simple|plain|easier) (?:words|terms"
            r"|language))",
            _verdict(
                r"too (?:technical|complicated|complex|dense|abstract)(?: for me| to follow)?"
            ),
            r"(?:that's |there's |you use )?(?:way )?too much (?:jargon|technical language)",
            r"(?:explain|tell|describe)(?: (?:it|this|that|me))*"
            r" (?:like|as if) i(?:'m| am|was| were)"
            r" (?:five|5|a child|a beginner|a kid|new to this)",
            r"eli5|simplify(?: (?:it|that|this|your \w+))?|dumb it down",
            rf"(?:{_DONT} use|no|less|avoid|{_STOP}) (?:so much |any |the |more )?"
            r"(?:jargon|technical (?:terms|language|jargon|words)|buzzwords)",
            r"(?:explain|put) (?:it|that|this) (?:more )?(?:simply|simpler)",
        ),
    ),
    (
        "information_density",
        "deep",
        (
            r"(?:go|dig|dive) (?:\w+ )?deeper(?: into (?:it|this|that))?",
            r"(?:go|get) into the (?:technical |gory |nitty-gritty )?details",
            r"(?:you can )?(?:skip|leave out) the (?:basics|introduction|intro"
            r"|beginner stuff|fundamentals)",
            _verdict(r"too (?:superficial|shallow|basic|simplistic|high-level|general)"),
            rf"{_PREFER} (?:an? )?(?:more )?(?:in-depth|deeper|technical) "
            rf"(?:\w+|{_REPLY})",
            r"(?:give me )?(?:an? |the )?(?:more )?(?:in-depth|deeper|technical) "
            rf"(?:analysis|{_REPLY})",
            r"(?:don't|do not|stop|no need to) (?:dumb|dumbing) (?:it|this|things) down",
            _asking(r"(?:in-depth|more technical|more rigorous)"),
        ),
    ),
    (
        "interaction_frequency",
        "reserved",
        (
            rf"{_DONT} (?:ask|asking|bother|bothering)(?: me)?"
            r"(?: (?:so many|so much|any|all these|these|for|about))*"
            r"(?: (?:questions?|confirmation|permission|back|things))?"
            r"(?: just (?:do|answer|go).{0,15})?",
            rf"{_DONT} (?:check|checking|confirm|confirming) (?:in )?(?:with me|everything)?",
            r"only answer (?:what|the question) (?:i ask(?:ed)?|asked)?",
            r"(?:no|stop with the|enough with the|fewer|less) (?:more )?"
            r"(?:follow-?up |clarifying |counter)?questions",
            rf"{_DONT} (?:suggest|suggesting|offer|offering|give|giving)(?: me)?"
            r" (?:anything|things|next steps|unsolicited advice|suggestions|advice)",
        ),
    ),
    (
        "interaction_frequency",
        "proactive",
        (
            rf"{_BE} (?:more |a bit more )?proactive",
            r"(?:ask|check with|consult|check in with)(?: me)?(?: first)?"
            r" (?:before (?:you|doing|changing|making) .{1,40})",
            r"(?:ask|check with) me first|confirm with me first",
            r"(?:feel free to |do )?(?:suggest|offer|propose)(?: me)? "
            r"(?:more |some )?(?:next steps|improvements|ideas|alternatives|follow-ups)",
            r"ask (?:me )?(?:more |some )?(?:clarifying |follow-?up )?questions?(?: (?:if|when"
            r"|before) .{1,40})",
            r"(?:let me know|tell me|warn me|point it out) (?:if|when) you (?:notice|see|spot"
            r"|find) .{1,40}",
        ),
    ),
    (
        "response_style",
        "formal",
        (
            _asking(r"(?:formal|professional|businesslike|polite|serious)"),
            r"(?:use|keep|adopt) (?:an? |the |your )?(?:tone )?(?:more )?"
            r"(?:formal|professional|serious|businesslike)(?: (?:tone|language|style))?",
            r"(?:use|keep|adopt) (?:a|the|your) tone (?:more )?(?:formal|professional)",
            _verdict(r"too (?:casual|informal|chatty|familiar|flippant)"),
            r"(?:don't|do not|stop) (?:be|being|sound) (?:so|too) (?:casual|informal|chatty)",
        ),
    ),
    (
        "response_style",
        "casual",
        (
            _asking(r"(?:casual|informal|relaxed|friendly|friendlier|laid-back)"),
            r"(?:use|keep|adopt) (?:an? |the |your )?(?:more )?"
            r"(?:casual|informal|relaxed|friendly|friendlier|conversational)"
            r"(?: (?:tone|language|style))",
            _verdict(r"too (?:formal|stiff|stuffy|robotic)"),
            r"(?:no need to|you don't (?:have|need) to|don't|stop) (?:be|being|sound)"
            r" (?:so |too )?(?:formal|stiff|polite)",
            r"(?:talk|speak|write) to me (?:like|as) (?:a|to a|you would to a) (?:friend|buddy)",
            r"(?:loosen|lighten) up",
        ),
    ),
)

WORDINGS: Final[tuple[Wording, ...]] = tuple(
    (re.compile(f"{_LEAD}(?:{'|'.join(ways)}){_TAIL}"), dimension, value)
    for dimension, value, ways in _TABLE
)

OTHERS: Final = re.compile(
    r"\b(?:he|she|they|my \w+|our \w+|the (?:boss|manager|client|customer|teacher|professor"
    r"|doctor|editor|reviewer|team|user)s?|customers?|clients?|users|people|someone|somebody"
    r"|everyone|reviewers?|[a-z]+'s (?:boss|manager|wife|husband))\b.{0,20}?\b(?:said|says?"
    r"|told|tells?|thinks?|thought|complain\w*|wants?|wanted|asks?|asked|keeps?|prefers?|likes?"
    r"|hates?|whispered|wrote|writes|mentioned|claims?|feels?|expects?|need|needs)\b"
    r"|\b(?:he|she|they) (?:said|told|asked)|\bi (?:asked|told) (?:them|him|her)\b"
    r"|\btranslate\b|\bwhat does\b|\bhow do (?:you|i) say\b",
)
QUESTION: Final = re.compile(
    r"^(?:what|who|where|when|why|how|which|is|are|was|were|do|does|did|has|have|should|may)\b"
)
ONCE: Final = re.compile(
    r"\b(?:this time|just this once|for once|for now|this one time|today only|only today)\b"
)

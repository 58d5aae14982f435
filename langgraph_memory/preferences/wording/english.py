"""How wishes about replies are worded in English.

Each wording is matched against a whole clause, so that a remark about trousers that are too
long is none about replies.
"""

from __future__ import annotations

import re
from typing import Final

from langgraph_memory.preferences.wording.parts import (
    ASK_FIRST,
    ASKED,
    BE,
    DONT,
    EMOJI,
    FEW,
    LEAD,
    LONG,
    OTHERS,
    PARTS,
    PLAIN,
    PREFER,
    QUESTION,
    REPLY,
    SHORT,
    STOP,
    TAIL,
    UNASKED,
    USE,
    YOURS,
    asking,
    verdict,
)

__all__ = ["OTHERS", "QUESTION", "WORDINGS", "Wording"]

Wording = tuple[re.Pattern[str], str, str]
"""What a clause must be, the dimension, and the value that it asks for."""

_TABLE: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    (
        "response_length",
        "short",
        (
            verdict(
                r"too (?:long|wordy|verbose|lengthy|much text|long-winded|rambling"
                r"|detailed)"
                rf"(?: (?:{REPLY}))?"
            ),
            asking(SHORT, "(?:briefly|concisely|shortly|succinctly)"),
            rf"not (?:too|so) (?:long|wordy|verbose|detailed)(?: (?:{REPLY}))?(?=.*please)",
            (
                r"(?:don't|do not|never) (?:be|write|get|make it) (?:so|too|that) "
                r"(?:long|wordy|verbose|much)"
            ),
            r"(?:tl;?dr|short version|keep it brief|less text|fewer words|less detail)",
            (
                r"(?:give me|tell me)? ?(?:just |only )?the (?:gist|short version"
                r"|essentials|key points|main points|bottom line)"
            ),
            (
                rf"{STOP} (?:the )?(?:fluff|rambling|waffle|filler|padding|walls? of text)"
                r"(?: and .{3,30})?"
            ),
            r"(?:get|cut|come|go)(?: straight| right)? to the (?:point|chase)",
            (
                rf"(?:answer|reply|respond|explain it|explain|say it|tell me)"
                rf"(?: \w+)? (?:in|with)(?: (?:at most|no more than|under|max))? {FEW}"
                rf"(?: (?:or|to) \w+)?(?: short)? {PARTS}"
            ),
            (
                rf"(?:limit|keep|restrict|cut) (?:your {REPLY}|it|yourself|them)"
                rf"(?: down)? to (?:at most |under )?{FEW}(?: (?:or|to) \w+)? {PARTS}"
            ),
            (
                r"i don't (?:need|want) (?:an essay|a novel|the details|so much text"
                r"|all (?:the|those|these|that) details?|long \w+)(?:.{0,20})"
            ),
            r"(?:stop writing|no more) (?:walls of text|essays|novels|long \w+)",
            rf"{FEW} {PARTS} (?:is|are|will be|would be) (?:enough|plenty|fine|sufficient)",
            r"(?:that's |this is )?(?:way |far )?too much (?:text|to read)",
            r"(?:skip|leave out|drop) the (?:intro(?:duction)?s?|preamble|background)",
            r"(?:just |only )?(?:give|tell) me (?:just |only )?the (?:conclusion|answer)",
            r"(?:get|go) straight to the answer",
            rf"(?:trim|shorten|condense|tighten) (?:it|this|that|your {REPLY})",
            rf"your {REPLY} (?:go|goes|drag|drags) on (?:forever|and on|too long)",
        ),
    ),
    (
        "response_length",
        "detailed",
        (
            verdict(rf"too (?:short|brief|terse|concise|vague)(?: (?:{REPLY}))?"),
            verdict(r"not (?:detailed|thorough|long|complete) enough"),
            rf"{YOURS} (?:is|are|was|were)n't (?:detailed|thorough|long|complete) enough",
            asking(LONG, "(?:in (?:full |more |greater )?detail|thoroughly|at length)"),
            r"(?:i (?:need|want|would like|'d like) )?(?:some )?more details?",
            r"(?:elaborate|expand)(?: (?:on|upon) (?:that|this|it))?",
            r"(?:(?:go|get) into (?:more|greater|full) |in (?:more |full )?)detail",
            (
                r"(?:explain|describe|write|spell)(?: (?:it|this|that|everything|out)){0,3}"
                r" (?:step by step(?: in (?:full |more )?detail)?|in (?:full |more "
                r"|great )?detail)"
            ),
            r"(?:don't|do not|stop) (?:be|being) (?:so|too) (?:brief|short|terse|concise)",
            (
                r"(?:give me|i want) the (?:full|long|whole|complete) (?:version|story"
                r"|picture)"
            ),
            (
                r"(?:walk|talk|take) me through (?:it|this|that|everything)"
                r"(?: (?:step by step|in (?:full |more |great )?detail))?"
            ),
            r"(?:take your time and )?cover everything",
        ),
    ),
    (
        "emojis",
        "none",
        (
            rf"no (?:more )?(?:{EMOJI})",
            rf"(?:{DONT}|{STOP}) (?:{USE} )?(?:so many )?{EMOJI}",
            rf"without (?:any )?{EMOJI}",
            rf"i(?:'m| am) (?:not|no) (?:a (?:big )?)?fan of (?:{USE} )?(?:{EMOJI})",
            rf"i (?:hate|dislike|don't like|can't stand|don't want) (?:{USE} )?{EMOJI}",
            rf"(?:{EMOJI}) (?:are|is) (?:annoying|silly|unprofessional|childish)",
            rf"too many {EMOJI}",
        ),
    ),
    (
        "emojis",
        "some",
        (
            rf"(?:feel free to |do )?{USE} (?:some |more |a few )?{EMOJI}",
            rf"i (?:like|love|enjoy) (?:it when you use |your |when you use )?{EMOJI}",
            rf"more {EMOJI}",
            rf"(?:some |a few )?{EMOJI} (?:is|are) (?:fine|ok|okay|welcome|great)",
        ),
    ),
    (
        "information_density",
        "simple",
        (
            (
                rf"(?:(?:say|put|explain|write|answer|tell)(?: me)?(?: (?:it|that"
                rf"|this))? )?in "
                rf"(?:{PLAIN}|layman's|lay|laymen's) (?:english|terms|words|language)"
            ),
            (
                r"(?:use )?(?:plain english|(?:simpler|simple|plain|easier) (?:words|terms"
                r"|language))"
            ),
            verdict(
                r"too (?:technical|complicated|complex|dense|abstract)(?: for me| to "
                r"follow)?"
            ),
            (
                r"(?:that's |there's |you use )?(?:way )?too much (?:jargon|technical "
                r"language)"
            ),
            (
                r"(?:explain|tell|describe)(?: (?:it|this|that|me)){0,3}"
                r" (?:like|as if) i(?:'m| am|was| were)"
                r" (?:five|5|a child|a beginner|a kid|new to this)"
            ),
            (
                r"(?:explain|describe)(?: (?:it|this|that))? (?:as you would )?to "
                r"(?:an? )?(?:\w+-year-old|child|beginner|layman|kid)"
            ),
            r"(?:that's|this is|you're) (?:way |far )?over my head",
            r"eli5|simplify(?: (?:it|that|this|your \w+))?|dumb it down",
            (
                rf"(?:{DONT} use|no|less|avoid|{STOP}) (?:so much |any |the |more )?"
                r"(?:jargon|technical (?:terms|language|jargon|words)|buzzwords)"
            ),
            r"(?:explain|put) (?:it|that|this) (?:more )?(?:simply|simpler)",
        ),
    ),
    (
        "information_density",
        "deep",
        (
            r"(?:go|dig|dive) (?:\w+ )?deeper(?: into (?:it|this|that))?",
            r"(?:go|get) into the (?:technical |gory |nitty-gritty )?details",
            (
                r"(?:you can )?(?:skip|leave out) the (?:basics|introduction|intro"
                r"|beginner stuff|fundamentals)"
            ),
            verdict(r"too (?:superficial|shallow|basic|simplistic|high-level|general)"),
            rf"{PREFER} (?:an? )?(?:more )?(?:in-depth|deeper|technical) (?:\w+|{REPLY})",
            (
                r"(?:give me )?(?:an? |the )?(?:more )?(?:in-depth|deeper|technical) "
                rf"(?:analysis|{REPLY})"
            ),
            r"(?:don't|do not|stop|no need to) (?:dumb|dumbing) (?:it|this|things) down",
            asking(r"(?:in-depth|more technical|more rigorous)"),
        ),
    ),
    (
        "interaction_frequency",
        "reserved",
        (
            (
                # `Don't ask` and `don't bother` alone are sayings.
                rf"(?:(?:stop|quit|no need to|never) (?:ask|bother)(?:ing)?(?: me)?"
                rf"|{DONT} (?:ask|bother)(?:ing)?(?: me)?(?={ASKED}))"
                rf"(?:{ASKED}){{0,4}}(?:(?: and)? just (?:do|answer|go).{{0,15}})?"
            ),
            rf"{DONT} ask(?: me)?,?(?: and)? just (?:do|answer|go).{{0,15}}",
            (
                rf"{DONT} (?:check|checking|confirm|confirming) (?:in )?(?:with me"
                rf"|everything)?"
            ),
            UNASKED,
            r"only answer (?:what|the question) (?:i ask(?:ed)?|asked)?",
            (
                r"(?:no|stop with the|enough with the|fewer|less) (?:more )?"
                r"(?:follow-?up |clarifying |counter)?questions"
            ),
            (
                rf"{DONT} (?:suggest|suggesting|offer|offering|give|giving|make"
                r"|making)(?: me)? (?:anything|things|next steps|unsolicited advice"
                rf"|suggestions|advice)(?: unless .{{1,40}})?"
            ),
        ),
    ),
    (
        "interaction_frequency",
        "proactive",
        (
            rf"{BE} (?:more |a bit more )?proactive",
            (
                r"(?:ask|check with|consult|check in with)(?: me)?(?: first)?"
                r" (?:before (?:you|doing|changing|making) .{1,40})"
            ),
            r"(?:ask|check with) me first|confirm with me first",
            ASK_FIRST,
            (
                r"(?:feel free to |do )?(?:suggest|offer|propose)(?: me)? "
                r"(?:more |some )?(?:next steps|improvements|ideas|alternatives|follow-ups)"
            ),
            (
                r"ask (?:me )?(?:more |some )?(?:clarifying "
                r"|follow-?up )?questions?(?: (?:if|when|before) .{1,40})"
            ),
            (r"point (?:it|things|them) out (?:without (?:being asked|my asking)|unasked)"),
            (
                r"(?:let me know|tell me|warn me|point it out) (?:if|when) you (?:notice"
                r"|see|spot|find) .{1,40}"
            ),
        ),
    ),
    (
        "response_style",
        "formal",
        (
            asking(r"(?:formal|professional|businesslike|polite|serious)"),
            (
                r"(?:use|keep|adopt) (?:an? |the |your )?(?:tone )?(?:more )?"
                r"(?:formal|professional|serious|businesslike)(?: (?:tone|language|style))?"
            ),
            r"(?:use|keep|adopt) (?:a|the|your) tone (?:more )?(?:formal|professional)",
            verdict(r"too (?:casual|informal|chatty|familiar|flippant)"),
            (
                r"(?:don't|do not|stop) (?:be|being|sound) (?:so|too) (?:casual|informal"
                r"|chatty)"
            ),
        ),
    ),
    (
        "response_style",
        "casual",
        (
            asking(r"(?:casual|informal|relaxed|friendly|friendlier|laid-back)"),
            (
                r"(?:use|keep|adopt) (?:an? |the |your )?(?:more )?(?:casual|informal"
                r"|relaxed|friendly|friendlier|conversational)(?: (?:tone|language|style))"
            ),
            verdict(r"too (?:formal|stiff|stuffy|robotic)"),
            (
                r"(?:no need to|you don't (?:have|need) to|don't|stop) (?:be|being|sound)"
                r" (?:so |too )?(?:formal|stiff|polite)"
            ),
            (
                r"(?:talk|speak|write) to me (?:like|as) (?:a|to a|you would to a) "
                r"(?:friend|buddy)"
            ),
            r"(?:loosen|lighten) up",
        ),
    ),
)

WORDINGS: Final[tuple[Wording, ...]] = tuple(
    (re.compile(f"{LEAD}(?:{'|'.join(ways)}){TAIL}"), dimension, value)
    for dimension, value, ways in _TABLE
)

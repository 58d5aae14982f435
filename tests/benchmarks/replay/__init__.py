"""Decision replay: what a context under a budget keeps of what recorded agents needed.

    python -m tests.benchmarks.replay --data DIR --set NAME … [--budget 0.1 0.25 0.5]
        [--policy NAME …] [--learned] [--reward-1] [--interleave 1 3] [--json]

A recorded agent saw every tool output in full. Here each of its tool calls is a *decision*
(calls marked `inserted` are none): a *policy* gets what came before it and builds, within
a share of the tokens of all tool outputs so far (at least 64), the texts that stand for
those outputs; the rest of the conversation stays as it is. Then it is asked whether the
values that the agent went on to use are still there, and whether one can tell whose they
are.

What is scored
    *Needed* is a value of an argument that so far stood in tool outputs and nowhere else:
    not in what the user or the agent said, not in earlier arguments. Values are compared
    as whole words after normalising (`words`). Booleans and null say nothing and never
    count. Neither do slots (tool and parameter) whose values stand in outputs by
    coincidence: `cabin: economy`, `insurance: no` or `country: USA` stand in the outputs
    of most other users too. No list of names or types decides that but a chance that is
    measured on the set itself (`decisions.coincidental`). Only decisions that need
    something are counted.

The scores, each a mean over these decisions
    *hard recall*: the share of the needed values that the view holds.
    *all present*: 1 when it holds every one.
    *binding*: the share that it holds together with the *cue*, the cell of the same object
    that the conversation speaks of and that tells the object best from others (`cues`), at
    most as far apart, in words, as they stood in the outputs, or within a row's width. For
    a value without a cue, holding it is enough.
    *utilisation*: the share of the view's tokens that are values of this call or of later
    ones.
    *tool token share*: tokens of all views over those of the raw outputs.

Policies
    `full`, and what today's tools do: `recency`, `masking`, `clear-except-3`, `offload`,
    `bm25`. Controls: `random` (mean of ten draws), `schema-lines`, `bag-of-ids` (nearly
    every value, hardly an object) and `oracle`, which alone knows the decision. Ours:
    `lossless` and `cards`, with `--learned` also with statistics of other users. The
    simple ones choose among pretty-printed lines (`lines`): one scalar a line is the
    finest cut that is made without knowing objects.

With `--interleave 3` three traces take turns in one conversation (`NAME_x3`).
"""

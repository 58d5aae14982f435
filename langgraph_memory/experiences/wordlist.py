"""What a lesson may say of any run: words of instructions, and of calls and their forms."""

from __future__ import annotations

from typing import Final

GENERIC: Final = frozenset(
    """able about above according actual actually add additional after again agent all
    allow allowed already also always and another answer any anything apply appropriate
    are argument arguments as ask assume attempt available avoid based be because been
    before begin being below best better between both break but by call called calling
    calls can cannot case cases change check choose clear code come common complete
    condition confirm consider contain content correct could count current data date
    dates day days decide default depend describe detail details did different digits
    direct do does done down each earlier either else empty end ensure entry enough
    error errors even every exact exactly example except exist exists expect expected
    explicit fail failed fails failure false few field fields final find first fit fix
    follow following for form format from full function further general get give given
    goes good guess handle has have help here how however identifier if immediately in
    include information input instead into invalid is issue it item items its itself
    just keep kind know known last later least leave length less letter letters like
    limit list listed long look looking lower make many match matter maximum may mean
    message method might mind minimum missing more most move much must name named names
    necessary need needed needs never new next no none not note nothing now null number
    numbers object occur of off often omit on once one only open option optional or
    order other otherwise out output over own parameter parameters part pass path
    pattern per place plain please point possible precise prefer present previous
    problem proceed proper properly provide put query question quote quotes rather read
    reason receive record refer refuse regard reject rely remain remember repeat replace
    reply request require required resource respond response rest result results retry
    return returned returns right rule run same say schema search second see seem select
    separate set several shape should show simple since single situation size small so
    some something space specific specify spelling start state status step steps still
    string string strings succeed success such sure take task tell term test text than
    that the their them then there these they thing this those three through time times
    to together too tool tools true try turn two type under unit units unless until up
    upper use used user using usual usually valid validate value values verify very wait
    want was way well were what when where whether which while who whole why will with
    within without word words began came did found gave gone kept knew left made meant
    ran said saw seen taken told took tried went wrote work works would write written
    wrong year yes yet you your""".split()  # noqa: SIM905  a list of words is read more easily so
)

"""What a proposal asks for, in plain words, for those who are to consent."""

from pbem.motions.consent import SignedProposal
from pbem.replay import (
    Position,
    SaveTeller,
    describe,
    read_history,
    signer_name,
    turns_of,
)
from pbem.save.trusted_save import TrustedSave


def describe_proposal(position: Position, signed: SignedProposal) -> list[str]:
    """What is proposed, in plain words, a line each; raw text without line feeds.

    Whatever strangers have written stays on a line that says whose it is, so that none of their
    names and words can pass for something that is proposed.
    """
    save = position.save
    motion = signed.proposal.motion
    who = signer_name(save, motion, signed.proposal.proposer)
    lines = [f"{save.genesis.name}: {who} {motion.SAYS}:"]
    teller = SaveTeller(save, position.definition)
    lines += [f"  {line}" for line in motion.lines(teller)]
    if motion.back_to is not None:
        lines += _describe_take_back(position, motion.back_to)
    lines += [f"  {line}" for line in motion.taken_on_trust(teller)]
    if save.genesis.pace is not None and motion.puts_out in save.seat_keys().values():
        over = "after the last reminder"
        if not motion.WAITS_FOR_REMINDERS:
            over = "when the time of a turn of theirs is over"
        lines.append(
            f"  it goes into the game only {over}, while the dice authority says that the turn is "
            "open"
        )
    said = signed.proposal.words.splitlines()
    lines += [f"  {who} says: {words}" for words in said if words.strip()]
    return [" ".join(line.splitlines()) for line in lines]


def _describe_take_back(position: Position, record: int) -> list[str]:
    """Where the game would be, and what would be undone and drawn again."""
    save = position.save
    turns = [one.nation for one in turns_of(position) if one.is_finished and one.last > record]
    gone = [
        entry.kind
        for entry in save.entries[record + 1 :]
        if not save.takebacks.is_taken_back(entry.index)
    ]
    rolls = gone.count("roll") + gone.count("roll_again")
    return [
        f"  {_where(save, record)}",
        f"  finished turns that would be undone: {', '.join(turns) or 'none'}",
        f"  {len(gone)} records would be taken back, with {rolls} rolls; their dice come again "
        "whenever the game asks for exactly the same, and everybody will know them; an attack with "
        "another number of dice gets new ones",
    ]


def _where(save: TrustedSave, record: int) -> str:
    """Where a take-back leads, in words."""
    line = [moment for moment in read_history(save).line() if moment.record <= record]
    last = line[-1]
    state = last.step.state
    text = describe(last.action, state.definition) if last.action is not None else "the beginning"
    phase = state.phase.phase.replace("_", " ")
    return (
        f"to step {last.number}: round {state.round}, {state.nation or 'nobody'}, {phase}, "
        f"after: {text}"
    )

"""What a proposal asks for, in plain words, for those who are to consent."""

from pbem.replay import (
    Position,
    changes_in_words,
    describe,
    motion_in_words,
    read_history,
    signer_name,
    turns_of,
)
from pbem.save.trusted_save import TrustedSave
from pbem.wire.consent import SignedProposal
from pbem.wire.motions import AboutDice, Edit, LostRoll, LostTurn, NewDice, TakeBack, puts_out


def describe_proposal(position: Position, signed: SignedProposal) -> list[str]:
    """What is proposed, in plain words, a line each; raw text without line feeds.

    Whatever strangers have written stays on a line that says whose it is, so that none of their
    names and words can pass for something that is proposed.
    """
    save = position.save
    motion = signed.proposal.motion
    who = signer_name(save, motion, signed.proposal.proposer)
    lines = [f"{save.genesis.name}: {who} proposes:"]
    if isinstance(motion, Edit):
        changes = changes_in_words(motion, position.definition)
        if len(changes) > 1:
            lines.append(f"  {len(changes)} changes to the board, in this order:")
        lines += [f"  EDIT {change}" for change in changes]
    else:
        lines.append(f"  {motion_in_words(save, motion, position.definition)}")
    if isinstance(motion, TakeBack):
        lines += _describe_take_back(position, motion)
    elif isinstance(motion, AboutDice):
        lines += [f"  {line}" for line in _what_it_trusts(save, motion)]
    elif save.genesis.pace is not None and puts_out(motion) in save.seat_keys().values():
        lines.append(
            "  it goes into the game only after the last reminder, while the dice authority says "
            "that the turn is open"
        )
    said = signed.proposal.words.splitlines()
    lines += [f"  {who} says: {words}" for words in said if words.strip()]
    return [" ".join(line.splitlines()) for line in lines]


def _what_it_trusts(save: TrustedSave, motion: AboutDice) -> tuple[str, ...]:
    """What those who consent take somebody's word for."""
    match motion:
        case NewDice():
            unless = " unless the other authority is honest" if len(save.sources) > 1 else ""
            return (
                f"whoever runs the new one could look ahead in this game{unless}",
                "dice that the old one has given and that are not in the log are gone: somebody "
                "may have disliked them and hidden them",
            )
        case LostRoll():
            return (
                f"the next roll is number {save.next_roll}; whoever asked for those up to "
                f"{motion.index} gets other dice: they may have disliked theirs and hidden them",
                "the journal of the dice authority shows who asked, and for what",
            )
        case LostTurn():
            return (
                "whoever ended that turn plays it on from here as they like: they may have "
                "disliked how it ended and hidden it",
                "the journal of the dice authority shows who ended it, and when",
            )


def _describe_take_back(position: Position, motion: TakeBack) -> list[str]:
    """Where the game would be, and what would be undone and drawn again."""
    save = position.save
    turns = [
        one.nation for one in turns_of(position) if one.is_finished and one.last > motion.record
    ]
    gone = [
        entry.kind
        for entry in save.entries[motion.record + 1 :]
        if not save.takebacks.is_taken_back(entry.index)
    ]
    rolls = gone.count("roll") + gone.count("roll_again")
    return [
        f"  {_where(save, motion)}",
        f"  finished turns that would be undone: {', '.join(turns) or 'none'}",
        f"  {len(gone)} records would be taken back, with {rolls} rolls; their dice come again "
        "whenever the game asks for exactly the same, and everybody will know them; an attack with "
        "another number of dice gets new ones",
    ]


def _where(save: TrustedSave, motion: TakeBack) -> str:
    """Where a take-back leads, in words."""
    line = [moment for moment in read_history(save).line() if moment.record <= motion.record]
    last = line[-1]
    state = last.step.state
    text = describe(last.action, state.definition) if last.action is not None else "the beginning"
    phase = state.phase.phase.replace("_", " ")
    return (
        f"to step {last.number}: round {state.round}, {state.nation or 'nobody'}, {phase}, "
        f"after: {text}"
    )

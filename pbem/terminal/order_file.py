"""`pbem play --orders`: a turn, or a part of it, from a file of orders."""

from engine import spoken
from engine.values import replace
from pbem.play.advice_output import AdviceOutput
from pbem.play.file_advice import FileAdvice, WarningsError, advise_on_file
from pbem.play.from_file import play_file
from pbem.play.order_file import OrderFile, read_order_file
from pbem.play.resume import without_played
from pbem.play.session import Session
from pbem.result import Result
from pbem.terminal.command_line import Say, read_orders
from pbem.text import counted, plain


def play_orders(
    session: Session,
    name: str,
    *,
    resume: bool,
    in_part: bool,
    dry_run: bool,
    accepted: frozenset[str],
    finish: bool,
    message: str,
    say: Say,
) -> Result[AdviceOutput] | None:
    """Play a file of orders; of a dry run, which plays nothing, what it says.

    name: of the file, ``-`` for standard input; accepted: the warnings that do not stop it.
    The other options are those of the command.  Raises what reading and playing it does, and
    WarningsError.
    """
    chosen = _orders_of(session, name, resume=resume, in_part=in_part, say=say)
    advice = advise_on_file(session, chosen, finish=finish)
    if dry_run:
        return _dry(session, advice)
    with session.changing():
        session.set_message(message or session.message)
        _play_advised(session, advice, accepted, finish=finish, say=say)
    return None


def _orders_of(session: Session, name: str, *, resume: bool, in_part: bool, say: Say) -> OrderFile:
    orders = read_order_file(read_orders(name, "The orders"), session.state.definition)
    orders = replace(orders, in_part=in_part)
    if not resume:
        return orders
    rest = without_played(session, orders)
    say(f"{counted(len(orders.lines) - len(rest.lines), 'line')} of the file left out as played.")
    return rest


def _dry(session: Session, advice: FileAdvice) -> Result[AdviceOutput]:
    """What a dry run says."""
    data = advice.data(session.save.genesis.game.hex(), session.nation)
    text = "\n".join([*advice.lines(), "Nothing was signed or stored."])
    return Result(spoken(text, session.state.definition.unit_types), data)


def _play_advised(
    session: Session, advice: FileAdvice, accepted: frozenset[str], *, finish: bool, say: Say
) -> None:
    """Play a file unless there are warnings that were not accepted; say what was and why."""
    types = session.state.definition.unit_types
    warnings = [replace(one, text=spoken(one.text, types)) for one in advice.warnings]
    refused = tuple(one for one in warnings if one.code not in accepted)
    if refused:
        raise WarningsError(refused)
    for warning in warnings:
        say(f"accepted: {plain(warning.sentence())}")
    for fault in play_file(session, advice.orders, finish=finish, is_tried=True):
        say(f"some units stay: {plain(fault.sentence())}")

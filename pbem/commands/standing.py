"""`pbem standing`: how your units defend while you are away."""

import click

from engine import (
    NOBODY,
    Buy,
    NationName,
    NotationError,
    StandingPreview,
    StandingUse,
    State,
    TerritoryName,
    UnitTypeName,
    parse_order,
    preview_standing,
    type_words,
    within_reach,
)
from pbem.files import write_atomic
from pbem.home import Home
from pbem.named_files import read_plain_file
from pbem.output import Output, changed
from pbem.play.draft_file import MovedOnError
from pbem.play.drafts import open_session
from pbem.play.game_view import view_game
from pbem.play.nation_name import nation_named
from pbem.play.order_file import OrderFileError
from pbem.play.standing_orders import file_standing, standing_text
from pbem.play.territory_name import territory_named
from pbem.replay import Position
from pbem.report import instruction_words
from pbem.result import Result
from pbem.save.shelf import GameRef, ref_of
from pbem.screen import tell
from pbem.terminal.command_line import JSON, SAVE, now, own_key, read_orders
from pbem.terminal.tab_names import areas, nations, units
from pbem.text import counted, plain, quoted
from pbem.usage import UsageError

_MOST_BYTES = 1024 * 1024
_REFUSED_NAME = "standing-refused.txt"
_HEAD = (
    "# Standing orders, one per line; these lines replace all that you have.\n"
    "# losses Finland: infantry, British units, armour     absorb: battleship\n"
    "# keep: 1 land units      submerge: no when attackers < 3      land: Karelija\n"
)


class HitOutput(Output):
    """A hit on the defence, who takes it, and which standing order says so."""

    owner: str
    type: str
    is_lost: bool
    by: str


class SubmergeOutput(Output):
    """Whether submarines submerge, and what says so."""

    submerge: bool
    by: str


class InterceptorsOutput(Output):
    """How many aircraft meet a raid, and what says so."""

    count: int
    by: str


class StandingOutput(Output, omit_defaults=True):
    """Standing orders of each nation, those of a draft, or what they would do in a battle."""

    standing: dict[str, list[str]] | list[str] | None = None
    draft: list[str] | None = None
    changed: bool | None = None
    nation: str | None = None
    territory: str | None = None
    decider: str | None = None
    hits: list[HitOutput] | None = None
    submerge: SubmergeOutput | None = None
    interceptors: InterceptorsOutput | None = None


@click.command("standing")
@SAVE
@click.option("--edit", is_flag=True, help="Change yours in your editor ($EDITOR).")
@click.option("--file", "name", help="Make the lines of this file yours; - is standard input.")
@click.option("--nation", default="", shell_complete=nations, help="Only those of this nation.")
@click.option(
    "--test",
    "place",
    default="",
    metavar="TERRITORY",
    shell_complete=areas,
    help="What they would do there.",
)
@click.option(
    "--against",
    default="",
    metavar="UNITS",
    shell_complete=units,
    help='With --test: "3 infantry, 2 armour".',
)
@JSON
def command(
    save: str, edit: bool, name: str | None, nation: str, place: str, against: str, as_json: bool
) -> Result[StandingOutput]:
    """Show the standing orders in SAVE, change your own, or try what they would do."""
    if sum((edit, name is not None, place != "")) > 1:
        raise UsageError("two-wishes", "Only one of --edit, --file and --test at a time.")
    if against and not place:
        raise UsageError("test-missing", "--against needs --test TERRITORY.")
    home = Home.standard()
    if edit or name is not None:
        return _change(home, save, name, by_hand=edit and not as_json)
    position = view_game(home, save).position
    names = position.state.definition.politics.nation_names
    known = nation_named(names, nation) if nation else NOBODY
    if place:
        return _test(position, known, place, against)
    return _show(home, position, known)


def _show(home: Home, position: Position, nation: NationName) -> Result[StandingOutput]:
    state = position.state
    names = [nation] if nation else list(state.definition.politics.nation_names)
    lines: list[str] = []
    data: dict[str, list[str]] = {}
    for name in names:
        orders = standing_text(state, name).splitlines()
        data[name] = orders
        if orders or nation:
            lines.append(f"{name}:" if orders else f"{name}: none, so the defaults apply.")
            lines += [f"  {plain(line)}" for line in orders]
    drafted = _drafted(home, position)
    if drafted:
        lines += ["In your draft, to be signed with the turn:", *(f"  {one}" for one in drafted)]
    text = "\n".join(lines) or "Nobody has left standing orders; the defaults apply."
    return Result(text, StandingOutput(standing=data, draft=drafted))


def _drafted(home: Home, position: Position) -> list[str]:
    path = home.draft_path(ref_of(position.save))
    if not path.is_file():
        return []
    text = read_plain_file(path, _MOST_BYTES).decode("utf-8", errors="replace")
    return [plain(line) for line in text.splitlines() if line.startswith("standing ")]


def _change(home: Home, save: str, name: str | None, *, by_hand: bool) -> Result[StandingOutput]:
    """Put what the player wrote into the draft; what is refused is kept for another try."""
    if name is None and not by_hand:
        raise UsageError("no-terminal", "--edit needs a terminal.", "Name a file with --file.")
    key = own_key(home)
    session, _ = open_session(home, home.choose(save), key, now)
    before = standing_text(session.state, session.nation)
    written = read_orders(name, "The standing orders") if name is not None else _edited(before)
    if written is None:
        told = StandingOutput(standing=before.splitlines(), changed=False)
        return Result("Nothing was changed.", told)
    while True:
        try:
            with session.changing():
                given = file_standing(session, written)
            break
        except OrderFileError as error:
            again = _again(error, written) if by_hand else None
            if again is None:
                _keep_refused(home, ref_of(session.save), written, by_hand=by_hand)
                raise
            written = again
        except MovedOnError:
            _keep_refused(home, ref_of(session.save), written, by_hand=by_hand)
            raise
    after = standing_text(session.state, session.nation).splitlines()
    text = "\n".join([f"{session.nation}:", *(f"  {plain(line)}" for line in after)])
    last = "They are in your draft and are signed with your turn." if given else "As before."
    data = StandingOutput(nation=session.nation, standing=after, changed=bool(given))
    return Result(f"{text if after else f'{session.nation}: none any more.'}\n{last}", data)


def _edited(text: str) -> str | None:
    """The text after the editor was closed; None when it was not saved."""
    return click.edit(_HEAD + text, extension=".txt")


def _again(error: OrderFileError, written: str) -> str | None:
    """The text after another visit to the editor, or None when the player has had enough."""
    tell(f"pbem: {plain(str(error), lines=True)}")
    try:
        again = click.confirm("Edit them again?", default=True, err=True)
    except click.Abort:
        return None
    return click.edit(written, extension=".txt") if again else None


def _keep_refused(home: Home, game: GameRef, written: str, *, by_hand: bool) -> None:
    """Keep what was typed into an editor: it exists nowhere else."""
    if by_hand:
        path = home.draft_path(game).with_name(_REFUSED_NAME)
        write_atomic(path, written.encode(), mode=0o600)
        tell(f"What you wrote is kept in {path}")


def _test(
    position: Position, nation: NationName, place: str, against: str
) -> Result[StandingOutput]:
    state = position.state
    territory = territory_named(state.definition, place)
    nation = nation or _holder(state, territory)
    enemy, units = NOBODY, {}
    if against:
        units = _units(state, against)
    else:
        enemy, reach = within_reach(state, nation, territory)
        units = dict(reach)
    preview = preview_standing(state, nation, territory, units, enemy)
    return _told(state, territory, preview)


def _holder(state: State, territory: TerritoryName) -> NationName:
    """Whose defence is meant: the owner's, at sea that of the nation with the most units."""
    owner = state.owners.get(territory, NOBODY)
    if owner in state.definition.politics.nation_names:
        return owner
    owners = [unit.owner for unit in state.units_in(territory)]
    names = [name for name in state.definition.politics.nation_names if name in owners]
    if not names:
        raise UsageError("nobody-there", f"Nobody defends {quoted(territory)}.", "Name another.")
    return max(names, key=owners.count)


def _units(state: State, text: str) -> dict[UnitTypeName, int]:
    try:
        order = parse_order(f"buy {text}", state.definition)
    except NotationError as error:
        words = "; ".join(fault.text for fault in error.faults)
        raise UsageError(
            "bad-units", f"{quoted(text)}: {words}.", 'Write for example "3 infantry, 2 armour".'
        ) from None
    sold = order.units if isinstance(order, Buy) else ()
    kinds = state.definition.unit_types
    units = {UnitTypeName(name): count for name, count in sold if name in kinds}
    if not units or sum(units.values()) > _MOST_ATTACKERS:
        raise UsageError("bad-units", f"Name 1 to {_MOST_ATTACKERS} attackers.")
    return units


_MOST_ATTACKERS = 500


def _told(state: State, place: str, preview: StandingPreview) -> Result[StandingOutput]:
    force = ", ".join(f"{count} {type_words(kind)}" for kind, count in preview.attackers.items())
    if not preview.decider:
        why = "nobody can reach it" if not preview.attackers else "nobody would fight there"
        return Result(f"{place}: {why}.", StandingOutput(territory=place, hits=[]))
    lines = [
        f"{place}: {preview.attacker} attack with {force}; the {preview.decider} decide.",
        "Hits on the defence, in the order in which they are taken:",
    ]
    rows: list[HitOutput] = []
    who = [f"{hit.owner} {type_words(hit.type)}" for hit in preview.hits]
    width = max(map(len, who), default=0)
    for number, hit in enumerate(preview.hits, start=1):
        how = _how(state, hit.use)
        what = "lost" if hit.is_lost else "damaged"
        lines.append(f"{number:>4}  {who[number - 1]:<{width}}  {what:<7}  {how}")
        rows.append(HitOutput(hit.owner, hit.type, hit.is_lost, how))
    data = StandingOutput(territory=place, decider=preview.decider, hits=rows)
    if preview.submerge is not None:
        is_submerging, use = preview.submerge
        what = "submerge" if is_submerging else "stay"
        lines.append(f"Submarines {what} if they can: {_how(state, use)}")
        data = changed(data, submerge=SubmergeOutput(is_submerging, _how(state, use)))
    if preview.interceptors is not None:
        count, use = preview.interceptors
        lines.append(f"Against a raid {counted(count, 'interceptor')}: {_how(state, use)}")
        data = changed(data, interceptors=InterceptorsOutput(count, _how(state, use)))
    return Result("\n".join(plain(line) for line in lines), data)


def _how(state: State, use: StandingUse | None) -> str:
    return "by default" if use is None else instruction_words(use, state)

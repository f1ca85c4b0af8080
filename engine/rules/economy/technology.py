"""Research: dice for money, and what is found.

The player names a technology and buys dice, with one roll in a turn.  Every die has one chance in
six; one success is enough, and several find only one technology.  Dice without success are lost.
What is found takes effect at the end of the turn, for its finder alone.
Options change this: the player aims at a chart or at nothing, and a die says which technology is
found (one face for each that the player does not have), by option once for every success; dice
without success are kept and rolled again in later turns, together with new ones, until one
succeeds; what is found takes effect immediately.
In low luck six dice are a sure success; fewer become one die that succeeds at their number.

By the map a nation may be unable to research some of them, until a trigger opens them to it; its
research may be paid by others where its own money is not enough, and others may share what it has.
It may have charts and a price of its own; a technology with several places on a chart has as many
faces of the die for a nation without any.  Research dice that a nation was given wait until it
researches; where dice are not kept they are gone then (all seen in recorded games of that engine).

Rule: rule book, Technology Development (B100, B102 to B110, B122, B125, B133), G9.
Classic: C51, C52, C57 to C59, D1, D2.  Vector: V13.
The map dialect: playerTech, availableTech, shareTechnology, helpPayTechCost.
Options: tech_development, tech_cost, low_luck_technology, industrial_technology, tech_directed,
tech_tokens_kept, every_success_finds, activate_technology_at_once, technology_die_rerolled.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import ResearchFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.errors import Illegal
from engine.core.events.economy import (
    ResearchPaid,
    ResearchRolled,
    TechnologyActivated,
    TechnologyFound,
    TechnologyRerolled,
)
from engine.core.events.triggers import TechnologyGiven
from engine.core.events.turn import FramePopped, FramePushed, FrameReplaced
from engine.core.ids import PUS, RESEARCH_DICE, NationName
from engine.core.low_luck import low_luck_split
from engine.gamedef import Definition, State
from engine.gamedef.position import Waiting
from engine.gamedef.technology import INDUSTRIAL_TECHNOLOGY
from engine.orders.research import Research
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    legal_nothing,
    resolve_no_order,
    top_frame,
)
from engine.rules.common.relations import has_capital
from engine.values import replace


def technologies_of(definition: Definition) -> tuple[str, ...]:
    """The technologies that can be found in this game, in the order of its list (B125).

    Industrial Technology is among them only when both sides agreed on it (B122, B123).
    """
    names = definition.technology.names
    if definition.options.industrial_technology:
        if INDUSTRIAL_TECHNOLOGY in names:
            return names
        if definition.economy.reduced_prices:
            return (*names, INDUSTRIAL_TECHNOLOGY)
    return tuple(name for name in names if name != INDUSTRIAL_TECHNOLOGY)


def research_aims(definition: Definition) -> tuple[str, ...]:
    """What a player may name in a research order: technologies or, by option, charts (B104)."""
    if definition.options.tech_directed:
        return technologies_of(definition)
    return tuple(chart.name for chart in definition.technology.categories)


def kept_dice(state: State, nation: NationName) -> int:
    """Research dice that a nation has without buying them: kept (B106) or given by the map."""
    return state.amount(nation, RESEARCH_DICE)


def die_price(state: State, nation: NationName) -> int:
    """PUs for one research die of a nation (B102)."""
    own = state.definition.map_rules.of(nation).research_price
    return own or state.definition.options.tech_cost


def technologies_left(state: State, nation: NationName) -> tuple[str, ...]:
    """The technologies that a nation can still find, in the order of the list (B109)."""
    known = {*state.technologies.get(nation, ()), *state.found.get(nation, ())}
    known.update(state.definition.map_rules.of(nation).not_researched)
    return tuple(name for name in technologies_of(state.definition) if name not in known)


def _payers(state: State, cost: int) -> tuple[tuple[NationName, int], ...]:
    """Who pays how much for research: the nation itself as long as it can, then its helpers."""
    helpers = state.definition.map_rules.of(state.nation).research_helpers
    found = [(state.nation, min(cost, state.amount(state.nation, PUS)))]
    for nation in helpers:
        left = cost - sum(amount for _, amount in found)
        if left:
            found.append((nation, min(left, state.amount(nation, PUS))))
    return tuple(found)


def research_money(state: State) -> int:
    """PUs that the nation on turn and those that help it can spend on research (B102)."""
    helpers = state.definition.map_rules.of(state.nation).research_helpers
    return sum(state.amount(nation, PUS) for nation in (state.nation, *helpers))


def why_no_research(state: State) -> str:
    """Why the nation on turn can do no research in this turn; "" when it can (B100, B44)."""
    nation, options = state.nation, state.definition.options
    if not options.tech_development:
        return "there is no research in this game"
    if not has_capital(state, nation):
        return f"the {nation} do not hold their capital"
    price = die_price(state, nation)
    if research_money(state) < price and not kept_dice(state, nation):
        return f"the {nation} have fewer than {price} PUs, the price of one die"
    if not technologies_left(state, nation):
        if state.definition.map_rules.of(nation).not_researched:
            return f"there is no technology that the {nation} can research now"
        return f"the {nation} have found every technology"
    return ""


def check_research(state: State, order: Research) -> tuple[Illegal, ...]:
    """All reasons against a research order (B102, B104, B109)."""
    nation = state.nation
    reasons: list[Illegal] = []
    if state.turn.researched:
        text = f"the {nation} have already made their research roll this turn"
        reasons.append(Illegal("researched-already", text, "B109"))
    reasons.extend(_check_aim(state, order.technology))
    if order.dice < (0 if kept_dice(state, nation) else 1):
        text = f"research needs at least one die, not {order.dice}"
        reasons.append(Illegal("wrong-count", text, "B102"))
    cost, bank = order.dice * die_price(state, nation), research_money(state)
    if cost > bank:
        text = f"{order.dice} dice cost {cost} PUs, the {nation} have {bank}: {cost - bank} too few"
        reasons.append(Illegal("not-enough-pus", text, "B102"))
    return tuple(reasons)


def _check_aim(state: State, aim: str) -> Iterator[Illegal]:
    """Reasons against what the research aims at (B104, B109, B125)."""
    nation, definition = state.nation, state.definition
    aims = research_aims(definition)
    left = tuple(name for name in aims if _within_reach(state, name))
    if not aims and not definition.options.tech_directed:
        if aim:
            text = "in this game research is not aimed; leave the name out"
            yield Illegal("unknown-technology", text, "B104")
    elif aim == "":
        text = f"name the technology to aim at: {', '.join(left)}"
        yield Illegal("no-technology-named", text, "B104")
    elif aim not in aims:
        text = f"there is no technology {aim!r} here; possible: {', '.join(left)}"
        yield Illegal("unknown-technology", text, "B125")
    elif aim in definition.map_rules.of(nation).not_researched:
        yield Illegal("technology-closed", f"the {nation} cannot research {aim} now", "B104")
    elif aim not in left:
        yield Illegal("technology-owned", f"the {nation} already have {aim}", "B109")


def _within_reach(state: State, aim: str) -> tuple[str, ...]:
    """The technologies that a success on an aim could find; "" aims at all of them.

    A technology with several places on a chart is named as often, but only until the nation has its
    first technology of any kind; from then on each has one place (as recorded).
    """
    left = technologies_left(state, state.nation)
    places = state.definition.technology.chart(state.nation, aim)
    if places and not state.definition.options.tech_directed:
        if state.technologies.get(state.nation):
            places = tuple(dict.fromkeys(places))
        return tuple(name for name in places if name in left)
    return tuple(name for name in left if aim in {"", name})


def resolve_research(state: State, order: Research) -> Events:
    """The money is paid, and the game waits for the dice."""
    cost = order.dice * die_price(state, state.nation)
    return (
        ResearchPaid(state.nation, order.technology, order.dice, cost, _payers(state, cost)),
        FramePushed(ResearchFrame(order.technology, order.dice + kept_dice(state, state.nation))),
    )


def legal_research(state: State) -> Iterator[Research]:
    """Every affordable number of dice for every technology, in the order of the list."""
    if state.turn.researched:
        return
    most = research_money(state) // die_price(state, state.nation)
    least = 0 if kept_dice(state, state.nation) else 1
    for name in research_aims(state.definition) or ("",):
        if _within_reach(state, name):
            for dice in range(least, most + 1):
                yield Research(name, dice)


def resolve_activation(state: State) -> Events:
    """What the nation found in this turn is in force from now on (B107, B230)."""
    found = state.found.get(state.nation, ())
    return tuple(TechnologyActivated(state.nation, name) for name in found)


def resolve_shared_technologies(state: State) -> Events:
    """All that a nation has is in force for those with which it shares, if they could research it.

    What a trigger has given it in the same step is shared as well.
    """
    known = state.technologies.get(state.nation, ())
    return tuple(
        TechnologyGiven(nation, name)
        for nation in state.definition.map_rules.of(state.nation).shares_technologies_with
        for name in technologies_left(state, nation)
        if name in known
    )


def _odds(state: State, frame: ResearchFrame) -> tuple[int, int, int]:
    """Sure successes, dice to roll, and the highest number at which a low-luck die succeeds."""
    sides = state.definition.dice_sides
    if not state.definition.options.low_luck_technology:
        return 0, frame.dice, 0
    sure, rest = low_luck_split(frame.dice, sides)
    return sure, 1 if rest else 0, rest


def _advance(state: State) -> Events | Waiting:
    frame = _top(state)
    if frame.among:
        sides = _faces(state) if _rolls_again(state) else len(frame.among)
        what = f"which technology of {frame.technology or 'those left'}"
        return _request(state, 1, sides, what)
    sure, count, _ = _odds(state, frame)
    if count == 0:
        return _result(state, frame, (), sure)
    purpose = f"research of the {state.nation} on {frame.technology or 'anything'}"
    return _request(state, count, state.definition.dice_sides, purpose)


def _request(state: State, count: int, sides: int, purpose: str) -> RollRequest:
    return dice_outside_battle(state, "research", count, sides, purpose)


def _roll(state: State, roll: RollResult) -> Events:
    frame = _top(state)
    if frame.among:
        face = _face(state, frame, roll.dice[0])
        if face not in frame.among:
            return (TechnologyRerolled(state.nation, roll.dice[0], face),)
        return _resolve_find(state, frame, face)
    sure, _, strength = _odds(state, frame)
    if state.definition.options.low_luck_technology:
        hits = sum(die <= strength for die in roll.dice)
    else:
        # Research succeeds at the top of the die, where battle dice hit at the bottom (B105).
        hits = sum(die == state.definition.dice_sides for die in roll.dice)
    return _result(state, frame, roll.dice, sure + hits)


def _rolls_again(state: State) -> bool:
    """Whether the die has faces that find nothing and is then rolled again (C58)."""
    return state.definition.options.technology_die_rerolled


def _faces(state: State) -> int:
    """Faces of a die with room for every technology."""
    return max(state.definition.dice_sides, len(technologies_of(state.definition)))


def _face(state: State, frame: ResearchFrame, die: int) -> str:
    """The technology that a face of the die stands for; "" for an empty one."""
    names = technologies_of(state.definition) if _rolls_again(state) else frame.among
    return names[die - 1] if die <= len(names) else ""


def _result(state: State, frame: ResearchFrame, dice: tuple[int, ...], hits: int) -> Events:
    kept = 0 if hits or not state.definition.options.tech_tokens_kept else frame.dice
    rolled = ResearchRolled(state.nation, frame.technology, dice, hits, kept)
    if hits == 0:
        return (rolled, FramePopped())
    among = _within_reach(state, frame.technology)
    finds = hits if state.definition.options.every_success_finds else 1
    if finds < len(among):
        following = ResearchFrame(frame.technology, frame.dice, among, finds)
        return (rolled, FrameReplaced(following))
    found = [event for name in dict.fromkeys(among) for event in _found(state, name)]
    return (rolled, *found, FramePopped())


def _resolve_find(state: State, frame: ResearchFrame, technology: str) -> Events:
    """One technology is found at random; the next success finds one of the others."""
    found = _found(state, technology)
    if frame.finds == 1:
        return (*found, FramePopped())
    among = tuple(name for name in frame.among if name != technology)
    return (*found, FrameReplaced(replace(frame, among=among, finds=frame.finds - 1)))


def _found(state: State, technology: str) -> Events:
    found = TechnologyFound(state.nation, technology)
    if not state.definition.options.activate_technology_at_once:
        return (found,)
    return (found, TechnologyActivated(state.nation, technology))


def _top(state: State) -> ResearchFrame:
    return top_frame(state, ResearchFrame)


RESEARCH_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)

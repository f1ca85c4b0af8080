"""One game in a list of games: what it waits for, from its verified save."""

from engine.values import dataclass
from pbem.agreements.open_proposals import OpenProposal, waiting
from pbem.home import Home
from pbem.lobby.parting import declined
from pbem.post.dispatch import GameStage, head_to_send
from pbem.post.had import had_since
from pbem.post.news import whose
from pbem.post.shown import shown_now
from pbem.replay import Position
from pbem.replay.clock import clock_of
from pbem.save.errors import SaveError
from pbem.save.records import Start, TurnEnd
from pbem.save.shelf import GameRef, host_of
from pbem.save.trusted_save import INVITING, TrustedSave
from pbem.wire.fields import MAX_TIME

_READY = "ready; it starts when the host fetches"


@dataclass(frozen=True, slots=True)
class GameRow:
    """What `pbem games` and the board say about a game.

    state: a few words about its stage. waits_for_you: it is the player's turn, or their seat to
    take. to_move: a nation, "" when none is. code: of what is wrong with a damaged game, ""
    otherwise. save: None for a damaged game. position: None unless the game was played through.
    open_names: the players who have still to join. asked: the proposals that ask for the player's
    consent. to_send: the head of the save in hex where the player has signed its end and somebody
    else comes next, "" otherwise. since: when it last began to wait for somebody, as far as the log
    says, in Unix seconds; 0 where it waits for nobody's turn. until: when the turn begins to be
    late, in Unix seconds; 0 without a pace. zone: of the game, minutes east of UTC, None without a
    pace. turns: how many are closed. round: 0 before the start.
    """

    name: str
    stage: GameStage
    state: str
    waits_for_you: bool = False
    to_move: str = ""
    code: str = ""
    save: TrustedSave | None = None
    position: Position | None = None
    open_names: tuple[str, ...] = ()
    asked: tuple[OpenProposal, ...] = ()
    to_send: str = ""
    since: int = 0
    until: int = 0
    zone: int | None = None
    turns: int = 0
    round: int = 0

    @property
    def proposals(self) -> int:
        """How many proposals ask for the player's consent."""
        return len(self.asked)


def since_of(save: TrustedSave) -> int:
    """When a game last began to wait for somebody, as far as the log says; Unix seconds."""
    for one in reversed(save.entries):
        if isinstance(one.record, Start):
            return one.record.time
        if isinstance(one.record, TurnEnd):
            return one.record.end.time
    return save.genesis.time


def row_of(home: Home, ref: GameRef) -> GameRow:
    """The row of a game; one that is damaged must not hide the others."""
    try:
        save = home.game_store.load(ref, home.keyring())
        if save is not None:
            return _row(home, ref, save)
        text, code = "its save is missing", "save-missing"
    except SaveError as error:
        text, code = str(error), error.code
    return GameRow("damaged", "damaged", text, code=code)


def _row(home: Home, ref: GameRef, save: TrustedSave) -> GameRow:
    identity = home.identity()
    mine = identity[1] if identity else None
    name = save.genesis.name
    if save.state == INVITING:
        open_names = tuple(name for name in save.genesis.players if name not in save.players)
        state = f"waiting for {', '.join(open_names)} to join" if open_names else _READY
        if gone := declined(home, ref):
            state += f"; {', '.join(gone)} {'do' if len(gone) > 1 else 'does'} not want to play"
        joined = mine in save.players.values()
        waits = not joined and bool(open_names)
        return GameRow(name, "inviting", state, waits, save=save, open_names=open_names)
    if home.game_store.is_guest(ref):
        state = f"a game that you do not play in, {host_of(save)}; its moves are not checked"
        return GameRow(name, "foreign", state, save=save)
    position = home.position(save)
    if position.error is not None:
        raise position.error
    nation = position.nation
    to_send = head_to_send(position, mine)
    turns = sum(isinstance(one.record, TurnEnd) for one in save.entries)
    if not nation:
        return GameRow(
            name,
            "over",
            "over",
            round=position.state.round,
            save=save,
            position=position,
            to_send=to_send,
            turns=turns,
        )
    asked = tuple(one for one in waiting(home, save) if mine and one.asks(save, mine))
    state = f"round {position.state.round}, {whose(save, nation, position.mover)}"
    if asked:
        verb = "proposal asks" if len(asked) == 1 else "proposals ask"
        state += f"; {len(asked)} {verb} for your consent"
    if shown_now(home, save) is not None:
        state += "; they show their turn so far"
    waits = save.players.get(save.player_of(nation)) == mine
    # A row is kept, so nothing in it may depend on the time: what was not sent has no deadline yet.
    had = had_since(home, save, MAX_TIME)
    clock = clock_of(save, position.mover, (), had) if had < MAX_TIME else None
    return GameRow(
        name,
        "playing",
        state,
        waits,
        nation,
        round=position.state.round,
        save=save,
        position=position,
        asked=asked,
        to_send=to_send,
        since=since_of(save),
        until=clock.until if clock is not None else 0,
        zone=save.genesis.pace.offset if save.genesis.pace is not None else None,
        turns=turns,
    )

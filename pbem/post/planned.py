"""Plans that are played when their turn comes, or dropped, and mailed like any turn."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pbem.home import SelectedSave
from pbem.play.drafts import open_session
from pbem.play.file_advice import accepted_codes, advise_on_file
from pbem.play.from_file import play_file
from pbem.play.order_file import OrderFileError
from pbem.play.plans import KeptPlan, has_plans, plans_of, unmet
from pbem.play.resume import without_played
from pbem.play.session import Session
from pbem.post.news import News, NewsKind, news_of, refused, whose
from pbem.post.open_cache import OpenedGames
from pbem.post.outgoing import post_position
from pbem.replay import Position
from pbem.save.errors import DiceUnavailableError, SaveError
from pbem.save.keys import NamedKey
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.usage import UsageError

KeyOf = Callable[[], NamedKey]
_MESSAGE = "Played by orders that were given before the turn."


def play_plans(games: OpenedGames, key_of: KeyOf, when: int) -> list[News]:
    """Play the plans whose turn has come, and say which were played and which dropped, and why.

    key_of: asks for the player's key; called only when there is something to play.
    """
    identity = games.home.identity()
    news: list[News] = []
    for ref in games.home.game_store.games() if identity is not None else ():
        if not has_plans(games.home, ref):
            continue
        try:
            save = games.save(ref)
            if save is None or save.state != PLAYING or identity is None:
                continue
            plans = plans_of(games.home, save, identity[1])
            table = _Table(games, key_of, when, identity[1])
            while save is not None and plans:
                found = [*table.due(save, plans)]
                news += found
                # The next turn may be the player's own, too.
                goes_on = any(one.kind is NewsKind.TURN for one in found)
                save = games.save(ref) if goes_on else None
                plans = plans_of(games.home, save, identity[1]) if save is not None else ()
        except SaveError as error:
            news.append(refused(error))
    return news


@dataclass(frozen=True)
class _Table:
    """A game with plans, and the player who has made them."""

    games: OpenedGames
    key_of: KeyOf
    when: int
    mine: bytes

    def due(self, save: TrustedSave, plans: tuple[KeptPlan, ...]) -> Iterator[News]:
        """What becomes of the plans now."""
        for one in plans:
            if one.plan.is_over(save):
                yield self._dropped(save, one, "the turn that it was for is over")
        position = self.games.position(save)
        nation = position.nation
        waiting = [one for one in plans if one.plan.nation == nation and not one.plan.is_over(save)]
        if not waiting or save.holder_key(nation) != self.mine:
            return
        begun = [one for one in waiting if one.is_begun]
        if begun:
            yield from self._go_on(position, begun[0], waiting)
        elif position.mover == nation and save.next_turn >= waiting[0].plan.turn:
            yield from self._begin(position, waiting)

    def _begin(self, position: Position, waiting: list[KeptPlan]) -> Iterator[News]:
        """Play the first plan that fits; the others for this turn are dropped."""
        save = position.save
        for place, one in enumerate(waiting):
            why = self._why_not(position, one)
            if not why:
                yield from self._go_on(position, one.begin(), waiting[place + 1 :], is_new=True)
                return
            yield self._dropped(save, one, why)

    def _why_not(self, position: Position, one: KeptPlan) -> str:
        """Why a plan does not fit the turn; "" when it does."""
        if position.open_turn is not None:
            return "you have begun this turn yourself"
        try:
            if missing := unmet(one.plan, position):
                return f"it is not so that {'; '.join(missing)}"
            session = self._session(position)
            if session.pending:
                return "there is a draft of yours for this turn"
            _, orders = one.plan.read(position)
            advice = advise_on_file(session, orders, finish=True)
        except OrderFileError as error:
            return error.faults[0].sentence()
        except UsageError as error:
            return str(error)
        accepted = accepted_codes(one.plan.accepted) if one.plan.accepted else frozenset()
        for warning in advice.warnings:
            if warning.code not in accepted:
                return f"warning: {warning.sentence()}"
        return ""

    def _go_on(
        self, position: Position, one: KeptPlan, others: list[KeptPlan], *, is_new: bool = False
    ) -> Iterator[News]:
        """Play a plan from where it is; it waits when the dice authority does."""
        save = position.save
        try:
            session = self._session(position)
            _, orders = one.plan.read(position)
            if not is_new:
                orders = without_played(session, orders)
            with session.changing():
                play_file(session, orders, finish=True)
                if session.is_over:
                    session.finish(_MESSAGE)
                elif session.waits_for:
                    session.hand_over()
        except DiceUnavailableError as error:
            yield refused(error)
            return
        except (OrderFileError, UsageError) as error:
            why = error.faults[0].sentence() if isinstance(error, OrderFileError) else str(error)
            handle = self.games.home.handle(save)
            yield self._dropped(save, one, f"{why}; go on by hand: `pbem play {handle}`")
            return
        played = self.games.home.position(session.save)
        self.games.has_grown(played)
        if session.is_over:
            one.drop()
            for other in others:
                if other.number != one.number:
                    yield self._dropped(save, other, "another one was played")
        # Before a turn of the player's own nothing is sent: their mail takes it along.
        is_own = played.save.holder_key(played.nation) == self.mine
        if self.games.home.config.mail is not None and save.genesis.mode == "mail" and not is_own:
            post_position(self.games.home, played, self.key_of(), self.when)
        what = "was played" if session.is_over else "is being played"
        text = (
            f"{save.genesis.name}: your plan {one.number} for the {one.plan.nation} {what}; "
            f"{whose(played.save, played.nation, played.mover)}."
        )
        yield news_of(played.save, NewsKind.TURN, text, to_move=played.nation)

    def _session(self, position: Position) -> Session:
        chosen = SelectedSave(position.save, None)
        session, _ = open_session(self.games.home, chosen, self.key_of(), lambda: self.when)
        return session

    def _dropped(self, save: TrustedSave, one: KeptPlan, why: str) -> News:
        one.drop()
        what = f"your plan {one.number} for the {one.plan.nation}"
        text = f"{save.genesis.name}: {what} was dropped: {why}"
        return news_of(save, NewsKind.PLAN, text)

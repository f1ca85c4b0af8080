"""Walking through a game at the terminal, step by step in both directions (B254)."""

from prompt_toolkit import Application
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl

from pbem.replay import History, Moment
from pbem.replay.history import text_of
from pbem.report import changes_between
from pbem.terminal.board_lines import board_lines
from pbem.text import plain

_HELP = (
    "right/left: step   down/up: phase   n/p: turn   home/end   "
    "b: board or changes   space/-: scroll   q: leave"
)


class Browser:
    """The place in a game that is looked at; no terminal is needed.

    place: index of the moment that is shown; scroll: first line of the lower part.
    shows_board: the whole board below, or only what the step changed.
    """

    def __init__(self, history: History, title: str) -> None:
        """Begin at the last moment."""
        self.moments = history.moments
        self.title = title
        self.place = len(self.moments) - 1
        self.scroll = 0
        self.shows_board = False

    @property
    def moment(self) -> Moment:
        """The moment that is shown."""
        return self.moments[self.place]

    def go(self, place: int) -> None:
        """Go to a moment, or to the nearest one there is."""
        self.place = min(max(place, 0), len(self.moments) - 1)
        self.scroll = 0

    def leap(self, direction: int, *, by_turn: bool) -> None:
        """Go forward or back until the phase, or the turn, is another one."""
        here = self._stretch(self.moment, by_turn)
        place = self.place
        while (
            0 <= place < len(self.moments) and self._stretch(self.moments[place], by_turn) == here
        ):
            place += direction
        self.go(place)

    @staticmethod
    def _stretch(moment: Moment, by_turn: bool) -> tuple[int, str, str]:
        return (moment.round, moment.nation, "" if by_turn else moment.phase)

    def head(self) -> str:
        """Title, place, what happened, keys."""
        moment = self.moment
        where = f"round {moment.round}, {moment.nation}, {moment.phase.replace('_', ' ')}"
        last = len(self.moments) - 1
        lines = [self.title, f"step {moment.number} of {last}: {where}", text_of(moment)]
        return "\n".join(plain(line) for line in lines) + f"\n{_HELP}\n"

    def body(self, height: int) -> str:
        """At most `height` lines of the board, or of what the step changed."""
        lines = self._lines()
        self.scroll = min(max(self.scroll, 0), max(len(lines) - height, 0))
        return "\n".join(plain(line) for line in lines[self.scroll : self.scroll + height])

    def _lines(self) -> list[str]:
        state = self.moment.step.state
        if self.shows_board or self.place == 0:
            return board_lines(state)
        before = self.moments[self.place - 1].step.state
        return list(changes_between(before, state).lines()) or ["nothing changed on the board"]


def browse(history: History, title: str) -> int:
    """Walk through a game until the player leaves; the number of the step they were at."""
    browser = Browser(history, title)
    app: Application[None] = Application(full_screen=True, key_bindings=_keys(browser))
    head = FormattedTextControl(browser.head)
    body = FormattedTextControl(lambda: browser.body(max(app.output.get_size().rows - 6, 1)))
    app.layout = Layout(HSplit([Window(head, height=5, wrap_lines=False), Window(body)]))
    app.run()
    return browser.moment.number


def _keys(browser: Browser) -> KeyBindings:
    keys = KeyBindings()
    steps = {"right": 1, "left": -1}
    phases = {"down": 1, "up": -1}
    turns = {"n": 1, "p": -1}
    pages = {" ": 10, "-": -10}

    @keys.add("right")
    @keys.add("left")
    def _step(event: KeyPressEvent) -> None:
        browser.go(browser.place + steps[event.key_sequence[0].key])

    @keys.add("down")
    @keys.add("up")
    def _phase(event: KeyPressEvent) -> None:
        browser.leap(phases[event.key_sequence[0].key], by_turn=False)

    @keys.add("n")
    @keys.add("p")
    def _turn(event: KeyPressEvent) -> None:
        browser.leap(turns[event.key_sequence[0].key], by_turn=True)

    @keys.add(" ")
    @keys.add("-")
    def _page(event: KeyPressEvent) -> None:
        browser.scroll += pages[event.key_sequence[0].key]

    @keys.add("home")
    def _first(event: KeyPressEvent) -> None:
        del event
        browser.go(0)

    @keys.add("end")
    def _last(event: KeyPressEvent) -> None:
        del event
        browser.go(len(browser.moments) - 1)

    @keys.add("b")
    def _board(event: KeyPressEvent) -> None:
        del event
        browser.shows_board = not browser.shows_board

    @keys.add("q")
    @keys.add("c-c")
    def _leave(event: KeyPressEvent) -> None:
        event.app.exit()

    return keys

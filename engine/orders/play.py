"""Cards in Government: `play 43: Afghanistan`, `invest 56 57`, `vault 60 63: sonar`."""

from typing import Annotated

from engine.grammar.fields import FlagEntry, ListEntry, NumberEntry, PlainForm, TextEntry
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Play(Order):
    """Play a card or several (T131, T135).

    cards: their numbers; of a technology the first one stays open.
    target: the country, nation or technology that they name, "" for industry (T140).
    is_secret: a technology goes into the vault (T179).
    """

    cards: Annotated[
        tuple[int, ...],
        ListEntry("the cards", NumberEntry("a card"), 1, "at least one card is played"),
    ]
    target: Annotated[str, TextEntry("what they name", empty=True)] = ""
    is_secret: Annotated[bool, FlagEntry("whether it is kept secret")] = False

    def text(self, name: Name) -> str:
        """The cards, then what they name."""
        cards = " ".join(map(str, self.cards))
        if not self.target:
            return f"invest {cards}"
        return f"{'vault' if self.is_secret else 'play'} {cards}: {name(self.target)}"


def card_numbers(reader: Reader, tokens: Tokens) -> tuple[int, ...]:
    """Numbers of cards, one after the other."""
    if not tokens:
        reader.bad(tokens)
    return tuple(reader.count(token, "number of a card") for token in tokens)


def _invest(reader: Reader, tokens: Tokens) -> Order:
    return Play(card_numbers(reader, tokens))


def _play(reader: Reader, tokens: Tokens) -> Order:
    cards, target = reader.halves(tokens)
    return Play(card_numbers(reader, cards), reader.name(target, Noun.CARD_TARGET))


def _vault(reader: Reader, tokens: Tokens) -> Order:
    cards, technology = reader.halves(tokens)
    name = reader.name(technology, Noun.TECHNOLOGY)
    return Play(card_numbers(reader, cards), name, is_secret=True)


FORM = OrderForm(
    PlainForm("play", Play),
    when="government, in block games with cards",
    verbs=(
        Verb(
            "play",
            _play,
            'count { count } ":" name',
            ("play 43: Afghanistan", "play 60 63: sonar", "play 88: West"),
            before=(Noun.CARD,),
            after=(Noun.CARD_TARGET,),
        ),
        Verb("invest", _invest, "count { count }", ("invest 56 57",), before=(Noun.CARD,)),
        Verb(
            "vault",
            _vault,
            'count { count } ":" name',
            ("vault 60 63: sonar",),
            before=(Noun.CARD,),
            after=(Noun.TECHNOLOGY,),
        ),
    ),
    in_every_game=False,
    is_listed=True,
)

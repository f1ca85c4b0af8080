"""What triggers have changed of the rules by the time of a save."""

import pytest

from engine import Definition, read_triplea_map
from engine.loading import taken_over
from engine.rules.turn.setup import start_position
from pbem.tripleasave.reading import read_triplea_save
from pbem.usage import UsageError
from tests.engine.loading.small_map import small_map
from tests.support.java_writer import Java, Plain
from tests.support.triplea_saves import SmallSave, listed, named, table

BOOTS = """
    <attatchment name="conditionAttachmentLate" attatchTo="Reds" javaClass="RulesAttachment"
      type="player"><option name="turns" value="1-99"/></attatchment>
    <attatchment name="triggerAttachmentBoots" attatchTo="Reds" javaClass="TriggerAttachment"
      type="player">
      <option name="conditions" value="conditionAttachmentLate"/>
      <option name="unitType" value="ranger"/>
      <option name="unitProperty" value="movement" count="2"/>
      <option name="when" value="after:redTech"/>
      <option name="uses" value="USES"/>
    </attatchment>
  </attatchmentList>"""


def taken(now: Plain, *, uses: int = -1, there: str = BOOTS, **facts: Plain) -> Definition:
    """A game whose rangers move as far as `now` says, with a trigger that lets them move two."""
    save = SmallSave()
    save.properties["Use Triggers"] = True
    moves = Java("UnitAttachment", {"movement": now})
    ranger = named("UnitType", "ranger", attachments=table({"unitAttachment": moves}))
    change = Java("Tuple", {"first": "movement", "second": "2"})
    trigger: dict[str, Plain] = {
        "uses": uses,
        "usedThisRound": False,
        "unitProperty": listed([change]),
        "unitTypes": listed([ranger]),
        "unitAttachmentName": Java(
            "Tuple", {"first": "UnitAttachment", "second": "unitAttachment"}
        ),
        **facts,
    }
    save.attachments["triggerAttachmentBoots"] = Java("TriggerAttachment", trigger)
    position = read_triplea_save(save.data()).position
    map_file = small_map("</attatchmentList>", there.replace("USES", str(uses)))
    return taken_over(read_triplea_map(map_file, properties=position.properties), position)


def reach(game: Definition) -> int:
    return start_position(game).definition.unit_types["ranger"].movement


def test_what_a_trigger_without_a_limit_has_changed_is_in_force() -> None:
    game = taken(2)
    assert game.setup.in_force == ("triggerAttachmentBoots",)
    assert (reach(game), game.setup.unread) == (2, ())


def test_what_it_has_not_changed_is_not() -> None:
    game = taken(1)
    assert (game.setup.in_force, reach(game), game.setup.unread) == ((), 1, ())


def test_where_the_save_does_not_say_it_everybody_is_told() -> None:
    for game in (taken(listed([])), taken(2, support=table({"ranger": True}))):
        assert (game.setup.in_force, reach(game)) == ((), 1)
        (unread,) = game.setup.unread
        assert unread.kind == "rules"
        assert unread.text == "whether triggerAttachmentBoots has changed the rules"


def test_a_chance_that_has_changed_is_told_and_is_again_that_of_the_map() -> None:
    option = '<option name="when" value="after:redTech"/>'
    chance = (
        '<option name="chance" value="2:6"/><option name="chanceIncrementOnFailure" value="1"/>'
    )
    falls = BOOTS.replace(option, option + chance)
    assert taken(1, there=falls, chance="2:6").setup.unread == ()
    game = taken(1, there=falls, chance="6:6")
    assert [unread.text for unread in game.setup.unread] == [
        "what the chance of triggerAttachmentBoots has become"
    ]
    with pytest.raises(UsageError, match="A chance is no number"):
        taken(1, there=falls, chance="many:6")


def test_a_trigger_with_a_limit_is_counted() -> None:
    game = taken(2, uses=1)
    assert game.setup.happened == {} and reach(game) == 1

"""Support attachments of a map become support rules."""

from engine.core.changes import RuleChange
from engine.gamedef import Definition, SupportRule
from engine.gamedef.triggers import SetFact
from engine.loading import (
    definition_from_tree,
    format_scenario,
    parse_scenario,
    read_triplea_map,
    read_triplea_parts,
    tree_from_definition,
)
from tests.engine.loading.small_map import small_map

_NEW = """
    <attachment name="supportAttachmentOne" attachTo="flak" javaClass="UnitSupportAttachment">
      <option name="unitType" value="ranger:howitzer"/><option name="faction" value="{faction}"/>
      <option name="side" value="offence:defence"/><option name="dice" value="{dice}"/>
      <option name="bonus" value="-2"/><option name="number" value="3"/>
      <option name="bonusType" value="2:dread"/><option name="impArtTech" value="false"/>
      <option name="players" value="{players}"/>
    </attachment>
  </attatchmentList>"""


def _map(faction: str = "enemy", dice: str = "strength", players: str = "Reds") -> bytes:
    new = _NEW.format(faction=faction, dice=dice, players=players)
    return small_map("  </attatchmentList>", new)


def _dread(*, on_enemies: bool = False, dice: bool = False) -> SupportRule:
    return SupportRule(
        ("flak",),
        ("ranger", "howitzer"),
        -2,
        3,
        defence=True,
        kind="dread",
        stack=2,
        nations=("Reds",),
        improvable=False,
        on_enemies=on_enemies,
        dice=dice,
    )


def test_B57_a_support_attachment_is_read_and_survives_the_tree_and_the_file() -> None:
    game = read_triplea_map(_map())
    assert game.support == (
        SupportRule(("howitzer",), ("ranger",), 1, 2),
        _dread(on_enemies=True),
    )
    assert definition_from_tree(tree_from_definition(game)) == game
    assert parse_scenario(format_scenario(game).encode()) == game


def test_B57_both_factions_are_two_rules_and_nobody_is_none() -> None:
    both = read_triplea_map(_map("allied:enemy", "roll:strength")).support
    assert both[1:] == (_dread(dice=True), _dread(dice=True, on_enemies=True))
    assert len(read_triplea_map(_map(players="")).support) == 1


def test_support_of_guns_is_refused_by_name() -> None:
    missing = read_triplea_parts(_map(dice="aaRoll")).missing
    assert missing == ("option of UnitSupportAttachment dice: support of the kind 'aaRoll'",)


def _given(word: str, players: str = "") -> Definition:
    """The map whose trigger gives or takes a support."""
    trigger = (
        '<attachment name="c" attachTo="Blues" javaClass="RulesAttachment" type="player">'
        '<option name="rounds" value="2"/></attachment>'
        '<attachment name="t" attachTo="Blues" javaClass="TriggerAttachment" type="player">'
        '<option name="conditions" value="c"/>'
        f'<option name="support" value="{word}"/></attachment></attatchmentList>'
    )
    text = _map(players=players).replace(b"</attatchmentList>", trigger.encode())
    on = b'<property name="Use Triggers" value="true"/></propertyList>'
    return read_triplea_map(text.replace(b"</propertyList>", on))


def test_support_that_triggers_take_away_leaves_the_others() -> None:
    game = _given("-supportAttachmentOne", players="Reds:Blues")
    (rule,) = (rule for rule in game.support if rule.givers == ("flak",))
    assert (rule.name, rule.nations) == ("supportAttachmentOne", ("Reds", "Blues"))
    (effect,) = game.script.triggers[0].effects
    assert effect == SetFact(
        "support", ("supportAttachmentOne",), "nations", ("Blues",), is_removed=True
    )
    assert definition_from_tree(tree_from_definition(game)) == game


def test_support_that_triggers_give_has_a_name_and_is_nobody_s_at_first() -> None:
    game = _given("supportAttachmentOne")
    (rule,) = (rule for rule in game.support if rule.givers == ("flak",))
    assert (rule.name, rule.nations) == ("supportAttachmentOne", ())
    (effect,) = game.script.triggers[0].effects
    assert effect == SetFact("support", ("supportAttachmentOne",), "nations", ("Blues",), True)
    changed = game.changed(RuleChange("support", rule.name, "nations", ("Blues",)))
    assert changed.listed("support", rule.name, "nations") == ("Blues",)

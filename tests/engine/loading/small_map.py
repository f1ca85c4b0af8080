"""A small TripleA map as text, for tests that change one thing in it.  Made up, not copied."""

SMALL_MAP = """<?xml version="1.0" ?>
<!DOCTYPE game SYSTEM "game.dtd">
<game>
  <info name="Straits" version="1.2"/>
  <loader javaClass="games.strategy.triplea.TripleA"/>
  <diceSides value="8"/>
  <map>
    <territory name="Redland"/>
    <territory name="Blueland" water="false"/>
    <territory name="North Sea" water="true"/>
    <territory name="South Sea" water="true"/>
    <connection t1="Redland" t2="Blueland"/>
    <connection t1="Blueland" t2="Redland"/>
    <connection t1="Redland" t2="North Sea"/>
    <connection t1="South Sea" t2="North Sea"/>
  </map>
  <resourceList><resource name="PUs"/><resource name="techTokens"/></resourceList>
  <playerList>
    <player name="Reds" optional="false"/>
    <player name="Blues" optional="true" defaultType="AI"/>
    <alliance player="Reds" alliance="East"/>
    <alliance player="Blues" alliance="West"/>
  </playerList>
  <unitList>
    <unit name="ranger"/><unit name="howitzer"/><unit name="battleship"/><unit name="sub"/>
    <unit name="flak"/><unit name="works"/>
  </unitList>
  <gamePlay>
    <delegate name="init" javaClass="games.strategy.triplea.delegate.InitializationDelegate"
      display="Start"/>
    <delegate name="tech" javaClass="TechnologyDelegate" display="Tech"/>
    <delegate name="move" javaClass="games.strategy.triplea.delegate.MoveDelegate" display="M"/>
    <delegate name="endRound" javaClass="EndRoundDelegate" display="End"/>
    <sequence>
      <step name="gameInit" delegate="init" maxRunCount="1"/>
      <step name="redTech" delegate="tech" player="Reds"/>
      <step name="redCombatMove" delegate="move" player="Reds"/>
      <step name="redNonCombatMove" delegate="move" player="Reds">
        <stepProperty name="skipPosting" value="true"/>
      </step>
      <step name="endRoundStep" delegate="endRound"/>
    </sequence>
  </gamePlay>
  <production>
    <productionRule name="buyR"><cost resource="PUs" quantity="3"/>
      <result resourceOrUnit="ranger" quantity="1"/></productionRule>
    <productionRule name="buyRIndustrialTechnology"><cost resource="PUs" quantity="2"/>
      <result resourceOrUnit="ranger" quantity="1"/></productionRule>
    <productionRule name="buyH"><cost resource="PUs" quantity="4"/>
      <result resourceOrUnit="howitzer" quantity="1"/></productionRule>
    <productionFrontier name="all"><frontierRules name="buyH"/><frontierRules name="buyR"/>
    </productionFrontier>
    <productionFrontier name="allIndustrialTechnology">
      <frontierRules name="buyRIndustrialTechnology"/></productionFrontier>
    <productionFrontier name="few"><frontierRules name="buyR"/></productionFrontier>
    <playerProduction player="Reds" frontier="all"/>
    <playerProduction player="Blues" frontier="few"/>
  </production>
  <attatchmentList>
    <attatchment name="techAttatchment" attatchTo="Reds" javaClass="TechAttatchment" type="player">
      <option name="techCost" value="4"/><option name="rocket" value="false"/>
    </attatchment>
    <attatchment name="unitAttatchment" attatchTo="ranger" type="unitType"
      javaClass="games.strategy.triplea.attatchments.UnitAttatchment">
      <option name="Attack" value="1"/><option name="defense" value="2"/>
      <option name="movement" value="1"/><option name="isInfantry" value="true"/>
      <option name="transportCost" value="2"/><option name="carrierCost" value="-1"/>
      <option name="artillerySupportable" value="true"/>
    </attatchment>
    <attatchment name="unitAttatchment" attatchTo="howitzer" javaClass="UnitAttachment">
      <option name="attack" value="2"/><option name="artillery" value="true"/>
      <option name="unitSupportCount" value="2"/>
    </attatchment>
    <attatchment name="unitAttatchment" attatchTo="battleship" javaClass="UnitAttachment">
      <option name="isSea" value="true"/><option name="attack" value="4"/>
      <option name="transportCapacity" value="2"/>
      <option name="canBombard" value="true"/><option name="hitPoints" value="1"/>
    </attatchment>
    <attatchment name="unitAttatchment" attatchTo="sub" javaClass="UnitAttachment">
      <option name="isSea" value="true"/><option name="isSub" value="true"/>
      <option name="isTwoHit" value="true"/>
    </attatchment>
    <attatchment name="unitAttatchment" attatchTo="flak" javaClass="UnitAttachment">
      <option name="isAA" value="true"/><option name="movement" value="1"/>
    </attatchment>
    <attatchment name="unitAttatchment" attatchTo="works" javaClass="UnitAttachment">
      <option name="isFactory" value="true"/>
    </attatchment>
    <attatchment name="territoryAttatchment" attatchTo="Redland" javaClass="TerritoryAttatchment"
      type="territory">
      <option name="production" value="4"/><option name="capital" value="Reds"/>
      <option name="victoryCity" value="true"/><option name="originalOwner" value="Reds"/>
    </attatchment>
    <attatchment name="territoryAttatchment" attatchTo="Blueland" javaClass="TerritoryAttatchment"
      type="territory">
      <option name="isImpassible" value="true"/>
    </attatchment>
    <attatchment name="canalAttatchment" attatchTo="North Sea" javaClass="CanalAttatchment"
      type="territory">
      <option name="canalName" value="Strait"/><option name="landTerritories" value="Redland"/>
    </attatchment>
    <attatchment name="canalAttatchment2" attatchTo="South Sea" javaClass="CanalAttatchment"
      type="territory">
      <option name="canalName" value="Strait"/><option name="landTerritories" value="Redland"/>
    </attatchment>
  </attatchmentList>
  <initialize>
    <ownerInitialize>
      <territoryOwner territory="Redland" owner="Reds"/>
      <territoryOwner territory="Blueland" owner="Neutral"/>
    </ownerInitialize>
    <unitInitialize>
      <unitPlacement unitType="ranger" territory="Redland" quantity="2" owner="Reds"/>
      <unitPlacement unitType="ranger" territory="Redland" quantity="1" owner="Reds"/>
      <unitPlacement unitType="ranger" territory="North Sea" quantity="1" owner="Reds"/>
      <unitPlacement unitType="battleship" territory="North Sea" quantity="1" owner="Reds"
        hitsTaken="1"/>
      <unitPlacement unitType="ranger" territory="Blueland" quantity="1"/>
    </unitInitialize>
    <resourceInitialize>
      <resourceGiven player="Reds" resource="PUs" quantity="12"/>
    </resourceInitialize>
  </initialize>
  <propertyList>
    <property name="WW2V2" value="true" editable="false"><boolean/></property>
    <property name="Two hit battleship" value="true"><boolean/></property>
    <property name="Units repair at end of round" value="true"><boolean/></property>
    <property name="Low Luck" value="true" editable="true"><boolean/></property>
    <property name="neutralCharge" value="3"/>
    <property name="Reds bid" value="7"><number min="0" max="100"/></property>
    <property name="Blues bid" value="0"/>
    <property name="East Total Victory VCs" value="1"/>
    <property name="West Economic Victory" value="100"/>
    <property name="Economic Victory" value="false"/>
    <property name="Allied Air Dependents" value="true"/>
    <property name="notes"><value><![CDATA[<b>anything</b> at all]]></value></property>
  </propertyList>
</game>
"""


def small_map(old: str = "", new: str = "") -> bytes:
    """The map with one text replaced, which must be there."""
    assert old in SMALL_MAP, old
    return SMALL_MAP.replace(old, new, 1).encode() if old else SMALL_MAP.encode()

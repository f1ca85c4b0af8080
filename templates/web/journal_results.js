// What the journal page shows.

import { toHex } from "./bytes.js";
import { fingerprint } from "./chain.js";
import { banner, diceRow, element, facts, foreign, list, section, table } from "./view.js";
import { dateWords, explain, plural, purpose } from "./words.js";

const MOST_FINDINGS = 200;
const WHAT = {
  roll: "Roll", closing: "End of turn",
  "attempted-re-roll": "Refused: another request for a roll that was answered",
  "attempted-closing": "Refused: an end of turn that does not fit the rolls or comes twice",
};

/** A journal by itself. `checked` comes from `checkEntries`, `keys` are the server's own, as hex. */
export async function showJournal(game, checked, keys) {
  const { lines, authority } = checked;
  const count = (event) => lines.filter((line) => line.event === event).length;
  const refused = lines.filter((line) => line.event.startsWith("attempted")).length;
  return [
    headline(lines, refused, keys.includes(toHex(authority))),
    section("The journal", facts([
      ["Game id", element("code", { class: "long" }, toHex(game))],
      ["Dice authority's key", element("code", {}, await fingerprint(authority))],
      ["Rolls", count("roll")], ["Ended turns", count("closing")], ["Refused requests", refused],
    ])),
    section("Every entry", entries(lines)),
  ];
}

function headline(lines, refused, isOurs) {
  const bad = lines.filter((line) => line.error).length;
  if (bad) {
    return banner("bad", "This journal does not verify", element("p", {},
      `${plural(bad, "entry is", "entries are")} not what they claim to be: see the red lines.`));
  }
  const who = isOurs ? "the authority of this server" : "an authority whose key is not among those of this server";
  const signed = `Every answer is signed by ${who}, every seed is the one it committed to, and every `
    + "closing names all answers before it.";
  if (refused) {
    return banner("warn", `${plural(refused, "refused request")} in this game`,
      element("p", {}, `${signed} A refused request can be an honest mishap, such as an old copy of the `
        + "game, or an attempt to roll again. It has changed no dice."));
  }
  return banner(isOurs ? "good" : "warn", "No request was made twice", element("p", {}, signed));
}

function entries(lines) {
  return table(`${plural(lines.length, "entry", "entries")}, in order of the rolls`, [
    { title: "Roll", number: true, cell: (line) => line.event.includes("closing") ? "" : line.index },
    { title: "Turn", number: true, cell: (line) => line.asked?.turn ?? "" },
    { title: "What", cell: (line) => [WHAT[line.event],
      line.error ? element("strong", { class: "verdict bad" },
        ` ${explain(line.error.code)} (${line.error.code})`) : null] },
    { title: "Nation", cell: (line) => line.asked ? foreign(line.asked.nation) : "" },
    { title: "For", cell: (line) => line.asked?.phase ? foreign(purpose(line.asked)) : "" },
    { title: "Side", cell: (line) => line.asked?.side ? foreign(line.asked.side) : "" },
    { title: "Dice, if no other authority has a part", cell: (line) => line.dice ? diceRow(line.dice) : "" },
    { title: "Time", cell: (line) => dateWords(line.time) },
  ], lines, (line) => line.error || line.event.startsWith("attempted") ? "refused" : null);
}

const FINDINGS = {
  "asked-out-of-turn": (who) => `${who} asked for this roll out of turn; it is void`,
  "roll-not-in-save": (who) => `${who} rolled, but the roll is not in the save`,
  "roll-not-in-journal": () => "the save has this roll, but the authority's journal does not",
  "roll-differs": () => "the save and the journal have different rolls",
  "attempted-re-roll": (who) => `${who} asked again, for something else`,
  "closing-not-in-save": (who, turn) => `${who} ended ${turn}, but that is not in the save`,
  "closing-not-in-journal": (who, turn) => `the save has the end of ${turn}, but the authority's journal does not`,
  "closing-differs": () => "the save and the journal have different ends of this turn",
  "attempted-closing": (who, turn) => `${who} tried to end ${turn}, from a position that did not fit`,
  "journal-malformed": () => "the journal line proves nothing",
};

/** What the comparison with a save found. */
export function showFindings(findings, game) {
  const name = element("p", {}, "Save: ", foreign(game.genesis.name),
    `, ${plural(game.rolls.length, "roll")}, ${plural(game.closings.length, "ended turn")}.`);
  if (!findings.length) {
    return banner("good", "Journal and save agree", name, element("p", {},
      "Nothing was rolled and thrown away, and nobody asked twice."));
  }
  const [tone, heading, advice] = verdictOn(findings);
  return banner(tone, heading, name, list(findings.slice(0, MOST_FINDINGS).map((one) => [
    `${one.code.includes("closing") ? "Before roll" : "Roll"} ${one.index}: `,
    foreign(FINDINGS[one.code](`“${one.player}”`, `turn ${one.turn} (“${one.nation}”)`)), " ",
    element("code", {}, one.code),
  ])), findings.length > MOST_FINDINGS
    ? element("p", {}, `and ${findings.length - MOST_FINDINGS} more`) : null, element("p", {}, advice));
}

function verdictOn(findings) {
  const codes = findings.map((one) => one.code);
  if (codes.every((code) => code.startsWith("attempted") || code === "asked-out-of-turn")) {
    return ["warn", "All dice agree, and some requests were refused",
      "The refused requests changed nothing. Ask the player about them."];
  }
  const harmless = (code) => /^attempted|^asked-out-of-turn$|not-in-save$/.test(code);
  if (codes.every(harmless)) {
    return ["warn", "The journal holds more than your save",
      "This is harmless if your save is older than the journal, or if a turn is being played. Otherwise "
        + "dice were rolled and thrown away."];
  }
  return ["bad", "The journal and your save contradict each other",
    "Keep both: a roll or an end of a turn that is signed and not in the journal, or a different one in its "
      + "place, convicts the dice authority."];
}

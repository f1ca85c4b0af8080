// What the verify page shows of a file; receipts and proposals are in paper_results.js.

import { toHex } from "./bytes.js";
import { fingerprint } from "./chain.js";
import { CARD, JOIN, PROPOSAL } from "./container.js";
import { tally, total } from "./luck.js";
import { showProposal } from "./paper_results.js";
import { banner, diceRow, element, facts, fault, foreign, list, section, table } from "./view.js";
import { CHECKED_SAVE, NOT_CHECKED_SAVE } from "./words.js";
import { dateWords, diceWords, explain, plural, purpose, recordWords, restoredWords } from "./words.js";

/** Everything about a file of any kind. `report` comes from `verifyFile`; a proposal is held
 * against `before`, the game that was verified before it on this page, if there is one. */
export async function showFile(report, before) {
  if (report.kind === PROPOSAL) return showProposal(report, before);
  if (report.kind === JOIN || report.kind === CARD) return showAlone(report);
  const { error, game } = report;
  const parts = [error ? badSave(report) : goodSave(report)];
  if (game?.genesis) {
    parts.push(await gameFacts(report));
    if (!error) parts.push(scope(game));
    parts.push(await players(game));
    if (game.rolls.length) parts.push(luck(game), rolls(game));
  }
  if (report.total) parts.push(records(report));
  return parts;
}

function goodSave(report) {
  const { game } = report;
  const state = game.stage === 2 ? "" : " Not all players have joined yet.";
  const counts = `${plural(report.total, "record")}, ${plural(game.rolls.length, "roll")} `
    + `(${plural(game.dice, "die", "dice")}) and ${plural(game.closings.length, "ended turn")}`;
  const words = element("p", {}, `${counts} were checked, and all of them hold.${state}`);
  return game.genesis.mode === "rehearsal"
    ? banner("warn", "This rehearsal verifies, but its dice prove nothing", words)
    : banner("good", "This save verifies", words);
}

function badSave(report) {
  const sound = report.lines.length
    ? `The ${plural(report.lines.length, "record")} before it hold. Only that part is `
      + "shown below; anything beyond it is NOT PROVEN."
    : "Nothing of it can be relied on.";
  return banner("bad", "This save does not verify", fault(report.error), element("p", {}, sound));
}

async function showAlone(report) {
  const what = report.kind === JOIN ? "join answer" : "address card";
  if (report.error) return [banner("bad", `This ${what} does not verify`, fault(report.error))];
  const [line] = report.lines;
  const print = await fingerprint(line.signer);
  return [
    banner("good", `This ${what} verifies`, element("p", {}, "It is signed by the key that it names.")),
    facts([
      ["What it says", foreign(recordWords(line))], ["Key", element("code", {}, print)],
      ["Time, as claimed", dateWords(line.fields.time)],
    ]),
  ];
}

const REPLACED = " An authority was replaced during the game, by agreement of all: they took a player's word that "
  + "it was gone, and the new one committed before its first roll only.";

async function gameFacts({ game }) {
  const [name, words] = diceWords(game.authorities.map((one) => one.address));
  const prints = await Promise.all(game.authorities.map((one) => fingerprint(one.key)));
  return section("The game", facts([
    ["Name", foreign(game.genesis.name)],
    ["Host", foreign(game.genesis.host)],
    ["Dice", [element("strong", {}, foreign(name)), ". ", words, game.former.length ? REPLACED : "",
      ...game.authorities.filter((one) => one.restored).map(restoredWords)]],
    ...prints.map((print) => ["Dice authority's key", element("code", {}, print)]),
    ["Game id", element("code", { class: "long" }, toHex(game.genesis.game))],
    ["Head of the log", element("code", { class: "long" }, toHex(game.head))],
    ["Newest time, as claimed", dateWords(game.time)],
  ]));
}

function scope(game) {
  // In a rehearsal the last three are true but worthless: everybody knows the secret.
  const checked = game.genesis.mode === "rehearsal" ? CHECKED_SAVE.slice(0, 3) : CHECKED_SAVE;
  return section("What this proves, and what it does not",
    element("div", { class: "columns" },
      element("div", {}, element("h3", {}, "Checked here"), list(checked)),
      element("div", {}, element("h3", {}, "Not checked here"),
        element("p", {}, "This page does not play the rules. The first two of these are what ",
          element("code", {}, "pbem verify"), " checks besides:"), list(NOT_CHECKED_SAVE))));
}

async function players(game) {
  const rows = [];
  for (const [name, key] of game.keys) {
    const seats = [...game.seats].filter(([, holder]) => holder === name).map(([seat]) => seat);
    rows.push({ name, seats, print: await fingerprint(key) });
  }
  return section("Players and their keys", table(
    "A signature proves the key. Whose key it is you find out by comparing fingerprints.", [
      { title: "Player", cell: (row) => foreign(row.name) },
      { title: "Nations", cell: (row) => foreign(row.seats.join(", ")) },
      { title: "Fingerprint", cell: (row) => element("code", {}, row.print) },
    ], rows));
}

function luck(game) {
  const rows = tally(game.rolls);
  const all = { ...total(rows), isTotal: true };
  const mean = (pips, dice) => (pips / dice).toFixed(2);
  const signed = (number) => `${number > 0 ? "+" : ""}${number.toFixed(1)}`;
  return section("Luck ledger", table(
    "Pips against the mean of fair dice; low dice hit. The last column says how often fair dice "
    + "differ from the mean at least as much: a large number means that it is only chance.", [
      { title: "In the turns of", cell: (row) => row.isTotal ? "All" : foreign(row.nation) },
      { title: "Side", cell: (row) => row.isTotal ? "" : foreign(row.side || "neither") },
      { title: "Dice", number: true, cell: (row) => row.dice.toLocaleString("en-GB") },
      { title: "Mean", number: true, cell: (row) => mean(row.pips, row.dice) },
      { title: "Expected", number: true, cell: (row) => mean(row.expected, row.dice) },
      { title: "Pips above", number: true, cell: (row) => signed(row.pips - row.expected) },
      { title: "This far or further", number: true, cell: (row) => share(row.chance) },
    ], [...rows, all], (row) => row.isTotal ? "total" : null));
}

function share(chance) {
  return chance < 0.001 ? "under 0.1 %" : `${(100 * chance).toFixed(chance < 0.1 ? 1 : 0)} %`;
}

function rolls(game) {
  const place = element("div");
  const nations = [...new Set(game.rolls.map((roll) => roll.asked.nation))];
  const choice = element("select", { id: "nation" }, element("option", { value: "" }, "all nations"),
    nations.map((nation, at) => element("option", { value: at + 1 }, nation)));
  const show = () => {
    const wanted = nations[Number(choice.value) - 1];
    const kept = game.rolls.filter((roll) => !choice.value || roll.asked.nation === wanted);
    place.replaceChildren(table(`${plural(kept.length, "roll")}, every die recomputed`, [
      { title: "Roll", number: true, cell: (roll) => roll.asked.index },
      { title: "Turn", number: true, cell: (roll) => roll.turn },
      { title: "Nation", cell: (roll) => foreign(roll.asked.nation) },
      { title: "For", cell: (roll) => [foreign(purpose(roll.asked)),
        game.isTakenBack(roll.at) ? " (taken back)" : ""] },
      { title: "Side", cell: (roll) => foreign(roll.asked.side) },
      { title: "Faces", number: true, cell: (roll) => roll.asked.sides },
      { title: "Dice", cell: (roll) => roll.isVoid
        ? ["void: asked for out of turn by ", foreign(roll.player)] : diceRow(roll.dice) },
    ], kept));
  };
  choice.addEventListener("change", show);
  show();
  const picker = element("p", {}, element("label", { for: "nation" }, "In the turns of "), choice);
  return section("All rolls", nations.length > 1 ? picker : null, place);
}

function records(report) {
  const rows = report.lines.map((line) => ({
    index: line.index, is: "holds", who: line.player ?? "host",
    what: recordWords({ ...line, length: report.game.authorities[0].commitment.length }),
    note: { turn_end: line.content?.message, note: line.fields.text }[line.kind] ?? "",
  }));
  const { error, total: count } = report;
  if (error && error.record !== null) {
    rows.push({ index: error.record, is: "bad", who: "", what: explain(error.code), note: error.code });
    const rest = count - error.record - 1;
    if (rest > 0) {
      const what = `${plural(rest, "more record")}, not looked at`;
      rows.push({ index: "", is: "unread", who: "", what, note: "" });
    }
  }
  const verdicts = { holds: "✓ holds", bad: "✗ bad", unread: "not checked" };
  const made = table(`${plural(count, "record")}, in order`, [
    { title: "No", number: true, cell: (row) => row.index },
    { title: "Verdict", cell: (row) => element("span", { class: `verdict ${row.is}` }, verdicts[row.is]) },
    { title: "Signed by", cell: (row) => foreign(row.who) },
    { title: "What", cell: (row) => [foreign(row.what),
      row.note ? element("q", { class: "message" }, foreign(row.note)) : null] },
  ], rows, (row) => row.is);
  return section("Every record", made);
}

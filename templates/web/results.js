// What the verify page shows of a save and of a receipt.

import { Refused, sameBytes, toHex } from "./bytes.js";
import { fingerprint } from "./chain.js";
import { checkAgreement } from "./consent.js";
import { CARD, JOIN, PROPOSAL } from "./container.js";
import { tally, total } from "./luck.js";
import { banner, diceRow, element, facts, foreign, list, section, table } from "./view.js";
import { CHECKED_SAVE, NOT_CHECKED_SAVE, agreementWords, dateWords, diceWords, explain, plural, purpose, recordWords } from "./words.js";

/** The code and its sentence. */
export function fault(error) {
  const where = error.record === null ? "" : `Record ${error.record}: `;
  return element("p", {}, `${where}${explain(error.code)} `, element("code", {}, error.code));
}

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
    ? `The ${plural(report.lines.length, "record")} before it hold. What is shown below is only that part, and NOT PROVEN beyond it.`
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

async function showProposal(report, before) {
  if (report.error) return [banner("bad", "This proposal does not verify", fault(report.error))];
  const [{ agreed }] = report.lines;
  const { proposal, consents } = agreed;
  const game = before && sameBytes(before.genesis.game, proposal.fields.game) ? before : null;
  const who = async ({ signer }) => {
    const name = game?.playerOf(signer);
    return [name ? [foreign(name), ", "] : [], element("code", {}, await fingerprint(signer))].flat();
  };
  return [
    banner("good", "This proposal verifies", element("p", {}, game ? standing(agreed, game)
      : "The signatures fit. Whose they are, and who has not signed yet, is seen with the save: verify it on this page first, then drop the proposal again.")),
    facts([
      ["What it says", foreign(agreementWords(agreed))],
      ["Game id", element("code", { class: "long" }, toHex(proposal.fields.game))],
      ["Proposed by", element("span", {}, await who(proposal))],
      ["Consents", consents.length ? list(await Promise.all(consents.map(who))) : "none yet"],
      ["Lapses", `when more than ${plural(proposal.fields.until, "turn")} of the game have ended`],
      ["Time, as claimed", dateWords(proposal.fields.time)],
    ]),
  ];
}

/** How a proposal stands to a game, in a sentence. */
function standing(agreed, game) {
  try {
    checkAgreement(agreed, game, game.head);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return `The signatures fit. At the position of the save that you verified it cannot be put into the game: ${explain(error.code)}`;
  }
  return "All whom it touches have signed, and it fits the save that you verified.";
}

async function gameFacts({ game }) {
  const [name, words] = diceWords(game.genesis);
  const print = await fingerprint(game.authority);
  return section("The game", facts([
    ["Name", foreign(game.genesis.name)],
    ["Host", foreign(game.genesis.host)],
    ["Dice", [element("strong", {}, foreign(name)), ". ", words]],
    ["Dice authority's key", element("code", {}, print)],
    ["Game id", element("code", { class: "long" }, toHex(game.genesis.game))],
    ["Head of the log", element("code", { class: "long" }, toHex(game.head))],
    ["Newest time, as claimed", dateWords(game.time)],
  ]));
}

function scope(game) {
  // In a rehearsal the last three are true by the letter only: everybody knows the secret.
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
    + "differ from the mean at least as much: a large number means that it is just noise.", [
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
      { title: "Dice", cell: (roll) => diceRow(roll.dice) },
    ], kept));
  };
  choice.addEventListener("change", show);
  show();
  const picker = element("p", {}, element("label", { for: "nation" }, "In the turns of "), choice);
  return section("All rolls", nations.length > 1 ? picker : null, place);
}

function records(report) {
  const rows = report.lines.map((line) => ({
    index: line.index, is: "holds", who: line.kind === "roll" ? "dice authority" : line.player ?? "host",
    what: recordWords({ ...line, length: report.game.commitment.length }),
    note: { turn_end: line.fields.message, note: line.fields.text }[line.kind] ?? "",
  }));
  const { error, total: count } = report;
  if (error && error.record !== null) {
    rows.push({ index: error.record, is: "bad", who: "", what: explain(error.code), note: error.code });
    const rest = count - error.record - 1;
    if (rest > 0) {
      rows.push({ index: "", is: "unread", who: "", what: `${plural(rest, "more record")}, not looked at`, note: "" });
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

/** What a receipt says, and how it stands to the server's keys and to a save that was verified
 * before it on this page. `bound` is {state} or {error} or null. */
export async function showReceipt(opened, known, bound) {
  const { asked } = opened;
  const isRoll = opened.kind === "roll";
  const what = isRoll ? "receipt of a roll" : "closing of a turn";
  const print = await fingerprint(opened.authority);
  const signer = await fingerprint(opened.request.signer);
  const shown = bound?.error
    ? banner("bad", `This ${what} does not fit the save`, fault(bound.error))
    : banner(known >= 0 || bound ? "good" : "warn", `This ${what} holds by itself`,
      element("p", {}, whose(known, bound)));
  return [shown, section("The receipt", facts([
    ["Game id", element("code", { class: "long" }, toHex(asked.game))],
    ["Nation", foreign(asked.nation)],
    ...(isRoll ? [
      ["Roll", asked.index], ["For", foreign(purpose(asked))],
      ["Side", foreign(asked.side || "neither")], ["Faces", asked.sides],
      ["Dice", diceRow(opened.dice)],
    ] : [["Turn", asked.turn], ["Next roll", asked.index]]),
    ["Time, as claimed", dateWords(opened.receipt.fields.time)],
    ["Dice authority's key", element("code", {}, print)],
    ["Asked for by the key", element("code", {}, signer)],
  ])), section("What this proves, and what it does not", list(isRoll ? [
    "The player signed the request, the authority signed the answer, and the dice follow from its seed and that request.",
    bound?.state ? "The seed belongs to the chain that the authority committed to before the game." : "It does not show that the seed was fixed before the game: verify the save on this page first, then paste the receipt again.",
    "It does not show whether the save uses this roll where it belongs, or that the rules asked for it.",
  ] : [
    "The player asked to end the turn at this position, and the authority signed that it has made no roll of this game from this number on.",
    "Whether the save ends the turn there is seen in the save: verify it on this page first, then paste the receipt again.",
  ]))];
}

function whose(known, bound) {
  const parts = ["Both signatures fit."];
  if (bound?.state === "in-save") parts.push("It stands in the save that you verified, byte for byte.");
  if (bound?.state === "newer") parts.push("It belongs to the game that you verified and is newer than that save.");
  if (known >= 0) parts.push(`The authority is this server${known ? ", under an earlier key" : ""}.`);
  else if (!bound) parts.push("Anybody could have made an authority of this key: compare it with the one in your save.");
  return parts.join(" ");
}

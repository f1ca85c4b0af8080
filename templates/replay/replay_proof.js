// The save inside the page is verified as the verify page does it, and the dice that the page shows
// are held against it. Anybody who made the page could have drawn anything: the dice and messages are
// compared, the moves are not, because that needs the rules.

import { fromBase64 } from "./bytes.js";
import { verifyFile } from "./chain.js";
import { SAVE } from "./container.js";
import { lacking } from "./envelope.js";
import { showFile } from "./results.js";
import { banner, breathe, element, tell } from "./view.js";
import { plural } from "./words.js";

/** Verifies and shows the result; gives {tone, text} for the line on top of the page. */
export async function prove(film, text, place) {
  const problem = await lacking();
  if (problem) {
    place.replaceChildren(banner("warn", "Nothing was verified", element("p", {}, problem)));
    return { tone: "bad", text: `Not verified: ${problem}` };
  }
  const report = await verifyFile(fromBase64(text.trim()), SAVE, {}, async (done, all) => {
    tell(`Checking record ${done} of ${all}…`);
    await breathe();
  });
  const [first, ...more] = await showFile(report, null);
  const parts = [first];
  if (more.length) parts.push(element("details", {}, element("summary", {}, "Everything that was checked"), more));
  const wrong = report.error ? null : otherThanSaved(film, report.game);
  if (wrong) parts.unshift(banner("bad", "This page does not show its own save", element("p", {}, wrong)));
  place.replaceChildren(...parts);
  tell("Checked.", true);
  if (report.error) {
    const where = report.error.record === null ? "" : `, from record ${report.error.record} on`;
    return { tone: "bad", text: `NOT PROVEN: the save in this page does not verify${where}. See below.` };
  }
  if (wrong) return { tone: "bad", text: `NOT PROVEN: ${wrong}` };
  if (report.game.genesis.mode === "rehearsal") {
    return { tone: "bad", text: "Verified, but this is a rehearsal: its dice prove nothing." };
  }
  return { tone: "good", text: `Verified in this browser: ${plural(report.total, "record")} and ${plural(report.game.rolls.length, "roll")} hold.` };
}

/** What the page shows otherwise than the save has it; "" when nothing is. */
function otherThanSaved(film, game) {
  const saved = new Map(game.rolls.filter((roll) => !roll.isVoid).map((roll) => [roll.at, roll.dice]));
  const standing = new Map();
  for (const [at, dice] of saved) if (!game.isTakenBack(at)) standing.set(at, dice);
  for (const [at, roll] of game.again) if (!game.isTakenBack(at)) standing.set(at, saved.get(roll));
  for (const step of film.steps) {
    if (!step.d) continue;
    const dice = standing.get(step.r);
    if (!dice || dice.join() !== step.d.join()) return `Step ${step.n} shows dice that the save does not have.`;
    standing.delete(step.r);
  }
  if (standing.size) return `The page leaves out ${plural(standing.size, "roll")} of the save.`;
  const said = new Set(game.closings.map((closing) => closing.message));
  const made = film.turns.find((turn) => turn.m && !said.has(turn.m));
  return made ? `The message of round ${made.r}, ${made.n}, is not in the save.` : "";
}

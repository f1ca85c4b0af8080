// What a step, an area, the ledger and the messages say in words.

import { groupsOf } from "./replay_data.js";
import { element, foreign, table } from "./view.js";
import { plain, plural } from "./words.js";

/** The dice of a step: each volley with what hit, or a plain roll. */
export function diceOf(film, step) {
  if (step.v) return step.v.map((volley) => volleyLine(film, volley));
  if (!step.d) return [];
  return [element("p", { class: "volley" }, step.d.map((die) => dieOf(die, false)))];
}

function volleyLine(film, [nation, name, side, groups, sure, hits, mean]) {
  const dice = groups.flatMap(([strength, values, marks]) => [
    ...values.map((value, at) => dieOf(value, marks[at] === 1)),
    element("span", { class: "soft" }, ` at ${strength} `),
  ]);
  const more = sure ? `${plural(sure, "sure hit")}; ` : "";
  return element("p", { class: "volley" }, foreign(film.owners[nation][0]), `, ${side}, ${name}: `, dice,
    more, element("strong", {}, plural(hits, "hit")), `, ${mean} expected`);
}

function dieOf(value, isHit) {
  return element("span", { class: isHit ? "die hit" : "die" }, value, isHit ? element("span", { class: "only-read" }, " hit") : null);
}

/** An area with its owner and units, in one sentence. */
export function areaWords(film, position, at) {
  const area = film.areas[at];
  const [owner] = film.owners[position.owners[at]];
  const units = groupsOf(position.units[at]).map(({ owner: whose, kind, count }) =>
    `${film.owners[whose][0]} ${count} ${film.kinds[kind][0]}`);
  const facts = [area.s && !owner ? "sea" : owner, area.i ? "impassable" : null, area.v ? `worth ${area.v}` : null];
  return `${area.n}: ${facts.filter(Boolean).join(", ")}. ${units.join("; ") || "No units"}.`;
}

/** The luck ledger as tables; they come from the program, which plays the rules. */
export function luckTables(luck) {
  const count = (title, at) => ({ title, number: true, cell: (row) => row[at] });
  const columns = [count("Dice", 1), count("Scored", 2), count("Expected", 3), count("Above", 4),
    count("Std. dev.", 5), { title: "As far off", cell: (row) => row[6] }];
  return [
    element("ul", {}, luck.sentences.map((sentence) => element("li", {}, sentence))),
    table("Hits of each nation; how often fair dice are as far off; what its battles brought against the exact odds", [
      { title: "Nation", cell: (row) => foreign(row[0]) }, ...columns, count("PUs", 7),
    ], [...luck.nations, luck.all]),
    table("By kind of roll", [{ title: "Kind", cell: (row) => row[0] }, ...columns], luck.kinds),
    luck.battles.length ? folded("Every battle", table("Battles against their exact odds, in PUs for the attacker", [
      count("Turn", 0), { title: "Where", cell: (row) => foreign(row[1]) }, { title: "Who", cell: (row) => foreign(row[2]) },
      count("Attack above", 3), count("Defence above", 4), count("PUs", 5), { title: "Note", cell: (row) => row[6] },
    ], luck.battles)) : null,
  ].filter(Boolean);
}

function folded(title, content) {
  return element("details", {}, element("summary", {}, title), content);
}

/** What the players said with their turns; `go` leads to the end of a turn. */
export function messagesOf(film, go) {
  const said = film.turns.map((turn, at) => ({ turn, at })).filter(({ turn }) => turn.m);
  if (!said.length) return [element("p", {}, "Nobody has written anything with a turn.")];
  return said.map(({ turn, at }) => {
    const button = element("button", { type: "button", class: "jump" }, `Turn ${at + 1}, round ${turn.r}, `, foreign(turn.n));
    button.addEventListener("click", () => go(at));
    const quote = element("blockquote", {});
    quote.textContent = plain(turn.m, true);
    return element("div", { class: "said" }, button, turn.p ? [" (", foreign(turn.p), ")"] : null, quote);
  });
}

// What a move would mean before it is given: where its aircraft could land, and which ships would bring its troops.

import { anyFlies, orderTo, plan, send, wayTo } from "./area.js";
import { look } from "./api.js";
import { button, byId, el, plural, show } from "./dom.js";
import { now, path } from "./main.js";

const MOST_NAMED = 8;

/** Show what a move of the chosen units to a goal would mean; "" for no goal. */
export async function think(goal) {
  const chosen = plan();
  if (!chosen || chosen.meaning?.goal === goal) return;
  chosen.meaning = { goal };
  const isGoal = goal !== "" && chosen.targets.has(goal);
  now.map.draft(isGoal ? wayTo(goal) : chosen.via.length ? [chosen.name, ...chosen.via] : []);
  if (!isGoal) {
    clear();
    return;
  }
  const { bySea, order } = orderTo(goal);
  if (!bySea && !anyFlies()) {
    clear();
    return;
  }
  let answer;
  try {
    answer = await look(path(`preview?move=${encodeURIComponent(JSON.stringify(order))}`));
  } catch {
    return; // It only helps to choose.
  }
  const isStill = plan() === chosen && chosen.meaning?.goal === goal;
  if (!isStill) return;
  Object.assign(chosen.meaning, answer);
  if (answer.ways.length && !chosen.via.length) now.map.draft([chosen.name, ...answer.ways[0].zones, goal]);
  now.map.landing(new Map(answer.landing.map((one) => [one.place, one.count])));
  if (byId("meaning")) show(byId("meaning"), meaningNow());
}

function clear() {
  now.map.landing(new Map());
  if (byId("meaning")) show(byId("meaning"));
}

/** The same in words; the ways of ships are buttons. */
export function meaningNow() {
  const { goal, landing = [], ways = [] } = plan()?.meaning ?? {};
  if (landing.length) return [el("p", {}, `After ${goal} aircraft could land in ${named(landing)}.`)];
  if (ways.length === 1) return [el("p", {}, `To ${goal} by sea: ${wordsOf(ways[0])}.`)];
  if (ways.length) return [el("p", {}, `To ${goal} by sea; the first way is taken unless you choose.`), el("ul", { class: "choices" }, ways.map((way) => el("li", {}, button(wordsOf(way), () => send(goal, { zones: way.zones })))))];
  return [];
}

function named(landing) {
  const words = landing.map((one) => (now.map.isSea(one.place) ? `${one.place} (room for ${one.count})` : one.place));
  return words.length > MOST_NAMED ? `${words.slice(0, MOST_NAMED).join(", ")} and ${words.length - MOST_NAMED} more` : words.join(", ");
}

function wordsOf({ zones, ships, battles }) {
  const who = ships.map(([count, type]) => `${count} ${type}`).join(", ");
  const end = zones.length > 1 ? `, ashore from ${zones.at(-1)}` : "";
  return `${who} of ${zones[0]}${end}${battles > 0 ? `, ${plural(battles, "battle")}` : ""}`;
}

// What a move would mean before it is given: where its aircraft could land, and which ships would bring its troops.

import { button, byId, el, show } from "./dom.js";
import { anyFlies, orderTo, plan, wayTo } from "./plan.js";
import { previewOf, wordsOf } from "./preview.js";
import { send } from "./sending.js";
import { now } from "./table.js";

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
  const answer = await previewOf(order);
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
  const room = ways.length ? roomOf(ways[0]) : "";
  if (ways.length === 1) return [el("p", {}, `To ${goal} by sea: ${wordsOf(ways[0])}.${room}`)];
  if (ways.length) return [el("p", {}, `To ${goal} by sea; the first way is taken unless you choose.${room}`), el("ul", { class: "choices" }, ways.map((way) => el("li", {}, button(wordsOf(way), () => send(goal, { zones: way.zones })))))];
  return [];
}

function named(landing) {
  const words = landing.map((one) => (now.map.isSea(one.place) ? `${one.place} (room for ${one.count})` : one.place));
  return words.length > MOST_NAMED ? `${words.slice(0, MOST_NAMED).join(", ")} and ${words.length - MOST_NAMED} more` : words.join(", ");
}

/** Whom the ships have room for, where that is not everybody who shall go along. */
function roomOf({ brings }) {
  const count = (rows) => rows.reduce((sum, [number]) => sum + number, 0);
  const all = orderTo(plan().meaning.goal).order[1];
  return count(brings) < count(all) ? ` There is room for ${brings.map(([number, type]) => `${number} ${type}`).join(", ")}.` : "";
}
